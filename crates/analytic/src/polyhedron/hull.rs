//! The hull of points.

use super::edge::{Edge, Edges};
use super::{Polyhedron, normal};
use crate::tolerance::{NORMAL, ROUNDING};
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

impl Polyhedron {
    /// The convex hull of points, which may repeat, lie inside, on a plane or on a line. Nothing, when there are none.
    ///
    /// By brute force: the plane of any three points is a face when all others lie on one side of it, up to 128u of the
    /// points' extent and what the rounding of its normal makes of that, and the three are edges then. That leaves too many:
    /// diagonals of faces with more than three corners, and planes that pass a hair outside of a corner. Neither does harm,
    /// for every direction has a correct slab. Points that lie on a line have no plane, and all their differences are edges.
    /// The work grows as the fourth power of the number of points.
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
                    let (normal, sides) = normal(a, b, c);
                    let slack = extent * (ROUNDING * normal.norm() + NORMAL * sides);
                    let heights = || points.iter().map(|x| normal.dot(&(x - a)));
                    let supports = heights().all(|h| h <= slack) || heights().all(|h| h >= -slack);
                    if supports && normal != Vector3::zeros() {
                        normals.push(normal);
                        edges.face(&[i, j, k], &normal, sides);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use crate::polyhedron::polyhedron_polyhedron;

    /// Two of these corners are a thousandth apart, the third is far from both: the product of the two long sides of that face is a
    /// normal that leans by 5e-14, and the whole face was lost for it. The depth is that of exact arithmetic.
    #[test]
    fn a_face_with_a_short_side_is_one() {
        let corners = [
            [0.436700870894142, 0.7579742802228375, 0.7292498815976947],
            [2.6999850594115626, 2.0492736060475756, -1.0123171154683146],
            [1.9043597439991797, 1.342066603959918, -1.3751570331533378],
            [
                0.678007248958117,
                -0.00023513026320887143,
                0.31823283234112976,
            ],
            [3.323288114895248, 1.8193395355308577, -1.1593660723276413],
            [
                0.6789153657835414,
                -5.7643616546698695e-9,
                0.31833224615964206,
            ],
        ];
        let point = Point3::new(0.6789153674572652, 0.0, 0.31833224144805206);
        // Whichever corner comes first.
        for k in 0..corners.len() {
            let mut points = corners.map(Point3::from);
            points.rotate_left(k);
            let body = Polyhedron::hull(&points).unwrap();
            let way = Vector3::new(-69.0, 131.0, 3.0);
            let answer = polyhedron_polyhedron(&body, &way, &Polyhedron::point(point));
            let Answer::Overlap(overlap) = answer else {
                panic!("{k}: {answer:?}");
            };
            assert!(
                (overlap.depth - 2.17278555257586e-9).abs() < 1e-15,
                "{k}: {overlap:?}"
            );
        }
    }
}
