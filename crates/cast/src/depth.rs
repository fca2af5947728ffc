//! How deep the origin lies in the obstacle's core: the least h(n) over all unit n, with bounds from both sides.
//!
//! The expanding polytope of G. van den Bergen, *Proximity queries and penetration depth computation on 3D game
//! objects* (2001): a polytope of support points inside the core; its nearest face bounds the depth from below, the
//! support along that face's normal from above, and the new point grows the polytope there. Departures: the
//! polytope need not hold the origin when it starts (a face's distance is signed, and the face with the least is
//! grown, inside or outside), so no special case of the distance search's simplex is needed; obstacles that are
//! flat have depth 0 along their own normal; on curved obstacles, where each point gains a constant factor only, a descent
//! (`descent.rs`) finds the least height, and the polytope has only to prove it. Where all normals are known that the
//! obstacle's faces can have (`normals.rs`), there is no polytope; where a ball rolls inside the core, the depth is sought without it
//! (`rolling.rs`); where the origin is next to a curved surface, the least height is found from outside (`shallow.rs`); and where one of
//! the shapes is of revolution and the polytope leaves too much open, circles bound what points do not (`revolved.rs`).

mod normals;
mod points;
mod revolved;
mod rolling;
mod shallow;
mod winding;

use crate::depth::winding::Winding;
use crate::descent::descend;
use crate::found::Mixture;
use crate::kink::follow;
use crate::obstacle::{Obstacle, Vertex};
use crate::tolerance::{
    FLATNESS, LAST_POINTS, MOST_BOWLS, MOST_SETTLINGS, MOST_STEPS, NOISE, POINT, POLISHED_AFTER,
    SAME_BOWL, SOME, SPACING,
};
use alloc::{vec, vec::Vec};
use nalgebra::Vector3;
use swept_support::{Face, Polytope, Support, sqrt};

/// A depth and its proofs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// h(normal): no more than this is needed to free the origin.
    pub(crate) upper: f64,
    /// No less than this is.
    pub(crate) lower: f64,
    /// Unit normal, out of the core.
    pub(crate) normal: Vector3<f64>,
    /// The core's boundary point nearest to the origin, unless the core is flat.
    pub(crate) mixture: Option<Mixture>,
    /// That the core holds the origin, where it was asked for.
    pub(crate) contact: Option<Together>,
}

/// A mixture that is the origin: how far off it is, its vertices and their weights.
pub(crate) type Together = (f64, [Vertex; 4], [f64; 4]);

/// What is asked of the bounds of a depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// How far apart they may stay.
    pub(crate) open: f64,
    /// At more than this depth of the core the shapes are surely in contact, and up to the other they may be called touching:
    /// where there is no telling whether they overlap or stay apart, the bounds close further, until there is.
    pub(crate) contact: f64,
    pub(crate) touching: f64,
    /// How often the point where the way out leaves the core is searched for.
    pub(crate) searches: u32,
}

impl Wanted {
    fn is_met(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.open && (lower > self.contact || upper <= self.touching)
    }
}

/// The depth of the origin in the core. A mixture is known that is `off` from the origin; if that is no more than rounding, none is
/// sought.
#[inline(never)]
pub(crate) fn depth<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    wanted: &Wanted,
    off: f64,
) -> Depth {
    let held = off <= obstacle.tightest();
    let mut search = Search::new(obstacle);
    // No plane leaves out the mixture. That is all that bounds a flat core from below, and an origin that may lie outside: from there a
    // corner is farther than the planes of its faces.
    let lower = search.along_normals().filter(|lower| *lower > 0.0);
    let lower = lower.unwrap_or(-off);
    if held
        && wanted.is_met(lower, search.best.height)
        && let Some(mixture) = search.where_it_leaves()
    {
        return search.found(lower, Some(mixture), None);
    }
    let lower = match search.without_rolling_ball(wanted) {
        Some((rolled, mixture @ Some(_))) if held && wanted.is_met(rolled, search.best.height) => {
            return search.found(rolled, mixture, None);
        }
        Some((rolled, _)) => lower.max(rolled),
        None => lower,
    };
    match search.polytope() {
        Some(polytope) => search.expand(polytope, wanted, (lower, off), held),
        None => search.found(lower, None, None),
    }
}

struct Search<'o, 'p, A, B> {
    obstacle: &'o mut Obstacle<'p, A, B>,
    /// The vertices behind the polytope's points, and more: found by their points.
    vertices: Vec<Vertex>,
    /// The least h(n) so far.
    best: Height,
}

