//! The motion as a body that turns sees it: what an axis that the body carries along can lose.
//!
//! Let the carrier turn by ω about its centre, the other body by ω + δ, and let n be carried: n(s) = exp(s·ω)n. The carrier's own
//! points have a constant n·q, so only r counts, from the carrier's centre to a point of the other body: r = C + p, with C
//! from centre to centre, C' = v constant, and p' = (ω + δ) × p. As n' = ω × n,
//!
//! ```text
//! (n·r)'  = n·(r' − ω × r)                      = n·(v − ω × C) + n·(δ × p)
//! (n·r)'' = n·(r'' − 2ω × r' + ω × (ω × r))     = n·(ω × (ω × C − 2v)) + n·(δ × (δ × p) + (δ × ω) × p)
//! ```
//!
//! the second because (ω + δ)×(ω + δ)× − 2 ω×(ω + δ)× + ω×ω× = δ×δ× + δ×ω× − ω×δ×, and the last two of these are (δ × ω)×. |p| is at
//! most the ball of the other body about its centre, and C is linear in s, so that the norms with C are greatest at an end of
//! the way:
//!
//! ```text
//! |φ'| ≤ |n| (max |v − ω × C| + |δ|·ball)                                 the speed
//! φ''  ≤ |n| (max |ω × (ω × C − 2v)| + (|δ|² + |δ × ω|)·ball)             K
//! ```
//!
//! Two bodies that turn alike have δ = 0: if their centres stand on one axis as well and stay there, both are 0, and
//! what keeps them apart once does so for as long as they turn. Where rounding puts the centres a little off that, many turns
//! sum up to no more than the circle that one is seen to go around the other: exp(−s·ω)C(s) − C(0) is
//! exp(−s·ω)C⊥(0) − C⊥(0), C⊥ the part across the axis, and s·exp(−s·ω)v, so
//!
//! ```text
//! φ(s) ≥ φ(0) − |n| (2|C⊥(0)| + (|v| + |δ|·ball) s)                       the circle
//! ```
//!
//! **A wheel**, a shape of revolution that stands or turns about its own axis a, is the same at any angle about it: it may be said to turn
//! by λa, at any rate λ. With λ = ω·a what is left of δ is the part of ω across a, which is taken where it is less. A ball that goes
//! around in a bearing sees the bearing stand still.
//!
//! Rounding leaves an angle β between a and the axis ω′ that the wheel turns about. Then a goes around on a cone, a' = ω′ × a, no
//! faster than β|ω′|, and a wheel that keeps up with it turns by Ω = λa + a × a'. So δ is off by what a strays from where it was
//! found, λ times, and by β|ω′|; and as Ω' = λa' + a × a'', K has up to β|ω′|(|λ| + |ω′|)·ball more. Of a wheel that spins fast that
//! is much, though its axis never gets far: the circle takes the one whose axis stands where it was at the pose, and takes off
//! 2β·ball for what the two are ever apart.

use super::motion::{Body, Motion, Pose, map};
use crate::tolerance::{CENTRE, ON_AXLE, ROTATION, TURN, U, WAYS, WHEEL};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, sqrt};

/// What the normals of a part of the motion stand still in, or turn along a straight line in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Frame {
    /// World space.
    #[default]
    World,
    /// The moving shape's own frame, which turns with it.
    Moving,
    /// The fixed shape's own frame, which turns with it.
    Fixed,
    /// Each in a frame of its own, the first in the fixed shape's and the second in the moving one's, and no normals but the
    /// directions of edges: the normal goes across both, as their cross product. Of shapes without radii and target distance.
    Across,
}

/// The motion of one body as seen from another that turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    /// The carrier's rotation vector, and its length.
    omega: Vector3<f64>,
    rate: f64,
    /// |δ|·ball and (|δ|² + |δ × ω|)·ball.
    swing: f64,
    bend: f64,
    /// |δ|·ball of a wheel whose axis stands, and how far the points of the true one are from there; of all else the former is `swing`.
    drift: f64,
    sway: f64,
    /// How the way from centre to centre changes per unit of the fraction; its sign is that of `centres` in what follows.
    velocity: Vector3<f64>,
    /// What that way may be off by.
    off: f64,
}

impl Carried {
    /// Seen from a body that turns by `omega`, another one that turns by `other`, or is such a wheel, and has no point of its core farther
    /// than `ball` from its centre. The way between the centres, from either to the other, changes by `velocity`, and is known up to `off`.
    pub(crate) fn new(
        omega: &Vector3<f64>,
        (other, wheel): (&Vector3<f64>, Option<Axle>),
        ball: f64,
        velocity: Vector3<f64>,
        off: f64,
    ) -> Self {
        let [rate, spin] = [omega, other].map(|v| sqrt(v.norm_squared()));
        // Differences of two numbers are off by u of themselves, and of equal numbers by nothing.
        let plain = Seen {
            delta: other - omega,
            ..Seen::default()
        };
        let wheel = wheel.map(|Axle { axis, lean }| Seen {
            delta: axis * axis.dot(omega) - omega,
            blur: WHEEL * U * rate,
            wobble: lean * spin,
            lean,
        });
        let less = wheel.filter(|wheel| wheel.turn() < plain.turn());
        let seen = less.unwrap_or(plain);
        let turn = seen.turn();
        let across = sqrt(seen.delta.cross(omega).norm_squared());
        let twist = across + rate * (8.0 * U * turn + seen.blur + seen.wobble);
        let twist = twist + seen.wobble * (rate + spin);
        let up = ball * (1.0 + 16.0 * U);
        Self {
            omega: *omega,
            rate: rate * (1.0 + 8.0 * U),
            swing: turn * up,
            bend: (turn * turn + twist) * up,
            drift: seen.steady() * up,
            sway: 2.0 * seen.lean * up,
            velocity,
            off,
        }
    }

