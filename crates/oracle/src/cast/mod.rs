//! Casts as plain data.

mod body;
#[allow(clippy::module_inception)]
mod cast;
mod form;
mod turns;

pub use body::Body;
pub use cast::Cast;
pub use form::Form;
pub use turns::Turns;
