//! Planes that a triangle lies behind: its own, seen from the side that a shape is on, and others.

use crate::flight::Pose;
use crate::posed_triangle::{PosedTriangle, Side};
use crate::tolerance::LENGTHS_UP;
use nalgebra::{Point3, Vector3};
use swept_support::sqrt;

/// The slab that holds a triangle, about c across n, as seen by a shape at p.
///
/// The room between them is, at the fraction t of a motion by d and on the side s = ±1 where the shape starts,
/// s·n·(p − c) + t·s·n·d − h(−s·n) − r·|n| − half. It lasts until that is used up at the speed of closing in, −s·n·d.
///
/// Whoever asks for it leaves a margin that is far more than the rounding of all of it, where t is 1 at most and t·d is no longer than
/// the part of d that counts among the lengths.
pub(crate) struct Facing {
    /// s·n.
    pub(crate) normal: Vector3<f64>,
    /// s·n·(p − c) − half.
    pub(crate) height: f64,
    /// The sum of the lengths that the triangle brings.
    pub(crate) lengths: f64,
}

impl Facing {
    /// A triangle's, for a shape that stands there; of a convex shape, `None`.
    #[inline]
    pub(crate) fn new(shape: &Pose, triangle: &PosedTriangle<'_>) -> Option<Self> {
        let slab = triangle.slab()?;
        let height = slab.normal.dot(&(shape.position - slab.middle.coords));
        let (normal, height) = if height < 0.0 {
            (-slab.normal, -height)
        } else {
            (slab.normal, height)
        };
        Some(Self {
            normal,
            height: height - slab.half,
            lengths: slab.lengths,
        })
    }

    /// The plane across a direction, of any length, that a triangle just reaches.
    #[inline]
    pub(crate) fn across(normal: Vector3<f64>, shape: &Pose, side: &Side) -> Self {
        Self::before(normal, shape, &side.corners, side.lengths)
    }

    /// The plane across the way from the triangle's point that is nearest to where a shape stands; `None` of a convex shape.
    #[inline]
    pub(crate) fn toward(shape: &Pose, triangle: &PosedTriangle<'_>) -> Option<Self> {
        let normal = triangle.toward(&shape.position)?;
        let across = triangle.corners()?;
        Some(Self::before(normal, shape, &across, triangle.lengths()))
    }

    #[inline]
    fn before(
        normal: Vector3<f64>,
        shape: &Pose,
        corners: &[Point3<f64>; 3],
        lengths: f64,
    ) -> Self {
        let [a, b, c] = corners.map(|p| normal.dot(&(shape.position - p.coords)));
        Self {
            normal,
            height: a.min(b).min(c),
            lengths,
        }
    }

    /// −s·n·d, or 0 when that does not close in. What is divided by it goes by its sign, and the maximum of zeros may be either: +0.
    #[inline]
    pub(crate) fn closing(&self, displacement: &Vector3<f64>) -> f64 {
        let closing = -self.normal.dot(displacement);
        if closing > 0.0 { closing } else { 0.0 }
    }

    /// No less than |n|, by a millionth at most where its square is a normal number.
    #[inline]
    pub(crate) fn length_up(&self) -> f64 {
        let squared = self.normal.norm_squared();
        if squared >= f64::MIN_POSITIVE / f64::EPSILON {
            sqrt(squared) * LENGTHS_UP
        } else {
            self.length_above()
        }
    }

    /// |n| is at most the sum of its components.
    #[inline]
    pub(crate) fn length_above(&self) -> f64 {
        let n = &self.normal;
        n.x.abs() + n.y.abs() + n.z.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Isometry3, UnitQuaternion};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use swept_cast::{Distance, distance};
    use swept_support::{Placed, PointShape, Triangle};

