//! The slab sweeps against the same sweeps in rational numbers, on grid inputs and rational rotations.
//!
//! The rational sweep projects all corners onto all axes, in world space; it shares no formula with the library.

mod boxes;
mod polyhedra;
mod rational;
mod rays;
mod slim;

use nalgebra::{Point3, Vector3};
use rational::{Exact, to_f64};
use swept_analytic::{Answer, Bracket};

/// Compares an answer and its bracket with the exact interval of contact. `slack` is the error that the library states,
/// as a length.
fn check(what: &str, exact: &Exact, answer: &Answer, bracket: &Bracket, speed: f64) {
    let error = 4.0 * bracket.error;
    match (exact.interval(), answer) {
        (Some((entry, exit)), _) if entry < 0.0 && exit > 0.0 => match answer {
            Answer::Overlap(overlap) => {
                assert!((overlap.depth - exact.depth()).abs() <= error, "{what}")
            }
            _ => assert!(exact.depth() <= error, "{what}: {answer:?}"),
        },
        (Some((entry, _)), Answer::Hit(hit)) => {
            let closing = -to_f64(&exact.displacement).dot(&hit.normal);
            assert!(
                (hit.fraction - entry).abs() * closing <= error + 4.0 * f64::EPSILON * speed,
                "{what}: {answer:?} {entry}"
            );
            assert!(
                bracket.lower <= entry + 0.5 * f64::EPSILON,
                "{what}: {bracket:?} {entry}"
            );
            assert!(
                bracket.upper + 0.5 * f64::EPSILON >= entry,
                "{what}: {bracket:?} {entry}"
            );
            let point = hit.point.coords;
            let shift = to_f64(&exact.displacement) * hit.fraction;
            for (axis, [low, high], [from, to]) in exact.ranges() {
                let here = axis.dot(&point);
                assert!(
                    low - error <= here && here <= high + error,
                    "{what}: {hit:?} off the fixed shape"
                );
                let along = axis.dot(&shift);
                assert!(
                    from + along - error <= here && here <= to + along + error,
                    "{what}: {hit:?} off the moving shape"
                );
            }
        }
        (None, Answer::Miss(miss)) => {
            assert!(bracket.upper.is_infinite(), "{what}: {bracket:?}");
            let n = miss.axis.into_inner();
            let low = |points: &[Vector3<f64>]| {
                points
                    .iter()
                    .map(|x| n.dot(x))
                    .fold(f64::INFINITY, f64::min)
            };
            let high = |points: &[Vector3<f64>]| {
                points
                    .iter()
                    .map(|x| n.dot(x))
                    .fold(f64::NEG_INFINITY, f64::max)
            };
            let motion = n.dot(&to_f64(&exact.displacement)).min(0.0);
            let room = low(&exact.moving()) + motion - high(&exact.fixed());
            assert!(room >= -error, "{what}: {miss:?} leaves {room}");
        }
        // Contact that is no more than touching: sliding, or a graze.
        (Some((entry, exit)), Answer::Miss(_)) => {
            let touches = exact.touches_only()
                || entry == exit
                || entry == 0.0
                || exit == 0.0
                || entry == 1.0;
            assert!(touches, "{what}: {answer:?} {entry} {exit}");
        }
        (None, Answer::Hit(_)) => assert!(
            bracket.upper.is_infinite() && exact.nearly(error),
            "{what}: {answer:?}"
        ),
        (exact, answer) => panic!("{what}: {exact:?} {answer:?}"),
    }
}

fn points(corners: &[rational::V]) -> Vec<Point3<f64>> {
    corners.iter().map(|x| Point3::from(to_f64(x))).collect()
}
