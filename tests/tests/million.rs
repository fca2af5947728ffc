//! A million casts per scalar: no panic, no unresolved cast, every certificate verifies, every number of every answer
//! stands up to a second opinion.
//!
//! Half of them go over all ordered pairs of shapes, half over the hard families. `SWEPT_CASTS` sets another number,
//! `SWEPT_SEED` another seed.

use swept::{Method, Real};
use swept_tests::{Source, from_environment, survey};

fn million<T: Real>(share: u64, method: Method) {
    let casts = from_environment("SWEPT_CASTS", 1_000_000) / share;
    let seed = from_environment("SWEPT_SEED", 2010);
    for sources in [Source::pairs(), Source::families()] {
        let report = survey::<T>(&sources, casts / 2, seed, method);
        report.assert_clean();
        assert_eq!(report.total().casts(), casts / 2);
        println!("{report}");
    }
}

#[test]
fn f64_by_the_best_method() {
    million::<f64>(1, Method::Auto);
}

#[test]
fn f32_by_the_best_method() {
    million::<f32>(1, Method::Auto);
}

#[test]
fn f64_by_the_portal() {
    million::<f64>(5, Method::Portal);
}

#[test]
fn f32_by_the_portal() {
    million::<f32>(5, Method::Portal);
}
