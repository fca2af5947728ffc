//! The thresholds of turning casts, in units and scale as those of all other casts.

use super::{U, bracket};
use swept_support::Real;

/// The error that a body's turning adds to its support along a direction, in u·|n|·extent: 32 for the quaternion at the fraction (see
/// `turning/motion.rs`), 2 where the start's quaternion had to be scaled, and room for the angle at the fraction. The matrix and
/// its use are in `ROTATION` already.
pub(crate) const TURN: f64 = 40.0;

/// By how much more the room at a pose is lowered, in u·|n|·extent, so that the check of a certificate comes to no less. It asks a shape about
/// directions of its own, next to those of the cast: of these two the one's support point may be outside of the core by 8u and the other's
/// short by 8u, and it takes off 10u for what the shape promises and its direction's own rounding. Of those 26u the cast has taken off 8u,
/// for the same promise.
pub(crate) const ANEW: f64 = 18.0;

/// Error of the way from a body's centre of rotation to its origin, in u times its length: the turned quaternion (`TURN`), and two
/// matrices with their products (`ROTATION` each), there and at the start.
pub(crate) const CENTRE: f64 = 88.0;

/// A shape of revolution turns about its own axis when the sine of the angle between that axis and the axis of rotation, as computed, is no
/// more than this many u: the error of the axis in world space (`ROTATION`, and 3u of its length) and of a cross product and a
/// quotient (5u), rounded up. The true sine may be larger than the computed one by as much again.
pub(crate) const ON_AXLE: f64 = 32.0;

/// A shape of revolution counts as a wheel that leans from its own axis where the sine of the angle is no more than this: what is left out
/// beside it is less than a 16th then (`bound.rs`).
pub(crate) const LITTLE_LEAN: f64 = 1.0 / 64.0;

/// Error of the difference between the rate at which a wheel turns and that of another body, in u of the latter: the wheel's own axis
/// circles the axis of rotation at no more than twice `ON_AXLE`, and that one was computed up to `ON_AXLE` off (96u); a dot product,
/// a product and a difference (5u). Rounded up.
pub(crate) const WHEEL: f64 = 128.0;

/// A half-space turns about its own normal, and a shape of revolution about its own axis, when the sine of the angle between that and the
/// axis is no more than this many u: the error of a vector turned by a quaternion in `f64`, and of what that is multiplied by, rounded up.
/// What it leaves is twice as many u of the lengths, an eighth of what counts as contact, and less than [`TURN`] and [`CENTRE`] take
/// off beside a body that turns.
pub(crate) const STILL: f64 = 16.0;

/// Error of the difference of two lengths kept as pairs of `f64`, per unit of each. The low parts are u of the whole and are rounded
/// to u of themselves: 2⁻¹⁰⁶, along three axes and in some ten operations. This is far above that, and five times what the check of a
/// certificate takes off for the rounding of its own arithmetic: 2⁻⁹⁶ of each length, along three axes.
pub(crate) const WAYS: f64 = 1.0 / (1u128 << 92) as f64;

/// A length that counts as none. Squares of less than 2⁻⁵¹¹ lose digits, and then vanish, so that a norm is off by up to 2⁻⁵³⁷, some
/// dozens of times in a bound; the least of products by 2⁻¹⁰⁷⁵. Rates of up to 2²⁶ and their squares make 2⁻⁴⁸⁰ of it. This is far
/// above that, and 64 times what the check of a certificate takes off for the same; and beside lengths that are one in a sweep, 2⁻¹⁰⁰
/// or more, it is nothing: they keep all bits that they have without it.
pub(crate) const VANISHING: f64 = f64::from_bits((1023 - 394) << 52);

/// Error of u·(p − centre) for a direction u meant to be across, or along, a body's axis, in u·(extent + centre): the
/// support contract and two dot products (14), the axis and its rotation into the shape's frame (30), and the basis
/// across it (16). Rounded up to what covers them as errors of direction.
pub(crate) const BEND: f64 = 64.0;

