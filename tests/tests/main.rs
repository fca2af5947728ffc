//! All integration tests, in one program: what they have in common is compiled once.

mod analytic_boxes;
mod analytic_cases;
mod analytic_rays;
mod analytic_round;
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
mod methods;
mod million;
mod newton;
mod options;
mod proofs;
mod properties;
mod serial;
mod tangents;
mod target_distance;
mod truth;
mod turning;
mod turning_truth;
