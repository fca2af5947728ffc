//! Half-spaces that turn about their own normal: they are in the same place at any angle.

use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{
    Capsule, CertifiedTurn, Cuboid, Cylinder, HalfSpace, Outcome, Shape, Sphere, Turn,
    TurningOptions, Turns,
};
use swept_tests::Dice;

/// What is found in a few steps, its certificate checked.
fn checked(case: &AnySweep, i: u64) -> CertifiedTurn<f64> {
    let found = case.cast_certified(&TurningOptions::default());
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{i}: {flaw} {:?}", found.outcome);
    }
    assert!(found.steps < 60, "{i}: {} {:?}", found.steps, found.outcome);
    found
}

/// A shape that stands on the ground y = 0, how high its origin is, and a turn in which it stays there.
fn standing(i: u64, dice: &mut Dice) -> (Shape<f64>, f64, Vector3<f64>) {
    let [r, h, l] = dice.three(|dice| dice.between(0.1, 1.0));
    let about = Vector3::y() * dice.between(-9.0, 9.0);
    match i % 4 {
        0 => (any(Sphere::new(r).unwrap()), r, dice.in_ball() * 9.0),
        1 => (any(Cuboid::new([r, h, l]).unwrap()), h, about),
        2 => (any(Capsule::new(h, r).unwrap()), h + r, about),
        _ => (any(Cylinder::new(h, r).unwrap()), h, about),
    }
}

/// A turntable with that normal, from which the shape's motion is seen, and which spins about any of its points.
fn on_a_turntable(
    (shape, at): (Shape<f64>, Isometry3<f64>),
    (way, turn): (Vector3<f64>, Vector3<f64>),
    (stands, rate): (&Isometry3<f64>, f64),
    dice: &mut Dice,
) -> AnySweep {
    let centre = Point3::new(dice.between(-2.0, 2.0), 0.0, dice.between(-2.0, 2.0));
    let turned = stands.rotation;
    sweep(
        (shape, stands * at),
        (turned * way).into(),
        (HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), *stands),
        Turns {
            moving: Turn::by(turned * turn),
            fixed: Turn::by(turned * Vector3::y() * rate).about(centre),
        },
    )
}

/// As the turntable may stand: upright, or anyhow.
fn stands(i: u64, dice: &mut Dice) -> Isometry3<f64> {
    let turned = match i % 2 {
        0 => Vector3::zeros(),
        _ => dice.in_ball() * 3.0,
    };
    let at = dice.in_ball();
    Isometry3::from_parts(at.into(), UnitQuaternion::from_scaled_axis(turned))
}

/// What stands on a turntable, or slides, rolls or spins along it, is not met by it, however fast that spins.
#[test]
fn a_turntable_does_not_meet_what_stands_on_it() {
    for i in 0..400 {
        let dice = &mut Dice::new(101, i);
        let (shape, height, turn) = standing(i / 2, dice);
        let stands = stands(i, dice);
        let at = [dice.between(-1.0, 1.0), height, dice.between(-1.0, 1.0)];
        let way = Vector3::new(dice.between(-2.0, 2.0), 0.0, dice.between(-2.0, 2.0));
        let rate = [4.0, -1e3, 1e6][(i % 3) as usize];
        let on = (shape, at.into());
        let case = on_a_turntable(on, (way, turn), (&stands, rate), dice);
        let found = checked(&case, i);
        let Outcome::Miss(miss) = found.outcome else {
            panic!("{i}: {:?}", found.outcome);
        };
        assert!(miss.gap.abs() < 1e-12, "{i}: {miss:?}");
    }
}

/// What comes down on one meets it when it would meet one that stands.
#[test]
fn a_turntable_is_met_where_it_stands() {
    for i in 0..400 {
        let dice = &mut Dice::new(103, i);
        let (shape, height, turn) = standing(i / 2, dice);
        let stands = stands(i, dice);
        let up = dice.between(0.1, 2.0);
        let down = up * dice.between(1.5, 4.0);
        let at = [
            dice.between(-1.0, 1.0),
            height + up,
            dice.between(-1.0, 1.0),
        ];
        let way = Vector3::new(dice.between(-2.0, 2.0), -down, dice.between(-2.0, 2.0));
        let rate = [4.0, -1e3, 1e6][(i % 3) as usize];
        let on = (shape, at.into());
        let case = on_a_turntable(on, (way, turn), (&stands, rate), dice);
        let found = checked(&case, i);
        let Outcome::Hit(hit) = found.outcome else {
            panic!("{i}: {:?}", found.outcome);
        };
        assert!((hit.fraction - up / down).abs() < 1e-11, "{i}: {hit:?}");
        let normal = stands.rotation * Vector3::y();
        assert!(hit.normal.dot(&normal) > 1.0 - 1e-12, "{i}: {hit:?}");
    }
}

/// One that leans from the axis by a hair more than rounding is followed as it wobbles: its far side comes up under what stands there.
#[test]
fn a_half_space_that_leans_is_no_turntable() {
    for lean in [1e-2, 1e-4, 1e-6] {
        let case = sweep(
            (Sphere::new(0.5).unwrap(), [-4.0, 0.5 + 2.0 * lean, 0.0]),
            [0.0; 3],
            (HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]),
            Turns {
                fixed: Turn::by(Vector3::new(lean, 1.0, 0.0) * std::f64::consts::PI),
                ..Turns::default()
            },
        );
        let found = checked(&case, 0);
        // By half a turn the normal leans 2·lean along x, and the plane is 8·lean higher there.
        assert!(
            matches!(found.outcome, Outcome::Hit(_)),
            "{lean}: {found:?}"
        );
    }
}
