//! Every method on the same casts: each answer stands up to the judge, and the brackets of all of them overlap.
//!
//! A third of the casts go over all ordered pairs of shapes, one over the hard families, one over the same with numbers that are all but
//! zero in place of zeros. `SWEPT_METHOD_CASTS` sets another number than 150,000 per scalar (a million takes some minutes), `SWEPT_SEED`
//! another seed.

use swept::Real;
use swept_tests::{Source, from_environment, survey_all_methods};

fn all_methods_agree<T: Real>() {
    let casts = from_environment("SWEPT_METHOD_CASTS", 150_000);
    let seed = from_environment("SWEPT_SEED", 2004);
    for sources in [Source::pairs(), Source::families(), Source::faint()] {
        let report = survey_all_methods::<T>(&sources, casts / 3, seed);
        report.assert_clean();
        assert_eq!(report.total().casts(), casts / 3);
        println!("{report}");
    }
}

#[test]
fn all_methods_agree_in_f64() {
    all_methods_agree::<f64>();
}

#[test]
fn all_methods_agree_in_f32() {
    all_methods_agree::<f32>();
}
