//! Every threshold of the solvers, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.
//!
//! All thresholds are multiples of a rounding error times a **scale**: the sum of both extents, both radii, the
//! target distance and the distance of the shapes' origins, in the frame in which the work is done. Multiplying all
//! lengths by a power of two multiplies every threshold by it exactly.

use swept_support::Real;

mod half_space;
mod overlap;
mod turning;

pub(crate) use half_space::*;
pub(crate) use overlap::*;
pub(crate) use turning::*;

/// Unit roundoff of `f64`.
pub(crate) const U: f64 = 0.5 * f64::EPSILON;

/// What errors of proven bounds are multiples of: u, and a 2¹⁰th of it for the squares of u that [`SUPPORT`], [`ROTATION`], [`POSITION`] and
/// [`MOTION`] leave out, and for what their sum is rounded by itself. Those are some hundred u².
pub(crate) const UNIT: f64 = U * (1.0 + 1.0 / 1024.0);

/// Error of a dot product of support point and direction, of the direction's rotation excepted, in u·|n|·extent:
/// 8 for the support contract, 3 for the dot product, 4 for adding it to the other terms. All of it counts: along directions that rounding
/// alone tells apart, a shape of the user's own may be short by the 8 and outside by as much. The check of a certificate takes off the
/// same 8 once more, and what the direction is turned by, of the same support point: see `verify.rs`.
pub(crate) const SUPPORT: f64 = 15.0;

/// The error that a rotation which is not exact adds to [`SUPPORT`]: the matrix and applying it to the direction, together (see
/// `LinearMap::from_quaternion`).
pub(crate) const ROTATION: f64 = 24.0;

/// Error of n·(p_fixed − p_moving) in u·|n|·|p|: 1 for the subtraction, 3 for the dot product, 3 for the sum. The same
/// bound serves r·|n|, whose root and product err by less.
pub(crate) const POSITION: f64 = 7.0;

/// Error of n·d in u·|n|·|d|: 3 for the dot product, 1 spare for what the quotient adds. That bound, a fraction, is off by u for each of
/// room, closing, quotient and product, and is lowered by 4u.
pub(crate) const MOTION: f64 = 4.0;

/// By how much a direction along which the motion closes in by rounding alone is tilted along the motion, per unit of both lengths. The
/// direction was perpendicular to the motion in the working frame. Both came there by one matrix, whose own error is the same for both;
/// applying it costs 6u either time, and each of the two dot products 3u: 18u together.
pub(crate) const TILT: f64 = 32.0 * U;

/// [`TILT`] for a direction that was made perpendicular to the motion in the world's axes: what is left along the motion is 4u, of a
/// product and a difference in each component, and the two dot products have 3u each.
pub(crate) const TILT_ACROSS: f64 = 12.0 * U;

/// Error of an obstacle point's coordinates in the working frame, per unit of scale: two support points (8u each, except for
/// polytopes, whose corners are exact), a rotation of a rotation (47u, and 5u to apply it), and sums. With every step at its worst, they
/// add up to 64u on one side; casts show less than half of that, except a few of shapes of very different sizes. This is not a bound
/// that proofs rest on: the dilation that certificates state covers the rest, and their check does not use it. Bounds on depths take all of
/// it ([`WORST_DEPTH`]).
pub(crate) const POINT: f64 = 24.0 * U;

/// By how much the lower bound on a depth is lowered, per unit of scale, for the rounding of the obstacle's points that it is found from: the
/// sum of all, each at its worst. A point is off by 8u of either extent for its support points, by 52u of the moving shape's for the map
/// (see [`WORST_PARTS`]), by 24u of the position ([`WORST_TURN`]), and by 4u of all for sums: 64u at most. Its height along a unit normal
/// adds 7u, or the length of a mixture 10u ([`MIXED`]); the radii's sum, theirs with the bound, and this itself 1u each: 77u.
pub(crate) const WORST_DEPTH: f64 = 80.0 * U;

