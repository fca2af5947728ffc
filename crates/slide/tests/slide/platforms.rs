//! Characters on what moves.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::Distance;
use swept_scene::{Object, Scene};
use swept_slide::kit::{Character, Gait, Gravity, Slopes, carried, ride};
use swept_slide::{Response, SlideHit, SlideOptions, slide};
use swept_support::{Capsule, Cuboid, Cylinder, Placed, Real, Sphere, Support};

use crate::common::{clearance, placed};
use crate::walker::{SKIN, TIME, cuboid, gait, options, steps};

#[test]
fn a_platform_carries_what_stands_on_it_and_walls_hold_it_back() {
    let mut scene = Scene::new();
    let platform = scene
        .insert(cuboid([1.0, 0.25, 1.0], [0.0, -0.25, 0.0]))
        .unwrap();
    scene
        .insert(cuboid([0.5, 5.0, 5.0], [3.0, 0.0, 0.0]))
        .unwrap();
    let mut character = Character::new(Isometry3::translation(0.5, 1.0, 0.0));
    steps(&scene, &mut character, [0.0; 3], 60);
    assert_eq!(character.ground.map(|g| g.object), Some(platform));
    let height = character.pose.translation.y;
    for i in 1..=10 {
        let shift = 0.1 * f64::from(i);
        scene
            .set_pose(platform, [shift, -0.25 + 0.05 * shift, 0.0])
            .unwrap();
        steps(&scene, &mut character, [0.0; 3], 1);
    }
    let at = character.pose.translation.vector;
    assert!(
        (at.x - 1.5).abs() < 1e-12 && (at.y - height - 0.05).abs() < 0.1 * SKIN,
        "{at:?}"
    );
    // The platform goes on below the wall; the character stays before it.
    for i in 11..=20 {
        scene
            .set_pose(platform, [0.1 * f64::from(i), -0.2, 0.0])
            .unwrap();
        steps(&scene, &mut character, [0.0; 3], 1);
    }
    let at = character.pose.translation.vector;
    assert!((at.x - (2.5 - 0.25 - SKIN)).abs() < 0.1 * SKIN, "{at:?}");
}

/// Who stands on what is taken out of the scene stays where it is in that frame but for what it falls, and lands on what is below. A
/// platform that is put in anew is another one.
#[test]
fn a_platform_that_is_gone_carries_nothing() {
    let mut scene = Scene::new();
    let block = || cuboid([1.0, 0.25, 1.0], [0.0, -0.25, 0.0]);
    let platform = scene.insert(block()).unwrap();
    let floor = scene
        .insert(cuboid([9.0, 1.0, 9.0], [0.0, -4.0, 0.0]))
        .unwrap();
    let mut character = Character::new(Isometry3::translation(0.5, 1.0, 0.0));
    steps(&scene, &mut character, [0.0; 3], 60);
    assert_eq!(character.ground.map(|g| g.object), Some(platform));
    let before = character.pose.translation.vector;
    scene.remove(platform).unwrap();
    steps(&scene, &mut character, [0.0; 3], 1);
    let fell = before - character.pose.translation.vector;
    assert!(character.ground.is_none());
    assert!(
        fell.x == 0.0 && fell.z == 0.0 && fell.y > 0.0 && fell.y < 0.01,
        "{fell}"
    );
    steps(&scene, &mut character, [0.0; 3], 120);
    assert_eq!(character.ground.map(|g| g.object), Some(floor));
    // Another one in the same slot, elsewhere, has not carried it there.
    scene.remove(floor).unwrap();
    let other = scene
        .insert(cuboid([9.0, 1.0, 9.0], [2.0, -4.0, 0.0]))
        .unwrap();
    assert!(other != floor && other.slot() == floor.slot());
    let before = character.pose.translation.vector;
    steps(&scene, &mut character, [0.0; 3], 2);
    assert_eq!(character.ground.map(|g| g.object), Some(other));
    let moved = (character.pose.translation.vector - before).norm();
    assert!(moved < 0.1 * SKIN, "{moved}");
}

