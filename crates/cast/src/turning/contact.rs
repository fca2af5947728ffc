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
//! **An overlap to be ignored.** While the shapes overlap by a depth of at least D, no motion slower than v frees them
//! before D/v: the start of freedom is approached by such steps, from below, until the shapes touch. From there it is a
//! touching start.

use super::advance::{Axis, Search};
use super::motion::Pose;
use crate::Observer;
use crate::obstacle::{Obstacle, Open};
use crate::start::{Allowed, Proximity, proximity};
use crate::tolerance::{self, CLOSING, ENOUGH, SPENT};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// How the shapes stand at a pose, in contact or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Room along the normal, target distance not counted: minus the depth when they overlap.
    pub(crate) room: f64,
    /// Lower bound on the depth.
    pub(crate) depth: f64,
    /// Unit normal in world space.
    pub(crate) normal: Vector3<f64>,
    pub(crate) axis: Axis,
    /// The point of both shapes, or the nearest one on the moving shape, relative to the fixed shape's origin.
    pub(crate) at: Vector3<f64>,
    /// Up to this separation, or depth, they touch.
    pub(crate) contact: f64,
}

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

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// How the shapes stand at a pose, depth included.
    pub(crate) fn standing(&mut self, pose: &Pose) -> Option<Standing> {
        self.steps += 1;
        let problem = self.motion.standing(pose)?;
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let scale = self.scale(obstacle.scale);
        let contact = 2.0 * self.tolerance(scale);
        let allowed = Allowed {
            depth: (0.25 * contact).max(tolerance::DEEP * scale),
            contact,
        };
        let noise = tolerance::NOISE * scale;
        let found: Proximity = proximity(&mut obstacle, noise, &allowed);
        self.evaluations += obstacle.evaluations;
        let normal = obstacle.to_world(&found.normal);
        let axis = match problem.fixed.unbounded_normal() {
            Some(_) => Axis::Plane,
            None => Axis::Free(normal),
        };
        let on_fixed = obstacle.on_fixed(&found.mixture.y, &found.mixture.on_moving);
        Some(Standing {
            room: found.room,
            depth: found.depth_lower,
            normal,
            axis,
            at: obstacle.to_world(&on_fixed),
            contact,
        })
    }

    /// How fast the moving shape moves along the normal at the point where they stand in contact: negative when deeper.
    pub(crate) fn rate(&self, standing: &Standing, pose: &Pose) -> f64 {
        let n = &standing.normal;
        n.dot(&self.motion.velocity(&standing.at, pose))
    }

    /// Goes on from a pose where the shapes touch.
    pub(crate) fn slide(&mut self, from: Pose, start: &Standing) -> Slide {
        let reach = self.motion.reach;
        // What φ may come down to.
        let floor = (start.room - reach).min(0.0) - start.contact;
        let left = 2.0 * start.contact;
        let mut pose = from;
        let mut axis = start.axis;
        let mut turning = Vector3::zeros();
        let mut fresh = true;
        let mut known = None;
        // Above this an axis goes on; below, another one is asked for, and if that has no more, the motion is blocked.
        let least = 0.25 * start.contact;
        let mut spent = least;
        loop {
            let room = match known.take() {
                Some(room) => room,
                None => self.room(axis, &pose),
            };
            if room.value > left {
                return Slide::Left(pose.at);
            }
            if self.steps > self.max_steps {
                return Slide::Exhausted(pose.at);
            }
            let above = room.value - floor;
            if fresh {
                if above <= least {
                    let closing = self.was_closing(&from, &pose, start, floor);
                    return Slide::Blocked(pose, closing);
                }
                spent = least.max(SPENT * above);
            } else if above <= spent {
                let before = self.vector(axis, &pose);
                let Some(standing) = self.standing(&pose) else {
                    return Slide::Exhausted(pose.at);
                };
                if self.is_through(&before, &standing, &pose) {
                    return Slide::Blocked(pose, self.rate(start, &from) < 0.0);
                }
                axis = standing.axis;
                turning = across(&self.turning(axis, &pose), &standing.normal);
                fresh = true;
                continue;
            }
            let (to, later, room) = self.step((axis, turning), &pose, &room, floor);
            let turned = turning != Vector3::zeros();
            (pose, axis) = (to, later);
            if pose.at.reaches(1.0) {
                return Slide::Stays;
            }
            // Each step without a new axis counts as one: it may be one of very many.
            self.steps += 1;
            known = room;
            fresh = false;
            // Of an axis that turns along, the rate stays across it.
            if turned && let Axis::Free(n) = axis {
                let n = n / sqrt(n.norm_squared());
                (axis, turning, known) = (Axis::Free(n), across(&turning, &n), None);
            }
        }
    }

    /// Whether the shapes have come to stand apart on the far side of what has next to no thickness, as the motion leads deeper along the
    /// normal that they had before. What is thicker across than they were ever deep cannot be passed through: they have
    /// parted at a corner or an edge, where normals of many directions meet.
    fn is_through(&mut self, before: &Vector3<f64>, now: &Standing, pose: &Pose) -> bool {
        let deeper = before.dot(&self.motion.velocity(&now.at, pose)) < 0.0;
        if !deeper || now.room <= 0.0 || now.room > now.contact || before.dot(&now.normal) >= 0.0 {
            return false;
        }
        let behind = self.room(Axis::Free(-now.normal), pose).value - self.motion.reach;
        -behind - now.room <= tolerance::THIN * now.contact
    }

    /// Whether half of the way from one pose to another has used up its share of the room above `floor`.
    fn was_closing(&mut self, from: &Pose, to: &Pose, start: &Standing, floor: f64) -> bool {
        let way = (to.at - from.at).value();
        let middle = self.motion.pose(from.at + Wide::from(0.5 * way));
        let (first, last) = ((start.room - self.motion.reach).min(0.0), floor);
        match self.standing(&middle) {
            Some(standing) => standing.room - self.motion.reach <= first - CLOSING * (first - last),
            None => true,
        }
    }

    /// From an overlap at the start to where the shapes touch or come apart. `None` when that does not come to be, or when
    /// the step limit comes first, with the fraction.
    pub(crate) fn escape(&mut self, start: &Standing) -> Result<(Pose, Standing), Option<Wide>> {
        let speed = self.motion.any_speed();
        let mut at = Wide::from(0.0);
        let mut depth = start.depth;
        loop {
            if self.steps > self.max_steps {
                return Err(Some(at));
            }
            let way = depth.max(0.5 * start.contact) / speed;
            at = at + Wide::from(way);
            if at.reaches(1.0) || at.value().is_nan() {
                return Err(None);
            }
            let pose = self.motion.pose(at);
            let Some(standing) = self.standing(&pose) else {
                return Err(Some(at));
            };
            if standing.room >= -standing.contact {
                return Ok((pose, standing));
            }
            depth = standing.depth;
        }
    }
}

/// The part of a vector across a unit vector: added to that one, it makes it no shorter.
fn across(v: &Vector3<f64>, n: &Vector3<f64>) -> Vector3<f64> {
    v - n * n.dot(v)
}
