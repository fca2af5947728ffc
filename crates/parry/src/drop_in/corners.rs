//! The corners of a convex polyhedron of parry's, borrowed.
//!
//! parry keeps no table of them by direction, and what it knows of edges and faces is rounded with the corners: a walk along it may end
//! at a corner that is not the farthest. So all are compared. Of many, eight at a time in `f32`, in copies that are made once for a
//! cast; and those that come near to the farthest of them, one or two mostly, as they are. What a copy can be off by never
//! decides: the corner is the one that comparing all of them as they are gives, for as long as their products are numbers.

use super::Scalar;
use super::convert::{narrow, point};
use super::parry::math::Vector;
use crate::tolerance::NEAR;
use nalgebra::{Point3, Vector3};
use smallvec::SmallVec;
use swept_support::{
    Aabb, Core, LinearMap, Middle, Real, Support, bounds_of, extent_of, farthest_of,
    inverse_power_of_two, largest, middle_of, middle_of_hull,
};
use wide::f32x8;

/// Fewer corners than this are compared as they are in less time. It decides no answer.
const MANY: usize = 32;

/// As many as there are bits for.
const EIGHTS: usize = 8;

/// Where the copies of a polyhedron's corners are kept for a cast: on the stack, but for polyhedra with a great many.
pub(super) type Copies = SmallVec<[Eight; 16]>;

/// Eight corners by their coordinates as seen from the middle, in units of a power of two that is not above the extent there.
pub(super) type Eight = [f32x8; 3];

/// The corners of a convex polyhedron.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners<'a> {
    points: &'a [Vector],
    extent: f64,
    /// That of a hull of swept's own of the same corners, which answers as they do. Told apart by their ways from it, the farthest is as
    /// near to the true one as the polyhedron is small.
    middle: Option<Middle>,
    /// The points again, the last one repeated until there are eight; nothing, of few.
    copies: &'a [Eight],
}

impl<'a> Corners<'a> {
    /// `room`, which is empty, keeps copies; without it there are none.
    pub(super) fn new(points: &'a [Vector], room: Option<&'a mut Copies>) -> Self {
        let wide = points.iter().copied().map(point);
        let extent = extent_of(wide.clone());
        let middle = middle_of_hull::<Scalar>(wide, extent);
        let (from, size) = match &middle {
            Some(middle) => (narrow(&middle.at.coords), middle.extent),
            None => (Vector::ZERO, extent),
        };
        let mut copies: &[Eight] = &[];
        if points.len() >= MANY
            && let Some(room) = room
            && let Some(unit) = inverse_power(size).map(<Scalar as Real>::nearest)
            && unit.is_normal()
        {
            room.extend(points.chunks(8).map(|points| eight(points, from, unit)));
            copies = room;
        }
        Self {
            points,
            extent,
            middle,
            copies,
        }
    }

    fn wide(&self) -> impl Iterator<Item = Point3<f64>> + '_ {
        self.points.iter().copied().map(point)
    }

    /// The number of the first corner that is the farthest along n.
    #[inline(always)]
    fn farthest(&self, n: &Vector3<f64>) -> usize {
        if self.copies.is_empty() {
            return self.farthest_of_all(n);
        }
        self.farthest_of_many(n.x, n.y, n.z)
    }

    #[inline(always)]
    fn farthest_of_all(&self, n: &Vector3<f64>) -> usize {
        match &self.middle {
            None => farthest_of(self.wide(), n),
            Some(Middle { at, .. }) => farthest_of(self.wide().map(|p| (p - at).into()), n),
        }
    }

    #[inline(never)]
    fn farthest_of_many(&self, x: f64, y: f64, z: f64) -> usize {
        let n = Vector3::new(x, y, z);
        let Some(unit) = inverse_power(largest(&n)) else {
            return self.farthest_of_all(&n);
        };
        let from = self.middle.map_or(Point3::origin(), |middle| middle.at);
        let n = n * unit;
        let [x, y, z] = [n.x, n.y, n.z].map(|n| f32x8::splat(f32::nearest(n)));
        let along = |eight: &Eight| eight[0] * x + eight[1] * y + eight[2] * z;
        let lowest = f32x8::splat(f32::NEG_INFINITY);
        let (mut most, mut best, mut reach) = (lowest, 0, f64::NEG_INFINITY);
        for (block, copies) in self.copies.chunks(EIGHTS).enumerate() {
            let mut sums = [lowest; EIGHTS];
            for (sum, eight) in sums.iter_mut().zip(copies) {
                *sum = along(eight);
                most = most.fast_max(*sum);
            }
            // Up to here: what is near to the farthest of all is near to the farthest of those that have come so far.
            let least = f32x8::splat(greatest(most) - NEAR);
            let near = sums.map(|sum| u64::from(sum.simd_ge(least).to_bitmask()));
            let mut near = (0..EIGHTS).fold(0, |all, k| all | near[k] << (8 * k));
            while near != 0 {
                let i = 8 * EIGHTS * block + near.trailing_zeros() as usize;
                near &= near - 1;
                let Some(p) = self.points.get(i).copied().map(point) else {
                    break;
                };
                let p = p - from;
                let along = n.x * p.x + n.y * p.y + n.z * p.z;
                if along > reach {
                    (best, reach) = (i, along);
                }
            }
        }
        best
    }
}

