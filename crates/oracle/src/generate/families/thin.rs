//! Needles, plates, and shapes with no inside at all.

use super::ordinary::any_body;
use super::{random_solid, throw_near};
use crate::{Body, Cast, Dice, Form};
use nalgebra::Vector3;

/// A needle or plate of thickness 1e-4 to 1e-1 at another one, or at a solid.
pub(super) fn thin(dice: &mut Dice) -> Cast {
    let moving = thin_body(dice);
    let fixed = if dice.chance(0.7) {
        thin_body(dice)
    } else {
        random_solid(dice)
    };
    if dice.chance(0.5) {
        throw_near(dice, moving, fixed)
    } else {
        throw_near(dice, fixed, moving)
    }
}

fn thin_body(dice: &mut Dice) -> Body {
    let t = dice.log_between(1e-4, 1e-1);
    let size = [[1.0, 1.0, t], [1.0, t, t]][usize::from(dice.chance(0.5))];
    let shape = match dice.whole(0..=6) {
        0.0 => Form::cuboid(size),
        1.0 => Form::Ellipsoid { radii: size },
        2.0 => Form::box_hull(size),
        3.0 => Form::Capsule {
            half_height: 1.0,
            radius: t,
        },
        4.0 => Form::Cylinder {
            half_height: size[1],
            radius: size[2],
        },
        5.0 => Form::Cone {
            half_height: size[2],
            radius: size[1],
        },
        _ => Form::cuboid(size).rounded(t),
    };
    Body::new(shape).turned(dice.rotation())
}

/// A shape without a volume at a solid, at any shape, or at another one of its kind.
pub(super) fn degenerate(dice: &mut Dice) -> Cast {
    let moving = degenerate_body(dice);
    let fixed = match dice.unit() {
        u if u < 0.5 => random_solid(dice),
        u if u < 0.75 => any_body(dice),
        _ => degenerate_body(dice),
    };
    if dice.chance(0.5) {
        throw_near(dice, moving, fixed)
    } else {
        throw_near(dice, fixed, moving)
    }
}

fn degenerate_body(dice: &mut Dice) -> Body {
    let shape = degenerate_form(dice);
    let body = Body::new(shape);
    // Turned, the zeros are no longer exact in the world's frame; unturned, they are.
    if dice.chance(0.5) {
        body.turned(dice.rotation())
    } else {
        body
    }
}

fn degenerate_form(dice: &mut Dice) -> Form {
    let some = |d: &mut Dice| {
        if d.chance(0.5) {
            0.0
        } else {
            d.between(0.1, 1.0)
        }
    };
    match dice.whole(0..=9) {
        0.0 => Form::sphere(0.0),
        1.0 => Form::cuboid(dice.three(some)),
        2.0 => Form::Capsule {
            half_height: some(dice),
            radius: some(dice),
        },
        3.0 => Form::Cylinder {
            half_height: some(dice),
            radius: some(dice),
        },
        4.0 => Form::Cone {
            half_height: some(dice),
            radius: some(dice),
        },
        5.0 => Form::Ellipsoid {
            radii: dice.three(some),
        },
        6.0 => {
            let a = dice.in_ball().into();
            Form::Segment { a, b: a }
        }
        7.0 => {
            let [a, b, c] = on_a_line(dice, 3).try_into().expect("three points");
            Form::Triangle { a, b, c }
        }
        8.0 => Form::Point.rounded(0.0),
        _ => Form::ConvexHull {
            points: degenerate_points(dice),
        },
    }
}

/// The points of a hull that is one point, one point often, a line, or flat.
fn degenerate_points(dice: &mut Dice) -> Vec<[f64; 3]> {
    let count = dice.whole(1..=20) as usize;
    match dice.whole(0..=3) {
        0.0 => vec![dice.in_ball().into()],
        1.0 => vec![dice.in_ball().into(); count],
        2.0 => on_a_line(dice, count),
        _ => {
            // In a plane through the origin: exactly, where the plane's two vectors are on the axes.
            let (u, v) = if dice.chance(0.5) {
                (Vector3::x(), Vector3::z())
            } else {
                (dice.direction(), dice.direction())
            };
            let mut coordinate = || dice.whole(-8..=8) / 8.0;
            (0..count)
                .map(|_| (u * coordinate() + v * coordinate()).into())
                .collect()
        }
    }
}

/// Points on a line, some of them equal: exactly on it, when it runs along an axis.
fn on_a_line(dice: &mut Dice, count: usize) -> Vec<[f64; 3]> {
    let (from, along) = if dice.chance(0.5) {
        (Vector3::zeros(), Vector3::y())
    } else {
        (dice.in_ball() * 0.5, dice.direction())
    };
    (0..count)
        .map(|_| (from + along * (dice.whole(-8..=8) / 8.0)).into())
        .collect()
}
