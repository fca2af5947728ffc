use crate::invalid::{InvalidShape, size};
use crate::{Core, KnownCore, Real, Support};
use nalgebra::{Point3, Vector3};

/// A ball: a point with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T> {
    radius: T,
}

impl<T: Real> Sphere<T> {
    /// A ball of this radius about its origin; radius 0 is a point.
    ///
    /// # Errors
    /// [`InvalidShape`] when the radius is negative, not finite or out of the scalar's range of lengths.
    #[inline(always)]
    pub fn new(radius: T) -> Result<Self, InvalidShape> {
        Ok(Self {
            radius: size("radius", radius)?,
        })
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real> Support for Sphere<T> {
    #[inline(always)]
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius.to_f64()
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
