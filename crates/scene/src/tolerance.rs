//! Every threshold of the scenes, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.

use swept_support::Real;

/// By what part of the lengths that enter a moving shape's box is widened. Rounding takes 2⁻⁴⁵ of them at most; the rest
/// makes the boxes' bounds looser than those of the solvers in all but grazing casts (an `f32` cast gives away 2⁻⁴³),
/// so that a box never has to correct a fraction. It is finer than the `f32` of a tree's boxes.
pub(crate) const REACH_MARGIN: f64 = 1.0 / ((1u64 << 36) as f64);

/// How far apart bodies surely are that no cast calls touching, whatever lengths enter: the square of the least length that a shape may have,
/// below which casts take a target distance for none, too. All other margins are parts of lengths, and of short ones they are nothing:
/// - Below the least normal number of the scalar, rounding is no part of a number any more, but half of the least number of all. This is
///   2⁻¹²⁶ in `f32`, its least normal number, and 2⁻²⁰⁰ in `f64`: 2²⁴ such roundings and more, and a cast takes some dozens.
/// - From any room casts take off 2⁻¹⁰⁶⁶, which is more than the room of bodies that pass each other that near.
/// - They tell shapes apart by products of up to four lengths, such as the square of a normal that is a product of two sides. Where all
///   lengths are below 2⁻²⁷⁰ these lose their digits, and whatever is no farther away than the shapes are large may be called touching.
/// - Of a quotient below 2⁻¹⁰²² half of 2⁻¹⁰⁷⁴ is rounded. As a fraction of the longest way, 2¹⁰¹, that is 2⁻⁹⁷⁴ of length.
///
/// Of any lengths that a shape may have, or more, it is below the last place of [`REACH_MARGIN`], and changes no bit.
pub(crate) fn least<T: Real>() -> f64 {
    T::MIN_LENGTH * T::MIN_LENGTH
}

/// A plane whose normal n, a product of two sides, is shorter than this tells nothing. Below the least normal number the parts of n and its
/// products lose up to a few 2⁻¹⁰⁷⁴ each. From here on, that is 2⁻²⁷⁰ of n or less, nothing beside the margins of lengths that enter; and in
/// products with short lengths less than the 2⁻¹⁰⁰⁰ or more that n is times [`least`].
pub(crate) const LEAST_NORMAL: f64 = f64::from_bits((1023 - 800) << 52);

/// A triangle whose sides u and v are at a sine of this or more, with a square of |u × v| above [`CLEAR_SQUARE`], surely has a normal by
/// scaled sides: scales are no less than the reciprocals of |u| and |v|, so that their product is no shorter than the sine, and neither
/// square has lost any digits that count.
pub(crate) const CLEAR_SINE: f64 = 1e-6;

/// What the products of u and v, and their squares, lose below the least normal number is nothing beside it.
pub(crate) const CLEAR_SQUARE: f64 = 1e-100;

/// How much of a displacement d counts among the lengths that rounding is a part of, at most: in lengths of what the motion starts at and
/// the scene reaches to. Let the shape, of the size s with all that is added to it, start at a distance p of the world's origin, from
/// which nothing that has an end is farther than F. It can touch such a thing at a fraction t only where it is no farther out than that,
/// so that t |d| ≤ p + F + s. What d and its products are off by is a part of t |d| there, not of |d|, and at fractions beyond nothing
/// is touched. Nor does a cast along a line count any part of d as a touch: its work begins where balls around both shapes come near to
/// each other. One that turns does, and has [`WAY_TOUCHED`] for it.
/// By their largest coordinates these lengths are short of norms by √3 at most, so 2 would do. At this, motions of up to a thousand
/// times the scene have the bounds that they have without it, and beside longer ones a box is wider by 2⁻²⁶ of the scene, less than
/// the `f32` of a tree's boxes tells apart. What has no end has no box either.
///
/// A shape that turns stays in a ball that goes as far. What turns with a scene comes no farther out than F and twice as far as the point
/// that it turns about.
pub(crate) const FAR: f64 = 1024.0;

