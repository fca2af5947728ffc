//! What a cast can answer. See the four variants of [`Outcome`].

use nalgebra::{Point3, Unit, Vector3};
use swept_support::{LinearMap, Real};

/// The answer of a cast: exactly one of four things, each with its proof.
///
/// All points and normals are in world space. Normals point out of the fixed shape toward the moving one.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub enum Outcome<T: Real> {
    /// The shapes come into contact during the sweep.
    Hit(Hit<T>),
    /// The shapes stay apart during the whole sweep.
    Miss(Miss<T>),
    /// The shapes interpenetrate at the start.
    Overlap(Overlap<T>),
    /// The step limit came first: neither a hit nor a miss is proven.
    Unresolved(Unresolved<T>),
}

/// First contact of the moving shape with the fixed one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Hit<T: Real> {
    /// Fraction of the displacement in [0, 1], rounded down: proven, rounding errors included, that the shapes do
    /// not touch before it (that they are no nearer than the target distance, where one was asked for).
    pub fraction: T,
    /// Fraction by which they touch, rounded up: proven up to a dilation of a few units in the last place of the
    /// sweep's scale, which the certificate states.
    pub fraction_upper: T,
    /// Unit normal out of the fixed shape.
    pub normal: Unit<Vector3<T>>,
    /// The point of contact on the moving shape, when that shape stands at `fraction`.
    pub point_moving: Point3<T>,
    /// The point of contact on the fixed shape.
    pub point_fixed: Point3<T>,
}

/// No contact: one plane keeps the shapes apart during the whole sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Miss<T: Real> {
    /// Unit normal of that plane, pointing from the fixed shape toward the moving one.
    pub axis: Unit<Vector3<T>>,
    /// The room along `axis` that is left throughout the sweep: a length, rounded down. 0 for shapes that touch and
    /// slide or part. Negative, and then how deep they stay at most along `axis`, only when a start overlap was
    /// ignored by request.
    pub gap: T,
}

/// The shapes interpenetrate at the start of the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Overlap<T: Real> {
    /// Moving the moving shape by `depth · normal` frees it: a length, rounded up.
    pub depth: T,
    /// No translation shorter than this frees it: a length, rounded down.
    pub depth_lower: T,
    /// Unit normal out of the fixed shape: the direction of the shortest way out.
    pub normal: Unit<Vector3<T>>,
    /// The deepest point of the moving shape.
    pub point_moving: Point3<T>,
    /// The point of the fixed shape that `point_moving` meets once moved by `depth · normal`.
    pub point_fixed: Point3<T>,
    /// Fraction, 0 or less, at which this line of motion came into contact; −∞ without a displacement, or where it was not asked for
    /// ([`CastOptions::chord`](crate::CastOptions::chord)).
    pub entry: T,
    /// Fraction, 0 or more, at which the line of motion leaves contact; ∞ without a displacement, or where it was not asked for.
    pub exit: T,
}

/// The step limit came first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Unresolved<T: Real> {
    /// Fraction in [0, 1], rounded down, up to which the shapes are proven not to touch.
    pub safe_fraction: T,
}

/// What a closed form answers: see [`Sweep::cast_closed`](crate::Sweep::cast_closed).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed<T: Real> {
    /// The outcome: a hit or a miss.
    pub outcome: Outcome<T>,
    /// Of a hit: the point of the moving shape's core (the shape without its radius) that is met, in that shape's own frame. Its
    /// radius against the normal from there is the point of contact. Zero otherwise, and for a core that is a point.
    pub core_moving: Vector3<f64>,
    /// The same of the fixed shape, in its own frame: its point of contact is its radius along the normal from there.
    pub core_fixed: Vector3<f64>,
    /// From the moving shape's frame into the world's axes.
    pub moving_rotation: LinearMap,
    /// From the fixed shape's frame into the world's axes.
    pub fixed_rotation: LinearMap,
}

impl<T: Real> Outcome<T> {
    /// The hit, if this is one.
    pub fn hit(&self) -> Option<&Hit<T>> {
        match self {
            Self::Hit(hit) => Some(hit),
            _ => None,
        }
    }

    /// The miss, if this is one.
    pub fn miss(&self) -> Option<&Miss<T>> {
        match self {
            Self::Miss(miss) => Some(miss),
            _ => None,
        }
    }

    /// The overlap, if this is one.
    pub fn overlap(&self) -> Option<&Overlap<T>> {
        match self {
            Self::Overlap(overlap) => Some(overlap),
            _ => None,
        }
    }

    /// The unresolved cast, if this is one.
    pub fn unresolved(&self) -> Option<&Unresolved<T>> {
        match self {
            Self::Unresolved(unresolved) => Some(unresolved),
            _ => None,
        }
    }

    /// The fraction that the moving shape may surely travel without touching anything: the hit's fraction, 1 for a
    /// miss, 0 for an overlap, the safe fraction of an unresolved cast.
    pub fn safe_fraction(&self) -> T {
        match self {
            Self::Hit(hit) => hit.fraction,
            Self::Miss(_) => T::one(),
            Self::Overlap(_) => T::zero(),
            Self::Unresolved(u) => u.safe_fraction,
        }
    }
}
