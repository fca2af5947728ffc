//! Which of many points their hull can do without.
//!
//! Each face of a surface that grows knows the points above it, so that no point is held against all faces: the farthest above a face is
//! added, and those above the faces that go are shared out among those that come (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The quickhull
//! algorithm for convex hulls*, 1996, section 2). What is above none of these is inside, and mostly one face is enough to prove it:
//!
//! Let c be D or more below all faces of the first tetrahedron, and so of each surface after it. Let the line from c through p leave the
//! surface at q, between the corners of the face f. With λ the part that p's depth below f is of c's, p lies λ of the way from q to c. No
//! face has q above it, so p is λD or more below each: [`DEEPER`] has what rounding makes of that. That q is between the corners, which is
//! that p is in the cone from c over them, is told by three products of three vectors, of which rounding may take [`CONE`].
//!
//! What is known so is a mixture of corners that the surface had on the way. Those that it no longer has are in the end held against all
//! faces, and so is what one face does not tell of: points on the surface, or nearer to it than rounding. Of points at one place, such as
//! the corners of triangles with vertices of their own, only the first is.
//!
//! Where a point sees many faces of many points, as of two rings the first points do, this takes a time as the square of their number.

use super::{Face, Polytope, first_tetrahedron};
use crate::math::by_place;
use crate::sqrt;
use crate::tolerance::{CONE, DEEPER, INSIDE};
use alloc::vec::Vec;
use nalgebra::Vector3;

const NONE: usize = usize::MAX;

struct Many<'a> {
    points: &'a [Vector3<f64>],
    hull: Polytope,
    /// The numbers of the surface's points among all.
    corners: Vec<usize>,
    /// Of those above each face the first, and of each point the next one: [`NONE`] at the end.
    first: Vec<usize>,
    next: Vec<usize>,
    /// What is surely inside, and in the end what is at the place of an earlier point.
    redundant: Vec<bool>,
    centre: Vector3<f64>,
    /// How far the centre is below all faces.
    depth: f64,
    /// What rounding may take of the product of three vectors.
    lost: f64,
}

impl Polytope {
    /// Which points lie inside the hull of the others by more than rounding could explain, or at the place of an earlier one; `None` when they are
    /// flat to rounding.
    pub(crate) fn redundant(points: &[Vector3<f64>]) -> Option<Vec<bool>> {
        let start = first_tetrahedron(points)?;
        let extent = points.iter().fold(0.0, |far: f64, p| far.max(p.norm()));
        let hull = Self::tetrahedron(start, extent)?;
        let mut many = Many::new(points, hull);
        many.grow();
        Some(many.found())
    }

    /// A face that does not have `p` below it by more than rounding could explain, looked for from the face with this number on.
    pub(super) fn face_near(&self, p: &Vector3<f64>, from: usize) -> Option<usize> {
        let is_near = |f: &Face| f.height(p) >= -INSIDE * self.noise;
        let (before, after) = self.faces.split_at(from.min(self.faces.len()));
        let found = after.iter().position(is_near).map(|at| from + at);
        found.or_else(|| before.iter().position(is_near))
    }
}

impl<'a> Many<'a> {
    /// For the tetrahedron of four of the points.
    fn new(points: &'a [Vector3<f64>], hull: Polytope) -> Self {
        let centre = hull.points.iter().sum::<Vector3<f64>>() / 4.0;
        let depths = hull.faces.iter().map(|f| -f.height(&centre));
        let squared = points.iter().map(|p| (p - centre).norm_squared());
        let farthest = sqrt(squared.fold(0.0, f64::max));
        let number = |p: &Vector3<f64>| points.iter().position(|q| q == p);
        Self {
            points,
            corners: hull.points.iter().filter_map(number).collect(),
            first: alloc::vec![NONE; 4],
            next: alloc::vec![NONE; points.len()],
            redundant: alloc::vec![false; points.len()],
            centre,
            depth: depths.fold(f64::INFINITY, f64::min) - hull.noise,
            lost: CONE * farthest * farthest * farthest,
            hull,
        }
    }

    /// Adds what is above the faces.
    fn grow(&mut self) {
        let mut pending: Vec<usize> = (0..4).collect();
        for point in 0..self.points.len() {
            self.put(point, &pending);
        }
        let (mut gone, mut came, mut orphans) = (Vec::new(), Vec::new(), Vec::new());
        // Each time around a point is taken for good. Numbers that other faces have by now, or none, do no harm.
        while let Some(face) = pending.pop() {
            let Some(farthest) = self.take_farthest(face) else {
                continue;
            };
            // It may have others, and is there still if this one cannot be added.
            pending.push(face);
            let mut new = 0;
            let p = &self.points[farthest];
            let grows = self.hull.add_watched(face, p, |change| {
                gone.extend_from_slice(change.gone);
                new = change.new.len();
            });
            if !grows {
                continue;
            }
            self.corners.push(farthest);
            for &face in &gone {
                let mut at = core::mem::replace(&mut self.first[face], NONE);
                while at != NONE {
                    orphans.push(at);
                    at = self.next[at];
                }
            }
            self.renumber(&mut gone, new, &mut came, &mut pending);
            for point in orphans.drain(..) {
                self.put(point, &came);
            }
            pending.append(&mut came);
            gone.clear();
        }
    }

