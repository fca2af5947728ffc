//! parry's module `query`, with the casts that swept answers in place of parry's own.

/// parry's module `query::details`, with the cast of support maps that swept answers.
#[doc(inline)]
pub use super::details;
pub use super::dispatcher::{SweptQueryDispatcher, dispatcher};
use super::parry::math::{Pose, Real, Vector};
pub use super::parry::query::*;
use super::parry::shape::Shape;
use super::question::Question;
use super::turning::Turning;

/// What the two shapes touch first, moving at constant velocities: `parry::query::cast_shapes`, answered by swept.
///
/// Poses and velocities are in world space, points and normals of the answer in the frames of their shapes, as in parry. What the
/// answer promises beyond parry's stands in the table of the crate's page.
///
/// # Errors
/// [`Unsupported`] for shapes that cannot be cast and for what is no shape, pose or motion; which of them it is
/// [`cast_shapes_certified`](super::cast_shapes_certified) tells.
pub fn cast_shapes(
    pos1: &Pose,
    vel1: Vector,
    g1: &dyn Shape,
    pos2: &Pose,
    vel2: Vector,
    g2: &dyn Shape,
    options: ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    Question::of([(g1, pos1, vel1), (g2, pos2, vel2)]).cast(&options)
}

/// What the two shapes touch first, moving and turning at constant rates: `parry::query::cast_shapes_nonlinear`, answered by
/// swept.
///
/// The times are those of `parry`'s motions; `start_time` is where the cast begins. Half-spaces are met as well. A motion that
/// goes on for ever is followed for 2²⁴ radians of its greatest component, 2.7 million turns.
///
/// # Errors
/// As for [`cast_shapes`].
pub fn cast_shapes_nonlinear(
    motion1: &NonlinearRigidMotion,
    g1: &dyn Shape,
    motion2: &NonlinearRigidMotion,
    g2: &dyn Shape,
    start_time: Real,
    end_time: Real,
    stop_at_penetration: bool,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let question = Turning {
        moving: (g1, motion1),
        fixed: (g2, motion2),
        times: [start_time, end_time],
        stop_at_penetration,
    };
    question.cast().map_err(|_| Unsupported)
}
