//! How long two bodies that overlap surely have a point in common.
//!
//! **One point shows it.** Let one body, the carrier, carry a point of its core along, q from its centre of rotation, and let the other one
//! see it at x(s), in that one's own frame. The bodies overlap for as long as x(s) is in the other one, or no farther from it than the
//! carrier's radius. How deep a point is in a convex body, negative outside, is a concave function of the point, and changes by no more
//! than the point goes. So a few points say how deep a whole curve is: bodies that lie in one another by a millionth of their size may turn
//! there as far as the point does not come to their sides, where depth over greatest speed is a millionth of a turn. The curve, and the
//! points that say how deep it is: `seen.rs`.
//!
//! **Which point it is** decides no answer. Those looked at are of either body's core the one that is deepest in the other one, and the points
//! next to it on both axes, those first that may last the longest. What such a point lacks to lie in its core is taken off.

mod seen;

use self::seen::{Seen, points};
use super::advance::{Axis, Search};
use super::contact::Standing;
use super::motion::{Motion, Pose, map};
use super::step::later;
use crate::Observer;
use crate::obstacle::{Obstacle, Open};
use crate::problem::{self, Problem};
use crate::start::{Allowed, proximity};
use crate::tolerance::{COMMON_OPEN, COMMON_TRIES, ENOUGH, NOISE, WORTH};
use crate::wide::Wide;
use nalgebra::{Isometry3, Vector3};
use swept_support::{Placed, PointShape, Support};

/// A point that the carrier takes along.
struct Rider {
    /// From the carrier's centre, in the carrier's own frame.
    local: Vector3<f64>,
    /// N.
    bend: f64,
    /// About how long it stays in both bodies.
    stays: f64,
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The points of the carrier that may stay in the other body: its deepest one, and those next to it on both axes.
    fn riders(&self, seen: &Seen<'_>, pose: &Pose, standing: &Standing) -> [Rider; 3] {
        let (m, f) = (&self.moving, &self.fixed);
        let rest = (Wide::from(1.0) - pose.at).value();
        let deep = -standing.room;
        let end = self.pose(Wide::from(1.0));
        let [by, _] = seen.rotations(pose, pose);
        // All from the fixed body's centre.
        let centres = [-pose.centres, Vector3::zeros()];
        let mut deepest = standing.at - map(&pose.fixed).apply(&f.centre);
        let mut out = -standing.normal;
        if seen.carrier == 0 {
            deepest += standing.normal * (m.shape.radius() + f.shape.radius() - deep);
            out = standing.normal;
        }
        let beside = |omega: &Vector3<f64>, centre: &Vector3<f64>| {
            let squared = omega.norm_squared();
            if squared > 0.0 {
                centre + omega * (omega.dot(&(deepest - centre)) / squared)
            } else {
                deepest
            }
        };
        let points = [
            beside(&m.omega, &centres[0]),
            beside(&f.omega, &centres[1]),
            deepest,
        ];
        points.map(|point| {
            let q = point - centres[seen.carrier];
            let bend = seen.bend(&q, [pose, &end]);
            let leaves = out.dot(&seen.velocity(&q, pose));
            let mut stays = rest;
            if leaves > 0.0 {
                stays = stays.min(0.9 * deep / leaves);
            }
            Rider {
                local: by.apply_transposed(&q),
                bend,
                stays: seen.shortened(bend, stays, deep),
            }
        })
    }
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// How long the bodies surely have some point in common from a pose on where they overlap, if that is long enough to be worth more steps
    /// than one by `plain`, which is sure anyway; infinite where it is to the end of the motion.
    pub(super) fn common_for(&mut self, pose: &Pose, standing: &Standing, plain: f64) -> f64 {
        if matches!(standing.axis, Axis::Plane) || self.steps < self.shared {
            return plain;
        }
        let least = WORTH * plain;
        let mut longest = least;
        let all_seen = [0, 1].map(|carrier| self.motion.seen_carrying(carrier, pose));
        let [moving, fixed] = all_seen
            .each_ref()
            .map(|seen| self.motion.riders(seen, pose, standing));
        let mut left = [moving, fixed].map(|riders| riders.map(Some));
        // Each measurement is a step, and there are no more than asked for.
        while longest < f64::INFINITY && self.steps <= self.max_steps {
            let mut best = (longest, None);
            for (carrier, riders) in left.iter().enumerate() {
                for (i, rider) in riders.iter().enumerate() {
                    if let Some(rider) = rider
                        && rider.stays > best.0
                    {
                        best = (rider.stays, Some((carrier, i)));
                    }
                }
            }
            let (_, Some((carrier, i))) = best else {
                break;
            };
            if let Some(rider) = left[carrier][i].take() {
                let deep = -standing.room;
                longest = self.ridden_for(&all_seen[carrier], &rider, (pose, deep), longest);
            }
        }
        if longest > least {
            return longest;
        }
        self.shared = 2 * self.steps;
        plain
    }

