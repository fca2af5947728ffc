//! What a mesh and a height field have in common.

use crate::Faces;
use crate::flight::Pose;
use crate::tolerance::{ALONG, CLEAR_SINE, CLEAR_SQUARE, CORNERS, FARTHEST_ALONG, WINDINGS};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, Real, brought_near, inverse_power_of_two, largest, sqrt};

/// Numbered triangles, and which of them share an edge.
pub(crate) trait Triangles<T: Real> {
    /// The corners of a triangle; `None` when there is no such triangle.
    fn corners(&self, index: u32) -> Option<[Point3<T>; 3]>;

    /// The triangle across each edge: from the first corner to the second, and so on.
    fn neighbours(&self, index: u32) -> [Option<u32>; 3];

    /// Which sides can be met.
    fn faces(&self) -> Faces;

    /// The corners in `f64`.
    #[inline(always)]
    fn wide(&self, index: u32) -> Option<[Point3<f64>; 3]> {
        Some(self.corners(index)?.map(|p| p.map(Real::to_f64)))
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
    let [(u, _), (v, _)] = scaled_sides(corners);
    u.cross(&v)
}

/// The two sides that begin at the first corner, each times its [`scale`], and that: so scaled, their product neither overflows nor vanishes.
#[inline]
fn scaled_sides<T: Real>(corners: &[Point3<T>; 3]) -> [(Vector3<f64>, f64); 2] {
    let [a, b, c] = corners.map(|p| p.coords.map(Real::to_f64));
    [b - a, c - a].map(|side| {
        let scale = inverse_power_of_two(largest(&side));
        (side * scale, scale)
    })
}

/// The front of a one-sided triangle, and what its direction is known to.
///
/// Corners of one flat surface, at coordinates up to a, are rounded to the scalar: by half a unit in the last place of a in each
/// component, so that each is out of the surface by no more than d = √3/2 a units. A linear function that is within d of 0 at three corners
/// has a range of no more than 2 d over the triangle, which is as wide as its least height h in any direction or wider: its gradient is no
/// more than 2 d / h. So the triangle is turned out of the surface by √3 a/h units at most, and a motion along its neighbour by as much of
/// that one's height. [`CORNERS`] a/h units are both of them. What both normals err by in `f64` is [`WINDINGS`] a/h units of that.
///
/// Of the sides u and v, scaled by s and t, the winding is w = (s u) × (t v). The height is |u × v| / e on the longest side e, which is no
/// longer than |u| + |v|. So what w's product with a way may be short by is, per length of the way and per unit, without a division
///
/// ```text
/// |w| a/h = a e s t ≤ a (|s u| t + |t v| s)
/// ```
///
/// and that is no more than twice as much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// The [`winding`], in world space.
    pub(crate) winding: Vector3<f64>,
    /// s u and t v, with s and t.
    scaled_sides: [(Vector3<f64>, f64); 2],
    /// a.
    farthest: f64,
    /// The unit in the last place of 1.
    unit: f64,
}

impl Front {
    /// Of a triangle with these corners in the frame `pose`.
    #[inline]
    pub(crate) fn of<T: Real>(pose: &Pose, corners: &[Point3<T>; 3]) -> Self {
        let far = corners.map(|p| largest(&p.coords.map(Real::to_f64)));
        let scaled_sides = scaled_sides(corners);
        let [(u, _), (v, _)] = scaled_sides;
        Self {
            winding: pose.rotation.apply(&u.cross(&v)),
            scaled_sides,
            farthest: far.into_iter().fold(0.0, f64::max),
            unit: T::EPSILON,
        }
    }

    /// By how much, times the winding's length, a motion along `way`, of any length, leads out of it: counted from where it may be along the
    /// triangle. One along the triangle comes from neither side, and is not above 0, as one that leads in.
    #[inline]
    pub(crate) fn lead(&self, way: &Vector3<f64>) -> f64 {
        let out = self.winding.dot(way);
        // Most of the triangles that are met face the motion.
        if out > 0.0 {
            out - self.open() * largest(way)
        } else {
            out
        }
    }

    /// What a motion along the triangle may lead out by, per length of its largest component, as the winding tells it.
    fn open(&self) -> f64 {
        let [(u, s), (v, t)] = self.scaled_sides;
        let known_to = CORNERS * self.unit + WINDINGS * f64::EPSILON;
        let turned = known_to * (self.farthest * (u.norm() * t + v.norm() * s));
        let length = self.winding.norm();
        (ALONG * self.unit * length + turned).min(FARTHEST_ALONG * length)
    }
}

/// Whether there is a [`normal`]. Few triangles have to be asked for a [`winding`] of scaled sides ([`CLEAR_SINE`]).
#[inline]
pub(crate) fn has_area<T: Real>(corners: &[Point3<T>; 3]) -> bool {
    let [a, b, c] = corners.map(|p| p.coords.map(Real::to_f64));
    let (u, v) = (b - a, c - a);
    let (sides, square) = (
        u.norm_squared() * v.norm_squared(),
        u.cross(&v).norm_squared(),
    );
    let is_clear = square > CLEAR_SQUARE && square > CLEAR_SINE * CLEAR_SINE * sides;
    is_clear && sides.is_finite() || normal_square(&winding(corners)).is_some()
}

/// The square of a winding's length; `None` where it is lost.
fn normal_square(winding: &Vector3<f64>) -> Option<f64> {
    Some(winding.norm_squared()).filter(|&square| square > 0.0 && square.is_finite())
}

