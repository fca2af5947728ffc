//! What one engine did on one source.

use super::{Column, Finding, Histogram};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What one engine did on one source. All but the time is the same on every run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Casts asked.
    pub casts: u64,
    /// Casts between shapes that the engine does not have: not judged.
    pub unsupported: u64,
    /// Answers that are wrong in anything.
    pub wrong: u64,
    /// Answers whose outcome rounding may decide either way.
    pub excused: u64,
    /// Wrong answers by what is wrong; an answer may count in several columns.
    pub faults: BTreeMap<Column, u64>,
    /// The errors of hits, along the true normal, as parts of the scale.
    pub errors: Histogram,
    /// Time taken by the engine.
    #[serde(skip)]
    pub time: Duration,
    /// The first casts that are wrong in each column.
    #[serde(skip)]
    pub(crate) samples: BTreeMap<Column, Vec<Sample>>,
}

/// A cast with a wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) index: u64,
    pub(crate) finding: Finding,
}

impl Tally {
    /// Counts what is wrong with the answer to cast number `index`, of which the first `keep` in each column are kept.
    pub(crate) fn find(&mut self, index: u64, findings: Vec<Finding>, keep: usize) {
        self.wrong += u64::from(findings.iter().any(|f| f.column.is_wrong()));
        for finding in findings {
            *self.faults.entry(finding.column).or_default() += 1;
            let samples = self.samples.entry(finding.column).or_default();
            if samples.len() < keep {
                samples.push(Sample { index, finding });
            }
        }
    }

    /// Adds a tally of later casts.
    pub(crate) fn append(&mut self, later: Self, keep: usize) {
        self.casts += later.casts;
        self.unsupported += later.unsupported;
        self.wrong += later.wrong;
        self.excused += later.excused;
        self.time += later.time;
        self.errors.merge(&later.errors);
        for (column, count) in later.faults {
            *self.faults.entry(column).or_default() += count;
        }
        for (column, more) in later.samples {
            let samples = self.samples.entry(column).or_default();
            samples.extend(more);
            samples.truncate(keep);
        }
    }

    /// How many are wrong in one column.
    pub fn count(&self, column: Column) -> u64 {
        self.faults.get(&column).copied().unwrap_or(0)
    }
}
