//! What is asked of a character and its parts is held to what they take before anything is done: so an error names what the caller
//! wrote, and not the way that would have come of it.

use crate::kit::{Character, Gait};
use nalgebra::Vector3;
use swept_cast::InvalidSweep;
use swept_support::{Real, Short};

const NUMBER: &str = "a finite number";
const LENGTH: &str = "a length (expected a finite number >= 0)";
const TIME: &str = "a time (expected a finite number >= 0)";
const SPEED: &str = "a speed (expected a number >= 0)";

/// The names of a vector's components.
macro_rules! axes {
    ($name:literal) => {
        [
            concat!($name, "[0]"),
            concat!($name, "[1]"),
            concat!($name, "[2]"),
        ]
    };
}
pub(super) use axes;

/// What [`Character::step`] is given, and how fast the character falls.
pub(super) fn step<T: Real>(
    character: &Character<T>,
    velocity: &Vector3<T>,
    time: T,
    gait: &Gait<T>,
) -> Result<(), InvalidSweep> {
    let gravity = &gait.gravity;
    finite(axes!("velocity"), velocity)?;
    at_least_zero("time", time, f64::MAX, TIME)?;
    finite(axes!("gait.slopes.up"), &gait.slopes.up)?;
    length("gait.step_up", gait.step_up)?;
    length("gait.step_down", gait.step_down)?;
    finite(axes!("gait.gravity.acceleration"), &gravity.acceleration)?;
    // An endless one is a fall that air does not hold.
    let top_speed = gravity.top_speed;
    at_least_zero("gait.gravity.top_speed", top_speed, f64::INFINITY, SPEED)?;
    finite(axes!("falling"), &character.falling)
}

/// A displacement.
pub(super) fn way<T: Real>(
    fields: [&'static str; 3],
    way: &Vector3<T>,
) -> Result<(), InvalidSweep> {
    within(fields, way, T::MAX_LENGTH, T::COORDINATE)
}

/// A length that something goes by.
pub(super) fn length<T: Real>(field: &'static str, value: T) -> Result<(), InvalidSweep> {
    at_least_zero(field, value, f64::MAX, LENGTH)?;
    at_least_zero(field, value, T::MAX_LENGTH, T::COORDINATE)
}

fn finite<T: Real>(fields: [&'static str; 3], v: &Vector3<T>) -> Result<(), InvalidSweep> {
    within(fields, v, f64::MAX, NUMBER)
}

fn within<T: Real>(
    fields: [&'static str; 3],
    v: &Vector3<T>,
    most: f64,
    expected: &'static str,
) -> Result<(), InvalidSweep> {
    let mut each = fields.into_iter().zip(v.iter());
    each.try_for_each(|(field, x)| hold(field, *x, -most..=most, expected))
}

fn at_least_zero<T: Real>(
    field: &'static str,
    value: T,
    most: f64,
    expected: &'static str,
) -> Result<(), InvalidSweep> {
    hold(field, value, 0.0..=most, expected)
}

fn hold<T: Real>(
    field: &'static str,
    value: T,
    allowed: std::ops::RangeInclusive<f64>,
    expected: &'static str,
) -> Result<(), InvalidSweep> {
    let x = value.to_f64();
    if allowed.contains(&x) {
        return Ok(());
    }
    Err(InvalidSweep {
        field,
        value: Short::of::<T>(x).0,
        expected,
    })
}
