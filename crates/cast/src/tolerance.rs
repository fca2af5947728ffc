//! Every threshold of the solvers, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.
//!
//! All thresholds are multiples of a rounding error times a **scale**: the sum of both extents, both radii, the
//! target distance and the distance of the shapes' origins, in the frame in which the work is done. Multiplying all
//! lengths by a power of two multiplies every threshold by it exactly.

use swept_support::Real;

/// Unit roundoff of `f64`.
pub(crate) const U: f64 = 0.5 * f64::EPSILON;

/// Error of a dot product of support point and direction, of the direction's rotation excepted, in u·|n|·extent:
/// 8 for the support contract, 3 for the dot product, 4 for adding it to the other terms.
pub(crate) const SUPPORT: f64 = 15.0;

/// What a rotation that is not exact adds to it: the matrix and applying it to the direction, together (see
/// `LinearMap::from_quaternion`).
pub(crate) const ROTATION: f64 = 22.0;

/// Error of n·(p_fixed − p_moving) in u·|n|·|p|: 1 for the subtraction, 3 for the dot product, 3 for the sum. The same
/// bound serves r·|n|, whose root and product err by less.
pub(crate) const POSITION: f64 = 7.0;

/// Error of n·d in u·|n|·|d|: 3 for the dot product, 1 spare for what the quotient adds.
pub(crate) const MOTION: f64 = 4.0;

/// How far a direction that closes in by rounding alone is tilted along the motion, per unit of both lengths. It was found
/// to be across the motion in the working frame. Both came there by one matrix, whose own error is the same for both; applying
/// it costs 6u either time, and each of the two dot products 3u: 18u together.
pub(crate) const TILT: f64 = 32.0 * U;

/// The same of one that was made perpendicular to the motion in the world's axes: what is left along the motion is 4u, of a product and a
/// difference in each component, and the two dot products have 3u each.
pub(crate) const TILT_ACROSS: f64 = 12.0 * U;

/// Error of an unbounded shape's normal, in u: 5 for making it of unit length, 22 for its rotation into the world.
pub(crate) const DIRECTION: f64 = 27.0;

/// Error of an obstacle point's coordinates in the working frame, per unit of scale: two support points (8u each, but
/// for polytopes, whose corners are exact), a rotation of a rotation (44u, and 5u to apply it), and sums. Every step at its worst,
/// they add up to 60u on one side; less than half of it is what casts show, but for a few with sizes of very different magnitude. What
/// it should not cover, the dilation that the certificate states does, and the check of a certificate does not use it.
pub(crate) const POINT: f64 = 24.0 * U;

/// What may be wrong with a solver's own lower bound, as a length per unit of scale and of |d|: a fraction is proven with it
/// where the answer is an `f32` anyway, of whose last place this is a 2²⁰th.
///
/// In the sheared frame, whose map and its inverse have norms below 2: pulling the direction back costs 6u of it and
/// so 12u of the extents and of |d|; a support point 8u on either side; the moving shape's map, a product of two
/// rotations and the shear, 2·(18 + 18 + 8)u; applying it and its transposed, 2·2·6u; the position, 2·(7 + 22)u; the
/// dot product and the sums, 2·9u; the radius, 2·8u. Together 232u, and twice that where the obstacle is swept by up to its
/// scale; without the shear it is less than half of it.
pub(crate) const COARSE: f64 = 512.0 * U;

/// Of the width that a bracket of an `f32` may have along the motion, the part that [`COARSE`] may add to it; where it adds more, the plane is
/// evaluated once more, which is some ten times as near. It decides no answer.
pub(crate) const FINE: f64 = 1.0 / 16.0;

/// What an upper bound on a separation is widened by for that error and for the norm of such a point: twice what casts show. It widens
/// the upper end of two balls' bracket as well, so that, but for rounding at its very worst, they themselves are in contact by then, and
/// not only dilated ones.
pub(crate) const WORST_POINT: f64 = 52.0 * U;

