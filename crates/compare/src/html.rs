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
    let key = &Key::of(report);
    key.write(out);
    if !report.pairs.is_empty() {
        let times = Scalar::ALL.map(|s| times(report, key, s));
        section(out, "Time by pair", times);
        section(out, "Error against time", [errors(report, key)]);
        let tails = report
            .pairs
            .iter()
            .flat_map(|pair| Scalar::ALL.map(|s| tail(pair, key, s)));
        section(out, "Distributions and their tails", tails);
    }
    for series in &report.growth {
        let title = format!("Time against {}", series.what);
        section(out, &title, Scalar::ALL.map(|s| grown(series, key, s)));
        section(out, "", [grown_error(series, key)]);
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

/// Which colour is whose: those who are in a report, in the order of tables.
struct Key(Vec<Solver>);

impl Key {
    fn of(report: &Report) -> Self {
        let cells = report
            .pairs
            .iter()
            .flat_map(|p| p.cells.iter().map(|c| c.way));
        let grown = report
            .growth
            .iter()
            .flat_map(|s| &s.points)
            .flat_map(|p| p.cells.iter().map(|c| c.way));
        let mut solvers: Vec<Solver> = cells.chain(grown).map(|way| way.solver).collect();
        solvers.sort_by_key(|solver| (solver.place(), solver.name()));
        solvers.dedup();
        Self(solvers)
    }

    fn write(&self, out: &mut String) {
        out.push_str("<div class=\"key\">\n");
        for &solver in &self.0 {
            let [r, g, b] = self.colour(solver);
            let _ = writeln!(
                out,
                "<span style=\"--colour: rgb({r} {g} {b})\">{}</span>",
                escape(solver.name())
            );
        }
        out.push_str(
            "<span class=\"hollow\">f64, where both scalars are in one picture</span>\n</div>\n",
        );
    }

    /// One colour for each solver, all of them to be told from light and from dark ground. Of other programs there may be any number:
    /// the sixth has the colour of the first.
    fn colour(&self, solver: Solver) -> [u8; 3] {
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
        const PEERS: [[u8; 3]; 5] = [
            [115, 125, 140],
            [235, 130, 120],
            [120, 140, 110],
            [140, 130, 200],
            [190, 165, 90],
        ];
        let is_peer = |solver: &Solver| matches!(solver, Solver::Peer(_));
        if is_peer(&solver) {
            let mut peers = self.0.iter().copied().filter(is_peer);
            let place = peers.position(|peer| peer == solver).unwrap_or(0);
            PEERS[place % PEERS.len()]
        } else {
            COLOURS[solver.place() % COLOURS.len()]
        }
    }

    fn marks(&self, way: Way, points: Vec<[f64; 2]>) -> Marks {
        Marks {
            colour: self.colour(way.solver),
            hollow: false,
            points,
        }
    }
}

/// The time of every way on every pair.
fn times(report: &Report, key: &Key, scalar: Scalar) -> Figure {
    let names: Vec<String> = report.pairs.iter().map(|p| p.name.clone()).collect();
    let mut all = Vec::new();
    for (row, pair) in report.pairs.iter().enumerate() {
        for cell in pair.cells.iter().filter(|c| c.way.scalar == scalar) {
            all.push(key.marks(cell.way, vec![[cell.ns, row as f64]]));
        }
    }
    (scalar.name().to_owned(), rows("ns per cast", &names, &all))
}

/// The greatest error of every way on every pair against its time.
fn errors(report: &Report, key: &Key) -> Figure {
    /// No error at all is shown here.
    const NONE: f64 = 1e-18;
    let cells = report.pairs.iter().flat_map(|pair| &pair.cells);
    let all = cells.map(|cell| Marks {
        hollow: cell.way.scalar == Scalar::F64,
        ..key.marks(cell.way, vec![[cell.ns, cell.errors.most.max(NONE)]])
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
fn tail(pair: &crate::Measured, key: &Key, scalar: Scalar) -> Figure {
    let cells = pair.cells.iter().filter(|c| c.way.scalar == scalar);
    let chart = Chart {
        x: "ns of a single cast",
        y: "share of casts that take longer",
        joined: true,
        marks: cells.map(|c| key.marks(c.way, c.tail.clone())).collect(),
    };
    (format!("{}, {}", pair.name, scalar.name()), chart.svg())
}

fn grown(series: &Series, key: &Key, scalar: Scalar) -> Figure {
    let chart = Chart {
        x: series.what,
        y: "ns per cast",
        joined: true,
        marks: lines(series, key, |way| way.scalar == scalar, |cell| cell.ns),
    };
    (format!("{}, {}", series.pair, scalar.name()), chart.svg())
}

fn grown_error(series: &Series, key: &Key) -> Figure {
    let mut all = lines(series, key, |_| true, |cell| cell.most);
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
    key: &Key,
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
        key.marks(way, series.points.iter().filter_map(here).collect())
    })
    .collect()
}
