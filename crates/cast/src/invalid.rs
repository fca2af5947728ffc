//! Why a sweep was refused.

use crate::problem::Problem;
use nalgebra::{Point3, Vector3};
use swept_support::{InvalidShape, Placed, Real, Short, Support, within};

/// Input that is no sweep: which field, which value, and what is allowed there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field}: {} is not {expected}", Short(*.value))]
pub struct InvalidSweep {
    /// The field: `displacement[0]`, `moving.radius`.
    pub field: &'static str,
    /// The value found there; of an `f32` its shortest digits, as in [`InvalidShape`](swept_support::InvalidShape).
    pub value: f64,
    /// What the field takes, as the end of a sentence.
    pub expected: &'static str,
}

/// Whatever was refused on the way to a cast: for functions that build shapes and sweeps, and are to have one error.
///
/// ```
/// use swept_cast::{InvalidInput, Sweep};
/// use swept_support::{Placed, Sphere};
///
/// fn falls(radius: f64, height: f64) -> Result<bool, InvalidInput> {
///     let at = |y| Placed::new(Sphere::new(radius)?, [0.0, y, 0.0]);
///     Ok(Sweep::new(at(height)?, [0.0, -height, 0.0], at(0.0)?)?.cast().hit().is_some())
/// }
/// assert_eq!(falls(1.0, 4.0), Ok(true));
/// assert!(matches!(falls(-1.0, 4.0), Err(InvalidInput::Shape(_))));
/// assert!(matches!(falls(1.0, f64::NAN), Err(InvalidInput::Shape(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum InvalidInput {
    /// A shape or a pose.
    Shape(#[from] InvalidShape),
    /// A sweep, a motion or a distance.
    Sweep(#[from] InvalidSweep),
}

impl InvalidSweep {
    #[inline(always)]
    pub(crate) fn check<T: Real>(
        moving: &Placed<T, impl Support>,
        displacement: &Vector3<T>,
        fixed: &Placed<T, impl Support>,
    ) -> Result<(), Self> {
        let (m, f) = (moving.shape(), fixed.shape());
        let fits = |x: f64| (0.0..=4.0 * T::MAX_LENGTH).contains(&x);
        let motion = displacement.map(Real::to_f64);
        if within(&motion, T::MAX_LENGTH)
            && fits(m.extent()) & fits(m.radius()) & fits(f.extent()) & fits(f.radius())
            && m.unbounded_normal().is_none()
        {
            Ok(())
        } else {
            // Collected here and not before: an array that is passed by reference is written to memory as soon as its values are known, on
            // the valid path too.
            let sizes = [m.extent(), m.radius(), f.extent(), f.radius()];
            Err(Self::find::<T>(
                &Vector3::new(motion.x, motion.y, motion.z),
                &sizes,
            ))
        }
    }

    /// What can be wrong with a fixed shape alone.
    pub(crate) fn check_fixed<T: Real>(fixed: &Placed<T, impl Support>) -> Result<(), Self> {
        let sizes = [0.0, 0.0, fixed.shape().extent(), fixed.shape().radius()];
        let fits = |x: f64| (0.0..=4.0 * T::MAX_LENGTH).contains(&x);
        if sizes.into_iter().all(fits) {
            Ok(())
        } else {
            Err(Self::find::<T>(&Vector3::zeros(), &sizes))
        }
    }

    /// The first thing wrong.
    #[cold]
    fn find<T: Real>(motion: &Vector3<f64>, sizes: &[f64; 4]) -> Self {
        let expected = T::COORDINATE;
        let fields = ["displacement[0]", "displacement[1]", "displacement[2]"];
        for (field, value) in fields.into_iter().zip(motion.iter().copied()) {
            if !(-T::MAX_LENGTH..=T::MAX_LENGTH).contains(&value) {
                return Self {
                    field,
                    value: Short::of::<T>(value).0,
                    expected,
                };
            }
        }
        let expected = T::SIZE;
        let fields = [
            "moving.extent",
            "moving.radius",
            "fixed.extent",
            "fixed.radius",
        ];
        for (field, value) in fields.into_iter().zip(sizes.iter().copied()) {
            if !(0.0..=4.0 * T::MAX_LENGTH).contains(&value) {
                return Self {
                    field,
                    value,
                    expected,
                };
            }
        }
        Self {
            field: "moving.extent",
            value: f64::INFINITY,
            expected: "that of a bounded shape (a half-space may only be the fixed shape)",
        }
    }

    /// The same with the shapes the other way round.
    #[cold]
    pub(crate) fn exchanged(self) -> Self {
        let fields = [
            ["moving.extent", "fixed.extent"],
            ["moving.radius", "fixed.radius"],
            ["moving.support_point", "fixed.support_point"],
        ];
        let other = fields
            .into_iter()
            .find_map(|[moving, fixed]| match self.field {
                field if field == moving => Some(fixed),
                field if field == fixed => Some(moving),
                _ => None,
            });
        Self {
            field: other.unwrap_or(self.field),
            ..self
        }
    }

    /// Of two shapes whose distance is no number, the support point that is in no place. `n` is the normal found, in world space; a shape
    /// may answer so along few directions, or no more when it is asked again.
    #[cold]
    pub(crate) fn nowhere<T: Real, A: Support, B: Support>(
        problem: &Problem<'_, A, B>,
        n: &Vector3<f64>,
    ) -> Self {
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let directions = [*n].into_iter().chain(axes).filter(|n| within(n, 2.0));
        let beyond = |x: &f64| !(-4.0 * T::MAX_LENGTH..=4.0 * T::MAX_LENGTH).contains(x);
        let mut found = ("support_point", f64::NAN);
        for n in directions.flat_map(|n| [n, -n]) {
            let on_moving = problem
                .moving
                .support_point(&problem.moving_rotation.turn_back(&-n));
            let on_fixed = problem
                .fixed
                .support_point(&problem.fixed_rotation.turn_back(&n));
            let points = [
                ("moving.support_point", on_moving),
                ("fixed.support_point", on_fixed),
            ];
            let bad = |(field, point): (_, Point3<f64>)| {
                let value = point.iter().copied().find(beyond)?;
                Some((field, value))
            };
            if let Some(bad) = points.into_iter().find_map(bad) {
                found = bad;
                break;
            }
        }
        let (field, value) = found;
        Self {
            field,
            value,
            expected: "a coordinate of a point of the shape (expected a finite number within its extent)",
        }
    }
}
