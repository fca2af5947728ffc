//! What is counted on a walk.

use super::wander::NEAR;
use crate::report::{counted, row};
use nalgebra::Point3;
use serde_json::{Value, json};
use std::time::Duration;
use swept::slide::Stop;
use swept::slide::fauerby::Statistics;

/// The figures of a walk.
#[derive(Debug, Default)]
pub struct Tally {
    /// Where the mover was after each move: a path for each time that it began at the start.
    pub paths: Vec<Vec<Point3<f64>>>,
    /// The number of casts of each move.
    pub casts: Vec<u32>,
    /// The time that the moves took, without their checks.
    pub time: Duration,
    /// Contacts.
    pub hits: usize,
    /// How moves ended: arrived, blocked, out of casts, all else.
    pub stops: [usize; 4],
    /// Moves that began in an overlap: they may leave it, and enter nothing else.
    pub inside: usize,
    /// Moves after which something was overlapped that was not before.
    pub entered: usize,
    /// The deepest overlap that was entered, beyond the contact tolerance: 0 when there was none.
    pub deepest: f64,
    /// The least distance seen, in skins: infinite when nothing came near.
    pub least: f64,
    /// Moves that made nothing although what is near left a way.
    pub stuck: usize,
    /// Times that the mover left the scene and was put back to the start.
    pub left: usize,
}

impl Tally {
    /// Counts the end of a move.
    pub fn stopped(&mut self, stop: Stop) {
        let kind = match stop {
            Stop::Arrived => 0,
            Stop::Blocked => 1,
            Stop::Casts => 2,
            Stop::Asked | Stop::Unresolved | Stop::Stalled => 3,
        };
        self.stops[kind] += 1;
    }

    fn median(&self) -> u32 {
        let mut casts = self.casts.clone();
        casts.sort_unstable();
        casts.get(casts.len() / 2).copied().unwrap_or(0)
    }

    fn mean(&self) -> f64 {
        f64::from(self.casts.iter().sum::<u32>()) / self.casts.len().max(1) as f64
    }

    fn rate(&self) -> f64 {
        self.casts.len() as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// The figures as lines.
    pub fn report(&self, fauerby: Option<&Statistics>) -> String {
        let [arrived, blocked, limit, other] = self.stops;
        let mut text = String::new();
        let moves = self.casts.len();
        text += &row("moves", &format!("{moves}, {:.0} per second", self.rate()));
        let casts = format!(
            "{} per move (median), {:.2} (mean)",
            self.median(),
            self.mean()
        );
        text += &row("casts", &casts);
        text += &row("contacts", &self.hits.to_string());
        let inside = format!("{} began in an overlap", counted(self.inside, "move"));
        text += &row("inside", &inside);
        let ends =
            format!("{arrived} arrived, {blocked} blocked, {limit} out of casts, {other} other");
        text += &row("ends", &ends);
        text += &row("stuck", &self.stuck.to_string());
        text += &row(
            "deepest",
            &format!("{:e} after {}", self.deepest, counted(self.entered, "move")),
        );
        let nearest = match self.least {
            f64::INFINITY => format!("nothing within {NEAR} skins"),
            least => format!("{least:.4} skins"),
        };
        text += &row("nearest", &nearest);
        text += &row(
            "left",
            &format!(
                "{}, and was put back to the start",
                counted(self.left, "time")
            ),
        );
        if let Some(statistics) = fauerby {
            let [back, early, inside, full] = statistics.shares().map(|x| 100.0 * x);
            let shares = format!(
                "{}: {back:.2} % back-facing, {early:.2} % early out, {inside:.2} % met inside, {full:.2} % fully tested",
                counted(statistics.tested as usize, "triangle")
            );
            text += &row("fauerby", &shares);
        }
        text
    }

    /// The figures as JSON.
    pub fn json(&self, scene: &str, shape: &str, fauerby: Option<&Statistics>) -> Value {
        let [arrived, blocked, limit, other] = self.stops;
        let shares = fauerby.map(|s| {
            let [back_facing, early_out, inside, fully_tested] = s.shares();
            json!({
                "triangles": s.tested,
                "sweeps": s.sweeps,
                "back_facing": back_facing,
                "early_out": early_out,
                "inside": inside,
                "fully_tested": fully_tested,
            })
        });
        json!({
            "scene": scene,
            "shape": shape,
            "moves": self.casts.len(),
            "moves_per_second": self.rate(),
            "casts_median": self.median(),
            "casts_mean": self.mean(),
            "contacts": self.hits,
            "arrived": arrived,
            "blocked": blocked,
            "out_of_casts": limit,
            "other_ends": other,
            "stuck": self.stuck,
            "began_inside": self.inside,
            "entered": self.entered,
            "deepest": self.deepest,
            "nearest_in_skins": self.least,
            "left": self.left,
            "fauerby": shares,
        })
    }
}
