//! Polyhedron against plane.

use super::Polyhedron;
use crate::slab::size;
use crate::tolerance::{ROUNDING, TANGENTIAL, TOUCHING};
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// Sweeps the polyhedron `moving` by `displacement` against all that lies below the plane through `point` with the
/// outward normal `normal`.
///
/// The lowest corner decides: at the height h above the plane and with the rate v = n·d, contact comes at t = h / −v. A
/// half-space has one plane only, so that there is one way out of an overlap: up.
///
/// Errors: heights err by less than 8u of the scale, the sum of the corners' largest coordinates seen from `point` and
/// of the displacement's (u = 2⁻⁵³); the fraction by that length over |v|. The point lies on the plane up to the same
/// error: the foot of the middle of the lowest corners.
pub fn polyhedron_plane(
    moving: &Polyhedron,
    displacement: &Vector3<f64>,
    point: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let n = normal.into_inner();
    let offsets = || moving.corners.iter().map(|x| x - point);
    let farthest = offsets().fold(Vector3::zeros(), |a: Vector3<f64>, x| a.sup(&x.abs()));
    let scale = size(&farthest) + size(displacement);
    let height = offsets().map(|x| n.dot(&x)).fold(f64::INFINITY, f64::min);
    let rate = n.dot(displacement);
    let foot = |time: f64| {
        let level = || offsets().filter(|x| n.dot(x) <= height + ROUNDING * scale);
        let middle = level().sum::<Vector3<f64>>() / level().count().max(1) as f64;
        let at = middle + displacement * time;
        point + (at - n * n.dot(&at))
    };
    let touching = TOUCHING * size(&farthest);
    if height < -touching {
        return Answer::Overlap(Overlap {
            depth: -height,
            normal: *normal,
            point: foot(0.0),
        });
    }
    let miss = Answer::Miss(Miss { axis: *normal });
    let touches = height <= touching;
    // What touches may slide along the plane up to rounding. What is apart is as far from it as it is.
    let least = if touches {
        TANGENTIAL * displacement.norm()
    } else {
        0.0
    };
    if rate >= -least {
        return miss;
    }
    let time = if touches { 0.0 } else { height / -rate };
    if time <= 1.0 {
        Answer::Hit(Hit {
            fraction: time,
            point: foot(time),
            normal: *normal,
        })
    } else {
        miss
    }
}
