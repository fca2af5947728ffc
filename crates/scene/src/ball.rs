//! Balls without the types that they came with.

use nalgebra::{Point3, Vector3};
use swept_support::{Core, KnownCore, Support};

/// A shape whose core is a point, at its origin: the radius tells all. What searches for distances is compiled for it once, and does without
/// what other shapes need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    radius: f64,
}

impl Ball {
    /// `None` of a shape that is none, or says more of itself than a ball does.
    #[inline]
    pub(crate) fn of(shape: &impl Support) -> Option<Self> {
        let is_ball = matches!(shape.known_core(), KnownCore::Point)
            && shape.extent() == 0.0
            && shape.core() == Core::Polytope;
        is_ball.then(|| Self {
            radius: shape.radius(),
        })
    }
}

impl Support for Ball {
    #[inline(always)]
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    #[inline(always)]
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        0.0
    }
    #[inline(always)]
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        KnownCore::Point
    }
}
