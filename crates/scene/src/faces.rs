//! Which sides of triangles can be met.

/// Which sides of the triangles of a mesh or a height field can be met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Both.
    #[default]
    TwoSided,
    /// The side from which the corners are seen counter-clockwise. A motion toward that side passes through: a
    /// shape that is inside a mesh can always leave it. One along a triangle, but for rounding, meets it as if it had both.
    OneSided,
}
