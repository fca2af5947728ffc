//! Casts of shapes behind `dyn Support`.

use swept::{Placed, Real, Support, Sweep};

/// The same sweep behind `&dyn Support`: the solver is then made once for all pairs of shapes, and tests of many pairs
/// compile in a fraction of the time.
///
/// # Panics
/// Never: the sweep was accepted before.
pub fn erased<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
) -> Sweep<T, &dyn Support, &dyn Support> {
    fn forget<T: Real, S: Support>(placed: &Placed<T, S>) -> Placed<T, &dyn Support> {
        Placed::new(placed.shape() as &dyn Support, placed.pose()).expect("a valid pose")
    }
    let (moving, fixed) = (forget(sweep.moving()), forget(sweep.fixed()));
    Sweep::new(moving, *sweep.displacement(), fixed).expect("a valid sweep")
}
