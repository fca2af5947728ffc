//! The loop of a turning cast: measure the distance, advance along the plane that it gives, measure again.
//!
//! Invariant: the motion is proven free up to the fraction at hand (in the terms of the phase: see `contact.rs` for
//! starts in contact). Why it ends: a step is at least the root of the bound from a separation above the tolerance,
//! which is some √(8·tolerance/K), and the number of steps is limited besides.

use super::certificate::{AllAngles, Piece};
use super::full_turn::Part;
use super::motion::{Motion, Pose, Room};
use super::near::Near;
use super::step::Way;
use crate::simplex::Simplex;
use crate::tolerance::{self, ALIKE, KEEP, KEEP_FROM, LOOSE, ROUNDS, SPENT, WAYS};
use crate::wide::Wide;
use crate::{Observer, TurningMethod};
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// What to separate along.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis {
    /// A vector in world space, at the fraction where it was found.
    Free(Vector3<f64>),
    /// The normal of a half-space, which turns with it.
    Plane,
}

/// How a cast ends. Made once per cast, and not worth a box.
#[allow(clippy::large_enum_variant)]
pub(crate) enum End {
    Hit(Pose, Near),
    Clear,
    Exhausted(Wide),
}

pub(crate) struct Search<'m, 'a, A, B, O> {
    pub(crate) motion: &'m Motion<'a, A, B>,
    pub(crate) method: TurningMethod,
    pub(crate) observer: &'m mut O,
    pub(crate) max_steps: u32,
    /// From this fraction on, nothing matters.
    pub(crate) until: f64,
    /// What counts as contact: a length, and a part of the scale.
    pub(crate) open: (f64, f64),
    pub(crate) simplex: Option<Simplex>,
    /// Where a distance search without a simplex begins: a direction in world space.
    pub(crate) seed: Option<Vector3<f64>>,
    pub(crate) steps: u32,
    pub(crate) evaluations: u32,
    /// The planes behind the steps, when a certificate is asked for.
    pub(crate) pieces: Option<Vec<Piece>>,
    /// The same of steps that hold at any two angles.
    pub(crate) all_angles: Vec<AllAngles>,
    /// The least room proven so far, and its axis.
    pub(crate) least: (f64, Vector3<f64>),
    /// The axis of the distance before, and its fraction.
    pub(crate) before: Option<(Wide, Vector3<f64>)>,
    /// Where a contact began that the shapes are about to leave: until plain advancement comes to something.
    pub(crate) left: Option<Wide>,
    /// From how many steps on the reach of a full turn is asked for.
    pub(crate) spun: u32,
    /// From how many steps on a search is made for the axis along which it says most.
    pub(crate) sought: u32,
    /// From how many steps on all pairs of angles of two bodies that turn are looked at.
    pub(crate) paired: u32,
    /// In which of them the bodies may meet.
    pub(crate) critical: Option<[Part; 2]>,
    /// From how many steps on axes across edges and directions that lean are asked for out of contact.
    pub(crate) leant: u32,
    /// From how many steps on an axis out of contact is moved to the middle of those that separate.
    pub(crate) inward: u32,
    /// From how many steps on a point is looked for that bodies which overlap have in common.
    pub(crate) shared: u32,
    /// How many steps were waited for before that, since one was found.
    pub(crate) alone: u32,
    /// How many times the length that the curvature alone allows is tried.
    pub(crate) stretch: f64,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// The separation that counts as contact, for a scale. No plane is known to less than the last digits of the way ([`WAYS`]), which are taken
    /// off what it proves; so a separation within twice that may never be proven, however many steps are made.
    pub(crate) fn tolerance(&self, scale: f64) -> f64 {
        self.open.0.max(self.open.1 * scale) + 2.0 * WAYS * self.motion.ways(1.0)
    }

    /// The scale of a pose's thresholds.
    pub(crate) fn scale(&self, obstacle_scale: f64) -> f64 {
        let m = &self.motion;
        let levers = sqrt(m.moving.centre.norm_squared()) + sqrt(m.fixed.centre.norm_squared());
        obstacle_scale + levers + m.still.lever
    }

    /// Casts from `at`, which is proven free and where the shapes are apart.
    pub(crate) fn run(&mut self, at: Wide, mut first: Option<Near>) -> End {
        let mut pose = self.motion.pose(at);
        // A lower bound on the separation at the pose, where one is known.
        let mut known = 0.0;
        // What the last steps were made along.
        let mut last = None;
        loop {
            let Some(near) = first.take().or_else(|| self.near(&pose, LOOSE * known)) else {
                return End::Exhausted(pose.at);
            };
            let tolerance = self.tolerance(near.scale);
            if near.separation <= tolerance {
                return self.hit(pose, near, last);
            }
            if self.steps > self.max_steps {
                return End::Exhausted(pose.at);
            }
            let Some((near, room)) = self.between(near, &pose) else {
                return End::Exhausted(pose.at);
            };
            let (Some(axis), Some(room)) = (near.axis, room) else {
                return if near.separation <= tolerance.max(tolerance::STALLED_APART * near.scale) {
                    self.hit(pose, near, last)
                } else {
                    End::Exhausted(pose.at)
                };
            };
            let (axis, room) = self.moved_inward(axis, room, &pose, near.scale);
            let mut way = Way {
                axis,
                n: self.vector(axis, &pose),
                turning: self.turning(axis, &pose),
                rate: near.closing,
                patient: false,
            };
            (pose, known) = self.follow(&mut way, pose, room, near.scale);
            if pose.at.reaches(self.until) {
                return End::Clear;
            }
            last = Some(way);
        }
    }

