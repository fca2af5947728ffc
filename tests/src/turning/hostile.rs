//! Turning cases that are meant to break something: every shape, and every number at its worst.

use super::TurningCase;
use super::forms::hostile_form;
use crate::{Body, Cast, Dice, Form, Kind, Turns};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use swept::{StartOverlap, TurningMethod, TurningOptions};

type V = Vector3<f64>;

/// Case number `index` under `seed`.
pub fn hostile(seed: u64, index: u64) -> TurningCase {
    let dice = &mut Dice::new(seed, index);
    let aligned = dice.chance(0.25);
    let rotation = |dice: &mut Dice| match (aligned, dice.chance(0.2)) {
        (true, false) => [0.0, 0.0, 0.0, 1.0],
        (true, true) => [0.0, 0.0, 1.0, 1.0],
        _ => dice.rotation(),
    };
    let mut moving = Body::new(hostile_form(dice)).turned(rotation(dice));
    let mut fixed = match dice.chance(0.12) {
        true => Body::new(crate::random_form(dice, Kind::HalfSpace)),
        false => Body::new(hostile_form(dice)),
    };
    if let (Form::HalfSpace { normal }, true) = (&mut fixed.shape, aligned) {
        *normal = [0.0, 1.0, 0.0];
    }
    fixed = fixed.turned(rotation(dice));
    if dice.chance(0.25) {
        let ratio = dice.log_between(1e-6, 1e6);
        moving.shape = moving.shape.scaled(ratio);
    }
    let (small, large) = (
        moving.reach().min(fixed.reach()),
        moving.reach().max(fixed.reach()),
    );
    let n = axis(dice, &fixed);
    let touch = reach_along(&fixed, &n) + reach_along(&moving, &-n);
    let aside = match dice.chance(0.5) {
        true => V::zeros(),
        false => across(dice, &n) * (dice.between(0.0, 1.0) * large),
    };
    let gap = gap(dice, large, small);
    let at = n * (touch + gap) + aside;
    moving.position = at.into();
    let displacement = displacement(dice, &n, touch + gap, small);
    let turn = turns(dice, &n, &moving, &fixed);
    let centres = centres(dice, &moving, &fixed, &(at - n * touch.min(moving.reach())));
    let mut cast = Cast::new(moving, displacement, fixed).turning(turn);
    if dice.chance(0.2) {
        let far: V = dice.direction() * dice.log_between(1e3, 1e12);
        for body in [&mut cast.moving, &mut cast.fixed] {
            body.position = (V::from(body.position) + far).into();
        }
    }
    let options = options(dice, large, small);
    let case = TurningCase {
        cast,
        centres,
        options,
    };
    match dice.chance(0.2) {
        true => case.scaled(f64::from(dice.whole(-90..=60) as i32).exp2()),
        false => case,
    }
}

/// A direction: any, one of the axes of the fixed body, or the normal of its plane.
fn axis(dice: &mut Dice, fixed: &Body) -> V {
    let n = match (&fixed.shape, dice.whole(0..=2)) {
        (Form::HalfSpace { normal }, _) => V::from(*normal).normalize(),
        (_, 0.0) => return dice.direction(),
        (_, 1.0) => V::y() * dice.sign(),
        _ => V::ith(dice.whole(0..=2) as usize, 1.0) * dice.sign(),
    };
    rotated(fixed, &n)
}

fn rotated(body: &Body, v: &V) -> V {
    let [x, y, z, w] = body.rotation;
    UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)) * v
}

/// A unit vector across another one.
fn across(dice: &mut Dice, n: &V) -> V {
    loop {
        let v = n.cross(&dice.direction());
        if v.norm() > 0.1 {
            return v.normalize();
        }
    }
}

/// How far a body reaches along a unit vector from its own origin.
fn reach_along(body: &Body, n: &V) -> f64 {
    swept_oracle::Solid::<f64>::new(body, [0.0; 3]).height(&(*n).into())
}

/// What is left between the bodies at the start, along the direction in which they stand; negative where they overlap.
fn gap(dice: &mut Dice, large: f64, small: f64) -> f64 {
    match dice.whole(0..=9) {
        0.0 | 1.0 => 0.0,
        2.0 => dice.sign() * large * dice.log_between(1e-16, 1e-6),
        3.0 => -small * dice.log_between(1e-6, 1.0),
        4.0 => -(large + small) * dice.between(0.0, 1.0),
        5.0 => (large + small) * dice.log_between(1e1, 1e9),
        6.0 => small * dice.log_between(1e-6, 1.0),
        _ => (large + small) * dice.between(0.0, 1.5),
    }
}

