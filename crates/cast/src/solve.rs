//! From a sweep to what a method finds: a closed form where there is one, else the methods that iterate, one after another until
//! the bracket is closed.

use crate::advance::{advance, most};
use crate::answer::Proof;
use crate::aside;
use crate::closed;
use crate::closed::balls::start::{in_contact, surely_in_contact};
use crate::closed::bare::{Bare, bare};
use crate::found::{Found, Mixture, NO_PARTS};
use crate::gjk_ray_cast::gjk_ray_cast;
#[cfg(debug_assertions)]
use crate::observer::Watched;
use crate::obstacle::{Obstacle, Open};
use crate::portal_cast::{self, Face};
use crate::problem::Problem;
use crate::rounded;
use crate::swept_mpr::swept_mpr;
use crate::tolerance::{KEPT, MOST_APPROACH, POINT, STALLED_WIDTH, contact};
use crate::{CastOptions, Certified, Closed, Method, NoObserver, Observer, Outcome, Sweep};
use nalgebra::Vector3;
use swept_support::{Real, Support, largest};

/// Solves a sweep.
#[inline(always)]
pub(crate) fn solve<T: Real, A: Support, B: Support, O: Observer>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut O,
    proof: Option<&mut Proof>,
) -> Outcome<T> {
    #[cfg(not(debug_assertions))]
    return dispatch(sweep, options, observer, proof);
    #[cfg(debug_assertions)]
    dispatch(&sweep.as_dyn(), options, &mut Watched::new(observer), proof)
}

/// Sends a sweep to the closed form of two balls, or to the code for all other shapes. Builds with debug assertions call this with
/// `dyn Support` for both types (see `once.rs`).
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn dispatch<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    match balls(sweep, options, observer, proof.as_deref_mut()) {
        Some(outcome) => outcome,
        None if are_balls(sweep) => unclear_balls(bare(sweep), options, observer, proof),
        None if const { T::EPSILON == f64::EPSILON }
            && aside::lie_aside(sweep.moving(), sweep.fixed()) =>
        {
            aside::cast(&sweep.as_dyn(), options, observer, proof)
        }
        None => formula_or_method(sweep, options, observer, proof),
    }
}

/// Whether both shapes are balls: their cores are points. The extent is asked for first, because it is cheaper than the core. A point
/// that states an extent above 0 is left to the formulas for all shapes.
#[inline(always)]
fn are_balls<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> bool {
    let (m, f) = (sweep.moving().shape(), sweep.fixed().shape());
    m.extent() + f.extent() == 0.0 && closed::balls::are(&closed::cores(sweep))
}

/// The closed form of two balls, where it decides. It is tried first and inlined into the caller: a function call would take a third of
/// the time of such a cast.
#[inline(always)]
fn balls<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    if are_balls(sweep) && asks_for_closed(options) {
        let reach = length(options.target_distance);
        return closed::balls::solve(sweep, reach, observer, proof);
    }
    None
}

/// Two balls that their closed form leaves open, or for which another method is asked. The sweep is passed by value: a sweep passed by
/// reference has to be in memory, and would be written there on the fast path too.
#[cold]
#[inline(never)]
fn unclear_balls<T: Real>(
    sweep: Sweep<T, Bare, Bare>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    if asks_for_closed(options)
        && let Some(outcome) = surely_in_contact(&sweep, options, observer, proof.as_deref_mut())
    {
        return outcome;
    }
    formula_or_method(&sweep, options, observer, proof)
}

/// The closed forms of all other pairs and, where none answers, the iterative methods.
#[inline]
pub(crate) fn formula_or_method<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    match formula(sweep, options, observer, proof.as_deref_mut()) {
        Some(closed) => closed.outcome,
        None => iterate(sweep, options, observer, proof),
    }
}

/// The answer of a closed form, if the pair has one that answers and the options allow it.
#[inline(always)]
pub(crate) fn closed_form<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    match balls(sweep, options, observer, proof.as_deref_mut()) {
        Some(outcome) => Some(Closed {
            outcome,
            core_moving: Vector3::zeros(),
            core_fixed: Vector3::zeros(),
            moving_rotation: sweep.moving().rotation(),
            fixed_rotation: sweep.fixed().rotation(),
        }),
        None if const { T::EPSILON == f64::EPSILON }
            && aside::lie_aside(sweep.moving(), sweep.fixed()) =>
        {
            aside::closed_form(&sweep.as_dyn(), options, observer, proof)
        }
        None => formula(sweep, options, observer, proof),
    }
}

