//! Numbers on the command line.

use crate::failure::Failure;
use std::ops::RangeInclusive;
use std::str::FromStr;
use swept::{Real, Short};

/// Three numbers with commas between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triple(pub [f64; 3]);

impl Triple {
    /// The numbers in the scalar; `place` says where they were read.
    pub fn rounded<T: Real>(&self, place: &str) -> Result<[T; 3], Failure> {
        let rounded = self.0.map(T::nearest);
        let beyond = |x: &T| !x.to_f64().is_finite();
        match rounded.iter().position(beyond) {
            None => Ok(rounded),
            Some(i) => Err(Failure::Message(format!(
                "{place}: {} is not a 32-bit number (expected a magnitude up to {:e})",
                Short(self.0[i]),
                f32::MAX
            ))),
        }
    }

    /// Refuses numbers that were read in this place and are beyond the scalar's range of lengths.
    pub fn in_range<T: Real>(&self, place: &str) -> Result<(), Failure> {
        self.0.iter().try_for_each(|&x| in_range::<T>(place, x))
    }
}

impl FromStr for Triple {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = numbers(text)?;
        let expected = || format!("expected three numbers x,y,z, found {}", found.len());
        Ok(Self(found.as_slice().try_into().map_err(|_| expected())?))
    }
}

/// Numbers with commas between them.
pub fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let number = |word: &str| match word.trim().parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(format!("'{word}' is not a finite number")),
    };
    text.split(',').map(number).collect()
}

/// A length.
pub fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x >= 0.0 && x.is_finite() => Ok(x),
        _ => Err("not a length (expected a finite number >= 0)".to_owned()),
    }
}

/// Refuses a length, or a coordinate, that was read in this place and is beyond the scalar's range.
pub fn in_range<T: Real>(place: &str, length: f64) -> Result<(), Failure> {
    if length.abs() <= T::MAX_LENGTH {
        return Ok(());
    }
    Err(Failure::Message(format!(
        "{place}: {} is not within this scalar's range of lengths (expected a magnitude up to {:e})",
        Short(length),
        T::MAX_LENGTH
    )))
}

/// What reads a whole number of this range, which the type holds.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|n| range.contains(n));
        number.and_then(|n| N::try_from(n).ok()).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected a whole number from {least} to {most}")
        })
    }
}