    /// A bound on |φ'| per unit of |n|, while the way between the centres goes from one to the other of these.
    pub(crate) fn speed(&self, centres: [&Vector3<f64>; 2]) -> f64 {
        let of = |c: &Vector3<f64>| {
            let across = sqrt((self.velocity - self.omega.cross(c)).norm_squared());
            across + self.slack(c)
        };
        (of(centres[0]).max(of(centres[1])) + self.swing) * (1.0 + 8.0 * U)
    }

    /// K per unit of |n|, in the same way.
    pub(crate) fn curvature(&self, centres: [&Vector3<f64>; 2]) -> f64 {
        let of = |c: &Vector3<f64>| {
            let inner = self.omega.cross(c) - self.velocity * 2.0;
            let bend = sqrt(self.omega.cross(&inner).norm_squared());
            bend + 2.0 * self.rate * self.slack(c)
        };
        (of(centres[0]).max(of(centres[1])) + self.bend) * (1.0 + 8.0 * U)
    }

    /// The circle: what φ loses at once, and what it loses per unit of the fraction, per unit of |n|.
    pub(crate) fn circle(&self, centres: &Vector3<f64>) -> (f64, f64) {
        let across = sqrt(self.omega.cross(centres).norm_squared()) + self.slack(centres);
        let lost = if self.rate > 0.0 {
            2.0 * across / self.rate
        } else {
            0.0
        };
        let rate = sqrt(self.velocity.norm_squared()) + self.drift;
        (
            (lost + self.sway) * (1.0 + 16.0 * U),
            rate * (1.0 + 8.0 * U),
        )
    }

    /// What v − ω × C is off by: its products and sums, and C itself.
    fn slack(&self, centres: &Vector3<f64>) -> f64 {
        let far = sqrt(centres.norm_squared());
        let velocity = sqrt(self.velocity.norm_squared());
        8.0 * U * (velocity + self.rate * far) + self.rate * self.off
    }
}

/// The axis of a wheel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axle {
    /// As it is found, in world space.
    axis: Vector3<f64>,
    /// The sine of the angle between it and the axis that the wheel turns about is no more than this: 0 where it stands.
    lean: f64,
}

/// How one body turns as another sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// δ, for a wheel with its axis as it is found.
    delta: Vector3<f64>,
    /// What that is off by where the axis stands still.
    blur: f64,
    /// How fast the axis goes around on its cone.
    wobble: f64,
    /// The sine of that cone's half angle.
    lean: f64,
}

impl Seen {
    /// |δ|, if an axis stands still.
    fn steady(&self) -> f64 {
        sqrt(self.delta.norm_squared()) + self.blur
    }

    /// |δ|.
    fn turn(&self) -> f64 {
        self.steady() + self.wobble
    }
}

