//! What is proven about the first contact.

use super::{Moment, Pair, crossing};
use crate::tolerance::ROUNDING;

/// Between which fractions the first contact lies, all rounding errors counted against the claim.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The shapes do not touch before this fraction; ∞ when they do not touch during the sweep.
    pub lower: f64,
    /// The shapes touch by this fraction; ∞ when nothing is proven, as for shapes that are both flat, which touch
    /// without a thickness to prove it.
    pub upper: f64,
    /// By how much the slabs were grown for the lower and shrunk for the upper fraction: a length.
    pub error: f64,
}

/// The bracket of two shapes, the lower one for shapes that are grown by `dilation`.
pub(crate) fn bracket<P: Pair>(pair: &P, dilation: f64) -> Bracket {
    let slabs = pair.slabs(Moment::Base);
    let slabs = slabs.as_ref();
    let error = ROUNDING * pair.scale(Moment::Base);
    let base = pair.base();
    let touch = |growth: f64, ending: f64| {
        let found = crossing(slabs, growth);
        let none =
            found.entry > found.exit || base + found.exit < 0.0 || base + found.entry > ending;
        if none {
            f64::INFINITY
        } else {
            (base + found.entry).max(0.0)
        }
    };
    // The sum of base and entry is rounded to the nearest: its neighbours enclose it.
    let lower = touch(error + dilation, 1.0f64.next_up());
    let upper = touch(-error, 1.0);
    Bracket {
        lower: if lower > 0.0 && lower < f64::INFINITY {
            lower.next_down().min(1.0)
        } else {
            lower
        },
        upper: if upper > 0.0 && upper < 1.0 {
            upper.next_up()
        } else {
            upper
        },
        error,
    }
}