/// What the upper end of any other bracket is widened by, in parts, each of a length that may be far below the scale, as that of a small shape
/// beside a large one: sums, per unit of scale; the map from the moving shape's frame, per unit of its extent; the fixed shape's rotation of the
/// position, per unit of distance; and 8u per unit of a curved core's extent, which is how near its support points lie, and per unit of radius,
/// which is laid off along a vector of length 1 up to 4u. Corners are exact, and what is not turned has no part in the second and third.
///
/// The second is less than the worst case added up, which is 49u: the two matrices 18u each; their product, whose entries are three
/// products and two sums, so that the matrix of their bounds has a norm of 7.5u at most over all pairs of rotations, 8u; and the product
/// with a corner, 5u. The map as it is found by maximising over pairs of rotations errs by 12.4u, with the product by 17u, of which 32u
/// is nearly twice. So where rounding is at its very worst, an upper bound is widened by up to 17u of the moving shape's extent too
/// little, and the shapes themselves need not be in contact by then. Those grown by the dilation that the certificate states are:
/// it is 2·`contact` + `POINT`, 56u of the scale, and covers the 49u and the 4u of the sums by itself.
pub(crate) const WORST_PARTS: [f64; 4] = [4.0 * U, 32.0 * U, ROTATION * U, 8.0 * U];

/// Below this part of the scale a height over an edge or a face says nothing about its sign's cause: touching, or
/// rounding. The coordinates it is taken from are seldom off by more than 8u.
pub(crate) const NOISE: f64 = 8.0 * U;

/// Below this part of the scale, the way between two nearest points is a worse normal than that of the plane found. Its
/// direction is off by the rounding of the points, e = 8u of the scale, over its length l, and a radius, at most the
/// scale, is laid off along it: e/l. The plane's normal is off by the root of twice what the distance is open by, e again,
/// over the length, and the points feel that angle times the length: √(2el). The two are equal, 10⁻¹⁰, at l = 2⁻¹⁷.
pub(crate) const FAINT: f64 = 1.0 / (1u64 << 17) as f64;

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

/// By how much a plane that a method took for a miss may overlap, per unit of scale, and still be called one without room: what
/// counts as a touch; what the plane's bound was lowered by, at most SUPPORT + ROTATION = 37u; and the noise in which the
/// method saw it apart, 8u. All of it is less than this.
pub(crate) fn overlooked<T: Real>() -> f64 {
    2.0 * (contact::<T>() + POINT)
}

/// Steps of a portal that move neither bound before it is called stalled. A degenerate triangle (the line through an
/// edge or a corner of the obstacle) needs up to three to turn around a corner.
pub(crate) const STALLED_STEPS: u32 = 6;

/// Steps of one refinement after which its bracket is given as it is. The slowest seen that closes, on the rims of thin
/// cones in `f64`, takes 90.
pub(crate) const MOST_REFINEMENTS: u32 = 250;

/// Refinements of a curved obstacle's portal before the first try by Newton's method: where both cores are curved or points, where one has
/// few corners, and where it has many. Where a try fails, the next one comes after twice as many refinements and two. Earlier, the portal's
/// normal is often too far from where the method converges, and next to corners the set of them that takes part still changes; later, the
/// portal has been as dear as the method; in `f32` a portal with corners has not much farther to go. It decides no answer.
pub(crate) const NEWTON_FIRST: [u32; 3] = [3, 3, 8];
pub(crate) const NEWTON_FIRST_IN_F32: [u32; 3] = [3, 5, 8];

/// Steps of Newton's method on one set of choices: three or four do where it converges at all. How often that set may grow, or
/// the steps begin anew: three choices are all that there is room for.
pub(crate) const NEWTON_STEPS: u32 = 8;
pub(crate) const NEWTON_ROUNDS: u32 = 3;

