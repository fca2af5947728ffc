//! Everything that a motion meets.

use crate::linear::Linear;
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::question::{Question, deepest, next_above};
use crate::rank::Found;
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
    /// Shows to `visit_each` all that the motion meets, in order: overlaps at the start, the deepest first (of a triangle, what its
    /// plane allows counts where that is less by a few units in the last place); then hits by fraction, with casts that were given
    /// up among them at their safe fraction; equals by [`SubShape`](crate::SubShape).
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
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.all(&Linear::new(self, motion, query), query, &mut visit_each);
    }

    /// [`cast_all`](Self::cast_all) of any motion.
    pub(crate) fn all(
        &self,
        question: &impl Question<T>,
        query: &Query<'_, T>,
        visit_each: &mut dyn FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        let mut found = Vec::new();
        let mut take = |one: &Found<T>| {
            found.push(*one);
            Next::Continue
        };
        let mut each = Each::new(question, &mut take);
        visit(self, question, query, &mut each);
        found.sort_unstable_by(|a, b| a.rank.order(&b.rank));
        let mut clip = T::one();
        for one in &found {
            if one.rank.fraction > clip.to_f64() {
                break;
            }
            match visit_each(&self.outcome(one, question)) {
                Next::Continue => {}
                Next::Clip(fraction) => clip = clip.min(fraction),
                Next::Stop => break,
            }
        }
    }

    /// All that the motion meets, in the order of [`cast_all`](Self::cast_all). Of a shape [at rest](Motion::at_rest), all that it overlaps.
    pub fn cast_list<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> Vec<SceneOutcome<T>> {
        let mut all = Vec::new();
        self.cast_all(motion, query, |one| {
            all.push(*one);
            Next::Continue
        });
        all
    }

    /// Shows to `visit_each` what the motion meets, as the search comes upon it: in no order that means anything. When the
    /// visitor clips, whatever comes later is not looked for.
    pub fn cast_each<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.each(&Linear::new(self, motion, query), query, &mut visit_each);
    }

    /// [`cast_each`](Self::cast_each) of any motion.
    fn each(
        &self,
        question: &impl Question<T>,
        query: &Query<'_, T>,
        visit_each: &mut dyn FnMut(&SceneOutcome<T>) -> Next<T>,
    ) {
        let mut take = |one: &Found<T>| visit_each(&self.outcome(one, question));
        let mut each = Each::new(question, &mut take);
        visit(self, question, query, &mut each);
    }

    /// Whether the motion meets anything, or may: what the search comes upon first, which need not be what the motion
    /// meets first. A cast that was given up is the answer only when nothing is surely met.
    pub fn cast_any<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> SceneOutcome<T> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.any(&Linear::new(self, motion, query), query)
    }

    /// [`cast_any`](Self::cast_any) of any motion.
    pub(crate) fn any(&self, question: &impl Question<T>, query: &Query<'_, T>) -> SceneOutcome<T> {
        let mut any = SceneOutcome::Miss;
        self.each(question, query, &mut |one| {
            let sure = !matches!(one, SceneOutcome::Unresolved(_));
            if sure || any == SceneOutcome::Miss {
                any = *one;
            }
            if sure { Next::Stop } else { Next::Continue }
        });
        any
    }
}

struct Each<'a, T: Real, Q> {
    question: &'a Q,
    /// No answer above this fraction is shown.
    clip: f64,
    /// What surely comes later is not looked at: bounds of boxes and planes, which fractions are rounded down from.
    limit: f64,
    take: &'a mut dyn FnMut(&Found<T>) -> Next<T>,
}

impl<'a, T: Real, Q> Each<'a, T, Q> {
    fn new(question: &'a Q, take: &'a mut dyn FnMut(&Found<T>) -> Next<T>) -> Self {
        Self {
            question,
            clip: 1.0,
            limit: 1.0,
            take,
        }
    }
}

impl<T: Real, Q: Question<T>> Pairs<T> for Each<'_, T, Q> {
    const STAND_IN: bool = true;

    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        first: f64,
        triangle: &PosedTriangle<'_>,
    ) {
        if first > self.limit {
            return;
        }
        let outcome = self.question.cast(fixed, self.limit);
        let first = self.question.stand_in((fixed, triangle), first, &outcome);
        if first > self.limit {
            return;
        }
        let deepest = || deepest(self.question.moving(), triangle);
        let Some(found) = Found::new(outcome, at, first, deepest) else {
            return;
        };
        if found.rank.fraction > self.clip {
            return;
        }
        match (self.take)(&found) {
            Next::Continue => {}
            Next::Clip(fraction) => {
                self.clip = self.clip.min(fraction.to_f64());
                self.limit = self.limit.min(next_above::<T>(self.clip));
            }
            Next::Stop => (self.clip, self.limit) = (-1.0, -1.0),
        }
    }
}
