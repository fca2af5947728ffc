//! What a plane proves, by the support functions of both shapes.

use super::U;
use crate::Case;
use nalgebra::{Point3, Unit, Vector3};
use swept::{Placed, Real, Shape, Support};

/// Error of a room, in u per unit of length of the sum of both extents and of the relative position, all that a dot
/// product is made of: 14 for a support point, 22 for a rotation, 7 for the position, and as much again for the closed
/// form's own rotation, whose quaternion is normalised in another way.
const ROOM: f64 = 64.0;

/// Error of n·d in u·|d|.
const MOTION: f64 = 4.0;

/// A lower bound on the room that a plane leaves at some fraction, its rounding errors subtracted.
pub(super) struct Room<'a, T: Real> {
    moving: &'a Placed<T, &'a Shape<T>>,
    fixed: &'a Placed<T, &'a Shape<T>>,
    pub(super) d: Vector3<f64>,
}

impl<'a, T: Real> Room<'a, T> {
    pub(super) fn new(
        case: &Case<T>,
        moving: &'a Placed<T, &'a Shape<T>>,
        fixed: &'a Placed<T, &'a Shape<T>>,
    ) -> Self {
        Self {
            moving,
            fixed,
            d: case.displacement.map(Real::to_f64),
        }
    }

    /// The moving shape's position relative to the fixed one's at a fraction: to 2u of itself, and to 2u² of what it
    /// comes from.
    fn relative(&self, fraction: f64) -> Vector3<f64> {
        let (a, b) = (self.moving.position(), self.fixed.position());
        Vector3::from_fn(|i, _| {
            let high = a[i] - b[i];
            let back = high - a[i];
            let low = (a[i] - (high - back)) - (b[i] + back);
            fraction.mul_add(self.d[i], high) + low
        })
    }

    /// The sum of both sizes and of their distance at a fraction.
    pub(super) fn scale(&self, fraction: f64) -> f64 {
        let size = |shape: &Shape<T>| shape.extent() + Support::radius(shape);
        size(self.moving.shape()) + size(self.fixed.shape()) + self.relative(fraction).norm()
    }

    /// The room along the unit vector `n` at a fraction, and its error.
    pub(super) fn at(&self, n: &Vector3<f64>, fraction: f64) -> (f64, f64) {
        let reach = |body: &Placed<T, &Shape<T>>, n: &Vector3<f64>| {
            let shape = body.shape();
            let local = body.rotation().apply_transposed(n);
            let core = if shape.unbounded_normal().is_some() {
                Point3::origin()
            } else {
                shape.support_point(&local)
            };
            n.dot(&body.rotation().apply(&core.coords)) + Support::radius(*shape)
        };
        let room = n.dot(&self.relative(fraction)) - reach(self.fixed, n) - reach(self.moving, &-n);
        (room, ROOM * U * self.scale(fraction))
    }

    /// A lower bound on the room along `n` during the whole sweep.
    pub(super) fn throughout(&self, n: &Unit<Vector3<f64>>) -> f64 {
        let from = self.relative(0.0);
        let square = self.d.norm_squared();
        let near = if square > 0.0 {
            (-from.dot(&self.d) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (room, error) = self.at(n, near);
        let speed = n.dot(&self.d);
        let rest = (-near * speed).min((1.0 - near) * speed);
        room + rest - error - MOTION * U * self.d.norm()
    }
}
