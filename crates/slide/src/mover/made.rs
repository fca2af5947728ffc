//! The planes that a visitor makes of contacts, other than those that separate there.
//!
//! A wall that leans back is made upright, or a motion into it would climb it. A plane like that holds for as long as the mover is at
//! what it was made of: a motion may lead down the wall, and so away from the upright plane, and the rest of the way is not to climb
//! again what the mover came down. And it holds where the mover learns what else is near.

use crate::tolerance::SAME;
use nalgebra::{Unit, Vector3};
use swept_scene::SubShape;
use swept_support::Real;

/// What a visitor made of a contact.
pub(super) struct Made {
    /// What was met.
    pub(super) of: SubShape,
    /// The normal of the plane that separates there.
    pub(super) separating: Vector3<f64>,
    /// That of the plane to slide along.
    pub(super) normal: Vector3<f64>,
}

impl Made {
    /// Whether a plane that separates with this normal is the one it was made of: round things lean as they are gone along, and of a
    /// wall of many triangles another one may be near.
    pub(super) fn is_of<T: Real>(&self, of: &SubShape, normal: &Unit<Vector3<T>>) -> bool {
        self.of == *of || (self.separating - normal.map(Real::to_f64)).norm() <= SAME
    }
}

/// Whether the plane with this normal was made of something that is not left.
#[cold]
pub(super) fn holds(
    all: &[Made],
    normal: &Vector3<f64>,
    is_left: impl Fn(&Vector3<f64>) -> bool,
) -> bool {
    let mut made = all.iter().filter(|made| made.normal == *normal);
    made.any(|made| !is_left(&made.separating))
}
