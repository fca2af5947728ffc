//! What came of a move.

use nalgebra::{Point3, Unit, Vector3};
use smallvec::SmallVec;
use swept_scene::{Place, SubShape};
use swept_support::Real;

/// The result of a move. Neither scene nor mover has changed: the caller decides whether to move the mover to where the report says.
/// Points, ways and normals are in world space.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SlideReport<T: Real> {
    /// Where the mover's origin ends, in world space.
    pub position: Point3<T>,
    /// The way from where it was.
    pub moved: Vector3<T>,
    /// The rest of the displacement that was not made, before it is clipped by any plane: 0 when the mover arrived.
    pub left: Vector3<T>,
    /// The displacement clipped by the planes at the end: the direction in which a velocity goes on.
    pub clipped: Vector3<T>,
    /// What was met, in order.
    pub hits: SmallVec<[SlideHit<T>; 4]>,
    /// The planes that bound the motion at the end, as the normals of their free sides.
    pub planes: SmallVec<[Unit<Vector3<T>>; 4]>,
    /// Why it ended.
    pub stop: Stop,
    /// Casts into the scene that it took.
    pub casts: u32,
    /// The distance that the mover kept: the skin of the options, or the one used in its place. A length.
    pub skin: T,
}

impl<T: Real> SlideReport<T> {
    /// The report of a mover that stands at `position` and has not moved yet.
    pub(crate) fn at(position: &Vector3<T>) -> Self {
        Self {
            position: Point3::from(*position),
            moved: Vector3::zeros(),
            left: Vector3::zeros(),
            clipped: Vector3::zeros(),
            hits: SmallVec::new(),
            planes: SmallVec::new(),
            stop: Stop::Arrived,
            casts: 0,
            skin: T::zero(),
        }
    }

    /// The report of this move and the one after it.
    pub(crate) fn then(self, next: Self) -> Self {
        Self {
            moved: self.moved + next.moved,
            hits: self.hits.into_iter().chain(next.hits).collect(),
            casts: self.casts + next.casts,
            ..next
        }
    }
}

/// A contact: the mover came within its skin of something. Points, ways and normals are in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SlideHit<T: Real> {
    /// The normal of the plane to slide along, out of the scene: the separating one, freed of internal edges where that still opposes the
    /// motion. In a corridor that the mover fits exactly, that of the nearest thing beside it, if what was met lies behind its plane.
    pub normal: Unit<Vector3<T>>,
    /// The separating normal of the cast.
    pub separating: Unit<Vector3<T>>,
    /// What was met, and the normals of its surface there.
    pub place: Place<T>,
    /// The point of contact on the scene.
    pub point: Point3<T>,
    /// Where the mover's origin then was, at the skin's distance.
    pub position: Point3<T>,
    /// The motion that met it.
    pub motion: Vector3<T>,
    /// The distance along the separating normal that is left: about the skin, or less when it started nearer. Minus the
    /// depth of an overlap at the start.
    pub gap: T,
}

impl<T: Real> SlideHit<T> {
    /// The object, its part, and the triangle.
    pub fn sub_shape(&self) -> SubShape {
        self.place.sub_shape
    }
}

/// Why a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// The whole displacement was made, but for what planes took of it.
    Arrived,
    /// The planes leave no motion.
    Blocked,
    /// The limit on casts came first.
    Casts,
    /// The visitor ended it.
    Asked,
    /// A cast was given up (its limit on steps): the mover went as far as is proven safe. Or a way does not leave a half-space
    /// ([`Scene::unbounded_normals`](swept_scene::Scene::unbounded_normals)), and leads so far that rounding asks for a skin wider than the
    /// mover and than the one asked for: it went as far as such a skin can be kept, some 2⁴⁴ times its size in `f64` and 2¹⁸ times in `f32`.
    Unresolved,
    /// A cast stops the motion, and none of the planes that are near opposes it: the mover stays where it is safe.
    Stalled,
}
