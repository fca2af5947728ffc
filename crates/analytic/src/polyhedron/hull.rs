//! The hull of points.

use super::Polyhedron;
use crate::tolerance::ROUNDING;
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

impl Polyhedron {
    /// The convex hull of points, which may repeat, lie inside, on a plane or on a line. Nothing, when there are none.
    ///
    /// By brute force: the plane of any three points is a face when all others lie on one side of it, up to 128u of the
    /// points' extent, and the three are edges then. That leaves too many: diagonals of faces with more than three
    /// corners, and planes that pass a hair outside of a corner. Neither does harm, for every direction has a correct
    /// slab. Points that lie on a line have no plane, and all their differences are edges. The work grows as the fourth power of the number of
    /// points.
    pub fn hull(points: &[Point3<f64>]) -> Option<Self> {
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        let first = points.first()?;
        let extent = points
            .iter()
            .map(|x| (x - first).norm())
            .fold(0.0, f64::max);
        for (i, a) in points.iter().enumerate() {
            for (j, b) in points.iter().enumerate().skip(i + 1) {
                for c in points.iter().skip(j + 1) {
                    let normal = (b - a).cross(&(c - a));
                    let slack = ROUNDING * extent * normal.norm();
                    let heights = || points.iter().map(|x| normal.dot(&(x - a)));
                    let supports = heights().all(|h| h <= slack) || heights().all(|h| h >= -slack);
                    if supports && normal != Vector3::zeros() {
                        normals.push(normal);
                        edges.extend([b - a, c - b, a - c]);
                    }
                }
            }
        }
        if normals.is_empty() {
            edges.extend(points.iter().map(|x| x - first));
        }
        Some(Self {
            corners: points.to_vec(),
            normals: unlike(&normals),
            edges: unlike(&edges),
        })
    }
}

/// The vectors without those that are multiples of an earlier one, exactly: a coarser sieve might lose a direction.
fn unlike(vectors: &[Vector3<f64>]) -> Vec<Vector3<f64>> {
    let mut kept: Vec<Vector3<f64>> = Vec::new();
    for v in vectors {
        if *v != Vector3::zeros() && !kept.iter().any(|k| k == v || *k == -v) {
            kept.push(*v);
        }
    }
    kept
}
