//! The thresholds of depths: of the polytope, of the circles around an axis, and of the descents.

use super::U;

/// Faces whose distances differ by less than this part of the scale may be parts of one.
pub(crate) const FLATNESS: f64 = 1.0 / (1u64 << 20) as f64;

/// Steps after which the bounds are given as they are. A face's error falls by a factor of about two per step on
/// curved obstacles; polytopes of a few hundred corners end by themselves.
pub(crate) const MOST_STEPS: u32 = 160;

/// Support points of a depth for which there is room from the start: for two boxes it takes some 30.
pub(crate) const SOME: usize = 32;

/// Points of a depth's polytope after which the least height is sought by a descent, and after twice as many once more. Where the depth is
/// over a kink, as of a rim on a side, a point closes two bits, and with 48 the bounds of nearly all shapes have met; a descent there takes
/// some 150 support points and saves no point. It is for bowls as flat as they are wide, such as those about a centre.
pub(crate) const POLISHED_AFTER: u32 = 48;

/// How far apart a descent's points are, per unit of scale, to become corners of a depth's polytope: a face between such
/// corners leaves a gap of the square of this, a sixteenth of what the bounds of a depth may leave.
pub(crate) const SPACING: f64 = 1.0 / (1u64 << 20) as f64;

/// So many of a descent's last points become corners of a depth's polytope at most: near the least height they bound it from below, and
/// before that they are far from it. With all of them, two cylinders take twice the time and close no further.
pub(crate) const LAST_POINTS: usize = 12;

/// An origin no deeper than this part of the scale is next to the surface: there a search from outside loses all but some 64th of the angle that
/// its direction is off by, where the surface is bent as the whole is, and a half where it is bent 30 times as much.
pub(crate) const SHALLOW: f64 = 1.0 / 64.0;

/// How far outside such searches stand, per unit of scale: near, for the angle that is left ([`SHALLOW`]), and so far that a place known to some u
/// of the scale has a normal known to 2⁻⁴³, whose square is nothing.
pub(crate) const OUTSIDE: f64 = 1.0 / (1 << 10) as f64;

/// So many such searches at most: where the surface is bent as the whole is, three lead from an angle of 2⁻⁶ by factors of 2⁻⁶ to the height to
/// 2⁻⁴⁸ of the scale or less. Where it is bent more they may not: then the bounds stay apart, and the polytope is grown on. Each is made from
/// where the one before has ended, and takes some ten support points.
pub(crate) const OUTSIDE_ROUNDS: u32 = 4;

/// A polytope that is to come nearer than this part of the scale, 2⁻⁴⁰, has slivers of no more than 2⁻²⁰ of it at the end, and more than
/// [`SHALLOW_AT_LAST`] points. (Depths in answers are wanted to 2⁻³⁶, and in `f64` those that decide a contact of turning bodies to a few u.)
pub(crate) const FINELY: f64 = 1.0 / (1u64 << 40) as f64;

/// After so many of its points the least height is sought from outside in place of more: where it is to come as near as that, as soon as it tells
/// where about the way out is, and else if it comes to more than it takes nearly all shapes to close to 2⁻³⁶. They decide no answer.
pub(crate) const SHALLOW_AFTER: u32 = 8;
pub(crate) const SHALLOW_AT_LAST: u32 = 40;

/// How often the point where the way out leaves the core is searched for: from as far out as the core is large, and then twice from the
/// geometric mean of that and of how far off the point is. Points that were up to 10⁻⁷ of the scale off are then 10⁻¹¹ off. (Where no answer
/// has the point, once is enough.)
pub(crate) const NEARER: u32 = 3;

/// A coordinate of a depth's polytope below this is nothing: the product of two that are not loses nothing of its error, and the
/// surface, which is [`NOISE`](super::NOISE) of the least length of 2⁻¹⁰⁰ away from the origin, is not moved across it. It is the end of a range,
/// and no length that is compared with others.
pub(crate) const LEAST_COORDINATE: f64 = f64::from_bits((1023 - 400) << 52);

/// The difference of two products of coordinates, the largest of some 2¹⁰¹, that keeps its sign where what is next to nothing
/// ([`LEAST_COORDINATE`]) is left out.
pub(crate) const LEAST_AREA: f64 = f64::from_bits((1023 - 280) << 52);

/// By how much the product of two edges is off, per unit of theirs: the map from the moving shape's frame turns an edge by 47u at most (a
/// product of two rotations, 19u each and 9u), applying it costs 5u, the differences of corners 2u each, the product 4u and
/// making its length one 4u: 64u together.
pub(crate) const EDGES: f64 = 64.0 * U;

