//! From a cast with a wrong answer to the simplest one that still has it.

mod candidates;
mod numbers;

use crate::run::{Plan, Tally, Truths, judged};
use crate::{Cast, Column, Engine, Finding, Known};
use candidates::{candidate, count};
use numbers::complexity;
use rayon::prelude::*;
use serde::Serialize;

/// A wrong answer, and the simplest cast found that still has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduced {
    /// Which engine answers so.
    pub engine: String,
    /// Where the cast comes from.
    pub source: String,
    /// What is wrong.
    pub column: Column,
    /// How many answers of this engine to this source are wrong in this.
    pub count: u64,
    /// By how much it is wrong with the simplest cast, in units in the last place of its scale; infinite (`null` in JSON)
    /// where no length tells.
    pub ulps: f64,
    /// The same in words.
    pub words: String,
    /// The cast as it was drawn.
    pub original: Cast,
    /// The simplest cast that still has it.
    pub shrunk: Cast,
}

/// Shrinks every wrong answer that was kept, in the order of sources, engines and columns.
pub(crate) fn shrink_all(
    engines: &[Box<dyn Engine>],
    plan: &Plan,
    parts: &[(Truths, Vec<Tally>)],
) -> Vec<Reproduced> {
    let mut jobs = Vec::new();
    for (source, (_, tallies)) in plan.sources.iter().zip(parts) {
        for (engine, tally) in engines.iter().zip(tallies) {
            for (column, samples) in &tally.samples {
                let count = tally.count(*column);
                for sample in samples {
                    jobs.push((source, &**engine, *column, count, sample));
                }
            }
        }
    }
    jobs.into_par_iter()
        .map(|(source, engine, column, count, sample)| {
            let original = source.cast(plan.seed, sample.index);
            let (shrunk, finding) = shrink(engine, &original, sample.finding.clone());
            Reproduced {
                engine: engine.name().to_owned(),
                source: source.name().to_owned(),
                column,
                count,
                ulps: finding.ulps,
                words: finding.words,
                original,
                shrunk,
            }
        })
        .collect()
}

/// The answers that one shrinking may ask for.
const BUDGET: usize = 600;
/// Candidates that are asked for at once: a program is started for each batch.
const BATCH: usize = 16;
/// The simplest cast is to be wrong by at least this part of what the original was, so that a gross error does not end as
/// a tiny one.
const PART: f64 = 1.0 / 8.0;

/// The simplest cast found whose answer is still wrong in the same column, and what is wrong with it.
///
/// Greedy: each change that keeps the fault and lowers the complexity is taken, until none does or the budget is spent. A
/// disagreement of engines is given back as it is.
pub fn shrink(engine: &dyn Engine, cast: &Cast, finding: Finding) -> (Cast, Finding) {
    let mut best = (cast.clone(), finding);
    if best.1.column == Column::Disagrees {
        return best;
    }
    let least = best.1.ulps * PART;
    let (mut index, mut idle, mut spent) = (0, 0, 0);
    while spent < BUDGET {
        let total = count(&best.0);
        if idle >= total {
            break;
        }
        let limit = complexity(&best.0);
        let mut batch = Vec::new();
        // Candidates that are no simpler cost nothing.
        while batch.len() < BATCH && idle < total {
            let candidate = candidate(&best.0, index % total);
            index += 1;
            idle += 1;
            batch.extend(
                candidate
                    .filter(|c| complexity(c) < limit)
                    .map(|c| (index, c)),
            );
        }
        spent += batch.len();
        if let Some((at, simpler)) = first_still_wrong(engine, &batch, best.1.column, least) {
            best = simpler;
            // The same change once more, on what it has made.
            index = at.saturating_sub(1);
            idle = 0;
        }
    }
    best
}

/// The first of some casts whose answer is wrong in `column` by `least` or more, with its place among the candidates.
fn first_still_wrong(
    engine: &dyn Engine,
    batch: &[(usize, Cast)],
    column: Column,
    least: f64,
) -> Option<(usize, (Cast, Finding))> {
    let casts: Vec<_> = batch.iter().map(|(_, cast)| cast.clone()).collect();
    let answers = engine.answer_all(&casts);
    for ((at, cast), answer) in batch.iter().zip(answers) {
        let Ok(truth) = Known::of(cast) else {
            continue;
        };
        let Some(judged) = judged(engine, cast, &answer, &truth) else {
            continue;
        };
        let same = |f: &Finding| f.column == column && f.ulps >= least;
        if let Some(finding) = judged.findings.into_iter().find(same) {
            return Some((*at, (cast.clone(), finding)));
        }
    }
    None
}
