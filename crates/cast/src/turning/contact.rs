//! Starts in contact, and starts in an overlap that is to be ignored.
//!
//! **Touching.** Contact blocks a motion only when the motion leads deeper. So from a touching start the loop goes
//! on with φ + δ in the place of φ, δ the contact tolerance: as if the shapes were shrunk by it. Two things can end it.
//! φ rises well above δ along some axis: contact is left, and the ordinary cast goes on from there. Or no axis keeps
//! φ + δ positive: the motion closes in. If half of the way to that fraction has already used up a fair share of the
//! room, the motion closed from its beginning, and the hit is at fraction 0; otherwise the shapes slid, and came against
//! each other later: the hit is there. A start within the target distance is contact as well, only that φ is kept above what
//! it was there, and leaves the axes as much room as the shapes come apart.
//!
//! **Where no axis is left at hand.** Shapes that touch at edges or corners are separated by many axes there, and a motion may
//! close in along one and go on along another; nor does a measured depth, which has to be right as a length, say which. A little
//! later only those are left that the motion leaves between the shapes. So the axis is asked for a time h from here, with K h² = δ/8,
//! of which the bend takes an eighth from the chord; where it keeps φ half of δ above its bound at both ends, the motion goes on along it.
//! Between edges that turn across each other the axis turns at first order: then the one serves from here on that is as far before it
//! as the axis at 2h is behind, but for about K h². A motion that closes in at once has no such axis, and one measurement tells: at h the
//! depth proves that there is none. However long h is, as of a spin of next to nothing, there is nothing to run against on the way there:
//! φ along any axis is a straight line but for an eighth of K h², and the greatest φ of all is convex but for that, so that it falls from
//! the pose on. Where it is not known that there is none, the depth is measured at the pose itself, as near as it can be told: what it was
//! before may have been off by more than the contact tolerance. And of the axes that separate there, it may have been one at the border
//! (`middle.rs`). Half of δ is asked of these as well: with less left, a step is proven for little more than h, and a motion that closes in
//! slowly takes thousands of them.
//!
//! **Where one axis keeps the shapes in contact and another one parts them**, as a plate that turns in its own plane and leaves the edge of
//! another one, the slide would go on along the first. So it is looked whether they have parted: after a few steps, and again after
//! twice as many.
//!
//! **An overlap to be ignored.** While the shapes overlap by a depth of at least D, no motion slower than v frees them
//! before D/v, and v need not hold for longer than that: the start of freedom is approached by such steps, from below, until the
//! shapes touch (under a half-space by longer ones: `sunk.rs`). Where such steps leave the depth as it is, it is asked for how long some
//! point stays in both (`common.rs`). From there it is a touching start.

use super::advance::{Axis, Search};
use super::carried::Frame;
use super::interval::first_root;
use super::motion::{Pose, Room};
use super::standing::Standing;
use crate::Observer;
use crate::tolerance::{self, CLOSING, FARTHER, LOOK_ASIDE, SPENT, STAYS_DEEP};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// How contact at the start goes on.
pub(crate) enum Slide {
    /// Left, or never there: free from this fraction on.
    Left(Wide),
    /// In contact up to the end.
    Stays,
    /// The motion leads deeper at this fraction, and had been closing from the start or not.
    Blocked(Pose, bool),
    /// The step limit came first; nothing deeper than contact up to there.
    Exhausted(Wide),
}

/// A slide under way.
struct Sliding {
    pose: Pose,
    axis: Axis,
    /// How the axis turns per unit of the fraction.
    turning: Vector3<f64>,
    /// Whether the axis was measured at this pose.
    fresh: bool,
    /// What it proves there, where that was evaluated.
    known: Option<Room>,
    /// Once φ is no more than this above its bound, a new axis is measured.
    spent: f64,
    /// From how many steps on it is looked whether the shapes have parted along another axis.
    look: u32,
}

/// No axis separates by as much as was asked for.
struct Deeper;

