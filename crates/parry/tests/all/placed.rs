//! Parts of bodies far from the world's origin stand beside their place there: by what is rounded of the sum of two positions. What touches
//! them where they stand is met, though it does not come as far as their place.

use parry3d::math::{IVector, Pose, Vector};
use parry3d::shape::{Ball, Compound, Cuboid, Shape, SharedShape, Voxels};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::query::{ShapeCastOptions, cast_shapes};

/// The first one moves along z, without a limit.
fn met(at: &Pose, one: &dyn Shape, stands: &Pose, other: &dyn Shape, speed: f32) -> bool {
    met_within(f32::MAX, at, one, stands, other, speed)
}

fn met_within(
    time: f32,
    at: &Pose,
    one: &dyn Shape,
    stands: &Pose,
    other: &dyn Shape,
    speed: f32,
) -> bool {
    let options = ShapeCastOptions::with_max_time_of_impact(time);
    let velocity = Vector::Z * speed;
    let hit = cast_shapes(at, velocity, one, stands, Vector::ZERO, other, options);
    hit.unwrap().is_some()
}

fn alone(at: Vector, ball: Ball) -> Compound {
    Compound::new(vec![(Pose::from_translation(at), SharedShape::new(ball))])
}

#[test]
fn parts_are_met_where_their_rounded_poses_put_them() {
    let dice = &mut ChaCha8Rng::seed_from_u64(3);
    let mut beside = 0;
    for case in 0..4000 {
        let mut number = |from, to| dice.random_range(from..to);
        let body = Vector::new(
            number(1000.0, 8000.0),
            number(1000.0, 8000.0),
            number(1000.0, 8000.0),
        );
        let inner = if case % 2 == 0 {
            Vector::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-2.0, 2.0))
        } else {
            // The middle of the first voxel.
            Vector::splat(0.3)
        };
        let stands = body + inner;
        let exact = f64::from(body.x) + f64::from(inner.x);
        // To the side on which the part stands too far, and just so large that it touches the part there on its way along z. Along z the
        // positions have no difference that is a number, so that both bodies are cast where they are.
        let side = f32::from(f64::from(stands.x) > exact).mul_add(2.0, -1.0);
        let from = Pose::translation(stands.x + 1.5 * side, stands.y, number(0.01, 0.1));
        let half = 0.3;
        let room = (f64::from(from.translation.x) - f64::from(stands.x)).abs() - f64::from(half);
        let ball = Ball::new(room as f32 + 2.0 * f32::EPSILON);
        let (part, at) = (Ball::new(half), Pose::from_translation(body));
        let off = (f64::from(stands.x) - exact).abs();
        beside += u32::from(off > 1e-4);
        let whole: [&dyn Shape; 2] = [
            &alone(inner, part),
            &Voxels::new(Vector::splat(2.0 * half), &[IVector::ZERO]),
        ];
        let whole = whole[case % 2];
        let pair = met(&from, &ball, &Pose::from_translation(stands), &part, 1.0);
        assert!(pair, "{case}: the part by itself");
        let others: [&dyn Shape; 2] = [&ball, &alone(Vector::ZERO, ball)];
        for (i, other) in others.into_iter().enumerate() {
            let along = met(&from, other, &at, whole, 1.0);
            let back = met(&at, whole, &from, other, -1.0);
            assert!(along && back, "{case} {i}: {along} {back}, off by {off:e}");
        }
    }
    assert!(beside > 1000, "{beside}");
}

/// The same of a body with parts that comes from far away, to where it touches when the time is over.
#[test]
fn parts_that_move_are_met_at_the_end_of_their_way() {
    let dice = &mut ChaCha8Rng::seed_from_u64(4);
    let (half, mut beside) = (0.3, 0);
    for case in 0..4000 {
        let (far, inner) = (
            dice.random_range(1000.0..8000.0),
            dice.random_range(-2.0..2.0),
        );
        let stands: f32 = inner - far;
        let off = f64::from(stands) - (f64::from(inner) - f64::from(far));
        // In front of its place, toward what it comes to.
        if off <= 0.0 {
            continue;
        }
        beside += u32::from(off > 1e-4);
        let time = far.round();
        let side = stands + time + half - 2.0 * f32::EPSILON;
        let ball = Ball::new(half);
        let (body, from) = (
            alone(Vector::Z * inner, ball),
            Pose::translation(0.0, 0.0, -far),
        );
        let voxels = Voxels::new(Vector::splat(2.0 * half), &[IVector::ZERO]);
        let at = Pose::translation(-half, -half, side);
        let cuboid = Cuboid::new(Vector::splat(half));
        let middle = Pose::translation(0.0, 0.0, side + half);
        let part = Pose::translation(0.0, 0.0, stands);
        let pair = met_within(time, &part, &ball, &middle, &cuboid, 1.0);
        assert!(pair, "{case}: the part by itself");
        let along = met_within(time, &from, &body, &at, &voxels, 1.0);
        let back = met_within(time, &at, &voxels, &from, &body, -1.0);
        assert!(along && back, "{case}: {along} {back}, off by {off:e}");
    }
    assert!(beside > 500, "{beside}");
}
