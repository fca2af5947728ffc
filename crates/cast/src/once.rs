//! Builds with debug assertions compile the methods once.
//!
//! The methods are generic: each pair of shapes gets its own, with all that is known of the shapes built in. That is what makes
//! casts fast, and it takes seconds of the compiler for each pair. Builds with debug assertions are for tests, so there every
//! cast, turning cast and distance forgets the types of its shapes on entry, and what is left to compile is made here, once
//! for all crates that build on this one: without full optimisation a crate shares what the crates below it have made.
//! The arithmetic is the same, operation by operation; only calls for support points go through a table.

use crate::answer::Proof;
use crate::{
    CastOptions, CertifiedTurn, Distance, DistanceCache, DistanceOptions, NoObserver, Outcome,
    Sweep, TurningOptions, TurningSweep, distance, solve, turning,
};
use swept_support::{Placed, Real, Support};

type Any = &'static dyn Support;

/// All that there is to ask, in one scalar.
struct Methods<T: Real> {
    _solve:
        fn(&Sweep<T, Any, Any>, &CastOptions<T>, &mut NoObserver, Option<&mut Proof>) -> Outcome<T>,
    _closed: fn(&Sweep<T, Any, Any>, &CastOptions<T>) -> Option<Outcome<T>>,
    _turn: fn(
        &TurningSweep<T, Any, Any>,
        &TurningOptions<T>,
        &mut NoObserver,
        bool,
    ) -> CertifiedTurn<T>,
    _distance: fn(
        &Placed<T, Any>,
        &Placed<T, Any>,
        &DistanceOptions<T>,
        &mut DistanceCache,
    ) -> Distance<T>,
}

impl<T: Real> Methods<T> {
    const MADE: Self = Self {
        _solve: solve::any,
        _closed: closed,
        _turn: turning::solve::any,
        _distance: distance::any,
    };
}

#[used]
static MADE: (Methods<f32>, Methods<f64>) = (Methods::MADE, Methods::MADE);

/// What the closed form of a pair answers.
#[inline(never)]
pub(crate) fn closed<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &CastOptions<T>,
) -> Option<Outcome<T>> {
    solve::closed_form(sweep, options, &mut NoObserver, None)
}
