//! How deep the origin lies in the obstacle's core: the least h(n) over all unit n, with bounds from both sides.
//!
//! The expanding polytope of G. van den Bergen, *Proximity queries and penetration depth computation on 3D game
//! objects* (2001): a polytope of support points inside the core; its nearest face bounds the depth from below, the
//! support along that face's normal from above, and the new point grows the polytope there. Departures: the
//! polytope need not hold the origin when it starts (a face's distance is signed, and the face with the least is
//! grown, inside or outside), so no special case of the distance search's simplex is needed; obstacles that are
//! flat have depth 0 along their own normal; on curved obstacles, where each point gains a constant factor only, a descent
//! (`descent.rs`) finds the least height, and the polytope has only to prove it.

use crate::descent::descend;
use crate::found::Mixture;
use crate::gjk::distance;
use crate::kink::follow;
use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::{Simplex, on_tetrahedron, on_triangle};
use crate::tolerance::{
    FLATNESS, MOST_BOWLS, MOST_SETTLINGS, MOST_STEPS, NOISE, POLISHED_AFTER, SAME_BOWL, SPACING,
};
use alloc::{boxed::Box, vec, vec::Vec};
use nalgebra::{Matrix3, Vector3};
use swept_support::{Face, Polytope, Support, sqrt};

/// A depth and its proofs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// h(normal): no more than this is needed to free the origin.
    pub(crate) upper: f64,
    /// The nearest face's distance: no less than this is.
    pub(crate) lower: f64,
    /// Unit normal, out of the core.
    pub(crate) normal: Vector3<f64>,
    /// The core's boundary point nearest to the origin, unless the core is flat.
    pub(crate) mixture: Option<Mixture>,
    /// A mixture that is the origin, as vertices and weights, and how far off it is.
    pub(crate) contact: Option<(f64, [Vertex; 4], [f64; 4])>,
}

/// What is asked of the bounds of a depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// How far apart they may stay.
    pub(crate) open: f64,
    /// At more than this depth of the core the shapes are surely in contact, and up to the other they may be called touching:
    /// where there is no telling whether they overlap or stay apart, the bounds close further, until there is.
    pub(crate) contact: f64,
    pub(crate) touching: f64,
}

impl Wanted {
    fn is_met(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.open && (lower > self.contact || upper <= self.touching)
    }
}

/// The depth of the origin in the core.
pub(crate) fn depth<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    wanted: &Wanted,
) -> Depth {
    let mut search = Search {
        obstacle,
        vertices: Vec::new(),
    };
    match search.polytope() {
        Ok(polytope) => search.expand(polytope, wanted),
        Err(thin) => {
            let (upper, normal, _) = *thin;
            Depth {
                upper,
                lower: f64::NEG_INFINITY,
                normal,
                mixture: None,
                contact: None,
            }
        }
    }
}

struct Search<'o, 'p, A, B> {
    obstacle: &'o mut Obstacle<'p, A, B>,
    /// The vertices behind the polytope's points, and more: found by their points.
    vertices: Vec<Vertex>,
}