/// The last step of Newton's method squares what the mixture is off by, e, in units of a length c that is the scale or less where
/// the curvature does not change all too fast: e²/c. So it may be taken for the last where e² is below this part of the scale times the least
/// that brackets close to. Where that is not enough, the support points say so, and there are more steps.
pub(crate) const NEWTON_SQUARES: f64 = 1.0 / 64.0;

/// Two heights are about the same when they differ by less than this part of what their mixture is off by: then they were made so, and
/// of the one that has no share nothing more is to be learnt.
pub(crate) const LOW: f64 = 1.0 / 16.0;

/// A Hessian with a determinant below this part of its squared trace has no inverse worth a step: along a ruled surface, and towards a
/// face that is flat and round, where one of its eigenvalues goes beyond all bounds.
pub(crate) const SINGULAR: f64 = 1.0 / (1u64 << 20) as f64;

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

/// What is bisected along the motion is closed to this part of what is wide: in `f32`, two units in its last place of the scale. So is what is
/// met by a plane that is flat, where the line may enter through an edge or a corner: a bracket that is open along the motion by w is open by
/// as much along a plane that is met head-on, and the steepest one there may be that.
pub(crate) const NARROW: f64 = 1.0 / 8.0;

/// The points of contact of a closed form may be this many times [`NOISE`] of the scale apart: as far as the ends of a bracket of `f64`
/// that is not wide.
pub(crate) const NEAR: f64 = (1 << 16) as f64;

/// How far outside an end of a chord distance sets out from, a part of the scale: far above rounding, and near enough to need few
/// steps.
pub(crate) const OUTSIDE: f64 = 1.0 / 1024.0;

/// The least radius of curvature, a part of the scale, of cores whose touch a motion may go along though the normal found closes in: that one
/// is off by the root of twice what the distance is open by, over this. What is sharper is left to the search at edges.
pub(crate) const SHARPEST: f64 = 1.0 / 1024.0;

/// A line that enters and leaves by planes at no greater angle than this, turned against each other, goes through what has next to no
/// thickness there. Normals of one plane that come from two triangles in it are nearer, unless those are slivers a millionth wide; the sides of
/// a corner that a body may slide past are not.
pub(crate) const OPPOSED: f64 = 1.0 / (1u64 << 20) as f64;

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

/// Support points of a depth for which there is room from the start: for two boxes it takes some 30.
pub(crate) const SOME: usize = 32;

/// Points of a depth's polytope after which the least height is sought by a descent: with some 24 more than the first six,
/// a face is as wide as a round shape's bowl. After twice and four times as many there is another.
pub(crate) const POLISHED_AFTER: u32 = 24;

/// How far apart a descent's points are, per unit of scale, to become corners of a depth's polytope: a face between such
/// corners leaves a gap of the square of this, a sixteenth of what the bounds of a depth may leave.
pub(crate) const SPACING: f64 = 1.0 / (1u64 << 20) as f64;

/// So many of a descent's last points become corners of a depth's polytope at most: near the least height they bound it from below, and
/// before that they are far from it. With all of them, two cylinders take twice the time and close no further.
pub(crate) const LAST_POINTS: usize = 12;

/// By how much the product of two edges is off, per unit of theirs: the map from the moving shape's frame turns an edge by 44u at most (a
/// product of two rotations, 18u each and 8u), applying it costs 5u, the differences of corners 2u each, the product 4u and
/// making its length one 4u: 61u together.
pub(crate) const EDGES: f64 = 64.0 * U;

/// The sine up to which two edges are all but parallel: the face that they make is left out, for up to 2⁻²³ of their length in a bound; with
/// it, its normal would cost `EDGES` over the sine, 2⁻²³ of the scale as well: a unit in the last place of an `f32`.
pub(crate) const PARALLEL: f64 = 1.0 / (1 << 24) as f64;

/// Steps of a descent, and of one line search: linear at kinks, with a factor of about two (Lewis and Overton 2013,
/// section 5), so that 60 steps go from one to the last place; no line search that bisects longer gains anything.
pub(crate) const DESCENT_STEPS: u32 = 60;
pub(crate) const LINE_STEPS: u32 = 24;

