//! A body as one sees it that spins and carries its axes along: how far it comes, whatever angle the carrier has turned by.
//!
//! n is an axis that the carrier has with it, and k the one that it turns about. For a point x of the other body, seen from the carrier's
//! centre, n·x is at any angle at most
//!
//! ```text
//! n·x ≤ g(x) = (n·k)(k·x) + |n⊥||x⊥|
//! ```
//!
//! The greatest g over the other body, as it stands, is its own A as if it turned about the carrier's axis. And g(x + y) ≤ g(x) +
//! g(y), with g(y) ≤ |n||y|: so it grows by g(v), v the velocity of the other centre, and by |n||ω|ρ for the other body's turning. g
//! is convex, so that only the bend of the other body's path is left, K = |n||ω|²ρ. If the other body spins as well, g(C) + |n|·ball
//! holds at any angle. This bound is for a body in the middle of a ring, or beside a half-space that spins, where no plane of the
//! world keeps them apart.
//!
//! **Two that spin about nearly the same axis**, as a shaft and its bearing do. Turned by any angle about k, n keeps the angle θ that it has
//! with k; so the angle that it has with the other body's own axis m is within τ of θ, τ being the one between k and m. The other body, at
//! any angle about m, comes along all directions that have one angle with m equally far. Let n₀ be one that has the angle θ with m: what n
//! comes to, turned about m, is within 2 sin(τ/2)|n| = |k − m||n| of n₀, and A changes by no more than ball times that.
//!
//! ```text
//! n·x ≤ g(C) + A(n₀) + |k − m||n|·ball        at any angles of both; −m is as good as m
//! ```
//!
//! n₀ has the same parts along m and across it at all poses, as n has along k and across it: what a piece proves for its end is found
//! there again.

use super::bound::{Spin, across};
use super::motion::{Body, map};
use super::ring::Ring;
use super::whole_turns::Come;
use crate::tolerance::U;
use crate::wide::Wide;
use nalgebra::{Quaternion, Vector3};
use swept_support::{LinearMap, Support, sqrt};

impl<'a, S: Support> Body<'a, S> {
    /// The body as one sees it that carries its axes along. `centres` leads from the carrier's centre to this one's.
    pub(super) fn seen_by<C>(
        &self,
        carrier: &Body<C>,
        centres: &Vector3<f64>,
        rotation: &Quaternion<f64>,
    ) -> Turned<'_> {
        let map = map(rotation);
        let centre = self.centre - map.apply_transposed(centres);
        Turned::new(
            self.shape,
            &map,
            (&carrier.omega, carrier.angle),
            centre,
            (self.spin, self.centre),
        )
    }
}

/// A body as another one sees it that spins and carries its axes along: as if it turned about that one's axis.
pub(super) struct Turned<'s> {
    shape: &'s dyn Support,
    /// About the carrier's axis, and the carrier's centre in the shape's own frame.
    about: Spin,
    centre: Vector3<f64>,
    /// Its own rotation, and the centre of that.
    own: Spin,
    own_centre: Vector3<f64>,
}

impl<'s> Turned<'s> {
    /// `rotation` is that of the shape where it stands; omega and angle are those of the carrier.
    pub(super) fn new(
        shape: &'s dyn Support,
        rotation: &LinearMap,
        (omega, angle): (&Vector3<f64>, Wide),
        centre: Vector3<f64>,
        (own, own_centre): (Spin, Vector3<f64>),
    ) -> Self {
        Self {
            shape,
            about: Spin::new(&shape, rotation, omega, angle, &centre),
            centre,
            own,
            own_centre,
        }
    }

    /// Along an axis that the carrier has at n now, whose own reach is `own`: with this body as it stands, at whatever angle to the
    /// carrier, or, where it spins itself, with its ball. `centres` leads from the carrier's centre to its own, and changes by `velocity`.
    pub(super) fn around(
        &self,
        n: &Vector3<f64>,
        (centres, velocity): (&Vector3<f64>, &Vector3<f64>),
        own: f64,
        spins: bool,
    ) -> Come {
        let length = sqrt(n.norm_squared()) * (1.0 + 4.0 * U);
        let growth = self.about.swept(n, velocity);
        if spins {
            let outer = self.about.swept(n, centres) + self.spun(n, length);
            return (own + outer, growth, 0.0);
        }
        let outer = self.about.full_turn(&self.shape, &self.centre, n);
        let turning = self.own.rate * self.own.rho * length * (1.0 + 16.0 * U);
        (own + outer, growth + turning, self.own.rate * turning)
    }

    /// How far it comes from its own centre at any angle of its own and of the carrier, along an axis of about this length.
    fn spun(&self, n: &Vector3<f64>, length: f64) -> f64 {
        let (k, m) = (&self.about.axis, &self.own.axis);
        let [same, opposite] = [k - m, k + m].map(|v| v.norm_squared());
        let lost = sqrt(same.min(opposite)) + 64.0 * U;
        let ball = self.own.ball * length;
        if lost >= 1.0 || self.own.rate == 0.0 {
            return ball;
        }
        let m = if same < opposite { *m } else { -m };
        let (e, _) = across(&m);
        let n = m * n.dot(k) + e * self.about.across(n);
        let turned = self.own.full_turn(&self.shape, &self.own_centre, &n);
        ball.min(turned + lost * ball * (1.0 + 8.0 * U))
    }

    /// What it sweeps over.
    pub(super) fn ring(&self) -> Ring<'s> {
        Ring {
            shape: self.shape,
            axis: self.about.local,
            centre: self.centre,
        }
    }
}