/// The error of a solver's own lower bound, as a length per unit of scale and of |d|. Fractions of `f32` are proven by it: it is a 2²⁰th of
/// a unit in their last place.
///
/// In the sheared frame, whose map and its inverse have norms below 2: pulling the direction back costs 6u of it and
/// so 12u of the extents and of |d|; a support point 8u on either side; the moving shape's map, a product of two
/// rotations and the shear, 2·(19 + 19 + 9)u; applying it and its transposed, 2·2·6u; the position, 2·(7 + 24)u; the
/// dot product and the sums, 2·9u; the radius, 2·8u. Together 242u, and twice that where the obstacle is swept by up to its
/// scale; without the shear it is less than half of it.
///
/// Where the origin has moved along the way, the scale is that of the shapes there, and one error is not in it: the difference of two
/// positions of `f32` need not be a number of `f64`, so that it was off by u of itself before. It stays off by as much, since the move
/// itself is right to its own last places, and is added.
pub(crate) const COARSE: f64 = 512.0 * U;

/// The part of the width allowed to a bracket of an `f32` along the motion that [`COARSE`] may add to it. Where it would add more,
/// the plane is evaluated once more in world space, whose error is some ten times smaller. It decides no answer.
pub(crate) const FINE: f64 = 1.0 / 16.0;

/// Where the motion meets a plane is in doubt by this, per unit of scale along the plane's normal, when it is compared with where it meets
/// another one: some twice [`POINT`]. It decides no answer: what is stated of either is proven by itself.
pub(crate) const DOUBT: f64 = 52.0 * U;

/// By how much the upper end of a bracket is widened, and the upper bound on a separation, but of two balls. Its three parts
/// are errors per unit of different lengths, some of which may be far below the scale, as that of a small shape beside a large one:
/// sums, per unit of scale; the map from the moving shape's frame, per unit of its extent; and 8u per unit of a curved core's extent,
/// which is the error of its support points, and per unit of radius, which is laid off along a vector whose length is 1 up to 4u.
/// Corners are exact, and without a rotation the second part is 0. What the fixed shape's rotation adds is [`WORST_TURN`].
///
/// The second is the sum of all, each at its worst: the two matrices 19u each; their product, whose entries are three products and two
/// sums, 3u of the product of their magnitudes, of which either has a norm of √3 at most, 9u; and the product with a corner, 5u.
/// A search that climbs over pairs of rotations has found 22.7u for the map and 23.8u with the last product.
pub(crate) const WORST_PARTS: [f64; 3] = [4.0 * U, 52.0 * U, 8.0 * U];

/// By how much the length of a mixture is off, and what is left of it beside the radii, per unit of scale: three products, two sums,
/// and weights whose sum is 1 up to 3u, 6u together in each direction; 2u of the length; the difference and the sum with the bound
/// itself, 1u each.
pub(crate) const MIXED: f64 = 10.0 * U;

/// The same as [`WORST_PARTS`] for the fixed shape's rotation. One matrix takes the moving shape's position and its motion into the
/// working frame, so its own error, 19u, is one of the position at contact; applying it errs by 5u of the position at the working
/// origin, and by 5u of the way from there.
pub(crate) const WORST_TURN: [f64; 2] = [19.0 * U, 5.0 * U];

/// Below this part of the scale, rounding alone may have decided the sign of a height over an edge or a face: the coordinates that it
/// is computed from are seldom off by more than 8u.
pub(crate) const NOISE: f64 = 8.0 * U;

/// Where the cube of the way between two nearest points is below this part of s r², s the scale and r the radius around the cores, the way
/// is a worse normal than that of the plane found. Its direction is off by the rounding of the points, e = 8u of s, over its length l, and
/// the radius is laid off along it: er/l. The plane's normal is off by the root of twice what the distance is open by, e again, over the
/// length, and the points feel that angle times the length: √(2el). The two are equal at l³ = er²/2. Of points in contact, l is r: however
/// small the radius, they meet along the way, and along the plane's normal are up to √(2er) apart.
pub(crate) const FAINT: f64 = 0.5 * NOISE;

