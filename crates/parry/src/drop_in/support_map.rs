//! Shapes that only parry's traits know: a support map of the user's own.

use super::Scalar;
use super::convert::{narrow, point, wide};
use super::parry::math::Vector;
use super::parry::shape::SupportMap;
use crate::tolerance;
use nalgebra::{Point3, Vector3};
use std::fmt;
use swept_support::{Support, sqrt};

/// A shape by its support map alone. All of it is core.
///
/// Its support points are as exact as the map computes them: for a map in `f32`, what an answer promises holds up to the
/// rounding of the map.
#[derive(Clone, Copy)]
pub(super) struct Mapped<'a> {
    map: &'a dyn SupportMap,
    interior: Point3<f64>,
    extent: f64,
}

impl fmt::Debug for Mapped<'_> {
    /// Without the map, which need not tell what it is.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Mapped")
            .field("interior", &self.interior)
            .field("extent", &self.extent)
            .finish_non_exhaustive()
    }
}

impl<'a> Mapped<'a> {
    /// The six support points along the axes span a box that holds the shape, and their middle lies in it.
    pub(super) fn new(map: &'a dyn SupportMap) -> Self {
        let (mut reach, mut sum) = (Vector3::zeros(), Vector3::zeros());
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let mut n = Vector3::zeros();
                n[axis] = sign;
                let p: Vector3<f64> = wide(map.local_support_point(narrow(&n)));
                reach[axis] = f64::max(reach[axis], p[axis].abs());
                // `max` passes over what is no number; the sum keeps it.
                sum += p / 6.0;
            }
        }
        let extent = sqrt(reach.norm_squared()) * (1.0 + tolerance::extent::<Scalar>());
        Self {
            map,
            interior: sum.into(),
            extent: extent + 0.0 * (sum.x + sum.y + sum.z),
        }
    }
}

impl Support for Mapped<'_> {
    /// Normalised here, as maps in `f32` may not bear a direction of any length.
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let n: Vector = narrow(&(n / sqrt(n.norm_squared())));
        point(self.map.local_support_point(n))
    }
    fn interior_point(&self) -> Point3<f64> {
        self.interior
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
