//! The protocol of the 2010 article, and its figures.
//!
//! Source: E. Gustafsson, "Thoughts on shape casting", 2010: sessions of 10,000 sweep queries at different angles, each
//! for closest points, distance and normal; conservative advancement against swept MPR; the least, average and greatest
//! time of a session.
//!
//! What differs from session to session the article does not say. Here a session has two rotations of its own, at which
//! both shapes stay, and every cast in it comes from another angle.

use crate::casters::casters;
use crate::casts::Layout;
use crate::measure::answers;
use crate::pairs::Pair;
use crate::stats::mean;
use crate::timing;
use crate::{Kind, Solver, Way, WorkloadError};
use serde::Serialize;
use swept::Method;

/// Casts in a session of the article.
pub const SESSION: usize = 10_000;

/// How many sessions are held.
pub(crate) const SESSIONS: u64 = 8;

/// How often each is timed; the least counts, block by block.
const REPEATS: usize = 2;

/// The article's figures: pair, method, milliseconds of the fastest session, of the average one, of the slowest.
pub const ARTICLE: [(&str, Method, [f64; 3]); 6] = [
    (
        "box-box",
        Method::ConservativeAdvancement,
        [10.0, 16.0, 30.0],
    ),
    ("box-box", Method::SweptMpr, [11.0, 14.0, 16.0]),
    (
        "cylinder-cylinder",
        Method::ConservativeAdvancement,
        [14.0, 40.0, 99.0],
    ),
    ("cylinder-cylinder", Method::SweptMpr, [20.0, 35.0, 53.0]),
    (
        "hull128-hull128",
        Method::ConservativeAdvancement,
        [99.0, 130.0, 252.0],
    ),
    ("hull128-hull128", Method::SweptMpr, [98.0, 130.0, 185.0]),
];

/// One way through the sessions of a pair.
#[derive(Clone, Debug, Serialize)]
pub struct Sessions {
    /// Who, and in which scalar.
    #[serde(flatten)]
    pub way: Way,
    /// Milliseconds per 10,000 casts: the fastest session, the average, the slowest.
    pub ms: [f64; 3],
    /// What the article gives for this method.
    pub article: Option<[f64; 3]>,
}

/// The sessions of one pair.
#[derive(Clone, Debug, Serialize)]
pub struct Protocol {
    /// The pair's name.
    pub name: &'static str,
    /// How many sessions.
    pub sessions: u64,
    /// Casts in each.
    pub casts: usize,
    /// The share of casts that hit, over all sessions, as the first caster answers.
    pub hit_rate: f64,
    /// Who, in the order asked for.
    pub rows: Vec<Sessions>,
}

/// Whether the article has figures for a pair.
pub(crate) fn is_in_article(pair: &Pair) -> bool {
    ARTICLE.iter().any(|row| row.0 == pair.name)
}

/// Holds the sessions of a pair.
pub(crate) fn hold(
    pair: &Pair,
    ways: &[Way],
    seed: u64,
    casts: usize,
) -> Result<Protocol, WorkloadError> {
    let mut times: Vec<(Way, Vec<f64>)> = Vec::new();
    let mut hits = 0;
    for session in 0..SESSIONS {
        let workload = pair.lay_out(seed.wrapping_add(session), casts, |usual| Layout {
            same_rotations: true,
            ..usual
        })?;
        let casters = casters(&workload, ways, 0.0);
        if let Some(first) = casters.first() {
            let all = answers(&**first, casts);
            hits += all.iter().filter(|a| a.kind == Kind::Hit).count();
        }
        let blocks = timing::blocks(&casters, casts, REPEATS);
        times.resize(casters.len(), (Way::BASE, Vec::new()));
        for ((caster, timed), (way, times)) in casters.iter().zip(&blocks).zip(&mut times) {
            *way = caster.way();
            times.push(timed.least() * 1e-6 * SESSION as f64);
        }
    }
    let row = |(way, ms): (Way, Vec<f64>)| Sessions {
        way,
        ms: summary(&ms),
        article: article(pair.name, way),
    };
    Ok(Protocol {
        name: pair.name,
        sessions: SESSIONS,
        casts,
        hit_rate: hits as f64 / (SESSIONS as usize * casts).max(1) as f64,
        rows: times.into_iter().map(row).collect(),
    })
}

/// Least, average, greatest.
fn summary(ms: &[f64]) -> [f64; 3] {
    [
        ms.iter().copied().fold(f64::INFINITY, f64::min),
        mean(ms.iter().copied()),
        ms.iter().copied().fold(0.0, f64::max),
    ]
}

fn article(pair: &str, way: Way) -> Option<[f64; 3]> {
    ARTICLE
        .iter()
        .find(|(name, method, _)| *name == pair && way.solver == Solver::Swept(*method))
        .map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scalar;

    #[test]
    fn a_session_is_summed_up_by_its_least_average_and_greatest() {
        assert_eq!(summary(&[4.0, 1.0, 7.0]), [1.0, 4.0, 7.0]);
    }

    #[test]
    fn the_articles_figures_stand_beside_the_methods_they_are_of() {
        let way = |method| Way {
            solver: Solver::Swept(method),
            scalar: Scalar::F32,
        };
        let mpr = article("cylinder-cylinder", way(Method::SweptMpr));
        assert_eq!(mpr, Some([20.0, 35.0, 53.0]));
        assert_eq!(article("cylinder-cylinder", way(Method::Portal)), None);
        assert_eq!(article("sphere-box", way(Method::SweptMpr)), None);
        assert_eq!(article("box-box", Way::BASE), None);
    }

    #[test]
    fn sessions_are_held_for_everyone() {
        let pair = Pair::named("box-box").unwrap();
        let ways: Vec<Way> = Way::all().collect();
        let held = hold(pair, &ways, 1, 40).unwrap();
        assert_eq!(held.rows.len(), ways.len());
        assert!((0.4..0.95).contains(&held.hit_rate));
        for row in &held.rows {
            let [least, average, greatest] = row.ms;
            assert!(0.0 < least && least <= average && average <= greatest);
        }
    }
}
