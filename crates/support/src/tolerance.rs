//! Every threshold of the shapes, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.
//!
//! Whatever is compared with a length is a part of the lengths that enter, so that multiplying all of them by a power of
//! two changes no decision.

use core::ops::Range;

/// A height over a face smaller than this part of the extent e is rounding. It is a difference of two dot products with
/// a unit normal: 3u·e each, and 2u·e for the difference. The normal itself is off by some 8u where the face is as wide
/// as it is long. On a sliver of width w it is off by u·e / w, but that matters over the width only, since the sliver's
/// neighbours bound what lies beyond: u·e again. 16u in all.
pub(crate) const HEIGHT: f64 = 8.0 * f64::EPSILON;

/// A point this many times deeper than a height's rounding below all faces is inside: once for its own height, once for
/// that of the corners that the face was put through.
pub(crate) const INSIDE: f64 = 2.0;

/// A point that one face proves to be inside is so many times deeper than a height's rounding below all others: [`INSIDE`]; four times for how far
/// the corners of one face may be above another, whose height errs as theirs do; and as much again for the first tetrahedron's, of whose depth
/// below later faces that of the centre comes. More costs nothing, as nearly all points are far deeper.
pub(crate) const DEEPER: f64 = 16.0;

/// What rounding may take of the product of three vectors no longer than r, as a part of r³. Each is a difference of numbers as they are, off
/// by u of itself. So a product of three components is off by 3u, two roundings for the two products and 3u at most for the sums:
/// 8u of all six products together, which come to 6/√27 of r³ at most, or 9.3u.
pub(crate) const CONE: f64 = 16.0 * f64::EPSILON;

/// Points that are thinner than this part of their length are not told from those inside their hull: it is all slivers, whose normals are
/// off by some 8u over that part, and where that is near to 1 they let points at its ends go. A millionth is as far from there as from
/// any solid.
pub(crate) const THIN: f64 = 1.0 / (1u64 << 20) as f64;

/// A core lies aside when the square of its own extent is within these parts of that of its shape's: when its shape's origin is more
/// than eight times as far away as it is large. Nearer, errors would shrink by less than that. Beyond 2³² times, the numbers that place
/// its points, in twice the precision too, have too few places left for its own size.
pub(crate) const ASIDE: Range<f64> = f64::from_bits((1023 - 64) << 52)..1.0 / 64.0;

/// What makes a computed length an upper bound: three squares, two sums and a root err by at most 4u relative; twice
/// that.
pub(crate) const LENGTH_UP: f64 = 1.0 + 4.0 * f64::EPSILON;

/// The ball that is kept for points is as small as the smallest, but for this part of the square of its radius: a 2048th of the radius. It
/// decides no answer, only how much is looked at, which a radius that is larger by a fiftieth adds a few hundredths to. Closer, points that are
/// spread over a ball take more rounds, one for each that is on it.
pub(crate) const CLOSE: f64 = 1.0 / 1024.0;

/// A ball through some points holds another when that is no farther out than this part of the square of its radius: far more than rounding
/// puts the centre off by, unless the points are all but in a line or a plane, and far less than [`CLOSE`], so that every round tells
/// of a larger ball.
pub(crate) const HELD: f64 = 1.0 / (1u64 << 30) as f64;

/// After so many rounds the search for the smallest ball is given up, and the smallest that came is kept. Each round lets one more point onto
/// the ball, and thousands of random points take up to ten.
pub(crate) const ROUNDS: usize = 32;

/// In the table of a hull, a corner beats another by more than rounding when by this part of the largest coordinate e,
/// along a direction whose largest component is 1. A dot product errs by 3u of three products of at most e, 9u·e, and the
/// difference of two by 18u·e. A direction that rounding puts across a cell's border is off by up to 7u in two of its
/// components (a sum, a product and its factor, and the border), which changes the difference by up to 28u·e. 46u, and
/// some to spare.
pub(crate) const BEATEN: f64 = 32.0 * f64::EPSILON;

/// By how much a placed shape's box is widened, in parts of extent, radius and position: the rotation (19u), the
/// support point (8u), applying the matrix and adding (8u), and some to spare.
pub(crate) const BOX: f64 = 24.0 * f64::EPSILON;

/// A quaternion or a direction whose sum of squares lies in this range need not be scaled first: no square overflowed, what underflowed
/// is far below the sum's last place, and 2 / sum is a normal number. No length enters here.
pub(crate) const SQUARES: Range<f64> = 1e-200..1e200;

/// A sum of three squares from here on is whole: what any of them lost below the normal numbers is at most half of 2⁻¹⁰⁷⁴, far below the
/// sum's last place. It is no length that is compared with others, but the end of the range of numbers.
pub(crate) const WHOLE_SQUARES: f64 = f64::from_bits((1023 - 960) << 52);
