//! All integration tests, in one program: what they have in common is compiled once.

mod analytic_boxes;
mod analytic_cases;
mod analytic_rays;
mod analytic_round;
mod auto_traits;
mod bad_input;
mod book;
mod closed_forms;
mod contract;
mod depths;
mod distance;

mod families;
mod glam;
mod grazing;
mod half_spaces;
#[path = "../../crates/oracle/tests/all/known.rs"]
mod known;
mod methods;
mod million;
mod newton;
mod options;
mod proofs;
mod properties;
mod serial;
mod serial_scenes;
mod tangents;
mod target_distance;
mod truth;
mod turning;
mod turning_truth;
mod upper_ends;
