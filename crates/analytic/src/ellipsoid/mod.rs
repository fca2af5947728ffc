//! An ellipsoid that moves along a line without turning.
//!
//! Dividing all coordinates by the radii makes the ellipsoid a unit ball and leaves lines, planes, polygons and fractions
//! what they are (ellipsoid space). The ball is swept there, as in [`sphere`](crate::sphere), and the answer mapped back:
//! the point by the radii, the normal by the inverse transpose, as m/a, coordinate by coordinate: if m·(x/a) <= k then
//! (m/a)·x <= k.
//!
//! # Errors
//! u = 2⁻⁵³. Growing the ball by a part of its radius is growing all radii of the ellipsoid by that part of themselves. So
//! an answer from ellipsoid space is right for an ellipsoid whose radii are larger or smaller by 96u·L′ of themselves,
//! L′ = 1 + (the distance at the nearest approach + the fixed shape's extent + the greatest radius) / the least radius. The nearest
//! approach is that in the world: from there on the motion is rotated, and the contact may be as far from there as the ellipsoid is
//! long. The least radius counts for whatever lies across it as well: where the world's axes are not the ellipsoid's, a coordinate along
//! it is a sum that the long ones enter, with their rounding. 32u are the sphere's, 48u the rotation's, the rest the
//! divisions'. Thin ellipsoids make L′ large. The fraction is rounded by 4u on top, a miss's plane by 4u of the displacement's length.

mod depth;
mod plane;
mod polygon;

pub use plane::{against_half_space, against_plane};
pub use polygon::{against_point, against_polygon, against_segment, against_triangle};

use nalgebra::{Isometry3, Vector3};

/// An ellipsoid: Σ (xᵢ/aᵢ)² <= 1 in its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    /// The radii aᵢ along its own axes, each at least 0.
    pub radii: Vector3<f64>,
    /// Its middle and its axes, in world space.
    pub pose: Isometry3<f64>,
}
