//! How one body sees a point that the other one carries along.
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
//! It is small where both turn nearly alike.
//!
//! **Bodies that are taken for such that stand.** One that turns about its own axis of revolution is in the same place as if it did not turn,
//! here or before (`still.rs`). And a point near the axis ω stays near where it is, however often it goes around: exp(sω)q is off q by 2|q⊥| at
//! most. So where that is little beside the depth, x is taken as if the carrier did not turn. Where C + r stays near the axis Ω as well, as the
//! joint about which both turn does, it is taken as if neither did: R(s)ᵀ(C + r) is off R(0)ᵀ(C + r) by 2|(C + r)⊥| at most, which is
//! greatest at an end. What is left is the way on a straight line, at any rate and in however many turns. What a point strays by is taken off.

use crate::tolerance::{COMMON, COMMON_SHORTER, ON_AXLE, U};
use crate::turning::motion::{Body, Motion, Pose, map};
use nalgebra::{Matrix3, Vector3};
use swept_support::{LinearMap, Support, sqrt};

/// 6!·2⁶: the interpolation is off by N h⁶ over this.
const HERMITE: f64 = 46_080.0;

/// How one body, the carrier, is seen by the other.
pub(super) struct Seen<'s> {
    /// Which it is: the moving body (0) or the fixed one.
    pub(super) carrier: usize,
    /// Both shapes, the carrier's first, and their centres of rotation in their own frames.
    pub(super) shapes: [&'s dyn Support; 2],
    pub(super) centres: [Vector3<f64>; 2],
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

/// A place, a velocity and a second derivative.
pub(super) type Motions = [Vector3<f64>; 3];

impl Derivative {
    /// Of the point r, with C.
    fn of(&self, r: &Vector3<f64>, way: &Vector3<f64>) -> Vector3<f64> {
        self.point * r + self.way * way + self.velocity
    }
}

/// The six points of the curve that goes from one place to another in the time h.
pub(super) fn points([x, v, a]: &Motions, [y, w, b]: &Motions, h: f64) -> [Vector3<f64>; 6] {
    let bent = h * h / 20.0;
    [
        *x,
        x + v * (0.2 * h),
        x + v * (0.4 * h) + a * bent,
        y - w * (0.4 * h) + b * bent,
        y - w * (0.2 * h),
        *y,
    ]
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

    /// By what a body turns, as it is seen: the moving one (0), or the fixed one.
    pub(super) fn omega_of(&self, body: usize) -> &Vector3<f64> {
        &self.omegas[usize::from(body != self.carrier)]
    }

    /// N, from one pose to another. What rounding leaves is some u of products of as many factors.
    pub(super) fn bend(&self, q: &Vector3<f64>, poses: [&Pose; 2]) -> f64 {
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
    pub(super) fn rotations(&self, from: &Pose, pose: &Pose) -> [LinearMap; 2] {
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
    pub(super) fn sees(&self, local: &Vector3<f64>, from: &Pose, pose: &Pose) -> Motions {
        let [by, other] = self.rotations(from, pose);
        let (r, way) = (by.apply(local), self.way(pose));
        let [first, second, _] = &self.derivatives;
        [
            other.apply_transposed(&(way + r)) + self.centres[1],
            other.apply_transposed(&first.of(&r, &way)),
            other.apply_transposed(&second.of(&r, &way)),
        ]
    }

    /// What the point q from the carrier's centre may stray by, from one pose to another, beside what it does where the carrier is taken for one
    /// that stands; and where both are.
    pub(super) fn strays(&self, q: &Vector3<f64>, poses: [&Pose; 2]) -> [f64; 2] {
        let around = |omega: &Vector3<f64>, q: &Vector3<f64>| {
            let squared = omega.norm_squared();
            if squared > 0.0 {
                let rounding = 16.0 * U * sqrt(q.norm_squared());
                2.0 * (sqrt(q.cross(omega).norm_squared() / squared) + rounding)
            } else {
                0.0
            }
        };
        let [omega, other] = &self.omegas;
        let one = around(omega, q);
        let two = poses.map(|pose| around(other, &(self.way(pose) + q)));
        [one, one + two[0].max(two[1])]
    }

    /// How fast the point r from the carrier's centre goes at a pose, as the other one sees it, in world axes.
    pub(super) fn velocity(&self, r: &Vector3<f64>, pose: &Pose) -> Vector3<f64> {
        let [first, ..] = &self.derivatives;
        first.of(r, &self.way(pose))
    }

    /// How much less deep than the six points a curve may be that has this N, on an interval of length h: by what the polynomial is off, by
    /// what rounding takes from places, and by what their derivatives add to that on the way.
    pub(super) fn lost(&self, bend: f64, h: f64) -> f64 {
        let cubed = h * h * h;
        let turned = self.rate * h;
        let rounding = COMMON * U * self.far * (1.0 + turned + turned * turned) + self.off;
        bend * cubed * cubed * ((1.0 + 16.0 * U) / HERMITE) + rounding
    }

    /// An interval no longer than `h` that loses no more than half of `spare`; 0 where next to none does.
    pub(super) fn shortened(&self, bend: f64, mut h: f64, spare: f64) -> f64 {
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
    /// How a body is seen by the other one, where the first `standing` of both are taken for such that stand.
    pub(super) fn seen_carrying(&self, carrier: usize, standing: usize, pose: &Pose) -> Seen<'_> {
        let (m, f) = (&self.moving, &self.fixed);
        let (turning, off) = (
            [seen_turning(m), seen_turning(f)],
            [m.spin.ball, f.spin.ball],
        );
        let wheels = turning.map(|omega| omega.is_none());
        let omegas = turning.map(Option::unwrap_or_default);
        // The axis of a wheel may circle that about which it turns.
        let off = [0, 1].map(|i| if wheels[i] { off[i] } else { 0.0 });
        let off = 4.0 * ON_AXLE * U * (off[0] + off[1]) + self.still.of_points();
        let bodies: [(&dyn Support, _); 2] = [(m.shape, m.centre), (f.shape, f.centre)];
        let order = [carrier, 1 - carrier];
        let mut omegas = order.map(|i| omegas[i]);
        omegas[..standing].fill(Vector3::zeros());
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
}

/// By what a body is seen to turn: 0 where it does not, `None` where it turns about its own axis of revolution.
fn seen_turning<S: Support>(body: &Body<'_, S>) -> Option<Vector3<f64>> {
    if !body.turns {
        return Some(Vector3::zeros());
    }
    (!body.is_wheel()).then_some(body.omega)
}

#[cfg(test)]
mod tests;
