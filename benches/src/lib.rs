//! The same casts through swept and through parry, side by side.
//!
//! A [`Pair`] is two shapes and a seeded list of casts between them, each at its own pose and angle, about two
//! thirds of them hits. Its [`Caster`]s answer those casts, all from the same start: two shapes, two poses and a
//! displacement. What a caster does with them before it can begin (rotation matrices, validation, relative poses) is
//! inside the timed body, for swept and for parry alike.
//!
//! `benches/cast.rs` times them with criterion; `examples/ratios.rs` prints a table of ratios from one process.

mod caster;
mod pairs;
mod parry;
mod shapes;
mod workload;

pub use caster::{Answer, Caster, Kind, Ours};
pub use pairs::{PAIRS, Pair};
pub use workload::{Cast, Pose, casts};

/// How many casts of each pair the timings run through.
pub const CASTS: usize = 10_000;
