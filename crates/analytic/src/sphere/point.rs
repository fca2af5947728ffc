//! A sphere against a point and against a sphere.

use super::Sphere;
use super::interval::Interval;
use super::offset::{Offset, nearest};
use super::prism::{across, unit};
use crate::tolerance::{ACROSS, SEAM, TOUCHING};
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// A moving sphere against a fixed point: [`against_sphere`] with a radius of 0.
pub fn against_point(moving: &Sphere, displacement: &Vector3<f64>, point: &Point3<f64>) -> Answer {
    let fixed = Sphere {
        centre: *point,
        radius: 0.0,
    };
    against_sphere(moving, displacement, &fixed)
}

/// A moving sphere against a fixed one.
///
/// With p the moving centre relative to the fixed one and r the sum of the radii, they touch when |p + t·d|² = r², that
/// is a·t² + 2·b·t + c = 0 with a = d·d, b = p·d, c = p·p − r². Mind the c: p is relative to the centre. (The listing
/// published with "Sweep Tests" squares the point where it stands in the world; see
/// [`known_wrong`](super::known_wrong).) Of two roots the first is where the sphere enters.
///
/// The quadratic is set up where the line of motion comes closest: there b is 0 but for rounding, and c factors into
/// (|p| − r)·(|p| + r), so that neither loses digits to a far start.
///
/// Spheres with one centre have no direction out; the normal is then against the motion, or along x without one. Two
/// points (r = 0) meet where nothing is between them at the nearest approach, as that is computed.
///
/// **Error**: 16u of L = r + the distance of the nearest approach.
///
/// Source: "Sweep Tests", 2010, sphere-point and sphere-sphere.
pub fn against_sphere(moving: &Sphere, displacement: &Vector3<f64>, fixed: &Sphere) -> Answer {
    let d = displacement;
    let radius = moving.radius + fixed.radius;
    let start = Offset::between(&moving.centre, &fixed.centre);
    let p = start.high;
    let away = unit(&p).or(unit(&-d)).unwrap_or(Vector3::x());
    let separation = p.norm() - radius;
    let tolerance = TOUCHING * (radius + p.norm());
    if separation < -tolerance {
        return Answer::Overlap(Overlap {
            depth: -separation,
            normal: Unit::new_unchecked(away),
            point: fixed.centre + away * fixed.radius,
        });
    }
    if away.dot(d) >= 0.0 {
        return miss(away);
    }
    if separation <= tolerance {
        return if p.dot(d) >= -ACROSS * d.norm() * p.norm() {
            // Of two points in one place, the one leaves the other whichever way it goes.
            miss(unit(d).filter(|_| p == Vector3::zeros()).unwrap_or(away))
        } else {
            hit(0.0, fixed, away)
        };
    }
    let shift = nearest(&p, d).clamp(0.0, 1.0);
    let q = start.advanced(d, shift);
    let least = SEAM * q.norm();
    let window = Interval {
        low: -shift,
        high: 1.0 - shift,
    };
    match window.in_ball(&q, d, radius.max(least)).first() {
        Some(t) => {
            // Two points meet head-on.
            let from = if radius > least { q + d * t } else { -d };
            let n = unit(&from).unwrap_or(away);
            if n.dot(d) >= 0.0 {
                // A graze.
                return miss(keeps(&q, d, shift).unwrap_or(n));
            }
            hit((shift + t).clamp(0.0, 1.0), fixed, n)
        }
        None => miss(keeps(&q, d, shift).unwrap_or(away)),
    }
}

/// The normal of the plane that keeps the spheres apart: out of the way at the nearest approach `q`, if that is an end of the
/// motion, and across the motion if it is reached on the way; where q is but rounding, against the motion. Of these,
/// that which leaves the most room.
fn keeps(q: &Vector3<f64>, d: &Vector3<f64>, shift: f64) -> Option<Vector3<f64>> {
    let room = |n: &Vector3<f64>| {
        let speed = n.dot(d);
        n.dot(q) + (-shift * speed).min((1.0 - shift) * speed)
    };
    [unit(q), across(q, d), unit(&-d), unit(d)]
        .into_iter()
        .flatten()
        .max_by(|a, b| room(a).total_cmp(&room(b)))
}

fn hit(fraction: f64, fixed: &Sphere, normal: Vector3<f64>) -> Answer {
    Answer::Hit(Hit {
        fraction,
        point: fixed.centre + normal * fixed.radius,
        normal: Unit::new_unchecked(normal),
    })
}

fn miss(axis: Vector3<f64>) -> Answer {
    Answer::Miss(Miss {
        axis: Unit::new_unchecked(axis),
    })
}