/// Unit normal, counter-clockwise about the corners; `None` for a triangle without area.
#[inline]
pub(crate) fn normal<T: Real>(corners: &[Point3<T>; 3]) -> Option<Vector3<f64>> {
    unit(&winding(corners))
}

/// The unit vector along a winding; `None` where its square is 0, or beyond all numbers.
#[inline]
pub(crate) fn unit(winding: &Vector3<f64>) -> Option<Vector3<f64>> {
    let square = normal_square(winding)?;
    if square >= f64::MIN_POSITIVE / f64::EPSILON {
        return Some(winding / sqrt(square));
    }
    // Of the thinnest slivers the square has lost its digits.
    Some(brought_near(winding)?.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Isometry3;
    use swept_support::{Placed, PointShape};

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

    /// So thin that the square of the product of its sides, 1.44 times the least number, is rounded to that.
    #[test]
    fn the_normal_of_the_thinnest_sliver_is_of_unit_length() {
        let width = 1.2 * 2_f64.powi(-537);
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, width, 0.0]].map(Point3::from);
        assert_eq!(normal(&corners), Some(Vector3::z()));
        let triangle = crate::posed_triangle::PosedTriangle::of(&Pose::IDENTITY, &corners);
        assert_eq!(
            triangle.across().map(|across| across.normal),
            Some(Vector3::z())
        );
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

    /// At sizes at which squares of the sides overflow or vanish, and of slivers up to what no longer has a normal.
    #[test]
    fn a_triangle_has_area_exactly_where_it_has_a_normal() {
        let mut known = [0; 2];
        for power in -1050..=1000 {
            let unit = 2.0_f64.powi(power / 2) * 2.0_f64.powi(power - power / 2);
            for thin in (0..1074).step_by(3) {
                let width = 2.0_f64.powi(-thin / 2) * 2.0_f64.powi(thin / 2 - thin);
                let corners = [[0.0; 3], [0.75, 0.25, 0.0], [0.75, 0.25, width]];
                let corners = corners.map(|c| Point3::from(c.map(|x: f64| x * unit)));
                let has_normal = normal(&corners).is_some();
                assert_eq!(has_area(&corners), has_normal, "{power} {thin}");
                known[usize::from(has_normal)] += 1;
            }
        }
        assert!(known.iter().all(|&n| n > 100_000), "{known:?}");
    }

    /// The sine up to which a motion along x is along a triangle with these corners, turned by a pose: what it says just below and just above.
    fn is_left<T: Real>(corners: &[[f64; 3]; 3], sine: f64) -> [bool; 2] {
        let pose = Isometry3::new(Vector3::new(-7.0, 2.0, 900.0), Vector3::z() * 2.0);
        let pose = Pose::of(&Placed::new(PointShape, pose).unwrap());
        let corners = corners.map(|c| Point3::from(c.map(T::nearest)));
        let front = Front::of(&pose, &corners);
        [1.0 - 1.0 / 64.0, 1.0 + 1.0 / 64.0].map(|part| {
            let way = Vector3::new(3.0, 0.0, 3.0 * sine * part);
            assert!(front.lead(&-way) < 0.0);
            front.lead(&way) > 0.0
        })
    }

    /// Sides of lengths 1 and 1 at a right angle: seven times their sum, or 27 times, per length that the corners are away.
    #[test]
    fn a_motion_is_along_a_triangle_up_to_what_that_is_known_to() {
        fn check<T: Real>(units: f64) {
            for far in [1.0, 16.0, 1024.0] {
                let corners = [
                    [far - 1.0, 0.0, 0.0],
                    [far, 0.0, 0.0],
                    [far - 1.0, 1.0, 0.0],
                ];
                let sine = (64.0 + 2.0 * units * far) * T::EPSILON;
                assert_eq!(is_left::<T>(&corners, sine), [false, true], "{far}");
            }
            // The height of the last is a 2000th of its sides.
            let slim = [[512.0, 0.0, 0.0], [513.0, 0.0, 0.0], [513.0, 0.0005, 0.0]];
            let sine = (64.0 + units * 513.0 * 4000.0) * T::EPSILON;
            assert_eq!(is_left::<T>(&slim, sine.min(FARTHEST_ALONG)), [false, true]);
        }
        check::<f64>(27.0);
        check::<f32>(7.0);
    }

    /// Two slivers of one flat surface, one 2.9 times as high as the other: by what their windings err by, the motion along one leads out of
    /// the other by 23 units for the corners in `f64`. Found by a search.
    #[test]
    fn a_motion_along_a_sliver_is_along_the_next_one() {
        let corners = [
            [0.555908985770096, -0.5472328584310401, -0.5045344449654144],
            [-0.5749759171866091, 0.5749759148298959, 0.5145044489661854],
            [0.5546231120093712, -0.5459479086680603, -0.5033667107183981],
            [
                0.44108189018956634,
                -0.4332897717517695,
                -0.4010669901320097,
            ],
        ];
        let [a, b, c, d] = corners.map(Point3::from);
        let along = normal(&[b, a, d]).unwrap();
        let way = Vector3::new(2.135, 1.898, 2.135);
        let way = way - along * along.dot(&way);
        let fronts = [[a, b, c], [b, a, d]].map(|c| Front::of(&Pose::IDENTITY, &c));
        assert!(
            fronts
                .iter()
                .all(|front| front.lead(&way) <= 0.0 && front.lead(&-way) <= 0.0)
        );
    }
}
