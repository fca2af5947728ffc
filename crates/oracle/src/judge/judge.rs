//! Holds a claim against the truth.

use super::{Claim, Verdict};
use crate::{Cast, Precision, Truth};

/// Holds a claim against the truth. See the chapter `docs/oracle.md` for the rules.
pub fn judge(cast: &Cast, claim: &Claim, truth: &Truth, precision: &Precision) -> Verdict {
    let _ = (cast, claim, truth, precision);
    unimplemented!()
}
