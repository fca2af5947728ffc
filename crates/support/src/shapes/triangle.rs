use super::{corner, extent_of, farthest, first_as_middle, own_extent};
use crate::{Core, InvalidShape, KnownCore, Middle, Real, Support};
use nalgebra::{Point3, Vector3};

/// A triangle between three points of its own frame: flat, and met from either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<T: Real> {
    corners: [Point3<T>; 3],
    extent: f64,
    /// About the first of them, where that is the middle; else 0.
    own: f64,
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
        let wide = corners.map(|p| p.map(Real::to_f64));
        let extent = extent_of(wide);
        let own = own_extent::<T, _>(&wide, extent);
        Ok(Self {
            corners,
            extent,
            own,
        })
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
        farthest(&self.wide(), self.middle(), n)
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
        first_as_middle::<T>(&self.wide(), self.own)
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Triangle(self.wide().map(|p| p.coords))
    }
}
