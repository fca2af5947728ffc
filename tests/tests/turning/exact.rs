//! Angles that can be worked out by hand.

use super::{any, assert_hit, fixed, moving, proven, sweep};
use nalgebra::Isometry3;
use std::f64::consts::{FRAC_PI_2, PI};
use swept::{
    Capsule, Cuboid, Cylinder, HalfSpace, Outcome, Placed, PointShape, Segment, Sphere, Sweep,
    Turn, TurningOptions, TurningSweep, Turns,
};

/// A rod along x, from −length to length.
fn rod(length: f64) -> Segment<f64> {
    Segment::new([-length, 0.0, 0.0], [length, 0.0, 0.0]).unwrap()
}

#[test]
fn a_rod_turning_about_its_middle_meets_a_point() {
    for (x, y) in [(1.0, 1.0), (0.5, 1.5), (-1.0, 0.25), (1.2, 0.001)] {
        let case = sweep(
            (rod(2.0), [0.0; 3]),
            [0.0; 3],
            (PointShape, [x, y, 0.0]),
            moving([0.0, 0.0, 3.0]),
        );
        let angle: f64 = f64::atan2(y, x);
        assert_hit(&proven(&case), angle / 3.0, 1e-12);
    }
    // Out of its reach, and out of its plane.
    for at in [[2.0, 1.0, 0.0], [1.0, 1.0, 0.001]] {
        let case = sweep(
            (rod(2.0), [0.0; 3]),
            [0.0; 3],
            (PointShape, at),
            moving([0.0, 0.0, 30.0]),
        );
        let Outcome::Miss(miss) = proven(&case) else {
            panic!("{at:?}");
        };
        let apart = if at[2] > 0.0 {
            0.001
        } else {
            5.0_f64.sqrt() - 2.0
        };
        assert!(miss.gap > 0.0 && miss.gap <= apart, "{miss:?}");
    }
}

#[test]
fn a_rod_turning_about_its_middle_meets_a_ball_and_a_plane() {
    // The ball of radius 1/2 at height 3/2 is touched when cos θ · 3/2 = 1/2.
    let ball = Sphere::new(0.5).unwrap();
    let case = sweep(
        (rod(2.0), [0.0; 3]),
        [0.0; 3],
        (ball, [0.0, 1.5, 0.0]),
        moving([0.0, 0.0, 2.0]),
    );
    assert_hit(&proven(&case), (1.0_f64 / 3.0).acos() / 2.0, 1e-12);
    // The plane at depth h is touched when 2 sin θ = h, by the rod's end on the left or right alike.
    let ground = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    for turn in [2.0, -2.0] {
        let case = sweep(
            (rod(2.0), [0.0; 3]),
            [0.0; 3],
            (ground, [0.0, -1.25, 0.0]),
            moving([0.0, 0.0, turn]),
        );
        assert_hit(&proven(&case), 0.625_f64.asin() / 2.0, 1e-12);
    }
    // The plane that turns under a standing ball: sin θ · 3 = cos θ · 1 − 1/4.
    let case = sweep(
        (Sphere::new(0.25).unwrap(), [3.0, 1.0, 0.0]),
        [0.0; 3],
        (ground, [0.0; 3]),
        fixed([0.0, 0.0, 1.0]),
    );
    let Outcome::Hit(hit) = proven(&case) else {
        panic!();
    };
    let (s, c) = f64::sin_cos(hit.fraction);
    assert!((3.0 * s - (c - 0.25)).abs() < 1e-12, "{hit:?}");
    assert!((hit.normal.x + s).abs() < 1e-12 && (hit.normal.y - c).abs() < 1e-12);
}

#[test]
fn two_rods_that_turn_toward_each_other_meet_in_the_middle() {
    // Both upright, 1 from the mirror plane between them, of half length 2: the tips meet when 2 sin θ = 1.
    let upright = || Segment::new([0.0, -2.0, 0.0], [0.0, 2.0, 0.0]).unwrap();
    let turns = Turns {
        moving: Turn::by([0.0, 0.0, -1.5]),
        fixed: Turn::by([0.0, 0.0, 1.5]),
    };
    let case = sweep(
        (upright(), [-1.0, 0.0, 0.0]),
        [0.0; 3],
        (upright(), [1.0, 0.0, 0.0]),
        turns,
    );
    assert_hit(&proven(&case), 0.5_f64.asin() / 1.5, 1e-11);
}

