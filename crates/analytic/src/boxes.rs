//! Boxes against boxes and triangles: the slab method, with no iteration.

mod box_box;
mod box_triangle;
mod clip;

pub use box_box::{box_box, box_box_bracket};
pub use box_triangle::{box_triangle, box_triangle_bracket, triangle_box, triangle_box_bracket};

use nalgebra::{Isometry3, Matrix3, Vector3};

/// A box anywhere in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Half of the edge lengths along the box's own axes: finite, none negative. Zeros make rectangles, segments and
    /// points.
    pub half_extents: Vector3<f64>,
    /// Where the middle of the box stands in world space, and how the box is turned.
    pub pose: Isometry3<f64>,
}

impl Cuboid {
    fn axes(&self) -> Matrix3<f64> {
        self.pose.rotation.to_rotation_matrix().into_inner()
    }

    fn middle(&self) -> &Vector3<f64> {
        &self.pose.translation.vector
    }
}
