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
use crate::tolerance::{HEIGHT, INSIDE, THIN};
use alloc::vec::Vec;
use core::mem::take;
use nalgebra::Vector3;

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

    /// Whether `p` lies below every face by more than rounding could explain.
    pub(crate) fn strictly_contains(&self, p: &Vector3<f64>) -> bool {
        self.faces
            .iter()
            .all(|f| f.height(p) < -INSIDE * self.noise)
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
        self.add_watched(face, p, |_, _, _| ())
    }

    /// [`add_above`](Self::add_above). `change` sees each face that goes, with −1, and each that comes, with 1, and their corners.
    pub fn add_watched(
        &mut self,
        face: usize,
        p: &Vector3<f64>,
        change: impl FnMut(i32, &Face, [&Vector3<f64>; 3]),
    ) -> bool {
        if face >= self.faces.len() {
            return false;
        }
        let mut work = take(&mut self.work);
        self.look_from(face, p, &mut work);
        let grows = is_one_loop(&work.rim)
            && (self.fan(p, &mut work).is_some() || self.fan_past_lines(face, p, &mut work));
        if grows {
            self.replace(p, &mut work, change);
        }
        work.clear();
        work.level.clear();
        self.work = work;
        grows
    }

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

    /// A face's corners.
    fn corners(&self, face: &Face) -> [&Vector3<f64>; 3] {
        face.corners.map(|i| &self.points[i])
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
        edges.extend([(first, 2), (first, 1), (first, 0)]);
        while let Some((face, k)) = edges.pop() {
            let f = &self.faces[face];
            let (from, to, beyond) = (f.corners[k], f.corners[NEXT[k]], f.neighbours[k]);
            if seen.contains(&beyond) {
                continue;
            }
            let other = &self.faces[beyond];
            if other.height(p) > self.noise || level.contains(&beyond) {
                seen.push(beyond);
                let entered = other.corners.iter().position(|c| *c == to).unwrap_or(0);
                let next = NEXT[entered];
                edges.extend([(beyond, NEXT[next]), (beyond, next)]);
            } else {
                rim.push(Edge { from, to, beyond });
            }
        }
    }

    /// The faces from each edge of the rim to `p`; `None` when one is degenerate, after those before it.
    fn fan(&self, p: &Vector3<f64>, work: &mut Work) -> Option<()> {
        let Work { seen, rim, fan, .. } = work;
        let place = |i: usize| match seen.get(i) {
            Some(&freed) => freed,
            None => self.faces.len() + (i - seen.len()),
        };
        for (i, edge) in rim.iter().enumerate() {
            let (a, b) = (self.points[edge.from], self.points[edge.to]);
            let (normal, offset) = plane(&a, &b, p)?;
            let next = if i + 1 < rim.len() { i + 1 } else { 0 };
            let last = if i > 0 { i - 1 } else { rim.len() - 1 };
            fan.push(Face {
                corners: [edge.from, edge.to, self.points.len()],
                normal,
                offset,
                neighbours: [edge.beyond, place(next), place(last)],
            });
        }
        Some(())
    }

    /// Puts the fan in the place of the faces that see `p`.
    fn replace(
        &mut self,
        p: &Vector3<f64>,
        work: &mut Work,
        mut change: impl FnMut(i32, &Face, [&Vector3<f64>; 3]),
    ) {
        let Work { seen, rim, fan, .. } = work;
        self.points.push(*p);
        for face in seen.iter().map(|i| &self.faces[*i]) {
            change(-1, face, self.corners(face));
        }
        for face in fan.iter() {
            change(1, face, self.corners(face));
        }
        for (i, (edge, face)) in rim.iter().zip(fan).enumerate() {
            let place = match seen.get(i) {
                Some(&freed) => {
                    self.faces[freed] = *face;
                    freed
                }
                None => {
                    self.faces.push(*face);
                    self.faces.len() - 1
                }
            };
            // Beyond it, the edge runs the other way.
            let f = &mut self.faces[edge.beyond];
            if let Some(k) = f.corners.iter().position(|c| *c == edge.to) {
                f.neighbours[k] = place;
            }
        }
        if let Some(gaps) = seen.get_mut(rim.len()..) {
            // From the end, so that what is moved into a gap is no gap.
            gaps.sort_unstable();
            for &gap in gaps.iter().rev() {
                self.remove(gap);
            }
        }
    }

    /// Removes a face that no other has for a neighbour. The last one takes its number.
    fn remove(&mut self, face: usize) {
        self.faces.swap_remove(face);
        let (last, moved) = (self.faces.len(), self.faces.get(face).copied());
        for beyond in moved.iter().flat_map(|f| f.neighbours) {
            for neighbour in &mut self.faces[beyond].neighbours {
                if *neighbour == last {
                    *neighbour = face;
                }
            }
        }
    }
}

/// Whether each edge begins where the one before it ends, the first where the last does, and no two at the same corner.
fn is_one_loop(rim: &[Edge]) -> bool {
    let Some(last) = rim.last() else {
        return false;
    };
    let (mut at, mut is_loop) = (last.to, true);
    for (i, edge) in rim.iter().enumerate() {
        is_loop &= edge.from == at && rim[..i].iter().all(|e| e.from != at);
        at = edge.to;
    }
    is_loop
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
