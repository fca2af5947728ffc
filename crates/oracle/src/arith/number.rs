//! What the evaluation of shapes asks of a number.

use super::Double;
use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

/// A number that shapes can be evaluated in: `f64` to search, [`crate::Double`] to polish, [`super::Ball`] to prove.
pub trait Number:
    Copy
    + Debug
    + Default
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// What a support point computed in these numbers may lie off its body, in parts of its distance from the body's
    /// middle: a root, a quotient and two products, with room to spare.
    const OFF: f64;

    /// The number in twice the precision of `f64`.
    fn wide(self) -> Double;
    /// The nearest `f64`, or one nearby.
    fn value(self) -> f64;
    /// The larger one.
    fn max(self, other: Self) -> Self;
    /// The square root; of a negative number, that of 0.
    fn sqrt(self) -> Self;
    /// self / other.
    fn over(self, other: Self) -> Self;
    /// The magnitude.
    fn abs(self) -> Self {
        self.max(-self)
    }
}

impl Number for f64 {
    const OFF: f64 = 16.0 * f64::EPSILON;

    fn wide(self) -> Double {
        self.into()
    }

    fn value(self) -> f64 {
        self
    }
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self.max(0.0))
    }
    fn over(self, other: Self) -> Self {
        self / other
    }
}
