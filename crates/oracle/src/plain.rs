//! A body in `f64`, for drawing casts.

use crate::Body;
use crate::solid::Solid;
use nalgebra::Vector3;

/// A body turned as it stands, about its own origin.
pub(crate) struct PlainBody(Solid<f64>);

impl PlainBody {
    pub(crate) fn new(body: &Body) -> Self {
        Self(Solid::new(body, [0.0; 3]))
    }

    /// The farthest point along `n`; of a half-space only along its normal, to the precision of `f32`.
    pub(crate) fn support(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        if let Some(normal) = self.unbounded_normal() {
            let parallel = (n.normalize() - normal).norm() <= 4.0 * f64::from(f32::EPSILON);
            return parallel.then(|| n.normalize() * self.0.radius());
        }
        Some(self.0.support(&(*n).into()).into())
    }

    /// The unit normal of a half-space.
    pub(crate) fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        self.0
            .unbounded_normal()
            .map(|n| Vector3::from(n).normalize())
    }

    /// A point well inside.
    pub(crate) fn interior_point(&self) -> Vector3<f64> {
        self.0.middle().into()
    }
}
