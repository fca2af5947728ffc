#![doc = include_str!("../README.md")]
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]
// The drop-in is one source for both of parry's crates.
#![allow(clippy::duplicate_mod)]

mod error;
#[cfg(any(feature = "f32", feature = "f64"))]
mod tolerance;

#[cfg(feature = "f64")]
pub mod double;
#[cfg(feature = "f32")]
mod single;

pub use error::CastError;
#[cfg(feature = "f32")]
pub use single::*;
