//! The one trait that every convex shape implements.

use crate::{Aabb, LinearMap};
use nalgebra::{Point3, Vector3};

/// What a core's boundary is made of. It decides which method is tried first; no proof depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// Finitely many corners: point, segment, triangle, cuboid, hull.
    Polytope,
    /// Anything with a curved part: cylinder, cone, ellipsoid, most shapes of the user's own.
    Curved,
}

/// A core that closed forms know by more than its support points: the same set, in the shape's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownCore {
    /// Any other core.
    Other,
    /// The shape's origin.
    Point,
    /// The segment between two points.
    Segment([Vector3<f64>; 2]),
    /// The triangle of three points.
    Triangle([Vector3<f64>; 3]),
    /// The box about the origin with these half extents along the axes.
    Cuboid(Vector3<f64>),
}

/// One of the ellipsoids whose convex hull a core is. Its axes are those of the shape's frame; it is flat or a point where radii are 0.
///
/// A cylinder's core is the hull of two discs, a cone's that of a disc and a point, a polytope's that of its corners. So a core's
/// support function is the greatest of a few smooth ones, n·centre + |A n| each, with A the diagonal matrix of the radii: what a
/// Newton step can be taken on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator {
    /// The centre, in the shape's own frame.
    pub centre: Vector3<f64>,
    /// The radii along x, y and z: lengths.
    pub radii: Vector3<f64>,
}

impl Generator {
    /// A point.
    #[inline(always)]
    #[must_use]
    pub fn point(at: Point3<f64>) -> Self {
        Self {
            centre: at.coords,
            radii: Vector3::zeros(),
        }
    }

    /// A disc of this radius across y, its middle on that axis at `height`.
    #[inline(always)]
    pub(crate) fn disc(height: f64, radius: f64) -> Self {
        Self {
            centre: Vector3::new(0.0, height, 0.0),
            radii: Vector3::new(radius, 0.0, radius),
        }
    }
}

/// A point that a core lies around, far from the shape's own origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Middle {
    /// The point, in the shape's own frame. It need not be one of the core.
    pub at: Point3<f64>,
    /// An upper bound on the distance of the core's points from it.
    pub extent: f64,
}

/// A ball that a core lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBall {
    /// The centre, in the shape's own frame. It need not be a point of the core.
    pub centre: Point3<f64>,
    /// The radius, a length: an upper bound on the distance of the core's points from the centre.
    pub radius: f64,
}

/// A convex shape: a core, given by its support points, and a ball of `radius` around each point of it.
///
/// All coordinates are in the shape's own frame, in `f64` whatever scalar the shape is stored in. The trait is
/// object-safe (`&dyn Support` casts like any other shape) and open: implement the three required methods, and
/// every query takes the shape.
///
/// # Contract
/// With u = 2⁻⁵³ and any direction n for which |n| and, where the extent is not 0, |n|·extent() are from 2⁻⁹⁶⁰ to 2⁹⁶⁰, so that no
/// product of coordinates overflows or vanishes:
/// - `n·support_point(n)` is at least `n·c − 8u·|n|·extent()` for every point c of the core, and the returned point
///   lies within `8u·extent()` of the core;
/// - every point of the core lies within `extent()` of the shape's origin, and in its [`core_ball`](Self::core_ball);
/// - where there is a [`middle`](Self::middle), every point of the core lies within its extent of it, and both halves of the first of
///   these promises hold as seen from there, with that extent in the place of `extent()`: of `support_point(n) - at`, as `f64` has the
///   difference, and c − at. Corners that are given back as they are stored keep that, and points that are computed as a far centre and a
///   way from there, rounded to the places of the centre, do not;
/// - the same direction gives the same point, every time, and so does its multiple by a power of two.
///
/// A shape that breaks the contract makes answers wrong; memory stays safe, and casts still end. Casts believe what the shape
/// answers, and do not check it: that would take as many support points again as most casts need. The fault shows where the
/// certificate of such a cast is verified. So in the tests of a new shape, verify the certificates of casts from all sides. What it
/// states of sizes, by `radius`, `extent` and `middle`, is believed there, too. Its `core_ball` is no part of a certificate: hold that
/// against the support points.
///
/// Source of the split into core and radius: G. van den Bergen, *Collision Detection in Interactive 3D
/// Environments* (2004), section 4.3.
pub trait Support {
    /// A point of the core farthest along `direction`, which may have any length.
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64>;

