//! Cores with corners and a radius, where the line of motion meets the flat part of their obstacle: the portal cast of the
//! core alone, put off by the radius.
//!
//! The obstacle is C ⊕ B, a polytope C with a ball of radius r around each of its points. Above a facet of C with the unit
//! normal n its surface is that facet, put off by r n: the line t d meets it where the line t d − r n meets C. The normal is not
//! known before, but a guess m gives two proofs, whatever it is worth. Let the line t d − r m meet C at the fraction t₁, in
//! a plane of the unit normal n:
//!
//! ```text
//! t₁ d is at the distance r |m| ≤ r from a point of C                      contact by t₁
//! h(n) = n·(t₁ d − r m)   (h: the support height of C)                     no contact before
//! t₀ = (h(n) + r) / (n·d) = t₁ − r (1 − n·m) / |n·d|
//! ```
//!
//! When n = m the bounds meet. When not, n is the next guess: on a polytope that is the end of it, unless the contact
//! lies where the obstacle is round, and no facet's normal is right. Those are left to distance.
//!
//! Where the radius is large beside the core, most contacts are of that kind, and none is tried.
//!
//! For a triangle the first guess is its own normal, of the side that the motion comes from; else 0, the core itself.

use crate::found::{Contact, Found, Mixture};
use crate::observer::Watched;
use crate::obstacle::Obstacle;
use crate::portal_cast::{self, Face};
use crate::tolerance::{MOST_GUESSES, MOSTLY_ROUND};
use crate::{Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{KnownCore, Support, sqrt};

/// First contact along the obstacle's displacement; `None` where this does not tell.
#[inline(never)]
pub(crate) fn cast<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    face: Option<Face>,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Option<Found> {
    if obstacle.problem.radius() > MOSTLY_ROUND * obstacle.problem.extents() {
        return None;
    }
    let mut guess = first_guess(obstacle);
    for _ in 0..MOST_GUESSES {
        let put_off = obstacle.to_world(&(guess * obstacle.radius));
        let problem = obstacle.problem.core_moved_by(&put_off);
        let mut core = obstacle.with_shapes(&problem);
        let mut met = Mixture::NONE;
        let found = if O::ACTIVE {
            let mut shown = Shown {
                observer: &mut *observer,
                put_off,
                radius: obstacle.radius,
                displacement: problem.displacement,
                lower: 0.0,
            };
            portal_cast::cast(&mut core, face, &mut Watched::new(&mut shown), &mut met)
        } else {
            portal_cast::cast(&mut core, face, observer, &mut met)
        };
        obstacle.evaluations += core.evaluations;
        match found {
            Found::Entry(contact) if contact.closed && contact.lower > 0.0 => {
                let normal = contact.normal * (1.0 / sqrt(contact.normal.norm_squared()));
                let open = obstacle.radius * (1.0 - normal.dot(&guess));
                if open > obstacle.tolerance() {
                    guess = normal;
                    continue;
                }
                let lower = contact.lower - open.max(0.0) * contact.stretch;
                if lower <= 0.0 {
                    return None;
                }
                if core.base != obstacle.base {
                    obstacle.move_origin(core.base);
                }
                obstacle.parts = core.parts;
                *mixture = Mixture {
                    y: met.y - guess * obstacle.radius,
                    on_moving: met.on_moving,
                    rounding: guess,
                };
                return Some(Found::Entry(Contact {
                    lower,
                    normal,
                    ..contact
                }));
            }
            Found::Clear(normal) => {
                return keeps_apart(obstacle, &normal).then_some(Found::Clear(normal));
            }
            _ => return None,
        }
    }
    None
}

/// The normal of the one triangle there is, of the side that the motion comes from; 0 when there is none.
fn first_guess<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> Vector3<f64> {
    let across = |[a, b, c]: [Vector3<f64>; 3]| (b - a).cross(&(c - a));
    let problem = obstacle.problem;
    let normal = match (problem.fixed.known_core(), problem.moving.known_core()) {
        (KnownCore::Triangle(_), KnownCore::Triangle(_)) => None,
        (KnownCore::Triangle(corners), _) => Some(across(corners)),
        (_, KnownCore::Triangle(corners)) => {
            Some(obstacle.moving_to_working.apply(&across(corners)))
        }
        _ => None,
    };
    let normal = normal
        .and_then(|n| n.try_normalize(0.0))
        .unwrap_or_default();
    if normal.dot(&obstacle.displacement) > 0.0 {
        -normal
    } else {
        normal
    }
}

/// Whether the plane with this normal keeps the radius as well, on the rest of the way.
fn keeps_apart<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    normal: &Vector3<f64>,
) -> bool {
    let length = sqrt(normal.norm_squared());
    let closing = -normal.dot(&obstacle.displacement) * (1.0 - obstacle.base);
    let height = normal.dot(&obstacle.support(normal).y) + obstacle.radius * length;
    height + closing.max(0.0) < -obstacle.tolerance() * length
}

/// Shows the steps of the core's cast as steps of the obstacle's: where they are, and what they prove with the whole radius.
struct Shown<'o, O> {
    observer: &'o mut O,
    /// By how much the core was put off, in world axes.
    put_off: Vector3<f64>,
    radius: f64,
    displacement: Vector3<f64>,
    /// The best bound so far.
    lower: f64,
}

impl<O: Observer> Observer for Shown<'_, O> {
    fn is_active(&self) -> bool {
        self.observer.is_active()
    }

    fn step(&mut self, step: &Step<'_>) {
        let n = &step.direction;
        let support = step.support - self.put_off;
        let speed = n.dot(&self.displacement);
        if speed < 0.0 {
            let height = n.dot(&support.coords) + self.radius * sqrt(n.norm_squared());
            self.lower = self.lower.max(height / speed);
        }
        let mut corners = [Point3::origin(); 4];
        for (to, corner) in corners.iter_mut().zip(step.simplex) {
            *to = corner - self.put_off;
        }
        self.observer.step(&Step {
            support,
            lower: self.lower,
            simplex: &corners[..step.simplex.len().min(corners.len())],
            ..*step
        });
    }
}
