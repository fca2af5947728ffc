//! parry's convex shapes as swept sees them: the sizes on the stack, corners and support maps borrowed.

use super::Scalar;
use super::convert::{point, wide};
use super::corners::{Copies, Corners};
use super::kept;
use super::parry::math::Vector;
use super::parry::shape::{self as parry, Ball, Shape, SupportMap, TypedShape};
use super::support_map::Mapped;
use crate::CastError;
use nalgebra::{Point3, Vector3};
use std::rc::Rc;
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, InvalidShape, Real, Rounded, Segment,
    Sphere, Support, Triangle, forward_support,
};

/// A convex shape of parry's, borrowed, as a [`Support`]: for `Placed`, `Sweep` and everything else of swept.
///
/// Sizes and corners are widened to `f64`, exactly. A capsule is a segment with a radius; a rounded shape is its inner shape
/// with one.
#[derive(Clone, Copy, Debug)]
pub struct ShapeView<'a>(pub(super) View<'a>);

#[derive(Clone, Copy, Debug)]
pub(super) enum View<'a> {
    Ball(Sphere<f64>),
    Cuboid(Cuboid<f64>),
    /// About its origin, along y.
    Upright(Capsule<f64>),
    Capsule(Rounded<f64, Segment<f64>>),
    Cylinder(Cylinder<f64>),
    Cone(Cone<f64>),
    Segment(Segment<f64>),
    Triangle(Triangle<f64>),
    Corners(Corners<'a>),
    /// A polyhedron that has been cast so often that a hull of it is kept.
    Hull(&'a ConvexHull<Scalar>),
    RoundCuboid(Rounded<f64, Cuboid<f64>>),
    RoundCylinder(Rounded<f64, Cylinder<f64>>),
    RoundCone(Rounded<f64, Cone<f64>>),
    RoundTriangle(Rounded<f64, Triangle<f64>>),
    RoundCorners(Rounded<f64, Corners<'a>>),
    RoundHull(Rounded<f64, &'a ConvexHull<Scalar>>),
    HalfSpace(HalfSpace<f64>),
    Mapped(Mapped<'a>),
}

macro_rules! each {
    ($self:expr, $s:ident => $body:expr) => {
        match $self {
            View::Ball($s) => $body,
            View::Cuboid($s) => $body,
            View::Upright($s) => $body,
            View::Capsule($s) => $body,
            View::Cylinder($s) => $body,
            View::Cone($s) => $body,
            View::Segment($s) => $body,
            View::Triangle($s) => $body,
            View::Corners($s) => $body,
            View::Hull($s) => $body,
            View::RoundCuboid($s) => $body,
            View::RoundCylinder($s) => $body,
            View::RoundCone($s) => $body,
            View::RoundTriangle($s) => $body,
            View::RoundCorners($s) => $body,
            View::RoundHull($s) => $body,
            View::HalfSpace($s) => $body,
            View::Mapped($s) => $body,
        }
    };
}

impl<'a> ShapeView<'a> {
    /// The shape, borrowed. A shape of the user's own is taken by its support map. Of a box that has been scaled by negative numbers the
    /// magnitudes count. The corners of a polyhedron are compared one by one:
    /// one with many that is cast often is better made a `ConvexHull`.
    ///
    /// # Errors
    /// [`CastError::Shape`] when a size or a coordinate is none, and [`CastError::NotConvex`] for a body with parts and
    /// for a shape of the user's own without a support map.
    pub fn new(shape: &'a dyn Shape) -> Result<Self, CastError> {
        View::new(shape, None)?
            .map(Self)
            .ok_or(CastError::NotConvex)
    }

    /// A shape that is known by its support map alone. What casts promise of it holds up to the rounding of the map.
    pub fn of_support_map(map: &'a dyn SupportMap) -> Self {
        Self(View::Mapped(Mapped::new(map)))
    }
}

impl<'a> View<'a> {
    /// `None` for what is not convex. `room`, which is empty, is for what makes casts faster.
    pub(super) fn new(
        shape: &'a dyn Shape,
        room: Option<&'a mut Room>,
    ) -> Result<Option<Self>, InvalidShape> {
        let mut view = None;
        Self::put(&mut view, shape, room)?;
        Ok(view)
    }

    /// [`new`](Self::new), written to where the caller wants it if the shape is convex: copying the view would have to wait for all
    /// of its parts.
    #[inline]
    pub(super) fn put(
        to: &mut Option<Self>,
        shape: &'a dyn Shape,
        room: Option<&'a mut Room>,
    ) -> Result<(), InvalidShape> {
        let size = |x: Scalar| x.to_f64();
        *to = Some(match shape.as_typed_shape() {
            TypedShape::Ball(s) => Self::Ball(ball(s)?),
            TypedShape::Cuboid(s) => Self::Cuboid(cuboid(s)?),
            TypedShape::Capsule(s) => {
                if is_upright(s) {
                    Self::Upright(upright(s)?)
                } else {
                    let segment = Segment::new(point(s.segment.a), point(s.segment.b))?;
                    Self::Capsule(Rounded::new(segment, size(s.radius))?)
                }
            }
            TypedShape::Cylinder(s) => {
                Self::Cylinder(Cylinder::new(size(s.half_height), size(s.radius))?)
            }
            TypedShape::Cone(s) => Self::Cone(Cone::new(size(s.half_height), size(s.radius))?),
            TypedShape::Segment(s) => Self::Segment(Segment::new(point(s.a), point(s.b))?),
            TypedShape::Triangle(s) => {
                Self::Triangle(Triangle::new(point(s.a), point(s.b), point(s.c))?)
            }
            TypedShape::ConvexPolyhedron(s) => match polyhedron(s.points(), room) {
                Ok(hull) => Self::Hull(hull),
                Err(corners) => Self::Corners(corners),
            },
            TypedShape::HalfSpace(s) => Self::HalfSpace(HalfSpace::new(wide(s.normal))?),
            TypedShape::RoundCuboid(s) => Self::RoundCuboid(Rounded::new(
                cuboid(&s.inner_shape)?,
                size(s.border_radius),
            )?),
            TypedShape::RoundCylinder(s) => {
                let inner = &s.inner_shape;
                let inner = Cylinder::new(size(inner.half_height), size(inner.radius))?;
                Self::RoundCylinder(Rounded::new(inner, size(s.border_radius))?)
            }
            TypedShape::RoundCone(s) => {
                let inner = Cone::new(size(s.inner_shape.half_height), size(s.inner_shape.radius))?;
                Self::RoundCone(Rounded::new(inner, size(s.border_radius))?)
            }
            TypedShape::RoundTriangle(s) => {
                let [a, b, c] = [s.inner_shape.a, s.inner_shape.b, s.inner_shape.c].map(point);
                Self::RoundTriangle(Rounded::new(
                    Triangle::new(a, b, c)?,
                    size(s.border_radius),
                )?)
            }
            TypedShape::RoundConvexPolyhedron(s) => {
                let radius = size(s.border_radius);
                match polyhedron(s.inner_shape.points(), room) {
                    Ok(hull) => Self::RoundHull(Rounded::new(hull, radius)?),
                    Err(corners) => Self::RoundCorners(Rounded::new(corners, radius)?),
                }
            }
            TypedShape::Custom(s) => match s.as_support_map() {
                Some(map) => Self::Mapped(Mapped::new(map)),
                None => return Ok(()),
            },
            _ => return Ok(()),
        });
        Ok(())
    }

    /// The support point along (x, y, z), which come in registers: see [`swept_support::Shape`], which does it in the same way.
    #[inline(never)]
    fn farthest(&self, x: f64, y: f64, z: f64) -> Point3<f64> {
        let n = Vector3::new(x, y, z);
        each!(self, s => s.support_point(&n))
    }

    pub(super) fn is_half_space(&self) -> bool {
        matches!(self, Self::HalfSpace(_))
    }
}

/// What a view of a polyhedron refers to for a cast.
pub(super) struct Room {
    hull: Option<Rc<ConvexHull<Scalar>>>,
    copies: Copies,
}

impl Room {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            hull: None,
            copies: Copies::new(),
        }
    }
}

/// A polyhedron that has been cast often as its hull, or else its corners.
#[inline]
fn polyhedron<'a>(
    points: &'a [Vector],
    room: Option<&'a mut Room>,
) -> Result<&'a ConvexHull<Scalar>, Corners<'a>> {
    let Some(Room { hull, copies }) = room else {
        return Err(Corners::new(points, None));
    };
    *hull = kept::hull(points);
    hull.as_deref()
        .ok_or_else(|| Corners::new(points, Some(copies)))
}

/// A ball as swept has it.
#[inline(always)]
pub(super) fn ball(s: &Ball) -> Result<Sphere<f64>, InvalidShape> {
    Sphere::new(s.radius.to_f64())
}

/// A box as swept has it.
#[inline(always)]
pub(super) fn cuboid(s: &parry::Cuboid) -> Result<Cuboid<f64>, InvalidShape> {
    Cuboid::new(wide(s.half_extents)).or_else(|error| mirrored(s, error))
}

/// A box that is scaled by negative numbers: its half sides are below 0, and parry gives the corners of their magnitudes.
#[cold]
#[inline(never)]
fn mirrored(s: &parry::Cuboid, error: InvalidShape) -> Result<Cuboid<f64>, InvalidShape> {
    Cuboid::new(wide(s.half_extents.abs())).map_err(|_| error)
}

/// Whether a capsule is one of swept's, about its origin and along y.
#[inline(always)]
pub(super) fn is_upright(s: &parry::Capsule) -> bool {
    let (a, b) = (s.segment.a, s.segment.b);
    a == -b && b.x == 0.0 && b.z == 0.0 && b.y >= 0.0
}

/// Such a capsule.
#[inline(always)]
pub(super) fn upright(s: &parry::Capsule) -> Result<Capsule<f64>, InvalidShape> {
    Capsule::new(s.segment.b.y.to_f64(), s.radius.to_f64())
}

impl Support for View<'_> {
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
    #[inline]
    fn radius(&self) -> f64 {
        each!(self, s => Support::radius(s))
    }
    forward_support!(
        #[inline]
        self,
        each
    );
}

macro_rules! inner {
    ($self:ident, $s:ident => $body:expr) => {{
        let $s = &$self.0;
        $body
    }};
}

impl Support for ShapeView<'_> {
    #[inline]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(n)
    }
    #[inline]
    fn radius(&self) -> f64 {
        self.0.radius()
    }
    forward_support!(
        #[inline]
        self,
        inner
    );
}
