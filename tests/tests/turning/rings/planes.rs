//! Half-spaces that spin, and bodies that spin over them.

use super::super::sweep;
use super::{checked, checked_by_gap};
use nalgebra::{Isometry3, Point3, Vector3};
use swept::{Cuboid, HalfSpace, Outcome, Sphere, StartOverlap, Turn, TurningOptions, Turns};
use swept_tests::Dice;

/// A half-space spins about a point above it: what it leaves free is a double cone around the axis, or what is between its rims.
#[test]
fn half_spaces_that_spin() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice::new(41, i);
        let n = dice.direction();
        let k = dice.direction();
        let height = dice.between(0.5, 3.0);
        let radius = dice.between(0.1, 0.4);
        let x = dice.in_ball() * 2.5;
        let comes_to = -n.dot(&k) * k.dot(&x) + n.cross(&k).norm() * x.cross(&k).norm();
        let gap = height - comes_to - radius;
        if gap.abs() < 0.01 {
            continue;
        }
        let angle = [1e2, 1e4, 1e6][(i % 3) as usize];
        let pivot = dice.in_ball() * 10.0;
        let spin = Turn::by(k * angle).about(Point3::from(n * height));
        let own = match i % 4 {
            0 => Turn::by(dice.direction() * angle),
            1 => Turn::by(dice.direction()),
            _ => Turn::none(),
        };
        let case = sweep(
            (Sphere::new(radius).unwrap(), pivot + x),
            [0.0; 3],
            (HalfSpace::new(n).unwrap(), pivot - n * height),
            Turns {
                moving: own,
                fixed: spin,
            },
        );
        let told = checked_by_gap(&case, i, gap, angle);
        hits += u32::from(told.hit().is_some());
        misses += u32::from(told.miss().is_some());
    }
    assert!(hits > 30 && misses > 100, "{hits} {misses}");
}

/// Boxes that spin onto a half-space which turns slowly: never less than what they reach at any angle above it, or met soon after.
#[test]
fn boxes_that_spin_over_half_spaces_that_turn_slowly() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..200 {
        let dice = &mut Dice::new(43, i);
        let shape = Cuboid::new(dice.three(|dice| dice.between(0.05, 0.5))).unwrap();
        let angle = [1e2, 1e4, 1e6][(i % 3) as usize];
        let tilt = dice.direction() * 0.2;
        let case = sweep(
            (shape, Vector3::y() * 2.0),
            [0.1 * dice.unit(), dice.between(-2.0, 0.5), 0.0],
            (
                HalfSpace::new([0.0, 1.0, 0.0]).unwrap(),
                Isometry3::identity(),
            ),
            Turns {
                moving: Turn::by(dice.direction() * angle),
                fixed: Turn::by(tilt).about(Point3::from(dice.in_ball())),
            },
        );
        match checked(&case, i) {
            Outcome::Miss(_) => misses += 1,
            Outcome::Hit(_) => hits += 1,
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(hits > 20 && misses > 20, "{hits} {misses}");
}

/// A box that starts a little deep in a half-space which turns away from it, and goes far away: the speed that the half-space has out
/// there does not count where the box leaves it.
#[test]
fn half_spaces_that_turn_are_left_however_far_the_motion_goes() {
    for angle in [1.0, 1e2, 1e4, 1e6] {
        let case = sweep(
            (Cuboid::new([0.5; 3]).unwrap(), [0.0, 0.45, 0.0]),
            [0.0, 100.0 * angle, 0.0],
            (HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]),
            Turns {
                fixed: Turn::by([0.0, 0.0, angle]),
                ..Turns::default()
            },
        );
        for start_overlap in [StartOverlap::Ignore, StartOverlap::IgnoreIfReceding] {
            let options = TurningOptions {
                start_overlap,
                ..TurningOptions::default()
            };
            let found = case.cast_certified(&options);
            assert!(found.certificate.verify(&case).is_ok());
            // Half a turn, but for what it stands aside, and it is under it.
            let until = found.outcome.safe_fraction() * angle;
            let expected = if angle > 1.0 { 1.5..3.5 } else { 1.0..1.1 };
            assert!(expected.contains(&until), "{angle:e}: {:?}", found.outcome);
            assert!(found.steps < 1000, "{angle:e}: {} steps", found.steps);
        }
    }
}

/// A ball deep under a half-space that spins about an axis beside its normal: the one does not come out at any angle, or on the way.
#[test]
fn what_no_turn_of_a_half_space_frees_is_left_under_it() {
    let options = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        ..TurningOptions::default()
    };
    let (mut freed, mut stays) = (0, 0);
    for i in 0..200 {
        let dice = &mut Dice::new(71, i);
        let n = dice.direction();
        let k = (n + dice.in_ball() * 0.7).normalize();
        let height = dice.between(0.0, 2.0);
        let radius = dice.between(0.1, 0.4);
        let x = dice.in_ball() * 3.0;
        let way = dice.in_ball() * [0.0, 2.0][(i % 2) as usize];
        let at = |x: &Vector3<f64>| -n.dot(&k) * k.dot(x);
        let out = |x: &Vector3<f64>| n.cross(&k).norm() * x.cross(&k).norm();
        // How deep the ball is at the angle at which it is least deep, where it stands nearest to the plane.
        let end = x + way;
        let depths = [x, end].map(|x| radius - height + at(&x) - out(&x));
        let least = depths[0].min(depths[1]);
        if n.dot(&x) > -height || least.abs() < 0.01 {
            continue;
        }
        let angle = [1e3, 1e5, 1e7][(i % 3) as usize];
        let case = sweep(
            (Sphere::new(radius).unwrap(), x),
            way.into(),
            (HalfSpace::new(n).unwrap(), -n * height),
            Turns {
                moving: Turn::by(dice.direction() * angle),
                fixed: Turn::by(k * angle).about(Point3::from(n * height)),
            },
        );
        let found = case.cast_certified(&options);
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        assert!(found.steps < 500, "{i}: {} steps", found.steps);
        match found.outcome {
            Outcome::Miss(_) => stays += 1,
            Outcome::Hit(_) => {
                freed += 1;
                assert!(least < 0.0, "{i}: {least} {:?}", found.outcome);
            }
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(freed > 10 && stays > 10, "{freed} {stays}");
}
