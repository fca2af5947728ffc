use super::{corner, extent_of, farthest, middle_among};
use crate::{Core, InvalidShape, KnownCore, Middle, Real, Support};
use nalgebra::{Point3, Vector3};

/// A triangle: flat, and met from either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<T: Real> {
    corners: [Point3<T>; 3],
    extent: f64,
}

impl<T: Real> Triangle<T> {
    /// The triangle with these corners, in either winding; they may coincide or lie on one line.
    ///
    /// # Errors
    /// [`InvalidShape`] when a coordinate is not finite or beyond the scalar's largest length.
    #[inline(always)]
    pub fn new(
        a: impl Into<Point3<T>>,
        b: impl Into<Point3<T>>,
        c: impl Into<Point3<T>>,
    ) -> Result<Self, InvalidShape> {
        let corners = [
            corner("a", a.into())?,
            corner("b", b.into())?,
            corner("c", c.into())?,
        ];
        let extent = extent_of(corners.map(|p| p.map(Real::to_f64)));
        Ok(Self { corners, extent })
    }

    /// The three corners, in the order given.
    pub fn corners(&self) -> &[Point3<T>; 3] {
        &self.corners
    }

    #[inline(always)]
    fn wide(&self) -> [Point3<f64>; 3] {
        self.corners.map(|p| p.map(Real::to_f64))
    }
}

impl<T: Real> Support for Triangle<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        farthest(&self.wide(), n)
    }
    fn interior_point(&self) -> Point3<f64> {
        // Divide before adding: three corners at the scalar's limit must not overflow.
        let [a, b, c] = self.wide().map(|p| p.coords / 3.0);
        Point3::from(a + b + c)
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn middle(&self) -> Option<Middle> {
        middle_among(&self.wide(), self.extent)
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Triangle(self.wide().map(|p| p.coords))
    }
}
