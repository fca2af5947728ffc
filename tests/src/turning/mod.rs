//! Turning casts as plain data, families of them, and a truth to hold their answers against.

mod case;
mod families;
mod survey;
mod truth;

pub use case::{TurningCase, Turns};
pub use families::{TURNING_FAMILIES, TurningFamily};
pub use survey::{TurningTally, judge_turning, survey_turning};
pub use truth::{Stand, Truth};
