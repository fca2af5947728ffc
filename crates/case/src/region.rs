//! Where a moving shape can touch anything: boxes that reject whatever lies elsewhere.

use crate::leaves::{quaternion, scaled};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use swept::{Aabb, LinearMap, Placed, Real, Support};

/// A sweep as seen from a frame of reference: the moving shape's box there, and its displacement.
pub(crate) struct Region {
    start: Aabb,
    displacement: Vector3<f64>,
    /// What is added on all sides: the target distance, and more than all rounding errors.
    margin: f64,
}

impl Region {
    /// `shape` at `pose`, moving by `displacement`, seen from `frame`.
    ///
    /// Every length that enters is at most the sum formed here, and every step (two rotations of 16u, a product
    /// of them, sums) errs by a few dozen u of it: 1,024u cover them all.
    pub(crate) fn new<T: Real>(
        shape: &impl Support,
        pose: &Isometry3<T>,
        displacement: &Vector3<T>,
        frame: &Isometry3<T>,
        target_distance: f64,
    ) -> Self {
        let wide = |v: &Vector3<T>| v.map(Real::to_f64);
        let (at, from) = (
            wide(&pose.translation.vector),
            wide(&frame.translation.vector),
        );
        let displacement = wide(displacement);
        let size = shape.extent() + shape.radius();
        let lengths = at.amax() + from.amax() + displacement.amax() + size + target_distance;
        let turn = quaternion(frame);
        let rotation = LinearMap::from_quaternion(&turn).unwrap_or(LinearMap::IDENTITY);
        let relative = scaled(turn).conjugate() * scaled(quaternion(pose));
        let relative = Isometry3::from_parts(
            Translation3::from(rotation.apply_transposed(&(at - from))),
            UnitQuaternion::new_unchecked(relative),
        );
        Self {
            start: Placed::<f64, _>::new(shape, relative)
                .map_or(Aabb::EVERYTHING, |placed| placed.aabb()),
            displacement: rotation.apply_transposed(&displacement),
            margin: target_distance + 512.0 * f64::EPSILON * lengths,
        }
    }

    /// What the moving shape can touch up to `fraction` of its motion, with all margins.
    pub(crate) fn until(&self, fraction: f64) -> Reach {
        let mut swept = self.start.swept(&(self.displacement * fraction));
        swept.min.iter_mut().for_each(|x| *x -= self.margin);
        swept.max.iter_mut().for_each(|x| *x += self.margin);
        let shadow = |axis: usize| {
            let across = self
                .displacement
                .cross(&Vector3::ith(axis, 1.0))
                .try_normalize(0.0)?;
            let (middle, half) = project(&self.start, &across);
            let shadow = Shadow {
                across,
                middle,
                half: half + self.margin,
            };
            middle.is_finite().then_some(shadow)
        };
        Reach {
            swept,
            shadows: [shadow(0), shadow(1), shadow(2)],
        }
    }
}

/// The volume of a box that moves along a line.
///
/// It and another box are apart exactly when one of six directions tells: those of the axes, and the three that lie
/// across both an axis and the motion (the normals of the faces of their Minkowski difference).
pub(crate) struct Reach {
    swept: Aabb,
    shadows: [Option<Shadow>; 3],
}

/// The moving box seen along its motion, in one direction across it.
struct Shadow {
    across: Vector3<f64>,
    middle: f64,
    half: f64,
}

impl Reach {
    /// How far apart the volume and `bounds` are, at least; negative or zero when they touch.
    #[inline]
    pub(crate) fn apart(&self, bounds: &Aabb) -> f64 {
        let gap = (0..3).fold(f64::NEG_INFINITY, |most, i| {
            let (low, high) = (self.swept.min[i], self.swept.max[i]);
            most.max(low - bounds.max[i]).max(bounds.min[i] - high)
        });
        if gap > 0.0 {
            return gap;
        }
        self.shadows.iter().flatten().fold(gap, |most, shadow| {
            let (middle, half) = project(bounds, &shadow.across);
            // NaN, from a box without bound, is no gap.
            most.max((middle - shadow.middle).abs() - half - shadow.half)
        })
    }
}

/// Middle and half length of a box's projection on a unit vector, the half length grown by more than the rounding
/// errors of both.
#[inline]
fn project(bounds: &Aabb, n: &Vector3<f64>) -> (f64, f64) {
    let (mut middle, mut half) = (0.0, 0.0);
    for i in 0..3 {
        let (low, high) = (bounds.min[i], bounds.max[i]);
        middle += n[i] * (0.5 * low + 0.5 * high);
        let slack = 8.0 * f64::EPSILON * (low.abs() + high.abs());
        half += n[i].abs() * (0.5 * high - 0.5 * low + slack);
    }
    (middle, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept::Cuboid;

    #[test]
    fn the_region_is_the_swept_box_in_the_frame_s_axes() {
        let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
        let pose = Isometry3::translation(10.0, 0.0, 0.0);
        // The frame stands at (4, 0, 0), turned by a quarter about z: its x axis is the world's y.
        let quarter = UnitQuaternion::from_euler_angles(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let frame = Isometry3::from_parts(Translation3::new(4.0, 0.0, 0.0), quarter);
        let region = Region::new(&cuboid, &pose, &Vector3::new(0.0, 8.0, 0.0), &frame, 0.5);
        let half = region.until(0.5).swept;
        // In the frame: centre (0, -6, 0), half sides (2, 1, 3), moving along x by 4.
        let (min, max) = (Vector3::new(-2.5, -7.5, -3.5), Vector3::new(6.5, -4.5, 3.5));
        assert!((half.min.coords - min).amax() < 1e-11 && (half.max.coords - max).amax() < 1e-11);
        assert!(half.max.x >= 6.5 && half.min.y <= -7.5);
    }

    #[test]
    fn a_slanted_way_reaches_less_than_the_box_around_it() {
        // A cube of side 2 moving along (10, 10, 0): its way is a band of half width √2 about the line y = x.
        let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
        let world = Isometry3::identity();
        let region = Region::new(&cube, &world, &Vector3::new(10.0, 10.0, 0.0), &world, 0.0);
        let reach = region.until(1.0);
        let at = |x: f64, y: f64| {
            Aabb::around([[x, y, 0.0].into(), [x + 1.0, y + 1.0, 1.0].into()]).unwrap()
        };
        // Corner (8, 2) lies (8 - 2) / √2 from that line.
        let expected = 6.0 / 2.0_f64.sqrt() - 2.0_f64.sqrt();
        assert!((reach.apart(&at(8.0, 1.0)) - expected).abs() < 1e-11);
        assert!(reach.apart(&at(5.0, 4.0)) < 0.0);
        assert!((reach.apart(&at(13.0, 12.0)) - 2.0).abs() < 1e-11);
        assert!(region.until(0.25).apart(&at(5.0, 4.0)) > 1.0);
        assert!(reach.apart(&Aabb::EVERYTHING) <= 0.0);
    }
}
