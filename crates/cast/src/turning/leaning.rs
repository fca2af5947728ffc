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
//!
//! **Two that turn about one joint** by rotation vectors of which neither is a multiple of the other, as two arms do: each sees the other
//! turn about an axis that turns itself. Let the carrier turn by Ω and the other by ω = Ω + δ. That one sees n, as the carrier has it, at
//! n(s) = exp(−sω)exp(sΩ)n, and with u = exp(sΩ)n, whose rate is Ω × u,
//!
//! ```text
//! n'' = exp(−sω)((ω × δ) × u + δ × (δ × u)),      |n''| ≤ D|n|,   D = |δ|² + |δ × ω|
//! ```
//!
//! So n is off its chord by no more than λκ|n|, with κ = D h²/8 and λ = 4s(h − s)/h². Let N be the greatest reach of the body from its
//! centre along any direction within κ|n| of the one that it has at either end. The reach is a convex function of the direction: it is
//! no more than (1 − λ) times its chord and λ times that of N. That adds at most max(N − R)·λ, and the way C between the centres,
//! which stands, adds what a point at C does that turns by Ω:
//!
//! ```text
//! K = 8 max(N − R)/h² + |Ω|²|C||n|
//! ```
//!
//! A corner at the joint has N = R = 0 along all directions that leave it the corner, and C = 0. What is within κ|n| of n is, up to its
//! length, which is off by that part, within κ|n|/(1 − κ) of it across, and so between four directions √2 times as far aside.

use super::advance::{Axis, Search};
use super::bound::{Spin, across, excess};
use super::carried::Frame;
use super::interval::first_root;
use super::motion::{Motion, Pose};
use super::step::{Leap, Start, Way, later};
use crate::Observer;
use crate::tolerance::{BEND, BETWEEN, CENTRE, SHORTER_YET, U, WIDEST};
use core::f64::consts::SQRT_2;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// A body that is seen to turn.
pub(super) struct Leaning {
    seen: Seen,
    /// From the point that it turns about to its own centre, and a bound on how far its points are from the former.
    pub(super) lever: Vector3<f64>,
    pub(super) ball: f64,
}

