//! Builds with debug assertions compile the methods once.
//!
//! The methods are generic and compiled for each pair of shape types. That makes casts fast, and takes seconds to compile for each pair.
//! Builds with debug assertions are for tests: there every cast, turning cast, distance and check of a certificate turns its shapes into
//! `dyn Support` on entry, and its observer into a `dyn` one. What is left to compile is instantiated here, once for all crates that
//! build on this one: without full optimisation a crate shares the generic code that the crates below it have instantiated. The
//! arithmetic is the same, operation by operation; only calls for support points are dynamic.

use crate::observer::Watched;
use crate::{CastOptions, Closed, NoObserver, Sweep, solve};
use swept_support::{Real, Support};

/// Instantiated for the crates above, and so not once more for this one's own tests.
#[cfg(not(test))]
mod made {
    use crate::{CastOptions, Sweep, TurningOptions, TurningSweep, Turns, distance};
    use swept_support::{Real, Shape, Support};

    type Any<T> = Sweep<T, &'static dyn Support, &'static dyn Support>;

    /// Uses every generic entry point. It is never called: it is there to be compiled. And it has a `Shape` for one of its bodies: what is
    /// never inlined of that is shared at any optimisation, and would else be compiled as the first crate is that uses it.
    fn ask<T: Real>(sweep: Any<T>, shape: &'static Shape<T>) {
        let options = CastOptions::default();
        let _ = distance(sweep.moving(), &sweep.fixed().with_shape(shape).as_dyn());
        let _ = (sweep.cast(), sweep.cast_closed(&options));
        let watched = sweep.cast_certified(&options);
        let _ = watched.certificate.verify(&sweep);
        let _ = distance(sweep.moving(), sweep.fixed());
        let Ok(turning) = TurningSweep::new(sweep, Turns::default()) else {
            return;
        };
        let options = TurningOptions::default();
        let watched = turning.cast_certified(&options);
        let _ = watched.certificate.verify(&turning);
    }

    type Ask<T> = fn(Any<T>, &'static Shape<T>);

    #[used]
    static SINGLE: Ask<f32> = ask;
    #[used]
    static DOUBLE: Ask<f64> = ask;
}

/// What the closed form of a pair answers.
#[inline(never)]
pub(crate) fn closed<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &CastOptions<T>,
) -> Option<Closed<T>> {
    solve::closed_form(sweep, options, &mut Watched::new(&mut NoObserver), None)
}
