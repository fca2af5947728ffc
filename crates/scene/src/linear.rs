//! Casts along a line.

use crate::flight::{Flight, FlightLeg, Pose};
use crate::planes::Planes;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Probe, Sight};
use crate::question::{Question, undecided};
use crate::sieve::{Around, Sieve};
use crate::tolerance::{PASSING, PAUSE, least, short};
use crate::triangles::Front;
use crate::{Motion, Query, Scene, SceneOutcome};
use nalgebra::{Isometry3, Point3, Vector3};
use std::cell::OnceCell;
use swept_cast::{CastOptions, Certified, Outcome};
use swept_support::{Aabb, Placed, Real, Support, largest};

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
    planes: Planes<&'a S>,
    /// The box that stands for the core where triangles are sifted.
    around: OnceCell<Around>,
}

impl<'a, T: Real, S: Support> Linear<'a, T, S> {
    pub(crate) fn new(scene: &Scene<T>, motion: &'a Motion<T, S>, query: &'a Query<'_, T>) -> Self {
        let shape = motion.moving().shape();
        let reach = length(query.cast.target_distance);
        let open = 2.0 * length(query.cast.tolerance);
        let far = scene.farthest();
        let planes = Planes::new(shape, motion.pose, motion.displacement(), far, reach + open);
        Self {
            motion,
            options: &query.cast,
            reach: reach
                + open
                + short::<T>() * (reach + shape.extent() + shape.radius())
                + least::<T>(),
            planes,
            around: OnceCell::new(),
        }
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

    fn seen_from(&self, frame: &Pose) -> Flight {
        self.motion.flight(frame, self.reach, self.planes.most)
    }

    fn touching(&self) -> f64 {
        2.0 * short::<T>()
    }

    fn pause(&self) -> f64 {
        let shape = self.motion.moving().shape();
        pause(shape.extent() + shape.radius(), &self.planes.displacement)
    }

    fn sieve(&self, frame: &Pose, view: &Flight, part: &FlightLeg, bounds: &Aabb) -> Option<Sieve> {
        let around = self.around.get_or_init(|| self.motion.around());
        let units = PASSING * T::EPSILON;
        let pose = &self.motion.pose;
        let seen = (view, part.lasts(), bounds);
        Sieve::new(around, pose, frame, seen, self.planes.margin, units)
    }

    #[inline]
    fn sight(&self, triangle: &PosedTriangle<'_>, first: f64, _: f64) -> Sight {
        // The slabs have said it.
        if self.around.get().is_some_and(|around| around.exact) {
            return Sight::from(first);
        }
        self.planes.sight(triangle, first)
    }

    #[inline]
    fn apart_until(&self, triangle: &PosedTriangle<'_>, sight: &Sight, limit: f64) -> f64 {
        self.planes.apart_until(triangle, sight, limit)
    }

    #[inline]
    fn passes(&self, front: &Front) -> bool {
        front.lead(&self.planes.displacement) > 0.0
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
        match self.motion.against(fixed.as_ref()) {
            Ok(sweep) => sweep.cast_with(self.options),
            Err(_) => undecided(),
        }
    }

    fn certify<B: Support>(&self, fixed: &Placed<T, B>) -> Option<Certified<T>> {
        let sweep = self.motion.against(fixed.as_ref()).ok()?;
        Some(sweep.cast_certified(self.options))
    }

    fn velocity(&self, _: &Point3<T>, _: f64) -> Vector3<f64> {
        self.planes.displacement
    }

    fn reach(&self, n: &Vector3<f64>, fraction: f64) -> [f64; 2] {
        let moved = n.dot(&self.planes.displacement) * fraction;
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
    use swept_support::Cuboid;

    #[test]
    fn lengths_that_are_none_count_as_nothing() {
        for none in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(length(none).to_bits(), 0, "{none}");
        }
        assert_eq!(length(0.25_f32), 0.25);
        assert_eq!(length(f32::INFINITY), f32::MAX_LENGTH);
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