/// A point's projection along the motion that is nearer to the axis than this part of the scale counts as on it: far below any
/// rounding error, and far above the lengths whose products underflow.
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

/// Up to this many times what a bracket may stay open shapes count as touching, so that a shape that was advanced to a hit touches there and
/// does not overlap.
pub(crate) const CONTACT: f64 = 2.0;

/// Up to this separation or depth, per unit of scale, shapes count as touching.
pub(crate) fn contact<T: Real>() -> f64 {
    CONTACT * bracket::<T>()
}

/// By how many contact tolerances the line of motion may enter the obstacle before or after the start, along the motion, for contact there to
/// be looked for where it enters: twice, so that what touches in a plane that the motion meets at half its speed or more is found there.
/// What the point of contact is then away from the start by, a certificate states. All else is measured at the start.
pub(crate) const NEAR_START: f64 = 2.0;

/// Sides up to which a portal's shadow is grown, where its border is within a touch of the line of motion. Polytopes show a side after one
/// or two. At a round border each step takes three quarters of what is left, so that eleven come to a touch in `f32`.
pub(crate) const MOST_SIDES: usize = 14;

/// Shapes that are apart by no more than a touch and this part of the scale may not be proven to be: the height of a plane between them is
/// off by SUPPORT + ROTATION = 39u, and is raised by as much, 78u together; the room at the start is that of points that are off by 24u as a
/// rule ([`POINT`]), measured as near as a bracket is closed, 8u. That is 110u.
pub(crate) const UNPROVEN: f64 = 128.0 * U;

/// What a place is known to, as a part of its largest coordinate: where a shape stands, or where its corners lie that are far from its own
/// origin. Each of the three coordinates is the number of the scalar nearest to what it was to be, and so is off by half a unit in the last
/// place, ε/2 of itself at most. Together that is √3/2 ε of the largest, which is less than ε.
///
/// Of a sweep, the places of both shapes count. A shape that was moved up to another one stands where the sum of its place and its way was
/// rounded to; and what it slides along next, by a place of its own or by corners of its own, was put beside the last one no better. A
/// rotation does not count: all casts of a motion have the same, and so have the parts of a floor. Nor do corners near a shape's own origin,
/// and in `f32` none at all: their distance from there is in the scale, and a unit in its last place is in what counts as a touch.
pub(crate) fn placing<T: Real>() -> f64 {
    T::EPSILON
}

/// By how many contact tolerances a place on the way has to be deeper than where a slide is still accepted, so that there surely is none:
/// 1024u of the scale in `f64`. The room of a plane that is slid along is off by SUPPORT + ROTATION = 39u; the start's room by as much where
/// it is measured, and by [`COARSE`] where a portal tells it; a point of the core by 64u ([`WORST_DEPTH`]), and by four times that where it
/// comes back from the sheared frame; and the way by 24u, as the part of it up to where the shapes have passed each other is at most √3
/// times the scale and the target distance, which is no longer where they touch through it. That is 831u together.
pub(crate) const CLEARLY_IN: f64 = 64.0;

/// What the distance from a face of a tetrahedron is off by, for each unit of the distance from a corner of the face, where the sides at that
/// corner are at right angles: see `blocked.rs`.
pub(crate) const FACE_DISTANCE: f64 = 12.0 * U;

/// From so many contact tolerances of separation or depth on, one bound of a core's distance tells whether shapes overlap: 256u of the scale
/// in `f64`, where that bound is off by 8u for the coordinates of its point and a measurement by 64u. More would cost a measurement now and
/// then.
pub(crate) const CLEAR: f64 = 16.0;

/// Axes of two boxes whose product is no longer than this are one: more than what a map is off by, 52u ([`WORST_PARTS`]). To make them one in
/// truth, a box turns by 116u, and by √2 of that, 164u, where two pairs are all but one. Its axes swing by as much beside the way between the
/// middles and the other box, and its own points move by as much of its extent: a gap changes by 164u of the scale. With the 80u that a gap is
/// off by (`closed/axes.rs`) that is 244u, less than what is clear ([`CLEAR`], 256u).
pub(crate) const SAME_AXIS: f64 = 64.0 * U;

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
/// counts as a touch; what the plane's bound was lowered by, at most SUPPORT + ROTATION = 39u; and the noise in which the
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
/// the curvature does not change all too fast: e²/c. So it may be taken for the last where e² is below this part of the scale times
/// the least that brackets close to. Where that is not enough, the support points say so, and there are more steps.
pub(crate) const NEWTON_SQUARES: f64 = 1.0 / 64.0;

