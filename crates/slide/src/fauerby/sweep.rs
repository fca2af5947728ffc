//! The unit sphere against one triangle (section 3 of the paper).
//!
//! With p the centre, v the motion, n the triangle's unit normal and D(q) the signed distance of q from its plane, the sphere
//! touches the plane from t₀ to t₁, the roots of D(p + t v) = ±1. At t₀ it touches at p − n + t₀ v. If that is inside the
//! triangle, it is the first contact. Else the first contact, if there is any, is with a corner or an edge:
//!
//! ```text
//! corner q:          |p + t v − q|² = 1
//! edge q + f e:      |e × (p + t v − q)|² = |e|²,  0 ≤ f ≤ 1
//! ```
//!
//! both quadratic in t.

use super::Statistics;
use nalgebra::{Point3, Vector3};

/// The first contact of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Touch {
    /// The fraction of the motion.
    pub(super) t: f64,
    /// The point on the triangle.
    pub(super) point: Point3<f64>,
}

/// The first contact of the unit sphere at `p`, moving by `v`, with the front of any of the triangles.
pub(super) fn first(
    p: &Point3<f64>,
    v: &Vector3<f64>,
    triangles: impl Iterator<Item = [Point3<f64>; 3]>,
    statistics: &mut Statistics,
) -> Option<Touch> {
    let mut best: Option<Touch> = None;
    statistics.sweeps += 1;
    for triangle in triangles {
        statistics.tested += 1;
        let limit = best.map_or(1.0, |b| b.t);
        if let Some(touch) = against(p, v, &triangle, limit, statistics) {
            best = Some(touch);
        }
    }
    best
}

/// The contact with one triangle before the fraction `limit`.
fn against(
    p: &Point3<f64>,
    v: &Vector3<f64>,
    triangle: &[Point3<f64>; 3],
    limit: f64,
    statistics: &mut Statistics,
) -> Option<Touch> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
    let Some(normal) = normal.filter(|n| n.dot(v) <= 0.0) else {
        statistics.back_facing += 1;
        return None;
    };
    let (height, closing) = (normal.dot(&(p - a)), normal.dot(v));
    // Along the plane, the sphere touches it all the time or never.
    let (start, end) = if closing == 0.0 {
        if height.abs() < 1.0 {
            (0.0, 1.0)
        } else {
            (1.0, 0.0)
        }
    } else {
        ((1.0 - height) / closing, (-1.0 - height) / closing)
    };
    if start > end || start > 1.0 || end < 0.0 {
        statistics.early_out += 1;
        return None;
    }
    let start = start.clamp(0.0, 1.0);
    if closing != 0.0 {
        let point = p - normal + v * start;
        if is_inside(&point, triangle, &normal) {
            statistics.inside += 1;
            return (start < limit).then_some(Touch { t: start, point });
        }
    }
    statistics.fully_tested += 1;
    let mut best: Option<Touch> = None;
    let limit_now = |best: &Option<Touch>| best.map_or(limit, |b| b.t);
    for q in triangle {
        if let Some(t) = corner(p, v, q, limit_now(&best)) {
            best = Some(Touch { t, point: *q });
        }
    }
    for (q, r) in [(a, b), (b, c), (c, a)] {
        if let Some((t, f)) = edge(p, v, q, r, limit_now(&best)) {
            best = Some(Touch {
                t,
                point: q + (r - q) * f,
            });
        }
    }
    best
}

/// Whether a point of the triangle's plane is inside it or on its edge.
fn is_inside(point: &Point3<f64>, [a, b, c]: &[Point3<f64>; 3], normal: &Vector3<f64>) -> bool {
    let left = |q: &Point3<f64>, r: &Point3<f64>| (r - q).cross(&(point - q)).dot(normal) >= 0.0;
    left(a, b) && left(b, c) && left(c, a)
}

fn corner(p: &Point3<f64>, v: &Vector3<f64>, q: &Point3<f64>, limit: f64) -> Option<f64> {
    let from = p - q;
    let (a, b, c) = (
        v.norm_squared(),
        2.0 * v.dot(&from),
        from.norm_squared() - 1.0,
    );
    lowest_root(a, b, c, limit)
}

