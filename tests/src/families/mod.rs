//! Families of casts, each hard in one way. All numbers are exact in `f32`.

mod contact;
mod lattice;
mod ordinary;
mod thin;

pub use contact::{Graze, graze};

use crate::{Body, throw};
use crate::{Case, Dice, Kind, random_form};

/// A named generator of casts.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in reports.
    pub name: &'static str,
    /// One case from the dice; rounded to `f32` afterwards.
    make: fn(&mut Dice) -> Case,
    /// Bounds of the share of hits: outside of them the family no longer tests what it says.
    pub hits: (f64, f64),
    /// Bounds of the share of overlaps.
    pub overlaps: (f64, f64),
}

impl Family {
    /// Case number `index` under `seed`.
    pub fn case(&self, seed: u64, index: u64) -> Case {
        let mut case = (self.make)(&mut Dice::new(seed, index)).exact();
        case.id = format!("{}/{seed}-{index}", self.name);
        case
    }

    /// The cases under `seed`, without end.
    pub fn cases(&self, seed: u64) -> impl Iterator<Item = Case> + use<> {
        let family = *self;
        (0..).map(move |index| family.case(seed, index))
    }
}

/// A random cast of one kind of shape at another. Rounded to `f32`.
pub fn pair(moving: Kind, fixed: Kind, seed: u64, index: u64) -> Case {
    let mut case = throw_kinds(&mut Dice::new(seed, index), moving, fixed).exact();
    case.id = format!("{moving:?}-{fixed:?}/{seed}-{index}");
    case
}

fn throw_kinds(dice: &mut Dice, moving: Kind, fixed: Kind) -> Case {
    let (moving, fixed) = (random_body(dice, moving), random_body(dice, fixed));
    throw_near(dice, moving, fixed)
}

/// [`throw`] from the usual distance: 1.1 to 6 times the sum of both reaches.
fn throw_near(dice: &mut Dice, moving: Body, fixed: Body) -> Case {
    let size = crate::aim::nonzero(moving.reach() + fixed.reach());
    let distance = size * dice.log_between(1.1, 6.0);
    throw(dice, moving, fixed, distance)
}

/// A random shape in a random rotation, at the origin.
fn random_body(dice: &mut Dice, kind: Kind) -> Body {
    Body::new(random_form(dice, kind)).turned(dice.rotation())
}

/// A solid of random kind in a random rotation, at the origin.
fn random_solid(dice: &mut Dice) -> Body {
    let kind = *dice.pick(&Kind::SOLID);
    random_body(dice, kind)
}

const NONE: (f64, f64) = (0.0, 0.0);
const MOST: (f64, f64) = (0.6, 0.8);

/// All families.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    Family { name: "random", make: ordinary::random, hits: MOST, overlaps: NONE },
    Family { name: "huge-target", make: ordinary::huge_target, hits: MOST, overlaps: NONE },
    Family { name: "far-start", make: ordinary::far_start, hits: MOST, overlaps: NONE },
    Family { name: "far-origin", make: ordinary::far_origin, hits: MOST, overlaps: NONE },
    Family { name: "unit-scale", make: ordinary::unit_scale, hits: MOST, overlaps: NONE },
    Family { name: "size-ratio", make: ordinary::size_ratio, hits: MOST, overlaps: NONE },
    Family { name: "thin", make: thin::thin, hits: MOST, overlaps: NONE },
    Family { name: "degenerate", make: thin::degenerate, hits: (0.5, 0.8), overlaps: NONE },
    Family { name: "aligned", make: lattice::aligned, hits: (0.2, 0.8), overlaps: (0.0, 0.4) },
    Family { name: "parallel", make: lattice::parallel, hits: (0.2, 0.8), overlaps: (0.0, 0.4) },
    Family { name: "point-triangle", make: lattice::point_triangle, hits: (0.2, 0.8), overlaps: (0.0, 0.1) },
    Family { name: "segment-segment", make: lattice::segment_segment, hits: (0.2, 0.8), overlaps: (0.0, 0.1) },
    Family { name: "grazing", make: contact::grazing, hits: (0.35, 0.65), overlaps: NONE },
    Family { name: "touching", make: contact::touching, hits: (0.15, 0.7), overlaps: (0.0, 0.6) },
    Family { name: "small-overlap", make: contact::small_overlap, hits: (0.0, 0.1), overlaps: (0.8, 1.0) },
    Family { name: "overlap", make: contact::overlap, hits: (0.0, 0.02), overlaps: (0.97, 1.0) },
    Family { name: "receding", make: contact::receding, hits: NONE, overlaps: NONE },
    Family { name: "near-the-end", make: contact::near_the_end, hits: (0.35, 0.65), overlaps: NONE },
    Family { name: "no-motion", make: contact::no_motion, hits: NONE, overlaps: (0.3, 0.7) },
];
