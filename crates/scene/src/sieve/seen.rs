//! The corners of a triangle as seen from a point, side by side.

use super::scale_for;
use nalgebra::{Point3, Vector3};
use swept_support::Real;
use wide::f32x4;

/// A point that triangles are seen from, in their frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    centre: Vector3<f64>,
    /// The same as `f32`, and what that leaves of it.
    near: [f32x4; 3],
    rest: [f32x4; 3],
    /// A power of two, which brings all lengths to 1 at most.
    pub(super) scale: f64,
}

impl Seen {
    /// `size` is the largest length. `None` where that is none, or beyond the numbers of `f32`.
    #[inline(always)]
    pub(super) fn new(centre: Vector3<f64>, size: f64) -> Option<Self> {
        Some(Self {
            centre,
            near: three(centre),
            rest: three(centre.map(|x| x - f64::from(x as f32))),
            scale: scale_for(size)?,
        })
    }

    /// Coordinate by coordinate: lane k is corner k, and the fourth is corner 0 once more.
    #[inline(always)]
    pub(super) fn corners<T: Real>(&self, corners: &[Point3<T>; 3]) -> [f32x4; 3] {
        let lanes = |i: usize| {
            let [a, b, c] = corners;
            let [a, b, c] = [a[i], b[i], c[i]].map(Real::to_f64);
            if const { T::EPSILON > f64::EPSILON } {
                // There is nothing to round.
                let [a, b, c] = [a, b, c].map(|x| x as f32);
                let near = f32x4::new([a, b, c, a]) - self.near[i] - self.rest[i];
                near * f32x4::splat(self.scale as f32)
            } else {
                let [a, b, c] = [a, b, c].map(|x| ((x - self.centre[i]) * self.scale) as f32);
                f32x4::new([a, b, c, a])
            }
        };
        [lanes(0), lanes(1), lanes(2)]
    }
}

/// Each component in all lanes.
#[inline(always)]
pub(super) fn three(v: Vector3<f64>) -> [f32x4; 3] {
    let splat = |x: f64| f32x4::splat(x as f32);
    // One by one: `array::map` would be a call of its own here.
    [splat(v.x), splat(v.y), splat(v.z)]
}

/// The largest coordinate of all corners.
#[inline(always)]
pub(super) fn farthest(p: &[f32x4; 3]) -> f32x4 {
    let far = p[0].abs().fast_max(p[1].abs()).fast_max(p[2].abs());
    far.fast_max(next(far)).fast_max(last(far))
}

/// Corner or side k + 1 in the place of k.
#[inline(always)]
pub(super) fn next(x: f32x4) -> f32x4 {
    let [a, b, c, _] = x.to_array();
    f32x4::new([b, c, a, b])
}

/// Corner or side k + 2 in the place of k.
#[inline(always)]
pub(super) fn last(x: f32x4) -> f32x4 {
    let [a, b, c, _] = x.to_array();
    f32x4::new([c, a, b, c])
}

/// From each corner to the next.
#[inline(always)]
pub(super) fn sides(v: &[f32x4; 3]) -> [f32x4; 3] {
    [next(v[0]) - v[0], next(v[1]) - v[1], next(v[2]) - v[2]]
}

/// The triangle's normal, the product of its first two sides, in all lanes.
#[inline(always)]
pub(super) fn normal(side: &[f32x4; 3]) -> [f32x4; 3] {
    let [x, y, z] = [side[0].to_array(), side[1].to_array(), side[2].to_array()];
    let product = |a: &[f32; 4], b: &[f32; 4]| f32x4::splat(a[0] * b[1] - a[1] * b[0]);
    [product(&y, &z), product(&z, &x), product(&x, &y)]
}

/// The products of two vectors.
#[inline(always)]
pub(super) fn cross(a: &[f32x4; 3], b: &[f32x4; 3]) -> [f32x4; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(super) fn dot(a: &[f32x4; 3], b: &[f32x4; 3]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The sum of the components.
#[inline(always)]
pub(super) fn sum(x: &[f32x4; 3]) -> f32x4 {
    x[0].abs() + x[1].abs() + x[2].abs()
}
