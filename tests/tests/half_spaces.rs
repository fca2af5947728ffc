//! Ways that end where a plane begins.

use nalgebra::{Isometry3, Quaternion, UnitQuaternion};
use std::fmt::Debug;
use swept::{CastOptions, Cuboid, HalfSpace, Outcome, Placed, Rounded, Sphere, Support, Sweep};
use swept_tests::Dice;

/// The ball stops 3.08e-14 above the plane (by exact arithmetic), where a certificate of its size allows 1.03e-14.
#[test]
fn a_ball_that_ends_a_few_roundings_above_a_plane_misses_it() {
    let normal = [-0.6101712413992678, 0.10134323728666082, 0.7857611624568472];
    let fixed = Placed::new(HalfSpace::new(normal).unwrap(), [0.0, 2.0, 0.0]).unwrap();
    let ball = Sphere::new(0.016978746507393096).unwrap();
    let start = [0.5447416305541992, 1.5888175964355469, 1.4958066940307617];
    let way = [-6.278598189353943, 3.1392990946769714, -6.278598189353943];
    let sweep = Sweep::new(Placed::new(ball, start).unwrap(), way, fixed).unwrap();
    let certified = sweep.cast_certified(&CastOptions::default());
    assert!(
        matches!(certified.outcome, Outcome::Miss(_)),
        "{certified:?}"
    );
    let proven = certified.certificate.verify(&sweep).unwrap();
    assert!((proven.gap - 3.0779e-14).abs() < 1e-17, "{proven:?}");
}

/// Whatever is claimed of a touch at the very end is proven, however long the way.
fn ends_at_the_plane<S: Support + Debug>(seed: u64, shape: impl Fn(f64) -> S) {
    let (mut hits, mut misses) = (0, 0);
    for case in 0..4_000 {
        let dice = &mut Dice::new(seed, case);
        let mut rotation = || {
            let [x, y, z, w] = dice.rotation();
            UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
        };
        let (turn, pose) = (rotation(), rotation());
        let normal = dice.direction();
        let place = dice.direction() * dice.log_between(0.1, 1e3);
        let fixed = Placed::new(
            HalfSpace::new(normal).unwrap(),
            Isometry3::from_parts(place.into(), turn),
        )
        .unwrap();
        let n = turn * normal;
        let moving = shape(dice.between(0.1, 2.0));
        let reach = if dice.chance(0.3) {
            dice.between(0.0, 0.5)
        } else {
            0.0
        };
        let mut way = dice.direction() * dice.log_between(0.1, 1e7);
        if way.dot(&n) > 0.0 {
            way = -way;
        }
        // Where the lowest point stands `reach` above the plane, but for roundings of the way.
        let down = pose.inverse_transform_vector(&-n);
        let low = n.dot(&(pose * moving.support_point(&down).coords)) - moving.radius();
        let off = dice.sign() * dice.log_between(1e-18, 1e-15) * way.norm();
        let end = place + n * (reach - low + off);
        let start = Isometry3::from_parts((end - way).into(), pose);
        let sweep = Sweep::new(Placed::new(moving, start).unwrap(), way, fixed).unwrap();
        let options = CastOptions {
            target_distance: reach,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        match certified.outcome {
            Outcome::Hit(_) => hits += 1,
            Outcome::Miss(_) => misses += 1,
            // Ways that are short beside their distance from the origin may start in contact.
            Outcome::Overlap(_) => {}
            Outcome::Unresolved(_) => panic!("{case}: {certified:?}"),
        }
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            panic!("{case}: {flaw}: {certified:?} of {sweep:?}");
        }
    }
    assert!(hits > 1_000 && misses > 1_000, "{hits} {misses}");
}

#[test]
fn a_touch_at_the_very_end_is_claimed_as_far_as_it_is_proven() {
    ends_at_the_plane(1, |size| Sphere::new(size).unwrap());
    ends_at_the_plane(2, |size| Cuboid::new([size, 0.5, 0.25]).unwrap());
    let round = |size| Rounded::new(Cuboid::new([0.5, size, 0.25]).unwrap(), 0.125).unwrap();
    ends_at_the_plane(3, round);
}
