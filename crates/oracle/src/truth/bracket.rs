//! A number between two bounds.

use crate::{Ball, Double};

/// A number that is known to lie between two others, both included. Infinite where there is no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Not above the number.
    pub lower: Double,
    /// Not below the number.
    pub upper: Double,
}

impl Bracket {
    /// Exactly this number.
    pub fn exactly(x: f64) -> Self {
        Self {
            lower: x.into(),
            upper: x.into(),
        }
    }

    /// A number within the bracket.
    pub fn value(&self) -> f64 {
        self.lower.value().midpoint(self.upper.value())
    }

    /// upper − lower.
    pub fn width(&self) -> f64 {
        if self.lower == self.upper {
            0.0
        } else {
            (self.upper - self.lower).value()
        }
    }

    /// The same times a power of two.
    pub(crate) fn times_power(self, factor: f64) -> Self {
        Self {
            lower: self.lower.times_power(factor),
            upper: self.upper.times_power(factor),
        }
    }

    /// Whether the two brackets have a number in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }
}

/// All that a ball holds.
impl From<Ball> for Bracket {
    fn from(ball: Ball) -> Self {
        Self {
            lower: ball.lower(),
            upper: ball.upper(),
        }
    }
}