    /// Takes the farthest of the points above a face, if there are any.
    fn take_farthest(&mut self, face: usize) -> Option<usize> {
        let first = *self.first.get(face)?;
        let f = self.hull.faces[face];
        let (mut highest, mut farthest, mut before) = (f64::NEG_INFINITY, NONE, NONE);
        let (mut last, mut at) = (NONE, first);
        while at != NONE {
            let height = f.height(&self.points[at]);
            if height > highest {
                (highest, farthest, before) = (height, at, last);
            }
            (last, at) = (at, self.next[at]);
        }
        let after = *self.next.get(farthest)?;
        match self.next.get_mut(before) {
            Some(next) => *next = after,
            None => self.first[face] = after,
        }
        Some(farthest)
    }

    /// The numbers of the `new` faces that came, from those of the faces that went, whose places they took as [`Polytope::add_watched`] does it:
    /// where there are more they are at the end, and where there are fewer the last faces fill the gaps, and are pending there.
    fn renumber(
        &mut self,
        gone: &mut [usize],
        new: usize,
        came: &mut Vec<usize>,
        pending: &mut Vec<usize>,
    ) {
        let (filled, gaps) = gone.split_at_mut(new.min(gone.len()));
        came.extend_from_slice(filled);
        while came.len() < new {
            came.push(self.first.len());
            self.first.push(NONE);
        }
        gaps.sort_unstable();
        for &gap in gaps.iter().rev() {
            self.first.swap_remove(gap);
            pending.push(gap);
            let moved = self.first.len();
            for place in came.iter_mut().filter(|place| **place == moved) {
                *place = gap;
            }
        }
    }

    /// Puts a point that is above no other face to those above that of `faces` which it is the highest above; or it is inside, if that is
    /// sure. They are all that the line from the centre through it can leave the surface by.
    fn put(&mut self, point: usize, faces: &[usize]) {
        let p = &self.points[point];
        let (mut highest, mut above) = (self.hull.noise, None);
        for &face in faces {
            let height = self.hull.faces[face].height(p);
            if height > highest {
                (highest, above) = (height, Some(face));
            }
        }
        match above {
            Some(face) => {
                self.next[point] = core::mem::replace(&mut self.first[face], point);
            }
            None => self.redundant[point] = self.is_inside(p, faces),
        }
    }

    /// Whether a point is surely inside, by the face of these that the line from the centre through it leaves the surface by.
    fn is_inside(&self, p: &Vector3<f64>, faces: &[usize]) -> bool {
        let noise = self.hull.noise;
        // Along the line depths fall to 0, first that which is the least part of the centre's.
        let mut least: Option<(f64, f64, &Face)> = None;
        for &face in faces {
            let f = &self.hull.faces[face];
            let (own, whole) = (-f.height(p), -f.height(&self.centre));
            if least.is_none_or(|(o, w, _)| own * w < o * whole) {
                least = Some((own, whole, f));
            }
        }
        let Some((own, whole, f)) = least else {
            return false;
        };
        let [a, b, c] = f.corners.map(|i| self.hull.points[i] - self.centre);
        let way = p - self.centre;
        let is_within = |a: &Vector3<f64>, b: &Vector3<f64>| a.cross(b).dot(&way) > self.lost;
        self.depth > 0.0
            && (own - noise) * self.depth > DEEPER * noise * (whole + noise)
            && is_within(&a, &b)
            && is_within(&b, &c)
            && is_within(&c, &a)
    }

    /// What is redundant in the end.
    fn found(self) -> Vec<bool> {
        let Self {
            points,
            hull,
            corners,
            mut redundant,
            ..
        } = self;
        let mut is_corner = alloc::vec![false; points.len()];
        for i in hull.faces.iter().flat_map(|f| f.corners) {
            is_corner[corners[i]] = true;
        }
        let mut left: Vec<usize> = (0..points.len()).filter(|&i| !redundant[i]).collect();
        // Stable: of those at one place the first comes first.
        left.sort_by(|&i, &j| by_place(&points[i], &points[j]));
        // Many lie on the same face as the one before.
        let mut face = 0;
        for at_one_place in left.chunk_by(|&i, &j| points[i] == points[j]) {
            let (first, others) = (at_one_place[0], &at_one_place[1..]);
            for &other in others {
                redundant[other] = true;
            }
            if !at_one_place.iter().any(|&i| is_corner[i]) {
                match hull.face_near(&points[first], face) {
                    Some(near) => face = near,
                    None => redundant[first] = true,
                }
            }
        }
        redundant
    }
}

#[cfg(test)]
mod tests;
