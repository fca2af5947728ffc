//! What passes by: told by the balls that hold the shapes, and beside a large box by its planes, without a cast.

use super::Scalar;
use super::question::sizes;
use crate::tolerance;
use nalgebra::Vector3;
use swept_cast::Sweep;
use swept_support::{KnownCore, Placed, Real, Support, largest};

/// Whether the balls about both shapes' origins that hold them stay farther apart than `reach` on the whole way: then nothing is met, and
/// parry asks no more.
///
/// With p the way from the moving origin to the fixed one, d the displacement and R the sum of all sizes, the square of their least
/// distance is |p|² where d·p ≤ 0, |p − d|² where d·p ≥ |d|², and |p|² − (d·p)²/|d|² between. What rounding adds to any of them, and
/// what may count as a touch, [`parted`](tolerance::parted) covers. From a half-space the moving ball is as far as its lower end.
#[inline(always)]
pub(super) fn passes_by<A: Support, B: Support>(
    sweep: &Sweep<Scalar, A, B>,
    reach: Scalar,
) -> bool {
    let (moving, fixed) = (sweep.moving(), sweep.fixed());
    let size = sizes(moving, fixed) + reach.to_f64().max(0.0);
    let d = sweep.displacement().map(Real::to_f64);
    let p = fixed.position() - moving.position();
    let parted = tolerance::parted::<Scalar>();
    if let Some(normal) = fixed.shape().unbounded_normal() {
        let normal = fixed.rotation().turn(&normal);
        let height = -normal.dot(&p);
        let lowest = height.min(height + normal.dot(&d));
        let slack = parted * (largest(&p) + largest(&d) + size);
        return lowest > (size + slack) * normal.norm();
    }
    let (along, squared, way) = (d.dot(&p), p.norm_squared(), d.norm_squared());
    let size = size * size + parted * squared;
    if squared < Scalar::MIN_LENGTH * Scalar::MIN_LENGTH {
        false
    } else if along <= 0.0 {
        squared > size
    } else if along >= way {
        (p - d).norm_squared() > size
    } else {
        squared * way - along * along > size * way
    }
}

/// Whether one shape is a large box, a floor say, and the ball about the other stays on the far side of one of its planes, farther away
/// than `reach`. The ball about a floor holds all that is above it.
///
/// Not asked where a closed form knows the pair: for those it takes no less time to tell than the form does.
#[inline(always)]
pub(super) fn stays_above_floor<A: Support, B: Support>(
    sweep: &Sweep<Scalar, A, B>,
    reach: Scalar,
) -> bool {
    let (moving, fixed) = (sweep.moving(), sweep.fixed());
    if fixed.shape().unbounded_normal().is_some() {
        return false;
    }
    let size = sizes(moving, fixed) + reach.to_f64().max(0.0);
    let (m, f) = (moving.shape().extent(), fixed.shape().extent());
    let is_large = |extent: f64| extent > tolerance::LARGE * (size - extent);
    if !(is_large(f) || is_large(m)) {
        return false;
    }
    let d = sweep.displacement().map(Real::to_f64);
    let p = fixed.position() - moving.position();
    let slack = tolerance::parted::<Scalar>() * (largest(&p) + largest(&d) + size);
    // Of one shape the core, of the other one all: what is left of the sizes is the other's ball.
    if is_large(f) {
        stays_beside(fixed, [-p, d - p], size - f + slack)
    } else {
        stays_beside(moving, [p, p - d], size - m + slack)
    }
}

/// Whether a ball of this radius stays on the far side of one of a box's planes on its way between two points, seen from the box in world
/// axes. `false` of any other core.
#[inline(always)]
fn stays_beside<S: Support>(
    shape: &Placed<Scalar, S>,
    [from, to]: [Vector3<f64>; 2],
    radius: f64,
) -> bool {
    let KnownCore::Cuboid(half) = shape.shape().known_core() else {
        return false;
    };
    let rotation = shape.rotation();
    let (from, to) = (rotation.turn_back(&from), rotation.turn_back(&to));
    let beside = |from: f64, to: f64, half: f64| from.min(to).max(-from.max(to)) > half + radius;
    beside(from.x, to.x, half.x) || beside(from.y, to.y, half.y) || beside(from.z, to.z, half.z)
}

