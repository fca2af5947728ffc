//! A capsule that moves along a line without turning.
//!
//! A capsule is the segment from a to b with a radius. It touches K when a + s·(b − a) comes within the radius of K for some
//! s in [0, 1]; that is when a comes within the radius of K swept by a − b. So a capsule at a point is a point at a capsule, at a
//! segment it is a point at a rounded parallelogram, and at a polygon a point at a rounded prism: the pieces are those of a
//! sphere's sweep, only more of them.
//!
//! Sizes, ranges and the meaning of u and L are those of [`sphere`](crate::sphere).

mod line;
mod solid;

pub use line::against_line;
pub(crate) use line::core_against_line;
pub use solid::{
    against_capsule, against_half_space, against_plane, against_point, against_polygon,
    against_segment, against_sphere, against_triangle,
};

use nalgebra::Point3;

/// A segment with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// One end of its axis, in world space.
    pub a: Point3<f64>,
    /// The other end, which may be the same point.
    pub b: Point3<f64>,
    /// The radius, at least 0.
    pub radius: f64,
}
