//! Shapes of the user's own go through every query.

use nalgebra::{Point3, Vector3};
use std::sync::Arc;
use swept::{
    CastOptions, Core, Cuboid, HalfSpace, KnownCore, Method, Outcome, Placed, Real, Rounded,
    Sphere, Support, Sweep,
};
use swept_tests::{Obstacle, Precision, erased, judge};

/// |x| + |y| + |z| <= r.
#[derive(Clone, Copy)]
struct Octahedron(f64);

impl Support for Octahedron {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let axis = n.iamax();
        let mut p = Point3::origin();
        p[axis] = self.0.copysign(n[axis]);
        p
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.0
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
}

/// A ball cut off below y = 0: a dome of radius r. It keeps all defaults of the trait.
struct Dome(f64);

impl Support for Dome {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let n = if n.y < 0.0 {
            Vector3::new(n.x, 0.0, n.z)
        } else {
            *n
        };
        let length = n.norm();
        Point3::from(if length > 0.0 {
            n * (self.0 / length)
        } else {
            n
        })
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::new(0.0, 0.25 * self.0, 0.0)
    }
    fn extent(&self) -> f64 {
        self.0
    }
}

/// Casts, judges, and returns the hit's fraction and normal in f64.
fn hit<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> (f64, Vector3<f64>) {
    let certified = erased(sweep).cast_certified(&CastOptions::default());
    judge(sweep, &certified).unwrap_or_else(|e| panic!("{e}: {certified:?}"));
    let hit = certified.outcome.hit().expect("a hit");
    (hit.fraction.to_f64(), hit.normal.map(Real::to_f64))
}

fn falls_on_its_tip<T: Real>(shape: impl Support, fraction: f64) {
    let n = T::nearest;
    let moving = Placed::new(shape, [n(0.0), n(5.0), n(0.0)]).unwrap();
    let floor = Cuboid::new([n(50.0), n(1.0), n(50.0)]).unwrap();
    let floor = Placed::new(floor, [n(0.0), n(-1.0), n(0.0)]).unwrap();
    let sweep = Sweep::new(moving, [n(0.0), n(-8.0), n(0.0)], floor).unwrap();
    let (found, normal) = hit(&sweep);
    // Along the normal, at the scale of the floor.
    let error = (found - fraction).abs() * 8.0;
    let allowed = Precision::of::<T>().error(Obstacle::new(&sweep).scale());
    assert!(error <= allowed, "{found} for {fraction}");
    assert!((normal - Vector3::y()).norm() <= 1e-3, "{normal:?}");
}

#[test]
fn it_may_move_by_value_by_reference_boxed_and_shared() {
    // The tip is 1 below its middle, at 4: 4 of 8.
    let shape = Octahedron(1.0);
    falls_on_its_tip::<f64>(shape, 0.5);
    falls_on_its_tip::<f32>(shape, 0.5);
    falls_on_its_tip::<f32>(&shape, 0.5);
    falls_on_its_tip::<f32>(&shape as &dyn Support, 0.5);
    falls_on_its_tip::<f64>(Box::new(shape) as Box<dyn Support>, 0.5);
    falls_on_its_tip::<f64>(Arc::new(shape) as Arc<dyn Support>, 0.5);
}

#[test]
fn it_may_be_rounded() {
    // 5 - 1.25 = 3.75 of 8.
    falls_on_its_tip::<f64>(Rounded::new(Octahedron(1.0), 0.25f64).unwrap(), 3.75 / 8.0);
    let inner: &dyn Support = &Octahedron(1.0);
    falls_on_its_tip::<f32>(Rounded::new(inner, 0.25f32).unwrap(), 3.75 / 8.0);
}

#[test]
fn it_may_stand() {
    // The face towards (1, 1, 1) is 1/√3 from the middle, the centre at (3, 3, 3) is 9/√3 away, the radius 0.5, the rate
    // 12/√3: (8/√3 - 0.5) / (12/√3).
    let moving = Placed::new(Sphere::new(0.5f64).unwrap(), [3.0, 3.0, 3.0]).unwrap();
    let fixed = Placed::new(Octahedron(1.0), [0.0, 0.0, 0.0]).unwrap();
    let sweep = Sweep::new(moving, [-4.0, -4.0, -4.0], fixed).unwrap();
    let (fraction, normal) = hit(&sweep);
    let root = 3f64.sqrt();
    let expected = (8.0 / root - 0.5) / (12.0 / root);
    assert!(
        (fraction - expected).abs() < 1e-14,
        "{fraction} for {expected}"
    );
    assert!(
        (normal - Vector3::new(1.0, 1.0, 1.0) / root).norm() < 1e-12,
        "{normal:?}"
    );
}

#[test]
fn it_may_overlap() {
    // A tip 0.25 below the floor.
    let moving = Placed::new(Octahedron(1.0), [0.0, 0.75, 0.0]).unwrap();
    let floor = HalfSpace::new([0.0f64, 1.0, 0.0]).unwrap();
    let sweep = Sweep::new(
        moving,
        [0.0, 1.0, 0.0],
        Placed::new(floor, [0.0; 3]).unwrap(),
    )
    .unwrap();
    let certified = erased(&sweep).cast_certified(&CastOptions::default());
    judge(&sweep, &certified).unwrap();
    let Outcome::Overlap::<f64>(overlap) = certified.outcome else {
        panic!("{certified:?}")
    };
    assert!((overlap.depth - 0.25).abs() < 1e-14 && (overlap.exit - 0.25).abs() < 1e-14);
}

