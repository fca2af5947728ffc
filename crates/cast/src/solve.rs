//! From a sweep to its outcome: runs a method, certifies what it finds by the world-space bound of its plane, and leaves
//! starts in contact to the contract.

use crate::advance::advance;
use crate::answer::{Answer, Proof};
use crate::closed;
use crate::found::{Contact, Found, Mixture, NO_PARTS};
use crate::gjk::distance;
use crate::gjk_ray_cast::gjk_ray_cast;
use crate::obstacle::Obstacle;
use crate::portal_cast;
use crate::problem::{Plane, Problem};
use crate::simplex::Simplex;
use crate::swept_mpr::swept_mpr;
use crate::tolerance::{self, COARSE, POINT, STALLED_WIDTH, WORST_POINT};
use crate::{CastOptions, Method, Observer, Outcome, Sweep};
use nalgebra::Vector3;
use swept_support::{Real, Support, largest};

/// Solves a sweep.
#[inline]
pub(crate) fn solve<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    if !matches!(
        options.method,
        Method::Auto | Method::ClosedForm | Method::Slab
    ) || options.max_steps < closed::STEPS
    {
        return iterate(sweep, options, observer, proof);
    }
    let cores = closed::cores(sweep);
    if closed::balls::are(&cores) {
        let reach = length(options.target_distance);
        return closed::balls::solve(sweep, reach, observer, proof.as_deref_mut())
            .unwrap_or_else(|| left_by_balls(sweep, options, observer, proof));
    }
    closed::solve(sweep, options, cores, observer, proof.as_deref_mut())
        .unwrap_or_else(|| iterate(sweep, options, observer, proof))
}

/// What balls leave open.
#[cold]
#[inline(never)]
fn left_by_balls<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    let cores = closed::cores(sweep);
    closed::solve(sweep, options, cores, observer, proof.as_deref_mut())
        .unwrap_or_else(|| iterate(sweep, options, observer, proof))
}

/// Solves a sweep by a method that iterates.
#[inline(never)]
fn iterate<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Outcome<T> {
    let problem = Problem::new(sweep, length(options.target_distance));
    let absolute = length(options.tolerance);
    let mut obstacle = Obstacle::new(
        &problem,
        options.max_steps,
        absolute,
        tolerance::bracket::<T>(),
    );
    if proof.is_some() {
        obstacle.parts = Some(NO_PARTS);
    }
    let mut solver = Solver {
        problem: &problem,
        options,
        observer,
        proof,
        mixture: Mixture::NONE,
        asked_distance: false,
        evaluations: 0,
    };
    if obstacle.displacement == Vector3::zeros() {
        solver.without_motion(&mut obstacle)
    } else if let Some(normal) = problem.fixed.unbounded_normal() {
        solver.onto_plane(&mut obstacle, &normal)
    } else {
        let (found, method) = solver.run(&mut obstacle);
        solver.conclude(&mut obstacle, &found, method)
    }
}

/// A length from the options: NaN and negative numbers count as 0.
pub(crate) fn length<T: Real>(x: T) -> f64 {
    let x = x.to_f64();
    if x > 0.0 { x.min(T::MAX_LENGTH) } else { 0.0 }
}

/// The state of one solution.
pub(crate) struct Solver<'s, 'p, T, A, B, O> {
    pub(crate) problem: &'s Problem<'p, A, B>,
    pub(crate) options: &'s CastOptions<T>,
    pub(crate) observer: &'s mut O,
    pub(crate) proof: Option<&'s mut Proof>,
    /// Where the methods leave the point of contact.
    pub(crate) mixture: Mixture,
    /// Whether distance has had its say on a miss that its plane does not bear out.
    pub(crate) asked_distance: bool,
    /// Support evaluations of obstacles that are done with.
    pub(crate) evaluations: u32,
}

