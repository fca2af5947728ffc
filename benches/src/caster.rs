//! Whatever answers casts.

use crate::Cast;
use core::hint::black_box;
use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{CastOptions, Method, Outcome, Placed, Real, Support, Sweep};

/// What a caster said, in numbers that all casters share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Which of the four outcomes.
    pub kind: Kind,
    /// The fraction that may be travelled without contact.
    pub fraction: f64,
    /// Support evaluations, where the caster counts them; otherwise 0.
    pub steps: u32,
}

/// The four outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// First contact during the sweep.
    Hit,
    /// None.
    Miss,
    /// Contact at the start.
    Overlap,
    /// No answer within the step limit.
    Unresolved,
}

/// Answers the casts of one pair of bodies.
pub trait Caster {
    /// Its name in tables.
    fn label(&self) -> &'static str;
    /// Answers these casts, by their numbers, and throws the answers away: the body that is timed.
    fn run(&self, casts: &[usize]);
    /// Answers one cast.
    fn answer(&self, cast: usize) -> Answer;
}

/// swept, in scalar `T`, by one method.
pub struct Ours<T: Real, A, B> {
    label: &'static str,
    moving: A,
    fixed: B,
    options: CastOptions<T>,
    casts: Vec<Problem<T>>,
}

struct Problem<T> {
    moving: Isometry3<T>,
    displacement: Vector3<T>,
    fixed: Isometry3<T>,
}

impl<T: Real, A: Support, B: Support> Ours<T, A, B> {
    /// The casts between two shapes.
    pub fn new(label: &'static str, method: Method, moving: A, fixed: B, casts: &[Cast]) -> Self {
        let casts = casts
            .iter()
            .map(|c| Problem {
                moving: pose(&c.moving),
                displacement: Vector3::from(c.displacement).map(T::nearest),
                fixed: pose(&c.fixed),
            })
            .collect();
        Self {
            label,
            moving,
            fixed,
            options: CastOptions {
                method,
                ..CastOptions::default()
            },
            casts,
        }
    }

    #[inline(always)]
    fn sweep(&self, problem: &Problem<T>) -> Sweep<T, &A, &B> {
        let moving = Placed::new(&self.moving, problem.moving).expect("a valid pose");
        let fixed = Placed::new(&self.fixed, problem.fixed).expect("a valid pose");
        Sweep::new(moving, problem.displacement, fixed).expect("a valid sweep")
    }
}

impl<T: Real, A: Support, B: Support> Caster for Ours<T, A, B> {
    fn label(&self) -> &'static str {
        self.label
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box(
                self.sweep(black_box(&self.casts[i]))
                    .cast_with(&self.options),
            );
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let certified = self.sweep(&self.casts[cast]).cast_certified(&self.options);
        Answer {
            kind: match certified.outcome {
                Outcome::Hit(_) => Kind::Hit,
                Outcome::Miss(_) => Kind::Miss,
                Outcome::Overlap(_) => Kind::Overlap,
                Outcome::Unresolved(_) => Kind::Unresolved,
            },
            fraction: certified.outcome.safe_fraction().to_f64(),
            steps: certified.steps,
        }
    }
}

fn pose<T: Real>(pose: &crate::Pose) -> Isometry3<T> {
    let [x, y, z] = pose.position.map(T::nearest);
    let [i, j, k, w] = pose.rotation.map(T::nearest);
    Isometry3::from_parts(
        Translation3::new(x, y, z),
        UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k)),
    )
}
