//! A sphere against a box.

use super::Sphere;
use super::cast::Obstacle;
use super::offset::Offset;
use super::prism::Prism;
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};

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
    center: &Point3<f64>,
    half_extents: &Vector3<f64>,
) -> Answer {
    let start = Offset::between(&moving.center, center);
    cast(moving, &start, displacement, center, half_extents)
}

/// A moving sphere against a box with its centre and its axes at `pose`.
///
/// Displacement and start are turned into the box's axes, and the answer back.
///
/// **Error**: 32u of L, and 16u of the distance of centres at the start for the rotation.
///
/// Source: as [`against_aligned_box`].
pub fn against_box(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    pose: &Isometry3<f64>,
    half_extents: &Vector3<f64>,
) -> Answer {
    let inverse = pose.rotation.inverse();
    let center = Point3::from(pose.translation.vector);
    let local = Point3::from(inverse * (moving.center - center));
    let start = Offset::between(&local, &Point3::origin());
    let answer = cast(
        moving,
        &start,
        &(inverse * displacement),
        &Point3::origin(),
        half_extents,
    );
    placed(answer, &pose.rotation, &center.coords)
}

fn cast(
    moving: &Sphere,
    start: &Offset,
    displacement: &Vector3<f64>,
    center: &Point3<f64>,
    half_extents: &Vector3<f64>,
) -> Answer {
    let (x, y, z) = (half_extents.x, half_extents.y, half_extents.z);
    let bottom = [
        Point3::new(-x, -y, -z),
        Point3::new(x, -y, -z),
        Point3::new(x, y, -z),
        Point3::new(-x, y, -z),
    ];
    let prism = Prism {
        corners: &bottom,
        base: Point3::origin(),
        sweep: Vector3::new(0.0, 0.0, 2.0 * z),
    };
    Obstacle::for_sphere(prism, moving.radius, 0.0).cast(center, start, displacement)
}

/// An answer in a frame, taken out of it.
fn placed(answer: Answer, rotation: &UnitQuaternion<f64>, origin: &Vector3<f64>) -> Answer {
    let point = |p: Point3<f64>| rotation * p + origin;
    match answer {
        Answer::Hit(hit) => Answer::Hit(Hit {
            fraction: hit.fraction,
            point: point(hit.point),
            normal: rotation * hit.normal,
        }),
        Answer::Miss(miss) => Answer::Miss(Miss {
            axis: rotation * miss.axis,
        }),
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            depth: overlap.depth,
            normal: rotation * overlap.normal,
            point: point(overlap.point),
        }),
    }
}
