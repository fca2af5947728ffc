//! Compounds that hold a mirrored height field. parry scales both ends of such a field's box, so that they are exchanged, and turns
//! and joins boxes as if they were not: neither the tree of the compound nor its own box holds the field then.

use super::grid::in_order;
use super::parry::bounding_volume::{Aabb, BoundingVolume};
use super::parry::math::Vector;
use super::parry::shape::{Compound, Shape, TypedShape};

/// The box of a shape.
pub(super) fn box_of(shape: &dyn Shape) -> Aabb {
    mirrored(shape)
        .and_then(|compound| boxes(compound).reduce(|a, b| a.merged(&b)))
        .unwrap_or_else(|| in_order(&shape.compute_local_aabb()))
}

/// The compound that a shape is, if it holds a mirrored height field.
pub(super) fn mirrored(shape: &dyn Shape) -> Option<&Compound> {
    let TypedShape::Compound(compound) = shape.as_typed_shape() else {
        return None;
    };
    let is_mirrored = |part: &dyn Shape| {
        part.as_heightfield()
            .is_some_and(|field| field.scale().cmplt(Vector::ZERO).any())
    };
    let holds_one = compound
        .shapes()
        .iter()
        .any(|(_, part)| is_mirrored(&**part));
    holds_one.then_some(compound)
}

/// The boxes of its parts.
pub(super) fn boxes(compound: &Compound) -> impl Iterator<Item = Aabb> {
    let parts = compound.shapes().iter().zip(compound.aabbs());
    parts.map(|((pose, part), aabb)| match part.as_heightfield() {
        Some(field) => in_order(field.root_aabb()).transform_by(pose),
        None => *aabb,
    })
}
