//! Ways that are longer than all else by any factor, against bodies with parts.

use crate::bodies::with_parts;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{Cuboid, Shape};
use swept_parry::double::query::{ShapeCastOptions, cast_shapes_nonlinear};
use swept_parry::double::{CertifiedCast, cast_shapes_certified};

const WAYS: [f64; 9] = [1e3, 1e6, 1e12, 1e15, 1e18, 1e22, 1e26, 1e30, f64::MAX];
const START: Vector = Vector::new(0.3, 30.0, 0.2);

/// A small box from above, for this long.
fn cast(body: &dyn Shape, velocity: Vector, most: f64) -> CertifiedCast {
    let small = Cuboid::new(Vector::splat(0.25));
    let options = ShapeCastOptions::with_max_time_of_impact(most);
    let (from, stands) = (Pose::from_translation(START), Pose::IDENTITY);
    cast_shapes_certified(
        &from,
        velocity,
        &small,
        &stands,
        Vector::ZERO,
        body,
        options,
    )
    .unwrap()
}

#[test]
fn a_long_way_ends_when_all_is_passed() {
    for (name, body) in with_parts() {
        let short = cast(&*body, -Vector::Y, 64.0).hit.unwrap();
        for (way, speed) in WAYS
            .into_iter()
            .flat_map(|w| [1e-30, 1.0, 1e30].map(|s| (w, s)))
        {
            let most = (way / speed).min(f64::MAX);
            let toward = cast(&*body, -Vector::Y * speed, most);
            let hit = toward.hit.unwrap_or_else(|| panic!("{name} {way:e}"));
            let off = hit.time_of_impact * speed - short.time_of_impact;
            assert!(off.abs() < 1e-13, "{name} {way:e} {speed:e}: {off:e}");
            assert_eq!(hit.subshape2, short.subshape2, "{name} {way:e} {speed:e}");
            for direction in [Vector::Y, Vector::new(-1.0, 1.0, 0.5)] {
                let away = cast(&*body, direction * speed, most);
                assert!(away.hit.is_none(), "{name} {way:e} {speed:e}");
                // What is looked at is told by this: boxes are as much wider as the way is rounded by.
                let passed = away.duration * speed;
                assert!(passed <= 2048.0, "{name} {way:e} {speed:e}: {passed:e}");
            }
        }
    }
}

#[test]
fn a_long_way_of_what_turns_ends_then_too() {
    let small = Cuboid::new(Vector::splat(0.25));
    let stands =
        NonlinearRigidMotion::new(Pose::IDENTITY, Vector::ZERO, Vector::ZERO, Vector::ZERO);
    for (name, body) in with_parts() {
        for way in WAYS {
            let turns = Vector::new(0.0, 1e-3, 1e-3);
            let cast = |velocity| {
                let from = Pose::from_translation(START);
                let moves = NonlinearRigidMotion::new(from, Vector::ZERO, velocity, turns);
                cast_shapes_nonlinear(&moves, &small, &stands, &*body, 0.0, way, true).unwrap()
            };
            assert!(cast(Vector::Y).is_none(), "{name} {way:e}");
            let hit = cast(-Vector::Y).unwrap_or_else(|| panic!("{name} {way:e}"));
            assert!((26.0..30.0).contains(&hit.time_of_impact), "{name} {way:e}");
        }
    }
}

#[test]
fn what_starts_far_away_arrives() {
    let small = Cuboid::new(Vector::splat(0.25));
    for (name, body) in with_parts() {
        for far in [1e3, 1e9, 1e12, 1e15, 1e20] {
            let from = Pose::translation(0.3, far, 0.2);
            let options = ShapeCastOptions::with_max_time_of_impact(2.0 * far);
            let (v, stands) = (-Vector::Y, Pose::IDENTITY);
            let cast =
                |v| cast_shapes_certified(&from, v, &small, &stands, Vector::ZERO, &*body, options);
            let hit = cast(v)
                .unwrap()
                .hit
                .unwrap_or_else(|| panic!("{name} {far:e}"));
            let off = (hit.time_of_impact - far).abs();
            assert!(off < 4.0 + 1e-14 * far, "{name} {far:e}: {off}");
            assert!(cast(-v).unwrap().hit.is_none(), "{name} {far:e}");
        }
    }
}
