//! Steps that are climbed at any rate, and from any side.

use nalgebra::{Isometry3, Vector3};
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
    let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    let step = Cuboid::new([5.0, 0.15, 50.0]).unwrap();
    let scene = Scene::of([Object::new(floor), Object::new(step).at([5.0, 0.15, 0.0])]).unwrap();
    let options = SlideOptions::default();
    let skin = 0.75 / 128.0;
    for shape in shapes {
        for degrees in [90.0, 60.0, 30.0, 10.0, 3.0_f64] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let velocity = Vector3::new(sin, 0.0, cos) * 2.0;
            for rate in [20.0, 60.0, 240.0, 1000.0] {
                // Just before the step, and for as long as takes the middle over its edge.
                let start = Isometry3::translation(-0.26 - skin, 0.76, 0.0);
                let mut character = Character::new(start);
                let frames = (0.3 / (2.0 * sin) * rate) as u32 + 2;
                for _ in 0..frames {
                    let before = character.pose.translation.vector;
                    (character.step(&scene, &shape, &velocity, 1.0 / rate, &gait, &options))
                        .unwrap();
                    let mut way = character.pose.translation.vector - before;
                    way.y = 0.0;
                    let most = 2.0 / rate + 1.2 * skin;
                    assert!(way.norm() <= most, "{degrees} {rate}: {way}");
                }
                let at = character.pose.translation.vector;
                let stands = character.ground.is_some() && at.y > 1.04;
                assert!(stands && at.x > -0.02, "{degrees} {rate}: {at}");
            }
        }
    }
}