impl<'s, 'p, T: Real, A: Support, B: Support, O: Observer> Solver<'s, 'p, T, A, B, O> {
    /// Runs the method; what it leaves open, methods of the other kind may close.
    fn run(&mut self, obstacle: &mut Obstacle<'s, A, B>) -> (Found, Method) {
        let method = self.method(obstacle);
        let mut found = self.run_one(obstacle, method);
        let mut open = self.openness(obstacle, &found);
        let others: &[Method] = match method {
            Method::Portal => &[Method::ConservativeAdvancement],
            Method::SweptMpr => &[Method::ConservativeAdvancement, Method::Portal],
            Method::GjkRayCast => &[Method::Portal, Method::ConservativeAdvancement],
            _ => &[Method::Portal],
        };
        // Off sideways by the root of what the bracket is open by: the nearest point of a simplex on curved cores, and
        // the normal of a portal on cores with corners and a radius.
        let by_distance = others[0] == Method::Portal;
        let sideways =
            by_distance && obstacle.is_curved() || !by_distance && obstacle.has_round_corners();
        if sideways && matches!(found, Found::Entry(_)) {
            open = f64::MAX;
        }
        for other in others {
            if open <= STALLED_WIDTH || obstacle.exhausted() {
                break;
            }
            let (mixture, parts, base) = (self.mixture, obstacle.parts, obstacle.base);
            let next = self.run_one(obstacle, *other);
            let next_open = self.openness(obstacle, &next);
            if next_open < open {
                (found, open) = (next, next_open);
            } else {
                (self.mixture, obstacle.parts) = (mixture, parts);
                obstacle.move_origin(base);
            }
        }
        (found, method)
    }

    fn run_one(&mut self, obstacle: &mut Obstacle<'s, A, B>, method: Method) -> Found {
        let (mixture, observer) = (&mut self.mixture, &mut *self.observer);
        match method {
            Method::ConservativeAdvancement => {
                let finish = self.options.method != Method::ConservativeAdvancement;
                advance(obstacle, finish, mixture, observer)
            }
            Method::SweptMpr => swept_mpr(obstacle, mixture, observer),
            Method::GjkRayCast => gjk_ray_cast(obstacle, mixture, observer),
            _ => portal_cast::cast(obstacle, observer, mixture),
        }
    }

    /// How wide a bracket is open, along the normal and along the motion, in units of what it may be; infinite for what
    /// is undecided.
    fn openness(&self, obstacle: &Obstacle<'s, A, B>, found: &Found) -> f64 {
        match found {
            Found::Undecided | Found::Exhausted(_) => f64::INFINITY,
            Found::Entry(c) => {
                let span = c.upper - c.lower + 0.25 * POINT * obstacle.scale * c.stretch;
                let wide = span * largest(&obstacle.displacement);
                let limit = obstacle.wide::<T>();
                // A span that is not wide is none of the two methods' business.
                let along = if wide > limit {
                    STALLED_WIDTH * (wide / limit)
                } else {
                    0.0
                };
                if c.closed {
                    return along;
                }
                let gap = (c.upper - c.lower) / c.stretch;
                along.max(gap.max(c.short) / obstacle.tolerance())
            }
            _ => 0.0,
        }
    }

    fn advance(&mut self, obstacle: &mut Obstacle<'s, A, B>, finish: bool) -> Found {
        advance(obstacle, finish, &mut self.mixture, self.observer)
    }

    /// The method at work: cores with corners and a radius converge by distance, all else by the portal.
    fn method(&self, obstacle: &Obstacle<'s, A, B>) -> Method {
        match self.options.method {
            asked @ (Method::ConservativeAdvancement | Method::SweptMpr | Method::GjkRayCast) => {
                asked
            }
            _ if obstacle.has_round_corners() => Method::ConservativeAdvancement,
            _ => Method::Portal,
        }
    }

    /// Turns what a method found into an outcome.
    fn conclude(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        found: &Found,
        method: Method,
    ) -> Outcome<T> {
        match found {
            Found::Clear(normal) => self.clear(obstacle, normal, method),
            Found::Entry(contact) => self.entry(obstacle, contact, method),
            Found::Exhausted(normal) => {
                let plane = normal.map(|n| obstacle.to_world(&n));
                self.spend(obstacle);
                self.answer(method).unresolved(plane)
            }
            Found::Undecided => {
                self.spend(obstacle);
                self.answer(method).unresolved(None)
            }
            Found::Start => self.settle_start(obstacle, method),
        }
    }

    /// The line of motion is in contact at the start: the start decides; if it denies that, distance does.
    #[cold]
    fn settle_start(&mut self, obstacle: &mut Obstacle<'s, A, B>, method: Method) -> Outcome<T> {
        if let Some(outcome) = self.at_start(obstacle, None) {
            return outcome;
        }
        let found = match self.advance(obstacle, false) {
            // Distance finds contact where the start itself found none: a shape that breaks its promises.
            Found::Start => Found::Undecided,
            found => found,
        };
        self.conclude(obstacle, &found, method)
    }

