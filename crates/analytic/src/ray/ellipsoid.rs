//! A ray against an ellipsoid.

use super::Ray;
use super::clip::Clip;
use crate::Answer;
use crate::quadratic::sqrt;
use crate::sphere::interval::Interval;
use crate::sphere::offset::nearest;
use crate::sphere::prism::{across, unit};
use crate::tolerance::{NEWTON_STEPS, STILL};
use crate::view::View;
use nalgebra::{Isometry3, Vector3};

/// A ray against the ellipsoid Σ (xᵢ/aᵢ)² <= 1 with these radii aᵢ along the axes of `pose`.
///
/// Dividing coordinates by the radii makes it the unit ball (ellipsoid space), where the sweep is that of a point
/// against a ball. Fractions are the same in both spaces; a normal m comes back by the inverse transpose, as m/a: if
/// m·(x/a) <= k then (m/a)·x <= k. Radii of 0 cut with the planes xᵢ = 0 and leave the ellipse in between,
/// met by a line within its rounding, or a segment or a point, met where both planes are at the same fraction as that is rounded.
///
/// Height and depth of the start come from its nearest point on the surface: see `height`.
///
/// **Error**: that of all [rays](super), L = the sum of the radii + the distance.
///
/// Source: Fauerby, "Improved Collision detection and Response", 2003, section 3.
pub fn against_ellipsoid(ray: &Ray, pose: &Isometry3<f64>, radii: &Vector3<f64>) -> Answer {
    let mut clip = Clip::new(ray.seen_from(pose), radii.sum());
    for i in (0..3).filter(|&i| radii[i] == 0.0) {
        clip.slab(i, 0.0);
    }
    if radii.max() > 0.0 {
        let reach = |n: &Vector3<f64>| n.component_mul(radii).norm();
        let (over, normal) = height(&clip.view.start, radii);
        clip.start(over, normal, reach(&normal));
        let (over, normal) = height(&clip.view.end, radii);
        clip.end(over, normal, reach(&normal));
        let View { foot, d, .. } = clip.view;
        let inside = |v: &Vector3<f64>| v.zip_map(radii, |x, a| if a > 0.0 { x / a } else { 0.0 });
        let v = inside(&d);
        // The nearest point in ellipsoid space may be far from the foot: no digits of a normal are left to the way between.
        let base = nearest(&inside(&foot), &v);
        let q = inside(&foot) + v * base;
        let found = if v.amax() <= STILL {
            // The motion is along radii of 0 or next to none, and stays inside or outside of the rest.
            Some(Interval::ALL).filter(|_| q.norm() <= 1.0)
        } else {
            Some(Interval::ALL.in_ball(&q, &v, 1.0)).filter(|found| found.first().is_some())
        };
        let Some(found) = found else {
            clip.beside(inside(&across(&q, &v).unwrap_or(q)));
            return clip.answer_at(ray, pose);
        };
        if found.low.is_finite() {
            let normal = |t: f64| clip.direction(&inside(&(q + v * t)), &Vector3::zeros());
            let (low, high) = (normal(found.low), normal(found.high));
            clip.enter(base + found.low, low);
            clip.leave(base + found.high, high);
        }
    }
    clip.answer_at(ray, pose)
}

/// The distance of `p` from the nearest point of the ellipsoid's surface, negative inside, and the outward unit normal
/// there. Where a radius is 0, it and that coordinate are left out. At least one radius is positive.
///
/// p − x is along the gradient at the nearest point x: pᵢ − xᵢ = t·xᵢ/aᵢ². In the units zᵢ = |pᵢ|/aᵢ, with a the least
/// radius, Rᵢ = (aᵢ/a)² and τ = t/a² + 1, this is xᵢ/aᵢ = Rᵢ·zᵢ/(τ + Rᵢ − 1) =: yᵢ, and |y| = 1 fixes τ > 0. 1/|y| grows
/// with τ and is concave, so Newton steps for 1/|y| = 1 from the left climb to the root and never pass it; where one
/// yᵢ alone is 1, |y| is at least 1, which is a place to begin. When p lies between the halves of the ellipsoid (zᵢ = 0
/// for the least radii), |y| may be below 1 for all τ > 0: then τ = 0, and what is left of 1 goes to that coordinate,
/// either side being as near.
///
/// The distance is n·(p − x): exact to the second order in what is wrong with x, and to 8u of |p| and the radii.
///
/// Source: Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013. Newton's method for
/// 1/|y| in place of bisection is a departure.
pub(crate) fn height(p: &Vector3<f64>, radii: &Vector3<f64>) -> (f64, Vector3<f64>) {
    let axes = || (0..3).filter(|&i| radii[i] > 0.0);
    let least = axes().fold(f64::INFINITY, |least, i| least.min(radii[i]));
    let y = gradient(p, radii, least);
    let side = |i: usize| if p[i] < 0.0 { -1.0 } else { 1.0 };
    let n = Vector3::from_fn(|i, _| {
        if radii[i] > 0.0 {
            side(i) * y[i] * (least / radii[i])
        } else {
            0.0
        }
    });
    let n = unit(&n).unwrap_or_else(Vector3::y);
    let height = axes().fold(0.0, |sum, i| {
        sum + n[i] * (p[i] - side(i) * y[i] * radii[i])
    });
    (height, n)
}

/// The y of [`height`]: the nearest point's coordinates over the radii, none negative.
fn gradient(p: &Vector3<f64>, radii: &Vector3<f64>, least: f64) -> Vector3<f64> {
    let axes = || (0..3).filter(|&i| radii[i] > 0.0);
    let z = p.zip_map(radii, |x, a| {
        let z = if a > 0.0 { x.abs() / a } else { 0.0 };
        // 1/zᵢ has to be a number.
        if z > STILL { z } else { 0.0 }
    });
    // R and R − 1, the latter without losing the difference of radii that are nearly alike.
    let square = radii.map(|a| (a / least) * (a / least));
    let above = radii.map(|a| ((a - least) / least) * ((a + least) / least));
    let y_at = |tau: f64| {
        Vector3::from_fn(|i, _| {
            if z[i] > 0.0 {
                square[i] * (z[i] / (tau + above[i]))
            } else {
                0.0
            }
        })
    };
    let mut tau = axes().fold(0.0, |tau: f64, i| tau.max(square[i] * z[i] - above[i]));
    let mut y = y_at(tau);
    if tau == 0.0 && y.norm_squared() < 1.0 {
        let short = axes().find(|&i| radii[i] == least).unwrap_or(0);
        y[short] = sqrt(1.0 - y.norm_squared());
        return y;
    }
    for _ in 0..NEWTON_STEPS {
        let squared = y.norm_squared();
        // −|y|'·|y|, the sum of yᵢ²/(τ + Rᵢ − 1).
        let fall = (0..3)
            .filter(|&i| y[i] > 0.0)
            .fold(0.0, |sum, i| sum + y[i] * (y[i] / (tau + above[i])));
        let next = tau + squared * (y.norm() - 1.0) / fall;
        if next <= tau || next.is_nan() {
            break;
        }
        tau = next;
        y = y_at(tau);
    }
    y
}
