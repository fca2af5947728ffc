//! A report as one page of HTML that needs nothing else.

use crate::chart::{Chart, Marks, rows};
use crate::document::{escape, html};
use crate::layout::document_with_profile;
use crate::{Report, Scalar, Series, Solver, Way};
use core::fmt::Write;

/// The page: charts first, then the tables of the report.
pub(crate) fn page(report: &Report) -> String {
    let blocks = document_with_profile(report);
    let split = blocks.len().min(4);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>How swept compares</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n{}",
        include_str!("page.css"),
        html(&blocks[..split])
    );
    charts(&mut out, report);
    out.push_str(&html(&blocks[split..]));
    out.push_str("</body>\n</html>\n");
    out
}

fn charts(out: &mut String, report: &Report) {
    key(out, report);
    if !report.pairs.is_empty() {
        section(out, "Time by pair", Scalar::ALL.map(|s| times(report, s)));
        section(out, "Error against time", [errors(report)]);
        let tails = report
            .pairs
            .iter()
            .flat_map(|pair| Scalar::ALL.map(|s| tail(pair, s)));
        section(out, "Distributions and their tails", tails);
    }
    for series in &report.growth {
        let title = format!("Time against {}", series.what);
        section(out, &title, Scalar::ALL.map(|s| grown(series, s)));
        section(out, "", [grown_error(series)]);
    }
}

/// A caption and a picture, where there is something to draw.
type Figure = (String, Option<String>);

fn section(out: &mut String, title: &str, figures: impl IntoIterator<Item = Figure>) {
    if !title.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(title));
    }
    out.push_str("<div class=\"charts\">\n");
    for (caption, picture) in figures {
        if let Some(picture) = picture {
            let _ = writeln!(
                out,
                "<figure><figcaption>{}</figcaption>{picture}</figure>",
                escape(&caption)
            );
        }
    }
    out.push_str("</div>\n");
}

/// Which colour is whose.
fn key(out: &mut String, report: &Report) {
    let cells = report
        .pairs
        .iter()
        .flat_map(|p| p.cells.iter().map(|c| c.way));
    let grown = report
        .growth
        .iter()
        .flat_map(|s| &s.points)
        .flat_map(|p| p.cells.iter().map(|c| c.way));
    let seen: Vec<Way> = cells.chain(grown).collect();
    out.push_str("<div class=\"key\">\n");
    let mut solvers: Vec<Solver> = seen.iter().map(|way| way.solver).collect();
    solvers.sort_by_key(|solver| (solver.place(), solver.name()));
    solvers.dedup();
    for solver in solvers {
        let [r, g, b] = colour(solver);
        let _ = writeln!(
            out,
            "<span style=\"--colour: rgb({r} {g} {b})\">{}</span>",
            solver.name()
        );
    }
    out.push_str(
        "<span class=\"hollow\">f64, where both scalars are in one picture</span>\n</div>\n",
    );
}

/// One colour for each solver, all of them to be told from light and from dark ground.
fn colour(solver: Solver) -> [u8; 3] {
    const COLOURS: [[u8; 3]; 9] = [
        [225, 60, 60],
        [45, 125, 235],
        [25, 165, 110],
        [225, 145, 20],
        [160, 85, 235],
        [20, 170, 195],
        [215, 75, 160],
        [130, 150, 40],
        [150, 115, 85],
    ];
    const PEERS: [[u8; 3]; 3] = [[115, 125, 140], [175, 120, 120], [110, 150, 140]];
    match solver {
        // By its name, as there may be any number of them.
        Solver::Peer(name) => PEERS[name.len() % PEERS.len()],
        _ => COLOURS[solver.place() % COLOURS.len()],
    }
}

fn marks(way: Way, points: Vec<[f64; 2]>) -> Marks {
    Marks {
        colour: colour(way.solver),
        hollow: false,
        points,
    }
}

/// The time of every way on every pair.
fn times(report: &Report, scalar: Scalar) -> Figure {
    let names: Vec<String> = report.pairs.iter().map(|p| p.name.clone()).collect();
    let mut all = Vec::new();
    for (row, pair) in report.pairs.iter().enumerate() {
        for cell in pair.cells.iter().filter(|c| c.way.scalar == scalar) {
            all.push(marks(cell.way, vec![[cell.ns, row as f64]]));
        }
    }
    (scalar.name().to_owned(), rows("ns per cast", &names, &all))
}

/// The greatest error of every way on every pair against its time.
fn errors(report: &Report) -> Figure {
    /// No error at all is shown here.
    const NONE: f64 = 1e-18;
    let cells = report.pairs.iter().flat_map(|pair| &pair.cells);
    let all = cells.map(|cell| Marks {
        hollow: cell.way.scalar == Scalar::F64,
        ..marks(cell.way, vec![[cell.ns, cell.errors.most.max(NONE)]])
    });
    let chart = Chart {
        x: "ns per cast",
        y: "greatest error, as a part of the scale",
        joined: false,
        marks: all.collect(),
    };
    (
        "a point for each pair; no error at all is shown as 1e-18".to_owned(),
        chart.svg(),
    )
}

/// The share of casts that take longer than a time.
fn tail(pair: &crate::Measured, scalar: Scalar) -> Figure {
    let cells = pair.cells.iter().filter(|c| c.way.scalar == scalar);
    let chart = Chart {
        x: "ns of a single cast",
        y: "share of casts that take longer",
        joined: true,
        marks: cells.map(|c| marks(c.way, c.tail.clone())).collect(),
    };
    (format!("{}, {}", pair.name, scalar.name()), chart.svg())
}

fn grown(series: &Series, scalar: Scalar) -> Figure {
    let chart = Chart {
        x: series.what,
        y: "ns per cast",
        joined: true,
        marks: lines(series, |way| way.scalar == scalar, |cell| cell.ns),
    };
    (format!("{}, {}", series.pair, scalar.name()), chart.svg())
}

fn grown_error(series: &Series) -> Figure {
    let mut all = lines(series, |_| true, |cell| cell.most);
    let first = series.points.first().map_or(&[][..], |p| &p.cells);
    for (line, cell) in all.iter_mut().zip(first) {
        line.hollow = cell.way.scalar == Scalar::F64;
    }
    let chart = Chart {
        x: series.what,
        y: "greatest error, as a part of the scale",
        joined: true,
        marks: all,
    };
    (
        format!("{}, errors in both scalars", series.pair),
        chart.svg(),
    )
}

fn lines(
    series: &Series,
    wanted: impl Fn(Way) -> bool,
    value: impl Fn(&crate::Grown) -> f64,
) -> Vec<Marks> {
    let first = series.points.first().map_or(&[][..], |p| &p.cells);
    let ways = first.iter().map(|c| c.way).filter(|way| wanted(*way));
    ways.map(|way| {
        let here = |p: &crate::Point| {
            let cell = p.cells.iter().find(|c| c.way == way);
            cell.map(|cell| [p.x, value(cell)])
        };
        marks(way, series.points.iter().filter_map(here).collect())
    })
    .collect()
}
