//! Ways that end where a plane begins, and the closed form for planes.

use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use std::fmt::Debug;
use swept::{
    Capsule, CastOptions, Cuboid, Cylinder, HalfSpace, Method, Outcome, Placed, Real, Rounded,
    Sphere, Support, Sweep, Turn, TurningOptions, TurningSweep, Turns,
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

/// A shape that touches a plane somewhere, but for roundings of the scalar, and moves at a sine to it.
fn resting<T: Real, S: Support>(
    dice: &mut Dice,
    shape: impl Fn(f64) -> S,
    reach: f64,
) -> (Sweep<T, S, HalfSpace<T>>, f64) {
    let vector = |v: Vector3<f64>| v.map(T::nearest);
    let mut rotation = || {
        let [x, y, z, w] = dice.rotation().map(T::nearest);
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
    };
    let (tilt, pose) = (rotation(), rotation());
    let normal = HalfSpace::new(vector(dice.direction())).unwrap();
    let place = vector(dice.direction() * dice.log_between(0.1, 10.0));
    let fixed = Placed::new(normal, Isometry3::from_parts(place.into(), tilt)).unwrap();
    let n = fixed
        .rotation()
        .apply(&fixed.shape().unbounded_normal().unwrap())
        .normalize();
    let moving = shape(dice.between(0.1, 2.0));
    let beside = dice.direction() * dice.log_between(0.01, 30.0);
    let beside = beside - n * n.dot(&beside);
    let at_origin = Isometry3::from_parts(Vector3::zeros().into(), pose);
    let low = Placed::<T, _>::new(&moving, at_origin)
        .unwrap()
        .support_point(&-n);
    let start = fixed.position() + beside + n * (reach - n.dot(&low.coords));
    let start = Isometry3::from_parts(vector(start).into(), pose);
    let sine = dice.sign() * dice.log_between(0.01, 1.0);
    let along = n.cross(&dice.direction()).normalize();
    let way = (along * (1.0 - sine * sine).sqrt() + n * sine) * dice.log_between(0.1, 100.0);
    let moving = Placed::new(moving, start).unwrap();
    (Sweep::new(moving, vector(way), fixed).unwrap(), sine)
}

/// What touches a plane is stopped by it where it leads into it, wherever on the plane that is, and by nothing where it does not.
fn what_rests_is_stopped<T: Real, S: Support + Copy + Debug>(seed: u64, shape: impl Fn(f64) -> S) {
    let (mut stopped, mut free) = (0, 0);
    for case in 0..4_000 {
        let dice = &mut Dice::new(seed, case);
        let reach = *dice.pick(&[0.0, 0.0, 0.25]);
        let (sweep, sine) = resting::<T, S>(dice, &shape, reach);
        let options = CastOptions {
            target_distance: T::nearest(reach),
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        match &certified.outcome {
            // A start within rounding of the target distance, but above it, is reached a little later.
            Outcome::Hit(hit) if sine < 0.0 && hit.fraction.to_f64() < 1e-2 => stopped += 1,
            Outcome::Miss(miss) if sine > 0.0 && miss.gap.to_f64() >= reach * 0.999 => free += 1,
            // The rounding of a pose up to some 60 from the origin.
            Outcome::Overlap(overlap) if overlap.depth.to_f64() < 64.0 * T::EPSILON => {}
            outcome => panic!("{case}: {outcome:?} at {sine} of {sweep:?}"),
        }
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            panic!("{case}: {flaw}: {certified:?} of {sweep:?}");
        }
    }
    assert!(stopped > 1_000 && free > 1_000, "{stopped} {free}");
}

#[test]
fn what_rests_on_a_plane_is_stopped_by_it_anywhere() {
    what_rests_is_stopped::<f64, _>(1, |size| Sphere::new(size).unwrap());
    what_rests_is_stopped::<f32, _>(2, |size| Sphere::new(size as f32).unwrap());
    what_rests_is_stopped::<f64, _>(3, |size| Cuboid::new([size, 0.5, 0.25]).unwrap());
    what_rests_is_stopped::<f32, _>(4, |size| Cuboid::new([size as f32, 0.5, 0.25]).unwrap());
    let round = |size| Rounded::new(Cuboid::new([0.5, size, 0.25]).unwrap(), 0.125).unwrap();
    what_rests_is_stopped::<f64, _>(5, round);
}

/// A ball at rest on a floor, away from the point that the floor was placed by, is pushed into it.
#[test]
fn a_ball_at_rest_does_not_sink_into_the_floor() {
    let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    let ball = Placed::new(Sphere::new(0.5).unwrap(), [3.0, 0.5, 0.0]).unwrap();
    let sweep = Sweep::new(ball, [2.0, -1.0, 0.0], floor).unwrap();
    let outcome = sweep.cast();
    let hit = outcome.hit().unwrap_or_else(|| panic!("{outcome:?}"));
    assert_eq!((hit.fraction, hit.fraction_upper), (0.0, 0.0));
}

/// What the closed form answered, and what it left to the way of the other methods, which knows touching starts and ends.
#[derive(Debug, Default)]
struct Closed {
    hits: u32,
    misses: u32,
    left: u32,
}

/// Shapes of about this size onto planes that stand anyhow, at the target distance or without one.
fn compare<T: Real>(moving: &dyn Support, seed: u64, unit: f64) -> Closed {
    let mut dice = Dice::new(seed, 0);
    let mut counts = Closed::default();
    for i in 0..2_000 {
        let mut place = |far: f64, turned: bool| {
            let p = dice.direction() * dice.between(0.0, far * unit);
            let [x, y, z, w] = if turned {
                dice.rotation()
            } else {
                [0.0, 0.0, 0.0, 1.0]
            };
            let q = Quaternion::from([x, y, z, w].map(T::nearest));
            Isometry3::from_parts(p.map(T::nearest).into(), UnitQuaternion::new_unchecked(q))
        };
        let (from, at) = (place(4.0, true), place(3.0, i % 3 > 0));
        let ground = HalfSpace::new(dice.direction().map(T::nearest)).unwrap();
        let way = dice.direction() * dice.between(0.0, 8.0 * unit);
        let moving = Placed::<T, _>::new(moving, from).unwrap();
        let fixed = Placed::new(ground, at).unwrap();
        let sweep = Sweep::new(moving, way.map(T::nearest), fixed).unwrap();
        let options = CastOptions {
            target_distance: T::nearest(if i % 4 == 0 { 0.25 * unit } else { 0.0 }),
            ..CastOptions::default()
        };
        let closed = sweep.cast_certified(&options);
        let portal = sweep.cast_certified(&CastOptions {
            method: Method::Portal,
            ..options
        });
        assert_ne!(portal.method, Method::ClosedForm);
        assert_eq!(closed.outcome, portal.outcome);
        assert_eq!(closed.certificate, portal.certificate);
        closed.certificate.verify(&sweep).unwrap();
        let told = sweep.cast_closed(&options);
        assert_eq!(told.is_some(), closed.method == Method::ClosedForm);
        let Some(told) = told else {
            counts.left += 1;
            continue;
        };
        assert_eq!(told.outcome, closed.outcome);
        let hit = match told.outcome {
            Outcome::Hit(hit) => hit,
            Outcome::Miss(_) => {
                counts.misses += 1;
                continue;
            }
            other => panic!("{other:?} is for the other way"),
        };
        counts.hits += 1;
        // The points of both cores, each in its shape's frame, are those of the outcome.
        let way = way.map(|x| T::nearest(x).to_f64()) * hit.fraction.to_f64();
        let out = hit.normal.map(Real::to_f64) * sweep.moving().shape().radius();
        let on_moving = told.moving_rotation.turn(&told.core_moving) - out;
        let on_moving = sweep.moving().position() + on_moving + way;
        let on_fixed = sweep.fixed().position() + told.fixed_rotation.turn(&told.core_fixed);
        let near = 64.0 * T::EPSILON.to_f64() * unit;
        for (point, known) in [(on_moving, hit.point_moving), (on_fixed, hit.point_fixed)] {
            let off = (point - known.coords.map(Real::to_f64)).norm();
            assert!(off <= near, "{off:e}");
        }
    }
    counts
}

#[test]
fn the_closed_form_for_planes_has_the_bits_of_the_other_way() {
    for unit in [1.0, 1e-5, 3e6] {
        let shapes: [Box<dyn Support>; 4] = [
            Box::new(Sphere::new(0.5 * unit).unwrap()),
            Box::new(Cuboid::new([0.3, 0.5, 0.7].map(|x| x * unit)).unwrap()),
            Box::new(Capsule::new(0.5 * unit, 0.25 * unit).unwrap()),
            Box::new(Cylinder::new(0.5 * unit, 0.4 * unit).unwrap()),
        ];
        for (seed, shape) in shapes.iter().enumerate() {
            for counts in [
                compare::<f64>(shape.as_ref(), seed as u64, unit),
                compare::<f32>(shape.as_ref(), seed as u64, unit),
            ] {
                let Closed { hits, misses, left } = counts;
                assert!(hits > 100 && misses > 300 && left > 300, "{counts:?}");
            }
        }
    }
}
