//! Measuring one workload.

use crate::casters::casters;
use crate::cell::{Cell, Times};
use crate::judge::{judge, kind};
use crate::timing;
use crate::truth::{Certified, Truth};
use crate::{Answer, Caster, Kind, Known, Peer, PeerError, Way, Workload};
use serde::Serialize;
use swept::nalgebra::Vector3;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// How often all casts are timed in blocks.
    pub repeats: usize,
    /// How often each cast is timed alone.
    pub rounds: usize,
    /// How many casts are timed out of the cold.
    pub cold: usize,
}

/// What came out for one workload.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The pair's name.
    pub name: String,
    /// How many casts.
    pub casts: usize,
    /// The share of them that hit.
    pub hit_rate: f64,
    /// A word of warning about that share, where it needs one.
    pub warning: Option<String>,
    /// The scale L of its lengths.
    pub scale: f64,
    /// Where the truth comes from.
    pub truth: &'static str,
    /// Casts of which nothing is known.
    pub undecided: usize,
    /// The widest bracket of the truth, along the normal, as a part of L.
    pub widest: f64,
    /// Who, in the order asked for.
    pub cells: Vec<Cell>,
    /// What the other programs did that failed; they have no cells.
    pub failures: Vec<PeerError>,
}

/// Measures and judges the given ways on a workload, all in one process.
pub fn measure(
    workload: &Workload,
    ways: &[Way],
    peers: &[Peer],
    effort: &Effort,
    clock: f64,
) -> Measured {
    let mut casters = casters(workload, ways, 0.0);
    let mut failures = Vec::new();
    for peer in peers {
        match peer.join(workload) {
            Ok(Some(guest)) => casters.push(Box::new(guest)),
            Ok(None) => {}
            Err(failure) => failures.push(failure),
        }
    }
    let count = workload.casts().len();
    let judged = Judged::new(workload, &Certified::new(workload));
    let answers: Vec<Vec<Answer>> = casters.iter().map(|c| answers(&**c, count)).collect();
    let blocks = timing::blocks(&casters, count, effort.repeats);
    let singles = timing::singles(&casters, count, effort.rounds, clock);
    let step = count.div_ceil(effort.cold.max(1)).max(1);
    let cold = timing::cold(&casters, (0..count).step_by(step), clock);
    failures.extend(casters.iter().filter_map(|caster| caster.failure()));
    let is_whole = |i: &usize| casters[*i].failure().is_none();
    let base = casters.iter().position(|c| c.way() == Way::BASE);
    let cell = |i: usize| {
        let times = Times {
            ns: blocks[i].ns(),
            spread: blocks[i].spread(),
            base: base.map(|base| blocks[base].ns()),
            singles: &singles[i],
            cold: &cold[i],
        };
        let way = casters[i].way();
        Cell::new(
            way,
            &times,
            &answers[i],
            &judged.truth,
            judged.errors(&answers[i], way),
        )
    };
    Measured {
        name: workload.name().to_owned(),
        casts: count,
        hit_rate: judged.hit_rate(),
        warning: hit_rate_warning(judged.hits(), count),
        scale: workload.scale(),
        truth: judged.source,
        undecided: judged.truth.iter().filter(|k| kind(k).is_none()).count(),
        widest: judged.widest(),
        cells: (0..casters.len()).filter(is_whole).map(cell).collect(),
        failures,
    }
}

/// All answers of a caster.
pub(crate) fn answers(caster: &dyn Caster, count: usize) -> Vec<Answer> {
    (0..count).map(|i| caster.answer(i)).collect()
}

/// The truth about a workload, and all that it takes to judge by it.
pub(crate) struct Judged {
    truth: Vec<Known>,
    motions: Vec<Vector3<f64>>,
    scale: f64,
    source: &'static str,
}

impl Judged {
    pub(crate) fn new(workload: &Workload, truth: &dyn Truth) -> Self {
        let casts = workload.casts();
        Self {
            truth: (0..casts.len()).map(|i| truth.known(i)).collect(),
            motions: casts.iter().map(|c| c.displacement.into()).collect(),
            scale: workload.scale(),
            source: truth.source(),
        }
    }

