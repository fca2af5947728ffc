//! A character controller in sixty lines: it walks over stairs, a crate and a slope, jumps, and falls.
//!
//! `cargo run -p swept --example character`

use std::error::Error;
use swept::prelude::*;
use swept::slide::kit::{Gravity, Slopes, Surface, fly, footing, step_up};
use swept::slide::plane;

/// Where the character is, and how it moves. Lengths are metres here, and times seconds.
struct Player {
    body: Capsule<f64>,
    at: Point3<f64>,
    falling: Vector3<f64>,
    floor: Option<Unit<Vector3<f64>>>,
}

const STEP: f64 = 0.35;

impl Player {
    fn update(
        &mut self,
        scene: &Scene<f64>,
        walk: Vector3<f64>,
        time: f64,
    ) -> Result<(), Box<dyn Error>> {
        let slopes = Slopes::new([0.0, 1.0, 0.0], 50.0_f64.to_radians())?;
        let options = SlideOptions::default();
        let body = Placed::new(&self.body, self.at)?;
        // On the ground it walks along the slope; in the air it falls.
        let (moved, after) = match self.floor {
            Some(floor) => {
                let along = walk - *slopes.up * (floor.dot(&walk) / floor.y);
                let walked = move_and_slide(scene, &body, along * time, &options, |hit| {
                    slopes.respond(hit)
                });
                (walked?, Vector3::zeros())
            }
            None => {
                let gravity = Gravity::new(*slopes.up * -9.8, 50.0);
                let (fall, after) = gravity.fall(self.falling, time);
                let push = walk * time;
                (fly(scene, &body, push, fall, &slopes, &options)?, after)
            }
        };
        self.at = moved.position;
        self.falling = plane::solve(after, &moved.planes);
        // What stopped it may be a step: a dry run up, along and down tells.
        let walls = moved
            .hits
            .iter()
            .any(|hit| slopes.surface(&hit.normal) == Surface::Wall);
        if self.floor.is_some() && walls {
            let found = step_up(scene, &body, walk * time, STEP, &slopes, &options)?;
            let farther = found.filter(|f| (f.position - self.at).dot(&walk) > 0.0);
            self.at = farther.map_or(self.at, |step| step.position);
        }
        // Down to the floor: from a step when it walked, from just above when it fell.
        let reach = if self.floor.is_some() { STEP } else { 0.02 };
        let below = footing(
            scene,
            &Placed::new(&self.body, self.at)?,
            reach,
            &slopes,
            &options,
        )?;
        let lands = below.filter(|_| self.falling.y <= 0.0);
        self.floor = lands.map(|floor| floor.normal);
        if let Some(floor) = lands {
            (self.at, self.falling) = (floor.position, Vector3::zeros());
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let cuboid = |half: [f64; 3], at: [f64; 3]| {
        Ok::<_, Box<dyn Error>>(Object::new(Cuboid::new(half)?).at(at))
    };
    let mut scene = Scene::of([cuboid([50.0, 1.0, 50.0], [0.0, -1.0, 0.0])?])?;
    for i in 1..=8 {
        let high = 0.125 * f64::from(i);
        scene.insert(cuboid(
            [0.2, high, 1.5],
            [2.0 + 0.4 * f64::from(i), high, 0.0],
        )?)?;
    }
    scene.insert(cuboid([2.0, 1.0, 1.5], [7.4, 1.0, 0.0])?)?;
    scene.insert(cuboid([0.4, 0.6, 0.4], [7.4, 2.6, 0.2])?)?;
    let body = Capsule::new(0.6, 0.3)?;
    let mut player = Player {
        body,
        at: [0.0, 1.5, 0.0].into(),
        falling: Vector3::zeros(),
        floor: None,
    };
    for frame in 0..360 {
        player.update(&scene, Vector3::new(2.0, 0.0, 0.0), 1.0 / 60.0)?;
        if frame % 30 == 29 {
            let stands = if player.floor.is_some() {
                "on the ground"
            } else {
                "in the air"
            };
            println!(
                "{:4.1} s: x {:6.3}, y {:6.3}, z {:6.3}, {stands}",
                f64::from(frame + 1) / 60.0,
                player.at.x,
                player.at.y,
                player.at.z
            );
        }
    }
    Ok(())
}
