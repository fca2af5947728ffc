//! What tells of a triangle when a ball, or a point, meets it on its way.
//!
//! A ball keeps apart from a triangle until it reaches a plane that keeps all three corners on its other side, whichever plane that is. So
//! directions need not be the best, and that they are computed in `f32` costs nothing but a looser bound. Asked are:
//! - of each side Eₖ the direction n = Eₖ × d, which nothing moves along: what lies beyond it stays there;
//! - the triangle's normal: that plane touches the ball when it lands between the sides;
//! - of each side, the way from its point nearest to the ball's centre, when the ball comes to the line through the side.
//!
//! With x = t·d − vₖ, the centre as seen from a corner, the ball of radius r comes to that line where |x × Eₖ| = r|Eₖ|. Nothing moves along
//! n, so that the distance of the two lines is |n·vₖ| / |n|, and
//!
//! ```text
//! t = (−n·(vₖ × Eₖ) − |Eₖ| √(r²|n|² − (n·vₖ)²)) / |n|²:
//! ```
//!
//! how far away the side is enters by its first power only, so that far starts cost few digits. Where a ball meets a side between its ends, the
//! plane across that way touches it there, and tells all that there is to tell. Where it meets a corner, the planes of both sides lean over a
//! little, and are reached sooner. Of a point, the first two tell all.
//!
//! Rounding is that of the slabs (`sieve.rs`), but that corners are seen from the centre in the frame's own axes: 3u·m of a coordinate, and not 11.

use super::seen::{cross, dot, last, next, normal, sides, sum};
use super::{Slabs, is_beside, length};
use crate::tolerance::LEAST_SQUARE;
use wide::f32x4;

/// The part of the way `d` until which a ball about the origin keeps apart from the triangle with these corners, each coordinate wider by
/// `slack`; `None` where it passes by. A radius of 0 is that of a point.
#[inline(always)]
pub(super) fn first(v: &[f32x4; 3], d: &[f32x4; 3], radius: f32x4, slack: f32x4) -> Option<f64> {
    let side = sides(v);
    let second = [next(v[0]), next(v[1]), next(v[2])];
    let third = [last(v[0]), last(v[1]), last(v[2])];
    let n = cross(&side, d);
    let square = dot(&n, &n);
    let height = dot(&n, v);
    let width = radius * length(square);
    if is_beside((height, dot(&n, &third)), width, (&side, d), slack) {
        return None;
    }
    let normal = normal(&side);
    let across = if radius.to_array()[0] > 0.0 {
        let root = (width * width - height * height).fast_max(f32x4::ZERO);
        let along = dot(&side, &side);
        let middle = -dot(&n, &cross(v, &side));
        let t = (middle - (along * root).sqrt()) / (square + f32x4::splat(LEAST_SQUARE));
        let t = t.fast_max(f32x4::ZERO).fast_min(f32x4::ONE);
        let x = [d[0] * t - v[0], d[1] * t - v[1], d[2] * t - v[2]];
        let part = dot(&x, &side).fast_max(f32x4::ZERO).fast_min(along);
        // Times |Eₖ|², and the normal in the fourth lane.
        let way = |i: usize| SIDES.select(x[i] * along - side[i] * part, normal[i]);
        [way(0), way(1), way(2)]
    } else {
        normal
    };
    let heights = [dot(&across, v), dot(&across, &second), dot(&across, &third)];
    let low = heights[0].fast_min(heights[1]).fast_min(heights[2]);
    let high = heights[0].fast_max(heights[1]).fast_max(heights[2]);
    let width = radius * length(dot(&across, &across)) + slack * sum(&across);
    let mut slabs = Slabs::new();
    slabs.cross(low + high, high - low, width, dot(&across, d));
    slabs.first()
}

/// The lanes of the sides.
const SIDES: f32x4 = {
    let all = f32::from_bits(u32::MAX);
    f32x4::new([all, all, all, 0.0])
};
