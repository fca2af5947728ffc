//! Why a cast was refused.

use swept_cast::InvalidSweep;
use swept_support::InvalidShape;

/// Input that cannot be cast. parry's own functions have one error only, which stands for all of these.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CastError {
    /// A shape or a pose that is none: a negative radius, a coordinate that is no number.
    #[error(transparent)]
    Shape(#[from] InvalidShape),
    /// A motion that is none: a velocity that is no number, lengths beyond the scalar's range.
    #[error(transparent)]
    Sweep(#[from] InvalidSweep),
    /// A body with parts, asked for as one convex shape: it is cast by `cast_shapes`, part by part.
    #[error("not a convex shape: cast it by cast_shapes, or view its parts one by one")]
    NotConvex,
    /// A shape of the user's own that has neither a support map nor parts, or two half-spaces.
    #[error(
        "shapes that cannot be cast: one has neither a support map nor parts, or both are half-spaces"
    )]
    Unsupported,
}
