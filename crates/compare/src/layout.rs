//! A report as a document.

use crate::document::{Block, Table};
use crate::numbers::{degrees, error, nanoseconds, percent, ratio, times, ulps};
use crate::{Cell, Measured, Protocol, Report, SESSION, Scalar, Series, Way};

/// What was measured.
pub(crate) fn document(report: &Report) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(1, "How swept compares".into())];
    blocks.extend(about(report).map(Block::Text));
    if !report.pairs.is_empty() {
        blocks.push(Block::Heading(2, "Time as a ratio to parry in f32".into()));
        blocks.push(Block::Text(
            "Below 1 is faster than parry. A number of wrong outcomes stands beside the ratio where there are any.".into(),
        ));
        blocks.extend(
            Scalar::ALL
                .iter()
                .filter_map(|s| ratios(report, *s))
                .map(Block::Table),
        );
    }
    blocks.extend(crate::goals::section(report));
    if !report.protocol.is_empty() {
        blocks.push(Block::Heading(2, "The article's protocol".into()));
        blocks.push(Block::Text(protocol_text(&report.protocol[0])));
        blocks.push(Block::Table(protocol(&report.protocol)));
    }
    if !report.pairs.is_empty() {
        blocks.push(Block::Heading(2, "Pair by pair".into()));
        blocks.push(Block::Text(COLUMNS.into()));
        for pair in &report.pairs {
            blocks.push(Block::Heading(3, pair.name.clone()));
            blocks.push(Block::Text(pair_text(pair)));
            blocks.push(Block::Table(cells(pair)));
        }
    }
    if !report.growth.is_empty() {
        blocks.push(Block::Heading(2, "How cost grows".into()));
        for series in &report.growth {
            blocks.push(Block::Heading(
                3,
                format!("{}: {}", series.name, series.pair),
            ));
            blocks.push(Block::Text(series_text(series)));
            blocks.push(Block::Table(grown(series, "ns per cast", |c| {
                nanoseconds(c.ns)
            })));
            blocks.push(Block::Table(grown(series, "greatest error / L", |c| {
                error(c.most) + &wrong(c.wrong)
            })));
        }
    }
    blocks
}

/// The same with what is written by hand: for a file, and too long for a terminal.
pub(crate) fn document_with_profile(report: &Report) -> Vec<Block> {
    let mut blocks = document(report);
    if !crate::goals::section(report).is_empty() {
        blocks.extend(crate::profile::section());
    }
    blocks
}

/// Where, with what, and what the numbers are.
fn about(report: &Report) -> impl Iterator<Item = String> {
    let m = &report.machine;
    let optimised = if m.optimised {
        ""
    } else {
        " The program was not optimised: its times mean nothing."
    };
    let made = format!(
        "{}, {} cores ({}). swept {}, parry3d and parry3d-f64 {}, {}, compiled for {}. {}. Seed {}.{optimised}",
        m.processor,
        m.cores,
        m.system,
        m.swept,
        m.parry,
        m.compiler,
        m.compiled_for,
        m.date,
        report.seed
    );
    let how = format!(
        "All casters cast the same casts in one process on one thread and take turns every {} casts. A time is the median \
         of {} repeats, block by block. Single casts are timed by two readings of the \
         clock, whose cost of {:.0} ns is taken off; of {} rounds the least counts. Building the sweep (validation, rotation \
         matrices) is inside every time.",
        crate::timing::BLOCK,
        report.effort.repeats,
        report.clock,
        report.effort.rounds
    );
    let more = "Made by the command compare of swept; docs/compare.md tells what is timed, what is cast, and how it is known who is right.";
    [made, how, more.to_owned()].into_iter()
}

const COLUMNS: &str = "ns: per cast, ± half the range between the quartiles of the repeats. hit, miss: median of single casts of that outcome. \
    cold: median of single casts, each after 4 MiB of other memory was written to and every other caster had its turn. \
    supports, steps: mean per hit / per miss, as the certificate and an observer count them. wrong: outcomes that are not the \
    true one. open: casts that the caster calls unresolved. error: the greatest distance of a hit's fraction from the \
    true bracket, along the normal, in units in the last place of L in the row's own scalar, and as a part of L; L is how far points \
    of both shapes lie from their origins, added. normal: the greatest angle between a hit's normal and the true one.";

/// Rows of pairs, columns of ways.
fn ratios(report: &Report, scalar: Scalar) -> Option<Table> {
    let mut ways: Vec<Way> = Vec::new();
    for cell in report.pairs.iter().flat_map(|pair| &pair.cells) {
        if cell.way.scalar == scalar && !ways.contains(&cell.way) {
            ways.push(cell.way);
        }
    }
    if ways.is_empty() {
        return None;
    }
    ways.sort_by_key(|way| way.solver.place());
    let head = [scalar.name(), "hits"]
        .into_iter()
        .chain(ways.iter().map(|way| way.solver.name()));
    let mut table = Table::new(1, head);
    for pair in &report.pairs {
        let mut row = vec![pair.name.clone(), percent(pair.hit_rate)];
        for way in &ways {
            let cell = pair.cells.iter().find(|cell| cell.way == *way);
            row.push(cell.map_or_else(String::new, headline));
        }
        table.rows.push(row);
    }
    Some(table)
}

