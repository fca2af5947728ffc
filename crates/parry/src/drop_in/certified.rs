//! Casts with their proof.

use super::Scalar;
use super::convert::isometry;
use super::parry::math::{Pose, Vector};
use super::parry::query::{ShapeCastHit, ShapeCastOptions};
use super::parry::shape::Shape;
use super::question::Question;
use super::view::View;
use crate::CastError;
use swept_cast::{Certified, InvalidSweep, Outcome};
use swept_support::{InvalidShape, Placed, PointShape, Real, Short, Support};

/// A cast's answer in parry's words and in swept's.
#[derive(Clone, Debug)]
pub struct CertifiedCast {
    /// What [`cast_shapes`](super::query::cast_shapes) answers, but for the last places of its numbers.
    pub hit: Option<ShapeCastHit>,
    /// swept's outcome with its certificate, of the pair of convex shapes that the hit is of; of a miss, where both shapes are
    /// convex: no single pair proves that nothing of a body with parts is met.
    ///
    /// Its displacement is velocity times [`duration`](Self::duration): a fraction times that is a time. Its points and normal
    /// are in world axes, with the origin where the second shape stands, unless the difference of the two positions is no number
    /// of the scalar: then in world space.
    pub certified: Option<Certified<Scalar>>,
    /// The time that a fraction of 1 stands for: a power of two, no less than the limit of time, unless that is beyond
    /// all that can be met.
    pub duration: Scalar,
    /// Whether the outcome takes the second shape for the moving one: so it is when the first is a half-space, or has parts and
    /// the second has none.
    pub exchanged: bool,
}

impl CertifiedCast {
    /// swept's outcome.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome<Scalar>> {
        self.certified.as_ref().map(|certified| &certified.outcome)
    }
}

/// Like [`cast_shapes`](super::query::cast_shapes), with swept's outcome and its certificate.
///
/// # Errors
/// [`CastError`]: what is wrong with the input, by the names of the arguments: `g2.radius`, `pos1.position[0]`, `vel1.y`.
pub fn cast_shapes_certified(
    pos1: &Pose,
    vel1: Vector,
    g1: &dyn Shape,
    pos2: &Pose,
    vel2: Vector,
    g2: &dyn Shape,
    options: ShapeCastOptions,
) -> Result<CertifiedCast, CastError> {
    let question = Question::of([(g1, pos1, vel1), (g2, pos2, vel2)]);
    let (search, duration, hit) = question
        .search(&options, true)
        .map_err(|error| named(error, &question, [vel1, vel2]))?;
    let answer = match search.best {
        Some(found) => Some(found.answer),
        None => search.miss,
    };
    Ok(CertifiedCast {
        hit,
        duration,
        exchanged: answer.as_ref().is_some_and(|answer| answer.exchanged),
        certified: answer
            .and_then(|answer| answer.certified)
            .map(|certified| *certified),
    })
}

/// The same error, of the first argument that is at fault; of one that is by nothing but the others, as it is.
#[cold]
fn named(error: CastError, question: &Question<'_>, velocities: [Vector; 2]) -> CastError {
    let bodies = [
        (["g1", "pos1"], question.moving),
        (["g2", "pos2"], question.fixed),
    ];
    match error {
        CastError::Shape(_) => {
            for ([shape, place], body) in bodies {
                if let Err(e) = View::new(body.shape, None) {
                    return CastError::Shape(e.within(shape));
                }
                if let Err(e) = Placed::<Scalar, _>::new(PointShape, isometry(body.pose)) {
                    return CastError::Shape(e.within(place));
                }
            }
            error
        }
        CastError::Sweep(_) => {
            let fields = [
                ["vel1.x", "vel1.y", "vel1.z"],
                ["vel2.x", "vel2.y", "vel2.z"],
            ];
            let components = velocities.map(|v| [v.x, v.y, v.z]);
            let all = fields.iter().flatten().zip(components.iter().flatten());
            let bad = all.into_iter().find(|(_, x)| !x.is_finite());
            if let Some((&field, &x)) = bad {
                return CastError::Sweep(InvalidSweep {
                    field,
                    value: x.to_f64(),
                    expected: "a finite number",
                });
            }
            let mut large = bodies.iter().filter_map(|([shape, _], body)| {
                let view = View::new(body.shape, None).ok()??;
                Some(beyond(&view)?.within(shape))
            });
            large.next().map_or(error, CastError::Shape)
        }
        CastError::NotConvex | CastError::Unsupported => error,
    }
}

/// The size of a shape that the scalar has no length for, if there is one: shapes are viewed in `f64`.
fn beyond(shape: &View<'_>) -> Option<InvalidShape> {
    let sizes = [("radius", shape.radius()), ("extent", shape.extent())];
    let fits = |x: f64| (0.0..=4.0 * Scalar::MAX_LENGTH).contains(&x);
    let (field, value) = sizes.into_iter().find(|&(_, size)| !fits(size))?;
    Some(InvalidShape {
        field: field.into(),
        value: Short::of::<Scalar>(value).0,
        expected: Scalar::SIZE.into(),
    })
}
