//! The interval bound at work: how far an axis separates the bodies on an interval, and the step made of it.

use super::advance::{Axis, Search};
use super::carried::Frame;
use super::motion::{Pose, Room};
use super::step::{Leap, Start, Way, later};
use crate::Observer;
use crate::tolerance::{AHEAD, AT_FIRST, LITTLE, OF_BEHIND, ROOT, SMALL, TOO_LONG, WIDEST};
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// What the bound proves on an interval.
pub(super) struct Interval {
    h: f64,
    /// How far φ − base stays positive.
    pub(super) s: f64,
    /// The interval's end, the axis there, and what it proves.
    to: Pose,
    end: Vector3<f64>,
    room: Room,
    /// The least bound on φ − base up to s.
    least: f64,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// What the bound proves on an interval whose axis turns at a rate, and which is no longer than `most`.
    pub(super) fn interval(
        &mut self,
        way: &Way,
        turning: Vector3<f64>,
        start: &Start,
        most: f64,
    ) -> Interval {
        let free = matches!(way.axis, Axis::Free(_));
        let turns = free && largest(&turning) > 0.0;
        let v = start.room.value - start.base;
        let rest = start.rest;
        // Not much farther than to where the root must be, going by how fast φ falls.
        let ahead = if way.rate > 0.0 {
            AHEAD * v / way.rate
        } else {
            f64::INFINITY
        };
        let whole = self.stretch * sqrt(8.0 * v / start.curvature);
        let mut h = whole.min(rest).min(ahead).min(most);
        if turns {
            let bend = self.motion.curvature(&way.n, &(way.n + turning * h), h);
            h = h.min(self.stretch * sqrt(8.0 * v / bend));
        }
        let to = self.motion.pose(later(start.pose.at, h, rest));
        let end = match way.axis {
            Axis::Free(_) => way.n + turning * h,
            Axis::Plane => self.vector(way.axis, &to),
        };
        self.evaluations += 1;
        let room = self.motion.room(&end, &to);
        let curvature = if turns {
            self.motion.curvature(&way.n, &end, h)
        } else if free || !self.motion.fixed.turns {
            self.motion.bend(&way.n, h, start.room, &room)
        } else {
            start.curvature
        };
        let (s, least) = first_root(v, room.value - start.base, h, curvature);
        Interval {
            h,
            s,
            to,
            end,
            room,
            least,
        }
    }

    /// The best interval along the axis standing still, and whether the first one tried came to little.
    pub(super) fn along_standing(&mut self, way: &Way, start: &Start) -> (Interval, bool) {
        let mut best = self.interval(way, Vector3::zeros(), start, f64::INFINITY);
        let little = best.s < LITTLE * best.h;
        let mut h = best.h;
        // The length was chosen by the curvature at the pose, which says nothing about more than half a turn; and by how fast the
        // nearest points approach, which says nothing about others.
        let shorten =
            way.patient || h * self.motion.fastest() > 2.0 * WIDEST || best.s < TOO_LONG * best.h;
        while shorten && best.s < LITTLE * h {
            h *= 0.25;
            let shorter = self.interval(way, Vector3::zeros(), start, h);
            if shorter.s > best.s {
                best = shorter;
            }
        }
        (best, little)
    }

    /// How long an interval along an axis that turns may be; `s` is how far a standing one goes. In contact within the target distance it
    /// is a part of the way behind: shapes that come apart are then seen to have left soon after.
    pub(super) fn longest(&self, way: &Way, start: &Start, s: f64) -> f64 {
        if !(way.patient && self.motion.reach > 0.0) {
            return f64::INFINITY;
        }
        let behind = start.pose.at.value();
        if behind > 0.0 {
            OF_BEHIND * behind
        } else {
            AT_FIRST * s
        }
    }

    /// Adapts the length of the next interval to how much of one of length `h` was proven.
    pub(super) fn adapt(&mut self, s: f64, h: f64) {
        if s >= h {
            self.stretch = (self.stretch * 1.5).min(8.0);
        } else if s < 0.5 * h {
            self.stretch = (self.stretch * 0.75).max(1.0);
        }
    }

