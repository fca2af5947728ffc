#![doc = include_str!("../README.md")]
//!
//! A [`Scene`] holds [`Object`]s: convex shapes, [`TriangleMesh`]es, [`HeightField`]s and [`Compound`]s, each at its pose. A
//! [`Motion`] is the validated question. The answers are those of `swept-cast` for single pairs of convex shapes, with their proofs;
//! this crate decides which pairs have to be looked at, and which answer comes first.
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

// What a scene is made of.
mod compound;
mod faces;
#[cfg(feature = "files")]
pub mod files;
mod geometry;
mod height_field;
mod id;
mod mesh;
mod object;
mod scene;
mod sub_shape;
mod triangles;
mod unbounded;

// The questions and the answers.
mod motion;
mod outcome;
mod place;
mod query;
mod turning;
mod turning_flight;
mod turning_motion;

// The search: from a scene to pairs of convex shapes, by a tree of boxes and bounds for triangles.
mod course;
mod facing;
mod flight;
mod pairs;
mod planes;
mod posed_triangle;
mod probe;
mod question;
mod rank;
mod resolve;
mod side_planes;
mod sieve;
mod stand_in;
mod still;
mod tolerance;
mod tree;
mod waiting;

// One file for each query.
mod all;
mod batch;
mod certified;
mod company;
mod distance;
mod lengths;
mod linear;
mod part;
mod parts;
mod ray;

#[cfg(all(debug_assertions, not(test)))]
mod once;

// What lies beside a motion, and what planes keep away.
mod keep;
mod wayside;

// The normals of a surface where it is touched.
mod fan;
mod surface;

pub use all::Next;
pub use batch::{Batch, InvalidBatch, Order};
pub use certified::SceneCertified;
pub use compound::{Compound, compose};
pub use course::TurningSieve;
pub use distance::SceneDistance;
pub use faces::Faces;
pub use flight::Flight;
pub use geometry::Geometry;
pub use height_field::HeightField;
pub use id::ObjectId;
pub use mesh::{MeshOptions, TriangleMesh};
pub use motion::Motion;
pub use object::Object;
pub use outcome::{SceneHit, SceneOutcome, SceneOverlap, SceneUnresolved};
pub use parts::PartsOutcome;
pub use place::{Feature, Place};
pub use planes::Planes;
pub use query::Query;
pub use scene::Scene;
pub use sieve::Sieve;
pub use sub_shape::SubShape;
pub use tree::Build;
pub use turning_flight::TurningFlight;
pub use turning_motion::TurningMotion;
