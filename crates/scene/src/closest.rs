//! The first thing that a motion meets.

use crate::flight::{Flight, Pose};
use crate::pairs::{Address, Pairs, Probe, visit};
use crate::{Motion, Query, Scene, SceneHit, SceneOutcome, SceneOverlap, SceneUnresolved};
use nalgebra::Vector3;
use std::cmp::Ordering;
use swept_cast::{Outcome, Sweep};
use swept_support::{Placed, Real, Support};

impl<T: Real> Scene<T> {
    /// What the motion meets first.
    ///
    /// The answer is that of one convex shape or triangle, the first of these:
    /// 1. the deepest overlap at the start;
    /// 2. the hit with the smallest fraction, or a cast that was given up before that fraction;
    ///
    /// and among equals the one with the lowest [`SubShape`](crate::SubShape).
    pub fn cast_closest<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> SceneOutcome<T> {
        let mut closest = Closest {
            motion,
            query,
            first: None,
            limit: 1.0,
        };
        let probe = Linear::new(motion, query);
        visit(self, &probe, query, &mut closest);
        match closest.first {
            Some(found) => self.outcome(&found, &probe.displacement),
            None => SceneOutcome::Miss,
        }
    }

    /// What was found, with its place.
    pub(crate) fn outcome(&self, found: &Found<T>, motion: &Vector3<f64>) -> SceneOutcome<T> {
        let at = found.rank.at;
        let unresolved = |safe_fraction: T| match self.sub_shape(at) {
            Some(sub_shape) => SceneOutcome::Unresolved(SceneUnresolved {
                safe_fraction,
                sub_shape,
            }),
            None => SceneOutcome::Miss,
        };
        match found.outcome {
            Outcome::Hit(hit) => match self.place(at, &hit.normal, &hit.point_fixed, motion) {
                Some(place) => SceneOutcome::Hit(SceneHit { hit, place }),
                None => unresolved(hit.fraction),
            },
            Outcome::Overlap(overlap) => {
                match self.place(at, &overlap.normal, &overlap.point_fixed, motion) {
                    Some(place) => SceneOutcome::Overlap(SceneOverlap { overlap, place }),
                    None => unresolved(T::zero()),
                }
            }
            Outcome::Unresolved(u) => unresolved(u.safe_fraction),
            Outcome::Miss(_) => SceneOutcome::Miss,
        }
    }
}

/// A motion along a line.
pub(crate) struct Linear<'a, T: Real, S> {
    motion: &'a Motion<T, S>,
    pub(crate) displacement: Vector3<f64>,
    reach: f64,
}

impl<'a, T: Real, S: Support> Linear<'a, T, S> {
    pub(crate) fn new(motion: &'a Motion<T, S>, query: &Query<'_, T>) -> Self {
        Self {
            motion,
            displacement: motion.displacement().map(Real::to_f64),
            reach: query.reach(),
        }
    }
}

impl<T: Real, S: Support> Probe for Linear<'_, T, S> {
    type View = Flight;

    fn seen_from(&self, frame: &Pose) -> Flight {
        self.motion.flight(frame, self.reach)
    }

    #[inline]
    fn passes(&self, normal: &Vector3<f64>) -> bool {
        normal.dot(&self.displacement) > 0.0
    }
}

/// The answer of a pair, and where it comes among others.
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
}

/// The answer of one pair whose boxes do not meet before `first`; `None` for a miss.
///
/// The boxes' bound is proven as well. In a grazing cast it can be the better one: then it is the fraction.
pub(crate) fn rank<T: Real>(outcome: Outcome<T>, at: Address, first: f64) -> Option<Found<T>> {
    let floor = T::round_down(first);
    let (rank, outcome) = match outcome {
        Outcome::Miss(_) => return None,
        Outcome::Overlap(o) => {
            let shallow = -o.depth.to_f64();
            (
                Rank {
                    shallow,
                    fraction: 0.0,
                    unresolved: false,
                    at,
                },
                outcome,
            )
        }
        Outcome::Hit(mut hit) => {
            hit.fraction = hit.fraction.max(floor);
            hit.fraction_upper = hit.fraction_upper.max(floor);
            let fraction = hit.fraction.to_f64();
            (
                Rank {
                    shallow: 1.0,
                    fraction,
                    unresolved: false,
                    at,
                },
                Outcome::Hit(hit),
            )
        }
        Outcome::Unresolved(mut u) => {
            u.safe_fraction = u.safe_fraction.max(floor);
            let fraction = u.safe_fraction.to_f64();
            (
                Rank {
                    shallow: 1.0,
                    fraction,
                    unresolved: true,
                    at,
                },
                Outcome::Unresolved(u),
            )
        }
    };
    Some(Found { rank, outcome })
}

struct Closest<'a, T: Real, S> {
    motion: &'a Motion<T, S>,
    query: &'a Query<'a, T>,
    first: Option<Found<T>>,
    limit: f64,
}

impl<T: Real, S: Support> Pairs<T> for Closest<'_, T, S> {
    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(&mut self, at: Address, fixed: &Placed<T, B>, first: f64) {
        let Some(outcome) = self.motion.cast(fixed, self.query) else {
            return;
        };
        let Some(found) = rank(outcome, at, first) else {
            return;
        };
        let earlier = |known: &Found<T>| found.rank.order(&known.rank).is_lt();
        if self.first.as_ref().is_none_or(earlier) {
            // What rounds down to this fraction in the scalar may still come before it by its address.
            self.limit = found.rank.fraction * (1.0 + T::EPSILON);
            self.first = Some(found);
        }
    }
}

impl<T: Real, S: Support> Motion<T, S> {
    /// The cast against one shape; `None` when that shape breaks its promises.
    #[inline]
    pub(crate) fn cast<B: Support>(
        &self,
        fixed: &Placed<T, B>,
        query: &Query<'_, T>,
    ) -> Option<Outcome<T>> {
        let sweep = Sweep::new(self.moving().as_ref(), *self.displacement(), fixed.as_ref());
        Some(sweep.ok()?.cast_with(&query.cast))
    }
}
