//! A character's parts, each small and to be replaced at will: what is floor, what to do at a step, how to fall.
//!
//! None of them keeps state but [`Character`], which puts them together in the usual way and shows how. Up is a direction that
//! the game chooses.

mod character;
mod checks;
mod fly;
mod footing;
mod gravity;
mod platform;
mod push;
mod raised;
mod slopes;
mod step;

pub use character::{Character, Gait, Ground, Paces};
pub use fly::fly;
pub use footing::{Footing, footing};
pub use gravity::Gravity;
pub use platform::{carried, carried_upright, ride};
pub use push::push;
pub use slopes::{Slopes, Surface};
pub use step::step_up;
