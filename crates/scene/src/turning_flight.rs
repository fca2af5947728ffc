//! A motion that turns, for those who keep their triangles in a tree of their own.

use crate::course::{Course, Rolls, TurningSieve, TurningWay};
use crate::flight::{Flight, Pose, Reaches};
use crate::sieve::Around;
use crate::tolerance::{BALL, PARTS, least, short};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, LinearMap, Placed, Real, Support};

/// A motion that turns, as seen from a frame of reference that may turn as well: what [`Flight`] is to one along a line.
///
/// It is told by parts of its way. On each the shape, as it stands half way through, goes straight on, within a margin that holds what it
/// turns by (derived in `course.rs`).
#[derive(Clone, Debug)]
pub struct TurningFlight {
    course: Course,
    rolls: Rolls,
    frame: Pose,
    units: f64,
}

impl TurningFlight {
    /// `moving` on its way by `displacement` (world space), while it turns by a rotation vector (radians, world axes) about a point that
    /// goes the same way, from where it is given on, as seen from the body `frame`, which turns by another one about a point that stays. Of
    /// both, in this order: `turns`. `reach` (a length) is added on all sides, such as a target distance. `None` for a shape without bound,
    /// which may be anywhere at any time.
    pub fn of<T: Real, S: Support, F: Support>(
        moving: &Placed<T, S>,
        displacement: &Vector3<T>,
        turns: [(Vector3<f64>, Point3<f64>); 2],
        frame: &Placed<T, F>,
        reach: f64,
    ) -> Option<Self> {
        let shape = moving.shape();
        if shape.unbounded_normal().is_some() {
            return None;
        }
        let [(rotation, centre), scene] = turns;
        let start = Pose::of(moving);
        let lever = (start.rotation).apply_transposed(&(centre.coords - start.position));
        let way = TurningWay {
            centre,
            displacement: displacement.map(Real::to_f64),
            rotation,
            scene: (scene.0 != Vector3::zeros()).then_some(scene),
            most: f64::INFINITY,
        };
        let radius = lever.norm() + shape.extent() + shape.radius();
        let around = Around::core(shape, || Reaches::of(shape, &LinearMap::IDENTITY));
        let rolls = Rolls::new(
            &way,
            (around, shape.radius()),
            (&start, &lever),
            BALL * T::EPSILON * radius,
            |_| PARTS,
        );
        let frame = Pose::of(frame);
        Some(Self {
            course: rolls.seen_from(shape, &frame, reach + least::<T>()),
            rolls,
            frame,
            units: 2.0 * short::<T>(),
        })
    }

    /// The whole way, as a box that goes straight and holds the shape all the time.
    #[must_use]
    pub fn whole(&self) -> &Flight {
        self.course.whole()
    }

    /// What sifts triangles within `bounds` in the frame.
    #[must_use]
    pub fn sieve(&self, bounds: &Aabb) -> TurningSieve {
        let parts = self.course.meet(bounds);
        self.rolls
            .sieve(&self.course, &self.frame, parts, bounds, self.units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Isometry3, Rotation3};
    use swept_support::{Cuboid, HalfSpace, PointShape, Sphere};

    /// A frame that stands at (4, 0, 0), its x axis the world's y.
    fn quarter() -> Placed<f64, PointShape> {
        let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
        let pose = Isometry3::new(Vector3::new(4.0, 0.0, 0.0), turn);
        Placed::new(PointShape, pose).unwrap()
    }

    const STILL: (Vector3<f64>, Point3<f64>) =
        (Vector3::new(0.0, 0.0, 0.0), Point3::new(0.0, 0.0, 0.0));

    #[test]
    fn what_does_not_turn_is_seen_as_a_flight() {
        let (from, way) = (Point3::new(7.0, 2.0, 3.0), Vector3::new(1.0, 2.0, -3.0));
        let moving = Placed::new(Cuboid::new([1.0, 2.0, 3.0]).unwrap(), from.coords).unwrap();
        let frame = quarter();
        let turning = TurningFlight::of(&moving, &way, [STILL; 2], &frame, 0.25).unwrap();
        let (whole, flight) = (turning.whole(), Flight::of(&moving, &way, &frame, 0.25));
        let (low, high) = (
            whole.start().min - flight.start().min,
            whole.start().max - flight.start().max,
        );
        assert!(low.amax() < 1e-9 && high.amax() < 1e-9, "{low} {high}");
        assert!((whole.displacement() - flight.displacement()).amax() < 1e-12);
    }

    /// What the body sees that turns by half a radian, at each of a hundred moments.
    #[test]
    fn a_ball_is_seen_on_its_way_by_what_turns() {
        let (centre, way) = (Point3::new(7.0, 2.0, 3.0), Vector3::new(1.0, 2.0, -3.0));
        let (rotation, pivot) = (Vector3::new(0.1, -0.4, 0.3), Point3::new(1.0, 1.0, 0.0));
        let (frame, ball) = (quarter(), Sphere::new(0.5).unwrap());
        let moving = Placed::new(ball, centre.coords).unwrap();
        let turns = [(Vector3::zeros(), centre), (rotation, pivot)];
        let turning = TurningFlight::of(&moving, &way, turns, &frame, 0.25).unwrap();
        for step in 0..=100 {
            let fraction = f64::from(step) / 100.0;
            let turn = Rotation3::new(rotation * fraction);
            let seen = pivot + turn.inverse() * (centre + way * fraction - pivot);
            let seen = frame.pose().inverse_transform_point(&seen);
            let during = turning.whole().during(fraction, fraction);
            let (low, high) = (seen - during.min, during.max - seen);
            assert!(low.min() >= 0.75 && high.min() >= 0.75, "{fraction}");
            // The path bends from its chord, and more than that is not added.
            let most = low.max().max(high.max());
            assert!(most < 1.75, "{fraction}: {low} {high}");
        }
    }

    /// A bar that turns by a little over triangles: those under it are met, those beside it passed by, which a ball around it would meet.
    #[test]
    fn triangles_beside_a_bar_are_passed_by() {
        let bar = Placed::new(Cuboid::new([2.0, 0.1, 0.1]).unwrap(), [0.0, 1.0, 0.0]).unwrap();
        let turns = [
            (Vector3::new(0.0, 0.1, 0.0), Point3::new(0.0, 1.0, 0.0)),
            STILL,
        ];
        let way = Vector3::new(0.0, -2.0, 0.0);
        let frame = Placed::new(PointShape, [0.0; 3]).unwrap();
        let turning = TurningFlight::of(&bar, &way, turns, &frame, 0.0).unwrap();
        let bounds = Aabb::around([[-9.0, -1.0, -9.0].into(), [9.0, 0.0, 9.0].into()]).unwrap();
        let sieve = turning.sieve(&bounds);
        let at = |x: f64, z: f64| {
            [[x, 0.0, z], [x + 0.2, 0.0, z], [x, 0.0, z + 0.2]].map(|p: [f64; 3]| Point3::from(p))
        };
        for (x, z, met) in [
            (0.0, 0.0, true),
            (1.7, 0.0, true),
            (1.0, 0.8, false),
            (0.0, -1.5, false),
        ] {
            let first = sieve.first(&at(x, z));
            assert_eq!(first < 1.0, met, "{x} {z}: {first}");
            assert!(!met || (0.4..=0.45).contains(&first), "{x} {z}: {first}");
        }
    }

    #[test]
    fn what_has_no_bound_has_none() {
        let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
        assert!(TurningFlight::of(&floor, &Vector3::x(), [STILL; 2], &quarter(), 0.0).is_none());
    }
}
