//! What numbers of answers must be, whatever was asked.

use swept::{Outcome, Real};

/// Whether the numbers of this outcome are what they are said to be.
pub fn are_numbers<T: Real>(outcome: &Outcome<T>) -> bool {
    let number = |x: T| x.to_f64();
    match outcome {
        Outcome::Hit(hit) => {
            let (low, high) = (number(hit.fraction), number(hit.fraction_upper));
            let points = hit.point_moving.iter().chain(hit.point_fixed.iter());
            (0.0..=1.0).contains(&low)
                && low <= high
                && is_unit(hit.normal.iter())
                && points.into_iter().all(|x| number(*x).is_finite())
        }
        Outcome::Miss(miss) => is_unit(miss.axis.iter()) && !number(miss.gap).is_nan(),
        Outcome::Overlap(o) => {
            is_unit(o.normal.iter())
                && number(o.depth_lower) <= number(o.depth)
                && number(o.entry) <= 0.0
                && number(o.exit) >= 0.0
        }
        Outcome::Unresolved(u) => (0.0..=1.0).contains(&number(u.safe_fraction)),
    }
}

pub fn is_unit<'a, T: Real + 'a>(components: impl Iterator<Item = &'a T>) -> bool {
    let squared: f64 = components.map(|x| x.to_f64() * x.to_f64()).sum();
    (squared - 1.0).abs() <= 8.0 * T::EPSILON
}