    /// Radius of the ball around each point of the core: finite, not negative.
    fn radius(&self) -> f64 {
        0.0
    }

    /// A point of the core, in its interior where it has one.
    fn interior_point(&self) -> Point3<f64>;

    /// An upper bound on the distance of the core's points from the shape's origin. It is believed: where it is less, scenes pass over what the
    /// shape meets, and no certificate shows it, since that is of the pair that was cast. Of Σ (xᵢ/rᵢ)⁴ ≤ 1, say, points are farther out than
    /// the greatest rᵢ.
    fn extent(&self) -> f64;

    /// For a core that lies far from the shape's origin beside its own size, as corners in the world's coordinates do: a point that it
    /// lies around. In `f64`, casts of bodies that do not turn and distances then see it from there, and err by units in the last place
    /// of its size, however far its origin is.
    /// `None`, the default, where the origin does as well, and as good as that is one whose extent is not from 0 to
    /// [`extent`](Self::extent). Never for a shape of revolution, whose axis is through the origin.
    fn middle(&self) -> Option<Middle> {
        None
    }

    /// What the core's boundary is made of.
    fn core(&self) -> Core {
        Core::Curved
    }

    /// The core in closed form, where it has one. It decides which formula is tried first and what boxes are around it, and of two shapes that
    /// both have one it is what distances are measured by, in place of the support points: what they prove rests on it.
    fn known_core(&self) -> KnownCore {
        KnownCore::Other
    }

    /// Of the ellipsoids whose convex hull a curved core is, one that reaches farthest along `direction`; `None`, the default, where
    /// nothing is known of any. A polytope is not asked: its support points say it. It decides where a method looks next, and nothing
    /// that is proven: what does not lead to contact is only slower.
    fn generator(&self, direction: &Vector3<f64>) -> Option<Generator> {
        let _ = direction;
        None
    }

    /// The smallest box around the core with its sides along the rows of `axes`, three perpendicular unit vectors of the shape's own
    /// frame: the least and the greatest product of each with a point of the core, as near as support points have it. Six of them
    /// tell it; a shape that knows it by less says so here.
    #[inline]
    fn core_bounds(&self, axes: &LinearMap) -> Aabb {
        match self.known_core() {
            KnownCore::Point => Aabb {
                min: Point3::origin(),
                max: Point3::origin(),
            },
            KnownCore::Cuboid(half) => {
                let along = |row: [f64; 3]| Vector3::from(row).abs().dot(&half);
                let [x, y, z] = axes.rows;
                let max = Point3::new(along(x), along(y), along(z));
                Aabb { min: -max, max }
            }
            _ => bounds_by_support_points(self, axes),
        }
    }

    /// A ball around the core, which turns with the shape; the smaller it is, the better. About the shape's origin with the radius
    /// [`extent`](Self::extent), the default, it is the smallest for most shapes that have their origin in their middle.
    ///
    /// A scene passes over the triangles that a moving shape does not come to. For a core that takes less room in this ball than in the box of
    /// [`core_bounds`](Self::core_bounds), the radius around either, the ball is what tells of them: a core that sticks out of it misses
    /// hits there. It is asked of the moving shape, once for a cast, unless its [`known_core`](Self::known_core) tells of the core. A ball
    /// with a radius that is not from 0 to `extent()`, or with a coordinate of its centre that is not within that, is passed over for the
    /// default.
    #[inline]
    fn core_ball(&self) -> BoundingBall {
        BoundingBall {
            centre: Point3::origin(),
            radius: self.extent(),
        }
    }

