//! Published methods that give wrong answers, kept as baselines. Nothing else uses them.
//!
//! Each is written as it was published, with no repair, and the tests show where it fails.

use super::Sphere;
use nalgebra::{Point3, Vector3};

/// A moving sphere against a point, after the listing in "Sweep Tests", 2010.
///
/// It sets up a·t² + b·t + c = 0 with the right a = d·d and b = 2·p·d, p being the sphere's centre relative to the point, but
/// takes c from the absolute position of the point instead: x·x − r². Where the sphere's centre is at the origin
/// the two are the same, and elsewhere by chance, where c·(c − 2x) = 0 for a centre c.
///
/// Wrong: for nearly every sphere that does not start at the origin.
#[must_use]
pub fn point_by_absolute_square(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    point: &Point3<f64>,
) -> Option<f64> {
    let p = moving.centre - point;
    let a = displacement.norm_squared();
    let half_b = p.dot(displacement);
    let c = point.coords.norm_squared() - moving.radius * moving.radius;
    crate::quadratic::solve(a, half_b, c).first_in(0.0, 1.0)
}

/// A moving sphere against a triangle by projection along the motion: the forum thread "New take on swept sphere collision
/// detection", 2005, which is Nettle's method.
///
/// Centre and triangle are projected along d onto a plane across it, q = (d·d)·p − (d·p)·d. There the point of the
/// triangle nearest to the centre is found, as weights of the corners; the same weights give a point of the triangle
/// itself, and from that point a ray is cast back along −d at the sphere.
///
/// Wrong: the point nearest across the motion is not the point that is touched first, unless it is the only one that is. Where
/// the plane is tilted to the motion, another point is farther across and nearer along. And where the motion is parallel to
/// the plane, the projection is a line, on which the nearest point has no single point behind it.
#[must_use]
pub fn triangle_by_projection(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Option<f64> {
    let d = displacement;
    let flatten = |p: &Point3<f64>| {
        let p = p - moving.centre;
        p * d.norm_squared() - d * d.dot(&p)
    };
    let weights = nearest_weights(&corners.map(|p| flatten(&p)), &Vector3::zeros());
    let lifted: Vector3<f64> = corners.iter().zip(weights).map(|(p, w)| p.coords * w).sum();
    ray_at_sphere(moving, d, &Point3::from(lifted))
}

/// A moving sphere against a triangle by its nearest point: "Narrow Phase: Sweeping a Sphere Against a Polygon", 2010.
///
/// Where the sphere meets the plane, a point of the triangle is the contact. Otherwise the point of the triangle nearest to
/// the point of the plane that was met is taken, and a ray is cast from it back along −d at the sphere. (The point nearest to
/// the whole ray, instead, is wrong for the same reason.)
///
/// Wrong: the point of an edge nearest to where the plane is met may be far from where the sphere first grazes that edge.
/// A reader found the case: a sphere beside a very long edge, moving along it and slowly down.
#[must_use]
pub fn triangle_by_plane_point(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    corners: &[Point3<f64>; 3],
) -> Option<f64> {
    let [a, b, c] = corners;
    let n = (b - a).cross(&(c - a)).normalize();
    let n = if n.dot(&(moving.centre - a)) < 0.0 {
        -n
    } else {
        n
    };
    let lowest = moving.centre - n * moving.radius;
    let t = -n.dot(&(lowest - a)) / n.dot(displacement);
    if !(0.0..=1.0).contains(&t) {
        return None;
    }
    let met = lowest + displacement * t;
    let relative = corners.map(|p| p.coords);
    let weights = nearest_weights(&relative, &met.coords);
    let nearest: Vector3<f64> = relative.iter().zip(weights).map(|(p, w)| p * w).sum();
    if weights.iter().all(|&w| w > 0.0) {
        return Some(t);
    }
    ray_at_sphere(moving, displacement, &Point3::from(nearest))
}

/// When the sphere reaches this point.
fn ray_at_sphere(moving: &Sphere, d: &Vector3<f64>, point: &Point3<f64>) -> Option<f64> {
    let p = moving.centre - point;
    let c = p.norm_squared() - moving.radius * moving.radius;
    crate::quadratic::solve(d.norm_squared(), p.dot(d), c).first_in(0.0, 1.0)
}

/// The weights of a triangle's corners at its point nearest to `x`.
///
/// Source: Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
fn nearest_weights(corners: &[Vector3<f64>; 3], x: &Vector3<f64>) -> [f64; 3] {
    let [a, b, c] = corners;
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (ab.dot(&(x - a)), ac.dot(&(x - a)));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (d3, d4) = (ab.dot(&(x - b)), ac.dot(&(x - b)));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let (d5, d6) = (ab.dot(&(x - c)), ac.dot(&(x - c)));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let of_c = d1 * d4 - d3 * d2;
    if of_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let f = d1 / (d1 - d3);
        return [1.0 - f, f, 0.0];
    }
    let of_b = d5 * d2 - d1 * d6;
    if of_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let f = d2 / (d2 - d6);
        return [1.0 - f, 0.0, f];
    }
    let of_a = d3 * d6 - d5 * d4;
    if of_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        let f = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - f, f];
    }
    let sum = of_a + of_b + of_c;
    [of_a / sum, of_b / sum, of_c / sum]
}
