//! The four outcomes of a cast, on a box that falls on a floor, passes over it, is stuck in it, and is
//! given up on too early.
//!
//! `cargo run -p swept --example four_outcomes`

use std::error::Error;
use swept::Method;
use swept::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let cube = Cuboid::new([0.5, 0.5, 0.5])?;
    let floor = Cuboid::new([50.0, 1.0, 50.0])?;
    let ordinary = CastOptions::default();
    let few_steps = CastOptions {
        method: Method::Portal,
        max_steps: 1,
        ..ordinary
    };
    let casts = [
        ("falls", ordinary, [0.0, 5.0, 0.0], [0.0, -10.0, 0.0]),
        ("passes", ordinary, [0.0, 5.0, 0.0], [20.0, 0.0, 0.0]),
        ("stuck", ordinary, [0.0, 1.25, 0.0], [0.0, -10.0, 0.0]),
        ("one step", few_steps, [0.3, 5.0, 0.2], [1.0, -10.0, 2.0]),
    ];
    for (name, options, from, displacement) in casts {
        let moving = Placed::new(&cube, from)?;
        let fixed = Placed::new(&floor, [0.0, 0.0, 0.0])?;
        let sweep = Sweep::new(moving, displacement, fixed)?;
        let certified = sweep.cast_certified(&options);
        println!("{name}: {}", describe(&certified.outcome));
        let proven = certified.certificate.verify(&sweep)?;
        println!(
            "  checked: no contact before {}, gap {}",
            proven.lower, proven.gap
        );
    }
    Ok(())
}

fn describe(outcome: &Outcome<f64>) -> String {
    match outcome {
        Outcome::Hit(hit) => format!(
            "hit between {} and {} of the way, normal {:?}, at {}",
            hit.fraction,
            hit.fraction_upper,
            hit.normal.as_slice(),
            hit.point_fixed
        ),
        Outcome::Miss(miss) => format!(
            "miss, {} of room along {:?} all the way",
            miss.gap,
            miss.axis.as_slice()
        ),
        Outcome::Overlap(overlap) => format!(
            "overlap, {} deep along {:?}; in contact from {} to {}",
            overlap.depth,
            overlap.normal.as_slice(),
            overlap.entry,
            overlap.exit
        ),
        Outcome::Unresolved(unresolved) => {
            format!("unresolved, safe up to {}", unresolved.safe_fraction)
        }
    }
}