/// How much of its way a cast that turns may call a touch: its digits end at 2⁻⁹² of the greatest coordinate of the way, and of where that
/// begins, which is in [`REACH_MARGIN`]; it takes twice that for contact, and twice that again where shapes touch. This is twice as much.
/// It is more than boxes are wider by anyway beside ways of more than 2⁶³ lengths only.
pub(crate) const WAY_TOUCHED: f64 = 1.0 / (1u128 << 89) as f64;

/// What a quotient of two differences errs by at most, relative: 3u, and some to spare. Differences carry no error that
/// the margin does not cover.
pub(crate) const BOX_SLACK: f64 = 4.0 * f64::EPSILON;

/// By what part of its coordinates and of its way so far a moving box is widened where a part of its way begins, for the tree that is met
/// there. 14u of the way are needed: 11u for what the numbers of boxes are lowered by and err by (derived in `flight.rs`), and a unit
/// each for the product and for two sums; of the box's coordinates those two units.
pub(crate) const LEG_SLACK: f64 = 8.0 * f64::EPSILON;

/// By what part of the largest coordinate that enters (of the box's and its place's) a box is widened when it is turned. 47u are needed:
/// 33u for the rotation, which errs by 19u of a corner that is √3 times that coordinate away; 5u for products, 2u for the middle and the
/// half sides, and 7u for the sums that follow, of up to 2.8 times as much.
pub(crate) const TURNED: f64 = 64.0 * f64::EPSILON;

/// By what part of the lengths that lead there a point that turns is put off its path by rounding, and by as much again per radian that the
/// shape and the scene turn by. Of its lever from the centre of rotation 117u are needed, of all else less:
/// - A quaternion of a rotation vector has its sine off by 6.5u (2.5u for the length, 2u for the sine, a quotient and a product) and its
///   cosine by 2u, so that what it turns by θ is off by 8.5u sin θ + 13u (1 − cos θ), no more than 29u; 2u for its axis, and 14u for
///   two products of vectors and their sums. That is 45u with the shape, and 45u back with the scene.
/// - 24u for the lever as it is at the start, and 3u for sums.
/// - The angle is off by 4.5u of itself: 2.5u for the length, u each for the fraction of the way and for the product with it. (An angle of
///   4u or less counts as none: then 4u stand for those 29u.)
pub(crate) const CARRIED: f64 = 64.0 * f64::EPSILON;

/// A part of a compound stands where its pose in the world, rounded to the scalar, has it; the compound's tree has its box where it would
/// stand without that rounding. The two are apart by this part of three lengths: of g, the distance of the part's farthest point from its
/// own origin; of s, that of its position in the compound; and of p, the compound's largest coordinate. With v the scalar's unit
/// roundoff:
/// - The position has coordinates of at most s + p, each of which is rounded: v(s + p). The rotation into the world and back again to the
///   compound's axes takes 39u + 6u of s, the sum with p one u of both.
/// - Each component of the rotation's quaternion is rounded by v of itself, so the quaternion by v of its length, and the rotation by twice
///   that angle; the product before it takes 8u of the length. With the matrices of the part and of the compound, 19u each, 2v + 54u of g.
///
/// All of that is below 2v + 64u of each. In `f64` nothing is rounded once more, and it is all the more so.
pub(crate) fn placing<T: Real>() -> f64 {
    T::EPSILON + 32.0 * f64::EPSILON
}

/// How far two shapes are apart at most, in greatest lengths of the scalar. Coordinates are no more than one such length, of positions and
/// in shapes' own frames, so that no point is farther than 2√3 of them from the world's origin: 4√3 between two, and this is 8.
pub(crate) const MOST_APART: f64 = 8.0;

/// By what part a distance of boxes is lowered: a difference, its square and the sum of three err by 5u, of which the root leaves half and
/// adds one, and this product one more: 4.5u. What is taken off for a radius errs by u of the distance, and for a box's size by no more:
/// 6.5u together, and this is 8u.
pub(crate) const DISTANCE_DOWN: f64 = 1.0 - 4.0 * f64::EPSILON;

