//! Casts that turn.

use crate::course::{Course, CourseLeg, Rolls, TurningSieve, TurningWay};
use crate::flight::{Flight, Pose};
use crate::linear::length;
use crate::probe::{Probe, View};
use crate::question::{Question, undecided};
use crate::tolerance::{BALL, FAR, PARTS, WAY_TOUCHED, least, short};
use crate::tree::{Nodes, walk};
use crate::triangles::Front;
use crate::{Geometry, Next, Query, Scene, SceneOutcome, TurningMotion};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::{CertifiedTurn, Outcome, TurningOptions};
use swept_support::{Aabb, Placed, Real, Support, largest};

impl<T: Real> Scene<T> {
    /// What the turning motion meets first, as [`cast_closest`](Self::cast_closest).
    ///
    /// Of the query's options of linear casts only the target distance matters: of that and the one of the turning options the larger counts, so
    /// that no clearance is lost which was asked for in one place. A one-sided triangle is passed through when every
    /// point of the shape moves to its front side all the time, and met from both sides otherwise.
    ///
    /// A wheel that rolls on a flat mesh in contact with it touches the next triangle at the edge between both, which is a hit; the normal
    /// of the [`Place`](crate::Place) is the ground's there. One that starts a little above the ground meets no edge of it.
    pub fn cast_turning<S: Support>(
        &self,
        motion: &TurningMotion<T, S>,
        query: &Query<'_, T>,
        options: &TurningOptions<T>,
    ) -> SceneOutcome<T> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        let options = query.turning(options);
        self.closest(&Turning::new(self, motion, &options), query)
    }

    /// Whether the turning motion meets anything, or may: as [`cast_any`](Self::cast_any), with the options of
    /// [`cast_turning`](Self::cast_turning).
    pub fn cast_turning_any<S: Support>(
        &self,
        motion: &TurningMotion<T, S>,
        query: &Query<'_, T>,
        options: &TurningOptions<T>,
    ) -> SceneOutcome<T> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        let options = query.turning(options);
        self.any(&Turning::new(self, motion, &options), query)
    }

    /// Shows to `visit_each` all that the turning motion meets, each when it is met first, in the order of [`cast_all`](Self::cast_all), with the
    /// options of [`cast_turning`](Self::cast_turning).
    pub fn cast_turning_all<S: Support>(
        &self,
        motion: &TurningMotion<T, S>,
        query: &Query<'_, T>,
        options: &TurningOptions<T>,
        mut visit_each: impl FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        let options = query.turning(options);
        let question = Turning::new(self, motion, &options);
        self.all(&question, query, &mut visit_each);
    }
}

/// A turning motion, and how it is cast.
pub(crate) struct Turning<'a, T: Real, S> {
    motion: &'a TurningMotion<T, S>,
    options: &'a TurningOptions<T>,
    displacement: Vector3<f64>,
    /// The centre of rotation at the start, in world space.
    centre: Point3<f64>,
    /// No point of the shape is farther from it.
    radius: f64,
    /// How far from the shape boxes are met: the target distance, and what counts as a touch on account of it, the shape's size and the way.
    reach: f64,
    /// No farther from the point that the scene turns about is the centre of rotation where anything is met.
    met_within: f64,
    rolls: Rolls,
    /// Radians over the whole motion, per axis.
    rotation: Vector3<f64>,
}

impl<'a, T: Real, S: Support> Turning<'a, T, S> {
    pub(crate) fn new(
        scene: &Scene<T>,
        motion: &'a TurningMotion<T, S>,
        options: &'a TurningOptions<T>,
    ) -> Self {
        let centre = motion.turn.centre.map(Real::to_f64);
        let shape = motion.motion.moving().shape();
        let own = shape.extent() + shape.radius();
        let radius = centre.coords.norm() + own;
        let rounding = BALL * T::EPSILON * radius;
        let pose = &motion.motion.pose;
        let middle = pose.place(&centre);
        let displacement = motion.motion.displacement().map(Real::to_f64);
        let target = length(options.target_distance);
        let reach = target + 2.0 * length(options.tolerance) + WAY_TOUCHED * largest(&displacement);
        // What turns with the scene is no farther out than it is and the point that it turns about twice.
        let pivot =
            (motion.scene).map_or(0.0, |(_, pivot)| largest(&pivot.coords.map(Real::to_f64)));
        let near = largest(&middle.coords) + radius + reach + 2.0 * pivot;
        let met_within = radius + reach + 2.0 * pivot + scene.farthest();
        let way = TurningWay {
            centre: middle,
            displacement,
            rotation: motion.turn.rotation.map(Real::to_f64),
            scene: motion
                .scene
                .map(|(omega, pivot)| (omega.map(Real::to_f64), pivot.map(Real::to_f64))),
            most: FAR * (near + scene.farthest()),
        };
        let core = (motion.motion.around(), shape.radius());
        let radius = radius + rounding;
        let reach = reach + short::<T>() * (target + radius) + least::<T>();
        let rolls = Rolls::new(&way, core, (pose, &centre.coords), rounding, |whole| {
            crowd(scene, &whole.seen_from(shape, &Pose::IDENTITY, reach))
        });
        Self {
            motion,
            options,
            displacement,
            centre: way.centre,
            radius,
            reach,
            met_within,
            rolls,
            rotation: way.rotation,
        }
    }
}

