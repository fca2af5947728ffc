use crate::invalid::{InvalidShape, size};
use crate::{Real, Support, forward_support};
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

macro_rules! inner {
    ($self:ident, $s:ident => $body:expr) => {{
        let $s = &$self.shape;
        $body
    }};
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
    forward_support!(
        #[inline(always)]
        self,
        inner
    );
}
