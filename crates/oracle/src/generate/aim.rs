//! Placing two bodies so that their line of motion does what a case is about.

use crate::plain::PlainBody;
use crate::{Body, Cast, Dice, f32_exact};
use nalgebra::Vector3;

/// Sends `moving` at `fixed` from `distance` away, in a random direction: about three in four hit, the others pass
/// beside, stop short or go away. The bodies come with their rotations, the fixed one with its position.
///
/// `distance` should exceed the sum of both reaches, so that the bodies start apart.
pub fn throw(dice: &mut Dice, mut moving: Body, fixed: Body, distance: f64) -> Cast {
    let a = PlainBody::new(&moving);
    let b = PlainBody::new(&fixed);
    let centre = Vector3::from(fixed.position);
    let start = centre + from_where(dice, &b) * distance;
    moving.position = start.map(f32_exact).into();

    let target = centre + point_in(dice, &b);
    let carried = Vector3::from(moving.position) + point_in(dice, &a);
    let aim = target - carried;
    let displacement = match dice.unit() {
        fate if fate < 0.72 => aim * dice.between(1.02, 3.0),
        fate if fate < 0.84 => {
            let size = nonzero(moving.reach() + fixed.reach());
            let sideways = aim.cross(&dice.direction()).normalize();
            (aim + sideways * size * dice.between(1.0, 2.0)) * dice.between(1.0, 3.0)
        }
        fate if fate < 0.92 => aim * dice.between(0.0, 0.5),
        _ => aim * -dice.between(0.1, 3.0),
    };
    Cast::new(moving, displacement, fixed)
}

/// `size`, or 1 when it is zero: points have none, and still need a distance to start from.
pub(crate) fn nonzero(size: f64) -> f64 {
    if size > 0.0 { size } else { 1.0 }
}

/// A unit vector, on the free side of a half-space: within asin(1/3) of its normal.
fn from_where(dice: &mut Dice, fixed: &PlainBody) -> Vector3<f64> {
    let direction = dice.direction();
    match fixed.unbounded_normal() {
        Some(n) => (n * 3.0 + direction).normalize(),
        None => direction,
    }
}

/// A point of a body, relative to its position: between an interior point and the boundary. Of a half-space, a
/// point on its plane.
pub(crate) fn point_in(dice: &mut Dice, body: &PlainBody) -> Vector3<f64> {
    if let Some(normal) = body.unbounded_normal() {
        return normal.cross(&dice.in_ball()) * 3.0;
    }
    let centre = body.interior_point();
    let rim = body.support(&dice.direction()).unwrap_or(centre);
    centre + (rim - centre) * dice.unit().cbrt()
}

/// How a line of motion is to pass the obstacle. See [`meet`].
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// The direction along which the obstacle is met: any length.
    pub normal: Vector3<f64>,
    /// How far outside the obstacle's plane along `normal` the line passes; inside it when negative.
    pub gap: f64,
    /// The fraction at which it is there.
    pub at: f64,
    /// The displacement.
    pub displacement: Vector3<f64>,
}

/// Places `moving` so that at the fraction `at` the line of motion passes `gap` outside the obstacle's plane.
///
/// With S the support point along the unit normal n and c an interior point of the obstacle, the line passes
/// through q = S + gap·(S − c) / n·(S − c). The plane through S with normal n is `gap` away from q, and for a negative
/// gap q lies between c and S, so inside the obstacle for certain. So
/// - n·d = 0: the line grazes, with `gap` to spare, or `-gap` too deep;
/// - n·d < 0 and gap = 0: the shapes touch at `at` and not before, since q = S and the line came from above the plane;
/// - `at` = 0: the shapes start `gap` apart along n, touching, or overlapping by at most `-gap`.
pub fn meet(mut moving: Body, fixed: Body, meeting: &Meeting) -> Cast {
    let n = meeting.normal.normalize();
    let (a, b) = (PlainBody::new(&moving), PlainBody::new(&fixed));
    let reach = |body: &PlainBody, n: &Vector3<f64>| body.support(n).unwrap_or_default();
    let support = reach(&b, &n) - reach(&a, &-n);
    let centre = b.interior_point() - a.interior_point();
    let outward = support - centre;
    let along = n.dot(&outward);
    let outward = if along > 1e-3 * outward.norm() {
        outward / along
    } else {
        n
    };
    let q = Vector3::from(fixed.position) + support + outward * meeting.gap;
    moving.position = (q - meeting.displacement * meeting.at).into();
    Cast::new(moving, meeting.displacement, fixed)
}