    /// For a shape of revolution, the direction of its axis, of unit length, in its own frame: every rotation about
    /// the line through the shape's origin along it leaves the core as it is. `None`, the default, promises nothing.
    /// A turning cast of a body about that axis then knows that nothing changes, and the depth of an overlap that a support point stands
    /// for its whole circle: what they prove rests on it.
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        None
    }

    /// Of a core that is the convex hull of two discs across y with their middles on that axis, the discs, the lower one first: where they are
    /// on y, and their radii, either of which may be 0. So are a cylinder's and a cone's. `None`, the default, promises nothing. How deep a
    /// point lies in it, which is told by them, rests on it.
    fn discs(&self) -> Option<[[f64; 2]; 2]> {
        None
    }

    /// The radius of a ball that rolls inside the core all along its boundary, so that the core is another convex set grown by that ball:
    /// no more than the least radius of curvature, and 0 where there is a corner or an edge. 0, the default, promises nothing. What is
    /// proven of the depth of an overlap rests on it. A shape that answers more promises as well that `support_point` is within
    /// `8u·extent()` of a farthest point itself.
    fn rolling_radius(&self) -> f64 {
        0.0
    }

    /// For a shape without bound, the outward normal of the only plane that supports it; `None` for all others.
    /// Such a shape may only be the fixed one.
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        None
    }
}

/// [`core_bounds`](Support::core_bounds) of any shape.
#[inline(always)]
pub(crate) fn bounds_by_support_points(shape: &(impl Support + ?Sized), axes: &LinearMap) -> Aabb {
    let along = |row: [f64; 3], sign: f64| {
        let row = Vector3::from(row);
        row.dot(&shape.support_point(&(row * sign)).coords)
    };
    let [x, y, z] = axes.rows;
    Aabb {
        min: Point3::new(along(x, -1.0), along(y, -1.0), along(z, -1.0)),
        max: Point3::new(along(x, 1.0), along(y, 1.0), along(z, 1.0)),
    }
}

/// What a shape that holds another one answers by it: all of [`Support`] but `support_point` and `radius`. `$by!(self, s => e)` is to be e
/// with the inner shape, or that of whichever kind, as `s`; the attributes are those of what casts ask for most often.
///
/// One list, so that a new method of the trait is forwarded everywhere or nowhere.
#[doc(hidden)]
#[macro_export]
macro_rules! forward_support {
    ($(#[$hot:meta])* $self:ident, $by:ident) => {
        fn interior_point(&$self) -> ::nalgebra::Point3<f64> {
            $by!($self, s => $crate::Support::interior_point(s))
        }
        $(#[$hot])*
        fn extent(&$self) -> f64 {
            $by!($self, s => $crate::Support::extent(s))
        }
        $(#[$hot])*
        fn middle(&$self) -> Option<$crate::Middle> {
            $by!($self, s => $crate::Support::middle(s))
        }
        $(#[$hot])*
        fn core(&$self) -> $crate::Core {
            $by!($self, s => $crate::Support::core(s))
        }
        $(#[$hot])*
        fn known_core(&$self) -> $crate::KnownCore {
            $by!($self, s => $crate::Support::known_core(s))
        }
        $(#[$hot])*
        fn generator(&$self, n: &::nalgebra::Vector3<f64>) -> Option<$crate::Generator> {
            $by!($self, s => $crate::Support::generator(s, n))
        }
        fn core_bounds(&$self, axes: &$crate::LinearMap) -> $crate::Aabb {
            $by!($self, s => $crate::Support::core_bounds(s, axes))
        }
        fn core_ball(&$self) -> $crate::BoundingBall {
            $by!($self, s => $crate::Support::core_ball(s))
        }
        fn axis_of_revolution(&$self) -> Option<::nalgebra::Vector3<f64>> {
            $by!($self, s => $crate::Support::axis_of_revolution(s))
        }
        $(#[$hot])*
        fn discs(&$self) -> Option<[[f64; 2]; 2]> {
            $by!($self, s => $crate::Support::discs(s))
        }
        fn rolling_radius(&$self) -> f64 {
            $by!($self, s => $crate::Support::rolling_radius(s))
        }
        fn unbounded_normal(&$self) -> Option<::nalgebra::Vector3<f64>> {
            $by!($self, s => $crate::Support::unbounded_normal(s))
        }
    };
}

macro_rules! inner {
    ($self:ident, $s:ident => $body:expr) => {{
        let $s = &**$self;
        $body
    }};
}

macro_rules! forward {
    ($($t:tt)*) => {
        impl<S: Support + ?Sized> Support for $($t)* {
            #[inline(always)]
            fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
                (**self).support_point(direction)
            }
            #[inline(always)]
            fn radius(&self) -> f64 {
                (**self).radius()
            }
            forward_support!(#[inline(always)] self, inner);
        }
    };
}
forward!(&S);
forward!(alloc::boxed::Box<S>);
forward!(alloc::sync::Arc<S>);
