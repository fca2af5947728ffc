//! Shapes, poses and options out of any bytes.

// Each target uses a part of it.
#![allow(dead_code)]

pub mod land;
pub mod numbers;

use arbitrary::Arbitrary;
use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{
    Capsule, CastOptions, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Method, Placed,
    PointShape, Real, Rounded, Segment, Shape, Sphere, StartOverlap, Sweep, Triangle,
};

/// A number: any bits, or one of those that make things flush, flat and parallel.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Number {
    /// A small multiple of a quarter.
    Quarter(i8),
    /// The same, off by some units in the last place of `f32`.
    Near(i8, i8),
    /// A power of two, up to beyond the range that is accepted.
    Power(i16),
    /// Any `f32`.
    Single(f32),
    /// Any `f64`.
    Double(f64),
}

impl Number {
    fn value(self) -> f64 {
        match self {
            Self::Quarter(q) => f64::from(q) / 4.0,
            Self::Near(q, ulps) => {
                f64::from(q) / 4.0 * (1.0 + f64::from(ulps) * f64::from(f32::EPSILON))
            }
            Self::Power(p) => f64::from(p % 300).exp2(),
            Self::Single(x) => f64::from(x),
            Self::Double(x) => x,
        }
    }

    pub fn get<T: Real>(self) -> T {
        T::nearest(self.value())
    }
}

pub type Triple = [Number; 3];

pub fn triple<T: Real>(v: &Triple) -> [T; 3] {
    v.map(Number::get)
}

/// Any shape.
#[derive(Clone, Debug, Arbitrary)]
pub enum Solid {
    Point,
    Sphere(Number),
    Cuboid(Triple),
    Capsule(Number, Number),
    Cylinder(Number, Number),
    Cone(Number, Number),
    Ellipsoid(Triple),
    Segment(Triple, Triple),
    Triangle(Triple, Triple, Triple),
    Hull(Vec<Triple>),
    HalfSpace(Triple),
    Rounded(Box<Solid>, Number),
}

/// Hulls are cut off here: larger ones are slow and no different.
const MOST_POINTS: usize = 24;
const MOST_ROUNDINGS: u32 = 3;

impl Solid {
    pub fn build<T: Real>(&self, depth: u32) -> Option<Shape<T>> {
        Some(match self {
            Self::Point => PointShape.into(),
            Self::Sphere(r) => Sphere::new(r.get()).ok()?.into(),
            Self::Cuboid(h) => Cuboid::new(triple(h)).ok()?.into(),
            Self::Capsule(h, r) => Capsule::new(h.get(), r.get()).ok()?.into(),
            Self::Cylinder(h, r) => Cylinder::new(h.get(), r.get()).ok()?.into(),
            Self::Cone(h, r) => Cone::new(h.get(), r.get()).ok()?.into(),
            Self::Ellipsoid(r) => Ellipsoid::new(triple(r)).ok()?.into(),
            Self::Segment(a, b) => Segment::new(triple(a), triple(b)).ok()?.into(),
            Self::Triangle(a, b, c) => Triangle::new(triple(a), triple(b), triple(c)).ok()?.into(),
            Self::Hull(points) => {
                let points = points.iter().take(MOST_POINTS).map(triple::<T>);
                ConvexHull::new(points).ok()?.into()
            }
            Self::HalfSpace(n) => HalfSpace::new(triple(n)).ok()?.into(),
            Self::Rounded(..) if depth == MOST_ROUNDINGS => return None,
            Self::Rounded(shape, r) => Rounded::new(shape.build::<T>(depth + 1)?, r.get())
                .ok()?
                .into(),
        })
    }
}

/// A shape at a pose.
#[derive(Clone, Debug, Arbitrary)]
pub struct Body {
    solid: Solid,
    pose: Pose,
}

impl Body {
    fn placed<T: Real>(&self) -> Option<Placed<T, Shape<T>>> {
        Placed::new(self.solid.build(0)?, self.pose.get()).ok()
    }
}

/// A pose, which need not be one.
#[derive(Clone, Debug, Arbitrary)]
pub struct Pose {
    position: Triple,
    rotation: Option<[Number; 4]>,
}

impl Pose {
    pub fn get<T: Real>(&self) -> Isometry3<T> {
        let [x, y, z, w] = match &self.rotation {
            Some(q) => q.map(Number::get),
            None => [T::zero(), T::zero(), T::zero(), T::one()],
        };
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Isometry3::from_parts(Translation3::from(triple::<T>(&self.position)), rotation)
    }
}

/// A cast out of any bytes.
#[derive(Clone, Debug, Arbitrary)]
pub struct Wild {
    moving: Body,
    fixed: Body,
    displacement: Triple,
    target_distance: Option<Number>,
    tolerance: Option<Number>,
    start_overlap: u8,
    max_steps: Option<u8>,
}

impl Wild {
    /// The sweep, if its numbers make one.
    pub fn sweep<T: Real>(&self) -> Option<Sweep<T, Shape<T>, Shape<T>>> {
        let displacement = Vector3::from(triple::<T>(&self.displacement));
        Sweep::new(self.moving.placed()?, displacement, self.fixed.placed()?).ok()
    }

    /// The options, for one method.
    pub fn options<T: Real>(&self, method: Method) -> CastOptions<T> {
        let default = CastOptions::<T>::default();
        CastOptions {
            method,
            target_distance: self.target_distance.map_or(T::zero(), Number::get),
            tolerance: self.tolerance.map_or(T::zero(), Number::get),
            start_overlap: match self.start_overlap % 3 {
                0 => StartOverlap::Report,
                1 => StartOverlap::IgnoreIfReceding,
                _ => StartOverlap::Ignore,
            },
            chord: self.start_overlap < 128,
            max_steps: self.max_steps.map_or(default.max_steps, u32::from),
        }
    }
}
