//! What is measured of one way on one workload.

use crate::judge::{Errors, kind};
use crate::stats::{mean, median, percentile, sorted, tail};
use crate::{Answer, Kind, Known, Way};
use serde::Serialize;

/// One way on one workload.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Who, and in which scalar.
    #[serde(flatten)]
    pub way: Way,
    /// Nanoseconds per cast: the median of the repeats, block by block.
    pub ns: f64,
    /// Half the range between the quartiles of the repeats, as a part of the median.
    pub spread: f64,
    /// `ns` over that of parry in `f32`; nothing where that is not timed.
    pub ratio: Option<f64>,
    /// The casts that hit.
    pub hits: Share,
    /// The casts that miss.
    pub misses: Share,
    /// The median of single casts, in nanoseconds.
    pub p50: f64,
    /// Their 99th percentile.
    pub p99: f64,
    /// The slowest.
    pub max: f64,
    /// The median of single casts out of the cold.
    pub cold: f64,
    /// How many support points single casts took, which no clock disturbs; nothing where the caster does not tell.
    pub evaluations: Option<Evaluations>,
    /// The methods that gave the answers, and how many each gave; empty where the caster does not tell.
    pub answered_by: Vec<(&'static str, usize)>,
    /// What is wrong with the answers.
    pub errors: Errors,
    /// Of single casts: pairs of a time and the share of casts that take longer.
    pub tail: Vec<[f64; 2]>,
}

/// Support evaluations of single casts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Evaluations {
    /// The median.
    pub p50: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The most.
    pub max: f64,
}

/// The casts of one outcome.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    /// How many there are.
    pub count: usize,
    /// Their median time when they are timed one by one, in nanoseconds.
    pub ns: f64,
    /// Their mean number of support evaluations, where the caster counts.
    pub supports: Option<f64>,
    /// Their mean number of steps as an observer sees them.
    pub steps: Option<f64>,
}

/// The times of one way.
pub(crate) struct Times<'a> {
    /// Nanoseconds per cast.
    pub(crate) ns: f64,
    /// Their spread.
    pub(crate) spread: f64,
    /// The nanoseconds of parry in `f32`.
    pub(crate) base: Option<f64>,
    /// Of single casts.
    pub(crate) singles: &'a [f64],
    /// Of single casts out of the cold.
    pub(crate) cold: &'a [f64],
}

impl Cell {
    pub(crate) fn new(
        way: Way,
        times: &Times,
        answers: &[Answer],
        truth: &[Known],
        errors: Errors,
    ) -> Self {
        let ordered = sorted(times.singles);
        let share = |wanted: Kind| Share::new(wanted, times.singles, answers, truth);
        Self {
            way,
            ns: times.ns,
            spread: times.spread,
            ratio: times.base.map(|base| times.ns / base),
            hits: share(Kind::Hit),
            misses: share(Kind::Miss),
            p50: percentile(&ordered, 0.5),
            p99: percentile(&ordered, 0.99),
            max: percentile(&ordered, 1.0),
            cold: median(times.cold),
            evaluations: evaluations(answers),
            answered_by: methods(answers),
            errors,
            tail: tail(&ordered),
        }
    }
}

impl Share {
    fn new(wanted: Kind, singles: &[f64], answers: &[Answer], truth: &[Known]) -> Self {
        let which: Vec<usize> = (0..truth.len())
            .filter(|&i| kind(&truth[i]) == Some(wanted))
            .collect();
        let times: Vec<f64> = which.iter().map(|&i| singles[i]).collect();
        let work = || which.iter().filter_map(|&i| answers[i].work);
        let counted = work().next().is_some();
        let average =
            |values: &mut dyn Iterator<Item = u32>| counted.then(|| mean(values.map(f64::from)));
        Self {
            count: which.len(),
            ns: median(&times),
            supports: average(&mut work().map(|w| w.supports)),
            steps: average(&mut work().map(|w| w.steps)),
        }
    }
}

fn evaluations(answers: &[Answer]) -> Option<Evaluations> {
    let counts = answers.iter().filter_map(|a| a.work);
    let counts: Vec<f64> = counts.map(|w| f64::from(w.supports)).collect();
    let ordered = sorted(&counts);
    (!ordered.is_empty()).then(|| Evaluations {
        p50: percentile(&ordered, 0.5),
        p99: percentile(&ordered, 0.99),
        max: percentile(&ordered, 1.0),
    })
}

/// The methods that answered, the most frequent first.
fn methods(answers: &[Answer]) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for method in answers.iter().filter_map(|a| a.work).map(|w| w.method) {
        match counts.iter_mut().find(|(name, _)| *name == method) {
            Some((_, count)) => *count += 1,
            None => counts.push((method, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| core::cmp::Reverse(*count));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caster::Work;
    use crate::{Scalar, Solver};
    use swept::Method;
    use swept::nalgebra::Vector3;

    #[test]
    fn a_cell_by_hand() {
        let answer = |kind, supports, method| Answer {
            kind,
            fraction: 0.5,
            normal: None,
            work: Some(Work {
                supports,
                steps: supports - 1,
                method,
            }),
        };
        let hit = Known::Hit {
            lower: 0.5,
            upper: 0.5,
            normal: Vector3::x(),
        };
        let answers = [
            answer(Kind::Hit, 4, "slab"),
            answer(Kind::Hit, 8, "portal"),
            answer(Kind::Miss, 3, "portal"),
        ];
        let way = Way {
            solver: Solver::Swept(Method::Auto),
            scalar: Scalar::F64,
        };
        let times = Times {
            ns: 20.0,
            spread: 0.25,
            base: Some(40.0),
            singles: &[30.0, 50.0, 10.0],
            cold: &[100.0, 300.0],
        };
        let cell = Cell::new(
            way,
            &times,
            &answers,
            &[hit, hit, Known::Miss],
            Errors::default(),
        );
        assert_eq!((cell.ns, cell.spread, cell.ratio), (20.0, 0.25, Some(0.5)));
        assert_eq!(
            (cell.hits.count, cell.hits.ns, cell.hits.supports),
            (2, 40.0, Some(6.0))
        );
        assert_eq!(
            (cell.misses.count, cell.misses.ns, cell.misses.steps),
            (1, 10.0, Some(2.0))
        );
        assert_eq!(
            (cell.p50, cell.p99, cell.max, cell.cold),
            (30.0, 50.0, 50.0, 200.0)
        );
        let [p50, p99, max] = [4.0, 8.0, 8.0];
        assert_eq!(cell.evaluations, Some(Evaluations { p50, p99, max }));
        assert_eq!(cell.answered_by, [("portal", 2), ("slab", 1)]);
    }
}
