//! Any motion of any pair, with any options: the certificate proves the answer.
//!
//! `SWEPT_OPTION_CASTS` sets another number than 6,000 casts, `SWEPT_SEED` another seed.

use nalgebra::{Isometry3, Point3, Vector3};
use swept::{
    Outcome, Placed, Real, Shape, StartOverlap, Support, Sweep, Turn, TurningMethod,
    TurningOptions, TurningSweep, Turns,
};
use swept_tests::{Cast, Dice, Source, TURNING_FAMILIES, from_environment};

/// The case's shapes, somewhere on the way or where they touch, moving on, back, elsewhere or not at all.
fn linear<T: Real>(case: &Cast, dice: &mut Dice) -> Option<(Sweep<T, Shape<T>, Shape<T>>, f64)> {
    let given = case.turning_sweep::<T>();
    let given = given.linear();
    let way = given.displacement().map(Real::to_f64);
    let (m, f) = (given.moving().shape(), given.fixed().shape());
    let size = m.extent() + m.radius() + f.extent().min(1e6) + f.radius();
    let touch = given.cast().hit().map(|hit| hit.fraction.to_f64());
    let at = match touch {
        Some(touch) if dice.unit() < 0.4 => touch,
        _ => *dice.pick(&[0.0, 0.5, 1.0]) * dice.unit(),
    };
    let pose = given.moving().pose();
    let position = pose.translation.vector.map(Real::to_f64) + way * at;
    let pose = Isometry3::from_parts(position.map(T::nearest).into(), pose.rotation);
    let moving = Placed::new(m.clone(), pose).ok()?;
    let elsewhere = dice.direction() * size * dice.log_between(1e-3, 1.0);
    let way = *dice.pick(&[Vector3::zeros(), elsewhere, -way, way]);
    let sweep = Sweep::new(moving, way.map(T::nearest), given.fixed().clone());
    sweep.ok().map(|sweep| (sweep, size))
}

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
    let some = |dice: &mut Dice, share: f64, low: f64, high: f64| {
        let length = size * dice.log_between(low, high);
        T::nearest(if dice.unit() < share { length } else { 0.0 })
    };
    TurningOptions {
        target_distance: some(dice, 0.6, 1e-9, 10.0),
        tolerance: some(dice, 0.25, 1e-12, 1e-2),
        start_overlap: *dice.pick(&[
            StartOverlap::Report,
            StartOverlap::IgnoreIfReceding,
            StartOverlap::Ignore,
        ]),
        method: *dice.pick(&[
            TurningMethod::IntervalBound,
            TurningMethod::IntervalBound,
            TurningMethod::ConservativeAdvancement,
        ]),
        ..TurningOptions::default()
    }
}

/// How many answers there are of each kind: hits, misses, overlaps, unresolved.
type Count = [u32; 4];

fn check<T: Real>(case: &Cast, dice: &mut Dice, count: &mut Count) {
    let Some((sweep, size)) = linear::<T>(case, dice) else {
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
    if let Err(flaw) = found.certificate.verify(&sweep) {
        let outcome = &found.outcome;
        panic!("{flaw}: {outcome:?}, {options:?} of {sweep:?}");
    }
    count[match found.outcome {
        Outcome::Hit(_) => 0,
        Outcome::Miss(_) => 1,
        Outcome::Overlap(_) => 2,
        Outcome::Unresolved(_) => 3,
    }] += 1;
}

#[test]
fn whatever_is_asked_the_answer_is_proven() {
    let casts = from_environment("SWEPT_OPTION_CASTS", 6_000);
    let seed = from_environment("SWEPT_SEED", 29);
    let mut sources = Source::families();
    sources.extend(Source::pairs());
    let mut count = Count::default();
    for i in 0..casts {
        let case = if i % 3 == 0 {
            TURNING_FAMILIES[(i / 3) as usize % TURNING_FAMILIES.len()].cast(seed, i)
        } else {
            sources[i as usize % sources.len()].case(seed, i)
        };
        let dice = &mut Dice::new(seed, i);
        if i % 4 == 0 {
            check::<f32>(&case, dice, &mut count);
        } else {
            check::<f64>(&case, dice, &mut count);
        }
    }
    println!("hits, misses, overlaps, unresolved: {count:?}");
    let [hits, misses, overlaps, unresolved] = count.map(|n| f64::from(n) / casts as f64);
    assert!(hits > 0.1 && misses > 0.3 && overlaps > 0.02, "{count:?}");
    // A cam on its follower, by conservative advancement.
    assert!(unresolved < 0.01, "{count:?}");
}
