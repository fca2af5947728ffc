//! A ray against shapes with flat faces.

use super::Ray;
use super::clip::Clip;
use crate::Answer;
use nalgebra::{Isometry3, Point3, Translation3, Unit, UnitQuaternion, Vector3};

/// A plane, and all that lies below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point on it, in world space.
    pub point: Point3<f64>,
    /// The direction in which it faces: outward, where it bounds a shape.
    pub normal: Unit<Vector3<f64>>,
}

/// A ray against the box with these half extents, its middle and its axes at `pose`.
///
/// Each of the three slabs |xᵢ| <= hᵢ cuts an interval out of the line. Extents of 0 are slabs without thickness: a
/// rectangle, met by a line within its rounding, or a segment or a point, met where two slabs or three are entered at the same fraction as that is
/// rounded: for a segment there is [`against_segment`](super::against_segment). The depth is the distance to the nearest face, and
/// exact: a point inside reaches a face before an edge.
///
/// **Error**: that of all [rays](super), L = |h| + the distance.
///
/// Source: Kay and Kajiya, "Ray tracing complex scenes", 1986.
pub fn against_box(ray: &Ray, pose: &Isometry3<f64>, half_extents: &Vector3<f64>) -> Answer {
    let mut clip = Clip::new(ray.seen_from(pose), half_extents.norm());
    for i in 0..3 {
        clip.slab(i, half_extents[i]);
    }
    clip.answer_at(ray, pose)
}

/// A ray against the convex polyhedron of all points below each of `planes`.
///
/// One plane bounds a half-space; planes need not bound a body, and no plane at all is all of space, an overlap of infinite
/// depth. Coordinates are taken relative to the first plane's point. The depth is the distance to the nearest plane,
/// exact as for the box; touching, too, is measured from the planes.
///
/// **Error**: that of all [rays](super), L = the largest distance of a plane's point from the first, + the ray's distance
/// from the first.
///
/// Source: Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978.
pub fn against_polyhedron(ray: &Ray, planes: &[Plane]) -> Answer {
    let base = planes.first().map_or(Point3::origin(), |plane| plane.point);
    let size = planes
        .iter()
        .map(|plane| (plane.point - base).norm())
        .fold(0.0, f64::max);
    let at = Isometry3::from_parts(Translation3::from(base), UnitQuaternion::identity());
    let mut clip = Clip::new(ray.seen_from(&at), size);
    for Plane { point, normal } in planes {
        clip.half_space(normal.into_inner(), normal.dot(&(point - base)));
    }
    clip.answer_at(ray, &at)
}
