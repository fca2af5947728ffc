//! The convex shapes that answers are about, be they the library's or the user's own.

use nalgebra::{Isometry3, Point3, Vector3};
use std::sync::Arc;
use swept_scene::{Geometry, Scene, SubShape};
use swept_support::{Placed, Real, Shape, Support};

/// What was met. It answers what planes are asked of; what a shape may promise besides, it does not.
pub(crate) enum Solid<T: Real> {
    Known(Shape<T>),
    Own(Arc<dyn Support + Send + Sync>),
}

impl<T: Real> Solid<T> {
    /// The convex shape or triangle that an answer is about; `None` when it is gone.
    pub(crate) fn of(scene: &Scene<T>, at: &SubShape) -> Option<Placed<T, Self>> {
        let known = scene.convex(at).map(|(s, pose)| (Self::Known(s), pose));
        let (solid, pose) = known.or_else(|| Self::own(scene, at))?;
        Placed::new(solid, pose).ok()
    }

    fn own(scene: &Scene<T>, at: &SubShape) -> Option<(Self, Isometry3<T>)> {
        let object = scene.get(at.id)?;
        let (geometry, pose) = match &object.geometry {
            Geometry::Compound(compound) => compound.part(at.part, &object.pose)?,
            geometry => (geometry, object.pose),
        };
        match geometry {
            Geometry::Custom(shape) => Some((Self::Own(Arc::clone(shape)), pose)),
            _ => None,
        }
    }

    /// Whether it has no thickness across one plane, by its kind.
    pub(crate) fn is_triangle(&self) -> bool {
        matches!(self, Self::Known(Shape::Triangle(_)))
    }

    fn inner(&self) -> &dyn Support {
        match self {
            Self::Known(shape) => shape,
            Self::Own(shape) => &**shape,
        }
    }
}

impl<T: Real> Support for Solid<T> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.inner().support_point(n)
    }
    fn radius(&self) -> f64 {
        self.inner().radius()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.inner().interior_point()
    }
    fn extent(&self) -> f64 {
        self.inner().extent()
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        self.inner().unbounded_normal()
    }
}