/// Two heights are about the same when they differ by less than this part of their mixture's error: Newton's method made them so, and
/// the one whose weight is 0 has nothing to add.
pub(crate) const LOW: f64 = 1.0 / 16.0;

/// Steps of a distance search on curved cores before Newton's method is tried: with two or three, two ellipsoids take up to an eighth fewer
/// instructions, and what has edges or corners takes up to a quarter longer. And the part of the upper bound that the lower one has to be by
/// then: the normal found and that to the nearest point are no more than 60 degrees apart. Both decide no answer.
pub(crate) const FINISH_FIRST: u32 = 4;
pub(crate) const ABOUT: f64 = 0.5;

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

/// A bisection along the motion closes its bracket to this part of the width called [`wide()`]: in `f32`, two units in the last place
/// of the scale. So is a bracket whose plane is met at a small angle, where the line may enter through an edge or a corner: another
/// plane there may be met head-on, and along that one the bracket is as wide as along the motion.
pub(crate) const NARROW: f64 = 1.0 / 8.0;

/// The points of contact of a closed form may be this many times [`NOISE`] of the scale apart: as far as the ends of a bracket of `f64`
/// that is not wide.
pub(crate) const NEAR: f64 = (1 << 16) as f64;

/// A steep plane is as right as the flat one of a contact where its bound comes before that one's by no more than this many times what that
/// one may be off by. The point of the contact is off by as much, and a plane through it and one end of an edge comes before the edge by as
/// many times more as its other end is farther. It decides no answer: what such a plane leaves open is closed by the distance.
pub(crate) const UNSURE: f64 = 4.0;

/// A bracket at an edge or a corner is closed along the normal of the steepest plane to this many times what others are closed to, if no
/// more was asked for: that plane passed by twice what counts as a touch, four times that much, and as much again for what the place and
/// the distance there are off by.
pub(crate) const CLOSED_AT_EDGES: f64 = 8.0;

/// Cores with a smaller radius of curvature than this part of the scale count as sharp, and are left to the search at edges. A larger
/// radius bounds the error of a touching core's normal: the square root of twice the distance's error over the radius. By so much a
/// motion that goes along the surface may seem to close in.
pub(crate) const SHARPEST: f64 = 1.0 / 1024.0;

/// A line that enters and leaves an obstacle by planes whose normals are opposite up to this angle goes through something flat. The
/// normals of two triangles in one plane agree better, unless those are slivers a millionth wide; the two sides of a corner that a
/// body may slide past do not.
pub(crate) const OPPOSED: f64 = 1.0 / (1u64 << 20) as f64;

/// A stalled bracket this many times wider than asked for is handed to the other method.
pub(crate) const STALLED_WIDTH: f64 = 4.0;

/// Weights of a tetrahedron around the origin are made better where what they mix is farther off it than this part of the farthest corner's
/// distance: those of one that is not flat are off by as little, by their rounding alone. It decides no more than how often that is done.
pub(crate) const OFF: f64 = 8.0 * U;

/// A squared area or volume below this part of the product of the sides it is made from counts as flat: its relative
/// error is of that order.
pub(crate) const FLAT: f64 = 64.0 * f64::EPSILON * f64::EPSILON;

/// Newton steps after which the bracket is given as it is. Grazing halves the way that is left with each step, and no
/// f64 can be halved this often and be worth it.
pub(crate) const MOST_ROUNDS: u32 = 64;

/// While advancing, a separation is good enough when it is known to this part of itself: the advance then falls short by
/// as much, so each leaves a quarter of the way at most where exact distances would leave less, for a fraction of the
/// support points on curved cores.
pub(crate) const ROUGH: f64 = 0.25;

