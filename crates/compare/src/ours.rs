//! swept's side.

use crate::caster::Work;
use crate::{Answer, Cast, Caster, Kind, Known, Pose, Scalar, Solver, Way};
use core::hint::black_box;
use std::sync::Arc;
use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{
    CastOptions, Certified, Claim, Method, Observer, Outcome, Placed, Real, Shape, Step, Support,
    Sweep,
};

/// A cast in swept's types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<T> {
    pub(crate) moving: Isometry3<T>,
    pub(crate) displacement: Vector3<T>,
    pub(crate) fixed: Isometry3<T>,
}

impl<T: Real> Start<T> {
    pub(crate) fn new(cast: &Cast) -> Self {
        Self {
            moving: pose(&cast.moving),
            displacement: Vector3::from(cast.displacement).map(T::nearest),
            fixed: pose(&cast.fixed),
        }
    }

    #[inline(always)]
    pub(crate) fn sweep<A: Support, B: Support>(&self, moving: A, fixed: B) -> Sweep<T, A, B> {
        // Whoever makes a workload checks its casts: see `Workload::push`.
        let moving = Placed::new(moving, self.moving).expect("a valid pose");
        let fixed = Placed::new(fixed, self.fixed).expect("a valid pose");
        Sweep::new(moving, self.displacement, fixed).expect("a valid sweep")
    }
}

/// The shapes and casts of a workload in swept's types.
#[derive(Clone, Debug)]
pub(crate) struct Starts<T: Real> {
    pub(crate) moving: Shape<T>,
    pub(crate) fixed: Shape<T>,
    pub(crate) casts: Vec<Start<T>>,
}

impl<T: Real> Starts<T> {
    fn sweep(&self, cast: usize) -> Sweep<T, &Shape<T>, &Shape<T>> {
        self.casts[cast].sweep(&self.moving, &self.fixed)
    }

    /// The answer with its proof, and the steps as an observer sees them. The shapes are those whose kind is known at run time: the
    /// arithmetic is the same, and it is compiled once for all pairs.
    #[inline(never)]
    fn certified(&self, cast: usize, options: &CastOptions<T>) -> (Certified<T>, u32) {
        let mut count = Count(0);
        let certified = self.sweep(cast).cast_observed(options, &mut count);
        (certified, count.0)
    }
}

/// swept, in scalar `T`, by one method, with shapes of the types `A` and `B`, as users write them.
pub(crate) struct Ours<T: Real, A, B> {
    options: CastOptions<T>,
    moving: A,
    fixed: B,
    starts: Arc<Starts<T>>,
}

impl<T: Real, A: Support, B: Support> Ours<T, A, B> {
    pub(crate) fn new(
        options: CastOptions<T>,
        moving: A,
        fixed: B,
        starts: &Arc<Starts<T>>,
    ) -> Self {
        Self {
            options,
            moving,
            fixed,
            starts: Arc::clone(starts),
        }
    }

    #[inline(always)]
    fn sweep(&self, cast: usize) -> Sweep<T, &A, &B> {
        self.starts.casts[cast].sweep(&self.moving, &self.fixed)
    }
}

impl<T: Real, A: Support, B: Support> Caster for Ours<T, A, B> {
    fn way(&self) -> Way {
        Way {
            solver: Solver::Swept(self.options.method),
            scalar: if T::EPSILON == f64::EPSILON {
                Scalar::F64
            } else {
                Scalar::F32
            },
        }
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box(&self.sweep(black_box(i)).cast_with(&self.options));
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let (certified, steps) = self.starts.certified(cast, &self.options);
        let (kind, normal) = match &certified.outcome {
            Outcome::Hit(hit) => (Kind::Hit, Some(hit.normal.map(Real::to_f64))),
            Outcome::Miss(_) => (Kind::Miss, None),
            Outcome::Overlap(_) => (Kind::Overlap, None),
            Outcome::Unresolved(_) => (Kind::Unresolved, None),
        };
        Answer {
            kind,
            fraction: certified.outcome.safe_fraction().to_f64(),
            normal,
            work: Some(Work {
                supports: certified.steps,
                steps,
                method: certified.method.name(),
            }),
        }
    }
}

/// Proves what is known of a cast.
pub(crate) trait Prover: Caster {
    /// What the certificate of this cast proves; nothing, when it does not verify.
    fn prove(&self, cast: usize) -> Known;
}

impl<T: Real, A: Support, B: Support> Prover for Ours<T, A, B> {
    fn prove(&self, cast: usize) -> Known {
        let (certified, _) = self.starts.certified(cast, &self.options);
        known(&certified, &self.starts.sweep(cast)).unwrap_or(Known::Nothing)
    }
}

/// What a certificate proves, as it verifies.
fn known<T: Real>(
    certified: &Certified<T>,
    sweep: &Sweep<T, &Shape<T>, &Shape<T>>,
) -> Option<Known> {
    let certificate = &certified.certificate;
    let proven = certificate.verify(sweep).ok()?;
    match certificate.claim {
        Claim::Hit { fraction_upper, .. } => Some(Known::Hit {
            lower: proven.lower,
            upper: fraction_upper,
            normal: certificate.plane.normalize(),
        }),
        Claim::Miss { .. } => Some(Known::Miss),
        Claim::Overlap { .. } => Some(Known::Overlap),
        Claim::Unresolved { .. } => None,
    }
}

/// Counts the steps of a cast.
struct Count(u32);

impl Observer for Count {
    fn step(&mut self, _: &Step<'_>) {
        self.0 += 1;
    }
}

fn pose<T: Real>(pose: &Pose) -> Isometry3<T> {
    let [x, y, z] = pose.position.map(T::nearest);
    let [i, j, k, w] = pose.rotation.map(T::nearest);
    Isometry3::from_parts(
        Translation3::new(x, y, z),
        UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k)),
    )
}

/// The options of a cast by `method` with a tolerance, a length.
pub(crate) fn options<T: Real>(method: Method, tolerance: f64) -> CastOptions<T> {
    CastOptions {
        method,
        tolerance: T::nearest(tolerance),
        ..CastOptions::default()
    }
}