/// Error of the bound of what turning bodies can reach, in u times centre distance and sizes: that of a plane
/// (`SUPPORT`, `ROTATION`, `POSITION`, `DIRECTION`) all on one length.
pub(crate) const SPREAD: f64 = 76.0;

/// The error to which the reach of a full turn is found, as a part of the body's size: a body that sinks by its size during 2²⁵
/// radians, the most that a turn may have, needs some three steps more for it. It decides no answer.
pub(crate) const NEARLY: f64 = 1.0 / (1u64 << 24) as f64;

/// The least error to which that reach is found, as a part of the body's size and its distance from its centre of rotation together.
/// It is 512 times the 256 units of rounding that the check of what holds at any angle allows for, so that the check comes to no
/// less. For a centre a million sizes away it is a 2¹⁶th of a size. It decides no answer.
pub(crate) const NEARLY_FAR: f64 = 1.0 / (1u64 << 36) as f64;

/// The most arcs of a full turn that are halved in search of its reach: only shapes that are nearly round leave more. It decides no answer.
pub(crate) const FEW_ARCS: usize = 64;

/// The reach of a full turn is asked for only while more radians than this are left: fewer pass in a few steps. It decides no answer.
pub(crate) const MANY_TURNS: f64 = 32.0;

/// The reach of a full turn is asked for only after this many steps: it takes some fifty support evaluations. It decides no answer.
pub(crate) const AFTER: u32 = 4;

/// The axis along which rings are farthest apart is searched for only after this many steps: it takes some dozens of support points of a
/// ring, each of which takes some twenty of its shape, and most spins that meet something do so in fewer steps. It decides no answer.
pub(crate) const LOOK_AFTER: u32 = 16;

/// Axes across edges, directions that lean, and the middle of the axes that separate are asked for out of contact only after this many
/// steps, and again after twice as many where they are of no use: what turns about a point a hair off another body is rare, and they take
/// some dozens of support points, the middle some hundreds. It decides no answer.
pub(crate) const LEAN_AFTER: u32 = 16;

/// All pairs of angles of two bodies that turn are looked at only after this many steps, and again after twice as many: most spins
/// that meet something do so in fewer. It takes some hundreds of cells. It decides no answer.
pub(crate) const PAIR_AFTER: u32 = 128;

/// The most cells of angles that are looked at, per step made so far; each counts as a step. It decides no answer.
pub(crate) const CELLS_PER_STEP: u32 = 4;

/// As many cells for each turn that they bring the cast on are worth their steps: that is about what other bounds take for a turn of bodies
/// that come near. It decides no answer.
pub(crate) const STEPS_PER_TURN: f64 = 16.0;

/// The most times that the angles of a body that spins are halved: over the two thousandths of a radian that are left, bodies of
/// about the same size lose some millionths of it. It decides no answer.
pub(crate) const MOST_HALVINGS: u32 = 12;

/// The error to which the reach in a part of a turn is found, as [`NEARLY`] for all of it: the other body's part of a cell loses more. It
/// decides no answer.
pub(crate) const PART_NEARLY: f64 = 1.0 / (1u64 << 14) as f64;

/// How often the arc is halved in which the farthest point of a ring lies: from 22.5° on either side to a tenth of a degree, whose
/// cosine is 1 − 2⁻¹⁹. It decides no answer.
pub(crate) const CLOSER: u32 = 8;

/// A rotation by no more than this angle in radians, about a centre within the body, counts as none: it moves no point by as much as
/// u of the body's size. About a centre farther away the limit is as much smaller as the centre is farther.
pub(crate) const LEAST_ANGLE: f64 = 1.0 / (1u128 << 100) as f64;

/// A rotation by no more than this angle moves nothing within the range of lengths, whatever its centre. The squares of greater
/// angles do not underflow.
pub(crate) const NO_ANGLE: f64 = f64::from_bits((1023 - 400) << 52);

/// The separation, per unit of scale (both centres of rotation counted in), that a turning cast takes for contact. A
/// plane of two turned bodies is proven up to 39u + 40u + 18u of the extents, 88u + 14u of the centres, and twice 14u of the distance, as that
/// of the origins and as that of the centres. Beside a half-space that turns it is 29u + 40u more of all of these, and of the distance
/// twice: 171u at most. The distance search is asked for a quarter of this tolerance on top, 64u, and what is left has to carry the next
/// step.
pub(crate) fn turning<T: Real>() -> f64 {
    (256.0 * U).max(bracket::<T>())
}

