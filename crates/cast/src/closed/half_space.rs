//! Onto a half-space, whatever moves: it has one plane, and so the bound of that plane is the answer. Nothing is searched for, and an
//! observer is shown no step.

use super::STEPS;
use crate::answer::{Answer, Proof};
use crate::found::NO_PARTS;
use crate::obstacle::{Obstacle, Open, Vertex};
use crate::problem::{Plane, Problem};
use crate::solve::length;
use crate::start::on_plane;
use crate::{CastOptions, Closed, Method, Outcome, Sweep, tolerance};
use nalgebra::Vector3;
use swept_support::{KnownCore, Real, Support, largest, sqrt};

type V = Vector3<f64>;

/// The plane of a half-space, and what of the moving shape is the nearest to it.
pub(crate) struct Onto {
    /// Of unit length, in the working frame, out of the half-space.
    pub(crate) n: V,
    /// The same in the world.
    pub(crate) normal: V,
    pub(crate) vertex: Vertex,
    pub(crate) plane: Plane,
    pub(crate) reach: f64,
}

/// Whether the plane is met, within which bracket: a lower and an upper bound of the fraction.
pub(crate) enum Meets {
    No,
    Within(f64, f64),
    /// At the very end, or not at all: rounding hides which.
    AtTheEnd(f64, f64),
}

impl Onto {
    /// `normal` is the half-space's own.
    #[inline(always)]
    pub(crate) fn new<A: Support, B: Support>(
        obstacle: &mut Obstacle<'_, A, B>,
        normal: &V,
    ) -> Self {
        let n = normal / largest(normal);
        let n = n / sqrt(n.norm_squared());
        let vertex = obstacle.support(&n);
        let normal = obstacle.to_world(&n);
        Self {
            plane: obstacle.problem.plane(&normal),
            n,
            normal,
            vertex,
            reach: obstacle.problem.reach,
        }
    }

    /// Whether the shape stands at the target distance or nearer, or may do.
    #[inline(always)]
    pub(crate) fn is_near(&self, contact: f64) -> bool {
        -self.plane.height <= (self.reach + contact) * self.plane.length
    }

    /// Whether the support point is as near as the shape's extent and its place have it. One of a shape that breaks its promises need
    /// not be, nor be a number.
    #[inline(always)]
    fn is_in_place(&self, scale: f64) -> bool {
        self.vertex.y.norm_squared() <= 4.0 * scale * scale
    }

    #[inline(always)]
    pub(crate) fn meets(&self) -> Meets {
        let lower = self.plane.lower_bound(self.reach);
        if lower > 1.0 {
            return Meets::No;
        }
        let upper = self.plane.upper_bound(self.reach);
        if upper <= 1.0 {
            Meets::Within(lower, upper)
        } else {
            Meets::AtTheEnd(lower, upper)
        }
    }
}

/// The outcome, in the clear cases.
#[inline(always)]
pub(super) fn solve<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    normal: &V,
    proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    let problem = Problem::new(sweep, length(options.target_distance));
    if problem.displacement == V::zeros() {
        return None;
    }
    let open = Open::of::<T>(length(options.tolerance));
    let mut obstacle = Obstacle::new(&problem, options.max_steps, open);
    if proof.is_some() {
        obstacle.parts = Some(NO_PARTS);
    }
    let onto = Onto::new(&mut obstacle, normal);
    if onto.is_near(tolerance::contact::<T>() * obstacle.bare_scale())
        || !onto.is_in_place(obstacle.scale)
    {
        return None;
    }
    let answer = Answer::new(&problem, Method::ClosedForm, STEPS, proof);
    let (outcome, [core_moving, core_fixed]) = match onto.meets() {
        Meets::No => {
            let outcome = answer.miss_here(&onto.normal, Some(0.0));
            let is_number = matches!(&outcome, Outcome::Miss(m) if m.gap >= T::zero());
            if !is_number {
                return None;
            }
            (outcome, [V::zeros(); 2])
        }
        Meets::Within(lower, upper) => {
            let mixture = on_plane(&mut obstacle, onto.vertex, onto.n, lower);
            let on_fixed = obstacle.on_fixed(&mixture.y, &mixture.on_moving);
            let outcome = answer.hit_here(&obstacle, &onto.normal, lower, upper, &mixture);
            (outcome, [mixture.on_moving, on_fixed])
        }
        Meets::AtTheEnd(..) => return None,
    };
    // The problem does without the rotation of a point.
    let is_point = matches!(problem.moving.known_core(), KnownCore::Point);
    Some(Closed {
        outcome,
        core_moving,
        core_fixed,
        moving_rotation: if is_point {
            sweep.moving().rotation()
        } else {
            problem.moving_rotation
        },
        fixed_rotation: problem.fixed_rotation,
    })
}
