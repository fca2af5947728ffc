//! Steps that are climbed at any rate, and from any side.

use crate::common::box_mesh;
use crate::walker::gait;
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::FRAC_PI_2;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use swept_scene::{Object, ObjectId, Query, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Slopes, step_up};
use swept_support::{Capsule, ConvexHull, Cuboid, Cylinder, HalfSpace, Placed, Sphere, Support};

/// One frame. How much farther on the level than its velocity takes it a character has gone, if it stood.
fn step_by(
    character: &mut Character<f64>,
    (scene, shape): (&Scene<f64>, &dyn Support),
    velocity: &Vector3<f64>,
    time: f64,
) -> f64 {
    let (before, stood) = (character.pose.translation.vector, character.ground);
    let options = SlideOptions::default();
    (character.step(scene, &shape, velocity, time, &gait(), &options)).unwrap();
    let way = character.pose.translation.vector - before;
    let level = Vector3::new(way.x, 0.0, way.z).norm();
    match stood {
        Some(_) => level - velocity.norm() * time,
        None => f64::NEG_INFINITY,
    }
}

#[test]
fn a_step_is_climbed_at_every_rate_however_flat_it_is_come_to() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let cylinder = Cylinder::new(0.75, 0.25).unwrap();
    let shapes: [&dyn Support; 3] = [&capsule, &cuboid, &cylinder];
    let step = Cuboid::new([5.0, 0.15, 50.0]).unwrap();
    let skin = 0.75 / 128.0;
    // On the level, up a hill beside the step, and down.
    for (hill, shape) in [0.0_f64, 15.0, -15.0]
        .into_iter()
        .flat_map(|h| shapes.map(|s| (h, s)))
    {
        let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), -hill.to_radians());
        let up = turn * Vector3::y();
        let place = Isometry3::from_parts((turn * Vector3::new(5.0, 0.15, 0.0)).into(), turn);
        let floor = Object::new(HalfSpace::new(up).unwrap());
        let scene = Scene::of([floor, Object::new(step).at(place)]).unwrap();
        for degrees in [90.0, 60.0, 30.0, 10.0, 3.0_f64] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let velocity = Vector3::new(sin, 0.0, cos) * 2.0;
            for rate in [20.0, 60.0, 240.0, 1000.0] {
                // Just before the step, and for as long as takes the middle over its edge.
                let mut character = Character::new(Isometry3::translation(-0.26 - skin, 0.9, 0.0));
                let mut step = |velocity: &Vector3<f64>| {
                    let game = (&scene, shape);
                    let beyond = step_by(&mut character, game, velocity, 1.0 / rate);
                    assert!(beyond <= 1.2 * skin, "{hill} {degrees} {rate}: {beyond}");
                    character
                };
                for _ in 0..(0.4 * rate) as u32 {
                    step(&Vector3::zeros());
                }
                let rests = step(&Vector3::zeros());
                let frames = (0.3 / (2.0 * sin) * rate) as u32 + 2;
                let end = (0..frames).map(|_| step(&velocity)).last().unwrap();
                let [from, to] = [rests, end].map(|c| c.pose.translation.vector);
                let climbed = end.ground.is_some() && up.dot(&(to - from)) > 0.28;
                assert!(
                    rests.ground.is_some() && climbed && to.x > -0.02,
                    "{hill} {degrees} {rate}: {from} {to}"
                );
            }
        }
    }
}

/// A step of 0.1 at x = 0 on a floor at y = 0, and on it a ridge along z from x = 1/2 to 2, 3/4 high above the floor: up at 40
/// degrees, and down.
fn step_before_a_ridge() -> Scene<f64> {
    let step = Cuboid::new([5.0, 0.05, 5.0]).unwrap();
    let rise = 0.75 * 40.0_f64.to_radians().tan();
    let ridge =
        [-5.0, 5.0].map(|z| [[-0.75, 0.0, z], [0.75, 0.0, z], [0.0, rise, z]].map(Point3::from));
    let ridge = ConvexHull::new(ridge.concat()).unwrap();
    Scene::of([
        Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
        Object::new(step).at([5.0, 0.05, 0.0]),
        Object::new(ridge).at([1.25, 0.1, 0.0]),
    ])
    .unwrap()
}

