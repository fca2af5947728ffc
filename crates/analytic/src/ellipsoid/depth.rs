//! The way out of an overlap.

use crate::Overlap;
use crate::quadratic::sqrt;
use crate::ray::ellipsoid_height;
use crate::sphere::prism::{Prism, cross, unit};
use crate::tolerance::{NEWTON_STEPS, STILL};
use alloc::vec::Vec;
use nalgebra::{Point3, Unit, Vector3};

/// The least depth: of `likely`, of the face's normals, and of the normals at all places where the ellipsoid is nearer to a corner,
/// or its shadow along an edge nearer to that edge, than all around. All in the ellipsoid's axes, from the first corner; the
/// ellipsoid's middle is at `middle`.
///
/// Along n the polygon reaches max n·cᵢ, and the ellipsoid |An| below its middle, so that moving it by
/// max n·cᵢ + |An| − n·middle frees it: no more than that much of the sum of both lies beyond the plane. Where this is least, either one
/// corner is the highest and it is least for that corner among all n nearby; or the two ends of an edge are, and it is so among
/// the n across the edge; or all are. So nothing else has to be tried. The shadow of the
/// ellipsoid along an edge is an ellipse: along the unit vectors b, c across the edge its squared reach is the form with the
/// matrix b·A²b, b·A²c, c·A²c, whose eigenvectors are its axes.
pub(super) fn way_out(
    radii: &Vector3<f64>,
    corners: &[Vector3<f64>],
    middle: &Vector3<f64>,
    likely: Unit<Vector3<f64>>,
) -> Overlap {
    let depth = |n: &Vector3<f64>| {
        let top = corners.iter().map(|c| n.dot(c)).fold(f64::MIN, f64::max);
        top + n.component_mul(radii).norm() - n.dot(middle)
    };
    let mut best = (depth(&likely), likely.into_inner());
    let mut offer = |n: Vector3<f64>| {
        let found = depth(&n);
        if found < best.0 {
            best = (found, n);
        }
    };
    let points: Vec<_> = corners.iter().map(|c| Point3::from(*c)).collect();
    let prism = Prism::polygon(&points, Vector3::zeros());
    prism.each_face(|_, n| {
        offer(n);
        offer(-n);
    });
    prism.each_corner(|c| near_places(&(middle - c), radii).for_each(&mut offer));
    prism.each_edge(|from, edge| {
        if let Some(normals) = out_of_shadow(radii, &edge, &(middle - from)) {
            normals.for_each(&mut offer);
        }
    });
    let (depth, n) = best;
    let reach = n.component_mul(radii);
    let lowest = middle + n * depth - reach.component_mul(radii) / reach.norm();
    let on_polygon = prism.nearest(&lowest, &Vector3::zeros()).on_prism;
    Overlap {
        depth,
        normal: Unit::new_unchecked(n),
        point: Point3::from(on_polygon),
    }
}

/// The normals at the points of the ellipsoid's shadow along `edge` that are nearer to `p` than all around.
fn out_of_shadow(
    radii: &Vector3<f64>,
    edge: &Vector3<f64>,
    p: &Vector3<f64>,
) -> Option<impl Iterator<Item = Vector3<f64>>> {
    let e = unit(edge)?;
    let b = unit(&cross(&e, &Vector3::ith(e.iamin(), 1.0)))?;
    let c = cross(&e, &b);
    let (b_, c_) = (b.component_mul(radii), c.component_mul(radii));
    let (bb, bc, cc) = (b_.norm_squared(), b_.dot(&c_), c_.norm_squared());
    // The eigenvector of the larger eigenvalue: the middle of the two ends is half the trace away.
    let (half, mean) = (0.5 * (bb - cc), 0.5 * (bb + cc));
    let spread = sqrt(half * half + bc * bc);
    let long = if half > 0.0 {
        b * (half + spread) + c * bc
    } else {
        b * bc + c * (spread - half)
    };
    let long = unit(&long).unwrap_or(b);
    let short = cross(&e, &long);
    // The product of the eigenvalues is the determinant, the squared area of the two.
    let large = mean + spread;
    let small = cross(&b_, &c_).norm_squared() / large;
    let sizes = Vector3::new(sqrt(large), sqrt(small), 0.0);
    let seen = Vector3::new(long.dot(p), short.dot(p), 0.0);
    let normals = near_places(&seen, &sizes);
    Some(normals.filter_map(move |n| unit(&(long * n.x + short * n.y))))
}

/// The outward unit normals at all places where the ellipsoid's surface is nearer to `p` than all around.
fn near_places(
    p: &Vector3<f64>,
    radii: &Vector3<f64>,
) -> impl Iterator<Item = Vector3<f64>> + use<> {
    [Some(ellipsoid_height(p, radii).1), beyond(p, radii)]
        .into_iter()
        .flatten()
}

/// The normal at the second of these places, if there is one: beyond the plane across the least radius.
///
/// In the terms of [`ellipsoid_height`], the distance has a minimum at a root of |y| = 1 where τ + Rᵢ − 1 is positive for all but
/// the least radius. There τ = −s with 0 < s < Rᵢ − 1, so that the least coordinate changes sides: |y|² = z²/s² + Σ (Rᵢ·zᵢ/(Rᵢ − 1 − s))².
/// This is convex, ∞ at s = 0, and falls until its first root; the second is a saddle. Newton steps from s = z, where the first
/// term alone is 1, climb to the first root and never pass it. For z = 0, s = 0, and what is left of 1 goes to the least coordinate.
fn beyond(p: &Vector3<f64>, radii: &Vector3<f64>) -> Option<Vector3<f64>> {
    let axes = || (0..3).filter(|&i| radii[i] > 0.0);
    let short = axes().min_by(|&i, &j| radii[i].total_cmp(&radii[j]))?;
    let least = radii[short];
    let above = radii.map(|a| ((a - least) / least) * ((a + least) / least));
    let others = || axes().filter(|&i| i != short && p[i] != 0.0);
    let limit = axes()
        .filter(|&i| i != short)
        .fold(f64::INFINITY, |limit, i| limit.min(above[i]));
    let y = |i: usize, s: f64| {
        let square = (radii[i] / least) * (radii[i] / least);
        square * (p[i].abs() / radii[i]) / (above[i] - s)
    };
    let rest = |s: f64| others().fold(0.0, |sum, i| sum + y(i, s) * y(i, s));
    let z = p[short].abs() / least;
    let mut s = if z > STILL { z } else { 0.0 };
    for _ in 0..NEWTON_STEPS {
        if s > 0.0 && s >= limit {
            return None;
        }
        if s == 0.0 {
            break;
        }
        let first = (z / s) * (z / s);
        let rise = others().fold(0.0, |sum, i| sum + y(i, s) * y(i, s) / (above[i] - s));
        let fall = first / s - rise;
        let excess = first + rest(s) - 1.0;
        if excess > 0.0 && fall <= 0.0 {
            return None;
        }
        let next = s + 0.5 * excess / fall;
        if next <= s || next.is_nan() {
            break;
        }
        s = next;
    }
    let rest = rest(s);
    if rest >= 1.0 || rest.is_nan() {
        return None;
    }
    let side = |i: usize| if p[i] < 0.0 { -1.0 } else { 1.0 };
    let mut n = Vector3::zeros();
    for i in others() {
        n[i] = side(i) * y(i, s) * (least / radii[i]);
    }
    n[short] = -side(short) * sqrt(1.0 - rest);
    unit(&n)
}
