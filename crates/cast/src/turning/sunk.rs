//! How long shapes that overlap surely go on to do so, for overlaps that are to be ignored.
//!
//! Whatever they are: a depth D is not left before D/v, v the greatest speed of any of their points relative to one of the other.
//!
//! Under a half-space one point of the moving shape suffices: as long as it is under the plane, they overlap. **The deepest one** has
//! φ = −D, a rate c that is known, and no more curvature than K, so that it stays under the plane until D = c s + K s²/2. Steps of
//! this come to an end as Newton's method does, where D/v leaves a constant part of the depth.
//!
//! Nothing is taken off for rounding, nor for what bodies stray by that count as standing (`still.rs`), and nothing need be. At the end of
//! such a step φ may be above 0 by both, where the shapes are asked for their depth again. By rounding that is no more than 171u of any of the
//! lengths that the scale there is the sum of (`Motion::error`: of a way to a centre, [`CENTRE`](crate::tolerance::CENTRE), and 83u once
//! more for its part of the way between both), by straying 2σ of it, σ up to 16u ([`STILL`](crate::tolerance::STILL)), for either body:
//! together 235u, less than 256u of the scale, half of the contact tolerance. Between the ends φ is no more, as what it is bounded by is convex. So
//! on the way the shapes come no farther apart than what counts as contact, where an overlap that is to be ignored may end as well.
//!
//! **Any one, at whatever angle a body has turned by:** of a point x, counted from the one that the half-space turns about, n comes
//! to no more at any angle of the half-space than to g(x) (`turned.rs`), which grows by g(v) as the centre of the moving shape
//! goes by v. A point q from that centre adds |q| at any angle of the moving shape; or it counts where it stands, and goes by no more
//! than |ω||q|. And where the half-space turns slowly and the moving shape fast, n·x comes to its crest in a turn of that. Each is
//! convex in q, and a few steps toward the support point against its slope find a q that serves, if there is one: it need not be the
//! best. So what no turn frees is passed in one step, or in as many as the slower body makes turns.

use super::advance::{Axis, Search};
use super::bound::Spin;
use super::motion::{Pose, map};
use super::standing::Standing;
use super::whole_turns::beside_slow_plane;
use crate::Observer;
use crate::tolerance::{AFTER, TOWARD, U};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// How long the shapes surely overlap from a pose on where they are so deep.
    pub(super) fn sunk_for(&mut self, pose: &Pose, standing: &Standing, deep: f64) -> f64 {
        let plain = self.motion.time_for(deep, pose.at);
        if !matches!(standing.axis, Axis::Plane) {
            return plain;
        }
        let deepest = self.deepest_for(pose, standing, deep);
        plain.max(deepest).max(self.any_turn_for(pose, standing))
    }

    /// By the deepest point.
    fn deepest_for(&self, pose: &Pose, standing: &Standing, deep: f64) -> f64 {
        let motion = self.motion;
        let n = &standing.normal;
        let (speed, bend) = if motion.fixed.turns {
            motion.beside_turning_plane(n, pose, motion.moving.spin.rho)
        } else {
            let way = sqrt(motion.displacement.norm_squared());
            let spin = &motion.moving.spin;
            (way + spin.speed_of_points(n), spin.bend_of_points(n))
        };
        let rate = self.rate(standing, pose) + 64.0 * U * speed;
        let root = sqrt(rate * rate + 2.0 * bend * deep);
        let time = if rate > 0.0 {
            2.0 * deep / (rate + root)
        } else {
            (root - rate) / bend
        };
        // NaN where neither rate nor bend is known to be above 0: no time is proven then.
        if time > 0.0 {
            time * (1.0 - 16.0 * U)
        } else {
            0.0
        }
    }

    /// By some point of the moving shape, for as long as no turn of one of the bodies, or of both, frees it.
    fn any_turn_for(&mut self, pose: &Pose, standing: &Standing) -> f64 {
        let motion = self.motion;
        let (m, f, n) = (&motion.moving, &motion.fixed, &standing.normal);
        if self.steps < AFTER {
            return 0.0;
        }
        let (rotation, centres, d) = (map(&pose.moving), -pose.centres, &motion.displacement);
        let lever = map(&pose.fixed).apply(&f.centre);
        let far = sqrt(pose.centres.norm_squared()) + motion.size;
        let slack = 64.0 * U * far + standing.contact;
        let plane = motion.radius - motion.reach - n.dot(&lever) - slack;
        let about = |spin: &Spin, x: &Vector3<f64>| (spin.swept(n, x), spin.slope(n, x));
        let as_it_stands = |q: &Vector3<f64>| about(&f.spin, &(centres + q));
        let both = |q: &Vector3<f64>| {
            let (height, _) = about(&f.spin, &centres);
            let length = sqrt(q.norm_squared());
            (height + length, q / length)
        };
        let slow_plane = |q: &Vector3<f64>| {
            let (height, slope) = about(&m.spin, q);
            (n.dot(&centres) + height, slope)
        };
        let growth = f.spin.swept(n, d);
        // Beside one that stands, only the way along its normal counts.
        let straight = n.dot(d) + 8.0 * U * sqrt(d.norm_squared());
        let ways = [&pose.centres, &motion.centres(Wide::from(1.0))];
        let (slow_growth, _) = beside_slow_plane(n, &m.spin, &f.spin, ways, d);
        let ways: [(Height, f64, f64); 3] = [
            (&as_it_stands, growth, m.spin.rate),
            (&both, growth, 0.0),
            (
                &slow_plane,
                if f.turns { slow_growth } else { straight },
                0.0,
            ),
        ];
        let mut longest = 0.0_f64;
        for (height, growth, rate) in ways {
            let support = |u: &Vector3<f64>| {
                let local = rotation.apply_transposed(u);
                rotation.apply(&(m.shape.support_point(&local).coords - m.centre))
            };
            let mut q = rotation.apply(&(m.shape.interior_point().coords - m.centre));
            for i in 0..=TOWARD {
                self.evaluations += 1;
                let (height, slope) = height(&q);
                let under = plane - height;
                let growth = growth + rate * sqrt(q.norm_squared()) * (1.0 + 8.0 * U);
                if under > 0.0 && growth > 0.0 {
                    longest = longest.max(under / growth * (1.0 - 8.0 * U));
                } else if under > 0.0 {
                    return f64::INFINITY;
                }
                // Where q is the centre it has no slope, and one that is level leads nowhere.
                if !(largest(&slope) > 0.0 && slope.iter().all(|x| x.is_finite())) {
                    break;
                }
                let toward = support(&-slope);
                // What is no number leads nowhere.
                if toward.iter().all(|x| x.is_finite()) {
                    q += (toward - q) * (2.0 / (f64::from(i) + 2.0));
                }
            }
        }
        longest
    }
}

/// How far a point comes along n, and how that grows.
type Slope = (f64, Vector3<f64>);

/// The same of any point, at some angles.
type Height<'h> = &'h dyn Fn(&Vector3<f64>) -> Slope;
