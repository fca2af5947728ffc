//! What is wrong with a line.

use crate::Id;
use crate::beyond::Beyond;
use crate::json::{Json, Shown, quoted};
use std::fmt::{self, Display};
use swept::{InvalidShape, InvalidSweep, Real, Short};

/// What is wrong in a case: the field's path, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The path of the field: `moving.shape.radius`, `fixed.shape.points[17][2]`; `line` for the line as a whole.
    pub field: String,
    /// The value found there and what is expected.
    pub reason: String,
}

impl CaseError {
    /// The field and the reason; of the line as a whole the reason alone, for whoever says in which file or line it is.
    #[must_use]
    pub fn what(&self) -> String {
        match self.field.as_str() {
            "line" => self.reason.clone(),
            _ => self.to_string(),
        }
    }
}

impl Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for CaseError {}

/// A line that is no case.
#[derive(Clone, Debug, PartialEq)]
pub struct BadLine {
    /// The line's id, when that much could be read.
    pub id: Option<Id>,
    /// What is wrong.
    pub error: CaseError,
}

impl BadLine {
    /// The error line that answers it, without a line end. `line` counts from 1.
    #[must_use]
    pub fn to_line(&self, line: u64) -> String {
        let id = match &self.id {
            Some(id) => format!("\"id\":{id},"),
            None => String::new(),
        };
        let error = quoted(&self.error.to_string());
        format!("{{{id}\"line\":{line},\"error\":{error}}}")
    }
}

impl Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for BadLine {}

/// What a field should hold: `not` ends the sentence "x is not ..", `expected` the one "expected ..".
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) not: &'static str,
    pub(crate) expected: &'static str,
}

impl Expected {
    pub(crate) const fn new(not: &'static str, expected: &'static str) -> Self {
        Self { not, expected }
    }
}

impl CaseError {
    pub(crate) fn new(field: impl Display, reason: impl Into<String>) -> Self {
        Self {
            field: field.to_string(),
            reason: reason.into(),
        }
    }

    pub(crate) fn wrong(field: impl Display, found: &Json, what: Expected) -> Self {
        let Expected { not, expected } = what;
        Self::new(field, format!("{found} is not {not} (expected {expected})"))
    }

    pub(crate) fn missing(field: impl Display, what: Expected) -> Self {
        Self::new(field, format!("missing (expected {})", what.expected))
    }

    /// A shape's error, found at `path`.
    pub(crate) fn shape<T: Real>(path: impl Display, e: &InvalidShape) -> Self {
        Self::value::<T>(format_args!("{path}.{}", e.field), e.value, &e.expected)
    }

    /// An error of a shape's that tells the whole path.
    pub(crate) fn placed<T: Real>(e: &InvalidShape) -> Self {
        Self::value::<T>(&e.field, e.value, &e.expected)
    }

    /// What is no JSON: the reader's own message, without the line that it names itself. `place` says which line that is. A number that
    /// no `f64` holds is told by its field, as other numbers that are none of a case's.
    pub(crate) fn malformed(place: impl Display, text: &[u8], e: &serde_json::Error) -> Self {
        if let Some(Beyond { field, number, .. }) = Beyond::of(text, e) {
            let (found, most) = (Shown(number), f64::MAX);
            let expected = format!("expected a magnitude up to {most:e}");
            return Self::new(
                field,
                format!("{found} is not a 64-bit number ({expected})"),
            );
        }
        let message = e.to_string();
        let position = format!(" at line {} column {}", e.line(), e.column());
        let what = message.strip_suffix(&position).unwrap_or(&message);
        let column = e.column();
        Self::new(
            place,
            format!("{what} at column {column} (expected one JSON object)"),
        )
    }

    pub(crate) fn sweep<T: Real>(e: &InvalidSweep) -> Self {
        Self::value::<T>(e.field, e.value, e.expected)
    }

    /// The value is shown as the reader would write it in the scalar `T`, with an exponent where it is very large or very small.
    fn value<T: Real>(field: impl Display, value: f64, expected: &str) -> Self {
        Self::new(
            field,
            format!("{} is not {expected}", Short::of::<T>(value)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_show_numbers_as_they_were_written() {
        fn shown<T: Real>(x: f64) -> String {
            CaseError::value::<T>("x", x, "it").reason
        }
        assert_eq!(shown::<f32>(f64::from(-0.1_f32)), "-0.1 is not it");
        assert_eq!(shown::<f64>(-1.0), "-1 is not it");
        assert_eq!(shown::<f64>(1e300), "1e300 is not it");
        assert_eq!(shown::<f32>(f64::from(3e38_f32)), "3e38 is not it");
        assert_eq!(shown::<f32>(f64::NAN), "NaN is not it");
    }
}
