//! How far a body comes that turns about a point of its own which touches: along directions that lean.
//!
//! The bound on what a body's reach adds to the chord (`mod.rs`) takes the greatest r and the greatest −a of two different points. Of
//! a box that turns about its corner on the floor, by an axis askew, the corner has r = 0 and a = 0, and yet α = A > 0: steps of
//! √(8δ/(A|ω|²)) in contact. One point at a time is nearer. With W = w₀ + w_h and ε = 1 − 1/W
//!
//! ```text
//! r(s) = w₀ r(0) + w_h r(h) − a (W − 1) = w₀ (r(0) − εa) + w_h (r(h) − εa),      r − εa = (u − ε(u·k)k)·(exp(s·ω)q)
//! ```
//!
//! as k·q stays. So r(s) is at most w₀M(0) + w_hM(h), M the body's reach along the direction u − ε(u·k)k. That reach is convex in ε, and
//! W = cos(|ω|(s − h/2))/cos b puts ε between 0 and 1 − cos b: M is no more than the greater of the reaches along u and along the
//! direction that leans most. As w₀ and w_h are no less than their parts of the chord, what they add to that of M(0) and M(h) is at
//! most max(M(0), M(h), 0)·(W − 1). So φ may be taken less by M − R at both ends, with
//!
//! ```text
//! K = 8 max(M(0), M(h), 0) (1/cos b − 1)/h².
//! ```
//!
//! A point that stands above all others of its body along u and along what leans from it, as a corner does, has M = R; if the body
//! turns about it, both are 0, and so is K. All this holds at any φ: the tip of a top that spins a hair above a table is worth as much as
//! one that touches.
//!
//! **Carried.** Where one body turns and neither moves on, the other turns as that one sees it: by the opposite angle about the same
//! axis, along an n that stands. The same holds then of the other body, counted from the carrier's centre: a corner stays where it
//! touches a face that turns about it.

use super::advance::{Axis, Search};
use super::bound::{Spin, excess};
use super::carried::Frame;
use super::interval::first_root;
use super::motion::{Motion, Pose};
use super::step::{Leap, Start, Way, later};
use crate::Observer;
use crate::tolerance::{BEND, SHORTER_YET, U, WIDEST};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// A body that is seen to turn.
pub(super) struct Leaning {
    /// The axis in world space, and |ω|.
    axis: Vector3<f64>,
    rate: f64,
    /// From the point that it turns about to its own centre, and a bound on how far its points are from the former.
    pub(super) lever: Vector3<f64>,
    pub(super) ball: f64,
}

impl Leaning {
    /// The moving and the fixed body, as far as they are seen to turn from a frame; `None` where they are not seen to do so about a
    /// point that stands. `centres` leads from the moving body's centre to the fixed one's.
    pub(super) fn seen_from(
        frame: Frame,
        spins: [&Spin; 2],
        centres: &Vector3<f64>,
        moves: bool,
    ) -> Option<[Option<Self>; 2]> {
        let turns = |i: usize| spins[i].rate > 0.0;
        let own = |i: usize| {
            turns(i).then(|| Self {
                axis: spins[i].axis,
                rate: spins[i].rate,
                lever: Vector3::zeros(),
                ball: spins[i].ball,
            })
        };
        let (carrier, other) = match frame {
            Frame::World => return Some([own(0), own(1)]),
            Frame::Across => return None,
            Frame::Moving => (0, 1),
            Frame::Fixed => (1, 0),
        };
        if moves || turns(other) {
            return None;
        }
        let lever = if other == 0 { -centres } else { *centres };
        let mut seen = [None, None];
        seen[other] = own(carrier).map(|own| Self {
            ball: (spins[other].ball + sqrt(lever.norm_squared())) * (1.0 + 8.0 * U),
            lever,
            ..own
        });
        Some(seen)
    }

    /// The direction that leans most from one in a time `h`.
    pub(super) fn most(&self, u: &Vector3<f64>, h: f64) -> Vector3<f64> {
        let b = 0.5 * self.rate * h;
        let (above, cos) = excess(b);
        u - self.axis * (self.axis.dot(u) * above * cos)
    }

    /// What φ is to be taken less by at both ends, and K. Given is how far the body comes at each of them from the point that it
    /// turns about, along the direction and along the one that leans most, each known up to half of `slack`.
    pub(super) fn bend(&self, h: f64, ends: [[f64; 2]; 2], slack: f64) -> ([f64; 2], f64) {
        let b = 0.5 * self.rate * h;
        // Nothing is known of longer intervals, and of what is no number.
        if b.is_nan() || b > WIDEST {
            return ([f64::INFINITY; 2], f64::INFINITY);
        }
        let lost = ends.map(|[straight, leant]| (leant - straight).max(0.0) + slack);
        let farthest = (ends[0][0] + lost[0]).max(ends[1][0] + lost[1]).max(0.0);
        (lost, 8.0 * farthest * (excess(b).0 / (h * h)))
    }
}

