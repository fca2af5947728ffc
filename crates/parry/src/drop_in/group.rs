//! Shapes of two or three kinds, told apart by a branch or two.
//!
//! A cast made for two [`View`]s asks at each support point which of all kinds the shape is: a tenth of the cast and more. A cast made
//! for each two kinds would be some hundred casts. So like kinds are put into a few groups, and a cast is made for most two of these.

use super::Scalar;
use super::corners::Corners;
use super::quick::accepted;
use super::view::View;
use nalgebra::{Point3, Vector3};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Rounded, Segment, Sphere, Support, Triangle,
    forward_support,
};

/// A convex shape by the group of its kind, with the radius around it.
pub(super) enum Group<'a> {
    Simple(Rounded<f64, Simple<'a>>),
    Revolved(Rounded<f64, Revolved<'a>>),
    Flat(Rounded<f64, Flat<'a>>),
    Hull(Rounded<f64, &'a ConvexHull<Scalar>>),
    Corners(&'a Corners<'a>),
    Other,
}

/// About its origin: a point, a segment along y or a box, with a radius or without.
pub(super) enum Simple<'a> {
    Ball(&'a Sphere<f64>),
    Cuboid(&'a Cuboid<f64>),
    Upright(&'a Capsule<f64>),
}

/// A solid of revolution about y.
pub(super) enum Revolved<'a> {
    Cylinder(&'a Cylinder<f64>),
    Cone(&'a Cone<f64>),
}

/// A segment or a triangle, anywhere in its frame.
pub(super) enum Flat<'a> {
    Segment(&'a Segment<f64>),
    Triangle(&'a Triangle<f64>),
}

impl<'a> Group<'a> {
    #[inline(always)]
    pub(super) fn of(view: &'a View<'_>) -> Self {
        let simple = |s, radius| group(s, radius, Self::Simple);
        let revolved = |s, radius| group(s, radius, Self::Revolved);
        let flat = |s, radius| group(s, radius, Self::Flat);
        let hull = |s, radius| group(s, radius, Self::Hull);
        match view {
            View::Ball(s) => simple(Simple::Ball(s), 0.0),
            View::Cuboid(s) => simple(Simple::Cuboid(s), 0.0),
            View::RoundCuboid(s) => simple(Simple::Cuboid(s.shape()), s.added_radius()),
            View::Upright(s) => simple(Simple::Upright(s), 0.0),
            View::Cylinder(s) => revolved(Revolved::Cylinder(s), 0.0),
            View::RoundCylinder(s) => revolved(Revolved::Cylinder(s.shape()), s.added_radius()),
            View::Cone(s) => revolved(Revolved::Cone(s), 0.0),
            View::RoundCone(s) => revolved(Revolved::Cone(s.shape()), s.added_radius()),
            View::Segment(s) => flat(Flat::Segment(s), 0.0),
            View::Capsule(s) => flat(Flat::Segment(s.shape()), s.added_radius()),
            View::Triangle(s) => flat(Flat::Triangle(s), 0.0),
            View::RoundTriangle(s) => flat(Flat::Triangle(s.shape()), s.added_radius()),
            View::Hull(s) => hull(s, 0.0),
            View::RoundHull(s) => hull(s.shape(), s.added_radius()),
            View::Corners(s) => Self::Corners(s),
            View::RoundCorners(_) | View::HalfSpace(_) | View::Mapped(_) => Self::Other,
        }
    }
}

#[inline(always)]
fn group<'a, S: Support>(
    shape: S,
    radius: f64,
    of: impl FnOnce(Rounded<f64, S>) -> Group<'a>,
) -> Group<'a> {
    match accepted(Rounded::new(shape, radius)) {
        Some(shape) => of(shape),
        None => Group::Other,
    }
}

macro_rules! simple {
    ($self:ident, $s:ident => $body:expr) => {
        match $self {
            Simple::Ball($s) => $body,
            Simple::Cuboid($s) => $body,
            Simple::Upright($s) => $body,
        }
    };
}

macro_rules! revolved {
    ($self:ident, $s:ident => $body:expr) => {
        match $self {
            Revolved::Cylinder($s) => $body,
            Revolved::Cone($s) => $body,
        }
    };
}

macro_rules! flat {
    ($self:ident, $s:ident => $body:expr) => {
        match $self {
            Flat::Segment($s) => $body,
            Flat::Triangle($s) => $body,
        }
    };
}

macro_rules! support {
    ($group:ident, $each:ident) => {
        impl Support for $group<'_> {
            #[inline(always)]
            fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
                $each!(self, s => s.support_point(n))
            }
            #[inline(always)]
            fn radius(&self) -> f64 {
                $each!(self, s => Support::radius(s))
            }
            forward_support!(#[inline(always)] self, $each);
        }
    };
}
support!(Simple, simple);
support!(Revolved, revolved);
support!(Flat, flat);
