//! Polyhedra: corners, edges, faces and solids against each other and against planes, by brute force.

mod edge;
mod feature;
mod hull;
mod pair;
mod plane;

pub use pair::{polyhedron_polyhedron, polyhedron_polyhedron_bracket};
pub use plane::polyhedron_plane;

use crate::sphere::prism::cross;
use alloc::vec::Vec;
use edge::{Edge, Edges};
use nalgebra::{Point3, Vector3};

/// A normal of the plane of three points: the product of the two shorter sides, and the product of their lengths.
///
/// A side a errs by u of itself, as a difference of corners, and a component of the product by 2u of itself ([`cross`]). So the product n
/// leans along a by no more than n·a = 3u |n| |a|: of a needle, too, the plane turns about the longest side by what rounding makes of
/// its width, and passes its corners within 3u of the sides.
fn normal(a: &Point3<f64>, b: &Point3<f64>, c: &Point3<f64>) -> (Vector3<f64>, f64) {
    let sides = [b - a, c - b, a - c];
    let lengths = sides.map(|s| s.norm());
    let product = |k: usize| lengths[k] * lengths[(k + 1) % 3];
    let shortest = |x: usize, y: usize| if product(y) < product(x) { y } else { x };
    let k = shortest(shortest(0, 1), 2);
    (cross(&sides[k], &sides[(k + 1) % 3]), product(k))
}

/// A convex polyhedron in world space: a solid, a flat face, an edge or a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    corners: Vec<Point3<f64>>,
    /// Normals of the faces, of any length and either sign.
    normals: Vec<Vector3<f64>>,
    edges: Vec<Edge>,
}

impl Polyhedron {
    /// The polyhedron with these corners and faces, the latter as loops of corner numbers in either winding. A face that
    /// lacks three corners out of one line gives its edges alone.
    ///
    /// The faces must be those of the corners' convex hull, or split them up: they are not checked, and with faces left
    /// out the polyhedron is larger than its corners' hull. Nothing, when there is no corner, or a face names one that
    /// does not exist.
    #[must_use]
    pub fn new(corners: &[Point3<f64>], faces: &[&[usize]]) -> Option<Self> {
        let mut normals = Vec::new();
        let mut edges = Edges::new(corners);
        for face in faces {
            let mut loop_ = Vec::new();
            for &k in *face {
                loop_.push(*corners.get(k)?);
            }
            let Some(first) = loop_.first() else { continue };
            // The fan's largest triangle: the others' normals are the same, with more rounding.
            let (normal, sides) = loop_
                .windows(2)
                .map(|pair| normal(first, &pair[0], &pair[1]))
                .fold((Vector3::zeros(), 0.0), |a: (Vector3<f64>, f64), b| {
                    if b.0.norm_squared() > a.0.norm_squared() {
                        b
                    } else {
                        a
                    }
                });
            edges.face(face, &normal, sides);
            normals.push(normal);
        }
        let edges = edges.finish();
        let solid = Self {
            corners: corners.to_vec(),
            normals,
            edges,
        };
        (!corners.is_empty()).then_some(solid)
    }

    /// A point.
    #[must_use]
    pub fn point(a: Point3<f64>) -> Self {
        Self {
            corners: [a].to_vec(),
            normals: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// The edge between two points, which may coincide.
    #[must_use]
    pub fn edge(a: Point3<f64>, b: Point3<f64>) -> Self {
        Self {
            corners: [a, b].to_vec(),
            normals: Vec::new(),
            edges: [Edge::without_arc(b - a)].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_of_a_needle_passes_through_its_ends() {
        // Three corners on one line but for 2⁻²⁴: rounding alone leans the plane by that much more than u.
        let (from, along) = (
            Point3::new(-0.7, 0.47, 0.37),
            Vector3::new(1.37, -0.85, -0.13),
        );
        for k in 1..200 {
            let s = f64::from(k) / 163.0;
            let off = Vector3::new(0.3, f64::from(k % 7), 1.1) * 2.0_f64.powi(-24);
            let corners = [from, from + along, from + along * s + off];
            for i in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|j| corners[(i + j) % 3]);
                let n = normal(&a, &b, &c).0.normalize();
                let lift = corners.map(|x| n.dot(&(x - from)).abs());
                assert!(lift.iter().all(|l| *l < 8.0 * f64::EPSILON), "{lift:?}");
            }
        }
    }
}
