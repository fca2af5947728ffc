//! Numbers of twice the precision of `f64`, by fused multiply-add.
//!
//! Sums and products err by at most a few units of 2⁻¹⁰⁴ of themselves, quotients and roots by a few more (Joldes, Muller
//! and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", 2017); see
//! [`super::Ball`] for what is made of these bounds.

use super::Number;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// high + low.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// The nearest `f64`.
    pub fn value(self) -> f64 {
        self.high
    }

    /// The magnitude.
    pub fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// The part that `f64` does not hold.
    pub fn rest(self) -> f64 {
        self.low
    }

    /// self · 2ⁿ, exact within the range of `f64`.
    pub fn times_power(self, factor: f64) -> Self {
        Self {
            high: self.high * factor,
            low: self.low * factor,
        }
    }

    /// The number, moved up by at least `by` ≥ 0 and no less than its own last place.
    pub fn above(self, by: f64) -> Self {
        let step = by.max(self.high.abs() * LAST_PLACE).next_up();
        self + step.into()
    }

    /// The number, moved down by at least `by` ≥ 0 and no less than its own last place.
    pub fn below(self, by: f64) -> Self {
        -(-self).above(by)
    }
}

/// A bound on one rounding of a sum, relative to it: 2⁻¹⁰⁰.
const LAST_PLACE: f64 = 1.0 / (1u128 << 100) as f64;

impl Number for Double {
    const OFF: f64 = 1.0 / (1u128 << 96) as f64;

    fn wide(self) -> Double {
        self
    }

    fn value(self) -> f64 {
        self.high
    }

    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::default();
        }
        let root = self.high.sqrt();
        let rest = self - Self::from(root) * Self::from(root);
        fast_sum(root, rest.high / (2.0 * root))
    }

    /// Good to a few units of 2⁻¹⁰⁰. Infinite, of the quotient's sign, where it is beyond `f64`.
    fn over(self, other: Self) -> Self {
        let q = self.high / other.high;
        if !q.is_finite() {
            return q.into();
        }
        let rest = self - other * Self::from(q);
        let next = rest.high / other.high;
        let rest = rest - other * Self::from(next);
        fast_sum(q, next) + Self::from(rest.high / other.high)
    }
}

impl PartialOrd for Double {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(Ordering::Equal) => self.low.partial_cmp(&other.low),
            decided => decided,
        }
    }
}

fn fast_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double {
        high,
        low: b - (high - a),
    }
}

impl From<f64> for Double {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let high = self.high + other.high;
        if !high.is_finite() {
            return high.into();
        }
        let part = high - self.high;
        let error = (self.high - (high - part)) + (other.high - part);
        // Both low parts by an exact sum of their own: a bare sum would cost half the digits where the high parts cancel.
        let low = self.low + other.low;
        let part = low - self.low;
        let low_error = (self.low - (low - part)) + (other.low - part);
        let first = fast_sum(high, error + low);
        fast_sum(first.high, first.low + low_error)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        if !high.is_finite() {
            return high.into();
        }
        let error = self.high.mul_add(other.high, -high);
        fast_sum(
            high,
            error + (self.high * other.low + self.low * other.high),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits_are_kept() {
        let third = Double::from(1.0).over(3.0.into());
        assert!((third * 3.0.into() - 1.0.into()).value().abs() < 1e-31);
        let root = Double::from(2.0).sqrt();
        assert!((root * root - 2.0.into()).value().abs() < 1e-30);
        let tiny = f64::EPSILON * f64::EPSILON;
        let sum = Double::from(1.0) + tiny.into() - 1.0.into();
        assert_eq!(sum.value(), tiny);
    }
}
