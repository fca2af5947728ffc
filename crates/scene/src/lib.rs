//! Casts a convex shape into a world: the first thing it touches, or all of them.
//!
//! A [`Scene`] holds [`Object`]s: convex shapes, [`TriangleMesh`]es, [`HeightField`]s and [`Compound`]s, each at its pose. A [`Motion`] is the
//! validated question. The answers are those of `swept-cast` for single pairs of convex shapes, with their
//! proofs; this crate decides which pairs have to be looked at, and which answer comes first.
#![deny(missing_docs)]

mod all;
mod batch;
mod certified;
mod company;
mod compound;
mod distance;
mod faces;
mod facing;
mod fan;
#[cfg(feature = "files")]
pub mod files;
mod flight;
mod geometry;
mod height_field;
mod id;
mod keep;
mod lengths;
mod linear;
mod mesh;
mod motion;
mod object;
mod outcome;
mod pairs;
mod place;
mod probe;
mod query;
mod question;
mod rank;
mod ray;
mod resolve;
mod scene;
mod sieve;
mod sub_shape;
mod surface;
mod tilt;
mod tolerance;
mod tree;
mod triangles;
mod turning;
mod waiting;
mod wayside;

pub use all::Next;
pub use batch::{Batch, InvalidBatch, Order};
pub use certified::SceneCertified;
pub use compound::{Compound, compose};
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
pub use place::{Feature, Place};
pub use query::Query;
pub use scene::Scene;
pub use sieve::Sieve;
pub use sub_shape::SubShape;
pub use tree::Build;
pub use turning::TurningMotion;
