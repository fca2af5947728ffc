//! Numbers with a bound on how wrong they are: a centre of twice the precision of `f64`, and a radius.

use super::{Double, Number};
use std::ops::{Add, Mul, Neg, Sub};

/// All numbers no farther than a radius from a centre. Every operation returns a ball that holds every result of
/// numbers in its operands ("ball arithmetic": van der Hoeven, 2009).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ball {
    centre: Double,
    radius: f64,
}

/// What one operation on centres may add to the radius, relative to its result: 2⁻⁹⁸, above every bound of
/// double-word arithmetic used here (a quotient of three steps: 2⁻¹⁰⁰; a root of one step: 2⁻¹⁰²).
const ROUNDING: f64 = 4.0 / (1u128 << 100) as f64;

/// What the underflow of an error term may add: the products that were rounded to 0 in an `f64` product's error.
const UNDERFLOW: f64 = 4.0 * f64::MIN_POSITIVE;

/// Every radius is computed in `f64` by a few sums and products of non-negative terms: this covers their rounding.
const UP: f64 = 1.0 + 16.0 * f64::EPSILON;

impl Ball {
    fn new(centre: Double, radius: f64) -> Self {
        let radius = (radius + centre.value().abs() * ROUNDING + UNDERFLOW) * UP;
        Self { centre, radius }
    }

    /// A ball around the number, with this radius.
    pub fn around(centre: impl Into<Double>, radius: f64) -> Self {
        Self {
            centre: centre.into(),
            radius,
        }
    }

    /// The centre.
    pub fn centre(self) -> Double {
        self.centre
    }

    /// The radius.
    pub fn radius(self) -> f64 {
        self.radius
    }

    /// A number that none in the ball is below.
    pub fn lower(self) -> Double {
        if self.radius == 0.0 {
            self.centre
        } else {
            self.centre.below(self.radius)
        }
    }

    /// A number that none in the ball is above.
    pub fn upper(self) -> Double {
        if self.radius == 0.0 {
            self.centre
        } else {
            self.centre.above(self.radius)
        }
    }

    /// Whether every number in the ball is positive.
    pub fn is_positive(self) -> bool {
        self.centre.value() > self.radius * UP
    }

    /// Whether every number in the ball is negative.
    pub fn is_negative(self) -> bool {
        (-self).is_positive()
    }

    /// The same number, known to lie in [0, 1].
    pub fn within_one(self) -> Self {
        if self.radius < 1.0 {
            self
        } else {
            Self::around(0.5, 0.5)
        }
    }
}

impl From<f64> for Ball {
    fn from(x: f64) -> Self {
        Self {
            centre: x.into(),
            radius: 0.0,
        }
    }
}

impl From<Double> for Ball {
    fn from(centre: Double) -> Self {
        Self {
            centre,
            radius: 0.0,
        }
    }
}

impl Add for Ball {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self == Self::default() {
            return other;
        }
        if other == Self::default() {
            return self;
        }
        Self::new(self.centre + other.centre, self.radius + other.radius)
    }
}

impl Neg for Ball {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            centre: -self.centre,
            radius: self.radius,
        }
    }
}

impl Sub for Ball {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Ball {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self == Self::default() || other == Self::default() {
            return Self::default();
        }
        let (a, b) = (self.centre.value().abs(), other.centre.value().abs());
        // |a| and |b| of the centres' high parts are short by a unit of 2⁻⁵³ of themselves, which `UP` covers.
        let radius = a * other.radius + b * self.radius + self.radius * other.radius;
        Self::new(self.centre * other.centre, radius)
    }
}

impl Number for Ball {
    const OFF: f64 = 1.0 / (1u128 << 96) as f64;

    fn wide(self) -> Double {
        self.centre
    }

    fn value(self) -> f64 {
        self.centre.value()
    }

    /// The greatest of any two numbers lies between the greater lower end and the greater upper end.
    fn max(self, other: Self) -> Self {
        let centre = self.centre.max(other.centre);
        Self {
            centre,
            radius: self.radius.max(other.radius),
        }
    }

    /// |√x − √c| ≤ r / √c for x ≥ 0 in the ball, and no more than √(c + r) where the ball holds 0.
    fn sqrt(self) -> Self {
        let root = self.centre.sqrt();
        let c = root.value();
        if c * c > self.radius {
            Self::new(root, self.radius / c * UP)
        } else {
            let most = ((self.centre.value().max(0.0) + self.radius).sqrt()) * UP;
            Self::around(0.0, most)
        }
    }

    /// With |b| ≥ m > 0 in the divisor, |x/y − a/b| ≤ (r_a + |a/b| r_b) / m. A divisor that holds 0 gives everything.
    fn over(self, other: Self) -> Self {
        let least = other.centre.value().abs() * (1.0 - f64::EPSILON) - other.radius * UP;
        if least <= 0.0 || least.is_nan() {
            return Self::around(0.0, f64::INFINITY);
        }
        let centre = self.centre.over(other.centre);
        let radius = (self.radius + centre.value().abs() * UP * other.radius) / least;
        Self::new(centre, radius * UP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_lies_in_its_ball_and_nothing_far_does() {
        let third = Ball::from(1.0).over(3.0.into());
        let one = third * 3.0.into();
        assert!(one.lower() <= 1.0.into() && one.upper() >= 1.0.into());
        assert!(third.radius() < 1e-28 && third.radius() > 0.0);
        assert!((third - Ball::from(1.0 / 3.0)).value() != 0.0);
    }

    #[test]
    fn a_difference_that_cancels_keeps_the_error_of_its_terms() {
        let third = Ball::from(1.0).over(3.0.into());
        let zero = third * 3.0.into() - 1.0.into();
        assert!(!zero.is_positive() && !zero.is_negative());
        assert!(zero.radius() > 1e-31 && zero.radius() < 1e-28);
    }

    #[test]
    fn a_root_of_what_may_be_zero_is_as_wide_as_it_must_be() {
        let near = Ball::around(0.0, 1e-20).sqrt();
        assert!(near.upper().value() >= 1e-10 && near.upper().value() < 1.1e-10);
        let two = Ball::from(2.0).sqrt();
        let square = two * two - 2.0.into();
        assert!(!square.is_positive() && !square.is_negative() && square.radius() < 1e-28);
    }

    #[test]
    fn a_divisor_that_may_be_zero_gives_no_bound() {
        assert_eq!(
            Ball::from(1.0).over(Ball::around(0.0, 1e-30)).radius(),
            f64::INFINITY
        );
    }
}
