//! Shapes of two or three kinds, told apart by a branch or two.
//!
//! A cast made for two [`View`]s asks at each support point which of all kinds the shape is: a tenth of the cast and more. A cast made
//! for each two kinds would be some hundred casts. So like kinds are put into a few groups, and a cast is made for each two of these.

use super::Scalar;
use super::corners::Corners;
use super::view::View;
use nalgebra::{Point3, Vector3};
use swept_support::{
    Aabb, Capsule, Cone, ConvexHull, Core, Cuboid, Cylinder, Generator, KnownCore, LinearMap,
    Sphere, Support,
};

/// A convex shape by the group of its kind.
pub(super) enum Group<'a> {
    Simple(Simple),
    Revolved(Revolved),
    Hull(&'a ConvexHull<Scalar>),
    Corners(&'a Corners<'a>),
    Other,
}

/// About its origin: a point, a segment along y or a box, with a radius or without.
pub(super) enum Simple {
    Ball(Sphere<f64>),
    Cuboid(Cuboid<f64>),
    Upright(Capsule<f64>),
}

/// A solid of revolution about y.
pub(super) enum Revolved {
    Cylinder(Cylinder<f64>),
    Cone(Cone<f64>),
}

impl<'a> Group<'a> {
    #[inline(always)]
    pub(super) fn of(view: &'a View<'_>) -> Self {
        match view {
            View::Ball(s) => Self::Simple(Simple::Ball(*s)),
            View::Cuboid(s) => Self::Simple(Simple::Cuboid(*s)),
            View::Upright(s) => Self::Simple(Simple::Upright(*s)),
            View::Cylinder(s) => Self::Revolved(Revolved::Cylinder(*s)),
            View::Cone(s) => Self::Revolved(Revolved::Cone(*s)),
            View::Hull(s) => Self::Hull(s),
            View::Corners(s) => Self::Corners(s),
            _ => Self::Other,
        }
    }
}

macro_rules! support {
    ($group:ident: $($kind:ident),*) => {
        impl Support for $group {
            #[inline(always)]
            fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
                match self { $(Self::$kind(s) => s.support_point(n)),* }
            }
            #[inline(always)]
            fn radius(&self) -> f64 {
                match self { $(Self::$kind(s) => Support::radius(s)),* }
            }
            fn interior_point(&self) -> Point3<f64> {
                match self { $(Self::$kind(s) => s.interior_point()),* }
            }
            #[inline(always)]
            fn extent(&self) -> f64 {
                match self { $(Self::$kind(s) => s.extent()),* }
            }
            #[inline(always)]
            fn core(&self) -> Core {
                match self { $(Self::$kind(s) => s.core()),* }
            }
            #[inline(always)]
            fn known_core(&self) -> KnownCore {
                match self { $(Self::$kind(s) => s.known_core()),* }
            }
            #[inline(always)]
            fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
                match self { $(Self::$kind(s) => s.generator(n)),* }
            }
            fn core_bounds(&self, axes: &LinearMap) -> Aabb {
                match self { $(Self::$kind(s) => s.core_bounds(axes)),* }
            }
            fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
                match self { $(Self::$kind(s) => s.axis_of_revolution()),* }
            }
        }
    };
}
support!(Simple: Ball, Cuboid, Upright);
support!(Revolved: Cylinder, Cone);
