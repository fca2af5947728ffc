//! Turning casts.

use super::{Count, START_OVERLAPS, kind, placed, some, survey};
use nalgebra::{Point3, Vector3};
use swept::{Outcome, Real, Turn, TurningMethod, TurningOptions, TurningSweep, Turns};
use swept_tests::{Cast, Dice, Source, TURNING_FAMILIES, from_environment};

fn turn<T: Real>(dice: &mut Dice, share: f64, size: f64) -> Turn<T> {
    let still = Turn::by(Vector3::zeros());
    if dice.unit() > share {
        return still;
    }
    let little = dice.direction() * dice.log_between(1e-9, 1.0);
    let much = dice.direction() * dice.between(0.1, 9.0);
    let rotation = dice.pick(&[little, much]).map(T::nearest);
    let centre = dice.direction() * size * dice.log_between(1e-2, 10.0);
    let centre = *dice.pick(&[Vector3::zeros(), centre]);
    Turn::by(rotation).about(Point3::from(centre.map(T::nearest)))
}

fn options<T: Real>(dice: &mut Dice, size: f64) -> TurningOptions<T> {
    TurningOptions {
        target_distance: some(dice, 0.6, [1e-9 * size, 10.0 * size]),
        tolerance: some(dice, 0.25, [1e-12 * size, 1e-2 * size]),
        start_overlap: *dice.pick(&START_OVERLAPS),
        method: *dice.pick(&[
            TurningMethod::IntervalBound,
            TurningMethod::IntervalBound,
            TurningMethod::ConservativeAdvancement,
        ]),
        ..TurningOptions::default()
    }
}

fn check<T: Real>(case: &Cast, dice: &mut Dice, count: &mut Count) {
    let Some((sweep, size)) = placed::<T>(case, dice) else {
        return;
    };
    let turns = Turns {
        moving: turn(dice, 0.7, size),
        fixed: turn(dice, 0.4, size),
    };
    let Ok(sweep) = TurningSweep::new(sweep, turns) else {
        return;
    };
    let options = options(dice, size);
    let found = sweep.cast_certified(&options);
    assert_eq!(found.outcome, sweep.cast_with(&options));
    if let Outcome::Hit(hit) = &found.outcome {
        assert_eq!(found.outcome, sweep.cast_until(&options, hit.fraction));
        let early = sweep.cast_until(&options, T::zero());
        assert!(early == found.outcome || matches!(early, Outcome::Miss(_)));
    }
    if let Err(flaw) = found.certificate.verify(&sweep) {
        let outcome = &found.outcome;
        panic!("{flaw}: {outcome:?}, {options:?} of {sweep:?}");
    }
    count[kind(&found.outcome)] += 1;
}

#[test]
fn whatever_is_asked_of_a_turning_cast_the_answer_is_proven() {
    let casts = from_environment("SWEPT_OPTION_CASTS", 6_000);
    let seed = from_environment("SWEPT_SEED", 29);
    let mut sources = Source::families();
    sources.extend(Source::pairs());
    let case = |i: u64| {
        if i.is_multiple_of(3) {
            TURNING_FAMILIES[(i / 3) as usize % TURNING_FAMILIES.len()].cast(seed, i)
        } else {
            sources[i as usize % sources.len()].case(seed, i)
        }
    };
    let count = survey(casts, seed, case, [check::<f32>, check::<f64>]);
    let [hits, misses, overlaps, unresolved] = count;
    assert!(hits > 0.1 && misses > 0.3 && overlaps > 0.02, "{count:?}");
    // A cam on its follower, by conservative advancement.
    assert!(unresolved < 0.01, "{count:?}");
}
