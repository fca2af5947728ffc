//! The hull of points.

use super::Polyhedron;
use super::edge::{Edge, Edges};
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
        let mut normals = Vec::new();
        let mut edges = Edges::new(points);
        let first = points.first()?;
        let extent = points
            .iter()
            .map(|x| (x - first).norm())
            .fold(0.0, f64::max);
        for (i, a) in points.iter().enumerate() {
            for (j, b) in points.iter().enumerate().skip(i + 1) {
                for (k, c) in points.iter().enumerate().skip(j + 1) {
                    let (p, q) = (b - a, c - a);
                    let normal = p.cross(&q);
                    let slack = ROUNDING * extent * normal.norm();
                    let heights = || points.iter().map(|x| normal.dot(&(x - a)));
                    let supports = heights().all(|h| h <= slack) || heights().all(|h| h >= -slack);
                    if supports && normal != Vector3::zeros() {
                        normals.push(normal);
                        edges.face(&[i, j, k], &normal, p.norm() * q.norm());
                    }
                }
            }
        }
        let mut edges = edges.finish();
        if normals.is_empty() {
            let line: Vec<_> = points.iter().map(|x| x - first).collect();
            edges.extend(unlike(&line).into_iter().map(Edge::without_arc));
        }
        Some(Self {
            corners: points.to_vec(),
            normals: unlike(&normals),
            edges,
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
