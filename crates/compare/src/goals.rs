//! What swept wants to be, against what was measured.

use crate::document::{Block, Table};
use crate::numbers::{nanoseconds, ratio, times};
use crate::{Batch, Cell, Measured, Report, Scalar, Series, Solver, Way};
use swept::Method;

/// Times of the default method in `f32` that are wanted, as ratios to parry in `f32`.
const RATIOS: [(&str, f64); 11] = [
    ("box-box", 0.04),
    ("cylinder-cylinder", 0.20),
    ("hull128-hull128", 0.15),
    ("sphere-sphere", 0.35),
    ("sphere-triangle", 0.04),
    ("capsule-capsule", 0.05),
    ("capsule-box", 0.08),
    ("cone-cone", 0.22),
    ("ellipsoid-box", 0.22),
    ("sphere-box", 0.05),
    ("box-triangle", 0.06),
];

/// What else is wanted of each of them: single casts at the 99th percentile and at most, over their median; `f64` over
/// `f32`; misses over hits.
const SHAPE: [f64; 4] = [3.0, 8.0, 1.5, 0.5];

/// Casts side by side, over casts one by one.
const BATCH: f64 = 3.0;

/// From this many corners on, the time of hulls may grow as their logarithm and as the caches make it.
const CORNERS: [f64; 2] = [256.0, 4096.0];

/// The section: nothing where nothing with a goal was measured.
pub(crate) fn section(report: &Report) -> Vec<Block> {
    let table = ratios(report);
    if table.rows.is_empty() && report.batches.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::Heading(2, "Goals".into())];
    if !table.rows.is_empty() {
        blocks.push(Block::Text(WANTED.into()));
        blocks.push(Block::Table(table));
    }
    if !report.batches.is_empty() {
        blocks.push(Block::Text(SIDE_BY_SIDE.into()));
        blocks.push(Block::Table(batches(&report.batches)));
    }
    blocks.extend(report.growth.iter().filter_map(growth).map(Block::Text));
    blocks
}

const WANTED: &str = "auto in f32: the time as a ratio to parry in f32, and its goal; single casts at the 99th percentile and at most, over \
    their median (goals: 3 and 8); the time in f64 over that in f32 (1.5); the median of misses over that of hits (0.5). What is \
    missed has a cross. A clock of some 20 ns and the interrupts of a shared machine are in the two tails; the support points that a \
    single cast took (the median, the 99th percentile, the most) are free of them.";

const SIDE_BY_SIDE: &str = "One moving shape against many fixed ones, in ns per cast: each sweep built and cast by itself; sweeps that were \
    built before; and all together, by `Targets`. The goal is a third of the time of the first. Last parry's time in f32, one cast after the \
    other, and what part of it all together take. different: outcomes that differ in any bit.";

/// A figure, and a cross where it is above its goal.
fn against(x: f64, goal: f64) -> String {
    let cross = if x > goal { " ×" } else { "" };
    ratio(x) + cross
}

fn auto(pair: &Measured, scalar: Scalar) -> Option<&Cell> {
    let way = Way {
        solver: Solver::Swept(Method::Auto),
        scalar,
    };
    pair.cells.iter().find(|cell| cell.way == way)
}

fn ratios(report: &Report) -> Table {
    let head = [
        "pair",
        "ratio",
        "goal",
        "p99 / p50",
        "max / p50",
        "f64 / f32",
        "misses / hits",
        "supports",
        "wrong",
    ];
    let mut table = Table::new(1, head);
    for (name, goal) in RATIOS {
        let pair = report.pairs.iter().find(|pair| pair.name == name);
        let single = pair.and_then(|pair| auto(pair, Scalar::F32));
        let (Some(pair), Some(cell)) = (pair, single) else {
            continue;
        };
        let [late, latest, wider, missing] = SHAPE;
        let double = auto(pair, Scalar::F64);
        table.rows.push(vec![
            name.into(),
            cell.ratio.map_or_else(String::new, |x| against(x, goal)),
            ratio(goal),
            against(cell.p99 / cell.p50, late),
            against(cell.max / cell.p50, latest),
            double.map_or_else(String::new, |d| against(d.ns / cell.ns, wider)),
            against(cell.misses.ns / cell.hits.ns, missing),
            cell.evaluations.map_or_else(String::new, |e| {
                format!("{} / {} / {}", e.p50, e.p99, e.max)
            }),
            cell.errors.wrong.to_string(),
        ]);
    }
    table
}

fn batches(all: &[Batch]) -> Table {
    let head = [
        "pair",
        "scalar",
        "one by one",
        "built before",
        "together",
        "times as many",
        "different",
        "parry, f32",
        "part of it",
    ];
    let mut table = Table::new(2, head);
    for batch in all {
        let more = batch.single / batch.together;
        let cross = if more < BATCH { " ×" } else { "" };
        table.rows.push(vec![
            batch.pair.into(),
            batch.scalar.name().into(),
            nanoseconds(batch.single),
            nanoseconds(batch.built),
            nanoseconds(batch.together),
            times(more) + cross,
            batch.different.to_string(),
            nanoseconds(batch.parry),
            ratio(batch.together / batch.parry),
        ]);
    }
    table
}

/// How the time of `auto` in `f32` grew, in words.
fn growth(series: &Series) -> Option<String> {
    let way = Way {
        solver: Solver::Swept(Method::Auto),
        scalar: Scalar::F32,
    };
    let mut points = Vec::new();
    for point in &series.points {
        points.push((point.x, point.cells.iter().find(|c| c.way == way)?.ns));
    }
    let at = |x: f64| points.iter().find(|(at, _)| *at == x).map(|(_, ns)| *ns);
    if series.name == "hull-size" {
        let [few, many] = CORNERS;
        let more = at(many)? / at(few)?;
        let goal = (many.ln() / few.ln()).max(1.0);
        return Some(format!(
            "Time against hull size: {many} corners take {} times as long as {few}; as the logarithm it would be {}, and caches \
             make it more.",
            times(more),
            times(goal)
        ));
    }
    if series.name == "mesh-size" {
        let ((few, fast), (many, slow)) = (points.first()?, points.last()?);
        return Some(format!(
            "Time against {} (goal: as the logarithm): {} take {} times as long as {}; as the logarithm it would be {}, and caches \
             make it more.",
            series.what,
            times(*many),
            times(slow / fast),
            times(*few),
            times(many.ln() / few.ln())
        ));
    }
    let least = points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|p| p.1).fold(0.0, f64::max);
    (least > 0.0).then(|| {
        format!(
            "Time against {} (goal: flat): the slowest value takes {} times as long as the fastest.",
            series.what,
            times(most / least)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missed_has_a_cross() {
        assert_eq!(against(0.21, 0.04), "0.21 ×");
        assert_eq!(against(0.04, 0.04), "0.040");
        let batch = Batch {
            pair: "box-box",
            scalar: Scalar::F32,
            casts: 2,
            hit_rate: 0.5,
            single: 160.0,
            built: 150.0,
            together: 40.0,
            parry: 800.0,
            different: 0,
        };
        let slow = Batch {
            together: 80.0,
            ..batch.clone()
        };
        let rows = batches(&[batch, slow]).rows;
        assert_eq!((&*rows[0][5], &*rows[1][5]), ("4", "2 ×"));
        assert_eq!((&*rows[0][8], &*rows[1][8]), ("0.050", "0.10"));
    }

    #[test]
    fn every_goal_is_of_a_pair_that_there_is() {
        for (name, goal) in RATIOS {
            assert!(crate::Pair::named(name).is_ok() && goal < 1.0);
        }
    }
}