/// h(normal), for a unit normal, and the vertex there.
#[derive(Clone, Copy)]
struct Height {
    height: f64,
    normal: Vector3<f64>,
    vertex: Vertex,
}

impl Height {
    fn of<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>, n: &Vector3<f64>) -> Self {
        let vertex = obstacle.support(n);
        Self {
            height: n.dot(&vertex.y),
            normal: *n,
            vertex,
        }
    }
}

impl<'o, 'p, A: Support, B: Support> Search<'o, 'p, A, B> {
    /// Has looked along the axes of the working frame, which are exact: the faces of boxes.
    fn new(obstacle: &'o mut Obstacle<'p, A, B>) -> Self {
        let best = Height::of(obstacle, &Vector3::y());
        let mut search = Self {
            obstacle,
            vertices: Vec::with_capacity(SOME),
            best,
        };
        search.vertices.push(best.vertex);
        search.support(&-Vector3::y());
        for axis in [Vector3::x(), Vector3::z()] {
            search.support(&axis);
            search.support(&-axis);
        }
        search
    }

    /// The support point along a unit direction, remembered. The lowest is the best.
    fn support(&mut self, n: &Vector3<f64>) -> Vector3<f64> {
        let found = Height::of(self.obstacle, n);
        self.vertices.push(found.vertex);
        if found.height < self.best.height {
            self.best = found;
        }
        found.vertex.y
    }

    /// The vertex of this point.
    fn vertex(&self, point: &Vector3<f64>) -> Option<&Vertex> {
        self.vertices.iter().find(|v| v.y == *point)
    }

    fn points(&self) -> Vec<Vector3<f64>> {
        self.vertices.iter().map(|v| v.y).collect()
    }

    /// A first polytope of support points; `None` of a flat obstacle, along whose thinnest direction it has looked.
    fn polytope(&mut self) -> Option<Polytope> {
        // Flat so far? Then the normal of what there is shows whether there is more, up to three times: from a
        // point to a line, from a line to a plane, from a plane to a solid.
        for _ in 0..3 {
            let points = self.points();
            if let Some(polytope) = Polytope::around(&points) {
                return Some(polytope);
            }
            let n = normal_of_flat(&points, POINT * self.obstacle.scale);
            self.support(&n);
            self.support(&-n);
        }
        None
    }

    /// Bounds the depth from below by the polytope; `known` does so too, and `off` is as for [`depth`].
    fn expand(
        &mut self,
        mut polytope: Polytope,
        wanted: &Wanted,
        (known, off): (f64, f64),
        held: bool,
    ) -> Depth {
        let mut lower = self.grow(&mut polytope, wanted, off);
        if !wanted.is_met(lower, self.best.height)
            && let Some(around) = self.around_axis(wanted)
        {
            lower = lower.max(around);
        }
        if !self.is_done(lower, wanted)
            && self.best.height - lower > FLATNESS * self.obstacle.scale
            && let Some(again) = Polytope::around(&self.points())
        {
            // It got stuck among slivers, as seldom happens. From points that are far apart it may not.
            polytope = again;
            lower = lower.max(self.grow(&mut polytope, wanted, off));
        }
        let lower = lower.max(known);
        if !self.is_done(lower, wanted) && self.obstacle.is_curved() {
            self.settle(&polytope);
        }
        if let Some(normal) = self.widest_face() {
            self.support(&normal);
        }
        if self.obstacle.is_curved()
            && let Some(normal) = self.bottom(&polytope)
        {
            self.support(&normal);
        }
        let mixture = self.foot(&polytope, wanted.searches);
        let contact = if held { None } else { self.contact(&polytope) };
        self.found(lower, mixture, contact)
    }

