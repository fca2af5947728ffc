//! The way out of an overlap.

use crate::Overlap;
use crate::quadratic::sqrt;
use crate::ray::ellipsoid_height;
use crate::sphere::prism::{Prism, cross, unit};
use alloc::vec::Vec;
use nalgebra::{Point3, Unit, Vector3};

/// The least depth along a list of directions: `likely`, the face's normals, and for each corner and each edge the normal at the
/// nearest point of the ellipsoid about it. All in the ellipsoid's axes, from the first corner; the ellipsoid's middle is
/// at `middle`.
///
/// Along n the polygon reaches max n·cᵢ, and the ellipsoid |An| below its middle, so that moving it by
/// max n·cᵢ + |An| − n·middle frees it: no more than that much of the sum of both lies beyond the plane. The shadow of the
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
    prism.each_corner(|c| offer(ellipsoid_height(&(middle - c), radii).1));
    prism.each_edge(|from, edge| {
        if let Some(n) = out_of_shadow(radii, &edge, &(middle - from)) {
            offer(n);
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

/// The normal at the point of the ellipsoid's shadow along `edge` that is nearest to `p`.
fn out_of_shadow(
    radii: &Vector3<f64>,
    edge: &Vector3<f64>,
    p: &Vector3<f64>,
) -> Option<Vector3<f64>> {
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
    let n = ellipsoid_height(&seen, &sizes).1;
    unit(&(long * n.x + short * n.y))
}