    /// The axis, and what it proves at a pose; or, of bodies next to each other that have taken many steps, one inside of those that prove
    /// half as much.
    fn moved_inward(&mut self, axis: Axis, room: Room, pose: &Pose, scale: f64) -> (Axis, Room) {
        let Axis::Free(n) = axis else {
            return (axis, room);
        };
        if self.steps < self.inward || room.value > KEEP_FROM * scale {
            return (axis, room);
        }
        if let Some((middle, room)) = self.middle(&n, pose, 0.5 * room.value) {
            return (Axis::Free(middle), room);
        }
        self.inward = 2 * self.steps;
        (axis, room)
    }

    /// A distance at a pose and what its axis proves. Where the search ended early it is made again: from the axis before, from the one
    /// that it found, and from nothing, as near as it comes. `None` where there is no distance.
    fn between(&mut self, mut near: Near, pose: &Pose) -> Option<(Near, Option<Room>)> {
        let mut room = self.proven(&near, pose);
        let found = Some(near.normal).filter(|n| largest(n) > 0.0);
        for seed in [self.before.map(|(_, n)| n), found, None] {
            if room.is_some() {
                break;
            }
            self.simplex = None;
            self.seed = seed;
            near = self.near(pose, 0.0)?;
            room = self.proven(&near, pose);
        }
        Some((near, room))
    }

    /// Steps on a way from a pose where it proves `room`, for as long as enough of that is left: the pose there, and a lower bound on the
    /// separation at it.
    fn follow(&mut self, way: &mut Way, from: Pose, room: Room, scale: f64) -> (Pose, f64) {
        let rounds = match self.method {
            TurningMethod::ConservativeAdvancement => 1,
            _ => ROUNDS,
        };
        let spent = SPENT * room.value;
        let (mut pose, mut room) = (from, room);
        let mut known = 0.0;
        for _ in 0..rounds {
            let keep = if room.value > KEEP_FROM * scale {
                KEEP * room.value
            } else {
                0.0
            };
            let leap = self.leap(way, &pose, &room, (0.0, keep));
            pose = leap.to;
            if pose.at.reaches(self.until) {
                break;
            }
            room = match leap.room {
                Some(room) => room,
                None if rounds > 1 => self.along(way, &pose),
                None => break,
            };
            known = room.value.max(0.0);
            if room.value <= spent {
                break;
            }
        }
        (pose, known)
    }

    /// The hit at a pose. Its normal is the better of two: that of the distance, which within rounding of contact ends with
    /// whatever plane it has, and the one along which the last steps came here, which kept the shapes apart until now. Where
    /// shapes graze, both may do; then it is the one along which they close in.
    fn hit(&mut self, pose: Pose, mut near: Near, last: Option<Way>) -> End {
        let room = match near.axis {
            Some(axis) => self.room(axis, &pose).value,
            None => f64::NEG_INFINITY,
        };
        if let Some(way) = last
            && matches!(way.axis, Axis::Free(_))
        {
            let departs = near.closing < 0.0 && way.rate > 0.0;
            let least = if departs {
                room.min(-self.tolerance(near.scale))
            } else {
                room
            };
            if (room < 0.0 || departs) && self.along(&way, &pose).value > least {
                near.normal = way.n;
            }
        }
        End::Hit(pose, near)
    }

    /// φ along the axis of a distance, if it is positive.
    fn proven(&mut self, near: &Near, pose: &Pose) -> Option<Room> {
        let room = self.room(near.axis?, pose);
        (room.value > 0.0).then_some(room)
    }

    /// φ along an axis at a pose, as proven.
    pub(crate) fn room(&mut self, axis: Axis, pose: &Pose) -> Room {
        self.evaluations += 1;
        self.motion.room(&self.vector(axis, pose), pose)
    }

    /// The axis as a vector at a pose.
    pub(super) fn vector(&self, axis: Axis, pose: &Pose) -> Vector3<f64> {
        match axis {
            Axis::Free(n) => n,
            Axis::Plane => self
                .motion
                .unbounded_normal(pose)
                .unwrap_or_else(Vector3::y),
        }
    }

    /// φ along the present vector of a way.
    fn along(&mut self, way: &Way, pose: &Pose) -> Room {
        self.evaluations += 1;
        let n = match way.axis {
            Axis::Free(_) => way.n,
            Axis::Plane => self.vector(way.axis, pose),
        };
        self.motion.room(&n, pose)
    }

    /// The rate at which the axis turns, going by the distance before this one; zero where that tells nothing.
    pub(super) fn turning(&mut self, axis: Axis, pose: &Pose) -> Vector3<f64> {
        let Axis::Free(n) = axis else {
            return Vector3::zeros();
        };
        let before = self.before.replace((pose.at, n));
        match before {
            Some((at, m)) if n.dot(&m) > ALIKE => {
                let way = (pose.at - at).value();
                let rate = (n - m) / way;
                if way > 0.0 && largest(&rate).is_finite() {
                    rate
                } else {
                    Vector3::zeros()
                }
            }
            _ => Vector3::zeros(),
        }
    }
}
