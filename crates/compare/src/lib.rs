#![doc = include_str!("../README.md")]
//!
//! A [`Workload`] is two shapes and a list of casts between them, each at its own poses and angle, about two thirds of
//! them hits. Its [`Caster`]s answer those casts, all from the same start: two shapes, two poses and a displacement.
//! What a caster does with them before it can begin (rotation matrices, validation, relative poses) is inside the timed
//! body, for swept and for parry alike. A [`Plan`] measures workloads, the sessions of the 2010 article and how cost
//! grows, all in one process, and gives a [`Report`].
#![deny(missing_docs)]

mod analytic;
mod batches;
mod caster;
mod casters;
mod casts;
mod cell;
mod chart;
mod clock;
mod convert;
mod document;
mod file;
mod goals;
mod ground;
mod growth;
mod html;
mod judge;
mod layout;
mod machine;
mod measure;
mod numbers;
mod ours;
mod pairs;
mod parry;
mod peer;
mod plan;
mod profile;
mod protocol;
mod scalar;
mod stats;
mod timing;
mod truth;
mod way;
mod workload;

pub use batches::Batch;
pub use caster::{Answer, Caster, Kind, Work};
pub use casters::casters;
pub use casts::{Cast, Pose};
pub use cell::{Cell, Evaluations, Share};
pub use clock::clock_cost;
pub use file::{LoadError, load, save};
pub use growth::{Grown, Point, Series};
pub use judge::Errors;
pub use machine::{Machine, PARRY};
pub use measure::{Effort, Measured, hit_rate_warning, measure};
pub use pairs::{PAIRS, Pair};
pub use peer::{Peer, PeerError};
pub use plan::{Plan, Progress, Report};
pub use protocol::{ARTICLE, Protocol, SESSION, Sessions};
pub use scalar::Scalar;
pub use truth::{Certified, Known, Truth};
pub use way::{Solver, Way};
pub use workload::{Workload, WorkloadError};
