//! What a motion meets first, and what else it meets soon after, in one search.

use crate::keep::{Plane, keep_away, keep_triangle_away};
use crate::linear::{Linear, length};
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::question::{Closest, Question, deepest};
use crate::rank::Found;
use crate::tolerance::{MOST_BEHIND, MOST_HELD, SOON, TIED, clear};
use crate::{Motion, Query, Scene, SceneOutcome};
use nalgebra::Vector3;
use smallvec::SmallVec;
use swept_cast::{Miss, Outcome};
use swept_support::{Placed, Real, Support, largest};

impl<T: Real> Scene<T> {
    /// What the motion meets first, as the answer, and what else it would meet soon after, shown to `others`. A body in a corner is
    /// stopped by two walls or three, and a mover that slides on has to know all of them.
    ///
    /// The answer is that of [`cast_closest`](Self::cast_closest), except for what is passed over (below). Others are shown when it is a
    /// hit that is near: those hits that are near as well, in order. A hit is near when the shape starts no more than `near` (a
    /// length; NaN or negative counts as 0) plus the target distance away from it, along its normal.
    ///
    /// Not all that is near is shown:
    /// - What lies behind the plane of a hit is passed over. That plane is across the hit's normal, the target distance ahead of the
    ///   shape as it stands by then, and what is behind it is met no sooner than the hit, but for two units in the last place of the
    ///   shape's size along the normal, which may be much of the way of a motion that grazes. So of the triangles of one flat floor that
    ///   are met together, the one that the search comes upon first stands for all, in the answer as well.
    /// - What lies as a whole behind the plane of a near hit, now drawn ahead of the shape as it starts, is left out: the plane keeps it
    ///   away. So of a flat floor of triangles one is shown.
    /// - What the motion meets at an angle whose sine is below 1/8 may be left out, and so may what the search passed over before it
    ///   came upon anything near.
    /// - No more than 32 are shown. Where as many are near and one of them is met at the start, what has a higher
    ///   [`SubShape`](crate::SubShape) than that is passed over, as far as their planes show that it is not overlapped.
    ///
    /// Before these, one [`SceneOutcome::Miss`] is shown when the shape starts nearer than the target distance to something that the
    /// motion does not lead into, and that is not passed over: the shape may then come as near as that to what lies beside it.
    pub fn cast_in_company<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
        near: T,
        mut others: impl FnMut(&SceneOutcome<T>),
    ) -> SceneOutcome<T> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.in_company(motion, query, near, &mut others)
    }

    fn in_company<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
        near: T,
        others: &mut dyn FnMut(&SceneOutcome<T>),
    ) -> SceneOutcome<T> {
        let question = Linear::new(self, motion, query);
        let near = length(near);
        let displacement = motion.displacement().map(Real::to_f64);
        let reach = length(query.cast.target_distance);
        let size = motion.moving().shape().extent() + motion.moving().shape().radius();
        let scene_lengths = self.farthest() + largest(&motion.moving().position());
        let mut company = Company {
            closest: Closest::new(&question),
            displacement,
            near,
            window: (near / (SOON * displacement.norm())).min(1.0),
            is_near: false,
            is_within: false,
            reach,
            size,
            clear: clear::<T>(scene_lengths + size + reach),
            met: SmallVec::new(),
            behind: SmallVec::new(),
        };
        visit(self, &question, query, &mut company);
        let Some(first) = company.closest.first else {
            return SceneOutcome::Miss;
        };
        if company.is_within {
            others(&SceneOutcome::Miss);
        }
        if !company.is_near {
            return self.outcome(&first, &question);
        }
        let met = &mut company.met;
        met.sort_unstable_by(|a, b| a.found.rank.order(&b.found.rank));
        let mut told: SmallVec<[Plane; 4]> = SmallVec::new();
        for one in met {
            let is_first = one.found.rank.at == first.rank.at;
            if !is_first {
                if self.is_kept_away(one.found.rank.at, &told) {
                    continue;
                }
                others(&self.outcome(&one.found, &question));
            }
            told.push(one.plane);
            if told.len() > MOST_HELD {
                break;
            }
        }
        self.outcome(&first, &question)
    }

    /// Whether one of the planes lies before a convex shape or triangle.
    fn is_kept_away(&self, at: Address, planes: &[Plane]) -> bool {
        let Some(found) = self.resolve(at) else {
            return false;
        };
        let corners = at.triangle.and_then(|index| found.geometry.corners(index));
        if let Some(corners) = corners.and_then(|c| PosedTriangle::of(&found.placed, &c).corners())
        {
            return planes.iter().any(|plane| plane.is_before_all(&corners));
        }
        let shape = found.geometry.convex();
        let shape = shape.and_then(|shape| Placed::new(shape, found.pose).ok());
        shape.is_some_and(|shape| planes.iter().any(|plane| plane.is_before(&shape)))
    }
}

