//! What is true of a cast, each number between two proven bounds.

mod bracket;
mod fact;
#[allow(clippy::module_inception)]
mod truth;

pub use bracket::Bracket;
pub use fact::{Apart, Fact, Inside, Meets};
pub use truth::{Means, NoTruth, Truth};
