//! Who rests a little lower than the skin has not risen where a try to climb rests on the same floor again.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_support::{Capsule, Cuboid, Real};

fn gait<T: Real>() -> Gait<T> {
    let t = T::nearest;
    Gait {
        slopes: Slopes::new(Vector3::y(), t(50.0_f64.to_radians())).unwrap(),
        step_up: t(0.35),
        step_down: t(0.35),
        gravity: Gravity {
            acceleration: Vector3::new(t(0.0), t(-9.8), t(0.0)),
            top_speed: t(50.0),
        },
    }
}

/// Before a step, a part of a deadband lower than a fresh rest: what stands on the floor after the frame has made its walk, or has gone on by
/// more than the skin. In `f32` far from the origin rests differ by that, since the skin grows with the distance.
fn ends_where_it_walks<T: Real>(x: f64, skin: f64) {
    let t = T::nearest;
    let capsule = Capsule::new(t(0.5), t(0.35)).unwrap();
    let options = SlideOptions::default().with_skin(t(skin));
    let cuboid =
        |half: [f64; 3], at: [f64; 3]| Object::new(Cuboid::new(half.map(t)).unwrap()).at(at.map(t));
    let scene = Scene::of([
        cuboid([20.0, 1.0, 20.0], [x, -1.0, 0.0]),
        cuboid([5.0, 0.15, 20.0], [x + 5.0, 0.15, 0.0]),
    ])
    .unwrap();
    let mut wrong = Vec::new();
    let mut stayed = 0;
    for gap in 0..80 {
        for speed in 1..50 {
            let from = x - 0.35 - skin * (0.5 + 0.025 * f64::from(gap));
            let y = 0.85 + skin * (1.0 - 1.0 / 32.0);
            let mut character = Character::new(Isometry3::translation(t(from), t(y), t(0.0)));
            let mut step = |velocity: Vector3<T>| {
                let before = character.pose.translation.vector;
                let time = t(1.0 / 60.0);
                let paces = character
                    .step(&scene, &capsule, velocity, time, &gait(), &options)
                    .unwrap();
                let way = character.pose.translation.vector - before;
                (paces, way.map(Real::to_f64), character)
            };
            step(Vector3::zeros());
            let speed = f64::from(speed) * 0.125;
            let (paces, way, after) = step(Vector3::new(t(speed), t(0.0), t(0.2)));
            let Some(ground) = after.ground else {
                panic!("{gap} {speed}: {after:?}");
            };
            if ground.point.y > t(0.01) || paces.walk.hits.is_empty() {
                continue;
            }
            stayed += 1;
            let farther = way.x - paces.walk.moved.x.to_f64();
            if farther > 0.02 * skin && farther < skin {
                wrong.push((gap, speed, way, paces.walk.moved, paces.climbed));
            }
        }
    }
    assert!(stayed > 50, "{stayed}");
    assert!(wrong.is_empty(), "{x}: {} {wrong:?}", wrong.len());
}

#[test]
fn a_rest_within_the_deadband_of_another_has_not_risen() {
    ends_where_it_walks::<f64>(0.0, 0.85 / 128.0);
    ends_where_it_walks::<f64>(0.0, 0.076);
}

#[test]
fn far_from_the_origin_a_rest_on_the_same_floor_has_not_risen() {
    ends_where_it_walks::<f32>(1000.0, 0.0078);
    ends_where_it_walks::<f32>(10000.0, 0.0768);
}

/// A try that closes a skin ends a skin nearer to the wall, but for rounding: who has not risen is not past it by that. Beside an overhang
/// it would be four skins along it, and nothing climbed.
#[test]
fn a_try_that_has_not_risen_is_no_way_along_an_overhang() {
    let leans = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), -45.0_f32.to_radians());
    let ramp = Isometry3::from_parts(Vector3::new(9994.0, 0.0, 0.0).into(), leans);
    let floor = Object::new(Cuboid::new([40.0, 1.0, 40.0]).unwrap()).at([10000.0, -1.0, 0.0]);
    let scene = Scene::of([
        floor,
        Object::new(Cuboid::new([4.0, 0.2, 1.5]).unwrap()).at(ramp),
    ])
    .unwrap();
    let capsule = Capsule::new(0.5, 0.35).unwrap();
    let options = SlideOptions::default().with_skin(0.0765);
    let time = 1.0 / 60.0;
    let mut leaps = Vec::new();
    for part in -16..16 {
        for turn in 0..16 {
            let z = 1.8902301 + 0.001 * part as f32;
            let mut character = Character::new(Isometry3::translation(9992.049, 0.9263, z));
            let mut step = |velocity: Vector3<f32>| {
                let before = character.pose.translation.vector;
                let paces = character.step(&scene, &capsule, velocity, time, &gait(), &options);
                let way = character.pose.translation.vector - before;
                (way, paces.unwrap().climbed)
            };
            step(Vector3::zeros());
            let (sin, cos) = (0.1 * turn as f32).sin_cos();
            let (way, climbed) = step(Vector3::new(cos, 0.0, -sin) * 4.0);
            if way.norm() > 0.15 && !climbed {
                leaps.push((part, turn, way));
            }
        }
    }
    assert!(leaps.is_empty(), "{leaps:?}");
}
