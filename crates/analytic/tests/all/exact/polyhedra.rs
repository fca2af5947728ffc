//! Hulls of a few grid points, flat and straight ones among them.

use super::rational::{Exact, V, cross, minus, q, to_f64};
use super::{check, points};
use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::polyhedron::*;

const CASTS: usize = 3_000;

fn corners(rng: &mut ChaCha8Rng, shift: i64) -> Vec<V> {
    let count = rng.random_range(1..=5usize);
    let flat = rng.random_range(0..4usize);
    let mut corner = || -> V {
        core::array::from_fn(|i| {
            let x = if i == flat {
                0
            } else {
                rng.random_range(-3i64..=3)
            };
            q(
                i128::from(x) + i128::from(if i == 0 { shift } else { 0 }),
                2,
            )
        })
    };
    (0..count).map(|_| corner()).collect()
}

pub fn differences(points: &[V]) -> Vec<V> {
    let all = |(k, a): (usize, &V)| {
        points[k + 1..]
            .iter()
            .map(|b| minus(b, a))
            .collect::<Vec<_>>()
    };
    points.iter().enumerate().flat_map(all).collect()
}

#[test]
fn polyhedra_sweep_as_in_rational_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(26);
    for cast in 0..CASTS {
        let shift = rng.random_range(0..12);
        let (moving, fixed) = (corners(&mut rng, shift), corners(&mut rng, 0));
        let displacement: V = core::array::from_fn(|i| {
            let toward = if i == 0 { shift } else { 0 };
            q(i128::from(rng.random_range(-4i64..=4) - toward), 1)
        });
        // All triples' planes, and all pairs of differences: more than the facets, which is no harm.
        let units: [V; 3] =
            core::array::from_fn(|i| core::array::from_fn(|j| q(i128::from(i == j), 1)));
        let (f, m) = (differences(&fixed), differences(&moving));
        let all: Vec<&V> = units.iter().chain(&f).chain(&m).collect();
        let mut axes = units.to_vec();
        for (k, a) in all.iter().enumerate() {
            axes.extend(all[k + 1..].iter().map(|b| cross(a, b)));
        }
        let d: Vector3<f64> = to_f64(&displacement);
        let hull = |corners: &[V]| Polyhedron::hull(&points(corners)).expect("points");
        let (a, b) = (hull(&moving), hull(&fixed));
        let exact = Exact {
            moving,
            displacement,
            fixed,
            axes,
        };
        check(
            &format!("polyhedra {cast}"),
            &exact,
            &polyhedron_polyhedron(&a, &d, &b),
            &polyhedron_polyhedron_bracket(&a, &d, &b, 0.0),
            d.norm(),
        );
    }
}
