//! Before and after: the same casts by parry and by the drop-in, of which the second is the first with another `use` line.
//!
//! The casts are those of parry's public threads 193, 414 and 429, and of a ball that slides along a box.
//!
//! `cargo run -p swept-parry --example parry_drop_in`

use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastHit, ShapeCastOptions, Unsupported};
use parry3d::shape::{Ball, Capsule, Cuboid, Cylinder, Shape};

/// A cast, and what is true of it.
struct Case {
    name: &'static str,
    moving: (Pose, Box<dyn Shape>),
    velocity: Vector,
    fixed: (Pose, Box<dyn Shape>),
    truth: &'static str,
}

fn before(case: &Case) -> Result<Option<ShapeCastHit>, Unsupported> {
    use parry3d::query::cast_shapes;
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let ((pos1, g1), (pos2, g2)) = (&case.moving, &case.fixed);
    cast_shapes(
        pos1,
        case.velocity,
        &**g1,
        pos2,
        Vector::ZERO,
        &**g2,
        options,
    )
}

fn after(case: &Case) -> Result<Option<ShapeCastHit>, Unsupported> {
    use swept_parry::query::cast_shapes;
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let ((pos1, g1), (pos2, g2)) = (&case.moving, &case.fixed);
    cast_shapes(
        pos1,
        case.velocity,
        &**g1,
        pos2,
        Vector::ZERO,
        &**g2,
        options,
    )
}

fn cases() -> Vec<Case> {
    let at = |x, y, z| Pose::translation(x, y, z);
    let mut cases = vec![
        Case {
            name: "193: a capsule at a shallow angle to a wall",
            moving: (at(-2.0, 0.25, 0.8), Box::new(Capsule::new_y(0.5, 0.3))),
            velocity: Vector::new(4.0, 0.0, -0.75),
            fixed: (
                Pose::IDENTITY,
                Box::new(Cuboid::new(Vector::new(5.0, 2.5, 0.05))),
            ),
            truth: "time 0.6, normal (0, 0, 1)",
        },
        Case {
            name: "193: a capsule 2⁻¹⁴ deep in a face",
            moving: (
                at(0.125, 1.749_939, -0.25),
                Box::new(Capsule::new_y(0.5, 0.25)),
            ),
            velocity: Vector::new(0.5, -0.125, 0.25),
            fixed: (
                Pose::IDENTITY,
                Box::new(Cuboid::new(Vector::new(2.0, 1.0, 2.0))),
            ),
            truth: "overlap, normal (0, 1, 0)",
        },
        Case {
            name: "414: a cylinder falls on a ground of 10,000",
            moving: (
                at(1234.5, 2.343, -3210.25),
                Box::new(Cylinder::new(0.9, 0.35)),
            ),
            velocity: -Vector::Y,
            fixed: (
                Pose::IDENTITY,
                Box::new(Cuboid::new(Vector::new(5000.0, 0.5, 5000.0))),
            ),
            truth: "time 0.943, normal (0, 1, 0)",
        },
        Case {
            name: "a ball slides along a box",
            moving: (at(0.3, 1.5, 0.1), Box::new(Ball::new(0.5))),
            velocity: Vector::X,
            fixed: (
                Pose::IDENTITY,
                Box::new(Cuboid::new(Vector::new(4.0, 1.0, 4.0))),
            ),
            truth: "no hit: it touches and never comes nearer",
        },
    ];
    for half in [5.0, 50.0, 500.0] {
        cases.push(Case {
            name: "429: a ball falls on boxes of half side 5, 50 and 500",
            moving: (at(-3.3, half + 3.25, 4.07), Box::new(Ball::new(0.5166))),
            velocity: Vector::Y * -8.0,
            fixed: (Pose::IDENTITY, Box::new(Cuboid::new(Vector::splat(half)))),
            truth: "time 0.341675, normal (0, 1, 0)",
        });
    }
    cases
}

fn describe(answer: Result<Option<ShapeCastHit>, Unsupported>) -> String {
    match answer {
        Err(error) => error.to_string(),
        Ok(None) => "no hit".into(),
        Ok(Some(hit)) => {
            let n = hit.normal2;
            format!(
                "time {:.7}, normal ({:.5}, {:.5}, {:.5}), {:?}",
                hit.time_of_impact, n.x, n.y, n.z, hit.status
            )
        }
    }
}

fn main() {
    for case in cases() {
        println!("{}\n  truth   {}", case.name, case.truth);
        println!("  before  {}", describe(before(&case)));
        println!("  after   {}\n", describe(after(&case)));
    }
}
