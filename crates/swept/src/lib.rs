#![doc = include_str!("../README.md")]
//!
//! # Where to go from here
//!
//! | | |
//! | --- | --- |
//! | shapes | [`Sphere`], [`Cuboid`], [`Capsule`], [`Cylinder`], [`Cone`], [`Ellipsoid`], [`Segment`], [`Triangle`], [`ConvexHull`], [`Rounded`], [`HalfSpace`], [`PointShape`]; [`Shape`] is any of them, [`Support`] is for your own |
//! | a cast | [`Placed`], [`Sweep`], [`CastOptions`], [`Outcome`] |
//! | its proof | [`Sweep::cast_certified`], [`Certificate::verify`] |
//! | many casts | [`cast_batch`], [`Targets`] |
//! | at rest | [`distance`], [`distance_with`], [`intersects`] |
//! | bodies that turn | [`TurningSweep`]; its proof, [`TurningCertificate`] of the parts in [`turning_certificate`] |
#![cfg_attr(
    feature = "scene",
    doc = "| a world | [`scene::Scene`], its [`Object`](scene::Object)s and queries |"
)]
#![cfg_attr(
    feature = "slide",
    doc = "| a character | [`slide::move_and_slide`], [`slide::kit`] |"
)]
#![no_std]
#![deny(missing_docs)]

pub use nalgebra;
pub use swept_cast::{
    CastOptions, Certificate, Certified, CertifiedTurn, Claim, Closed, Distance, DistanceCache,
    DistanceOptions, Flaw, Hit, InvalidInput, InvalidSweep, Method, Miss, NoObserver, Observer,
    Outcome, Overlap, Penetration, Proven, Separation, StartOverlap, Step, Sweep, Targets, Turn,
    TurningCertificate, TurningMethod, TurningOptions, TurningProof, TurningProven, TurningStep,
    TurningSweep, Turns, Unresolved, Witness, cast_batch, cast_batch_with, distance, distance_with,
    intersects,
};
#[cfg(feature = "rayon")]
pub use swept_cast::{par_cast_batch, par_cast_batch_with};
pub use swept_support::{
    Aabb, BoundingBall, Capsule, Cone, ConvexHull, Core, Cuboid, Cylinder, Ellipsoid, Generator,
    HalfSpace, InvalidShape, KnownCore, LinearMap, Middle, Placed, PointShape, Real, Rounded,
    Segment, Shape, Sphere, Support, Triangle, bounds_of, extent_of, farthest_of, middle_of,
    middle_of_hull,
};
// How the case format prints numbers in its errors, too.
#[doc(hidden)]
pub use swept_support::Short;

/// What a [`TurningCertificate`] is made of.
pub mod turning_certificate {
    pub use swept_cast::{AllAngles, Cell, Frame, Piece, Within};
}

#[cfg(feature = "scene")]
pub use swept_scene as scene;
#[cfg(feature = "slide")]
pub use swept_slide as slide;

/// The book's code, tried with the documentation's: only there, since a package does not have the book.
#[cfg(all(doctest, feature = "slide"))]
mod book {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/scenes.md")]
    mod scenes {}
    #[doc = include_str!("../../../docs/slide.md")]
    mod slide {}
    #[doc = include_str!("../../../docs/turning.md")]
    mod turning {}
}

/// What most programs use: `use swept::prelude::*;`.
pub mod prelude {
    pub use crate::nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
    #[cfg(feature = "scene")]
    pub use crate::scene::{
        Compound, HeightField, Motion, Object, ObjectId, Query, Scene, SceneHit, SceneOutcome,
        TriangleMesh, TurningMotion,
    };
    #[cfg(feature = "slide")]
    pub use crate::slide::{SlideHit, SlideOptions, SlideReport, depenetrate, move_and_slide};
    pub use crate::{
        Capsule, CastOptions, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hit,
        InvalidInput, Miss, Outcome, Overlap, Placed, PointShape, Rounded, Segment, Shape, Sphere,
        StartOverlap, Support, Sweep, Triangle, Turn, TurningOptions, TurningSweep, Turns,
        Unresolved,
    };
}
