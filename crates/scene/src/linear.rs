//! Casts along a line.

use crate::flight::{Flight, FlightLeg, Pose};
use crate::planes::{Mover, Way};
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Leg, Probe, Sight};
use crate::question::{Question, undecided};
use crate::sieve::{Around, BoxSieve, Passage, Sieve};
use crate::stand_in::{self, is_open};
use crate::tolerance::{LARGE, PASSING, PAUSE, SIEVE_SLACK, least, short};
use crate::tree::Frame;
use crate::triangles::Front;
use crate::{Motion, Query, Scene, SceneOutcome};
use nalgebra::{Isometry3, Point3, Vector3};
use std::cell::{Cell, OnceCell};
use swept_cast::{CastOptions, Certified, Outcome, Sweep};
use swept_support::{Aabb, KnownCore, Placed, PointShape, Real, Support, largest};

impl<T: Real> Scene<T> {
    /// What the motion meets first.
    ///
    /// The answer is that of one convex shape or triangle, the first of these:
    /// 1. the deepest overlap at the start;
    /// 2. the hit with the smallest fraction, or a cast that was given up before that fraction;
    ///
    /// and among equals the one with the lowest [`SubShape`](crate::SubShape).
    pub fn cast_closest<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> SceneOutcome<T> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.closest(&Linear::new(self, motion, query), query)
    }
}

/// A motion along a line, and how it is cast.
pub(crate) struct Linear<'a, T: Real, S> {
    pub(crate) motion: &'a Motion<T, S>,
    options: &'a CastOptions<T>,
    /// How far from the shape boxes are met: the target distance, and what counts as a touch on account of it and of the shape's size.
    reach: f64,
    way: Way,
    /// The box that stands for the core where triangles are sifted.
    around: OnceCell<Around>,
    /// The fraction until which the mesh that is searched can be met, where the shape is large beside its triangles.
    among_small: Cell<Option<f64>>,
}

impl<'a, T: Real, S: Support> Linear<'a, T, S> {
    pub(crate) fn new(scene: &Scene<T>, motion: &'a Motion<T, S>, query: &'a Query<'_, T>) -> Self {
        let shape = motion.moving().shape();
        let reach = length(query.cast.target_distance);
        let open = 2.0 * length(query.cast.tolerance);
        let far = scene.farthest();
        let way = Way::new(
            shape,
            &motion.pose,
            motion.displacement(),
            far,
            reach + open,
        );
        Self {
            motion,
            options: &query.cast,
            reach: reach
                + open
                + short::<T>() * (reach + shape.extent() + shape.radius())
                + least::<T>(),
            way,
            around: OnceCell::new(),
            among_small: Cell::new(None),
        }
    }
}

impl<T: Real, S: Support> Linear<'_, T, S> {
    /// The motion as planes are held against it.
    #[inline]
    fn mover(&self) -> Mover<'_, S> {
        Mover {
            shape: self.motion.moving().shape(),
            pose: &self.motion.pose,
            way: &self.way,
        }
    }

    /// Whether the core is a point, around which no box has to be made.
    #[inline]
    fn is_point(&self) -> bool {
        let shape = self.motion.moving().shape();
        shape.known_core() == KnownCore::Point && shape.extent() == 0.0
    }

    /// The answer of a closed form for a point without a radius, cast as what it is. What is lent to code that iterates has to be in memory,
    /// and what is written there in pieces is waited for when it is read as a whole: here nothing is.
    ///
    /// Other shapes may rest on what they are cast against. That no closed form answers, and it would be asked twice.
    #[inline(always)]
    fn cast_as_ray<B: Support>(&self, fixed: &Placed<T, B>) -> Option<Outcome<T>> {
        let ray = self.motion.moving().with_shape(PointShape);
        let sweep = Sweep::new(ray, *self.motion.displacement(), fixed.as_ref()).ok()?;
        Some(sweep.cast_closed(self.options)?.outcome)
    }

    #[inline(always)]
    fn cast_pair<B: Support>(&self, fixed: &Placed<T, B>) -> Outcome<T> {
        match self.motion.against(fixed.as_ref()) {
            Ok(sweep) => sweep.cast_with(self.options),
            Err(_) => undecided(),
        }
    }

    /// The same, for rays that no closed form answers.
    #[cold]
    #[inline(never)]
    fn cast_pair_apart<B: Support>(&self, fixed: &Placed<T, B>) -> Outcome<T> {
        self.cast_pair(fixed)
    }

    /// What stands for the core where triangles are sifted: made when it is asked for first.
    #[inline]
    fn around(&self) -> &Around {
        if self.is_point() {
            &Around::POINT
        } else {
            self.around.get_or_init(|| self.motion.around())
        }
    }

    /// The part of the way on which triangles within `bounds` can be met, in their frame.
    #[inline]
    fn passage(
        &self,
        frame: &Pose,
        view: &Flight,
        part: &FlightLeg,
        bounds: &Aabb,
    ) -> Option<Passage> {
        let units = PASSING * T::EPSILON;
        let seen = (view, part.lasts(), bounds);
        let pose = &self.motion.pose;
        Passage::new(self.around(), pose, frame, seen, self.way.margin, units)
    }
}

