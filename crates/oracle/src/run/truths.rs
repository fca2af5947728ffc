//! What the truths of a source are.

use crate::{Known, NoTruth};
use serde::Serialize;
use std::time::Duration;

/// How many casts are what, in truth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Truths {
    /// The bodies meet.
    pub hits: u64,
    /// They stay apart.
    pub misses: u64,
    /// They overlap at the start.
    pub overlaps: u64,
    /// The truth is not known: the engines are only held against each other.
    pub unknown: u64,
    /// Time taken to find them.
    #[serde(skip)]
    pub time: Duration,
}

impl Truths {
    pub(super) fn count(&mut self, truth: Result<&Known, &NoTruth>) {
        let which = match truth.map(Known::outcome) {
            Ok("hit") => &mut self.hits,
            Ok("overlap") => &mut self.overlaps,
            Ok(_) => &mut self.misses,
            Err(_) => &mut self.unknown,
        };
        *which += 1;
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.overlaps += other.overlaps;
        self.unknown += other.unknown;
        self.time += other.time;
    }

    /// All casts.
    pub fn total(&self) -> u64 {
        self.hits + self.misses + self.overlaps + self.unknown
    }
}
