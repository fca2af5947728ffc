//! Cones that turn about their apex, which touches an edge or another apex that turns about it as well.

use super::pinned::ends_where_it_closes_in;
use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept::{Cone, Cuboid, Shape, Turn, Turns};
use swept_tests::Dice;

/// Nearly all the way around, in radians.
const AROUND: f64 = 628.0 / 100.0;

/// A shape with a point that may touch, and a normal there, well inside of those that it has.
type Feature = (Shape<f64>, Vector3<f64>, Vector3<f64>);

fn apex(dice: &mut Dice) -> Feature {
    let (height, radius) = (dice.between(0.2, 1.0), dice.between(0.2, 1.0));
    let most = (2.0 * height).atan2(radius).min(1.2);
    let (lean, around) = (dice.between(0.0, 0.8) * most, dice.between(0.0, AROUND));
    let n = Vector3::new(
        lean.sin() * around.cos(),
        lean.cos(),
        lean.sin() * around.sin(),
    );
    let cone = any(Cone::new(height, radius).unwrap());
    (cone, Vector3::y() * height, n)
}

fn edge(dice: &mut Dice) -> Feature {
    let half = Vector3::from(dice.three(|d| d.between(0.2, 1.0)));
    let angle = dice.between(0.3, 1.2);
    let at = Vector3::new(half.x, half.y, half.z * dice.between(-0.8, 0.8));
    let n = Vector3::new(angle.cos(), angle.sin(), 0.0);
    (any(Cuboid::new(half).unwrap()), at, n)
}

/// Two bodies that touch at these points, about which both turn.
fn joint(dice: &mut Dice, moving: Feature, fixed: Feature) -> AnySweep {
    let upright = UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.1));
    let n = upright * fixed.2;
    let about = UnitQuaternion::from_axis_angle(&Unit::new_normalize(n), dice.between(-3.0, 3.0));
    let facing = about * UnitQuaternion::rotation_between(&moving.2, &-n).unwrap();
    let at = |turned: UnitQuaternion<f64>, point: &Vector3<f64>| {
        Isometry3::from_parts((turned * -point).into(), turned)
    };
    let turn = |dice: &mut Dice, point: &Vector3<f64>| {
        Turn::by(dice.direction() * dice.between(0.1, 2.5)).about(Point3::from(*point))
    };
    let turns = Turns {
        moving: turn(dice, &moving.1),
        fixed: turn(dice, &fixed.1),
    };
    let (facing, upright) = (at(facing, &moving.1), at(upright, &fixed.1));
    sweep((moving.0, facing), [0.0; 3], (fixed.0, upright), turns)
}

#[test]
fn an_apex_turns_on_what_turns_about_it() {
    let (mut hits, mut steps, cases) = (0, 0, 48);
    for i in 0..cases {
        let dice = &mut Dice::new(163, i);
        let cone = apex(dice);
        let other = match i % 3 {
            0 => apex(dice),
            _ => edge(dice),
        };
        let (moving, fixed) = match i % 2 {
            0 => (cone, other),
            _ => (other, cone),
        };
        let case = joint(dice, moving, fixed);
        let (closes, taken) = ends_where_it_closes_in(i, &case);
        hits += u64::from(closes);
        steps += u64::from(taken);
    }
    assert!(hits > cases / 4 && hits < cases, "{hits}");
    assert!(steps < 1000 * cases, "{}", steps / cases);
}
