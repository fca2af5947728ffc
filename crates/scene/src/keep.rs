//! Planes that separate a shape from others, so that these need not be measured or cast against.

use crate::posed_triangle::PosedTriangle;
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Placed, Real, Support};

/// The points n·x ≤ height: what lies among them is kept away from a shape on the other side that comes no nearer along n.
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
        Self::across(normal.map(Real::to_f64), shape, margin)
    }

    /// The same of a normal in `f64`.
    pub(crate) fn across<T: Real>(
        normal: Vector3<f64>,
        shape: &Placed<T, impl Support>,
        margin: f64,
    ) -> Self {
        let nearest = shape.support_point(&-normal).coords.dot(&normal);
        Self {
            normal,
            height: nearest - margin,
        }
    }

    /// This plane after the shape has come nearer by `way`, along the normal.
    pub(crate) fn lowered(self, way: f64) -> Self {
        Self {
            height: self.height - way,
            ..self
        }
    }

    /// Whether all of a shape is on the far side of the plane.
    pub(crate) fn is_before<T: Real>(&self, other: &Placed<T, impl Support>) -> bool {
        let is_bounded = other.shape().unbounded_normal().is_none();
        is_bounded && other.support_point(&self.normal).coords.dot(&self.normal) <= self.height
    }

    /// Whether all of a triangle is on the far side of the plane.
    #[inline]
    pub(crate) fn is_before_all(&self, corners: &[Point3<f64>; 3]) -> bool {
        highest(&self.normal, corners) <= self.height
    }
}

/// How far the corners reach along a direction.
#[inline]
fn highest(n: &Vector3<f64>, [a, b, c]: &[Point3<f64>; 3]) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    let [a, b, c] = [a, b, c].map(|p| n.dot(&p.coords));
    larger(larger(a, b), c)
}

/// Whether all of a triangle is on the far side of one of the planes. This is asked before the triangle's shape is built: most
/// triangles that are near lie in one floor.
#[inline]
pub(crate) fn keep_triangle_away(planes: &[Plane], triangle: &PosedTriangle<'_>) -> bool {
    !planes.is_empty()
        && (triangle.corners())
            .is_some_and(|corners| planes.iter().any(|plane| plane.is_before_all(&corners)))
}

/// Whether all of a shape, or of a triangle, is on the far side of one of the planes.
#[inline]
pub(crate) fn keep_away<T: Real>(
    planes: impl Iterator<Item = Plane>,
    other: &Placed<T, impl Support>,
    triangle: &PosedTriangle<'_>,
) -> bool {
    let mut planes = planes.peekable();
    if planes.peek().is_none() {
        return false;
    }
    match triangle.corners() {
        Some(corners) => planes.any(|plane| plane.is_before_all(&corners)),
        None => planes.any(|plane| plane.is_before(other)),
    }
}
