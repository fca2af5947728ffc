//! Polyhedron against plane.

use super::Polyhedron;
use crate::slab::size;
use crate::tolerance::{ROUNDING, TANGENTIAL, TOUCHING};
use crate::{Answer, half_space};
use nalgebra::{Point3, Unit, Vector3};

/// Sweeps the polyhedron `moving` by `displacement` against all that lies below the plane through `point` with the
/// outward normal `normal`.
///
/// The lowest corner decides: at the height h above the plane and with the rate v = n·d, contact comes at t = h / −v.
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
    let foot = |time: f64| {
        let level = || offsets().filter(|x| n.dot(x) <= height + ROUNDING * scale);
        let middle = level().sum::<Vector3<f64>>() / level().count().max(1) as f64;
        let at = middle + displacement * time;
        point + (at - n * n.dot(&at))
    };
    let touching = TOUCHING * size(&farthest);
    half_space::answer(normal, height, displacement, [touching, TANGENTIAL], foot)
}
