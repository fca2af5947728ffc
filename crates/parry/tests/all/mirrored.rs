//! Shapes that are scaled by a negative number, alone and in compounds: parry's boxes of such compounds do not hold the part.

use parry3d_f64::math::{IVector, Pose, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{
    Ball, Compound, Cuboid, HeightField, RoundShape, Shape, SharedShape, Voxels,
};
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

/// Half sides of each combination of signs.
fn mirrored_sides() -> impl Iterator<Item = Vector> {
    let sign = |i: u32, k: u32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    (0..7).map(move |i| Vector::new(0.5 * sign(i, 0), 0.75 * sign(i, 1), 0.25 * sign(i, 2)))
}

/// A ball that comes down on this body, and the body that rises to the ball, turning or not; the first part of the body is far away.
fn met(x: f64, body: &dyn Shape) -> [Option<f64>; 3] {
    let (ball, options) = (Ball::new(0.25), ShapeCastOptions::default());
    let (from, stands) = (Pose::translation(x, 8.0, -0.125), Pose::IDENTITY);
    let (still, up) = (Vector::ZERO, Vector::Y);
    let rests = NonlinearRigidMotion::constant_position(from);
    let rises = NonlinearRigidMotion::new(stands, still, up, 0.01 * up);
    [
        cast_shapes(&from, -up, &ball, &stands, still, body, options),
        cast_shapes(&stands, up, body, &from, still, &ball, options),
        cast_shapes_nonlinear(&rises, body, &rests, &ball, 0.0, 20.0, true),
    ]
    .map(|hit| hit.unwrap().map(|hit| hit.time_of_impact))
}

/// As `Cuboid::scaled` makes them.
#[test]
fn a_mirrored_box_is_that_box() {
    let mut hits = 0;
    for half_extents in mirrored_sides() {
        let rounded = |half_extents: Vector| RoundShape {
            inner_shape: Cuboid { half_extents },
            border_radius: 0.125,
        };
        let kinds: [[SharedShape; 2]; 2] = [
            [half_extents, half_extents.abs()].map(|half| SharedShape::new(Cuboid::new(half))),
            [half_extents, half_extents.abs()].map(|half| SharedShape::new(rounded(half))),
        ];
        for [mirrored, plain] in kinds {
            for turned in [Vector::ZERO, Vector::new(0.5, -0.375, 0.25)] {
                let bodies = [mirrored.clone(), plain.clone()].map(|part| {
                    let far = (Pose::translation(-30.0, 0.0, 0.0), SharedShape::ball(0.5));
                    Compound::new(vec![far, (Pose::new(Vector::X, turned), part)])
                });
                for x in [0.5, 0.875, 1.25, 1.5, 1.75] {
                    let [one, other] = [&mirrored, &plain].map(|shape| met(x - 1.0, &**shape));
                    assert_eq!(one, other, "{half_extents} {x}");
                    let [one, other] = [&bodies[0], &bodies[1]].map(|body| met(x, body));
                    assert_eq!(one, other, "{half_extents} {turned} {x}");
                    hits += one.iter().flatten().count();
                }
            }
        }
    }
    assert!(hits > 300, "{hits}");
}

/// Where they may be met: parry finds no voxels of a negative size, and the box of a ball of a radius below 0 has its ends exchanged.
#[test]
fn what_is_no_shape_is_refused_in_a_compound_as_alone() {
    let cells: Vec<IVector> = (-1..1).map(|i| IVector::new(i, 0, 0)).collect();
    let voxels = |size: Vector| SharedShape::new(Voxels::new(size, &cells));
    let scaled = Voxels::new(Vector::ONE, &cells).scaled(Vector::new(-1.0, 1.0, -1.0));
    let bad = [
        SharedShape::ball(-0.5),
        voxels(Vector::new(-1.0, 1.0, 1.0)),
        voxels(Vector::new(1.0, -1.0, -1.0)),
        SharedShape::new(scaled),
    ];
    let (ball, options) = (Ball::new(0.25), ShapeCastOptions::default());
    let (from, stands, still) = (
        Pose::translation(0.0, 8.0, -0.125),
        Pose::IDENTITY,
        Vector::ZERO,
    );
    for (i, shape) in bad.into_iter().enumerate() {
        for turned in [Vector::ZERO, Vector::new(0.0, 0.5, 0.25)] {
            let far = (Pose::translation(-30.0, 0.0, 0.0), SharedShape::ball(0.5));
            let body = Compound::new(vec![far, (Pose::new(still, turned), shape.clone())]);
            for body in [&*shape, &body] {
                let down = cast_shapes(&from, -Vector::Y, &ball, &stands, still, body, options);
                assert!(down.is_err(), "{i} {turned} {down:?}");
                let beside = Pose::translation(-30.0, 8.0, 0.0);
                let down = cast_shapes(&beside, -Vector::Y, &ball, &stands, still, body, options);
                let passed = body.as_compound().is_some();
                assert_eq!(down.is_ok_and(|hit| hit.is_some()), passed, "{i} {turned}");
            }
        }
    }
}

/// parry's box of a part is no number where the rotation is out of all proportion, and the compound's then holds some of the parts only:
/// swept takes the rotation's direction. Of a part that stands nowhere, all is refused.
#[test]
fn a_part_without_a_box_takes_no_other_with_it() {
    let mut far = Pose::translation(0.0, 0.0, 30.0);
    let mut nowhere = far;
    far.rotation.w = 1e308;
    nowhere.translation.x = f64::NAN;
    for place in 0..4 {
        let body = |bad: Pose| {
            let mut parts: Vec<_> = (0..3)
                .map(|i| {
                    (
                        Pose::translation(f64::from(i), 0.0, 0.0),
                        SharedShape::ball(0.5),
                    )
                })
                .collect();
            parts.insert(place, (bad, SharedShape::cuboid(0.5, 0.5, 0.5)));
            Compound::new(parts)
        };
        for x in [0.0, 1.0, 2.0] {
            for time in met(x, &body(far)) {
                assert!(
                    time.is_some_and(|time| (7.25..7.3).contains(&time)),
                    "{place} {x} {time:?}"
                );
            }
            let (from, ball) = (Pose::translation(x, 8.0, 0.0), Ball::new(0.25));
            let (stands, options) = (Pose::IDENTITY, ShapeCastOptions::default());
            let down = cast_shapes(
                &from,
                -Vector::Y,
                &ball,
                &stands,
                Vector::ZERO,
                &body(nowhere),
                options,
            );
            assert!(down.is_err(), "{place} {x} {down:?}");
        }
    }
}
