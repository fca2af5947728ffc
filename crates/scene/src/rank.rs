//! Which of two answers comes first.

use crate::probe::Address;
use std::cmp::Ordering;
use swept_cast::Outcome;
use swept_support::Real;

/// The answer of a pair, and where it comes among others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<T: Real> {
    pub(crate) rank: Rank,
    pub(crate) outcome: Outcome<T>,
}

/// Overlaps come first, the deepest before the others; then hits and unresolved casts by fraction, hits before what is
/// unresolved from the same fraction on; and among equals the lower address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    /// Minus the depth of an overlap; 1 for all else.
    shallow: f64,
    pub(crate) fraction: f64,
    unresolved: bool,
    pub(crate) at: Address,
}

impl Rank {
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.shallow
            .total_cmp(&other.shallow)
            .then(self.fraction.total_cmp(&other.fraction))
            .then(self.unresolved.cmp(&other.unresolved))
            .then(self.at.cmp(&other.at))
    }

    /// The depth of an overlap.
    pub(crate) fn depth(&self) -> Option<f64> {
        (self.shallow <= 0.0).then_some(-self.shallow)
    }
}

impl<T: Real> Found<T> {
    /// The answer of one pair whose boxes do not meet before `first`; `None` for a miss. `deepest` is a bound on the depth
    /// of an overlap.
    ///
    /// The bound of the boxes is proven as well as the pair's own. In a grazing cast it can be the better one: then it is
    /// the fraction. So it is with the depth, as far as the order goes. What is passed over on account of such a bound
    /// thus surely comes later, and the order of the search does not matter.
    #[inline]
    pub(crate) fn new(
        outcome: Outcome<T>,
        at: Address,
        first: f64,
        deepest: impl FnOnce() -> f64,
    ) -> Option<Self> {
        let floor = T::round_down(first);
        let mut rank = Rank {
            shallow: 1.0,
            fraction: 0.0,
            unresolved: false,
            at,
        };
        let outcome = match outcome {
            Outcome::Miss(_) => return None,
            Outcome::Overlap(overlap) => {
                rank.shallow = -overlap.depth.to_f64().min(deepest());
                outcome
            }
            Outcome::Hit(mut hit) => {
                hit.fraction = hit.fraction.max(floor);
                hit.fraction_upper = hit.fraction_upper.max(floor);
                rank.fraction = hit.fraction.to_f64();
                Outcome::Hit(hit)
            }
            Outcome::Unresolved(mut open) => {
                open.safe_fraction = open.safe_fraction.max(floor);
                rank.fraction = open.safe_fraction.to_f64();
                rank.unresolved = true;
                Outcome::Unresolved(open)
            }
        };
        Some(Self { rank, outcome })
    }
}
