//! Numbers of twice the precision of `f64`, by fused multiply-add: the arithmetic that distances are held against.

use std::ops::{Add, Mul, Neg, Sub};

/// high + low.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Double {
    high: f64,
    low: f64,
}

/// Three of them.
pub type Double3 = [Double; 3];

impl Double {
    /// The nearest `f64`.
    pub fn value(self) -> f64 {
        self.high
    }

    /// The larger one.
    pub fn max(self, other: Self) -> Self {
        if (self - other).high < 0.0 {
            other
        } else {
            self
        }
    }

    /// The magnitude.
    pub fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// The square root; 0 for what is not positive.
    pub fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::default();
        }
        let root = self.high.sqrt();
        let rest = self - Self::from(root) * Self::from(root);
        fast_sum(root, rest.high / (2.0 * root))
    }

    /// self / other, good to a few units of 2⁻¹⁰⁰.
    pub fn over(self, other: Self) -> Self {
        let q = self.high / other.high;
        let rest = self - other * Self::from(q);
        let next = rest.high / other.high;
        let rest = rest - other * Self::from(next);
        fast_sum(q, next) + Self::from(rest.high / other.high)
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
        let part = high - self.high;
        let error = (self.high - (high - part)) + (other.high - part);
        fast_sum(high, error + (self.low + other.low))
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
        let error = self.high.mul_add(other.high, -high);
        fast_sum(
            high,
            error + (self.high * other.low + self.low * other.high),
        )
    }
}

/// a·b.
pub fn dot(a: &Double3, b: &Double3) -> Double {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// |a|.
pub fn norm(a: &Double3) -> Double {
    dot(a, a).sqrt()
}

/// a − b.
pub fn difference(a: &Double3, b: &Double3) -> Double3 {
    std::array::from_fn(|i| a[i] - b[i])
}

/// The components as they are.
pub fn double3(v: [f64; 3]) -> Double3 {
    v.map(Double::from)
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
