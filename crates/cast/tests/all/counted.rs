//! A shape that counts its support points, for the tests of all crates.

use nalgebra::{Point3, Vector3};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use swept_support::{Core, Support};

/// A shape that counts how often it is asked for a support point, always along a direction, and tells no more of itself than that and what
/// its core is: no closed form and no Newton's method answers in place of it.
#[derive(Debug)]
pub(crate) struct Counted<S>(pub(crate) S, pub(crate) Arc<AtomicU32>);

impl<S> Counted<S> {
    pub(crate) fn new(shape: S) -> Self {
        Self(shape, Arc::default())
    }

    /// How often it was asked since the last time.
    pub(crate) fn take(&self) -> u32 {
        self.1.swap(0, Ordering::Relaxed)
    }
}

impl<S: Support> Support for Counted<S> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let finite = n.iter().all(|x| x.is_finite());
        assert!(finite && *n != Vector3::zeros(), "{n:?}");
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.support_point(n)
    }
    fn radius(&self) -> f64 {
        self.0.radius()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.0.interior_point()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
    fn core(&self) -> Core {
        self.0.core()
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        self.0.unbounded_normal()
    }
}
