//! What a run has found, for machines and for people.

mod chart;
mod page;
mod table;

use crate::Engine;
use crate::run::{Column, Plan, Tally, Truths};
use crate::shrink::Reproduced;
use serde::Serialize;
use std::time::Duration;

/// What a run has found. Serialised it is the JSON report; all of it but `timing` is the same on every run with the same
/// engines, sources, count and seed, whatever the number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The seed of the generators.
    pub seed: u64,
    /// Casts asked of each generator.
    pub cases: u64,
    /// Who answered.
    pub engines: Vec<EngineReport>,
    /// What they were asked and what they answered.
    pub sources: Vec<SourceReport>,
    /// Wrong answers, each with the simplest cast that still has it.
    pub faults: Vec<Reproduced>,
    /// How long it took.
    pub timing: Timing,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// What exactly it is.
    pub version: String,
    /// Whether a wrong answer of it is a fault of this project.
    pub ours: bool,
    /// The scalar by which it is judged.
    pub scalar: &'static str,
}

/// One source, by every engine.
#[derive(Clone, Debug, Serialize)]
pub struct SourceReport {
    /// Its name.
    pub name: String,
    /// What its casts are in truth.
    pub truths: Truths,
    /// What the engines made of it, in their order.
    pub tallies: Vec<Tally>,
}

/// How long it took; seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Timing {
    /// From the first cast to the last judgement, by the clock on the wall.
    pub wall: f64,
    /// Finding the truths, summed over the threads.
    pub truths: f64,
    /// Answering, for each engine, summed over the threads.
    pub engines: Vec<f64>,
}

impl Report {
    pub(crate) fn new(
        engines: &[Box<dyn Engine>],
        plan: &Plan,
        parts: Vec<(Truths, Vec<Tally>)>,
        faults: Vec<Reproduced>,
        wall: Duration,
    ) -> Self {
        let of_engine = |i: usize| -> Duration { parts.iter().map(|p| p.1[i].time).sum() };
        let truths: Duration = parts.iter().map(|p| p.0.time).sum();
        let timing = Timing {
            wall: wall.as_secs_f64(),
            truths: truths.as_secs_f64(),
            engines: (0..engines.len())
                .map(|i| of_engine(i).as_secs_f64())
                .collect(),
        };
        Self {
            seed: plan.seed,
            cases: plan.cases,
            engines: engines.iter().map(|e| EngineReport::new(&**e)).collect(),
            sources: plan
                .sources
                .iter()
                .zip(parts)
                .map(|(source, (truths, tallies))| SourceReport {
                    name: source.name().to_owned(),
                    truths,
                    tallies,
                })
                .collect(),
            faults,
            timing,
        }
    }

    /// What one engine did on all sources together.
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for source in &self.sources {
            total.append(source.tallies[engine].clone(), 0);
        }
        total
    }

    /// Wrong answers of our own engines.
    pub fn wrong_of_ours(&self) -> u64 {
        let ours = |i: &usize| self.engines[*i].ours;
        (0..self.engines.len())
            .filter(ours)
            .map(|i| self.total(i).wrong)
            .sum()
    }

    /// Whether our own engines are right, and loose no more than once in 2,000 answers: exact grazes along edges and rims
    /// are the few casts whose brackets do not close.
    pub fn is_good(&self) -> bool {
        const ANSWERS_PER_LOOSE: u64 = 2_000;
        let loose = |i: usize| {
            let total = self.total(i);
            total.count(Column::Loose) > 1 + total.casts / ANSWERS_PER_LOOSE
        };
        let ours = |i: &usize| self.engines[*i].ours;
        self.wrong_of_ours() == 0 && !(0..self.engines.len()).filter(ours).any(loose)
    }

    /// All answers asked for.
    pub fn answers(&self) -> u64 {
        (0..self.engines.len()).map(|i| self.total(i).casts).sum()
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// What the writer of JSON says.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }

    /// The report as one page of HTML that needs nothing else.
    ///
    /// # Errors
    /// What the chart library says.
    pub fn to_html(&self) -> Result<String, String> {
        page::page(self)
    }

    /// The report's table of engines and columns as text.
    pub fn to_text(&self) -> String {
        table::text(self)
    }

    /// The columns in which anything was found.
    fn columns(&self) -> Vec<Column> {
        let found = |column: &Column| {
            let tallies = self.sources.iter().flat_map(|s| &s.tallies);
            tallies.into_iter().any(|t| t.count(*column) > 0)
        };
        Column::ALL.into_iter().filter(found).collect()
    }
}

impl EngineReport {
    fn new(engine: &dyn Engine) -> Self {
        Self {
            name: engine.name().to_owned(),
            version: engine.version().to_owned(),
            ours: engine.is_ours(),
            scalar: engine.precision().scalar,
        }
    }
}
