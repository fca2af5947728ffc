//! The differential runner: every engine on every source, against the truth and each other.

mod block;
mod column;
mod contradiction;
mod finding;
mod histogram;
mod opposed;
mod record;
mod source;
mod tally;
mod truths;

pub use column::Column;
pub use finding::Finding;
pub(crate) use finding::judged;
pub use histogram::Histogram;
pub use source::Source;
pub use tally::Tally;
pub use truths::Truths;

use crate::Engine;
use crate::report::Report;
use crate::shrink::shrink_all;
use block::{Block, block};
use rayon::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the casts come from.
    pub sources: Vec<Source>,
    /// Casts of each generator; lists give all they have.
    pub cases: u64,
    /// The seed of the generators.
    pub seed: u64,
    /// How many wrong casts of each engine, source and column are kept and shrunk.
    pub keep: usize,
    /// Threads; 0 for one on each core.
    pub threads: usize,
}

/// Casts that one thread works on at a time. Programs are started once for each.
const BLOCK: u64 = 256;

/// What is told while a run goes on: casts asked since the last time, counted once for each engine, and wrong answers among
/// them.
pub trait Progress: Sync {
    /// A block is done.
    fn done(&self, casts: u64, wrong: u64);
}

/// Nobody watches.
impl Progress for () {
    fn done(&self, _: u64, _: u64) {}
}

/// Runs a plan. Everything in the report but its times is the same whatever the number of threads.
///
/// # Errors
/// When the threads cannot be started.
pub fn run(
    engines: &[Box<dyn Engine>],
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Report, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()?;
    let start = Instant::now();
    let parts: Vec<_> = pool.install(|| {
        work(plan)
            .into_par_iter()
            .map(|(source, range)| {
                let casts = (range.end - range.start) * engines.len() as u64;
                let block = block(engines, plan, source, range);
                progress.done(casts, block.wrong());
                (source, block)
            })
            .collect()
    });
    let mut blocks: Vec<_> = plan
        .sources
        .iter()
        .map(|_| Block::empty(engines.len()))
        .collect();
    for (source, part) in parts {
        blocks[source].append(part, plan.keep);
    }
    let judged = start.elapsed();
    let parts: Vec<_> = blocks.into_iter().map(|b| (b.truths, b.tallies)).collect();
    let faults = pool.install(|| shrink_all(engines, plan, &parts));
    Ok(Report::new(engines, plan, parts, faults, judged))
}

/// The blocks of all sources, in order.
fn work(plan: &Plan) -> Vec<(usize, Range<u64>)> {
    let mut work = Vec::new();
    for (i, source) in plan.sources.iter().enumerate() {
        let count = source.count(plan.cases);
        for start in (0..count).step_by(BLOCK as usize) {
            work.push((i, start..count.min(start + BLOCK)));
        }
    }
    work
}
