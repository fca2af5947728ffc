use crate::invalid::{InvalidShape, size};
use crate::{Aabb, BoundingBall, Core, Generator, KnownCore, LinearMap, Middle, Real, Support};
use nalgebra::{Point3, Vector3};

/// Any shape with a ball of one more radius around each of its points. Of a shape with a radius of its own, the radius is the sum of both in
/// `f64`, rounded. It becomes a [`Shape`](crate::Shape) where the shape inside does:
/// `Shape::from(Rounded::new(cuboid, radius)?)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rounded<T, S> {
    shape: S,
    radius: T,
}

impl<T: Real, S: Support> Rounded<T, S> {
    /// `shape` grown by `radius`, which may be 0.
    ///
    /// # Errors
    /// [`InvalidShape`] when the radius is negative, not finite or out of the scalar's range of lengths.
    pub fn new(shape: S, radius: T) -> Result<Self, InvalidShape> {
        Ok(Self {
            shape,
            radius: size("radius", radius)?,
        })
    }

    /// The shape inside.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The radius added to it.
    pub fn added_radius(&self) -> T {
        self.radius
    }
}

impl<T, S> Rounded<T, S> {
    /// Another shape inside, grown by the same radius.
    pub(crate) fn map<R>(self, into: impl FnOnce(S) -> R) -> Rounded<T, R> {
        Rounded {
            shape: into(self.shape),
            radius: self.radius,
        }
    }
}

impl<T: Real, S: Support> Support for Rounded<T, S> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.shape.support_point(n)
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.shape.radius() + self.radius.to_f64()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    #[inline(always)]
    fn middle(&self) -> Option<Middle> {
        self.shape.middle()
    }
    fn core(&self) -> Core {
        self.shape.core()
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        self.shape.known_core()
    }
    #[inline(always)]
    fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
        self.shape.generator(n)
    }
    #[inline(always)]
    fn core_bounds(&self, axes: &LinearMap) -> Aabb {
        self.shape.core_bounds(axes)
    }
    fn core_ball(&self) -> BoundingBall {
        self.shape.core_ball()
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        self.shape.axis_of_revolution()
    }
    #[inline(always)]
    fn discs(&self) -> Option<[[f64; 2]; 2]> {
        self.shape.discs()
    }
    fn rolling_radius(&self) -> f64 {
        self.shape.rolling_radius()
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        self.shape.unbounded_normal()
    }
}