/// Steps of a search along a line about a fold: every other halves the bracket, so that 96 are enough from 1 to the last place of a
/// direction. It begins with a bracket of this width, about what a descent that has ended early has left to go.
pub(crate) const FOLD_STEPS: u32 = 96;
pub(crate) const FOLD_WIDTH: f64 = 1.0 / (1u32 << 14) as f64;

/// How near the two sides of a fold are looked at, in radians: gradients change by as much per unit of scale, which the least height
/// along the fold is off by the square of, and their own rounding is a thousandth of it.
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

/// The same where no portal comes after, on a curved core: with a radius, where the closed form asks for the distance to its last place each
/// time, which a graze along the curve does not repay; or without one, which the portal has left open. The most that leaves room for the
/// portal before it (`MOST_REFINEMENTS`) below the default limit of 1,000, so that such a graze ends with a bracket and not at that limit.
pub(crate) const MOST_FINISH: u32 = 700;

/// A bracket that was found by subtraction from a long sweep stays when it may be open by no more than this many times
/// what it may be near the contact: brackets are open by units of rounding errors that are more than twice as large as
/// those seen.
pub(crate) const SPOILT: f64 = 2.0;

/// A direction whose part along a sweep is below this part of it counts as across the sweep: the error of the dot
/// product that tells, and that of pulling the direction back from the sheared frame.
pub(crate) const NEARLY_ACROSS: f64 = 8.0 * U;

/// A line of motion that passes a side of a portal by no more than this part of the scale may as well go through it: points'
/// coordinates are off by as much.
pub(crate) const ON_BORDER: f64 = POINT;

/// The rate of closing, per unit of the motion's largest component, from which on a plane at an edge is not bettered. The motion is
/// at most √3 times as long, so that a steeper plane makes the bound better by that factor at most; and as a rule a bound is off by less than
/// half of what it may be.
pub(crate) const FLAT_RATE: f64 = 1.0;

/// How flat the plane of a contact on a curved obstacle is met, |n| over |n·d| and the motion's largest component, where it may be one of many
/// at an edge or a corner, though nothing tells: so flat a plane is worth the search for a steeper one. Of random hits one in some
/// thousand is.
pub(crate) const GRAZING: f64 = 64.0;

/// The sine of an angle that is not told from none, between a cross product and the sides it is made of: the product's
/// rounding, 4u, over the sine between the sides, which at corners of hulls is seldom below 2⁻¹⁰.
pub(crate) const ON_PLANE: f64 = U * (1 << 12) as f64;

/// By how much of its length a motion is turned outward to find the plane that it is along. Far above the rounding of a plane's normal, 2⁻⁴⁰ where
/// edges are all but parallel; and what closes in on a neighbouring plane by less than this is as good as along both, so that either serves.
/// It decides no answer: the plane that is found has to keep the shapes as far apart as they are.
pub(crate) const FURTHER_OUT: f64 = 1.0 / (1u64 << 30) as f64;

/// Cutting planes after which the steepest plane of an edge or a corner is given up. Of a polytope each is a face around it; the search
/// passes the fewer of them the steeper they are, and seldom more than five. Beside a round rim each halves the angle that the plane is off
/// by, and its height over the rim is half the square of that angle: from 1 it takes 26 to be below 2⁻⁵¹ of the rim, twice as many where two
/// rims take turns, and some to come there.
pub(crate) const MOST_CUTS: u32 = 64;

/// A radius that is more than this part of the cores' extents makes most of the obstacle round: of random hits of boxes,
/// triangles and hulls more than nine in ten are on flat parts when it is a two hundredth, and half when it is a twelfth.
pub(crate) const MOSTLY_ROUND: f64 = 1.0 / 8.0;

/// Normals that are guessed for a core with a radius: it is met in the facet of the first guess, or in the one found by it.
pub(crate) const MOST_GUESSES: u32 = 2;

