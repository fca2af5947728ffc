//! Casts whose answer hangs on the last place: grazing, touching, slightly overlapping, ending at the contact.

use super::Drawn;
use super::ordinary::any_body;
use super::{random_body, random_solid};
use crate::generate::{Meeting, meet, nonzero, point_in};
use crate::plain::PlainBody;
use crate::{Body, Cast, Dice, Form, Kind};
use nalgebra::Vector3;

/// A cast along the boundary of the obstacle.
#[derive(Clone, Debug)]
pub struct Graze {
    /// The cast.
    pub cast: Cast,
    /// The normal of the plane that it passes, perpendicular to the displacement without any rounding error.
    pub normal: Vector3<f64>,
    /// How far outside that plane it was meant to pass, before its numbers were rounded; inside when negative.
    pub gap: f64,
    /// For a negative gap: at least this share of the way from the obstacle's boundary to its middle.
    pub share: f64,
}

/// Normals of whole numbers: some along axes and diagonals, some along nothing.
const NORMALS: [[f64; 3]; 8] = [
    [0.0, 1.0, 0.0],
    [3.0, 4.0, 0.0],
    [1.0, 2.0, 2.0],
    [1.0, 1.0, 0.0],
    [1.0, 1.0, 1.0],
    [2.0, 3.0, 6.0],
    [-4.0, 0.0, 3.0],
    [0.0, -5.0, 12.0],
];

/// A line of motion that passes a solid at 1e-7 to 1e-2 of unit length, outside or inside.
///
/// The normal n = (a, b, c) is whole, and so are e = (−b, a, 0) and n × e, which span the plane across it. The
/// displacement is a whole mixture of these two times a power of two: perpendicular to n exactly.
pub fn graze(dice: &mut Dice) -> Graze {
    let normal = Vector3::from(*dice.pick(&NORMALS));
    let across = if normal.x == 0.0 && normal.y == 0.0 {
        Vector3::x()
    } else {
        Vector3::new(-normal.y, normal.x, 0.0)
    };
    let whole = loop {
        let d = across * dice.whole(-64..=64) + normal.cross(&across) * dice.whole(-64..=64);
        if d != Vector3::zeros() {
            break d;
        }
    };
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    let size = moving.reach() + fixed.reach();
    // 8 to 16 sizes long: with the contact near the middle, the start is at least 2.8 sizes away and so apart.
    let displacement = whole * (8.0 * size / whole.norm()).log2().ceil().exp2();
    let gap = dice.sign() * dice.log_between(1e-7, 1e-2);
    let at = dice.between(0.35, 0.65);
    let meeting = Meeting {
        normal,
        gap,
        at,
        displacement,
    };
    Graze {
        cast: meet(moving, fixed, &meeting).exact(),
        normal,
        gap,
        // No point of the obstacle is farther than two sizes from its middle.
        share: -gap / (2.0 * size),
    }
}

pub(super) fn grazing(dice: &mut Dice) -> Drawn {
    let Graze { cast, gap, .. } = graze(dice);
    Drawn::with_margin(cast, gap)
}

/// A start at `gap` along a random normal, with a displacement of half to four sizes in a random direction.
fn start_at(dice: &mut Dice, moving: Body, fixed: Body, gap: f64) -> (Cast, Vector3<f64>) {
    let normal = dice.direction();
    let size = moving.reach() + fixed.reach();
    let displacement = dice.direction() * size * dice.between(0.5, 4.0);
    let meeting = Meeting {
        normal,
        gap,
        at: 0.0,
        displacement,
    };
    (meet(moving, fixed, &meeting), normal)
}

/// A start in contact, as near as `f32` numbers come to it: closing, sliding or parting.
pub(super) fn touching(dice: &mut Dice) -> Drawn {
    if dice.chance(0.3) {
        return Drawn::with_margin(flush(dice), 0.0);
    }
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    Drawn::with_margin(start_at(dice, moving, fixed, 0.0).0, 0.0)
}

/// Two boxes that share a part of a face, exactly, moving by whole numbers.
fn flush(dice: &mut Dice) -> Cast {
    let half = |d: &mut Dice| d.whole(1..=4);
    let (a, b) = (dice.three(half), dice.three(half));
    let mut position = dice.three(|d| d.whole(-2..=2));
    let axis = dice.whole(0..=2) as usize;
    position[axis] = dice.sign() * (a[axis] + b[axis]);
    let mut displacement = dice.three(|d| d.whole(-4..=4));
    if dice.chance(0.3) {
        displacement[axis] = 0.0; // slides along the face
    }
    let moving = Body::new(Form::cuboid(a)).at(position);
    Cast::new(moving, displacement, Body::new(Form::cuboid(b)))
}

/// A start 1e-6 to 1e-2 deep along some direction.
pub(super) fn small_overlap(dice: &mut Dice) -> Drawn {
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    let depth = dice.log_between(1e-6, 1e-2);
    Drawn::with_margin(start_at(dice, moving, fixed, -depth).0, -depth)
}

/// A start with two inner points in the same place.
pub(super) fn overlap(dice: &mut Dice) -> Cast {
    let mut moving = if dice.chance(0.5) {
        random_solid(dice)
    } else {
        any_body(dice)
    };
    let fixed = random_solid(dice);
    let inner = point_in(dice, &PlainBody::new(&fixed)) * 0.9
        - point_in(dice, &PlainBody::new(&moving)) * 0.9;
    moving.position = inner.into();
    let size = moving.reach() + fixed.reach();
    let displacement = dice.direction() * size * dice.between(0.0, 4.0);
    Cast::new(moving, displacement, fixed)
}

