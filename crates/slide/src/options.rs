//! How a shape is to be moved.

use crate::SlideHit;
use nalgebra::{Unit, Vector3};
use swept_scene::Query;
use swept_support::Real;

/// Options of a move.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct SlideOptions<'a, T: Real> {
    /// How far the mover stays away from what it meets: a length, along the normal of the contact. Nothing comes nearer than half of it.
    ///
    /// `None`, and anything that is no length, stands for a 128th of the mover's size (its greatest distance from its origin): of a capsule
    /// 1.8 high, 7 mm were it metres.
    ///
    /// # Where it is wider
    /// Where rounding asks for more, more is kept, and [`SlideReport::skin`](crate::SlideReport::skin) tells how much:
    /// - 64 units in the last place of the mover's coordinates, its size and the way. In `f32` that is 2⁻¹⁷ of them, 8 cm at a
    ///   distance of 10,000 from the world's origin; in `f64` 2⁻⁴⁶.
    /// - 32 times what casts call touching, beside the largest shape or triangle near the way. In `f32` that is 2⁻¹⁸ of its size and the
    ///   distance of its origin (of a triangle, that of its mesh) together: 5 mm of a triangle a kilometre long at the origin of its mesh, were
    ///   it metres. In `f64` it is 2⁻⁴⁴. A half-space has no size.
    ///
    /// Of a way that leads far out of the scene no more counts for that than five times the lengths of the scene, the mover's place and
    /// the mover; where the query looks at a half-space, which does not end, that part of a way counts that leaves the skin no wider than the
    /// mover, and farther only what leaves the half-space is made: see [`Stop::Unresolved`](crate::Stop::Unresolved).
    ///
    /// # Where it is narrower
    /// In a corridor that leaves less than half of it on either side, what there is takes its place for the move, down to what
    /// rounding asks for. Below that, down to walls that it touches on both sides, a mover goes along what planes tell it is beside,
    /// and keeps as near as it is.
    pub skin: Option<T>,
    /// Casts after which a move begins no further step. Default: 8. A move that needs more ends with
    /// [`Stop::Casts`](crate::Stop::Casts), which costs the rest of it and nothing else. A step is not cut short: one that has to get
    /// away from something first takes a few casts, and so the report may count some more than this.
    pub max_casts: u32,
    /// What of the scene is looked at, and how casts are done. Of the casts' options the mover sets the target distance, the
    /// tolerance, what to do with overlaps at the start, and that these need not tell where the line of motion leaves them (`chord`).
    pub query: Query<'a, T>,
}

impl<T: Real> Default for SlideOptions<'_, T> {
    fn default() -> Self {
        Self {
            skin: None,
            max_casts: 8,
            query: Query::default(),
        }
    }
}

impl<'a, T: Real> SlideOptions<'a, T> {
    /// These options with this skin, a length.
    #[must_use]
    pub fn with_skin(self, skin: T) -> Self {
        Self {
            skin: Some(skin),
            ..self
        }
    }

    /// These options with this query.
    #[must_use]
    pub fn with_query(self, query: Query<'a, T>) -> Self {
        Self { query, ..self }
    }
}

/// What a game makes of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Response<T: Real> {
    /// Slide along the plane across [`SlideHit::normal`].
    Slide,
    /// Slide along the plane across another normal: a wall of what is too steep to climb, for example. The mover
    /// never enters what it met, whatever the normal is; one that does not oppose the motion is left aside.
    Normal(Unit<Vector3<T>>),
    /// Pass through the whole object, for the rest of this move.
    Ignore,
    /// End the move here.
    Stop,
}

/// Slides along everything: `move_and_slide(.., slide)`.
#[must_use]
pub fn slide<T: Real>(_: &SlideHit<T>) -> Response<T> {
    Response::Slide
}
