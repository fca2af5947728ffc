//! How long two bodies that overlap surely have a point in common.
//!
//! **One point shows it.** Let one body, the carrier, carry a point of its core along, q from its centre of rotation, and let the other one
//! see it at x(s), in that one's own frame. The bodies overlap for as long as x(s) is in the other one, or no farther from it than the
//! carrier's radius. How deep a point is in a convex body, negative outside, is a concave function of the point, and changes by no more
//! than the point goes. So a few points say how deep a whole curve is: bodies that lie in one another by a millionth of their size may turn
//! there as far as the point does not come to their sides, where depth over greatest speed is a millionth of a turn.
//!
//! **The curve.** The polynomial of degree 5 with the same place, velocity and x'' at both ends of an interval of length h is
//! Σ Bᵢ(s/h) Pᵢ, with Bernstein's polynomials Bᵢ, none of them negative and 1 in all, and
//!
//! ```text
//! P₀ = x(0),   P₁ = x(0) + x'(0) h/5,   P₂ = x(0) + 2 x'(0) h/5 + x''(0) h²/20
//! P₅ = x(h),   P₄ = x(h) − x'(h) h/5,   P₃ = x(h) − 2 x'(h) h/5 + x''(h) h²/20
//! ```
//!
//! By Hermite's formula it is off by no more than N s³(h − s)³/6! along any direction, N a bound on the sixth derivative: N h⁶/46080. So
//! the curve is everywhere as deep as the least deep of the six, less that.
//!
//! **Its derivatives.** Let the carrier turn by ω and the other one by Ω, with the matrices ω× and Ω× of the vector products, R the rotation of the
//! other, C the way from its centre to the carrier's, and r = exp(sω)q. Then x = Rᵀ(C + r) up to a constant, and for any constant M
//!
//! ```text
//! C' = v,   R' = Ω×R,   (Rᵀ M r)' = Rᵀ(M ω× − Ω× M) r,   (Rᵀ M C)' = Rᵀ(−Ω× M C + M v)
//! ```
//!
//! With M₀ = 1 and Mₖ₊₁ = Mₖ ω× − Ω× Mₖ that is, k times,
//!
//! ```text
//! x⁽ᵏ⁾ = Rᵀ(Mₖ r + (−Ω×)ᵏ C + k (−Ω×)ᵏ⁻¹ v)
//! ```
//!
//! The part of r along ω stands, and the part across it keeps its length. C is linear, so that the norm of what is made of it and
//! of constants is greatest at an end:
//!
//! ```text
//! N = max |M₆ q∥ + (Ω×)⁶ C − 6 (Ω×)⁵ v| + ‖M₆‖|q⊥|
//! ```
//!
//! It is 0 of a point on the axis of what turns alone, and of the joint about which both do; and small where both turn nearly alike. A
//! body that turns about its own axis of revolution is in the same place as if it did not turn, and is taken for one that does not.
//!
//! **Which point it is** decides no answer. Those looked at are of either body's core the one that is deepest in the other one, and the points
//! next to it on both axes, those first that may last the longest. What such a point lacks to lie in its core is taken off.

use super::advance::{Axis, Search};
use super::contact::Standing;
use super::motion::{Body, Motion, Pose, map};
use super::step::later;
use crate::Observer;
use crate::obstacle::{Obstacle, Open};
use crate::problem::{self, Problem};
use crate::start::{Allowed, proximity};
use crate::tolerance::{
    COMMON, COMMON_OPEN, COMMON_SHORTER, COMMON_TRIES, ENOUGH, NOISE, ON_AXLE, U, WORTH,
};
use crate::wide::Wide;
use nalgebra::{Isometry3, Matrix3, Vector3};
use swept_support::{LinearMap, Placed, PointShape, Support, sqrt};

/// 6!·2⁶: the interpolation is off by N h⁶ over this.
const HERMITE: f64 = 46_080.0;

/// How one body, the carrier, is seen by the other.
struct Seen<'s> {
    /// Which it is: the moving body (0) or the fixed one.
    carrier: usize,
    /// Both shapes, the carrier's first, and their centres of rotation in their own frames.
    shapes: [&'s dyn Support; 2],
    centres: [Vector3<f64>; 2],
    /// By what they turn, where it is seen: ω and Ω.
    omegas: [Vector3<f64>; 2],
    /// Of the first, the second and the sixth derivative.
    derivatives: [Derivative; 3],
    /// |ω| + |Ω|.
    rate: f64,
    /// All lengths, and what a body that only seems to stand is off by.
    far: f64,
    off: f64,
}

