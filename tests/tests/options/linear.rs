//! Casts along a line, by every method.

use super::{Count, START_OVERLAPS, kind, placed, some, survey};
use swept::{CastOptions, Method, Outcome, Real};
use swept_tests::{Cast, Dice, METHODS, Source, from_environment};

fn check<T: Real>(case: &Cast, dice: &mut Dice, count: &mut Count) {
    let Some((sweep, size)) = placed::<T>(case, dice) else {
        return;
    };
    let asked = CastOptions {
        target_distance: some(dice, 0.4, [1e-9 * size, 10.0 * size]),
        tolerance: some(dice, 0.25, [1e-12 * size, 1e-2 * size]),
        start_overlap: *dice.pick(&START_OVERLAPS),
        ..CastOptions::default()
    };
    for method in METHODS {
        let options = CastOptions { method, ..asked };
        let found = sweep.cast_certified(&options);
        assert_eq!(found.outcome, sweep.cast_with(&options));
        if let Err(flaw) = found.certificate.verify(&sweep) {
            let outcome = &found.outcome;
            panic!("{flaw}: {outcome:?}, {options:?} of {sweep:?}");
        }
        assert!(
            !matches!(found.outcome, Outcome::Unresolved(_)),
            "{options:?} of {sweep:?}"
        );
        if method == Method::Auto {
            count[kind(&found.outcome)] += 1;
        }
    }
}

#[test]
fn whatever_is_asked_of_a_cast_the_answer_is_proven() {
    let casts = from_environment("SWEPT_OPTION_CASTS", 6_000);
    let seed = from_environment("SWEPT_SEED", 31);
    let mut sources = Source::families();
    sources.extend(Source::pairs());
    let count = survey(
        casts,
        seed,
        |i| sources[i as usize % sources.len()].case(seed, i),
        [check::<f32>, check::<f64>],
    );
    let [hits, misses, overlaps, _] = count;
    assert!(hits > 0.1 && misses > 0.3 && overlaps > 0.01, "{count:?}");
}
