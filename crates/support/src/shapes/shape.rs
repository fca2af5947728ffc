use super::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, PointShape, Rounded,
    Segment, Sphere, Triangle,
};
use crate::{Real, Support, forward_support};
use alloc::boxed::Box;
use nalgebra::{Point3, Vector3};

/// A shape whose kind is known only at run time: one of the shapes of the case format.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: serde::Serialize",
        deserialize = "T: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
#[allow(missing_docs)] // each variant holds the type of the same name
pub enum Shape<T: Real> {
    Point(PointShape),
    Sphere(Sphere<T>),
    Cuboid(Cuboid<T>),
    Capsule(Capsule<T>),
    Cylinder(Cylinder<T>),
    Cone(Cone<T>),
    Ellipsoid(Ellipsoid<T>),
    Segment(Segment<T>),
    Triangle(Triangle<T>),
    ConvexHull(ConvexHull<T>),
    HalfSpace(HalfSpace<T>),
    Rounded(Box<Rounded<T, Shape<T>>>),
}

macro_rules! each {
    ($self:expr, $s:ident => $body:expr) => {
        match $self {
            Shape::Point($s) => $body,
            Shape::Sphere($s) => $body,
            Shape::Cuboid($s) => $body,
            Shape::Capsule($s) => $body,
            Shape::Cylinder($s) => $body,
            Shape::Cone($s) => $body,
            Shape::Ellipsoid($s) => $body,
            Shape::Segment($s) => $body,
            Shape::Triangle($s) => $body,
            Shape::ConvexHull($s) => $body,
            Shape::HalfSpace($s) => $body,
            Shape::Rounded($s) => $body,
        }
    };
}

impl<T: Real> Shape<T> {
    /// The support point along (x, y, z). Never inlined, with the direction passed in registers: a load of a vector that was just
    /// stored part by part has to wait for these stores.
    #[inline(never)]
    fn farthest(&self, x: f64, y: f64, z: f64) -> Point3<f64> {
        let n = Vector3::new(x, y, z);
        each!(self, s => s.support_point(&n))
    }
}

impl<T: Real> Support for Shape<T> {
    /// Where it is wanted for three kinds, which saves casts of them a tenth: among four or more the way would be looked up.
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        match self {
            Self::Cylinder(s) => s.support_point(n),
            Self::Cone(s) => s.support_point(n),
            Self::Cuboid(s) => s.support_point(n),
            _ => self.farthest(n.x, n.y, n.z),
        }
    }
    fn radius(&self) -> f64 {
        each!(self, s => Support::radius(s))
    }
    forward_support!(self, each);
}

macro_rules! from {
    ($($variant:ident($inner:ty)),* $(,)?) => {
        $(impl<T: Real> From<$inner> for Shape<T> {
            fn from(shape: $inner) -> Self {
                Self::$variant(shape)
            }
        })*
    };
}
from!(
    Point(PointShape),
    Sphere(Sphere<T>),
    Cuboid(Cuboid<T>),
    Capsule(Capsule<T>),
    Cylinder(Cylinder<T>),
    Cone(Cone<T>),
    Ellipsoid(Ellipsoid<T>),
    Segment(Segment<T>),
    Triangle(Triangle<T>),
    ConvexHull(ConvexHull<T>),
    HalfSpace(HalfSpace<T>),
);

/// Of a shape of any kind here: that of what is inside becomes one, too.
impl<T: Real, S: Into<Shape<T>>> From<Rounded<T, S>> for Shape<T> {
    fn from(rounded: Rounded<T, S>) -> Self {
        Self::Rounded(Box::new(rounded.map(Into::into)))
    }
}
