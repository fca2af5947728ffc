//! Shapes as the closed forms take them.

use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept::{Placed, Real, Shape};
use swept_analytic::boxes::Cuboid;
use swept_analytic::ellipsoid::Ellipsoid;
use swept_analytic::polyhedron::Polyhedron;
use swept_analytic::ray::Upright;

/// The most corners of a hull whose faces are sought by trying all planes of three: their number to the fourth power is
/// the work, about a second for this many.
pub(super) const MOST_CORNERS: usize = 96;

/// A shape without its radius, in the world's axes.
#[derive(Clone, Debug)]
pub(super) enum Core {
    Point(Point3<f64>),
    Segment(Point3<f64>, Point3<f64>),
    Triangle([Point3<f64>; 3]),
    Box(Cuboid),
    Hull(Vec<Point3<f64>>),
    Cylinder(Isometry3<f64>, Upright),
    Cone(Isometry3<f64>, Upright),
    Ellipsoid(Ellipsoid),
    HalfSpace(Point3<f64>, Unit<Vector3<f64>>),
}

/// A core with a ball of `radius` about each of its points.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub(super) core: Core,
    pub(super) radius: f64,
}

impl Solid {
    /// The shape where it stands as seen from `origin`, with coordinates no larger than they have to be; nothing for shapes that
    /// the closed forms do not know.
    pub(super) fn new<T: Real>(body: &Placed<T, &Shape<T>>, origin: &Vector3<f64>) -> Option<Self> {
        // With components of at most 1: the square of its norm cannot overflow.
        let quaternion = body.pose().rotation.coords.map(Real::to_f64);
        let quaternion = (quaternion / quaternion.amax()).into();
        let pose = Isometry3::from_parts(
            (body.position() - origin).into(),
            UnitQuaternion::new_normalize(quaternion),
        );
        Self::at(body.shape(), &pose)
    }

    fn at<T: Real>(shape: &Shape<T>, pose: &Isometry3<f64>) -> Option<Self> {
        let place = |p: &Point3<T>| pose * p.map(Real::to_f64);
        let upright = |half_height: T, radius: T| Upright {
            half_height: half_height.to_f64(),
            radius: radius.to_f64(),
        };
        let middle = Point3::from(pose.translation.vector);
        let mut radius = 0.0;
        let core = match shape {
            Shape::Point(_) => Core::Point(middle),
            Shape::Sphere(sphere) => {
                radius = sphere.radius().to_f64();
                Core::Point(middle)
            }
            Shape::Cuboid(cuboid) => Core::Box(Cuboid {
                half_extents: cuboid.half_extents().map(Real::to_f64),
                pose: *pose,
            }),
            Shape::Capsule(capsule) => {
                radius = capsule.radius().to_f64();
                let along = pose.rotation * Vector3::y() * capsule.half_height().to_f64();
                Core::Segment(middle - along, middle + along)
            }
            Shape::Cylinder(c) => Core::Cylinder(*pose, upright(c.half_height(), c.radius())),
            Shape::Cone(c) => Core::Cone(*pose, upright(c.half_height(), c.radius())),
            Shape::Ellipsoid(ellipsoid) => Core::Ellipsoid(Ellipsoid {
                radii: ellipsoid.radii().map(Real::to_f64),
                pose: *pose,
            }),
            Shape::Segment(segment) => {
                let [a, b] = segment.ends().each_ref().map(place);
                Core::Segment(a, b)
            }
            Shape::Triangle(triangle) => Core::Triangle(triangle.corners().each_ref().map(place)),
            Shape::ConvexHull(hull) => Core::Hull(hull.corners().iter().map(place).collect()),
            Shape::HalfSpace(plane) => {
                let normal = pose.rotation * plane.normal().map(Real::to_f64);
                Core::HalfSpace(middle, Unit::new_normalize(normal))
            }
            Shape::Rounded(rounded) => {
                let inner = Self::at(rounded.shape(), pose)?;
                radius = inner.radius + rounded.added_radius().to_f64();
                inner.core
            }
            _ => return None,
        };
        Some(Self { core, radius })
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> &'static str {
        match (&self.core, self.radius > 0.0) {
            (Core::Point(_), false) => "a point",
            (Core::Point(_), true) => "a sphere",
            (Core::Segment(..), false) => "a segment",
            (Core::Segment(..), true) => "a capsule",
            (Core::Triangle(_), false) => "a triangle",
            (Core::Triangle(_), true) => "a rounded triangle",
            (Core::Box(_), false) => "a cuboid",
            (Core::Box(_), true) => "a rounded cuboid",
            (Core::Hull(_), false) => "a convex_hull",
            (Core::Hull(_), true) => "a rounded convex_hull",
            (Core::Cylinder(..), false) => "a cylinder",
            (Core::Cylinder(..), true) => "a rounded cylinder",
            (Core::Cone(..), false) => "a cone",
            (Core::Cone(..), true) => "a rounded cone",
            (Core::Ellipsoid(_), false) => "an ellipsoid",
            (Core::Ellipsoid(_), true) => "a rounded ellipsoid",
            (Core::HalfSpace(..), _) => "a half_space",
        }
    }

    /// The same, moved.
    pub(super) fn moved(&self, by: &Vector3<f64>) -> Self {
        let mut solid = self.clone();
        match &mut solid.core {
            Core::Point(a) | Core::HalfSpace(a, _) => *a += by,
            Core::Segment(a, b) => {
                *a += by;
                *b += by;
            }
            Core::Triangle(corners) => corners.iter_mut().for_each(|c| *c += by),
            Core::Hull(corners) => corners.iter_mut().for_each(|c| *c += by),
            Core::Box(Cuboid { pose, .. })
            | Core::Cylinder(pose, _)
            | Core::Cone(pose, _)
            | Core::Ellipsoid(Ellipsoid { pose, .. }) => pose.translation.vector += by,
        }
        solid
    }

    /// The core as a polyhedron, when it is one that is not too large.
    pub(super) fn polyhedron(&self) -> Option<Polyhedron> {
        match &self.core {
            Core::Point(a) => Some(Polyhedron::point(*a)),
            Core::Segment(a, b) => Some(Polyhedron::edge(*a, *b)),
            Core::Triangle(corners) => Polyhedron::hull(corners),
            Core::Box(Cuboid { half_extents, pose }) => {
                let corner = |i: usize| {
                    let side = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
                    let signs = Vector3::new(side(1), side(2), side(4));
                    pose * Point3::from(half_extents.component_mul(&signs))
                };
                Polyhedron::hull(&(0..8).map(corner).collect::<Vec<_>>())
            }
            Core::Hull(corners) if corners.len() <= MOST_CORNERS => Polyhedron::hull(corners),
            _ => None,
        }
    }
}
