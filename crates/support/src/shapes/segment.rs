use super::{corner, extent_of, farthest, first_as_middle, own_extent};
use crate::{Core, InvalidShape, KnownCore, Middle, Real, Support};
use nalgebra::{Point3, Vector3, center};

/// A straight line between two points of its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T: Real> {
    ends: [Point3<T>; 2],
    extent: f64,
    /// About the first of them, where that is the middle; else 0.
    own: f64,
}

impl<T: Real> Segment<T> {
    /// The segment from `a` to `b`, which may coincide.
    ///
    /// # Errors
    /// [`InvalidShape`] when a coordinate is not finite or beyond the scalar's largest length.
    pub fn new(a: impl Into<Point3<T>>, b: impl Into<Point3<T>>) -> Result<Self, InvalidShape> {
        let ends = [corner("a", a.into())?, corner("b", b.into())?];
        let wide = ends.map(|p| p.map(Real::to_f64));
        let extent = extent_of(wide);
        let own = own_extent::<T, _>(&wide, extent);
        Ok(Self { ends, extent, own })
    }

    /// The two ends.
    pub fn ends(&self) -> &[Point3<T>; 2] {
        &self.ends
    }

    #[inline(always)]
    fn wide(&self) -> [Point3<f64>; 2] {
        self.ends.map(|p| p.map(Real::to_f64))
    }
}

impl<T: Real> Support for Segment<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        farthest(&self.wide(), self.middle(), n)
    }
    fn interior_point(&self) -> Point3<f64> {
        let [a, b] = self.wide();
        center(&a, &b)
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
        KnownCore::Segment(self.wide().map(|p| p.coords))
    }
}