/// A turning cast that cannot prove a plane although the distance is above its tolerance has stalled on the distance
/// search's last digits; up to this part of the scale it is contact, and the certificate says how far it is open.
pub(crate) const STALLED_APART: f64 = 1.0 / (1u64 << 34) as f64;

/// Steps of a turning cast leave this part of the separation that they begin with unused, so that a miss has a gap. The last of them along
/// an axis begins with more than [`SPENT`] of what was measured, so the gap is about 1/16 · 1/4 = 1/64 of the least that was, or more.
pub(crate) const KEEP: f64 = 1.0 / 16.0;

/// Of what a step of many turns keeps, the part that it may give away where its own end tells less than the whole way did: the rest still is
/// seven eighths of what was promised of a gap.
pub(crate) const SEEN_FROM_THE_END: f64 = 1.0 / 8.0;

/// Below this separation, per unit of scale, steps go all the way: they end at a hit, or pass with a gap too small to
/// care for. Of what is measured as more than 2⁻²⁰ / [`SPENT`] = 2⁻¹⁸ no step begins with less.
pub(crate) const KEEP_FROM: f64 = 1.0 / (1u64 << 20) as f64;

/// Steps toward a point that no turn of a half-space frees, by the method of M. Frank and P. Wolfe (*An algorithm for quadratic
/// programming*, 1956), whose error falls with their number. They decide no answer.
pub(crate) const TOWARD: u32 = 8;

/// The error of a point that one body carries, as the other one sees it, in u of all lengths: two rotations, [`TURN`] and
/// [`ROTATION`](super::ROTATION) each, one of the ways to the centres at the start, the sums, and how deep the point is found to be in either body
/// (`SUPPORT` and `POSITION`). Its velocity has as much of the rates' part of it.
pub(crate) const COMMON: f64 = 200.0;

/// How near it is found how deep such a point is, as a part of how deep the bodies are. It decides no answer.
pub(crate) const COMMON_OPEN: f64 = 1.0 / 16.0;

/// How often an interval is tried on which such a point may stay in both bodies: each is as long as the last one's points say. It decides
/// no answer.
pub(crate) const COMMON_TRIES: u32 = 8;

/// How often an interval is made shorter by an eighth before any of it is tried: down to 2⁻⁴⁹ of it, less than what 2²⁴ radians make of the
/// least depth. It decides no answer.
pub(crate) const COMMON_SHORTER: u32 = 256;

/// A common point of bodies that overlap is asked for where a step by depth over greatest speed has left this part of the depth or more: it
/// decides no answer.
pub(crate) const STAYS_DEEP: f64 = 15.0 / 16.0;

/// Where no such point lasts for long enough, it is asked again after this many steps, and then after twice as many each time: a search
/// takes about as many measurements. It decides no answer.
pub(crate) const ALONE: u32 = 16;

/// A point that goes around an axis counts as one that stands where it strays by no more than this part of the depth. It decides no
/// answer: what it strays by is taken off.
pub(crate) const LITTLE_ASTRAY: f64 = 0.25;

/// How many times as far as depth over greatest speed such a point is to last: it takes seven measurements. It decides no answer.
pub(crate) const WORTH: f64 = 16.0;

/// How loosely distance is measured between steps, as a part of the separation known before.
pub(crate) const LOOSE: f64 = 1.0 / 32.0;

/// Steps of a turning cast along one axis before the distance search is asked for a new one. It decides no answer, only how many
/// steps there are.
pub(crate) const ROUNDS: u32 = 6;

/// The cosine of the angle, 45 degrees, up to which two axes in a row are taken for one that turns. It decides no answer: every step is
/// proven along the axis that it takes.
pub(crate) const ALIKE: f64 = 0.7;

/// Once only this part of the separation is left along an axis, the distance search is asked for a new one. It decides no answer.
pub(crate) const SPENT: f64 = 0.25;