#[test]
fn two_of_them_meet_and_miss() {
    // Tip to tip along x: 2 + 1 of 6 lie between them: (6 - 3) / 6.
    let at = |x: f64, y: f64| [x, y, 0.0];
    let small = || Octahedron(1.0);
    let fixed = || Placed::new(Octahedron(2.0), at(0.0, 0.0)).unwrap();
    let sweep = Sweep::new(
        Placed::new(small(), at(6.0, 0.0)).unwrap(),
        [-6.0, 0.0, 0.0],
        fixed(),
    )
    .unwrap();
    assert!((hit(&sweep).0 - 0.5).abs() < 1e-14);
    let sweep = Sweep::new(
        Placed::new(small(), at(6.0, 3.5)).unwrap(),
        [-6.0, 0.0, 0.0],
        fixed(),
    )
    .unwrap();
    let certified = erased(&sweep).cast_certified(&CastOptions::default());
    judge(&sweep, &certified).unwrap();
    assert!(
        matches!(certified.outcome, Outcome::Miss(_)),
        "{certified:?}"
    );
}

#[test]
fn a_curved_one_that_implements_only_what_it_must() {
    // A dome of radius 2 standing on its flat side at 5, falling on a sphere of radius 1 beside its middle: flat side
    // on sphere, 4 of 8, with the normal up.
    let moving = Placed::new(Dome(2.0), [0.5, 5.0, 0.25]).unwrap();
    let fixed = Placed::new(Sphere::new(1.0).unwrap(), [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.0, -8.0, 0.0], fixed).unwrap();
    let (fraction, normal) = hit(&sweep);
    assert!((fraction - 0.5).abs() < 1e-13, "{fraction}");
    assert!((normal - Vector3::y()).norm() < 1e-6, "{normal:?}");
    // From below, head-on: dome radius 2 and sphere radius 1, 3 of 8 from -6.
    let moving = Placed::new(Dome(2.0), [0.0, -6.0, 0.0]).unwrap();
    let fixed = Placed::new(Sphere::new(1.0).unwrap(), [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.0, 8.0, 0.0], fixed).unwrap();
    let (fraction, normal) = hit(&sweep);
    assert!((fraction - 0.375).abs() < 1e-13, "{fraction}");
    assert!((normal + Vector3::y()).norm() < 1e-6, "{normal:?}");
}

#[test]
fn its_box_and_its_support_points_are_those_of_its_pose() {
    let body = Placed::new(Octahedron(2.0), [1.0, 2.0, 3.0]).unwrap();
    let aabb = body.aabb();
    for axis in 0..3 {
        let middle = 1.0 + axis as f64;
        assert!((aabb.min[axis] - (middle - 2.0)).abs() < 1e-12);
        assert!((aabb.max[axis] - (middle + 2.0)).abs() < 1e-12);
    }
    assert_eq!(
        body.support_point(&Vector3::new(0.1, -3.0, 0.2)),
        Point3::new(1.0, 0.0, 3.0)
    );
}

/// A ball of the user's own, which says of its core that it is a point, and no more than that.
struct Ball(f64);

impl Support for Ball {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn radius(&self) -> f64 {
        self.0
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
    fn known_core(&self) -> KnownCore {
        KnownCore::Point
    }
}

/// Clear hits and misses, grazes, touching starts, overlaps, ends in contact, starts far away: in all of them it is a sphere.
#[test]
fn a_ball_of_the_user_s_own_is_a_sphere() {
    ball_of_the_user_s_own::<f64>();
    ball_of_the_user_s_own::<f32>();
}

fn ball_of_the_user_s_own<T: Real>() {
    let n = T::nearest;
    let starts =
        [-3.0e6, -7.0, -3.0, -2.5, -1.0, 0.0].map(|x| [0.0, 0.5, 2.75, 3.0, 4.0].map(|y| (x, y)));
    for (x, y) in starts.into_iter().flatten() {
        for way in [0.0, 2.0, 4.0, 10.0, 6.0e6] {
            let moving = Placed::new(Ball(2.0), [n(x), n(y), n(0.0)]).unwrap();
            let fixed = Placed::new(Ball(1.0), [n(0.0); 3]).unwrap();
            let sphere = |r| Sphere::new(n(r)).unwrap();
            let (first, second) = (
                moving.with_shape(sphere(2.0)),
                fixed.with_shape(sphere(1.0)),
            );
            assert_eq!(first.pose(), moving.pose());
            let own = Sweep::new(moving, [n(way), n(0.0), n(0.0)], fixed).unwrap();
            let sphere = Sweep::new(first, *own.displacement(), second).unwrap();
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let certified = own.cast_certified(&options);
                assert_eq!(certified, sphere.cast_certified(&options), "{x} {y} {way}");
                assert_eq!(own.cast_with(&options), certified.outcome);
                judge(&own, &certified).unwrap_or_else(|e| panic!("{e}: {certified:?}"));
            }
        }
    }
}