    fn clear(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        method: Method,
    ) -> Outcome<T> {
        let normal = obstacle.to_world(normal);
        self.spend(obstacle);
        self.evaluations += 1;
        let outcome = self.answer(method).miss(&normal, None);
        if keeps_apart(&outcome) {
            return outcome;
        }
        let tilted = self.tilted(&normal);
        let outcome = self.answer(method).miss(&tilted, None);
        if keeps_apart(&outcome) {
            return outcome;
        }
        // Within rounding of touching: at the start, or (then it is called a miss without room) on the way.
        if let Some(outcome) = self.at_start(obstacle, Some(normal)) {
            return outcome;
        }
        // The plane was found where the origin stands now; its bound is that of the whole way there.
        let scale = self.problem.size + self.problem.reach + self.problem.distance;
        let least = -2.0 * (tolerance::contact::<T>() + POINT) * scale.max(obstacle.scale);
        for normal in [normal, tilted] {
            if self.problem.plane(&normal).gap() >= least {
                return self.answer(method).miss(&normal, Some(0.0));
            }
        }
        // Not what it was taken for. Distance, if it was not asked yet, knows better.
        if core::mem::replace(&mut self.asked_distance, true) {
            return self.answer(method).unresolved(None);
        }
        let found = self.advance(obstacle, false);
        self.conclude(obstacle, &found, method)
    }

    /// A direction that surely does not close in, where `n` does so by no more than a rounding error. Over a sweep much
    /// longer than the shapes are large, that error costs all room; the tilt costs a few units in the last place of
    /// the shapes' size.
    fn tilted(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let d = self.problem.displacement / largest(&self.problem.displacement);
        n + d * (16.0 * f64::EPSILON * n.norm() / d.norm())
    }

    fn entry(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        contact: &Contact,
        method: Method,
    ) -> Outcome<T> {
        let mut normal = obstacle.to_world(&contact.normal);
        let mut stretch = contact.stretch;
        let lower = match proven_lower::<T, A, B>(obstacle, contact, &normal) {
            Lower::Narrow(lower) => lower,
            Lower::Wide(mut plane) => {
                self.evaluations += 1;
                (normal, plane) = self.look_back(obstacle, contact, (normal, plane));
                stretch = plane.length / plane.speed.abs();
                plane.lower_bound(self.problem.reach)
            }
        };
        self.spend(obstacle);
        if lower <= tolerance::contact::<T>() * obstacle.scale * stretch
            && let Some(outcome) = self.at_start(obstacle, None)
        {
            return outcome;
        }
        if lower > 1.0 {
            return self.answer(method).miss(&normal, Some(0.0));
        }
        if obstacle.base + contact.upper > 1.0 {
            return self.near_the_end(obstacle, &normal, lower, method);
        }
        let upper = proven_upper(obstacle, contact, stretch);
        self.nearer_points(obstacle, contact.upper - (lower - obstacle.base), lower);
        let mixture = self.mixture;
        self.answer(method)
            .open_by(contact.short)
            .hit(obstacle, &normal, lower, upper, &mixture)
    }

    /// A plane whose bound is nearer to the bracket's upper end, where that is wide.
    ///
    /// A motion all but parallel to a face meets the obstacle on the face's border, where every normal between that of
    /// the face and that of its neighbour supports it. The portal may end with the first, whose bound is spoilt by
    /// rounding over the small closing speed. The way from the obstacle to a point of the line a little before the
    /// contact is a normal of the border, and closes fast.
    fn look_back(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        contact: &Contact,
        mut best: (Vector3<f64>, Plane),
    ) -> (Vector3<f64>, Plane) {
        let d = obstacle.displacement;
        let first = obstacle.support(&against(&d));
        let mut simplex = Simplex::new(first);
        let tolerance = obstacle.tightest();
        for part in [1.0 / 64.0, 1.0 / 4096.0, 1.0 / 262_144.0] {
            let back = obstacle.radius + part * obstacle.scale;
            let x = d * (contact.upper - back / d.norm());
            let Some(found) = distance(obstacle, &mut simplex, &x, tolerance).plane else {
                continue;
            };
            let normal = obstacle.to_world(&found.normal);
            let plane = self.problem.plane(&normal);
            let reach = self.problem.reach;
            if plane.speed < 0.0 && plane.lower_bound(reach) > best.1.lower_bound(reach) {
                best = (normal, plane);
            }
        }
        self.spend(obstacle);
        best
    }

