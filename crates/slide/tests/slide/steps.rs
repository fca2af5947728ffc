//! Steps that are climbed at any rate, and from any side.

use crate::walker::step_by;
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::FRAC_PI_2;
use swept_scene::{Object, Scene};
use swept_slide::kit::Character;
use swept_support::{Capsule, ConvexHull, Cuboid, Cylinder, HalfSpace, Placed, Sphere, Support};

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
