//! Reading the clock.

use crate::stats::median;
use std::time::Instant;

/// What two readings of the clock with nothing between them differ by, in nanoseconds: the median of 20,001 pairs.
///
/// Every single cast is timed by two readings; this is taken off.
pub fn clock_cost() -> f64 {
    let pairs: Vec<f64> = (0..20_001)
        .map(|_| {
            let start = Instant::now();
            start.elapsed().as_nanos() as f64
        })
        .collect();
    median(&pairs)
}

/// Throws everything else out of a core's own caches.
pub(crate) struct Eviction {
    lines: Vec<[u64; 8]>,
    round: u64,
}

impl Eviction {
    /// Bytes written: more than a core of today has in caches of its own.
    pub(crate) const BYTES: usize = 4 << 20;

    pub(crate) fn new() -> Self {
        Self {
            lines: vec![[0; 8]; Self::BYTES / 64],
            round: 0,
        }
    }

    /// Writes to every line of a block of memory that is larger than the caches.
    pub(crate) fn evict(&mut self) {
        self.round += 1;
        for line in &mut self.lines {
            line[0] ^= self.round;
        }
        core::hint::black_box(&mut self.lines);
    }
}
