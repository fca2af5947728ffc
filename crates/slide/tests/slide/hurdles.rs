//! What is passed by, passed over or stood before, and is no step that is climbed.

use crate::common::box_mesh;
use crate::walker::{gait, step_by};
use nalgebra::{Isometry3, Vector3};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use swept_scene::{Object, ObjectId, Query, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_support::{Capsule, Cuboid, HalfSpace, Support};

/// A beam above, under which one goes upright on the floor and not on the step beside it: no step is climbed where the walk leads farther.
#[test]
fn a_step_on_which_a_beam_is_in_the_way_is_passed_by() {
    let step = Cuboid::new([5.0, 0.1, 50.0]).unwrap();
    let beam = Cuboid::new([50.0, 0.5, 0.5]).unwrap();
    let scene = Scene::of([
        Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
        Object::new(step).at([5.0, 0.1, 0.0]),
        Object::new(beam).at([0.0, 2.1, 1.0]),
    ])
    .unwrap();
    let options = SlideOptions::default();
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let mut character = Character::new(Isometry3::translation(-0.3, 0.8, 0.0));
    let mut step = |way: [f64; 3], time: f64| {
        let velocity = Vector3::from(way) / time;
        let paces = character.step(&scene, &shape, velocity, time, &gait(), &options);
        (paces.unwrap().climbed, character)
    };
    let (_, rests) = (0..30).map(|_| step([0.0; 3], 0.01)).last().unwrap();
    assert!(rests.ground.is_some());
    let (climbed, end) = step([0.4, 0.0, 2.0], 0.5);
    let at = end.pose.translation.vector;
    assert!(!climbed && end.ground.is_some(), "{at}");
    assert!((at.z - 2.0).abs() < 1e-6 && at.x < -0.2, "{at}");
}

/// Before a wall a step leads no farther than the walk, though who stands nearer to the floor than the skin comes down higher from it.
#[test]
fn before_a_wall_nothing_is_climbed() {
    let skin = 1.0 / 64.0;
    let scene = Scene::of([
        Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
        Object::new(HalfSpace::new([-1.0, 0.0, 0.0]).unwrap()).at([1.0, 0.0, 0.0]),
    ])
    .unwrap();
    let options = SlideOptions::default().with_skin(skin);
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let high = 0.75 + 0.96 * skin;
    let mut character = Character::new(Isometry3::translation(0.0, high, 0.0));
    for frame in 0..60 {
        let velocity = Vector3::new(2.0, 0.0, 0.0);
        let paces = character.step(&scene, &shape, velocity, 1.0 / 60.0, &gait(), &options);
        assert!(
            character.ground.is_some() && !paces.unwrap().climbed,
            "{frame}"
        );
    }
    let at = character.pose.translation.vector;
    assert!(at.y == high && (at.x - (0.75 - skin)).abs() < 1e-9, "{at}");
}

/// In the corner of a room a try toward one of the walls alone ends at it as the walk does, but for rounding, and short of it along the
/// wall: the walk is not given up for it, on a level floor and on one that rises along a wall.
#[test]
fn in_a_corner_of_walls_a_walk_is_not_given_up_for_less_of_it() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let wall = |half: [f64; 3], at: [f64; 3]| Object::new(Cuboid::new(half).unwrap()).at(at);
    for (hill, shape) in [0.0_f64, 0.1, -0.1]
        .into_iter()
        .flat_map(|h| shapes.map(|s| (h, s)))
    {
        let scene = Scene::of([
            Object::new(HalfSpace::new([-hill, 1.0, 0.0]).unwrap()),
            wall([1.0, 9.0, 9.0], [3.1, 0.0, 0.0]),
            wall([9.0, 9.0, 1.0], [0.0, 0.0, 3.3]),
        ])
        .unwrap();
        let skin = (shape.extent() + shape.radius()) / 128.0;
        for i in 0..100 {
            let [a, b] = [0.37, 0.73].map(|k| (k * f64::from(i)).fract());
            let mut character = Character::new(Isometry3::translation(a, 1.0, b));
            let mut step = |velocity: [f64; 3]| {
                let velocity = Vector3::from(velocity);
                step_by(&mut character, (&scene, shape), &velocity, 0.5);
                character
            };
            let stands = [step([0.0; 3]), step([0.0; 3])][1];
            assert!(stands.ground.is_some(), "{hill} {i}");
            let end = step([4.4 + a, 0.0, 4.8 - b]);
            let at = end.pose.translation.vector;
            let off = (at.x - 1.85 + skin).abs().max((at.z - 2.05 + skin).abs());
            assert!(
                end.ground.is_some() && off < 0.1 * skin,
                "{hill} {i}: {at} {off}"
            );
        }
    }
}

/// Along the side of stairs that are too high there to climb, the next one's edge turns a raised try back along the wall, and down to the
/// same floor: that is no farther, and the walk is not given up for it.
#[test]
fn beside_stairs_a_walk_is_not_given_up_for_a_way_back() {
    let stair = |i: u16| {
        let high = 0.125 * f32::from(i + 1);
        let half = Cuboid::new([0.2, high, 2.0]).unwrap();
        Object::new(half).at([3.0 + 0.4 * f32::from(i), high, 0.0])
    };
    let ground = Object::new(Cuboid::new([40.0, 1.0, 40.0]).unwrap()).at([0.0, -1.0, 0.0]);
    let scene = Scene::of((0..8).map(stair).chain([ground])).unwrap();
    let shape: &dyn Support = &Capsule::new(0.5, 0.35).unwrap();
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 50.0_f32.to_radians()).unwrap(),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::new(0.0, -9.8, 0.0),
            top_speed: 50.0,
        },
    };
    let (options, time) = (SlideOptions::default(), 1.0 / 60.0);
    let from = Isometry3::translation(3.447_241_5, 0.856_640_64, -2.375_287_3);
    let mut character = Character::new(from);
    let still = character.step(&scene, &shape, Vector3::zeros(), time, &gait, &options);
    assert!(still.is_ok() && character.ground.is_some() && character.pose == from);
    let velocity = Vector3::new(0.955_667_3, 0.0, 3.884_160_3);
    let paces = character.step(&scene, &shape, velocity, time, &gait, &options);
    let way = character.pose.translation.vector - from.translation.vector;
    let along = velocity.x * time;
    assert!(
        !paces.unwrap().climbed && (way.x - along).abs() < 1e-5,
        "{way}"
    );
}

