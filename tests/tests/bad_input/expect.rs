//! The right answers to what barely is a sweep.

use swept::{CastOptions, Outcome, Real, Support, Sweep};
use swept_tests::{Precision, erased, widen};

/// The default answer, after its certificate was checked. The cast is made once for all shapes, not once for each pair.
pub fn cast<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> Outcome<f64> {
    let sweep = &erased(sweep);
    let certified = sweep.cast_certified(&CastOptions::default());
    let verdict = certified.certificate.verify(sweep);
    assert!(verdict.is_ok(), "{verdict:?} for {certified:?}");
    widen(&certified.outcome)
}

/// A hit around `fraction`, closed to the scalar's last places of a scale `l` under a rate of motion `rate`.
pub fn assert_hits_at<T: Real>(outcome: &Outcome<f64>, fraction: f64, rate: f64, l: f64) {
    let Outcome::Hit(hit) = outcome else {
        panic!("no hit: {outcome:?}")
    };
    let rounding = f64::EPSILON * fraction;
    assert!(hit.fraction <= fraction + rounding, "late: {outcome:?}");
    assert!(
        hit.fraction_upper >= fraction - rounding,
        "early: {outcome:?}"
    );
    let open = (hit.fraction_upper - hit.fraction) * rate;
    assert!(
        open <= 2.0 * Precision::of::<T>().error(l),
        "wide: {outcome:?}"
    );
}
