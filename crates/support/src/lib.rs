#![doc = include_str!("../README.md")]
//!
//! A [`Support`] is a **core** (a convex set given by its support points) and a **radius** around it. The crate
//! holds the shapes of the case format, one file each, the trait for shapes of the user's own, and [`Placed`],
//! a shape at a pose.
//!
//! Shapes store the caller's scalar ([`Real`]: `f32` or `f64`). Support points are always computed in `f64`: for
//! `f32` shapes this costs next to nothing (the data moved through memory stay `f32`), and it is what lets a cast
//! of `f32` shapes prove its answer to the last place of `f32`.
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

mod aabb;
mod invalid;
mod math;
mod placed;
mod polytope;
mod real;
mod shapes;
mod smallest_ball;
mod support;
mod tolerance;

pub use aabb::Aabb;
pub use invalid::InvalidShape;
pub use math::LinearMap;
pub use placed::Placed;
pub use real::Real;
pub use shapes::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, PointShape, Rounded,
    Segment, Shape, Sphere, Triangle, bounds_of, extent_of, farthest_of, middle_of, middle_of_hull,
};
pub use support::{BoundingBall, Core, Generator, KnownCore, Middle, Support};

#[doc(hidden)]
pub use invalid::Short;
/// What the crates that depend on this one share with it, and nobody else should: it may change with any release.
#[doc(hidden)]
pub use math::{
    brought_near, inverse_power_of_two, largest, length, paired, power_of_two_below, sqrt, within,
};
#[doc(hidden)]
pub use polytope::{Change, Face, Polytope};
