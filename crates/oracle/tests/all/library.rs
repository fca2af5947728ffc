//! The library's answers, held against the truth, over every family: no fault of any kind; and the truth is found at all.
//!
//! `SWEPT_CASTS` sets the number of casts (3,000 by default), `SWEPT_SEED` another seed.

use crate::from_environment;
use std::collections::BTreeMap;
use swept::Real;
use swept_oracle::{
    Cast, Claim, FAMILIES, Fact, Kind, Means, NoTruth, Precision, Truth, judge, pair,
};

#[derive(Default)]
struct Count {
    casts: u64,
    hits: u64,
    overlaps: u64,
    means: BTreeMap<Means, u64>,
    none: u64,
    seconds: f64,
    wrong: BTreeMap<String, (u64, String)>,
}

impl Count {
    fn note(&mut self, kind: String, what: &str) {
        self.wrong.entry(kind).or_insert_with(|| (0, what.into())).0 += 1;
    }

    fn hold<T: Real>(&mut self, cast: &Cast, truth: &Truth) {
        let certified = cast.sweep::<T>().cast_certified(&Default::default());
        let claim = Claim::from(&certified.outcome);
        let precision = Precision::of::<T>();
        let verdict = judge(cast, &claim, truth, &precision);
        for fault in &verdict.faults {
            let kind = format!("{} {} {}", precision.scalar, fault.kind.name(), fault.field);
            self.note(
                kind,
                &format!(
                    "{verdict}\n    {claim:?}\n    {truth:?}\n    {}",
                    cast.to_json()
                ),
            );
        }
    }

    fn cast(&mut self, cast: &Cast) {
        self.casts += 1;
        let start = std::time::Instant::now();
        let truth = Truth::of(cast);
        self.seconds += start.elapsed().as_secs_f64();
        match truth {
            Ok(truth) => {
                *self.means.entry(truth.means).or_default() += 1;
                match &truth.fact {
                    Fact::Meets(_) => self.hits += 1,
                    Fact::Inside(_) => self.overlaps += 1,
                    Fact::Apart(_) => {}
                }
                self.hold::<f64>(cast, &truth);
                self.hold::<f32>(cast, &truth);
            }
            // Nobody can tell: the library may say what it likes.
            Err(NoTruth::Graze(_)) => self.none += 1,
            Err(e) => {
                self.none += 1;
                self.note("no truth".into(), &format!("{e}\n    {}", cast.to_json()));
            }
        }
    }
}

#[test]
fn the_library_is_right_and_the_truth_is_found() {
    let seed = from_environment("SWEPT_SEED", 2010);
    let casts = from_environment("SWEPT_CASTS", 3_000);
    let pairs: Vec<_> = Kind::pairs().collect();
    let sources = FAMILIES.len() as u64 * 2;
    let mut counts: Vec<(String, Count)> = Vec::new();
    for family in FAMILIES {
        let mut count = Count::default();
        for index in 0..casts / sources {
            count.cast(&family.cast(seed, index));
        }
        counts.push((family.name.into(), count));
    }
    let mut count = Count::default();
    for index in 0..casts / 2 {
        let (a, b) = pairs[(index % pairs.len() as u64) as usize];
        count.cast(&pair(a, b, seed, index));
    }
    counts.push(("pairs".into(), count));
    let mut wrong = String::new();
    for (name, c) in &counts {
        let speed = c.casts as f64 / c.seconds;
        println!(
            "{name:20} {:7} casts, {:6} hits, {:6} overlaps, {:?}, none {}, {speed:.0}/s",
            c.casts, c.hits, c.overlaps, c.means, c.none
        );
        for (kind, (times, first)) in &c.wrong {
            wrong += &format!("{name}: {times} x {kind}: {first}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
