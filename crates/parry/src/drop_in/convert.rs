//! glam's types into nalgebra's and back.

use super::Scalar;
use super::parry::bounding_volume::Aabb;
use super::parry::math::{Pose, Vector};
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_support::{Aabb as Box3, Real};

#[inline(always)]
pub(super) fn vector(v: Vector) -> Vector3<Scalar> {
    Vector3::new(v.x, v.y, v.z)
}

#[inline(always)]
pub(super) fn wide(v: Vector) -> Vector3<f64> {
    vector(v).map(Real::to_f64)
}

#[inline(always)]
pub(super) fn point(v: Vector) -> Point3<f64> {
    Point3::from(wide(v))
}

#[inline(always)]
pub(super) fn box3(aabb: &Aabb) -> Box3 {
    Box3 {
        min: point(aabb.mins),
        max: point(aabb.maxs),
    }
}

/// Rounded to the nearest.
#[inline(always)]
pub(super) fn narrow(v: &Vector3<f64>) -> Vector {
    let x = <Scalar as Real>::nearest;
    Vector::new(x(v.x), x(v.y), x(v.z))
}

#[inline(always)]
pub(super) fn isometry(pose: &Pose) -> Isometry3<Scalar> {
    at(vector(pose.translation), pose)
}

/// The rotation of `pose` at another place.
#[inline(always)]
pub(super) fn at(position: Vector3<Scalar>, pose: &Pose) -> Isometry3<Scalar> {
    let q = &pose.rotation;
    let rotation = Quaternion::new(q.w, q.x, q.y, q.z);
    Isometry3::from_parts(position.into(), UnitQuaternion::new_unchecked(rotation))
}
