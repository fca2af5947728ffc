//! Counts the support evaluations that each method takes for a hit: the last rows of the first table in `docs/methods.md`.
//!
//! `cargo run --release -p swept-tests --example support_counts [CASTS]`. Random casts in `f64`, as many of each kind of cores as are asked
//! for (40,000), over all ordered pairs of bounded shapes of that kind in turn. The last check of an answer is included.

use std::error::Error;
use swept::{CastOptions, Method, Placed, Support, Sweep};
use swept_tests::{Kind, Opaque, pair};

const SEED: u64 = 11;

/// Of these shapes nothing but support points is known.
fn hidden<'a, A: Support, B: Support>(
    sweep: &'a Sweep<f64, A, B>,
) -> Result<Sweep<f64, Opaque<'a>, Opaque<'a>>, Box<dyn Error>> {
    let (moving, fixed) = (sweep.moving(), sweep.fixed());
    let moving = Placed::new(Opaque(moving.shape()), moving.pose())?;
    let fixed = Placed::new(Opaque(fixed.shape()), fixed.pose())?;
    Ok(Sweep::new(moving, *sweep.displacement(), fixed)?)
}

/// The supports of each hit by this method, in order.
fn supports(
    pairs: &[(Kind, Kind)],
    casts: u64,
    method: Method,
    hide: bool,
) -> Result<Vec<u32>, Box<dyn Error>> {
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let mut supports = Vec::new();
    for (index, (moving, fixed)) in (0..casts).zip(pairs.iter().cycle()) {
        let sweep = pair(*moving, *fixed, SEED, index).sweep::<f64>();
        let certified = if hide {
            hidden(&sweep)?.as_dyn().cast_certified(&options)
        } else {
            sweep.as_dyn().cast_certified(&options)
        };
        if certified.outcome.hit().is_some() {
            supports.push(certified.steps);
        }
    }
    supports.sort_unstable();
    Ok(supports)
}

fn main() -> Result<(), Box<dyn Error>> {
    let casts = std::env::args().nth(1).map_or(Ok(40_000), |n| n.parse())?;
    // Rounded shapes have cores of any kind, and go with the polytopes, of which most of them are.
    let is_curved = |kind| matches!(kind, Kind::Cylinder | Kind::Cone | Kind::Ellipsoid);
    let bounded = || Kind::pairs().filter(|(_, fixed)| *fixed != Kind::HalfSpace);
    let (curved, polytopes): (Vec<_>, Vec<_>) =
        bounded().partition(|(a, b)| is_curved(*a) || is_curved(*b));
    for (name, pairs, hide) in [
        ("polytope cores, and rounded shapes", &polytopes, false),
        ("curved cores by support points alone", &curved, true),
        ("curved cores whose generators are known", &curved, false),
    ] {
        println!("{name}");
        for method in Method::ALL {
            let supports = supports(pairs, casts, method, hide)?;
            let hits = supports.len();
            let total: u64 = supports.iter().copied().map(u64::from).sum();
            let most = supports
                .get(hits * 99 / 100)
                .ok_or("too few casts to hit")?;
            let mean = total as f64 / hits as f64;
            println!(
                "  {:24} mean {mean:5.1}, 99th percentile {most:3}, of {hits} hits",
                method.name()
            );
        }
    }
    Ok(())
}
