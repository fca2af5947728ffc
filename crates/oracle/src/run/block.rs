//! Some casts of one source, by every engine.

use super::contradiction::contradiction;
use super::finding::judged;
use super::opposed::opposed;
use super::{Column, Finding, Plan, Tally, Truths};
use crate::obstacle::Obstacle;
use crate::{Cast, Claim, Engine, Known, NoAnswer, NoTruth, Precision};
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
    // Of each cast without a truth, the first outcome that an engine gave, which all later ones are held against.
    let mut leaders: Vec<Option<(Claim, Precision)>> = vec![None; casts.len()];
    for (engine, tally) in engines.iter().zip(&mut block.tallies) {
        let start = Instant::now();
        let answers = ask(&**engine, &casts);
        tally.time = start.elapsed();
        tally.casts = casts.len() as u64;
        let precision = engine.precision();
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
                Err(why) => {
                    // Whether they meet is for rounding to say: a hit and a miss are both right, and nothing else is.
                    let either = matches!(why, NoTruth::Graze(_)) && is_decided(answer);
                    let leader = leaders[i].as_ref();
                    let findings = disagreement(&casts[i], leader, (answer, &precision), either);
                    tally.excused += u64::from(either && findings.is_empty());
                    tally.find(index, findings, plan.keep);
                    if let (None, Ok(claim)) = (leader, answer)
                        && !matches!(claim, Claim::Unresolved { .. })
                    {
                        leaders[i] = Some((*claim, precision));
                    }
                }
            }
        }
    }
    block
}

type Answer = Result<Claim, NoAnswer>;

/// An engine's answers, in order. A cast with numbers that the engine's scalar has to round is another one there, of which the truth at
/// hand says nothing: it is not asked.
fn ask(engine: &dyn Engine, casts: &[Cast]) -> Vec<Answer> {
    let is_single = engine.precision().epsilon > f64::EPSILON;
    if !is_single || casts.iter().all(Cast::is_exact_in_f32) {
        return engine.answer_all(casts);
    }
    let asked = casts.iter().filter(|cast| cast.is_exact_in_f32());
    let asked: Vec<_> = asked.cloned().collect();
    let mut answers = engine.answer_all(&asked).into_iter();
    let answer = |cast: &Cast| {
        let answer = cast.is_exact_in_f32().then(|| answers.next()).flatten();
        answer.unwrap_or_else(|| Err(NoAnswer::Unsupported("numbers such as these".into())))
    };
    casts.iter().map(answer).collect()
}

fn count(
    engine: &dyn Engine,
    cast: &Cast,
    answer: &Answer,
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
fn is_decided(answer: &Answer) -> bool {
    matches!(answer, Ok(Claim::Hit { .. } | Claim::Miss { .. }))
}

/// Where nothing is known, at least the outcome should be that of the first engine that gave one, or both be right by what each scalar
/// calls touching, and no two brackets may lie apart; unless `either` outcome is right.
fn disagreement(
    cast: &Cast,
    leader: Option<&(Claim, Precision)>,
    (answer, precision): (&Answer, &Precision),
    either: bool,
) -> Vec<Finding> {
    let finding = |column, ulps, words| {
        vec![Finding {
            column,
            ulps,
            words,
        }]
    };
    let claim = match answer {
        Ok(Claim::Unresolved { .. }) => {
            let words = "the cast was given up".to_owned();
            return finding(Column::Unresolved, f64::INFINITY, words);
        }
        Ok(claim) => claim,
        Err(why) => {
            let column = Column::of_none(why);
            return column.map_or(Vec::new(), |c| finding(c, f64::INFINITY, why.to_string()));
        }
    };
    // Where rounding says whether they meet, it says when as well.
    let Some((other, others)) = leader.filter(|_| !either) else {
        return Vec::new();
    };
    if other.name() != claim.name() {
        if opposed(cast, (other, others), (claim, precision)).is_none() {
            return Vec::new();
        }
        let words = format!(
            "{} where the first engine says {}",
            claim.name(),
            other.name()
        );
        return finding(Column::Disagrees, f64::INFINITY, words);
    }
    match contradiction(cast, (other, others), (claim, precision)) {
        None => Vec::new(),
        Some(off) => {
            let scale = Obstacle::<f64>::new(cast).scale();
            let words = format!(
                "{off:e} apart from what the first engine says, where both are a {}",
                claim.name()
            );
            finding(Column::Disagrees, off / (precision.epsilon * scale), words)
        }
    }
}
