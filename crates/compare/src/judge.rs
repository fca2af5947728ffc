//! How far an answer is off.

use crate::stats::{percentile, sorted};
use crate::{Answer, Kind, Known, Scalar};
use serde::Serialize;
use swept::nalgebra::Vector3;

/// What is wrong with the answers of one caster to one workload.
///
/// The error of a hit is how far its fraction lies outside the truth's bracket, as a length: along the motion, or times
/// the cosine of the angle between motion and normal, which is by how much the shapes are apart or inside each other at
/// the answer. Lengths are given as parts of the scale L of the workload.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Errors {
    /// Casts whose truth is known.
    pub judged: usize,
    /// Casts whose outcome is not the true one: neither are they right nor unresolved. A hit whose fraction or normal is no number is
    /// no outcome.
    pub wrong: usize,
    /// Casts that the caster itself calls unresolved.
    pub unresolved: usize,
    /// The greatest error along the normal, as a part of L.
    pub most: f64,
    /// The 99th percentile of the error along the normal, as a part of L.
    pub p99: f64,
    /// `most` in units in the last place of L, in the caster's own scalar.
    pub most_ulps: f64,
    /// The greatest error along the motion, as a part of L.
    pub most_along: f64,
    /// The greatest angle between a hit's normal and that of the truth's plane, in degrees; NaN of a caster that tells no normals.
    pub most_degrees: f64,
}

/// Compares answers with the truth. `motions` are the displacements, `scale` is L.
pub(crate) fn judge(
    answers: &[Answer],
    truth: &[Known],
    motions: &[Vector3<f64>],
    scale: f64,
    scalar: Scalar,
) -> Errors {
    let mut errors = Errors::default();
    let (mut across, mut degrees) = (Vec::new(), Vec::new());
    for ((answer, known), d) in answers.iter().zip(truth).zip(motions) {
        errors.unresolved += usize::from(answer.kind == Kind::Unresolved);
        let Some(kind) = kind(known) else { continue };
        errors.judged += 1;
        if answer.kind == Kind::Hit && !has_numbers(answer) {
            errors.wrong += 1;
            continue;
        }
        errors.wrong += usize::from(answer.kind != kind && answer.kind != Kind::Unresolved);
        if let (
            Kind::Hit,
            Known::Hit {
                lower,
                upper,
                normal,
            },
        ) = (answer.kind, known)
        {
            let off = outside(answer.fraction, *lower, *upper);
            across.push(off * d.dot(normal).abs() / scale);
            errors.most_along = errors.most_along.max(off * d.norm() / scale);
            if let Some(n) = answer.normal {
                degrees.push(n.angle(normal).to_degrees());
            }
        }
    }
    if !across.is_empty() {
        errors.most_degrees = percentile(&sorted(&degrees), 1.0);
        let across = sorted(&across);
        errors.most = percentile(&across, 1.0);
        errors.p99 = percentile(&across, 0.99);
        errors.most_ulps = errors.most / scalar.epsilon();
    }
    errors
}

/// Whether a fraction and a normal are numbers, of which alone it can be told how far they are off.
fn has_numbers(answer: &Answer) -> bool {
    let normal = answer.normal.iter().flat_map(|n| n.iter());
    normal.chain([&answer.fraction]).all(|x| x.is_finite())
}

/// How far `x` lies outside of an interval.
fn outside(x: f64, lower: f64, upper: f64) -> f64 {
    (lower - x).max(x - upper).max(0.0)
}

/// The true outcome, where it is known.
pub(crate) fn kind(known: &Known) -> Option<Kind> {
    match known {
        Known::Hit { .. } => Some(Kind::Hit),
        Known::Miss => Some(Kind::Miss),
        Known::Overlap => Some(Kind::Overlap),
        Known::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(kind: Kind, fraction: f64) -> Answer {
        let normal = (kind == Kind::Hit).then(Vector3::y);
        Answer {
            kind,
            fraction,
            normal,
            work: None,
        }
    }

    /// A motion of 10 along (3, −4) / 5 at a floor that it meets between a quarter and a half of the way.
    fn judged(answers: &[Answer]) -> Errors {
        let known = Known::Hit {
            lower: 0.25,
            upper: 0.5,
            normal: Vector3::y(),
        };
        let truth = [known, known, Known::Miss, Known::Nothing];
        let motions = [Vector3::new(6.0, -8.0, 0.0); 4];
        judge(answers, &truth, &motions, 2.0, Scalar::F32)
    }

    #[test]
    fn inside_the_bracket_nothing_is_wrong() {
        let right = answer(Kind::Hit, 0.25);
        let errors = judged(&[
            right,
            answer(Kind::Hit, 0.5),
            answer(Kind::Miss, 1.0),
            right,
        ]);
        assert_eq!((errors.judged, errors.wrong, errors.unresolved), (3, 0, 0));
        assert_eq!(
            (errors.most, errors.most_ulps, errors.most_degrees),
            (0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn an_eighth_of_the_way_early_is_an_eighth_of_the_closing_speed() {
        let errors = judged(&[answer(Kind::Hit, 0.125), answer(Kind::Hit, 0.3)]);
        assert_eq!(errors.most, 0.125 * 8.0 / 2.0);
        assert_eq!(errors.most_along, 0.125 * 10.0 / 2.0);
        assert_eq!(errors.most_ulps, 0.5 * f64::from(1u32 << 23));
    }

    #[test]
    fn wrong_outcomes_count_and_unresolved_ones_are_told_apart() {
        let errors = judged(&[
            answer(Kind::Miss, 1.0),
            answer(Kind::Unresolved, 0.0),
            answer(Kind::Hit, 0.5),
            answer(Kind::Unresolved, 0.0),
        ]);
        assert_eq!((errors.judged, errors.wrong, errors.unresolved), (3, 2, 2));
    }

    #[test]
    fn a_hit_without_numbers_is_wrong() {
        let nowhere = Answer {
            normal: Some(Vector3::new(0.0, f64::NAN, 0.0)),
            ..answer(Kind::Hit, 0.3)
        };
        let errors = judged(&[nowhere, answer(Kind::Hit, f64::NAN)]);
        assert_eq!((errors.judged, errors.wrong), (2, 2));
        assert_eq!((errors.most, errors.most_degrees), (0.0, 0.0));
    }

    #[test]
    fn a_normal_to_the_side_is_90_degrees_off() {
        let sideways = Answer {
            normal: Some(Vector3::x()),
            ..answer(Kind::Hit, 0.3)
        };
        assert!((judged(&[sideways]).most_degrees - 90.0).abs() < 1e-12);
    }
}
