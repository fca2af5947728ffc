//! A sphere against a box.

use super::Sphere;
use super::cast::Obstacle;
use super::offset::Offset;
use super::prism::Prism;
use crate::Answer;
use crate::view::View;
use nalgebra::{Isometry3, Point3, Vector3};

/// A moving sphere against a box with its sides along the world's axes.
///
/// The centre is cast against the box grown by the radius: the six faces moved outward, a quarter of a cylinder at each of
/// the twelve edges, an eighth of a ball at each of the eight corners. Whole cylinders and balls and slabs that
/// reach inward change nothing. Half extents of 0 make it a rectangle, a segment or a point.
///
/// From inside the box the shortest way out is through the nearest face.
///
/// **Error**: 32u of L.
///
/// Source: Ericson, "Real-Time Collision Detection", 2005, section 5.5.7.
pub fn against_aligned_box(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    centre: &Point3<f64>,
    half_extents: &Vector3<f64>,
) -> Answer {
    let start = Offset::between(&moving.centre, centre);
    let base = bottom(half_extents);
    obstacle(&base, half_extents, moving.radius).cast(centre, &start, displacement)
}

/// A moving sphere against a box with its centre and its axes at `pose`.
///
/// Displacement and start are turned into the box's axes, and the answer back.
///
/// **Error**: 32u of L, and 48u of it for the rotation: see [`ray`](crate::ray).
///
/// Source: as [`against_aligned_box`].
pub fn against_box(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    pose: &Isometry3<f64>,
    half_extents: &Vector3<f64>,
) -> Answer {
    let view = View::new(&moving.centre, displacement, pose);
    let base = bottom(half_extents);
    let answer = obstacle(&base, half_extents, moving.radius).cast_view(&Point3::origin(), &view);
    answer.placed(&pose.rotation, &pose.translation.vector)
}

/// The corners of the bottom, relative to the middle.
fn bottom(half_extents: &Vector3<f64>) -> [Point3<f64>; 4] {
    let (x, y, z) = (half_extents.x, half_extents.y, half_extents.z);
    [
        Point3::new(-x, -y, -z),
        Point3::new(x, -y, -z),
        Point3::new(x, y, -z),
        Point3::new(-x, y, -z),
    ]
}

fn obstacle<'a>(
    bottom: &'a [Point3<f64>; 4],
    half_extents: &Vector3<f64>,
    radius: f64,
) -> Obstacle<'a> {
    let prism = Prism {
        corners: bottom,
        base: Point3::origin(),
        sweep: Vector3::new(0.0, 0.0, 2.0 * half_extents.z),
    };
    Obstacle::for_sphere(prism, radius, 0.0)
}