/// The answer of the closed forms of all pairs but two balls.
#[inline(always)]
pub(crate) fn formula<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    if !asks_for_closed(options) {
        return None;
    }
    closed::solve(sweep, options, closed::cores(sweep), observer, proof)
}

/// Whether the options let a closed form answer.
#[inline(always)]
pub(crate) fn asks_for_closed<T: Real>(options: &CastOptions<T>) -> bool {
    use Method::{Auto, ClosedForm, Slab};
    matches!(options.method, Auto | ClosedForm | Slab) && options.max_steps >= closed::STEPS
}

/// Solves a sweep by an iterative method. Two balls in contact at the start, which their closed form leaves open, are measured here by
/// their centres: a call before the closed form returns would spill all that it holds in registers to memory.
#[inline(never)]
fn iterate<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    let problem = Problem::new(sweep, length(options.target_distance));
    if problem.distance <= problem.radius() + contact::<T>() * problem.scale()
        && asks_for_closed(options)
        && let Some(outcome) = in_contact(sweep, options, observer, proof.as_deref_mut())
    {
        return outcome;
    }
    with_solver(&problem, options, observer, proof, |solver, obstacle| {
        if obstacle.displacement == Vector3::zeros() {
            solver.look_again(obstacle, |solver, obstacle| solver.without_motion(obstacle))
        } else if let Some(normal) = problem.fixed.unbounded_normal() {
            solver.onto_plane(obstacle, sweep.fixed(), &normal)
        } else {
            // What a formula leaves open is mostly a touch at the start. Without a radius, a portal tells a push as soon as that.
            if asks_for_closed(options)
                && problem.radius() > 0.0
                && closed::has_closed_form(&closed::cores(sweep), true)
                && let Some(outcome) =
                    solver.look_again(obstacle, |solver, obstacle| solver.at_start(obstacle, None))
            {
                return outcome;
            }
            let (found, method) = solver.run(obstacle);
            solver.conclude(obstacle, &found, method)
        }
    })
}

/// The cast of a sweep's shapes without its displacement: overlap, touching or apart. Compiled once for all shapes.
#[inline(never)]
pub(crate) fn at_rest<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &CastOptions<T>,
) -> Certified<T> {
    let mut problem = Problem::new(sweep, length(options.target_distance));
    problem.displacement = Vector3::zeros();
    let mut proof = Proof::BLANK;
    let proven = Some(&mut proof);
    let outcome = with_solver(
        &problem,
        options,
        &mut NoObserver,
        proven,
        |solver, obstacle| {
            solver.look_again(obstacle, |solver, obstacle| solver.without_motion(obstacle))
        },
    );
    proof.certified(outcome)
}

/// Sets up the obstacle and the state of a solution, and runs `run` with them.
#[inline(always)]
fn with_solver<'p, T: Real, A: Support, B: Support, O: Observer>(
    problem: &'p Problem<'p, A, B>,
    options: &'p CastOptions<T>,
    observer: &'p mut O,
    proof: Option<&'p mut Proof>,
    run: impl FnOnce(&mut Solver<'p, 'p, T, A, B, O>, &mut Obstacle<'p, A, B>) -> Outcome<T>,
) -> Outcome<T> {
    let absolute = length(options.tolerance);
    let mut obstacle = Obstacle::new(problem, options.max_steps, Open::of::<T>(absolute));
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
        starts_apart: false,
        evaluations: 0,
    };
    run(&mut solver, &mut obstacle)
}

/// A length from the options, of which NaN and lengths that are nothing beside any shape count as 0. The square of the result neither
/// underflows nor overflows.
pub(crate) fn length<T: Real>(x: T) -> f64 {
    let x = x.to_f64();
    if x >= T::MIN_LENGTH * T::MIN_LENGTH {
        x.min(T::MAX_LENGTH)
    } else {
        0.0
    }
}

