//! The plane solver against all active sets, tried one by one with their multipliers.

use crate::common::vector;
use crate::environment::from_environment;
use nalgebra::{Unit, Vector3};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use swept_slide::plane::solve;

/// Sets of planes tried. `SWEPT_PLANES` asks for more.
fn sets() -> usize {
    from_environment("SWEPT_PLANES", 20_000) as usize
}

/// All that meets the conditions of the optimum up to `NEARLY`, with how far it is from meeting them: x = v + Σ λᵢ nᵢ,
/// λ ≥ 0, n·x ≥ 0, and of each set of at most three normals the multipliers that make x keep to them. Multipliers are
/// scaled to components of v, so that they are lengths whatever the angle between the normals.
fn brute_force(v: &Vector3<f64>, n: &[Vector3<f64>]) -> Vec<(f64, Vector3<f64>)> {
    let mut found = Vec::new();
    let mut consider = |x: Vector3<f64>, multipliers: &[f64]| {
        let into = n.iter().map(|m| -m.dot(&x));
        let all = into.chain(multipliers.iter().map(|l| -l));
        let worst = all.fold(0.0, f64::max);
        if worst < NEARLY {
            found.push((worst, x));
        }
    };
    consider(*v, &[]);
    for (i, a) in n.iter().enumerate() {
        let l = -a.dot(v);
        consider(v + a * (l / a.norm_squared()), &[l]);
        for (j, b) in n.iter().enumerate().skip(i + 1) {
            let Some(c) = crease(a, b) else { continue };
            // In the plane across the crease, a turned by a right angle toward b is the direction in which λ_b grows.
            let toward = |a: &Vector3<f64>, b: &Vector3<f64>| {
                let across = c.cross(a);
                across * across.dot(&beside(b, a)).signum()
            };
            let multipliers = [-toward(b, a).dot(v), -toward(a, b).dot(v)];
            consider(c * c.dot(v), &multipliers);
            for d in &n[j + 1..] {
                let rays = [(a, b, d), (b, d, a), (d, a, b)];
                let inward = rays.map(|(a, b, d)| {
                    let c = crease(a, b)?;
                    Some(-(c * c.dot(d).signum()).dot(v))
                });
                if let [Some(a), Some(b), Some(c)] = inward {
                    consider(Vector3::zeros(), &[a, b, c]);
                }
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

/// `b` less its nearer one of `a` and −a: exact for vectors near each other.
fn beside(b: &Vector3<f64>, a: &Vector3<f64>) -> Vector3<f64> {
    if a.dot(b) > 0.0 { b - a } else { b + a }
}

/// The smallest sine between two normals, times that between one and the crease of two, of those that are not 0 up to
/// rounding: what planes are kept by, 16 units of roundoff, moves an optimum by as many over this.
fn sharpest(n: &[Vector3<f64>]) -> f64 {
    let see = |least: &mut f64, sine: f64| {
        if sine > 8.0 * f64::EPSILON {
            *least = least.min(sine);
        }
    };
    let (mut pairs, mut triples) = (1.0, 1.0);
    for (i, a) in n.iter().enumerate() {
        for b in &n[i + 1..] {
            see(&mut pairs, a.cross(&beside(b, a)).norm());
            if let Some(c) = crease(a, b) {
                n.iter().for_each(|d| see(&mut triples, c.dot(d).abs()));
            }
        }
    }
    pairs * triples
}

fn crease(a: &Vector3<f64>, b: &Vector3<f64>) -> Option<Vector3<f64>> {
    a.cross(&beside(b, a)).try_normalize(8.0 * f64::EPSILON)
}

/// Far above what the conditions err by, and far below what sets that are not nearly degenerate leave open.
const NEARLY: f64 = 1.0 / (1u64 << 24) as f64;

fn normals(rng: &mut ChaCha8Rng, count: usize, grid: bool) -> Vec<Unit<Vector3<f64>>> {
    let mut found: Vec<Unit<Vector3<f64>>> = Vec::new();
    for i in 0..count {
        let n = if grid {
            // The 26 directions of a cube: many of them in one plane, repeated, or opposite.
            Vector3::from_fn(|_, _| f64::from(rng.random_range(-1..=1)))
        } else if i > 0 && rng.random_bool(0.4) {
            // Near an earlier one or its opposite, down to the last place.
            let near = 10.0_f64.powf(rng.random_range(-17.0..-1.0));
            let side = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            found[rng.random_range(0..i)].into_inner() * side + vector(rng) * near
        } else {
            vector(rng)
        };
        found.push(Unit::try_new(n, 0.1).unwrap_or(Vector3::y_axis()));
    }
    found
}

#[test]
fn the_motion_is_feasible_the_nearest_and_the_same_in_any_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut ranks, mut sharp) = ([0; 4], 0);
    for case in 0..sets() {
        let count = rng.random_range(1..=6);
        let mut planes = normals(&mut rng, count, case % 2 == 0);
        let v = vector(&mut rng);
        let x = solve(v, &planes);
        for n in &planes {
            assert!(n.dot(&x) >= -32.0 * f64::EPSILON, "case {case}: into {n:?}");
        }
        // v − x is perpendicular to x: it is a projection on a cone.
        assert!((v - x).dot(&x).abs() <= 16.0 * f64::EPSILON, "case {case}");
        let raw: Vec<_> = planes.iter().map(|n| n.into_inner()).collect();
        let optima = brute_force(&v, &raw);
        let off = |(_, y): &(f64, Vector3<f64>)| (x - y).norm();
        let open = 64.0 * f64::EPSILON / sharpest(&raw);
        let apart = optima
            .iter()
            .any(|(_, y)| (y - optima[0].1).norm() > 64.0 * NEARLY);
        if apart || optima.is_empty() {
            // Nearly opposite planes, or three nearly through one line: rounding decides whether there is a way.
            let open = open.max(64.0 * NEARLY);
            assert!(optima.iter().any(|o| off(o) < open), "case {case}");
            ranks[3] += 1;
        } else {
            sharp += usize::from(open < NEARLY);
            assert!(
                off(&optima[0]) < open,
                "case {case}: {x:?} not {optima:?} of {planes:?}"
            );
            let kinds = [x == v, x.norm() > NEARLY, true];
            ranks[kinds.iter().position(|b| *b).unwrap()] += 1;
        }
        for _ in 0..3 {
            planes.shuffle(&mut rng);
            assert_eq!(solve(v, &planes), x, "case {case}");
        }
    }
    println!("free, slid, stopped, ambiguous: {ranks:?}, {sharp} to 2^-24 or better");
    assert!(sharp > sets() / 2);
    assert!(ranks[..3].iter().all(|r| *r > sets() / 50) && ranks[3] < sets() / 10);
}

#[test]
fn planes_of_f32_are_as_good_as_they_are_given() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..sets() / 10 {
        let planes: Vec<_> = normals(&mut rng, 4, false)
            .iter()
            .map(|n| Unit::new_normalize(n.into_inner().cast::<f32>()))
            .collect();
        let x = solve(vector(&mut rng).cast::<f32>(), &planes);
        for n in &planes {
            assert!(n.dot(&x) >= -8.0 * f32::EPSILON);
        }
    }
}
