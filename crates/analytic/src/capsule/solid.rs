//! A capsule against points, spheres, capsules, polygons and planes.

use super::Capsule;
use crate::sphere::Sphere;
use crate::sphere::cast::Obstacle;
use crate::sphere::ends_against_half_space;
use crate::sphere::offset::Offset;
use crate::{Answer, half_space};
use nalgebra::{Point3, Unit, Vector3};

/// The capsule against a polygon with a radius.
fn cast(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>],
    radius: f64,
) -> Answer {
    let axis = moving.b - moving.a;
    let obstacle = Obstacle::for_capsule(corners, axis, moving.radius, radius);
    let base = obstacle.prism.base;
    obstacle.cast(&base, &Offset::between(&moving.a, &base), displacement)
}

/// A moving capsule against a fixed point: the point moves backward at the capsule, a segment with a radius.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, capsule-point.
pub fn against_point(moving: &Capsule, displacement: &Vector3<f64>, point: &Point3<f64>) -> Answer {
    cast(moving, displacement, &[*point], 0.0)
}

/// A moving capsule against a fixed sphere: [`against_point`] with both radii.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, capsule-sphere.
pub fn against_sphere(moving: &Capsule, displacement: &Vector3<f64>, fixed: &Sphere) -> Answer {
    cast(moving, displacement, &[fixed.centre], fixed.radius)
}

/// A moving capsule against the segment from `a` to `b`, which may be one point: [`against_capsule`] with a radius of 0.
pub fn against_segment(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    a: &Point3<f64>,
    b: &Point3<f64>,
) -> Answer {
    cast(moving, displacement, &[*a, *b], 0.0)
}

/// A moving capsule against a fixed one.
///
/// A point moves at the parallelogram that the two axes span, with both radii: four balls, four cylinders, one
/// slab. Parallel axes make it a segment, equal points a point.
///
/// Capsules whose axes cross overlap by both radii or, where an end is nearer to the other axis, by that way out.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, capsule-capsule.
pub fn against_capsule(moving: &Capsule, displacement: &Vector3<f64>, fixed: &Capsule) -> Answer {
    cast(moving, displacement, &[fixed.a, fixed.b], fixed.radius)
}

/// A moving capsule against a triangle, met from either side: [`against_polygon`] with three corners.
pub fn against_triangle(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Answer {
    cast(moving, displacement, corners, 0.0)
}

/// A moving capsule against a flat convex polygon with its corners in order, met from either side.
///
/// A point moves at the prism of the polygon and the capsule's axis, rounded: two copies of the polygon, a
/// parallelogram for each edge, and their edges and corners. An axis in the polygon's plane makes the prism flat, and all
/// of these are still parts of it. Degenerate polygons are those of
/// [`sphere::against_polygon`](crate::sphere::against_polygon).
///
/// Where the axis passes through the polygon, the capsule leaves through the nearest face of the prism.
///
/// **Error**: 32u of L.
///
/// Source: "Sweep Tests", 2010, capsule-polygon.
pub fn against_polygon(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>],
) -> Answer {
    cast(moving, displacement, corners, 0.0)
}

/// A moving capsule against everything below a plane: { x : `normal`·(x − `on_plane`) <= 0 }.
///
/// The lower end touches first, as the sphere there does.
///
/// **Error**: that of [`sphere::against_half_space`](crate::sphere::against_half_space).
///
/// Source: "Sweep Tests", 2010, capsule-plane.
pub fn against_half_space(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let ends = [moving.a, moving.b];
    ends_against_half_space(&ends, moving.radius, displacement, on_plane, normal)
}

/// A moving capsule against a plane, met from either side.
///
/// The side is that on which more of the axis lies: of its middle. The rest is [`against_half_space`]; an axis that
/// passes through the plane overlaps by the way of its farther end to that side.
///
/// **Error**: as for [`against_half_space`].
pub fn against_plane(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let height = |p: &Point3<f64>| normal.dot(&(p - on_plane));
    let sum = height(&moving.a) + height(&moving.b);
    let normal = half_space::facing(normal, sum, displacement);
    against_half_space(moving, displacement, on_plane, &normal)
}
