//! Balls without the types that they came with.
//!
//! Of a shape whose core is a point, the radius tells all. So the ways that serve all shapes are compiled once for balls of any type,
//! and get them by value.

use crate::Sweep;
use nalgebra::{Point3, Vector3};
use swept_support::{Core, KnownCore, Real, Support};

/// A ball's shape, of whatever type that was.
#[derive(Clone, Copy)]
pub(crate) struct Bare {
    radius: f64,
}

impl Support for Bare {
    #[inline(always)]
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Point
    }
}

/// The same sweep of two balls, without the types of their shapes. It is made of copies: a reference to the shapes would force them into
/// memory.
#[inline(always)]
pub(crate) fn bare<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
) -> Sweep<T, Bare, Bare> {
    let (moving, fixed) = (sweep.moving(), sweep.fixed());
    let [of_moving, of_fixed] = [moving.shape().radius(), fixed.shape().radius()];
    Sweep::checked(
        moving.with_shape(Bare { radius: of_moving }),
        *sweep.displacement(),
        fixed.with_shape(Bare { radius: of_fixed }),
    )
}
