//! A moving box against standing boxes.
//!
//! A box with corners a ≤ b that moves by t·d meets a box with corners l ≤ h exactly when, on each axis,
//! a + t·d ≤ h and b + t·d ≥ l: a point moving from the origin against the box from l − b to h − a. On each axis that is an
//! interval of t; the boxes meet when all three and [0, 1] share a point.
//!
//! In `f32`, with a rounded down and b up. Differences and products are exact in sign; for their rounding the entry is lowered and
//! the exit raised ([`RAY_SLACK`]). All steps are monotone, so that a box within another one never comes first.
//!
//! A way of more than 2¹²⁶ tree units has a reciprocal below the normal numbers, whose digits end too soon. In its place stand 0 where a
//! box is entered, and the least normal number where it is left: earlier and later than that is. And sides beyond the numbers of `f32`
//! are taken to be at their end. What is entered on them is entered no later, and is left after 2¹²⁸ · 2⁻¹²⁶ ways, as it was after the
//! end of the motion. So nothing of a box is 0 times an infinite number, which is no number, and of which processors make the
//! lesser and the greater as they like.

use super::{Frame, Guide, Numbers, Planes};
use crate::tolerance::{LEAST_GAP, RAY_SLACK};
use nalgebra::Vector3;
use swept_support::{Aabb, Real};
use wide::f32x4;

/// A moving box, prepared for one tree. Numbers of boxes are the parameters of first contact: from 0 to the limit that is asked for, at
/// which the motion ends.
pub(crate) struct Ray {
    /// Along which axes it goes back, so that the greatest coordinates of a box are met first.
    back: [bool; 3],
    /// The moving box's side that meets the first plane, and the one that leaves the last.
    head: [f32x4; 3],
    tail: [f32x4; 3],
    enter: [f32x4; 3],
    leave: [f32x4; 3],
}

/// In place of 1 / 0: what lies beside the box by even the least difference is never met.
const NEVER: f64 = 1e38;

impl Ray {
    /// `start` moving by `displacement`, both in the units that `frame` starts from.
    pub(crate) fn new(start: &Aabb, displacement: &Vector3<f64>, frame: &Frame) -> Self {
        let (low, high) = (frame.lower(&start.min), frame.upper(&start.max));
        let motion = displacement * frame.scale();
        let finite = |x: f32| x.clamp(f32::MIN, f32::MAX);
        let mut ray = Self {
            back: [false; 3],
            head: [f32x4::ZERO; 3],
            tail: [f32x4::ZERO; 3],
            enter: [f32x4::ZERO; 3],
            leave: [f32x4::ZERO; 3],
        };
        for i in 0..3 {
            let inverse = (1.0 / motion[i]).clamp(-NEVER, NEVER);
            // The sign of a zero does not matter.
            let inverse = if motion[i] == 0.0 { NEVER } else { inverse };
            let (mut enter, mut leave) = (inverse * (1.0 - RAY_SLACK), inverse * (1.0 + RAY_SLACK));
            if enter.abs() < f32::NORMAL {
                (enter, leave) = (0.0, leave.abs().max(f32::NORMAL).copysign(inverse));
            }
            ray.enter[i] = f32x4::splat(f32::nearest(enter));
            ray.leave[i] = f32x4::splat(f32::nearest(leave));
            // Of an infinite way back it is −0.
            ray.back[i] = inverse.is_sign_negative();
            let sides = [high[i] + LEAST_GAP, low[i] - LEAST_GAP].map(finite);
            [ray.head[i], ray.tail[i]] = exchanged(sides, ray.back[i]).map(f32x4::splat);
        }
        ray
    }
}

/// Both, in reverse order where that is asked for. By masks: one motion says nothing of which way the next one goes, so that a branch could
/// not be predicted.
#[inline(always)]
fn exchanged([a, b]: [f32; 2], reversed: bool) -> [f32; 2] {
    let (a, b) = (a.to_bits(), b.to_bits());
    let differ = (a ^ b) & u32::from(reversed).wrapping_neg();
    [a ^ differ, b ^ differ].map(f32::from_bits)
}

impl Guide for Ray {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        let enter = |i: usize| {
            let first = planes[i][usize::from(self.back[i])];
            (first - self.head[i]) * self.enter[i]
        };
        let leave = |i: usize| {
            let last = planes[i][usize::from(!self.back[i])];
            (last - self.tail[i]) * self.leave[i]
        };
        // As tournaments: no comparison waits for more than one other.
        let first = enter(0).fast_max(enter(1));
        let first = first.fast_max(enter(2).fast_max(f32x4::ZERO));
        let last = leave(0).fast_min(leave(1));
        let last = last.fast_min(leave(2).fast_min(f32x4::splat(limit)));
        Numbers {
            of: first,
            within: first.simd_le(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies about the middle of the tree is met from the start, and left when the box's other side comes there.
    #[test]
    fn a_box_beyond_the_numbers_of_f32_is_met_and_left_by_numbers() {
        let power = |k: i32| 2.0_f64.powi(k);
        for (size, way) in [
            (100, 100),
            (127, 130),
            (127, 140),
            (151, 151),
            (200, 201),
            (200, 1100),
        ] {
            let start = Aabb {
                min: [-power(size); 3].into(),
                max: [power(size); 3].into(),
            };
            let left = power(size - way) as f32;
            for sign in [1.0, -1.0] {
                let ray = Ray::new(&start, &Vector3::repeat(sign * power(way)), &Frame::UNIT);
                for i in 0..3 {
                    let plane = f32x4::splat(0.25);
                    let enter = ((plane - ray.head[i]) * ray.enter[i]).to_array()[0];
                    let leave = ((plane - ray.tail[i]) * ray.leave[i]).to_array()[0];
                    assert!(enter <= 0.0, "{size} {way} {sign}: {enter}");
                    assert!(leave >= left, "{size} {way} {sign}: {leave}");
                }
            }
        }
    }
}
