//! Any bytes as two shapes and a sweep: what the constructors accept, every method answers without a panic, with numbers
//! that are numbers, and with a certificate that verifies.

#![no_main]

mod wild;

use libfuzzer_sys::fuzz_target;
use swept::{Method, Real};
use wild::Wild;
use wild::numbers::are_numbers;

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
        assert!(are_numbers(&certified.outcome), "{certified:?}\n{wild:?}");
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
