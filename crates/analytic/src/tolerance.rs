//! Every threshold of the closed forms, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.

/// Up to this separation or depth per unit of scale (the sum of all sizes and of the distance between the shapes'
/// origins), shapes count as touching: the same 16u as the casters, twice what a coordinate of a difference of points
/// is off by.
pub(crate) const TOUCHING: f64 = 8.0 * f64::EPSILON;
