//! A sphere against a triangle and against a convex polygon.

use super::Sphere;
use super::cast::Obstacle;
use super::offset::Offset;
use super::prism::{Prism, cross};
use crate::Answer;
use nalgebra::{Point3, Vector3};

/// A moving sphere against a triangle, met from either side.
///
/// The centre is cast against the sum of the triangle and a ball: three balls, three cylinders, one slab. A triangle
/// without area is its edges, one without length its point.
///
/// A sphere whose centre starts in the triangle may leave to either side.
///
/// **Error**: 32u of L.
///
/// Source: the forum thread "New take on swept sphere collision detection", 2005, in the form that the reply there
/// recommends; [`triangle_by_features`](super::triangle_by_features) comes to the same in another way.
pub fn against_triangle(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Answer {
    against_polygon(moving, displacement, corners)
}

/// A sphere against a triangle, but only for motions that come from the front, the side from which the corners run counterclockwise: `None`
/// for a motion that has a part along the normal (b − a) × (c − a). Motions in the plane, and all motions at a
/// triangle without area, are cast.
///
/// Which motions are left out is decided by the sign of a dot product that is off by 8u of the lengths in it.
///
/// Source: Fauerby 2003, triangles that face away.
#[must_use]
pub fn against_triangle_front(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Option<Answer> {
    let [a, b, c] = corners;
    let normal = cross(&(b - a), &(c - a));
    (normal.dot(displacement) <= 0.0).then(|| against_triangle(moving, displacement, corners))
}

/// A moving sphere against a flat convex polygon with its corners in order, met from either side.
///
/// As [`against_triangle`], with a ball per corner and a cylinder per edge. Repeated corners, corners on one line, two
/// corners (a segment) and one (a point) are allowed; no corner at all is never hit. That the corners are in one plane and in
/// convex position is the caller's promise: the answer is off by as much as they break it.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, sphere-polygon, by the way of the 2005 thread.
pub fn against_polygon(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>],
) -> Answer {
    let prism = Prism::polygon(corners, Vector3::zeros());
    let start = Offset::between(&moving.centre, &prism.base);
    Obstacle::for_sphere(prism, moving.radius, 0.0).cast(&prism.base, &start, displacement)
}
