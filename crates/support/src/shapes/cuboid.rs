use super::length_rounded_up;
use crate::invalid::{InvalidShape, size};
use crate::math::paired;
use crate::{Core, KnownCore, Real, Support};
use nalgebra::{Point3, Vector3};

/// A box about its origin, with its sides along its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<T: Real> {
    half_extents: Vector3<T>,
    /// The same in `f64`, so that no support point has to be converted.
    corner: Vector3<f64>,
    extent: f64,
}

impl<T: Real> Cuboid<T> {
    /// A box that reaches `half_extents` to either side of its origin; any of them may be 0.
    ///
    /// # Errors
    /// [`InvalidShape`] when one is negative, not finite or out of the scalar's range of lengths.
    #[inline(always)]
    pub fn new(half_extents: impl Into<Vector3<T>>) -> Result<Self, InvalidShape> {
        let h = half_extents.into();
        size("half_extents[0]", h.x)?;
        size("half_extents[1]", h.y)?;
        size("half_extents[2]", h.z)?;
        let corner = h.map(Real::to_f64);
        Ok(Self {
            half_extents: h,
            extent: length_rounded_up(&corner),
            corner,
        })
    }

    /// Half the box's sides.
    pub fn half_extents(&self) -> &Vector3<T> {
        &self.half_extents
    }
}

impl<T: Real> Support for Cuboid<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        Point3::from(paired(&self.corner, n, f64::copysign))
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Cuboid(self.corner)
    }
}
