//! What moves, as boxes see it.

use crate::pairs::{Leg, View};
use crate::tolerance::{BOX_SLACK, REACH_MARGIN};
use crate::tree::{Frame, Guide, Ray};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, LinearMap, Real, Support, largest};
use wide::f32x4;

/// A motion as seen from a frame of reference: the moving shape's box there, with all margins, and its displacement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) start: Aabb,
    pub(crate) displacement: Vector3<f64>,
}

/// A frame of reference, or a shape's pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) rotation: LinearMap,
    pub(crate) position: Vector3<f64>,
}

impl Pose {
    pub(crate) const IDENTITY: Self = Self {
        rotation: LinearMap::IDENTITY,
        position: Vector3::new(0.0, 0.0, 0.0),
    };

    /// A point of the frame in world space.
    pub(crate) fn place(&self, p: &Point3<f64>) -> Point3<f64> {
        Point3::from(self.rotation.apply(&p.coords) + self.position)
    }
}

impl Flight {
    /// `shape` at `pose`, moving by `displacement` (world space), seen from `frame`.
    ///
    /// `reach` is a length that is added on all sides, `size` the shape's extent and radius. Every length that enters
    /// is at most the sum of all, and every step (two rotations of 16u, their product, sums) errs by a few dozen u of
    /// it: [`REACH_MARGIN`] covers them all.
    pub(crate) fn new(
        shape: &impl Support,
        pose: &Pose,
        displacement: &Vector3<f64>,
        frame: &Pose,
        reach: f64,
    ) -> Self {
        let radius = shape.radius();
        let size = shape.extent() + radius;
        let lengths = largest(&pose.position)
            + largest(&frame.position)
            + largest(displacement)
            + size
            + reach;
        let margin = radius + reach + REACH_MARGIN * lengths;
        let relative = frame.rotation.transposed_times(&pose.rotation);
        let centre = frame
            .rotation
            .apply_transposed(&(pose.position - frame.position));
        let mut start = Aabb {
            min: centre.into(),
            max: centre.into(),
        };
        for (i, row) in relative.rows.iter().enumerate() {
            let row = Vector3::from(*row);
            start.min[i] += row.dot(&shape.support_point(&-row).coords) - margin;
            start.max[i] += row.dot(&shape.support_point(&row).coords) + margin;
        }
        Self {
            start,
            displacement: frame.rotation.apply_transposed(displacement),
        }
    }

    /// The fractions between which the boxes meet, within [0, 1]: in reverse order when they do not.
    #[inline]
    fn interval(&self, bounds: &Aabb) -> (f64, f64) {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for i in 0..3 {
            let speed = self.displacement[i];
            let ahead = bounds.min[i] - self.start.max[i];
            let behind = bounds.max[i] - self.start.min[i];
            if speed == 0.0 {
                if ahead > 0.0 || behind < 0.0 {
                    return (1.0, 0.0);
                }
                continue;
            }
            let (enter, leave) = if speed > 0.0 {
                (ahead / speed, behind / speed)
            } else {
                (behind / speed, ahead / speed)
            };
            first = first.max(enter * (1.0 - BOX_SLACK));
            last = last.min(leave * (1.0 + BOX_SLACK));
        }
        (first, last)
    }
}

impl View for Flight {
    type Leg = FlightLeg;

    /// The fraction before which the moving box surely does not meet `bounds`.
    #[inline]
    fn first(&self, bounds: &Aabb) -> f64 {
        let (first, last) = self.interval(bounds);
        if first <= last { first } else { f64::INFINITY }
    }

    fn leg(&self, bounds: &Aabb, frame: &Frame) -> Option<FlightLeg> {
        let (first, last) = self.interval(bounds);
        // NaN, from bounds without bound, is no reason to pass over anything.
        if first > last {
            return None;
        }
        let moved = self.displacement * first;
        let start = Aabb {
            min: self.start.min + moved,
            max: self.start.max + moved,
        };
        let span = last - first;
        Some(FlightLeg {
            ray: Ray::new(&start, &(self.displacement * span), frame),
            first,
            span,
        })
    }
}

/// A part of a motion, and its ray through a tree. Starting where the tree's box begins keeps the ray's numbers small,
/// however far away the motion starts.
pub(crate) struct FlightLeg {
    ray: Ray,
    first: f64,
    span: f64,
}

impl Guide for FlightLeg {
    #[inline(always)]
    fn numbers(&self, planes: &[f32x4; 6]) -> [f32; 4] {
        self.ray.numbers(planes)
    }
}

impl Leg for FlightLeg {
    /// A parameter of the ray that is not below that of `fraction`: negative when the fraction lies before this leg.
    #[inline]
    fn limit(&self, fraction: f64) -> f32 {
        let into = fraction - self.first + BOX_SLACK * fraction.max(self.first);
        if into < 0.0 {
            -1.0
        } else if into >= self.span {
            1.0
        } else {
            f32::round_up(into / self.span * (1.0 + BOX_SLACK))
        }
    }
}
