//! What a closed form can answer.

use nalgebra::{Point3, Unit, UnitQuaternion, Vector3};

/// The answer of a sweep in closed form.
///
/// Normals are of unit length and point out of the fixed shape toward the moving one.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The shapes come into contact during the sweep.
    Hit(Hit),
    /// They do not.
    Miss(Miss),
    /// They interpenetrate at the start.
    Overlap(Overlap),
}

/// First contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Fraction of the displacement, in [0, 1], to within the error that the function states.
    pub fraction: f64,
    /// The point of contact on the fixed shape.
    pub point: Point3<f64>,
    /// Normal of the contact.
    pub normal: Unit<Vector3<f64>>,
}

/// No contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// Normal of a plane that keeps the shapes apart during the whole sweep.
    pub axis: Unit<Vector3<f64>>,
}

/// Contact at the start that is deeper than touching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// How far the moving shape must go along `normal` to come free.
    pub depth: f64,
    /// The direction of the shortest way out.
    pub normal: Unit<Vector3<f64>>,
    /// The point of the fixed shape's surface that the moving shape's deepest point then touches.
    pub point: Point3<f64>,
}

impl Answer {
    /// The hit, if this is one.
    #[must_use]
    pub fn hit(&self) -> Option<&Hit> {
        match self {
            Self::Hit(hit) => Some(hit),
            _ => None,
        }
    }

    /// An answer in a frame with these axes and this origin, taken out of it.
    pub(crate) fn placed(self, rotation: &UnitQuaternion<f64>, origin: &Vector3<f64>) -> Self {
        self.mapped(|p| rotation * p + origin, |n| rotation * n)
    }

    /// The answer with its points and its normals mapped, neither of which changes a length.
    pub(crate) fn mapped(
        self,
        point: impl Fn(Point3<f64>) -> Point3<f64>,
        normal: impl Fn(Unit<Vector3<f64>>) -> Unit<Vector3<f64>>,
    ) -> Self {
        match self {
            Self::Hit(hit) => Self::Hit(Hit {
                fraction: hit.fraction,
                point: point(hit.point),
                normal: normal(hit.normal),
            }),
            Self::Miss(miss) => Self::Miss(Miss {
                axis: normal(miss.axis),
            }),
            Self::Overlap(overlap) => Self::Overlap(Overlap {
                depth: overlap.depth,
                normal: normal(overlap.normal),
                point: point(overlap.point),
            }),
        }
    }
}