/// Who is held by a step that is a little too high, which a round foot comes to touch when it is raised, asks the scene no more often in a
/// frame than who is held by a wall does, but for one try.
#[test]
fn who_stands_before_a_step_that_is_too_high_is_told_so_by_one_try() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let asked = |high: f64, as_mesh: bool, rate: f64| {
        let half = [3.0, 0.5 * high, 5.0];
        let step = if as_mesh {
            Object::new(box_mesh(half, false))
        } else {
            Object::new(Cuboid::new(half).unwrap())
        };
        let scene = Scene::of([
            Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
            step.at([3.0, 0.5 * high, 0.0]),
        ])
        .unwrap();
        let count = AtomicU32::new(0);
        let accept = |_: ObjectId, _: &Object<f64>| {
            count.fetch_add(1, Relaxed);
            true
        };
        let options = SlideOptions::default().with_query(Query::default().accepting(&accept));
        let mut character = Character::new(Isometry3::translation(-0.3, 0.76, 0.0));
        let mut most = 0;
        for frame in 0..90 {
            let velocity = Vector3::new(if frame < 20 { 0.0 } else { 3.0 }, 0.0, 0.5);
            count.store(0, Relaxed);
            (character.step(&scene, &capsule, velocity, 1.0 / rate, &gait(), &options)).unwrap();
            most = if frame < 60 {
                0
            } else {
                most.max(count.load(Relaxed))
            };
        }
        assert!(character.ground.is_some() && character.pose.translation.y < 0.8);
        most
    };
    for as_mesh in [false, true] {
        for rate in [60.0, 240.0] {
            let wall = asked(2.0, as_mesh, rate);
            for high in [0.36, 0.38, 0.42] {
                let step = asked(high, as_mesh, rate);
                assert!(step <= 2 * wall, "{as_mesh} {rate} {high}: {step} {wall}");
            }
        }
    }
}

/// A beam on the floor that one frame leads over: it holds nobody, and beyond it nobody stands higher, and no step was climbed, whichever
/// way the place is rounded.
#[test]
fn what_is_passed_over_is_no_step_that_was_climbed() {
    let shape: &dyn Support = &Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let scene = Scene::of([
        Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
        Object::new(Cuboid::new([0.01, 0.1, 9.0]).unwrap()).at([0.0, 0.1, 0.0]),
    ])
    .unwrap();
    let (mut passed, mut climbed) = (0, 0);
    for case in 0..100 {
        let options = SlideOptions::default();
        let from = -0.3 - 0.01 * f64::from(case);
        let mut character = Character::new(Isometry3::translation(
            from,
            0.76 + 0.013 * f64::from(case),
            0.0,
        ));
        let mut step = |way: f64| {
            let paces = character.step(&scene, &shape, Vector3::x() * way, 1.0, &gait(), &options);
            (paces.unwrap().climbed, character.pose.translation.vector)
        };
        let before = (0..3).map(|_| step(0.0)).last().unwrap().1;
        let way = 0.4 + 0.03 * f64::from(case);
        let (is_climbed, after) = step(way);
        let is_higher = after.y > before.y + 0.1;
        assert_eq!(is_climbed, is_higher, "{case}: {before} {after}");
        assert!(
            (after.x - before.x - way).abs() < 0.01,
            "{case}: {before} {after}"
        );
        climbed += u32::from(is_climbed);
        passed += u32::from(!is_higher);
    }
    assert!(passed > 80 && climbed > 5, "{passed} {climbed}");
}

/// A parapet at the edge of a drop: a frame that leads beyond both finds no floor there, and shorter ones lead onto the parapet and off it.
#[test]
fn a_beam_with_a_drop_behind_it_holds_nobody() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    for (wide, shape) in [0.1, 0.3, 1.0]
        .into_iter()
        .flat_map(|w| shapes.map(|s| (w, s)))
    {
        let scene = Scene::of([
            Object::new(Cuboid::new([9.0, 1.0, 9.0]).unwrap()).at([-9.0, -1.0, 0.0]),
            Object::new(Cuboid::new([0.5 * wide, 0.1, 9.0]).unwrap()).at([0.5 * wide, 0.1, 0.0]),
        ])
        .unwrap();
        for way in [0.02, 0.1, 0.3, 1.0, 3.0] {
            let mut character = Character::new(Isometry3::translation(-0.3, 0.76, 0.0));
            let mut step = |way: f64| {
                let velocity = Vector3::x() * way;
                let before = character.pose.translation.vector;
                step_by(&mut character, (&scene, shape), &velocity, 1.0);
                let at = character.pose.translation.vector;
                // Nor is anybody thrown into the air.
                assert!(
                    character.ground.is_some() || at.y <= before.y + 1e-9,
                    "{wide} {way}: {before} {at}"
                );
                at
            };
            for _ in 0..3 {
                step(0.0);
            }
            let frames = (1.7 / way) as u32 + 2;
            let at = (0..frames).map(|_| step(way)).last().unwrap();
            assert!(at.x > wide, "{wide} {way}: {at}");
        }
    }
}