    /// Along a plane nothing closes in, whichever zero the product is: a shape within it is within it from the start.
    #[test]
    fn what_goes_along_a_plane_is_not_apart_from_it() {
        let corners = [[-4.0, 0.0, 4.0], [4.0, 0.0, 4.0], [0.0, 0.0, -4.0]].map(Point3::from);
        let triangle = PosedTriangle::of(&Pose::IDENTITY, &corners);
        for height in [0.25, -0.25] {
            let shape = Pose {
                position: Vector3::new(0.0, height, 0.0),
                ..Pose::IDENTITY
            };
            let facing = Facing::new(&shape, &triangle).unwrap();
            for way in [[1.0, 0.0, 0.0], [-1.0, -0.0, 1.0], [0.0, 0.0, -0.0]] {
                let closing = facing.closing(&Vector3::from(way));
                assert!(closing.is_sign_positive(), "{height} {way:?}");
                let first = crate::side_planes::apart(-0.25, closing);
                assert!(first <= 0.0, "{height} {way:?}: {first}");
            }
        }
    }

    /// Of slivers, whose normal is rounding for the most part: no corner is nearer along it than the slab allows, from either side.
    #[test]
    fn no_corner_stands_out_of_its_slab() {
        let mut thick = 0;
        for i in 0..2_000 {
            let along = |t: f64| Point3::new(0.1, 0.3, -0.7) + Vector3::new(0.9, 0.7, 0.3) * t;
            let step = f64::from(i).sin();
            let corners = [along(0.0), along(1.0 + step), along(0.4 - 0.3 * step)];
            let turn = UnitQuaternion::from_euler_angles(step, 0.3 * f64::from(i), 1.0);
            let frame = Isometry3::from_parts([1.0, -2.0, 0.5].into(), turn);
            let frame = crate::geometry::checked(&frame).unwrap();
            let triangle = PosedTriangle::of(&frame, &corners);
            for side in [5.0, -5.0] {
                let shape = Pose {
                    position: Vector3::new(side, 1.0, -side),
                    ..Pose::IDENTITY
                };
                let facing = Facing::new(&shape, &triangle).unwrap();
                let size = facing.length_above();
                let slab = triangle.slab().unwrap();
                let rounding = 64.0 * f64::EPSILON * size * 10.0;
                for corner in corners.map(|p| frame.place(&p)) {
                    let room = facing.normal.dot(&(shape.position - corner.coords));
                    assert!(
                        facing.height <= room + rounding,
                        "{i}: {} {room}",
                        facing.height
                    );
                }
                thick += usize::from(slab.half > 16.0 * rounding);
            }
        }
        assert!(thick > 500, "{thick}");
    }

    /// Points above a triangle, beside it and beyond its corners: the plane toward them keeps them as far away as they are, and no farther.
    /// A triangle without area is no worse.
    #[test]
    fn the_plane_toward_a_shape_leaves_the_distance() {
        let mut dice = ChaCha8Rng::seed_from_u64(8);
        for case in 0..20_000 {
            let mut any = || Vector3::from_fn(|_, _| dice.random_range(-1.0..1.0));
            let mut corners = [any(), any(), any()].map(Point3::from);
            match case % 8 {
                0 => corners[2] = corners[1],
                1 => corners[2] = nalgebra::center(&corners[0], &corners[1]),
                2 => corners[2] = corners[1] + any() * 1e-9,
                _ => {}
            }
            let frame = Isometry3::new(any(), any());
            let shape = Pose {
                position: any() * 2.0,
                ..Pose::IDENTITY
            };
            let [a, b, c] = corners;
            let fixed = Placed::new(Triangle::new(a, b, c).unwrap(), frame).unwrap();
            let point = Placed::new(PointShape, shape.position).unwrap();
            let Distance::Apart(apart) = distance(&point, &fixed).unwrap() else {
                panic!("{case}");
            };
            let frame = crate::geometry::checked(&frame).unwrap();
            let plane = Facing::toward(&shape, &PosedTriangle::of(&frame, &corners)).unwrap();
            let left = plane.height / plane.length_up();
            assert!(
                left <= apart.separation_upper + 1e-14,
                "{case}: {left} {apart:?}"
            );
            assert!(
                left >= apart.separation * (1.0 - 2e-6) - 1e-7,
                "{case}: {left} {apart:?}"
            );
        }
    }
}
