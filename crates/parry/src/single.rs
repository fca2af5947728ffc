//! The drop-in for `parry3d`.

use ::parry3d as parry;
type Scalar = f32;

#[path = "drop_in/mod.rs"]
mod drop_in;

pub use drop_in::*;
