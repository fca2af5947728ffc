//! Shapes of turning cases: ordinary ones, and rods, plates, needles, wheels, flat and degenerate ones.

use crate::{Dice, Form, Kind, random_form};

/// A shape of about unit size, or one that is thin, flat or nothing along some of its axes.
pub(super) fn hostile_form(dice: &mut Dice) -> Form {
    let thin = dice.log_between(1e-6, 0.1);
    let long = dice.between(0.3, 1.5);
    match dice.whole(0..=13) {
        0.0 => Form::cuboid([long, thin, thin * dice.between(0.5, 1.0)]),
        1.0 => Form::cuboid([long, long * dice.between(0.5, 1.0), thin]),
        2.0 => Form::Cylinder {
            half_height: long,
            radius: thin,
        },
        3.0 => Form::Cylinder {
            half_height: thin,
            radius: long,
        },
        4.0 => Form::Cone {
            half_height: long,
            radius: thin,
        },
        5.0 => Form::Cone {
            half_height: thin,
            radius: long,
        },
        6.0 => {
            let [a, b] = [*dice.pick(&[thin, long]), *dice.pick(&[thin, long])];
            Form::Ellipsoid {
                radii: [a, b, long],
            }
        }
        7.0 => flat_hull(dice),
        8.0 => nothing(dice, long),
        9.0 => {
            let core = flat_hull(dice);
            core.rounded(thin)
        }
        _ => {
            let kind = *dice.pick(&Kind::MOVING);
            random_form(dice, kind)
        }
    }
}

/// A hull of points in a plane, on a line, or all in one place, some of them twice.
fn flat_hull(dice: &mut Dice) -> Form {
    let across = *dice.pick(&[1.0, 1e-9, 0.0]);
    let deep = *dice.pick(&[0.0, 1e-12, 1e-5]);
    let mut points: Vec<[f64; 3]> = (0..dice.whole(1..=9) as usize)
        .map(|_| {
            let [x, y, z] = dice.three(|d| d.between(-1.0, 1.0));
            [x, y * across, z * deep]
        })
        .collect();
    points.push(points[0]);
    Form::ConvexHull { points }
}

/// A shape without some of its extents.
fn nothing(dice: &mut Dice, long: f64) -> Form {
    let mut size = || *dice.pick(&[0.0, long]);
    let [a, b, c] = [size(), size(), size()];
    match dice.whole(0..=4) {
        0.0 => Form::cuboid([a, b, c]),
        1.0 => Form::Cylinder {
            half_height: a,
            radius: b,
        },
        2.0 => Form::Cone {
            half_height: a,
            radius: b,
        },
        3.0 => Form::Capsule {
            half_height: a,
            radius: b,
        },
        _ => Form::Ellipsoid { radii: [a, b, c] },
    }
}
