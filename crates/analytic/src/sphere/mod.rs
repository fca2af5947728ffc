//! A sphere that moves along a line.
//!
//! Everything here rests on one step: a sphere touches a shape when its centre is within its radius of it. So the sphere is
//! shrunk to a point and the fixed shape grown by the radius, and what is left is a ray and a rounded shape.
//!
//! Sizes are lengths, at least 0; a radius of 0 makes a point. Lengths whose fourth powers leave the range of `f64` are outside
//! of what the formulas promise. Where an error is stated, u = 2⁻⁵³ and the scale L is the sum of the shapes' sizes; an error of
//! k·u·L means that the answer is right for a fixed shape grown or shrunk by that much, and that a fraction is off by 4u
//! on top of that. Where in the world the sweep takes place does not enter, nor how far away it starts, up to 2⁵⁰ times L.
//! Shapes that start within 16u of L and of the distance of their origins touch: what closes in is a hit at the fraction 0 from there.

pub(crate) mod cast;
mod cuboid;
mod features;
pub(crate) mod interval;
pub mod known_wrong;
mod line;
pub(crate) mod offset;
mod plane;
mod point;
mod polygon;
pub(crate) mod prism;

pub use cuboid::{against_aligned_box, against_box};
pub use features::{Contact, triangle_by_features};
pub use line::{against_capsule, against_line, against_segment};
pub(crate) use plane::ends_against_half_space;
pub use plane::{against_half_space, against_plane};
pub use point::{against_point, against_sphere};
pub use polygon::{against_polygon, against_triangle, against_triangle_front};

use nalgebra::Point3;

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its centre, in world space.
    pub centre: Point3<f64>,
    /// Its radius, at least 0.
    pub radius: f64,
}
