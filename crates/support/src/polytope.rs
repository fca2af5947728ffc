//! A convex polytope that grows point by point: the incremental hull behind `ConvexHull` and behind the expanding
//! polytope of the depth search.
//!
//! Invariant: the faces are triangles whose corners, seen from outside, run counter-clockwise, and each knows its
//! three neighbours, so that the surface is closed at all times. Adding a point removes the faces that see it,
//! found by walking from one of them across edges, and fans new ones from the rim of the hole to the point. Where the point is in line with
//! an edge of the rim the new face would have no normal: then the face beyond, in whose plane the point lies, goes too. (Of the two faces
//! at an edge in line with it, a point sees neither, but for a sliver whose normal is noise.) When rounding spoils the rim (it does
//! not form one loop), nothing is changed.
//!
//! What is removed is a disc of s triangles, whose rim has s + 2 edges less two for each corner inside it: the new faces take
//! the places of the old ones and two more, or leave some to be filled from the end, so that there is never a gap among them.

use crate::sqrt;
use crate::tolerance::{HEIGHT, THIN};
use alloc::vec::Vec;
use nalgebra::Vector3;

mod many;

/// So many points there is room for from the start: what the depth of two shapes takes, as a rule.
const SOME: usize = 32;

/// The corner after each of a face.
const NEXT: [usize; 3] = [1, 2, 0];

/// A triangle of a [`Polytope`]'s surface.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Indices of the corners, counter-clockwise seen from outside.
    pub corners: [usize; 3],
    /// Unit normal, outward.
    pub normal: Vector3<f64>,
    /// normal·p is at least this for the face's own corners.
    pub offset: f64,
    neighbours: [usize; 3], // neighbours[i] lies across the edge from corner i to the next
}

impl Face {
    /// The height of `p` above the face: not less than that above its plane.
    #[inline(always)]
    #[must_use]
    pub fn height(&self, p: &Vector3<f64>) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// A closed convex surface of triangles.
#[derive(Clone, Debug)]
pub struct Polytope {
    points: Vec<Vector3<f64>>,
    faces: Vec<Face>,
    /// Heights above a face smaller than this are rounding.
    noise: f64,
    /// Empty between calls: kept for their memory.
    work: Work,
}

/// What happens to the surface when a point is added.
#[derive(Clone, Debug, Default)]
struct Work {
    /// The faces that see the point.
    seen: Vec<usize>,
    /// The edges around them, one after another.
    rim: Vec<Edge>,
    /// Faces that see it and edges of theirs, by their place in the face, that have not been looked across.
    edges: Vec<(usize, usize)>,
    /// The faces from those edges to the point.
    fan: Vec<Face>,
    /// Faces that go too, for the point is in line with an edge of theirs.
    level: Vec<usize>,
}

impl Work {
    fn new() -> Self {
        Self {
            seen: Vec::with_capacity(SOME),
            rim: Vec::with_capacity(SOME),
            edges: Vec::with_capacity(SOME),
            fan: Vec::with_capacity(SOME),
            level: Vec::new(),
        }
    }

    /// Forgets the rim and what is on either side of it.
    fn clear(&mut self) {
        self.seen.clear();
        self.rim.clear();
        self.fan.clear();
    }
}

/// A directed edge of the rim.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
    /// The face on its other side.
    beyond: usize,
}

impl Polytope {
    /// The tetrahedron of four points, or `None` when it is flat to rounding. `extent` bounds the distance from
    /// the origin of all points that will be added.
    #[must_use]
    pub fn tetrahedron(corners: [Vector3<f64>; 4], extent: f64) -> Option<Self> {
        let noise = HEIGHT * extent;
        let [a, b, c, d] = corners;
        let (normal, _) = plane(&a, &b, &c)?;
        let height = normal.dot(&(d - a));
        if height.abs() <= noise {
            return None;
        }
        // With d above the plane a b c the outward winding of that face is a c b.
        let points = if height > 0.0 {
            [a, c, b, d]
        } else {
            [a, b, c, d]
        };
        let mut polytope = Self {
            points: Vec::with_capacity(SOME),
            faces: Vec::with_capacity(2 * SOME),
            noise,
            work: Work::new(),
        };
        polytope.points.extend(points);
        for (corners, neighbours) in [
            ([0, 1, 2], [1, 2, 3]),
            ([1, 0, 3], [0, 3, 2]),
            ([2, 1, 3], [0, 1, 3]),
            ([0, 2, 3], [0, 2, 1]),
        ] {
            let [a, b, c] = corners.map(|i| polytope.points[i]);
            let (normal, offset) = plane(&a, &b, &c)?;
            polytope.faces.push(Face {
                corners,
                normal,
                offset,
                neighbours,
            });
        }
        Some(polytope)
    }