#[cfg(test)]
mod tests {
    use super::super::answer::Contact;
    use super::super::motion::Motion;
    use super::*;
    use nalgebra::{Isometry3, UnitQuaternion};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use swept_cast::{Outcome, StartOverlap};
    use swept_support::{Cuboid, HalfSpace, Rounded, Sphere};

    /// Whether a sweep passes by, and whether the drop-in would tell a hit of it. What is farther apart than `reach` and `margin` has to
    /// pass by.
    fn passes_and_hits<A: Support + std::fmt::Debug, B: Support + std::fmt::Debug>(
        m: Placed<Scalar, A>,
        displacement: Vector3<f64>,
        f: Placed<Scalar, B>,
        reach: f64,
        margin: f64,
    ) -> (bool, bool) {
        let displacement = displacement.map(<Scalar as Real>::nearest);
        let motion = Motion {
            displacement,
            turns: None,
            reach: <Scalar as Real>::nearest(reach),
            start_overlap: StartOverlap::Report,
        };
        let sweep = Sweep::new(m, displacement, f).unwrap();
        let outcome = sweep.cast_with(&motion.options());
        let hits = Contact::new(&outcome, &motion, sweep.moving(), sweep.fixed()).is_some();
        let passes = passes_by(&sweep, motion.reach) || stays_above_floor(&sweep, motion.reach);
        assert!(!(passes && hits), "{outcome:?} {sweep:?}");
        if let Outcome::Miss(miss) = &outcome
            && miss.gap.to_f64() > reach + margin
        {
            assert!(passes, "{outcome:?} {sweep:?}");
        }
        (passes, hits)
    }

    fn ball(radius: f64, at: Vector3<f64>) -> Placed<Scalar, Sphere<f64>> {
        let at = at.map(<Scalar as Real>::nearest);
        Placed::new(Sphere::new(radius).unwrap(), at).unwrap()
    }

    /// Balls fill those that hold them, so that what is asked is whether they are met: before the start, on the way and beyond the end,
    /// nearer and farther than both radii by as little as can be told.
    #[test]
    fn what_passes_by_is_a_miss_and_what_is_far_enough_passes_by() {
        let dice = &mut ChaCha8Rng::seed_from_u64(1);
        let (mut passed, mut met) = (0, 0);
        for i in 0..200_000 {
            let mut number = || dice.random_range(-1.0..1.0);
            let way = Vector3::new(number(), number(), number()) * 8.0;
            let across = way.cross(&Vector3::new(number(), number(), number()));
            let along = way * (0.5 + 0.6 * number());
            let off = number() * 0.5_f64.powi(i % 52);
            let reach = if i % 3 == 0 { 0.25 } else { 0.0 };
            let p = along + across.normalize() * ((1.25 + reach) * (1.0 + off));
            let unit = 2.0_f64.powi(15 * (i % 5 - 2));
            let (m, f) = (
                ball(0.5 * unit, Vector3::zeros()),
                ball(0.75 * unit, p * unit),
            );
            let (passes, hits) = passes_and_hits(m, way * unit, f, reach * unit, 0.005 * unit);
            (passed, met) = (passed + u32::from(passes), met + u32::from(hits));
        }
        assert!(passed > 50_000 && met > 50_000, "{passed} {met}");
    }

    /// The same above a plane: that the ball goes away from, along, and toward, and ends above it or below.
    #[test]
    fn what_stays_above_a_half_space_passes_by() {
        let dice = &mut ChaCha8Rng::seed_from_u64(2);
        let (mut passed, mut met) = (0, 0);
        for i in 0..30_000 {
            let mut number = || dice.random_range(-1.0..1.0);
            let mut vector = || Vector3::new(number(), number(), number());
            let (normal, turn, at, way) = (vector(), vector(), vector() * 3.0, vector() * 4.0);
            let unit = 2.0_f64.powi(15 * (i % 5 - 2));
            let reach = if i % 3 == 0 { 0.25 } else { 0.0 };
            let turn = UnitQuaternion::from_scaled_axis(turn);
            let up = (turn * normal).normalize();
            // The lower end of the way, all but as high as the ball is large.
            let off = 1.0 + number() * 0.5_f64.powi(i % 52);
            let low = (0.5 + reach) * off - up.dot(&way).min(0.0);
            let from = at + way.cross(&up) + up * low;
            let stands = Isometry3::from_parts(
                (at * unit).map(<Scalar as Real>::nearest).into(),
                turn.cast::<Scalar>(),
            );
            let f = Placed::<Scalar, _>::new(HalfSpace::new(normal).unwrap(), stands).unwrap();
            let m = ball(0.5 * unit, from * unit);
            let (passes, hits) = passes_and_hits(m, way * unit, f, reach * unit, 0.005 * unit);
            (passed, met) = (passed + u32::from(passes), met + u32::from(hits));
        }
        assert!(passed > 3_000 && met > 3_000, "{passed} {met}");
    }

