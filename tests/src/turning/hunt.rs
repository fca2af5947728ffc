//! Casts many hostile cases in both scalars, holds every answer against the motion and against the same case in another unit, and counts.

use super::hold::{Flag, hold};
use super::{TurningCase, hostile};
use crate::widen;
use nalgebra::Point3;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use swept::{Outcome, Real, TurningCertificate};

/// An answer, its numbers in `f64`, and its proof.
pub struct Answered<T: Real> {
    /// What was answered.
    pub outcome: Outcome<f64>,
    /// What proves it.
    pub certificate: TurningCertificate,
    /// What the check of that says is wrong.
    pub flaw: Option<String>,
    /// Distance measurements.
    pub steps: u32,
    scalar: std::marker::PhantomData<T>,
}

impl<T: Real> Answered<T> {
    /// The library's answer to a case.
    ///
    /// # Errors
    /// Why it refuses the case.
    pub fn to(case: &TurningCase) -> Result<Self, String> {
        let sweep = case.sweep::<T>()?;
        let cast = sweep.cast_certified(&case.options::<T>());
        Ok(Self {
            outcome: widen(&cast.outcome),
            flaw: cast
                .certificate
                .verify(&sweep)
                .err()
                .map(|flaw| flaw.to_string()),
            certificate: cast.certificate,
            steps: cast.steps,
            scalar: std::marker::PhantomData,
        })
    }
}

/// What many cases came to.
#[derive(Clone, Debug, Default)]
pub struct HuntTally {
    /// Cases asked.
    pub cases: u64,
    /// What was answered, and how often.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Flags: the kind, how many, and the greatest.
    pub kinds: BTreeMap<&'static str, (u64, f64)>,
    /// Each flag with its scalar and the index of its case.
    pub flags: Vec<String>,
}

impl fmt::Display for HuntTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} cases: {:?}", self.cases, self.outcomes)?;
        for (kind, (count, most)) in &self.kinds {
            writeln!(
                f,
                "{kind}: {count}, up to {most:.3e} times what is promised"
            )?;
        }
        Ok(())
    }
}

/// Casts cases `first` to `first + count` under `seed` in both scalars, and holds each against `samples` poses.
pub fn hunt(seed: u64, first: u64, count: u64, samples: u32) -> HuntTally {
    let next = AtomicU64::new(first);
    let total = Mutex::new(HuntTally::default());
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= first + count {
                break;
            }
            let case = hostile(seed, index);
            let found = [
                ("f64", judged::<f64>(&case.rounded_to::<f64>(), samples)),
                ("f32", judged::<f32>(&case.rounded_to::<f32>(), samples)),
            ];
            let mut total = total.lock().unwrap_or_else(|e| e.into_inner());
            for (scalar, (outcome, flags)) in found {
                total.cases += 1;
                *total.outcomes.entry(outcome).or_default() += 1;
                for flag in flags {
                    let kind = total.kinds.entry(flag.kind).or_default();
                    *kind = (kind.0 + 1, kind.1.max(flag.by));
                    total
                        .flags
                        .push(format!("{index} {scalar} {outcome} {flag}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(worker);
        }
    });
    total.into_inner().unwrap_or_else(|e| e.into_inner())
}

/// The outcome of one case in the scalar `T`, and what is wrong with it.
pub fn judged<T: Real>(case: &TurningCase, samples: u32) -> (&'static str, Vec<Flag>) {
    let answer = match catch_unwind(AssertUnwindSafe(|| Answered::<T>::to(case))) {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => return ("refused", Vec::new()),
        Err(_) => return ("panic", vec![plain("PANIC", "a cast".into())]),
    };
    let flags = flags_of(case, &answer, samples);
    let name = match &answer.outcome {
        Outcome::Hit(_) => "hit",
        Outcome::Miss(_) => "miss",
        Outcome::Overlap(_) => "overlap",
        Outcome::Unresolved(_) => "unresolved",
    };
    (name, flags)
}

/// All that is wrong with an answer.
pub(super) fn flags_of<T: Real>(
    case: &TurningCase,
    answer: &Answered<T>,
    samples: u32,
) -> Vec<Flag> {
    let mut flags = hold(case, answer, samples);
    flags.extend(answer.flaw.clone().map(|flaw| plain("PROOF", flaw)));
    flags.extend(rescaled(case, answer).map(|what| plain("SCALE", what)));
    flags
}

/// A flag of what has no size.
fn plain(kind: &'static str, what: String) -> Flag {
    Flag {
        kind,
        by: f64::INFINITY,
        what,
    }
}

/// What the same case says otherwise when all lengths are multiplied by a power of two: nothing, to the bit.
fn rescaled<T: Real>(case: &TurningCase, answer: &Answered<T>) -> Option<String> {
    let larger = if T::EPSILON == f64::EPSILON {
        f64::from(1u32 << 30)
    } else {
        f64::from(1u32 << 12)
    };
    let large = case.cast.moving.reach() + case.cast.fixed.reach() > 1.0;
    let factor = if large { 1.0 / larger } else { larger };
    // Numbers near the ends of the scalar's range may not have all of their bits there.
    let scaled = case.scaled(factor);
    if scaled.rounded_to::<T>() != scaled {
        return None;
    }
    // Options are cut to the scalar's range, not refused.
    if case
        .options
        .target_distance
        .max(scaled.options.target_distance)
        > T::MAX_LENGTH
    {
        return None;
    }
    let other = Answered::<T>::to(&scaled).ok()?;
    // So it is with the answers.
    let is_short = |x: f64| x != 0.0 && x.abs() < T::NORMAL;
    if [&answer.outcome, &other.outcome]
        .into_iter()
        .any(|outcome| lengths(outcome).into_iter().any(is_short))
    {
        return None;
    }
    let (ours, theirs) = (lengths_times(&answer.outcome, factor), &other.outcome);
    let same = format!("{ours:?}") == format!("{theirs:?}");
    (!same).then(|| format!("{ours:?} but {theirs:?}"))
}

/// All lengths of an outcome.
fn lengths(outcome: &Outcome<f64>) -> Vec<f64> {
    let of = |points: [&Point3<f64>; 2]| points.map(|p| p.coords.data.0[0]).concat();
    match outcome {
        Outcome::Hit(hit) => of([&hit.point_moving, &hit.point_fixed]),
        Outcome::Miss(miss) => vec![miss.gap],
        Outcome::Overlap(overlap) => {
            let mut all = of([&overlap.point_moving, &overlap.point_fixed]);
            all.extend([overlap.depth, overlap.depth_lower]);
            all
        }
        Outcome::Unresolved(_) => Vec::new(),
    }
}

/// The outcome with its lengths times `factor`.
fn lengths_times(outcome: &Outcome<f64>, factor: f64) -> Outcome<f64> {
    let mut outcome = *outcome;
    let point = |p: Point3<f64>| p * factor;
    match &mut outcome {
        Outcome::Hit(hit) => {
            hit.point_moving = point(hit.point_moving);
            hit.point_fixed = point(hit.point_fixed);
        }
        Outcome::Miss(miss) => miss.gap *= factor,
        Outcome::Overlap(overlap) => {
            overlap.depth *= factor;
            overlap.depth_lower *= factor;
            overlap.point_moving = point(overlap.point_moving);
            overlap.point_fixed = point(overlap.point_fixed);
        }
        Outcome::Unresolved(_) => {}
    }
    outcome
}
