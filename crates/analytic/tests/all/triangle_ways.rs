//! Two independent ways to cast a sphere at a triangle, against each other.

use crate::check::{Core, direction, polygon, sweep};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;
use swept_analytic::sphere::{Sphere, against_triangle, triangle_by_features};

fn fraction(answer: Answer) -> f64 {
    match answer {
        Answer::Hit(hit) => hit.fraction,
        Answer::Miss(_) => f64::INFINITY,
        Answer::Overlap(_) => 0.0,
    }
}

/// Feature by feature, a sphere meets the triangle no earlier than a slightly larger one and no later than a slightly
/// smaller one meets the rounded triangle.
#[test]
fn features_and_the_minkowski_sum_agree() {
    let (mut hits, mut misses) = (0, 0);
    for index in 0..20_000u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(77 << 32 | index);
        let corners = polygon(&mut rng, 3);
        let mut case = sweep(&mut rng, Core::Polygon(corners.clone()), false);
        if rng.random_range(0..4) == 0 {
            // In the plane of the triangle, or along its first edge.
            let e = corners[1] - corners[0];
            case.d = if rng.random_range(0..2) == 0 {
                e * 3.0
            } else {
                e + (corners[2] - corners[0])
            };
            case.a = corners[0] - case.d * 0.5 + direction(&mut rng);
        }
        let corners: [_; 3] = corners.try_into().unwrap();
        let of = |radius| Sphere {
            centre: case.a,
            radius,
        };
        let r = case.radius;
        let exact = against_triangle(&of(r), &case.d, &corners);
        if r < 1e-3 || matches!(exact, Answer::Overlap(_)) || case.separation(case.d * 0.0) < 1e-9 {
            continue;
        }
        let extent = (corners[1] - corners[0])
            .norm()
            .max((corners[2] - corners[0]).norm());
        let scale = 2.0 * (extent + r);
        let e = 32.0 * f64::EPSILON * scale * (scale / r);
        let (early, late) = (
            fraction(against_triangle(&of(r + e), &case.d, &corners)),
            fraction(against_triangle(&of(r - e), &case.d, &corners)),
        );
        let found =
            triangle_by_features(&of(r), &case.d, &corners).map_or(f64::INFINITY, |c| c.fraction);
        let ulps = 4.0 * f64::EPSILON;
        assert!(found >= early - ulps, "{found} before {early}: {case:?}");
        assert!(found <= late + ulps, "{found} after {late}: {case:?}");
        if found.is_finite() {
            hits += 1
        } else {
            misses += 1
        }
    }
    assert!(hits > 2_000 && misses > 2_000, "{hits} {misses}");
}