/// A speed of closing in that is at most this part of the one before has fallen: grazing halves it, head-on it soon stays. After how many
/// falls in a row a line is said to graze: far from contact one plane takes the place of another, and the speed may fall as well. They
/// decide no answer.
pub(crate) const SLOWER: f64 = 0.75;
pub(crate) const GRAZES: u32 = 2;

/// How much of the way to where the motion would close in no more is taken in one go. The speeds that tell are those of rough distances,
/// and off by some of themselves; a leap too far costs the way back. It decides no answer.
pub(crate) const LEAP: f64 = 7.0 / 8.0;

/// Support points after which a method by distance advances no more and gives its bracket as it is, for a portal to
/// close. Grazing halves the rest of the way with each advance, as above, and curved obstacles need some support points
/// for each; where a portal closes the same bracket, it takes fewer than this in all.
pub(crate) const MOST_APPROACH: u32 = MOST_REFINEMENTS;

/// The same where no portal comes after, on a curved core: with a radius, where the closed form asks for the distance to its last
/// place each time, which a graze along the curve does not repay; or without one, which the portal has left open. The most that
/// leaves room for the portal before it (`MOST_REFINEMENTS`) below the default limit of 1,000, so that such a graze ends with a
/// bracket and not at that limit.
pub(crate) const MOST_FINISH: u32 = 700;

/// Support points that this leaves of the default limit, to decide by what was found.
pub(crate) const KEPT: u32 = ENOUGH - MOST_REFINEMENTS - MOST_FINISH;

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
/// at most √3 times as long, so that a steeper plane makes the bound better by that factor at most; and as a rule a bound is off by
/// less than half of what it may be.
pub(crate) const FLAT_RATE: f64 = 1.0;

/// How flat the plane of a contact on a curved obstacle is met, |n| over |n·d| and the motion's largest component, where it may be
/// one of many at an edge or a corner, though nothing tells: so flat a plane is worth the search for a steeper one. Of random hits
/// one in some thousand is.
pub(crate) const GRAZING: f64 = 64.0;

/// The sine of an angle that is not told from none, between a cross product and the sides it is made of: the product's
/// rounding, 4u, over the sine between the sides, which at corners of hulls is seldom below 2⁻¹⁰.
pub(crate) const ON_PLANE: f64 = U * (1 << 12) as f64;

/// By how much of its length a motion is turned outward to find the plane that it is along. It decides no answer: the plane that is found
/// has to keep the shapes as far apart as they are.
///
/// Of a motion along a plane, it has to be more than the sine by which that closes in on the plane for rounding, over the sine between the
/// plane and the way out from within the shapes, which is 1/a of shapes that are a times as long as they are wide. In `f64` the first is
/// 2⁻⁴⁰, of a plane's normal where edges are all but parallel. In `f32` it is what the input is off by, 2⁻²²: half a unit in the last
/// place of each part of the motion, and twice as much of an angle for that of a rotation; 2⁻¹¹ leaves room for a = 2¹¹, or for a tenth
/// of that where the shapes touch along a strip so narrow that its own plane leans by a touch over its width. Neighbouring planes that
/// the motion closes in on by less give a plane between them, from which the one along the motion is searched for.
pub(crate) fn further_out<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        1.0 / (1u64 << 30) as f64
    } else {
        1.0 / (1u64 << 11) as f64
    }
}

/// Cutting planes after which the steepest plane of an edge or a corner is given up. Of a polytope each is a face around it; the search
/// passes the fewer of them the steeper they are, and seldom more than five. Beside a round rim each halves the angle that the plane is off
/// by, and its height over the rim is half the square of that angle: from 1 it takes 26 to be below 2⁻⁵¹ of the rim, twice as many
/// where two rims take turns, and some to come there.
pub(crate) const MOST_CUTS: u32 = 64;