/// A ratio, or the time that ratios are taken to, and whether it may be believed.
fn headline(cell: &Cell) -> String {
    let said = match cell.ratio {
        Some(x) if cell.way != Way::BASE => ratio(x),
        _ => format!("{} ns", nanoseconds(cell.ns)),
    };
    said + &wrong(cell.errors.wrong)
}

fn wrong(count: usize) -> String {
    match count {
        0 => String::new(),
        n => format!(" ({n} wrong)"),
    }
}

fn protocol_text(first: &Protocol) -> String {
    format!(
        "E. Gustafsson, \"Thoughts on shape casting\" (2010): sessions of {SESSION} sweep queries at different angles, each for \
         closest points, distance and normal; milliseconds of the fastest session, of the average one, of the slowest. The \
         article does not say what differs between sessions: here each has rotations of its own, at which both shapes stay. \
         {} sessions of {} casts{}; its figures are those of a machine of its time.",
        first.sessions,
        first.casts,
        if first.casts == SESSION {
            ""
        } else {
            ", scaled"
        }
    )
}

fn protocol(protocols: &[Protocol]) -> Table {
    let head = [
        "pair",
        "method",
        "scalar",
        "min",
        "average",
        "max",
        "article: min",
        "average",
        "max",
    ];
    let mut table = Table::new(3, head);
    for pair in protocols {
        for row in &pair.rows {
            let mut cells = vec![
                pair.name.to_owned(),
                row.way.solver.name().to_owned(),
                row.way.scalar.name().to_owned(),
            ];
            cells.extend(row.ms.iter().map(|ms| times(*ms)));
            let article = row.article.map(|a| a.map(|ms| format!("{ms:.0}")));
            cells.extend(article.unwrap_or_default());
            table.rows.push(cells);
        }
    }
    table
}

fn pair_text(pair: &Measured) -> String {
    let warning = pair
        .warning
        .as_ref()
        .map_or(String::new(), |w| format!(" Beware: {w}."));
    let failed = (pair.failures.iter()).fold(String::new(), |all, e| format!("{all} Failed: {e}."));
    format!(
        "{} casts, {} of them hits. Truth: {}, at most {} of L wide; {} undecided.{warning}{failed}",
        pair.casts,
        percent(pair.hit_rate),
        pair.truth,
        error(pair.widest),
        pair.undecided,
    )
}

fn cells(pair: &Measured) -> Table {
    let head = [
        "method",
        "scalar",
        "answered by",
        "ns",
        "±",
        "ratio",
        "hit",
        "miss",
        "p50",
        "p99",
        "max",
        "cold",
        "supports",
        "steps",
        "wrong",
        "open",
        "error, ulp(L)",
        "error / L",
        "normal",
    ];
    let mut table = Table::new(3, head);
    for cell in &pair.cells {
        let per = |a: Option<f64>, b: Option<f64>| {
            let each = |x: Option<f64>| {
                x.filter(|x| x.is_finite())
                    .map_or("–".into(), |x| format!("{x:.1}"))
            };
            match (a, b) {
                (None, None) => String::new(),
                (a, b) => format!("{} / {}", each(a), each(b)),
            }
        };
        table.rows.push(vec![
            cell.way.solver.name().into(),
            cell.way.scalar.name().into(),
            answered_by(cell),
            nanoseconds(cell.ns),
            percent(cell.spread),
            cell.ratio.map_or_else(String::new, ratio),
            nanoseconds(cell.hits.ns),
            nanoseconds(cell.misses.ns),
            nanoseconds(cell.p50),
            nanoseconds(cell.p99),
            nanoseconds(cell.max),
            nanoseconds(cell.cold),
            per(cell.hits.supports, cell.misses.supports),
            per(cell.hits.steps, cell.misses.steps),
            cell.errors.wrong.to_string(),
            cell.errors.unresolved.to_string(),
            ulps(cell.errors.most_ulps),
            error(cell.errors.most),
            degrees(cell.errors.most_degrees),
        ]);
    }
    table
}

/// The methods that answered, where it was not the one asked for alone.
fn answered_by(cell: &Cell) -> String {
    let all: usize = cell.answered_by.iter().map(|(_, count)| count).sum();
    let names: Vec<String> = (cell.answered_by.iter())
        .map(|(name, count)| match (*name, *count) {
            (name, count) if count == all => name.to_owned(),
            (name, count) => format!("{name} {}", percent(count as f64 / all as f64)),
        })
        .collect();
    match &names[..] {
        [one] if one == cell.way.solver.name() => String::new(),
        names => names.join(", "),
    }
}

fn series_text(series: &Series) -> String {
    let rates = series.points.iter().map(|p| p.hit_rate);
    let (low, high) = rates.fold((1.0_f64, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    format!(
        "{}; {} to {} of the casts hit.",
        series.what,
        percent(low),
        percent(high)
    )
}

/// Rows of ways, columns of values.
fn grown(series: &Series, what: &str, show: impl Fn(&crate::Grown) -> String) -> Table {
    let head = [what.to_owned(), "scalar".to_owned()]
        .into_iter()
        .chain(series.points.iter().map(|p| times(p.x)));
    let mut table = Table::new(2, head);
    let first = series.points.first().map_or(&[][..], |p| &p.cells);
    for cell in first {
        let mut row = vec![
            cell.way.solver.name().to_owned(),
            cell.way.scalar.name().to_owned(),
        ];
        for point in &series.points {
            let here = point.cells.iter().find(|c| c.way == cell.way);
            row.push(here.map_or_else(String::new, &show));
        }
        table.rows.push(row);
    }
    table
}
