//! Compounds that hold a height field which is scaled by a negative number: parry's boxes of them do not hold the field.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{Ball, Compound, HeightField, Shape, SharedShape};
use parry3d_f64::utils::Array2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::double::query::{ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};

/// Against a field alone and a compound of it and of a ball beside it, from above, whichever of the two moves, and how it turns.
#[test]
fn a_mirrored_height_field_is_met_in_a_compound() {
    let dice = &mut ChaCha8Rng::seed_from_u64(11);
    let (mut hits, casts) = (0, 400);
    for i in 0..casts {
        let mut number = |far: f64| dice.random_range(-far..far);
        let heights = Array2::new(9, 9, (0..81).map(|_| number(0.7)).collect());
        let sign = |k: u32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
        // At least one of them is negative.
        let scale = Vector::new(
            8.0 * sign(0),
            sign(1),
            8.0 * sign(2).min(-sign(0) * sign(1)),
        );
        let field = HeightField::new(heights, scale);
        let mut vector = |far: f64| Vector::new(number(far), number(far), number(far));
        let turned = if i % 3 == 0 {
            Vector::ZERO
        } else {
            vector(0.8)
        };
        let within = Pose::new(vector(2.0), turned);
        let (stands, beside) = (
            Pose::new(vector(1.0), vector(0.5)),
            Vector::new(30.0, 0.0, 0.0),
        );
        let (small, ball) = (Ball::new(0.1), Ball::new(0.3));
        let parts = vec![
            (Pose::from_translation(beside), SharedShape::new(small)),
            (within, SharedShape::new(field.clone())),
        ];
        let compound = Compound::new(parts);
        let at = stands * within;
        let up = at.rotation * Vector::Y;
        let start = at.translation + at.rotation * vector(3.5) + up * 9.0;
        let from = Pose::from_translation(start);
        let options = ShapeCastOptions::default();
        let still = Vector::ZERO;
        let along = |stands: &Pose, shape: &dyn Shape| {
            cast_shapes(&from, -up, &ball, stands, still, shape, options)
        };
        let back = |stands: &Pose, shape: &dyn Shape| {
            cast_shapes(stands, up, shape, &from, still, &ball, options)
        };
        let spin = vector(0.3);
        let turning = |stands: &Pose, centre: Vector, shape: &dyn Shape| {
            let moves = NonlinearRigidMotion::new(*stands, centre, up, spin);
            let rests = NonlinearRigidMotion::constant_position(from);
            cast_shapes_nonlinear(&moves, shape, &rests, &ball, 0.0, 20.0, true)
        };
        let centre = within.inverse() * Vector::ZERO;
        let pairs = [
            (along(&at, &field), along(&stands, &compound)),
            (back(&at, &field), back(&stands, &compound)),
            (
                turning(&at, centre, &field),
                turning(&stands, Vector::ZERO, &compound),
            ),
        ];
        for (k, (alone, whole)) in pairs.into_iter().enumerate() {
            let [alone, whole] =
                [alone, whole].map(|hit| hit.unwrap().map(|hit| hit.time_of_impact));
            assert_eq!(
                alone.is_some(),
                whole.is_some(),
                "{i} {k}: {scale} {alone:?} {whole:?}"
            );
            let off = alone.zip(whole).map_or(0.0, |(a, b)| (a - b).abs());
            assert!(off < 1e-9, "{i} {k}: {alone:?} {whole:?}");
            hits += u32::from(alone.is_some());
        }
    }
    assert!(hits > 2 * casts, "{hits}");
}
