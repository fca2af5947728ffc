//! What a cast into a scene can answer.

use crate::{Place, SubShape};
use swept_cast::{Hit, Overlap};
use swept_support::Real;

/// The answer of a cast into a scene: exactly one of four things.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub enum SceneOutcome<T: Real> {
    /// Something is touched.
    Hit(SceneHit<T>),
    /// Nothing is touched during the whole motion.
    Miss,
    /// The moving shape interpenetrates something at the start.
    Overlap(SceneOverlap<T>),
    /// The step limit came first for something that could be touched before everything else.
    Unresolved(SceneUnresolved<T>),
}

/// A contact, and what is touched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SceneHit<T: Real> {
    /// The contact with that one convex shape or triangle, as its own cast tells it. Its normal is the **separating**
    /// one: that of the plane which keeps the two apart until they touch.
    pub hit: Hit<T>,
    /// What is touched, and the normals there.
    pub place: Place<T>,
}

/// An overlap at the start, and with what.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SceneOverlap<T: Real> {
    /// The overlap with that one convex shape or triangle. Freeing the moving shape from it may push it into another.
    pub overlap: Overlap<T>,
    /// What is overlapped, and the normals there.
    pub place: Place<T>,
}

/// A cast that was given up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SceneUnresolved<T: Real> {
    /// Fraction up to which nothing in the scene is touched: proven.
    pub safe_fraction: T,
    /// What could not be decided.
    pub sub_shape: SubShape,
}

impl<T: Real> SceneOutcome<T> {
    /// The hit, if this is one.
    pub fn hit(&self) -> Option<&SceneHit<T>> {
        match self {
            Self::Hit(hit) => Some(hit),
            _ => None,
        }
    }

    /// The overlap, if this is one.
    pub fn overlap(&self) -> Option<&SceneOverlap<T>> {
        match self {
            Self::Overlap(overlap) => Some(overlap),
            _ => None,
        }
    }

    /// The cast that was given up, if this is one.
    pub fn unresolved(&self) -> Option<&SceneUnresolved<T>> {
        match self {
            Self::Unresolved(unresolved) => Some(unresolved),
            _ => None,
        }
    }

    /// The fraction that the moving shape may surely travel without touching anything: the hit's fraction, 1 for a miss,
    /// 0 for an overlap, the safe fraction of an unresolved cast.
    pub fn safe_fraction(&self) -> T {
        match self {
            Self::Hit(hit) => hit.hit.fraction,
            Self::Miss => T::one(),
            Self::Overlap(_) => T::zero(),
            Self::Unresolved(u) => u.safe_fraction,
        }
    }

    /// What the answer is about; `None` for a miss.
    pub fn sub_shape(&self) -> Option<SubShape> {
        match self {
            Self::Hit(hit) => Some(hit.place.sub_shape),
            Self::Overlap(overlap) => Some(overlap.place.sub_shape),
            Self::Unresolved(unresolved) => Some(unresolved.sub_shape),
            Self::Miss => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Motion, Object, Query, Scene};
    use swept_cast::CastOptions;
    use swept_support::{Placed, Sphere};

    #[test]
    fn each_outcome_gives_what_it_is_and_nothing_else() {
        let ball = Sphere::new(1.0).unwrap();
        let scene = Scene::of([Object::new(ball)]).unwrap();
        let cast = |from: [f64; 3], max_steps| {
            let motion = Motion::new(Placed::new(ball, from).unwrap(), [0.0, -6.0, 0.0]).unwrap();
            let options = CastOptions {
                max_steps,
                ..CastOptions::default()
            };
            scene.cast_closest(&motion, &Query::default().with_cast(options))
        };
        let most = CastOptions::<f64>::default().max_steps;
        let kinds = |outcome: SceneOutcome<f64>| {
            [
                outcome.hit().is_some(),
                outcome.overlap().is_some(),
                outcome.unresolved().is_some(),
            ]
        };
        assert_eq!(kinds(cast([0.0, 4.0, 0.0], most)), [true, false, false]);
        assert_eq!(kinds(cast([9.0, 4.0, 0.0], most)), [false; 3]);
        // Two unit balls, 1.5 apart: half a unit deep.
        let overlap = cast([0.0, 1.5, 0.0], most);
        assert_eq!(kinds(overlap), [false, true, false]);
        let depth = overlap.overlap().map(|o| o.overlap.depth);
        assert!(depth.is_some_and(|d| (d - 0.5).abs() < 1e-12));
        let sub_shape = overlap.sub_shape().unwrap();
        let given_up = SceneOutcome::Unresolved(SceneUnresolved {
            safe_fraction: 0.25,
            sub_shape,
        });
        assert_eq!(kinds(given_up), [false, false, true]);
        let safe = given_up.unresolved().map(|u| u.safe_fraction);
        assert_eq!(safe, Some(0.25));
    }
}
