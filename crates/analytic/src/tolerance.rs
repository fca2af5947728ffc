//! Every threshold of the closed forms, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.

/// Up to this separation or depth per unit of scale (the sum of all sizes and of the distance between the shapes'
/// origins), shapes count as touching: the same 16u as the casters, twice what a coordinate of a difference of points
/// is off by.
pub(crate) const TOUCHING: f64 = 8.0 * f64::EPSILON;

/// Error of a distance between a point and a plane through two others, per unit of scale: one for each of the
/// subtractions, 3 for the dot product and 3 for the normal make 8u. Pieces of a surface that meet are made to overlap by
/// this much, so that nothing slips between them, and a smaller radius is raised to it.
pub(crate) const SEAM: f64 = 4.0 * f64::EPSILON;

/// Error of n·d per unit of |d| for a unit vector n: 3u for the dot product and 3u for n, rounded up. A motion whose part
/// along the normal is below this is tangential.
pub(crate) const ACROSS: f64 = 4.0 * f64::EPSILON;

/// Two sides whose squared cross product is below this part of the product of their squares, (8u)², lie on one line: the
/// corners that they join are off it by no more than their own rounding.
pub(crate) const FLAT: f64 = 16.0 * f64::EPSILON * f64::EPSILON;

/// Squared distances of a point from two places that differ by less than this part of themselves are alike: each is off by the rounding of
/// three squares and two sums, 4u in all.
pub(crate) const FOOT: f64 = 4.0 * f64::EPSILON;

/// What moves a point by less than this part of a radius moves it by nothing: u² is as little beside the rounding of a
/// coordinate of that size as that is beside the coordinate. Squares of such parts may leave the range of `f64`.
pub(crate) const STILL: f64 = f64::EPSILON * f64::EPSILON / 4.0;

/// The rounding error of a slab's walls per unit of the axis' length and of scale (the sizes and the distance of the
/// shapes where they come nearest). With rotation matrices off by 13u and their product by 35u, a shape's size along an
/// axis errs by at most 44u, the offset by 23u, and the place that the motion has reached by 42u, each per unit of
/// scale; division and the swap of a rotated axis for the cross product of the two others add less than 19u. 128u in
/// all; errors measured are of a few u.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A motion along an axis that is slower than this per unit of the axis' length and of the displacement counts as
/// tangential: rotation and dot product make an error of up to 21u.
pub(crate) const TANGENTIAL: f64 = 16.0 * f64::EPSILON;

/// A motion that closes in along a slab or a plane by less than this part of itself glances: its entry may be off by more than a thousand
/// times the slab's error, and another may know better.
pub(crate) const GLANCING: f64 = 1.0 / 1024.0;

/// The rounding error of a ray's height over a piece of a shape, per unit of scale, the sizes and the least distance of the ray: 64u, as
/// added up in `ray/mod.rs`.
pub(crate) const RAY: f64 = 32.0 * f64::EPSILON;

/// A cross axis whose squared length is below this is none. It guards against underflow alone, not against parallel
/// edges: an axis of any length whose square is a normal number carries a correct slab. 2⁻¹⁰⁰⁰.
pub(crate) const NO_AXIS: f64 = f64::MIN_POSITIVE * 4_194_304.0;

/// A motion that changes an offset by less than this part of the slab's sizes leaves it where it is: 2⁻⁶⁰⁰, while lengths differ by no more
/// than 2²⁰⁰. The time that it takes through the slab, which may be beyond the range of `f64`, is so for ever.
pub(crate) const STANDING: f64 = f64::from_bits((1023 - 600) << 52);

/// Newton steps for the distance of an ellipsoid, at most. Each squares a small error, and the first halve what is
/// left of a large one at worst, of which 53 bits have room for 53: few starts need more than ten.
pub(crate) const NEWTON_STEPS: u32 = 60;

/// Error of a unit normal that is the product of two sides, per unit of the product of their lengths over its own: one
/// for each subtraction of corners, 3 for the product and 3 for the division, twice over for the directions in which they can
/// add up.
pub(crate) const NORMAL: f64 = 8.0 * f64::EPSILON;

/// A normal that may be off by more than this, a quarter of a degree, says nothing about which edges span a facet.
pub(crate) const VAGUE: f64 = 1.0 / 256.0;