/// What a leaning axis proves.
struct Leant {
    frame: Frame,
    /// The axis in the frame, and in world space at the end.
    n: Vector3<f64>,
    end: Vector3<f64>,
    to: Pose,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// A step by what comes along directions that lean, if it goes farther than `further`, and no longer than `most`.
    #[cold]
    pub(super) fn leaning(
        &mut self,
        way: &mut Way,
        start: &Start,
        (mut further, most): (f64, f64),
    ) -> Option<Leap> {
        let plane = matches!(way.axis, Axis::Plane);
        let frames = if !plane {
            &[Frame::World, Frame::Moving, Frame::Fixed][..]
        } else if self.motion.fixed.turns {
            &[Frame::Fixed][..]
        } else {
            &[Frame::World][..]
        };
        let mut best = None;
        for frame in frames {
            let Some(bodies) = self.motion.leaning(*frame, start.pose) else {
                continue;
            };
            let rate = bodies.iter().flatten().map(|body| body.rate);
            let rate = rate.fold(0.0, f64::max);
            let mut h = (2.0 * WIDEST / rate * (1.0 - 4.0 * U))
                .min(start.rest)
                .min(most);
            for _ in 0..SHORTER_YET {
                if h <= further {
                    break;
                }
                let leant = self.lean(*frame, &bodies, way, start, h);
                if leant.is_some() {
                    (best, further) = (leant, h);
                    break;
                }
                h *= 0.25;
            }
        }
        let Leant {
            frame, n, end, to, ..
        } = best?;
        self.note(frame, [n, n], start.pose, &to, start.above(0.0));
        way.n = end;
        Some(Leap { to, room: None })
    }

    /// An interval of length `h`, if all of it is proven.
    fn lean(
        &mut self,
        frame: Frame,
        bodies: &[Option<Leaning>; 2],
        way: &Way,
        start: &Start,
        h: f64,
    ) -> Option<Leant> {
        let motion = self.motion;
        let length = sqrt(way.n.norm_squared());
        let n = motion.pick_up(frame, &way.n, start.pose);
        let to = motion.pose(later(start.pose.at, h, start.rest));
        let end = motion.put_down(frame, &n, &to, length);
        // One of each shape, and four of each body that turns: half a pair each.
        self.evaluations += 1 + 2 * bodies.iter().flatten().count() as u32;
        let tilt = |pose: &Pose| match frame {
            Frame::World => 0.0,
            _ => motion.tilt(pose) * length * (1.0 + 16.0 * U),
        };
        let mut first = start.room.value - start.base - tilt(start.pose);
        let mut last = motion.room(&end, &to).value - start.base - tilt(&to);
        let mut curvature = 0.0;
        for (i, body) in bodies.iter().enumerate() {
            let Some(body) = body else { continue };
            let ends = [(&way.n, start.pose), (&end, &to)].map(|(n, pose)| {
                let u = if i == 0 { -n } else { *n };
                [u, body.most(&u, h)].map(|u| motion.comes(i, &u, pose) + u.dot(&body.lever))
            });
            let slack = 2.0 * BEND * U * body.ball * length;
            let (lost, bend) = body.bend(h, ends, slack);
            first -= lost[0];
            last -= lost[1];
            curvature += bend * (1.0 + 16.0 * U);
        }
        let proven = first > 0.0 && first_root(first, last, h, curvature).0 >= h;
        proven.then_some(Leant { frame, n, end, to })
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    fn leaning(&self, frame: Frame, pose: &Pose) -> Option<[Option<Leaning>; 2]> {
        let moves = self.displacement != Vector3::zeros();
        let spins = [&self.moving.spin, &self.fixed.spin];
        let bodies = Leaning::seen_from(frame, spins, &pose.centres, moves)?;
        bodies.iter().any(Option::is_some).then_some(bodies)
    }

    /// How far the moving body (0) or the fixed one comes along a direction from its own centre.
    fn comes(&self, body: usize, u: &Vector3<f64>, pose: &Pose) -> f64 {
        match body {
            0 => self.moving.reach(u, &pose.moving),
            _ => self.fixed.reach(u, &pose.fixed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::sqrt;

    /// A point on a circle about the axis comes no farther than the chord and the bend say, wherever on the circle it starts. With
    /// both ends as far it comes as far as that.
    #[test]
    fn a_point_comes_no_farther_than_its_bend() {
        let (rate, ball) = (2.4_f64, 5.0);
        let body = Leaning {
            axis: Vector3::z(),
            rate,
            lever: Vector3::zeros(),
            ball,
        };
        let u = Vector3::new(1.0, 0.0, -1.0) / sqrt(2.0);
        let at = |angle: f64| Vector3::new(4.0 * angle.cos(), 4.0 * angle.sin(), 1.0);
        let mut nearest = f64::INFINITY;
        for k in -300..=300 {
            let first = -0.5 * rate + 0.01 * f64::from(k);
            let ends = [0.0, 1.0].map(|s| {
                let q = at(first + rate * s);
                [u, body.most(&u, 1.0)].map(|n| n.dot(&q))
            });
            let (lost, bend) = body.bend(1.0, ends, 0.0);
            let [from, to] = [0, 1].map(|i| ends[i][0] + lost[i]);
            for i in 0..=64 {
                let s = f64::from(i) / 64.0;
                let most = from + (to - from) * s + 0.5 * bend * s * (1.0 - s);
                let open = most - u.dot(&at(first + rate * s));
                assert!(open > -1e-12, "{open} at {s} from {first}");
                nearest = open.min(nearest);
            }
        }
        assert!(nearest < 1e-3, "{nearest}");
    }
}
