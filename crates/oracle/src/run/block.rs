//! Some casts of one source, by every engine.

use super::finding::judged;
use super::{Column, Finding, Plan, Tally, Truths};
use crate::{Cast, Claim, Engine, Known, NoAnswer, NoTruth};
use std::ops::Range;
use std::time::Instant;

/// What came of a block: the truths by kind, and a tally for each engine.
pub(super) struct Block {
    pub(super) truths: Truths,
    pub(super) tallies: Vec<Tally>,
}

impl Block {
    pub(super) fn empty(engines: usize) -> Self {
        Self {
            truths: Truths::default(),
            tallies: vec![Tally::default(); engines],
        }
    }

    /// Adds a block of later casts.
    pub(super) fn append(&mut self, later: Self, keep: usize) {
        self.truths.add(&later.truths);
        for (tally, more) in self.tallies.iter_mut().zip(later.tallies) {
            tally.append(more, keep);
        }
    }

    /// Wrong answers so far.
    pub(super) fn wrong(&self) -> u64 {
        self.tallies.iter().map(|t| t.wrong).sum()
    }
}

/// Asks every engine for the casts numbered `range` of one source, and judges the answers.
pub(super) fn block(
    engines: &[Box<dyn Engine>],
    plan: &Plan,
    source: usize,
    range: Range<u64>,
) -> Block {
    let mut block = Block::empty(engines.len());
    let source = &plan.sources[source];
    let first = range.start;
    let casts: Vec<_> = range.map(|i| source.cast(plan.seed, i)).collect();
    let start = Instant::now();
    let truths: Vec<_> = casts.iter().map(Known::of).collect();
    block.truths.time = start.elapsed();
    for truth in &truths {
        block.truths.count(truth.as_ref());
    }
    let mut leader: Option<Vec<Result<Claim, NoAnswer>>> = None;
    for (engine, tally) in engines.iter().zip(&mut block.tallies) {
        let start = Instant::now();
        let answers = engine.answer_all(&casts);
        tally.time = start.elapsed();
        tally.casts = casts.len() as u64;
        for (i, answer) in answers.iter().enumerate() {
            let index = first + i as u64;
            match &truths[i] {
                Ok(truth) => count(
                    &**engine,
                    &casts[i],
                    answer,
                    truth,
                    (index, plan.keep),
                    tally,
                ),
                // Whether they meet is for rounding to say: a hit and a miss are both right, and nothing else is.
                Err(NoTruth::Graze(_)) if is_decided(answer) => tally.excused += 1,
                Err(_) => {
                    let other = leader.as_ref().map(|all| &all[i]);
                    tally.find(index, disagreement(other, answer), plan.keep);
                }
            }
        }
        leader.get_or_insert(answers);
    }
    block
}

fn count(
    engine: &dyn Engine,
    cast: &Cast,
    answer: &Result<Claim, NoAnswer>,
    truth: &Known,
    (index, keep): (u64, usize),
    tally: &mut Tally,
) {
    let Some(judged) = judged(engine, cast, answer, truth) else {
        tally.unsupported += 1;
        return;
    };
    if let Some(error) = judged.error {
        tally.errors.add(error);
    }
    tally.excused += u64::from(judged.excused);
    tally.find(index, judged.findings, keep);
}

/// Whether the answer is a hit or a miss.
fn is_decided(answer: &Result<Claim, NoAnswer>) -> bool {
    matches!(answer, Ok(Claim::Hit { .. } | Claim::Miss { .. }))
}

/// Where nothing is known, at least the outcome should be that of the first engine.
fn disagreement(
    leader: Option<&Result<Claim, NoAnswer>>,
    answer: &Result<Claim, NoAnswer>,
) -> Vec<Finding> {
    let finding = |column, words| {
        vec![Finding {
            column,
            ulps: f64::INFINITY,
            words,
        }]
    };
    match (leader, answer) {
        (_, Ok(Claim::Unresolved { .. })) => {
            finding(Column::Unresolved, "the cast was given up".to_owned())
        }
        (Some(Ok(a)), Ok(b)) if a.name() != b.name() => {
            let words = format!("{} where the first engine says {}", b.name(), a.name());
            finding(Column::Disagrees, words)
        }
        (_, Err(why)) => match Column::of_none(why) {
            Some(column) => finding(column, why.to_string()),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}
