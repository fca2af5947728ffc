//! Faces and edges that lie flat on one another: many corners are the farthest along the normal, and the one that is taken need
//! not be over the other shape. Any point that both have in the plane of contact will do.

use super::{Meeting, Pair};
use crate::closed::crossing::length_above;
use crate::closed::held;
use nalgebra::Vector3;

type V = Vector3<f64>;

impl Pair<'_> {
    /// Where they meet when the box, moved by `shift`, lies with an edge or a face in the plane of contact, and the triangle with a
    /// side or as a whole; `None` when one of them has but a corner there.
    #[inline(always)]
    pub(super) fn flush(
        &self,
        normal: &V,
        shift: &V,
        on_box: &V,
        tolerance: f64,
    ) -> Option<Meeting> {
        let free = |j: usize| normal[j].abs() * self.half[j] <= tolerance;
        let [a, b, c] = &self.corners;
        let along = [normal.dot(a), normal.dot(b), normal.dot(c)];
        let top = along[0].max(along[1]).max(along[2]);
        let low = |k: usize| along[k] < top - tolerance;
        match [free(0), free(1), free(2)] {
            [false, false, false] => None,
            [false, true, true] => self.on_face([1, 2], low, shift, on_box),
            [true, false, true] => self.on_face([2, 0], low, shift, on_box),
            [true, true, false] => self.on_face([0, 1], low, shift, on_box),
            [true, _, _] => self.along_edge(0, low, shift, on_box),
            [_, true, _] => self.along_edge(1, low, shift, on_box),
            [_, _, true] => self.along_edge(2, low, shift, on_box),
        }
    }

    /// On the box's face that is spanned by two axes: where a side in the plane comes over it, at a corner of the triangle or
    /// over an edge of the box; a face that no side crosses lies within the triangle, or beside it.
    #[cold]
    fn on_face(
        &self,
        axes: [usize; 2],
        low: impl Fn(usize) -> bool,
        shift: &V,
        on_box: &V,
    ) -> Option<Meeting> {
        for k in 0..3 {
            if low(k) || low((k + 1) % 3) {
                continue;
            }
            let (from, e) = (self.corners[k] - shift, &self.sides[k]);
            let mut part = Part::ALL;
            for j in axes {
                let h = self.half[j];
                part.clip(h - from[j], e[j], (j, h));
                part.clip(h + from[j], -e[j], (j, -h));
            }
            if part.from > part.to {
                continue;
            }
            let x = from + e * part.from;
            let mut on_box = *on_box;
            for j in axes {
                on_box[j] = held(x[j], self.half[j]);
            }
            if let Some((j, at)) = part.begins_at {
                on_box[j] = at;
            }
            let mut weights = [0.0; 3];
            weights[k] = 1.0 - part.from;
            weights[(k + 1) % 3] = part.from;
            return Some(Meeting {
                weights,
                on_box,
                apart: length_above(&(x - on_box)),
            });
        }
        let corners = (0..3).filter(|&k| !low(k)).count();
        (corners == 3).then(|| self.at_triangle(shift, *on_box))
    }

    /// On the box's edge along the axis `j`: where it comes over the triangle, which lies in the plane as a whole, at a corner of
    /// the box or over a side.
    #[cold]
    fn along_edge(
        &self,
        j: usize,
        low: impl Fn(usize) -> bool,
        shift: &V,
        on_box: &V,
    ) -> Option<Meeting> {
        if low(0) || low(1) || low(2) {
            return None;
        }
        let h = self.half[j];
        let end = |sign: f64| {
            let mut end = *on_box;
            end[j] = sign * h;
            self.areas(&(end + shift))
        };
        let (first, last) = (end(-1.0), end(1.0));
        let mut part = Part::ALL;
        for k in 0..3 {
            part.clip(first[k], first[k] - last[k], k);
        }
        if part.from > part.to {
            return None;
        }
        let mut on_box = *on_box;
        on_box[j] = h * (2.0 * part.from - 1.0);
        let Some(beside) = part.begins_at else {
            return Some(self.at_triangle(shift, on_box));
        };
        let next = (beside + 1) % 3;
        let w = first[next] + (last[next] - first[next]) * part.from;
        let mut weights = [0.0; 3];
        weights[next] = 0.5 + held(w - 0.5, 0.5);
        weights[(beside + 2) % 3] = 1.0 - weights[next];
        Some(Meeting {
            weights,
            on_box,
            apart: length_above(&(self.mix(&weights) - shift - on_box)),
        })
    }
}

/// The part of a segment that is left after clipping, from 0 to 1, and what it was clipped by at its beginning. At its ends the fewest
/// corners are mixed: no more than a certificate lists.
struct Part<L> {
    from: f64,
    to: f64,
    begins_at: Option<L>,
}

impl<L> Part<L> {
    const ALL: Self = Self {
        from: 0.0,
        to: 1.0,
        begins_at: None,
    };

    /// Leaves the part on which s·slope ≤ room.
    #[inline(always)]
    fn clip(&mut self, room: f64, slope: f64, by: L) {
        let s = room / slope;
        if slope > 0.0 {
            self.to = self.to.min(s);
        } else if slope < 0.0 {
            if s > self.from {
                self.from = s;
                self.begins_at = Some(by);
            }
        } else if room < 0.0 {
            self.to = -1.0;
        }
    }
}
