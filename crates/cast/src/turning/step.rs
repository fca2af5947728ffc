//! One step along an axis: which bound goes farthest, and what it has proven.

use super::advance::{Axis, Search};
use super::carried::{Along, Frame};
use super::certificate::Piece;
use super::interval::Interval;
use super::motion::{Pose, Room};
use super::ride::Ride;
use crate::tolerance::{LEAVING, MANY_TURNS, U};
use crate::wide::Wide;
use crate::{Observer, TurningMethod};
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// The steps along one axis.
pub(super) struct Way {
    pub(super) axis: Axis,
    /// The axis at the pose at hand.
    pub(super) n: Vector3<f64>,
    /// How it may turn, per unit of the fraction.
    pub(super) turning: Vector3<f64>,
    /// How fast φ falls along it, as far as is known: for choosing intervals only.
    pub(super) rate: f64,
    /// Whether an interval that comes to little is tried again, shorter: worth it in contact, where φ stays at 0 for long
    /// and no rate tells when it falls.
    pub(super) patient: bool,
}

/// The pose that a step starts from, and what is known there.
pub(super) struct Start<'p> {
    pub(super) pose: &'p Pose,
    /// What the axis proves there.
    pub(super) room: &'p Room,
    /// The rest of the motion.
    pub(super) rest: f64,
    /// A bound on how fast φ falls along the axis.
    closing: f64,
    /// K of the axis standing still at this pose, by which the lengths of intervals are chosen.
    pub(super) curvature: f64,
    /// φ must not fall below `floor`, and a step ends where it falls below `floor + keep`.
    pub(super) floor: f64,
    keep: f64,
    /// `floor + keep`.
    pub(super) base: f64,
}

impl Start<'_> {
    /// φ less `floor` and `keep`.
    fn spare(&self) -> f64 {
        self.room.value - self.floor - self.keep
    }

    /// A lower bound on φ where φ − floor − keep is at least `least`: the sum is rounded, and so were the differences.
    pub(super) fn above(&self, least: f64) -> f64 {
        over(least, self.keep, self.floor)
    }
}

/// Part of the motion that a step took.
pub(super) struct Leap {
    pub(super) to: Pose,
    /// What the axis proves there, where that was evaluated.
    pub(super) room: Option<Room>,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// One step along an `axis`, which stands, is carried by a body, or turns at this rate, from a pose where it proves `room`: as far as
    /// φ is proven to stay above `floor`. The pose there, the axis, and what it proves if that was evaluated.
    pub(crate) fn step(
        &mut self,
        (axis, turning): (Axis, Vector3<f64>),
        from: &Pose,
        room: &Room,
        floor: f64,
    ) -> (Pose, Axis, Option<Room>) {
        let mut way = Way {
            axis,
            n: self.vector(axis, from),
            turning,
            rate: 0.0,
            patient: true,
        };
        let leap = self.leap(&mut way, from, room, (floor, 0.0));
        let axis = match axis {
            Axis::Free(_) => Axis::Free(way.n),
            Axis::Plane => axis,
        };
        (leap.to, axis, leap.room)
    }

    /// One step on a way from a pose where it proves `room`: as far as φ is proven to stay above floor and keep.
    ///
    /// The bounds are tried in the order of their cost. The first that lasts to the end of the motion is taken, else the one that goes
    /// farthest.
    pub(super) fn leap(
        &mut self,
        way: &mut Way,
        from: &Pose,
        room: &Room,
        (floor, keep): (f64, f64),
    ) -> Leap {
        if matches!(way.axis, Axis::Plane) {
            way.n = self.vector(way.axis, from);
        }
        let start = &self.start(way, from, room, (floor, keep));
        let carriers = self.carriers(way, from);
        let ride = self.best_ride(&carriers, way, start);
        if let Some(ride) = &ride
            && ride.s >= start.rest
        {
            return self.ride(way, ride, start);
        }
        if self.method == TurningMethod::ConservativeAdvancement {
            let step = at_speed(start.spare(), start.closing);
            if !(way.patient || self.is_leaving(step, from)) {
                return self.advance_plainly(way, start, ride);
            }
        }
        let out_of_reach = self.out_of_reach(way, start);
        if let Some((s, least)) = out_of_reach
            && s >= start.rest
        {
            return self.take(way.n, start, start.rest, least);
        }
        let sure = out_of_reach.map_or(0.0, |(s, _)| s);
        let far = ride.as_ref().map_or(sure, |ride| sure.max(ride.s));
        if let Some(leap) = self.by_turns(way, start, far) {
            return leap;
        }
        let (best, little, most) = self.best_interval(way, start);
        let falls_short = best.s < start.rest;
        let ride = ride
            .filter(|_| falls_short)
            .map(|ride| self.bent(ride, &carriers, way, start, (little, most)));
        let ridden = ride.as_ref().map_or(0.0, |ride| ride.s);
        if falls_short {
            let further = best.s.max(sure).max(ridden);
            if let Some(leap) = self.aside(way, start, little, (further, most)) {
                return leap;
            }
        }
        if let Some(ride) = ride
            && ridden > best.s.max(sure)
        {
            return self.ride(way, &ride, start);
        }
        if sure > best.s {
            return self.take(way.n, start, sure, 0.0);
        }
        self.cross(way, start, &best)
    }

