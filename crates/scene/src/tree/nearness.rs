//! A box's distance from standing boxes.

use super::{Frame, Guide, Numbers};
use swept_support::Aabb;
use wide::f32x4;

/// A box, prepared for one tree. Numbers of boxes are squared distances from it, in tree units.
///
/// On each axis the gap is a difference, exact in sign; two more roundings follow, and a sum of three: lowered by the
/// factor 1 − 2⁻²¹ it is no more than the true one.
pub(crate) struct Nearness {
    low: [f32x4; 3],
    high: [f32x4; 3],
}

const LOWERED: f32 = 1.0 - 1.0 / ((1u32 << 21) as f32);

impl Nearness {
    pub(crate) fn new(bounds: &Aabb, frame: &Frame) -> Self {
        Self {
            low: frame.lower(&bounds.min).map(f32x4::splat),
            high: frame.upper(&bounds.max).map(f32x4::splat),
        }
    }
}

impl Guide for Nearness {
    #[inline(always)]
    fn numbers(&self, planes: &[f32x4; 6], limit: f32) -> Numbers {
        let squared = |i: usize| {
            let gap = (planes[i] - self.high[i])
                .fast_max(self.low[i] - planes[i + 3])
                .fast_max(f32x4::ZERO);
            gap * gap
        };
        Numbers::up_to(
            limit,
            (squared(0) + squared(1) + squared(2)) * f32x4::splat(LOWERED),
        )
    }
}
