//! Onto a half-space, whatever moves: it has one plane, and so the bound of that plane is the answer. Nothing is searched for, and an
//! observer is shown no step.
//!
//! The world's axes are the working frame: the one support point that is asked for takes the normal into the moving shape's frame and that
//! point back, where a frame of the half-space's own would take the product of both rotations.
//!
//! **Long ways.** The world's normal is that of a rotation, and so a rounded one: n·d is off by some 33u of the way's length. Nothing else
//! here depends on how long the way is. Where the way leads steeply into the plane that is a part of the fraction, which has no more digits
//! than that. But on a way of 10⁹ times the shapes' size nearly along the plane it can be all of n·d. There, and wherever it hides whether
//! the plane is met at the very end, n is turned and multiplied with d again in twice the precision. What is left is 4u of n·d itself, and
//! [`LONG_WAY`] of the way.

use super::STEPS;
use crate::answer::{Answer, Proof, along, is_plain, witness_of};
use crate::found::{Directions, NO_PARTS};
use crate::problem::{Plane, Problem};
use crate::solve::length;
use crate::tolerance::{LONG_WAY, SLANTING, U};
use crate::wide::{Wide3, direction, dot, rotation, wide3};
use crate::{CastOptions, Closed, Method, Outcome, Sweep, Witness, tolerance};
use nalgebra::{Point3, Quaternion, Vector3};
use swept_support::{KnownCore, Placed, Real, Support, brought_near, largest};

type V = Vector3<f64>;

/// The plane of a half-space, and what of the moving shape is the nearest to it.
pub(crate) struct Onto<'p, A, B> {
    problem: &'p Problem<'p, A, B>,
    /// Out of the half-space, of unit length: in its own frame, and in the world.
    own_normal: V,
    normal: V,
    /// How far the half-space's core reaches along its normal from its origin.
    height: f64,
    pub(crate) plane: Plane,
    /// The nearest point of the moving core, in its own frame.
    on_moving: V,
    /// The same at the start, seen from the half-space's origin, in the world's axes.
    nearest: V,
}

/// Whether the plane is met, within which bracket: a lower and an upper bound of the fraction.
pub(crate) enum Meets {
    No,
    Within(f64, f64),
    /// At the very end, or not at all: rounding hides which.
    AtTheEnd(f64, f64),
}

impl<'p, A: Support, B: Support> Onto<'p, A, B> {
    /// `fixed` is the half-space at its pose, and `normal` its own.
    #[inline(always)]
    pub(crate) fn new<T: Real>(
        problem: &'p Problem<'p, A, B>,
        fixed: &Placed<T, B>,
        normal: &V,
    ) -> Self {
        let own_normal = unit(normal);
        let turned = problem.fixed_rotation.turn(&own_normal);
        let height = own_normal.dot(&problem.fixed.support_point(&own_normal).coords);
        let (mut plane, on_moving) = problem.plane_and_nearest(&turned, height);
        // In `f32` this is more than its own digits on ways of 3 · 10⁷ times the scale only, and is left open there.
        if const { T::EPSILON == f64::EPSILON }
            && plane.speed_error > SLANTING * plane.speed.abs()
            && plane.speed_error > tolerance::long_way::<T>() * problem.scale()
        {
            [plane.speed, plane.speed_error] =
                on_a_long_way(fixed, *normal, problem.displacement).map(|x| x * plane.length);
        }
        Self {
            problem,
            own_normal,
            normal: turned,
            height,
            plane,
            on_moving,
            nearest: problem.moving_rotation.turn(&on_moving) - problem.offset,
        }
    }

    /// The same with n·d in twice the precision, per unit of |n| as that is rounded here.
    pub(crate) fn with_all_digits<T: Real>(mut self, fixed: &Placed<T, B>, normal: &V) -> Self {
        let (plane, d) = (&mut self.plane, self.problem.displacement);
        [plane.speed, plane.speed_error] =
            on_a_long_way(fixed, *normal, d).map(|x| x * plane.length);
        self
    }

    /// Whether the shape stands at the target distance or nearer, or may do.
    #[inline(always)]
    pub(crate) fn is_near<T: Real>(&self) -> bool {
        let bare_scale = self.problem.size + self.problem.distance;
        let contact = tolerance::contact::<T>() * bare_scale;
        -self.plane.height <= (self.problem.reach + contact) * self.plane.length
    }

