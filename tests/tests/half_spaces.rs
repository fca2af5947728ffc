//! Ways that end where a plane begins.

use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use std::fmt::Debug;
use swept::{
    CastOptions, Cuboid, HalfSpace, Outcome, Placed, Rounded, Sphere, Support, Sweep, Turn,
    TurningOptions, TurningSweep, Turns,
};
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

/// A way of any length whose end stands `reach` above a plane, but for roundings; the shape turns by `turn` meanwhile.
fn setting<S: Support>(
    dice: &mut Dice,
    shape: impl Fn(f64) -> S,
    turn: &Vector3<f64>,
    reach: f64,
) -> Sweep<f64, S, HalfSpace<f64>> {
    let mut rotation = || {
        let [x, y, z, w] = dice.rotation();
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
    };
    let (tilt, pose) = (rotation(), rotation());
    let normal = dice.direction();
    let place = dice.direction() * dice.log_between(0.1, 1e3);
    let tilted = Isometry3::from_parts(place.into(), tilt);
    let fixed = Placed::new(HalfSpace::new(normal).unwrap(), tilted).unwrap();
    let n = tilt * normal;
    let moving = shape(dice.between(0.1, 2.0));
    let mut way = dice.direction() * dice.log_between(0.1, 1e7);
    if way.dot(&n) > 0.0 {
        way = -way;
    }
    let end_pose = UnitQuaternion::from_scaled_axis(*turn) * pose;
    let down = end_pose.inverse_transform_vector(&-n);
    let low = n.dot(&(end_pose * moving.support_point(&down).coords)) - moving.radius();
    let off = dice.sign() * dice.log_between(1e-18, 1e-15) * way.norm();
    let end = place + n * (reach - low + off);
    let start = Isometry3::from_parts((end - way).into(), pose);
    let moving = Placed::new(moving, start).unwrap();
    Sweep::new(moving, way, fixed).unwrap()
}

#[derive(Default)]
struct Tally {
    hits: u32,
    misses: u32,
}

impl Tally {
    fn count(&mut self, outcome: &Outcome<f64>) {
        match outcome {
            Outcome::Hit(_) => self.hits += 1,
            Outcome::Miss(_) => self.misses += 1,
            // Ways that are short beside the shape's size, or beside their distance from the origin, may start in contact.
            Outcome::Overlap(_) => {}
            Outcome::Unresolved(_) => panic!("{outcome:?}"),
        }
    }
}

/// Whatever is claimed of a touch at the very end is proven, however long the way.
fn ends_at_the_plane<S: Support + Copy + Debug>(seed: u64, shape: impl Fn(f64) -> S) {
    let (mut still, mut turning) = (Tally::default(), Tally::default());
    for case in 0..4_000 {
        let dice = &mut Dice::new(seed, case);
        let reach = *dice.pick(&[0.0, 0.0, 0.25]);
        let sweep = setting(dice, &shape, &Vector3::zeros(), reach);
        let options = CastOptions {
            target_distance: reach,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        still.count(&certified.outcome);
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            panic!("{case}: {flaw}: {certified:?} of {sweep:?}");
        }
        let turn = dice.direction() * dice.between(0.1, 4.0);
        let sweep = setting(dice, &shape, &turn, reach);
        let turns = Turns {
            moving: Turn::by(turn),
            fixed: Turn::by(Vector3::zeros()),
        };
        let sweep = TurningSweep::new(sweep, turns).unwrap();
        let options = TurningOptions {
            target_distance: reach,
            ..TurningOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        turning.count(&certified.outcome);
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            panic!(
                "{case}, turning: {flaw}: {:?} of {sweep:?}",
                certified.outcome
            );
        }
    }
    for Tally { hits, misses } in [still, turning] {
        assert!(hits > 1_000 && misses > 1_000, "{hits} {misses}");
    }
}

#[test]
fn a_touch_at_the_very_end_is_claimed_as_far_as_it_is_proven() {
    ends_at_the_plane(1, |size| Sphere::new(size).unwrap());
    ends_at_the_plane(2, |size| Cuboid::new([size, 0.5, 0.25]).unwrap());
    let round = |size| Rounded::new(Cuboid::new([0.5, size, 0.25]).unwrap(), 0.125).unwrap();
    ends_at_the_plane(3, round);
}
