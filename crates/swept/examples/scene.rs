//! A world of ground, a crate and a gate: what a ball meets first, and what lies on its way.
//!
//! `cargo run -p swept --example scene`

use std::error::Error;
use swept::prelude::*;
use swept::scene::{HeightField, Next};

fn main() -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    // Ground of 16 by 16 cells, with waves.
    let wave = |i: u32| 0.2 * f64::from(i % 17).sin() * f64::from(i / 17).cos();
    let ground = HeightField::new(17, 17, (0..17 * 17).map(wave).collect(), [1.0, 1.0, 1.0])?;
    let ground = scene.insert(Object::new(ground))?;
    let cube = Cuboid::new([0.5, 0.5, 0.5])?;
    let block = scene.insert(Object::new(cube).at([8.0, 0.7, 8.0]))?;
    let post = Cuboid::new([0.1, 1.0, 0.1])?;
    let gate = Compound::new([(post, [-0.8, 0.0, 0.0]), (post, [0.8, 0.0, 0.0])])?;
    let gate = scene.insert(Object::new(gate).at([5.0, 1.2, 8.0]))?;
    let name = |id: ObjectId| match id {
        _ if id == ground => "ground",
        _ if id == block => "block",
        _ if id == gate => "gate",
        _ => "something else",
    };

    let ball = Placed::new(Sphere::new(0.25)?, [2.0, 1.2, 8.0])?;
    let motion = Motion::new(ball, [10.0, -0.8, 0.0])?;
    let query = Query::default();
    match scene.cast_closest(&motion, &query) {
        SceneOutcome::Hit(hit) => println!(
            "first: {} at {:.6}, normal {:.3?}",
            name(hit.place.sub_shape.id),
            hit.hit.fraction,
            hit.place.normal.as_slice()
        ),
        other => println!("{other:?}"),
    }
    scene.cast_all(&motion, &query, |one| {
        if let (SceneOutcome::Hit(hit), Some(at)) = (one, one.sub_shape()) {
            println!(
                "{:.6}: {}, part {}, triangle {:?}",
                hit.hit.fraction,
                name(at.id),
                at.part,
                at.triangle
            );
        }
        Next::Clip(0.8)
    });

    // The block moves aside, and the way is free until the ground.
    scene.set_pose(block, [8.0, 0.7, 12.0])?;
    if let Some(at) = scene.cast_closest(&motion, &query).sub_shape() {
        println!("then: {}", name(at.id));
    }
    Ok(())
}
