//! Boxes against boxes and triangles: the slab method, with no iteration.

mod box_box;
mod box_triangle;
mod clip;

pub use box_box::{box_box, box_box_bracket};
pub use box_triangle::{box_triangle, box_triangle_bracket, triangle_box, triangle_box_bracket};

use nalgebra::{Isometry3, Vector3};

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
    /// The box's axes in the world.
    #[inline(always)]
    fn axes(&self) -> Axes {
        let r = self.pose.rotation.to_rotation_matrix().into_inner();
        Axes([
            Vector3::new(r.m11, r.m21, r.m31),
            Vector3::new(r.m12, r.m22, r.m32),
            Vector3::new(r.m13, r.m23, r.m33),
        ])
    }

    fn middle(&self) -> &Vector3<f64> {
        &self.pose.translation.vector
    }
}

/// Three unit vectors at right angles: the axes of a frame, seen from another.
#[derive(Clone, Copy, Debug)]
struct Axes([Vector3<f64>; 3]);

impl Axes {
    /// From this frame to the one it is seen from.
    #[inline(always)]
    fn outward(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let [x, y, z] = &self.0;
        x * v.x + y * v.y + z * v.z
    }

    /// Into this frame.
    #[inline(always)]
    fn inward(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let [x, y, z] = &self.0;
        Vector3::new(x.dot(v), y.dot(v), z.dot(v))
    }
}
