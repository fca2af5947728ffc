//! How long two bodies that overlap surely have a point in common.
//!
//! **One point shows it.** Let one body, the carrier, carry a point along, q from its centre of rotation, and let the other one see it at x(s),
//! in that one's own frame. How deep a point is in a convex body, negative outside, is a concave function of the point, and changes by no more
//! than the point goes. If q is a deep in the carrier, so is the ball around it, or the carrier has a point no farther than −a from it, all the
//! time: the bodies overlap for as long as a and how deep x(s) is in the other one are more than 0 together. So a few points say how deep a
//! whole curve is: bodies that lie in one another by a millionth of their size may turn there as far as the point does not come to their sides,
//! where depth over greatest speed is a millionth of a turn. The curve, and the points that say how deep it is: `seen.rs`.
//!
//! **Which point it is** decides no answer. Those looked at are the one that is deepest in both; of those that are as deep where faces lie in
//! one another, two about the middle; and for each body that turns, its centre of rotation and the point next to the deepest one on its axis.
//! Those come first that may last the longest.

mod seen;

use self::seen::{Seen, points};
use super::advance::{Axis, Search};
use super::bound::across;
use super::motion::{Motion, Pose, map};
use super::standing::Standing;
use super::step::later;
use crate::Observer;
use crate::closed::unit_or_zero;
use crate::obstacle::{Obstacle, Open};
use crate::problem::{self, Problem};
use crate::proximity::{Allowed, proximity};
use crate::tolerance::{
    ALONE, ASIDE, COMMON_OPEN, COMMON_TRIES, ENOUGH, LITTLE_ASTRAY, NOISE, WORTH,
};
use crate::wide::Wide;
use nalgebra::{Isometry3, Vector3};
use swept_support::{Placed, PointShape, Support, sqrt};

