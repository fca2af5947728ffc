//! What a mesh and a height field have in common.

use crate::Faces;
use crate::tolerance::ALONG;
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

/// Whether a motion along `way`, of any length, leads out of the front of a one-sided triangle with this [`winding`] (both in one frame): by
/// more than [`ALONG`]. One along the triangle comes from neither side.
#[inline]
pub(crate) fn leads_out<T: Real>(winding: &Vector3<f64>, way: &Vector3<f64>) -> bool {
    winding.dot(way) > ALONG * T::EPSILON * winding.norm() * largest(way)
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
#[inline]
pub(crate) fn normal<T: Real>(corners: &[Point3<T>; 3]) -> Option<Vector3<f64>> {
    winding(corners)
        .try_normalize(0.0)
        .filter(|n| n.iter().all(|x| x.is_finite()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_has_the_same_bits_at_any_power_of_two() {
        let corners = [[0.3, -1.2, 0.7], [2.9, 0.4, -0.1], [-0.6, 1.1, 3.3]];
        let at = |unit: f64| normal(&corners.map(|c| Point3::from(c.map(|x: f64| x * unit))));
        let expected = at(1.0);
        assert!(expected.is_some_and(|n| (n.norm() - 1.0).abs() < 1e-15));
        for power in [-300, -100, -1, 2, 100, 300] {
            assert_eq!(at(2_f64.powi(power)), expected, "{power}");
        }
        // Of subnormal coordinates some digits are gone, but not the normal.
        assert!(at(2_f64.powi(-1050)).is_some_and(|n| n.dot(&expected.unwrap()) > 0.99));
    }

    #[test]
    fn a_triangle_without_area_has_no_normal() {
        let o = Point3::new(1.0, 2.0, 3.0);
        let x = o + Vector3::x();
        for corners in [[o, o, o], [o, o, x], [o, x, o], [o, x, x]] {
            assert_eq!(winding(&corners), Vector3::zeros());
            assert!(normal(&corners).is_none() && !has_area(&corners));
        }
    }

    #[test]
    fn lengths_are_scaled_by_powers_of_two() {
        for (length, power) in [(1.0, 1.0), (1.999, 1.0), (2.0, 0.5), (0.75, 2.0)] {
            assert_eq!(scale(length), power);
        }
        assert_eq!(scale(2_f64.powi(100)), 2_f64.powi(-100));
        assert!(scale(0.0).is_finite() && scale(f64::from_bits(1)).is_finite());
    }
}
