//! The parts of a character, in scenes.

use nalgebra::{Isometry3, Point3, Unit, Vector3};
use swept_scene::{Object, Scene, TriangleMesh};
use swept_slide::kit::{Character, Gait, Gravity, Slopes, footing, push};
use swept_slide::{Response, SlideOptions, move_and_slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Real, Sphere, Support};

use crate::common::{box_mesh, placed};
use crate::walker::{SKIN, TIME, cuboid, gait, options, steps};

#[test]
fn slopes_are_climbed_at_full_speed_up_to_their_limit_and_no_steeper() {
    for (degrees, climbs) in [(20.0_f64, true), (45.0, true), (55.0, false), (80.0, false)] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
        let slope = Object::new(HalfSpace::new([-sin, cos, 0.0]).unwrap()).at([2.0, 0.0, 0.0]);
        let scene = Scene::of([floor, slope]).unwrap();
        let mut character = Character::new(Isometry3::translation(0.0, 0.75 + SKIN, 0.0));
        steps(&scene, &mut character, [3.0, 0.0, 0.5], 120);
        let at = character.pose.translation.vector;
        if climbs {
            // 6 along, less what is lost where the slope begins: one frame.
            assert!((at.x - 6.0).abs() < 2.0 * 3.0 * TIME, "{degrees}: {at:?}");
            assert!(at.y - 0.75 > 0.9 * 3.5 * sin / cos, "{degrees}: {at:?}");
        } else {
            assert!(at.x < 2.0 && at.y < 0.75 + 2.0 * SKIN, "{degrees}: {at:?}");
        }
        // Across the slope nothing is lost.
        assert!((at.z - 1.0).abs() < 2.0 * 0.5 * TIME, "{degrees}: {at:?}");
    }
}

#[test]
fn a_ceiling_ends_a_jump() {
    let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let scene = Scene::of([floor, cuboid([5.0, 0.5, 5.0], [0.0, 2.5, 0.0])]).unwrap();
    let mut character = Character::new(Isometry3::translation(0.0, 0.75 + SKIN, 0.0));
    steps(&scene, &mut character, [0.0; 3], 2);
    let rest = character.pose.translation.y;
    assert!(character.ground.is_some());
    character.jump(6.0, &gait());
    let mut highest: f64 = 0.0;
    for _ in 0..90 {
        steps(&scene, &mut character, [0.0; 3], 1);
        highest = highest.max(character.pose.translation.y);
    }
    // Free, it would rise by 6² / (2 · 9.8) = 1.84; there is room for 0.5 less two skins.
    assert!((highest - (2.0 - 0.75 - SKIN)).abs() < 1e-9, "{highest}");
    assert!(character.ground.is_some() && (character.pose.translation.y - rest).abs() < 0.1 * SKIN);
}

/// Who jumps while running up a slope rises more slowly than the slope does, and meets it: that is no landing.
#[test]
fn a_jump_up_a_slope_is_not_ended_by_the_slope() {
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let scene = Scene::of([Object::new(HalfSpace::new([-sin, cos, 0.0]).unwrap())]).unwrap();
    let mut character = Character::new(Isometry3::translation(0.0, 0.9, 0.0));
    steps(&scene, &mut character, [0.0; 3], 30);
    assert!(character.ground.is_some());
    // 8 along is 4.6 up; the jump is half as fast.
    character.jump(2.3, &gait());
    for _ in 0..6 {
        let before = character.pose.translation.vector;
        steps(&scene, &mut character, [8.0, 0.0, 0.0], 1);
        let moved = character.pose.translation.vector - before;
        assert!(character.ground.is_none() && character.falling.y > 1.0);
        assert!(
            moved.y > 1.2 * character.falling.y * TIME,
            "held by the slope"
        );
    }
    // Its speed is gone after 14 frames; after some more it stands again.
    steps(&scene, &mut character, [0.0; 3], 60);
    assert!(character.ground.is_some());
}

#[test]
fn pushing_is_limited_by_the_closing_speed_and_by_the_force() {
    let scene = Scene::of([cuboid([0.5, 2.0, 2.0], [2.0, 0.0, 0.0])]).unwrap();
    let shape = Capsule::new(0.5, 0.25).unwrap();
    let mover = placed(&shape, &Isometry3::identity());
    let report = move_and_slide(&scene, &mover, [3.0, 0.0, 0.0], &options(), |_| {
        Response::Stop
    });
    let hit = report.unwrap().hits[0];
    let velocity = Vector3::new(5.0, 0.0, 2.0);
    // 80 · 5 against it, whatever goes along it; a force of 1,200 for a sixtieth gives 20.
    assert_eq!(
        push(&hit, velocity, 80.0, 1e9, TIME),
        Vector3::new(400.0, 0.0, 0.0)
    );
    assert!((push(&hit, velocity, 80.0, 1_200.0, TIME).x - 20.0).abs() < 1e-12);
    assert_eq!(push(&hit, -velocity, 80.0, 1e9, TIME), Vector3::zeros());
    // Of endless mass, by all of the force, but not at rest nor along it.
    let endless = |velocity| push(&hit, velocity, f64::INFINITY, 1_200.0, TIME).x;
    assert!((endless(velocity) - 20.0).abs() < 1e-12);
    assert_eq!(endless(Vector3::zeros()), 0.0);
    assert_eq!(endless(Vector3::z()), 0.0);
}

