//! From a sweep to what a method finds: a closed form where there is one, else the methods that iterate, one after another until
//! the bracket is closed.

use crate::advance::{advance, most};
use crate::answer::Proof;
use crate::closed;
use crate::closed::bare::{Bare, bare};
use crate::found::{Found, Mixture, NO_PARTS};
use crate::gjk_ray_cast::gjk_ray_cast;
#[cfg(debug_assertions)]
use crate::observer::Watched;
use crate::obstacle::{Obstacle, Open};
use crate::offset;
use crate::portal_cast;
use crate::problem::Problem;
use crate::swept_mpr::swept_mpr;
use crate::tolerance::{MOST_APPROACH, POINT, STALLED_WIDTH};
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
    return any(sweep, options, observer, proof);
    #[cfg(debug_assertions)]
    any(&sweep.as_dyn(), options, &mut Watched::new(observer), proof)
}

/// Solves a sweep of shapes of these types: of any types, in builds with debug assertions (see `once.rs`).
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    match balls(sweep, options, observer, proof.as_deref_mut()) {
        Some(outcome) => outcome,
        None if are_balls(sweep) => unclear(bare(sweep), options, observer, proof),
        None => others(sweep, options, observer, proof),
    }
}

/// Whether both shapes are balls. A ball's core has no extent, and to ask a shape for that takes less than to ask for its core. A point that
/// states one is for the formulas for all shapes.
#[inline(always)]
fn are_balls<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> bool {
    let (m, f) = (sweep.moving().shape(), sweep.fixed().shape());
    m.extent() + f.extent() == 0.0 && closed::balls::are(&closed::cores(sweep))
}

/// Two balls, in the clear cases. They are asked for first and where the cast is called: of theirs, a call takes a third of the time.
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

/// Two balls where it is not clear, or another method is asked for. They come by value: what is lent to a function has to be in memory, and
/// would be written there in the clear cases too.
#[cold]
#[inline(never)]
fn unclear<T: Real>(
    sweep: Sweep<T, Bare, Bare>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Outcome<T> {
    others(&sweep, options, observer, proof)
}

/// The formulas for all shapes, and the methods.
#[inline]
fn others<T: Real, A: Support, B: Support>(
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

/// What a closed form answers, where there is one and it is asked for.
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
        None => formula(sweep, options, observer, proof),
    }
}

/// What the formulas for all shapes answer.
#[inline(always)]
fn formula<T: Real, A: Support, B: Support>(
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

/// Whether a closed form may answer.
#[inline(always)]
pub(crate) fn asks_for_closed<T: Real>(options: &CastOptions<T>) -> bool {
    use Method::{Auto, ClosedForm, Slab};
    matches!(options.method, Auto | ClosedForm | Slab) && options.max_steps >= closed::STEPS
}

/// Solves a sweep by a method that iterates; of two balls that overlap, which the closed form leaves, by their centres. That is asked
/// here, and not before: a call on the closed form's way would have all that it holds in registers written to memory.
#[inline(never)]
fn iterate<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    mut proof: Option<&mut Proof>,
) -> Outcome<T> {
    let problem = Problem::new(sweep, length(options.target_distance));
    if problem.distance < problem.moving_radius + problem.fixed_radius
        && asks_for_closed(options)
        && let Some(outcome) =
            closed::balls::overlap(sweep, options, observer, proof.as_deref_mut())
    {
        return outcome;
    }
    with(&problem, options, observer, proof, |solver, obstacle| {
        if obstacle.displacement == Vector3::zeros() {
            solver.look_again(obstacle, |solver, obstacle| solver.without_motion(obstacle))
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
        |solver, obstacle| {
            solver.look_again(obstacle, |solver, obstacle| solver.without_motion(obstacle))
        },
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
        evaluations: 0,
    };
    run(&mut solver, &mut obstacle)
}

/// A length from the options: NaN and what is nothing beside any length count as 0; its square is then a number.
pub(crate) fn length<T: Real>(x: T) -> f64 {
    let x = x.to_f64();
    if x >= T::MIN_LENGTH * T::MIN_LENGTH {
        x.min(T::MAX_LENGTH)
    } else {
        0.0
    }
}

/// The state of one solution whose shapes' types are forgotten.
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
        // the normal of a portal on cores with corners and a radius. Another method's closed bracket is better then, however narrow
        // this one is; an open one is only where it is narrower.
        let by_distance = others[0] == Method::Portal;
        let sideways = matches!(found, Found::Entry(_))
            && (by_distance && obstacle.is_curved()
                || !by_distance && obstacle.has_round_corners());
        let mut content = open <= STALLED_WIDTH && !sideways;
        for other in others {
            if content || obstacle.exhausted() {
                break;
            }
            let (mixture, parts, base) = (self.mixture, obstacle.parts, obstacle.base);
            let next = self.run_one(obstacle, *other);
            let next_open = self.openness(obstacle, &next);
            content = next_open <= STALLED_WIDTH;
            if content || next_open < open {
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
                if self.options.method == method {
                    return advance(obstacle, false, MOST_APPROACH, mixture, observer);
                }
                // The face that carries a point of a sharp curve is no part of it, and its closed form no better than a tangent.
                let finish = obstacle.radius > 0.0 || !obstacle.is_curved();
                advance(obstacle, finish, most(obstacle), mixture, observer)
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
                let limit = obstacle.wide();
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

    /// Books the support evaluations of an obstacle.
    pub(crate) fn spend<C, D>(&mut self, obstacle: &mut Obstacle<'_, C, D>) {
        self.evaluations += core::mem::take(&mut obstacle.evaluations);
    }
}

/// The direction against a motion, its largest component 1: no motion is too small or too large for its squares.
pub(crate) fn against(displacement: &Vector3<f64>) -> Vector3<f64> {
    displacement / -largest(displacement)
}
