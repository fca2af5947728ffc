//! Casts many cases, judges every answer, and counts.

use crate::faint::faint;
use crate::{Cast, Dice, FAMILIES, Family, Kind, Precision, judge, pair, widen};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use swept::{CastOptions, Certified, Hit, Method, Outcome, Real};

/// Where cases come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Random casts of one kind of shape at another.
    Pair(Kind, Kind),
    /// A family of hard casts.
    Family(&'static Family),
    /// The same with numbers that are all but zero in place of zeros.
    Faint(&'static Family),
}

impl Source {
    /// All ordered pairs of kinds.
    pub fn pairs() -> Vec<Self> {
        Kind::pairs().map(|(a, b)| Self::Pair(a, b)).collect()
    }

    /// All families.
    pub fn families() -> Vec<Self> {
        FAMILIES.iter().map(Self::Family).collect()
    }

    /// All families with numbers that are all but zero in place of zeros.
    pub fn faint() -> Vec<Self> {
        FAMILIES.iter().map(Self::Faint).collect()
    }

    /// Cast number `index` under `seed`.
    pub fn case(&self, seed: u64, index: u64) -> Cast {
        match self {
            Self::Pair(a, b) => pair(*a, *b, seed, index),
            Self::Family(family) => family.cast(seed, index),
            Self::Faint(family) => faint(family.cast(seed, index), &mut Dice::new(!seed, index)),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Pair(a, b) => format!("{a:?}-{b:?}"),
            Self::Family(family) => family.name.into(),
            Self::Faint(family) => format!("faint {}", family.name),
        }
    }
}

/// The outcomes of one source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Tally {
    pub hits: u64,
    pub misses: u64,
    pub overlaps: u64,
    pub failures: u64,
}

impl Tally {
    /// All casts counted.
    pub fn casts(&self) -> u64 {
        self.hits + self.misses + self.overlaps + self.failures
    }

    /// Share of hits.
    pub fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.casts().max(1) as f64
    }

    /// Share of overlaps.
    pub fn overlap_rate(&self) -> f64 {
        self.overlaps as f64 / self.casts().max(1) as f64
    }

    fn add(&mut self, other: &Self) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.overlaps += other.overlaps;
        self.failures += other.failures;
    }
}

/// What a survey found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The scalar and the method.
    pub title: String,
    /// How often each case was cast.
    pub casts_per_case: u64,
    /// Counts, in the order of the sources.
    pub tallies: Vec<(String, Tally)>,
    /// How often each kind of failure was met, with its first case and the line that casts it again.
    pub failures: BTreeMap<String, (u64, String)>,
}

impl Report {
    /// The counts of all sources together.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for (_, tally) in &self.tallies {
            total.add(tally);
        }
        total
    }

    /// Fails the test when any cast failed, or more than one in `CASTS_PER_BLEMISH` has a blemish, with the counts per
    /// source and the first of each kind.
    ///
    /// # Panics
    /// When any cast failed, or too many have a blemish.
    pub fn assert_clean(&self) {
        let (blemishes, faults): (Vec<_>, Vec<_>) =
            self.failures.iter().partition(|(kind, _)| is_blemish(kind));
        let blemishes: u64 = blemishes.iter().map(|(_, (count, _))| count).sum();
        let most = self.total().casts() * self.casts_per_case / CASTS_PER_BLEMISH;
        assert!(faults.is_empty() && blemishes <= most, "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for (kind, (count, first)) in &self.failures {
            writeln!(f, "{count} x {kind}, first:\n{first}")?;
        }
        writeln!(
            f,
            "{:32}{:>9}{:>9}{:>9}{:>9}",
            "", "hits", "misses", "overlaps", "failures"
        )?;
        let all = [("all".to_string(), self.total())];
        for (name, t) in self.tallies.iter().chain(&all) {
            let [h, m, o, x] = [t.hits, t.misses, t.overlaps, t.failures];
            writeln!(f, "{name:32}{h:9}{m:9}{o:9}{x:9}")?;
        }
        Ok(())
    }
}

