//! The slab method: the sweep of two convex polytopes as an intersection of intervals.
//!
//! The obstacle C = fixed − moving, the set of all translations at which the shapes touch, is a polytope. Contact at the
//! fraction t means that t·d is in C. Along an axis n that set is an interval, symmetric about its middle: with the
//! moving shape's middle at offset q from the fixed one's along n, both half widths adding up to r, and the rate
//! v = n·d,
//!
//! ```text
//! contact along n   <=>   |q + t v| <= r   <=>   -q/v - r/|v| <= t <= -q/v + r/|v|.
//! ```
//!
//! C is the intersection of the slabs of its facets' normals, so the interval of contact is the intersection of these
//! intervals: from the greatest entry to the least exit. Further axes do no harm, since every slab contains C. The axis
//! that gives the entry is the normal of the contact.
//!
//! Source: Gottschalk, Lin and Manocha, "OBBTree", 1996, for the axes; the clipping of a line against slabs is Kay and
//! Kajiya's, 1986.

mod base;
mod bracket;
mod start;
mod travel;

pub(crate) use base::Base;
pub use bracket::Bracket;
pub(crate) use bracket::bracket;

use crate::Answer;
use crate::tolerance::{NO_AXIS, STANDING, TOUCHING};
use nalgebra::{ComplexField, Point3, Vector3};

/// The interval of contact along one axis, in units of the axis' length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    /// From the middle of the fixed shape to the middle of the moving one.
    pub(crate) offset: f64,
    /// The sum of both half widths.
    pub(crate) radius: f64,
    /// How fast the offset changes per unit of the fraction.
    pub(crate) rate: f64,
    /// The squared length of the axis.
    pub(crate) length_squared: f64,
}

impl Slab {
    /// Holds everything.
    pub(crate) const NONE: Self = Self {
        offset: 0.0,
        radius: 0.0,
        rate: 0.0,
        length_squared: 1.0,
    };

    /// The slab of an axis whose squared length is `length_squared`. A rate that changes nothing is none, so that no time overflows.
    #[inline(always)]
    pub(crate) fn new(offset: f64, radius: f64, rate: f64, length_squared: f64) -> Self {
        let still = rate.abs() <= STANDING * (offset.abs() + radius);
        Self {
            offset,
            radius,
            rate: if still { 0.0 } else { rate },
            length_squared,
        }
    }

    pub(crate) fn length(&self) -> f64 {
        sqrt(self.length_squared)
    }

    /// The interval of contact, counted from the base, when the slab is grown by `growth`, a length.
    #[inline(always)]
    fn interval(&self, growth: f64) -> (f64, f64) {
        let radius = if growth == 0.0 {
            self.radius
        } else {
            self.radius + growth * self.length()
        };
        if self.length_squared < NO_AXIS {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        if self.rate == 0.0 || radius < 0.0 {
            let never = if self.offset.abs() <= radius {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            };
            return (never, -never);
        }
        let inverse = 1.0 / self.rate;
        let (middle, half) = (-self.offset * inverse, radius * inverse.abs());
        (middle - half, middle + half)
    }

    /// On which side of the fixed shape the moving one stands when it comes in: 1 or −1.
    fn side_of_entry(&self) -> f64 {
        if self.rate == 0.0 {
            sign(self.offset)
        } else {
            -sign(self.rate)
        }
    }
}

/// When the shapes are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The start of the sweep.
    Start,
    /// The fraction [`Pair::base`], near the closest approach, from where the motion is measured.
    Base,
}

/// Two polytopes of which one moves, in a working frame near both.
pub(crate) trait Pair {
    /// A list of slabs.
    type Slabs: AsRef<[Slab]>;
    /// The slabs of all axes.
    fn slabs(&self, moment: Moment) -> Self::Slabs;
    /// The axis of the slab with this number.
    fn axis(&self, index: usize) -> Vector3<f64>;
    /// The fraction from which the motion is measured.
    fn base(&self) -> f64;
    /// The displacement in the working frame.
    fn displacement(&self) -> Vector3<f64>;
    /// The sum of the shapes' sizes and of their distance.
    fn scale(&self, moment: Moment) -> f64;
    /// A point of the fixed shape, in world space, within `slack` of the moving one along the frame's axes, when the
    /// latter is shifted by `shift` from where it stands at that moment, and meets the fixed one along `normal`.
    fn contact(
        &self,
        moment: Moment,
        shift: &Vector3<f64>,
        normal: &Vector3<f64>,
        slack: f64,
    ) -> Point3<f64>;
    /// From the working frame into world space.
    fn world(&self, v: &Vector3<f64>) -> Vector3<f64>;
}

/// The intersection of all slabs with the line of motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// The greatest entry, counted from the base; ∞ when the shapes stay apart along an axis.
    entry: f64,
    /// The slab of that entry.
    enters: usize,
    /// The least exit, counted from the base.
    exit: f64,
    /// The slab of that exit.
    leaves: usize,
}

/// Intersects the slabs, each grown by `growth`, a length.
#[inline(always)]
pub(crate) fn crossing(slabs: &[Slab], growth: f64) -> Crossing {
    let mut found = Crossing {
        entry: f64::NEG_INFINITY,
        enters: 0,
        exit: f64::INFINITY,
        leaves: 0,
    };
    for (k, slab) in slabs.iter().enumerate() {
        let (entry, exit) = slab.interval(growth);
        // Both as selections: which slab is the latest so far is a coin toss that no branch predictor wins.
        let later = entry > found.entry;
        let sooner = exit < found.exit;
        found.entry = core::hint::select_unpredictable(later, entry, found.entry);
        found.enters = core::hint::select_unpredictable(later, k, found.enters);
        found.exit = core::hint::select_unpredictable(sooner, exit, found.exit);
        found.leaves = core::hint::select_unpredictable(sooner, k, found.leaves);
    }
    found
}

/// The answer of the sweep.
#[inline(always)]
pub(crate) fn sweep<P: Pair>(pair: &P) -> Answer {
    let slabs = pair.slabs(Moment::Base);
    let slabs = slabs.as_ref();
    let found = crossing(slabs, 0.0);
    let touching = TOUCHING * pair.scale(Moment::Start);
    if !found.starts_apart(slabs, pair.base(), touching)
        && let Some(answer) = start::contact(pair, touching)
    {
        return answer;
    }
    travel::travel(pair, slabs, &found)
}

impl Crossing {
    /// Whether the slab of the entry or that of the exit shows a separation of more than `touching` at the start.
    fn starts_apart(&self, slabs: &[Slab], base: f64, touching: f64) -> bool {
        let apart = |slab: &Slab, time: f64| {
            let room = if slab.rate == 0.0 {
                slab.offset.abs() - slab.radius
            } else {
                time * slab.rate.abs()
            };
            room > 0.0 && room * room > touching * touching * slab.length_squared
        };
        apart(&slabs[self.enters], base + self.entry)
            || apart(&slabs[self.leaves], -(base + self.exit))
    }
}

#[inline(always)]
pub(crate) fn sqrt(x: f64) -> f64 {
    ComplexField::sqrt(x)
}

pub(crate) fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// The sum of the components' magnitudes: at least the length.
pub(crate) fn size(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
