//! The casts as the library's own types: the one place that knows how to build them. Nothing here computes.

use crate::{Body, Cast, Form};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, InvalidSweep,
    Placed, PointShape, Real, Rounded, Segment, Shape, Sphere, Sweep, Triangle, Turn, TurningSweep,
};

/// The sweep of a [`Cast`], as the library takes it.
pub type RunTimeSweep<T> = Sweep<T, Shape<T>, Shape<T>>;

impl Form {
    /// The shape with these numbers in the scalar `T`.
    ///
    /// # Errors
    /// What the shape's constructor says.
    pub fn build<T: Real>(&self) -> Result<Shape<T>, InvalidShape> {
        let number = T::nearest;
        let vector = |v: &[f64; 3]| v.map(T::nearest);
        Ok(match self {
            Self::Point => PointShape.into(),
            Self::Sphere { radius } => Sphere::new(number(*radius))?.into(),
            Self::Cuboid { half_extents } => Cuboid::new(vector(half_extents))?.into(),
            Self::Capsule {
                half_height,
                radius,
            } => Capsule::new(number(*half_height), number(*radius))?.into(),
            Self::Cylinder {
                half_height,
                radius,
            } => Cylinder::new(number(*half_height), number(*radius))?.into(),
            Self::Cone {
                half_height,
                radius,
            } => Cone::new(number(*half_height), number(*radius))?.into(),
            Self::Ellipsoid { radii } => Ellipsoid::new(vector(radii))?.into(),
            Self::Segment { a, b } => Segment::new(vector(a), vector(b))?.into(),
            Self::Triangle { a, b, c } => Triangle::new(vector(a), vector(b), vector(c))?.into(),
            Self::ConvexHull { points } => ConvexHull::new(points.iter().map(vector))?.into(),
            Self::HalfSpace { normal } => HalfSpace::new(vector(normal))?.into(),
            Self::Rounded { shape, radius } => {
                Rounded::new(shape.build::<T>()?, number(*radius))?.into()
            }
        })
    }
}

impl Body {
    /// The shape at its pose, in the scalar `T`.
    ///
    /// # Panics
    /// When a number is not what the shape or the pose takes: a mistake in a generator or a test. Casts that were read
    /// by [`Cast::from_line`] have none, in `f64`.
    pub fn placed<T: Real>(&self) -> Placed<T, Shape<T>> {
        self.try_placed()
            .unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    fn try_placed<T: Real>(&self) -> Result<Placed<T, Shape<T>>, InvalidShape> {
        let [x, y, z, w] = self.rotation.map(T::nearest);
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        let translation = Translation3::from(self.position.map(T::nearest));
        let pose = Isometry3::from_parts(translation, rotation);
        Placed::new(self.shape.build::<T>()?, pose)
    }
}

impl Cast {
    /// The cast as a sweep in the scalar `T`, without its turn.
    ///
    /// # Panics
    /// When a number is not what the sweep takes: a mistake in a generator or a test.
    pub fn sweep<T: Real>(&self) -> RunTimeSweep<T> {
        self.try_sweep()
            .unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// The same of a cast that may hold any numbers: what is wrong with it, in words.
    pub(crate) fn try_sweep<T: Real>(&self) -> Result<RunTimeSweep<T>, String> {
        let placed = |body: &Body| body.try_placed().map_err(|e| e.to_string());
        let displacement = self.displacement.map(T::nearest);
        Sweep::new(placed(&self.moving)?, displacement, placed(&self.fixed)?)
            .map_err(|e| e.to_string())
    }

    /// The cast as a turning sweep in the scalar `T`.
    ///
    /// # Panics
    /// When a number is not what the sweep takes: a mistake in a generator or a test.
    pub fn turning_sweep<T: Real>(&self) -> TurningSweep<T, Shape<T>, Shape<T>> {
        self.turned(self.sweep())
            .unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// A sweep of this cast with its turn.
    pub(crate) fn turned<T: Real>(
        &self,
        sweep: RunTimeSweep<T>,
    ) -> Result<TurningSweep<T, Shape<T>, Shape<T>>, InvalidSweep> {
        let turns = swept::Turns {
            moving: Turn::by(self.turn.moving.map(T::nearest)),
            fixed: Turn::by(self.turn.fixed.map(T::nearest)),
        };
        TurningSweep::new(sweep, turns)
    }
}
