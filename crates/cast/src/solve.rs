//! From a sweep to its outcome: runs a method, certifies what it finds by the world-space bound of its plane, and leaves
//! starts in contact to the contract.

use crate::advance::advance;
use crate::answer::{Answer, Proof};
use crate::closed;
use crate::found::{Contact, Found, Mixture, NO_PARTS};
use crate::gjk::distance;
use crate::gjk_ray_cast::gjk_ray_cast;
use crate::obstacle::Obstacle;
use crate::offset;
#[cfg(debug_assertions)]
use crate::once::Watched;
use crate::portal_cast;
use crate::problem::{Plane, Problem};
use crate::simplex::Simplex;
use crate::steep;
use crate::swept_mpr::swept_mpr;
use crate::tolerance::{self, COARSE, POINT, STALLED_WIDTH};
use crate::{CastOptions, Certified, Closed, Method, NoObserver, Observer, Outcome, Sweep};
use nalgebra::Vector3;
use swept_support::{Real, Support, largest};

/// Solves a sweep.
#[inline]
pub(crate) fn solve<T: Real, A: Support, B: Support, O: Observer>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut O,
    proof: Option<&mut Proof>,
) -> Outcome<T> {
    #[cfg(not(debug_assertions))]
    return any(sweep, options, observer, proof);
    #[cfg(debug_assertions)]
    if O::ACTIVE {
        any(&sweep.as_dyn(), options, &mut Watched(observer), proof)
    } else {
        any(&sweep.as_dyn(), options, &mut NoObserver, proof)
    }
}

/// Solves a sweep of shapes of these types: of any types, in builds with debug assertions (see `once.rs`).
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline)]
fn any<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    match closed_form(sweep, options, observer, proof.as_deref_mut()) {
        Some(closed) => closed.outcome,
        None => iterate(sweep, options, observer, proof),
    }
}

/// What a closed form answers, where there is one and it is asked for.
#[inline(always)]
pub(crate) fn closed_form<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    if !asks_for_closed(options) {
        return None;
    }
    let cores = closed::cores(sweep);
    if closed::balls::are(&cores) {
        let reach = length(options.target_distance);
        let outcome = closed::balls::solve(sweep, reach, observer, proof.as_deref_mut());
        if let Some(outcome) = outcome {
            return Some(Closed {
                outcome,
                core_moving: Vector3::zeros(),
                core_fixed: Vector3::zeros(),
                moving_rotation: sweep.moving().rotation(),
                fixed_rotation: sweep.fixed().rotation(),
            });
        }
    }
    closed::solve(sweep, options, cores, observer, proof)
}

/// Whether a closed form may answer.
#[inline(always)]
pub(crate) fn asks_for_closed<T: Real>(options: &CastOptions<T>) -> bool {
    use Method::{Auto, ClosedForm, Slab};
    matches!(options.method, Auto | ClosedForm | Slab) && options.max_steps >= closed::STEPS
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
    with(&problem, options, observer, proof, |solver, obstacle| {
        if obstacle.displacement == Vector3::zeros() {
            solver.without_motion(obstacle)
        } else if let Some(normal) = problem.fixed.unbounded_normal() {
            solver.onto_plane(obstacle, &normal)
        } else {
            let (found, method) = solver.run(obstacle);
            solver.conclude(obstacle, &found, method)
        }
    })
}

/// What the cast of a sweep's shapes would find if it did not move.
#[inline(never)]
pub(crate) fn at_rest<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
) -> Certified<T> {
    let mut problem = Problem::new(sweep, length(options.target_distance));
    problem.displacement = Vector3::zeros();
    let mut proof = Proof::BLANK;
    let proven = Some(&mut proof);
    let outcome = with(
        &problem,
        options,
        &mut NoObserver,
        proven,
        |solver, obstacle| solver.without_motion(obstacle),
    );
    proof.certified(outcome)
}

