//! A character for the tests: a capsule, how it moves, and the frames of its game.

use nalgebra::Vector3;
use swept_scene::{Object, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_support::{Capsule, Cuboid, Support};

pub const SKIN: f64 = 1.0 / 64.0;
pub const TIME: f64 = 1.0 / 60.0;

pub fn options() -> SlideOptions<'static, f64> {
    SlideOptions::default().with_skin(SKIN)
}

pub fn gait() -> Gait<f64> {
    Gait {
        slopes: Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap(),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::new(0.0, -9.8, 0.0),
            top_speed: 50.0,
        },
    }
}

pub fn cuboid(half: [f64; 3], at: [f64; 3]) -> Object<f64> {
    Object::new(Cuboid::new(half).unwrap()).at(at)
}

/// Steps that a character makes with this velocity.
pub fn steps(scene: &Scene<f64>, character: &mut Character<f64>, velocity: [f64; 3], count: u32) {
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let shape: &dyn Support = &capsule;
    for _ in 0..count {
        let velocity = Vector3::from(velocity);
        character
            .step(scene, &shape, velocity, TIME, &gait(), &options())
            .unwrap();
    }
}

/// One frame. How much farther on the level than its velocity takes it a character has gone, if it stood.
pub fn step_by(
    character: &mut Character<f64>,
    (scene, shape): (&Scene<f64>, &dyn Support),
    velocity: &Vector3<f64>,
    time: f64,
) -> f64 {
    let (before, stood) = (character.pose.translation.vector, character.ground);
    let options = SlideOptions::default();
    (character.step(scene, &shape, *velocity, time, &gait(), &options)).unwrap();
    let way = character.pose.translation.vector - before;
    let level = Vector3::new(way.x, 0.0, way.z).norm();
    match stood {
        Some(_) => level - velocity.norm() * time,
        None => f64::NEG_INFINITY,
    }
}