/// By what part of the lengths that enter a pair's separation may be less than its distance, as it is searched for and proven. The search
/// leaves 8u in `f64`, half a unit in the last place in `f32`; the points that it goes by are off by 64u on either side, and what is
/// proven of its plane is lowered by 46u and off by as much: 228u, of these 256u. The last rounding takes a unit of `f32`, and is in the
/// second of two of them. The lengths that enter are both shapes' sizes and the distance of their origins, which is no more than both
/// sizes and the distance: twice this of each size and once this of the distance. Twice that again is more than what follows from
/// measuring by the distance and not by what is found.
///
/// So a pair may be found nearer than its boxes or its triangle's plane say, by up to that length, and searches look that much farther.
///
/// Casts take no more for a touch: what comes within 16u of their scale in `f64`, a unit in the last place in `f32`. The scale is
/// both sizes, the target distance, and the distance of the origins where the work begins, which is where balls around both shapes
/// and the target distance come within an eighth of all that: 17/8 of it. Turning ones take 512u of the scale where they touch, which
/// is twice all that, or a unit. So up to 1024u or 2.2 units of sizes and target distance; and of long ways that turn [`WAY_TOUCHED`].
pub(crate) fn short<T: Real>() -> f64 {
    4.0 * (2.0 * T::EPSILON + 128.0 * f64::EPSILON)
}

/// By what part the square of a limit is raised, in `f64`: its two sums err by 4u of the square, squaring and this product by 2u.
pub(crate) const SQUARE_UP: f64 = 1.0 + 4.0 * f64::EPSILON;

/// By what part a squared distance of boxes is lowered, in `f32`: a difference, its square, the sum of three and this product are 6
/// roundings of 2⁻²⁴ each, and this is 8.
pub(crate) const SQUARE_DOWN: f32 = 1.0 - 1.0 / ((1u32 << 21) as f32);

/// The sides of a box that distances are asked from are taken to be no farther from a tree's middle than this, in tree units: where it is
/// farther away, it comes nearer, and where it is larger, it still holds the tree, so that no number is too high. Boxes of a tree are no
/// farther out than [`ROAM`], so the sum of three squares is below 2¹²⁶ and finite. It costs no order among boxes: from 2²⁷ on, `f32` does
/// not tell them apart.
pub(crate) const FARTHEST: f32 = (1u64 << 62) as f32;

/// A third in `f32`, lowered by more than 2⁻¹⁵ of it: far more than its own rounding and that of a product with it, 2⁻²³, so that such a
/// product is no more than a third. Lower, it would cost work only.
pub(crate) const THIRD: f32 = 1.0 / 3.0001;

/// By what part of a box's coordinates its shadow along a direction is widened on each side. 10u of both boxes' are needed: 2.5u for the
/// middle and 3u for the half length (three products and their sum, and a difference), 3u for the differences between the two shadows, and
/// 1.5u for a direction whose length is off by 3u. What it is off from across the way is in [`REACH_MARGIN`].
pub(crate) const SHADOW: f64 = 8.0 * f64::EPSILON;

/// By what part a coordinate is moved outward before it is rounded to the nearest `f32`. With u = 2⁻²⁴ that rounding takes away u/(1 + u) of
/// it at most, and x (1 ± k) times 1 ∓ u/(1 + u) is beyond x by (k − u)/(1 + u) of it, or more. The excess 2⁻⁵⁰ of k is eight roundings of
/// `f64`, of which there are four: the difference with the centre, the product, and two sums.
///
/// Nothing else of a box is rounded: a mesh's corners are as they are, and a height field's lines and heights are the very coordinates of its
/// vertices, one product in `f64` each, rounded to the scalar. Both are monotone, so that no vertex between two lines is beyond either,
/// whatever the scale. Where what is left of a coordinate is below the least normal number, [`OUTWARD_LEAST`] is far more than that.
pub(crate) const OUTWARD: f64 = 1.0 / (1u32 << 24) as f64 + 1.0 / (1u64 << 50) as f64;

