//! Families of turning casts. All numbers are exact in `f32`, and all start apart: farther than both reaches.

use super::case::{TurningCase, Turns};
use crate::{Body, Dice, Form, Kind, random_form, throw};
use nalgebra::Vector3;

/// A named generator of turning casts.
#[derive(Clone, Copy, Debug)]
pub struct TurningFamily {
    /// Its name in reports.
    pub name: &'static str,
    make: fn(&mut Dice) -> TurningCase,
    /// Bounds of the share of hits: outside of them the family no longer tests what it says.
    pub hits: (f64, f64),
    /// Mean steps at most this part of those of plain conservative advancement.
    pub share: f64,
}

impl TurningFamily {
    /// Case number `index` under `seed`.
    pub fn case(&self, seed: u64, index: u64) -> TurningCase {
        let mut case = (self.make)(&mut Dice::new(seed, index)).exact();
        case.case.id = format!("{}/{seed}-{index}", self.name);
        case
    }
}

/// All families.
pub const TURNING_FAMILIES: &[TurningFamily] = &[
    TurningFamily {
        name: "small rotations",
        make: small,
        hits: (0.4, 0.95),
        share: 1.0,
    },
    TurningFamily {
        name: "bars, half a turn",
        make: |dice| bars(dice, 170.0_f64.to_radians()),
        hits: (0.2, 0.9),
        share: 1.0,
    },
    TurningFamily {
        name: "bars, many turns",
        make: |dice| bars(dice, 20.0),
        hits: (0.2, 0.9),
        share: 1.0,
    },
    TurningFamily {
        name: "plates",
        make: plates,
        hits: (0.3, 0.95),
        share: 1.0,
    },
    TurningFamily {
        name: "slow approaches",
        make: slow,
        hits: (0.1, 0.9),
        share: 1.0 / 3.0,
    },
    TurningFamily {
        name: "both turning",
        make: both,
        hits: (0.2, 0.95),
        share: 1.0 / 3.0,
    },
];

/// A rotation vector of at most `most` radians.
fn turn(dice: &mut Dice, most: f64) -> [f64; 3] {
    (dice.direction() * dice.between(0.0, most)).into()
}

fn solid(dice: &mut Dice) -> Body {
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
    Body::new(random_form(dice, kind)).turned(dice.rotation())
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
fn thrown(dice: &mut Dice, moving: Body, fixed: Body, turn: Turns, far: f64) -> TurningCase {
    let distance = (moving.reach() + fixed.reach()) * dice.log_between(1.01, far);
    TurningCase {
        case: throw(dice, moving, fixed, distance),
        turn,
    }
}

fn small(dice: &mut Dice) -> TurningCase {
    let (moving, fixed) = (solid(dice), solid(dice));
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

fn bars(dice: &mut Dice, most: f64) -> TurningCase {
    let moving = bar(dice);
    let fixed = if dice.chance(0.5) {
        bar(dice)
    } else {
        solid(dice)
    };
    let turn = Turns {
        moving: turn(dice, most),
        fixed: [0.0; 3],
    };
    thrown(dice, moving, fixed, turn, 2.0)
}

fn plates(dice: &mut Dice) -> TurningCase {
    let moving = plate(dice);
    let fixed = if dice.chance(0.5) {
        plate(dice)
    } else {
        solid(dice)
    };
    let turn = Turns {
        moving: turn(dice, 120.0_f64.to_radians()),
        fixed: [0.0; 3],
    };
    thrown(dice, moving, fixed, turn, 2.0)
}

/// Many turns on a way of a fraction of the shapes' size, from just outside of both reaches.
fn slow(dice: &mut Dice) -> TurningCase {
    let moving = if dice.chance(0.5) {
        bar(dice)
    } else {
        solid(dice)
    };
    let fixed = solid(dice);
    let turn = Turns {
        moving: turn(dice, 30.0),
        fixed: [0.0; 3],
    };
    let mut case = thrown(dice, moving, fixed, turn, 1.05);
    let part = dice.between(0.05, 0.5);
    let toward = Vector3::from(case.case.fixed.position) - Vector3::from(case.case.moving.position);
    case.case.displacement = (toward * part).into();
    case
}

fn both(dice: &mut Dice) -> TurningCase {
    let pick = |dice: &mut Dice| match dice.whole(0..=2) {
        0.0 => bar(dice),
        1.0 => plate(dice),
        _ => solid(dice),
    };
    let (moving, fixed) = (pick(dice), pick(dice));
    let turn = Turns {
        moving: turn(dice, 20.0),
        fixed: turn(dice, 20.0),
    };
    thrown(dice, moving, fixed, turn, 1.5)
}
