//! What it means for a closed form and a method to agree.

use nalgebra::Vector3;
use std::fmt;
use swept::{CastOptions, Method, Outcome, Shape, Sweep};
use swept_analytic::Answer;
use swept_tests::Obstacle;

/// The methods that are held against the closed forms.
pub const METHODS: [Method; 4] = [
    Method::Portal,
    Method::ConservativeAdvancement,
    Method::SweptMpr,
    Method::GjkRayCast,
];

/// A cast and both sides' errors.
pub struct Cast {
    /// The sweep that the methods solve.
    pub sweep: Sweep<f64, Shape<f64>, Shape<f64>>,
    /// The closed form's answer, in world space.
    pub answer: Answer,
    /// The error that it states, as a length.
    pub error: f64,
    /// The error of a miss's plane, as a length.
    pub plane_error: f64,
}

/// How often which outcomes came out.
#[derive(Default)]
pub struct Counts {
    pub hits: u64,
    pub misses: u64,
    pub overlaps: u64,
    /// Outcomes of different kinds, with less between them than the errors.
    pub ambiguous: u64,
    /// Casts that a method left open.
    pub unresolved: u64,
    /// The largest difference of two hits, as a part of the errors.
    pub worst: f64,
    pub wrong: Vec<String>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            hits,
            misses,
            overlaps,
            ambiguous,
            unresolved,
            worst,
            wrong,
        } = self;
        write!(
            f,
            "{hits} hits, {misses} misses, {overlaps} overlaps, {ambiguous} ambiguous, {unresolved} unresolved, {} wrong; \
             hits differ by up to {worst:.3} of the errors",
            wrong.len()
        )
    }
}

impl Counts {
    /// Compares the cast by each method with the closed form.
    pub fn count(&mut self, cast: &Cast, case: impl Fn() -> String) {
        let obstacle = Obstacle::new(&cast.sweep);
        let d = obstacle.motion;
        if let Answer::Miss(miss) = &cast.answer
            && obstacle.room(&miss.axis) < -cast.plane_error
        {
            self.wrong.push(format!(
                "no plane: {:e}, {:?} {}",
                obstacle.room(&miss.axis),
                cast.answer,
                case()
            ));
        }
        for method in METHODS {
            let certified = cast.sweep.cast_certified(&CastOptions {
                method,
                ..CastOptions::default()
            });
            // The dilation up to which the method's answer is proven.
            let error = cast.error + certified.certificate.tolerance;
            let outcome = certified.outcome;
            // What lies between the two answers, as a length.
            let between = match (&cast.answer, &outcome) {
                (Answer::Hit(a), Outcome::Hit(b)) => {
                    self.hits += 1;
                    let along = |n: &Vector3<f64>| n.dot(&d).abs();
                    // The plane of the later hit shows that the earlier is not as early.
                    let apart = if a.fraction > b.fraction_upper {
                        (a.fraction - b.fraction_upper) * along(&a.normal)
                    } else {
                        (b.fraction - a.fraction).max(0.0) * along(&b.normal)
                    };
                    self.worst = self.worst.max(apart / error);
                    apart
                }
                (Answer::Miss(_), Outcome::Miss(_)) => {
                    self.misses += 1;
                    0.0
                }
                (Answer::Overlap(a), Outcome::Overlap(b)) => {
                    self.overlaps += 1;
                    (a.depth - b.depth).max(b.depth_lower - a.depth)
                }
                (Answer::Hit(_), Outcome::Miss(b)) => self.ambiguous(b.gap),
                (Answer::Miss(a), Outcome::Hit(_)) => self.ambiguous(obstacle.room(&a.axis)),
                // Overlapping a little or touching: a hit or a miss that begins in contact.
                (Answer::Overlap(a), Outcome::Hit(_) | Outcome::Miss(_)) => self.ambiguous(a.depth),
                (_, Outcome::Overlap(b)) => self.ambiguous(b.depth_lower),
                // Nothing is claimed beyond the safe fraction.
                (Answer::Hit(a), Outcome::Unresolved(b)) => {
                    self.unresolved += 1;
                    (b.safe_fraction - a.fraction) * a.normal.dot(&d).abs()
                }
                (Answer::Miss(_), Outcome::Unresolved(_)) => {
                    self.unresolved += 1;
                    0.0
                }
                _ => f64::INFINITY,
            };
            if between > error {
                self.wrong.push(format!(
                    "{}: {between:e} > {error:e}, {:?} {outcome:?} {}",
                    method.name(),
                    cast.answer,
                    case()
                ));
            }
        }
    }

    fn ambiguous(&mut self, between: f64) -> f64 {
        self.ambiguous += 1;
        between
    }

    /// Prints the counts; fails if anything was wrong or a kind of outcome did not come up.
    #[track_caller]
    pub fn report(&self, pair: &str) {
        println!("{pair}: {self}");
        let first = &self.wrong[..self.wrong.len().min(5)];
        assert!(
            self.wrong.is_empty(),
            "{pair}: {self}\n{}",
            first.join("\n")
        );
        assert!(self.hits > 0 && self.misses > 0, "{pair}: {self}");
    }
}
