//! Casts in which one body turns, or both.

use super::random_body;
use crate::generate::throw;
use crate::{Body, Cast, Dice, Form, Kind, Turns};
use nalgebra::Vector3;

/// A rotation vector of at most `most` radians.
fn turn(dice: &mut Dice, most: f64) -> [f64; 3] {
    (dice.direction() * dice.between(0.0, most)).into()
}

/// Of any kind that can move, but points.
fn body(dice: &mut Dice) -> Body {
    let kind = *dice.pick(&[
        Kind::Sphere,
        Kind::Cuboid,
        Kind::Capsule,
        Kind::Cylinder,
        Kind::Cone,
        Kind::Ellipsoid,
        Kind::ConvexHull,
        Kind::Triangle,
        Kind::Segment,
        Kind::Rounded,
    ]);
    random_body(dice, kind)
}

/// A bar of 1:50.
fn bar(dice: &mut Dice) -> Body {
    let length = dice.between(0.5, 2.0);
    let width = length / 50.0;
    let form = match dice.whole(0..=3) {
        0.0 => Form::Capsule {
            half_height: length,
            radius: width,
        },
        1.0 => Form::Cylinder {
            half_height: length,
            radius: width,
        },
        _ => Form::cuboid([length, width, width * dice.between(0.5, 1.0)]),
    };
    Body::new(form).turned(dice.rotation())
}

fn plate(dice: &mut Dice) -> Body {
    let size = dice.between(0.5, 1.5);
    let sides = [size, size * dice.between(0.5, 1.0), size / 50.0];
    Body::new(Form::cuboid(sides)).turned(dice.rotation())
}

/// `moving` thrown at `fixed` from outside of both reaches.
fn thrown(dice: &mut Dice, moving: Body, fixed: Body, turn: Turns, far: f64) -> Cast {
    let distance = (moving.reach() + fixed.reach()) * dice.log_between(1.01, far);
    throw(dice, moving, fixed, distance).turning(turn)
}

pub(super) fn small(dice: &mut Dice) -> Cast {
    let (moving, fixed) = (body(dice), body(dice));
    let turn = Turns {
        moving: turn(dice, 0.5),
        fixed: if dice.chance(0.5) {
            turn(dice, 0.5)
        } else {
            [0.0; 3]
        },
    };
    thrown(dice, moving, fixed, turn, 4.0)
}

pub(super) fn bars(dice: &mut Dice, most: f64) -> Cast {
    let moving = bar(dice);
    let fixed = if dice.chance(0.5) {
        bar(dice)
    } else {
        body(dice)
    };
    let turn = Turns {
        moving: turn(dice, most),
        fixed: [0.0; 3],
    };
    thrown(dice, moving, fixed, turn, 2.0)
}

pub(super) fn plates(dice: &mut Dice) -> Cast {
    let moving = plate(dice);
    let fixed = if dice.chance(0.5) {
        plate(dice)
    } else {
        body(dice)
    };
    let turn = Turns {
        moving: turn(dice, 120.0_f64.to_radians()),
        fixed: [0.0; 3],
    };
    thrown(dice, moving, fixed, turn, 2.0)
}

/// Many turns on a way of a fraction of the shapes' size, from just outside of both reaches.
pub(super) fn slow(dice: &mut Dice) -> Cast {
    let moving = if dice.chance(0.5) {
        bar(dice)
    } else {
        body(dice)
    };
    let fixed = body(dice);
    let turn = Turns {
        moving: turn(dice, 30.0),
        fixed: [0.0; 3],
    };
    let mut cast = thrown(dice, moving, fixed, turn, 1.05);
    let part = dice.between(0.05, 0.5);
    let toward = Vector3::from(cast.fixed.position) - Vector3::from(cast.moving.position);
    cast.displacement = (toward * part).into();
    cast
}

pub(super) fn both(dice: &mut Dice) -> Cast {
    let pick = |dice: &mut Dice| match dice.whole(0..=2) {
        0.0 => bar(dice),
        1.0 => plate(dice),
        _ => body(dice),
    };
    let (moving, fixed) = (pick(dice), pick(dice));
    let turn = Turns {
        moving: turn(dice, 20.0),
        fixed: turn(dice, 20.0),
    };
    thrown(dice, moving, fixed, turn, 1.5)
}
