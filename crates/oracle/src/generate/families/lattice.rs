//! Casts on a lattice of whole numbers, where everything is parallel, coplanar, flush, or exactly grazing.

use super::{random_body, throw_near};
use crate::{Body, Cast, Dice, Form, Kind};
use nalgebra::Vector3;

/// No turn, quarter turns about x, y and −z, and a half turn about x, as quaternions x, y, z, w. Their direction counts, not their
/// length: no number of theirs is rounded.
pub const QUARTER_TURNS: [[f64; 4]; 5] = [
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.0, 0.0, -1.0, 1.0],
    [1.0, 0.0, 0.0, 0.0],
];

/// Unturned shapes, or turned by quarter turns, at whole positions, moved by whole numbers: exact in every step.
pub(super) fn aligned(dice: &mut Dice) -> Cast {
    let turn = |d: &mut Dice| *d.pick(&QUARTER_TURNS);
    let (position, displacement) = route(dice);
    let moving = Body::new(form(dice)).turned(turn(dice)).at(position);
    let fixed = Body::new(form(dice)).turned(turn(dice));
    Cast::new(moving, displacement, fixed)
}

/// The same world turned as a whole by a random rotation and rounded: parallel and coplanar up to the last place.
pub(super) fn parallel(dice: &mut Dice) -> Cast {
    let rotation = dice.rotation();
    let rows = crate::solid::rotation::<f64>(&rotation).map(Vector3::from);
    let turned = |v: Vector3<f64>| rows.map(|row| row.dot(&v));
    let (position, displacement) = route(dice);
    let moving = Body::new(form(dice)).turned(rotation).at(turned(position));
    let fixed = Body::new(form(dice)).turned(rotation);
    Cast::new(moving, turned(displacement), fixed)
}

fn whole(dice: &mut Dice, most: i32) -> [f64; 3] {
    dice.three(|d| d.whole(-most..=most))
}

/// A whole position and motion about the origin: along an axis, towards a point near the origin, or anywhere.
fn route(dice: &mut Dice) -> (Vector3<f64>, Vector3<f64>) {
    match dice.unit() {
        u if u < 0.4 => {
            let axis = dice.whole(0..=2) as usize;
            let side = dice.sign();
            let mut position = Vector3::from(whole(dice, 4));
            position[axis] = side * dice.whole(6..=10);
            let mut displacement = Vector3::zeros();
            displacement[axis] = -side * dice.whole(4..=16);
            (position, displacement)
        }
        u if u < 0.8 => {
            let position = Vector3::from(whole(dice, 9));
            let target = Vector3::from(whole(dice, 2));
            (position, (target - position) * dice.whole(1..=2))
        }
        _ => (whole(dice, 6).into(), motion(dice)),
    }
}

/// A whole motion, along one axis as often as not.
fn motion(dice: &mut Dice) -> Vector3<f64> {
    loop {
        let d = if dice.chance(0.5) {
            let mut d = Vector3::zeros();
            d[dice.whole(0..=2) as usize] = dice.sign() * dice.whole(4..=12);
            d
        } else {
            whole(dice, 12).into()
        };
        if d != Vector3::zeros() {
            return d;
        }
    }
}

/// A shape with whole numbers, flat at times.
fn form(dice: &mut Dice) -> Form {
    let half = |d: &mut Dice| d.whole(1..=3);
    match dice.whole(0..=8) {
        0.0 | 1.0 => Form::cuboid(dice.three(half)),
        2.0 => Form::box_hull(dice.three(half)),
        3.0 => {
            let mut flat = dice.three(half);
            flat[dice.whole(0..=2) as usize] = 0.0;
            Form::cuboid(flat)
        }
        4.0 => Form::Capsule {
            half_height: half(dice),
            radius: half(dice),
        },
        5.0 => Form::Cylinder {
            half_height: half(dice),
            radius: half(dice),
        },
        6.0 => lattice_triangle(dice),
        7.0 => lattice_segment(dice),
        _ => Form::cuboid(dice.three(half)).rounded(half(dice)),
    }
}

fn lattice_triangle(dice: &mut Dice) -> Form {
    let flat = |d: &mut Dice| [d.whole(-3..=3), 0.0, d.whole(-3..=3)];
    Form::Triangle {
        a: flat(dice),
        b: flat(dice),
        c: flat(dice),
    }
}

fn lattice_segment(dice: &mut Dice) -> Form {
    let mut b = [0.0; 3];
    b[dice.whole(0..=2) as usize] = dice.whole(1..=4);
    Form::Segment { a: [0.0; 3], b }
}

/// A point at a triangle, half of the time on the lattice: through edges, corners, and along the plane.
pub(super) fn point_triangle(dice: &mut Dice) -> Cast {
    let moving = Body::new(Form::Point);
    if dice.chance(0.5) {
        let fixed = random_body(dice, Kind::Triangle);
        return throw_near(dice, moving, fixed);
    }
    let moving = moving.at(whole(dice, 4));
    let fixed = Body::new(Form::Triangle {
        a: whole(dice, 3),
        b: whole(dice, 3),
        c: whole(dice, 3),
    });
    let mut case = Cast::new(moving, motion(dice), fixed);
    aim_at_corners(dice, &mut case);
    case
}

/// A segment at a segment, half of the time on the lattice: crossing, parallel, collinear, and end to end.
pub(super) fn segment_segment(dice: &mut Dice) -> Cast {
    if dice.chance(0.5) {
        let moving = random_body(dice, Kind::Segment);
        let fixed = random_body(dice, Kind::Segment);
        return throw_near(dice, moving, fixed);
    }
    let segment = |d: &mut Dice| Form::Segment {
        a: whole(d, 3),
        b: whole(d, 3),
    };
    let moving = Body::new(segment(dice)).at(whole(dice, 5));
    let fixed = Body::new(segment(dice));
    let mut case = Cast::new(moving, motion(dice), fixed);
    aim_at_corners(dice, &mut case);
    case
}

/// Mostly: a displacement that takes a corner or the middle of an edge of the moving shape to one of the fixed
/// shape, exactly and halfway.
fn aim_at_corners(dice: &mut Dice, case: &mut Cast) {
    if dice.chance(0.3) {
        return;
    }
    let carried = Vector3::from(case.moving.position) + corner_mixture(dice, &case.moving.shape);
    let target = corner_mixture(dice, &case.fixed.shape);
    case.displacement = ((target - carried) * 2.0).into();
}

/// A corner, or the middle between two corners, of a form about its own origin.
fn corner_mixture(dice: &mut Dice, form: &Form) -> Vector3<f64> {
    let corners = match form {
        Form::Segment { a, b } => vec![*a, *b],
        Form::Triangle { a, b, c } => vec![*a, *b, *c],
        _ => vec![[0.0; 3]],
    };
    let (a, b) = (*dice.pick(&corners), *dice.pick(&corners));
    (Vector3::from(a) + Vector3::from(b)) / 2.0
}
