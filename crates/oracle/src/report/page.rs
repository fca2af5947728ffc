//! The report as one page of HTML.

use super::chart::{Curve, exceedance};
use super::table::{nanoseconds, size};
use super::{EngineReport, Report, SourceReport};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::style::RGBColor;

const STYLE: &str = "
body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:84rem;padding:0 1rem;color:#1c2330}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem;border-bottom:1px solid #d5dae3}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.6rem 0}
th,td{padding:.18rem .55rem;text-align:right;white-space:nowrap;border-bottom:1px solid #e7eaf0}
th{font-weight:600;color:#4a566b;vertical-align:bottom}th:first-child,td:first-child{text-align:left}
td.none{color:#b3bac6}td.bad{background:#fbd9d3;color:#8c1d0c;font-weight:600}td.other{background:#fdf0d2;color:#6b4a00}
.slanted th+th{height:8.5rem;white-space:nowrap}.slanted th+th span{writing-mode:vertical-rl;transform:rotate(180deg)}
.wide{overflow-x:auto}.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(34rem,1fr));gap:.6rem}
.charts svg{width:100%;height:auto;border:1px solid #e7eaf0}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem}.key i{display:inline-block;width:1.6rem;height:.28rem;margin-right:.4rem;vertical-align:middle}
pre{white-space:pre-wrap;word-break:break-all;background:#f4f6f9;padding:.5rem;font-size:12px;margin:.25rem 0 .9rem}
.verdict{font-size:1.05rem}.good{color:#16693a}.poor{color:#8c1d0c}.faint{color:#6a7486}";

/// The whole page.
///
/// # Errors
/// What the chart library says.
pub(super) fn page(report: &Report) -> Result<String, String> {
    let charts = charts(report)?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "swept check" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "swept check" }
                (verdict(report))
                h2 { "Engines" }
                (engines(report))
                (meanings(report))
                h2 { "Wrong answers by source" }
                (matrix(report))
                h2 { "Sizes of errors" }
                p { "How large the errors of hits are, along the true normal and as parts of the scale (the largest coordinate of
                    fixed − moving): the share of hits (upward) that are off by at least so much (to the right). Both axes are
                    logarithmic. A curve further to the left is more exact; errors below 1e-18 are not drawn." }
                (key(report))
                div.charts { @for chart in &charts { div { (PreEscaped(chart)) } } }
                h2 { "Wrong answers, shrunk" }
                (faults(report))
            }
        }
    };
    Ok(page.into_string())
}

fn verdict(report: &Report) -> Markup {
    let wrong = report.wrong_of_ours();
    let timing = &report.timing;
    let rate = report.answers() as f64 / timing.wall.max(1e-9);
    html! {
        p.verdict {
            @if !report.engines.iter().any(|e| e.ours) {
                "None of our methods were asked."
            } @else if wrong == 0 {
                span.good { "Our methods: no wrong answer." }
            } @else {
                span.poor { "Our methods: " (grouped(wrong)) " wrong answers." }
            }
        }
        p.faint {
            (grouped(report.answers())) " answers to " (grouped(report.sources.iter().map(|s| s.truths.total()).sum()))
            " casts from " (report.sources.len()) " sources, seed " (report.seed) ", in "
            (format!("{:.1}", timing.wall)) " s (" (grouped(rate as u64)) " judged answers a second)."
        }
    }
}

fn engines(report: &Report) -> Markup {
    let columns = report.columns();
    html! {
        div.wide { table {
            tr {
                th { "engine" } th { "version" } th { "answers" } th { "wrong" }
                @for column in &columns { th title=(column.meaning()) { (column.name()) } }
                th title="answers that rounding may decide either way" { "excused" }
                th title="errors of hits as parts of the scale" { "median" } th { "99.9 %" } th { "worst" }
                th { "ns" }
            }
            @for (i, engine) in report.engines.iter().enumerate() {
                @let total = report.total(i);
                tr {
                    td { (engine.name) } td { (engine.version) }
                    td { (grouped(total.casts - total.unsupported)) }
                    (count(total.wrong, engine.ours))
                    @for column in &columns { (count(total.count(*column), engine.ours && column.is_wrong())) }
                    td { (grouped(total.excused)) }
                    td { (size(total.errors.quantile(0.5))) }
                    td { (size(total.errors.quantile(0.999))) }
                    td { (size(Some(total.errors.greatest))) }
                    td { (nanoseconds(&total)) }
                }
            }
        } }
    }
}