#[test]
fn a_round_mover_climbs_no_higher_than_its_step() {
    // Edges that are no floor by their angle, which a raised ball or capsule touches from the side.
    let ball: &dyn Support = &Sphere::new(0.4).unwrap();
    let capsule: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    for (shape, foot, high, climbs) in [
        (ball, 0.4, 0.3, false),
        (ball, 0.4, 0.19, false),
        (capsule, 0.75, 0.2, false),
        (capsule, 0.75, 0.12, false),
        (ball, 0.4, 0.1, true),
        (capsule, 0.75, 0.1, true),
    ] {
        let floor = cuboid([9.0, 1.0, 9.0], [0.0, -1.0, 0.0]);
        let step = cuboid([2.0, 0.5 * high, 9.0], [3.0, 0.5 * high, 0.0]);
        let scene = Scene::of([floor, step]).unwrap();
        let mut character = Character::new(Isometry3::translation(0.0, foot + SKIN, 0.0));
        let low = Gait {
            step_up: 0.1,
            ..gait()
        };
        for i in 0..90 {
            let speed = if i < 10 { 0.0 } else { 2.0 };
            let velocity = Vector3::new(speed, 0.0, 0.0);
            character
                .step(&scene, &shape, velocity, TIME, &low, &options())
                .unwrap();
        }
        let at = character.pose.translation.vector;
        assert_eq!(at.x > 1.5, climbs, "{high}: {at:?}");
    }
}

#[test]
fn at_the_foot_of_a_slope_that_is_too_steep_it_stays_on_the_floor() {
    fn stays<T: Real>() {
        let t = T::nearest;
        let (sin, cos) = 11.0_f64.to_radians().sin_cos();
        for seed in 0..40 {
            let turn = Vector3::new(0.3, -1.1, 0.8) * (1.0 + 0.1 * f64::from(seed));
            let frame = Isometry3::new(Vector3::new(100.0, 50.0, -70.0), turn);
            let at = |p: [f64; 3]| (frame * Point3::from(p)).map(t);
            let quad = |corners: [[f64; 3]; 4]| {
                let corners = corners.map(at).to_vec();
                Object::new(TriangleMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap())
            };
            let floor = [
                [-9.0, 0.0, -9.0],
                [-9.0, 0.0, 9.0],
                [9.0, 0.0, 9.0],
                [9.0, 0.0, -9.0],
            ];
            let (far, high) = (9.0 * cos, 9.0 * sin);
            let slope = [
                [0.0, 0.0, -9.0],
                [0.0, 0.0, 9.0],
                [far, high, 9.0],
                [far, high, -9.0],
            ];
            let scene = Scene::of([quad(floor), quad(slope)]).unwrap();
            let up = Unit::new_normalize((frame.rotation * Vector3::y()).map(t));
            let gait = Gait {
                slopes: Slopes::new(*up, t(10.0_f64.to_radians())).unwrap(),
                step_up: t(0.0),
                step_down: t(0.3),
                gravity: Gravity {
                    acceleration: *up * t(-9.8),
                    top_speed: t(50.0),
                },
            };
            let shape: &dyn Support = &Sphere::new(t(0.4)).unwrap();
            let start = at([-0.5, 0.41, 0.0]);
            let mut character = Character::new(Isometry3::translation(start.x, start.y, start.z));
            let along = (frame.rotation * Vector3::new(3.0, 0.0, 0.2)).map(t);
            let options = SlideOptions::default();
            for i in 0..60 {
                let velocity = if i < 10 { Vector3::zeros() } else { along };
                character
                    .step(&scene, &shape, velocity, t(TIME), &gait, &options)
                    .unwrap();
                assert!(character.ground.is_some() || i < 10, "{seed}: {i}");
            }
        }
    }
    stays::<f32>();
    stays::<f64>();
}