#[test]
fn a_door_turns_about_its_hinge() {
    // A door of width 2 from its hinge, standing along x, meets a post at 45° on the way.
    let door = Cuboid::new([1.0, 1.0, 0.02]).unwrap();
    let hinge = Turns {
        moving: Turn::by([0.0, -2.0, 0.0]).about([-1.0, 0.0, 0.0]),
        ..Turns::default()
    };
    let case = sweep(
        (door, [1.0, 0.0, 0.0]),
        [0.0; 3],
        (PointShape, [1.0, 0.3, 1.0]),
        hinge,
    );
    // The face, 2 cm from the hinge's line, passes a post at distance √2 and 45°: sin(45° − θ) √2 = 2 cm.
    let angle = FRAC_PI_2 / 2.0 - (0.02 / 2.0_f64.sqrt()).asin();
    assert_hit(&proven(&case), angle / 2.0, 1e-12);
    // The same with the door's own frame at its hinge.
    let hinged = Segment::new([0.0; 3], [2.0, 0.0, 0.0]).unwrap();
    let case = sweep(
        (hinged, [0.0; 3]),
        [0.0; 3],
        (PointShape, [1.0, 0.0, 1.0]),
        moving([0.0, -2.0, 0.0]),
    );
    assert_hit(&proven(&case), FRAC_PI_2 / 4.0, 1e-12);
}

