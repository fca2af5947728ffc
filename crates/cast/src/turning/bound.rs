//! What one body's rotation can do to a separation: its reach from the axis, and the bounds made of it.
//!
//! **A wheel that leans.** A shape of revolution that turns about an axis k next to its own axis a is the same at any angle about a. So while
//! it turns by ω it may be said to turn back by |ω| about a, and what is left moves hardly at all. Let σ be the sine of the angle between k and
//! a, d the way from the centre c to the nearest point p of its own axis, and B the ball about c. With y = x − c for a point x of it,
//! W = |ω|(k − a), V = |ω|(a × (p − c)), |k − a| = τ, a' = ω × a and (p − c)' = ω × (p − c),
//!
//! ```text
//! y'  = W × y + V                                 |y'|  ≤ |ω|(τB + d)
//! y'' = W' × y + W × y' + V'                      |y''| ≤ |ω|²(σB + τ²B + τd + (1 + σ)d)
//! ```
//!
//! And as a goes around on a cone, the wheel is where a turn by the angle between two of its places, and p's own way, takes it, whose points
//! go no farther than 2(σB + (1 + σ)d). For σ up to 1/64, where τ is no more than 1.0001 σ, all three hold with
//!
//! ```text
//! arm = 17/16 (σB + d):     |y'| ≤ |ω| arm,     |y''| ≤ |ω|² arm,     |y(s) − y(0)| ≤ 2 arm
//! ```
//!
//! These points fill the wheel at any time, as its own do, so that all that is concluded of a body's points holds of them; but a velocity of
//! the ones does not go with the second derivative of the others.

use super::angle;
use crate::tolerance::{BEND, LEAST_ANGLE, LITTLE_LEAN, NO_ANGLE, ON_AXLE, U, WIDEST};
use crate::wide::Wide;
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, largest, sqrt};

/// cos and sin of an eighth and of a quarter of a right angle's double: 22.5° and 45°.
const COS_EIGHTH: f64 = 0.923_879_532_511_286_8;
const SIN_EIGHTH: f64 = 0.382_683_432_365_089_8;
const HALF_ROOT: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// Sixteen unit vectors of the plane, 22.5° apart.
pub(super) const AROUND: [(f64, f64); 16] = [
    (1.0, 0.0),
    (COS_EIGHTH, SIN_EIGHTH),
    (HALF_ROOT, HALF_ROOT),
    (SIN_EIGHTH, COS_EIGHTH),
    (0.0, 1.0),
    (-SIN_EIGHTH, COS_EIGHTH),
    (-HALF_ROOT, HALF_ROOT),
    (-COS_EIGHTH, SIN_EIGHTH),
    (-1.0, 0.0),
    (-COS_EIGHTH, -SIN_EIGHTH),
    (-HALF_ROOT, -HALF_ROOT),
    (-SIN_EIGHTH, -COS_EIGHTH),
    (0.0, -1.0),
    (SIN_EIGHTH, -COS_EIGHTH),
    (HALF_ROOT, -HALF_ROOT),
    (COS_EIGHTH, -SIN_EIGHTH),
];

/// Whether a rotation by `omega`, radians about its direction, moves a shape far enough to count. `centre` and `extent` are counted from
/// the shape's origin.
pub(crate) fn turns(omega: &Vector3<f64>, centre: &Vector3<f64>, extent: f64) -> bool {
    let angle = largest(omega);
    let swing = angle * largest(centre);
    angle > LEAST_ANGLE || angle > NO_ANGLE && swing > LEAST_ANGLE * extent
}

/// A body's rotation, and how far the body's core reaches from its axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spin {
    /// |ω|, rounded up; 0 for a body that does not turn.
    pub(crate) rate: f64,
    /// The axis in world space, of unit length to a few units in the last place; and in the shape's own frame.
    pub(super) axis: Vector3<f64>,
    pub(super) local: Vector3<f64>,
    /// A bound on the distance of the core's points from the axis.
    pub(crate) rho: f64,
    /// Bounds on k·q and −k·q: how far the core reaches along the axis from the centre.
    ahead: f64,
    behind: f64,
    /// A bound on the distance of the core's points from the centre.
    pub(crate) ball: f64,
    /// For a wheel that leans, how far what fills it goes, as above; infinite for all else.
    arm: f64,
}

impl Spin {
    /// A body that does not turn.
    pub(crate) fn none(extent: f64) -> Self {
        Self {
            rate: 0.0,
            axis: Vector3::y(),
            local: Vector3::y(),
            rho: 0.0,
            ahead: 0.0,
            behind: 0.0,
            ball: extent,
            arm: f64::INFINITY,
        }
    }