/// The contact with the inside of an edge: the fraction, and where on the edge.
fn edge(
    p: &Point3<f64>,
    v: &Vector3<f64>,
    q: &Point3<f64>,
    r: &Point3<f64>,
    limit: f64,
) -> Option<(f64, f64)> {
    let (e, to) = (r - q, q - p);
    let (square, along, reach) = (e.norm_squared(), e.dot(v), e.dot(&to));
    let a = -square * v.norm_squared() + along * along;
    let b = 2.0 * (square * v.dot(&to) - along * reach);
    let c = square * (1.0 - to.norm_squared()) + reach * reach;
    let t = lowest_root(a, b, c, limit)?;
    let f = (along * t - reach) / square;
    (0.0..=1.0).contains(&f).then_some((t, f))
}

/// The lowest root of a t² + b t + c above 0 and below `limit`.
fn lowest_root(a: f64, b: f64, c: f64, limit: f64) -> Option<f64> {
    let square = b * b - 4.0 * a * c;
    if square < 0.0 || a == 0.0 {
        return None;
    }
    let root = square.sqrt();
    let (one, other) = ((-b - root) / (2.0 * a), (-b + root) / (2.0 * a));
    let (low, high) = if one <= other {
        (one, other)
    } else {
        (other, one)
    };
    [low, high].into_iter().find(|t| *t > 0.0 && *t < limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: [[f64; 3]; 3] = [[-4.0, 0.0, -4.0], [-4.0, 0.0, 4.0], [8.0, 0.0, -4.0]];

    fn cast(p: [f64; 3], v: [f64; 3]) -> (Option<Touch>, Statistics) {
        let mut statistics = Statistics::default();
        let floor = FLOOR.map(Point3::from);
        let found = first(&p.into(), &v.into(), [floor].into_iter(), &mut statistics);
        (found, statistics)
    }

    #[test]
    fn the_inside_of_a_triangle_is_met_a_radius_above_it() {
        let (touch, statistics) = cast([0.0, 3.0, 0.0], [0.0, -4.0, 0.0]);
        assert_eq!(
            touch,
            Some(Touch {
                t: 0.5,
                point: Point3::origin()
            })
        );
        assert_eq!(statistics.inside, 1);
    }

    #[test]
    fn edges_and_corners_are_met_where_the_sphere_does() {
        // The centre passes 0.6 beside the edge x = -4, so contact is at height 0.8.
        let (touch, statistics) = cast([-4.6, 2.8, 0.0], [0.0, -4.0, 0.0]);
        let touch = touch.unwrap();
        assert!(
            (touch.t - 0.5).abs() < 1e-15
                && (touch.point - Point3::new(-4.0, 0.0, 0.0)).norm() < 1e-15
        );
        assert_eq!(statistics.fully_tested, 1);
        // The corner (-4, 0, -4), approached along z at the same height.
        let (touch, _) = cast([-4.0, 0.8, -8.6], [0.0, -0.0, 8.0]);
        let touch = touch.unwrap();
        // The roots' discriminant loses two digits here.
        assert!((touch.t - 0.5).abs() < 64.0 * f64::EPSILON, "{touch:?}");
        assert_eq!(touch.point, Point3::new(-4.0, 0.0, -4.0));
    }

    #[test]
    fn what_faces_away_or_is_far_from_the_plane_is_left_out_early() {
        let (touch, statistics) = cast([0.0, -3.0, 0.0], [0.0, 4.0, 0.0]);
        assert_eq!((touch, statistics.back_facing), (None, 1));
        let (touch, statistics) = cast([0.0, 3.0, 0.0], [1.0, -1.0, 0.0]);
        assert_eq!((touch, statistics.early_out), (None, 1));
        let (touch, statistics) = cast([0.0, 1.5, 0.0], [9.0, 0.0, 0.0]);
        assert_eq!((touch, statistics.early_out), (None, 1));
    }
}
