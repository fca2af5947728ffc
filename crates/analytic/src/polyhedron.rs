//! Polyhedra: corners, edges, faces and solids against each other and against planes, by brute force.

mod feature;
mod hull;
mod pair;
mod plane;

pub use pair::{polyhedron_polyhedron, polyhedron_polyhedron_bracket};
pub use plane::polyhedron_plane;

use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

/// A convex polyhedron in world space: a solid, a flat face, an edge or a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    corners: Vec<Point3<f64>>,
    /// Normals of the faces, of any length and either sign.
    normals: Vec<Vector3<f64>>,
    /// Directions of the edges, of any length and either sign.
    edges: Vec<Vector3<f64>>,
}

impl Polyhedron {
    /// The polyhedron with these corners and faces, the latter as loops of corner numbers in either winding. A face that
    /// lacks three corners out of one line gives its edges alone.
    ///
    /// The faces must be those of the corners' convex hull, or split them up: they are not checked, and with faces left
    /// out the polyhedron is larger than its corners' hull. Nothing, when there is no corner, or a face names one that
    /// does not exist.
    pub fn new(corners: &[Point3<f64>], faces: &[&[usize]]) -> Option<Self> {
        let mut solid = Self {
            corners: corners.to_vec(),
            normals: Vec::new(),
            edges: Vec::new(),
        };
        for face in faces {
            let mut loop_ = Vec::new();
            for &k in *face {
                loop_.push(*corners.get(k)?);
            }
            let Some(first) = loop_.first() else { continue };
            for (k, a) in loop_.iter().enumerate() {
                let b = &loop_[(k + 1) % loop_.len()];
                solid.edges.push(b - a);
            }
            // The fan's largest triangle: the others' normals are the same, with more rounding.
            let normal = loop_
                .windows(2)
                .map(|pair| (pair[0] - first).cross(&(pair[1] - first)))
                .fold(Vector3::zeros(), |a: Vector3<f64>, b| {
                    if b.norm_squared() > a.norm_squared() {
                        b
                    } else {
                        a
                    }
                });
            solid.normals.push(normal);
        }
        (!corners.is_empty()).then_some(solid)
    }

    /// A point.
    pub fn point(a: Point3<f64>) -> Self {
        Self {
            corners: [a].to_vec(),
            normals: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// The edge between two points, which may coincide.
    pub fn edge(a: Point3<f64>, b: Point3<f64>) -> Self {
        Self {
            corners: [a, b].to_vec(),
            normals: Vec::new(),
            edges: [b - a].to_vec(),
        }
    }

    /// The corners, in the order given.
    pub fn corners(&self) -> &[Point3<f64>] {
        &self.corners
    }
}