/// An interval is tried this many times as long as the separation lasts at its present rate. It decides no answer, only how often an
/// interval is too short or too long.
pub(crate) const AHEAD: f64 = 1.25;

/// An interval of which less than this part is proven is tried again, shorter, and in contact axes that turn are tried then, too. It
/// decides no answer, only how often that is done.
pub(crate) const LITTLE: f64 = 0.25;

/// Out of contact an interval along a standing axis is tried again, shorter, of which less than this part is proven: points have come in
/// that are not those that were nearest, as of a door that swings by a hair beside its hinge until it lies against the frame. The chord
/// to an end where they are deep proves next to nothing of what they leave. It decides no answer.
pub(crate) const TOO_LONG: f64 = 1.0 / 1024.0;

/// In contact within a target distance an axis that turns is followed no farther than this part of the way made so far. Shapes that
/// come apart in between are then seen to have left soon after, and the number of steps grows as the logarithm of the way. It decides
/// how soon that is seen, not whether shapes meet.
pub(crate) const OF_BEHIND: f64 = 0.5;

/// From the start, where no way is behind, an axis that turns is followed this many times as far as a standing one instead.
pub(crate) const AT_FIRST: f64 = 16.0;

/// In contact it is looked after this many steps, and again after twice as many, whether the shapes have parted along another axis than the
/// one at hand: most slides take fewer. It decides no answer.
pub(crate) const LOOK_ASIDE: u32 = 8;

/// In contact, an axis is asked for this many times farther ahead each time, as long as it goes farther. It decides no answer.
pub(crate) const FARTHER: f64 = 4.0;

/// Chords of the set of axes that separate two bodies, shorter than this on either side, in radians, count as none. Bodies that turn by as
/// much take its middle over the border, so little would come of it. Between straight borders, as of corners, chords are that short when
/// about as much of the motion is left to the end of the set, and between round ones, as of two apexes, about the square of this. It
/// decides how many steps there are, and in contact, within its tolerance, at which of them a motion counts as closing in.
pub(crate) const SHORT_CHORD: f64 = 1.0 / 4096.0;

/// By what part the direction differs toward which the ends of an edge are asked for, from that of the edge: where it differs along
/// the edge, the end that is farther along is told by 2⁻¹⁶ of its length, far more than rounding. And what the points next to those that
/// an axis shows are asked for by, where it is at the border of those that separate: far less than [`SHORT_CHORD`]. In a check, too, the
/// corner at which a line is looked for. It decides no answer.
pub(crate) const ASIDE: f64 = 1.0 / (1u64 << 16) as f64;

/// Up to so many contact tolerances the ends of an edge may differ in height along the axis at hand, or so many times the room along it
/// if that is more: where edges touch, both ends stand no lower than two of them, and one end is up to this the higher as it is the
/// nearer. It decides no answer.
pub(crate) const ALONG_EDGES: f64 = 16.0;

/// Steps of Newton's method to where an edge crosses a rim, and of one as fast to the line of a round side that it crosses. Each squares how
/// far off it is, as a part of the radius: two thousandths become 2⁻⁷² in three, and the contact is missed by the square of that. It
/// decides no answer.
pub(crate) const ONTO_ROUND: u32 = 3;

/// An axis across two edges changes by no more than this part of itself in one step: so its square is 1/64 of it, and the directions
/// that its circle touches are by less than [`TOUCHING`] farther aside than the circle's radius, 1/√(1 − 1/64).
pub(crate) const BETWEEN: f64 = 0.125;
/// See [`BETWEEN`].
pub(crate) const TOUCHING: f64 = 1.0 + 1.0 / 64.0;