    /// The hull of `points`, up to rounding: a point that cannot be added cleanly is left out, so the result lies
    /// inside the true hull. `None` when the points are flat to rounding.
    #[must_use]
    pub fn around(points: &[Vector3<f64>]) -> Option<Self> {
        let extent = points.iter().fold(0.0, |far: f64, p| far.max(p.norm()));
        let start = first_tetrahedron(points)?;
        let mut polytope = Self::tetrahedron(start, extent)?;
        for p in points {
            polytope.add(p);
        }
        Some(polytope)
    }

    /// The faces of the surface, in the order of the numbers that [`add_above`](Self::add_above) takes.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// All points ever added, corners of the surface or not.
    #[must_use]
    pub fn points(&self) -> &[Vector3<f64>] {
        &self.points
    }

    /// Grows the surface to hold `p`. Returns whether it changed: not when `p` lies inside, or cannot be added.
    pub fn add(&mut self, p: &Vector3<f64>) -> bool {
        match self.seen_from(p) {
            Some(face) => self.add_above(face, p),
            None => false,
        }
    }

    /// The number of the face that `p` is the highest above; `None` when it lies inside.
    #[must_use]
    pub fn seen_from(&self, p: &Vector3<f64>) -> Option<usize> {
        let mut highest = (self.noise, None);
        for (i, f) in self.faces.iter().enumerate() {
            let height = f.height(p);
            if height > highest.0 {
                highest = (height, Some(i));
            }
        }
        highest.1
    }

    /// Grows the surface to hold `p`, which lies above the face with this number. Returns whether it changed: not where there is no
    /// such face.
    pub fn add_above(&mut self, face: usize, p: &Vector3<f64>) -> bool {
        self.add_watched(face, p, |_| ())
    }

    /// [`add_above`](Self::add_above). `watch` sees what changes.
    pub fn add_watched(
        &mut self,
        face: usize,
        p: &Vector3<f64>,
        watch: impl FnOnce(&Change<'_>),
    ) -> bool {
        let Self {
            points,
            faces,
            noise,
            work,
        } = self;
        if face >= faces.len() {
            return false;
        }
        let surface = Surface {
            points,
            faces,
            noise: *noise,
        };
        surface.look_from(face, p, work);
        let grows = is_one_loop(&work.rim)
            && (surface.fan(p, work).is_some() || surface.fan_past_lines(face, p, work));
        if grows {
            points.push(*p);
            watch(&Change {
                points,
                faces,
                gone: &work.seen,
                new: &work.fan,
                noise: *noise,
            });
            self.replace();
        }
        self.work.clear();
        self.work.level.clear();
        grows
    }

    /// Puts the fan in the place of the faces that see its point.
    fn replace(&mut self) {
        let Self { faces, work, .. } = self;
        let Work { seen, rim, fan, .. } = work;
        for (i, (edge, face)) in rim.iter().zip(fan).enumerate() {
            let place = match seen.get(i) {
                Some(&freed) => {
                    faces[freed] = *face;
                    freed
                }
                None => {
                    faces.push(*face);
                    faces.len() - 1
                }
            };
            // Beyond it, the edge runs the other way.
            let f = &mut faces[edge.beyond];
            if let Some(k) = f.corners.iter().position(|c| *c == edge.to) {
                f.neighbours[k] = place;
            }
        }
        if let Some(gaps) = seen.get_mut(rim.len()..)
            && !gaps.is_empty()
        {
            // From the end, so that what is moved into a gap is no gap.
            gaps.sort_unstable();
            for &gap in gaps.iter().rev() {
                remove(faces, gap);
            }
        }
    }
}

/// Removes a face that no other has for a neighbour. The last one takes its number.
fn remove(faces: &mut Vec<Face>, face: usize) {
    faces.swap_remove(face);
    let (last, moved) = (faces.len(), faces.get(face).copied());
    for beyond in moved.iter().flat_map(|f| f.neighbours) {
        for neighbour in &mut faces[beyond].neighbours {
            if *neighbour == last {
                *neighbour = face;
            }
        }
    }
}

/// What of a surface changes when a point is added.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    points: &'a [Vector3<f64>],
    faces: &'a [Face],
    gone: &'a [usize],
    new: &'a [Face],
    noise: f64,
}