/// By how much of its sides a point may lie beside a triangle or an edge, and count as in it: 16u, some roundings of its place there where the
/// sides are not far shorter than their distance. Along two sides of boxes that are parallel lines go through edges and corners to rounding,
/// and would be in none of the faces that meet there. The nearest point is put back into the face, and how far it then is from the line is
/// held against the radius like any other.
pub(crate) const BESIDE: f64 = 16.0 * U;

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

/// Two segments that stand are parallel when the squared sine of their angle is no more than this. The formula for the parts at which
/// their lines are nearest then errs by u over that square, which moves the points by u over the sine across the way between them; without
/// it they are off by the sine.
pub(crate) const PARALLEL_SEGMENTS: f64 = U;

/// A face is tried where the motion, measured by its largest component, comes toward its plane by 1/4 of its length or more: at 8 to 15
/// degrees. Where the motion meets the plane is then no farther from where it meets the face than seven times the size of the shapes.
pub(crate) const STEEP: f64 = 1.0 / 16.0;

/// The square of a face's normal, a product of two sides, for sides of the least length that shapes may have, 2⁻¹⁰⁰: the squares of
/// smaller ones come near to the end of the numbers.
pub(crate) const LEAST_FACE: f64 = f64::from_bits((1023 - 400) << 52);

/// The origin moves when the sweep starts this many margins before its first bound: four times the size of the shapes.
pub(crate) const FAR: f64 = 32.0;

/// How many times their size two balls may be apart and still be cast from where they stand. In `f64` that is where the origin moves.
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

/// How much of |d|² r times the scale the discriminant of two balls must be: its rounding is 7u of that, and so a 2¹⁰th of it at
/// most. In `f32`, from 2¹⁷ sizes on, this asks for more than [`flat_balls`].
pub(crate) const STEEP_BALLS: f64 = 1.0 / (1u64 << 40) as f64;

/// How far, per unit of r and of the scale, (|x|² − r²) / 2 may be from 0 where the line of motion was found to enter a ball. It is what
/// rounding makes it, at most 11u of both, and this is six times that. As far balls are at most 2¹⁹ sizes apart, it is a 2²⁸th of r².
pub(crate) const CORRECTED: f64 = 1.0 / (1u64 << 47) as f64;

/// Centres of balls that stand, or overlap at the start, and are farther apart than this part of the scale are surely in two places: the
/// direction between them is off by u of the scale over their distance, 2⁻³³ here.
pub(crate) const APART: f64 = 1.0 / (1u64 << 20) as f64;

/// Support evaluations that measuring a start may take, whatever the limit for the sweep.
pub(crate) const ENOUGH: u32 = 1_000;

/// The error of a length that is subnormal, or made of subnormal numbers: eight times what the check of a certificate takes off. It is
/// lost in the rounding of any other length.
pub(crate) const DUST: f64 = f64::from_bits(256);

/// By this part of the scale, the cross axes of two boxes, or of a box and a triangle, are widened when the
/// slab of the entry is chosen: far above the rounding of a product of edges that are parallel, some 2⁻⁵⁰, so that
/// such a product never takes part; and a true edge that is missed for it by so little is found by the portal.
pub(crate) const CLEARLY_LATER: f64 = 1.0 / (1u64 << 40) as f64;

/// The same where the slabs are crossed in `f32`: a length across them is off there by some 2⁻²¹ of the scale, and this is 128 times
/// that. A true edge that is missed for it is found when the slabs are crossed once more in `f64`.
pub(crate) const CLEARLY_LATER_IN_F32: f64 = 1.0 / (1u64 << 14) as f64;

/// When the slab of the entry is chosen, those of faces count as entered earlier than they are, by this part of what the cross axes are
/// widened by. That is far more than what their entries are off by, some 2⁻⁴⁸ of the scale (2⁻²¹ in `f32`); and it is less than all, so
/// that a product that is parallel to a face's normal stays behind the face by far more than rounding.
pub(crate) const FACES: f64 = 0.5;

/// A squared length this near to 1 has an inverse root that its tangent gives to 2⁻⁵³: 3/8 · 2⁻⁵².
pub(crate) const NEARLY_UNIT: f64 = 1.0 / (1u64 << 26) as f64;