/// A ball rides to where a wall holds it back, at the skin's distance; the platform itself, which it sticks in, holds nothing.
#[test]
fn a_ride_is_held_back_by_all_but_the_platform() {
    let mut scene = Scene::new();
    let platform = scene
        .insert(cuboid([2.0, 1.0, 2.0], [0.0, 0.0, 0.0]))
        .unwrap();
    let wall = scene
        .insert(cuboid([0.5, 5.0, 5.0], [3.0, 0.0, 0.0]))
        .unwrap();
    let mover = Placed::new(Sphere::new(0.25).unwrap(), [0.5, 1.125, 0.0]).unwrap();
    let way = Vector3::new(3.0, 0.0, 0.25);
    let mut met = Vec::new();
    let report = ride(&scene, &mover, platform, way, &options(), |hit| {
        met.push(hit.sub_shape().id);
        Response::Slide
    })
    .unwrap();
    assert!(!met.is_empty() && met.iter().all(|id| *id == wall));
    let expected = Vector3::new(2.0 - 0.25 - SKIN, 0.0, 0.25);
    let off = (report.moved - expected).norm();
    assert!(off < 0.1 * SKIN, "{report:?}");
    // What the visitor passes over does not hold it either.
    let ignored = |_: &SlideHit<f64>| Response::Ignore;
    let report = ride(&scene, &mover, platform, way, &options(), ignored).unwrap();
    assert_eq!(report.moved, way);
}

#[test]
fn a_turning_platform_carries_a_flat_foot_around_its_middle() {
    for turn in [Vector3::y(), Vector3::y() * -3.0] {
        let mut scene = Scene::new();
        let platform = scene
            .insert(cuboid([2.0, 0.25, 2.0], [0.0, -0.25, 0.0]))
            .unwrap();
        let shape: &dyn Support = &Cuboid::new([0.25, 0.75, 0.25]).unwrap();
        let mut character = Character::new(Isometry3::translation(0.7, 0.77, 0.4));
        for i in 0..140 {
            let angle = turn * (f64::from((i - 20).max(0)) * TIME);
            let pose = Isometry3::new(Vector3::new(0.0, -0.25, 0.0), angle);
            scene.set_pose(platform, pose).unwrap();
            character
                .step(&scene, &shape, Vector3::zeros(), TIME, &gait(), &options())
                .unwrap();
            assert!(character.ground.is_some() || i < 20);
            let at = pose.inverse_transform_vector(&character.pose.translation.vector);
            let off = (at - Vector3::new(0.7, at.y, 0.4)).norm();
            assert!(off < 1e-3, "{i}: {off}");
        }
    }
}

