//! An ellipsoid against a point, a segment and a convex polygon.

use super::Ellipsoid;
use super::depth::way_out;
use crate::ray::{self, Ray};
use crate::sphere::cast::Obstacle;
use crate::sphere::prism::{Prism, across};
use crate::tolerance::TANGENTIAL;
use crate::view::View;
use crate::{Answer, Miss};
use alloc::vec::Vec;
use nalgebra::{Isometry3, Point3, Unit, Vector3};

/// A moving ellipsoid against a fixed point.
///
/// Seen from the ellipsoid, the point moves by minus the displacement: [`ray::against_ellipsoid`] with all normals turned
/// around. Any radius may be 0.
///
/// **Error**: that of [rays](crate::ray), L = the sum of the radii + the distance at the nearest approach.
pub fn against_point(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    point: &Point3<f64>,
) -> Answer {
    let seen = Ray {
        start: *point,
        displacement: -displacement,
    };
    ray::against_ellipsoid(&seen, &moving.pose, &moving.radii).mapped(|_| *point, |n| -n)
}

/// A moving ellipsoid against the segment from `a` to `b`, which may be one point: [`against_polygon`] with two corners.
#[must_use]
pub fn against_segment(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    a: &Point3<f64>,
    b: &Point3<f64>,
) -> Option<Answer> {
    against_polygon(moving, displacement, &[*a, *b])
}

/// A moving ellipsoid against a triangle, met from either side: [`against_polygon`] with three corners.
#[must_use]
pub fn against_triangle(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Option<Answer> {
    against_polygon(moving, displacement, corners)
}

/// A moving ellipsoid against a flat convex polygon with its corners in order, met from either side. None when a radius is
/// 0, since ellipsoid space needs a volume, or when there is no corner.
///
/// In ellipsoid space this is [`sphere::against_polygon`](crate::sphere::against_polygon), with all that it says of degenerate
/// polygons. That the corners are in one plane and in convex position is the caller's promise.
///
/// Lengths are not those of ellipsoid space, so the way out of an overlap is sought in the space we came from: along the
/// normals of the face, and of the ellipsoid's surface about each corner and of its shadow's along each edge, wherever that is
/// nearer than all around. One of these is the shortest.
///
/// **Error**: that of the module, [`ellipsoid`](crate::ellipsoid); a depth is off by 48u of the sum of the radii, of the
/// extent and of the distance.
///
/// Source: Fauerby, "Improved Collision detection and Response", 2003, section 3.
#[must_use]
pub fn against_polygon(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>],
) -> Option<Answer> {
    let Ellipsoid { radii, pose } = moving;
    let first = corners.first().filter(|_| radii.min() > 0.0)?;
    // In the ellipsoid's axes, from the first corner.
    let at = Isometry3::from_parts(first.coords.into(), pose.rotation);
    let middle = Point3::from(pose.translation.vector);
    let view = View::new(&middle, displacement, &at);
    let local: Vec<_> = corners
        .iter()
        .map(|c| pose.rotation.inverse_transform_vector(&(c - first)))
        .collect();

    let inside = |v: &Vector3<f64>| v.component_div(radii);
    let scaled: Vec<_> = local.iter().map(|c| Point3::from(inside(c))).collect();
    let prism = Prism::polygon(&scaled, Vector3::zeros());
    let seen = View {
        start: inside(&view.start),
        end: inside(&view.end),
        foot: inside(&view.foot),
        d: inside(&view.d),
        ..view
    };
    let normal = |m: Unit<Vector3<f64>>| Unit::new_normalize(inside(&m));
    let answer = Obstacle::for_sphere(prism, 1.0, 0.0)
        .cast_view(&Point3::origin(), &seen)
        .mapped(|p| Point3::from(p.coords.component_mul(radii)), normal);
    let answer = match answer {
        Answer::Overlap(overlap) => {
            Answer::Overlap(way_out(radii, &local, &view.start, overlap.normal))
        }
        other => other,
    };
    Some(leveled(
        answer.placed(&pose.rotation, &first.coords),
        displacement,
    ))
}

/// A miss's axis that is across the motion but for rounding, made so: over a long sweep it would add up.
fn leveled(answer: Answer, d: &Vector3<f64>) -> Answer {
    match answer {
        Answer::Miss(Miss { axis }) if axis.dot(d).abs() <= TANGENTIAL * d.norm() => {
            let exact = across(&axis, d).unwrap_or(axis.into_inner());
            Answer::Miss(Miss {
                axis: Unit::new_unchecked(exact),
            })
        }
        other => other,
    }
}