    /// Whether the support point is as near as the shape's extent and its place have it. One of a shape that breaks its promises need
    /// not be, nor be a number.
    #[inline(always)]
    fn is_in_place(&self) -> bool {
        let scale = self.problem.scale();
        self.nearest.norm_squared() <= 4.0 * scale * scale
    }

    #[inline(always)]
    pub(crate) fn meets(&self) -> Meets {
        let lower = self.plane.lower_bound(self.problem.reach);
        if lower > 1.0 {
            return Meets::No;
        }
        let upper = self.plane.upper_bound(self.problem.reach);
        if upper <= 1.0 {
            Meets::Within(lower, upper)
        } else {
            Meets::AtTheEnd(lower, upper)
        }
    }

    /// Where the core meets the plane at this fraction: the foot on the plane of what is the nearest to it then, from the half-space's
    /// origin, in the world's axes.
    #[inline(always)]
    fn foot(&self, fraction: f64) -> V {
        let at = self.nearest + self.problem.displacement * fraction;
        // Far from the start the rounded normal is off by more than the bracket is open by.
        let apart = self.problem.radius();
        let open = 4.0 * self.plane.error;
        let height = self.normal.dot(&at) - self.height;
        at - self.normal * height.max(apart - open).min(apart + open)
    }

    /// The outcome of contact within this bracket.
    #[inline(always)]
    pub(crate) fn hit<T: Real>(
        &self,
        answer: Answer<'_, '_, T, A, B>,
        lower: f64,
        upper: f64,
    ) -> Outcome<T> {
        let (p, n) = (self.problem, &self.normal);
        answer.hit_at(
            n,
            (lower, upper),
            #[inline(always)]
            |_, fraction| {
                let narrow = |v: V| Point3::from(v.map(T::nearest));
                let moving = p.moving_rotation.turn(&self.on_moving) + p.moving_position
                    - n * p.moving_radius
                    + p.displacement * fraction;
                let fixed = self.foot(lower) + p.fixed_position + n * p.fixed_radius;
                (narrow(moving), narrow(fixed))
            },
            || self.witness(),
        )
    }

    /// The outcome of none.
    #[inline(always)]
    pub(crate) fn miss<T: Real>(&self, answer: Answer<'_, '_, T, A, B>) -> Outcome<T> {
        answer.miss_beside(&self.normal, &self.plane, Some(0.0))
    }

    fn witness(&self) -> Witness {
        let directions = Directions {
            fixed: self.own_normal,
            moving: -self.problem.moving_rotation.turn_back(&self.normal),
        };
        let mut parts = NO_PARTS;
        parts[0] = (directions, 1.0);
        witness_of(&parts)
    }
}

/// n·d and its error in twice the precision, with n the unit vector along a half-space's own `normal`, turned into the world.
#[cold]
#[inline(never)]
fn on_a_long_way<T: Real>(fixed: &Placed<T, impl Support>, normal: V, d: V) -> [f64; 2] {
    let quaternion = fixed.pose().rotation.as_ref().coords.map(Real::to_f64);
    let own = direction(&normal);
    let n: Wide3 = rotation(&Quaternion::from(quaternion)).map(|row| dot(&row, &own));
    let along = dot(&n, &wide3(&d)).over(dot(&n, &n).root()).value();
    [along, 4.0 * U * along.abs() + LONG_WAY * largest(&d)]
}

/// The unit vector along a normal, which is not zero. Lengths whose squares are beyond the range of numbers are brought near first.
#[inline(always)]
fn unit(normal: &V) -> V {
    let squared = normal.norm_squared();
    if is_plain(squared) {
        return along(normal, squared);
    }
    let near = brought_near(normal).unwrap_or_default();
    along(&near, near.norm_squared())
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
    let onto = Onto::new(&problem, sweep.fixed(), normal);
    if onto.is_near::<T>() || !onto.is_in_place() {
        return None;
    }
    let answer = Answer::new(&problem, Method::ClosedForm, STEPS, proof);
    let (outcome, [core_moving, core_fixed]) = match onto.meets() {
        Meets::No => {
            let outcome = onto.miss(answer);
            let is_number = matches!(&outcome, Outcome::Miss(m) if m.gap >= T::zero());
            if !is_number {
                return None;
            }
            (outcome, [V::zeros(); 2])
        }
        Meets::Within(lower, upper) => {
            let on_fixed = problem.fixed_rotation.turn_back(&onto.foot(lower));
            (onto.hit(answer, lower, upper), [onto.on_moving, on_fixed])
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
