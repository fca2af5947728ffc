//! Two bodies that both turn about the point where they touch, each by an axis of its own.

use super::claim::{claims, least, piece};
use super::corners::OnCorner;
use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::turning_certificate::Frame;
use swept::{Capsule, Cuboid, Cylinder, Outcome, Turn, TurningMethod, TurningOptions, Turns};
use swept_tests::Dice;

fn turned(rotation: &Vector3<f64>, t: f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(rotation * t)
}

/// Where a cast ends, if its certificate holds and it takes no more steps than so many: 1 where nothing is met.
fn end(i: u64, case: &AnySweep, method: TurningMethod, most: u32) -> f64 {
    let options = TurningOptions {
        method,
        ..TurningOptions::default()
    };
    let found = case.cast_certified(&options);
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{i} {method:?}: {flaw}");
    }
    assert!(found.steps < most, "{i} {method:?}: {}", found.steps);
    match &found.outcome {
        Outcome::Hit(hit) => hit.fraction,
        Outcome::Miss(_) => 1.0,
        other => panic!("{i} {method:?}: {other:?}"),
    }
}

/// Two arms whose end balls touch, or are a hair apart, turn about the middle of one of them: they go on until the angle between them
/// is no more than a right one, and no longer.
#[test]
fn two_arms_turn_about_the_joint_between_them() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..600 {
        let dice = &mut Dice::new(151, i);
        let (length, other) = (dice.between(0.2, 0.6), dice.between(0.1, 0.5));
        let radii = [dice.between(0.05, 0.2), dice.between(0.05, 0.3)];
        let hair = [0.0, 10_f64.powf(dice.between(-14.0, -9.0))][i as usize % 2];
        let (arm, toward) = (dice.direction(), dice.direction());
        if arm.dot(&toward) > -0.1 {
            continue;
        }
        let at = |along: &Vector3<f64>, middle: f64| {
            let turned = UnitQuaternion::rotation_between(&Vector3::y(), along).unwrap();
            Isometry3::from_parts((along * middle).into(), turned)
        };
        let from_joint = radii[0] + radii[1] + hair + other;
        let [by, carried] = [2.5, 2.0].map(|most| dice.direction() * dice.between(0.1, most));
        let case = sweep(
            (Capsule::new(length, radii[0]).unwrap(), at(&arm, length)),
            [0.0; 3],
            (
                Capsule::new(other, radii[1]).unwrap(),
                at(&toward, from_joint),
            ),
            Turns {
                moving: Turn::by(by).about([0.0, -length, 0.0]),
                fixed: Turn::by(carried).about([0.0, -from_joint, 0.0]),
            },
        );
        let cosine = |t: f64| (turned(&by, t) * arm).dot(&(turned(&carried, t) * toward));
        // A hair apart, plain advancement goes by the speed of what is far from the joint.
        let methods = match hair {
            0.0 => &TurningMethod::ALL[..],
            _ => &[TurningMethod::IntervalBound],
        };
        for &method in methods {
            let end = end(i, &case, method, 200);
            let before = (0..400).map(|k| cosine(end * f64::from(k) / 400.0));
            let most = before.fold(f64::NEG_INFINITY, f64::max);
            assert!(most < 1e-5, "{i} {method:?}: {most} before {end}");
            if end < 1.0 {
                hits += 1;
                assert!(cosine(end) > -1e-4, "{i}: {} at {end}", cosine(end));
            } else {
                misses += 1;
            }
        }
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

/// A box stands on a corner, and it and what it stands on turn about that.
#[test]
fn a_box_and_the_ground_turn_about_the_corner_between_them() {
    let slab = any(Cuboid::new([8.0, 1.0, 8.0]).unwrap());
    let round = any(Cylinder::new(1.0, 8.0).unwrap());
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice::new(153, i);
        let Some(stood) = OnCorner::draw(dice) else {
            continue;
        };
        let ground = dice.direction() * dice.between(0.1, 2.5);
        let lowest = |t: f64| {
            let relative = turned(&ground, t).inverse() * turned(&stood.rotation, t);
            let heights = stood.corners.iter().map(|c| (relative * c).y);
            heights.fold(f64::INFINITY, f64::min)
        };
        let floor = if i % 2 == 0 { &slab } else { &round };
        let still = stood.case(floor, 1.0, false);
        let turns = Turns {
            fixed: Turn::by(ground).about([0.0, 1.0, 0.0]),
            ..*still.turns()
        };
        let (m, f) = (still.linear().moving(), still.linear().fixed());
        let (m, f) = ((m.shape().clone(), m.pose()), (f.shape().clone(), f.pose()));
        let swapped = Turns {
            moving: turns.fixed,
            fixed: turns.moving,
        };
        let cases = [
            sweep(m.clone(), [0.0; 3], f.clone(), turns),
            sweep(f, [0.0; 3], m, swapped),
        ];
        for case in &cases {
            let end = end(i, case, TurningMethod::IntervalBound, 400);
            let before = (0..400).map(|k| lowest(end * f64::from(k) / 400.0));
            let least = before.fold(f64::INFINITY, f64::min);
            assert!(least > -1e-11, "{i}: {least} before {end}");
            if end < 1.0 {
                hits += 1;
                let after = lowest((end + 1e-4).min(1.0));
                assert!(after < -1e-7, "{i}: {after} after {end}");
            } else {
                misses += 1;
            }
        }
    }
    assert!(hits > 20 && misses > 20, "{hits} {misses}");
}

#[test]
fn no_piece_claims_more_than_there_is_between_two_that_turn() {
    let mut nearly = 0;
    for i in 0..1000 {
        let dice = &mut Dice::new(157, i);
        let half = |dice: &mut Dice| Vector3::from(dice.three(|d| d.between(0.0, 1.0)));
        let (m, f) = (half(dice), half(dice));
        let pose = |dice: &mut Dice, corner: &Vector3<f64>| {
            let turned = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
            Isometry3::from_parts((turned * -corner).into(), turned)
        };
        // Each turns about a corner at the origin, or about a point near it.
        let aside = [0.0, 0.2][i as usize % 2];
        let turn = |dice: &mut Dice, corner: Vector3<f64>| {
            let spin = dice.direction() * dice.between(0.0, 4.0);
            Turn::by(spin).about(Point3::from(corner + dice.in_ball() * aside))
        };
        let (one, two) = (pose(dice, &m), pose(dice, &f));
        let turns = Turns {
            moving: turn(dice, m),
            fixed: turn(dice, f),
        };
        let cuboid = |half: Vector3<f64>| Cuboid::new(half).unwrap();
        let case = sweep((cuboid(m), one), [0.0; 3], (cuboid(f), two), turns);
        // Along which both leave the corners to each other, or not.
        let n = (one.rotation * -m + dice.in_ball()).normalize() * -1.0;
        let from = dice.between(0.0, 0.5);
        let to = from + dice.between(0.01, 0.5);
        for frame in [Frame::Moving, Frame::Fixed] {
            let own = if frame == Frame::Moving { one } else { two };
            let n = own.rotation.inverse() * n;
            let made_up = |room| piece(frame, [n; 2], (from, to), room);
            let most = least(&case, &made_up(0.0), 500);
            let claimed = |room| claims(&case, &made_up(room));
            assert!(!claimed(most + 1e-9), "{i} {frame:?}: {most}");
            nearly += u32::from(claimed(most - 1e-9));
        }
    }
    assert!(nearly > 60, "{nearly}");
}