/// An axis, how it turns per unit of the fraction, and what it proves.
type Ahead = (Axis, Vector3<f64>, Room);

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// Goes on from a pose where the shapes touch. `sunk` is raised to twice the depth that they were allowed to have.
    pub(crate) fn slide(&mut self, from: Pose, start: &Standing, sunk: &mut f64) -> Slide {
        let reach = self.motion.reach;
        let mut way = Sliding {
            pose: from,
            axis: start.axis,
            turning: Vector3::zeros(),
            fresh: true,
            known: None,
            spent: 0.25 * start.contact,
            look: self.steps + LOOK_ASIDE,
        };
        let far = |pose: &Pose| sqrt(pose.offset.norm_squared());
        loop {
            // The contact tolerance grows with the scale, as the shapes slide away from each other's origins.
            let farther = (far(&way.pose) - far(&from)).max(0.0);
            let contact = start.contact + 2.0 * self.open.1 * farther;
            *sunk = sunk.max(2.0 * contact);
            // φ must stay above this.
            let floor = (start.room - reach).min(0.0) - contact;
            let left = 2.0 * contact;
            // An axis is kept while φ − floor is above this. Below, a new one is measured; if that one is below as well, the motion
            // is blocked.
            let least = 0.25 * contact;
            let room = match way.known.take() {
                Some(room) => room,
                None => self.room(way.axis, &way.pose),
            };
            if room.value > left {
                return Slide::Left(way.pose.at);
            }
            if self.steps > self.max_steps {
                return Slide::Exhausted(way.pose.at);
            }
            let above = room.value - floor;
            if way.fresh && above <= least {
                let before = self.vector(way.axis, &way.pose);
                let Some((axis, turning, room)) =
                    self.just_ahead(&way.pose, &before, (floor, contact))
                else {
                    let closing = self.was_closing(&from, &way.pose, start, floor);
                    return Slide::Blocked(way.pose, closing);
                };
                (way.axis, way.turning, way.known) = (axis, turning, Some(room));
                (way.fresh, way.spent) = (false, least);
                continue;
            }
            if way.fresh {
                way.spent = least.max(SPENT * above);
            } else if above <= way.spent {
                let Some(standing) = self.standing(&way.pose) else {
                    return Slide::Exhausted(way.pose.at);
                };
                let before = self.vector(way.axis, &way.pose);
                if self.is_through(&before, &standing, &way.pose) {
                    return Slide::Blocked(way.pose, self.rate(start, &from) < 0.0);
                }
                way.axis = standing.axis;
                way.turning = across(&self.turning(way.axis, &way.pose), &standing.normal);
                way.fresh = true;
                continue;
            }
            if self.steps >= way.look {
                way.look = 2 * self.steps;
                if self.have_parted(&way.pose, left) {
                    return Slide::Left(way.pose.at);
                }
                // And whether it goes on farther along an axis inside of those that separate.
                let n = self.vector(way.axis, &way.pose);
                let n = n / sqrt(n.norm_squared());
                let inside = floor + way.spent.max(0.5 * above);
                if let Some((middle, room)) = self.middle(&n, &way.pose, inside) {
                    (way.axis, way.turning) = (Axis::Free(middle), Vector3::zeros());
                    way.known = Some(room);
                    way.look = self.steps + LOOK_ASIDE;
                    continue;
                }
            }
            self.slide_on(&mut way, &room, floor);
            if way.pose.at.reaches(1.0) {
                return Slide::Stays;
            }
        }
    }

    /// Whether some axis separates the shapes by more than `left`, whatever is left along the one at hand.
    #[cold]
    fn have_parted(&mut self, pose: &Pose, left: f64) -> bool {
        let Some(standing) = self.standing(pose) else {
            return false;
        };
        let apart = standing.room - self.motion.reach;
        apart > left && self.room(standing.axis, pose).value > left
    }

    /// One step of a slide along the axis at hand, which proves `room`.
    fn slide_on(&mut self, way: &mut Sliding, room: &Room, floor: f64) {
        let axis = (way.axis, way.turning);
        (way.pose, way.axis, way.known) = self.step(axis, &way.pose, room, floor);
        way.fresh = false;
        if way.pose.at.reaches(1.0) {
            return;
        }
        // Each step without a new axis counts as one: it may be one of very many.
        self.steps += 1;
        // The rate of an axis that turns is kept perpendicular to the axis.
        if way.turning != Vector3::zeros()
            && let Axis::Free(n) = way.axis
        {
            let n = n / sqrt(n.norm_squared());
            way.axis = Axis::Free(n);
            (way.turning, way.known) = (across(&way.turning, &n), None);
        }
    }

    /// An axis that separates the shapes a little later, how it turns, and what it proves at the pose. It is taken from farther and farther
    /// ahead, as long as that proves more. `before` is the normal of the contact until now.
    #[cold]
    fn just_ahead(
        &mut self,
        pose: &Pose,
        before: &Vector3<f64>,
        (floor, contact): (f64, f64),
    ) -> Option<Ahead> {
        let rest = (Wide::from(1.0) - pose.at).value();
        let mut h = self.moment(contact, pose).min(0.5 * rest);
        let (mut best, mut far) = (None, 0.0);
        loop {
            match self.ahead_by(h, pose, before, (floor, contact)) {
                Ok(Some((ahead, s))) if s > far => (best, far) = (Some(ahead), s),
                Err(Deeper) if best.is_none() => return None,
                _ => break,
            }
            h = (FARTHER * h).min(0.5 * rest);
        }
        best.or_else(|| self.at_hand(h, pose, before, floor + 0.5 * contact))
    }

    /// The axis of the depth at the pose, as near as it can be told, if it proves more than `least` there and, standing or carried by a body,
    /// a time `h` from there, and is not on the far side; else one inside of those that prove as much at the pose, for however short a time.
    #[cold]
    fn at_hand(&mut self, h: f64, pose: &Pose, before: &Vector3<f64>, least: f64) -> Option<Ahead> {
        let Axis::Free(n) = self.closely(pose)?.axis else {
            return None;
        };
        let room = self.room(Axis::Free(n), pose);
        if !(room.value > least && before.dot(&n) > 0.0) {
            return None;
        }
        let to = self.motion.pose(pose.at + Wide::from(h));
        let mut goes_on = |n: &Vector3<f64>| {
            [Frame::World, Frame::Moving, Frame::Fixed]
                .iter()
                .any(|frame| {
                    let n = self.motion.pick_up(*frame, n, pose);
                    let end = self.motion.put_down(*frame, &n, &to, 1.0);
                    self.room(Axis::Free(end), &to).value > least
                })
        };
        if goes_on(&n) {
            return Some((Axis::Free(n), Vector3::zeros(), room));
        }
        let (n, room) = self.middle(&n, pose, least)?;
        Some((Axis::Free(n), Vector3::zeros(), room))
    }

    /// The axis found at the time `h` from here, or the one that turns at the rate between those at h and 2h, whichever proves more
    /// of that time; and how much of it. `None` unless φ is above the floor by more than half of `contact` at both ends.
    ///
    /// # Errors
    /// [`Deeper`] where there is no such axis at the time `h`, whatever separates at the pose.
    fn ahead_by(
        &mut self,
        h: f64,
        pose: &Pose,
        before: &Vector3<f64>,
        (floor, contact): (f64, f64),
    ) -> Result<Option<(Ahead, f64)>, Deeper> {
        let least = floor + 0.5 * contact;
        let at = [h, 2.0 * h].map(|h| self.motion.pose(pose.at + Wide::from(h)));
        let Some(n) = self.normal_at(&at[0], least)? else {
            return Ok(None);
        };
        // Not on the far side of a thin obstacle: see `is_through`.
        if before.dot(&n) < 0.0 {
            let [behind, here] = [-n, n].map(|n| self.room(Axis::Free(n), pose).value);
            if -behind - here <= tolerance::THIN * contact {
                return Ok(None);
            }
        }
        let Ok(Some(next)) = self.normal_at(&at[1], least) else {
            return Ok(None);
        };
        let rate = (next - n) / h;
        let back = n - rate * h;
        let back = back / sqrt(back.norm_squared());
        let mut best: Option<(Ahead, f64)> = None;
        for (n, rate) in [(n, Vector3::zeros()), (back, across(&rate, &back))] {
            let end = n + rate * h;
            let here = self.room(Axis::Free(n), pose);
            let there = self.room(Axis::Free(end), &at[0]);
            // What is no number is not above it.
            if here.value > least && there.value > least {
                let curvature = self.motion.curvature(&n, &end, h);
                let (s, _) = first_root(here.value - floor, there.value - floor, h, curvature);
                if best.as_ref().is_none_or(|(_, far)| s > *far) {
                    best = Some(((Axis::Free(n), rate, here), s));
                }
            }
        }
        Ok(best)
    }

    /// The normal at a pose along which φ may be more than `least`, as near as it can be told.
    ///
    /// # Errors
    /// [`Deeper`] where the depth proves that φ is no more than that along any axis.
    fn normal_at(&mut self, pose: &Pose, least: f64) -> Result<Option<Vector3<f64>>, Deeper> {
        let Some(mut standing) = self.standing(pose) else {
            return Ok(None);
        };
        if self.is_deeper(&standing, least) {
            return Err(Deeper);
        }
        if standing.room <= 0.0 {
            let Some(closely) = self.closely(pose) else {
                return Ok(None);
            };
            standing = closely;
        }
        Ok(match standing.axis {
            Axis::Free(n) if standing.room - self.motion.reach > least => Some(n),
            _ => None,
        })
    }

    /// Whether the shapes now stand apart because the motion has gone through a thin obstacle: it leads deeper along the normal
    /// `before`, and the present one is opposite to it. An obstacle that is thicker than the shapes were ever deep cannot have been
    /// passed through: they have parted at a corner or an edge, where normals of many directions meet.
    fn is_through(&mut self, before: &Vector3<f64>, now: &Standing, pose: &Pose) -> bool {
        let deeper = before.dot(&self.motion.velocity(&now.at, pose)) < 0.0;
        if !deeper || now.room <= 0.0 || now.room > now.contact || before.dot(&now.normal) >= 0.0 {
            return false;
        }
        let behind = self.room(Axis::Free(-now.normal), pose).value - self.motion.reach;
        -behind - now.room <= tolerance::THIN * now.contact
    }

    /// Whether the motion from one pose to another closed in from its beginning: half of the way has used up its share of the room above
    /// `floor`.
    fn was_closing(&mut self, from: &Pose, to: &Pose, start: &Standing, floor: f64) -> bool {
        let way = (to.at - from.at).value();
        let middle = self.motion.pose(from.at + Wide::from(0.5 * way));
        let reach = self.motion.reach;
        let (first, last) = ((start.room - reach).min(0.0), floor);
        let share = first - CLOSING * (first - last);
        let used = |standing: &Standing| standing.room - reach <= share;
        match self.standing(&middle) {
            Some(standing) if self.is_deeper(&standing, share) => true,
            Some(standing) if !used(&standing) => false,
            // As near as it can be told: where the depth is not, what only touches would seem to have closed.
            _ => (self.closely(&middle)).is_none_or(|standing| used(&standing)),
        }
    }

    /// From an overlap at the start to where the shapes touch or come apart.
    ///
    /// # Errors
    /// `None` when they never do, and the fraction reached when the step limit comes first.
    pub(crate) fn escape(&mut self, start: &Standing) -> Result<(Pose, Standing), Option<Wide>> {
        let mut pose = self.motion.pose(Wide::from(0.0));
        let mut standing = *start;
        let mut before = f64::INFINITY;
        loop {
            if self.steps > self.max_steps {
                return Err(Some(pose.at));
            }
            let deep = standing.depth.max(0.5 * start.contact);
            let time = self.sunk_for(&pose, &standing, deep);
            let mut at = pose.at + Wide::from(time);
            if !at.reaches(1.0) && deep > STAYS_DEEP * before {
                at = pose.at + Wide::from(self.common_for(&pose, &standing, time));
            }
            if at.reaches(1.0) || at.value().is_nan() {
                return Err(None);
            }
            before = deep;
            pose = self.motion.pose(at);
            let found = match self.standing(&pose) {
                // A depth of next to nothing may be open by as much.
                Some(found) if found.depth < 0.5 * -found.room => self.closely(&pose),
                found => found,
            };
            let Some(found) = found else {
                return Err(Some(at));
            };
            standing = found;
            if standing.room >= -standing.contact {
                return Ok((pose, standing));
            }
        }
    }
}

/// The part of a vector across a unit vector: added to that one, it makes it no shorter.
fn across(v: &Vector3<f64>, n: &Vector3<f64>) -> Vector3<f64> {
    v - n * n.dot(v)
}
