//! What is to be compared, and doing it.

use crate::batches::{self, Batch};
use crate::ground;
use crate::growth::GROWS;
use crate::pairs::Pair;
use crate::{
    Effort, Machine, Measured, Peer, PeerError, Protocol, Series, Way, Workload, WorkloadError,
    clock_cost, growth, measure, protocol,
};
use serde::Serialize;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The workloads.
    pub workloads: Vec<Workload>,
    /// Who casts them, parry in `f32` among them when there are to be ratios.
    pub ways: Vec<Way>,
    /// Other programs that cast the workloads as well.
    pub peers: Vec<Peer>,
    /// The pairs whose sessions are held as in the 2010 article; those that it does not have are passed over.
    pub protocol: Vec<&'static Pair>,
    /// Whether to cast side by side, of the pairs of `protocol` those that can be.
    pub batches: bool,
    /// Whether to follow how cost grows.
    pub growth: bool,
    /// Casts of a session, and twenty times those of a point of growth.
    pub casts: usize,
    /// Where the casts of sessions and growth come from.
    pub seed: u64,
    /// How much is measured of each workload.
    pub effort: Effort,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Where and with what.
    pub machine: Machine,
    /// The seed of casts that were made for it.
    pub seed: u64,
    /// What reading the clock costs, in nanoseconds.
    pub clock: f64,
    /// How much was measured.
    pub effort: Effort,
    /// Pair by pair.
    pub pairs: Vec<Measured>,
    /// The sessions of the 2010 article.
    pub protocol: Vec<Protocol>,
    /// Casts side by side.
    pub batches: Vec<Batch>,
    /// How cost grows.
    pub growth: Vec<Series>,
}

/// How far a plan has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Tasks done.
    pub done: usize,
    /// Tasks in all.
    pub of: usize,
    /// The task that comes next.
    pub next: &'a str,
}

impl Report {
    /// The pairs in which another program failed, and what it did.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &PeerError)> {
        self.pairs.iter().flat_map(|pair| {
            let name = pair.name.as_str();
            pair.failures.iter().map(move |failure| (name, failure))
        })
    }

    /// The tables, for a terminal.
    pub fn text(&self) -> String {
        crate::document::text(&crate::layout::document(self))
    }

    /// The tables and where the time goes, as a page of markdown.
    pub fn markdown(&self) -> String {
        crate::document::markdown(&crate::layout::document_with_profile(self))
    }

    /// Charts, tables and where the time goes, as one page of HTML that needs nothing else.
    pub fn html(&self) -> String {
        crate::html::page(self)
    }

    /// Every number, as JSON; those that are not finite are `null`.
    pub fn json(&self) -> String {
        // Field names are strings and nothing is keyed by anything else: there is nothing to fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl Plan {
    /// Measures everything; `progress` is called before each task. Another program that fails is left out from there on: see
    /// [`Report::failures`].
    ///
    /// # Errors
    /// [`WorkloadError`] when casts cannot be made.
    pub fn run(&self, mut progress: impl FnMut(Progress)) -> Result<Report, WorkloadError> {
        let sessions: Vec<&Pair> = (self.protocol.iter().copied())
            .filter(|pair| protocol::is_in_article(pair))
            .collect();
        let grows = if self.growth { &GROWS[..] } else { &[] };
        let sizes = if self.growth {
            &ground::TRIANGLES[..]
        } else {
            &[]
        };
        let points = grows.iter().map(|g| g.values.len()).sum::<usize>() + sizes.len();
        let side_by_side: Vec<&str> = (batches::PAIRS.into_iter())
            .filter(|name| self.batches && self.protocol.iter().any(|pair| pair.name == *name))
            .collect();
        let of = self.workloads.len() + sessions.len() + side_by_side.len() + points;
        let mut done = 0;
        let mut tell = |next: &str| {
            progress(Progress { done, of, next });
            done += 1;
        };
        let clock = clock_cost();
        let (mut pairs, mut peers) = (Vec::new(), self.peers.clone());
        for workload in &self.workloads {
            tell(workload.name());
            let measured = measure(workload, &self.ways, &peers, &self.effort, clock);
            let failed = |peer: &Peer| measured.failures.iter().any(|e| e.way == peer.way());
            peers.retain(|peer| !failed(peer));
            pairs.push(measured);
        }
        let mut held = Vec::new();
        for pair in sessions {
            tell(&format!("sessions of {}", pair.name));
            held.push(protocol::hold(pair, &self.ways, self.seed, self.casts)?);
        }
        let mut batches = Vec::new();
        for pair in side_by_side {
            tell(&format!("batches of {pair}"));
            batches.extend(batches::measure(pair, self.seed, self.effort.repeats)?);
        }
        let mut growth: Vec<growth::Series> = Vec::new();
        for grows in grows {
            let mut series = grows.series();
            for &x in grows.values {
                tell(&format!("{} {x}", series.name));
                let casts = (self.casts / 20).max(1);
                let repeats = self.effort.repeats;
                let point = grows.point(x, &self.ways, self.seed, casts, repeats)?;
                series.points.push(point);
            }
            growth.push(series);
        }
        let mut meshes = ground::series();
        for &x in sizes {
            tell(&format!("{} {x}", meshes.name));
            let (casts, repeats) = ((self.casts / 20).max(1), self.effort.repeats);
            let point = ground::point(x, &self.ways, self.seed, casts, repeats)?;
            meshes.points.push(point);
        }
        if !meshes.points.is_empty() {
            growth.push(meshes);
        }
        Ok(Report {
            machine: Machine::here(),
            seed: self.seed,
            clock,
            effort: self.effort,
            pairs,
            protocol: held,
            batches,
            growth,
        })
    }
}