/// The least h(n) so far, with its n and its vertex.
type Best = (f64, Vector3<f64>, Vertex);

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// The support point along a unit direction, remembered; and its height.
    fn support(&mut self, n: &Vector3<f64>) -> Best {
        let vertex = self.obstacle.support(n);
        self.vertices.push(vertex);
        (n.dot(&vertex.y), *n, vertex)
    }

    /// A first polytope of support points, or the thinnest direction of a flat obstacle.
    fn polytope(&mut self) -> Result<Polytope, Box<Best>> {
        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
            self.support(&axis);
            self.support(&-axis);
        }
        // Flat so far? Then the normal of what there is shows whether there is more, up to three times: from a
        // point to a line, from a line to a plane, from a plane to a solid.
        let mut thin = Box::new(self.support(&Vector3::y()));
        for _ in 0..3 {
            let points: Vec<_> = self.vertices.iter().map(|v| v.y).collect();
            if let Some(polytope) = Polytope::around(&points) {
                return Ok(polytope);
            }
            let n = normal_of_flat(&points);
            let (above, below) = (self.support(&n), self.support(&-n));
            *thin = if above.0 < below.0 { above } else { below };
        }
        Err(thin)
    }

    /// The least of the heights along the axes of the working frame, which are exact: the faces of boxes.
    fn along_axes(&mut self) -> Best {
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let mut best = self.support(&axes[0]);
        for n in [-axes[0], axes[1], -axes[1], axes[2], -axes[2]] {
            let found = self.support(&n);
            if found.0 < best.0 {
                best = found;
            }
        }
        best
    }

    fn expand(&mut self, mut polytope: Polytope, wanted: &Wanted) -> Depth {
        let mut best = self.along_axes();
        for step in 1..=MOST_STEPS {
            // After 24 points, 48 and 96.
            let due = step % POLISHED_AFTER == 0 && (step / POLISHED_AFTER).is_power_of_two();
            if due && self.obstacle.is_curved() {
                // The second time and later, another bowl may be deeper.
                let face = nearest_face(&polytope).map(|(_, face)| face.normal);
                let from = face.filter(|_| step > POLISHED_AFTER).unwrap_or(best.1);
                self.polish(&from, &mut polytope, &mut best);
            }
            let Some((index, face)) = nearest_face(&polytope) else {
                break;
            };
            let offset = face.offset;
            let found = self.support(&face.normal);
            if found.0 < best.0 {
                best = found;
            }
            let done = wanted.is_met(offset, best.0) || self.obstacle.exhausted();
            if done || !polytope.add_above(index, &found.2.y) {
                break;
            }
        }
        let lower = nearest_face(&polytope).map_or(f64::NEG_INFINITY, |(_, f)| f.offset);
        let open = !(wanted.is_met(lower, best.0) || self.obstacle.exhausted());
        if open && self.obstacle.is_curved() {
            self.settle(&polytope, &mut best);
        }
        if let Some(normal) = self.widest_face(&best) {
            let found = self.support(&normal);
            if found.0 < best.0 {
                best = found;
            }
        }
        let mixture = self.foot(&polytope, &best);
        let (upper, normal, _) = best;
        let contact = self.contact(&polytope);
        Depth {
            upper,
            lower: lower.min(upper),
            normal,
            mixture,
            contact,
        }
    }

    /// Goes down once more, where the bounds did not meet: from the best direction, about which a descent along a kink may have
    /// ended early, and from the nearest faces, which may lie over other bowls: the origin of a shallow overlap is about as
    /// near to several. Again, from the best of all, while that gains more than rounding; and at last along the fold that the best
    /// lies on, if it does.
    fn settle(&mut self, polytope: &Polytope, best: &mut Best) {
        let scale = self.obstacle.scale;
        let mut starts = vec![best.1];
        let mut faces: Vec<_> = polytope.faces().map(|(_, face)| face).collect();
        faces.sort_by(|a, b| a.offset.total_cmp(&b.offset));
        for face in faces {
            let is_new = |from: &Vector3<f64>| from.dot(&face.normal) < SAME_BOWL;
            if starts.iter().all(is_new) {
                starts.push(face.normal);
            }
            if starts.len() > MOST_BOWLS {
                break;
            }
        }
        for _ in 0..MOST_SETTLINGS {
            let before = best.0;
            for from in &starts {
                descend(from, scale, |n| {
                    let found = self.support(n);
                    if found.0 < best.0 {
                        *best = found;
                    }
                    found.2.y
                });
            }
            if before - best.0 <= NOISE * scale {
                break;
            }
            starts = vec![best.1];
        }
        let from = best.1;
        follow(&from, scale, &mut |n| {
            let found = self.support(n);
            if found.0 < best.0 {
                *best = found;
            }
            found.2.y
        });
    }

    /// Goes down from a direction, and grows the polytope by what it meets there.
    fn polish(&mut self, from: &Vector3<f64>, polytope: &mut Polytope, best: &mut Best) {
        let (scale, first) = (self.obstacle.scale, self.vertices.len());
        descend(from, scale, |n| {
            let found = self.support(n);
            if found.0 < best.0 {
                *best = found;
            }
            found.2.y
        });
        // Corners closer to each other than this leave a gap of its square, and slivers whose normals are worth nothing.
        let apart = scale * SPACING;
        let mut added: Vec<Vector3<f64>> = vec![best.2.y];
        polytope.add(&best.2.y);
        for vertex in self.vertices[first..].iter().rev() {
            if added
                .iter()
                .all(|p| (p - vertex.y).norm_squared() > apart * apart)
            {
                polytope.add(&vertex.y);
                added.push(vertex.y);
            }
        }
    }

    /// The normal of the widest triangle among the vertices that lie in the best plane: on a face that was cut into
    /// slivers it is far more accurate than theirs. Pointing as the plane does.
    fn widest_face(&self, best: &Best) -> Option<Vector3<f64>> {
        let (height, n, top) = best;
        let slack = FLATNESS * self.obstacle.scale;
        let flat: Vec<_> = self
            .vertices
            .iter()
            .map(|v| v.y)
            .filter(|y| height - n.dot(y) <= slack)
            .collect();
        let most = |key: &dyn Fn(&Vector3<f64>) -> f64| {
            flat.iter()
                .max_by(|p, q| key(p).total_cmp(&key(q)))
                .copied()
        };
        let a = most(&|p| (p - top.y).norm_squared())?;
        let b = most(&|p| (p - a).norm_squared())?;
        let c = most(&|p| (b - a).cross(&(p - a)).norm_squared())?;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        Some(if normal.dot(n) < 0.0 { -normal } else { normal })
    }

    /// A mixture of support points that is the origin: the polytope is the union of the tetrahedra from its first corner
    /// to its faces, and the origin lies in one of them, or next to it when rounding has it outside. Also how far off
    /// the mixture is.
    fn contact(&self, polytope: &Polytope) -> Option<(f64, [Vertex; 4], [f64; 4])> {
        let points = polytope.points();
        let (off, corners, weights) = polytope
            .faces()
            .map(|(_, f)| {
                let [a, b, c] = f.corners.map(|i| points[i]);
                let corners = [points[0], a, b, c];
                let weights = polished(&corners, on_tetrahedron(&corners));
                (mix(&corners, &weights).norm(), corners, weights)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        let find = |p: Vector3<f64>| self.vertices.iter().find(|v| v.y == p).copied();
        let [a, b, c, d] = corners.map(find);
        Some((off, [a?, b?, c?, d?], weights))
    }

    /// The core's point nearest to upper·normal, where the way out leaves it: on the polytope's surface, or, where that cuts
    /// off a curve, nearest to a point farther out along the way.
    fn foot(&mut self, polytope: &Polytope, best: &Best) -> Option<Mixture> {
        let (upper, normal, top) = best;
        let way_out = normal * *upper;
        let nearest = polytope.faces().map(|(_, face)| {
            let corners = face.corners.map(|i| polytope.points()[i]);
            let [a, b, c] = corners.map(|p| p - way_out);
            let weights = on_triangle(&a, &b, &c);
            let point = a * weights[0] + b * weights[1] + c * weights[2];
            (point.norm_squared(), corners, weights)
        });
        let (squared, corners, [u, v, w]) = nearest.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let noise = NOISE * self.obstacle.scale;
        if squared > noise * noise {
            let mut simplex = Simplex::new(*top);
            let outside = normal * (upper + self.obstacle.scale);
            // The depth of round shapes takes many supports: this search has a limit of its own.
            let spent = core::mem::take(&mut self.obstacle.evaluations);
            distance(self.obstacle, &mut simplex, &outside, noise);
            self.obstacle.evaluations += spent;
            if (simplex.mix(|v| v.y) - way_out).norm_squared() < squared {
                return Some(Mixture::of(&simplex.parts(), *normal));
            }
        }
        let [a, b, c] = corners.map(|p| self.vertices.iter().find(|v| v.y == p));
        Some(Mixture::of(&[(a?, u), (b?, v), (c?, w)], *normal))
    }
}

fn mix(points: &[Vector3<f64>; 4], weights: &[f64; 4]) -> Vector3<f64> {
    let [t, u, v, w] = weights;
    points[0] * *t + points[1] * *u + points[2] * *v + points[3] * *w
}

/// Weights whose mixture is nearer to the origin: one step of iterative refinement, where it stays a mixture. The
/// change dw with sum 0 solves Σ dw_i (p_i − p_0) = −Σ w_i p_i.
fn polished(points: &[Vector3<f64>; 4], weights: [f64; 4]) -> [f64; 4] {
    let [t, u, v, w] = weights;
    let edges = Matrix3::from_columns(&[
        points[1] - points[0],
        points[2] - points[0],
        points[3] - points[0],
    ]);
    let rest = mix(points, &weights);
    let better = edges
        .lu()
        .solve(&-rest)
        .map(|d| [t - d.sum(), u + d.x, v + d.y, w + d.z]);
    match better {
        Some(b) if b.iter().all(|w| *w >= 0.0) && mix(points, &b).norm() < rest.norm() => b,
        _ => weights,
    }
}

fn nearest_face(polytope: &Polytope) -> Option<(usize, &Face)> {
    polytope
        .faces()
        .min_by(|a, b| a.1.offset.total_cmp(&b.1.offset))
}

/// A unit vector perpendicular to the flat set of points as far as it spans anything.
fn normal_of_flat(points: &[Vector3<f64>]) -> Vector3<f64> {
    let a = points[0];
    let most = |key: &dyn Fn(&Vector3<f64>) -> f64| {
        points
            .iter()
            .max_by(|p, q| key(p).total_cmp(&key(q)))
            .copied()
            .unwrap_or(a)
    };
    let line = most(&|p| (p - a).norm_squared()) - a;
    let normal = line.cross(&(most(&|p| line.cross(&(p - a)).norm_squared()) - a));
    let unit = |v: Vector3<f64>| {
        let squared = v.norm_squared();
        (squared > 0.0 && squared.is_finite()).then(|| v / sqrt(squared))
    };
    let (i, j) = ((line.iamin() + 1) % 3, (line.iamin() + 2) % 3);
    let mut across = Vector3::zeros();
    (across[i], across[j]) = (-line[j], line[i]);
    unit(normal)
        .or_else(|| unit(across))
        .unwrap_or_else(Vector3::y)
}
