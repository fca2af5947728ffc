//! Shapes that are scaled by a negative number, in compounds and alone. parry scales both ends of a height field's box, so that they are
//! exchanged, and so are those of a box whose half sides are below 0; it turns and joins such boxes as if they were in order: neither the
//! tree of a compound nor its own box holds the part then. The same goes for what is no shape, a ball of a radius below 0 say, which is
//! to be refused where it may be met; and a part whose box is no number takes others out of the compound's.

use super::grid::in_order;
use super::parry::bounding_volume::{Aabb, BoundingVolume};
use super::parry::math::{Pose, Vector};
use super::parry::shape::{Compound, Shape, TypedShape};

/// The box of a shape.
pub(super) fn box_of(shape: &dyn Shape) -> Aabb {
    match mirrored(shape) {
        Some(compound) => box_of_parts(compound),
        None => box_of_one(shape),
    }
}

/// The box of a shape that is no such compound.
pub(super) fn box_of_one(shape: &dyn Shape) -> Aabb {
    if is_mirrored(shape) {
        at(&Pose::IDENTITY, shape)
    } else {
        in_order(&shape.compute_local_aabb())
    }
}

/// The box of such a compound.
pub(super) fn box_of_parts(compound: &Compound) -> Aabb {
    let none = *compound.local_aabb();
    boxes(compound).reduce(|a, b| a.merged(&b)).unwrap_or(none)
}

/// The compound that a shape is, if parry's boxes do not hold all of its parts.
pub(super) fn mirrored(shape: &dyn Shape) -> Option<&Compound> {
    let TypedShape::Compound(compound) = shape.as_typed_shape() else {
        return None;
    };
    let are_held = (compound.aabbs().iter()).all(|aabb| aabb.mins.cmple(aabb.maxs).all())
        && !(compound.shapes().iter()).any(|(_, part)| is_mirrored(&**part));
    (!are_held).then_some(compound)
}

/// The boxes of its parts.
pub(super) fn boxes(compound: &Compound) -> impl Iterator<Item = Aabb> {
    let parts = compound.shapes().iter().zip(compound.aabbs());
    parts.map(|((pose, part), aabb)| {
        if is_mirrored(&**part) {
            at(pose, &**part)
        } else {
            everywhere_if_none(aabb)
        }
    })
}

/// Whether a shape is scaled by a negative number and does not say so to its box.
fn is_mirrored(shape: &dyn Shape) -> bool {
    let scale = match shape.as_typed_shape() {
        TypedShape::HeightField(s) => s.scale(),
        TypedShape::Cuboid(s) => s.half_extents,
        TypedShape::RoundCuboid(s) => s.inner_shape.half_extents,
        TypedShape::Voxels(s) => s.voxel_size(),
        _ => return false,
    };
    scale.x < 0.0 || scale.y < 0.0 || scale.z < 0.0
}

/// The box of such a shape that stands there: what radius there is comes after the ends have been put in order.
#[cold]
fn at(pose: &Pose, shape: &dyn Shape) -> Aabb {
    let (inner, radius) = match shape.as_typed_shape() {
        TypedShape::RoundCuboid(s) => (s.inner_shape.local_aabb(), s.border_radius),
        _ => (shape.compute_local_aabb(), 0.0),
    };
    let (mut inner, radius) = (in_order(&inner), Vector::splat(radius));
    if *pose != Pose::IDENTITY {
        inner = inner.transform_by(pose);
    }
    everywhere_if_none(&Aabb::new(inner.mins - radius, inner.maxs + radius))
}

/// What has no number for its box may be anywhere. (parry joins a box of no number with another to that of the one or the other.)
fn everywhere_if_none(aabb: &Aabb) -> Aabb {
    if aabb.mins.is_nan() || aabb.maxs.is_nan() {
        Aabb::new(Vector::NEG_INFINITY, Vector::INFINITY)
    } else {
        in_order(aabb)
    }
}
