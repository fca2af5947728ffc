//! Which facet of a polytope with a radius around it the line of motion comes in through.
//!
//! The polytope grown by the radius lies in the intersection of its facets' half-spaces, each moved out by the radius. Where
//! the line enters that intersection last, the facet there, or its border, is what it is likely to meet first.

use super::polygon::{Polygon, Weights};
use super::proof::{Around, Sight};
use nalgebra::Vector3;
use swept_support::sqrt;

type V = Vector3<f64>;

/// The last entry and the first exit so far.
pub(super) struct Facets {
    entry: f64,
    /// The number of the entry's facet.
    pub(super) enters: usize,
    /// Its normal, out of the polytope.
    pub(super) into: V,
    exit: f64,
    out: V,
}

impl Facets {
    pub(super) const NONE: Self = Self {
        entry: f64::NEG_INFINITY,
        enters: 0,
        into: V::new(0.0, 0.0, 0.0),
        exit: f64::INFINITY,
        out: V::new(0.0, 0.0, 0.0),
    };

    /// Takes note of facet `index`, whose half-space is n·c ≤ `height`; one without a normal is none.
    #[inline(always)]
    pub(super) fn add<H>(&mut self, around: &Around<'_, H>, index: usize, n: V, height: f64) {
        let speed = n.dot(around.d);
        let room = height + around.radius * sqrt(n.norm_squared());
        if speed < 0.0 {
            let t = room / speed;
            if t > self.entry {
                (self.entry, self.enters, self.into) = (t, index, n);
            }
        } else if speed > 0.0 || room < 0.0 {
            let t = if speed > 0.0 {
                room / speed
            } else {
                f64::NEG_INFINITY
            };
            if t < self.exit {
                (self.exit, self.out) = (t, n);
            }
        }
    }

    /// Both half-spaces of a slab around the middle of the polytope: |n·c − `middle`| ≤ `width`, those of n and −n numbered `indices`.
    /// The line comes in through the one that it runs against: with n turned along the line, −n·c ≤ `width` − `middle`. Which one that is
    /// cannot be foretold, so nothing branches on it. A line along the slab is never in it, or always, as the signs of infinite
    /// quotients say.
    #[inline(always)]
    pub(super) fn add_slab<H>(
        &mut self,
        around: &Around<'_, H>,
        indices: [usize; 2],
        n: V,
        middle: f64,
        width: f64,
    ) {
        let speed = n.dot(around.d);
        let along = 1.0_f64.copysign(speed);
        let (n, middle, speed) = (n * along, middle * along, speed.abs());
        let reach = width + around.radius * sqrt(n.norm_squared());
        let (t_in, t_out) = ((middle - reach) / speed, (middle + reach) / speed);
        if t_in > self.entry {
            (self.entry, self.into) = (t_in, -n);
            self.enters = indices[usize::from(along > 0.0)];
        }
        if t_out < self.exit {
            (self.exit, self.out) = (t_out, n);
        }
    }

    /// The point of the line at the entry.
    #[inline(always)]
    pub(super) fn point<H>(&self, around: &Around<'_, H>) -> V {
        around.d * self.entry
    }

    /// A plane that shows that the line passes by, if it does.
    #[inline(always)]
    pub(super) fn passes<H: Fn(&V) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
    ) -> Option<Sight> {
        if self.entry <= self.exit && self.exit >= 0.0 && self.entry <= end {
            return None;
        }
        let squared = self.into.norm_squared();
        let into = if squared >= f64::MIN_POSITIVE {
            self.into * (1.0 / sqrt(squared))
        } else {
            V::zeros()
        };
        Some(around.apart(into, self.out, end))
    }
}

/// Contact with this facet, or with its border.
#[inline(always)]
pub(super) fn meet<const K: usize, H: Fn(&V) -> f64>(
    corners: [V; K],
    around: &Around<'_, H>,
    end: f64,
    weights: &mut Weights<K>,
) -> Sight {
    Polygon { corners }.sight(around, end, weights)
}
