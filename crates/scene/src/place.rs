//! Where on a scene a contact is.

use crate::SubShape;
use nalgebra::{Unit, Vector3};
use swept_support::Real;

/// What a contact is on, and the normals there. Normals are of unit length, in world space, and point out of the scene
/// toward the moving shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Place<T: Real> {
    /// The object, its part, and the triangle.
    pub sub_shape: SubShape,
    /// The part of the triangle that is touched; `None` for a convex shape, and for a triangle without area.
    pub feature: Option<Feature>,
    /// The point of contact as weights of the triangle's corners: none negative, their sum 1. `None` for a convex
    /// shape, and for a triangle without area.
    pub barycentric: Option<[T; 3]>,
    /// The separating normal, freed of internal edges: on an edge or a corner it is turned, no further than it takes,
    /// to one that the surface as a whole can have there. On a smooth floor of triangles it is the floor's normal. Equal
    /// to the separating normal on convex shapes, on triangles without area and on open edges.
    pub normal: Unit<Vector3<T>>,
    /// Of the faces at the contact, the normal of the one that is most opposed to the motion: of a triangle, and of those
    /// beside it when an edge or a corner is touched. Equal to the separating normal on convex shapes and on triangles without area.
    pub face_normal: Unit<Vector3<T>>,
}

/// A part of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// Its inside.
    Face,
    /// An edge: 0 from the first corner to the second, 1 from the second to the third, 2 from the third to the first.
    Edge(u8),
    /// A corner: 0, 1 or 2.
    Corner(u8),
}
