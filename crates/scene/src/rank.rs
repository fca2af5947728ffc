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

    /// Whether this is of a hit at the start.
    pub(crate) fn is_hit_at_start(&self) -> bool {
        self.depth().is_none() && self.fraction == 0.0 && !self.unresolved
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
    /// thus surely comes later, and the order of the search does not matter. It rests on `first` having all such bounds in it (`pairs.rs`):
    /// a cast that was given up at once has no number but that.
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

    /// Whether it comes before what is known, if anything is.
    #[inline]
    pub(crate) fn comes_before(&self, known: Option<&Self>) -> bool {
        known.is_none_or(|known| self.rank.order(&known.rank).is_lt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Point3, Vector3};
    use swept_cast::{Hit, Overlap, Unresolved};

    const AT: Address = Address {
        slot: 3,
        part: 0,
        triangle: None,
    };

    fn hit(fraction: f64) -> Outcome<f64> {
        Outcome::Hit(Hit {
            fraction,
            fraction_upper: fraction,
            normal: Vector3::y_axis(),
            point_moving: Point3::origin(),
            point_fixed: Point3::origin(),
        })
    }

    fn unresolved(safe_fraction: f64) -> Outcome<f64> {
        Outcome::Unresolved(Unresolved { safe_fraction })
    }

    fn overlap(depth: f64) -> Outcome<f64> {
        Outcome::Overlap(Overlap {
            depth,
            depth_lower: depth,
            normal: Vector3::y_axis(),
            point_moving: Point3::origin(),
            point_fixed: Point3::origin(),
            entry: -1.0,
            exit: 1.0,
        })
    }

    fn found(outcome: Outcome<f64>, at: Address, first: f64) -> Found<f64> {
        Found::new(outcome, at, first, || f64::INFINITY).unwrap()
    }

    #[test]
    fn answers_come_in_the_order_that_is_told() {
        let below = Address { slot: 2, ..AT };
        let sorted = [
            found(overlap(2.0), AT, 0.0),
            found(overlap(1.0), AT, 0.0),
            found(hit(0.25), AT, 0.0),
            found(hit(0.5), below, 0.0),
            found(hit(0.5), AT, 0.0),
            // From there on it could be met, and the other surely is.
            found(unresolved(0.5), below, 0.0),
            found(hit(0.75), below, 0.0),
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(a.rank.order(&b.rank), i.cmp(&j), "{i} {j}");
            }
        }
    }

    #[test]
    fn what_boxes_prove_counts_as_much_as_what_the_pair_does() {
        for (first, expected) in [(0.5, 0.5), (0.125, 0.25)] {
            let met = found(hit(0.25), AT, first);
            assert_eq!(met.rank.fraction, expected);
            let told = met.outcome.hit().unwrap();
            assert_eq!([told.fraction, told.fraction_upper], [expected; 2]);
            let open = found(unresolved(0.25), AT, first);
            assert_eq!(open.rank.fraction, expected);
            assert_eq!(open.outcome.safe_fraction(), expected);
        }
        // Of a depth the order alone is told by it.
        for (deepest, expected) in [(0.5, 0.5), (3.0, 2.0)] {
            let deep = Found::new(overlap(2.0), AT, 0.0, || deepest).unwrap();
            assert_eq!(deep.rank.depth(), Some(expected));
            assert_eq!(deep.outcome.overlap().map(|o| o.depth), Some(2.0));
        }
        assert_eq!(found(hit(0.25), AT, 0.0).rank.depth(), None);
    }
}
