//! Timing casters against each other in one process.
//!
//! Casters take turns on blocks of casts, so that a slow moment of the machine meets all of them, and in an order that is
//! drawn anew for each block: two methods that share code find the branch history that the other one left, and no one
//! of them should always come second.

use crate::Caster;
use crate::clock::Eviction;
use crate::stats::{half_range, median};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Casts that a caster runs through before the next has its turn.
pub(crate) const BLOCK: usize = 250;

/// The times of one caster in blocks: for each block, the nanoseconds of each repeat.
pub(crate) struct Blocks {
    ns: Vec<Vec<f64>>,
    casts: usize,
}

impl Blocks {
    /// Nanoseconds per cast: the sum of the blocks' medians.
    ///
    /// Block by block, so that what interrupts a repeat here and there is left out, however many blocks there are.
    pub(crate) fn ns(&self) -> f64 {
        self.sum(median)
    }

    /// Nanoseconds per cast by the least of each block.
    pub(crate) fn least(&self) -> f64 {
        self.sum(|repeats| repeats.iter().copied().fold(f64::INFINITY, f64::min))
    }

    /// Half of the range between the quartiles of the repeats, as a part of the median.
    pub(crate) fn spread(&self) -> f64 {
        self.sum(half_range) / self.ns()
    }

    fn sum(&self, of_block: impl Fn(&[f64]) -> f64) -> f64 {
        let sum: f64 = self.ns.iter().map(|repeats| of_block(repeats)).sum();
        sum / self.casts.max(1) as f64
    }
}

/// Times all casts in blocks, once in each repeat: one result for each caster.
pub(crate) fn blocks(
    casters: &[Box<dyn Caster + '_>],
    casts: usize,
    repeats: usize,
) -> Vec<Blocks> {
    let all: Vec<usize> = (0..casts).collect();
    let none = || Blocks {
        ns: vec![Vec::new(); casts.div_ceil(BLOCK)],
        casts,
    };
    let mut times: Vec<Blocks> = casters.iter().map(|_| none()).collect();
    let mut order: Vec<usize> = (0..casters.len()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..repeats {
        for (place, block) in all.chunks(BLOCK).enumerate() {
            order.shuffle(&mut rng);
            for &which in &order {
                times[which].ns[place].push(casters[which].time(block));
            }
        }
    }
    times
}

/// Nanoseconds of every single cast, for each caster: the least of all rounds, less the cost of the clock.
///
/// The least, since what an interrupt adds is none of the cast's; what is slow in every round stays.
pub(crate) fn singles(
    casters: &[Box<dyn Caster>],
    count: usize,
    rounds: usize,
    clock: f64,
) -> Vec<Vec<f64>> {
    let casts: Vec<usize> = (0..count).collect();
    let mut times = vec![vec![f64::INFINITY; count]; casters.len()];
    for _ in 0..rounds {
        for block in casts.chunks(BLOCK) {
            for (caster, times) in casters.iter().zip(&mut times) {
                for &cast in block {
                    let ns = single(&**caster, cast, clock);
                    times[cast] = times[cast].min(ns);
                }
            }
        }
    }
    times
}

/// Nanoseconds of single casts out of the cold, for each caster: before each, a block of memory larger than the core's
/// own caches is written to, and the casters take turns cast by cast, so that data, code and branch history are
/// another's.
pub(crate) fn cold(
    casters: &[Box<dyn Caster>],
    casts: impl Iterator<Item = usize>,
    clock: f64,
) -> Vec<Vec<f64>> {
    let mut eviction = Eviction::new();
    let mut times = vec![Vec::new(); casters.len()];
    for cast in casts {
        for (caster, times) in casters.iter().zip(&mut times) {
            eviction.evict();
            times.push(single(&**caster, cast, clock));
        }
    }
    times
}

fn single(caster: &dyn Caster, cast: usize, clock: f64) -> f64 {
    (caster.time(&[cast]) - clock).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeat_that_was_interrupted_changes_nothing() {
        // Two blocks of two casts; the second repeat of one and the third of the other were interrupted.
        let blocks = Blocks {
            ns: vec![vec![10.0, 900.0, 12.0], vec![30.0, 32.0, 7000.0]],
            casts: 4,
        };
        assert_eq!(blocks.ns(), (12.0 + 32.0) / 4.0);
        assert_eq!(blocks.least(), 10.0);
        // Nearest ranks of three: the quartiles are the least and the greatest.
        assert_eq!(blocks.spread(), 0.5 * (890.0 + 6970.0) / 44.0);
    }
}
