//! Every threshold of the closed forms, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.

/// Up to this separation or depth per unit of scale (the sum of all sizes and of the distance between the shapes'
/// origins), shapes count as touching: the same 16u as the casters, twice what a coordinate of a difference of points
/// is off by.
pub(crate) const TOUCHING: f64 = 8.0 * f64::EPSILON;

/// The rounding error of a slab's walls per unit of the axis' length and of scale (the sizes and the distance of the
/// shapes where they come nearest). With rotation matrices off by 13u and their product by 35u, a shape's size along an
/// axis errs by at most 44u, the offset by 23u, and the place that the motion has reached by 42u, each per unit of
/// scale; division and the swap of a rotated axis for the cross product of the two others add less than 19u. 128u in
/// all; errors measured are of a few u.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A motion along an axis that is slower than this per unit of the axis' length and of the displacement counts as
/// tangential: rotation and dot product make an error of up to 21u.
pub(crate) const TANGENTIAL: f64 = 16.0 * f64::EPSILON;

/// A cross axis whose squared length is below this is none. It guards against underflow alone, not against parallel
/// edges: an axis of any length whose square is a normal number carries a correct slab. 2⁻¹⁰⁰⁰.
pub(crate) const NO_AXIS: f64 = f64::MIN_POSITIVE * 4_194_304.0;
