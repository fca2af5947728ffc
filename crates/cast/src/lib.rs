#![doc = include_str!("../README.md")]
//!
//! [`Sweep`] is the validated problem, [`Outcome`] the answer, [`Certificate`] its proof. Each method has a file of
//! its own; the state they share (the obstacle, the portal, the simplex, the bracket) has one owner each.
#![no_std]
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The question, the answer and its proof.
mod certificate;
mod invalid;
mod observer;
mod options;
mod outcome;
mod sweep;
mod verify;

// What every method works on: the sweep in `f64`, the obstacle in the working frame, and what is found of it.
mod found;
mod known;
mod obstacle;
mod predicate;
mod problem;
mod tolerance;
mod wide;

// From a sweep to an outcome: the choice of the method, the start, the conclusion.
mod answer;
mod aside;
mod begin;
mod bisect;
mod blocked;
mod conclude;
#[doc(hidden)]
pub mod once;
mod proximity;
mod second_look;
mod solve;
mod start;

// The methods: closed forms, portals, and those by distance.
mod advance;
mod approach;
mod closed;
mod gjk;
mod gjk_ray_cast;
mod newton;
mod portal;
mod portal_cast;
mod rounded;
mod shear;
mod simplex;
mod steep;
mod swept_mpr;

// The depth of overlaps.
mod depth;
mod descent;
mod kink;

// The numbers that unit tests draw, and the shapes that they count by, as the other tests do.
#[cfg(test)]
#[path = "../tests/all/counted.rs"]
mod counted;
#[cfg(test)]
#[path = "../tests/all/dice.rs"]
mod dice;

// Other queries: distances, many casts at once, bodies that turn.
mod batch;
mod distance;
mod distance_cache;
mod targets;
mod turning;

pub use batch::{cast_batch, cast_batch_with};
#[cfg(feature = "rayon")]
pub use batch::{par_cast_batch, par_cast_batch_with};
pub use certificate::{Certificate, Certified, Claim, Witness};
pub use distance::{
    Distance, DistanceOptions, Penetration, Separation, distance, distance_with, intersects,
};
pub use distance_cache::DistanceCache;
pub use invalid::{InvalidInput, InvalidSweep};
pub use observer::{NoObserver, Observer, Step, TurningStep};
pub use options::{CastOptions, Method, StartOverlap};
pub use outcome::{Closed, Hit, Miss, Outcome, Overlap, Unresolved};
pub use sweep::Sweep;
pub use targets::Targets;
pub use turning::{
    AllAngles, Cell, CertifiedTurn, Frame, Piece, Turn, TurningCertificate, TurningMethod,
    TurningOptions, TurningProof, TurningProven, TurningSweep, Turns, Within,
};
pub use verify::{Flaw, Proven};