/// Sets up the obstacle and the state of a solution.
#[inline(always)]
fn with<'p, T: Real, A: Support, B: Support, O: Observer>(
    problem: &'p Problem<'p, A, B>,
    options: &'p CastOptions<T>,
    observer: &'p mut O,
    proof: Option<&'p mut Proof>,
    run: impl FnOnce(&mut Solver<'p, 'p, T, A, B, O>, &mut Obstacle<'p, A, B>) -> Outcome<T>,
) -> Outcome<T> {
    let absolute = length(options.tolerance);
    let mut obstacle = Obstacle::new(
        problem,
        options.max_steps,
        absolute,
        tolerance::bracket::<T>(),
    );
    if proof.is_some() {
        obstacle.parts = Some(NO_PARTS);
    }
    let mut solver = Solver {
        problem,
        options,
        observer,
        proof,
        mixture: Mixture::NONE,
        asked_distance: false,
        evaluations: 0,
    };
    run(&mut solver, &mut obstacle)
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
        if method == Method::ConservativeAdvancement
            && self.options.method != method
            && let Some(found) = offset::cast(obstacle, &mut self.mixture, self.observer)
        {
            return (found, Method::Portal);
        }
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

    /// The method at work: cores with corners and a radius converge by distance where they are round, all else by the portal.
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
        let contact = &steep::entry(obstacle, contact);
        let mut normal = obstacle.to_world(&contact.normal);
        let mut stretch = contact.stretch;
        let mut touch = None;
        let lower = match proven_lower::<T, A, B>(obstacle, contact, &normal) {
            Lower::Narrow(lower) => lower,
            Lower::Wide => {
                let between = self.bisect(obstacle, contact, normal);
                (normal, touch) = (between.normal, between.touch);
                stretch = between.plane.length / between.plane.speed.abs();
                between.plane.lower_bound(self.problem.reach)
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
        if let Some(touch) = touch {
            self.mixture = touch.mixture;
            return self.hit(obstacle, &normal, (lower, touch.at), touch.short, method);
        }
        if obstacle.base + contact.upper > 1.0 {
            return self.near_the_end(obstacle, &normal, lower, method);
        }
        let upper = proven_upper(obstacle, contact, stretch);
        self.hit(obstacle, &normal, (lower, upper), contact.short, method)
    }

    /// A hit with this bracket, at whose end the mixture kept is contact but for `short`.
    fn hit(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        (lower, upper): (f64, f64),
        short: f64,
        method: Method,
    ) -> Outcome<T> {
        self.nearer_points(obstacle, normal, lower);
        let mixture = self.mixture;
        self.answer(method)
            .open_by(short)
            .hit(obstacle, normal, lower, upper, &mixture)
    }

    /// A wide bracket made narrow by the distance at its middle, again and again.
    ///
    /// A motion all but parallel to a face meets the obstacle on the face's border, where every normal between that of
    /// the face and that of its neighbour supports it. A method may end with the first, whose bound is spoilt by rounding
    /// over the small closing speed. The way from the obstacle to a point of the line a little before the contact is a
    /// normal of the border, and closes fast; and a point of the line within rounding of the obstacle is contact.
    #[cold]
    fn bisect(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        contact: &Contact,
        normal: Vector3<f64>,
    ) -> Between {
        let plane = self.problem.plane(&normal);
        self.evaluations += 1;
        let d = obstacle.displacement;
        let reach = self.problem.reach;
        let (tolerance, base) = (obstacle.tightest(), obstacle.base);
        let touching = tolerance::contact::<T>() * obstacle.scale;
        let narrow = obstacle.wide::<T>() / largest(&d);
        let mut simplex = Simplex::new(obstacle.support(&against(&d)));
        let mut low = plane.lower_bound(reach).max(0.0);
        let mut high = (base + contact.upper).min(1.0);
        let mut between = Between {
            normal,
            plane,
            touch: None,
        };
        while high - low > narrow && !obstacle.exhausted() {
            let at = 0.5 * (low + high);
            if at <= low || at >= high {
                break; // no number lies between
            }
            let x = d * (at - base);
            let found = distance(obstacle, &mut simplex, &x, tolerance);
            let short = found.upper - obstacle.radius;
            if short <= touching {
                let normal = found.plane.map_or(contact.normal, |p| p.normal);
                obstacle.remember(&simplex.parts());
                high = at;
                between.touch = Some(Touch {
                    at,
                    short: short.max(0.0),
                    mixture: simplex.mixture(&x, normal, obstacle.faint()),
                });
                continue;
            }
            let Some(found) = found.plane else {
                break;
            };
            let normal = obstacle.to_world(&found.normal);
            let plane = self.problem.plane(&normal);
            self.evaluations += 1;
            let bound = plane.lower_bound(reach);
            if plane.speed < 0.0 && bound > low {
                (between.normal, between.plane) = (normal, plane);
            }
            // Within rounding of contact a plane may prove no more than what is known.
            low = at.max(bound);
        }
        between
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
                self.mixture = mixture;
                self.hit(obstacle, normal, (lower, 1.0), short.max(0.0), method)
            }
        }
    }

    /// The points of contact are those that a method ended with, and are reported at the bracket's lower end. Where the
    /// motion is all but parallel to the surfaces in contact, those are a way apart: the nearest points at the lower end
    /// take their place if they are nearer.
    fn nearer_points(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        normal: &Vector3<f64>,
        lower: f64,
    ) {
        let x = obstacle.displacement * (lower - obstacle.base);
        let radius = obstacle.radius;
        let off = |mixture: &Mixture| (mixture.y + mixture.rounding * radius - x).norm_squared();
        let apart = off(&self.mixture);
        let wide = obstacle.wide::<T>();
        if apart <= wide * wide {
            return;
        }
        let first = obstacle.support(&against(&obstacle.displacement));
        let mut simplex = Simplex::new(first);
        let tolerance = obstacle.tightest();
        let at = distance(obstacle, &mut simplex, &x, tolerance);
        self.spend(obstacle);
        let normal = at.plane.map_or(*normal, |plane| plane.normal);
        let nearest = simplex.mixture(&x, normal, obstacle.faint());
        if off(&nearest) < apart {
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

/// What a bisection ends with.
struct Between {
    /// The plane whose bound is the lower end, and its normal in world space.
    normal: Vector3<f64>,
    plane: Plane,
    /// The upper end, where it found one.
    touch: Option<Touch>,
}

/// Contact at a fraction, but for `short`.
struct Touch {
    at: f64,
    short: f64,
    mixture: Mixture,
}

/// What is proven about the first contact, from below.
pub(crate) enum Lower {
    /// This fraction.
    Narrow(f64),
    /// The bracket is wide along the motion.
    Wide,
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
        return Lower::Wide;
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
    let slack = obstacle.worst_error() * stretch;
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
