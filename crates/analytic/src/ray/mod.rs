//! A point that moves along a line: a ray, cast at every shape.
//!
//! A convex shape is an intersection of pieces: half-spaces, a cylinder, a cone, an ellipsoid. Each piece is met by the line in
//! an interval, the shape in the intersection of those, and where an interval ends there is a plane with the whole piece on
//! one side (see `clip.rs`). Points, spheres, segments, capsules and flat polygons are shapes that a sphere of radius 0
//! meets, and are cast as in [`sphere`](crate::sphere); a rounded shape is one that a sphere with its radius meets
//! ([`against_rounded`]).
//!
//! # Errors
//! u = 2⁻⁵³. The scale L is the sum of the shape's sizes and of the least distance of the sweep from the shape's origin; where in
//! the world the sweep takes place does not enter, nor how far away it starts, up to 2⁵⁰ times L. A hit or miss is that of a shape grown or shrunk by at
//! most 64u·L, where "grown" moves every plane outward by that length: near an edge with the angle φ inside, the edge itself
//! moves by 1/sin(φ/2) times as much. 14u of them are the rotation of a near point, 28u that of the displacement over a way
//! of up to 2·L, 6u the subtraction, 16u the piece itself. The fraction is rounded by 2u on top, a miss's plane by 4u of the
//! displacement's length. Touching and depth are measured at the start, with the start's distance in the scale.
//!
//! A line all but along a plane is met as that plane is moved out by those 64u·L (see `clip.rs`), and the plane may be off by as much: a
//! hit is then that of a shape grown by twice that at most. 1.12 times is the most that a search has found.

mod clip;
mod cone;
mod cylinder;
mod ellipsoid;
mod polyhedron;
mod round;

pub use cone::against_cone;
pub use cylinder::{Upright, against_cylinder};
pub use ellipsoid::against_ellipsoid;
pub(crate) use ellipsoid::height as ellipsoid_height;
pub use polyhedron::{Plane, against_box, against_polyhedron};
pub use round::{
    against_capsule, against_half_space, against_plane, against_point, against_polygon,
    against_rounded, against_segment, against_sphere, against_triangle,
};

use crate::view::View;
use nalgebra::{Isometry3, Point3, Vector3};

/// A point and the whole way that it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where the point starts, in world space.
    pub start: Point3<f64>,
    /// The way from start to end, not only its direction.
    pub displacement: Vector3<f64>,
}

impl Ray {
    /// The ray in the axes and from the origin of `pose`.
    fn seen_from(&self, pose: &Isometry3<f64>) -> View {
        View::new(&self.start, &self.displacement, pose)
    }
}
