#![doc = include_str!("../README.md")]
//!
//! All arithmetic is `f64`; points and vectors are in world space unless a function says otherwise.
//!
//! Every function answers by the contract of a cast: an [`Answer`] is a hit, a miss or an overlap at the start, and
//! touching at the start blocks only a motion that closes in.
#![no_std]
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "square roots are needed: turn on the feature `std` or, without a standard library, `libm`"
);

mod answer;
pub mod boxes;
pub mod capsule;
pub mod ellipsoid;
mod half_space;
pub mod polyhedron;
pub mod quadratic;
pub mod ray;
mod slab;
pub mod sphere;
mod tolerance;
mod view;

pub use answer::{Answer, Hit, Miss, Overlap};
pub use slab::Bracket;