/// A blemish is a right and proven answer that is less tight than answers are as a rule: a wide bracket, points of
/// contact farther apart or less exactly on the surface, a proof of contact that is open by more than rounding.
/// Exact grazes along faces and slivers of hulls have them, where the numbers themselves are ill-conditioned.
const BLEMISHES: [&str; 4] = [
    "ulps wide",
    "contact points apart",
    "below the surface",
    "allows itself",
];

/// At most one cast in so many may have a blemish.
pub const CASTS_PER_BLEMISH: u64 = 10_000;

fn is_blemish(kind: &str) -> bool {
    BLEMISHES.iter().any(|words| kind.contains(words))
}

/// After this many failures a survey stops: the rest would say the same.
const ENOUGH: usize = 2_000;
const THREADS: usize = 2;

/// Casts `total` cases, spread evenly over the sources, by `method` in the scalar `T`.
pub fn survey<T: Real>(sources: &[Source], total: u64, seed: u64, method: Method) -> Report {
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let title = format!(
        "{} by {}, seed {seed}",
        Precision::of::<T>().scalar,
        method.name()
    );
    let check = |case: &Cast, tally: &mut Tally| count::<T>(case, &options, tally);
    run(title, sources, total, seed, check)
}

/// Casts `total` cases, spread evenly over the sources, by every method in the scalar `T`: each answer is judged, and all
/// of them must agree. Counts are those of the first method's answers.
pub fn survey_all_methods<T: Real>(sources: &[Source], total: u64, seed: u64) -> Report {
    let title = format!(
        "{} by every method, seed {seed}",
        Precision::of::<T>().scalar
    );
    Report {
        casts_per_case: Method::ALL.len() as u64,
        ..run(title, sources, total, seed, compare::<T>)
    }
}

/// Holds `total` cases against `check`, which counts what it finds.
fn run(
    title: String,
    sources: &[Source],
    total: u64,
    seed: u64,
    check: impl Fn(&Cast, &mut Tally) -> Result<(), String> + Sync,
) -> Report {
    let next = AtomicU64::new(0);
    let failed = AtomicUsize::new(0);
    let worker = || {
        let mut tallies = vec![Tally::default(); sources.len()];
        let mut failures = BTreeMap::new();
        while failed.load(Ordering::Relaxed) < ENOUGH {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= total {
                break;
            }
            let source = (at % sources.len() as u64) as usize;
            let index = at / sources.len() as u64;
            let case = sources[source].case(seed, index);
            let mut tally = Tally::default();
            match catch_unwind(AssertUnwindSafe(|| check(&case, &mut tally))) {
                Ok(Ok(())) => {}
                bad => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    let reason =
                        bad.map_or_else(|_| "panicked".into(), |r| r.err().unwrap_or_default());
                    let first = format!("{}: {reason}\n  {}", case.id, case.to_json());
                    let kind = format!("{}: {}", sources[source].name(), kind_of(&reason));
                    failures.entry(kind).or_insert((0, first)).0 += 1;
                    tally = Tally {
                        failures: 1,
                        ..Tally::default()
                    };
                }
            }
            tallies[source].add(&tally);
        }
        (tallies, failures)
    };
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(worker)).collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("workers catch panics"))
            .collect()
    });
    let mut report = Report {
        title,
        casts_per_case: 1,
        tallies: sources
            .iter()
            .map(|s| (s.name(), Tally::default()))
            .collect(),
        failures: BTreeMap::new(),
    };
    for (tallies, failures) in found {
        for ((_, sum), tally) in report.tallies.iter_mut().zip(&tallies) {
            sum.add(tally);
        }
        for (kind, (count, first)) in failures {
            report.failures.entry(kind).or_insert((0, first)).0 += count;
        }
    }
    report
}