    /// Grows the polytope until it bounds the depth as well as is wanted, or as well as it can: the best bound on the way.
    ///
    /// A face's points x all have normal·x ≥ offset, but for a rounding error of 6u of the scale, and so |x| is no less than the offset,
    /// whatever rounding makes of the normal. Where all offsets are more than that error, the closed surface goes around all that is
    /// nearer than the nearest face, and winds equally often around each point of it. Around a point that is not in the hull of the
    /// corners it winds 0 times: there is a half-space that holds the surface and not the point. So where it does not wind 0 times
    /// around the origin, all that is nearer is in the hull, and in the core: the nearest offset is a bound, however many slivers are
    /// turned over, and stays one where a later face is turned over, which is then the nearest.
    fn grow(&mut self, polytope: &mut Polytope, wanted: &Wanted, off: f64) -> f64 {
        let mut winding = Winding::of(polytope);
        // The origin may lie outside: from there the nearest plane is no bound, for a corner may be farther.
        let mut lower = -off;
        let mut seen_from_outside = false;
        for step in 1..=MOST_STEPS {
            // After 48 points and 96.
            let due = step % POLISHED_AFTER == 0 && (step / POLISHED_AFTER).is_power_of_two();
            if due && self.obstacle.is_curved() {
                // The second time another bowl may be deeper.
                let face = nearest_face(polytope).map(|(_, face)| face.normal);
                let from = face.filter(|_| step > POLISHED_AFTER);
                self.polish(&from.unwrap_or(self.best.normal), polytope, &mut winding);
            }
            let Some((index, face)) = nearest_face(polytope) else {
                break;
            };
            lower = lower.max(self.proven(face, &winding));
            let found = self.support(&face.normal);
            let done = self.is_done(lower, wanted);
            if !done
                && !seen_from_outside
                && let Some(open) = self.shallow(step, lower, wanted)
            {
                seen_from_outside = true;
                let wanted = Wanted { open, ..*wanted };
                self.close_from_outside(polytope, &mut winding, &wanted);
                continue;
            }
            if done
                || !winding.add(polytope, index, &found)
                    && !self.grow_elsewhere(polytope, &mut winding)
            {
                break;
            }
        }
        match nearest_face(polytope) {
            Some((_, face)) => lower.max(self.proven(face, &winding)),
            None => lower,
        }
    }

    /// The bound that the nearest face of a surface proves.
    fn proven(&self, nearest: &Face, winding: &Winding) -> f64 {
        let is_around = nearest.offset > NOISE * self.obstacle.scale && winding.is_around();
        if is_around {
            nearest.offset
        } else {
            f64::NEG_INFINITY
        }
    }

    /// Grows the polytope above the nearest face that lets it, where it cannot be grown above the very nearest: among slivers, whose
    /// normals are noise, a point may not be added cleanly.
    fn grow_elsewhere(&mut self, polytope: &mut Polytope, winding: &mut Winding) -> bool {
        let faces = polytope.faces().iter().enumerate();
        let mut near: Vec<_> = faces
            .filter(|(_, face)| face.offset < self.best.height)
            .map(|(i, face)| (face.offset, i, face.normal))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.iter().skip(1).any(|(_, face, normal)| {
            !self.obstacle.exhausted() && {
                let found = self.support(normal);
                winding.add(polytope, *face, &found)
            }
        })
    }

    fn found(&self, lower: f64, mixture: Option<Mixture>, contact: Option<Together>) -> Depth {
        let Height { height, normal, .. } = self.best;
        Depth {
            upper: height,
            lower: lower.min(height),
            normal,
            mixture,
            contact,
        }
    }

    /// Whether the bounds are as near to each other as is wanted, or no more may be asked.
    fn is_done(&self, lower: f64, wanted: &Wanted) -> bool {
        wanted.is_met(lower, self.best.height) || self.obstacle.exhausted()
    }