/// The state of one solution for shapes behind `dyn Support`.
pub(crate) type AnySolver<'s, T, O> =
    Solver<'s, 's, T, &'s (dyn Support + 's), &'s (dyn Support + 's), O>;

/// The state of one solution.
pub(crate) struct Solver<'s, 'p, T, A, B, O> {
    pub(crate) problem: &'s Problem<'p, A, B>,
    pub(crate) options: &'s CastOptions<T>,
    pub(crate) observer: &'s mut O,
    pub(crate) proof: Option<&'s mut Proof>,
    /// Where the methods leave the point of contact.
    pub(crate) mixture: Mixture,
    /// Whether a miss whose plane did not verify was handed to the distance search already.
    pub(crate) asked_distance: bool,
    /// Whether the start was looked at, and does not decide.
    pub(crate) starts_apart: bool,
    /// Support evaluations so far, without those that the obstacle in use still counts itself.
    pub(crate) evaluations: u32,
}

impl<'s, 'p, T: Real, A: Support, B: Support, O: Observer> Solver<'s, 'p, T, A, B, O> {
    /// Runs the method; what it leaves open, methods of the other kind may close. Before all that, what comes down on a face that is known
    /// is there, and corners with a radius have a portal of their own, unless another method than the portal was asked for.
    fn run(&mut self, obstacle: &mut Obstacle<'s, A, B>) -> (Found, Method) {
        let method = self.method(obstacle);
        let asked = self.options.method == method;
        let (mixture, observer) = (&mut self.mixture, &mut *self.observer);
        let mut face = None;
        if !asked || method == Method::Portal {
            face = Face::of(obstacle);
            if let Some(face) = &face
                && let Some(found) = face.landing(obstacle, observer, mixture)
            {
                return (found, Method::Portal);
            }
        }
        if method == Method::ConservativeAdvancement
            && !asked
            && let Some(found) = rounded::cast(obstacle, mixture, observer)
            && (matches!(found, Found::Exhausted(_))
                || self.openness(obstacle, &found) <= STALLED_WIDTH)
        {
            return (found, Method::Portal);
        }
        let found = self.run_one(obstacle, method, face);
        let open = self.openness(obstacle, &found);
        // Two results are off sideways by the square root of the bracket's width: the nearest point of a simplex on curved cores, and
        // the normal of a portal on cores with corners and a radius, or on any with a radius if it has no Newton's method. For these a
        // closed bracket of another method is better, however narrow this one is; an open bracket of another method is better only if
        // it is narrower.
        let by_distance = matches!(method, Method::ConservativeAdvancement | Method::GjkRayCast);
        let sideways = matches!(found, Found::Entry(_))
            && (by_distance && obstacle.is_curved()
                || !by_distance && obstacle.has_round_corners()
                || method == Method::SweptMpr && obstacle.radius > 0.0);
        if open <= STALLED_WIDTH && !sideways {
            return (found, method);
        }
        (self.run_others(obstacle, method, (found, open)), method)
    }

    /// What methods of the other kind make of what `method` has left open by so much.
    #[cold]
    #[inline(never)]
    fn run_others(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        method: Method,
        (mut found, mut open): (Found, f64),
    ) -> Found {
        let others: &[Method] = match method {
            Method::Portal => &[Method::ConservativeAdvancement],
            // The normal of its portal is off sideways, as that of the nearest point on a curved core is.
            Method::SweptMpr if obstacle.is_curved() => {
                &[Method::Portal, Method::ConservativeAdvancement]
            }
            Method::SweptMpr => &[Method::ConservativeAdvancement, Method::Portal],
            Method::GjkRayCast => &[Method::Portal, Method::ConservativeAdvancement],
            // Asked for by name, it has given up early for the portal. Once more, with all the support points that there are, where
            // that has left a graze open, too.
            Method::ConservativeAdvancement if self.options.method == method => {
                &[Method::Portal, Method::ConservativeAdvancement]
            }
            _ => &[Method::Portal],
        };
        for other in others {
            if obstacle.exhausted() {
                break;
            }
            let before = (self.mixture, obstacle.parts, obstacle.base);
            let next = match other {
                Method::ConservativeAdvancement if *other == method => {
                    let room = obstacle.limit.saturating_sub(obstacle.evaluations + KEPT);
                    self.advance_to_the_end(obstacle, room)
                }
                Method::Portal => {
                    let face = Face::of(obstacle);
                    self.run_one(obstacle, *other, face)
                }
                _ => self.run_one(obstacle, *other, None),
            };
            let next_open = self.openness(obstacle, &next);
            let content = next_open <= STALLED_WIDTH;
            let is_better = content || next_open < open;
            let (brackets, bases) = ([found, next], [before.2, obstacle.base]);
            let (mut goes_on, moved) = (is_better, obstacle.base - before.2);
            // The end that is contact, whichever method has it.
            let joined = if is_better {
                next.until(&found, moved, obstacle.touch(&found, &before.0))
            } else {
                found.until(&next, -moved, obstacle.touch(&next, &self.mixture))
            };
            if is_better {
                (found, open) = (next, next_open);
            }
            if let Some(joined) = joined {
                (found, goes_on) = (joined, !is_better);
                open = self.openness(obstacle, &joined);
            }
            if !goes_on {
                (self.mixture, obstacle.parts) = (before.0, before.1);
                obstacle.move_origin(before.2);
            }
            for (bracket, base) in brackets.iter().zip(bases) {
                let error = POINT * obstacle.scale;
                found = found.with_the_later(bracket, base - obstacle.base, error);
            }
            if content {
                break;
            }
        }
        found
    }