/// By how much it is moved outward in any case: the least normal number of `f32`. Below that, numbers are 2⁻¹⁴⁹ apart, which this is far
/// more than, and in place of 0 it does not lead to numbers that some processors are slow with.
pub(crate) const OUTWARD_LEAST: f64 = f32::MIN_POSITIVE as f64;

/// By what part the parameters are widened at which a ray enters and leaves a slab, in `f32`: a difference, a reciprocal and a product are
/// three roundings of 2⁻²⁴, and this is four.
pub(crate) const RAY_SLACK: f64 = 1.0 / ((1u32 << 22) as f64);

/// By how much a moving box is widened, in tree units. Where it does not move along an axis, or by less than 10⁻³⁸, the reciprocal of its
/// way is taken to be 10³⁸ (2¹²⁶). So what it is farther out than another box by, on the side where it leaves that, has to be 2⁻¹²⁶ or
/// more, or it would have left before the end of the way. Widened by this it is 2⁻¹²¹ or more: near the tree's middle for it, and where
/// coordinates of 2⁻⁹⁶ or more swallow it, because they are rounded outward by at least one place.
pub(crate) const LEAST_GAP: f32 = 1.0 / (1u128 << 120) as f32;

/// By how many units in the last place of the scalar the ball is widened that a turning shape stays in. The sum of three lengths takes
/// 5u; the rotations at later poses, 50u, are in [`REACH_MARGIN`]. In `f32` it is far more than all of that. It decides no answer, only
/// how much is looked at.
pub(crate) const BALL: f64 = 16.0;

/// A triangle is passed by without a cast when its plane leaves this many units in the last place of the scalar, per unit of
/// all lengths that enter, which are those of largest components, up to √3 times less than norms. In `f32` a cast calls up to one unit a
/// touch, and the plane is computed in `f64`. In `f64` these are 128u, of which 127u may be needed:
/// - 28u for a touch, 16u of norms;
/// - 83u for the frame's rotation: 24u of where the first corner is placed, and 24u, for the normal, of the way from there to where the
///   shape is met; either is √3 times the largest coordinate of the corners, S, where it is met at the frame's origin;
/// - 7u for the share of the plane's half thickness, 4u of the same way; and 9u for placing the corner, a difference and a product: u, u
///   and 3u of √3 S.
///
/// Where the shape is met beyond the frame's origin, by √3 m as seen from the first corner, the ways are longer by that, for 56u of m. But
/// its own place, way and extent, and the frame's place, are m or more together.
///
/// Of the moving shape's extent, a norm, 37u are needed: 24u for turning the direction, 8u of the support point, and 5u for products.
pub(crate) const PASSING: f64 = 64.0;

/// How far in front of a plane a shape has to be for a cast not to call it overlapping what lies behind: what casts call a touch, and the
/// plane's own rounding, as for [`PASSING`]; `lengths` is no less than half of all that enter.
pub(crate) fn clear<T: Real>(lengths: f64) -> f64 {
    2.0 * PASSING * T::EPSILON * lengths + least::<T>()
}

/// A motion is along a one-sided triangle, and does not pass it from behind, when the sine by which it leads out is no more than this many
/// units in the last place of the scalar (that of its largest component, up to √3 times less), and [`CORNERS`] for the corners. Who keeps
/// to the triangle's plane leads out of it by rounding alone: half a unit each for the motion and for the normal, and eight times u for the
/// way clipped, per length that it was clipped from. Out of a face that was to be left so no motion would come: by its own size it
/// takes a mover 2¹⁷ times as far in `f32`.
pub(crate) const ALONG: f64 = 64.0;

/// And by so many units more, per largest coordinate a of the corners and per least height h of the triangle: √3 a/h for its own normal
/// and 3√3 for that of a neighbour of the same flat surface, of a third of its height or more, along which the motion leads (see
/// [`Front`](crate::triangles::Front)).
pub(crate) const CORNERS: f64 = 7.0;

