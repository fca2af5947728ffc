//! The oracle's own arithmetic.

mod ball;
mod double;
mod number;
mod vector;

pub use ball::Ball;
pub use double::Double;
pub use number::Number;
pub use vector::{cross, difference, dot, narrow, negated, norm, sum, times, wide};