/// What a direction n ± κt at the side of an axis n = a × b across two edges may be off by, a and b of unit length. n is off by u for each
/// of them rounded; by u of all its products, which are 2/√3 together at most, as Σ (|aⱼbₖ| + |aₖbⱼ|)² = 1 + (Σ|aᵢbᵢ|)² − 2 Σ|aᵢbᵢ|² and
/// that is at most 4/3; and by u|n| for their differences: 3.2u + u|n|. κ is no more than 0.13|n|, and t = n × b/|n| is off by as much of
/// what n and b are as they are over |n|, and by 5.7u: 2.2u for its products and differences, 2.5u for the length, u for the quotient. The
/// product with κ errs by 0.13u|n| and the sum by 1.13u|n|. That is 3.6u + 3.3u|n| in all, and |n| is no more than 1: less than 7u, and one
/// more for the squares of u. Of edges that are nearly parallel it is all that there is.
pub(crate) const CROSSED: f64 = 8.0 * U;

/// The length of an axis across two edges that may be nothing but rounding, in a cast and in its check, which comes to the edges by numbers of
/// its own: by [`TURN`] and [`ROTATION`](super::ROTATION), either is 64u off, and the axis by [`CROSSED`] itself. That is 136u, and this about
/// twice as much.
pub(crate) const ALL_BUT_PARALLEL: f64 = 256.0 * U;

/// By what part such a step takes its curvature for more than it comes to: the check finds the points where the edges cross anew, and
/// rounds otherwise.
pub(crate) const SPARE: f64 = 1.0 / 1024.0;

/// How often a step in contact is tried at a quarter of its length before, across edges or by directions that lean: the last try is
/// 2⁻⁶² of the first, shorter than what is left before a hit within its tolerance. It decides no answer.
pub(crate) const SHORTER_YET: u32 = 32;

/// After a contact, plain conservative advancement uses the interval bound as long as its own step is less than this part of the way since:
/// shapes that part at second order are c·s² apart after a time s, and steps of separation over speed, c·s²/v, would be some v/(c·s) in
/// number. Afterwards each step is at least this part of the way, and their number grows as its logarithm.
pub(crate) const LEAVING: f64 = 1.0 / 16.0;

/// The thickness, in contact tolerances, of an obstacle through which shapes could pass without ever being deeper in it than two contact
/// tolerances: two from either side, and one for rounding.
pub(crate) const THIN: f64 = 5.0;

/// The part of the room lost that must be lost on the first half of the way for the motion to count as closing in. On a straight way
/// that part is half; on one that starts along the surface and bends into it, a quarter; and less where contact comes later. What
/// goes on touching loses rounding alone.
pub(crate) const CLOSING: f64 = 0.2;

/// The part of the contact tolerance to which it is measured what the first half of the way has lost: far less than [`CLOSING`] of it, as
/// what goes on touching there may seem to have lost this much, and what starts along the surface a quarter less this.
pub(crate) const CLOSELY: f64 = 1.0 / 64.0;

/// By this part of the contact tolerance the depth has to grow for an overlap to be led deeper. A 16th of it is what a way may bend by, and
/// two depths are open by [`CLOSELY`] each.
pub(crate) const DEEPER: f64 = 0.25;

/// The error of the first root of a parabola, relative to the terms that it is made of: a difference, a quotient and a sum make b
/// (3u), a square and a difference the discriminant (3u), a root, a sum and a quotient the rest (3u, half of it for what is under the
/// root). 8u is more than any of the three.
pub(crate) const ROOT: f64 = 8.0 * U;

/// Where the slope b of such a parabola is less than this, its root is found in units of this, as often as it takes. The square of a larger
/// slope, 2⁻⁹⁶⁰ or more, has all its digits; of a smaller one it loses some, and then all, and so do the other products. Once or twice
/// does for any number. The curvature is no more than 2b / (ROOT h), so it stays a number for all but intervals that are 0 beside 1.
pub(crate) const SMALL: f64 = f64::from_bits((1023 - 480) << 52);

/// The largest half angle of an interval, in radians, for bounds that divide by its cosine: that is above a quarter then. The
/// curvature at the beginning says nothing about longer intervals; these are tried again, shorter, when little of them is proven.
pub(crate) const WIDEST: f64 = 1.3;

/// How far apart the bounds of a depth may stay in a turning cast, per unit of scale: 2⁻³⁶, as for starts in `f64`.
pub(crate) const DEEP: f64 = 1.0 / (1u64 << 36) as f64;
