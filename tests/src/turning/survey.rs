//! Casts many turning cases, holds every answer against the truth, and counts.

use super::truth::Stand;
use crate::{Cast, Family};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use swept::{CertifiedTurn, Outcome, Real, TurningCertificate, TurningMethod, TurningOptions};

/// What a family's casts came to.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct TurningTally {
    pub name: &'static str,
    pub casts: u64,
    pub hits: u64,
    pub misses: u64,
    /// The first few answers that are wrong, with their cases.
    pub failures: Vec<String>,
    /// How many answers are wrong.
    pub failed: u64,
    /// Steps and support evaluations of the interval bound, and of plain conservative advancement.
    pub steps: [u64; 2],
    pub evaluations: [u64; 2],
    /// Most steps of one cast.
    pub most: [u32; 2],
}

impl fmt::Display for TurningTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |x: u64| x as f64 / self.casts.max(1) as f64;
        write!(
            f,
            "{:20} {:6} casts {:6} hits {:6} misses {:3} wrong | steps {:7.1} against {:8.1} | evaluations {:7.1} against {:8.1} | most {} against {}",
            self.name,
            self.casts,
            self.hits,
            self.misses,
            self.failed,
            mean(self.steps[0]),
            mean(self.steps[1]),
            mean(self.evaluations[0]),
            mean(self.evaluations[1]),
            self.most[0],
            self.most[1],
        )
    }
}

/// Casts `count` cases of a family in `T` by both methods and judges them by `samples` poses each.
pub fn survey_turning<T: Real>(
    family: &Family,
    count: u64,
    samples: u32,
    seed: u64,
) -> TurningTally {
    let next = AtomicU64::new(0);
    let total = Mutex::new(TurningTally {
        name: family.name,
        ..TurningTally::default()
    });
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            let case = family.cast(seed, index);
            let sweep = case.turning_sweep::<T>();
            let [ours, plain] = [
                TurningMethod::IntervalBound,
                TurningMethod::ConservativeAdvancement,
            ]
            .map(|method| {
                sweep.cast_certified(&TurningOptions {
                    method,
                    max_steps: 1_000_000,
                    ..TurningOptions::default()
                })
            });
            let verdict = judge_turning(&case, &ours, samples)
                .and_then(|()| agree(&ours, &plain))
                .and_then(|()| match ours.certificate.verify(&sweep) {
                    Ok(_) => Ok(()),
                    Err(flaw) => Err(format!("certificate: {flaw}")),
                })
                .and_then(|()| match plain.certificate.verify(&sweep) {
                    Ok(_) => Ok(()),
                    Err(flaw) => Err(format!("certificate of plain advancement: {flaw}")),
                });
            let mut total = total.lock().unwrap_or_else(|e| e.into_inner());
            total.casts += 1;
            match &ours.outcome {
                Outcome::Hit(_) => total.hits += 1,
                Outcome::Miss(_) => total.misses += 1,
                _ => {}
            }
            for (i, cast) in [&ours, &plain].into_iter().enumerate() {
                total.steps[i] += u64::from(cast.steps);
                total.evaluations[i] += u64::from(cast.evaluations);
                total.most[i] = total.most[i].max(cast.steps);
            }
            if let Err(reason) = verdict {
                total.failed += 1;
                if total.failures.len() < 5 {
                    let outcome = &ours.outcome;
                    total
                        .failures
                        .push(format!("{reason}\n  {outcome:?}\n  {}", case.to_json()));
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

/// The tolerance that an answer states for itself.
fn tolerance<T: Real>(cast: &CertifiedTurn<T>) -> f64 {
    match &cast.certificate {
        TurningCertificate::Turning(proof) => proof.tolerance,
        TurningCertificate::Linear(c) | TurningCertificate::Start(c) => c.tolerance,
    }
}

/// Holds an answer against `samples` poses of the motion, and against the pose that it names.
///
/// # Errors
/// What is wrong with it.
pub fn judge_turning<T: Real>(
    case: &Cast,
    cast: &CertifiedTurn<T>,
    samples: u32,
) -> Result<(), String> {
    let stand = Stand::new(case);
    let tolerance = 2.0 * tolerance(cast);
    match &cast.outcome {
        Outcome::Hit(hit) => {
            let fraction = hit.fraction.to_f64();
            let at = stand.separation(fraction);
            // The fraction is rounded down into its scalar.
            let step = case.speed() * T::EPSILON;
            if at < -tolerance {
                return Err(format!("penetrates by {:e} at its hit", -at));
            }
            if at > tolerance + step {
                return Err(format!("hits while {at:e} apart"));
            }
            if let Some((s, depth)) = stand.truth(samples, fraction, tolerance).overlap {
                return Err(format!("late: {depth:e} deep at {s}"));
            }
            let apart = (hit.point_moving - hit.point_fixed).norm().to_f64();
            let far = case.moving.reach() + case.fixed.reach() + stand.far();
            if apart > tolerance + step + 64.0 * T::EPSILON * far {
                return Err(format!("contact points {apart:e} apart"));
            }
            Ok(())
        }
        Outcome::Miss(miss) => {
            let truth = stand.truth(samples, 1.0, tolerance);
            if let Some((s, depth)) = truth.overlap {
                return Err(format!("tunnelled: {depth:e} deep at {s}"));
            }
            if miss.gap.to_f64() > truth.least.1 + tolerance {
                return Err(format!("a gap of {} but {:?}", miss.gap, truth.least));
            }
            Ok(())
        }
        Outcome::Overlap(_) => Err("an overlap, of shapes that start apart".into()),
        Outcome::Unresolved(_) => Err("unresolved".into()),
    }
}

/// Both methods have to say the same, up to their tolerance: a near miss may be a hit to the one.
fn agree<T: Real>(a: &CertifiedTurn<T>, b: &CertifiedTurn<T>) -> Result<(), String> {
    match (&a.outcome, &b.outcome) {
        (Outcome::Hit(_), Outcome::Hit(_)) | (Outcome::Miss(_), Outcome::Miss(_)) => Ok(()),
        (Outcome::Miss(m), Outcome::Hit(_)) | (Outcome::Hit(_), Outcome::Miss(m))
            if m.gap.to_f64() <= tolerance(a) =>
        {
            Ok(())
        }
        (a, b) => Err(format!("plain advancement disagrees: {a:?} and {b:?}")),
    }
}
