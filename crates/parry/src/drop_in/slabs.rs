//! When a moving box meets those of a tree of parry's.

use super::Scalar;
use super::parry::partitioning::BvhNode;
use crate::tolerance::SLABS;
use nalgebra::Vector3;
use swept_support::{Aabb, Real};

/// A moving box and a displacement, ready for many boxes: in the scalar, in which the tree has them.
///
/// With u half the scalar's epsilon: a difference, one over the displacement (rounded from `f64`) and their product are each off by u of
/// themselves, for which [`SLABS`] makes up. What is below the smallest normal number may be off by
/// more, but by less than that number.
pub(super) struct Slabs {
    /// Rounded outward, and farther by the smallest normal number at least.
    min: Vector3<Scalar>,
    max: Vector3<Scalar>,
    /// One over the displacement; where there is none, as large as a number can be: four over the smallest normal one, so that what
    /// is level is met all the way.
    inverse: Vector3<Scalar>,
}

impl Slabs {
    pub(super) fn new(start: &Aabb, displacement: &Vector3<f64>) -> Self {
        let most = Scalar::MAX.to_f64();
        let invert = |d: f64| <Scalar as Real>::nearest((1.0 / d).clamp(-most, most));
        let below = |x: f64| (<Scalar as Real>::round_down(x) - Scalar::MIN_POSITIVE).next_down();
        Self {
            min: start.min.coords.map(below),
            max: start.max.coords.map(|x| -below(-x)),
            inverse: displacement.map(invert),
        }
    }

    /// A fraction before which the box of `node` is not met; the largest number when it never is, or not within the sweep.
    #[inline(always)]
    pub(super) fn first(&self, node: &BvhNode) -> Scalar {
        const SLACK: Scalar = SLABS as Scalar * Scalar::EPSILON;
        let (mins, maxs) = (node.mins(), node.maxs());
        let (mut first, mut last) = (0.0, 1.0);
        for i in 0..3 {
            let ahead = (mins[i] - self.max[i]) * self.inverse[i];
            let behind = (maxs[i] - self.min[i]) * self.inverse[i];
            // Bare comparisons: the numbers' own minimum and maximum look for what is no number.
            let (enter, leave) = if ahead < behind {
                (ahead, behind)
            } else {
                (behind, ahead)
            };
            first = if enter > first { enter } else { first };
            last = if leave < last { leave } else { last };
        }
        let first = first * (1.0 - SLACK) - Scalar::MIN_POSITIVE;
        if first > last * (1.0 + SLACK) {
            Scalar::MAX
        } else {
            first
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::convert::wide;
    use super::super::parry::bounding_volume::Aabb as Box;
    use super::super::parry::math::Vector;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Boxes and ways of few digits, so that what the test itself computes is exact: along each axis the boxes' near or far sides are
    /// level at the same fraction, or they are about level.
    #[test]
    fn boxes_are_not_passed_over_and_not_met_late() {
        let dice = &mut ChaCha8Rng::seed_from_u64(17);
        let (mut met, mut passed) = (0, 0);
        for _ in 0..200_000 {
            let unit = Scalar::from(dice.random_range(-60_i8..60)).exp2();
            let mut few = |low: i16, high: i16| Scalar::from(dice.random_range(low..=high));
            let mut three = |low, high| Vector::new(few(low, high), few(low, high), few(low, high));
            let (half, size) = (three(0, 99), three(0, 99));
            let (start, way, side) = (three(-999, 999), three(-255, 255), three(-1, 1));
            let part = three(0, 256).x / 256.0;
            let centre = start + way * part + (half + size) * side;
            let (low, high) = ((centre - size) * unit, (centre + size) * unit);
            let moving = Aabb {
                min: wide((start - half) * unit).into(),
                max: wide((start + half) * unit).into(),
            };
            let slabs = Slabs::new(&moving, &wide(way * unit));
            let first = slabs.first(&BvhNode::leaf(Box::new(low, high), 0));
            // They meet at `part` surely, and no sooner where a side is reached then.
            assert!(first <= part, "{first} after {part}");
            if let Some(i) = (0..3).find(|&i| side[i] * way[i] > 0.0) {
                // Coordinates have 11 digits, and their last place is what the box is wider by.
                let wider = 2048.0 / way[i].abs();
                let least = part - (8.0 * part + wider) * Scalar::EPSILON - Scalar::MIN_POSITIVE;
                assert!(first >= least, "{first} before {least}");
                met += 1;
            }
            // One unit farther off on an axis on which nothing moves away any more: never met within the way.
            let off = (0..3).find(|&i| way[i] * side[i] > 0.0);
            if let Some(i) = off.filter(|_| part == 1.0) {
                let mut gap = Vector::ZERO;
                gap[i] = side[i] * unit;
                let node = BvhNode::leaf(Box::new(low + gap, high + gap), 0);
                assert_eq!(slabs.first(&node), Scalar::MAX);
                passed += 1;
            }
        }
        assert!(met > 50_000 && passed > 300, "{met} met, {passed} passed");
    }
}
