//! Families of casts, each hard in one way. All numbers are exact in `f32`.

mod contact;
mod lattice;
mod ordinary;
mod thin;
mod turning;

pub use contact::{Graze, graze};
pub use lattice::QUARTER_TURNS;

use crate::generate::throw;
use crate::{Body, Cast, Dice, Kind, random_form};

/// A cast that was drawn, and what it was meant to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The cast.
    pub cast: Cast,
    /// Where the answer hangs on a signed gap: that gap, as it was meant before the cast's numbers were rounded. How far
    /// outside the obstacle's plane the line of motion passes, how far apart the bodies start, or how far beyond the end
    /// of the sweep they would meet; negative for inside, overlapping, before the end.
    pub margin: Option<f64>,
}

impl Drawn {
    fn with_margin(cast: Cast, margin: f64) -> Self {
        Self {
            cast,
            margin: Some(margin),
        }
    }
}

impl From<Cast> for Drawn {
    fn from(cast: Cast) -> Self {
        Self { cast, margin: None }
    }
}

/// A named generator of casts.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in reports and commands.
    pub name: &'static str,
    /// One cast from the dice; rounded to `f32` afterwards.
    make: fn(&mut Dice) -> Drawn,
    /// Bounds of the share of hits: outside of them the family no longer tests what it says.
    pub hits: (f64, f64),
    /// Bounds of the share of overlaps.
    pub overlaps: (f64, f64),
}

impl Family {
    /// The family of this name, turning ones included.
    pub fn named(name: &str) -> Option<&'static Self> {
        FAMILIES
            .iter()
            .chain(TURNING_FAMILIES)
            .chain([&HALF_SPACES])
            .find(|f| f.name == name)
    }

    /// Cast number `index` under `seed`, with its intended margin.
    pub fn draw(&self, seed: u64, index: u64) -> Drawn {
        let Drawn { cast, margin } = (self.make)(&mut Dice::new(seed, index));
        let mut cast = cast.exact();
        cast.id = format!("{}/{seed}-{index}", self.name);
        Drawn { cast, margin }
    }

    /// Cast number `index` under `seed`.
    pub fn cast(&self, seed: u64, index: u64) -> Cast {
        self.draw(seed, index).cast
    }

    /// The casts under `seed`, without end.
    pub fn casts(&self, seed: u64) -> impl Iterator<Item = Cast> + use<> {
        let family = *self;
        (0..).map(move |index| family.cast(seed, index))
    }
}

/// A random cast of one kind of shape at another. Rounded to `f32`.
pub fn pair(moving: Kind, fixed: Kind, seed: u64, index: u64) -> Cast {
    let mut cast = throw_kinds(&mut Dice::new(seed, index), moving, fixed).exact();
    cast.id = format!("{moving:?}-{fixed:?}/{seed}-{index}");
    cast
}

fn throw_kinds(dice: &mut Dice, moving: Kind, fixed: Kind) -> Cast {
    let (moving, fixed) = (random_body(dice, moving), random_body(dice, fixed));
    throw_near(dice, moving, fixed)
}

/// [`throw`] from the usual distance: 1.1 to 6 times the sum of both reaches.
fn throw_near(dice: &mut Dice, moving: Body, fixed: Body) -> Cast {
    let size = crate::generate::nonzero(moving.reach() + fixed.reach());
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

/// All families of casts of bounded bodies that do not turn.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    Family { name: "random", make: |d| ordinary::random(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "huge-target", make: |d| ordinary::huge_target(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "far-start", make: |d| ordinary::far_start(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "far-origin", make: |d| ordinary::far_origin(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "unit-scale", make: |d| ordinary::unit_scale(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "size-ratio", make: |d| ordinary::size_ratio(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "thin", make: |d| thin::thin(d).into(), hits: MOST, overlaps: NONE },
    Family { name: "degenerate", make: |d| thin::degenerate(d).into(), hits: (0.5, 0.8), overlaps: NONE },
    Family { name: "aligned", make: |d| lattice::aligned(d).into(), hits: (0.2, 0.8), overlaps: (0.0, 0.4) },
    Family { name: "parallel", make: |d| lattice::parallel(d).into(), hits: (0.2, 0.8), overlaps: (0.0, 0.4) },
    Family { name: "point-triangle", make: |d| lattice::point_triangle(d).into(), hits: (0.2, 0.8), overlaps: (0.0, 0.1) },
    Family { name: "segment-segment", make: |d| lattice::segment_segment(d).into(), hits: (0.2, 0.8), overlaps: (0.0, 0.1) },
    Family { name: "grazing", make: contact::grazing, hits: (0.35, 0.65), overlaps: NONE },
    Family { name: "touching", make: contact::touching, hits: (0.15, 0.7), overlaps: (0.0, 0.6) },
    Family { name: "small-overlap", make: contact::small_overlap, hits: (0.0, 0.1), overlaps: (0.8, 1.0) },
    Family { name: "overlap", make: |d| contact::overlap(d).into(), hits: (0.0, 0.02), overlaps: (0.97, 1.0) },
    Family { name: "about-an-axis", make: |d| contact::about_an_axis(d).into(), hits: (0.0, 0.1), overlaps: (0.8, 1.0) },
    Family { name: "receding", make: contact::receding, hits: NONE, overlaps: NONE },
    Family { name: "near-the-end", make: contact::near_the_end, hits: (0.35, 0.65), overlaps: NONE },
    Family { name: "no-motion", make: |d| contact::no_motion(d).into(), hits: NONE, overlaps: (0.3, 0.7) },
];

/// Casts at half-spaces from contact or nearly so. Not one of [`FAMILIES`], of which all bodies are bounded and may change roles.
#[rustfmt::skip]
pub const HALF_SPACES: Family =
    Family { name: "half-space", make: contact::half_space, hits: (0.15, 0.5), overlaps: (0.1, 0.5) };

/// All families of turning casts; they start apart, farther than both reaches.
#[rustfmt::skip]
pub const TURNING_FAMILIES: &[Family] = &[
    Family { name: "turning-a-little", make: |d| turning::small(d).into(), hits: (0.4, 0.95), overlaps: NONE },
    Family { name: "turning-bars", make: |d| turning::bars(d, 170.0_f64.to_radians()).into(), hits: (0.2, 0.9), overlaps: NONE },
    Family { name: "turning-bars-often", make: |d| turning::bars(d, 20.0).into(), hits: (0.2, 0.9), overlaps: NONE },
    Family { name: "turning-plates", make: |d| turning::plates(d).into(), hits: (0.3, 0.95), overlaps: NONE },
    Family { name: "turning-slowly", make: |d| turning::slow(d).into(), hits: (0.1, 0.9), overlaps: NONE },
    Family { name: "turning-both", make: |d| turning::both(d).into(), hits: (0.2, 0.95), overlaps: NONE },
];
