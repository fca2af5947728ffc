//! A capsule walks through the built-in level by rapier's character controller: once with parry's casts, once with swept's. All
//! that changes is the query dispatcher. Then both are asked for the same casts along the first walk, and their hits compared.
//!
//! `cargo run --release` in this folder.

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::{DefaultQueryDispatcher, QueryDispatcher, ShapeCastOptions};
use rapier3d::prelude::*;
use std::error::Error;
use std::time::{Duration, Instant};
use swept_scene::files::Soup;

const LEVEL: &str = include_str!("../../../crates/cli/assets/level.obj");

/// A sixtieth of a second.
const STEP: f32 = 1.0 / 60.0;

/// The level as one collider in rapier's sets.
struct World {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: BroadPhaseBvh,
}

impl World {
    fn new() -> Result<Self, Box<dyn Error>> {
        let soup = Soup::obj(LEVEL.as_bytes())?;
        let single = |p: &[f64; 3]| Vector::from(p.map(|x| x as f32));
        let vertices = soup.vertices.iter().map(single).collect();
        let level = ColliderBuilder::trimesh(vertices, soup.triangles)?;
        let (bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        colliders.insert(level);
        let mut world = Self {
            bodies,
            colliders,
            broad_phase: BroadPhaseBvh::new(),
        };
        // One step, for the tree.
        PhysicsPipeline::new().step(
            Vector::ZERO,
            &IntegrationParameters::default(),
            &mut IslandManager::new(),
            &mut world.broad_phase,
            &mut NarrowPhase::new(),
            &mut world.bodies,
            &mut world.colliders,
            &mut ImpulseJointSet::new(),
            &mut MultibodyJointSet::new(),
            &mut SoftBodySet::new(),
            &mut CCDSolver::new(),
            &(),
            &(),
        );
        Ok(world)
    }
}

/// Where a walk went, and what it cost.
struct Walk {
    path: Vec<Vector>,
    collisions: usize,
    time: Duration,
}

/// Where it walks: between the pillars to the foot of the stairs, up and through the door, and across the room.
const WAY: [Vector; 3] = [
    Vector::new(4.0, 0.0, 3.5),
    Vector::new(4.0, 0.0, -4.0),
    Vector::new(6.6, 0.0, -5.6),
];

/// What walks.
fn capsule() -> Capsule {
    Capsule::new_y(0.6, 0.3)
}

/// Walks ten seconds: across the yard into the house, falling onto the ground first.
fn walk(world: &World, dispatcher: &dyn QueryDispatcher) -> Walk {
    let (bodies, colliders) = (&world.bodies, &world.colliders);
    let queries =
        world
            .broad_phase
            .as_query_pipeline(dispatcher, bodies, colliders, QueryFilter::default());
    let controller = KinematicCharacterController {
        offset: CharacterLength::Absolute(0.01),
        autostep: Some(CharacterAutostep {
            max_height: CharacterLength::Absolute(0.4),
            min_width: CharacterLength::Absolute(0.2),
            include_dynamic_bodies: false,
        }),
        ..KinematicCharacterController::default()
    };
    let capsule = capsule();
    let mut at = Vector::new(-5.3, 3.6, 13.0);
    let mut ahead = WAY.iter().peekable();
    let mut result = Walk {
        path: vec![at],
        collisions: 0,
        time: Duration::ZERO,
    };
    let mut fall = 0.0;
    for _ in 0..600 {
        let level = |goal: &Vector| Vector::new(goal.x - at.x, 0.0, goal.z - at.z);
        // A goal that is nearer than two steps is behind.
        ahead.next_if(|goal| level(goal).length() < 6.0 * STEP);
        let toward = ahead.peek().map_or(Vector::ZERO, |goal| level(goal));
        fall -= 9.81 * STEP;
        let mut wish = toward.normalize_or_zero() * 3.0 * STEP;
        wish.y = fall * STEP;
        let pose = Pose::from_translation(at);
        let start = Instant::now();
        let moved = controller.move_shape(STEP, &queries, &capsule, &pose, wish, |_| {
            result.collisions += 1
        });
        result.time += start.elapsed();
        if moved.grounded {
            fall = 0.0;
        }
        at += moved.translation;
        result.path.push(at);
    }
    result
}

/// Casts the capsule from each place of a path, a metre down and in eight directions, by both: the hits of both, those of one alone, and
/// by how much the ways until they differ at most.
fn compare(world: &World, path: &[Vector]) -> (usize, usize, f32) {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let swept = swept_parry::dispatcher();
    let dispatchers: [&dyn QueryDispatcher; 2] = [&DefaultQueryDispatcher, &swept];
    let (mut hits, mut alone, mut most) = (0, 0, 0.0_f32);
    for at in path {
        let pose = Pose::from_translation(*at);
        let around = (0..8).map(|i| {
            let angle = i as f32 * std::f32::consts::FRAC_PI_4;
            Vector::new(angle.cos(), -0.25, angle.sin())
        });
        for way in around.chain([-Vector::Y]) {
            let found = dispatchers.map(|dispatcher| {
                let queries = world.broad_phase.as_query_pipeline(
                    dispatcher,
                    &world.bodies,
                    &world.colliders,
                    QueryFilter::default(),
                );
                let hit = queries.cast_shape(&pose, way, &capsule(), options);
                hit.map(|(_, hit)| hit.time_of_impact * way.length())
            });
            match found {
                [Some(a), Some(b)] => {
                    hits += 1;
                    most = most.max((a - b).abs());
                }
                [None, None] => {}
                _ => alone += 1,
            }
        }
    }
    (hits, alone, most)
}

fn main() -> Result<(), Box<dyn Error>> {
    let world = World::new()?;
    let before = walk(&world, &DefaultQueryDispatcher);
    let after = walk(&world, &swept_parry::dispatcher());
    println!("second  parry's casts              swept's casts");
    for second in 0..=10 {
        let [a, b] = [&before, &after].map(|walk| walk.path[second * 60]);
        println!(
            "{second:6}  {:7.3} {:7.3} {:7.3}    {:7.3} {:7.3} {:7.3}",
            a.x, a.y, a.z, b.x, b.y, b.z
        );
    }
    for (name, walk) in [("parry", &before), ("swept", &after)] {
        let per_step = walk.time.as_secs_f64() / 600.0 * 1e6;
        println!(
            "{name}: {} collisions, {per_step:.1} µs per step",
            walk.collisions
        );
    }
    let (hits, alone, most) = compare(&world, &before.path);
    println!(
        "the same casts: {hits} hits of both, {alone} of one alone; at most {most:.1e} m apart"
    );
    Ok(())
}
