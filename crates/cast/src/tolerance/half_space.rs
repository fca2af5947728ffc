//! Thresholds of casts toward a half-space, whose normal is turned into the world.

use super::{U, contact};
use swept_support::Real;

/// Error of an unbounded shape's normal, in u: 5 for making it of unit length, 24 for its rotation into the world.
pub(crate) const DIRECTION: f64 = 29.0;

/// Error of n·d of a half-space in twice the precision, per unit of |n| and of the largest part of d. With e = 2⁻¹⁰⁶ (see `wide.rs`) n is
/// 148e of its length off and its product with d 13e more, both of √3 times that part: 279e, less than 2⁻⁹⁷. The check of a certificate
/// allows 2⁻⁹⁶ of d's length and of the sum of its parts, which is less than 5 · 2⁻⁹⁶ of the largest. This is three times as much and more,
/// so that what is claimed is proven there.
pub(crate) const LONG_WAY: f64 = f64::from_bits((1023 - 92) << 52);

/// From what part of n·d on its error beside a half-space is looked at more closely, where it is more than [`long_way`], too: 10⁻¹³. A way that
/// leads in at two degrees or more has less.
pub(crate) const SLANTING: f64 = 1024.0 * U;

/// From where on that error is looked at more closely, per unit of scale: from eight touches on. That is a way of some four times the scale.
pub(crate) fn long_way<T: Real>() -> f64 {
    8.0 * contact::<T>()
}
