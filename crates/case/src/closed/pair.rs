//! Which closed form answers which pair.

use super::solid::{Core, Solid};
use nalgebra::{Point3, Unit, Vector3};
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::ellipsoid;
use swept_analytic::polyhedron::{polyhedron_plane, polyhedron_polyhedron};
use swept_analytic::ray::{self, Ray};
use swept_analytic::sphere::{self, Sphere};
use swept_analytic::{Answer, Hit, Miss, Overlap, boxes};

/// The answer of the closed form that this pair has, or that it has with the roles swapped.
pub(super) fn cast(moving: &Solid, d: &Vector3<f64>, fixed: &Solid) -> Option<Answer> {
    direct(moving, d, fixed).or_else(|| Some(swapped(direct(fixed, &-d, moving)?, d)))
}

/// An answer of the fixed shape that moves by −d against the moving one, as one of the moving shape.
///
/// Both stand where they stood at the start, so a point on the shape that stood is as far from the other's at the contact
/// as that one moved: it goes along.
fn swapped(answer: Answer, d: &Vector3<f64>) -> Answer {
    match answer {
        Answer::Hit(hit) => Answer::Hit(Hit {
            fraction: hit.fraction,
            point: hit.point + d * hit.fraction,
            normal: -hit.normal,
        }),
        Answer::Miss(miss) => Answer::Miss(Miss { axis: -miss.axis }),
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            depth: overlap.depth,
            point: overlap.point - overlap.normal.into_inner() * overlap.depth,
            normal: -overlap.normal,
        }),
    }
}

/// The answer for cores, with both radii on the moving one where that has a form with a radius, and the point moved out to the
/// fixed shape's surface.
fn direct(moving: &Solid, d: &Vector3<f64>, fixed: &Solid) -> Option<Answer> {
    let radius = moving.radius + fixed.radius;
    let answer = match (&moving.core, &fixed.core) {
        (_, Core::HalfSpace(on_plane, normal)) => {
            let raised = on_plane + normal.into_inner() * radius;
            let answer = against_half_space(moving, d, &raised, normal)?;
            return Some(out(answer, -moving.radius));
        }
        (Core::Point(centre), core) => {
            let ball = Sphere {
                centre: *centre,
                radius,
            };
            against_ball(&ball, d, core).or_else(|| sharp(moving, d, fixed))?
        }
        (Core::Segment(a, b), core) => {
            let stick = Capsule {
                a: *a,
                b: *b,
                radius,
            };
            against_stick(&stick, d, core).or_else(|| sharp(moving, d, fixed))?
        }
        _ => sharp(moving, d, fixed)?,
    };
    Some(out(answer, fixed.radius))
}

/// The answer with its point moved out by `radius`.
fn out(answer: Answer, radius: f64) -> Answer {
    match answer {
        Answer::Hit(hit) => Answer::Hit(Hit {
            point: hit.point + hit.normal.into_inner() * radius,
            ..hit
        }),
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            point: overlap.point + overlap.normal.into_inner() * radius,
            ..overlap
        }),
        miss => miss,
    }
}

fn against_ball(moving: &Sphere, d: &Vector3<f64>, fixed: &Core) -> Option<Answer> {
    Some(match fixed {
        Core::Point(a) => sphere::against_point(moving, d, a),
        Core::Segment(a, b) => sphere::against_segment(moving, d, a, b),
        Core::Triangle(corners) => sphere::against_triangle(moving, d, corners),
        Core::Box(cuboid) => sphere::against_box(moving, d, &cuboid.pose, &cuboid.half_extents),
        _ => return None,
    })
}

fn against_stick(moving: &Capsule, d: &Vector3<f64>, fixed: &Core) -> Option<Answer> {
    Some(match fixed {
        Core::Point(a) => capsule::against_point(moving, d, a),
        Core::Segment(a, b) => capsule::against_segment(moving, d, a, b),
        Core::Triangle(corners) => capsule::against_triangle(moving, d, corners),
        _ => return None,
    })
}

/// Shapes without a radius.
fn sharp(moving: &Solid, d: &Vector3<f64>, fixed: &Solid) -> Option<Answer> {
    if moving.radius + fixed.radius > 0.0 {
        return None;
    }
    let ray = |start: &Point3<f64>| Ray {
        start: *start,
        displacement: *d,
    };
    match (&moving.core, &fixed.core) {
        (Core::Point(p), Core::Cylinder(pose, size)) => {
            Some(ray::against_cylinder(&ray(p), pose, size))
        }
        (Core::Point(p), Core::Cone(pose, size)) => Some(ray::against_cone(&ray(p), pose, size)),
        (Core::Point(p), Core::Ellipsoid(e)) => {
            Some(ray::against_ellipsoid(&ray(p), &e.pose, &e.radii))
        }
        (Core::Ellipsoid(e), Core::Segment(a, b)) => ellipsoid::against_segment(e, d, a, b),
        (Core::Ellipsoid(e), Core::Triangle(corners)) => ellipsoid::against_triangle(e, d, corners),
        (Core::Box(a), Core::Box(b)) => Some(boxes::box_box(a, d, b)),
        (Core::Box(a), Core::Triangle(corners)) => Some(boxes::box_triangle(a, d, corners)),
        (Core::Triangle(corners), Core::Box(b)) => Some(boxes::triangle_box(corners, d, b)),
        _ => Some(polyhedron_polyhedron(
            &moving.polyhedron()?,
            d,
            &fixed.polyhedron()?,
        )),
    }
}

/// The core of `moving` against everything below a plane: the lowest point touches first.
fn against_half_space(
    moving: &Solid,
    d: &Vector3<f64>,
    on_plane: &Point3<f64>,
    n: &Unit<Vector3<f64>>,
) -> Option<Answer> {
    let ends = |a: &Point3<f64>, b: &Point3<f64>| {
        let stick = Capsule {
            a: *a,
            b: *b,
            radius: 0.0,
        };
        Some(capsule::against_half_space(&stick, d, on_plane, n))
    };
    match &moving.core {
        Core::Point(a) => ends(a, a),
        Core::Segment(a, b) => ends(a, b),
        Core::Ellipsoid(e) => Some(ellipsoid::against_half_space(e, d, on_plane, n)),
        Core::Cylinder(pose, size) | Core::Cone(pose, size) => {
            let local = pose.rotation.inverse_transform_vector(n);
            let level = Vector3::new(local.x, 0.0, local.z);
            let rim = level
                .try_normalize(0.0)
                .map_or_else(Vector3::zeros, |out| out * -size.radius);
            let up = Vector3::y() * size.half_height;
            let top = match &moving.core {
                Core::Cone(..) => up,
                _ => up + rim,
            };
            ends(
                &(pose * Point3::from(top)),
                &(pose * Point3::from(rim - up)),
            )
        }
        _ => Some(polyhedron_plane(&moving.polyhedron()?, d, on_plane, n)),
    }
}