/// What an axis that one of the bodies carries along proves from a pose on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    pub(crate) frame: Frame,
    /// A bound on how fast φ falls, to the end of the motion: per unit of |n|.
    pub(crate) speed: f64,
    /// K as it is at the pose, to go by: per unit of |n|.
    pub(crate) curvature: f64,
    /// What φ loses at once and per unit of the fraction, as far as the circle says.
    pub(crate) circle: (f64, f64),
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// What the moving and the fixed body see of each other's motion, if they turn. No ball holds a half-space: of that the moving
    /// one sees points that go as fast as they are far.
    pub(super) fn seen(&self) -> [Option<Carried>; 2] {
        let (m, f) = (&self.moving, &self.fixed);
        let omega = |turns: bool, omega: Vector3<f64>| if turns { omega } else { Vector3::zeros() };
        let (by, other) = (omega(m.turns, m.omega), omega(f.turns, f.omega));
        let levers = sqrt(m.centre.norm_squared()) + sqrt(f.centre.norm_squared());
        let off = CENTRE * U * levers + WAYS * self.ways(1.0);
        // Centre to centre is the moving one's to the fixed one's, for both.
        let v = -self.displacement;
        let bounded = f.shape.unbounded_normal().is_none();
        [
            (m.turns && bounded)
                .then(|| Carried::new(&by, (&other, f.wheel()), f.spin.ball, v, off)),
            f.turns
                .then(|| Carried::new(&other, (&by, m.wheel()), m.spin.ball, v, off)),
        ]
    }

    /// What an axis carried by the moving and by the fixed body proves, as far as they turn.
    pub(super) fn along(&self, pose: &Pose) -> [Option<Along>; 2] {
        let end = self.centres(Wide::from(1.0));
        let of = |seen: &Option<Carried>, frame: Frame| {
            let seen = seen.as_ref()?;
            Some(Along {
                frame,
                speed: seen.speed([&pose.centres, &end]),
                curvature: seen.curvature([&pose.centres; 2]),
                circle: seen.circle(&pose.centres),
            })
        };
        [
            of(&self.seen[0], Frame::Moving),
            of(&self.seen[1], Frame::Fixed),
        ]
    }

    /// Where both turn, the one of them that is seen to bend less.
    pub(super) fn along_either(&self, pose: &Pose) -> [Option<Along>; 2] {
        match self.along(pose) {
            [Some(moving), Some(fixed)] if moving.curvature < fixed.curvature => {
                [Some(moving), None]
            }
            [Some(_), Some(fixed)] => [Some(fixed), None],
            _ => [None; 2],
        }
    }

    /// A bound on how fast any point of the moving shape goes as the fixed one sees it, or the other way around, while the way between the
    /// centres goes from one to the other of these; infinite where that is not known.
    pub(super) fn seen_speed(&self, centres: [&Vector3<f64>; 2]) -> f64 {
        let least = |least: f64, seen: &Carried| least.min(seen.speed(centres));
        self.seen.iter().flatten().fold(f64::INFINITY, least)
    }

    /// K between two poses for an axis in a frame, per unit of |n|.
    pub(super) fn curvature_along(&self, frame: Frame, from: &Pose, to: &Pose) -> f64 {
        let seen = match frame {
            Frame::World | Frame::Across => &None,
            Frame::Moving => &self.seen[0],
            Frame::Fixed => &self.seen[1],
        };
        seen.as_ref().map_or(f64::INFINITY, |seen| {
            seen.curvature([&from.centres, &to.centres])
        })
    }

    /// An axis at a pose as the carrier has it, in its own frame.
    pub(super) fn pick_up(&self, frame: Frame, n: &Vector3<f64>, pose: &Pose) -> Vector3<f64> {
        match pose.rotation(frame) {
            Some(rotation) => rotation.apply_transposed(n),
            None => *n,
        }
    }

    /// The same axis in world space, at any pose, and of this length: many small steps would change it.
    pub(super) fn put_down(
        &self,
        frame: Frame,
        n: &Vector3<f64>,
        pose: &Pose,
        length: f64,
    ) -> Vector3<f64> {
        match pose.rotation(frame) {
            Some(rotation) => {
                let n = rotation.apply(n);
                n * (length / sqrt(n.norm_squared()))
            }
            None => *n,
        }
    }

    /// What φ may differ by between an axis in a carrier's frame and the same as computed in world space, per unit of |n|: the
    /// angle between them, times the farthest that points of both bodies are apart.
    pub(super) fn tilt(&self, pose: &Pose) -> f64 {
        let far = sqrt(pose.offset.norm_squared());
        let size = self.moving.shape.extent() + self.fixed.shape.extent() + self.radius;
        (ROTATION + TURN) * U * (far + size)
    }
}

impl<S: Support> Body<'_, S> {
    /// Whether it turns about its own axis of revolution.
    pub(super) fn is_wheel(&self) -> bool {
        self.turns && self.wheel().is_some()
    }

    /// Its axis, if it is a wheel.
    fn wheel(&self) -> Option<Axle> {
        let omega = self.turns.then_some(&self.omega);
        axle(self.shape, &map(&self.rotation), omega, &self.centre)
    }
}

/// The axis of a shape of revolution, at a rotation, that stands, or turns by `omega` about its own axis: `centre` lies on it, in the
/// shape's own frame.
pub(super) fn axle(
    shape: &impl Support,
    rotation: &LinearMap,
    omega: Option<&Vector3<f64>>,
    centre: &Vector3<f64>,
) -> Option<Axle> {
    let local = shape.axis_of_revolution()?;
    let axis = rotation.apply(&local);
    let Some(omega) = omega else {
        return Some(Axle { axis, lean: 0.0 });
    };
    let lies = centre.cross(&local) == Vector3::zeros();
    let sine = sqrt(axis.cross(omega).norm_squared()) / sqrt(omega.norm_squared());
    let lean = if sine == 0.0 && rotation.exact {
        0.0
    } else {
        sine + ON_AXLE * U
    };
    (lies && sine <= ON_AXLE * U).then_some(Axle { axis, lean })
}

impl Along {
    /// How far φ stays above what is `room` less than it is at the pose, by the speed and the circle, per unit of |n|; and how
    /// much is left of that after `rest`.
    pub(crate) fn steady(&self, room: f64, rest: f64) -> (f64, f64) {
        let (lost, rate) = self.circle;
        let way = |room: f64, rate: f64| {
            if room <= 0.0 {
                0.0
            } else if rate > 0.0 {
                room / rate * (1.0 - 8.0 * U)
            } else {
                f64::INFINITY
            }
        };
        let far = way(room, self.speed).max(way(room - lost, rate));
        let left = (room - self.speed * rest).max(room - lost - rate * rest);
        (far, left)
    }
}
