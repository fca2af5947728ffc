//! One moving shape against many fixed ones.

use crate::closed::row::{LANES, Mover, Rows};
use crate::{CastOptions, InvalidSweep, Outcome, Sweep};
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{Placed, Real, Support};

/// Many placed shapes of one type, laid out for casts against all of them.
///
/// Where all are spheres, or all are boxes, a moving shape of the same kind is cast against eight at a time, their
/// coordinates side by side; any other shape against one after the other. The answers are the same, bit by bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets<T: Real, B> {
    placed: Vec<Placed<T, B>>,
    rows: Rows,
}

impl<T: Real, B: Support> Targets<T, B> {
    /// These shapes, in this order.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a shape of the user's own states a radius or an extent that is no length.
    pub fn new(placed: impl IntoIterator<Item = Placed<T, B>>) -> Result<Self, InvalidSweep> {
        let placed: Vec<_> = placed.into_iter().collect();
        placed.iter().try_for_each(InvalidSweep::check_fixed)?;
        Ok(Self {
            rows: Rows::new(&placed),
            placed,
        })
    }

    /// The shapes, in the order given.
    #[must_use]
    pub fn placed(&self) -> &[Placed<T, B>] {
        &self.placed
    }

    /// What `moving`, on its way by `displacement` (world space), meets first of each shape alone, in their order: for each
    /// the answer of [`Sweep::cast`], bit by bit.
    ///
    /// # Errors
    /// [`InvalidSweep`], as for [`Sweep::new`].
    pub fn cast<A: Support>(
        &self,
        moving: &Placed<T, A>,
        displacement: impl Into<Vector3<T>>,
    ) -> Result<Vec<Outcome<T>>, InvalidSweep> {
        self.cast_with(moving, displacement, &CastOptions::default())
    }

    /// What `moving` meets of each shape alone, with options: for each the answer of [`Sweep::cast_with`].
    ///
    /// # Errors
    /// [`InvalidSweep`], as for [`Sweep::new`].
    pub fn cast_with<A: Support>(
        &self,
        moving: &Placed<T, A>,
        displacement: impl Into<Vector3<T>>,
        options: &CastOptions<T>,
    ) -> Result<Vec<Outcome<T>>, InvalidSweep> {
        let displacement = displacement.into();
        InvalidSweep::check(moving, &displacement, moving)?;
        let mover = Mover::new(moving, &displacement, options);
        let mut outcomes = Vec::with_capacity(self.placed.len());
        for k in 0..self.placed.len().div_ceil(LANES) {
            self.cast_row(k, &mover, moving, &displacement, options, &mut outcomes);
        }
        Ok(outcomes)
    }

    /// [`cast`](Self::cast) on all processors that the current thread pool of `rayon` has, bit by bit the same.
    ///
    /// # Errors
    /// [`InvalidSweep`], as for [`Sweep::new`].
    #[cfg(feature = "rayon")]
    pub fn par_cast<A: Support + Sync>(
        &self,
        moving: &Placed<T, A>,
        displacement: impl Into<Vector3<T>>,
    ) -> Result<Vec<Outcome<T>>, InvalidSweep>
    where
        B: Sync,
    {
        self.par_cast_with(moving, displacement, &CastOptions::default())
    }

    /// [`cast_with`](Self::cast_with) on all processors that the current thread pool of `rayon` has. The answers are the same, bit by bit, however
    /// many there are.
    ///
    /// # Errors
    /// [`InvalidSweep`], as for [`Sweep::new`].
    #[cfg(feature = "rayon")]
    pub fn par_cast_with<A: Support + Sync>(
        &self,
        moving: &Placed<T, A>,
        displacement: impl Into<Vector3<T>>,
        options: &CastOptions<T>,
    ) -> Result<Vec<Outcome<T>>, InvalidSweep>
    where
        B: Sync,
    {
        use rayon::prelude::*;
        let displacement = displacement.into();
        InvalidSweep::check(moving, &displacement, moving)?;
        let mover = Mover::new(moving, &displacement, options);
        let rows = self.placed.len().div_ceil(LANES);
        let shares = (0..rows.div_ceil(SHARE)).into_par_iter();
        let cast = |share: usize| {
            let mut outcomes = Vec::with_capacity(SHARE * LANES);
            for k in share * SHARE..rows.min((share + 1) * SHARE) {
                self.cast_row(k, &mover, moving, &displacement, options, &mut outcomes);
            }
            outcomes
        };
        Ok(shares.flat_map_iter(cast).collect())
    }

    /// Adds the outcomes of row `k`.
    #[inline]
    fn cast_row<A: Support>(
        &self,
        k: usize,
        mover: &Mover<T>,
        moving: &Placed<T, A>,
        displacement: &Vector3<T>,
        options: &CastOptions<T>,
        outcomes: &mut Vec<Outcome<T>>,
    ) {
        let rest = &self.placed[k * LANES..];
        let fixed = &rest[..rest.len().min(LANES)];
        mover.cast(&self.rows, k, fixed.len(), outcomes, |i| {
            Sweep::checked(moving.as_ref(), *displacement, fixed[i].as_ref()).cast_with(options)
        });
    }
}

/// Rows that a thread takes on at least: some microseconds' worth.
#[cfg(feature = "rayon")]
const SHARE: usize = 8;
