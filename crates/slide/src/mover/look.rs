//! What a mover looks for before it moves.
//!
//! # What is overlapped
//! Of an overlap a cast tells a plane that has all of the other thing behind it, but for the depth h that the mover is to be moved
//! along the plane's normal n to be out; and that no way shorter than h − o frees it. After a motion x the same plane asks for h −
//! n·x. So along a motion with n·x ≥ 0 the mover comes no deeper than h. A cast stops any other, by whatever little that leads in.
//!
//! But what planes leave of a motion keeps to them up to rounding only, and where a mover is between two things whose ways out are
//! opposite, no motion leads out of both. So an overlap that the motion leads into by no more than rounding and o, what its depth is
//! known to, is passed over: it is slid along. Like any overlap that is left, it is not met again: the other thing is convex.

use super::Sliding;
use crate::exits::wide;
use crate::tolerance::{ALONGSIDE, DEADBAND, KEEPS};
use nalgebra::{Unit, Vector3};
use swept_cast::{Distance, InvalidSweep};
use swept_scene::{Next, Object, ObjectId, Query, Scene, SceneOutcome, SceneOverlap, SubShape};
use swept_support::{Real, Support};

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// What comes first of what the motion is not along; the company has what else the mover is a skin away from and leads into. The motion
    /// is what planes have left of one as long as `asked`.
    pub(super) fn cast(
        &mut self,
        motion: &Vector3<f64>,
        asked: f64,
    ) -> Result<SceneOutcome<T>, InvalidSweep> {
        self.company.clear();
        self.motion.set_way(self.position, motion.map(T::nearest))?;
        let first = self.first();
        Ok(match &first {
            SceneOutcome::Overlap(overlap) if self.is_along(overlap, asked) => {
                self.first_but(asked, |_, _| false)
            }
            _ if self.corridor.is_some() => self.first_not_beside(first, asked),
            _ => first,
        })
    }

    fn first(&mut self) -> SceneOutcome<T> {
        self.report.casts += 1;
        let motion = &self.motion;
        let (company, passes_within) = (&mut self.company, &mut self.passes_within);
        *passes_within = false;
        let join = |outcome: &SceneOutcome<T>| match outcome {
            SceneOutcome::Hit(hit) => company.push(*hit),
            _ => *passes_within = true,
        };
        let near = T::nearest((1.0 + DEADBAND) * self.skin - self.margin);
        let (scene, query) = (self.scene, &self.query);
        without(&self.ignored, query, |query| {
            scene.cast_in_company(motion, query, near, join)
        })
    }

    /// `first`, or what comes first of what the motion is not beside. Nobody has asked whether it is beside the company.
    #[cold]
    fn first_not_beside(&mut self, first: SceneOutcome<T>, asked: f64) -> SceneOutcome<T> {
        self.company.clear();
        if self.is_beside(&first, asked) {
            self.first_but(asked, |_, _| false)
        } else {
            first
        }
    }

    /// What a way to make room meets first, past one-sided faces that the `motion` passes: it may lead along one of them, to the next
    /// of the same wall.
    #[cold]
    pub(super) fn cast_past(
        &mut self,
        way: &Vector3<f64>,
        motion: &Vector3<f64>,
    ) -> Result<SceneOutcome<T>, InvalidSweep> {
        let asked = way.norm();
        let first = self.cast(way, asked)?;
        Ok(if self.is_past(&first, motion) {
            self.first_but(asked, |slide, met| slide.is_past(met, motion))
        } else {
            first
        })
    }

    /// Whether the motion passes what another one from here has met.
    fn is_past(&self, met: &SceneOutcome<T>, motion: &Vector3<f64>) -> bool {
        met.sub_shape().is_some_and(|of| {
            let distance = self.scene.distance_from(&self.motion, &of, &self.query);
            distance.is_some_and(|distance| is_passed(self.scene, &of, &distance, motion))
        })
    }

    /// What comes first but for what the motion is along or beside, and for what `passes` says.
    #[cold]
    fn first_but(
        &mut self,
        asked: f64,
        passes: impl Fn(&Self, &SceneOutcome<T>) -> bool,
    ) -> SceneOutcome<T> {
        self.report.casts += 1;
        self.passes_within = true;
        let mut first = SceneOutcome::Miss;
        let slide = &*self;
        without(&slide.ignored, &slide.query, |query| {
            slide.scene.cast_all(&slide.motion, query, |one| match one {
                SceneOutcome::Overlap(overlap) if slide.is_along(overlap, asked) => Next::Continue,
                met if slide.is_beside(met, asked) || passes(slide, met) => Next::Continue,
                _ => {
                    first = *one;
                    Next::Stop
                }
            });
        });
        first
    }

    /// Whether the motion that is cast leads along an overlap.
    fn is_along(&self, overlap: &SceneOverlap<T>, asked: f64) -> bool {
        let overlap = &overlap.overlap;
        let open = overlap.depth.to_f64() - overlap.depth_lower.to_f64();
        self.leads_into(&overlap.normal.map(Real::to_f64), asked) <= open
    }

    /// How far the motion that is cast leads into a plane, but for rounding.
    pub(super) fn leads_into(&self, normal: &Vector3<f64>, asked: f64) -> f64 {
        let motion = self.motion.displacement().map(Real::to_f64);
        let rounding = KEEPS * asked + ALONGSIDE * T::EPSILON * motion.norm();
        -normal.dot(&motion) - rounding
    }
}

/// Whether a one-sided face is in nobody's way, though it is near: casts along the motion pass it. From what the mover stands before,
/// room is made all the same: planes may turn the motion toward it.
pub(super) fn is_passed<T: Real>(
    scene: &Scene<T>,
    of: &SubShape,
    distance: &Distance<T>,
    motion: &Vector3<f64>,
) -> bool {
    let stands_before = |front: Unit<Vector3<f64>>| {
        matches!(distance, Distance::Apart(_)) && front.dot(&wide(&distance.normal())) > 0.0
    };
    scene.is_passed(of, motion) && !scene.triangle_normal(of).is_some_and(stands_before)
}

/// Asks with a query that passes over these objects as well.
pub(super) fn without<T: Real, R>(
    ignored: &[ObjectId],
    query: &Query<'_, T>,
    ask: impl FnOnce(&Query<'_, T>) -> R,
) -> R {
    if ignored.is_empty() {
        return ask(query);
    }
    let asked = query.accept;
    let accept = |id: ObjectId, object: &Object<T>| {
        !ignored.contains(&id) && asked.is_none_or(|asked| asked(id, object))
    };
    ask(&query.accepting(&accept))
}
