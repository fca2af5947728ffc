//! Every threshold of the drop-in, with its argument.

use swept_support::Real;

/// By what part of the lengths that enter the boxes of a parry tree are taken to be larger than they say. The boxes of a mesh's
/// triangles are exact. That of a part of a compound is turned in the scalar by parry: a rotation of nine products, their
/// sums and a translation, some ten units in the last place of the part's farthest coordinate; cells of a grid are found by
/// two quotients and products. Three times that.
pub(crate) fn boxes<T: Real>() -> f64 {
    32.0 * T::EPSILON
}

/// What the parts of a body stand beside their place for, of its position: their poses in the world are rounded to the scalar, half an
/// epsilon of that in each coordinate, and as much by a rotation. Of what they are apart from it, [`boxes`] is far more.
pub(crate) fn placing<T: Real>() -> f64 {
    2.0 * T::EPSILON
}

/// Up to this part of all sizes and the target distance casts call shapes touching, whose boxes must not be passed by then: 34u in `f64`
/// and 17/8 of an epsilon in `f32` (16u, or an epsilon, of a scale that is 17/8 of those lengths where the work begins); turning casts
/// up to 1024u, or as much as that in `f32`.
pub(crate) fn touches<T: Real>() -> f64 {
    (512.0 * f64::EPSILON).max(4.0 * T::EPSILON)
}

/// The extent of a shape known by its support map alone is that of six support points, computed in the scalar by code that is
/// not ours: what a normalisation and a product are off by, some four units in the last place, twice.
pub(crate) fn extent<T: Real>() -> f64 {
    8.0 * T::EPSILON
}

/// Nearer than the target distance by less than this part of the scale is at the target distance. The solvers call that touching up
/// to 2⁻⁴⁹ of their scale in `f64` and 2⁻²³ in `f32`; as much again for the rounding of the distance that is compared. The sum of
/// sizes, distance and target that is taken here is no less than their scale: that as seen from the middles in `f64`, where the distance
/// is measured from there, too.
pub(crate) fn touching<T: Real>() -> f64 {
    (16.0 * f64::EPSILON).max(2.0 * T::EPSILON)
}

/// How much longer than the sum of all lengths between two shapes a sweep has to be to pass all that can be met: any factor
/// above the rounding of that sum serves.
pub(crate) const BEYOND: f64 = 1.0 + 1.0 / 16.0;

/// A way this many times as long as all lengths between two bodies ends when it has passed them: more than [`BEYOND`] and the power of two
/// above that, so that it becomes shorter. It decides no answer. Of a way that is no longer, boxes are wider by 2⁻³⁴ of those lengths.
pub(crate) const LONG: f64 = 4.0;

/// No grid is walked in more parts than this; they are as long as a cell unless that would make more.
pub(crate) const MOST_PARTS: f64 = 65_536.0;

/// No part of a walk is shorter than this part of the largest side of the moving box: of its way through the box around a grid, which is
/// that side and the grid's own, there are 8 parts and no more than one for each row of cells. What is in the box is looked at 8 times, in
/// place of once for each row of cells that the box is large; it decides no answer, but in which order.
pub(crate) const LEAST_PART: f64 = 1.0 / 8.0;

/// How many triangles wait for those with lower bounds. With more of them more of the tree is looked at before anything is met, with fewer more
/// is cast: a cylinder or a hull of 40 points on the ground takes an eighth fewer instructions than without any, and with six or eight 1
/// to 13 % more than with four. It decides no answer.
pub(crate) const ROOM: usize = 4;

/// The parts of a walk through a grid are found by a product and a sum: this much of a part's length is rounding, and some to
/// spare. It makes neighbouring parts overlap.
pub(crate) const SLACK: f64 = 8.0 * f64::EPSILON;

/// By how many epsilons of itself the time at which a box of a parry tree is met may be late, in the scalar: it is a difference, a
/// reciprocal that is rounded to the scalar and their product, 3u with u half an epsilon, and is then made less by this and compared with
/// another one that is made more, 2u each. 4 epsilons are 8u.
pub(crate) const SLABS: f32 = 4.0;

/// What makes the length of a corner of a shape's own box an upper bound: parry rounds a box's coordinates once in the scalar (half
/// an epsilon), and three squares, two sums and a root err by at most 4u in `f64`. Twice that where the scalar is that.
pub(crate) fn reach<T: Real>() -> f64 {
    1.0 + 4.0 * T::EPSILON
}

/// What makes a computed length an upper bound: three squares, two sums and a root err by at most 4u relative; twice that.
pub(crate) const LENGTH_UP: f64 = 1.0 + 4.0 * f64::EPSILON;

/// Of corners that are no farther than 2, and a direction whose greatest component is no more than 2, both rounded to `f32`: a product of
/// their components is off by 3u of itself, u = 2⁻²⁴, and their sum by 2u more of all three, which together are no more than 4√3. Two of
/// them are compared: 70u, 4u for the rounding of the one less this, and some to spare.
pub(crate) const NEAR: f32 = 128.0 / (1 << 24) as f32;

/// A box this many times larger than what is cast is a floor, whose sides are looked at one by one. Between shapes of like size the balls
/// about them tell most.
pub(crate) const LARGE: f64 = 4.0;

/// By what part of |p|², p the way between two origins, squares of distances differ from those of sizes when shapes pass each other by.
/// All lengths together are no more than 2|p| then. Solvers call touching what is nearer than 2⁻⁴⁹ of them in `f64` and 2⁻²³ in `f32`,
/// which eight times adds to the square of a distance; its rounding adds 16 · 2⁻⁵³. Four times both.
/// Above a half-space it is a part of the lengths themselves: a touch is a thirtieth of it, and less.
/// Beside a box the same: a rotation adds 24u of them.
pub(crate) fn parted<T: Real>() -> f64 {
    (512.0 * f64::EPSILON).max(32.0 * T::EPSILON)
}

/// How many radians bodies with parts are followed for at first, before all of the motion: ten turns, in which what spins meets most
/// of what it meets at all, and some hundreds, after which a pair that is followed turn by turn has taken a fraction of its steps.
/// They decide no answer.
pub(crate) const FIRST_TURNS: [f64; 2] = [64.0, 2048.0];
