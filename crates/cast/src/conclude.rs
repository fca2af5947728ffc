//! From what a method found to an outcome, where nothing is in doubt; all else takes a [second look](crate::second_look).

use crate::answer::{Answer, PLANES_WITHOUT_ROOM};
use crate::found::{Contact, Found, Mixture};
use crate::obstacle::{AnyObstacle, Obstacle};
use crate::problem::Plane;
use crate::solve::{AnySolver, Solver};
use crate::start::{Planes, Way};
use crate::steep;
use crate::tolerance::{self, COARSE, FINE, POINT, U};
use crate::{Method, Observer, Outcome};
use nalgebra::{Point3, Vector3};
use swept_support::{Real, Support, largest};

impl<'s, 'p, T: Real, A: Support, B: Support, O: Observer> Solver<'s, 'p, T, A, B, O> {
    /// Turns what a method found into an outcome.
    pub(crate) fn conclude(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        found: &Found,
        method: Method,
    ) -> Outcome<T> {
        let plain = match found {
            Found::Clear(normal) => self.plain_miss(obstacle, normal, method),
            Found::Entry(contact) => self.plain_hit(obstacle, contact, method),
            Found::Push(contact) => {
                let steps = self.evaluations + obstacle.evaluations;
                let mixture = self.mixture;
                let answer = self.answer_after(steps, method);
                let outcome = answer.push(obstacle, contact, &mixture);
                is_finite(&outcome).then_some(outcome)
            }
            Found::Slide(normal) => self.plain_slide(obstacle, normal, method),
            _ => None,
        };
        match plain {
            Some(outcome) => outcome,
            None => self.look_again(obstacle, |solver, obstacle| {
                solver.conclude_slowly(obstacle, found, method)
            }),
        }
    }

    /// A miss with room to spare by the plane that the method found.
    fn plain_miss(
        &mut self,
        obstacle: &Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        method: Method,
    ) -> Option<Outcome<T>> {
        let steps = self.evaluations + obstacle.evaluations;
        let normal = obstacle.to_world(normal);
        let outcome = self.answer_after(steps, method).miss(&normal, None);
        if keeps_apart(&outcome) {
            return Some(outcome);
        }
        self.evaluations += PLANES_WITHOUT_ROOM;
        None
    }

    /// A slide along the plane that the method found, if that keeps the shapes apart as long as they pass each other, and is none across
    /// which the moving shape has no width: it would fall between two triangles.
    #[cold]
    #[inline(never)]
    fn plain_slide(
        &mut self,
        obstacle: &Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        method: Method,
    ) -> Option<Outcome<T>> {
        let contact = obstacle.contact();
        let planes = Planes::of(self.problem);
        let way = Way {
            planes: &planes,
            least: obstacle.kept() - contact,
        };
        let normal = obstacle.to_world(normal);
        let slide = way
            .slide_along(normal)
            .filter(|n| planes.is_wide(n, contact));
        self.evaluations += planes.asked();
        let steps = self.evaluations + obstacle.evaluations;
        slide.map(|n| self.answer_after(steps, method).slide(&n, contact))
    }

    /// A hit by a narrow bracket between the start and the end of the sweep, with points that are near one another.
    fn plain_hit(
        &mut self,
        obstacle: &Obstacle<'s, A, B>,
        contact: &Contact,
        method: Method,
    ) -> Option<Outcome<T>> {
        if steep::may_be_better(obstacle, contact) {
            return None;
        }
        let normal = obstacle.to_world(&contact.normal);
        let asked = &mut self.evaluations;
        let Lower::Narrow(lower) = proven_lower::<T, A, B>(obstacle, contact, &normal, asked)
        else {
            return None;
        };
        let plain = lower > near_the_start::<T, A, B>(obstacle, contact.stretch)
            && lower <= 1.0
            && obstacle.base + contact.upper <= 1.0
            && !are_apart(obstacle, &self.mixture, lower);
        if !plain {
            return None;
        }
        let upper = proven_upper(obstacle, contact, contact.stretch);
        let mixture = self.mixture;
        let steps = self.evaluations + obstacle.evaluations;
        let answer = self.answer_after(steps, method).open_by(contact.short);
        Some(answer.hit(obstacle, &normal, lower, upper, &mixture))
    }

    /// Runs code of `second_look.rs` or `begin.rs`, with the types of the shapes forgotten: it is compiled once for all pairs.
    #[cold]
    pub(crate) fn look_again<R>(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        look: impl FnOnce(&mut AnySolver<'_, T, O>, &mut AnyObstacle<'_>) -> R,
    ) -> R {
        obstacle.forget_types(|obstacle| {
            let mut solver = Solver {
                problem: obstacle.problem,
                options: self.options,
                observer: &mut *self.observer,
                proof: self.proof.as_deref_mut(),
                mixture: self.mixture,
                asked_distance: self.asked_distance,
                starts_apart: self.starts_apart,
                evaluations: self.evaluations,
            };
            let seen = look(&mut solver, obstacle);
            (self.evaluations, self.starts_apart) = (solver.evaluations, solver.starts_apart);
            seen
        })
    }

    /// The outcome, if all of its numbers are finite; else unresolved. Shapes of the user's own may answer support points that are not.
    pub(crate) fn finite_or_unresolved(
        &mut self,
        outcome: Outcome<T>,
        method: Method,
    ) -> Outcome<T> {
        if is_finite(&outcome) {
            outcome
        } else {
            self.answer(method).unresolved(None)
        }
    }

    pub(crate) fn answer(&mut self, method: Method) -> Answer<'_, 'p, T, A, B> {
        self.answer_after(self.evaluations, method)
    }