    /// Where many turns are left, a step by what a full turn reaches, or by what the bodies reach at any two angles; the other bounds go `far`.
    fn by_turns(&mut self, way: &mut Way, start: &Start, far: f64) -> Option<Leap> {
        if !self.spins_long(start.rest) {
            return None;
        }
        if let Some(leap) = self.whole_turns(way, start, far) {
            return Some(leap);
        }
        if self.steps >= self.paired && !way.patient && self.motion.both_turn() {
            return self.at_all_angles(way, start);
        }
        None
    }

    /// The interval along an axis that goes farthest, whether the axis that stands came to little, and how long the interval may be along
    /// one that does not.
    fn best_interval(&mut self, way: &mut Way, start: &Start) -> (Interval, bool, f64) {
        let (standing, little) = self.along_standing(way, start);
        let most = self.longest(way, start, standing.s);
        // An axis that turns in world space: in contact only where the standing one comes to little.
        let worthwhile = (little || !way.patient) && largest(&way.turning) > 0.0;
        if worthwhile && standing.s < start.rest {
            let turning = self.interval(way, way.turning, start, most);
            if turning.s > standing.s {
                return (turning, little, most);
            }
            way.turning = Vector3::zeros();
        }
        (standing, little, most)
    }

    /// The ride, or one that goes farther, with an interval of its own: where the axis that stands came to little, and out of contact where
    /// the carried one is less curved.
    fn bent(
        &mut self,
        mut ride: Ride,
        carriers: &[Option<Along>],
        way: &Way,
        start: &Start,
        (little, most): (bool, f64),
    ) -> Ride {
        let length = sqrt(way.n.norm_squared());
        for along in carriers.iter().flatten() {
            if little || !way.patient && along.curvature * length < start.curvature {
                let bent = self.carried(along, way, start, most);
                if bent.s > ride.s {
                    ride = bent;
                }
            }
        }
        ride
    }

    /// A step further than the others along an axis across two edges, or by directions that lean: in contact where the axis that stands comes
    /// to little, out of it after many steps.
    fn aside(
        &mut self,
        way: &mut Way,
        start: &Start,
        little: bool,
        (further, most): (f64, f64),
    ) -> Option<Leap> {
        let little = way.patient && little;
        if !(little || self.steps >= self.leant) {
            return None;
        }
        let across = self.across_edges(way, start, (further, most));
        let further = across.as_ref().map_or(further, |spanned| spanned.h);
        let leap = match (self.leaning(way, start, (further, most)), across) {
            (None, Some(spanned)) => Some(self.span(way, start, spanned)),
            (leant, _) => leant,
        };
        if !little {
            self.leant = if leap.is_some() { 0 } else { 2 * self.steps };
        }
        leap
    }

