//! Half-spaces: their normal, and how fast it turns.

use super::motion::{Motion, Pose, map};
use crate::tolerance::{ROTATION, TURN, U};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// For a half-space that turns: the bounds on the first and second derivative of φ along its own normal n from the fraction of `pose`
    /// on.
    ///
    /// With r from the half-space's centre to a point of the moving core, φ is n·r and a constant. n' = ω × n, of length |ω||n⊥|, and
    /// n'' = −|ω|² n⊥, so φ'' = n''·r + 2 n'·r' + n·r'' is at most |ω|²|n⊥||r| + 2|ω||n⊥||r'| + |ω_m|²ρ|n_m|, and |φ'|
    /// at most |ω||n⊥||r| + |n||r'|. n_m is the part of n across the axis of the moving body, which points bend toward that go around it: at the
    /// pose, and by up to 2|n⊥| more on the way of n. |r| is convex along the displacement, up to the ball of the moving body. `rho` is that
    /// of its own points, or of whichever fill it (`bound.rs`).
    pub(crate) fn beside_turning_plane(
        &self,
        n: &Vector3<f64>,
        pose: &Pose,
        rho: f64,
    ) -> (f64, f64) {
        let end = self.centres(Wide::from(1.0));
        let far = sqrt(pose.centres.norm_squared().max(end.norm_squared()));
        let far = (far + self.moving.spin.ball) * (1.0 + 16.0 * U);
        let (m, f) = (&self.moving.spin, &self.fixed.spin);
        let length = sqrt(n.norm_squared());
        // What n itself may be off by at a pose.
        let off = (ROTATION + TURN) * U * length;
        let across = f.across(n) + off;
        let speed = m.rate * rho + sqrt(self.displacement.norm_squared());
        let first = f.rate * far * across + speed * length;
        let second = f.rate * across * (f.rate * far + 2.0 * speed)
            + m.bend_along(rho, n, 2.0 * across + off);
        let (first, second) = (first * (1.0 + 32.0 * U), second * (1.0 + 32.0 * U));
        match &self.seen[1] {
            Some(seen) => {
                let centres = [&pose.centres, &end];
                (
                    first.min(seen.speed(centres) * length * (1.0 + 8.0 * U)),
                    second.min(seen.curvature(centres) * length * (1.0 + 8.0 * U)),
                )
            }
            None => (first, second),
        }
    }

    /// The normal of a half-space at a pose, in world space; `None` for all other shapes.
    pub(crate) fn unbounded_normal(&self, pose: &Pose) -> Option<Vector3<f64>> {
        let normal = self.fixed.shape.unbounded_normal()?;
        let normal = normal / largest(&normal);
        Some(map(&pose.fixed).apply(&(normal / sqrt(normal.norm_squared()))))
    }
}