/// How many shapes of a scene a flight meets the boxes of, a mesh being many, and from [`PARTS`] on no more than that: for so many parts
/// of a way it is worth to spare casts. It decides no answer.
fn crowd<T: Real>(scene: &Scene<T>, flight: &Flight) -> usize {
    let mut count = 0;
    let mut meet = |slot: u32, in_tree: bool| {
        let entry = scene.entry(slot);
        debug_assert!(entry.is_none_or(|e| e.in_tree == in_tree), "{slot}");
        if let Some(entry) = entry
            && flight.first(&entry.bounds) <= 1.0
        {
            count += match &entry.object.geometry {
                Geometry::Convex(_) | Geometry::Custom(_) => 1,
                _ => PARTS,
            };
        }
        if count < PARTS { 1.0 } else { -1.0 }
    };
    for &slot in scene.apart() {
        meet(slot, false);
    }
    let tree = scene.tree();
    if let Some(bounds) = tree.bounds()
        && let Some(leg) = flight.leg(bounds, tree.frame())
    {
        walk(tree, &leg, 1.0, |slot, _| meet(slot, true));
    }
    count.min(PARTS)
}

impl<T: Real, S: Support> Probe for Turning<'_, T, S> {
    type View = Course;
    type Sieve = TurningSieve;

    /// In a scene that turns, as that sees it: the point that the scene turns about is rounded to the scalar in each shape's own
    /// axes, which takes no more than an epsilon of its distance from where they are met. That is on the way of the centre, and no farther
    /// from the point than the scene and the shape with all that is added to it reach.
    fn seen_from(&self, frame: &Pose) -> Course {
        let mut reach = self.reach;
        if let Some((_, pivot)) = &self.motion.scene {
            let start = self.centre - pivot.map(Real::to_f64);
            let far = start.norm().max((start + self.displacement).norm());
            reach += short::<T>() * far.min(self.met_within);
        }
        self.rolls.seen_from(self.moving().shape(), frame, reach)
    }

    fn touching(&self) -> f64 {
        2.0 * short::<T>()
    }

    fn sieve(
        &self,
        frame: &Pose,
        view: &Course,
        leg: &CourseLeg,
        bounds: &Aabb,
    ) -> Option<TurningSieve> {
        let units = 2.0 * short::<T>();
        Some(self.rolls.sieve(view, frame, leg.lasts(), bounds, units))
    }

    fn passes(&self, front: &Front) -> bool {
        let sideways = front.winding.cross(&self.rotation).norm() * self.radius;
        self.motion.scene.is_none() && front.lead(&self.displacement) > sideways
    }
}

