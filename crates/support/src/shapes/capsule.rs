use crate::invalid::{InvalidShape, size};
use crate::{Core, KnownCore, Real, Support};
use nalgebra::{Point3, Vector3};

/// A capsule: a segment along y, with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    half_height: T,
    radius: T,
}

impl<T: Real> Capsule<T> {
    /// A capsule whose segment runs from y = −`half_height` to y = `half_height`; the caps reach `radius` further.
    /// Either may be 0.
    ///
    /// # Errors
    /// [`InvalidShape`] when one is negative, not finite or out of the scalar's range of lengths.
    #[inline(always)]
    pub fn new(half_height: T, radius: T) -> Result<Self, InvalidShape> {
        Ok(Self {
            half_height: size("half_height", half_height)?,
            radius: size("radius", radius)?,
        })
    }

    /// Half the length of the segment, without the caps.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real> Support for Capsule<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        Point3::new(0.0, self.half_height.to_f64().copysign(n.y), 0.0)
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius.to_f64()
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        Some(Vector3::y())
    }
    fn extent(&self) -> f64 {
        self.half_height.to_f64()
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        let tip = Vector3::new(0.0, self.half_height.to_f64(), 0.0);
        KnownCore::Segment([-tip, tip])
    }
}