/// Mₖ, (−Ω×)ᵏ, and k (−Ω×)ᵏ⁻¹ v.
#[derive(Clone, Copy, Default)]
struct Derivative {
    point: Matrix3<f64>,
    way: Matrix3<f64>,
    velocity: Vector3<f64>,
}

/// A point that the carrier takes along.
struct Rider {
    /// From the carrier's centre, in the carrier's own frame.
    local: Vector3<f64>,
    /// N.
    bend: f64,
    /// About how long it stays in both bodies.
    stays: f64,
}

/// A place, a velocity and a second derivative.
type Motions = [Vector3<f64>; 3];

impl Derivative {
    /// Of the point r, with C.
    fn of(&self, r: &Vector3<f64>, way: &Vector3<f64>) -> Vector3<f64> {
        self.point * r + self.way * way + self.velocity
    }
}

impl Seen<'_> {
    /// C.
    fn way(&self, pose: &Pose) -> Vector3<f64> {
        if self.carrier == 0 {
            -pose.centres
        } else {
            pose.centres
        }
    }

    /// N, from one pose to another. What rounding leaves is some u of products of as many factors.
    fn bend(&self, q: &Vector3<f64>, poses: [&Pose; 2]) -> f64 {
        let omega = &self.omegas[0];
        let squared = omega.norm_squared();
        let along = if squared > 0.0 {
            omega * (omega.dot(q) / squared)
        } else {
            *q
        };
        let across = sqrt((q - along).norm_squared()) + 8.0 * U * sqrt(q.norm_squared());
        let [_, _, sixth] = &self.derivatives;
        let stands = poses.map(|pose| {
            let stands = sixth.of(&along, &self.way(pose));
            sqrt(stands.norm_squared())
        });
        let cubed = self.rate * self.rate * self.rate;
        let slack = 128.0 * U * cubed * cubed * self.far;
        let circles = sqrt(sixth.point.norm_squared()) * across;
        (stands[0].max(stands[1]) + circles + slack) * (1.0 + 16.0 * U)
    }

    /// The rotations of both bodies at a pose, as they are seen: one that only seems to turn stands as at `from`.
    fn rotations(&self, from: &Pose, pose: &Pose) -> [LinearMap; 2] {
        let of = |body: usize, omega: &Vector3<f64>| {
            let pose = if *omega == Vector3::zeros() {
                from
            } else {
                pose
            };
            map(if body == 0 { &pose.moving } else { &pose.fixed })
        };
        let [omega, other] = &self.omegas;
        [of(self.carrier, omega), of(1 - self.carrier, other)]
    }

    /// Where the other body sees a point at a pose, in its own frame, and how that changes.
    fn sees(&self, local: &Vector3<f64>, from: &Pose, pose: &Pose) -> Motions {
        let [by, other] = self.rotations(from, pose);
        let (r, way) = (by.apply(local), self.way(pose));
        let [first, second, _] = &self.derivatives;
        [
            other.apply_transposed(&(way + r)) + self.centres[1],
            other.apply_transposed(&first.of(&r, &way)),
            other.apply_transposed(&second.of(&r, &way)),
        ]
    }

    /// How much less deep than the six points a curve may be that has this N, on an interval of length h: by what the polynomial is off, by
    /// what rounding takes from places, and by what their derivatives add to that on the way.
    fn lost(&self, bend: f64, h: f64) -> f64 {
        let cubed = h * h * h;
        let turned = self.rate * h;
        let rounding = COMMON * U * self.far * (1.0 + turned + turned * turned) + self.off;
        bend * cubed * cubed * ((1.0 + 16.0 * U) / HERMITE) + rounding
    }

    /// An interval no longer than `h` that loses no more than half of `spare`; 0 where next to none does.
    fn shortened(&self, bend: f64, mut h: f64, spare: f64) -> f64 {
        for _ in 0..COMMON_SHORTER {
            if self.lost(bend, h) <= 0.5 * spare {
                return h;
            }
            h *= 0.875;
        }
        0.0
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// How a body is seen by the other one.
    fn seen_carrying(&self, carrier: usize, pose: &Pose) -> Seen<'_> {
        let (m, f) = (&self.moving, &self.fixed);
        let (turning, off) = (
            [seen_turning(m), seen_turning(f)],
            [m.spin.ball, f.spin.ball],
        );
        let wheels = turning.map(|omega| omega.is_none());
        let omegas = turning.map(Option::unwrap_or_default);
        // The axis of a wheel may circle that about which it turns.
        let off = [0, 1].map(|i| if wheels[i] { off[i] } else { 0.0 });
        let off = 4.0 * ON_AXLE * U * (off[0] + off[1]);
        let bodies: [(&dyn Support, _); 2] = [(m.shape, m.centre), (f.shape, f.centre)];
        let order = [carrier, 1 - carrier];
        let omegas = order.map(|i| omegas[i]);
        let velocity = if carrier == 0 {
            self.displacement
        } else {
            -self.displacement
        };
        let [by, turn] = omegas.map(|omega| omega.cross_matrix());
        let mut derivatives = [Derivative::default(); 3];
        let (mut point, mut way) = (Matrix3::identity(), Matrix3::identity());
        for k in 1..=6_u8 {
            let velocity = way * velocity * f64::from(k);
            (point, way) = (point * by - turn * point, -turn * way);
            let kept = match k {
                1 => 0,
                2 => 1,
                _ => 2,
            };
            derivatives[kept] = Derivative {
                point,
                way,
                velocity,
            };
        }
        let rates = omegas.map(|omega| sqrt(omega.norm_squared()));
        let sizes = m.spin.ball + f.spin.ball + m.shape.radius() + f.shape.radius();
        let way = sqrt(pose.centres.norm_squared()) + sqrt(velocity.norm_squared());
        Seen {
            carrier,
            shapes: order.map(|i| bodies[i].0),
            centres: order.map(|i| bodies[i].1),
            omegas,
            derivatives,
            rate: rates[0] + rates[1],
            far: way + sizes,
            off,
        }
    }

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
            let leaves = out.dot(&seen.derivatives[0].of(&q, &seen.way(pose)));
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