/// The way along may lead up a slope and beyond its top: what it has risen by is come down by as well, and the step is no higher for it.
#[test]
fn a_slope_behind_a_step_is_gone_up_and_down() {
    let scene = step_before_a_ridge();
    let options = SlideOptions::default().with_skin(1.0 / 64.0);
    let slopes = Slopes::new(Vector3::y_axis(), 50.0_f64.to_radians());
    let shape: &dyn Support = &Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let rests = 0.75 + 1.0 / 64.0;
    let mover = Placed::new(shape, [-0.5, rests, 0.0]).unwrap();
    let stands = |way: f64| {
        let way = Vector3::x() * way;
        let found = step_up(&scene, &mover, &way, 0.35, &slopes, &options);
        found.unwrap().map(|footing| footing.position)
    };
    // On the slope, higher than a step may be.
    let up = stands(1.5).unwrap();
    assert!(up.y - rests > 0.45 && up.x < 1.0, "{up:?}");
    // As far as beyond it: down on the step again.
    let beyond = stands(5.0).unwrap();
    assert!(
        (beyond.y - rests - 0.1).abs() < 1e-3 && beyond.x > 2.5,
        "{beyond:?}"
    );
}

/// A step at x = 0 and a slope on it that begins at x = `off`, from before it by frames of this way: who could not come up it.
fn held_before_a_slope_on_a_step(way: f64, degrees: f64, off: f64) -> Vec<(f64, f64)> {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let rise = 20.0 * degrees.to_radians().tan();
    let slope =
        [-5.0, 5.0].map(|z| [[0.0, 0.0, z], [20.0, 0.0, z], [20.0, rise, z]].map(Point3::from));
    let slope = ConvexHull::new(slope.concat()).unwrap();
    let mut held = Vec::new();
    for (high, shape) in [0.1, 0.2, 0.3, 0.34]
        .into_iter()
        .flat_map(|h| shapes.map(|s| (h, s)))
    {
        let scene = Scene::of([
            Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
            Object::new(Cuboid::new([9.0, 0.5 * high, 5.0]).unwrap()).at([9.0, 0.5 * high, 0.0]),
            Object::new(slope.clone()).at([off, high, 0.0]),
        ])
        .unwrap();
        for start in 0..4 {
            let from = -0.3 - 0.25 * way.min(1.0) * f64::from(start);
            let mut character = Character::new(Isometry3::translation(from, 0.76, 0.0));
            let mut step = |way: f64| {
                step_by(&mut character, (&scene, shape), &(Vector3::x() * way), 1.0);
                character
            };
            assert!(step(0.0).ground.is_some());
            let frames = (1.0 / way).ceil() as u32 + 1;
            let end = (0..frames).map(|_| step(way)).last().unwrap();
            if end.ground.is_none() || end.pose.translation.x < 0.0 {
                held.push((high, from));
            }
        }
    }
    held
}

/// A long frame leads over the step to where the slope on it is higher than a step may be.
#[test]
fn a_slope_on_a_step_is_come_up_by_frames_of_any_length() {
    for degrees in [10.0, 20.0, 30.0, 40.0, 49.0] {
        for off in [0.0, 0.05] {
            for way in [6.0, 3.0, 2.0, 0.8, 0.4, 0.2, 0.1, 0.03] {
                let held = held_before_a_slope_on_a_step(way, degrees, off);
                assert!(held.is_empty(), "{degrees} {off} {way}: {held:?}");
            }
        }
    }
}

/// Down a hill beside a step, in one frame by more than the step is high: to its top that is as much farther down.
#[test]
fn a_step_beside_a_way_down_is_climbed_however_far_down_a_frame_leads() {
    let hill = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 30.0_f64.to_radians());
    let up = hill * Vector3::y();
    let place = Isometry3::from_parts((hill * Vector3::new(5.0, 0.1, 0.0)).into(), hill);
    let step = Cuboid::new([5.0, 0.1, 50.0]).unwrap();
    let floor = Object::new(HalfSpace::new(up).unwrap());
    let scene = Scene::of([floor, Object::new(step).at(place)]).unwrap();
    let options = SlideOptions::default();
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let gait = gait();
    let mut character = Character::new(Isometry3::translation(-0.3, 0.9, 0.0));
    let mut step = |way: [f64; 3], time: f64| {
        let velocity = Vector3::from(way) / time;
        (character.step(&scene, &shape, &velocity, time, &gait, &options)).unwrap();
        character
    };
    let rests = (0..30).map(|_| step([0.0; 3], 0.01)).last().unwrap();
    assert!(rests.ground.is_some());
    // Down by 1.2·tan 30° = 0.7.
    let end = step([0.6, 0.0, 1.2], 0.5);
    let [from, to] = [rests, end].map(|c| c.pose.translation.vector);
    let higher = up.dot(&(to - from));
    assert!(
        end.ground.is_some() && (higher - 0.2).abs() < 0.02,
        "{from} {to}"
    );
    assert!(to.x > 0.2 && to.y - from.y < -0.4, "{from} {to}");
}

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
        let paces = character.step(&scene, &shape, &velocity, time, &gait(), &options);
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
        let paces = character.step(&scene, &shape, &velocity, 1.0 / 60.0, &gait(), &options);
        assert!(
            character.ground.is_some() && !paces.unwrap().climbed,
            "{frame}"
        );
    }
    let at = character.pose.translation.vector;
    assert!(at.y == high && (at.x - (0.75 - skin)).abs() < 1e-9, "{at}");
}

