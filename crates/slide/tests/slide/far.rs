//! Ways that lead far out of a scene: nothing is to be met there, and they are no more work, nor kept a wider skin, than short ones.

use crate::common::{clearance, ground, movers, placed, vector};
use crate::counted::Counted;
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::Distance;
use swept_scene::{Geometry, Object, Query, Scene};
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_slide::{SlideOptions, SlideReport, Stop, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Placed, Real, Shape, Support};

#[test]
fn a_way_far_out_of_a_large_mesh_is_no_more_work_than_one_across_it() {
    let scene = Scene::of([ground(20.0)]).unwrap();
    let go = |way: Vector3<f64>| {
        let shape = Counted::new(Cuboid::new([0.3, 0.5, 0.3]).unwrap());
        let mover = Placed::new(&shape, [0.3, 1.2, 0.1]).unwrap();
        let report = move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
        (report, shape.take())
    };
    for way in [[1.0, -0.3, 0.2], [0.0, -1.0, 0.0], [1.0, 0.05, 0.1]].map(Vector3::from) {
        // The longest power of ten that rounding asks no wider skin for.
        let (near, work) = go(way * 1e10);
        for length in [1e12, 1e14, 1e16, 1e18] {
            let (far, asked) = go(way * length);
            let met = |report: &SlideReport<f64>| report.hits.len();
            assert!(asked <= 2 * work, "{length:e} {way:?}: {asked}, not {work}");
            assert_eq!((far.skin, far.stop), (near.skin, near.stop), "{length:e}");
            assert_eq!((far.casts, met(&far)), (near.casts, met(&near)));
            // What holds it holds it in the same place; what lets it go leads it the same way.
            let part = if far.stop == Stop::Arrived {
                length / 1e10
            } else {
                1.0
            };
            let off = (far.moved - near.moved * part).norm() / near.moved.norm() / part;
            assert!(off < 1e-8, "{length:e} {way:?}: {far:?} {near:?}");
        }
    }
}

/// Boxes far from each other, and movers that come from beyond all of them: what is met is as far as anything is.
#[test]
fn a_long_way_meets_what_is_at_the_other_end_of_a_scene() {
    fn meets<T: Real>(longest: f64) {
        let t = T::nearest;
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for case in 0..300 {
            let size = 10.0_f64.powf(rng.random_range(-1.0..2.0));
            let mover = &movers::<T>()[case % 5];
            let ahead = vector(&mut rng).normalize() * rng.random_range(2.0..4.0) * size;
            let half = [t(0.25 * size); 3];
            let target = Object::new(Cuboid::new(half).unwrap()).at(ahead.map(t));
            let scene = Scene::of([target]).unwrap();
            let from = -ahead.normalize() * (size * rng.random_range(0.0..20.0) + 2.0);
            let start = Isometry3::from(Point3::from(from.map(t)));
            let way = (ahead - from).normalize();
            let options = SlideOptions::default();
            let go = |length: f64| {
                let way = (way * length).map(t);
                move_and_slide(&scene, &placed(&**mover, &start), way, &options, slide).unwrap()
            };
            let (near, far) = (go(60.0 * size + 10.0), go(longest));
            let at = |report: &SlideReport<T>| report.hits.first().map(|h| h.position);
            let (Some(near_at), Some(far_at)) = (at(&near), at(&far)) else {
                panic!("{case}: {near:?} {far:?}");
            };
            let off = (near_at - far_at).norm();
            assert!(off < t(4.0) * far.skin, "{case} {size}: {near:?} {far:?}");
            assert!(far.skin <= t(4.0) * near.skin, "{case}: {near:?} {far:?}");
            let end = Isometry3::from(far.position);
            let is_within = clearance(&scene, &placed(&**mover, &end), 0.0);
            assert!(!matches!(is_within, Some(Distance::Overlap(_))), "{case}");
        }
    }
    meets::<f64>(1e16);
    meets::<f32>(1e8);
}

/// A half-space goes on for ever: a way along it is made as far as a skin no wider than the mover can be kept.
#[test]
fn beside_what_does_not_end_a_way_is_made_as_far_as_a_skin_can_be_kept() {
    let mut unresolved = 0;
    for lift in [0.0, 0.05, -0.3] {
        let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()).at([0.0, -2.0, 0.0]);
        let scene = Scene::of([floor, ground(20.0)]).unwrap();
        let shape = Cuboid::new([0.3, 0.5, 0.3]).unwrap();
        let mover = Placed::new(shape, [0.3, 1.2, 0.1]).unwrap();
        for length in [1e10, 1e18] {
            let way = Vector3::new(1.0, lift, 0.1) * length;
            let report =
                move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
            let size = shape.extent();
            assert!(report.skin <= 1.001 * size, "{length:e}: {report:?}");
            assert!(report.position.y > -1.5, "{report:?}");
            // What leaves it in the end, up a hill, is not held by it.
            let (stop, least) = if length > 1e12 && report.clipped.y <= 0.0 {
                (Stop::Unresolved, size / 1e-13)
            } else {
                (Stop::Arrived, length)
            };
            assert!(report.moved.x > 0.7 * length.min(least), "{report:?}");
            assert_eq!(report.stop, stop, "{report:?}");
            unresolved += u32::from(stop == Stop::Unresolved);
            let left = (way - report.left).norm() / length;
            assert!(stop == Stop::Arrived || left < 1e-4, "{report:?}");
        }
    }
    assert!(unresolved > 0);
}