/// A start within a cylinder or a cone, a millionth to a tenth off its axis, about which all ways out are nearly as long; half of what is
/// within has an axis in the same direction.
pub(super) fn about_an_axis(dice: &mut Dice) -> Cast {
    let kind = *dice.pick(&[Kind::Cylinder, Kind::Cone]);
    let mut round = random_body(dice, kind);
    let mut inner = match dice.whole(0..=2) {
        0.0 => Body::new(Form::Point),
        1.0 => any_body(dice),
        _ => random_body(dice, kind).turned(round.rotation),
    };
    let axis = crate::solid::rotation::<f64>(&round.rotation).map(|row| row[1]);
    let along = Vector3::from(axis) * dice.between(-0.1, 0.1);
    let at = along + dice.direction() * dice.log_between(1e-6, 0.1);
    let size = round.reach() + inner.reach();
    let displacement = dice.direction() * size * dice.between(0.0, 4.0);
    if dice.chance(0.5) {
        inner.position = at.into();
        return Cast::new(inner, displacement, round);
    }
    round.position = (-at).into();
    Cast::new(round, displacement, inner)
}

/// A start 1e-5 to 3 apart along a normal, and a motion that gains on it.
pub(super) fn receding(dice: &mut Dice) -> Drawn {
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    let gap = dice.log_between(1e-5, 3.0);
    let (mut case, normal) = start_at(dice, moving, fixed, gap);
    let motion = case.motion();
    if normal.dot(&motion) < 0.0 {
        case.displacement = (-motion).into();
    }
    Drawn::with_margin(case, gap)
}

/// A sweep that ends within a millionth of its length before or after the contact.
pub(super) fn near_the_end(dice: &mut Dice) -> Drawn {
    let (moving, fixed) = (random_solid(dice), random_solid(dice));
    let normal = dice.direction();
    let size = moving.reach() + fixed.reach();
    // Within 60 degrees of head-on: n·d <= -|d|/2.
    let tilt = dice.in_ball() * 0.86;
    let displacement = (tilt - normal).normalize() * size * dice.between(1.0, 8.0);
    let late = dice.sign() * dice.log_between(1e-8, 1e-6);
    let meeting = Meeting {
        normal,
        gap: 0.0,
        at: 1.0 + late,
        displacement,
    };
    let margin = -normal.dot(&displacement) * late;
    Drawn::with_margin(meet(moving, fixed, &meeting), margin)
}

/// A half-space, met where it was not placed by: from contact or nearly so, or reached within a millionth of the end.
pub(super) fn half_space(dice: &mut Dice) -> Drawn {
    if dice.chance(0.2) {
        return Drawn::with_margin(standing(dice), 0.0);
    }
    let mut fixed = random_body(dice, Kind::HalfSpace);
    fixed.position = (dice.direction() * dice.log_between(0.1, 100.0)).into();
    let mut moving = any_body(dice);
    let (above, below) = (PlainBody::new(&moving), PlainBody::new(&fixed));
    let normal = below.unbounded_normal().unwrap_or_else(Vector3::y);
    let size = nonzero(moving.reach());
    let length = size * dice.log_between(0.1, 100.0);
    let way = dice.direction() * length;
    let down = way - normal * (way.dot(&normal).abs() + way.dot(&normal));
    let (way, gap, margin) = match dice.whole(0..=5) {
        0.0 | 1.0 => (way, 0.0, 0.0),
        2.0 => {
            let depth = size * dice.log_between(1e-6, 1e-2);
            (way, -depth, -depth)
        }
        3.0 => {
            let gap = size * dice.log_between(1e-5, 3.0);
            (-down, gap, gap)
        }
        4.0 => {
            let gap = size * dice.log_between(1e-5, 3.0);
            (way - normal * way.dot(&normal), gap, gap)
        }
        _ => {
            let late = dice.sign() * dice.log_between(1e-8, 1e-6);
            let gap = -normal.dot(&down) * (1.0 + late);
            (down, gap, -normal.dot(&down) * late)
        }
    };
    let beside = normal.cross(&dice.direction()) * size * dice.log_between(0.01, 30.0);
    let low = above.support(&-normal).unwrap_or_default();
    let start = Vector3::from(fixed.position) + beside + normal * (gap - normal.dot(&low));
    moving.position = start.into();
    Drawn::with_margin(Cast::new(moving, way, fixed), margin)
}

/// A box or a ball that stands on a half-space, exactly, and moves by whole numbers.
fn standing(dice: &mut Dice) -> Cast {
    let half = dice.three(|d| d.whole(1..=4));
    let axis = dice.whole(0..=2) as usize;
    let sign = dice.sign();
    let mut normal = [0.0; 3];
    normal[axis] = sign;
    let (form, size) = if dice.chance(0.5) {
        (Form::cuboid(half), half[axis])
    } else {
        (Form::sphere(half[0]), half[0])
    };
    let ground = dice.three(|d| d.whole(-9..=9));
    let mut position = dice.three(|d| d.whole(-9..=9));
    position[axis] = ground[axis] + sign * size;
    let mut displacement = dice.three(|d| d.whole(-4..=4));
    if dice.chance(0.2) {
        displacement[axis] = 0.0;
    }
    let fixed = Body::new(Form::HalfSpace { normal }).at(ground);
    Cast::new(Body::new(form).at(position), displacement, fixed)
}

/// No motion at all: apart, touching or overlapping.
pub(super) fn no_motion(dice: &mut Dice) -> Cast {
    let mut case = match dice.whole(0..=2) {
        0.0 => receding(dice).cast,
        1.0 => touching(dice).cast,
        _ => overlap(dice),
    };
    case.displacement = [0.0; 3];
    case
}
