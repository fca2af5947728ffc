//! How the shapes stand at a pose: measured by distance or depth.

use super::advance::{Axis, Search};
use super::motion::Pose;
use super::near::Near;
use crate::Observer;
use crate::obstacle::{Obstacle, Open};
use crate::proximity::{Allowed, Proximity, proximity};
use crate::tolerance::{self, CLOSELY, DEEPER, ENOUGH, NEARER};
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

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// How the shapes stand at a pose, depth included.
    pub(crate) fn standing(&mut self, pose: &Pose) -> Option<Standing> {
        self.measured(pose, tolerance::DEEP, 0.25)
    }

    /// The same, as near as it can be told.
    pub(super) fn closely(&mut self, pose: &Pose) -> Option<Standing> {
        self.measured(pose, 0.0, CLOSELY)
    }

    /// The contact at a pose, as near as it can be told, and its normal. A search for the distance would end early where cores overlap by
    /// next to nothing, with points that are farther apart.
    pub(crate) fn touch(&mut self, pose: &Pose) -> Option<(Near, Vector3<f64>)> {
        let (standing, near) = self.measured_with_points(pose, 0.0, CLOSELY, NEARER)?;
        self.show(pose, &near);
        Some((near, standing.normal))
    }

    /// How the shapes stand at a pose, with the bounds of a depth no farther apart than `open`, a part of the scale, or `part` of the
    /// contact tolerance.
    fn measured(&mut self, pose: &Pose, open: f64, part: f64) -> Option<Standing> {
        let (standing, _) = self.measured_with_points(pose, open, part, 1)?;
        Some(standing)
    }

    #[inline(always)]
    fn measured_with_points(
        &mut self,
        pose: &Pose,
        open: f64,
        part: f64,
        searches: u32,
    ) -> Option<(Standing, Near)> {
        self.steps += 1;
        let problem = self.motion.standing(pose)?;
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let scale = self.scale(obstacle.scale);
        let contact = 2.0 * self.tolerance(scale);
        let allowed = Allowed {
            depth: (part * contact).max(open * scale),
            contact,
            searches,
        };
        let noise = tolerance::NOISE * scale;
        let (found, _): (Proximity, _) = proximity(&mut obstacle, noise, &allowed);
        self.evaluations += obstacle.evaluations;
        let normal = obstacle.to_world(&found.normal);
        let axis = match problem.fixed.unbounded_normal() {
            Some(_) => Axis::Plane,
            None => Axis::Free(normal),
        };
        let separation = found.room - self.motion.reach;
        let near = Near::of(
            &obstacle,
            &found.mixture,
            separation,
            (normal, Some(axis)),
            scale,
        );
        let standing = Standing {
            room: found.room,
            depth: found.depth_lower,
            normal,
            axis,
            at: obstacle.to_world(&near.on_fixed),
            contact,
        };
        Some((standing, near))
    }

    /// How fast the moving shape moves along the normal at the point where they stand in contact: negative when deeper.
    pub(crate) fn rate(&self, standing: &Standing, pose: &Pose) -> f64 {
        let n = &standing.normal;
        n.dot(&self.motion.velocity(&standing.at, pose))
    }

    /// Whether the motion leads deeper from the start, where the shapes overlap: along the normal at the point where the depth was measured; or,
    /// as faces that are parallel have that depth at many points, of which one may go up while another one goes down, by the depth a moment
    /// later. Until then no point strays by more than a 16th of δ from a straight way, so what is deeper by more than that was so at
    /// once. Of that and of what both depths may be off by, [`DEEPER`] is twice the sum or more.
    pub(crate) fn leads_deeper(&mut self, from: &Pose, start: &Standing) -> bool {
        if self.rate(start, from) < 0.0 {
            return true;
        }
        let rest = (Wide::from(1.0) - from.at).value();
        let surely = self.motion.time_for(0.5 * start.depth, from.at);
        let moment = self.moment(start.contact, from).min(surely).min(rest);
        let to = self.motion.pose(from.at + Wide::from(moment));
        let deeper = |now: &Standing, then: &Standing| {
            then.depth + now.room > DEEPER * now.contact.max(then.contact)
        };
        let (now, then) = (self.closely(from), self.closely(&to));
        now.zip(then).is_some_and(|(now, then)| deeper(&now, &then))
    }

    /// A time h with K h² = δ/8, δ the contact tolerance, from a pose on. A half-space that turns bends the more the farther out it is met.
    pub(super) fn moment(&self, contact: f64, from: &Pose) -> f64 {
        let motion = self.motion;
        let bend = match motion.unbounded_normal(from) {
            Some(n) => {
                motion
                    .beside_turning_plane(&n, from, motion.moving.spin.rho)
                    .1
            }
            None => motion.most_bend(),
        };
        sqrt(0.125 * contact / bend)
    }

    /// Whether the depth of shapes that stand like this proves that φ is no more than `least` along any axis.
    pub(super) fn is_deeper(&self, standing: &Standing, least: f64) -> bool {
        -standing.depth - self.motion.reach <= least
    }
}
