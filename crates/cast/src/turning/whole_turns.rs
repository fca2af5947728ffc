//! Spins of many turns: bounds that hold whatever angle a body has turned by.
//!
//! An interval bound goes no farther than a turn of the bodies that it is about. Here a body that spins is replaced by all that it
//! sweeps over in a full turn, which stands still or moves along with the body's centre. Only the way between the centres and the
//! other body's turning, which may be slow, still change φ: what is left is the interval bound without the spin.
//!
//! **In the world**, along an n that stands still, a body that spins reaches A(n), its reach in a full turn (`full_turn.rs`), and one
//! that turns slowly reaches as far as it does now and by its own turning. With C the vector between the centres and o the reach of
//! either body,
//!
//! ```text
//! φ(s) ≥ −(n·C + o_moving(−n) + o_fixed(n) + radii·|n|) − (speeds − n·d) s        speed |ω|ρ|n⊥|, K = |ω|²ρ|n⊥|, of a slow body
//! ```
//!
//! **In the frame of a body that spins**, along an n that it carries, its own reach is constant, and what the other one comes to is in
//! `turned.rs`.
//!
//! **Beside a half-space that turns slowly** n turns with it, and the moving body counts with all that it reaches in a full turn. φ
//! then changes by no more than |n|(|ω||C| + |ω|·ball + |d|) per unit, C at its longest: A(n) changes by no more than ball times the
//! change of n. And n''·r + 2n'·d makes K = |n||ω|(|ω|(|C| + ball) + 2|d|).
//!
//! The n at hand need not be the one along which the bodies are farthest apart at all angles. That one is found by a distance search
//! between what they sweep over in a turn.

use super::advance::{Axis, Search};
use super::bound::Spin;
use super::carried::Frame;
use super::interval::first_root;
use super::motion::{Body, Motion, Pose, map};
use super::ring::Ring;
use super::step::{Leap, Start, Way, later, over};
use crate::Observer;
use crate::gjk::distance_until;
use crate::obstacle::{Obstacle, Open};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{
    ENOUGH, KEEP, LITTLE, LOOSE, MANY_TURNS, NEARLY, NEARLY_FAR, SEEN_FROM_THE_END, U, WAYS,
};
use crate::wide::Wide;
use nalgebra::{Quaternion, Vector3};
use swept_support::{Support, largest, sqrt};

/// How the bodies are bounded: in which frame the axis is carried, and which of them count with all that they sweep over in a turn. A
/// body that spins need not: beside a faster one it may be treated as one that turns slowly.
#[derive(Clone, Copy)]
struct Taken {
    frame: Frame,
    whole: [bool; 2],
}

/// What an axis proves from a pose on, in units of its length.
struct Apart {
    taken: Taken,
    /// The axis at the pose, in world space.
    n: Vector3<f64>,
    /// A lower bound on φ at the pose.
    room: f64,
    /// How fast it can fall, and how much it can bend.
    closing: f64,
    bend: f64,
}

/// How far both bodies together reach along an axis, how fast that may grow, and K.
pub(super) type Come = (f64, f64, f64);

