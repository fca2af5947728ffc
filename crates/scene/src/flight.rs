//! What moves, as boxes see it.

use crate::geometry::grown;
use crate::probe::{Leg, View};
use crate::tolerance::{BOX_SLACK, LEG_SLACK, REACH_MARGIN, least};
use crate::tree::{Frame, Guide, Numbers, Planes, Ray};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, LinearMap, Placed, Real, Support, largest};

/// A motion as seen from a frame of reference: the moving shape's box there, with all margins, and its displacement.
///
/// It is what a tree of boxes needs to know of a motion: those who keep their triangles in a tree of their own ask it what to
/// look at, and in which order. All its numbers are in the frame, in `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    pub(crate) start: Aabb,
    pub(crate) displacement: Vector3<f64>,
    /// How much of the displacement counts among the lengths that rounding is a part of.
    pub(crate) most: f64,
}

/// A frame of reference, or a shape's pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) rotation: LinearMap,
    pub(crate) position: Vector3<f64>,
}

/// How far a core reaches along the axes of a frame, from its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reaches {
    pub(crate) low: Vector3<f64>,
    pub(crate) high: Vector3<f64>,
}

impl Reaches {
    /// `turn` leads from the shape's axes to those of the frame.
    #[inline]
    pub(crate) fn of(shape: &impl Support, turn: &LinearMap) -> Self {
        let Aabb { min, max } = shape.core_bounds(turn);
        Self {
            low: min.coords,
            high: max.coords,
        }
    }
}

impl Pose {
    pub(crate) const IDENTITY: Self = Self {
        rotation: LinearMap::IDENTITY,
        position: Vector3::new(0.0, 0.0, 0.0),
    };

    /// Whether its coordinates are the world's.
    #[inline]
    pub(crate) fn is_identity(&self) -> bool {
        self.rotation.exact && self.position == Vector3::zeros()
    }

    /// A point of the frame in world space.
    #[inline]
    pub(crate) fn place(&self, p: &Point3<f64>) -> Point3<f64> {
        Point3::from(self.rotation.turn(&p.coords) + self.position)
    }

    /// Where a body stands.
    pub(crate) fn of<T: Real, S: Support>(placed: &Placed<T, S>) -> Self {
        Self {
            rotation: placed.rotation(),
            position: placed.position(),
        }
    }
}

impl Flight {
    /// What may be anywhere at any time.
    pub const EVERYWHERE: Self = Self {
        start: Aabb::EVERYTHING,
        displacement: Vector3::new(0.0, 0.0, 0.0),
        most: f64::INFINITY,
    };

    /// `moving` on its way by `displacement` (world space), as seen from the body `frame`, with `reach` (a length, such as a
    /// target distance) added on all sides.
    pub fn of<T: Real, S: Support, F: Support>(
        moving: &Placed<T, S>,
        displacement: &Vector3<T>,
        frame: &Placed<T, F>,
        reach: f64,
    ) -> Self {
        if moving.shape().unbounded_normal().is_some() {
            return Self::EVERYWHERE;
        }
        let displacement = displacement.map(Real::to_f64);
        let (pose, frame) = (Pose::of(moving), Pose::of(frame));
        let (shape, turn) = (
            moving.shape(),
            frame.rotation.transposed_times(&pose.rotation),
        );
        let reaches = Reaches::of(shape, &turn);
        let way = (&displacement, f64::INFINITY);
        let reach = reach + least::<T>();
        Self::new(&reaches, shape, &pose, way, &frame, reach)
    }

    pub(crate) fn around(
        centre: &Point3<f64>,
        radius: f64,
        (displacement, most): (&Vector3<f64>, f64),
        frame: &Pose,
        reach: f64,
    ) -> Self {
        let lengths = largest(&centre.coords)
            + largest(&frame.position)
            + largest(displacement).min(most)
            + radius
            + reach;
        let half = Vector3::repeat(radius + reach + REACH_MARGIN * lengths);
        let from = centre - frame.position;
        let centre = Point3::from(frame.rotation.apply_transposed(&from.coords));
        Self {
            start: Aabb {
                min: centre - half,
                max: centre + half,
            },
            displacement: frame.rotation.apply_transposed(displacement),
            most,
        }
    }

    /// What is in both, which go the same way.
    pub(crate) fn within(mut self, other: &Self) -> Self {
        self.start.min = self.start.min.sup(&other.start.min);
        self.start.max = self.start.max.inf(&other.start.max);
        self
    }

    /// The moving shape's box at the start.
    #[must_use]
    pub fn start(&self) -> &Aabb {
        &self.start
    }

    /// The whole way.
    #[must_use]
    pub fn displacement(&self) -> &Vector3<f64> {
        &self.displacement
    }

    /// The box around all that the moving box sweeps over between two fractions.
    #[must_use]
    pub fn during(&self, from: f64, to: f64) -> Aabb {
        let ends = [self.displacement * from, self.displacement * to];
        let (low, high) = (ends[0].inf(&ends[1]), ends[0].sup(&ends[1]));
        // A product and a sum: 2u of what enters.
        let far = largest(&low).max(largest(&high));
        let slack = |p: &Point3<f64>| BOX_SLACK * (far + largest(&p.coords));
        let (min, max) = (&self.start.min, &self.start.max);
        Aabb {
            min: (min + low).map(|x| x - slack(min)),
            max: (max + high).map(|x| x + slack(max)),
        }
    }

