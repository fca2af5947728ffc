//! Any bytes as two shapes and a sweep: what the constructors accept, every method answers without a panic, with numbers
//! that are numbers, and with a certificate that verifies.

#![no_main]

mod wild;

use libfuzzer_sys::fuzz_target;
use swept::{Certified, Method, Outcome, Real};
use wild::Wild;

fuzz_target!(|wild: Wild| {
    check::<f32>(&wild);
    check::<f64>(&wild);
});

fn check<T: Real>(wild: &Wild) {
    // Bad input is refused where it is built: that is a pass.
    let Some(sweep) = wild.sweep::<T>() else {
        return;
    };
    for method in Method::ALL {
        let options = wild.options::<T>(method);
        let certified = sweep.cast_certified(&options);
        check_numbers(&certified);
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            // Below the least normal number no rounding is relative, and nothing is a length.
            let off = (flaw.claimed - flaw.proven).abs();
            assert!(
                off < f64::MIN_POSITIVE,
                "{method:?}: {flaw}\n{certified:?}\n{wild:?}"
            );
        }
    }
}

fn check_numbers<T: Real>(certified: &Certified<T>) {
    let number = |x: T| x.to_f64();
    let ok = match &certified.outcome {
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
    };
    assert!(ok, "{certified:?}");
}

fn is_unit<'a, T: Real + 'a>(components: impl Iterator<Item = &'a T>) -> bool {
    let squared: f64 = components.map(|x| x.to_f64() * x.to_f64()).sum();
    (squared - 1.0).abs() <= 8.0 * T::EPSILON
}
