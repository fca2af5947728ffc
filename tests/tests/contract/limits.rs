//! The step limit: what is not proven by then is not claimed.

use swept::{CastOptions, Method, Outcome, Real};
use swept_tests::{Cast, Kind, Precision, pair, widen};

/// The unlimited answer, and the answers under limits of 0 to 12 support evaluations.
fn limited<T: Real>(case: &Cast, method: Method) -> (Outcome<f64>, Vec<Outcome<f64>>) {
    let sweep = case.sweep::<T>();
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let limited = |max_steps| {
        widen(&sweep.cast_with(&CastOptions {
            max_steps,
            ..options
        }))
    };
    (
        widen(&sweep.cast_with(&options)),
        (0..=12).map(limited).collect(),
    )
}

fn never_wrong<T: Real>() {
    let mut unresolved = 0;
    for (i, (a, b)) in Kind::pairs().enumerate() {
        if Kind::is_needle_in_haystack(a, b) {
            continue; // their hits hang on the last place
        }
        for index in 0..10 {
            let case = pair(a, b, 11 + i as u64, index);
            for method in Method::ALL {
                let (full, limited) = limited::<T>(&case, method);
                for outcome in limited {
                    let doubt = 16.0 * Precision::of::<T>().epsilon;
                    let ok = match (&outcome, &full) {
                        (Outcome::Unresolved(u), _) => {
                            unresolved += 1;
                            let end = full.hit().map_or(1.0, |hit| hit.fraction_upper);
                            (0.0..=end * (1.0 + doubt)).contains(&u.safe_fraction)
                        }
                        (Outcome::Hit(x), Outcome::Hit(y)) => {
                            x.fraction <= y.fraction_upper && y.fraction <= x.fraction_upper
                        }
                        (Outcome::Miss(_), Outcome::Miss(_)) => true,
                        _ => false,
                    };
                    assert!(ok, "{outcome:?} for {full:?}\n{}", case.to_json());
                }
            }
        }
    }
    assert!(
        unresolved > 1000,
        "the limits were never reached: {unresolved}"
    );
}

#[test]
fn a_limited_f64_cast_is_right_or_unresolved() {
    never_wrong::<f64>();
}

#[test]
fn a_limited_f32_cast_is_right_or_unresolved() {
    never_wrong::<f32>();
}