impl Apart {
    /// How far φ stays above `floor` and a part of what is above that; and that part.
    fn way(&self, floor: f64) -> (f64, f64) {
        let above = self.room - floor;
        let outside = above * (1.0 - KEEP);
        let s = if outside <= 0.0 || outside.is_nan() {
            0.0
        } else if self.closing > 0.0 {
            outside / self.closing * (1.0 - 8.0 * U)
        } else {
            f64::INFINITY
        };
        (s, above.max(0.0) * KEEP)
    }
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// A step by what holds at any angle, if it is longer than a turn and than `far`. It is tried again at the next step then, and
    /// otherwise after as many steps again as were made so far.
    #[cold]
    pub(super) fn whole_turns(&mut self, way: &mut Way, start: &Start, far: f64) -> Option<Leap> {
        let (motion, pose, rest, floor) = (self.motion, start.pose, start.rest, start.floor);
        let at_hand = motion.choices(rest).map(|taken| (taken, way.n));
        let (mut apart, mut s) = motion.farthest(at_hand, floor, pose)?;
        if self.steps >= self.sought && s < rest && matches!(way.axis, Axis::Free(_)) {
            let found = motion.choices(rest).filter_map(|taken| {
                self.steps += 1;
                Some((taken, motion.between_turns(taken, pose)?))
            });
            let other = motion.farthest(found, floor, pose);
            let better = other.filter(|(_, far)| *far > s);
            self.sought = if better.is_some() { 0 } else { 2 * self.steps };
            (apart, s) = better.unwrap_or((apart, s));
        }
        let (_, kept) = apart.way(floor);
        let above = (apart.room - floor) * (1.0 - KEEP);
        let mut least = if s < rest {
            0.0
        } else {
            above - apart.closing.max(0.0) * rest
        };
        // The speed may fall soon: by the bound on the bend φ may last much longer.
        let mut h = if above > 0.0 {
            rest.min(2.0 * sqrt(8.0 * above / apart.bend))
        } else {
            0.0
        };
        let end = |h: f64| {
            let to = motion.pose(later(pose.at, h, rest));
            let n = motion.carried_to(&apart, pose, &to);
            motion.at_any_angle(apart.taken, &n, &to).room - floor - kept
        };
        while h > s {
            let (mut far, mut low) = first_root(above, end(h), h, apart.bend);
            let is_part = far < h;
            if is_part && far > s {
                // Whoever checks the step sees its own end and not that of the whole way. What the bodies reach at any angle is convex, and the
                // bound on it need not be: there it may be looser.
                let eighth = SEEN_FROM_THE_END * kept;
                let seen = first_root(above + eighth, end(far) + eighth, far, apart.bend);
                (far, low) = if seen.0 >= far {
                    (far, (seen.1 - eighth).min(0.0))
                } else {
                    (0.0, 0.0)
                };
            }
            if far > s {
                (s, least) = (far, low);
            }
            if !is_part || far >= LITTLE * h {
                break;
            }
            h *= LITTLE;
        }
        let turn = core::f64::consts::TAU / motion.fastest();
        let goes_on = s >= rest || s > turn.max(far);
        self.spun = if goes_on { 0 } else { 2 * self.steps };
        if !goes_on {
            return None;
        }
        let to = motion.pose(later(pose.at, s, rest));
        let n = motion.pick_up(apart.taken.frame, &apart.n, pose);
        self.note(
            apart.taken.frame,
            [n; 2],
            pose,
            &to,
            over(least, kept, floor),
        );
        way.n = motion.carried_to(&apart, pose, &to);
        way.turning = Vector3::zeros();
        Some(Leap { to, room: None })
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The ways to bound the bodies, one or both of which spin for the rest of the motion. A half-space has an axis of its own, which
    /// turns with it.
    fn choices(&self, rest: f64) -> impl Iterator<Item = Taken> + use<A, B> {
        let plane = self.fixed.shape.unbounded_normal().is_some();
        let turns = self.fixed.turns;
        let spins @ [moving, fixed] = [self.moving.spins(rest), self.fixed.spins(rest)];
        let both = moving && fixed;
        let choices = [
            (Frame::World, spins, !(plane && turns)),
            (Frame::World, [true, false], both && !plane),
            (Frame::World, [false, true], both && !plane),
            (Frame::Moving, spins, moving && !plane),
            (Frame::Moving, [true, false], both && !plane),
            (Frame::Fixed, spins, turns && (plane || fixed)),
            (Frame::Fixed, [false, true], both),
        ];
        let asked = choices.into_iter().filter(|(_, _, asked)| *asked);
        asked.map(|(frame, whole, _)| Taken { frame, whole })
    }

    /// The one of some axes, each in its frame, along which φ stays above `floor` for longest, and for how long.
    fn farthest(
        &self,
        axes: impl Iterator<Item = (Taken, Vector3<f64>)>,
        floor: f64,
        pose: &Pose,
    ) -> Option<(Apart, f64)> {
        axes.map(|(taken, n)| {
            let apart = self.at_any_angle(taken, &n, pose);
            let (s, _) = apart.way(floor);
            (apart, s)
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The axis at another pose, in world space.
    fn carried_to(&self, apart: &Apart, from: &Pose, to: &Pose) -> Vector3<f64> {
        let frame = apart.taken.frame;
        let n = self.pick_up(frame, &apart.n, from);
        let length = sqrt(apart.n.norm_squared());
        self.put_down(frame, &n, to, length)
    }

    /// What an axis in a frame proves.
    fn at_any_angle(&self, taken: Taken, n: &Vector3<f64>, pose: &Pose) -> Apart {
        let against = -n;
        let [moving_whole, fixed_whole] = taken.whole;
        let (m, f, d) = (&self.moving, &self.fixed, &self.displacement);
        let centres = &pose.centres;
        let come = match taken.frame {
            Frame::World | Frame::Across => {
                let moving = m.come(&against, &pose.moving, moving_whole);
                let fixed = f.come(n, &pose.fixed, fixed_whole);
                come_along(n, (centres, d), moving, fixed)
            }
            Frame::Moving => {
                let seen = f.seen_by(m, centres, &pose.fixed);
                let own = m.reach(&against, &pose.moving);
                seen.around(n, (centres, &-d), own, fixed_whole)
            }
            Frame::Fixed if fixed_whole => {
                let seen = m.seen_by(f, &-centres, &pose.moving);
                let own = f.reach(n, &pose.fixed);
                seen.around(&against, (&-centres, d), own, moving_whole)
            }
            Frame::Fixed => {
                let (moving, speed, bend) = m.come(&against, &pose.moving, moving_whole);
                let ways = [centres, &self.centres(Wide::from(1.0))];
                let plane = beside_slow_plane(n, &m.spin, &f.spin, ways, d);
                let outer = n.dot(centres) + moving + f.reach(n, &pose.fixed);
                (outer, speed + plane.0, bend + plane.1)
            }
        };
        self.apart(taken, n, pose, come)
    }

    /// By less than what is left open in the reach of a full turn, so that whoever looks again, along a normal that rounding has
    /// turned, finds as much; it is far more than all other rounding of the lengths at the pose.
    fn apart(
        &self,
        taken: Taken,
        n: &Vector3<f64>,
        pose: &Pose,
        (outer, growth, bend): Come,
    ) -> Apart {
        let length = sqrt(n.norm_squared());
        let far = sqrt(pose.centres.norm_squared()) + self.size;
        let sizes = self.moving.shape.extent() + self.fixed.shape.extent();
        let open = 2.0 * (NEARLY * sizes + NEARLY_FAR * far)
            + WAYS * self.ways(pose.at.value())
            + self.still.stray(far);
        let way = sqrt(self.displacement.norm_squared());
        Apart {
            taken,
            n: *n,
            room: -(outer + (self.radius + open) * length),
            closing: growth
                + 32.0 * U * (growth.abs() + way * length)
                + self.still.by * way * length,
            bend: bend * (1.0 + 32.0 * U),
        }
    }

    /// The normal along which what the bodies sweep over at any angle is farthest apart, as a frame has it; `None` where they are not.
    fn between_turns(&self, taken: Taken, pose: &Pose) -> Option<Vector3<f64>> {
        let (m, f) = (&self.moving, &self.fixed);
        let [moving_whole, fixed_whole] = taken.whole;
        let (moving, fixed) = match taken.frame {
            Frame::World | Frame::Across => (m.ring(moving_whole), f.ring(fixed_whole)),
            Frame::Moving => (None, Some(f.seen_by(m, &pose.centres, &pose.fixed).ring())),
            Frame::Fixed => (
                Some(m.seen_by(f, &-pose.centres, &pose.moving).ring()),
                None,
            ),
        };
        let moving: &dyn Support = match &moving {
            Some(ring) => ring,
            None => &m.shape,
        };
        let fixed: &dyn Support = match &fixed {
            Some(ring) => ring,
            None => &f.shape,
        };
        let problem = self.standing_as(&moving, &fixed, pose)?;
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let toward = if largest(&pose.offset) > 0.0 {
            against(&pose.offset)
        } else {
            Vector3::y()
        };
        let seed = problem.fixed_rotation.apply_transposed(&toward);
        let mut simplex = Simplex::new(obstacle.support(&seed));
        let origin = Vector3::zeros();
        let close = |lower: f64, upper: f64| upper - lower <= LOOSE * upper;
        let found = distance_until(&mut obstacle, &mut simplex, &origin, close);
        let plane = found.plane.filter(|plane| plane.lower > 0.0)?;
        Some(obstacle.to_world(&plane.normal))
    }
}

impl<S: Support> Body<'_, S> {
    /// Whether it turns many times in the rest of the motion.
    pub(super) fn spins(&self, rest: f64) -> bool {
        self.turns && self.spin.rate * rest > MANY_TURNS
    }

    /// How far it comes along n from its centre, in a full turn or as it stands; how fast that may grow, and K.
    fn come(&self, n: &Vector3<f64>, rotation: &Quaternion<f64>, whole: bool) -> Come {
        if whole {
            (self.spin.full_turn(self.shape, &self.centre, n), 0.0, 0.0)
        } else {
            as_it_stands(&self.spin, self.reach(n, rotation), n)
        }
    }

    /// How far its core comes along n from its centre, as it stands.
    pub(super) fn reach(&self, n: &Vector3<f64>, rotation: &Quaternion<f64>) -> f64 {
        let local = map(rotation).apply_transposed(n);
        local.dot(&self.shape.support_point(&local).coords) - local.dot(&self.centre)
    }
}

impl<S: Support> Body<'_, S> {
    /// What it sweeps over in a turn, if that is asked for.
    fn ring(&self, whole: bool) -> Option<Ring<'_>> {
        whole.then_some(Ring {
            shape: self.shape,
            axis: self.spin.local,
            centre: self.centre,
        })
    }
}

/// Along an axis that stands: how far the bodies come together, from what either of them comes to. `centres` changes by minus
/// `displacement`.
pub(super) fn come_along(
    n: &Vector3<f64>,
    (centres, displacement): (&Vector3<f64>, &Vector3<f64>),
    moving: Come,
    fixed: Come,
) -> Come {
    (
        n.dot(centres) + moving.0 + fixed.0,
        moving.1 + fixed.1 - n.dot(displacement),
        moving.2 + fixed.2,
    )
}

/// A body that turns slowly, or not at all.
pub(super) fn as_it_stands(spin: &Spin, reach: f64, n: &Vector3<f64>) -> Come {
    (reach, spin.speed(n), spin.curvature(n))
}

/// How fast φ along the normal of a half-space that turns can fall for what turns it when the moving body counts at whatever angle,
/// and K: `ways` are those between the centres where they may be longest.
pub(super) fn beside_slow_plane(
    n: &Vector3<f64>,
    moving: &Spin,
    fixed: &Spin,
    ways: [&Vector3<f64>; 2],
    displacement: &Vector3<f64>,
) -> (f64, f64) {
    let length = sqrt(n.norm_squared()) * (1.0 + 32.0 * U);
    let [a, b] = ways.map(|c| c.norm_squared());
    let swing = fixed.rate * (sqrt(a.max(b)) + moving.ball);
    let way = sqrt(displacement.norm_squared());
    let bend = fixed.rate * (swing + 2.0 * way);
    ((swing + way) * length, bend * length)
}