/// The words of a reason's first line, without its numbers.
fn kind_of(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let words = line
        .split(' ')
        .filter(|w| !w.contains(|c: char| c.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

/// Casts one case, judges the answer and counts it.
fn count<T: Real>(case: &Cast, options: &CastOptions<T>, tally: &mut Tally) -> Result<(), String> {
    judged(case, options, tally).1
}

/// The answer to one case, and what the judge says of it.
fn judged<T: Real>(
    case: &Cast,
    options: &CastOptions<T>,
    tally: &mut Tally,
) -> (Certified<T>, Result<(), String>) {
    let sweep = case.sweep::<T>();
    let certified = sweep.cast_certified(options);
    let mut verdict =
        judge(&sweep, &certified).map_err(|e| format!("{e}\n  {:?}", certified.outcome));
    match certified.outcome {
        Outcome::Hit(_) => tally.hits += 1,
        Outcome::Miss(_) => tally.misses += 1,
        Outcome::Overlap(_) => tally.overlaps += 1,
        Outcome::Unresolved(_) => verdict = verdict.and(Err("unresolved".into())),
    }
    (certified, verdict)
}

/// Casts one case by every method, judges every answer, and holds the answers against the first. Of several things
/// wrong it tells one that is no blemish, if there is one.
fn compare<T: Real>(case: &Cast, tally: &mut Tally) -> Result<(), String> {
    let mut first = None;
    let mut wrong: Option<String> = None;
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let mut one = Tally::default();
        let (answer, verdict) = judged::<T>(case, &options, &mut one);
        let agreed = match &first {
            None => {
                tally.add(&one);
                first = Some(answer);
                Ok(())
            }
            Some(first) => agree(case, first, &answer),
        };
        for e in [agreed, verdict].into_iter().filter_map(Result::err) {
            if wrong.as_ref().is_none_or(|w| is_blemish(w)) {
                wrong = Some(format!("by {}: {e}", method.name()));
            }
        }
    }
    wrong.map_or(Ok(()), Err)
}

/// Whether two answers can be about the same cast: brackets must overlap, up to the dilations that the two proofs
/// state, and where the outcomes differ, neither may be off by more than rounding can decide.
fn agree<T: Real>(case: &Cast, a: &Certified<T>, b: &Certified<T>) -> Result<(), String> {
    let scale = crate::Obstacle::new(&case.sweep::<T>()).scale();
    let doubt = Precision::of::<T>().ambiguous(scale);
    let stated = a.certificate.tolerance + b.certificate.tolerance;
    let (x, y) = (widen(&a.outcome), widen(&b.outcome));
    let ok = match (&x, &y) {
        (Outcome::Hit(x), Outcome::Hit(y)) => {
            // An upper end is proven up to a dilation: where the motion grazes, that is some way along it.
            let rate = |hit: &Hit<f64>| hit.normal.dot(&case.motion()).abs();
            let apart = (x.fraction - y.fraction_upper).max(y.fraction - x.fraction_upper);
            apart <= 0.0 || apart * rate(x).min(rate(y)) <= stated
        }
        (Outcome::Miss(_), Outcome::Miss(_)) => true,
        (Outcome::Overlap(x), Outcome::Overlap(y)) => {
            x.depth_lower.max(y.depth_lower) <= x.depth.min(y.depth) + doubt
        }
        (Outcome::Hit(_), Outcome::Miss(m)) | (Outcome::Miss(m), Outcome::Hit(_)) => m.gap <= doubt,
        (Outcome::Overlap(o), _) | (_, Outcome::Overlap(o)) => o.depth <= doubt,
        (Outcome::Unresolved(_), _) | (_, Outcome::Unresolved(_)) => false,
    };
    if ok {
        Ok(())
    } else {
        Err(format!("disagrees\n  {x:?}\n  {y:?}"))
    }
}