    /// Goes down once more, where the bounds did not meet: from the best direction, about which a descent along a kink may have
    /// ended early, and from the nearest faces, which may lie over other bowls: the origin of a shallow overlap is about as
    /// near to several. Again, from the best of all, while that gains more than rounding; and at last along the fold that the best
    /// lies on, if it does.
    fn settle(&mut self, polytope: &Polytope) {
        let scale = self.obstacle.scale;
        let mut starts = vec![self.best.normal];
        let mut faces: Vec<_> = polytope.faces().iter().collect();
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
            let before = self.best.height;
            for from in &starts {
                descend(from, scale, |n| self.support(n));
            }
            if before - self.best.height <= NOISE * scale {
                break;
            }
            starts = vec![self.best.normal];
        }
        let from = self.best.normal;
        follow(&from, scale, &mut |n| self.support(n));
    }

    /// Goes down from a direction, and grows the polytope by what it meets there.
    fn polish(&mut self, from: &Vector3<f64>, polytope: &mut Polytope, winding: &mut Winding) {
        let (scale, first) = (self.obstacle.scale, self.vertices.len());
        descend(from, scale, |n| self.support(n));
        // Corners closer to each other than this leave a gap of its square, and slivers whose normals are worth nothing.
        let apart = scale * SPACING;
        let mut added = vec![self.best.vertex.y];
        let mut add = |p| match polytope.seen_from(p) {
            Some(face) => winding.add(polytope, face, p),
            None => false,
        };
        add(&self.best.vertex.y);
        for vertex in self.vertices[first..].iter().rev().take(LAST_POINTS) {
            if added
                .iter()
                .all(|p| (p - vertex.y).norm_squared() > apart * apart)
            {
                add(&vertex.y);
                added.push(vertex.y);
            }
        }
    }

    /// The normal of the widest triangle among the vertices that lie in the best plane: on a face that was cut into
    /// slivers it is far more accurate than theirs. Pointing as the plane does.
    fn widest_face(&self) -> Option<Vector3<f64>> {
        let Height {
            height,
            normal: n,
            vertex: top,
        } = &self.best;
        let slack = FLATNESS * self.obstacle.scale;
        let flat: Vec<_> = self
            .vertices
            .iter()
            .map(|v| v.y)
            .filter(|y| height - n.dot(y) <= slack)
            .collect();
        let a = greatest(&flat, |p| (p - top.y).norm_squared())?;
        let b = greatest(&flat, |p| (p - a).norm_squared())?;
        let c = greatest(&flat, |p| (b - a).cross(&(p - a)).norm_squared())?;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        Some(if normal.dot(n) < 0.0 { -normal } else { normal })
    }

    /// Where the bottom of a bowl is, as the corners of the nearest face have it: at last that is so narrow that points and the directions
    /// in which they are the farthest change with one another evenly. At the bottom is a point x = h n. It is the mixture of the corners
    /// with Σ λ (x − h n) = 0, and h is the offset but for the square of the face's width.
    fn bottom(&self, polytope: &Polytope) -> Option<Vector3<f64>> {
        let (_, face) = nearest_face(polytope)?;
        let [a, b, c] = (face.corners).map(|i| self.vertex(&polytope.points()[i]));
        let corners = [a?, b?, c?];
        let [p, q, r] = corners.map(|v| v.y - v.n * face.offset);
        let weights = [q.cross(&r), r.cross(&p), p.cross(&q)].map(|w| w.dot(&face.normal));
        let [a, b, c] = corners.map(|v| v.n);
        let n = a * weights[0] + b * weights[1] + c * weights[2];
        let n = n.try_normalize(0.0)?;
        Some(if n.dot(&face.normal) < 0.0 { -n } else { n })
    }
}

fn nearest_face(polytope: &Polytope) -> Option<(usize, &Face)> {
    let mut faces = polytope.faces().iter().enumerate();
    let mut nearest = faces.next()?;
    for (i, face) in faces {
        if face.offset < nearest.1.offset {
            nearest = (i, face);
        }
    }
    Some(nearest)
}

/// The point of which this is the greatest.
fn greatest(points: &[Vector3<f64>], of: impl Fn(&Vector3<f64>) -> f64) -> Option<Vector3<f64>> {
    let greater = |p: &&Vector3<f64>, q: &&Vector3<f64>| of(p).total_cmp(&of(q));
    points.iter().max_by(greater).copied()
}

/// A unit vector perpendicular to the flat set of points as far as it spans anything: what lies no farther than `noise` beside a line is on
/// it. The ends of a needle are rounded in each direction in another way.
fn normal_of_flat(points: &[Vector3<f64>], noise: f64) -> Vector3<f64> {
    let a = points[0];
    let line = greatest(points, |p| (p - a).norm_squared()).unwrap_or(a) - a;
    let beside = greatest(points, |p| line.cross(&(p - a)).norm_squared()).unwrap_or(a);
    let normal = line.cross(&(beside - a));
    let unit = |v: Vector3<f64>| {
        let squared = v.norm_squared();
        (squared > 0.0 && squared.is_finite()).then(|| v / sqrt(squared))
    };
    let (i, j) = ((line.iamin() + 1) % 3, (line.iamin() + 2) % 3);
    let mut across = Vector3::zeros();
    (across[i], across[j]) = (-line[j], line[i]);
    let spans = normal.norm_squared() > noise * noise * line.norm_squared();
    unit(normal)
        .filter(|_| spans)
        .or_else(|| unit(across))
        .unwrap_or_else(Vector3::y)
}
