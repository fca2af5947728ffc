//! From what a formula finds to the outcome, in the clear cases; all others are left to the methods that iterate, which
//! know what to do with a contact at the start, at the very end, and with a graze.

use super::STEPS;
use crate::answer::{Answer, Proof};
use crate::conclude::{Lower, keeps_apart, near_the_start, proven_lower, proven_upper};
use crate::found::{Contact, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::{Method, Observer, Outcome, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{KnownCore, Real, Support};

/// The outcome, and where the cores of the moving and of the fixed shape are met, each point as the obstacle has that shape;
/// `None` for what is not clear.
#[inline(always)]
pub(super) fn conclude<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    found: &Found,
    mixture: &Mixture,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<(Outcome<T>, [Vector3<f64>; 2])> {
    match found {
        Found::Entry(contact) => hit(obstacle, contact, mixture, observer, proof),
        Found::Clear(normal) => {
            let axis = obstacle.to_world(normal);
            // The answer counts the certificate's plane itself.
            let answer = Answer::new(obstacle.problem, method(obstacle), STEPS - 1, proof);
            let outcome = answer.miss_here(&axis, None);
            keeps_apart(&outcome).then(|| {
                let y = obstacle.to_world(&met(obstacle, mixture));
                show(method(obstacle), &axis, &y, f64::INFINITY, observer);
                (outcome, [Vector3::zeros(); 2])
            })
        }
        _ => None,
    }
}

#[inline(always)]
fn hit<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    mixture: &Mixture,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<(Outcome<T>, [Vector3<f64>; 2])> {
    let normal = obstacle.to_world(&contact.normal);
    // Counted with `STEPS`.
    let Lower::Narrow(lower) = proven_lower::<T, A, B>(obstacle, contact, &normal, &mut 0) else {
        return None;
    };
    let near = near_the_start::<T, A, B>(obstacle, contact.stretch);
    if !(lower > near && obstacle.base + contact.upper <= 1.0) {
        return None;
    }
    let y = obstacle.to_world(&met(obstacle, mixture));
    show(method(obstacle), &normal, &y, lower, observer);
    let upper = proven_upper(obstacle, contact, contact.stretch);
    let answer = Answer::new(obstacle.problem, method(obstacle), STEPS, proof);
    let answer = answer.open_by(contact.short);
    let on_fixed = obstacle.on_fixed(&mixture.y, &mixture.on_moving);
    Some((
        answer.hit_here(obstacle, &normal, lower, upper, mixture),
        [mixture.on_moving, on_fixed],
    ))
}

/// Around a radius, slabs are a closed form like the others; and there are none where neither shape is a box.
#[inline(always)]
fn method<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> Method {
    let is_box = |core| matches!(core, KnownCore::Cuboid(_));
    let (fixed, moving) = (obstacle.problem.fixed, obstacle.problem.moving);
    if obstacle.radius == 0.0 && (is_box(fixed.known_core()) || is_box(moving.known_core())) {
        Method::Slab
    } else {
        Method::ClosedForm
    }
}

/// The point of the core that the step's plane was taken through, counted from the start.
#[inline(always)]
fn met<A, B>(obstacle: &Obstacle<'_, A, B>, mixture: &Mixture) -> Vector3<f64> {
    mixture.y + obstacle.displacement * obstacle.base
}

/// Shows the one step there is to the observer: the plane, and the point that it was taken through.
#[inline(always)]
pub(super) fn show<O: Observer>(
    method: Method,
    normal: &Vector3<f64>,
    point: &Vector3<f64>,
    lower: f64,
    observer: &mut O,
) {
    if !observer.is_active() {
        return;
    }
    observer.step(&Step {
        method,
        direction: *normal,
        support: Point3::from(*point),
        lower: lower.min(1.0),
        upper: f64::INFINITY,
        simplex: &[],
    });
}
