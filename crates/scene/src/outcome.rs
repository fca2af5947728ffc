//! What a cast into a scene can answer.

use crate::{Place, SubShape};
use swept_cast::{Hit, Overlap};
use swept_support::Real;

/// The answer of a cast into a scene: exactly one of four things.
#[derive(Clone, Copy, Debug, PartialEq)]
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
pub struct SceneHit<T: Real> {
    /// The contact with that one convex shape or triangle, as its own cast tells it. Its normal is the **separating**
    /// one: that of the plane which keeps the two apart until they touch.
    pub hit: Hit<T>,
    /// What is touched, and the normals there.
    pub place: Place<T>,
}

/// An overlap at the start, and with what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOverlap<T: Real> {
    /// The overlap with that one convex shape or triangle. Freeing the moving shape from it may push it into another.
    pub overlap: Overlap<T>,
    /// What is overlapped, and the normals there.
    pub place: Place<T>,
}

/// A cast that was given up.
#[derive(Clone, Copy, Debug, PartialEq)]
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
