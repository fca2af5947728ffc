//! Edges and their arcs on the sphere of directions.

use super::Polyhedron;
use crate::sphere::prism::cross;
use crate::tolerance::{NORMAL, ROUNDING, VAGUE};
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

/// An edge: its direction, and the arc of normals along which it is farthest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edge {
    /// Of any length and either sign.
    pub(super) along: Vector3<f64>,
    /// Nothing where all directions across the edge may be, as at the rim of a flat polyhedron.
    arc: Option<Arc>,
}

/// The great arc between two unit normals.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arc {
    ends: [Vector3<f64>; 2],
    /// How far the ends may be from the true normals.
    error: f64,
}

/// The outward normal of a face.
#[derive(Clone, Copy, Debug)]
struct Outward {
    /// Of unit length.
    normal: Vector3<f64>,
    error: f64,
}

impl Edge {
    pub(super) fn without_arc(along: Vector3<f64>) -> Self {
        Self { along, arc: None }
    }

    /// The axis that this edge of the fixed shape and an edge of the moving one span, unless it is certain that they do not
    /// span a facet of C = fixed − moving.
    ///
    /// They do when the arc of this one crosses the reversed arc of the other. Then the ends of either arc lie on different
    /// sides of the other's plane, which is the plane across its edge; and the crossing, along the product n of both edges,
    /// lies toward the middles of both arcs, not toward one's middle and from the other's. The three are tested with edges
    /// for the planes' normals, since the product of an arc's ends cancels when it is short. A pair is left out when one
    /// fails by more than the errors of the normals, and of n.
    ///
    /// n leans along neither edge by more than 3u of its length, as the [normal](super::normal) of a face does, however near to parallel
    /// they are; what a plain product would lose there is all of the facet's slope along them.
    pub(super) fn axis_with(&self, moving: &Self) -> Option<Vector3<f64>> {
        let axis = cross(&self.along, &moving.along);
        let off = NORMAL * self.along.norm() * moving.along.norm();
        if let (Some(fixed), Some(moved)) = (&self.arc, &moving.arc) {
            let reversed = moved.reversed();
            let toward = |arc: &Arc| {
                let height = axis.dot(&(arc.ends[0] + arc.ends[1]));
                if height.abs() <= 2.0 * (arc.error * axis.norm() + off) {
                    0.0
                } else {
                    height
                }
            };
            let facing_away = toward(fixed) * toward(&reversed) < 0.0;
            if reversed.is_beside(&self.along) || fixed.is_beside(&moving.along) || facing_away {
                return None;
            }
        }
        Some(axis)
    }
}

impl Arc {
    fn reversed(&self) -> Self {
        Self {
            ends: self.ends.map(|n| -n),
            ..*self
        }
    }

    /// Whether both ends lie on one side of the plane across `along`.
    fn is_beside(&self, along: &Vector3<f64>) -> bool {
        let room = self.error * along.norm();
        let heights = self.ends.map(|n| n.dot(along));
        heights.iter().all(|&h| h > room) || heights.iter().all(|&h| h < -room)
    }
}

/// Edges as they are found, face by face.
pub(super) struct Edges<'a> {
    corners: &'a [Point3<f64>],
    extent: f64,
    found: Vec<([usize; 2], Vec<Option<Outward>>)>,
}

impl<'a> Edges<'a> {
    pub(super) fn new(corners: &'a [Point3<f64>]) -> Self {
        let first = corners.first().copied().unwrap_or_else(Point3::origin);
        let far = |most: f64, x: &Point3<f64>| most.max((x - first).norm());
        Self {
            corners,
            extent: corners.iter().fold(0.0, far),
            found: Vec::new(),
        }
    }

    /// Adds the edges of a face, a loop of corner numbers in either winding, with a normal of either sign that is the product of
    /// sides with this product of lengths.
    pub(super) fn face(&mut self, loop_: &[usize], normal: &Vector3<f64>, sides: f64) {
        let outward = self.outward(loop_, normal, sides);
        for (k, &i) in loop_.iter().enumerate() {
            let j = loop_[(k + 1) % loop_.len()];
            let key = [i.min(j), i.max(j)];
            match self.found.iter_mut().find(|(found, _)| *found == key) {
                Some((_, normals)) => normals.push(outward),
                None => self.found.push((key, [outward].to_vec())),
            }
        }
    }