/// Two points of a simplex are equally near when the squares of their distances differ by less than this part of the distance
/// times that of the farthest corner. A mixture of three points errs by some 4u of the farthest in each coordinate, its
/// square by twice that times its length, and the square itself by 3u: 11u for each of the two.
pub(crate) const TIE: f64 = 11.0 * f64::EPSILON;

/// Of two products that make an area of the portal's shadow, the part that their difference has to leave: where it leaves less, it is
/// computed anew, without rounding. The area is then off by 9u of itself at most.
pub(crate) const LEFT: f64 = 1.0 / 8.0;

/// The same for answers in `f32`. To compute an area anew is dear: of those of two cylinders, whose portals are slivers, every fifth
/// leaves less than an eighth, and one in a hundred less than this. The areas are off by 1025u.
pub(crate) const LEFT_ROUGHLY: f64 = 1.0 / 1024.0;

/// By which part of the scale a mixture may miss the axis whose weights are areas off by δ = 1025u each: 2δ of how far the
/// corners' shadows are from it, and those are within twice the scale. It is a 2¹⁶th of what an `f32`'s bracket stays open by, and the
/// bracket is widened by it.
pub(crate) const MISSED: f64 = 1.0 / (1u64 << 40) as f64;

/// Two sides are all but parallel when the squared sine of their angle is below this: their product has then lost seven
/// bits to the rounding of its terms.
///
/// Of a triangle that is tried as a face, twice the area is held against the longest side in the same way: where its least height is
/// 1/128 of that, the direction from a side to the corner across it is right to seven bits less than all, far more than enough to
/// tell that corner from the others.
pub(crate) const SLIVER: f64 = 1.0 / (1 << 14) as f64;

/// A face is tried where the motion, measured by its largest component, comes toward its plane by 1/4 of its length or more: at 8 to 15
/// degrees. Where the motion meets the plane is then no farther from where it meets the face than seven times the size of the shapes.
pub(crate) const STEEP: f64 = 1.0 / 16.0;

/// The square of a face's normal, a product of two sides, for sides of the least length that shapes may have, 2⁻¹⁰⁰: the squares of
/// smaller ones come near to the end of the numbers.
pub(crate) const LEAST_FACE: f64 = f64::from_bits((1023 - 400) << 52);

/// The origin moves when the sweep starts this many margins before its first bound: four times the size of the shapes.
pub(crate) const FAR: f64 = 32.0;

/// As many times their size may balls stand apart and be cast from where they are. In `f64` that is where the origin moves.
/// What two balls answer is off by some 24u of all lengths at most ([`POINT`]): at 2¹⁸ sizes by 2⁻³⁰ of the size, a hundredth
/// of a unit in its last place in `f32`.
pub(crate) fn far_balls<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        FAR * 0.125
    } else {
        f64::from(1 << 18)
    }
}

/// The greatest |d| / |x·d|, x a unit normal, at which the bracket of two balls is not called wide ([`wide()`]). It spans that times
/// [`POINT`] of all lengths, which in `f32` may be 2¹⁸ sizes, and has to be narrow for the size.
pub(crate) fn flat_balls<T: Real>() -> f64 {
    let flat = wide::<T>() / POINT;
    if T::EPSILON == f64::EPSILON {
        flat
    } else {
        flat / far_balls::<T>()
    }
}

/// How much of |d|² r times the scale the discriminant of two balls must be: its rounding is 7u of that, and so a 2¹⁰th of it at most. In `f32`,
/// from 2¹⁷ sizes on, this asks for more than [`flat_balls`].
pub(crate) const STEEP_BALLS: f64 = 1.0 / (1u64 << 40) as f64;

/// How far, per unit of r and of the scale, (|x|² − r²) / 2 may be from 0 where the line of motion was found to enter a ball. It is what
/// rounding makes it, at most 11u of both, and this is six times that. As far balls are at most 2¹⁹ sizes apart, it is a 2²⁸th of r².
pub(crate) const CORRECTED: f64 = 1.0 / (1u64 << 47) as f64;

