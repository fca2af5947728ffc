//! What is compiled here, and not once more in each crate that casts.
//!
//! The methods are generic and compiled for each pair of shape types. That makes casts fast, and takes seconds to compile for each pair. What
//! is long and seldom run, or wanted by few, works on shapes behind `dyn Support` instead, whatever the pair (`second_look.rs`,
//! `swept_mpr.rs`). Of such code, which is generic in the scalar and the observer still, a crate shares what the crates below it have
//! instantiated: in optimised builds only the functions that are never inlined, which is why those that lead to all of it are marked so. They are
//! instantiated here. The linker leaves out what a program does not use.
//!
//! Builds with debug assertions are for tests: there every cast, turning cast, distance and check of a certificate turns its shapes into
//! `dyn Support` on entry, and its observer into a `dyn` one, so that all of it is compiled once. The arithmetic is the same, operation by
//! operation; only calls for support points are dynamic.

#[cfg(debug_assertions)]
use crate::{CastOptions, Closed, NoObserver, Sweep, observer::Watched, solve};
#[cfg(debug_assertions)]
use swept_support::{Real, Support};

/// Instantiated for the crates above, and so not once more for this one's own tests.
#[cfg(not(test))]
#[allow(missing_docs)]
pub mod made {
    use crate::{CastOptions, Sweep, TurningOptions, distance};
    #[cfg(not(debug_assertions))]
    use crate::{NoObserver, turning::linear};
    #[cfg(debug_assertions)]
    use crate::{TurningSweep, Turns};
    use swept_support::{Real, Shape, Support};

    type Any<T> = Sweep<T, &'static dyn Support, &'static dyn Support>;

    /// Uses the generic entry points. It is never called: it is there to be compiled. And it has a `Shape` for one of its bodies: what is
    /// never inlined of that is shared at any optimisation, and would else be compiled as the first crate is that uses it.
    fn ask<T: Real>(sweep: Any<T>, shape: &'static Shape<T>) {
        let options = CastOptions::default();
        let _ = distance(sweep.moving(), &sweep.fixed().with_shape(shape).as_dyn());
        let watched = sweep.cast_certified(&options);
        let _ = watched.certificate.verify(&sweep);
        let _ = distance(sweep.moving(), sweep.fixed());
        turn(sweep);
    }

    /// In optimised builds, what turns is compiled for its own shapes, all but what does not turn.
    #[cfg(not(debug_assertions))]
    fn turn<T: Real>(sweep: Any<T>) {
        let _ = linear(&sweep, &TurningOptions::default(), &mut NoObserver);
    }

    #[cfg(debug_assertions)]
    fn turn<T: Real>(sweep: Any<T>) {
        let _ = sweep.cast_closed(&CastOptions::default());
        let Ok(turning) = TurningSweep::new(sweep, Turns::default()) else {
            return;
        };
        let watched = turning.cast_certified(&TurningOptions::default());
        let _ = watched.certificate.verify(&turning);
    }

    type Ask<T> = fn(Any<T>, &'static Shape<T>);

    // Public, since what nothing else in a crate uses is only compiled if others might.
    pub static SINGLE: Ask<f32> = ask;
    pub static DOUBLE: Ask<f64> = ask;
}

/// What the closed form of a pair answers.
#[cfg(debug_assertions)]
#[inline(never)]
pub(crate) fn closed<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &CastOptions<T>,
) -> Option<Closed<T>> {
    solve::closed_form(sweep, options, &mut Watched::new(&mut NoObserver), None)
}
