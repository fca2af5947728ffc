//! What is true of a cast, each number between two proven bounds.

mod bracket;
mod fact;
mod known;
#[allow(clippy::module_inception)]
mod truth;
mod turned;

pub use bracket::Bracket;
pub use fact::{Apart, Fact, Inside, Meets};
pub use known::Known;
pub use truth::{Means, NoTruth, Truth};
pub use turned::{Turned, TurnedFact};