    /// The same above a large box, around which there may be a radius, with a ball and a box moving; and of the large box past a small
    /// one.
    #[test]
    fn what_stays_beside_a_large_box_passes_by() {
        let dice = &mut ChaCha8Rng::seed_from_u64(3);
        let (mut passed, mut met) = (0, 0);
        for i in 0..30_000 {
            let mut number = || dice.random_range(-1.0..1.0);
            let mut vector = || Vector3::new(number(), number(), number());
            let (turn, at, over, way) = (vector() * 3.0, vector() * 3.0, vector(), vector());
            let unit = 2.0_f64.powi(15 * (i % 5 - 2));
            let reach = if i % 3 == 0 { 0.25 } else { 0.0 };
            let edge = if i % 4 == 0 { 0.125 } else { 0.0 };
            let turn = UnitQuaternion::from_scaled_axis(turn);
            // Above the top or below the bottom, at about the height of the ball, and before one end or the other.
            let (half, k) = (Vector3::new(20.0, 1.0, 30.0), (i % 3) as usize);
            let side = f64::signum(number());
            let off = 1.0 + number() * 0.5_f64.powi(i % 52);
            let [mut from, mut to] = [over, over + way].map(|v| v.component_mul(&half));
            let near = if number() < 0.0 { &mut from } else { &mut to };
            near[k] = side * (half[k] + (0.5 + edge + reach) * off);
            let [low, high] = if side > 0.0 {
                [near[k], 1e9]
            } else {
                [-1e9, near[k]]
            };
            (from[k], to[k]) = (from[k].clamp(low, high), to[k].clamp(low, high));
            let stands = |at: Vector3<f64>| {
                let at = (at * unit).map(<Scalar as Real>::nearest);
                Isometry3::from_parts(at.into(), turn.cast::<Scalar>())
            };
            let large = Cuboid::new(half * unit).unwrap();
            let floor =
                Placed::<Scalar, _>::new(Rounded::new(large, edge * unit).unwrap(), stands(at))
                    .unwrap();
            let (from, way) = (at + turn * from, turn * (to - from));
            let (passes, hits) = match i % 7 {
                0 => {
                    let small = Cuboid::new(Vector3::new(0.1, 0.2, 0.15) * unit).unwrap();
                    let small = Placed::new(small, stands(from)).unwrap();
                    passes_and_hits(floor, way * -unit, small, reach * unit, f64::MAX)
                }
                1 => passes_and_hits(
                    floor,
                    way * -unit,
                    ball(0.5 * unit, from * unit),
                    reach * unit,
                    f64::MAX,
                ),
                _ => passes_and_hits(
                    ball(0.5 * unit, from * unit),
                    way * unit,
                    floor,
                    reach * unit,
                    f64::MAX,
                ),
            };
            (passed, met) = (passed + u32::from(passes), met + u32::from(hits));
        }
        assert!(passed > 3_000 && met > 3_000, "{passed} {met}");
    }

    /// A half-space is all below its plane, whatever its extent says, so that no box is large beside it.
    #[test]
    fn a_box_in_a_half_space_does_not_pass_by() {
        let ground =
            Placed::<Scalar, _>::new(HalfSpace::<f64>::new(Vector3::y()).unwrap(), [0.0; 3]);
        let large = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
        for at in [[0.0, -3.0, 0.0], [50.0, 0.0, 0.0], [0.0, -1.0, 9.0]] {
            let moving = Placed::new(large, at.map(|x: f64| <Scalar as Real>::nearest(x))).unwrap();
            let way = Vector3::new(0.0, 1.0, 0.0);
            let (passes, hits) =
                passes_and_hits(moving, way, ground.clone().unwrap(), 0.0, f64::MAX);
            assert!(!passes && hits);
        }
    }
}
