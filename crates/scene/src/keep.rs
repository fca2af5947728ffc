//! What keeps a shape away from others that it need not be held against.

use crate::pairs::Tilt;
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Placed, Real, Support};

/// The points n·x < height, which a shape stays away from by a margin while it does not move against n.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    normal: Vector3<f64>,
    height: f64,
}

impl Plane {
    /// The plane across `normal` that is `margin` away from where the shape stands.
    pub(crate) fn new<T: Real>(
        normal: &Unit<Vector3<T>>,
        shape: &Placed<T, impl Support>,
        margin: f64,
    ) -> Self {
        let normal = normal.map(Real::to_f64);
        let nearest = shape.support_point(&-normal).coords.dot(&normal);
        Self {
            normal,
            height: nearest - margin,
        }
    }

    /// Whether it lies between the shape and another.
    pub(crate) fn is_before<T: Real>(&self, other: &Placed<T, impl Support>) -> bool {
        let is_bounded = other.shape().unbounded_normal().is_none();
        is_bounded && other.support_point(&self.normal).coords.dot(&self.normal) < self.height
    }

    /// The same of a triangle.
    #[inline]
    pub(crate) fn is_before_all(&self, corners: &[Point3<f64>; 3]) -> bool {
        (corners.iter()).all(|p| self.normal.dot(&p.coords) < self.height)
    }
}

/// Whether any of the planes lies between the shape and another, or a triangle.
#[inline]
pub(crate) fn keep_away<T: Real>(
    planes: impl Iterator<Item = Plane>,
    other: &Placed<T, impl Support>,
    tilt: &Tilt<'_>,
) -> bool {
    let mut planes = planes.peekable();
    if planes.peek().is_none() {
        return false;
    }
    match tilt.corners() {
        Some(corners) => planes.any(|plane| plane.is_before_all(&corners)),
        None => planes.any(|plane| plane.is_before(other)),
    }
}
