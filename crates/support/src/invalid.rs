//! Why a shape or a pose was refused.

use crate::Real;
use alloc::{borrow::Cow, format};
use core::fmt::{self, Display};

/// Input that is no shape: which field, which value, and what is allowed there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field}: {} is not {expected}", Short(*.value))]
pub struct InvalidShape {
    /// The field, as a path: `radius`, `half_extents[1]`, `points[17][0]`, `rotation`.
    pub field: Cow<'static, str>,
    /// The value found there. Of an `f32` its shortest digits, as they were written, not those that its `f64` has: rounded to
    /// `f32` they are the value.
    pub value: f64,
    /// What the field takes, as the end of a sentence: `a length (expected a finite number >= 0)`.
    pub expected: Cow<'static, str>,
}

impl InvalidShape {
    /// The same error with `prefix` and a dot before the field: how a shape inside another one reports.
    #[must_use]
    pub fn within(mut self, prefix: &str) -> Self {
        self.field = format!("{prefix}.{}", self.field).into();
        self
    }

    pub(crate) fn new(
        field: impl Into<Cow<'static, str>>,
        value: f64,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            field: field.into(),
            value,
            expected: expected.into(),
        }
    }
}

/// A number in a message: with an exponent where its digits would be mostly zeros. It reads back to the same number.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Short(pub f64);

impl Short {
    /// A number of the scalar `T`: the one that its shortest digits mean in `f64`.
    #[must_use]
    pub fn of<T: Real>(x: f64) -> Self {
        if T::EPSILON == f64::EPSILON {
            return Self(x);
        }
        Self(format!("{}", x as f32).parse().unwrap_or(x))
    }
}

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let x = self.0;
        if x == 0.0 || !x.is_finite() || (1e-5..1e16).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

/// A size: finite, not negative, and zero or within the scalar's range of lengths.
#[inline(always)]
pub(crate) fn size<T: Real>(field: &'static str, value: T) -> Result<T, InvalidShape> {
    let x = value.to_f64();
    if x == 0.0 || (T::MIN_LENGTH..=T::MAX_LENGTH).contains(&x) {
        Ok(value)
    } else {
        Err(no_size::<T>(field, x))
    }
}

/// Why a number is no size.
#[cold]
fn no_size<T: Real>(field: &'static str, x: f64) -> InvalidShape {
    let expected = if x > 0.0 && x.is_finite() {
        let (least, most) = (T::MIN_LENGTH, T::MAX_LENGTH);
        format!(
            "within this scalar's range of lengths (expected 0 or a magnitude from {least:e} to {most:e})"
        )
        .into()
    } else {
        Cow::from("a length (expected a finite number >= 0)")
    };
    InvalidShape::new(field, Short::of::<T>(x).0, expected)
}

/// A coordinate: finite and no larger than the scalar's largest length.
pub(crate) fn coordinate<T: Real>(
    field: impl Into<Cow<'static, str>>,
    value: T,
) -> Result<T, InvalidShape> {
    let x = value.to_f64();
    if !x.is_finite() {
        Err(InvalidShape::new(
            field,
            x,
            "a coordinate (expected a finite number)",
        ))
    } else if x.abs() > T::MAX_LENGTH {
        Err(too_far::<T>(field, x))
    } else {
        Ok(value)
    }
}

/// Coordinates may be as near to 0 as they like: only the greatest magnitude is told.
#[cold]
fn too_far<T: Real>(field: impl Into<Cow<'static, str>>, x: f64) -> InvalidShape {
    let most = T::MAX_LENGTH;
    let expected =
        format!("within this scalar's range of lengths (expected a magnitude up to {most:e})");
    InvalidShape::new(field, Short::of::<T>(x).0, expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn numbers_are_short_and_read_back() {
        for (x, text) in [
            (-1.0, "-1"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1e-5, "0.00001"),
            (9e-6, "9e-6"),
            (9_999_999_999_999_998.0, "9999999999999998"),
            (1e16, "1e16"),
            (-2.5e-31, "-2.5e-31"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::from_bits(1), "5e-324"),
            (f64::from(1e19_f32), "9.999999980506448e18"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Short(x).to_string(), text);
            let back: f64 = text.parse().unwrap();
            assert!(back.to_bits() == x.to_bits() || x.is_nan() && back.is_nan());
        }
        let error = InvalidShape::new("radius", 1e300, "a length");
        assert_eq!(error.to_string(), "radius: 1e300 is not a length");
    }

    #[test]
    fn values_are_told_in_the_digits_of_their_scalar() {
        let told = |result: Result<f32, InvalidShape>| {
            let error = result.unwrap_err();
            (error.value as f32, error.to_string())
        };
        for (x, text) in [
            (-0.1_f32, "-0.1"),
            (1e20, "1e20"),
            (16_777_217.0 * -1.1, "-18454938"),
            (f32::MAX, "3.4028235e38"),
            (f32::INFINITY, "inf"),
            (f32::NEG_INFINITY, "-inf"),
        ] {
            let (value, message) = told(size("radius", x));
            assert_eq!(value, x);
            assert!(
                message.starts_with(&format!("radius: {text} is not ")),
                "{message}"
            );
        }
        let error = size("radius", f64::from(-0.1_f32)).unwrap_err();
        assert_eq!(error.value, f64::from(-0.1_f32));
        let error = coordinate("x", f32::NAN).unwrap_err();
        assert!(error.to_string().starts_with("x: NaN is not "));
    }
}