/// Keeps what comes first, and what comes with it.
struct Company<'a, T: Real, Q> {
    closest: Closest<'a, T, Q>,
    displacement: Vector3<f64>,
    near: f64,
    /// The fraction up to which what is near is looked for.
    window: f64,
    /// Whether what comes first by now is near.
    is_near: bool,
    /// Whether something is nearer than the target distance at the start, and not met.
    is_within: bool,
    /// The target distance.
    reach: f64,
    /// Of the shape: its extent and its radius.
    size: f64,
    /// What is farther away than this at the start is not overlapped: a length.
    clear: f64,
    met: SmallVec<[Met<T>; 4]>,
    /// The planes of hits, as far as the shape has come by then: what lies behind one of them is met no sooner. They are the shape's
    /// and not those of what was hit: to the far end of a large triangle, the rounding of a normal is far.
    ///
    /// And one behind the whole shape as it starts, across the motion, once it starts nearer to something than the target distance. From
    /// what is behind that, no point of the shape is led nearer to any: with m − f the way to a point m of the shape from a point f there,
    /// and d the motion, |m + s d − f|² = |m − f|² + 2 s d·(m − f) + s² d², and d·(m − f) ≥ 0. So a cast tells a miss, and what else
    /// there is to tell of a miss has been told.
    behind: SmallVec<[Plane; MOST_BEHIND + 1]>,
}

impl<T: Real, Q: Question<T>> Company<'_, T, Q> {
    /// Passes over what the motion leads away from as a whole, and by more than a cast could call a touch.
    #[cold]
    fn leave_behind(&mut self) {
        if let Some(along) = self.displacement.try_normalize(0.0) {
            let plane = Plane::across(along, self.closest.question.moving(), self.clear);
            self.behind.push(plane);
        }
    }

    /// Whether the cast against this can change neither the answer nor how many others are shown. Before what is met at the start come
    /// overlaps only, and what is met at the start as well and has a lower address. This has a higher one, and a plane across the normal
    /// of a known hit, a little ahead of where the shape starts, tells that it is no overlap: so the answer is the same without it. It
    /// might come before some of the others, but of these as many are known as are shown at most.
    fn comes_after<B: Support>(
        &self,
        at: Address,
        fixed: &Placed<T, B>,
        triangle: &PosedTriangle<'_>,
    ) -> bool {
        let first = self.closest.first.as_ref().map(|first| &first.rank);
        let is_behind = first.is_some_and(|first| first.is_hit_at_start() && first.at < at);
        if self.met.len() < MOST_HELD || !is_behind {
            return false;
        }
        let met = self.met.iter().take(MOST_HELD);
        let planes = met.map(|met| met.plane.lowered(self.clear - self.reach));
        keep_away(planes, fixed, triangle)
    }
}

/// Something near that is met, and the plane across its normal at the start.
struct Met<T: Real> {
    found: Found<T>,
    plane: Plane,
}

impl<T: Real, Q: Question<T>> Pairs<T> for Company<'_, T, Q> {
    const STAND_IN: bool = true;
    const BY_BOXES: bool = false;

    #[inline]
    fn limit(&self) -> f64 {
        let limit = self.closest.limit();
        if self.is_near {
            limit.max(self.window)
        } else {
            limit
        }
    }

    #[inline]
    fn passes_over(&self, triangle: &PosedTriangle<'_>) -> bool {
        keep_triangle_away(&self.behind, triangle)
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        first: f64,
        triangle: &PosedTriangle<'_>,
    ) {
        if first > self.limit() || self.closest.is_shallower(triangle) {
            return;
        }
        if !triangle.is_some() && keep_away(self.behind.iter().copied(), fixed, triangle) {
            return;
        }
        if self.comes_after(at, fixed, triangle) {
            return;
        }
        let met = || self.met.iter().take(MOST_HELD).map(|met| met.plane);
        if first > self.closest.limit() && keep_away(met(), fixed, triangle) {
            return;
        }
        let outcome = self.closest.question.cast(fixed, self.limit());
        let first = self
            .closest
            .question
            .stand_in((fixed, triangle), first, &outcome);
        if first > self.limit() {
            return;
        }
        let moving = self.closest.question.moving();
        let Some(found) = Found::new(outcome, at, first, || deepest(moving, triangle)) else {
            // What a motion misses that starts farther away, it keeps from by more.
            let is_within = |miss: &Miss<T>| miss.gap.to_f64() < self.reach;
            if !self.is_within && matches!(&outcome, Outcome::Miss(miss) if is_within(miss)) {
                self.is_within = true;
                self.leave_behind();
            }
            return;
        };
        let mut is_near = false;
        if let Outcome::Hit(hit) = &found.outcome {
            let plane = Plane::new(&hit.normal, moving, self.reach);
            let closing = -hit.normal.map(Real::to_f64).dot(&self.displacement);
            let way = closing.max(0.0) * found.rank.fraction;
            is_near = closing > 0.0 && way <= self.near;
            if is_near {
                self.met.push(Met { found, plane });
            }
            if self.behind.len() < MOST_BEHIND + usize::from(self.is_within) {
                let slack = TIED * T::EPSILON * (self.size + way);
                self.behind.push(plane.lowered(way - slack));
            }
        }
        if self.closest.take(found) {
            self.is_near = is_near;
        }
    }
}