    #[inline(always)]
    fn answer_after(&mut self, steps: u32, method: Method) -> Answer<'_, 'p, T, A, B> {
        Answer::new(self.problem, method, steps, self.proof.as_deref_mut())
    }
}

/// The proven lower bound on the fraction of first contact.
pub(crate) enum Lower {
    /// The bracket is narrow, and this is its lower end.
    Narrow(f64),
    /// The bracket is too wide along the motion to be reported.
    Wide,
}

/// The fraction before which there is surely no contact. `normal` is the contact's, in world space. A plane that it takes is counted
/// by `asked`.
#[inline(always)]
pub(crate) fn proven_lower<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    normal: &Vector3<f64>,
    asked: &mut u32,
) -> Lower {
    let motion = largest(&obstacle.displacement);
    if is_wide(obstacle, contact, motion) {
        return Lower::Wide;
    }
    if T::EPSILON > f64::EPSILON {
        let error = coarse_error(obstacle, contact, motion);
        if error * motion <= FINE * obstacle.wide() {
            return Lower::Narrow(coarse_lower(obstacle, contact, error));
        }
    }
    *asked += 1;
    let plane = obstacle.problem.plane(normal);
    Lower::Narrow(plane.lower_bound(obstacle.problem.reach))
}

/// The same without branches, given the plane across the normal, and whether it is one: where it is not, a branch may tell more.
#[inline(always)]
pub(crate) fn proven_lower_in_lanes<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    plane: &Plane,
) -> (f64, bool) {
    let motion = largest(&obstacle.displacement);
    let (lower, is_enough) = if T::EPSILON > f64::EPSILON {
        let error = coarse_error(obstacle, contact, motion);
        let is_enough = error * motion <= FINE * obstacle.wide();
        (coarse_lower(obstacle, contact, error), is_enough)
    } else {
        (plane.lower_bound(obstacle.problem.reach), true)
    };
    (lower, is_enough & !is_wide(obstacle, contact, motion))
}

/// Whether the bracket is too wide along the motion, which is so large, to be reported.
#[inline(always)]
fn is_wide<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    motion: f64,
) -> bool {
    let span = contact.upper - contact.lower + POINT * obstacle.scale * contact.stretch;
    span * motion > obstacle.wide()
}

/// The greatest possible error of the solver's own bound, a part of the motion, which is so large. For `f32` the bound less this is good
/// enough, unless the motion is nearly parallel to the plane, where it is a large part of the way.
#[inline(always)]
fn coarse_error<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    motion: f64,
) -> f64 {
    // The positions' difference was rounded where the sweep starts, which may be far beyond the scale here.
    let off =
        COARSE * (obstacle.scale + contact.lower.abs() * motion) + U * obstacle.problem.distance;
    off * contact.stretch
}

/// The solver's own bound less its error.
#[inline(always)]
fn coarse_lower<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    error: f64,
) -> f64 {
    (obstacle.base + (contact.lower - error)) * (1.0 - 2.0 * f64::EPSILON)
}

/// The fraction by which there is contact, up to the dilation that the certificate states: where the point of contact misses the line of
/// motion by no more than brackets are closed to, later by that.
#[inline(always)]
pub(crate) fn proven_upper<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    stretch: f64,
) -> f64 {
    let missed = contact.short.min(obstacle.tightest());
    let slack = (obstacle.worst_error(contact.upper) + missed) * stretch;
    (obstacle.base + contact.upper + slack) * (1.0 + f64::EPSILON)
}

/// Whether this is a miss with room to spare.
#[inline(always)]
pub(crate) fn keeps_apart<T: Real>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Outcome::Miss(miss) if miss.gap > T::zero())
}

/// Up to which fraction a contact is within rounding of one at the start: of lengths of the scale, or of the place where the start was put.
/// `stretch` is that of the contact's plane.
#[inline(always)]
pub(crate) fn near_the_start<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    stretch: f64,
) -> f64 {
    (tolerance::contact::<T>() * obstacle.scale + obstacle.problem.placing::<T>()) * stretch
}

/// The squared distance between the two points of contact that a method ended with, with the moving shape at the bracket's lower end,
/// where they are reported.
pub(crate) fn apart<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    mixture: &Mixture,
    lower: f64,
) -> f64 {
    let x = obstacle.displacement * (lower - obstacle.base);
    (mixture.y + mixture.rounding * obstacle.radius - x).norm_squared()
}

/// Whether the points of contact are [so far apart](apart) that nearer ones should be searched for, or their distance is NaN.
pub(crate) fn are_apart<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    mixture: &Mixture,
    lower: f64,
) -> bool {
    let wide = obstacle.wide();
    let near = apart(obstacle, mixture, lower) <= wide * wide;
    !near
}

/// Whether all lengths and points of an outcome are numbers, and no length is below 0. They may not be where a shape of the user's own
/// answers support points that are no numbers, or change from call to call.
fn is_finite<T: Real>(outcome: &Outcome<T>) -> bool {
    let zero = T::zero();
    let finite = |a: &Point3<T>, b: &Point3<T>| {
        let numbers = a.iter().chain(b.iter());
        numbers.into_iter().all(|x| x.is_finite())
    };
    match outcome {
        Outcome::Hit(h) => finite(&h.point_moving, &h.point_fixed),
        Outcome::Miss(m) => m.gap.to_f64() > f64::NEG_INFINITY,
        Outcome::Overlap(o) => {
            let depths = zero <= o.depth_lower && o.depth_lower <= o.depth && o.depth.is_finite();
            let ends = o.entry <= zero && o.exit >= zero;
            depths && ends && finite(&o.point_moving, &o.point_fixed)
        }
        Outcome::Unresolved(_) => true,
    }
}