/// By what a body is seen to turn: 0 where it does not, `None` where it turns about its own axis of revolution.
fn seen_turning<S: Support>(body: &Body<'_, S>) -> Option<Vector3<f64>> {
    if !body.turns {
        return Some(Vector3::zeros());
    }
    (!body.is_wheel()).then_some(body.omega)
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
        while longest < f64::INFINITY {
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
        let [x, v, a] = seen.sees(&rider.local, from, from);
        let spare = self.depth_of(other, &x, deep) + carrier.radius() - lacks;
        let mut h = rider.stays;
        for _ in 0..COMMON_TRIES {
            h = seen.shortened(rider.bend, h, spare);
            // What is no number is no time.
            let longer = h > longest;
            if !longer {
                break;
            }
            let to = motion.pose(later(from.at, h, rest));
            let [y, w, b] = seen.sees(&rider.local, from, &to);
            let bent = h * h / 20.0;
            let points = [
                (1.0, y),
                (0.8, y - w * (0.2 * h)),
                (0.6, y - w * (0.4 * h) + b * bent),
                (0.4, x + v * (0.4 * h) + a * bent),
                (0.2, x + v * (0.2 * h)),
            ];
            let lost = seen.lost(rider.bend, h);
            let outside = points.iter().find_map(|(part, point)| {
                let depth = self.depth_of(other, point, deep) + carrier.radius() - lacks;
                let stays = depth > lost;
                (!stays).then_some((part, depth))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sweep, Turn, TurningSweep, Turns};
    use nalgebra::{Point3, UnitQuaternion};
    use swept_support::Cuboid;

    /// Two boxes that turn by these vectors about points so far from their middles, the moving one on a way, whose middles are so far apart.
    fn turning(
        [by, other]: [Vector3<f64>; 2],
        [about, at]: [Vector3<f64>; 2],
        (from, way): (Vector3<f64>, Vector3<f64>),
    ) -> TurningSweep<f64, Cuboid<f64>, Cuboid<f64>> {
        let cuboid = || Cuboid::new([0.5; 3]).unwrap();
        let turned = UnitQuaternion::from_scaled_axis(from);
        let moving = Placed::new(cuboid(), Isometry3::from_parts(from.into(), turned)).unwrap();
        let fixed = Placed::new(cuboid(), Isometry3::identity()).unwrap();
        let turns = Turns {
            moving: Turn::by(by).about(Point3::from(about)),
            fixed: Turn::by(other).about(Point3::from(at)),
        };
        TurningSweep::new(Sweep::new(moving, way, fixed).unwrap(), turns).unwrap()
    }

    /// How far a point that a body carries is ever from the curve of the six points, from s to s + h, as a part of what its N allows.
    fn beyond_the_curve(
        sweep: &TurningSweep<f64, Cuboid<f64>, Cuboid<f64>>,
        carrier: usize,
        q: &Vector3<f64>,
        (s, h): (f64, f64),
    ) -> f64 {
        let motion = Motion::new(sweep, 0.0);
        let pose = |t: f64| motion.pose(Wide::from(t));
        let (from, to) = (pose(s), pose(s + h));
        let seen = motion.seen_carrying(carrier, &from);
        let local = seen.rotations(&from, &from)[0].apply_transposed(q);
        let [x, v, a] = seen.sees(&local, &from, &from);
        let [y, w, b] = seen.sees(&local, &from, &to);
        let points = [
            x,
            x + v * (h / 5.0),
            x + v * (0.4 * h) + a * (h * h / 20.0),
            y - w * (0.4 * h) + b * (h * h / 20.0),
            y - w * (h / 5.0),
            y,
        ];
        let most = seen.bend(q, [&from, &to]) * (h * h * h) * (h * h * h) / HERMITE;
        let mut farthest = 0.0_f64;
        for i in 0..=32 {
            let t = f64::from(i) / 32.0;
            // By halving, as Bernstein's polynomials add up.
            let mut left = points;
            for k in (0..5).rev() {
                for j in 0..=k {
                    left[j] = left[j] * (1.0 - t) + left[j + 1] * t;
                }
            }
            let [there, ..] = seen.sees(&local, &from, &pose(s + h * t));
            let off = sqrt((there - left[0]).norm_squared());
            assert!(
                off <= most * (1.0 + 1e-9) + 1e-13,
                "{off:e} {most:e} at {t}"
            );
            farthest = farthest.max(off / most);
        }
        farthest
    }

    #[test]
    fn a_point_is_no_farther_from_the_curve_than_its_sixth_derivative_says() {
        let (mut farthest, mut all) = ([0.0_f64; 3], 0.0_f64);
        for i in 0..600_u32 {
            let number = |k: u32| (f64::from(i) * sqrt(f64::from(4 * k + 3))).fract() - 0.5;
            let vector = |k: u32| Vector3::new(number(k), number(k + 1), number(k + 2));
            let (zero, h) = (Vector3::zeros(), 0.2 + 0.2 * (number(0) + 0.5));
            let along = vector(40);
            let kind = i as usize % 4;
            let (omegas, about, way, q) = match kind {
                // The carrier alone turns, and comes along.
                0 => (
                    [Vector3::z() * 4.0, zero],
                    [vector(1), zero],
                    along,
                    Vector3::x(),
                ),
                // The other one alone does: what it sees circles it.
                1 => ([zero, Vector3::z() * 4.0], [zero, zero], zero, vector(4)),
                // Both, about one axis, by nearly as much.
                2 => (
                    [Vector3::z() * 4.0, Vector3::z() * 1.0],
                    [zero, zero],
                    zero,
                    Vector3::x(),
                ),
                _ => (
                    [vector(7) * 6.0, vector(10) * 6.0],
                    [vector(13), vector(16)],
                    along,
                    vector(19),
                ),
            };
            let from = if kind == 2 { zero } else { vector(22) };
            let sweep = turning(omegas, about, (from, way));
            for carrier in [0, 1] {
                let s = 0.3 * (number(25) + 0.5);
                let part = beyond_the_curve(&sweep, carrier, &q, (s, h));
                match (kind, carrier) {
                    (0, 0) => farthest[0] = farthest[0].max(part),
                    (1, 0) => farthest[1] = farthest[1].max(part),
                    (2, _) => farthest[2] = farthest[2].max(part),
                    _ => all = all.max(part),
                }
            }
        }
        // ‖M₆‖ of a turn about one axis is √2 times what it does across it.
        assert!(farthest.iter().all(|part| *part > 0.6), "{farthest:?}");
        assert!(all > 0.1, "{all}");
    }
}