/// Between a step and a wall beside it, which holds who is raised as well: one comes up at every rate, pressed into the wall or not, and by no
/// more skins in a frame than the wall takes to go along.
#[test]
fn a_step_beside_a_wall_is_climbed_at_every_rate() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let step = Cuboid::new([5.0, 0.15, 50.0]).unwrap();
    let skin = 0.75 / 128.0;
    for (degrees, shape) in [30.0, 60.0, 90.0, 120.0, 155.0_f64]
        .into_iter()
        .flat_map(|d| shapes.map(|s| (d, s)))
    {
        // The wall goes along `along`, up to the step at that angle from its face, and on above it.
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (along, out) = (Vector3::new(sin, 0.0, cos), Vector3::new(cos, 0.0, -sin));
        let scene = Scene::of([
            Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
            Object::new(step).at([5.0, 0.15, 0.0]),
            Object::new(HalfSpace::new(out).unwrap()),
        ])
        .unwrap();
        let mover = Placed::<f64, _>::new(shape, Isometry3::identity()).unwrap();
        let reach = |n: Vector3<f64>| mover.support_point(&n).coords.dot(&n) + skin;
        // A tenth before the corner where it is beside both.
        let x = -reach(Vector3::x()) - 0.1 * sin;
        let from = out * reach(-out) + along * ((x - out.x * reach(-out)) / sin);
        for press in [0.0, 0.5, 2.0] {
            let velocity = along - out * press;
            for rate in [20.0, 60.0, 240.0, 1000.0] {
                let mut character = Character::new(Isometry3::translation(from.x, 0.9, from.z));
                let mut step = |velocity: &Vector3<f64>| {
                    let game = (&scene, shape);
                    let beyond = step_by(&mut character, game, velocity, 1.0 / rate);
                    assert!(
                        beyond <= 1.2 * skin / sin,
                        "{degrees} {press} {rate}: {beyond}"
                    );
                    character
                };
                for _ in 0..(0.4 * rate) as u32 {
                    step(&Vector3::zeros());
                }
                assert!(step(&Vector3::zeros()).ground.is_some());
                let frames = (0.1 + 0.1 / sin) * rate;
                let end = (0..frames as u32 + 2).map(|_| step(&velocity)).last();
                let end = end.unwrap();
                assert!(
                    end.ground.is_some() && end.pose.translation.y > 0.9,
                    "{degrees} {press} {rate}: {}",
                    end.pose
                );
            }
        }
    }
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
            (character.step(&scene, &capsule, &velocity, 1.0 / rate, &gait(), &options)).unwrap();
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

/// In a corner of a step and of one that is a little too high, whose edge the raised foot comes to touch: it is led onto the lower one, at
/// every rate, be it pushed toward the high one as well or not.
#[test]
fn in_a_corner_of_two_steps_the_lower_one_is_climbed() {
    let capsule: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let step = |half: [f64; 3], at: [f64; 3]| Object::new(Cuboid::new(half).unwrap()).at(at);
    for (low, high) in [(0.1, 0.38), (0.2, 0.38), (0.2, 0.42), (0.3, 0.42)] {
        let scene = Scene::of([
            Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
            step([5.0, 0.5 * low, 9.0], [5.0, 0.5 * low, 0.0]),
            step([9.0, 0.5 * high, 5.0], [0.0, 0.5 * high, 5.0]),
        ])
        .unwrap();
        for (rate, press) in [5.0, 10.0, 20.0, 60.0, 240.0]
            .into_iter()
            .flat_map(|r| [0.0, 0.3, 1.0].map(|p| (r, p)))
        {
            let velocity = Vector3::new(3.0, 0.0, 3.0 * press);
            let mut character = Character::new(Isometry3::translation(-0.4, 0.76, -0.26));
            let mut step = |velocity: &Vector3<f64>| {
                step_by(&mut character, (&scene, capsule), velocity, 1.0 / rate);
                character
            };
            let stands = (0..rate as u32).map(|_| step(&Vector3::zeros())).last();
            assert!(stands.unwrap().ground.is_some());
            let end = (0..rate as u32).map(|_| step(&velocity)).last().unwrap();
            let at = end.pose.translation.vector;
            let case = format!("{low} {high} {rate} {press}: {at}");
            assert!(
                end.ground.is_some() && at.y > 0.75 + low && at.x > 0.0,
                "{case}"
            );
        }
    }
}

