//! Steps that are climbed at any rate, and from any side.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_support::{Capsule, Cuboid, Cylinder, HalfSpace, Support};

#[test]
fn a_step_is_climbed_at_every_rate_however_flat_it_is_come_to() {
    let gait = Gait {
        slopes: Slopes::new(Vector3::y_axis(), 50.0_f64.to_radians()),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::y() * -9.8,
            top_speed: 50.0,
        },
    };
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let cylinder = Cylinder::new(0.75, 0.25).unwrap();
    let shapes: [&dyn Support; 3] = [&capsule, &cuboid, &cylinder];
    let step = Cuboid::new([5.0, 0.15, 50.0]).unwrap();
    let options = SlideOptions::default();
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
                    let (before, stood) = (character.pose.translation.vector, character.ground);
                    (character.step(&scene, &shape, velocity, 1.0 / rate, &gait, &options))
                        .unwrap();
                    let mut way = character.pose.translation.vector - before;
                    way.y = 0.0;
                    let most = velocity.norm() / rate + 1.2 * skin;
                    assert!(
                        stood.is_none() || way.norm() <= most,
                        "{hill} {degrees} {rate}: {way}"
                    );
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