/// And in `f64`, which normals are computed in, by so many units of that for what they err by. A winding is the product of two sides p and q.
/// Each is a difference, off by half a unit of itself; the products of the components are 2/√3 of |p||q| together at most, of which rounding
/// takes half a unit, and another of the winding, which is in [`ALONG`]: 1.6 units of |p||q|. Sides are no longer than 2√3 a.
/// - Its own winding: |p||q| is no more than √3 a (|p| + |q|), where a (|p| + |q|) stands for a/h of the winding's length: 2.8 units.
/// - That of the neighbour, whose corners are no farther away: |p||q| is no more than its longest side times 2√3 a, and its length that side
///   times its height, of a third of h or more: 16.7 units of a/h.
pub(crate) const WINDINGS: f64 = 20.0;

/// No motion is along a triangle that leads out by a greater sine, whatever the corners: by its own size it takes a mover 128 times as far, so
/// that what is to leave does. In `f32` it is what corners 1,000 away take of triangles a tenth high.
pub(crate) const FARTHEST_ALONG: f64 = 1.0 / 128.0;

/// The tangents by which planes through a side of a triangle lean over, one after the other. They decide no answer, only how much is
/// cast. Points that are farthest along directions 0.2 apart are told from each other for all but the smoothest shapes, and lie on both
/// sides of where most shapes touch: from 0.15 to 0.3 the casts of hulls on hilly ground are within 3 in 100 of each other, and a
/// third step spares 1 in 100.
pub(crate) const LEANING: [f64; 2] = [0.2, 0.4];

/// How far a shape goes on, as a part of its size, before a triangle has its turn whose plane is met beyond it. Triangles side by side in
/// one surface are met at about the same time, and the one that is met between its sides tells the most of the others. It decides no
/// answer; from a thousandth to a twentieth casts take as many instructions within 2 %, and a tenth more without it where hulls graze.
pub(crate) const PAUSE: f64 = 0.02;

/// What the slabs about a triangle are widened by, as a part of the lengths that enter: 64u for the `f32` that they are computed in, of
/// which rounding takes 47 for the triangle's part and 15 for the way's (derived in `sieve.rs`).
pub(crate) const SIEVE_SLACK: f64 = 64.0 / ((1u32 << 24) as f64);

/// How large a shape is, as a radius, in leaves' boxes, where it pays to ask of boxes more than when the box around the shape meets them
/// (`sieve/boxes.rs`). It decides how much is looked at, and no answer but of casts that are left open or given up (`stand_in.rs`). Balls and boxes on hilly ground take as long either way at two thirds of this, a fifth less time a
/// little above it, and less than half at five times; at a third of it they would take a tenth more.
pub(crate) const LARGE: f64 = 1.5;

/// Lengths that enter where boxes are asked by planes, in tree units, in which the whole tree is about 1: beyond this they are not asked. Sums of
/// three squares are below 2⁶² and finite, and the least closing speed, 2⁻¹²⁶, may make a quotient infinite, which means never. A shape so large
/// is anywhere in the tree as far as the slack tells from 2¹⁸ on.
pub(crate) const MOST_AMONG_BOXES: f64 = (1u64 << 30) as f64;

/// Steps of the cast of what stands for a shape: the worst that is known takes 1,123.
pub(crate) const STAND_IN_STEPS: u32 = 8_192;

/// What distances of a ball from triangles are lowered by, as a part of the corners' largest coordinate as seen from its centre: 32u for the
/// `f32` that they are computed in, of which 17 are needed (derived in `sieve/ball.rs`).
pub(crate) const BALL_SLACK: f64 = 32.0 / ((1u32 << 24) as f64);

/// What a fraction of a slab errs by at most, relative, in `f32`: a sum, a quotient and a product are 3u of it, and this is 8u.
pub(crate) const SLAB_SLACK: f32 = 4.0 * f32::EPSILON;

