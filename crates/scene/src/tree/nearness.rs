//! A box's distance from standing boxes.

use super::{Frame, Guide, Numbers, Planes};
use crate::tolerance::{FARTHEST, SQUARE_DOWN};
use swept_support::Aabb;
use wide::f32x4;

/// A box, prepared for one tree. Numbers of boxes are squared distances from it, in tree units.
///
/// On each axis the gap is a difference, exact in sign; lowered for its rounding ([`SQUARE_DOWN`]) the number is no more than the
/// true one.
///
/// The box is taken to reach to within [`FARTHEST`] of the tree, if it is farther: then no number of a box overflows, but that of an
/// empty one, which is infinite.
pub(crate) struct Nearness {
    low: [f32x4; 3],
    high: [f32x4; 3],
}

impl Nearness {
    pub(crate) fn new(bounds: &Aabb, frame: &Frame) -> Self {
        let within = |x: f32| f32x4::splat(x.clamp(-FARTHEST, FARTHEST));
        Self {
            low: frame.lower(&bounds.min).map(within),
            high: frame.upper(&bounds.max).map(within),
        }
    }
}

impl Guide for Nearness {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        let squared = |i: usize| {
            let [least, greatest] = planes[i];
            let gap = (least - self.high[i])
                .fast_max(self.low[i] - greatest)
                .fast_max(f32x4::ZERO);
            gap * gap
        };
        Numbers::up_to(
            limit,
            (squared(0) + squared(1) + squared(2)) * f32x4::splat(SQUARE_DOWN),
        )
    }
}
