//! Every threshold of the oracle, with its argument.

/// The power of two not above `x`, so that dividing by it loses nothing; 1 for 0 and for what is not finite.
pub(crate) fn power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() {
        let bits = x.to_bits() & 0x7ff0_0000_0000_0000;
        f64::from_bits(bits.max(1 << 52))
    } else {
        1.0
    }
}

/// What a line of motion is moved aside by, in parts of what its bounds are asked to close to: it then goes through the
/// inside of every triangle, and the ratio test has one answer. Below what the bounds stay open by.
pub(crate) const ASIDE: f64 = 1.0 / 16.0;

/// How high the corners of the starting triangle stand once they have no weight left, in units of the scale: above every
/// plane through an obstacle a hundred million times as long as thick.
pub(crate) const HIGH: f64 = 1e8;

/// Pivots after which the bounds are given as they are. Smooth obstacles close by a constant factor per pivot: 2⁻⁸⁰ takes
/// about a hundred.
pub(crate) const MOST_PIVOTS: usize = 600;

/// Pivots in a row that move neither bound before the search ends: a triangle has three corners to turn over.
pub(crate) const STALLED: u32 = 40;

/// Steps of the distance search, in `f64`, before it ends.
pub(crate) const MOST_NEAREST: usize = 200;

/// Below this part of the scale a distance in `f64` is noise.
pub(crate) const NEAREST: f64 = 4.0 * f64::EPSILON;

/// The same in twice the precision of `f64`: the normal is given in `f64`, and what it is off by costs more.
pub(crate) const NEAREST_IN_DOUBLE: f64 = f64::EPSILON * f64::EPSILON;

/// A distance at the start that is open by no more than this part of the scale is known as well as answers may be off by, and is not sought
/// in twice the precision: a sixteenth of what is allowed.
pub(crate) const WELL_KNOWN: f64 = 4.0 * f64::EPSILON;

/// What a pose in `f64` may be off by, in ε of the body's reach, its angle of rotation excepted: 10 for the quaternion of the
/// rotation, 8 for the product of two, each felt twice, and the body's own.
pub(crate) const POSE: f64 = 40.0;

/// Turning bodies nearer than this part of the scale, or less deep in each other, may touch: a quarter of what rounding may
/// decide.
pub(crate) const TURNED: f64 = 16.0 * f64::EPSILON;

/// Above this part of the scale, a separation of turning bodies is evaluated in `f64`: its heights err by less than 16 ε of the
/// scale (8 ε for the rotation, 2 ε for the product, 6 ε for the sums), which is nothing to it.
pub(crate) const PLAINLY_APART: f64 = 1.0 / (1u64 << 20) as f64;

/// What rounding may decide of a cast that turns, in units of what it may of one that does not: 128 ε of the scale, as poses
/// and the sizes of both bodies and their way add up.
pub(crate) const TURNED_DOUBT: f64 = 2.0;

/// Poses before a claimed fraction at which an overlap is looked for, from where freedom is no longer proven.
pub(crate) const LATE_POSES: u32 = 32;

/// Poses after a claimed contact at which an overlap is looked for that a claimed miss has not seen: each half as far ahead as the one
/// before, down to what rounding of a fraction comes to.
#[cfg(feature = "check")]
pub(crate) const AFTER_POSES: i32 = 52;

/// An overlap this deep, in units of the scale, behind a near touch of turning bodies is looked for: far beyond what rounding may
/// decide, and soon there, as each pose is twice as far ahead.
pub(crate) const CLEARLY_DEEP: f64 = 1.0 / (1u64 << 30) as f64;

/// How exactly a separation is asked for between two poses, as a part of the one before: the next step is shorter by as much.
pub(crate) const LOOSE: f64 = 1.0 / 16.0;

/// Poses after which a turning cast has no truth. Head-on, each sphere of safety leaves 1 − c/V of the way, c the closing speed:
/// for 2⁻⁴⁸ and V = 30 c that is a thousand. Near misses take the most.
pub(crate) const MOST_POSES: u32 = 6_000;

/// How far the bounds of a depth may stay apart in `f64`, in units of the scale, before their proof: some roundings.
pub(crate) const DEPTH: f64 = 16.0 * f64::EPSILON;

/// Directions across the motion that are tried for the shallowest plane along it: any is an upper bound on how deep the line
/// goes, and the height between two of them, 1.4° apart, has one valley but for the sharpest edges.
pub(crate) const ROUND: u32 = 256;

/// Steps about the best of them, each of which moves it or halves the width: 55 halvings go from that angle to the last
/// place of a full turn, and where the height falls on, few steps are moves.
pub(crate) const NARROWINGS: u32 = 100;

/// By how many units in the last place of the scale, in the scalar of the answer, a depth may fall short of what is proven: the
/// rounding of the depth itself, and in `f64` the few units that a height is computed with.
pub(crate) const SHORT: f64 = 4.0;

/// A height over a face below this part of the scale is noise.
pub(crate) const NOISE: f64 = 4.0 * f64::EPSILON;

/// Below this part of the scale an obstacle's thickness is taken for none when a surface is spanned: the normals of its
/// faces would be noise.
pub(crate) const FLAT: f64 = 1e-12;

/// Faces after which a surface grows no more: smooth obstacles close to `DEPTH` with a few hundred.
pub(crate) const MOST_FACES: usize = 900;

/// What the search in `f64` closes its bounds to, in units of the scale.
pub(crate) const PLAIN: f64 = 32.0 * f64::EPSILON;

/// What the bounds are closed to in twice the precision, in units of the scale: 2⁻⁸⁰. Triangles on edges are
/// slivers, whose normals lose half of all digits across, and so bounds do not close much further.
pub(crate) const POLISHED: f64 = 1.0 / (1u128 << 80) as f64;

/// Bounds this far apart along the normal, in units of the scale, are no truth: 2⁻⁶⁴, a thousandth of what an `f64` is off
/// by.
pub(crate) const TOO_WIDE: f64 = 1.0 / (1u128 << 64) as f64;

/// A line of motion that goes no deeper than this part of the scale into a round body, and whose bounds do not close, runs
/// along its rim: 2⁻⁴⁸, a quarter of what rounding may decide.
pub(crate) const GRAZE: f64 = 1.0 / (1u64 << 48) as f64;

/// How far from the contact a plane through it may seem to be, in units of the scale: three products of a normal in `f64`, whose components
/// are off by an ε each.
pub(crate) const MET: f64 = 4.0 * f64::EPSILON;

/// Pairs that the plane of their contact keeps apart by more than this part of the scale are far apart at the start: how
/// far exactly matters to no judgement.
pub(crate) const NEAR: f64 = 1e-3;

/// What a proven bound may be off by in units of the scale before it is called wrong: no bracket of the truth is wider along
/// the normal ([`TOO_WIDE`]), and 2⁻⁶² is a thousandth of an ulp of `f64`.
pub(crate) const STRICT: f64 = 1.0 / (1u64 << 62) as f64;

/// What a cone program may leave open, in units of the bodies' size and distance: beyond it, there is no answer.
#[cfg(feature = "cones")]
pub(crate) const CONIC: f64 = 1e-5;

/// What the solver's answer may be off by beyond what it says: its residuals are relative to the program's data, and f64's
/// roundings grow in its last steps. In units of the bodies' size and distance.
#[cfg(feature = "cones")]
pub(crate) const CONIC_ERROR: f64 = 1e-7;
