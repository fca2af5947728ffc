//! What is known of a cast before anyone is judged.

use crate::Workload;
use crate::casters::provers;
use crate::ours::Prover;
use swept::nalgebra::Vector3;

/// What is known of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// First contact at a fraction from `lower` to `upper`.
    Hit {
        /// No contact before it.
        lower: f64,
        /// Contact by it.
        upper: f64,
        /// Unit normal of the contact, world space, out of the fixed shape.
        normal: Vector3<f64>,
    },
    /// No contact.
    Miss,
    /// Interpenetration at the start.
    Overlap,
    /// Nothing: too close to call, or not solved. Nobody is judged by it.
    Nothing,
}

/// Where the truth about a workload comes from.
pub trait Truth {
    /// In a few words.
    fn source(&self) -> &'static str;
    /// What is known of a cast, by its number.
    fn known(&self, cast: usize) -> Known;
}

/// The tightest bracket that the verified certificates of swept's methods in `f64` prove.
///
/// A certificate is checked by support functions alone, in twice the precision of the solvers
/// ([`Certificate::verify`](swept::Certificate::verify)); one that fails counts for nothing. Each bracket holds, so all
/// of them together do. The upper ends hold up to a dilation of a few units in the last place of the scale, by which they
/// may come before the greatest lower end: the bracket is then what lies between.
pub struct Certified {
    provers: Vec<Box<dyn Prover>>,
}

impl Certified {
    /// The truth about this workload.
    pub fn new(workload: &Workload) -> Self {
        Self {
            provers: provers(workload),
        }
    }
}

impl Truth for Certified {
    fn source(&self) -> &'static str {
        "the tightest bracket of swept's verified certificates in f64"
    }

    fn known(&self, cast: usize) -> Known {
        let all = self.provers.iter().map(|prover| prover.prove(cast));
        all.filter(|known| *known != Known::Nothing)
            .reduce(both)
            .map_or(Known::Nothing, ordered)
    }
}

/// What two proofs say together; nothing when they say different things.
fn both(a: Known, b: Known) -> Known {
    match (a, b) {
        (
            Known::Hit {
                lower,
                upper,
                normal,
            },
            Known::Hit {
                lower: other_lower,
                upper: other_upper,
                normal: other_normal,
            },
        ) => Known::Hit {
            lower: lower.max(other_lower),
            upper: upper.min(other_upper),
            normal: if other_lower > lower {
                other_normal
            } else {
                normal
            },
        },
        _ if a == b => a,
        _ => Known::Nothing,
    }
}

fn ordered(known: Known) -> Known {
    match known {
        Known::Hit {
            lower,
            upper,
            normal,
        } => Known::Hit {
            lower: lower.min(upper),
            upper: upper.max(lower),
            normal,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(lower: f64, upper: f64, normal: Vector3<f64>) -> Known {
        Known::Hit {
            lower,
            upper,
            normal,
        }
    }

    #[test]
    fn brackets_are_intersected_and_the_best_plane_gives_the_normal() {
        let (x, y) = (Vector3::x(), Vector3::y());
        let met = both(hit(0.25, 0.5, x), hit(0.3, 0.6, y));
        assert_eq!(met, hit(0.3, 0.5, y));
        // Brackets that miss each other by a dilation: what lies between.
        let apart = ordered(both(hit(0.25, 0.3, x), hit(0.4, 0.5, y)));
        assert_eq!(apart, hit(0.3, 0.4, y));
    }

    #[test]
    fn proofs_that_disagree_prove_nothing() {
        assert_eq!(
            both(Known::Miss, hit(0.1, 0.2, Vector3::x())),
            Known::Nothing
        );
        assert_eq!(both(Known::Miss, Known::Miss), Known::Miss);
    }

    #[test]
    fn it_knows_nearly_every_cast_of_a_workload() {
        let workload = crate::PAIRS[0].workload(5, 100).unwrap();
        let truth = Certified::new(&workload);
        let known = (0..100).map(|i| truth.known(i));
        let hits =
            known.filter(|k| matches!(k, Known::Hit { lower, upper, .. } if upper - lower < 1e-12));
        assert!((50..=85).contains(&hits.count()));
    }
}
