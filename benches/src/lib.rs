//! Criterion benches of the cells of `swept compare`, and programs that time scenes, moves, turning casts and the drop-in beside
//! parry. They are benches too, so that tests do not build them.

use std::hint::black_box;
use std::time::Instant;

/// What the user asked for: cargo adds a flag of its own to what it passes on to a bench.
pub fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1).filter(|a| a != "--bench")
}

/// The nanoseconds that the two ways of one comparison take for each of `items`, in the mean.
///
/// They do blocks of them in turn, all in several rounds. Of each block and way the least time counts, since the machine does other
/// things too. A block is done again only after all the others, as a processor knows the branches of a few by heart.
pub fn side_by_side<I>(items: &[I], mut ways: [&mut dyn FnMut(&I); 2]) -> [f64; 2] {
    let mut least = vec![[f64::INFINITY; 2]; items.len().div_ceil(BLOCK)];
    for _ in 0..ROUNDS {
        for (block, least) in items.chunks(BLOCK).zip(&mut least) {
            for (way, least) in ways.iter_mut().zip(least) {
                let start = Instant::now();
                for item in block {
                    way(black_box(item));
                }
                *least = least.min(start.elapsed().as_nanos() as f64);
            }
        }
    }
    [0, 1].map(|way| least.iter().map(|l| l[way]).sum::<f64>() / items.len() as f64)
}

const ROUNDS: usize = 9;
const BLOCK: usize = 20;