/// The fraction of the motion in which a shape that reaches `extent` from its origin goes as far as a [`PAUSE`] is long; 1 where the
/// motion is no longer.
fn pause(extent: f64, displacement: &Vector3<f64>) -> f64 {
    (PAUSE * 2.0 * extent / largest(displacement)).min(1.0)
}

/// A length from the options: NaN and negative numbers count as 0.
pub(crate) fn length<T: Real>(x: T) -> f64 {
    let x = x.to_f64();
    if x > 0.0 { x.min(T::MAX_LENGTH) } else { 0.0 }
}

impl<T: Real, S: Support> Probe for Linear<'_, T, S> {
    type View = Flight;
    type Sieve = Sieve;

    #[inline]
    fn seen_from(&self, frame: &Pose) -> Flight {
        self.motion.flight(frame, self.reach, self.way.most)
    }

    fn touching(&self) -> f64 {
        2.0 * short::<T>()
    }

    fn pause(&self) -> f64 {
        let shape = self.motion.moving().shape();
        pause(shape.extent() + shape.radius(), &self.way.displacement)
    }

    fn sieve(&self, frame: &Pose, view: &Flight, part: &FlightLeg, bounds: &Aabb) -> Option<Sieve> {
        Sieve::new(&self.passage(frame, view, part, bounds)?)
    }

    #[inline]
    fn box_sieve(
        &self,
        frame: &Pose,
        view: &Flight,
        part: &FlightLeg,
        (bounds, tree, grain): (&Aabb, &Frame, f64),
    ) -> Option<BoxSieve> {
        let shape = self.motion.moving().shape();
        let (large, radius) = (LARGE * grain, shape.radius());
        let most = shape.extent() + radius;
        // Most shapes are small, which is told without what is around them.
        let is_large = most > 0.0 && most >= large && self.around().size(radius) >= large;
        let sieve = if is_large {
            let passage = self.passage(frame, view, part, bounds);
            passage.and_then(|passage| BoxSieve::new(&passage, tree))
        } else {
            None
        };
        self.among_small
            .set(sieve.as_ref().map(|_| part.first(1.0)));
        sieve
    }

    #[inline]
    fn sight(&self, triangle: &PosedTriangle<'_>, first: f64, _: f64) -> Sight {
        // The slabs have said it.
        if self.is_point() || self.around.get().is_some_and(|around| around.exact) {
            return Sight::from(first);
        }
        self.mover().sight(triangle, first)
    }

    #[inline]
    fn apart_until(&self, triangle: &PosedTriangle<'_>, sight: &Sight, limit: f64) -> f64 {
        self.mover().apart_until(triangle, sight, limit)
    }

    #[inline]
    fn passes(&self, front: &Front) -> bool {
        front.lead(&self.way.displacement) > 0.0
    }
}