    /// Runs this method; the portal, from a face that is known.
    fn run_one(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        method: Method,
        face: Option<Face>,
    ) -> Found {
        let (mixture, observer) = (&mut self.mixture, &mut *self.observer);
        match method {
            Method::ConservativeAdvancement => {
                if self.options.method == method {
                    return advance(obstacle, false, MOST_APPROACH, mixture, observer);
                }
                self.advance_to_the_end(obstacle, u32::MAX)
            }
            Method::SweptMpr => swept_mpr(obstacle, mixture, observer),
            Method::GjkRayCast => gjk_ray_cast(obstacle, mixture, observer),
            _ => portal_cast::cast(obstacle, face, observer, mixture),
        }
    }

    /// Conservative advancement with as many support points as are worth it where no portal comes after, and `room` for no more.
    fn advance_to_the_end(&mut self, obstacle: &mut Obstacle<'s, A, B>, room: u32) -> Found {
        // On a curved core without a radius the face of the simplex is only a chord of the surface: the closed form that would
        // finish on that face is no better than a tangent there.
        let finish = obstacle.radius > 0.0 || !obstacle.is_curved();
        let (mixture, observer) = (&mut self.mixture, &mut *self.observer);
        let most = most(obstacle).min(room);
        advance(obstacle, finish, most, mixture, observer)
    }

    /// How wide a bracket is, along the normal or along the motion, in units of the width allowed there, whichever is more; infinite
    /// for what is undecided.
    fn openness(&self, obstacle: &Obstacle<'s, A, B>, found: &Found) -> f64 {
        match found {
            Found::Undecided | Found::Exhausted(_) => f64::INFINITY,
            Found::Entry(c) => {
                let span = c.upper - c.lower + 0.25 * POINT * obstacle.scale * c.stretch;
                let wide = span * largest(&obstacle.displacement);
                let limit = obstacle.wide();
                // A narrow span asks for no other method.
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

    /// The method to run first. Where none was asked for: conservative advancement for cores with corners and a radius, after what
    /// [`rounded`] tells, and the portal for all else.
    fn method(&self, obstacle: &Obstacle<'s, A, B>) -> Method {
        match self.options.method {
            asked @ (Method::ConservativeAdvancement | Method::SweptMpr | Method::GjkRayCast) => {
                asked
            }
            _ if obstacle.has_round_corners() => Method::ConservativeAdvancement,
            _ => Method::Portal,
        }
    }

    /// Moves the obstacle's count of support evaluations into the solution's.
    pub(crate) fn spend<C, D>(&mut self, obstacle: &mut Obstacle<'_, C, D>) {
        self.evaluations += core::mem::take(&mut obstacle.evaluations);
    }
}

/// The direction against a motion, its largest component 1: no motion is too small or too large for its squares.
pub(crate) fn against(displacement: &Vector3<f64>) -> Vector3<f64> {
    displacement / -largest(displacement)
}