/// The sine up to which two edges are all but parallel: the face that they make is left out, for up to 2⁻²³ of their length in a
/// bound; with it, its normal would cost `EDGES` over the sine, 2⁻²³ of the scale as well: a unit in the last place of an `f32`.
pub(crate) const PARALLEL: f64 = 1.0 / (1 << 24) as f64;

/// By how much a bound around an axis is off, per unit of scale: the axis in the working frame is turned by 52u (a product of two
/// rotations and its product with the axis); a disc's middle and radius cost 11u, the fixed shape's point taken back from the
/// obstacle's 3u, the sums 2u; support points may be 8u of either extent outside; the parts along three axes that are perpendicular up to
/// rounding 7u, the ends of an arc 4u, an edge's normal and its height 7u: 102u together.
pub(crate) const REVOLVED: f64 = 128.0 * U;

/// By how much a bound by a ball that rolls inside is off, per unit of scale, more than the mixture of support points that it is of: they
/// are moved by its radius along a direction whose length is 1 up to 4u, the product and the difference have 1u each, and so has the
/// sum of both radii and that with the bound.
pub(crate) const ROLLED: f64 = 8.0 * U;

/// Support points that are asked around an axis, and so arcs, at most. With as many the other shape's size enters a bound by 2⁻¹⁶ of
/// itself, if nothing is gained by some arcs being narrower than others.
pub(crate) const MOST_ARCS: u32 = 600;

/// The sine of the angle between two axes up to which the disc of a shape that leans is known by its rim. Over an arc of the angle 2δ that
/// costs the sine times δ, per unit of its radius, and points in its place cost δ²/2, so that it is worth it where the sine is below half
/// of δ: that is 2⁻⁸·⁶ where [`MOST_ARCS`] are as wide as one another.
pub(crate) const LEANS: f64 = 1.0 / (1 << 9) as f64;

/// By how much the point of a rim may move more than its direction, (1 − sin²)^(−3/2) at most, and the rounding of that.
pub(crate) const LEANS_MORE: f64 = 1.0 + 2.0 * LEANS * LEANS;

/// Steps of a descent, and of one line search: linear at kinks, with a factor of about two (Lewis and Overton 2013,
/// section 5), so that 60 steps go from one to the last place; no line search that bisects longer gains anything.
pub(crate) const DESCENT_STEPS: u32 = 60;
pub(crate) const LINE_STEPS: u32 = 24;

/// Steps of a search along a line about a fold: every other halves the bracket, so that 96 are enough from 1 to the last place of a
/// direction. It begins with a bracket of this width, about what a descent that has ended early has left to go.
pub(crate) const FOLD_STEPS: u32 = 96;
pub(crate) const FOLD_WIDTH: f64 = 1.0 / (1u32 << 14) as f64;

/// How far from a fold its two sides are looked at, in radians. The gradients differ by as much, per unit of scale, from those at the
/// fold itself: the least height along it is off by the square of that. Their own rounding is a thousandth of it.
pub(crate) const FOLD_GAP: f64 = 1.0 / (1u64 << 40) as f64;

/// By how much the next step is larger where one did not reach the other side. A bracket that is too wide may hold two crossings of a
/// fold that bends, so it widens slowly: seven steps to half a right angle.
pub(crate) const FOLD_WIDENING: f64 = 4.0;

/// The same of steps away from the lower end, which begin at half the gap: they only have to leave behind what rounding has moved the fold
/// by, and ten steps are half a right angle.
pub(crate) const FOLD_RETREAT: f64 = 16.0;

/// Descents in a row where the bounds of a depth did not meet. Each that ends early along a kink leaves a fraction of what was
/// to be gained.
pub(crate) const MOST_SETTLINGS: u32 = 8;

/// Where the bounds did not meet, descents set out from so many faces at most, nearest first: a limit on the work, not on what is
/// proven. One descent takes some 60 support points, and the bounds of few overlaps stay open.
pub(crate) const MOST_BOWLS: usize = 8;

/// Faces whose normals have this product or more, some 25° apart or less, are over one bowl as far as it is known: a descent from
/// one passes the other.
pub(crate) const SAME_BOWL: f64 = 0.9;

/// What a step of the descent must gain, per unit of the slope at its start, and how steep it may still be after it: any
/// 0 < c₁ < c₂ < 1 will do (Lewis and Overton 2013, section 2).
pub(crate) const WOLFE: [f64; 2] = [1e-4, 0.5];
