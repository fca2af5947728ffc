//! Which convex shape or triangle of a scene.

use crate::ObjectId;

/// What an answer is about. Ordered by object, part and triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SubShape {
    /// The object.
    pub id: ObjectId,
    /// The part of a compound, as [`Compound::parts`](crate::Compound::parts) counts them; 0 for all else.
    pub part: u32,
    /// The triangle of a mesh, by its index there, or of a height field, as [`HeightField`](crate::HeightField) numbers them; `None` for a
    /// convex shape.
    pub triangle: Option<u32>,
    /// The object's [`user_data`](crate::Object::user_data).
    pub user_data: u64,
}
