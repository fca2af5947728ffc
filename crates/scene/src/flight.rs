//! What moves, as boxes see it.

use crate::course::Turns;
use crate::geometry::grown;
use crate::probe::{Leg, View};
use crate::tolerance::{BOX_SLACK, LEG_SLACK, REACH_MARGIN, least};
use crate::tree::{Frame, Guide, Numbers, Ray};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, LinearMap, Placed, Real, Support, largest};
use wide::f32x4;

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) rotation: LinearMap,
    pub(crate) position: Vector3<f64>,
}

/// How far a core reaches along the axes of a frame, from its origin.
#[derive(Clone, Copy, Debug)]
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

    /// A ball about `centre` (world space) on its way by `displacement`, as seen from the body `frame`: what a shape that
    /// turns about `centre` stays in when no point of it is farther from there than `radius`.
    pub fn of_ball<T: Real, F: Support>(
        centre: &Point3<f64>,
        radius: f64,
        displacement: &Vector3<f64>,
        frame: &Placed<T, F>,
        reach: f64,
    ) -> Self {
        let way = (displacement, f64::INFINITY);
        let reach = reach + least::<T>();
        Self::around(centre, radius, way, &Pose::of(frame), reach)
    }

    /// [`of_ball`](Self::of_ball) while the body `frame` turns by a rotation vector (radians, world axes) about `pivot`: the ball as
    /// seen from the turning body.
    ///
    /// Its path bends: see `course.rs`. At any angle it is no farther from the pivot than at one end of its way: of the two, that
    /// counts which is less.
    pub fn of_ball_beside<T: Real, F: Support>(
        (centre, radius): (&Point3<f64>, f64),
        displacement: &Vector3<f64>,
        (rotation, pivot): (&Vector3<f64>, &Point3<f64>),
        frame: &Placed<T, F>,
        reach: f64,
    ) -> Self {
        let turns = Turns {
            centre: *centre,
            displacement: *displacement,
            rotation: Vector3::zeros(),
            scene: Some((*rotation, *pivot)),
            most: f64::INFINITY,
        };
        let ball = (Vector3::zeros(), radius);
        let whole = turns.whole([&ball, &ball]);
        whole.seen_from(&Pose::of(frame), reach + least::<T>())
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
    /// is at most the sum of all, and every step (two rotations of 18u, their product, sums) errs by a few dozen u of
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
            let (enter, leave) = (enter * (1.0 - BOX_SLACK), leave * (1.0 + BOX_SLACK));
            // What is no number, from bounds without bound, says nothing.
            first = if enter > first { enter } else { first };
            last = if leave < last { leave } else { last };
        }
        (first, last)
    }
}

impl View for Flight {
    type Leg = FlightLeg;

