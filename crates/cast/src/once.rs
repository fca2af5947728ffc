//! Builds with debug assertions compile the methods once.
//!
//! The methods are generic: each pair of shapes gets its own, with all that is known of the shapes built in. That is what makes
//! casts fast, and it takes seconds of the compiler for each pair. Builds with debug assertions are for tests, so there every
//! cast, turning cast and distance forgets the types of its shapes on entry, and what is left to compile is made here, once
//! for all crates that build on this one: without full optimisation a crate shares what the crates below it have made.
//! The arithmetic is the same, operation by operation; only calls for support points go through a table.

use crate::{CastOptions, Closed, NoObserver, Sweep, TurningSweep, Turns, distance, solve};
use swept_support::{Real, Support};

type Any<T> = Sweep<T, &'static dyn Support, &'static dyn Support>;

/// Asks all that there is to ask. Nobody does: it is there to be compiled.
fn ask<T: Real>(sweep: Any<T>) {
    let _ = (sweep.cast(), sweep.cast_closed(&CastOptions::default()));
    let _ = distance(sweep.moving(), sweep.fixed());
    let _ = TurningSweep::new(sweep, Turns::default()).map(|turning| turning.cast());
}

type Ask<T> = fn(Any<T>);

#[used]
static SINGLE: Ask<f32> = ask;
#[used]
static DOUBLE: Ask<f64> = ask;

/// What the closed form of a pair answers.
#[inline(never)]
pub(crate) fn closed<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &CastOptions<T>,
) -> Option<Closed<T>> {
    solve::closed_form(sweep, options, &mut NoObserver, None)
}
