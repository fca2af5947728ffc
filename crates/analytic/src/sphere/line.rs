//! A sphere against a segment, a capsule and a line without end.

use super::Sphere;
use super::cast::Obstacle;
use super::offset::Offset;
use super::prism::Prism;
use crate::Answer;
use crate::capsule::{Capsule, core_against_line};
use nalgebra::{Point3, Unit, Vector3};

/// A moving sphere against the segment from `a` to `b`, which may be one point: [`against_capsule`] with a radius of 0.
pub fn against_segment(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    a: &Point3<f64>,
    b: &Point3<f64>,
) -> Answer {
    let fixed = Capsule {
        a: *a,
        b: *b,
        radius: 0.0,
    };
    against_capsule(moving, displacement, &fixed)
}

/// A moving sphere against a fixed capsule.
///
/// The centre is cast against the capsule grown by the sphere's radius: two balls about the ends and a cylinder of the length
/// of the axis. With e the unit vector along the axis, the distance from its line is that of the parts across e,
/// p − (p·e)·e and d − (d·e)·e, and with these the cylinder is the quadratic of [`against_sphere`](super::against_sphere);
/// it counts while 0 <= e·(p + t·d) <= length.
///
/// A sphere whose centre starts on the axis leaves across it, in one of the directions in which that is shortest.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, capsule-sphere; Fauerby 2003, edges.
pub fn against_capsule(moving: &Sphere, displacement: &Vector3<f64>, fixed: &Capsule) -> Answer {
    let corners = [fixed.a, fixed.b];
    let prism = Prism::polygon(&corners, Vector3::zeros());
    let start = Offset::between(&moving.centre, &fixed.a);
    Obstacle::for_sphere(prism, moving.radius, fixed.radius).cast(&fixed.a, &start, displacement)
}

/// A moving sphere against the line through `on_line` along `direction`, without end on both sides.
///
/// Nothing changes along the line, so only the parts across it matter: a disc moves against a point in the plane.
///
/// **Error**: 32u of L = r + |c − o| at the start.
///
/// Source: "Sweep Tests", 2010, sphere-edge.
pub fn against_line(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    on_line: &Point3<f64>,
    direction: &Unit<Vector3<f64>>,
) -> Answer {
    let axis = Vector3::zeros();
    core_against_line(
        &moving.centre,
        &axis,
        moving.radius,
        displacement,
        on_line,
        direction,
    )
}