fn meanings(report: &Report) -> Markup {
    html! {
        p.faint {
            @for column in report.columns() { b { (column.name()) } ": " (column.meaning()) ". " }
            "An answer may count in several columns. " b { "ns" } ": mean time of an answer, conversions included."
        }
    }
}

fn matrix(report: &Report) -> Markup {
    html! {
        div.wide { table.slanted {
            tr {
                th { "source" } th { span { "hits" } } th { span { "misses" } } th { span { "overlaps" } }
                th { span { "truth unknown" } }
                @for engine in &report.engines { th { span { (engine.name) } } }
            }
            @for source in &report.sources { (row(report, source)) }
        } }
    }
}

fn row(report: &Report, source: &SourceReport) -> Markup {
    let truths = &source.truths;
    html! {
        tr {
            td { (source.name) }
            td { (grouped(truths.hits)) } td { (grouped(truths.misses)) } td { (grouped(truths.overlaps)) }
            td { (grouped(truths.unknown)) }
            @for (engine, tally) in report.engines.iter().zip(&source.tallies) { (count(tally.wrong, engine.ours)) }
        }
    }
}

/// A count of wrong answers: ours must be none.
fn count(wrong: u64, ours: bool) -> Markup {
    let class = match (wrong, ours) {
        (0, _) => "none",
        (_, true) => "bad",
        (_, false) => "other",
    };
    html! { td class=(class) { (grouped(wrong)) } }
}

fn key(report: &Report) -> Markup {
    html! {
        div.key {
            @for (i, engine) in report.engines.iter().enumerate() {
                @let RGBColor(r, g, b) = color(report, i);
                span { i style=(format!("background:rgb({r},{g},{b})")) {} (engine.name) }
            }
        }
    }
}

fn charts(report: &Report) -> Result<Vec<String>, String> {
    let chart = |source: &SourceReport| {
        let curves: Vec<_> = source
            .tallies
            .iter()
            .enumerate()
            .map(|(i, tally)| Curve {
                color: color(report, i),
                points: tally.errors.exceedance(),
            })
            .collect();
        exceedance(&source.name, &curves)
    };
    let with_hits = report.sources.iter().filter(|s| s.truths.hits > 0);
    with_hits.map(chart).collect()
}

/// Blues for ours in `f64`, greens for ours in `f32`, reds to yellows for the others.
fn color(report: &Report, index: usize) -> RGBColor {
    const DOUBLE: [RGBColor; 5] = [
        RGBColor(12, 44, 132),
        RGBColor(34, 94, 168),
        RGBColor(29, 145, 192),
        RGBColor(101, 130, 210),
        RGBColor(88, 80, 190),
    ];
    const SINGLE: [RGBColor; 5] = [
        RGBColor(0, 90, 50),
        RGBColor(35, 139, 69),
        RGBColor(80, 170, 90),
        RGBColor(120, 160, 60),
        RGBColor(0, 140, 120),
    ];
    const OTHER: [RGBColor; 5] = [
        RGBColor(230, 85, 13),
        RGBColor(165, 15, 21),
        RGBColor(217, 160, 0),
        RGBColor(150, 60, 140),
        RGBColor(90, 90, 90),
    ];
    let palette = |engine: &EngineReport| match (engine.ours, engine.scalar) {
        (true, "f64") => DOUBLE,
        (true, _) => SINGLE,
        (false, _) => OTHER,
    };
    let own = palette(&report.engines[index]);
    let before = &report.engines[..index];
    let place = before.iter().filter(|e| palette(e) == own).count();
    own[place % own.len()]
}

fn faults(report: &Report) -> Markup {
    if report.faults.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        p { "For each engine, source and kind of fault the first casts found, each with the simplest cast that still has the fault: a
            line of the case format that reproduces it. " code { "swept check --casts FILE" } " judges such lines again." }
        @for engine in &report.engines {
            @let own: Vec<_> = report.faults.iter().filter(|f| f.engine == engine.name).collect();
            @if !own.is_empty() {
                details open[engine.ours] {
                    summary { b { (engine.name) } " (" (engine.version) "): " (own.len()) " shown" }
                    @for fault in own {
                        p {
                            (fault.source) ", " b { (fault.column.name()) } ", " (grouped(fault.count)) " in all; "
                            (fault.words) span.faint { " — from " (fault.original.id) }
                        }
                        pre { (fault.shrunk.to_json()) }
                    }
                }
            }
        }
    }
}

/// A count with a thin space between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Column;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
    }

    #[test]
    fn columns_have_names_of_their_own() {
        let names: std::collections::BTreeSet<_> = Column::ALL.map(Column::name).into();
        assert_eq!(names.len(), Column::ALL.len());
    }
}
