//! A ball against eight balls.

use super::super::balls::{Ball, Balls, Met, touch};
use super::{
    HIT, Kind, LANES, Lanes, MISS, OPEN, Vectors, lanes, put, side_by_side, vector, vectors,
};
use crate::{Miss, Outcome};
use alloc::vec::Vec;
use core::marker::PhantomData;
use nalgebra::{Unit, Vector3};
use swept_support::{Placed, Real, Support};

/// Eight fixed balls.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    position: Vectors,
    radius: Lanes,
    extent: Lanes,
}

impl Row {
    pub(super) fn new<T: Real>(placed: &[Placed<T, impl Support>]) -> Self {
        Self {
            position: vectors(placed, |p| p.position()),
            radius: lanes(placed, |p| p.shape().radius()),
            extent: lanes(placed, |p| p.shape().extent()),
        }
    }

    #[inline(always)]
    fn ball(&self, i: usize) -> Ball {
        Ball {
            position: vector(&self.position, i),
            radius: self.radius[i],
            extent: self.extent[i],
        }
    }
}

/// A ball on its way.
pub(crate) struct Mover<T> {
    ball: Ball,
    d: Vector3<f64>,
    motion: f64,
    reach: f64,
    scalar: PhantomData<T>,
}

/// What a row of casts amounts to.
struct Seen {
    /// Bracket of a hit; the first of them is the gap of a miss.
    lower: Lanes,
    upper: Lanes,
    /// The normal of a hit, the axis of a miss, of which the latter are numbers of the caller's scalar.
    normal: Vectors,
    /// Which of them.
    kind: [Kind; LANES],
}

impl<T: Real> Mover<T> {
    pub(super) fn new(moving: &Placed<T, impl Support>, d: Vector3<f64>, reach: f64) -> Self {
        Self {
            ball: Ball::new(moving),
            d,
            motion: d.norm_squared(),
            reach,
            scalar: PhantomData,
        }
    }

    /// The outcomes of a row, of as many shapes as `outcomes` has room for; those that are not clear by `otherwise`.
    #[inline(always)]
    pub(super) fn cast(
        &self,
        row: &Row,
        count: usize,
        outcomes: &mut Vec<Outcome<T>>,
        otherwise: impl Fn(usize) -> Outcome<T>,
    ) {
        let mut seen = Seen {
            lower: [0.0; LANES],
            upper: [0.0; LANES],
            normal: [[0.0; LANES]; 3],
            kind: [OPEN; LANES],
        };
        side_by_side(
            #[inline(always)]
            || self.look(row, &mut seen),
        );
        for i in 0..count.min(LANES) {
            let normal = vector(&seen.normal, i);
            // Each is put where it stays: made in one place and moved to another, it would be waited for.
            match seen.kind[i] {
                HIT => {
                    let met = Met::proven(seen.lower[i], seen.upper[i], normal);
                    let hit = touch(&met, &self.d, &self.ball, &row.ball(i));
                    outcomes.push(Outcome::Hit(hit));
                }
                MISS => outcomes.push(Outcome::Miss(Miss {
                    axis: Unit::new_unchecked(normal.map(T::nearest)),
                    gap: T::round_down(seen.lower[i]),
                })),
                _ => outcomes.push(otherwise(i)),
            }
        }
    }

    /// All that takes more than a rounding, for all eight.
    #[inline(always)]
    fn look(&self, row: &Row, seen: &mut Seen) {
        for i in 0..LANES {
            let balls = Balls::new::<T>(&self.ball, &self.d, self.motion, &row.ball(i), self.reach);
            let meets = balls.meet();
            let met = balls.met::<T>(&balls.entry());
            let passed = balls.passed::<T>();
            let kind = if meets {
                if met.clear { HIT } else { OPEN }
            } else if passed.clear {
                MISS
            } else {
                OPEN
            };
            seen.kind[i] = if balls.ordinary { kind } else { OPEN };
            seen.lower[i] = if meets { met.lower } else { passed.gap };
            seen.upper[i] = met.upper;
            let normal = met.out.zip_map(
                &passed.axis,
                |out, axis| if meets { out } else { axis.to_f64() },
            );
            put(&mut seen.normal, i, &normal);
        }
    }
}
