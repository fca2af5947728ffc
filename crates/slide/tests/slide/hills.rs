//! Steps on slopes, and slopes on steps.

use crate::walker::{gait, step_by};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Slopes, footing, step_up};
use swept_support::{Capsule, ConvexHull, Cuboid, HalfSpace, Placed, Support};

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
    let slopes = Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap();
    let shape: &dyn Support = &Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let rests = 0.75 + 1.0 / 64.0;
    let mover = Placed::new(shape, [-0.5, rests, 0.0]).unwrap();
    let stands = |way: f64| {
        let way = Vector3::x() * way;
        let found = step_up(&scene, &mover, way, 0.35, &slopes, &options);
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

/// Who rests on a level floor is no higher anywhere else on it, whatever rounding makes of the skin's distance, nor where it rests a little
/// nearer than that.
#[test]
fn a_level_floor_is_no_step() {
    let options = SlideOptions::default();
    let slopes = Slopes::new(Vector3::y(), 0.5).unwrap();
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let skin = shapes.map(|shape| (shape.extent() + shape.radius()) / 128.0);
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    for index in 0..2_000 {
        let [x, z, off] = [(); 3].map(|()| rng.random_range(-8.0..8.0));
        let floor = Object::new(Cuboid::new([20.0, 0.5, 20.0]).unwrap());
        let scene = Scene::of([floor.at([0.0, off - 0.5, 0.0])]).unwrap();
        let (shape, skin) = (shapes[index % 2], skin[index % 2]);
        let start = Placed::new(shape, [x, off + 0.75 + 2.0 * skin, z]).unwrap();
        let rests = footing(&scene, &start, 1.0, &slopes, &options).unwrap();
        let nearer = Vector3::y() * [0.0, skin / 32.0][index / 2 % 2];
        let mover = Placed::new(shape, rests.unwrap().position - nearer).unwrap();
        let [along, aside] = [(); 2].map(|()| rng.random_range(-2.0..2.0));
        let way = Vector3::new(along, 0.0, aside);
        let found = step_up(&scene, &mover, way, 0.35, &slopes, &options);
        assert_eq!(found.unwrap(), None, "{index} {way}");
    }
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
        (character.step(&scene, &shape, velocity, time, &gait, &options)).unwrap();
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

/// A hill that rises along z, and across it a step along its slope, come to at an angle: as high as it is upright, it is climbed or not,
/// however far up the hill one frame leads beside it.
#[test]
fn a_step_across_a_hill_is_no_lower_for_a_long_frame() {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), -15.0_f64.to_radians());
    for (high, shape) in [0.3, 0.34, 0.36, 0.42]
        .into_iter()
        .flat_map(|h| shapes.map(|s| (h, s)))
    {
        // So high upright.
        let half = [5.0, 0.5 * high * 15.0_f64.to_radians().cos(), 20.0];
        let at = turn * Vector3::new(half[0], half[1], 0.0);
        let scene = Scene::of([
            Object::new(HalfSpace::new(*(turn * Vector3::y_axis())).unwrap()),
            Object::new(Cuboid::new(half).unwrap()).at(Isometry3::from_parts(at.into(), turn)),
        ])
        .unwrap();
        for way in [0.02, 0.1, 0.4, 1.0] {
            for [x, z] in [[0.5, 0.866], [0.866, 0.5], [1.0, 0.0], [0.866, -0.5]] {
                let mut character = Character::new(Isometry3::translation(-0.5, 0.9, 0.0));
                let mut step = |way: f64| {
                    let velocity = Vector3::new(x, 0.0, z) * way;
                    step_by(&mut character, (&scene, shape), &velocity, 1.0);
                };
                (0..3).for_each(|_| step(0.0));
                (0..(1.5 / (x * way)) as u32 + 1).for_each(|_| step(way));
                let at = character.pose.translation.vector;
                assert!(character.ground.is_some(), "{high} {way} {z}: {at}");
                assert_eq!(at.x > 0.0, high < 0.35, "{high} {way} {z}: {at}");
            }
        }
    }
}