/// Centres of balls that overlap and are farther apart than this part of the scale are surely in two places: the direction between
/// them is off by u of the scale over their distance, 2⁻³³ here.
pub(crate) const APART: f64 = 1.0 / (1u64 << 20) as f64;

/// Support evaluations that measuring a start may take, whatever the limit for the sweep.
pub(crate) const ENOUGH: u32 = 1_000;

/// What a body's turning adds to the error of its support along a direction, in u·|n|·extent: 32 for the quaternion at
/// the fraction (see `turning/motion.rs`), 2 where the start's quaternion had to be scaled, and room for the fraction's
/// angle. What the matrix and its use err by is `ROTATION`, counted already.
pub(crate) const TURN: f64 = 40.0;

/// Error of the way from a body's centre of rotation to its origin, in u times its length: the turned quaternion (`TURN`), and two
/// matrices with their products (`ROTATION` each), there and at the start.
pub(crate) const CENTRE: f64 = 84.0;

/// A wheel turns about its own axis where the sine between the two, as computed, is no more than this many u: the error of the axis in world space
/// (`ROTATION`, and 3u of its length) and of a cross product and a quotient (5u). Rounded up. So the sine itself is up to as
/// much more than the computed one.
pub(crate) const ON_AXLE: f64 = 32.0;

/// Error of the rate at which a wheel is said to turn, less that of another body, in u of the latter: its axis goes around the one that it turns
/// about at no more than twice `ON_AXLE` from it, which is up to `ON_AXLE` from where the axis was computed (96u); a dot product, a product and
/// a difference (5u). Rounded up.
pub(crate) const WHEEL: f64 = 128.0;

/// What a gap is off by where it, or what it is made of, is below the normal numbers: sixteen times what the check of a certificate takes
/// off. Nothing of any other gap.
pub(crate) const DUST: f64 = f64::from_bits(256);

/// Error of the difference of two ways that are kept with their errors, per unit of each: the last parts are rounded to u of themselves, and
/// are u of the whole: 2⁻¹⁰⁶, along three axes and in some ten operations. Far above that, and above what the check of a certificate
/// takes off for the rounding of its own arithmetic.
pub(crate) const WAYS: f64 = 1.0 / (1u128 << 94) as f64;

/// Error of u·(p − centre) for a direction u meant to be across, or along, a body's axis, in u·(extent + centre): the
/// support contract and two dot products (14), the axis and its rotation into the shape's frame (30), and the basis
/// across it (16). Rounded up to what covers them as errors of direction.
pub(crate) const BEND: f64 = 64.0;

/// Error of the bound of what turning bodies can reach, in u times centre distance and sizes: that of a plane
/// (`SUPPORT`, `ROTATION`, `POSITION`, `DIRECTION`) all on one length.
pub(crate) const SPREAD: f64 = 72.0;

/// How nearly the reach of a full turn is found, as a part of the body's size: above it a body that sinks by its size in the 2²⁵ radians
/// that a turn may have needs some three steps to where it may be reached. And up to how many arcs of it are halved: more are left of
/// what is all but round. They decide no answer.
pub(crate) const NEARLY: f64 = 1.0 / (1u64 << 24) as f64;
/// See [`NEARLY`]: no nearer than this part of the size and the way to the point that the body turns about, together. It is 512 times the 256
/// units of rounding that the check of what holds at any angle allows for, so that what it finds is no less by that. Where the point is
/// a million sizes away, it is a 2¹⁶th of a size. It decides no answer.
pub(crate) const NEARLY_FAR: f64 = 1.0 / (1u64 << 36) as f64;
/// See [`NEARLY`].
pub(crate) const FEW_ARCS: usize = 64;

/// The reach of a full turn is asked for when so many radians are left: less goes by in a few steps. And first after so
/// many steps: it takes some fifty support evaluations. They decide no answer.
pub(crate) const MANY_TURNS: f64 = 32.0;
/// See [`MANY_TURNS`].
pub(crate) const AFTER: u32 = 4;

