//! The part of a motion that lies in a simple convex set: an interval of fractions.
//!
//! A point at q moves by d, so that it is at q + t·d at fraction t. Where it is in a convex set, t lies in an interval, and
//! in an intersection of sets it lies in the intersection of their intervals. Every function here cuts the interval down
//! to one more set.

use super::offset::nearest;
use crate::quadratic::{Roots, solve};
use crate::tolerance::STILL;
use nalgebra::Vector3;

/// Fractions from `low` to `high`; none when `low` is the larger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Interval {
    /// All fractions.
    pub(crate) const ALL: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };
    const NONE: Self = Self {
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    /// The first fraction in it.
    pub(crate) fn first(self) -> Option<f64> {
        (self.low <= self.high).then_some(self.low)
    }

    fn and(self, low: f64, high: f64) -> Self {
        Self {
            low: self.low.max(low),
            high: self.high.min(high),
        }
    }

    /// The half-space n·x <= `offset`.
    ///
    /// n·q + t·(n·d) <= offset is solved by division. Each side errs by 3u of the lengths in it, so this is the answer
    /// for a half-space that is shifted by 3u·(|q| + |t·d|): by 6u of the scale where it is used, since there the
    /// point is near the shape.
    pub(crate) fn below(
        self,
        q: &Vector3<f64>,
        d: &Vector3<f64>,
        n: &Vector3<f64>,
        offset: f64,
    ) -> Self {
        let room = offset - n.dot(q);
        let speed = n.dot(d);
        if speed > 0.0 {
            self.and(f64::NEG_INFINITY, room / speed)
        } else if speed < 0.0 {
            self.and(room / speed, f64::INFINITY)
        } else if room >= 0.0 {
            self
        } else {
            Self::NONE
        }
    }

    /// The ball of this radius about the origin, of a point that moves.
    ///
    /// |q + t·d|² = r² is quadratic in t. It is set up where the line is nearest to the centre: there q·d is 0 but for
    /// rounding and q·q − r² = (|q| − r)·(|q| + r) has no cancellation but that of |q| − r, so the answer is exact
    /// for a ball whose radius and centre are off by 4u·(|q| + r).
    pub(crate) fn in_ball(self, q: &Vector3<f64>, d: &Vector3<f64>, radius: f64) -> Self {
        let shift = nearest(q, d);
        let q = q + d * shift;
        let distance = q.norm();
        let c = (distance - radius) * (distance + radius);
        match solve(d.norm_squared(), q.dot(d), c) {
            // All, only where the square of the motion is below all numbers.
            Roots::None | Roots::All => Self::NONE,
            Roots::One(t) => self.and(shift + t, shift + t),
            Roots::Two(s, t) => self.and(shift + s, shift + t),
        }
    }

    /// The cylinder of this radius about the line through the origin along the unit vector `axis`.
    ///
    /// The distance from the axis is that of the parts across it, so this is a ball in two dimensions. Where the motion
    /// is all but along the axis, its part across is off by u·|d|, and over the length of the shape the point is off by
    /// u times that length. A motion along the axis stays inside or outside, and so does one that comes no farther across it
    /// than [`STILL`] while the fraction grows by 1.
    pub(crate) fn in_cylinder(
        self,
        q: &Vector3<f64>,
        d: &Vector3<f64>,
        axis: &Vector3<f64>,
        radius: f64,
    ) -> Self {
        let q = q - axis * axis.dot(q);
        let d = d - axis * axis.dot(d);
        if d.amax() > STILL * radius {
            self.in_ball(&q, &d, radius)
        } else if q.norm() <= radius {
            self
        } else {
            Self::NONE
        }
    }
}
