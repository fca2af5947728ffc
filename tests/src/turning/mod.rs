//! Turning casts as plain data, families of them, and a truth to hold their answers against.

mod case;
mod forms;
mod hold;
mod hostile;
mod hunt;
mod poses;
mod samples;
mod survey;
#[cfg(test)]
mod tests;
mod truth;

pub use case::TurningCase;
pub use hold::{Flag, hold};
pub use hostile::hostile;
pub use hunt::{Answered, HuntTally, hunt, judged};
pub use survey::{TurningTally, judge_turning, survey_turning};
pub use truth::{Stand, Truth};
