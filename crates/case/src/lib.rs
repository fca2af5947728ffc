#![doc = include_str!("../README.md")]
//!
//! [`Case::parse`] reads a line, [`Case::cast`] casts it, [`Answer::to_line`] writes the answer; [`answer_line`]
//! does all three and turns whatever is wrong into an error line. [`Case::to_line`] writes a case.
//!
//! - Unknown keys beside `moving`, `fixed`, `displacement`, `turn` and `id` are ignored, so that a file may carry
//!   notes of its own. Inside a body (`shape`, `position`, `rotation`) and inside a shape they are errors: there a
//!   misspelt key would silently change the case.
//! - Numbers are read as `f64` and rounded to the scalar of the cast. They are written as the `f64` of the same
//!   value, with as many digits as it takes: reading them as `f64` or as the scalar gives the same bits.
//! - Corners of mesh files are decimals too. [`answer_line`] answers in `f32` as well with the corners that the file has;
//!   [`Case::cast`] casts at those that [`Case::parse`] has rounded.
//! - A case with a `turn` is a turning cast: [`Case::cast_turning`].
//! - [`Case::cast_closed`] answers in closed form, where the pair of shapes has one.
//! - [`SceneFile`] reads several bodies, with names and layers, from one file.
//! - Meshes and compounds are cast as scenes of `swept::scene`; see [`Case::cast`] for what is reported then.
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

mod answer;
mod beyond;
mod body;
mod case;
mod cast;
mod closed;
mod error;
mod fields;
mod filed;
mod json;
mod line;
mod meshes;
mod print;
mod scene_file;
mod shapes;
mod turning;
mod world;
mod write;

pub use answer::Answer;
pub use body::{Body, Geometry, MAX_COMPOUND_DEPTH};
pub use case::{Case, Id, Turn};
pub use closed::{ANALYTIC, ClosedAnswer, closed_form_line};
pub use error::{BadLine, CaseError};
pub use line::answer_line;
pub use meshes::Meshes;
pub use scene_file::{Named, SceneFile};
pub use turning::{TurningAnswer, turning_options};