/// The edge of a step that is too high, which a round foot meets at a floor's angle once it is raised, is not come up by the foot's curve,
/// however long a frame is; nor where a slope begins behind it.
#[test]
fn a_step_that_is_too_high_is_climbed_at_no_rate() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let ball = Sphere::new(0.4).unwrap();
    let shapes: [(&dyn Support, f64); 2] = [(&capsule, 0.75), (&ball, 0.4)];
    let rise = 20.0 * 30.0_f64.to_radians().tan();
    let slope =
        [-9.0, 9.0].map(|z| [[0.0, 0.0, z], [20.0, 0.0, z], [20.0, rise, z]].map(Point3::from));
    let slope = ConvexHull::new(slope.concat()).unwrap();
    for (high, is_before_a_slope) in [0.36, 0.38, 0.42]
        .into_iter()
        .flat_map(|h| [(h, false), (h, true)])
    {
        let mut scene = Scene::of([
            Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
            Object::new(Cuboid::new([9.0, 0.5 * high, 9.0]).unwrap()).at([9.0, 0.5 * high, 0.0]),
        ])
        .unwrap();
        if is_before_a_slope {
            let slope = Object::new(slope.clone()).at([0.1, high, 0.0]);
            scene.insert(slope).unwrap();
        }
        for ((shape, rests), rate) in shapes
            .into_iter()
            .flat_map(|s| [4.0, 10.0, 20.0, 60.0, 240.0].map(|r| (s, r)))
        {
            for velocity in [[6.0, 0.0, 0.0], [3.0, 0.0, 2.0]].map(Vector3::from) {
                let mut character = Character::new(Isometry3::translation(-0.6, rests + 0.01, 0.0));
                let mut step = |velocity: &Vector3<f64>| {
                    step_by(&mut character, (&scene, shape), velocity, 1.0 / rate);
                    character
                };
                let stands = (0..rate as u32).map(|_| step(&Vector3::zeros())).last();
                assert!(stands.unwrap().ground.is_some());
                let end = (0..rate as u32).map(|_| step(&velocity)).last().unwrap();
                let at = end.pose.translation.vector;
                let case = format!("{high} {is_before_a_slope} {rate} {velocity}: {at}");
                assert!(end.ground.is_some() && at.x < 0.0, "{case}");
            }
        }
    }
}

/// Of a curb that is rounded the edge lies farther behind the wall than a skin: it is climbed by frames that lead over it, from the first to
/// the longest.
#[test]
fn a_rounded_curb_is_climbed_by_frames_that_lead_over_its_edge() {
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let (high, round) = (0.2, 0.1);
    let along_z = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2);
    let at = |x: f64, y: f64| Isometry3::from_parts(Vector3::new(x, y, 0.0).into(), along_z);
    let cuboid = |x: f64, y: f64| {
        let half = Cuboid::new([5.0, 0.5 * y, 9.0]).unwrap();
        Object::new(half).at([x + 5.0, 0.5 * y, 0.0])
    };
    let scene = Scene::of([
        Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
        Object::new(Capsule::new(9.0, round).unwrap()).at(at(round, high - round)),
        cuboid(round, high),
        cuboid(0.0, high - round),
    ])
    .unwrap();
    for way in [0.05, 0.1, 0.3, 1.0] {
        for start in 0..8 {
            let from = -0.3 - 0.125 * way * f64::from(start);
            let mut character = Character::new(Isometry3::translation(from, 0.76, 0.0));
            let mut step = |way: f64| {
                step_by(&mut character, (&scene, shape), &(Vector3::x() * way), 1.0);
                character
            };
            assert!(step(0.0).ground.is_some());
            let frames = ((0.5 - from) / way).ceil() as u32 + 1;
            let end = (0..frames).map(|_| step(way)).last().unwrap();
            let at = end.pose.translation.vector;
            assert!(
                end.ground.is_some() && at.y > 0.75 + high,
                "{way} {from}: {at}"
            );
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
            let paces = character.step(
                &scene,
                &shape,
                &(Vector3::x() * way),
                1.0,
                &gait(),
                &options,
            );
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
