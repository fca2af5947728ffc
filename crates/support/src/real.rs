//! The two scalars of the library.

use nalgebra::RealField;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A scalar in which shapes are stored and answers are given: `f32` or `f64`. Sealed.
///
/// All solver arithmetic is `f64` for both. Bounds are rounded outward when they are given back as `f32`, so that
/// a proven bound stays proven.
pub trait Real: RealField + Copy + Into<f64> + sealed::Sealed {
    /// Distance from 1 to the next larger number: 2⁻²³ or 2⁻⁵².
    const EPSILON: f64;
    /// Largest magnitude a length may have: 2⁶³ for `f32`, whose squares still have a finite `f32`; 2¹⁰⁰ for
    /// `f64`, so that the sixth powers that a solver forms in `f64` neither overflow nor vanish.
    const MAX_LENGTH: f64;
    /// Smallest magnitude of a length that is not zero: 1 / [`MAX_LENGTH`](Self::MAX_LENGTH).
    const MIN_LENGTH: f64;
    /// The least positive number that has all of this type's digits: 2⁻¹²⁶ or 2⁻¹⁰²².
    const NORMAL: f64;
    /// What a component of a position or a displacement has to be, as the end of a sentence: for errors.
    const COORDINATE: &'static str;
    /// What a radius or an extent of a shape of the user's own has to be, likewise. A diagonal and a sum of radii may be a little
    /// longer than the largest length: up to four times that.
    const SIZE: &'static str;

    /// The value as `f64`: exact.
    fn to_f64(self) -> f64 {
        self.into()
    }
    /// The nearest value of this type.
    fn nearest(x: f64) -> Self;
    /// The largest value of this type that is not above `x` (`x` itself in `f64`).
    fn round_down(x: f64) -> Self;
    /// The smallest value of this type that is not below `x` (`x` itself in `f64`).
    fn round_up(x: f64) -> Self;
    /// The same as [`round_down`](Self::round_down), as `f64`, of an `x` from [`NORMAL`](Self::NORMAL) to this type's greatest: `x`
    /// without the digits that this type has not. Of any other `x`, some number.
    fn cut_down(x: f64) -> f64;
    /// The same as [`round_up`](Self::round_up), likewise.
    fn cut_up(x: f64) -> f64;
}

impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const MAX_LENGTH: f64 = (1u128 << 100) as f64;
    const MIN_LENGTH: f64 = 1.0 / Self::MAX_LENGTH;
    const NORMAL: f64 = Self::MIN_POSITIVE;
    const COORDINATE: &'static str = "a finite number within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)";
    const SIZE: &'static str =
        "a length within this scalar's range (expected a number from 0 to 5.070602400912918e30)";

    fn nearest(x: f64) -> Self {
        x
    }
    fn round_down(x: f64) -> Self {
        x
    }
    fn round_up(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn cut_down(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn cut_up(x: f64) -> f64 {
        x
    }
}

impl Real for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const MAX_LENGTH: f64 = (1u64 << 63) as f64;
    const MIN_LENGTH: f64 = 1.0 / Self::MAX_LENGTH;
    const NORMAL: f64 = Self::MIN_POSITIVE as f64;
    const COORDINATE: &'static str = "a finite number within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)";
    const SIZE: &'static str =
        "a length within this scalar's range (expected a number from 0 to 3.6893488147419103e19)";

    fn nearest(x: f64) -> Self {
        x as f32
    }
    #[inline(always)]
    fn round_down(x: f64) -> Self {
        if is_cut(x) {
            Self::nearest(Self::cut_down(x))
        } else {
            below(x)
        }
    }
    #[inline(always)]
    fn round_up(x: f64) -> Self {
        if is_cut(x) {
            Self::nearest(Self::cut_up(x))
        } else {
            -below(-x)
        }
    }
    #[inline(always)]
    fn cut_down(x: f64) -> f64 {
        f64::from_bits(x.to_bits() & !TAIL)
    }
    #[inline(always)]
    fn cut_up(x: f64) -> f64 {
        f64::from_bits(x.to_bits().wrapping_add(TAIL) & !TAIL)
    }
}

/// The digits of an `f64` that an `f32` has not.
const TAIL: u64 = (1 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) - 1;

/// Whether `x` is a positive number of `f32`'s range, which may be cut.
#[inline(always)]
fn is_cut(x: f64) -> bool {
    (f32::NORMAL..=f64::from(f32::MAX)).contains(&x)
}

/// Any number rounded down. A number's neighbours have the neighbouring bits, that of greater magnitude the greater ones: no branch
/// on which way was the nearer.
#[inline]
fn below(x: f64) -> f32 {
    let y = x as f32;
    let (bits, above) = (y.to_bits(), u32::from(f64::from(y) > x));
    f32::from_bits(if x > 0.0 { bits - above } else { bits + above })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f32_bounds_are_rounded_outward() {
        // 0.1 lies strictly between two neighbouring f32 numbers.
        assert!(f64::from(f32::round_down(0.1)) < 0.1 && f64::from(f32::round_up(0.1)) > 0.1);
        assert_eq!(f32::round_down(0.1).next_up(), f32::round_up(0.1));
        assert_eq!(f32::round_down(0.5), 0.5);
        assert_eq!(f32::round_up(-0.5), -0.5);
        assert_eq!(f32::round_up(1e-60), f32::from_bits(1));
        assert_eq!(f32::round_down(1e60), f32::MAX);
        assert_eq!(f32::round_up(1e60), f32::INFINITY);
        assert_eq!(
            f32::round_up(f64::from(f32::MAX) * (1.0 + 1e-12)),
            f32::INFINITY
        );
        assert_eq!(f32::round_down(1e-60), 0.0);
        for x in [0.1, 1e-60, 1e60, 0.5, 0.0, 1.0 / 3.0, f64::INFINITY] {
            assert_eq!(f32::round_down(-x), -f32::round_up(x));
            assert_eq!(f32::round_up(-x), -f32::round_down(x));
            // Those of `f64` have all of their digits.
            let same = [f64::round_down(x), f64::cut_down(x), f64::cut_up(x)];
            assert_eq!((same, f64::round_up(x)), ([x; 3], x));
        }
    }
}
