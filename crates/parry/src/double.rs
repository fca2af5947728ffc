//! The drop-in for `parry3d-f64`: what the root of the crate has for `parry3d`.

use ::parry3d_f64 as parry;
type Scalar = f64;

#[path = "drop_in/mod.rs"]
mod drop_in;

pub use drop_in::*;
