//! The coordinates that a tree keeps its boxes in.

use crate::tolerance::{OUTWARD, OUTWARD_LEAST};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, largest, power_of_two_below};

/// Tree coordinates: `(p - centre) · scale`, in `f32`.
///
/// `scale` is a power of two that brings all boxes to a size of about 1, so that neither the place of a mesh nor its
/// unit of length costs digits, and multiplying all lengths by a power of two changes no bit of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    centre: Vector3<f64>,
    scale: f64,
}

impl Frame {
    /// Coordinates for boxes within `bounds`.
    pub(crate) fn new(bounds: &Aabb) -> Self {
        let centre = nalgebra::center(&bounds.min, &bounds.max).coords;
        let half = largest(&((bounds.max - bounds.min) / 2.0));
        let scale = if half > 0.0 && half.is_finite() {
            // Of the least numbers there is no reciprocal.
            power_of_two_below(1.0 / half.max(f64::MIN_POSITIVE))
        } else {
            1.0
        };
        Self { centre, scale }
    }

    /// The coordinates as they are.
    pub(crate) const UNIT: Self = Self {
        centre: Vector3::new(0.0, 0.0, 0.0),
        scale: 1.0,
    };

    /// Tree units per unit of length.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// A point, as near as `f64` has it.
    #[inline]
    pub(crate) fn place(&self, p: &Vector3<f64>) -> Vector3<f64> {
        (p - self.centre) * self.scale
    }

    /// The lower corner of a box, rounded down. Monotone: of two boxes one within the other, so are these.
    #[inline]
    pub(crate) fn lower(&self, p: &Point3<f64>) -> [f32; 3] {
        [self.low(p.x, 0), self.low(p.y, 1), self.low(p.z, 2)]
    }

    /// The upper corner of a box, rounded up.
    #[inline]
    pub(crate) fn upper(&self, p: &Point3<f64>) -> [f32; 3] {
        [self.high(p.x, 0), self.high(p.y, 1), self.high(p.z, 2)]
    }

    /// One coordinate, rounded down: to a number below it, by two places at most; infinite beyond all numbers.
    #[inline]
    pub(crate) fn low(&self, x: f64, axis: usize) -> f32 {
        let x = (x - self.centre[axis]) * self.scale;
        (x - outward(x)) as f32
    }

    /// One coordinate, rounded up: to a number above it, by two places at most; infinite beyond all numbers.
    #[inline]
    pub(crate) fn high(&self, x: f64, axis: usize) -> f32 {
        let x = (x - self.centre[axis]) * self.scale;
        (x + outward(x)) as f32
    }
}

/// What a coordinate is moved outward by before it is rounded to the nearest number, so that it ends beyond where it was: the same for
/// either sign, so that nothing branches on it ([`OUTWARD`]).
#[inline]
fn outward(x: f64) -> f64 {
    x.abs() * OUTWARD + OUTWARD_LEAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_rounded_outward_and_scaled_exactly() {
        let bounds = Aabb {
            min: Point3::new(1e6, -3.0, 0.1),
            max: Point3::new(1e6 + 6.0, 3.0, 0.1),
        };
        let frame = Frame::new(&bounds);
        assert_eq!(frame.scale(), 0.25);
        let p = Point3::new(1e6 + 0.1, 0.1, 0.1);
        let (low, high) = (frame.lower(&p), frame.upper(&p));
        for i in 0..3 {
            assert!(low[i] <= high[i] && high[i] - low[i] <= 2e-7);
        }
        assert!(f64::from(low[1]) < 0.025 && f64::from(high[1]) > 0.025);
        let far = Frame::new(&Aabb::EVERYTHING);
        assert_eq!(far.scale(), 1.0);
        let least = Frame::new(&Aabb {
            min: Point3::origin(),
            max: Point3::from([f64::from_bits(8); 3]),
        });
        assert_eq!(least.scale(), 2.0_f64.powi(1022));
        assert!(least.low(f64::from_bits(4), 0) <= 0.0);
    }

    /// Of coordinates of all sizes, and next to what `f32` can tell apart.
    #[test]
    fn coordinates_end_beyond_where_they_were_and_not_far() {
        let mut most = 0.0_f64;
        for step in 0..200_000_u32 {
            let near = f32::from_bits(step.wrapping_mul(0x9e37_79b1) & 0x7fff_ffff);
            if !near.is_finite() {
                continue;
            }
            let near = f64::from(near);
            let half = near * f64::EPSILON.sqrt();
            for x in [
                near,
                near - half,
                near + half,
                near.next_up(),
                near.next_down(),
            ] {
                for x in [x, -x] {
                    let [low, high] = [Frame::UNIT.low(x, 0), Frame::UNIT.high(x, 0)];
                    assert!(
                        f64::from(low) < x && x < f64::from(high),
                        "{x:e}: {low:e} {high:e}"
                    );
                    if (1e-24..1e38).contains(&x.abs()) {
                        let place = x.abs() * f64::from(f32::EPSILON);
                        let off = (x - f64::from(low)).max(f64::from(high) - x);
                        most = most.max(off / place);
                    }
                }
            }
        }
        assert!((0.5..1.01).contains(&most), "{most}");
    }
}
