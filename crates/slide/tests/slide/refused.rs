//! Steps of a character that are refused, and what they leave as it was.

use nalgebra::{Isometry3, Vector3};
use swept_scene::{ObjectId, Scene};
use swept_slide::kit::Character;
use swept_support::{Capsule, Support};

use crate::walker::{TIME, cuboid, gait, options, steps};

/// A character that has come to rest on a lift.
fn on_a_lift() -> (Scene<f64>, ObjectId, Character<f64>) {
    let mut scene = Scene::new();
    let lift = scene
        .insert(cuboid([4.0, 0.25, 4.0], [0.0, -0.25, 0.0]))
        .unwrap();
    let mut character = Character::new(Isometry3::translation(0.5, 1.0, 0.0));
    steps(&scene, &mut character, [0.0; 3], 60);
    assert_eq!(character.ground.map(|ground| ground.object), Some(lift));
    (scene, lift, character)
}

/// A platform carries it once, by the next step that is made: whether the velocity is none, or makes a way that is none.
#[test]
fn a_step_that_is_refused_has_not_been_carried() {
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    for refused in [f64::NAN, 1e300] {
        let (mut scene, lift, mut character) = on_a_lift();
        let before = character;
        scene.set_pose(lift, [1.0, -0.25, 0.0]).unwrap();
        let velocity = Vector3::new(refused, 0.0, 0.0);
        let step = character.step(&scene, &shape, velocity, TIME, &gait(), &options());
        assert!(
            step.is_err() && character == before,
            "{refused}: {character:?}"
        );
        steps(&scene, &mut character, [0.0; 3], 1);
        let way = character.pose.translation.vector - before.pose.translation.vector;
        assert_eq!(way, Vector3::x(), "{refused}");
    }
}