    /// The outward normal, if the face has one side with corners on it, and a normal to speak of.
    fn outward(&self, loop_: &[usize], normal: &Vector3<f64>, sides: f64) -> Option<Outward> {
        let length = normal.norm();
        let on = self.corners.get(*loop_.first()?)?;
        let n = normal / length;
        let depth = self
            .corners
            .iter()
            .map(|x| n.dot(&(x - on)))
            .fold(
                0.0,
                |most: f64, h| if h.abs() > most.abs() { h } else { most },
            );
        let error = NORMAL * sides / length;
        let solid = depth.abs() > (ROUNDING + error) * self.extent && error <= VAGUE;
        solid.then(|| Outward {
            normal: if depth > 0.0 { -n } else { n },
            error,
        })
    }

    /// All edges, each with the arc between those two normals of its faces that are farthest apart.
    pub(super) fn finish(self) -> Vec<Edge> {
        let corners = self.corners;
        let edge = |([i, j], normals): ([usize; 2], Vec<Option<Outward>>)| {
            let along = corners[j] - corners[i];
            let known: Option<Vec<_>> = normals.into_iter().collect();
            Edge {
                along,
                arc: known.and_then(|normals| widest(&normals)),
            }
        };
        self.found.into_iter().map(edge).collect()
    }
}

/// The arc between the two normals that are farthest apart; nothing of a single one, beyond which the polyhedron is open.
fn widest(normals: &[Outward]) -> Option<Arc> {
    let mut best: Option<(f64, Arc)> = None;
    for (k, a) in normals.iter().enumerate() {
        for b in &normals[k + 1..] {
            let dot = a.normal.dot(&b.normal);
            if best.is_none_or(|(least, _)| dot < least) {
                let arc = Arc {
                    ends: [a.normal, b.normal],
                    error: a.error.max(b.error),
                };
                best = Some((dot, arc));
            }
        }
    }
    best.map(|(_, arc)| arc)
}

impl Polyhedron {
    /// How many edges have an arc.
    #[cfg(test)]
    pub(super) fn arcs(&self) -> usize {
        self.edges.iter().filter(|edge| edge.arc.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(turn: f64) -> Polyhedron {
        let (s, c) = (turn.sin(), turn.cos());
        let corners: Vec<_> = (0..8)
            .map(|i| {
                let side = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
                let (x, y, z) = (side(1), side(2), side(4));
                Point3::new(c * x - s * y, s * x + c * y, z)
            })
            .collect();
        Polyhedron::hull(&corners).expect("corners")
    }

    fn axes(a: &Polyhedron, b: &Polyhedron) -> usize {
        let pairs = |g: &Edge| b.edges.iter().filter(|h| g.axis_with(h).is_some()).count();
        a.edges.iter().map(pairs).sum()
    }

    #[test]
    fn few_pairs_of_edges_span_a_facet() {
        // 24 edges and diagonals each, 576 pairs. Of two cubes turned about z by something, the upright edges' arcs overlap,
        // and cross none of the level ones' but at their ends.
        let (still, turned) = (cube(0.0), cube(0.5));
        assert_eq!(still.edges.len(), 24);
        assert_eq!(still.arcs(), 24);
        let kept = axes(&still, &turned);
        assert!(kept < 200, "{kept} of 576");
        // Tilted out of all symmetry, arcs cross inside or not at all, and diagonals never.
        let corners: Vec<_> = still
            .corners
            .iter()
            .map(|x| nalgebra::Rotation3::new(Vector3::new(0.3, 0.5, 0.7)) * x)
            .collect();
        let tilted = Polyhedron::hull(&corners).expect("corners");
        let kept = axes(&still, &tilted);
        assert!(kept <= 24, "{kept} of 576");
    }

    #[test]
    fn flat_shapes_have_no_arcs() {
        let flat =
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| Point3::new(x, y, 3.0));
        let flat = Polyhedron::hull(&flat).expect("corners");
        assert_eq!(flat.arcs(), 0);
        assert_eq!(axes(&flat, &cube(0.5)), flat.edges.len() * 24);
    }
}
