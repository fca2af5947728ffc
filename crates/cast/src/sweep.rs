//! The validated problem: one shape moving along a line, one standing.

use crate::answer::Proof;
use crate::solve::solve;
use crate::{CastOptions, Certified, Closed, InvalidSweep, NoObserver, Observer, Outcome};
use nalgebra::Vector3;
use swept_support::{Placed, Real, Support};

/// A moving shape, its displacement, and a fixed shape, checked once: every cast of it is total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<T: Real, A, B> {
    moving: Placed<T, A>,
    displacement: Vector3<T>,
    fixed: Placed<T, B>,
    /// The largest coordinates of where the shapes lay before they were seen from their middles, summed up; 0 where they are not.
    aside: f64,
}

impl<T: Real, A: Support, B: Support> Sweep<T, A, B> {
    /// The sweep of `moving` by `displacement` (world space; the whole motion relative to `fixed`) toward `fixed`.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a component of the displacement is not finite or beyond [`Real::MAX_LENGTH`], when
    /// the moving shape is without bound (a half-space), and when a shape of the user's own states a radius or an
    /// extent that is no length.
    #[inline(always)]
    pub fn new(
        moving: Placed<T, A>,
        displacement: impl Into<Vector3<T>>,
        fixed: Placed<T, B>,
    ) -> Result<Self, InvalidSweep> {
        let displacement = displacement.into();
        InvalidSweep::check(&moving, &displacement, &fixed)?;
        Ok(Self::checked(moving, displacement, fixed))
    }

    /// The sweep of shapes and a displacement that [`new`](Self::new) has accepted before.
    #[inline(always)]
    pub(crate) fn checked(
        moving: Placed<T, A>,
        displacement: Vector3<T>,
        fixed: Placed<T, B>,
    ) -> Self {
        Self {
            moving,
            displacement,
            fixed,
            aside: 0.0,
        }
    }

    /// The same sweep, of shapes that are seen from their middles and lay by so much aside before: the sum of their largest coordinates.
    pub(crate) fn seen_aside(self, aside: f64) -> Self {
        Self { aside, ..self }
    }

    /// The largest coordinates of where the shapes lay before they were seen from their middles, summed up; 0 where they are not.
    #[inline(always)]
    pub(crate) fn aside(&self) -> f64 {
        self.aside
    }

    /// The moving shape at its start.
    pub fn moving(&self) -> &Placed<T, A> {
        &self.moving
    }

    /// The moving shape's whole motion, in world space.
    pub fn displacement(&self) -> &Vector3<T> {
        &self.displacement
    }

    /// The fixed shape.
    pub fn fixed(&self) -> &Placed<T, B> {
        &self.fixed
    }

    /// The sweep with its shapes borrowed as `dyn Support`: for code that is to be compiled once for all shapes.
    pub fn as_dyn(&self) -> Sweep<T, &dyn Support, &dyn Support> {
        Sweep {
            moving: self.moving.as_dyn(),
            displacement: self.displacement,
            fixed: self.fixed.as_dyn(),
            aside: self.aside,
        }
    }

    /// What the moving shape touches first, with the default options.
    #[inline(always)]
    pub fn cast(&self) -> Outcome<T> {
        self.cast_with(&CastOptions::default())
    }

    /// What the moving shape touches first.
    #[inline(always)]
    pub fn cast_with(&self, options: &CastOptions<T>) -> Outcome<T> {
        solve(self, options, &mut NoObserver, None)
    }

    /// The answer of [`Method::Auto`](crate::Method::Auto) where a closed form gives it, `None` for all other pairs and casts, with the
    /// points of contact in the shapes' own frames. For code that casts shapes of other types where there is no closed form, and so does
    /// not have every method compiled for these. It is always inlined: what the caller does not use is not computed.
    #[inline(always)]
    pub fn cast_closed(&self, options: &CastOptions<T>) -> Option<Closed<T>> {
        #[cfg(debug_assertions)]
        return crate::once::closed(&self.as_dyn(), options);
        #[cfg(not(debug_assertions))]
        crate::solve::closed_form(self, options, &mut NoObserver, None)
    }

    /// What the moving shape touches first, with the certificate, the method used and the work it took.
    pub fn cast_certified(&self, options: &CastOptions<T>) -> Certified<T> {
        self.cast_observed(options, &mut NoObserver)
    }

    /// Like [`cast_certified`](Self::cast_certified), showing each step to `observer` as it is taken.
    pub fn cast_observed(
        &self,
        options: &CastOptions<T>,
        observer: &mut impl Observer,
    ) -> Certified<T> {
        let mut proof = Proof::BLANK;
        let outcome = solve(self, options, observer, Some(&mut proof));
        proof.certified(outcome)
    }
}