/// How it is seen to turn.
enum Seen {
    /// About an axis in world space, at a rate.
    About(Vector3<f64>, f64),
    /// About one that turns with the carrier: D, and |Ω|²|C|.
    Jointed(f64, f64),
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
                seen: Seen::About(spins[i].axis, spins[i].rate),
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
        if moves || turns(other) && !turns(carrier) {
            return None;
        }
        let mut seen = [None, None];
        seen[other] = if turns(other) {
            Some(Self::jointed(spins[carrier], spins[other], centres))
        } else {
            let lever = if other == 0 { -centres } else { *centres };
            own(carrier).map(|own| Self {
                ball: (spins[other].ball + sqrt(lever.norm_squared())) * (1.0 + 8.0 * U),
                lever,
                ..own
            })
        };
        Some(seen)
    }

    /// A body that turns, as another one sees it that turns as well. What rounding leaves of D is some u of squares of the rates, and
    /// `centres` is off by [`CENTRE`] u of how far each of both is from its body's origin.
    fn jointed(carrier: &Spin, other: &Spin, centres: &Vector3<f64>) -> Self {
        let [by, omega] = [carrier, other].map(|spin| spin.axis * spin.rate);
        let delta = omega - by;
        let rates = carrier.rate + other.rate;
        let turned = sqrt(delta.cross(&omega).norm_squared());
        let bend = (delta.norm_squared() + turned) * (1.0 + 16.0 * U) + 64.0 * U * rates * rates;
        let far = sqrt(centres.norm_squared()) + CENTRE * U * (carrier.ball + other.ball);
        Self {
            seen: Seen::Jointed(bend, carrier.rate * carrier.rate * far),
            lever: Vector3::zeros(),
            ball: other.ball,
        }
    }

    /// How many pairs of support points it is asked for on an interval.
    fn asks(&self) -> u32 {
        match self.seen {
            Seen::About(..) => 2,
            Seen::Jointed(..) => 5,
        }
    }

    /// The longest time of which anything is known, about.
    fn lasts(&self) -> f64 {
        match self.seen {
            Seen::About(_, rate) => 2.0 * WIDEST / rate * (1.0 - 4.0 * U),
            Seen::Jointed(bend, _) => sqrt(8.0 * BETWEEN / bend) * (1.0 - 4.0 * U),
        }
    }

    /// How far the body comes along a direction, and along what leans from it in a time `h`, going by how far it `comes` along others.
    pub(super) fn leant(
        &self,
        u: &Vector3<f64>,
        h: f64,
        comes: impl Fn(&Vector3<f64>) -> f64,
    ) -> [f64; 2] {
        let most = match self.seen {
            Seen::About(axis, rate) => {
                let (above, cos) = excess(0.5 * rate * h);
                comes(&(u - axis * (axis.dot(u) * above * cos)))
            }
            Seen::Jointed(bend, _) => {
                let length = sqrt(u.norm_squared());
                let part = 0.125 * bend * h * h;
                let aside = SQRT_2 * part / (1.0 - part) * length * (1.0 + 16.0 * U);
                let (e, f) = across(&(u / length));
                let aside = [e, -e, f, -f].map(|e| comes(&(u + e * aside)));
                let most = aside.into_iter().fold(f64::NEG_INFINITY, f64::max);
                most + part * most.abs()
            }
        };
        [comes(u), most]
    }

    /// What φ is to be taken less by at both ends, and K, of an axis of about this length. Given is how far the body comes at each of
    /// them from the point that it turns about, along the direction and along what leans from it, each known up to half of `slack`.
    pub(super) fn bend(
        &self,
        (h, length): (f64, f64),
        ends: [[f64; 2]; 2],
        slack: f64,
    ) -> ([f64; 2], f64) {
        let lost = ends.map(|[straight, leant]| (leant - straight).max(0.0) + slack);
        // Nothing is known of longer intervals, and of what is no number.
        match self.seen {
            Seen::About(_, rate) if 0.5 * rate * h <= WIDEST => {
                let farthest = (ends[0][0] + lost[0]).max(ends[1][0] + lost[1]).max(0.0);
                (lost, 8.0 * farthest * (excess(0.5 * rate * h).0 / (h * h)))
            }
            Seen::Jointed(bend, sway) if bend * h * h <= 8.0 * BETWEEN => {
                let most = lost[0].max(lost[1]);
                ([0.0; 2], 8.0 * most / (h * h) + sway * length)
            }
            _ => ([f64::INFINITY; 2], f64::INFINITY),
        }
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
            let lasts = bodies.iter().flatten().map(Leaning::lasts);
            let mut h = lasts.fold(start.rest.min(most), f64::min);
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
        // One of each shape, and those of each body that turns: half a pair each.
        let asked = bodies.iter().flatten().map(Leaning::asks);
        self.evaluations += 1 + asked.sum::<u32>();
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
                body.leant(&u, h, |u| motion.comes(i, u, pose) + u.dot(&body.lever))
            });
            let slack = 2.0 * BEND * U * body.ball * length;
            let (lost, bend) = body.bend((h, length), ends, slack);
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
            seen: Seen::About(Vector3::z(), rate),
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
                body.leant(&u, 1.0, |n| n.dot(&q))
            });
            let (lost, bend) = body.bend((1.0, 1.0), ends, 0.0);
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

    /// Of two bodies that turn by Ω and ω, about points from one of which `centres` leads to the other: along an axis n that the first
    /// carries, a point q of the second, seen from the centre of the first, at the times from 0 to h. How far it comes beyond the chord,
    /// as a part of what the bend allows: the least and the greatest.
    fn beyond_the_chord(
        [by, omega]: [Vector3<f64>; 2],
        (n, q, centres): (&Vector3<f64>, &Vector3<f64>, &Vector3<f64>),
        h: f64,
    ) -> [f64; 2] {
        let [moving, fixed] = [by, omega].map(|v| {
            let mut spin = Spin::none(q.norm());
            (spin.rate, spin.axis) = (v.norm(), v.normalize());
            spin
        });
        let seen = |moves| Leaning::seen_from(Frame::Moving, [&moving, &fixed], centres, moves);
        assert!(seen(true).is_none(), "the way between the centres stands");
        let [_, Some(body)] = seen(false).unwrap() else {
            panic!("both turn")
        };
        let turned = |v: &Vector3<f64>, by: &Vector3<f64>, s: f64| {
            nalgebra::UnitQuaternion::from_scaled_axis(by * s) * v
        };
        let comes = |s: f64| turned(n, &by, s).dot(&(centres + turned(q, &omega, s)));
        let ends = [0.0, h].map(|s| {
            let q = turned(q, &omega, s);
            body.leant(&turned(n, &by, s), h, |u| u.dot(&q))
        });
        let (lost, bend) = body.bend((h, n.norm()), ends, 0.0);
        let [from, to] = [comes(0.0) + lost[0], comes(h) + lost[1]];
        let parts = (1..64).map(|i| {
            let s = h * f64::from(i) / 64.0;
            (comes(s) - from - (to - from) * (s / h)) / (0.5 * bend * s * (h - s))
        });
        parts.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], part| {
            [part.min(low), part.max(high)]
        })
    }

    /// Of each part of the bound there are motions that come all but as far as it says, and none that comes farther.
    #[test]
    fn a_point_of_two_that_turn_comes_no_farther_than_its_bend() {
        let mut farthest = [0.0_f64; 4];
        for i in 0..2_000_u32 {
            let number = |k: u32| (f64::from(i) * sqrt(f64::from(4 * k + 3))).fract() - 0.5;
            let vector = |k: u32| Vector3::new(number(k), number(k + 1), number(k + 2));
            let frame = nalgebra::UnitQuaternion::from_scaled_axis(vector(1) * 6.0);
            let [x, y, z] = [Vector3::x(), Vector3::y(), Vector3::z()].map(|v| frame * v);
            let (nothing, short) = (Vector3::zeros(), 0.1 + 0.2 * (number(4) + 0.5));
            let kind = i as usize % 4;
            let [low, high] = match kind {
                // Nearly alike: the axis bends by δ × ω.
                0 => beyond_the_chord([z, z + x * 0.02], (&x, &z, &nothing), short),
                // The carrier all but stands: it bends by δ × (δ × u), which is along −u.
                1 => beyond_the_chord([y * 1e-3, z], (&x, &x, &nothing), short),
                // The way from centre to centre stands while the axis turns.
                2 => beyond_the_chord([z, z * 0.9], (&x, &(x * 1e-9), &(x * 2.0)), short),
                _ => {
                    let rates = [vector(5) * 4.0, vector(8) * 4.0];
                    let (n, q, way) = (vector(11), vector(14), vector(17));
                    let bend = sqrt(8.0 * BETWEEN) / (rates[0].norm() + rates[1].norm());
                    beyond_the_chord(rates, (&n, &q, &way), 0.5 * bend)
                }
            };
            assert!(high <= 1.0 + 1e-9, "{i}: {low} {high}");
            farthest[kind] = farthest[kind].max(high);
        }
        assert!(farthest[..3].iter().all(|part| *part > 0.9), "{farthest:?}");
    }
}
