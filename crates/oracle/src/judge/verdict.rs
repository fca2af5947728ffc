//! What a judge finds.

use super::{Fault, FaultKind};
use std::fmt;

/// What is wrong with a claim, and how exact it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Everything that is wrong: empty for a right answer.
    pub faults: Vec<Fault>,
    /// Of a hit that is one: |fraction − truth| along the true normal, in units in the last place of the scale.
    pub error: Option<f64>,
    /// Of a hit with a bracket: its width along the true normal, in the same unit.
    pub width: Option<f64>,
    /// Whether rounding decides the outcome: a graze, a touch, an end at the contact. A wrong outcome is excused then.
    pub excused: bool,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether a fault of this kind was found.
    pub fn has(&self, kind: FaultKind) -> bool {
        self.faults.iter().any(|f| f.kind == kind)
    }

    /// Whether the outcome itself is wrong.
    pub(super) fn has_wrong_outcome(&self) -> bool {
        self.faults.iter().any(|f| f.kind.is_wrong_outcome())
    }

    /// The worst fault: a wrong outcome before all others, then the largest amount.
    pub fn worst(&self) -> Option<&Fault> {
        let rank = |f: &Fault| (f.kind.is_wrong_outcome(), f.amount);
        self.faults.iter().max_by(|a, b| {
            rank(a)
                .partial_cmp(&rank(b))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.faults.is_empty() {
            return f.write_str("right");
        }
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}
