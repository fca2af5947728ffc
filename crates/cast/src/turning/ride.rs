//! Steps along an axis that one of two turning bodies carries along: see `carried.rs`.

use super::advance::Search;
use super::carried::{Along, Frame};
use super::interval::first_root;
use super::motion::{Pose, Room};
use super::step::{Leap, Start, Way, later};
use crate::Observer;
use crate::tolerance::{AHEAD, U};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// What a carried axis proves.
pub(super) struct Ride {
    frame: Frame,
    /// The axis in the carrier's frame.
    n: Vector3<f64>,
    /// How far φ stays above its base.
    pub(super) s: f64,
    /// The least bound on φ − base up to there.
    pub(super) least: f64,
    /// The interval's length, 0 where there was none.
    h: f64,
    /// The end of the interval, if φ stays above its base that long: the pose, the axis and what it proves there.
    end: Option<(Pose, Vector3<f64>, Room)>,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// How far the axis goes by the bounds on the other body's speed and circle, evaluated at the start alone.
    pub(super) fn steady(&mut self, along: &Along, n: &Vector3<f64>, start: &Start) -> Ride {
        let length = sqrt(n.norm_squared());
        let room = sure(start.room.value) / length - start.base / length;
        let (s, left) = along.steady(room - self.motion.tilt(start.pose), start.rest);
        let whole = s >= start.rest;
        Ride {
            frame: along.frame,
            n: self.motion.pick_up(along.frame, n, start.pose),
            s: s.min(start.rest),
            least: if whole { left.max(0.0) * length } else { 0.0 },
            h: 0.0,
            end: None,
        }
    }

    /// How far the axis goes by the interval bound, on an interval no longer than `most`.
    pub(super) fn carried(&mut self, along: &Along, way: &Way, start: &Start, most: f64) -> Ride {
        let motion = self.motion;
        let length = sqrt(way.n.norm_squared());
        let n = motion.pick_up(along.frame, &way.n, start.pose);
        let v = sure(start.room.value) - start.base - motion.tilt(start.pose) * length;
        let none = Ride {
            frame: along.frame,
            n,
            s: 0.0,
            least: 0.0,
            h: 0.0,
            end: None,
        };
        if v <= 0.0 {
            return none;
        }
        let ahead = if way.rate > 0.0 {
            AHEAD * v / way.rate
        } else {
            f64::INFINITY
        };
        let whole = self.stretch * sqrt(8.0 * v / (along.curvature * length));
        let h = whole.min(start.rest).min(ahead).min(most);
        let to = motion.pose(later(start.pose.at, h, start.rest));
        let end = motion.put_down(along.frame, &n, &to, length);
        self.evaluations += 1;
        let room = motion.room(&end, &to);
        let curvature = motion.curvature_along(along.frame, start.pose, &to) * length;
        let last = sure(room.value) - start.base - motion.tilt(&to) * length;
        let (s, least) = first_root(v, last, h, curvature * (1.0 + 8.0 * U));
        let end = (s >= h).then_some((to, end, room));
        Ride {
            s,
            least: if end.is_some() { least } else { 0.0 },
            h,
            end,
            ..none
        }
    }

    /// Records the step that a carried axis proves and goes there.
    pub(super) fn ride(&mut self, way: &mut Way, ride: &Ride, start: &Start) -> Leap {
        if ride.h > 0.0 {
            self.adapt(ride.s, ride.h);
        }
        let (to, n, room) = match ride.end {
            Some((to, n, room)) => (to, n, Some(room)),
            None => {
                let to = self.motion.pose(later(start.pose.at, ride.s, start.rest));
                let length = sqrt(way.n.norm_squared());
                let n = self.motion.put_down(ride.frame, &ride.n, &to, length);
                (to, n, None)
            }
        };
        way.n = n;
        let least = start.above(ride.least);
        self.note(ride.frame, [ride.n; 2], start.pose, &to, least);
        Leap { to, room }
    }
}

/// A lower bound on φ, rounded down for an axis whose length is off by a few roundings.
fn sure(room: f64) -> f64 {
    room - 16.0 * U * room.abs()
}