/// The axis along which rings are farthest apart is searched for after so many steps: it takes some dozens of support points of a ring, of
/// which each takes some twenty of its shape, and most spins that meet something do in fewer steps. It decides no answer.
pub(crate) const LOOK_AFTER: u32 = 16;

/// All pairs of angles of two bodies that spin are looked at after so many steps, and again after twice as many: most that meet at all do in fewer. It takes
/// some hundreds of cells, of which each counts as a step, and no more than so many per step so far. They decide no answer.
pub(crate) const PAIR_AFTER: u32 = 128;
/// See [`PAIR_AFTER`].
pub(crate) const CELLS_PER_STEP: u32 = 4;

/// How often the angles of a body that spins are halved at most: two thousandths of a radian are left, over which bodies of like size lose some
/// millionths of that. It decides no answer.
pub(crate) const MOST_HALVINGS: u32 = 12;

/// How nearly the reach in a part of a turn is found, as [`NEARLY`] for all of it: less matters little beside what the other part of a cell loses. It
/// decides no answer.
pub(crate) const PART_NEARLY: f64 = 1.0 / (1u64 << 14) as f64;

/// How often the arc is halved in which the farthest point of a ring lies: from 22.5° on either side to a tenth of a degree, whose cosine is
/// 1 − 2⁻¹⁹. It decides no answer.
pub(crate) const CLOSER: u32 = 8;

/// A rotation by no more than this angle in radians, about a centre within the body, moves no point by a part of u of the body's size:
/// none. About one farther away it counts by as much more as that is farther.
pub(crate) const LEAST_ANGLE: f64 = 1.0 / (1u128 << 100) as f64;

/// One by no more than this moves nothing within the range of lengths; the squares of greater ones are numbers.
pub(crate) const NO_ANGLE: f64 = f64::from_bits((1023 - 400) << 52);

/// The separation, per unit of scale (both centres of rotation counted in), that a turning cast takes for contact. A
/// plane of two turned bodies is proven up to 37u + 40u of the extents, 84u of the centres and 14u of the distance; the
/// distance search is asked for a quarter of this on top, and what is left has to carry the next step.
pub(crate) fn turning<T: Real>() -> f64 {
    (256.0 * U).max(bracket::<T>())
}

/// A turning cast that cannot prove a plane although the distance is above its tolerance has stalled on the distance
/// search's last digits; up to this part of the scale it is contact, and the certificate says how far it is open.
pub(crate) const STALLED_APART: f64 = 1.0 / (1u64 << 34) as f64;

/// Steps of a turning cast leave this part of the separation unused, so that a miss has a gap.
pub(crate) const KEEP: f64 = 1.0 / 16.0;

/// Below this separation, per unit of scale, steps go all the way: they end at a hit, or pass with a gap too small to
/// care for.
pub(crate) const KEEP_FROM: f64 = 1.0 / (1u64 << 20) as f64;

/// Steps toward a point that no turn of a half-space frees: of the method of M. Frank and P. Wolfe (*An algorithm for quadratic programming*, 1956), whose error falls with
/// their number. They decide no answer.
pub(crate) const TOWARD: u32 = 8;

/// How loosely distance is measured between steps, as a part of the separation known before.
pub(crate) const LOOSE: f64 = 1.0 / 32.0;

/// Steps of a turning cast along one axis before distance is asked for a new one. It decides no answer, but how many steps there are.
pub(crate) const ROUNDS: u32 = 6;

/// The cosine of the angle, 45 degrees, up to which two axes in a row are taken for one that turns. It decides no answer: every step is
/// proven along the axis that it takes.
pub(crate) const ALIKE: f64 = 0.7;

/// An axis along which only this part of the separation is left has done its work: distance is asked for another. It decides no answer.
pub(crate) const SPENT: f64 = 0.25;