    /// The end of the sweep lies within the bracket: the distance there decides.
    fn near_the_end(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        lower: f64,
        method: Method,
    ) -> Outcome<T> {
        let x = obstacle.displacement * (1.0 - obstacle.base);
        let first = obstacle.support(&against(&obstacle.displacement));
        let mut simplex = Simplex::new(first);
        let tolerance = obstacle.tightest();
        let at = distance(obstacle, &mut simplex, &x, tolerance);
        self.spend(obstacle);
        let short = at.upper - obstacle.radius;
        match at.plane {
            Some(plane)
                if short > tolerance::contact::<T>() * obstacle.scale
                    && plane.normal.dot(&obstacle.displacement) <= 0.0 =>
            {
                self.clear(obstacle, &plane.normal, method)
            }
            plane => {
                let out = plane.map_or(*normal, |p| p.normal);
                let mixture = simplex.mixture(&x, out, obstacle.faint());
                obstacle.remember(&simplex.parts());
                self.answer(method)
                    .open_by(short.max(0.0))
                    .hit(obstacle, normal, lower, 1.0, &mixture)
            }
        }
    }

    /// The points of contact are those at the bracket's upper end. Where the bracket is wide, that is a way past the
    /// lower end, at which they are reported: the nearest points there take their place if they are nearer.
    fn nearer_points(&mut self, obstacle: &mut Obstacle<'s, A, B>, span: f64, lower: f64) {
        let d = obstacle.displacement;
        let apart = span * d.norm();
        if apart <= obstacle.wide::<T>() {
            return;
        }
        let x = d * (lower - obstacle.base);
        let first = obstacle.support(&against(&d));
        let mut simplex = Simplex::new(first);
        let tolerance = obstacle.tightest();
        let at = distance(obstacle, &mut simplex, &x, tolerance);
        self.spend(obstacle);
        let Some(plane) = at.plane else {
            return;
        };
        let nearest = simplex.mixture(&x, plane.normal, obstacle.faint());
        let gap = nearest.y + nearest.rounding * obstacle.radius - x;
        if gap.norm() < apart {
            self.mixture = nearest;
        }
    }

    /// Books the support evaluations of an obstacle.
    pub(crate) fn spend(&mut self, obstacle: &mut Obstacle<'s, A, B>) {
        self.evaluations += core::mem::take(&mut obstacle.evaluations);
    }

    pub(crate) fn answer(&mut self, method: Method) -> Answer<'_, 'p, T, A, B> {
        Answer::new(
            self.problem,
            method,
            self.evaluations,
            self.proof.as_deref_mut(),
        )
    }
}

/// What is proven about the first contact, from below.
pub(crate) enum Lower {
    /// This fraction.
    Narrow(f64),
    /// The bracket is wide along the motion, and this is the plane behind it.
    Wide(Plane),
}

/// The fraction before which there is surely no contact. `normal` is the contact's, in world space.
#[inline(always)]
pub(crate) fn proven_lower<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    normal: &Vector3<f64>,
) -> Lower {
    let motion = largest(&obstacle.displacement);
    let span = contact.upper - contact.lower + POINT * obstacle.scale * contact.stretch;
    if span * motion > obstacle.wide::<T>() {
        return Lower::Wide(obstacle.problem.plane(normal));
    }
    if T::EPSILON > f64::EPSILON {
        // An f32 is so coarse that the solver's own bound, less all that may be wrong with it, is as good.
        let error = COARSE * (obstacle.scale + contact.lower.abs() * motion) * contact.stretch;
        return Lower::Narrow(
            (obstacle.base + (contact.lower - error)) * (1.0 - 2.0 * f64::EPSILON),
        );
    }
    let plane = obstacle.problem.plane(normal);
    Lower::Narrow(plane.lower_bound(obstacle.problem.reach))
}

/// The fraction by which there is contact, up to the dilation that the certificate states.
#[inline(always)]
pub(crate) fn proven_upper<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    stretch: f64,
) -> f64 {
    let slack = WORST_POINT * obstacle.scale * stretch;
    (obstacle.base + contact.upper + slack) * (1.0 + f64::EPSILON)
}

/// Whether this is a miss with room to spare.
#[inline(always)]
pub(crate) fn keeps_apart<T: Real>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Outcome::Miss(miss) if miss.gap > T::zero())
}

/// The direction against a motion, its largest component 1: no motion is too small or too large for its squares.
pub(crate) fn against(displacement: &Vector3<f64>) -> Vector3<f64> {
    displacement / -largest(displacement)
}