#[test]
fn many_turns_on_the_way_down() {
    // A wheel that spins a thousand radians while it comes down: it touches when a wheel at rest would.
    let wheel = Cylinder::new(0.2, 1.0).unwrap();
    let upright = Isometry3::rotation(nalgebra::Vector3::x() * FRAC_PI_2);
    let ground = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    let start = Isometry3::from_parts([0.0, 3.0, 0.0].into(), upright.rotation);
    let case = sweep(
        (wheel, start),
        [7.0, -4.0, 0.0],
        (ground, [0.0; 3]),
        moving([0.0, 0.0, 1000.0]),
    );
    assert_hit(&proven(&case), 0.5, 1e-13);

    // A rod of half length 1 that comes down by 3/2 from 2 during 100 rad: the first t with |sin 100 t| = 2 − 1.5 t.
    let case = sweep(
        (rod(1.0), [0.0, 2.0, 0.0]),
        [0.0, -1.5, 0.0],
        (ground, [0.0; 3]),
        moving([0.0, 0.0, 100.0]),
    );
    let room = |t: f64| 2.0 - 1.5 * t - (100.0 * t).sin().abs();
    let mut t = 0.0;
    while room(t) > 0.0 {
        t += 1e-6;
    }
    let (mut low, mut high) = (t - 1e-6, t);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if room(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    assert_hit(&proven(&case), low, 1e-11);
}

#[test]
fn from_far_away_and_far_from_the_world_s_origin_nothing_is_lost() {
    // A propeller comes from a million away, in a corner of the world at 1e9: a bar of half length 2 along x turned by
    // 1000π + π/2 at the fraction where it has come to height 2 over the ball's top.
    let bar = Capsule::new(1.75, 0.25).unwrap();
    for corner in [0.0, 1073741824.0] {
        let turn = moving([0.0, 0.0, 2000.0 * PI]);
        let case = sweep(
            (bar, [corner, corner + 1048576.0, corner]),
            [0.0, -2097152.0, 0.0],
            (Sphere::new(1.0).unwrap(), [corner; 3]),
            turn,
        );
        let Outcome::Hit(hit) = proven(&case) else {
            panic!();
        };
        // Where the fraction leaves the bar, to the last place of the fraction: between 1.25 and 3 over the ball's
        // centre, and the points of contact on both.
        let height = 1048576.0 - 2097152.0 * hit.fraction;
        assert!((1.25 - 1e-9..=3.0).contains(&height), "{height}");
        let apart = (hit.point_moving - hit.point_fixed).norm();
        assert!(apart < 1e-15 * corner + 1e-9, "{apart}");
    }
}

#[test]
fn without_rotation_the_linear_cast_answers() {
    let linear = Sweep::new(
        Placed::new(any(Cuboid::new([0.5, 0.5, 0.5]).unwrap()), [0.1, 5.0, 0.2]).unwrap(),
        [0.3, -10.0, 0.1],
        Placed::new(any(Cuboid::new([3.0, 1.0, 3.0]).unwrap()), [0.0; 3]).unwrap(),
    )
    .unwrap();
    let case = TurningSweep::new(linear.clone(), Turns::default()).unwrap();
    assert_eq!(case.cast(), linear.cast());
    // A rotation too small to move anything agrees with it.
    let case = TurningSweep::new(linear.clone(), moving([0.0, 1e-40, 0.0])).unwrap();
    let fraction = linear.cast().hit().unwrap().fraction;
    assert_hit(&case.cast(), fraction, 1e-13);
}

#[test]
fn a_step_limit_leaves_a_safe_fraction() {
    let case = sweep(
        (rod(2.0), [0.0; 3]),
        [0.0; 3],
        (PointShape, [1.0, 1.0, 0.0]),
        moving([0.0, 0.0, 3.0]),
    );
    let expected = FRAC_PI_2 / 6.0;
    let mut last = 0.0;
    for max_steps in 1..6 {
        let options = TurningOptions {
            max_steps,
            ..TurningOptions::default()
        };
        let certified = case.cast_certified(&options);
        certified.certificate.verify(&case).unwrap();
        let safe = certified.outcome.safe_fraction();
        assert!((last..=expected).contains(&safe), "{max_steps}: {safe}");
        last = safe;
    }
    assert!(last > 0.9 * expected);
}

#[test]
fn a_least_turn_about_a_far_centre_leaves_no_gap() {
    // 2⁻¹⁰⁰ of a radian, 2⁹⁶ away: a sixteenth along y, into the ball that is 1/20 away.
    let ball = || Sphere::new(0.01).unwrap();
    let turn = Turn::by([0.0, 0.0, -(0.5_f64.powi(100))]).about([2.0_f64.powi(96), 0.0, 0.0]);
    let turns = Turns {
        moving: turn,
        ..Turns::default()
    };
    let case = sweep(
        (ball(), [0.0; 3]),
        [0.0; 3],
        (ball(), [0.0, 0.05, 0.0]),
        turns,
    );
    // Beside such a distance the balls count as touching throughout. There is no gap.
    if let Outcome::Miss(miss) = proven(&case) {
        assert_eq!(miss.gap, 0.0);
    }
    // Smaller ones still, of a point, which has no size to be small beside: none is lost in its squares.
    for (angle, centre) in [(-180, 90), (-300, 90), (-399, 90), (-401, 90), (-1000, 0)] {
        let turn = Turn::by([0.0, 0.0, -(2.0_f64.powi(angle))]);
        let turns = Turns {
            moving: turn.about([2.0_f64.powi(centre), 0.0, 0.0]),
            ..Turns::default()
        };
        let case = sweep(
            (PointShape, [0.0; 3]),
            [0.0, 2.0, 0.0],
            (ball(), [0.0, 1.01, 0.0]),
            turns,
        );
        match proven(&case) {
            Outcome::Hit(hit) => assert!(hit.fraction <= 0.5, "{hit:?}"),
            Outcome::Miss(miss) => assert_eq!(miss.gap, 0.0),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_gap_holds_whatever_tolerance_is_asked_for() {
    for i in 0..200 {
        // A point that turns about itself beside a ball: what is between them is the difference, exactly.
        let height = 1.0 + f64::from(i + 1) / 1e6;
        let room = height - 1.0;
        let case = sweep(
            (PointShape, [0.0, height, 0.0]),
            [0.0; 3],
            (Sphere::new(1.0).unwrap(), [0.0; 3]),
            moving([0.0, 0.0, 1.0]),
        );
        for tolerance in [1e6, 1e300, f64::INFINITY, 1e-9] {
            let options = TurningOptions {
                tolerance,
                ..TurningOptions::default()
            };
            let found = case.cast_certified(&options);
            let proven = found.certificate.verify(&case).unwrap();
            if let Outcome::Miss(miss) = found.outcome {
                assert!(
                    miss.gap <= room && proven.gap <= room,
                    "{miss:?} {proven:?}"
                );
            }
        }
    }
}

/// A certificate that leaves out the part of the motion in which the shapes meet says so, or is refused.
#[test]
fn what_is_ignored_is_not_proven() {
    use swept::{Claim, TurningCertificate};
    let ball = || Sphere::new(1.0).unwrap();
    let case = sweep(
        (ball(), [5.0, 0.0, 0.0]),
        [-10.0, 0.0, 0.0],
        (ball(), [0.0; 3]),
        moving([0.0, 0.0, 1.0]),
    );
    let found = case.cast_certified(&TurningOptions::default());
    assert_eq!(found.certificate.verify(&case).unwrap().from, 0.0);
    let TurningCertificate::Turning(proof) = &found.certificate else {
        panic!("{found:?}");
    };
    let forged = |claim, ignored| {
        let mut proof = proof.clone();
        proof.pieces.clear();
        (proof.claim, proof.ignored) = (claim, [ignored, 0.0]);
        proof.contact = [ignored, 0.0];
        TurningCertificate::Turning(proof).verify(&case)
    };
    for ignored in [1.0, 7.0, f64::INFINITY, f64::NAN] {
        assert!(forged(Claim::Miss { gap: 1e9 }, ignored).is_err());
    }
    for ignored in [-1.0, 7.0] {
        assert!(forged(Claim::Miss { gap: -1.0 }, ignored).is_err());
    }
    let safe_fraction = 0.39;
    let open = forged(Claim::Unresolved { safe_fraction }, 0.39).unwrap();
    assert!(
        open.from == 0.39 && open.gap == f64::NEG_INFINITY,
        "{open:?}"
    );
}

/// A tiny segment and a tiny triangle, which swings by about a centre a million times as far away, graze: the plane of the distance
/// departs there, and that of the way there closes in.
#[test]
fn a_graze_has_the_normal_along_which_the_shapes_close_in() {
    let pose = |[i, j, k, w]: [f32; 4], at: [f32; 3]| {
        let rotation = nalgebra::Quaternion::new(w, i, j, k);
        let rotation = nalgebra::UnitQuaternion::new_unchecked(rotation);
        Isometry3::from_parts(nalgebra::Vector3::from(at).into(), rotation)
    };
    let segment = Segment::new(
        [8.778_177_4e-7_f32, 5.381_600_7e-7, 6.437_361_4e-7],
        [6.885_885e-7, -4.570_705e-7, -2.064_893_2e-7],
    );
    let from = [-0.140_347_36, 2.480_773_3e-7, 0.707_260_85];
    let from = pose(
        [0.316_381_34, 0.547_884_46, -0.666_641_95, 0.394_098_9],
        from,
    );
    let triangle = swept::Triangle::new(
        [-8.090_898_4e-7_f32, -5.366_958_4e-7, 4.537_124_6e-7],
        [7.517_056_7e-7, -4.130_761_8e-7, 1.342_816_6e-6],
        [1.274_706_2e-6, -4.653_769_8e-7, -1.952_552_4e-7],
    );
    let at = pose(
        [-0.634_045_54, 0.040_947_33, -0.496_002_14, 0.591_854_2],
        [-0.0; 3],
    );
    let (omega, centre) = (
        [0.0, -16.533_075, 0.0],
        [1.189_865_4, 0.293_393_88, 1.018_327_2],
    );
    let turns = Turns {
        fixed: Turn::by(omega).about(centre),
        ..Turns::default()
    };
    let case = sweep(
        (segment.unwrap(), from),
        [0.0, -1.877_757_4e-13, 0.0],
        (triangle.unwrap(), at),
        turns,
    );
    let outcome = proven(&case);
    let hit = outcome.hit().unwrap_or_else(|| panic!("{outcome:?}"));
    let centre = at * nalgebra::Point3::from(centre);
    let velocity = -nalgebra::Vector3::from(omega).cross(&(hit.point_fixed - centre));
    assert!(hit.normal.dot(&velocity) < 0.0, "{hit:?}, {velocity:?}");
}

/// A box that turns comes to the ground from so far away that a size is less than the last digits of its way.
#[test]
fn the_way_may_have_no_digits_left_for_the_size() {
    for power in [0, 10, 40, 50, 60, 66] {
        let far = 2.0_f64.powi(power);
        let case = sweep(
            (Cuboid::new([0.5, 0.25, 0.125]).unwrap(), [0.0, far, 0.0]),
            [0.0, -3.0 * far, 0.0],
            (HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]),
            moving([1.0, 2.0, 3.0]),
        );
        let Outcome::Hit(hit) = proven(&case) else {
            panic!("{power}");
        };
        assert!(
            (hit.fraction - 1.0 / 3.0).abs() < 0.6 / far,
            "{power}: {hit:?}"
        );
    }
}
