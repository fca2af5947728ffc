//! How often a closed surface of triangles winds around the origin: a whole number, found without error.
//!
//! A bound on a depth needs it (`grow` in `depth.rs`). Take a ray r from the origin that meets no edge: the number is that of the faces
//! which r passes through, those counted negatively whose corners a, b, c run clockwise as it sees them from outside. r = αa + βb + γc with
//! positive weights there, so det(r, b, c) = α·det(a, b, c), and so on around: the three determinants have one sign, which is that of the
//! face. They have one sign, too, where −r passes through. A vector n with n·a, n·b and n·c positive tells the two apart, whatever
//! else is wrong with it: n·r is a mixture of the three, and positive, or minus one.
//!
//! r is the z axis, turned by less than any number can tell: (ε, ε², 1), with ε positive and smaller than any number. So det(r, a, b) has
//! the sign of the first component of a × b that is not 0, z before x before y (H. Edelsbrunner, E. P. Mücke, *Simulation of simplicity*,
//! 1990). Where all are 0 the corners are in line with the origin, and no such ray passes through the face. n·r is at least the plane's
//! distance from the origin over the farthest corner's, so the turn is nothing beside it.

use crate::predicate::cross;
use crate::tolerance::{LEAST_AREA, LEAST_COORDINATE};
use nalgebra::Vector3;
use swept_support::{Face, Polytope};

type V = Vector3<f64>;

/// The number of a polytope's surface, kept while it grows.
pub(super) struct Winding(i32);

impl Winding {
    pub(super) fn of(polytope: &Polytope) -> Self {
        let points = polytope.points();
        let count = |f: &Face| passed(&f.normal, f.corners.map(|i| &points[i]));
        Self(polytope.faces().iter().map(count).sum())
    }

    /// Whether the surface winds around the origin, above which all its faces are by more than a rounding error.
    pub(super) fn is_around(&self) -> bool {
        self.0 != 0
    }

    /// [`Polytope::add_above`].
    pub(super) fn add(&mut self, polytope: &mut Polytope, face: usize, p: &V) -> bool {
        polytope.add_watched(face, p, |change| {
            if !change.is_beside_origin() {
                for (sign, f, corners) in change.faces() {
                    self.0 += sign * passed(&f.normal, corners);
                }
            }
        })
    }
}

/// What a face with these corners counts, all of which are more than a rounding error above the origin along `n`: 1, −1, or 0 where the
/// ray does not pass through.
fn passed(n: &V, [a, b, c]: [&V; 3]) -> i32 {
    if n.z <= 0.0 {
        return 0;
    }
    let first = side(a, b);
    if first == 0 || side(b, c) != first || side(c, a) != first {
        return 0;
    }
    first
}

/// The sign of det(r, a, b).
fn side(a: &V, b: &V) -> i32 {
    let z = cross(a.x, a.y, b.x, b.y);
    if z.abs() > LEAST_AREA {
        return sign(z);
    }
    near_the_ray(a, b)
}

/// The same where the ray passes the edge closely. Coordinates that are next to nothing are 0: that moves the surface by less than it
/// is away from the origin, so that it winds as often, and then no error of a product is lost.
#[cold]
fn near_the_ray(a: &V, b: &V) -> i32 {
    let [a, b] = [a, b].map(|p| p.map(|x| if x.abs() < LEAST_COORDINATE { 0.0 } else { x }));
    let z = cross(a.x, a.y, b.x, b.y);
    let x = cross(a.y, a.z, b.y, b.z);
    let y = cross(a.z, a.x, b.z, b.x);
    [z, x, y]
        .map(sign)
        .into_iter()
        .find(|s| *s != 0)
        .unwrap_or(0)
}

fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use nalgebra::Matrix3;

    fn around(points: &[V]) -> i32 {
        let hull = Polytope::around(points).unwrap();
        let mut grown = Polytope::around(&points[..points.len() - 1]).unwrap();
        let mut winding = Winding::of(&grown);
        if let Some(face) = grown.seen_from(&points[points.len() - 1]) {
            winding.add(&mut grown, face, &points[points.len() - 1]);
        }
        assert_eq!(winding.0, Winding::of(&grown).0);
        Winding::of(&hull).0
    }

    fn cube() -> Vec<V> {
        let corner = |i: i32| V::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        (0..8).map(|i| corner(i) * 2.0 - V::repeat(1.0)).collect()
    }

    #[test]
    fn a_convex_surface_winds_once_around_what_is_inside() {
        let octahedron = [V::x(), V::y(), V::z()].map(|e| [e, -e]).concat();
        // The ray meets a face, the diagonal of one, an edge, a corner.
        for points in [cube(), octahedron] {
            for turn in [
                Matrix3::identity(),
                Matrix3::new(3.0, -4.0, 0.0, 4.0, 3.0, 0.0, 0.0, 0.0, 5.0),
                Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0),
                Matrix3::new(2.0, -1.0, 2.0, 2.0, 2.0, -1.0, -1.0, 2.0, 2.0),
            ] {
                for moved in [0.0, 0.125, -1e-17, 1e-310] {
                    let by = V::new(moved, 0.5 * moved, -moved);
                    let turned: Vec<_> = points.iter().map(|p| turn * p + by).collect();
                    assert_eq!(around(&turned), 1, "{turned:?}");
                    let tiny: Vec<_> = turned.iter().map(|p| p * f64::powi(2.0, -100)).collect();
                    assert_eq!(around(&tiny), 1, "{tiny:?}");
                }
            }
        }
    }

    /// A triangle in z = 1 and the same turned over, which rounding has given the normal of the first: no point of either is nearer
    /// than 1, and nothing is inside.
    #[test]
    fn a_face_that_is_turned_over_counts_against_the_others() {
        let [a, b, c] = [[3.0, 0.0, 1.0], [-2.0, 2.0, 1.0], [-2.0, -2.0, 1.0]].map(V::from);
        let (front, back) = (passed(&V::z(), [&a, &b, &c]), passed(&V::z(), [&c, &b, &a]));
        assert_eq!((front, back), (1, -1));
    }

    #[test]
    fn a_face_behind_is_not_passed() {
        let [a, b, c] = [[3.0, 0.0, -1.0], [-2.0, 2.0, -1.0], [-2.0, -2.0, -1.0]].map(V::from);
        assert_eq!(passed(&-V::z(), [&c, &b, &a]), 0);
        assert_eq!(passed(&V::z(), [&(a + V::z() * 2.0), &-b, &V::x()]), 0);
    }
}
