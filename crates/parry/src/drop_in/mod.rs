//! One source for `parry3d` and `parry3d-f64`. The module that includes it says which: as `parry`, with its `Scalar`.
//!
//! Inside, a cast knows a moving shape, its displacement and a fixed shape, as everywhere in swept. `question.rs` makes them
//! of parry's two bodies, `answer.rs` makes parry's hit of the outcome.

use super::{Scalar, parry};

mod answer;
mod certified;
mod closest;
mod convert;
mod corners;
mod crowd;
#[doc(hidden)]
pub mod details;
mod dispatcher;
mod grid;
mod group;
mod kept;
mod mirrored;
mod motion;
mod parts;
mod passing;
pub mod query;
mod question;
mod quick;
mod slabs;
mod support_map;
mod turning;
mod view;

pub use certified::{CertifiedCast, cast_shapes_certified};
pub use dispatcher::{SweptQueryDispatcher, dispatcher};
pub use view::ShapeView;
