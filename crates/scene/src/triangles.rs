//! What a mesh and a height field have in common.

use crate::Faces;
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, Real, largest};

/// Numbered triangles, and which of them share an edge.
pub(crate) trait Triangles<T: Real> {
    /// The corners of a triangle; `None` when there is no such triangle.
    fn corners(&self, index: u32) -> Option<[Point3<T>; 3]>;

    /// The triangle across each edge: from the first corner to the second, and so on.
    fn neighbours(&self, index: u32) -> [Option<u32>; 3];

    /// Which sides can be met.
    fn faces(&self) -> Faces;

    /// The corners in `f64`.
    fn wide(&self, index: u32) -> Option<[Point3<f64>; 3]> {
        Some(self.corners(index)?.map(|p| p.map(Real::to_f64)))
    }

    /// Unit normal, counter-clockwise about the corners; `None` for a triangle without area.
    fn normal(&self, index: u32) -> Option<Vector3<f64>> {
        normal(&self.corners(index)?)
    }
}

/// The box around three corners: exact.
#[inline]
pub(crate) fn around<T: Real>(corners: &[Point3<T>; 3]) -> Aabb {
    let [a, b, c] = corners.map(|p| p.map(Real::to_f64));
    let of = |a: f64, b: f64, c: f64| {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        (
            if c < low { c } else { low },
            if c > high { c } else { high },
        )
    };
    let [x, y, z] = [of(a.x, b.x, c.x), of(a.y, b.y, c.y), of(a.z, b.z, c.z)];
    Aabb {
        min: Point3::new(x.0, y.0, z.0),
        max: Point3::new(x.1, y.1, z.1),
    }
}

/// A vector along the normal, counter-clockwise about the corners: zero for a triangle without area.
#[inline]
pub(crate) fn winding<T: Real>(corners: &[Point3<T>; 3]) -> Vector3<f64> {
    let [a, b, c] = corners.map(|p| p.coords.map(Real::to_f64));
    let (u, v) = (b - a, c - a);
    // Scaled first, so that the product neither overflows nor vanishes.
    (u * scale(largest(&u))).cross(&(v * scale(largest(&v))))
}

/// The power of two that brings a length to between 1 and 2; for 0, some power of two.
#[inline]
fn scale(length: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    // An exponent counts from 1023: it and that of the answer are twice as much together.
    f64::from_bits((2046_u64 << 52).wrapping_sub(length.to_bits() & EXPONENT))
}

/// Whether there is a [`normal`].
pub(crate) fn has_area<T: Real>(corners: &[Point3<T>; 3]) -> bool {
    let squared = winding(corners).norm_squared();
    squared > 0.0 && squared.is_finite()
}

/// Unit normal, counter-clockwise about the corners; `None` for a triangle without area.
pub(crate) fn normal<T: Real>(corners: &[Point3<T>; 3]) -> Option<Vector3<f64>> {
    winding(corners)
        .try_normalize(0.0)
        .filter(|n| n.iter().all(|x| x.is_finite()))
}
