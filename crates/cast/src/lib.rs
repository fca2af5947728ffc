//! Casts one convex shape against another, with proof.
//!
//! [`Sweep`] is the validated problem, [`Outcome`] the answer, [`Certificate`] its proof. Each method has a file of
//! its own; the state they share (the obstacle, the portal, the simplex, the bracket) has one owner each.
#![no_std]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod advance;
mod answer;
mod approach;
mod batch;
mod begin;
mod bisect;
mod certificate;
mod closed;
mod conclude;
mod depth;
mod descent;
mod distance;
mod distance_cache;
mod found;
mod gjk;
mod gjk_ray_cast;
mod invalid;
mod kink;
mod newton;
mod observer;
mod obstacle;
mod offset;
#[cfg(debug_assertions)]
mod once;
mod options;
mod outcome;
mod portal;
mod portal_cast;
mod predicate;
mod problem;
mod second_look;
mod shear;
mod simplex;
mod solve;
mod start;
mod steep;
mod sweep;
mod swept_mpr;
mod targets;
mod tolerance;
mod turning;
mod verify;
mod wide;

#[cfg(feature = "rayon")]
pub use batch::par_cast_batch_with;
pub use batch::{cast_batch, cast_batch_with};
pub use certificate::{Certificate, Certified, Claim, Witness};
pub use distance::{Distance, DistanceOptions, Penetration, Separation, distance, distance_with};
pub use distance_cache::DistanceCache;
pub use invalid::InvalidSweep;
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
