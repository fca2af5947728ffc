//! Turning casts as plain data, families of them, and a truth to hold their answers against.

mod survey;
mod truth;

pub use survey::{TurningTally, judge_turning, survey_turning};
pub use truth::{Stand, Truth};