/// A power of two that brings a length to between 1 and 2; `None` for none, and where there is no such number.
#[inline(always)]
fn inverse_power(length: f64) -> Option<f64> {
    // 2¹⁰²³ and above would be brought there by a subnormal number.
    (f64::MIN_POSITIVE..2.0 / f64::MIN_POSITIVE)
        .contains(&length)
        .then(|| inverse_power_of_two(length))
}

/// The greatest of eight numbers.
#[inline(always)]
fn greatest(x: f32x8) -> f32 {
    let [a, b, c, d, e, f, g, h] = x.to_array();
    let greater = |a: f32, b: f32| if a > b { a } else { b };
    let (low, high) = (
        greater(greater(a, b), greater(c, d)),
        greater(greater(e, f), greater(g, h)),
    );
    greater(low, high)
}

/// Eight points or fewer, the last one repeated, as seen from `from`, in units of 1 / `unit`.
fn eight(points: &[Vector], from: Vector, unit: Scalar) -> Eight {
    let mut eight = [[0.0; 8]; 3];
    for i in 0..8 {
        let p = points[i.min(points.len() - 1)] - from;
        for (to, x) in eight.iter_mut().zip(p.to_array()) {
            to[i] = f32::nearest((x * unit).to_f64());
        }
    }
    eight.map(f32x8::new)
}

impl Support for Corners<'_> {
    #[inline]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        point(self.points[self.farthest(n)])
    }
    fn interior_point(&self) -> Point3<f64> {
        middle_of(self.points.len(), self.wide())
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    fn middle(&self) -> Option<Middle> {
        self.middle
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn core_bounds(&self, axes: &LinearMap) -> Aabb {
        bounds_of(self.wide(), axes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners anywhere, in a grid, on a sphere, in a plane and in a line: along many directions, several of them are the farthest.
    fn clouds() -> Vec<Vec<[f64; 3]>> {
        let number = |i: usize, k: usize| f64::from((i * (7 + 4 * k) % 61) as u32) / 30.0 - 1.0;
        let mixed = (0..61).map(|i| [number(i, 0), number(i, 1), number(i, 2)]);
        let grid = (0..64).map(|i| [i % 4, i / 4 % 4, i / 16].map(|x| f64::from(x as u32)));
        let round = (0..203).map(|i| {
            let (a, y) = (f64::from(i) * 2.4, f64::from(2 * i) / 203.0 - 1.0);
            let r = (1.0 - y * y).sqrt();
            [r * a.cos(), y, r * a.sin()]
        });
        let flat = (0..50).map(|i| [number(i, 0), 0.25, number(i, 3)]);
        // To the last of eight eights, and one more.
        let [less, more] = [64, 65]
            .map(|count| (0..count).map(move |i| [number(i, 3), number(i, 1), 0.5 * number(i, 4)]));
        let line = (0..45).map(|i| [0.5, f64::from(i), -0.125]);
        vec![
            mixed.collect(),
            grid.collect(),
            round.collect(),
            flat.collect(),
            line.collect(),
            less.collect(),
            more.collect(),
        ]
    }

    #[test]
    fn the_farthest_of_many_is_that_of_all_compared_as_they_are() {
        let mut asked = 0;
        for cloud in clouds() {
            // In `f64` the last one has a middle.
            for (size, by) in [(1.0, 0.0), (1e-12, 0.0), (3e11, 0.0), (1.0, 1e4)] {
                let points: Vec<Vector> = (cloud.iter())
                    .map(|p| Vector::from(p.map(|x| (x * size + by) as super::super::Scalar)))
                    .collect();
                let mut room = Copies::new();
                let corners = Corners::new(&points, Some(&mut room));
                assert!(!corners.copies.is_empty());
                for i in -9..=9_i32 {
                    for j in -9..=9_i32 {
                        for length in [1.0, 1e-200, 1e150] {
                            let n = Vector3::new(i, j, (i * j + 3) % 5).cast::<f64>() * length;
                            let expected = corners.farthest_of_all(&n);
                            assert_eq!(corners.farthest(&n), expected, "{n:?}");
                            asked += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(asked, 7 * 4 * 361 * 3);
    }
}
