//! What a body sweeps over in a full turn, as a shape: for searches, whose axes are proven by `whole_turns.rs`.

use super::bound::{AROUND, across};
use crate::tolerance::CLOSER;
use nalgebra::{Point3, Vector3};
use swept_support::{Support, sqrt};

/// The hull of all places of a shape that turns about an axis. Its support points are circles' crests: of a shape with corners those of
/// the corner that comes farthest, of a round one as near to that as a few halvings of an arc find.
pub(super) struct Ring<'s> {
    pub(super) shape: &'s dyn Support,
    /// The axis, of unit length, and a point on it, in the shape's own frame.
    pub(super) axis: Vector3<f64>,
    pub(super) centre: Vector3<f64>,
}

impl Ring<'_> {
    /// Its part along the axis, and how far it is from there, of a point counted from the centre.
    fn parts(&self, q: &Vector3<f64>) -> (f64, f64) {
        let along = self.axis.dot(q);
        (along, sqrt((q - self.axis * along).norm_squared()))
    }
}

/// A direction around the axis, and the circle of the support point there: its height on the axis, its radius, and how far it comes.
#[derive(Clone, Copy)]
struct Crest {
    at: [f64; 2],
    circle: (f64, f64),
    top: f64,
}

impl Support for Ring<'_> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let along = self.axis.dot(n);
        let sideways = n - self.axis * along;
        let out = sqrt(sideways.norm_squared());
        let (e, f) = across(&self.axis);
        let crest = |at: [f64; 2]| {
            let u = self.axis * along + (e * at[0] + f * at[1]) * out;
            let circle = self.parts(&(self.shape.support_point(&u).coords - self.centre));
            let top = along * circle.0 + out * circle.1;
            Crest { at, circle, top }
        };
        let crests = AROUND.map(|(c, s)| crest([c, s]));
        let highest = (0..16).max_by(|&i, &j| crests[i].top.total_cmp(&crests[j].top));
        let i = highest.unwrap_or(0);
        let mut best = crests[i];
        let (mut left, mut right) = (crests[(i + 15) % 16].at, crests[(i + 1) % 16].at);
        for _ in 0..CLOSER {
            let middle = |side: [f64; 2]| {
                let sum = [side[0] + best.at[0], side[1] + best.at[1]];
                let length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
                crest(sum.map(|x| x / length))
            };
            let (before, after) = (middle(left), middle(right));
            if before.top > best.top && before.top >= after.top {
                (best, right) = (before, best.at);
            } else if after.top > best.top {
                (best, left) = (after, best.at);
            } else {
                (left, right) = (before.at, after.at);
            }
        }
        let toward = if out > 0.0 { sideways / out } else { e };
        Point3::from(self.centre + self.axis * best.circle.0 + toward * best.circle.1)
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }

    /// On the axis: the middle of a circle.
    fn interior_point(&self) -> Point3<f64> {
        let (along, _) = self.parts(&(self.shape.interior_point().coords - self.centre));
        Point3::from(self.centre + self.axis * along)
    }

    fn extent(&self) -> f64 {
        self.shape.extent() + 2.0 * sqrt(self.centre.norm_squared())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::{Cuboid, Ellipsoid};

    #[test]
    fn the_farthest_of_a_ring_is_that_of_its_outermost_corner_or_near_it() {
        let axis = Vector3::new(1.0, 2.0, -2.0) / 3.0;
        let centre = Vector3::new(0.5, -2.0, 1.0);
        let half = Vector3::new(0.3, 1.5, 0.7);
        let cuboid = Cuboid::new(half).unwrap();
        let round = Ellipsoid::new(half).unwrap();
        for i in 0..50 {
            let x = |j: i32| f64::from((i * 7919 + j * 104_729) % 1009) / 504.5 - 1.0;
            let n = Vector3::new(x(1), x(2), x(3));
            let top = |shape: &dyn Support| {
                let ring = Ring {
                    shape,
                    axis,
                    centre,
                };
                n.dot(&(ring.support_point(&n).coords - centre))
            };
            let crest = |q: Vector3<f64>| {
                n.dot(&axis) * axis.dot(&q) + n.cross(&axis).norm() * q.cross(&axis).norm()
            };
            let corner =
                |c: i32| Vector3::from_fn(|j, _| if c >> j & 1 == 0 { half[j] } else { -half[j] });
            let truth = (0..8)
                .map(|c| crest(corner(c) - centre))
                .fold(f64::MIN, f64::max);
            assert!(
                (top(&cuboid) - truth).abs() < 1e-12,
                "{i}: {} {truth}",
                top(&cuboid)
            );
            let truth = (0..100_000).map(|k| {
                let (a, b) = (
                    f64::from(k) * 0.618_034 * core::f64::consts::TAU,
                    f64::from(k) / 5e4 - 1.0,
                );
                let r = (1.0 - b * b).max(0.0).sqrt();
                let p = Vector3::new(r * a.cos(), r * a.sin(), b).component_mul(&half);
                crest(p - centre)
            });
            let truth = truth.fold(f64::MIN, f64::max);
            assert!(
                (top(&round) - truth).abs() < 2e-3 * truth.abs().max(1.0),
                "{i}"
            );
        }
    }
}