impl<'a> Change<'a> {
    /// Each face that goes, with −1, and each that comes, with 1, and their corners.
    pub fn faces(&self) -> impl Iterator<Item = (i32, &'a Face, [&'a Vector3<f64>; 3])> {
        let Self {
            points, faces, new, ..
        } = *self;
        let gone = self.gone.iter().map(move |&i| (-1, &faces[i]));
        let all = gone.chain(new.iter().map(|face| (1, face)));
        all.map(move |(sign, face)| (sign, face, face.corners.map(|i| &points[i])))
    }

    /// Whether the surface surely winds around the origin as often as before: a plane parts the origin from all corners of what changes,
    /// and so does each face's own from its corners, by more than rounding.
    #[must_use]
    pub fn is_beside_origin(&self) -> bool {
        let gone = || self.gone.iter().map(|&i| &self.faces[i]);
        let n = gone().next().map_or_else(Vector3::zeros, |f| f.normal);
        let is_past = |i: usize| n.dot(&self.points[i]) > self.noise;
        // Those that come have the new point, and corners of those that go.
        is_past(self.points.len() - 1)
            && gone().all(|f| f.offset > self.noise && f.corners.iter().all(|&i| is_past(i)))
            && self.new.iter().all(|f| f.offset > self.noise)
    }
}

/// A surface as it is before a point is added.
#[derive(Clone, Copy)]
struct Surface<'a> {
    points: &'a [Vector3<f64>],
    faces: &'a [Face],
    noise: f64,
}

impl Surface<'_> {
    /// The fan, with a rim beyond the faces that have an edge in line with `p`. Each time around there is one more of them, so it ends.
    #[cold]
    fn fan_past_lines(&self, first: usize, p: &Vector3<f64>, work: &mut Work) -> bool {
        let is_above = self.faces[first].height(p) > self.noise;
        // The fan has got as far as to an edge in line.
        while let Some(edge) = work.rim.get(work.fan.len()) {
            if !is_above || [edge.from, edge.to].map(|i| self.points[i]).contains(p) {
                return false;
            }
            work.level.push(edge.beyond);
            work.clear();
            self.look_from(first, p, work);
            if !is_one_loop(&work.rim) {
                return false;
            }
            let _ = self.fan(p, work);
        }
        true
    }

    /// The faces that see `p`, of which `first` is one, and the edges around them in their order: each face is left by its edges one
    /// after another from that by which it was entered (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The quickhull algorithm for
    /// convex hulls*, 1996, for the horizon).
    fn look_from(&self, first: usize, p: &Vector3<f64>, work: &mut Work) {
        let Work {
            seen,
            rim,
            edges,
            level,
            ..
        } = work;
        seen.push(first);
        edges.extend([(first, 2), (first, 1)]);
        let mut edge = Some((first, 0));
        while let Some((face, k)) = edge {
            let f = &self.faces[face];
            let (from, to, beyond) = (f.corners[k], f.corners[NEXT[k]], f.neighbours[k]);
            edge = None;
            if !seen.contains(&beyond) {
                let other = &self.faces[beyond];
                if other.height(p) > self.noise || level.contains(&beyond) {
                    seen.push(beyond);
                    let entered = other.corners.iter().position(|c| *c == to).unwrap_or(0);
                    let next = NEXT[entered];
                    edges.push((beyond, NEXT[next]));
                    edge = Some((beyond, next));
                } else {
                    rim.push(Edge { from, to, beyond });
                }
            }
            edge = edge.or_else(|| edges.pop());
        }
    }

    /// The faces from each edge of the rim to `p`; `None` when one is degenerate, after those before it.
    fn fan(&self, p: &Vector3<f64>, work: &mut Work) -> Option<()> {
        let Work { seen, rim, fan, .. } = work;
        let place = |i: usize| match seen.get(i) {
            Some(&freed) => freed,
            None => self.faces.len() + (i - seen.len()),
        };
        let mut around = [rim.len().saturating_sub(1), 0].map(place);
        for (i, edge) in rim.iter().enumerate() {
            let (a, b) = (self.points[edge.from], self.points[edge.to]);
            let (normal, offset) = plane(&a, &b, p)?;
            let next = place(if i + 1 < rim.len() { i + 1 } else { 0 });
            fan.push(Face {
                corners: [edge.from, edge.to, self.points.len()],
                normal,
                offset,
                neighbours: [edge.beyond, next, around[0]],
            });
            around = [around[1], next];
        }
        Some(())
    }
}

