//! One moving shape against many fixed ones: casts one by one, and side by side.

use crate::ours::Start;
use crate::pairs::Pair;
use crate::stats::median;
use crate::{Cast, Caster, Scalar, Workload, WorkloadError};
use core::hint::black_box;
use serde::Serialize;
use std::time::Instant;
use swept::nalgebra::Vector3;
use swept::{Cuboid, Outcome, Placed, Real, Shape, Sphere, Support, Sweep, Targets};

/// What was measured of a pair in a scalar.
#[derive(Clone, Debug, Serialize)]
pub struct Batch {
    /// The pair's name.
    pub pair: &'static str,
    /// The scalar.
    pub scalar: Scalar,
    /// How many fixed shapes there are.
    pub casts: usize,
    /// The share of them that is hit.
    pub hit_rate: f64,
    /// Nanoseconds per cast when each sweep is built and cast by itself.
    pub single: f64,
    /// Nanoseconds per cast of sweeps that were built before.
    pub built: f64,
    /// Nanoseconds per cast by [`Targets`].
    pub together: f64,
    /// Nanoseconds per cast of parry's in `f32`, one after the other.
    pub parry: f64,
    /// Casts whose outcomes differ in any bit: there must be none.
    pub different: usize,
}

/// The pairs that are cast side by side.
pub(crate) const PAIRS: [&str; 2] = ["sphere-sphere", "box-box"];

/// Fixed shapes of a batch: few enough for all that is read and written to stay in the caches that a core has for itself.
const CASTS: usize = 512;

/// Measures the pair in both scalars, each way as often as `repeats`.
pub(crate) fn measure(
    pair: &'static str,
    seed: u64,
    repeats: usize,
) -> Result<Vec<Batch>, WorkloadError> {
    let spread = Pair::named(pair)?.workload(seed, CASTS)?;
    let mut workload = Workload::new(pair, spread.moving(), spread.fixed())?;
    for cast in gathered(spread.casts()) {
        workload.push(&cast)?;
    }
    let parry = crate::parry::f32::Parry::new(&workload);
    let parry = parry.ok_or_else(|| WorkloadError::new(pair, "parry lacks one of its shapes"))?;
    let timing = Timing {
        pair,
        casts: workload.casts(),
        parry: &parry,
        // Short runs: the least of many is one that nothing interrupted.
        runs: 40 * repeats,
    };
    Ok(vec![
        timing.in_scalar::<f32>(Scalar::F32, &workload)?,
        timing.in_scalar::<f64>(Scalar::F64, &workload)?,
    ])
}

/// The same casts with the start and the motion of the first: each fixed shape lies as far along the motion and as far
/// beside it as its own, in directions that go around.
fn gathered(casts: &[Cast]) -> Vec<Cast> {
    let Some(first) = casts.first() else {
        return Vec::new();
    };
    let start = Vector3::from(first.moving.position);
    let along = Vector3::from(first.displacement).normalize();
    let up = along.cross(&Vector3::ith(along.iamin(), 1.0)).normalize();
    let aside = along.cross(&up);
    let gather = |(i, cast): (usize, &Cast)| {
        let way = Vector3::from(cast.fixed.position) - Vector3::from(cast.moving.position);
        let forward = way.dot(&Vector3::from(cast.displacement).normalize());
        let beside = (way.norm_squared() - forward * forward).max(0.0).sqrt();
        let (sine, cosine) = (i as f64).sin_cos();
        let place = start + along * forward + (up * cosine + aside * sine) * beside;
        let mut cast = *cast;
        cast.fixed.position = place.map(|x| f64::from(x as f32)).into();
        (cast.moving, cast.displacement) = (first.moving, first.displacement);
        cast
    };
    casts.iter().enumerate().map(gather).collect()
}

/// What is timed, and how often.
struct Timing<'a> {
    pair: &'static str,
    casts: &'a [Cast],
    parry: &'a dyn Caster,
    runs: usize,
}