    /// The spin of `shape`, standing at `rotation`, by the rotation vector `omega` of length `angle`, about `centre` (in
    /// the shape's own frame).
    pub(crate) fn new(
        shape: &impl Support,
        rotation: &LinearMap,
        omega: &Vector3<f64>,
        angle: Wide,
        centre: &Vector3<f64>,
    ) -> Self {
        let axis = omega / angle.value();
        let local = rotation.apply_transposed(&axis);
        let lever = sqrt(centre.norm_squared());
        let ball = (shape.extent() + lever) * (1.0 + 8.0 * U);
        let slack = BEND * U * ball;
        let along = |n: &Vector3<f64>| {
            let point = shape.support_point(n).coords;
            n.dot(&point) - n.dot(centre) + slack
        };
        Self {
            rate: angle.value() * (1.0 + 4.0 * U),
            axis,
            local,
            rho: reach(shape, &local, centre, &along).min(ball),
            ahead: along(&local),
            behind: along(&-local),
            ball,
            arm: arm(shape, &local, centre, ball),
        }
    }

    /// The least r known with which the points that fill the core go no faster than |ω|r and bend by no more than |ω|²r.
    pub(crate) fn reach(&self) -> f64 {
        self.rho.min(self.arm)
    }

    /// Whether it is a wheel that leans by little.
    fn is_leaning_wheel(&self) -> bool {
        self.arm < self.rho
    }

    /// A bound on n·q over the core at any angle, from what that comes to where the body stands at the start; infinite for what is no wheel.
    pub(crate) fn about_start(&self, n: &Vector3<f64>, at_start: impl FnOnce() -> f64) -> f64 {
        if !self.is_leaning_wheel() {
            return f64::INFINITY;
        }
        let length = sqrt(n.norm_squared());
        at_start() + (2.0 * self.arm + 16.0 * U * self.ball) * length
    }

    /// An upper bound on |n⊥|, the part of n across the axis.
    pub(super) fn across(&self, n: &Vector3<f64>) -> f64 {
        let length = sqrt(n.norm_squared());
        sqrt(n.cross(&self.axis).norm_squared()) + 16.0 * U * length
    }

    /// K for this body: the bound on the second derivative of n·(its points), or of what fills it as well as they.
    pub(crate) fn curvature(&self, n: &Vector3<f64>) -> f64 {
        let own = self.bend_of_points(n);
        if self.is_leaning_wheel() {
            own.min(self.bend_of_wheel(n))
        } else {
            own
        }
    }

    /// K for its own points.
    pub(crate) fn bend_of_points(&self, n: &Vector3<f64>) -> f64 {
        self.bend_within(self.rho, self.across(n))
    }

    /// K for the points that fill a wheel which leans.
    fn bend_of_wheel(&self, n: &Vector3<f64>) -> f64 {
        self.bend_within(self.arm, sqrt(n.norm_squared()))
    }

    /// K for points no farther than `rho` from the axis, its own or those that fill it, along an n that moves by no more than `moved`. Its own go
    /// around the axis; of what fills a wheel only how fast it bends is known.
    pub(crate) fn bend_along(&self, rho: f64, n: &Vector3<f64>, moved: f64) -> f64 {
        let length = sqrt(n.norm_squared());
        if rho < self.rho {
            self.bend_within(rho, length)
        } else {
            self.bend_within(rho, (self.across(n) + moved).min(length))
        }
    }

    /// K for points within `rho` of the axis, along what is so long across it.
    fn bend_within(&self, rho: f64, across: f64) -> f64 {
        self.rate * self.rate * rho * across * (1.0 + 16.0 * U)
    }

    /// a(n): a bound on (n·k)(k·q), the part of n·q that no rotation changes.
    pub(super) fn constant(&self, n: &Vector3<f64>) -> f64 {
        let along = n.dot(&self.axis);
        let ends = if along > 0.0 {
            along * self.ahead
        } else {
            -along * self.behind
        };
        ends + 16.0 * U * self.ball * sqrt(n.norm_squared())
    }

    /// K for this body over an interval of length h, at both of whose ends it reaches no farther than `reach` along n:
    /// 8α(1/cos b − 1)/h² with α = reach + a(−n) and b = |ω|h/2, or what holds everywhere, if that is less.
    pub(crate) fn bend(&self, n: &Vector3<f64>, h: f64, reach: f64) -> f64 {
        let everywhere = self.curvature(n);
        let b = 0.5 * self.rate * h;
        if b > WIDEST || everywhere == 0.0 {
            return everywhere;
        }
        let length = sqrt(n.norm_squared());
        let alpha = (reach + self.constant(&-n) + 2.0 * BEND * U * self.ball * length).max(0.0);
        (8.0 * alpha * (excess(b).0 / (h * h))).min(everywhere)
    }

