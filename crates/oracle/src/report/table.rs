//! The tables of the report as text for a terminal.

use super::Report;
use crate::run::Tally;
use std::fmt::Write;

/// One line for each engine: what it got wrong, how exact it is, and how fast.
pub(super) fn text(report: &Report) -> String {
    let columns = report.columns();
    let mut text = format!("{:<28}{:>10}{:>9}", "engine", "answers", "wrong");
    for column in &columns {
        let _ = write!(text, "{:>11}", column.name());
    }
    let _ = writeln!(text, "{:>9}{:>9}{:>9}", "median", "worst", "ns");
    for (i, engine) in report.engines.iter().enumerate() {
        let total = report.total(i);
        let answers = total.casts - total.unsupported;
        let _ = write!(text, "{:<28}{answers:>10}{:>9}", engine.name, total.wrong);
        for column in &columns {
            let _ = write!(text, "{:>11}", dash(total.count(*column)));
        }
        let _ = writeln!(
            text,
            "{:>9}{:>9}{:>9}",
            size(total.errors.quantile(0.5)),
            size(Some(total.errors.greatest)),
            nanoseconds(&total)
        );
    }
    text
}

/// A count; nothing stands out less than a dash.
fn dash(count: u64) -> String {
    if count == 0 {
        "-".into()
    } else {
        count.to_string()
    }
}

/// An error as a part of the scale, in short.
pub(super) fn size(error: Option<f64>) -> String {
    match error {
        None => "-".into(),
        Some(error) => format!("{error:.0e}"),
    }
}

/// The mean time of an answer.
pub(super) fn nanoseconds(tally: &Tally) -> String {
    if tally.casts == 0 {
        return "-".into();
    }
    format!("{:.0}", tally.time.as_nanos() as f64 / tally.casts as f64)
}
