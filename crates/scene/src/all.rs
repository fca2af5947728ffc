//! Everything that a motion meets.

use crate::closest::{Found, Linear, rank};
use crate::pairs::{Address, Pairs, visit};
use crate::{Motion, Query, Scene, SceneOutcome};
use swept_support::{Placed, Real, Support};

/// What a visitor wants next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next<T> {
    /// The next answer.
    Continue,
    /// The next answer whose fraction is not above this one.
    Clip(T),
    /// Nothing more.
    Stop,
}

impl<T: Real> Scene<T> {
    /// Shows to `visit_each` all that the motion meets, in order: overlaps at the start, the deepest first; then hits by fraction,
    /// with casts that were given up among them at their safe fraction; equals by [`SubShape`](crate::SubShape).
    ///
    /// Each convex shape and each triangle answers for itself: of a box that comes down on a floor of two triangles, both
    /// are shown. No answer is ever [`SceneOutcome::Miss`]. The answers are gathered before the first is
    /// shown; [`cast_each`](Self::cast_each) keeps none.
    pub fn cast_all<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        let mut found = Vec::new();
        let probe = Linear::new(motion, query);
        let mut each = Each {
            motion,
            query,
            limit: 1.0,
            take: |one: Found<T>| {
                found.push(one);
                Next::Continue
            },
        };
        visit(self, &probe, query, &mut each);
        found.sort_unstable_by(|a, b| a.rank.order(&b.rank));
        let mut clip = T::one();
        for one in &found {
            if one.rank.fraction > clip.to_f64() {
                break;
            }
            match visit_each(&self.outcome(one, &probe.displacement)) {
                Next::Continue => {}
                Next::Clip(fraction) => clip = clip.min(fraction),
                Next::Stop => break,
            }
        }
    }

    /// Shows to `visit_each` what the motion meets, as the search comes upon it: in no order that means anything. When the
    /// visitor clips, whatever comes later is not looked for.
    pub fn cast_each<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        let probe = Linear::new(motion, query);
        let mut each = Each {
            motion,
            query,
            limit: 1.0,
            take: |one: Found<T>| visit_each(&self.outcome(&one, &probe.displacement)),
        };
        visit(self, &probe, query, &mut each);
    }

    /// Whether the motion meets anything, or may: what the search comes upon first, which need not be what the motion
    /// meets first. A cast that was given up is the answer only when nothing is surely met.
    pub fn cast_any<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> SceneOutcome<T> {
        let mut any = SceneOutcome::Miss;
        self.cast_each(motion, query, |one| {
            let sure = !matches!(one, SceneOutcome::Unresolved(_));
            if sure || any == SceneOutcome::Miss {
                any = *one;
            }
            if sure { Next::Stop } else { Next::Continue }
        });
        any
    }
}

struct Each<'a, T: Real, S, F> {
    motion: &'a Motion<T, S>,
    query: &'a Query<'a, T>,
    limit: f64,
    take: F,
}

impl<T: Real, S: Support, F: FnMut(Found<T>) -> Next<T>> Pairs<T> for Each<'_, T, S, F> {
    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(&mut self, at: Address, fixed: &Placed<T, B>, first: f64) {
        let outcome = self.motion.cast(fixed, self.query);
        let Some(found) = outcome.and_then(|outcome| rank(outcome, at, first)) else {
            return;
        };
        if found.rank.fraction > self.limit {
            return;
        }
        match (self.take)(found) {
            Next::Continue => {}
            Next::Clip(fraction) => self.limit = self.limit.min(fraction.to_f64()),
            Next::Stop => self.limit = -1.0,
        }
    }
}