    /// What `bend` comes to on a short interval.
    pub(crate) fn bend_at(&self, n: &Vector3<f64>, reach: f64) -> f64 {
        let alpha = (reach + self.constant(&-n)).max(0.0);
        (self.rate * self.rate * alpha).min(self.curvature(n))
    }

    /// A bound on the first derivative of n·(its points), or of what fills it as well, rotation only: n·(ω × q) = q⊥·(n × ω).
    pub(crate) fn speed(&self, n: &Vector3<f64>) -> f64 {
        let own = self.speed_of_points(n);
        if self.is_leaning_wheel() {
            own.min(self.speed_of_wheel(n))
        } else {
            own
        }
    }

    /// That of its own points.
    pub(crate) fn speed_of_points(&self, n: &Vector3<f64>) -> f64 {
        self.rate * self.rho * self.across(n) * (1.0 + 16.0 * U)
    }

    fn speed_of_wheel(&self, n: &Vector3<f64>) -> f64 {
        self.rate * self.arm * sqrt(n.norm_squared()) * (1.0 + 16.0 * U)
    }

    /// K along n, and how fast n·(its points) may change, of the same points.
    fn both_of(&self, n: &Vector3<f64>, end: &Vector3<f64>, change: &Vector3<f64>) -> (f64, f64) {
        if self.is_leaning_wheel() {
            let bend = self.bend_of_wheel(n).max(self.bend_of_wheel(end));
            return (bend, self.speed_of_wheel(change));
        }
        let bend = self.bend_of_points(n).max(self.bend_of_points(end));
        (bend, self.speed_of_points(change))
    }

    /// g(x): a bound on n·(exp(s·ω)x) for every s.
    pub(super) fn swept(&self, n: &Vector3<f64>, x: &Vector3<f64>) -> f64 {
        let out = sqrt(x.cross(&self.axis).norm_squared());
        let slack = 32.0 * U * sqrt(n.norm_squared() * x.norm_squared());
        n.dot(&self.axis) * self.axis.dot(x) + self.across(n) * out + slack
    }

    /// How g(x) grows with x; no number on the axis.
    pub(super) fn slope(&self, n: &Vector3<f64>, x: &Vector3<f64>) -> Vector3<f64> {
        let out = x - self.axis * self.axis.dot(x);
        let length = sqrt(out.norm_squared());
        self.axis * n.dot(&self.axis) + out * (self.across(n) / length)
    }

    /// A(n): a bound on n·(exp(s·ω)q) for every s and every point of the core of a body that turns.
    pub(crate) fn revolved(&self, n: &Vector3<f64>) -> f64 {
        self.constant(n) + self.across(n) * self.rho
    }
}

/// 1/cos b − 1, rounded up, for an angle of no more than [`WIDEST`]; and cos b.
///
/// It is 2 sin²(b/2)/cos b. Sine and cosine err by 3u, of values of at least b/3 and a quarter: a sine is off by few u of itself,
/// because its series begins with b/2 and loses nothing.
pub(super) fn excess(b: f64) -> (f64, f64) {
    let (half, _) = angle::sin_cos(Wide::from(0.5 * b));
    let (_, cos) = angle::sin_cos(Wide::from(b));
    (2.0 * half * half / cos * (1.0 + 256.0 * U), cos)
}

/// K for an axis that goes from n to `end` on a straight line in the time h: K of a standing axis, which is convex in n
/// and so no more than at one of the ends, and 2ν·(velocity of any two points) for its rate ν = (end − n)/h.
pub(crate) fn curvature(
    moving: &Spin,
    fixed: &Spin,
    displacement: &Vector3<f64>,
    (n, end): (&Vector3<f64>, &Vector3<f64>),
    h: f64,
) -> f64 {
    if n == end {
        return (moving.curvature(n) + fixed.curvature(n)) * (1.0 + 4.0 * U);
    }
    let change = end - n;
    let along = change.dot(displacement);
    let slack = 16.0 * U * sqrt(change.norm_squared() * displacement.norm_squared());
    let [moving, fixed] = [moving, fixed].map(|spin| spin.both_of(n, end, &change));
    let turning = along + slack + moving.1 + fixed.1;
    let bend = moving.0 + fixed.0 + (2.0 * turning / h).max(0.0);
    bend * (1.0 + 16.0 * U)
}

