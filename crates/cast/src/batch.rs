//! Many sweeps of the same kinds of shapes, one answer each.

use crate::{CastOptions, Outcome, Sweep};
use alloc::vec::Vec;
use swept_support::{Real, Support};

/// The answer of [`Sweep::cast`] to each sweep, in their order, bit by bit.
pub fn cast_batch<T: Real, A: Support, B: Support>(sweeps: &[Sweep<T, A, B>]) -> Vec<Outcome<T>> {
    cast_batch_with(sweeps, &CastOptions::default())
}

/// The answer of [`Sweep::cast_with`] to each sweep, in their order, bit by bit.
pub fn cast_batch_with<T: Real, A: Support, B: Support>(
    sweeps: &[Sweep<T, A, B>],
    options: &CastOptions<T>,
) -> Vec<Outcome<T>> {
    let cast = |sweep: &Sweep<T, A, B>| sweep.cast_with(options);
    sweeps.iter().map(cast).collect()
}

/// [`cast_batch`] on all processors that the current thread pool of `rayon` has, bit by bit the same.
#[cfg(feature = "rayon")]
pub fn par_cast_batch<T: Real, A: Support + Sync, B: Support + Sync>(
    sweeps: &[Sweep<T, A, B>],
) -> Vec<Outcome<T>> {
    par_cast_batch_with(sweeps, &CastOptions::default())
}

/// [`cast_batch_with`] on all processors that the current thread pool of `rayon` has. The answers are the same, bit by bit, however
/// many there are.
#[cfg(feature = "rayon")]
pub fn par_cast_batch_with<T: Real, A: Support + Sync, B: Support + Sync>(
    sweeps: &[Sweep<T, A, B>],
    options: &CastOptions<T>,
) -> Vec<Outcome<T>> {
    use rayon::prelude::*;
    let cast = |sweep: &Sweep<T, A, B>| sweep.cast_with(options);
    // A cast may take less time than handing it to another thread.
    sweeps.par_iter().with_min_len(SHARE).map(cast).collect()
}

/// Casts that a thread takes on at least: some microseconds' worth.
#[cfg(feature = "rayon")]
const SHARE: usize = 64;
