//! Ordinary casts, and the same at unusual sizes and distances.

use super::{random_body, random_solid, throw_kinds, throw_near};
use crate::generate::throw;
use crate::{Body, Cast, Dice, Form, Kind};
use nalgebra::Vector3;

/// Any kind at any kind that a line can hit.
pub(super) fn random(dice: &mut Dice) -> Cast {
    let (moving, fixed) = loop {
        let pair = (*dice.pick(&Kind::MOVING), *dice.pick(&Kind::MOVING));
        if !Kind::is_needle_in_haystack(pair.0, pair.1) {
            break pair;
        }
    };
    throw_kinds(dice, moving, fixed)
}

/// A unit solid near the surface of something with half extents of 5 to 5,000.
pub(super) fn huge_target(dice: &mut Dice) -> Cast {
    let moving = random_solid(dice);
    let size = dice.log_between(5.0, 5000.0);
    let half = |d: &mut Dice| size * d.between(0.2, 1.0);
    let shape = match dice.whole(0..=4) {
        0.0 => Form::cuboid(dice.three(half)),
        1.0 => Form::box_hull(dice.three(half)),
        2.0 => Form::Cylinder {
            half_height: half(dice),
            radius: half(dice),
        },
        3.0 => Form::Ellipsoid {
            radii: dice.three(half),
        },
        _ => Form::Triangle {
            a: (dice.direction() * size).into(),
            b: (dice.direction() * size).into(),
            c: (dice.direction() * size).into(),
        },
    };
    let fixed = Body::new(shape)
        .turned(dice.rotation())
        .at(dice.three(|d| d.between(-9.0, 9.0)));
    let distance = (moving.reach() + fixed.reach()) * 1.02 + dice.between(0.0, 20.0);
    throw(dice, moving, fixed, distance)
}

/// A start 100 to a million units away.
pub(super) fn far_start(dice: &mut Dice) -> Cast {
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    let distance = dice.log_between(1e2, 1e6);
    throw(dice, moving, fixed, distance)
}

/// A pair that stands together 100 to a million units from the world's origin.
pub(super) fn far_origin(dice: &mut Dice) -> Cast {
    let origin = dice.direction() * dice.log_between(1e2, 1e6);
    let moving = random_solid(dice);
    let fixed = random_solid(dice).at(origin.map(crate::f32_exact));
    // At a million units the positions lie on a grid of 1/16.
    throw_near(dice, moving, fixed)
}

/// Ordinary casts in units from a millionth to a million.
pub(super) fn unit_scale(dice: &mut Dice) -> Cast {
    random(dice).scaled(dice.log_between(1e-6, 1e6))
}

/// One body up to 100,000 times as large as the other.
pub(super) fn size_ratio(dice: &mut Dice) -> Cast {
    let mut moving = random_solid(dice);
    let mut fixed = random_solid(dice);
    let ratio = dice.log_between(1.0, 1e5);
    let larger = if dice.chance(0.5) {
        &mut moving
    } else {
        &mut fixed
    };
    larger.shape = larger.shape.scaled(ratio);
    if dice.chance(0.5) {
        // Unequal ratios within one body too: a long plate.
        let stretched = Vector3::new(ratio, 1.0, dice.log_between(1.0, ratio));
        larger.shape = Form::cuboid(stretched.into());
    }
    throw_near(dice, moving, fixed)
}

/// A body of any kind for the other families.
pub(super) fn any_body(dice: &mut Dice) -> Body {
    let kind = *dice.pick(&Kind::MOVING);
    random_body(dice, kind)
}
