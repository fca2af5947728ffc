//! Facets whose normals are products of edges that are all but parallel, with digits that a plain product rounds away.

use super::polyhedra::differences;
use super::rational::{Exact, V, cross, q, to_f64};
use super::{check, points};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;
use swept_analytic::boxes::*;
use swept_analytic::polyhedron::*;

/// Coordinates are whole numbers up to this, whose products have 60 digits.
const FAR: i64 = 1 << 30;

fn vector(rng: &mut ChaCha8Rng, reach: i64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| rng.random_range(-reach..=reach) as f64)
}

fn whole(v: &Vector3<f64>) -> V {
    core::array::from_fn(|i| q(v[i].round() as i128, 1))
}

/// A roof along ±`ridge`, with four corners below it: `down` from there.
fn roof(rng: &mut ChaCha8Rng, ridge: &Vector3<f64>, wide: &Vector3<f64>, down: f64) -> Vec<V> {
    let up = wide.cross(ridge).normalize() * FAR as f64;
    let mut corners = vec![whole(ridge), whole(&-ridge)];
    for (along, aside) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let low = up * (down * rng.random_range(0.5..1.0));
        corners.push(whole(&(ridge * along + wide * aside - low)));
    }
    corners
}

/// Holds a depth to the error that is stated, 20u of the largest coordinates' sum.
fn depth_within(what: &str, exact: &Exact, answer: &Answer) {
    if let Answer::Overlap(overlap) = answer {
        let (moving, fixed) = (exact.moving(), exact.fixed());
        let largest = |points: &[Vector3<f64>]| {
            let seen = points.iter().map(|x| (x - fixed[0]).abs());
            seen.fold(Vector3::zeros(), |a: Vector3<f64>, x| a.sup(&x))
                .sum()
        };
        let most = 10.0 * f64::EPSILON * (largest(&moving) + largest(&fixed));
        let off = (overlap.depth - exact.depth()).abs();
        assert!(
            off <= most,
            "{what}: {overlap:?} is off by {off:e} of {most:e}"
        );
    }
}

#[test]
fn roofs_whose_ridges_are_all_but_parallel() {
    let mut rng = ChaCha8Rng::seed_from_u64(27);
    let mut overlaps = 0;
    for cast in 0..300 {
        let ridge = vector(&mut rng, FAR);
        let off = 1 << rng.random_range(0..28);
        let other = ridge + vector(&mut rng, off);
        let wide = ridge.cross(&vector(&mut rng, FAR)).normalize() * FAR as f64;
        let up = wide.cross(&ridge).normalize() * FAR as f64;
        // The other one upside down, far above the first or within it: by less than the strip is wide, mostly, that the ridges span.
        let sunk = if rng.random_bool(0.7) {
            -f64::powi(0.5, rng.random_range(7..27))
        } else {
            rng.random_range(0.5..2.0)
        };
        let at = whole(&(ridge * rng.random_range(-0.7..0.7) + up * sunk));
        let fixed = roof(&mut rng, &ridge, &wide, 1.0);
        let moving: Vec<V> = roof(&mut rng, &other, &wide, -1.0)
            .iter()
            .map(|x| core::array::from_fn(|i| x[i] + at[i]))
            .collect();
        let displacement = whole(&(up * -2.5 + vector(&mut rng, FAR / 64)));
        let d = to_f64(&displacement);
        let hull = |corners: &[V]| Polyhedron::hull(&points(corners)).expect("points");
        let (a, b) = (hull(&moving), hull(&fixed));
        let edges = [differences(&fixed), differences(&moving)].concat();
        let axes = (edges.iter().enumerate())
            .flat_map(|(k, a)| edges[k + 1..].iter().map(move |b| cross(a, b)))
            .collect();
        let exact = Exact {
            moving,
            displacement,
            fixed,
            axes,
        };
        let what = format!("roofs {cast}");
        let answer = polyhedron_polyhedron(&a, &d, &b);
        overlaps += usize::from(matches!(answer, Answer::Overlap(_)));
        depth_within(&what, &exact, &answer);
        let bracket = polyhedron_polyhedron_bracket(&a, &d, &b, 0.0);
        check(&what, &exact, &answer, &bracket, d.norm());
    }
    assert!(overlaps > 150, "{overlaps} overlaps");
}

#[test]
fn needles_against_boxes() {
    let mut rng = ChaCha8Rng::seed_from_u64(28);
    let units: [V; 3] = core::array::from_fn(|i| core::array::from_fn(|j| q((i == j).into(), 1)));
    for cast in 0..400 {
        let (from, to) = (vector(&mut rng, FAR), vector(&mut rng, FAR));
        let off = 1 << rng.random_range(0..30);
        let beside = vector(&mut rng, off);
        let on = from + (to - from) * rng.random_range(0.0..1.0) + beside;
        let triangle = [whole(&from), whole(&to), whole(&on)];
        // A box near a point of the needle, above it by up to its own size.
        let half = vector(&mut rng, FAR / 4).abs();
        let middle = from + (on - from) * rng.random_range(0.0..1.0) + vector(&mut rng, FAR / 2);
        let corner = |bits: i32| {
            let side = |i: i32| if bits >> i & 1 == 1 { 1.0 } else { -1.0 };
            whole(
                &(middle.map(f64::round)
                    + Vector3::new(side(0), side(1), side(2)).component_mul(&half)),
            )
        };
        let cuboid = Cuboid {
            half_extents: half,
            pose: Isometry3::from(middle.map(f64::round)),
        };
        let displacement = whole(&((from - middle) * 2.0 + vector(&mut rng, FAR / 4)));
        let d = to_f64(&displacement);
        let edges = differences(&triangle);
        let all = [units.to_vec(), edges].concat();
        let mut axes = units.to_vec();
        for (k, a) in all.iter().enumerate() {
            axes.extend(all[k + 1..].iter().map(|b| cross(a, b)));
        }
        let exact = Exact {
            moving: (0..8).map(corner).collect(),
            displacement,
            fixed: triangle.to_vec(),
            axes,
        };
        let [a, b, c] = points(&triangle)[..] else {
            continue;
        };
        let what = format!("needle {cast}");
        let answer = box_triangle(&cuboid, &d, &[a, b, c]);
        let bracket = box_triangle_bracket(&cuboid, &d, &[a, b, c], 0.0);
        check(&what, &exact, &answer, &bracket, d.norm());
    }
}
