use nalgebra::{Point3, Vector3};
use swept::{Core, Support};

/// A shape of which only support points, radius and kind are known: what holds for a shape of a user's own.
#[derive(Clone, Copy)]
pub struct Opaque<'a>(pub &'a dyn Support);

impl Support for Opaque<'_> {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(direction)
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
}
