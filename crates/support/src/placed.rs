//! A shape at a pose.

use crate::invalid::{InvalidShape, coordinate};
use crate::math::{with_squares, within};
use crate::tolerance::BOX;
use crate::{Aabb, LinearMap, Real, Support};
use alloc::format;
use core::marker::PhantomData;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};

/// A shape and where it stands: its origin's position and its rotation, in world space.
///
/// `S` may be a shape, a reference to one, a `Box` or an `Arc`. The rotation is the one that the quaternion's
/// direction stands for; it need not be of unit length beyond its scalar's precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<T: Real, S> {
    // In f64, whatever the scalar: converted once.
    quaternion: Quaternion<f64>,
    position: Vector3<f64>,
    shape: S,
    scalar: PhantomData<T>,
}

impl<T: Real, S: Support> Placed<T, S> {
    /// `shape` at `pose` (an `Isometry3`, a position as `[x, y, z]`, `Vector3` or `Point3`, or a glam pose with the
    /// matching `convert-glam` feature).
    ///
    /// # Errors
    /// [`InvalidShape`] when a coordinate is NaN, infinite or beyond [`Real::MAX_LENGTH`], and when the
    /// rotation's quaternion is zero or not finite.
    #[inline(always)]
    pub fn new(shape: S, pose: impl Into<Isometry3<T>>) -> Result<Self, InvalidShape> {
        let pose = pose.into();
        let position = pose.translation.vector.map(Real::to_f64);
        let quaternion = Quaternion::from(pose.rotation.as_ref().coords.map(Real::to_f64));
        if within(&position, T::MAX_LENGTH) && LinearMap::is_rotation(&quaternion) {
            Ok(Self {
                shape,
                position,
                quaternion,
                scalar: PhantomData,
            })
        } else {
            let (p, q) = (pose.translation.vector, pose.rotation.coords);
            Err(refused([p.x, p.y, p.z], [q.x, q.y, q.z, q.w]))
        }
    }

    /// Puts the shape's origin at `position` (world space) and leaves it turned as it is.
    ///
    /// # Errors
    /// [`InvalidShape`] when a coordinate is NaN, infinite or beyond [`Real::MAX_LENGTH`]; the shape then stays where it is.
    pub fn move_to(&mut self, position: impl Into<Vector3<T>>) -> Result<(), InvalidShape> {
        let given = position.into();
        let position = given.map(Real::to_f64);
        if !within(&position, T::MAX_LENGTH) {
            let turned = self.quaternion.coords.map(T::nearest);
            return Err(refused(given.into(), turned.into()));
        }
        self.position = position;
        Ok(())
    }

    /// The placed shape with the shape borrowed.
    pub fn as_ref(&self) -> Placed<T, &S> {
        self.with_shape(&self.shape)
    }

    /// The placed shape with the shape borrowed as `dyn Support`: for code that is to be compiled once for all shapes.
    pub fn as_dyn(&self) -> Placed<T, &dyn Support> {
        self.with_shape(&self.shape)
    }

    /// Another shape at the same pose.
    #[inline(always)]
    pub fn with_shape<R: Support>(&self, shape: R) -> Placed<T, R> {
        Placed {
            shape,
            quaternion: self.quaternion,
            position: self.position,
            scalar: PhantomData,
        }
    }

    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The pose, as it was given.
    pub fn pose(&self) -> Isometry3<T> {
        let rotation = Quaternion::from(self.quaternion.coords.map(T::nearest));
        Isometry3::from_parts(
            self.position.map(T::nearest).into(),
            UnitQuaternion::new_unchecked(rotation),
        )
    }

    /// The rotation as a matrix: from the shape's own axes to those of the world.
    #[inline(always)]
    pub fn rotation(&self) -> LinearMap {
        LinearMap::from_rotation(self.quaternion)
    }

    /// The position of the shape's origin, in world space.
    #[inline(always)]
    pub fn position(&self) -> Vector3<f64> {
        self.position
    }

    /// The point of the shape, radius included, that is farthest along `direction` (of any length but 0), in world space. A half-space has
    /// none: what is given then means nothing.
    pub fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        let direction = with_squares(direction);
        let local = self.rotation().apply_transposed(&direction);
        let core = self.shape.support_point(&local);
        let rounding = direction.normalize() * self.shape.radius();
        Point3::from(self.rotation().apply(&core.coords) + self.position() + rounding)
    }

    /// The smallest box with sides along the world's axes that holds the shape, rounded outward.
    ///
    /// For an unbounded shape all bounds are infinite.
    pub fn aabb(&self) -> Aabb {
        if self.shape.unbounded_normal().is_some() {
            return Aabb::EVERYTHING;
        }
        let radius = self.shape.radius();
        let slack = BOX * (self.shape.extent() + radius + self.position.amax());
        let core = self.shape.core_bounds(&self.rotation());
        let around = Vector3::repeat(radius + slack);
        Aabb {
            min: core.min + self.position - around,
            max: core.max + self.position + around,
        }
    }
}

/// Why a pose was refused.
#[cold]
fn refused<T: Real>(position: [T; 3], rotation: [T; 4]) -> InvalidShape {
    for (i, x) in position.into_iter().enumerate() {
        if let Err(error) = coordinate(format!("position[{i}]"), x) {
            return error;
        }
    }
    let worst = rotation
        .map(Real::to_f64)
        .into_iter()
        .find(|x| !x.is_finite());
    InvalidShape::new(
        "rotation",
        worst.unwrap_or(0.0),
        "a rotation (expected a finite quaternion that is not zero)",
    )
}

#[cfg(test)]
mod tests;