/// The least width of a slab, where lengths are about 1: far more than what products lose below the least normal number, 2⁻¹²⁶, and
/// far less than any slab of a triangle whose sides are 2⁻⁴⁰ or longer.
pub(crate) const LEAST_WIDTH: f32 = 1.0 / (1u128 << 100) as f32;

/// Two unit vectors whose product is no less than this are one direction: 1.4e-5 radians, some 240 roundings of a normal in `f32`, and a
/// tenth of the hundredth of a degree that a smooth floor may be off.
pub(crate) const PARALLEL: f64 = 1.0 - 1e-10;

/// A direction is in the plane of a face when the sine of the angle between them is below this; which side of the face it
/// points to is then rounding.
pub(crate) const FLAT: f64 = 1e-6;

/// A point is on an edge when it is nearer to it than this part of the triangle's size, on top of the rounding of its
/// coordinates: what the points of contact of curved shapes are off by.
pub(crate) const FEATURE: f64 = 1e-6;

/// What is near both sides of a corner is at the corner when it is no farther from it than this many times that. It is, of all corners
/// that are not sharper than 14 degrees: a point within e of both sides of an angle θ is within e / sin(θ/2) of their corner.
pub(crate) const CORNER: f64 = 8.0;

/// A triangle whose height is less than this part of its longest side has its points told by its sides. By areas the weights of its corners
/// err by some u of the sides' square to the height times the longest, so that a point is off by 2⁻²⁴ of it at this height; on the nearest
/// side it is off by the height at most.
pub(crate) const SLIM: f64 = 1.0 / ((1u32 << 26) as f64);

/// What a point of contact may be off by, in units in the last place of the scalar, of the lengths that enter. In `f32` rounding its
/// coordinates takes one and a half, all else is `f64`. In `f64` the rotation into the world and back takes 38u more, of lengths up to √3
/// times the coordinates: 34 units at the very worst. [`FEATURE`] has those that are left, of any triangle that is larger than 2⁻²⁶ of
/// its distance; of a smaller one a contact on an edge may count as one on the face.
pub(crate) const POINT: f64 = 16.0;

/// What the product of a normal and an edge's direction may be above zero by rounding: as [`FLAT`].
pub(crate) const POLAR: f64 = FLAT;

/// A depth that is proven along one direction may be passed by this part of it before an overlap is passed over as less deep:
/// more than what an `f32` depth is rounded up by, and what the search for a depth on curved shapes may leave open.
pub(crate) const DEPTH_SLACK: f64 = 1.0 / ((1u32 << 20) as f64);

/// What such a bound on a depth errs by, as a part of the lengths that enter: the moving shape's position, extent and radius, and the
/// triangle's coordinates with its mesh's position. 88u are needed at most, when all are extent: 48u for a support point along a
/// direction that is turned by 24u, 8u of its own, 24u for its rotation into the world, and 8u for sums and the last product. Corners
/// take 53u: 33u for their rotation, of lengths up to √3 times their coordinates, and the rest likewise.
pub(crate) const DEPTH_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Up to this many objects beside the tree are looked at one by one, whatever the size of the scene.
pub(crate) const FEW: usize = 16;

/// How far boxes may move from where a tree was built, in tree units, of which that place is one or two wide: coordinates keep a part of 2⁻²⁴
/// of themselves, so that what has stayed loses nothing by what has gone that far.
pub(crate) const ROAM: f32 = 8.0;

/// A tree of boxes that have changed is built anew when the surface of its nodes together is this many times as large as it was, for as many
/// boxes: a cast then looks at about so many times as many.
pub(crate) const WORN: f64 = 1.5;

/// A tree is built anew after this many times as many changes as objects may lie beside it, an eighth of all, in any case: eight for each. Its
/// surface does not tell of nodes that are small in a large world, and building takes about as long as one change for each object.
pub(crate) const MANY_CHANGES: usize = 64;

/// So few objects need no tree: its nodes have four children, so a way down would ask as many boxes.
pub(crate) const ALONE: usize = 4;