    /// The fractions between which the moving box and `bounds` meet, rounded outward; `None` when they do not.
    #[must_use]
    pub fn meets(&self, bounds: &Aabb) -> Option<(f64, f64)> {
        let (first, last) = self.interval(bounds);
        // NaN, from bounds without bound, is no reason to pass over anything.
        (first <= last || first.is_nan() || last.is_nan()).then_some((first, last))
    }

    /// `shape` at `pose`, moving by `displacement` (world space), seen from `frame`, along whose axes its core has these reaches.
    ///
    /// `reach` is a length that is added on all sides, `size` the shape's extent and radius. Every length that enters
    /// is at most the sum of all, and every step (two rotations of 19u, their product, sums) errs by a few dozen u of
    /// it: [`REACH_MARGIN`] covers them all. Of a displacement that leads far out of what is asked about no more than `most` counts
    /// ([`FAR`](crate::tolerance::FAR)).
    #[inline]
    pub(crate) fn new(
        reaches: &Reaches,
        shape: &impl Support,
        pose: &Pose,
        (displacement, most): (&Vector3<f64>, f64),
        frame: &Pose,
        reach: f64,
    ) -> Self {
        let radius = shape.radius();
        let size = shape.extent() + radius;
        let lengths = largest(&pose.position)
            + largest(&frame.position)
            + largest(displacement).min(most)
            + size
            + reach;
        let margin = Vector3::repeat(radius + reach + REACH_MARGIN * lengths);
        let centre = frame.rotation.turn_back(&(pose.position - frame.position));
        Self {
            start: Aabb {
                min: (centre + (reaches.low - margin)).into(),
                max: (centre + (reaches.high + margin)).into(),
            },
            displacement: frame.rotation.turn_back(displacement),
            most,
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
            // Where nothing moves along the axis, a quotient by 0 is infinite: what is ahead is never entered, and what is behind was left
            // before all time. The zero has a sign, and the sides are chosen by it.
            let (enter, leave) = if speed.is_sign_positive() {
                (ahead, behind)
            } else {
                (behind, ahead)
            };
            let enter = enter / speed * (1.0 - BOX_SLACK);
            let leave = leave / speed * (1.0 + BOX_SLACK);
            // What is no number says nothing: of bounds without bound, or of a shape that touches them all the way.
            first = if enter > first { enter } else { first };
            last = if leave < last { leave } else { last };
        }
        (first, last)
    }
}

impl View for Flight {
    type Leg = FlightLeg;

    #[inline]
    fn wider(self, by: f64) -> Self {
        Self {
            start: grown(&self.start, by),
            ..self
        }
    }

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
        let far = largest(&moved);
        let slack = |p: &Point3<f64>| LEG_SLACK * (far + largest(&p.coords));
        let (min, max) = (&self.start.min, &self.start.max);
        let start = Aabb {
            min: (min + moved).map(|x| x - slack(min)),
            max: (max + moved).map(|x| x + slack(max)),
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
///
/// No box within the tree's has a number above that of the flight. Let the leg begin at the fraction f, where the flight has the tree's
/// own number, and go on for s. On an axis with speed d > 0 let the box begin at B, and the moving box end at S at its start, and at S'
/// where the leg begins. Exactly, the two meet from T = (B − S)/d on, and what the flight computes is τ ≥ (1 − β − 3u) T, with β =
/// [`BOX_SLACK`] = 8u: so T ≤ τ + 11u τ, in first order, and what lies between T and τ is 11u f and 11u of τ − f. The ray's boxes are
/// rounded outward, and its number is no more than (1 − 2⁻²⁴)(B − S')/(d s). With S' ≥ S + d f + 11u d f that is
///
/// ```text
/// (1 − 2⁻²⁴)(T − f − 11u f)/s ≤ (1 − 2⁻²⁴)(1 + 11u)(τ − f)/s,
/// ```
///
/// less than (τ − f)/s, as it is computed. The box is left no sooner than the flight has it either: what is lowered there by 11u f is
/// raised here. [`LEG_SLACK`] has these 11u and what the sums for S' are off by. A box whose number is below f is none of the tree: f
/// comes of the same operations, which are monotone.
pub(crate) struct FlightLeg {
    ray: Ray,
    first: f64,
    span: f64,
}

impl FlightLeg {
    /// The fraction at which it begins, and how long it lasts.
    pub(crate) fn lasts(&self) -> (f64, f64) {
        (self.first, self.span)
    }
}

impl Guide for FlightLeg {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        self.ray.numbers(planes, limit)
    }
}

impl Leg for FlightLeg {
    /// A parameter of the ray that is not below that of `fraction`: negative when the fraction lies before this leg.
    #[inline]
    fn limit(&self, fraction: f64) -> f32 {
        let into = fraction - self.first;
        if into < 0.0 {
            -1.0
        } else if into >= self.span {
            1.0
        } else {
            f32::round_up(into / self.span)
        }
    }

    #[inline]
    fn first(&self, number: f32) -> f64 {
        self.first + self.span * f64::from(number.min(1.0))
    }
}

#[cfg(test)]
mod tests;
