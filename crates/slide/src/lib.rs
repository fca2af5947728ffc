#![doc = include_str!("../README.md")]
//!
//! [`move_and_slide`] is the mover, a dry run that reports what came of it; [`plane::solve`] is its pure part. What is met,
//! and how far is safe, is told by the proven fractions of `swept-scene`. [`depenetrate()`] leaves overlaps, [`kit`] holds a
//! character's parts, and [`fauerby`] the method of 2003 for ellipsoids.
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

mod air;
mod depenetrate;
mod exits;
pub mod fauerby;
pub mod kit;
mod lean;
mod lift;
mod mover;
#[cfg(all(debug_assertions, not(test)))]
mod once;
mod options;
pub mod plane;
mod report;
mod solid;
mod tolerance;

pub use depenetrate::{Freed, Remaining, depenetrate};
pub use mover::move_and_slide;
pub use options::{Response, SlideOptions, slide};
pub use report::{SlideHit, SlideReport, Stop};
