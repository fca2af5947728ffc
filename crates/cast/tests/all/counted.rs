//! A shape that counts its support points.

use core::sync::atomic::{AtomicU32, Ordering};
use nalgebra::{Point3, Vector3};
use swept_support::{Core, Support};

/// A shape that counts how often it is asked for a support point, and tells no more of itself than that and what its core is: no closed
/// form and no Newton's method answers in place of it.
#[derive(Debug)]
pub(crate) struct Counted<S> {
    pub(crate) shape: S,
    asked: AtomicU32,
}

impl<S> Counted<S> {
    pub(crate) fn new(shape: S) -> Self {
        let asked = AtomicU32::new(0);
        Self { shape, asked }
    }

    /// How often it was asked since the last time.
    pub(crate) fn take(&self) -> u32 {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

impl<S: Support> Support for Counted<S> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.shape.support_point(n)
    }
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    fn core(&self) -> Core {
        self.shape.core()
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        self.shape.unbounded_normal()
    }
}
