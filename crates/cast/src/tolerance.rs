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

/// Error of an obstacle point's coordinates in the working frame, per unit of scale: two support points (8u each, but
/// for polytopes, whose corners are exact), a rotation of a rotation, and two sums. The worst case of all of them
/// together is 48u; half of it is more than any cast has shown. It widens the upper end of a bracket, whose claim is
/// contact up to a dilation: what it should not cover, the dilation that the certificate states does, and the check of
/// a certificate does not use it.
pub(crate) const POINT: f64 = 24.0 * U;

/// What may be wrong with a solver's own lower bound, as a length per unit of scale and of |d|: a fraction is proven with it
/// where the answer is an `f32` anyway, of whose last place this is a 2²⁰th.
///
/// In the sheared frame, whose map and its inverse have norms below 2: pulling the direction back costs 6u of it and
/// so 12u of the extents and of |d|; a support point 8u on either side; the moving shape's map, a product of two
/// rotations and the shear, 2·(16 + 16 + 6)u; applying it and its transposed, 2·2·6u; the position, 2·(7 + 22)u; the
/// dot product and the sums, 2·9u; the radius, 2·8u. Together 225u, and twice that where the obstacle is swept by up to its
/// scale; without the shear it is less than half of it.
pub(crate) const COARSE: f64 = 512.0 * U;

/// The worst case of that error, and of the norm of such a point, which an upper bound on a separation must cover.
pub(crate) const WORST_POINT: f64 = 52.0 * U;

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
/// per step, so this is 2⁻³⁶ for `f64` rather than its last place; the upper bound, which is the answer, is then
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

/// A stalled bracket this many times wider than asked for is handed to the other method.
pub(crate) const STALLED_WIDTH: f64 = 4.0;

/// A squared area or volume below this part of the product of the sides it is made from counts as flat: its relative
/// error is of that order.
pub(crate) const FLAT: f64 = 64.0 * f64::EPSILON * f64::EPSILON;

/// Faces whose distances differ by less than this part of the scale may be parts of one.
pub(crate) const FLATNESS: f64 = 1.0 / (1u64 << 20) as f64;

/// Steps after which the bounds are given as they are. A face's error falls by a factor of about two per step on
/// curved obstacles; polytopes of a few hundred corners end by themselves.
pub(crate) const MOST_STEPS: u32 = 160;

/// Newton steps after which the bracket is given as it is. Grazing halves the way that is left with each step, and no
/// f64 can be halved this often and be worth it.
pub(crate) const MOST_ROUNDS: u32 = 64;

/// While advancing, a separation is good enough when it is known to this part of itself: the advance then falls short by
/// as much, so each leaves a quarter of the way at most where exact distances would leave less, for a fraction of the
/// support points on curved cores.
pub(crate) const ROUGH: f64 = 0.25;

/// Support points after which a method by distance advances no more and gives its bracket as it is, for a portal to
/// close. Grazing halves the rest of the way with each advance, as above, and curved obstacles need some support points
/// for each; where a portal closes the same bracket, it takes fewer than this in all.
pub(crate) const MOST_APPROACH: u32 = MOST_REFINEMENTS;

/// A bracket that was found by subtraction from a long sweep stays when it may be open by no more than this many times
/// what it may be near the contact: brackets are open by units of rounding errors that are more than twice as large as
/// those seen.
pub(crate) const SPOILT: f64 = 2.0;

/// A direction whose part along a sweep is below this part of it counts as across the sweep: the error of the dot
/// product that tells, and that of pulling the direction back from the sheared frame.
pub(crate) const NEARLY_ACROSS: f64 = 8.0 * U;

/// Two sides are all but parallel when the squared sine of their angle is below this: their product has then lost seven
/// bits to the rounding of its terms.
pub(crate) const SLIVER: f64 = 1.0 / (1 << 14) as f64;

/// The origin moves when the sweep starts this many margins before its first bound: four times the size of the shapes.
pub(crate) const FAR: f64 = 32.0;

/// Support evaluations that measuring a start may take, whatever the limit for the sweep.
pub(crate) const ENOUGH: u32 = 1_000;
