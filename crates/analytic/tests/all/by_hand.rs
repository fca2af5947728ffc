//! Sweeps whose numbers can be followed by hand, the rows of the contract, and degenerate input.

mod contract;
mod sweeps;

use crate::check::{P, V, p, v};
use crate::common::{hit, overlap};
use nalgebra::{Isometry3, Unit, UnitQuaternion};
use swept_analytic::Answer;
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::sphere::{self, Sphere};

/// 32u of sizes and distances of up to 20.
const E: f64 = 16.0 * f64::EPSILON * 20.0;

const TRIANGLE: [P; 3] = [
    P::new(0.0, 0.0, 0.0),
    P::new(4.0, 0.0, 0.0),
    P::new(0.0, 4.0, 0.0),
];

fn ball(centre: P, radius: f64) -> Sphere {
    Sphere { centre, radius }
}

fn stick(a: P, b: P, radius: f64) -> Capsule {
    Capsule { a, b, radius }
}

fn is_miss(answer: Answer) -> bool {
    matches!(answer, Answer::Miss(_))
}

fn assert_hit(answer: Answer, fraction: f64, point: P, normal: V) {
    let h = hit(answer);
    assert!((h.fraction - fraction).abs() < E, "{h:?}");
    assert!((h.point - point).norm() < E, "{h:?}");
    assert!((h.normal.into_inner() - normal).norm() < E, "{h:?}");
}
