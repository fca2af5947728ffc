//! Every threshold of the solvers, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.
//!
//! All thresholds are multiples of a rounding error times a **scale**: the sum of both extents, both radii, the
//! target distance and the distance of the shapes' origins, in the frame in which the work is done. Multiplying all
//! lengths by a power of two multiplies every threshold by it exactly.

use swept_support::Real;

/// Unit roundoff of `f64`.
pub(crate) const U: f64 = 0.5 * f64::EPSILON;

/// Error of a dot product of support point and direction, of the direction's rotation excepted, in u·|n|·extent:
/// 8 for the support contract, 3 for the dot product, 3 for adding it to the other terms.
pub(crate) const SUPPORT: f64 = 14.0;

/// What a rotation that is not exact adds to it: 16 for the matrix (see `LinearMap::from_quaternion`), 6 for
/// applying it to the direction.
pub(crate) const ROTATION: f64 = 22.0;

/// Error of n·(p_fixed − p_moving) in u·|n|·|p|: 1 for the subtraction, 3 for the dot product, 3 for the sum. The same
/// bound serves r·|n|, whose root and product err by less.
pub(crate) const POSITION: f64 = 7.0;

/// Error of n·d in u·|n|·|d|: 3 for the dot product, 1 spare for what the quotient adds.
pub(crate) const MOTION: f64 = 4.0;

/// Error of an unbounded shape's normal, in u: 5 for making it of unit length, 22 for its rotation into the world.
pub(crate) const DIRECTION: f64 = 27.0;

/// A point of the obstacle in the working frame is two support points, a rotation of a rotation (16 + 16 + 6), and
/// two sums: 48u of the scale bounds the error of each coordinate. In practice it is a tenth of that.
pub(crate) const POINT: f64 = 24.0 * U;

/// Below this part of the scale a height over an edge or a face says nothing about its sign's cause: touching, or
/// rounding. The coordinates it is taken from are seldom off by more than 8u.
pub(crate) const NOISE: f64 = 8.0 * U;

/// A shadow nearer to the axis than this part of the scale lies on it: far below any rounding error, and far above the
/// lengths whose products vanish.
pub(crate) const ON_AXIS: f64 = U / (1u64 << 20) as f64;

/// How far the bracket of an entry or exit may stay open along the normal, per unit of scale.
///
/// `f64`: support points in the working frame carry errors of some 8u of the scale, so closing further would sort
/// noise. `f32`: half a unit in the last place of `f32`; the final rounding of the fraction costs up to one.
pub(crate) fn bracket<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        NOISE
    } else {
        0.5 * T::EPSILON
    }
}

/// Up to this separation or depth, per unit of scale, shapes count as touching: twice what a bracket may stay open,
/// so that a shape that was advanced to a hit touches there and does not overlap.
pub(crate) fn contact<T: Real>() -> f64 {
    2.0 * bracket::<T>()
}

/// How far apart the bounds of a depth may stay, per unit of scale: curved obstacles close by a constant factor
/// per step, so this is 2⁻³⁰ for `f64` rather than its last place; the upper bound, which is the answer, is then
/// off by at most the square root of the gap to a face in direction and not at all in truth.
pub(crate) fn depth<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        1.0 / (1u64 << 36) as f64
    } else {
        T::EPSILON
    }
}

/// Steps of a portal that move neither bound before it is called stalled. A degenerate triangle (the line through an
/// edge or a corner of the obstacle) needs up to three to turn around a corner.
pub(crate) const STALLED_STEPS: u32 = 6;

/// Steps of one refinement after which its bracket is given as it is. The slowest seen that closes, on the rims of thin
/// cones in `f64`, takes 90.
pub(crate) const MOST_REFINEMENTS: u32 = 250;

/// A bracket that spans more than this part of the scale along the motion is called wide, however close its ends are
/// along the normal: the motion is then all but parallel to the surfaces in contact, and the points at the two ends
/// lie as far apart. A twentieth of what contact points may be off.
pub(crate) fn wide<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        1.0 / (1u64 << 34) as f64
    } else {
        1.0 / f64::from(1 << 19)
    }
}

/// A stalled bracket this many times wider than asked for is handed to conservative advancement.
pub(crate) const STALLED_WIDTH: f64 = 4.0;