    #[inline]
    fn wider(mut self, by: f64) -> Self {
        self.start = grown(&self.start, by);
        self
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
    fn numbers(&self, planes: &[f32x4; 6], limit: f32) -> Numbers {
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
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use swept_support::HalfSpace;

    fn between(min: [f64; 3], max: [f64; 3]) -> Aabb {
        let (min, max) = (min.into(), max.into());
        Aabb { min, max }
    }

    fn cube(way: [f64; 3]) -> Flight {
        Flight {
            start: between([-1.0; 3], [1.0; 3]),
            displacement: way.into(),
            most: f64::INFINITY,
        }
    }

    /// On the axes along which nothing moves, too.
    #[test]
    fn what_is_beside_the_way_on_either_side_is_not_met() {
        for axis in 0..3 {
            for speed in [8.0, -8.0] {
                let mut way = [0.0; 3];
                way[axis] = speed;
                let flight = cube(way);
                for across in [(axis + 1) % 3, (axis + 2) % 3] {
                    for (low, met) in [(-4.0, false), (-2.0, true), (1.0, true), (3.0, false)] {
                        let mut min = [-0.5; 3];
                        min[axis] = if speed > 0.0 { 3.0 } else { -4.0 };
                        min[across] = low;
                        let bounds = between(min, min.map(|x| x + 1.0));
                        let first = flight.first(&bounds);
                        assert_eq!(flight.meets(&bounds).is_some(), met, "{bounds:?}");
                        assert_eq!(first < f64::INFINITY, met, "{bounds:?}: {first}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_of_the_way_is_in_its_box_and_fills_it() {
        let flight = cube([0.3, -700.0, 0.0]);
        for (from, to) in [(0.0, 1.0), (0.1, 0.7), (0.3, 0.3), (0.9, 1.0)] {
            let during = flight.during(from, to);
            for i in 0..3 {
                let ends = [from, to].map(|t| flight.displacement[i] * t);
                let low = ends[0].min(ends[1]) - 1.0;
                let high = ends[0].max(ends[1]) + 1.0;
                let (min, max) = (during.min[i], during.max[i]);
                assert!(min < low && low < min + 1e-11, "{from} {to}: {min} {low}");
                assert!(
                    max > high && high > max - 1e-11,
                    "{from} {to}: {max} {high}"
                );
            }
        }
    }

    #[test]
    fn what_has_no_bound_is_everywhere() {
        let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
        let flight = Flight::of(&floor, &Vector3::x(), &quarter(), 0.0);
        let far = between([1e9; 3], [2e9; 3]);
        assert_eq!(flight.meets(&far), Some((0.0, 1.0)));
    }

    /// A frame that stands at (4, 0, 0), its x axis the world's y.
    fn quarter() -> Placed<f64, swept_support::PointShape> {
        let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
        let pose = nalgebra::Isometry3::new(Vector3::new(4.0, 0.0, 0.0), turn);
        Placed::new(swept_support::PointShape, pose).unwrap()
    }

    #[test]
    fn a_ball_is_seen_where_it_is() {
        let (centre, way) = (Point3::new(7.0, 2.0, 3.0), Vector3::new(1.0, 2.0, -3.0));
        let flight = Flight::of_ball(&centre, 0.5, &way, &quarter(), 0.25);
        let expected = between([2.0 - 0.75, -3.0 - 0.75, 2.25], [2.75, -2.25, 3.75]);
        let (low, high) = (
            expected.min - flight.start.min,
            flight.start.max - expected.max,
        );
        assert!(
            low.min() > 0.0 && high.min() > 0.0 && low.max().max(high.max()) < 1e-9,
            "{low} {high}"
        );
        assert!((flight.displacement - Vector3::new(2.0, -1.0, -3.0)).amax() < 1e-12);
    }

    /// What the body sees that turns by half a radian, at each of a hundred moments.
    #[test]
    fn a_ball_is_seen_on_its_way_by_what_turns() {
        let (centre, way) = (Point3::new(7.0, 2.0, 3.0), Vector3::new(1.0, 2.0, -3.0));
        let (rotation, pivot) = (Vector3::new(0.1, -0.4, 0.3), Point3::new(1.0, 1.0, 0.0));
        let frame = quarter();
        let turning = (&rotation, &pivot);
        let flight = Flight::of_ball_beside((&centre, 0.5), &way, turning, &frame, 0.25);
        for step in 0..=100 {
            let fraction = f64::from(step) / 100.0;
            let turn = nalgebra::Rotation3::new(rotation * fraction);
            let seen = pivot + turn.inverse() * (centre + way * fraction - pivot);
            let seen = frame.pose().inverse_transform_point(&seen);
            let during = flight.during(fraction, fraction);
            let (low, high) = (seen - during.min, during.max - seen);
            assert!(low.min() >= 0.75 && high.min() >= 0.75, "{fraction}");
            // The path bends from its chord, and more than that is not added.
            assert!(low.max().max(high.max()) < 1.75, "{fraction}: {low} {high}");
        }
    }

    /// Motions that start near and far, and boxes that `f32` has exactly, many of them at the very ends of their tree.
    #[test]
    fn no_box_of_a_tree_has_a_number_above_that_of_the_flight() {
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        let (mut met, mut at_the_start, mut at_the_end) = (0, 0, 0);
        for case in 0..400_000 {
            let mut even = |most: i32| f64::from(rng.random_range(-most..=most)) / f64::from(most);
            let mut tree = Aabb {
                min: Point3::origin(),
                max: Point3::origin(),
            };
            let boxes: [Aabb; 4] = std::array::from_fn(|_| {
                let corners = [0; 2].map(|_| Point3::from([0; 3].map(|_| even(8))));
                Aabb::around(corners).unwrap_or(tree)
            });
            for one in &boxes {
                tree.min = tree.min.inf(&one.min);
                tree.max = tree.max.sup(&one.max);
            }
            // It comes to a place in the tree at a fraction of a way of this length.
            let length = f64::from(case % 50).exp2();
            let way = Vector3::from_fn(|_, _| even(1 << 20)) * length;
            let target = Vector3::from_fn(|_, _| even(16));
            let start = target - way * (0.5 + 0.5 * even(1 << 20));
            let half = Vector3::repeat(0.25 + 0.25 * even(4));
            let flight = Flight {
                start: Aabb {
                    min: (start - half).into(),
                    max: (start + half).into(),
                },
                displacement: way,
                most: f64::INFINITY,
            };
            let frame = Frame::new(&tree);
            let Some(leg) = flight.leg(&tree, &frame) else {
                let none = boxes.iter().all(|one| flight.first(one) == f64::INFINITY);
                assert!(none, "{case}");
                continue;
            };
            let [lows, highs] = [0, 3].map(|side| {
                let of = |one: &Aabb| match side {
                    0 => frame.lower(&one.min),
                    _ => frame.upper(&one.max),
                };
                boxes.map(|one| of(&one))
            });
            let plane = |of: [[f32; 3]; 4], i: usize| f32x4::new(of.map(|p| p[i]));
            let planes: [f32x4; 6] = std::array::from_fn(|i| match i {
                0..3 => plane(lows, i),
                _ => plane(highs, i - 3),
            });
            for (k, one) in boxes.iter().enumerate() {
                let first = flight.first(one);
                if first > 1.0 {
                    continue;
                }
                let numbers = leg.numbers(&planes, leg.limit(first));
                assert!(numbers.within >> k & 1 == 1, "{case}: {flight:?} {one:?}");
                let (begin, lasts) = leg.lasts();
                met += 1;
                at_the_start += u32::from(first == begin);
                at_the_end += u32::from(first > begin + 0.75 * lasts);
            }
        }
        println!("{met} {at_the_start} {at_the_end}");
        assert!(met > 100_000 && at_the_start > 10_000 && at_the_end > 1_000);
    }
}