/// A bound on the distance of the core's points from the axis through `centre` (unit `axis`, in the shape's own frame).
/// `along(u)` bounds u·(p − centre) over the core, with its rounding errors and those of u's being across the axis.
///
/// Seen along the axis the core lies in the polygon of the sixteen half-planes u·q ≤ h(u). In the sector between two
/// neighbouring directions, a point at angle θ from the first is at most min(h₁/cos θ, h₂/cos(δ − θ)) from the axis,
/// δ = 22.5°; one rises and one falls with θ. They are equal at the corner of the two lines, at the distance
/// √(h₁² + h₂² − 2h₁h₂ cos δ)/sin δ, if that lies in the sector; otherwise the least of the two is greatest at one
/// of the sector's sides. The bound is exact for a point, at most 2% too large for a disc.
///
/// A shape of revolution about its own axis a is bounded once more, exactly where it turns about that axis: a point is
/// its part across a, of length r at most, and its part along a, whose distance from k is at most extent·|a × k|.
fn reach(
    shape: &impl Support,
    axis: &Vector3<f64>,
    centre: &Vector3<f64>,
    along: &impl Fn(&Vector3<f64>) -> f64,
) -> f64 {
    let (e, f) = across(axis);
    let heights = AROUND.map(|(c, s)| along(&(e * c + f * s)));
    let mut farthest = 0.0_f64;
    for i in 0..16 {
        let (a, b) = (heights[i], heights[(i + 1) % 16]);
        if a < 0.0 || b < 0.0 {
            continue; // no point of the core in this sector
        }
        let far = if a * COS_EIGHTH > b {
            b / COS_EIGHTH
        } else if b * COS_EIGHTH > a {
            a / COS_EIGHTH
        } else {
            sqrt((a * a + b * b - 2.0 * a * b * COS_EIGHTH).max(0.0)) / SIN_EIGHTH
        };
        farthest = farthest.max(far);
    }
    let mut rho = farthest * (1.0 + 64.0 * U);
    if let Some(own) = shape.axis_of_revolution() {
        let (e, _) = across(&own);
        let radius = e.dot(&shape.support_point(&e).coords);
        let tilt = sqrt(own.cross(axis).norm_squared()) * shape.extent();
        let lever = sqrt(centre.cross(axis).norm_squared());
        let slack = BEND * U * (shape.extent() + sqrt(centre.norm_squared()));
        rho = rho.min(radius + tilt + lever + slack);
    }
    rho
}

/// How far what fills a shape of revolution goes that turns about `axis` (unit, in the shape's own frame) through `centre`, where that is next
/// to its own axis; infinite otherwise.
fn arm(shape: &impl Support, axis: &Vector3<f64>, centre: &Vector3<f64>, ball: f64) -> f64 {
    let Some(own) = shape.axis_of_revolution() else {
        return f64::INFINITY;
    };
    let sine = sqrt(own.cross(axis).norm_squared()) + ON_AXLE * U;
    if sine > LITTLE_LEAN {
        return f64::INFINITY;
    }
    let aside = sqrt(centre.cross(&own).norm_squared());
    17.0 / 16.0 * (sine * ball + aside + 8.0 * U * sqrt(centre.norm_squared()))
}

/// Two vectors across the unit vector `k` and each other, of unit length up to a few units in the last place.
pub(super) fn across(k: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let mut e = Vector3::zeros();
    e[k.iamin()] = 1.0;
    let e = k.cross(&e);
    let e = e / sqrt(e.norm_squared());
    (e, k.cross(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::{Cuboid, Cylinder};

    fn spin(shape: &impl Support, omega: Vector3<f64>, centre: Vector3<f64>) -> Spin {
        let angle = Wide::from(omega.norm());
        Spin::new(shape, &LinearMap::IDENTITY, &omega, angle, &centre)
    }

    #[test]
    fn the_reach_of_a_bar_depends_on_its_axis() {
        let bar = Cuboid::new([0.03, 4.0, 0.04]).unwrap();
        let zero = Vector3::zeros();
        // About its long axis, 5 cm to an edge; about a short one, half of the diagonal of the long face.
        let long = spin(&bar, Vector3::y() * 7.0, zero).rho;
        assert!((0.05..0.051_1).contains(&long), "{long}");
        let across = spin(&bar, Vector3::x(), zero).rho;
        let true_reach = 4.0_f64.hypot(0.04);
        assert!(
            (true_reach..1.02 * true_reach).contains(&across),
            "{across}"
        );
        // About a parallel of the long axis, 3 away along x.
        let beside = spin(&bar, Vector3::y(), Vector3::new(3.0, 0.0, 0.0)).rho;
        let true_reach = 3.03_f64.hypot(0.04);
        assert!(
            (true_reach..1.02 * true_reach).contains(&beside),
            "{beside}"
        );
    }

    #[test]
    fn a_wheel_about_its_own_axis_reaches_its_radius_exactly() {
        let wheel = Cylinder::new(0.2, 1.5).unwrap();
        let own = spin(&wheel, Vector3::y() * 3.0, Vector3::zeros());
        assert!((own.rho - 1.5).abs() < 1e-13);
        assert!((own.revolved(&Vector3::x()) - 1.5).abs() < 1e-13);
        assert!((own.revolved(&-Vector3::y()) - 0.2).abs() < 1e-13);
    }
}