#[test]
fn a_rocking_platform_lifts_a_flat_foot_clear_of_itself() {
    fn nearest<T: Real>(shape: &dyn Support, high: f64, rate: f64, turn: Vector3<f64>) -> f64 {
        let t = T::nearest;
        let frame = Isometry3::new(Vector3::zeros(), turn);
        let narrow = |pose: Isometry3<f64>| {
            let rotation = pose.rotation.scaled_axis().map(t);
            Isometry3::new(pose.translation.vector.map(t), rotation)
        };
        let mut scene = Scene::new();
        let half = [2.0, 0.5, 2.0].map(t);
        let platform = scene
            .insert(Object::new(Cuboid::new(half).unwrap()))
            .unwrap();
        let up = frame * Vector3::y();
        let gait = Gait {
            slopes: Slopes::new(up.map(t), t(50.0_f64.to_radians())).unwrap(),
            step_up: t(0.3),
            step_down: t(0.35),
            gravity: Gravity {
                acceleration: (up * -9.8).map(t),
                top_speed: t(50.0),
            },
        };
        let upright = narrow(frame * Isometry3::translation(0.7, high + 0.03, 0.4));
        let mut character = Character::new(upright);
        let mut nearest = f64::INFINITY;
        for i in 0..200 {
            let angle = 0.3 * (rate * f64::from((i - 20).max(0)) * TIME).sin();
            let tilt = Isometry3::new(Vector3::zeros(), Vector3::new(0.3, 0.2, 1.0) * angle);
            let pose = frame * tilt * Isometry3::translation(0.0, -0.5, 0.0);
            scene.set_pose(platform, narrow(pose)).unwrap();
            character
                .step(
                    &scene,
                    &shape,
                    Vector3::zeros(),
                    t(TIME),
                    &gait,
                    &SlideOptions::default(),
                )
                .unwrap();
            assert!(character.ground.is_some() || i < 20, "{i}");
            let apart = match clearance(&scene, &placed(shape, &character.pose), 1.0) {
                Some(Distance::Apart(apart)) => apart.separation.to_f64(),
                Some(Distance::Overlap(overlap)) => -overlap.depth.to_f64(),
                None => 1.0,
            };
            nearest = nearest.min(apart);
        }
        nearest
    }
    let cube = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let cylinder = Cylinder::new(0.75, 0.3).unwrap();
    // The skin is a 128th of the size.
    for shape in [&cube as &dyn Support, &cylinder] {
        for rate in [0.5, 2.0, 8.0] {
            for turn in [Vector3::zeros(), Vector3::new(0.3, -1.1, 0.8)] {
                let wide = nearest::<f64>(shape, 0.75, rate, turn);
                let narrow = nearest::<f32>(shape, 0.75, rate, turn);
                assert!(
                    wide.min(narrow) > 0.9 * 0.8 / 128.0,
                    "{rate}: {wide} {narrow}"
                );
            }
        }
    }
}

#[test]
fn a_ride_that_is_held_back_is_told() {
    let lift_at = |y: f64| [0.0, y - 0.25, 0.0];
    let mut scene = Scene::new();
    let lift = scene
        .insert(cuboid([1.0, 0.25, 1.0], lift_at(0.0)))
        .unwrap();
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let (gait, options) = (gait(), options());
    let mut character = Character::new(Isometry3::translation(0.0, 0.75 + SKIN, 0.0));
    let mut step = |scene: &Scene<f64>| {
        let paces = character.step(scene, &shape, Vector3::zeros(), TIME, &gait, &options);
        (paces.unwrap().held_back, character)
    };
    // In the air it rides on nothing.
    assert_eq!(step(&scene).0, Vector3::zeros());
    for i in 1..=10 {
        scene.set_pose(lift, lift_at(0.07 * f64::from(i))).unwrap();
        let (held_back, character) = step(&scene);
        assert!(character.ground.is_some());
        assert_eq!(held_back, Vector3::zeros(), "{i}");
    }
    // A ceiling that leaves 0.1 above its head, of which the skin is kept.
    let top = 0.7 + 1.5 + SKIN;
    let ceiling = cuboid([5.0, 0.5, 5.0], [0.0, top + 0.1 + 0.5, 0.0]);
    scene.insert(ceiling).unwrap();
    let mut held = Vector3::zeros();
    for i in 1..=4 {
        let rise = 0.05 * f64::from(i);
        scene.set_pose(lift, lift_at(0.7 + rise)).unwrap();
        let (held_back, character) = step(&scene);
        assert!(
            character.ground.is_some() && held_back.xz().norm() < 1e-12,
            "{i}: {held_back}"
        );
        held += held_back;
        let missing = (rise - (0.1 - SKIN)).max(0.0);
        assert!((held.y - missing).abs() < 0.2 * SKIN, "{i}: {held}");
    }
    // A wall that the lift goes below: what is across the wall is held back, and along it nothing.
    let mut scene = Scene::of([cuboid([0.5, 5.0, 9.0], [1.5, 0.0, 0.0])]).unwrap();
    let sledge = scene
        .insert(cuboid([3.0, 0.25, 3.0], lift_at(0.0)))
        .unwrap();
    let mut character = Character::new(Isometry3::translation(0.0, 0.75 + SKIN, 0.0));
    let mut held = Vector3::zeros();
    for i in -1..=10 {
        let along = 0.1 * f64::from(i.max(0));
        scene.set_pose(sledge, [along, -0.25, 0.5 * along]).unwrap();
        let paces = character.step(&scene, &shape, Vector3::zeros(), TIME, &gait, &options);
        held += paces.unwrap().held_back;
    }
    let missing = 1.0 - (1.0 - 0.25 - SKIN);
    assert!(
        (held - Vector3::x() * missing).norm() < 0.1 * SKIN,
        "{held}"
    );
}