/// A point that the carrier takes along.
struct Rider {
    /// From the carrier's centre, in the carrier's own frame.
    local: Vector3<f64>,
    /// N.
    bend: f64,
    /// How many of both bodies are taken for such that stand, the carrier first, and what the point strays by for that.
    standing: usize,
    strays: f64,
    /// About how long it stays in both bodies.
    stays: f64,
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The points of the carrier that may stay in the other body: the deepest one, two in the middle of what both have in common, and for
    /// each body that turns, the next one on its axis and its centre of rotation.
    fn riders(
        &self,
        all_seen: &[Seen<'_>; 3],
        pose: &Pose,
        standing: &Standing,
    ) -> [Option<Rider>; 7] {
        let [seen, ..] = all_seen;
        let rest = (Wide::from(1.0) - pose.at).value();
        let deep = -standing.room;
        let end = self.pose(Wide::from(1.0));
        let [by, _] = seen.rotations(pose, pose);
        // All from the fixed body's centre.
        let centres = [-pose.centres, Vector3::zeros()];
        let mut deepest = standing.at - map(&pose.fixed).apply(&self.fixed.centre);
        let mut out = -standing.normal;
        if seen.carrier == 0 {
            let radii = self.moving.shape.radius() + self.fixed.shape.radius();
            deepest += standing.normal * (radii - deep);
            out = standing.normal;
        }
        let on_axis = |body: usize| {
            let (omega, centre) = (seen.omega_of(body), centres[body]);
            let squared = omega.norm_squared();
            (squared > 0.0).then(|| {
                [
                    centre + omega * (omega.dot(&(deepest - centre)) / squared),
                    centre,
                ]
            })
        };
        let [moving, fixed] = [0, 1].map(|body| on_axis(body).map_or([None; 2], |p| p.map(Some)));
        let middles = self.middles_of_overlap(&standing.normal, pose);
        let points = [
            Some(deepest),
            Some(middles[0]),
            Some(middles[1]),
            moving[0],
            moving[1],
            fixed[0],
            fixed[1],
        ];
        points.map(|point| {
            let point = point?;
            let q = point - centres[seen.carrier];
            let [one, both] = seen.strays(&q, [pose, &end]);
            let little = LITTLE_ASTRAY * deep;
            let (standing, strays) = match (one <= little, both <= little) {
                (_, true) => (2, both),
                (true, false) => (1, one),
                (false, false) => (0, 0.0),
            };
            let seen = &all_seen[standing];
            let bend = seen.bend(&q, [pose, &end]);
            let leaves = out.dot(&seen.velocity(&q, pose));
            let mut stays = rest;
            if leaves > 0.0 {
                stays = stays.min(0.9 * deep / leaves);
            }
            // Where both are taken for such that stand, it does not matter which of them carries it.
            let again = standing == 2 && seen.carrier == 1;
            (!again).then(|| Rider {
                local: by.apply_transposed(&q),
                bend,
                standing,
                strays,
                stays: seen.shortened(bend, stays, deep),
            })
        })
    }

    /// Two points about the middle of what bodies that overlap by little have in common, from the fixed body's centre. Where two faces lie in
    /// one another all of that is as deep, and the deepest point that is found may be at its border. Of each body the points are asked for that
    /// are farthest toward the other one, and toward the middle of that one's farthest points. The one is half-way between both; the other lies
    /// between the middles, half-way from where the one body begins there to where the other one ends.
    fn middles_of_overlap(&self, n: &Vector3<f64>, pose: &Pose) -> [Vector3<f64>; 2] {
        let (m, f) = (&self.moving, &self.fixed);
        let (moving, fixed) = (map(&pose.moving), map(&pose.fixed));
        let on_moving = |aside: &Vector3<f64>| {
            let local = moving.apply_transposed(&(aside * ASIDE - n));
            moving.apply(&(m.shape.support_point(&local).coords - m.centre)) - pose.centres
        };
        let on_fixed = |aside: &Vector3<f64>| {
            let local = fixed.apply_transposed(&(aside * ASIDE + n));
            fixed.apply(&(f.shape.support_point(&local).coords - f.centre))
        };
        let (e, g) = across(n);
        let around = [e, -e, g, -g];
        let middle_of_moving = around
            .map(|aside| on_moving(&aside))
            .iter()
            .sum::<Vector3<f64>>()
            * 0.25;
        let middle_of_fixed = around
            .map(|aside| on_fixed(&aside))
            .iter()
            .sum::<Vector3<f64>>()
            * 0.25;
        let way = middle_of_fixed - middle_of_moving;
        let way = way - n * n.dot(&way);
        let toward = unit_or_zero(&way);
        let (end, begin) = (on_moving(&toward), on_fixed(&-toward));
        let radii = m.shape.radius() - f.shape.radius();
        let half_way = (end + begin - n * radii) * 0.5;
        let from = toward.dot(&(begin - middle_of_moving)).max(0.0);
        let to = toward.dot(&(end - middle_of_moving)).min(toward.dot(&way));
        let between = middle_of_moving + toward * (0.5 * (from + to));
        [half_way, between + n * n.dot(&(half_way - between))]
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
        let all_seen = [0, 1].map(|carrier| {
            [0, 1, 2].map(|standing| self.motion.seen_carrying(carrier, standing, pose))
        });
        let [moving, fixed] = all_seen
            .each_ref()
            .map(|seen| self.motion.riders(seen, pose, standing));
        let mut left = [moving, fixed];
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
                let seen = &all_seen[carrier][rider.standing];
                longest = self.ridden_for(seen, &rider, (pose, deep), longest);
            }
        }
        if longest > least {
            self.alone = 0;
            return longest;
        }
        self.alone = (2 * self.alone).max(ALONE);
        self.shared = self.steps + self.alone;
        plain
    }

    /// How long one point surely shows that the bodies, which are so deep in one another, overlap, if that is longer than `longest`.
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
        let own = self.depth_of(carrier, &(rider.local + seen.centres[0]), deep) - rider.strays;
        let start = seen.sees(&rider.local, from, from);
        let [x, ..] = &start;
        let spare = self.depth_of(other, x, deep) + own;
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
                let depth = self.depth_of(other, &points[usize::from(i)], deep) + own;
                let stays = depth > lost;
                (!stays).then_some((f64::from(i) / 5.0, depth))
            });
            let Some((part, depth)) = outside else {
                return if h >= rest { f64::INFINITY } else { h };
            };
            // About where it comes out, going by this point.
            // As it goes from within along a side, its depth falls as the square of the time: more is tried than if it fell evenly.
            h *= (0.9 * part * sqrt((spare - lost) / (spare - depth))).clamp(0.1, 0.75);
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
            searches: 1,
            depth: COMMON_OPEN * deep,
            contact: 0.0,
        };
        let noise = NOISE * obstacle.scale;
        let (found, _) = proximity(&mut obstacle, noise, &allowed);
        self.evaluations += obstacle.evaluations;
        found.depth_lower
    }
}
