//! A sphere against a triangle, feature by feature: plane, then edges, then corners.

use super::Sphere;
use super::offset::Offset;
use crate::quadratic::solve;
use nalgebra::{Point3, Vector3};

/// Where a sphere touches first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Fraction of the displacement.
    pub fraction: f64,
    /// The point of the triangle.
    pub point: Point3<f64>,
}

/// The first contact of a sphere with a radius above 0, which starts apart from the triangle, with either side of it.
///
/// First the plane: the sphere's nearest point to it is c − r·n, n pointing to the centre's side, and reaches it at
/// t = (r − n·c) / (n·d), measured from the plane. If it lies in the triangle then, no edge can be touched before. Otherwise
/// corners and edges, each by a quadratic, and the least root wins. A corner p is touched when |c + t·d − p| = r. An edge
/// from p along e is touched when the centre is at distance r from its line: with g = p − c,
///
/// (e²·d² − (e·d)²)·t² + 2·((e·d)·(e·g) − e²·(d·g))·t + e²·(g² − r²) − (e·g)² = 0,
///
/// and counts if the foot of the centre on the line, p + f·e with f = ((e·d)·t − e·g) / e², has 0 <= f <= 1. A motion in the plane
/// or nearly so meets edges and corners first, or rests on its rounding for which of them it names.
///
/// **Error**: the coefficients of edges are differences of products of four lengths, so that where the motion is along an
/// edge or grazes it, half of the digits may go: the contact is right for a triangle grown or shrunk by 64u·L·(L / r), L
/// with the distance at the nearest approach. A sliver loses its plane, the plain product of two corners, besides: narrower than some
/// 2⁻²⁰ of its length, that does not hold. [`against_triangle`](super::against_triangle) loses neither.
///
/// Source: Fauerby, "Improved Collision detection and Response", 2003, pages 10 to 20. Departures: both sides of the
/// triangle, any radius, the smaller root alone, and fractions are measured from the nearest approach.
#[must_use]
pub fn triangle_by_features(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Option<Contact> {
    let d = displacement;
    let r = moving.radius;
    let start = Offset::between(&moving.centre, &corners[0]);
    let shift = start.nearest(d).clamp(0.0, 1.0);
    // The centre's position at the nearest approach, relative to the first corner.
    let c = start.advanced(d, shift);
    let (low, high) = (-shift, 1.0 - shift);
    let p = corners.map(|p| p - corners[0]);

    let m = p[1].cross(&p[2]);
    let n = m / m.norm();
    let n = if n.dot(&(c + d * low)) < 0.0 { -n } else { n };
    let t = (r - n.dot(&c)) / n.dot(d);
    if n.dot(d) < 0.0 && (low..=high).contains(&t) {
        let foot = c + d * t - n * r;
        if contains(&p, &m, &foot) {
            return Some(Contact {
                fraction: shift + t,
                point: corners[0] + foot,
            });
        }
    }

    let mut first: Option<(f64, Vector3<f64>)> = None;
    let mut offer = |t: f64, at: Vector3<f64>| {
        if first.is_none_or(|f| t < f.0) {
            first = Some((t, at));
        }
    };
    for i in 0..3 {
        let g = p[i] - c;
        let excess = (g.norm() - r) * (g.norm() + r);
        if let Some(t) = solve(d.norm_squared(), -g.dot(d), excess).first_in(low, high) {
            offer(t, p[i]);
        }
        let e = p[(i + 1) % 3] - p[i];
        let (ee, ed, eg) = (e.norm_squared(), e.dot(d), e.dot(&g));
        if ee == 0.0 {
            continue;
        }
        let roots = solve(
            ee * d.norm_squared() - ed * ed,
            ed * eg - ee * d.dot(&g),
            ee * excess - eg * eg,
        );
        if let Some(t) = roots.first_in(low, high) {
            let f = (ed * t - eg) / ee;
            if (0.0..=1.0).contains(&f) {
                offer(t, p[i] + e * f);
            }
        }
    }
    first.map(|(t, at)| Contact {
        fraction: shift + t,
        point: corners[0] + at,
    })
}

/// Whether a point of the triangle's plane is on the inner side of all edges; `m` is the cross product of its sides.
fn contains(p: &[Vector3<f64>; 3], m: &Vector3<f64>, x: &Vector3<f64>) -> bool {
    (0..3).all(|i| {
        let edge = p[(i + 1) % 3] - p[i];
        m.dot(&edge.cross(&(x - p[i]))) >= 0.0
    })
}