impl<T: Real, S: Support> Question<T> for Turning<'_, T, S> {
    type Certified = CertifiedTurn<T>;
    type Shape = S;

    fn moving(&self) -> &Placed<T, S> {
        self.motion.motion.moving()
    }

    fn cast<B: Support>(&self, fixed: &Placed<T, B>, until: f64) -> Outcome<T> {
        match self.motion.against(fixed.as_ref()) {
            Ok(sweep) => sweep.cast_until(self.options, T::round_up(until)),
            Err(_) => undecided(),
        }
    }

    fn certify<B: Support>(&self, fixed: &Placed<T, B>) -> Option<CertifiedTurn<T>> {
        Some(
            self.motion
                .against(fixed.as_ref())
                .ok()?
                .cast_certified(self.options),
        )
    }

    /// Relative to a scene that turns, of which the scene's velocity there is taken off.
    fn velocity(&self, point: &Point3<T>, fraction: f64) -> Vector3<f64> {
        let point = point.map(Real::to_f64);
        let lever = point - (self.centre + self.displacement * fraction);
        let mut velocity = self.displacement + self.rotation.cross(&lever);
        if let Some((rotation, centre)) = &self.motion.scene {
            let rotation = rotation.map(Real::to_f64);
            velocity -= rotation.cross(&(point - centre.map(Real::to_f64)));
        }
        velocity
    }

    /// About the centre of rotation, and back to the pose at the start.
    fn reach(&self, n: &Vector3<f64>, fraction: f64) -> [f64; 2] {
        let turn = UnitQuaternion::from_scaled_axis(self.rotation * fraction);
        let back = turn.inverse_transform_vector(n);
        let moved = n.dot(&(self.centre.coords + self.displacement * fraction));
        let start = back.dot(&self.centre.coords);
        self.motion.motion.reach(&back).map(|x| x - start + moved)
    }

    fn scene_at(&self, fraction: f64) -> Option<Isometry3<f64>> {
        let (rotation, centre) = self.motion.scene.as_ref()?;
        let turn = UnitQuaternion::from_scaled_axis(rotation.map(Real::to_f64) * fraction);
        let centre = centre.map(Real::to_f64).coords;
        let shift = centre - turn * centre;
        Some(Isometry3::from_parts(shift.into(), turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, Motion, Object};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use swept_cast::Turn;
    use swept_support::{Cuboid, Sphere};

    /// A small ball's centre, which counts how often it is asked for.
    #[derive(Debug, Default)]
    struct Counted(AtomicU32);

    impl Support for Counted {
        fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Point3::origin()
        }
        fn radius(&self) -> f64 {
            0.1
        }
        fn interior_point(&self) -> Point3<f64> {
            Point3::origin()
        }
        fn extent(&self) -> f64 {
            0.0
        }
    }

    /// A box goes around the origin thousands of times, through the ring of a ball that goes around with the scene and is never met,
    /// and onto one that stands on that ring's axis.
    #[test]
    fn what_cannot_come_first_is_not_followed_to_the_end() {
        let asked = |on_the_way: bool| {
            let never = Arc::new(Counted::default());
            let mut objects =
                vec![Object::new(Geometry::Custom(never.clone())).at([1.0, 0.0, 0.0])];
            if on_the_way {
                let ball = Object::new(Sphere::new(0.5).unwrap());
                objects.insert(0, ball.at([2.0, 1.2, 0.0]));
            }
            let scene = Scene::of(objects).unwrap();
            let moving = Placed::new(Cuboid::new([0.1; 3]).unwrap(), [2.0, 0.0, 0.0]).unwrap();
            let motion = Motion::new(moving, [0.0; 3]).unwrap();
            let turn = Turn::by([0.0, 0.0, 1e4]).about([-2.0, 0.0, 0.0]);
            let motion = TurningMotion::new(motion, turn).unwrap();
            let motion = motion.in_turning_scene([0.0, 1e4, 0.0], [2.0, 0.0, 0.0]);
            let options = TurningOptions::default();
            let outcome = scene.cast_turning(&motion.unwrap(), &Query::default(), &options);
            (never.0.load(Ordering::Relaxed), outcome.safe_fraction())
        };
        let (alone, all) = asked(false);
        let (after, first) = asked(true);
        assert!(all == 1.0 && first < 1e-4, "{all} {first}");
        assert!(after < 1_000 && 10 * after < alone, "{after} of {alone}");
    }

    /// Where ball `i` of a thousand stands, on the ground.
    fn ball_at(i: usize) -> [f64; 3] {
        [(i % 32) as f64, 0.0, (i / 32) as f64]
    }

    /// How many of these balls are looked at for a motion, and what it meets.
    fn asked_of_balls<S: Support>(motion: &TurningMotion<f64, S>) -> (usize, SceneOutcome<f64>) {
        let balls: Vec<_> = (0..1024).map(|_| Arc::new(Counted::default())).collect();
        let object = |(i, ball): (usize, &Arc<Counted>)| {
            Object::new(Geometry::Custom(ball.clone())).at(ball_at(i))
        };
        let scene = Scene::of(balls.iter().enumerate().map(object)).unwrap();
        let counts = || balls.iter().map(|b| b.0.load(Ordering::Relaxed));
        let before: Vec<_> = counts().collect();
        let options = TurningOptions::default();
        let outcome = scene.cast_turning(motion, &Query::default(), &options);
        let asked = counts().zip(&before).filter(|(now, old)| now > old).count();
        (asked, outcome)
    }

    /// The same while the ground turns, for a ball that goes down on it by `way`.
    fn asked_on_a_floor(
        way: f64,
        rotation: [f64; 3],
        pivot: [f64; 3],
    ) -> (usize, SceneOutcome<f64>) {
        let moving = Placed::new(Sphere::new(0.3).unwrap(), [5.0, 4.0, 5.0]).unwrap();
        let motion = Motion::new(moving, [0.0, -way, 0.0]).unwrap();
        let motion = TurningMotion::new(motion, Turn::none()).unwrap();
        asked_of_balls(&motion.in_turning_scene(rotation, pivot).unwrap())
    }

    /// A floor that turns a little, or far around a point: few of the others are looked at.
    #[test]
    fn a_scene_that_turns_is_met_where_its_boxes_are() {
        for (rotation, pivot, most) in [
            ([0.0, 0.1, 0.0], [5.0, 0.0, 5.0], 20),
            ([0.0, 0.1, 0.0], [12.0, 0.0, 12.0], 40),
            ([0.001, 0.0, 0.002], [500.0, 0.0, 0.0], 100),
            ([0.0, 1e3, 0.0], [7.0, 0.0, 6.0], 250),
        ] {
            let (asked, _) = asked_on_a_floor(8.0, rotation, pivot);
            assert!((1..most).contains(&asked), "{rotation:?}: {asked}");
        }
    }

    /// The same of a way that is far longer than the scene, which turns by as little as that asks for.
    #[test]
    fn a_scene_that_turns_is_met_where_its_boxes_are_on_long_ways_too() {
        let (asked, outcome) = asked_on_a_floor(1e15, [0.0, 0.0, 1e-17], [6.0, 0.0, 5.0]);
        assert!(outcome.hit().is_some(), "{outcome:?}");
        assert!((1..20).contains(&asked), "{asked}");
    }

    /// A ball at the end of a long arm goes around over a thousand others, and down onto some: few of them are looked at, and the
    /// first is the same as one by one.
    #[test]
    fn an_arm_is_met_where_its_hand_goes() {
        for (angle, height, most) in [
            (0.1, 0.45, 12),
            (1.0, 0.45, 40),
            (3.0, 0.45, 120),
            (0.1, 0.3, 12),
            (1.0, 0.3, 40),
            (3.0, 0.3, 120),
            (-6.0, 0.3, 200),
        ] {
            let hand = Placed::new(Sphere::new(0.3).unwrap(), [5.5, height, 5.5]).unwrap();
            let motion = Motion::new(hand, [0.25, 0.0, 0.125]).unwrap();
            let turn = Turn::by([0.0, angle, 0.0]).about([10.0, 0.0, 0.0]);
            let motion = TurningMotion::new(motion, turn).unwrap();
            let (asked, found) = asked_of_balls(&motion);
            assert!(asked < most, "{angle} {height}: {asked}");
            let ball = Sphere::new(0.1).unwrap();
            let one = |i: usize| {
                let sweep = motion.against(Placed::new(ball, ball_at(i)).unwrap());
                let found = sweep.unwrap().cast_with(&TurningOptions::default());
                found.hit().map(|hit| hit.fraction)
            };
            let first = (0..1024).filter_map(one).fold(f64::INFINITY, f64::min);
            let hit = found.hit().map_or(f64::INFINITY, |hit| hit.hit.fraction);
            assert!(hit == first || (hit - first).abs() < 1e-12, "{hit} {first}");
        }
    }

    /// A bar turns above a thousand balls, about its middle or an end, and comes down on some of them: of the others, only those are looked
    /// at that are in a box around it.
    #[test]
    fn a_bar_is_met_where_it_sweeps() {
        for (angle, pivot, most) in [
            (0.0, 0.0, 20),
            (0.1, 0.0, 30),
            (0.5, 0.0, 80),
            (0.5, 6.0, 80),
            (3.0, 0.0, 150),
        ] {
            let bar = Cuboid::new([6.0, 0.1, 0.1]).unwrap();
            let bar = Placed::new(bar, [16.0, 0.5, 16.0]).unwrap();
            let motion = Motion::new(bar, [0.0, -0.4, 0.0]).unwrap();
            let turn = Turn::by([0.0, angle, 0.0]).about([pivot, 0.0, 0.0]);
            let (asked, outcome) = asked_of_balls(&TurningMotion::new(motion, turn).unwrap());
            assert!(outcome.hit().is_some(), "{angle}: {outcome:?}");
            assert!((1..most).contains(&asked), "{angle} {pivot}: {asked}");
        }
    }
}
