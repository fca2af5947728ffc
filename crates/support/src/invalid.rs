//! Why a shape or a pose was refused.

use crate::Real;
use alloc::{borrow::Cow, format};

/// Input that is no shape: which field, which value, and what is allowed there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field}: {value} is not {expected}")]
pub struct InvalidShape {
    /// The field, as a path: `radius`, `half_extents[1]`, `points[17][0]`, `rotation`.
    pub field: Cow<'static, str>,
    /// The value found there.
    pub value: f64,
    /// What the field takes, as the end of a sentence: `a length (expected a finite number >= 0)`.
    pub expected: Cow<'static, str>,
}

impl InvalidShape {
    /// The same error with `prefix` and a dot before the field: how a shape inside another one reports.
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

/// A size: finite, not negative, and zero or within the scalar's range of lengths.
pub(crate) fn size<T: Real>(field: &'static str, value: T) -> Result<T, InvalidShape> {
    let x = value.to_f64();
    if !(x >= 0.0 && x.is_finite()) {
        Err(InvalidShape::new(
            field,
            x,
            "a length (expected a finite number >= 0)",
        ))
    } else if x != 0.0 && !(T::MIN_LENGTH..=T::MAX_LENGTH).contains(&x) {
        Err(out_of_range::<T>(field, x))
    } else {
        Ok(value)
    }
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
        Err(out_of_range::<T>(field, x))
    } else {
        Ok(value)
    }
}

fn out_of_range<T: Real>(field: impl Into<Cow<'static, str>>, x: f64) -> InvalidShape {
    let expected = format!(
        "within this scalar's range of lengths (expected 0 or a magnitude from {:e} to {:e})",
        T::MIN_LENGTH,
        T::MAX_LENGTH
    );
    InvalidShape::new(field, x, expected)
}