/// How much farther an interval reaches than to where the separation ends at its present rate. It decides no answer, but how often an
/// interval is tried that is too short or too long.
pub(crate) const AHEAD: f64 = 1.25;

/// In contact, an interval of which less than this part is proven comes to little: it is tried again, shorter, and so are axes that turn.
/// It decides no answer, but how often that is done.
pub(crate) const LITTLE: f64 = 0.25;

/// With a target distance an axis that turns is followed no farther than this part of the way that is behind, or, from the start, so many
/// times as far as a standing one: shapes that come apart in between are seen to have left soon after. Each step is then at most half of the
/// way so far, and their number grows as its logarithm. They decide how soon that is seen, not whether shapes meet.
pub(crate) const OF_BEHIND: f64 = 0.5;
/// See [`OF_BEHIND`].
pub(crate) const AT_FIRST: f64 = 16.0;

/// How many times farther ahead in contact an axis is asked for, while it goes farther. It decides no answer.
pub(crate) const FARTHER: f64 = 4.0;

/// Plain advancement out of contact is left to the interval bound while its step is less than this part of the way since: shapes that part
/// at second order are c·s² apart after a time s, and separation over speed makes steps of c·s²/v, some v/(c·s) of them. Afterwards each
/// step is such a part of the way, and their number grows as its logarithm.
pub(crate) const LEAVING: f64 = 1.0 / 16.0;

/// In contact tolerances, the thickness of what shapes may pass through while they are never deeper than two of those in it: as deep
/// from either side, and rounding.
pub(crate) const THIN: f64 = 5.0;

/// A part of the room lost on the first half of the way that tells a closing motion from one that goes on touching: on a straight way it
/// is half, on one that starts along the surface and bends into it a quarter, and less where contact comes later. What goes on touching
/// loses rounding alone.
pub(crate) const CLOSING: f64 = 0.2;

/// What the sums, the root and the quotient behind the first root of a parabola err by, relative to the terms that they are made of: a
/// difference, a quotient and a sum make b (3u), a square and a difference the discriminant (3u), a root, a sum and a quotient the rest (3u,
/// half of it for what is under the root). 8u is more than any of the three.
pub(crate) const ROOT: f64 = 8.0 * U;

/// Half of the angle of an interval, in radians, may be this large where its cosine is divided by: that is then above a quarter. Intervals
/// that are longer, of which the curvature at their beginning says nothing, are tried shorter where they come to little.
pub(crate) const WIDEST: f64 = 1.3;

/// How far apart the bounds of a depth may stay in a turning cast, per unit of scale: 2⁻³⁶, as for starts in `f64`.
pub(crate) const DEEP: f64 = 1.0 / (1u64 << 36) as f64;

/// By this part of the scale, the cross axes of two boxes, or of a box and a triangle, are widened when the
/// slab of the entry is chosen: far above the rounding of a product of edges that are parallel, some 2⁻⁵⁰, so that
/// such a product never takes part; and a true edge that is missed for it by so little is found by the portal.
pub(crate) const CLEARLY_LATER: f64 = 1.0 / (1u64 << 40) as f64;

/// The same where the slabs are crossed in `f32`: a length across them is off there by some 2⁻²¹ of the scale, and this is 128 times
/// that. A true edge that is missed for it is found when the slabs are crossed once more in `f64`.
pub(crate) const CLEARLY_LATER_IN_F32: f64 = 1.0 / (1u64 << 14) as f64;

/// Of what the cross axes are widened by, the part by which slabs of faces are entered ahead when the slab of the entry is
/// chosen: far above what their entries are off by, some 2⁻⁴⁸ of the scale (2⁻²¹ in `f32`); and below 1, so that a product that is parallel to a face's
/// normal stays behind the face by far more than rounding.
pub(crate) const FACES: f64 = 0.5;

/// A squared length this near to 1 has an inverse root that its tangent gives to 2⁻⁵³: 3/8 · 2⁻⁵².
pub(crate) const NEARLY_UNIT: f64 = 1.0 / (1u64 << 26) as f64;
