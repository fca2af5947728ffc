//! Turning casts against the truth of thousands of poses each: nothing tunnelled, nothing penetrating, nothing late.
//!
//! `SWEPT_TURNING_CASES` sets the number of cases per family (480 by default), `SWEPT_TURNING_SAMPLES` the number of
//! poses per case (4,000), `SWEPT_SEED` the seed. The full survey:
//!
//! ```sh
//! SWEPT_TURNING_CASES=30000 cargo test --profile testrelease -p swept-tests turning_truth -- --nocapture
//! ```

use swept::Real;
use swept_tests::{TURNING_FAMILIES, from_environment, survey_turning};

/// Mean steps are at most this part of those of plain conservative advancement.
fn share_of(family: &str) -> f64 {
    match family {
        "turning-slowly" | "turning-both" => 1.0 / 3.0,
        _ => 1.0,
    }
}

fn survey<T: Real>(part: u64) {
    let cases = from_environment("SWEPT_TURNING_CASES", 480) / part;
    let samples = from_environment("SWEPT_TURNING_SAMPLES", 4_000) as u32;
    let seed = from_environment("SWEPT_SEED", 317);
    let mut wrong = Vec::new();
    for family in TURNING_FAMILIES {
        let tally = survey_turning::<T>(family, cases, samples, seed);
        println!("{tally}");
        wrong.extend(tally.failures);
        let share = tally.hits as f64 / cases as f64;
        if !(family.hits.0..=family.hits.1).contains(&share) {
            wrong.push(format!("{}: hits {share:.3}", family.name));
        }
        let ratio = tally.steps[0] as f64 / tally.steps[1] as f64;
        if ratio > share_of(family.name) {
            wrong.push(format!(
                "{}: {ratio:.3} of plain advancement's steps",
                family.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn f64_against_thousands_of_poses() {
    survey::<f64>(1);
}

#[test]
fn f32_against_thousands_of_poses() {
    survey::<f32>(4);
}