    /// What is known where a step starts.
    fn start<'p>(
        &self,
        way: &Way,
        pose: &'p Pose,
        room: &'p Room,
        (floor, keep): (f64, f64),
    ) -> Start<'p> {
        let n = &way.n;
        let (closing, curvature) = match way.axis {
            Axis::Plane if self.motion.fixed.turns => {
                let rho = self.motion.moving.spin.reach();
                self.motion.beside_turning_plane(n, pose, rho)
            }
            _ => (self.motion.closing(n), self.motion.bend_at(n, room)),
        };
        Start {
            pose,
            room,
            rest: (Wide::from(1.0) - pose.at).value(),
            closing,
            curvature,
            floor,
            keep,
            base: floor + keep,
        }
    }

    /// The bodies that may carry the axis along: worth a look where both turn, and in contact.
    fn carriers(&self, way: &Way, from: &Pose) -> [Option<Along>; 2] {
        match way.axis {
            Axis::Free(_) if way.patient => self.motion.along(from),
            Axis::Free(_) => self.motion.along_either(from),
            Axis::Plane => [None; 2],
        }
    }

    /// The carried axis that goes farthest by its speed alone; the first one that lasts to the end of the motion, if one does.
    fn best_ride(&mut self, carriers: &[Option<Along>], way: &Way, start: &Start) -> Option<Ride> {
        let mut best: Option<Ride> = None;
        for along in carriers.iter().flatten() {
            let ride = self.steady(along, &way.n, start);
            let lasts = ride.s >= start.rest;
            if lasts || best.as_ref().is_none_or(|best| ride.s > best.s) {
                best = Some(ride);
            }
            if lasts {
                break;
            }
        }
        best
    }

    /// The step of plain conservative advancement, separation over closing speed, or that of a carried axis if it goes farther.
    fn advance_plainly(&mut self, way: &mut Way, start: &Start, ride: Option<Ride>) -> Leap {
        let s = at_speed(start.spare(), start.closing);
        let least = if s < start.rest {
            0.0
        } else {
            start.spare() - start.closing.max(0.0) * start.rest
        };
        match ride {
            Some(ride) if ride.s > s => self.ride(way, &ride, start),
            _ => self.take(way.n, start, s.min(start.rest), least),
        }
    }

    /// How far the axis separates whatever the bodies turn by, and the least φ − base that is left at the end of the motion if it
    /// lasts as long. `None` for the normal of a half-space that turns.
    fn out_of_reach(&self, way: &Way, start: &Start) -> Option<(f64, f64)> {
        if matches!(way.axis, Axis::Plane) && self.motion.fixed.turns {
            return None;
        }
        let (n, d) = (&way.n, &self.motion.displacement);
        let length = sqrt(n.norm_squared() * d.norm_squared());
        let closing = (8.0 * U + self.motion.still.by) * length - n.dot(d);
        let outside = self.motion.revolved(n, start.pose) - start.floor - start.keep;
        let s = if outside > 0.0 {
            at_speed(outside, closing)
        } else {
            0.0
        };
        Some((s, outside - closing.max(0.0) * start.rest))
    }

    /// Whether so many turns are left, and so many steps made, that what a full turn reaches is worth finding out: see `whole_turns.rs`.
    fn spins_long(&self, rest: f64) -> bool {
        self.steps >= self.spun && self.motion.fastest() * rest > MANY_TURNS
    }

    /// Whether a step of plain advancement, from separations that grow out of contact, is too small a part of the way since.
    fn is_leaving(&mut self, step: f64, from: &Pose) -> bool {
        let Some(left) = self.left else {
            return false;
        };
        if step >= LEAVING * (from.at - left).value() {
            self.left = None;
        }
        self.left.is_some()
    }

    /// Records a step of length `s` along a standing axis, on which φ − base is at least `least`, and goes there.
    fn take(&mut self, n: Vector3<f64>, start: &Start, s: f64, least: f64) -> Leap {
        let to = self.motion.pose(later(start.pose.at, s, start.rest));
        self.note(Frame::World, [n, n], start.pose, &to, start.above(least));
        Leap { to, room: None }
    }

    /// Keeps the least room of all steps, with its axis.
    pub(super) fn keep_least(&mut self, room: f64, axis: impl FnOnce() -> Vector3<f64>) {
        let gap = lowered(room + self.motion.reach);
        if gap < self.least.0 {
            self.least = (gap, axis());
        }
    }

    /// Records what a step has proven: along n, φ is at least `least` between two poses.
    pub(super) fn note(
        &mut self,
        frame: Frame,
        normals: [Vector3<f64>; 2],
        from: &Pose,
        to: &Pose,
        least: f64,
    ) {
        let lengths = normals.map(|n| sqrt(n.norm_squared()));
        let longest = lengths[0].max(lengths[1]);
        // φ below 0 is a depth, as in a slide. Per unit of length it is greatest where the axis is shortest: at the first end.
        let length = if least < 0.0 { lengths[0] } else { longest };
        let room = lowered(least / length);
        self.keep_least(room, || self.motion.put_down(frame, &normals[0], from, 1.0));
        self.book(frame, normals, [from, to], room);
    }

    /// Adds a piece to the proof, if one is asked for: `room` is per unit of the axis.
    pub(super) fn book(
        &mut self,
        frame: Frame,
        normals: [Vector3<f64>; 2],
        [from, to]: [&Pose; 2],
        room: f64,
    ) {
        if let Some(pieces) = &mut self.pieces {
            pieces.push(Piece {
                frame,
                normals,
                from: [from.at.value(), from.at.rest()],
                to: [to.at.value(), to.at.rest()],
                room,
            });
        }
    }
}

/// What φ stays above where φ − floor − keep stays above `least`; the sum is rounded, and so were the differences.
pub(super) fn over(least: f64, keep: f64, floor: f64) -> f64 {
    least + keep + floor - 8.0 * U * (least.abs() + keep + floor.abs())
}

/// A number made a little less, by more than the last few roundings before it.
pub(super) fn lowered(x: f64) -> f64 {
    x - 8.0 * U * x.abs()
}

/// How long a separation lasts at this closing speed, rounded down.
fn at_speed(separation: f64, closing: f64) -> f64 {
    if closing > 0.0 {
        separation / closing * (1.0 - 8.0 * U)
    } else {
        f64::INFINITY
    }
}

/// The fraction `s` after `at`; exactly 1 when that is all the rest.
pub(super) fn later(at: Wide, s: f64, rest: f64) -> Wide {
    if s >= rest {
        Wide::from(1.0)
    } else {
        at + Wide::from(s)
    }
}
