//! What is wrong with one answer.

use super::Column;
use crate::{Cast, Claim, Engine, Fact, FaultKind, Known, NoAnswer, Verdict};

/// One thing that is wrong with one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Where it is counted.
    pub column: Column,
    /// By how much, in units in the last place of the scale; infinite where no length tells.
    pub ulps: f64,
    /// The same in words.
    pub words: String,
}

/// What the judge says of an answer: how exact it is, and what is wrong, the worst of each column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// Of a hit that is one: its error as a part of the scale.
    pub(crate) error: Option<f64>,
    pub(crate) excused: bool,
    pub(crate) findings: Vec<Finding>,
}

/// Holds an answer against the truth; `None` when the engine has no such shape.
pub(crate) fn judged(
    engine: &dyn Engine,
    cast: &Cast,
    answer: &Result<Claim, NoAnswer>,
    truth: &Known,
) -> Option<Judged> {
    match answer {
        Ok(claim) => {
            let precision = engine.precision();
            let verdict = truth.judge(cast, claim, &precision);
            Some(Judged {
                error: verdict.error.map(|ulps| ulps * precision.epsilon),
                excused: verdict.excused,
                findings: worst_of_each(&verdict, side(claim, truth)),
            })
        }
        Err(why) => {
            let column = Column::of_none(why)?;
            Some(Judged {
                findings: vec![Finding {
                    column,
                    ulps: f64::INFINITY,
                    words: why.to_string(),
                }],
                ..Judged::default()
            })
        }
    }
}

/// The column of a fraction that is too far off. One that comes without a bracket proves nothing, and all there is to say of it
/// is on which side it lies.
fn side(claim: &Claim, truth: &Known) -> Column {
    let fact = match truth {
        Known::Straight(truth) => Some(&truth.fact),
        Known::Turned(_) => None,
    };
    match (claim, fact) {
        (
            Claim::Hit {
                fraction,
                fraction_upper: None,
                ..
            },
            Some(Fact::Meets(meets)),
        ) if *fraction > meets.fraction.upper.value() => Column::Late,
        (
            Claim::Hit {
                fraction_upper: None,
                ..
            },
            _,
        ) => Column::Early,
        _ => Column::Loose,
    }
}

/// What is wrong, the worst of each column; `off` is the column of a fraction that is too far off.
fn worst_of_each(verdict: &Verdict, off: Column) -> Vec<Finding> {
    let mut worst: Vec<Finding> = Vec::new();
    for fault in &verdict.faults {
        let finding = Finding {
            column: match fault.kind {
                FaultKind::BeyondBound => off,
                kind => kind.into(),
            },
            ulps: fault.ulps,
            words: fault.to_string(),
        };
        match worst.iter_mut().find(|f| f.column == finding.column) {
            None => worst.push(finding),
            Some(known) if known.ulps < finding.ulps => *known = finding,
            Some(_) => {}
        }
    }
    worst.sort_by_key(|f| f.column);
    worst
}