    /// Records the step that an interval proves and goes there; the length of the next one is adapted to how much of this was proven.
    pub(super) fn cross(&mut self, way: &mut Way, start: &Start, interval: &Interval) -> Leap {
        let (n, from) = (way.n, start.pose);
        let turning = (interval.end - n) / interval.h;
        way.rate = (start.room.value - interval.room.value) / interval.h;
        self.adapt(interval.s, interval.h);
        if interval.s >= interval.h {
            way.n = interval.end;
            let least = start.above(interval.least);
            self.note(Frame::World, [n, way.n], from, &interval.to, least);
            return Leap {
                to: interval.to,
                room: Some(interval.room),
            };
        }
        let to = self.motion.pose(later(from.at, interval.s, start.rest));
        way.n = n + turning * interval.s;
        self.note(Frame::World, [n, way.n], from, &to, start.above(0.0));
        Leap { to, room: None }
    }
}

/// How far the bound φ0 + (φh − φ0) s/h − K s (h − s)/2 stays positive, up to h, and its least value on that way: 0
/// where it ends at a root. φ0 is positive.
///
/// As a parabola φ0 − b s + K s²/2 with b = K h/2 − (φh − φ0)/h; its first root is 2φ0/(b + √(b² − 2Kφ0)), in the form
/// that does not cancel. It rises with φ0 and falls with b: φ0 is rounded down, b and the discriminant are rounded up,
/// each by more than its few roundings.
pub(super) fn first_root(start: f64, end: f64, h: f64, curvature: f64) -> (f64, f64) {
    let half = 0.5 * curvature * h;
    let b = half - (end - start) / h + ROOT * (half + (end.abs() + start) / h);
    let c = start * (1.0 - ROOT);
    if b <= 0.0 {
        return (h, c);
    }
    if b < SMALL {
        // The same root in units in which squares have their digits: by a power of two, which rounds nothing.
        let [start, end, curvature] = [start, end, curvature].map(|x| x / SMALL);
        let (s, least) = first_root(start, end, h, curvature);
        return (s, least * SMALL);
    }
    let discriminant = b * b * (1.0 + ROOT) - 2.0 * curvature * c;
    if discriminant < 0.0 {
        // No root. The least value is at b/K, or at the end if that comes before.
        let lowest = if b < curvature * h {
            c - b * b / (2.0 * curvature)
        } else {
            end.min(c)
        };
        return (h, (lowest - ROOT * start).max(0.0));
    }
    let root = 2.0 * c / (b + sqrt(discriminant)) * (1.0 - ROOT);
    if root >= h {
        (h, (end.min(c) - ROOT * start).max(0.0))
    } else {
        (root, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same numbers as below, so small that their squares vanish.
    #[test]
    fn the_first_root_of_small_numbers_is_that_of_large_ones() {
        for power in [-300, -530, -700, -900] {
            let small = |x: f64| x * f64::powi(2.0, power);
            let (s, _) = first_root(small(1.0), small(7.0), 2.0, small(8.0));
            assert!(s <= 0.25 && s > 0.25 - 1e-13, "2^{power}: {s}");
            let (s, least) = first_root(small(1.0), small(1.0), 1.0, small(2.0));
            let off = small(0.75) - least;
            assert!(s == 1.0 && off >= 0.0 && off < small(1e-13), "2^{power}");
        }
    }

    #[test]
    fn the_first_root_of_the_bound() {
        // 1 − 5 s + 4 s² has the roots 1/4 and 1: K = 8, over h = 2 with the end at 1 − 10 + 16 = 7.
        let (s, _) = first_root(1.0, 7.0, 2.0, 8.0);
        assert!(s <= 0.25 && s > 0.25 - 1e-13);
        // 1 − s + s²: no root, least 3/4 at s = 1/2.
        let (s, least) = first_root(1.0, 1.0, 1.0, 2.0);
        assert!(s == 1.0 && (least - 0.75).abs() < 1e-13);
        // A chord alone: from 2 to −2 over 1.
        let (s, _) = first_root(2.0, -2.0, 1.0, 0.0);
        assert!(s <= 0.5 && s > 0.5 - 1e-13);
        assert_eq!(first_root(2.0, 1.0, 0.5, 0.0).0, 0.5);
    }
}