/// What leads away from all half-spaces is not held by them, however far; what leads toward one of several still is. One that the query
/// passes over is no reason for a wider skin either.
#[test]
fn a_way_that_leaves_what_does_not_end_is_made_as_a_whole() {
    fn check<T: Real>(length: f64) {
        let t = T::nearest;
        let rng = &mut ChaCha8Rng::seed_from_u64(23);
        let (mut leaves, mut meets) = (0, 0);
        for case in 0..400 {
            let mover = &movers::<T>()[case % 5];
            let normals: Vec<Vector3<f64>> =
                (0..1 + case % 3).map(|_| vector(rng).normalize()).collect();
            let wall = |n: &Vector3<f64>| {
                let half_space = Object::new(HalfSpace::new(n.map(t)).unwrap());
                half_space.at((n * -2.0).map(t))
            };
            let block =
                Object::new(Cuboid::new([t(0.25); 3]).unwrap()).at([t(-1.2), t(0.0), t(0.3)]);
            let scene = Scene::of(normals.iter().map(wall).chain([block])).unwrap();
            let way = vector(rng).normalize();
            let start = Isometry3::identity();
            let go = |options: &SlideOptions<'_, T>| {
                let way = (way * length).map(t);
                move_and_slide(&scene, &placed(&**mover, &start), way, options, slide).unwrap()
            };
            let report = go(&SlideOptions::default());
            let least = normals.iter().map(|n| n.dot(&way)).fold(1.0, f64::min);
            if least > 0.01 && report.hits.is_empty() {
                assert_eq!(report.stop, Stop::Arrived, "{case}: {report:?}");
                assert!(report.moved.norm().to_f64() > 0.999 * length, "{case}");
                leaves += 1;
            } else if least < -0.01 && report.stop == Stop::Unresolved {
                meets += 1;
            }
            let end = Isometry3::from(report.position);
            let is_within = clearance(&scene, &placed(&**mover, &end), 0.0);
            assert!(!matches!(is_within, Some(Distance::Overlap(_))), "{case}");
            // With the half-spaces passed over, the block alone counts.
            let accept = |_, object: &Object<T>| is_block(object);
            let query = Query::default().accepting(&accept);
            let passing = go(&SlideOptions::default().with_query(query));
            assert!(passing.skin < t(0.02), "{case}: {passing:?}");
            assert!(
                passing.stop == Stop::Arrived || !passing.hits.is_empty(),
                "{case}: {passing:?}"
            );
        }
        assert!(leaves > 50 && meets > 5, "{leaves} {meets}");
    }
    check::<f64>(1e18);
    check::<f32>(1e8);
}

fn is_block<T: Real>(object: &Object<T>) -> bool {
    matches!(&object.geometry, Geometry::Convex(Shape::Cuboid(_)))
}

/// A game that stays near the origin moves everything back by one way: all objects, and of the character what it has of the world.
#[test]
fn a_world_that_is_moved_back_carries_nobody() {
    let back = Vector3::new(1024.0_f32, 0.0, -512.0);
    let floor = Cuboid::new([50.0_f32, 1.0, 50.0]).unwrap();
    let mut scene = Scene::of([Object::new(floor).at([1024.0, -1.0, -512.0])]).unwrap();
    let gait = Gait {
        slopes: Slopes::new([0.0, 1.0, 0.0], 0.8).unwrap(),
        step_up: 0.3,
        step_down: 0.3,
        gravity: Gravity::new([0.0, -9.8, 0.0], 50.0),
    };
    let shape: &dyn Support = &Capsule::new(0.6_f32, 0.3).unwrap();
    let options = SlideOptions::default();
    let mut player = Character::new([1025.0, 1.0, -512.0]);
    let step = |scene: &Scene<f32>, player: &mut Character<f32>| {
        let paces = player.step(scene, &shape, Vector3::zeros(), 0.1, &gait, &options);
        paces.unwrap().walk.skin
    };
    let wide = (0..5).map(|_| step(&scene, &mut player)).last().unwrap();
    let before = player.pose.translation.vector;

    let ids: Vec<_> = scene
        .objects()
        .map(|(id, object)| (id, object.pose))
        .collect();
    for (id, mut pose) in ids {
        pose.translation.vector -= back;
        assert!(scene.set_pose(id, pose).unwrap());
    }
    player.pose.translation.vector -= back;
    let ground = player.ground.as_mut().unwrap();
    ground.pose.translation.vector -= back;
    ground.point -= back;

    let narrow = step(&scene, &mut player);
    assert_eq!([wide, narrow].map(|skin| skin > 0.0071), [true, false]);
    let moved = player.pose.translation.vector + back - before;
    // Down by what the skin is narrower now.
    assert_eq!((moved.x, moved.z), (0.0, 0.0));
    assert!(moved.y.abs() < wide, "{moved}");
}