/// Far from the origin a frame's way is less than what positions are rounded to: what one frame loses of it the next ones make up for.
#[test]
fn far_away_a_platform_carries_as_far_as_it_goes() {
    const FAR: [f64; 3] = [1e4, -0.5, 7e3];
    let turning = |time: f64| Isometry3::new(Vector3::from(FAR), Vector3::y() * (0.3 * time));
    let narrow = |pose: Isometry3<f64>| {
        let turn = pose.rotation.scaled_axis().map(|x| x as f32);
        Isometry3::new(pose.translation.vector.map(|x| x as f32), turn)
    };
    let options = SlideOptions::default();
    let gait = narrow_gait();
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    for drift in [Vector3::zeros(), Vector3::new(0.5, 0.0, 0.3)] {
        for rate in [10.0, 60.0, 240.0] {
            let at = |time: f64| Isometry3::from(Point3::from(drift * time)) * turning(time);
            let mut scene = Scene::new();
            let plate = Object::new(Cuboid::new([3.0_f32, 0.5, 3.0]).unwrap());
            let plate = scene.insert(plate.at(narrow(at(0.0)))).unwrap();
            let start = turning(0.0) * Point3::new(0.7, 1.28, 0.4);
            let start = Isometry3::from(start.map(|x| x as f32));
            let mut character = Character::new(start);
            let mut step = |scene: &Scene<f32>| {
                let time = (1.0 / rate) as f32;
                let paces = character.step(scene, &shape, Vector3::zeros(), time, &gait, &options);
                assert_eq!(paces.unwrap().held_back, Vector3::zeros());
                character
            };
            let stands = (0..10).map(|_| step(&scene)).last().unwrap();
            assert_eq!(stands.ground.map(|ground| ground.object), Some(plate));
            let seen = |character: Character<f32>, pose: &Isometry3<f64>| {
                let at = character.pose.translation.vector.map(f64::from);
                pose.inverse_transform_point(&at.into())
            };
            let from = seen(stands, &at(0.0));
            for frame in 1..=(2.0 * rate) as u32 {
                let pose = at(f64::from(frame) / rate);
                scene.set_pose(plate, narrow(pose)).unwrap();
                let off = (seen(step(&scene), &pose) - from).norm();
                // Coordinates are multiples of 2⁻¹⁰: half of that for each of the two poses, along both of the axes.
                assert!(off < 1.5 / 1024.0, "{drift} {rate} {frame}: {off}");
            }
        }
    }
}

fn narrow_gait() -> Gait<f32> {
    Gait {
        slopes: Slopes::new(Vector3::y(), 0.9).unwrap(),
        step_up: 0.3,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::y() * -9.8,
            top_speed: 50.0,
        },
    }
}

/// A platform tips and slides on below a wall: it sinks under who is held by the wall by less than it would carry him down. What is
/// left of the way does not lead him into it.
#[test]
fn who_is_held_by_a_wall_is_not_led_into_the_platform_that_tips() {
    let at = |angle: f64| {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::z() * -angle);
        Isometry3::from_parts((turn * Vector3::y() * 3.0).into(), turn)
    };
    let (ball, radius): (&dyn Support, f64) = (&Sphere::new(0.25).unwrap(), 0.25);
    for tips in [0.005, 0.02, 0.05] {
        let (before, after) = (at(0.3), at(0.3 + tips));
        let plate = Object::new(Cuboid::new([4.0, 0.25, 4.0]).unwrap()).at(after);
        let mut scene = Scene::new();
        let platform = scene.insert(plate).unwrap();
        (scene.insert(cuboid([0.5, 5.0, 5.0], [3.0, 2.0, 0.0]))).unwrap();
        // A skin from where the platform was, and from the wall.
        let across = (2.5 - radius - SKIN - 0.3_f64.sin() * (3.25 + radius + SKIN)) / 0.3_f64.cos();
        let foot = before * Point3::new(across, 0.25, 0.0);
        let middle = foot + before.rotation * Vector3::y() * (radius + SKIN);
        let mover = placed(ball, &Isometry3::from_parts(middle.into(), before.rotation));
        assert!(clearance(&scene, &mover, 1.0).unwrap().separation() > 0.9 * SKIN);
        let way = carried(&before, &after, foot);
        let ridden = ride(&scene, &mover, platform, way, &options(), slide).unwrap();
        assert!(ridden.moved.y < -0.2 * tips, "{tips}: {ridden:?}");
        let end = Isometry3::from_parts(ridden.position.into(), before.rotation);
        let distance = clearance(&scene, &placed(ball, &end), 1.0).unwrap();
        assert!(distance.separation() > 0.49 * SKIN, "{tips}: {distance:?}");
    }
}

