//! One step along an axis: which bound goes farthest, and what it has proven.

use super::advance::{Axis, Search};
use super::carried::Frame;
use super::certificate::Piece;
use super::motion::{Pose, Room};
use super::ride::Ride;
use crate::tolerance::{AHEAD, AT_FIRST, LEAVING, LITTLE, MANY_TURNS, OF_BEHIND, ROOT, U, WIDEST};
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

/// Where an interval starts.
pub(super) struct Start<'p> {
    pub(super) pose: &'p Pose,
    pub(super) room: &'p Room,
    /// The rest of the motion.
    pub(super) rest: f64,
    /// K of a standing axis, to go by.
    curvature: f64,
    /// What φ is to stay above.
    pub(super) base: f64,
}

/// What the bound proves on an interval.
struct Interval {
    h: f64,
    /// How far φ − base stays positive.
    s: f64,
    /// The interval's end, the axis there, and what it proves.
    to: Pose,
    end: Vector3<f64>,
    room: Room,
    /// The least bound on φ − base up to s.
    least: f64,
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
    pub(super) fn leap(
        &mut self,
        way: &mut Way,
        from: &Pose,
        room: &Room,
        (floor, keep): (f64, f64),
    ) -> Leap {
        let axis = way.axis;
        if matches!(axis, Axis::Plane) {
            way.n = self.vector(axis, from);
        }
        let n = way.n;
        let rest = (Wide::from(1.0) - from.at).value();
        let v = room.value - floor - keep;
        let above = |least: f64| over(least, keep, floor);
        let (closing, curvature) = match axis {
            Axis::Plane if self.motion.fixed.turns => self
                .motion
                .beside_turning_plane(sqrt(n.norm_squared()), from),
            _ => (self.motion.closing(&n), self.motion.bend_at(&n, room)),
        };
        // As far as separation over closing speed goes.
        let plain = |v: f64, closing: f64| {
            if closing > 0.0 {
                v / closing * (1.0 - 8.0 * U)
            } else {
                f64::INFINITY
            }
        };
        // As far as an axis goes that a body carries along: worth it where both turn, and in contact.
        let start = Start {
            pose: from,
            room,
            rest,
            curvature,
            base: floor + keep,
        };
        let along = match axis {
            Axis::Free(_) if way.patient => self.motion.along(from),
            Axis::Free(_) => self.motion.along_either(from),
            Axis::Plane => [None; 2],
        };
        let mut best_ride: Option<Ride> = None;
        for along in along.iter().flatten() {
            let ride = self.steady(along, &n, &start);
            if ride.s >= rest {
                return self.ride(way, &ride, &start, above(ride.least));
            }
            if best_ride.as_ref().is_none_or(|best| ride.s > best.s) {
                best_ride = Some(ride);
            }
        }
        if self.method == TurningMethod::ConservativeAdvancement
            && !(way.patient || self.is_leaving(plain(v, closing), from))
        {
            let s = plain(v, closing);
            let least = if s < rest {
                0.0
            } else {
                v - closing.max(0.0) * rest
            };
            return match best_ride {
                Some(ride) if ride.s > s => self.ride(way, &ride, &start, above(ride.least)),
                _ => self.take(n, from, s.min(rest), rest, above(least)),
            };
        }
        // As far as turning bodies cannot reach.
        let mut sure = 0.0;
        if !(matches!(axis, Axis::Plane) && self.motion.fixed.turns) {
            let d = &self.motion.displacement;
            let length = sqrt(n.norm_squared() * d.norm_squared());
            let closing = 8.0 * U * length - n.dot(d);
            let outside = self.motion.revolved(&n, from) - floor - keep;
            if outside > 0.0 {
                sure = plain(outside, closing);
            }
            if sure >= rest {
                let least = outside - closing.max(0.0) * rest;
                return self.take(n, from, rest, rest, above(least));
            }
        }
        if self.spins_long(rest) {
            let far = best_ride.as_ref().map_or(sure, |ride| sure.max(ride.s));
            if let Some(leap) = self.whole_turns(way, &start, (floor, far)) {
                return leap;
            }
            if self.steps >= self.paired
                && !way.patient
                && self.motion.both_spin(rest)
                && let Some(leap) = self.at_all_angles(way, &start, floor)
            {
                return leap;
            }
        }
        // The standing axis, or the turning one: whichever comes farther.
        let mut best = self.interval(way, Vector3::zeros(), &start, f64::INFINITY);
        let little = best.s < LITTLE * best.h;
        let mut h = best.h;
        // What the curvature at the pose promises ends with half a turn, however little it is.
        let shorten = way.patient || h * self.motion.fastest() > 2.0 * WIDEST;
        while shorten && best.s < LITTLE * h {
            h *= 0.25;
            let shorter = self.interval(way, Vector3::zeros(), &start, h);
            if shorter.s > best.s {
                best = shorter;
            }
        }
        // In contact only where others come to little; and shapes within the target distance are not to come apart long before it is seen.
        let length = sqrt(n.norm_squared());
        let more = little || !way.patient;
        let most = if way.patient && self.motion.reach > 0.0 {
            // By half of what is behind it, if there is anything.
            let behind = from.at.value();
            if behind > 0.0 {
                OF_BEHIND * behind
            } else {
                AT_FIRST * best.s
            }
        } else {
            f64::INFINITY
        };
        if more && largest(&way.turning) > 0.0 && best.s < rest {
            let other = self.interval(way, way.turning, &start, most);
            if other.s > best.s {
                best = other;
            } else {
                way.turning = Vector3::zeros();
            }
        }
        if let Some(mut ride) = best_ride
            && best.s < rest
        {
            for along in along.iter().flatten() {
                if little || !way.patient && along.curvature * length < curvature {
                    let bent = self.carried(along, way, &start, most);
                    if bent.s > ride.s {
                        ride = bent;
                    }
                }
            }
            if ride.s > best.s.max(sure) {
                return self.ride(way, &ride, &start, above(ride.least));
            }
        }
        if sure > best.s {
            return self.take(n, from, sure, rest, above(0.0));
        }
        let turning = (best.end - n) / best.h;
        way.rate = (room.value - best.room.value) / best.h;
        if best.s >= best.h {
            self.stretch = (self.stretch * 1.5).min(8.0);
            way.n = best.end;
            self.note(
                Frame::World,
                [n, best.end],
                from,
                &best.to,
                above(best.least),
            );
            return Leap {
                to: best.to,
                room: Some(best.room),
            };
        }
        if best.s < 0.5 * best.h {
            self.stretch = (self.stretch * 0.75).max(1.0);
        }
        let to = self.motion.pose(later(from.at, best.s, rest));
        way.n = n + turning * best.s;
        self.note(Frame::World, [n, way.n], from, &to, above(0.0));
        Leap { to, room: None }
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

    /// What the bound proves on an interval whose axis turns at a rate, and which is no longer than `most`.
    fn interval(&mut self, way: &Way, turning: Vector3<f64>, start: &Start, most: f64) -> Interval {
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

    /// Books a step of length `s` along a standing axis and goes there.
    fn take(&mut self, n: Vector3<f64>, from: &Pose, s: f64, rest: f64, least: f64) -> Leap {
        let to = self.motion.pose(later(from.at, s, rest));
        self.note(Frame::World, [n, n], from, &to, least);
        Leap { to, room: None }
    }

    /// Of the rooms of all steps, the least, and its axis.
    pub(super) fn keep_least(&mut self, room: f64, axis: impl FnOnce() -> Vector3<f64>) {
        let gap = lowered(room + self.motion.reach);
        if gap < self.least.0 {
            self.least = (gap, axis());
        }
    }

    /// Writes down what a step has proven: along n, φ is at least `least` between two poses.
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
        // In a slide an axis turns from where it is shortest on.
        let length = if least < 0.0 { lengths[0] } else { longest };
        let room = lowered(least / length);
        self.keep_least(room, || self.motion.put_down(frame, &normals[0], from, 1.0));
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

/// The fraction `s` after `at`; exactly 1 when that is all the rest.
pub(super) fn later(at: Wide, s: f64, rest: f64) -> Wide {
    if s >= rest {
        Wide::from(1.0)
    } else {
        at + Wide::from(s)
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