/// The most planes, of things that are near, that others are held against; and the most others that are shown with a hit that is near.
/// Where thousands of small triangles are near, each would be held against the planes of all. Three planes stop a motion, and what is
/// not shown is met by the next one.
pub(crate) const MOST_HELD: usize = 32;

/// The planes of more hits than this are not held against what comes later. Three planes stop a motion, and each is held against every
/// triangle that comes after it.
pub(crate) const MOST_BEHIND: usize = 4;

/// The most triangles that wait to be cast against, in the order of their bounds. Only crowds of triangles that are met at once need more:
/// where there is no room, those that wait are cast against before their turn, which changes no answer.
pub(crate) const MOST_WAITING: usize = 12;

/// Of a corner with more faces around it than this, what is not looked at counts as open: a disc that is cut about its middle has one with
/// as many faces as its rim has sides.
pub(crate) const MOST_FACES: usize = 1024;

/// What is met close by is looked for at angles to the motion whose sine is no less than this: the smaller it is, the more of the way
/// is searched.
pub(crate) const SOON: f64 = 1.0 / 8.0;

/// What stands out of the plane of a hit by no more than this many units in the last place of the scalar, of the shape's size and of
/// its way to the hit, counts as behind it. The hit's normal is off by half a unit, at a lever of twice the size at most, so the
/// plane lies by one such unit too low where the shape touches; the other is for the rounding of its way. A level floor, whose normal
/// is exact, is then behind it as a whole; of another, large triangles may stand out of it, and are cast against. A mover keeps half
/// of 64 such units at least.
pub(crate) const TIED: f64 = 2.0;

/// A step by which the sides of boxes are set apart while they are clustered, in parts of their size; 1,023 of them at most. It decides no
/// answer. All steps together, 2⁻¹², are nothing beside what joining two boxes adds, and one is two units in the last place of their
/// size in `f32`, so that boxes of a size are told apart.
pub(crate) const UNEVEN: f32 = 1.0 / ((1u32 << 22) as f32);

/// What is added to that size, in tree units, in which the whole tree is about 1: all 1,023 steps of it are four units in the last place
/// of a coordinate, too little to change the order of boxes that have a size. It tells a few of many points at one place apart: these
/// still make a chain, as long as a twentieth of their number.
pub(crate) const UNEVEN_POINT: f32 = 1.0 / 1024.0;

/// What is added to a square, where lengths are about 1, so that its root is no less than it was: 2⁻¹²⁰, beside which what squares
/// lose below the least normal number is nothing, and which is nothing itself beside the squares of lengths above 2⁻⁴⁷.
pub(crate) const LEAST_SQUARE: f32 = 1.0 / (1u128 << 120) as f32;

/// What sums of lengths are raised by, to be bounds of such sums: positions of parts are rounded to the scalar, 2⁻²⁴ of them, and sums and
/// norms in `f64` err by far less.
pub(crate) const LENGTHS_UP: f64 = 1.0 + 1.0 / (1u32 << 20) as f64;

/// A way that turns is looked at in parts, of this many radians each: on such a part no point of a shape is farther than a 32nd of its
/// distance from the axis from where the shape as it stands half way has it, and the path of its middle is off a chord by a 2048th of its
/// own. There are no more than [`PARTS`] of them: a whole turn in 32 parts is off by a tenth and a 200th. These decide no answer, only how
/// much is looked at. Parts of an eighth make casts of bars and boxes up to six tenths dearer, and half as many parts those of whole turns
/// by a third about the shape's middle, and up to five times as dear about a far joint.
pub(crate) const ARC: f64 = 1.0 / 16.0;
/// The most parts of a way that turns: see [`ARC`].
pub(crate) const PARTS: usize = 32;
/// What the numbers of boxes on parts of a way are lowered by, in `f32`: a sum and two products are three roundings of 2⁻²⁴, and this
/// is four.
pub(crate) const PART_DOWN: f32 = 1.0 - 1.0 / (1u32 << 22) as f32;
/// Parts are looked at ([`ARC`]) where each one is wider than the shape by no more than this part of what the whole way is.
pub(crate) const NARROWER: f64 = 0.875;