    /// How long one point surely stays in both bodies, which are so deep in one another, if that is longer than `longest`.
    #[cold]
    fn ridden_for(
        &mut self,
        seen: &Seen<'_>,
        rider: &Rider,
        (from, deep): (&Pose, f64),
        longest: f64,
    ) -> f64 {
        let motion = self.motion;
        let rest = (Wide::from(1.0) - from.at).value();
        let [carrier, other] = seen.shapes;
        let own = self.depth_of(carrier, &(rider.local + seen.centres[0]), deep);
        let lacks = (carrier.radius() - own).max(0.0);
        let start = seen.sees(&rider.local, from, from);
        let [x, ..] = &start;
        let spare = self.depth_of(other, x, deep) + carrier.radius() - lacks;
        let mut h = rider.stays;
        for _ in 0..COMMON_TRIES {
            h = seen.shortened(rider.bend, h, spare);
            // What is no number is no time.
            let longer = h > longest;
            if !longer || self.steps > self.max_steps {
                break;
            }
            let to = motion.pose(later(from.at, h, rest));
            let points = points(&start, &seen.sees(&rider.local, from, &to), h);
            let lost = seen.lost(rider.bend, h);
            // The first one has `spare`, which is more. The last one is looked at first.
            let outside = (1..=5_u8).rev().find_map(|i| {
                let depth =
                    self.depth_of(other, &points[usize::from(i)], deep) + carrier.radius() - lacks;
                let stays = depth > lost;
                (!stays).then_some((f64::from(i) / 5.0, depth))
            });
            let Some((part, depth)) = outside else {
                return if h >= rest { f64::INFINITY } else { h };
            };
            // About where it comes out, going by this point.
            h *= (0.9 * part * (spare - lost) / (spare - depth)).clamp(0.01, 0.75);
        }
        longest
    }

    /// A lower bound on how deep a point is in a shape, in whose own frame it is, known to a part of `deep`.
    fn depth_of(&mut self, shape: &dyn Support, point: &Vector3<f64>, deep: f64) -> f64 {
        self.steps += 1;
        let at = Isometry3::translation(point.x, point.y, point.z);
        let placed = (
            Placed::new(PointShape, at),
            Placed::new(shape, Isometry3::<f64>::identity()),
        );
        let (Ok(point), Ok(body)) = placed else {
            return f64::NEG_INFINITY;
        };
        let (point, body) = (
            problem::Standing::new(&point),
            problem::Standing::new(&body),
        );
        let problem = Problem::of(point, Vector3::zeros(), body, 0.0);
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let allowed = Allowed {
            depth: COMMON_OPEN * deep,
            contact: 0.0,
        };
        let noise = NOISE * obstacle.scale;
        let found = proximity(&mut obstacle, noise, &allowed);
        self.evaluations += obstacle.evaluations;
        found.depth_lower
    }
}