#[test]
fn at_the_foot_of_a_slope_a_wall_that_leans_back_is_not_climbed() {
    // Down a slope that is floor, toward a wall that leans back: along the wall leads up.
    for (down, steep) in [
        (0.01_f64, 60.0_f64),
        (5.0, 60.0),
        (20.0, 60.0),
        (20.0, 75.0),
    ] {
        let leaning = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            Object::new(HalfSpace::new([-sin, cos, 0.0]).unwrap())
        };
        let scene = Scene::of([leaning(-down), leaning(steep)]).unwrap();
        let slope = down.to_radians();
        let start = Vector3::new(-2.0, 2.0 * slope.tan() + 0.5 + 0.3 / slope.cos(), 0.0);
        let mut character = Character::new(Isometry3::translation(start.x, start.y, start.z));
        steps(&scene, &mut character, [0.0; 3], 10);
        assert!(character.ground.is_some());
        let mut lowest = f64::INFINITY;
        for _ in 0..120 {
            steps(&scene, &mut character, [2.0, 0.0, 0.0], 1);
            let height = character.pose.translation.y;
            assert!(height < lowest + 0.1 * SKIN, "{down} {steep}: {height}");
            lowest = lowest.min(height);
        }
    }
}

#[test]
fn an_edge_above_the_step_is_not_climbed_however_the_world_is_turned() {
    fn highest<T: Real>(turn: Vector3<f64>) -> f64 {
        let t = T::nearest;
        let turn = Isometry3::new(Vector3::zeros(), turn);
        let object = |half: [f64; 3], at: [f64; 3]| {
            let pose = turn * Isometry3::translation(at[0], at[1], at[2]);
            let rotation = pose.rotation.scaled_axis().map(t);
            let at = Isometry3::new(pose.translation.vector.map(t), rotation);
            Object::new(Cuboid::new(half.map(t)).unwrap()).at(at)
        };
        let floor = object([20.0, 1.0, 20.0], [0.0, -1.0, 0.0]);
        let ledge = object([2.5, 0.135, 5.0], [3.5, 0.135, 0.0]);
        let scene = Scene::of([floor, ledge]).unwrap();
        let up = turn * Vector3::y();
        let gait = Gait {
            slopes: Slopes::new(up.map(t), t(50.0_f64.to_radians())).unwrap(),
            step_up: t(0.25),
            step_down: t(0.35),
            gravity: Gravity {
                acceleration: (up * -9.8).map(t),
                top_speed: t(50.0),
            },
        };
        let shape: &dyn Support = &Sphere::new(t(0.4)).unwrap();
        let at = (turn * Point3::new(0.0, 0.42, 0.0)).map(t);
        let mut character = Character::new(Isometry3::translation(at.x, at.y, at.z));
        let mut highest: f64 = 0.0;
        for i in 0..80 {
            let speed = if i < 20 { 0.0 } else { 2.0 };
            let velocity = (turn * Vector3::new(speed, 0.0, 0.0)).map(t);
            character
                .step(
                    &scene,
                    &shape,
                    velocity,
                    t(TIME),
                    &gait,
                    &SlideOptions::default(),
                )
                .unwrap();
            let at = character.pose.translation.vector.map(Real::to_f64);
            if i >= 20 {
                highest = highest.max(at.dot(&up) - 0.4);
            }
        }
        highest
    }
    for i in 0..40 {
        let turn = Vector3::new(0.3, -1.1, 0.8) * (1.0 + 0.1 * f64::from(i));
        let (wide, narrow) = (highest::<f64>(turn), highest::<f32>(turn));
        assert!(wide.max(narrow) < 0.006, "{i}: {wide} {narrow}");
    }
}

/// A capsule that slides down between a steep slope and the edge of a plate, and touches that with its flank: it stands on neither.
#[test]
fn an_edge_at_the_flank_is_no_footing() {
    let (sin, cos) = 70.0_f64.to_radians().sin_cos();
    let slope = Object::new(HalfSpace::new([sin, cos, 0.0]).unwrap());
    let plate = |at: f64| Object::new(box_mesh([1.0, 0.01, 1.0], false)).at([at, 0.0, 0.0]);
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let high = 1.0;
    // A skin off the slope, by the ball of its foot.
    let from = (0.25 + SKIN - (high - 0.5) * cos) / sin;
    let mover = placed(&capsule, &Isometry3::translation(from, high, 0.0));
    let slopes = gait().slopes;
    // While it comes down by 2, it goes aside by 0.64: the plate's edge comes before its flank, or below its foot.
    for (edge, is_stood_on) in [(0.55, false), (0.2, true)] {
        let scene = Scene::of([slope.clone(), plate(from + edge + 1.0)]).unwrap();
        let found = footing(&scene, &mover, 2.0, &slopes, &options()).unwrap();
        assert_eq!(found.is_some(), is_stood_on, "{edge}: {found:?}");
    }
}
