//! A way that turns, as seen from a frame: boxes on parts of it, for trees and for triangles.

use super::Rolls;
use crate::flight::{Flight, FlightLeg, Pose};
use crate::probe::{Leg, View};
use crate::sieve::{Sieve, Sift};
use crate::tolerance::{BOX_SLACK, PART_DOWN, PARTS};
use crate::tree::{Frame, Guide, Numbers, Planes};
use nalgebra::Point3;
use swept_support::{Aabb, Real, Support};
use wide::f32x4;

/// A way and its parts, as seen from a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    whole: Flight,
    /// Parts of it that last equally long, in order.
    parts: [Flight; PARTS],
    count: usize,
    /// What was added on all sides.
    reach: f64,
}

impl Rolls {
    /// The way of `shape`, which these are of, with `reach` (a length) added on all sides.
    pub(crate) fn seen_from(&self, shape: &impl Support, frame: &Pose, reach: f64) -> Course {
        let whole = self.whole.seen_from(shape, frame, reach);
        let mut course = Course {
            whole,
            parts: [whole; PARTS],
            count: self.parts.len().clamp(1, PARTS),
            reach,
        };
        if course.count > 1 {
            for (flight, part) in course.parts.iter_mut().zip(&self.parts) {
                *flight = part.seen_from(shape, frame, reach);
            }
        }
        course
    }

    /// What sifts the triangles within `bounds` in a frame, from which the way is seen as `course`; of those parts that meet the bounds,
    /// each given by its number and from where to where it does.
    pub(crate) fn sieve(
        &self,
        course: &Course,
        frame: &Pose,
        parts: impl Iterator<Item = (usize, (f64, f64))>,
        bounds: &Aabb,
        units: f64,
    ) -> TurningSieve {
        let core = (&self.around, self.radius);
        let part = |(index, lasts): (usize, (f64, f64))| {
            let seen = (&course.parts[index], lasts, bounds);
            let roll = &self.parts[index];
            (index, roll.sieve(core, frame, seen, (course.reach, units)))
        };
        TurningSieve {
            parts: parts.map(part).collect(),
            count: course.count,
        }
    }
}

impl Course {
    /// The whole way.
    pub(crate) fn whole(&self) -> &Flight {
        &self.whole
    }

    /// The parts that meet `bounds`: their numbers, and where each begins to meet them and for how long.
    pub(crate) fn meet(&self, bounds: &Aabb) -> impl Iterator<Item = (usize, (f64, f64))> {
        let parts = self.parts[..self.count].iter().enumerate();
        parts.filter_map(|(index, part)| {
            let (from, to) = part.meets(bounds)?;
            Some((index, (from, to - from)))
        })
    }
}

/// The fraction of the whole that a fraction of one of its parts is, rounded down.
fn fraction(part: usize, into: f64, count: usize) -> f64 {
    (part as f64 + into) / count as f64 * (1.0 - BOX_SLACK)
}

impl From<Course> for Flight {
    fn from(course: Course) -> Self {
        course.whole
    }
}

impl View for Course {
    type Leg = CourseLeg;

    fn wider(mut self, by: f64) -> Self {
        self.whole = self.whole.wider(by);
        self.parts = self.parts.map(|part| part.wider(by));
        self
    }

    /// The fraction before which the shape surely does not meet `bounds` on any part of its way.
    fn first(&self, bounds: &Aabb) -> f64 {
        if self.whole.first(bounds) == f64::INFINITY {
            return f64::INFINITY;
        }
        for (i, part) in self.parts[..self.count].iter().enumerate() {
            let into = part.first(bounds);
            if into <= 1.0 {
                return fraction(i, into, self.count);
            }
        }
        f64::INFINITY
    }

    fn leg(&self, bounds: &Aabb, frame: &Frame) -> Option<CourseLeg> {
        let parts = self.parts[..self.count].iter().enumerate();
        let parts: Vec<_> = parts
            .filter_map(|(index, part)| {
                let leg = part.leg(bounds, frame)?;
                Some(PartLeg::new(index, self.count, leg))
            })
            .collect();
        (!parts.is_empty()).then_some(CourseLeg { parts })
    }
}

/// The parts of a way that meet a tree, in order. Numbers are fractions of the whole way.
///
/// A box has the number of the first part that meets it, which ends before the next one begins: so no box within it has a lower one. Each
/// is lowered by [`PART_DOWN`], more than its rounding in `f32`, and so is no more than what [`Course::first`] has for the box.
pub(crate) struct CourseLeg {
    parts: Vec<PartLeg>,
}

impl CourseLeg {
    /// The parts' numbers, and where each begins to meet the tree and for how long.
    pub(crate) fn lasts(&self) -> impl Iterator<Item = (usize, (f64, f64))> {
        self.parts.iter().map(|part| (part.index, part.leg.lasts()))
    }
}

struct PartLeg {
    index: usize,
    leg: FlightLeg,
    /// The fraction at which it begins, how long it lasts, and the fraction at which the part ends.
    first: f32,
    span: f32,
    end: f32,
}

impl PartLeg {
    fn new(index: usize, count: usize, leg: FlightLeg) -> Self {
        let (first, span) = leg.lasts();
        let of = |into: f64| f32::round_down((index as f64 + into) / count as f64);
        Self {
            index,
            first: of(first),
            span: f32::round_down(span / count as f64),
            end: of(1.0),
            leg,
        }
    }
}

impl Guide for CourseLeg {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        let (down, most) = (f32x4::splat(PART_DOWN), f32x4::splat(limit));
        let (mut of, mut met) = (f32x4::ZERO, f32x4::ZERO);
        for part in &self.parts {
            if part.first * PART_DOWN > limit {
                break;
            }
            let own = part.leg.numbers(planes, 1.0);
            let number = f32x4::splat(part.first) + f32x4::splat(part.span) * own.of;
            let number = number.fast_min(f32x4::splat(part.end)) * down;
            let meets = own.within & !met;
            of |= number & meets;
            met |= meets;
        }
        Numbers {
            of,
            within: met & of.simd_le(most),
        }
    }
}

impl Leg for CourseLeg {
    fn limit(&self, fraction: f64) -> f32 {
        f32::round_up(fraction)
    }

    fn first(&self, number: f32) -> f64 {
        number.into()
    }
}

/// A motion that turns, as triangles in one frame of reference see it: what [`Sieve`] is to one along a line.
#[derive(Clone, Debug)]
pub struct TurningSieve {
    /// Of those parts that meet the triangles, by their numbers.
    parts: Vec<(usize, Option<Sieve>)>,
    count: usize,
}

impl TurningSieve {
    /// The fraction until which the moving shape surely keeps apart from the triangle with these corners, in the frame: infinite
    /// where it passes by.
    #[must_use]
    pub fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        for (index, sieve) in &self.parts {
            let into = sieve.as_ref().map_or(0.0, |sieve| sieve.first(corners));
            if into <= 1.0 {
                return fraction(*index, into, self.count);
            }
        }
        f64::INFINITY
    }
}

impl Sift for TurningSieve {
    fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        self.first(corners)
    }
}