/// A way that leads into the platform itself, as one that is not the platform's own, is gone as far as a wall: not the rest of it.
#[test]
fn a_platform_that_was_passed_through_counts_once_a_wall_has_turned_the_way() {
    let mut scene = Scene::new();
    let platform = (scene.insert(cuboid([5.0, 1.0, 5.0], [0.0, -1.0, 0.0]))).unwrap();
    (scene.insert(cuboid([0.5, 5.0, 5.0], [0.85 + SKIN, 0.0, 0.0]))).unwrap();
    let ball: &dyn Support = &Sphere::new(0.25).unwrap();
    let mover = placed(ball, &Isometry3::translation(0.0, 0.25 + SKIN, 0.0));
    let way = Vector3::new(0.4, -0.2, 0.0);
    let ridden = ride(&scene, &mover, platform, way, &options(), slide).unwrap();
    // 0.1 to the wall, and half as much down.
    assert!((ridden.moved.x - 0.1).abs() < 0.1 * SKIN, "{ridden:?}");
    assert!((ridden.moved.y + 0.05).abs() < 0.1 * SKIN, "{ridden:?}");
}

/// So for the character's own way: it walks as far as it is asked to, on the level and on a slope, at every rate; and rests when it is not.
#[test]
fn far_away_a_character_walks_as_far_as_it_is_asked_to() {
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let (gait, options) = (narrow_gait(), SlideOptions::default());
    for lean in [0.0_f32, 0.4] {
        let turn = Vector3::z() * lean;
        let plate = Object::new(Cuboid::new([30.0_f32, 0.5, 30.0]).unwrap());
        let plate = plate.at(Isometry3::new(Vector3::new(1e4, -0.5, 7e3), turn));
        let scene = Scene::of([plate]).unwrap();
        for velocity in [[0.2, 0.0, 0.0], [1.37, 0.0, -0.71], [-0.05, 0.0, 0.09]] {
            for rate in [10.0, 60.0, 240.0, 1000.0] {
                let velocity = Vector3::<f32>::from(velocity);
                let mut character = Character::new(Isometry3::translation(1e4, 1.3, 7e3));
                let mut step = |velocity: &Vector3<f32>| {
                    let time = 1.0 / rate;
                    (character.step(&scene, &shape, *velocity, time, &gait, &options)).unwrap();
                    character
                };
                let rest = Vector3::zeros();
                let start = (0..rate as u32).map(|_| step(&rest)).last().unwrap();
                assert!(start.ground.is_some());
                let end = (0..rate as u32).map(|_| step(&velocity)).last().unwrap();
                let off = end.pose.translation.vector - start.pose.translation.vector - velocity;
                // Coordinates are multiples of 2⁻¹⁰ and of half that. Of a frame's time rounding makes some millionths of the second.
                let off = Vector3::new(off.x, 0.0, off.z).amax();
                assert!(off <= 1.0 / 1024.0, "{lean} {velocity} {rate}: {off}");
                let rests = (0..3).map(|_| step(&rest)).last().unwrap();
                assert_eq!(rests.pose, end.pose);
            }
        }
    }
}