    pub(crate) fn errors(&self, answers: &[Answer], way: Way) -> crate::Errors {
        judge(answers, &self.truth, &self.motions, self.scale, way.scalar)
    }

    fn hits(&self) -> usize {
        let hit = |k: &&Known| kind(k) == Some(Kind::Hit);
        self.truth.iter().filter(hit).count()
    }

    pub(crate) fn hit_rate(&self) -> f64 {
        self.hits() as f64 / self.truth.len().max(1) as f64
    }

    fn widest(&self) -> f64 {
        let width = |(known, d): (&Known, &Vector3<f64>)| match known {
            Known::Hit {
                lower,
                upper,
                normal,
            } => (upper - lower) * d.dot(normal).abs() / self.scale,
            _ => 0.0,
        };
        self.truth
            .iter()
            .zip(&self.motions)
            .map(width)
            .fold(0.0, f64::max)
    }
}

/// The share of hits of a workload that says something about a scene.
const HIT_RATES: [f64; 2] = [0.6, 0.8];

/// A warning when too few or too many of `count` casts hit: times of misses alone, or of hits alone, say nothing about a
/// scene. Three standard deviations of chance are allowed, at most 1.5 / √count.
pub fn hit_rate_warning(hits: usize, count: usize) -> Option<String> {
    let rate = hits as f64 / count as f64;
    let chance = 1.5 / (count as f64).sqrt();
    let [low, high] = HIT_RATES;
    let usual = (low - chance..=high + chance).contains(&rate);
    (!usual).then(|| {
        format!(
            "{:.1} % of the casts hit (expected {:.0} to {:.0} %)",
            100.0 * rate,
            100.0 * low,
            100.0 * high
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PAIRS;

    #[test]
    fn the_guard_allows_chance_and_no_more() {
        assert_eq!(hit_rate_warning(7_000, 10_000), None);
        assert_eq!(hit_rate_warning(8_150, 10_000), None);
        let warning = hit_rate_warning(8_151, 10_000).unwrap();
        assert_eq!(warning, "81.5 % of the casts hit (expected 60 to 80 %)");
        assert!(hit_rate_warning(5_849, 10_000).is_some());
        // Of four casts, three quarters more or less are chance.
        assert_eq!(hit_rate_warning(4, 4), None);
        assert_eq!(hit_rate_warning(0, 4), None);
        assert!(hit_rate_warning(0, 100).is_some());
    }

    #[test]
    fn two_casts_of_three_hit_in_every_pair() {
        for pair in &PAIRS {
            let workload = pair.workload(2010, 400).unwrap();
            let judged = Judged::new(&workload, &Certified::new(&workload));
            assert_eq!(hit_rate_warning(judged.hits(), 400), None, "{}", pair.name);
        }
    }

    #[test]
    fn everyone_is_right_about_nearly_every_cast() {
        for pair in &PAIRS {
            let workload = pair.workload(2010, 60).unwrap();
            let effort = Effort {
                repeats: 1,
                rounds: 1,
                cold: 3,
            };
            let ways: Vec<Way> = Way::all().collect();
            let measured = measure(&workload, &ways, &[], &effort, 0.0);
            assert!(
                measured.undecided == 0 && measured.widest < 1e-12,
                "{}",
                pair.name
            );
            assert!(measured.cells.len() >= 12, "{}", pair.name);
            for cell in &measured.cells {
                let label = format!("{}, {}", pair.name, cell.way.label());
                assert!(
                    cell.errors.judged == 60 && cell.errors.wrong <= 1,
                    "{label}"
                );
                assert!(cell.errors.most < 2e-2, "{label}: {:e}", cell.errors.most);
                assert!(cell.ns > 0.0 && cell.cold >= 0.0, "{label}");
                let mine = !matches!(cell.way.solver, crate::Solver::Parry);
                assert!(
                    !mine || cell.errors.most_ulps < 64.0,
                    "{label}: {}",
                    cell.errors.most_ulps
                );
            }
        }
    }
}
