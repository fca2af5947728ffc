//! Where two features meet.

use nalgebra::Vector3;

/// A point of the hull of `fixed` that lies, within `slack`, in the hull of `moving`, both being features in one plane
/// of contact: the mean of all that can be found.
///
/// Every corner of the intersection of two polygons is a corner of one inside the other or a crossing of their edges.
/// Every edge joins two corners, so all pairs of corners are crossed, diagonals too, and a corner is sought in all
/// triangles of the other's corners. What is found more than once does not matter: all of it lies in both.
pub(super) fn meeting(moving: &[Vector3<f64>], fixed: &[Vector3<f64>], slack: f64) -> Vector3<f64> {
    let (mut sum, mut count) = (Vector3::zeros(), 0.0);
    let mut best = (f64::INFINITY, Vector3::zeros());
    let mut found = |on_fixed: Vector3<f64>, on_moving: Vector3<f64>| {
        let gap = (on_fixed - on_moving).norm();
        if gap <= slack {
            sum += on_fixed;
            count += 1.0;
        }
        if gap < best.0 {
            best = (gap, on_fixed);
        }
    };
    for (a, b) in pairs(fixed) {
        for (c, d) in pairs(moving) {
            let (on_fixed, on_moving) = nearest_of_segments(a, b, c, d);
            found(on_fixed, on_moving);
        }
    }
    for x in moving {
        triangles(fixed, |t| {
            if let Some(foot) = foot_in_triangle(x, t) {
                found(foot, *x);
            }
        });
    }
    for x in fixed {
        triangles(moving, |t| {
            if let Some(foot) = foot_in_triangle(x, t) {
                found(*x, foot);
            }
        });
    }
    if count > 0.0 { sum / count } else { best.1 }
}

/// All pairs of points; a single point with itself.
fn pairs(points: &[Vector3<f64>]) -> impl Iterator<Item = (&Vector3<f64>, &Vector3<f64>)> {
    let alone = usize::from(points.len() > 1);
    points
        .iter()
        .enumerate()
        .flat_map(move |(k, a)| points[k + alone..].iter().map(move |b| (a, b)))
}

fn triangles(points: &[Vector3<f64>], mut visit: impl FnMut([&Vector3<f64>; 3])) {
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                visit([a, b, c]);
            }
        }
    }
}

/// The nearest points of the segments a b and c d, by the zeros of the squared distance's derivatives, each clamped to
/// its segment.
fn nearest_of_segments(
    a: &Vector3<f64>,
    b: &Vector3<f64>,
    c: &Vector3<f64>,
    d: &Vector3<f64>,
) -> (Vector3<f64>, Vector3<f64>) {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv) = (u.norm_squared(), u.dot(&v), v.norm_squared());
    let (uw, vw) = (u.dot(&w), v.dot(&w));
    let ratio = |x: f64, y: f64| {
        if y > 0.0 {
            (x / y).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    // The cross product's square, without the cancellation of uu vv − uv².
    let s = ratio(uv * vw - uw * vv, u.cross(&v).norm_squared());
    let t = ratio(uv * s + vw, vv);
    let s = ratio(uv * t - uw, uu);
    (a + u * s, c + v * t)
}

/// The foot of `x` on the triangle's plane, when it lies in the triangle.
fn foot_in_triangle(x: &Vector3<f64>, [a, b, c]: [&Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let (u, v, w) = (b - a, c - a, x - a);
    let n = u.cross(&v);
    let squared = n.norm_squared();
    if squared == 0.0 {
        return None;
    }
    let s = w.cross(&v).dot(&n) / squared;
    let t = u.cross(&w).dot(&n) / squared;
    (s >= 0.0 && t >= 0.0 && s + t <= 1.0).then(|| a + u * s + v * t)
}