fn displacement(dice: &mut Dice, n: &V, distance: f64, small: f64) -> [f64; 3] {
    let toward = -n * (distance.abs() + small);
    let way = match dice.whole(0..=7) {
        0.0 => V::zeros(),
        1.0 => across(dice, n) * (toward.norm() * dice.log_between(1e-3, 10.0)),
        2.0 => -toward * dice.between(0.0, 1.0),
        3.0 => dice.direction() * (toward.norm() * dice.log_between(1e-6, 10.0)),
        4.0 => toward * dice.log_between(1e-12, 1.0),
        5.0 => toward * dice.between(0.0, 3.0) + across(dice, n) * (small * dice.between(0.0, 1.0)),
        _ => toward * dice.between(0.5, 2.0),
    };
    way.into()
}

fn turns(dice: &mut Dice, n: &V, moving: &Body, fixed: &Body) -> Turns {
    let angle = |dice: &mut Dice| {
        dice.sign()
            * match dice.whole(0..=9) {
                0.0 => 0.0,
                1.0 => dice.log_between(1e-30, 1e-3),
                2.0 | 3.0 => dice.between(6.0, 40.0),
                4.0 => dice.log_between(40.0, 1e7),
                5.0 => std::f64::consts::PI * dice.whole(1..=8) / 2.0,
                _ => dice.between(0.0, 4.0),
            }
    };
    let about = |dice: &mut Dice, body: &Body| match dice.whole(0..=4) {
        0.0 => *n,
        1.0 => across(dice, n),
        2.0 => rotated(body, &V::y()),
        3.0 => rotated(body, &V::ith(dice.whole(0..=2) as usize, 1.0)),
        _ => dice.direction(),
    };
    let turn = |dice: &mut Dice, body: &Body| about(dice, body) * angle(dice);
    let (m, f) = match dice.whole(0..=5) {
        0.0 => (turn(dice, moving), turn(dice, fixed)),
        1.0 => (V::zeros(), turn(dice, fixed)),
        2.0 => {
            let m = turn(dice, moving);
            let off = dice.direction() * (m.norm() * dice.log_between(1e-18, 1e-2));
            (m, m + if dice.chance(0.3) { V::zeros() } else { off })
        }
        _ => (turn(dice, moving), V::zeros()),
    };
    Turns {
        moving: m.into(),
        fixed: f.into(),
    }
}

/// What the bodies turn about, each in its own frame: its origin, the place where they are near each other, or a point that is far away.
fn centres(dice: &mut Dice, moving: &Body, fixed: &Body, contact: &V) -> [[f64; 3]; 2] {
    [moving, fixed].map(|body| {
        let size = moving.reach().max(fixed.reach());
        match dice.whole(0..=5) {
            0.0 => {
                let [x, y, z, w] = body.rotation;
                let q = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
                (q.inverse() * (contact - V::from(body.position))).into()
            }
            1.0 => (dice.in_ball() * size).into(),
            2.0 if dice.chance(0.3) => {
                (dice.direction() * (size * dice.log_between(1.0, 1e6))).into()
            }
            _ => [0.0; 3],
        }
    })
}

fn options(dice: &mut Dice, large: f64, small: f64) -> TurningOptions<f64> {
    TurningOptions {
        method: match dice.chance(0.15) {
            true => TurningMethod::ConservativeAdvancement,
            false => TurningMethod::IntervalBound,
        },
        target_distance: match dice.whole(0..=9) {
            0.0 => small * dice.log_between(1e-9, 1.0),
            1.0 => large * dice.between(0.0, 2.0),
            2.0 => large * dice.log_between(1.0, 1e9),
            _ => 0.0,
        },
        tolerance: match dice.whole(0..=9) {
            0.0 => large * dice.log_between(1e-18, 1e-6),
            1.0 => small * dice.log_between(1e-6, 1e-1),
            _ => 0.0,
        },
        start_overlap: *dice.pick(&[
            StartOverlap::Report,
            StartOverlap::Ignore,
            StartOverlap::IgnoreIfReceding,
        ]),
        max_steps: match dice.chance(0.05) {
            true => dice.whole(0..=50) as u32,
            false => 20_000,
        },
    }
}