impl Timing<'_> {
    /// Times the casts of the workload's shapes, each as a type of its own, as in a program that knows what it casts.
    fn in_scalar<T: Real>(
        &self,
        scalar: Scalar,
        workload: &Workload,
    ) -> Result<Batch, WorkloadError> {
        let said = |e: swept::InvalidShape| WorkloadError::new(self.pair, e.to_string());
        match (workload.moving(), workload.fixed()) {
            (Shape::Sphere(a), Shape::Sphere(b)) => {
                let ball = |s: &Sphere<f64>| Sphere::new(T::nearest(s.radius())).map_err(said);
                self.of_shapes::<T, _, _>(scalar, ball(a)?, &ball(b)?)
            }
            (Shape::Cuboid(a), Shape::Cuboid(b)) => {
                let cuboid =
                    |s: &Cuboid<f64>| Cuboid::new(s.half_extents().map(T::nearest)).map_err(said);
                self.of_shapes::<T, _, _>(scalar, cuboid(a)?, &cuboid(b)?)
            }
            _ => Err(WorkloadError::new(
                self.pair,
                "its casts do not come side by side",
            )),
        }
    }

    /// Times each way to cast one shape against all others.
    fn of_shapes<T: Real, A: Support + Clone, B: Support + Clone>(
        &self,
        scalar: Scalar,
        moving: A,
        fixed: &B,
    ) -> Result<Batch, WorkloadError> {
        let (pair, casts) = (self.pair, self.casts);
        let sweep = |cast: &Cast| Start::<T>::new(cast).sweep(moving.clone(), fixed.clone());
        let sweeps: Vec<Sweep<T, A, B>> = casts.iter().map(sweep).collect();
        let Some(first) = sweeps.first() else {
            return Err(WorkloadError::new(pair, "no casts"));
        };
        let (moving, displacement) = (first.moving(), *first.displacement());
        let said = |e: swept::InvalidSweep| WorkloadError::new(pair, e.to_string());
        let placed: Vec<Placed<T, B>> = sweeps.iter().map(|s| s.fixed().clone()).collect();
        let targets = Targets::new(placed.iter().cloned()).map_err(said)?;
        let one = |fixed: &Placed<T, B>| {
            let sweep = Sweep::new(moving.as_ref(), displacement, fixed.as_ref());
            sweep.map(|sweep| sweep.cast())
        };
        let singly: Vec<Outcome<T>> = swept::cast_batch(&sweeps);
        let together = targets.cast(moving, displacement).map_err(said)?;
        let each: Vec<usize> = (0..casts.len()).collect();
        let mut times = [const { Vec::new() }; 4];
        for _ in 0..self.runs {
            times[0].push(nanoseconds(|| {
                let all: Vec<_> = black_box(&placed).iter().map(one).collect();
                black_box(all);
            }));
            times[1].push(nanoseconds(|| {
                black_box(swept::cast_batch(black_box(&sweeps)));
            }));
            times[2].push(nanoseconds(|| {
                let _ = black_box(targets.cast(black_box(moving), displacement));
            }));
            times[3].push(nanoseconds(|| self.parry.run(&each)));
        }
        let [single, built, all, parry] = times.map(|t| quiet(&t) / casts.len() as f64);
        let differ = |(a, b): &(&Outcome<T>, &Outcome<T>)| format!("{a:?}") != format!("{b:?}");
        let hits = singly.iter().filter(|o| o.hit().is_some()).count();
        Ok(Batch {
            pair,
            scalar,
            casts: casts.len(),
            hit_rate: hits as f64 / casts.len() as f64,
            single,
            built,
            together: all,
            parry,
            different: singly.iter().zip(&together).filter(differ).count(),
        })
    }
}

fn nanoseconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64
}

/// The median of the faster half: what interrupts a run, and there is much of that, makes it slower.
fn quiet(times: &[f64]) -> f64 {
    let times = crate::stats::sorted(times);
    median(&times[..times.len().div_ceil(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_of_either_pair_answers_as_its_casts_and_hits_as_often() {
        for pair in PAIRS {
            for batch in measure(pair, 5, 1).unwrap() {
                assert_eq!((batch.different, batch.casts), (0, CASTS), "{batch:?}");
                assert!((0.2..0.95).contains(&batch.hit_rate), "{batch:?}");
                assert!(batch.together > 0.0 && batch.single > 0.0 && batch.parry > 0.0);
            }
        }
    }

    #[test]
    fn gathered_casts_keep_their_distances() {
        let workload = Pair::named("box-box").unwrap().workload(3, 20).unwrap();
        let gathered = gathered(workload.casts());
        for (cast, here) in workload.casts().iter().zip(&gathered) {
            let way = |c: &Cast| {
                (Vector3::from(c.fixed.position) - Vector3::from(c.moving.position)).norm()
            };
            assert!((way(cast) - way(here)).abs() < 1e-5 * way(cast));
            assert_eq!(here.displacement, gathered[0].displacement);
            assert_eq!(here.fixed.rotation, cast.fixed.rotation);
        }
    }
}