/// Whether each edge begins where the one before it ends, the first where the last does, and no two at the same corner.
fn is_one_loop(rim: &[Edge]) -> bool {
    let Some(last) = rim.last() else {
        return false;
    };
    let (mut at, mut is_loop) = (last.to, true);
    // Corners by the last digits of their numbers: of those in two places none is twice.
    let (mut places, mut twice) = (0_u64, 0);
    for edge in rim {
        is_loop &= edge.from == at;
        at = edge.to;
        let place = 1 << (edge.from % 64);
        twice |= places & place;
        places |= place;
    }
    let is_new = |(i, edge): (usize, &Edge)| rim[..i].iter().all(|e| e.from != edge.from);
    is_loop && (twice == 0 || rim.iter().enumerate().all(is_new))
}

/// Unit normal and offset of the plane through three points, counter-clockwise about the normal; `None` when they
/// have none.
fn plane(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Option<(Vector3<f64>, f64)> {
    let n = (b - a).cross(&(c - a));
    let squared = n.norm_squared();
    if !(squared > 0.0 && squared.is_finite()) {
        return None;
    }
    let n = n / sqrt(squared);
    Some((n, n.dot(a).min(n.dot(b)).min(n.dot(c))))
}

/// Whether points lie in a plane, or on a line, up to what a hull around them needs for its faces to have normals.
pub(crate) fn are_thin(points: &[Vector3<f64>]) -> bool {
    let Some([a, b, c, d]) = first_tetrahedron(points) else {
        return true;
    };
    let (line, side) = (b - a, c - a);
    let normal = line.cross(&side);
    let (long, area) = (sqrt(line.norm_squared()), sqrt(normal.norm_squared()));
    let height = normal.dot(&(d - a)).abs() / area;
    // Not as `height < ..`, for it may be no number.
    !(height > THIN * long && area > THIN * long * long)
}

/// Four points far from each other: an end along x, the farthest point from it, the farthest from their line, and
/// the farthest from their plane.
fn first_tetrahedron(points: &[Vector3<f64>]) -> Option<[Vector3<f64>; 4]> {
    let most = |key: &dyn Fn(&Vector3<f64>) -> f64| {
        let best = points
            .iter()
            .map(|p| (key(p), p))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(*best.1)
    };
    let a = most(&|p| p.x)?;
    let b = most(&|p| (p - a).norm_squared())?;
    let line = b - a;
    let c = most(&|p| line.cross(&(p - a)).norm_squared())?;
    let normal = line.cross(&(c - a));
    let d = most(&|p| normal.dot(&(p - a)).abs())?;
    Some([a, b, c, d])
}

#[cfg(test)]
mod tests;
