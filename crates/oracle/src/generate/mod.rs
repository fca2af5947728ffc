//! Casts drawn at random, each family hard in one way: seeded, streaming, and the same on every machine.

mod aim;
mod dice;
mod families;
mod kind;

pub use aim::{Meeting, meet, throw};
pub(crate) use aim::{nonzero, point_in};
pub use dice::{Dice, f32_exact};
pub use families::{
    Drawn, FAMILIES, Family, Graze, HALF_SPACES, QUARTER_TURNS, TURNING_FAMILIES, graze, pair,
};
pub use kind::{Kind, random_form};
