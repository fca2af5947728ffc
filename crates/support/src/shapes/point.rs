use crate::{Core, KnownCore, Support};
use nalgebra::{Point3, Vector3};

/// A single point, at its own origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PointShape;

impl Support for PointShape {
    #[inline(always)]
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Point
    }
}