impl<T: Real, S: Support> Question<T> for Linear<'_, T, S> {
    type Certified = Certified<T>;
    type Shape = S;

    fn moving(&self) -> &Placed<T, S> {
        self.motion.moving()
    }

    #[inline]
    fn cast<B: Support>(&self, fixed: &Placed<T, B>, _: f64) -> Outcome<T> {
        if !self.is_point() || self.motion.moving().shape().radius() > 0.0 {
            return self.cast_pair(fixed);
        }
        let closed = self.cast_as_ray(fixed);
        closed.unwrap_or_else(|| self.cast_pair_apart(fixed))
    }

    #[inline]
    fn stand_in<B: Support>(
        &self,
        (fixed, triangle): (&Placed<T, B>, &PosedTriangle<'_>),
        first: f64,
        outcome: &Outcome<T>,
    ) -> f64 {
        let counts = triangle.is_some() && first <= 1.0;
        let Some(end) = self.among_small.get().filter(|_| counts) else {
            return first;
        };
        let (way, around) = (&self.way, self.around());
        let size = largest(&around.half) + way.margin;
        let open = 0.5 * (SIEVE_SLACK * size + way.touch());
        if !is_open(outcome, &way.displacement, open) {
            return first;
        }
        let touch = 0.5 * (way.touch() + PASSING * T::EPSILON * fixed.shape().extent());
        let wider = (way.margin, touch);
        let ahead = (first, &way.displacement);
        let met = stand_in::first(around, wider, self.motion.moving(), ahead, fixed);
        if met > end { f64::INFINITY } else { met }
    }

    fn certify<B: Support>(&self, fixed: &Placed<T, B>) -> Option<Certified<T>> {
        let sweep = self.motion.against(fixed.as_ref()).ok()?;
        Some(sweep.cast_certified(self.options))
    }

    fn velocity(&self, _: &Point3<T>, _: f64) -> Vector3<f64> {
        self.way.displacement
    }

    fn reach(&self, n: &Vector3<f64>, fraction: f64) -> [f64; 2] {
        let moved = n.dot(&self.way.displacement) * fraction;
        self.motion.reach(n).map(|x| x + moved)
    }

    fn scene_at(&self, _: f64) -> Option<Isometry3<f64>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Object;
    use swept_support::{Capsule, Cuboid, Sphere};

    #[test]
    fn lengths_that_are_none_count_as_nothing() {
        for none in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(length(none).to_bits(), 0, "{none}");
        }
        assert_eq!(length(0.25_f32), 0.25);
        assert_eq!(length(f32::INFINITY), f32::MAX_LENGTH);
    }

    /// What is known of points and balls is what their cores tell.
    #[test]
    fn around_a_core_is_the_same_however_it_is_known() {
        fn check(shape: impl Support) {
            let motion = Motion::new(Placed::new(shape, [1.0, 2.0, 3.0]).unwrap(), [1.0; 3]);
            let (motion, scene, query) = (motion.unwrap(), Scene::<f64>::new(), Query::default());
            let linear = Linear::new(&scene, &motion, &query);
            let [known, told] = [linear.around(), &motion.around()].map(|x| format!("{x:?}"));
            assert_eq!(known, told);
        }
        check(PointShape);
        check(Sphere::new(0.5).unwrap());
        check(Capsule::new(0.5, 0.25).unwrap());
        check(Cuboid::new([0.5; 3]).unwrap());
    }

    /// The box of a cube where its motion starts, as a cast in a scene has it, and with all of the way counted.
    fn boxes(length: f64) -> [Aabb; 2] {
        let cuboid = Cuboid::new([0.5; 3]).unwrap();
        let scene = Scene::of([Object::new(cuboid).at([0.0, 0.0, 3.0])]).unwrap();
        let moving = Placed::new(cuboid, [2.0, -4.0, 0.0]).unwrap();
        let motion = Motion::new(moving, [0.6 * length, length, -0.7 * length]).unwrap();
        let query = Query::default();
        let linear = Linear::new(&scene, &motion, &query);
        let whole = motion.flight(&Pose::IDENTITY, linear.reach, f64::INFINITY);
        [linear.seen_from(&Pose::IDENTITY), whole].map(|flight| *flight.start())
    }

    /// The lengths are 4 for the place, √3/2 for the cube, and 3 + √3/2 for how far the scene reaches: 8.73 in all.
    #[test]
    fn a_way_of_a_thousand_lengths_counts_and_no_more_of_a_longer_one() {
        for length in [1.0, 100.0, 1_000.0 * 8.73] {
            let [counted, whole] = boxes(length);
            assert_eq!(counted, whole, "{length}");
        }
        let [most, _] = boxes(1_100.0 * 8.73);
        for length in [1e6, 1e12, 1e18] {
            assert_eq!(boxes(length)[0], most, "{length:e}");
        }
    }
}
