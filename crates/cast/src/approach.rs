//! What the methods by distance know while they approach: the best tangent, and what can be concluded from it.
//!
//! With f(t) the distance of the point t·d from the obstacle's core less the radius, a plane that separates the point
//! at some t gives the root of a tangent of f. The best of them is a proven lower bound, whatever the method does next.

use crate::found::{Contact, Found, Mixture};
use crate::gjk::{Distance, Separation};
use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{FAR, POINT};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, largest, sqrt};

/// The best tangent so far.
pub(crate) struct Approach {
    /// Its root, from the working origin, and its plane.
    best: Option<(f64, Separation)>,
    /// The tangent whose root less all that may be wrong with it is the greatest: near contact many have the same root, up to
    /// rounding, and one that the motion is all but parallel to may have the greatest by chance.
    surest: Option<(f64, Separation)>,
    /// What may be wrong with a plane's height: a length.
    error: f64,
    /// The end of the sweep, from the working origin.
    end: f64,
    radius: f64,
    /// The method at work.
    method: Method,
}

impl Approach {
    pub(crate) fn new<A: Support, B: Support>(
        obstacle: &Obstacle<'_, A, B>,
        method: Method,
    ) -> Self {
        Self {
            best: None,
            surest: None,
            error: POINT * obstacle.scale,
            end: 1.0 - obstacle.base,
            radius: obstacle.radius,
            method,
        }
    }

    /// Surely no contact before this fraction, counted from the working origin.
    pub(crate) fn lower(&self) -> f64 {
        self.best.map_or(0.0, |b| b.0)
    }

    /// Takes note of a plane that closes in; whether it raised the bound.
    pub(crate) fn raise(&mut self, plane: &Separation, d: &Vector3<f64>) -> bool {
        let speed = plane.normal.dot(d);
        let root = (plane.height + self.radius) / speed;
        let sure = |root: f64, speed: f64| root + self.error / speed;
        let is_surer = |(other, tangent): (f64, Separation)| {
            sure(root, speed) > sure(other, tangent.normal.dot(d))
        };
        if root > 0.0 && self.surest.is_none_or(is_surer) {
            self.surest = Some((root, *plane));
        }
        let raised = root > self.lower();
        if raised {
            self.best = Some((root, *plane));
        }
        raised
    }

    /// Whether the motion is all but along a plane: then rounding moves the root of the tangent by more than a bracket is to be wide,
    /// and whether the plane closes in at all may be rounding too.
    pub(crate) fn is_along<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        plane: &Separation,
    ) -> bool {
        let d = &obstacle.displacement;
        plane.normal.dot(d).abs() * obstacle.wide() < self.error * largest(d)
    }

    /// A miss, when the bound lies beyond the end of the sweep.
    pub(crate) fn past_the_end(&self) -> Option<Found> {
        let (root, plane) = self.best.as_ref()?;
        (*root > self.end).then_some(Found::Clear(plane.normal))
    }

    /// The limit on support evaluations came first.
    pub(crate) fn exhausted(&self) -> Found {
        Found::Exhausted(self.best.map(|b| b.1.normal))
    }

    /// Contact at `t`, which the best tangent proves free until then. A search that has given up short of it ends where the tangent
    /// does, if that is later: what is free until then is not to be taken back for what another plane knows of `t`.
    pub(crate) fn reached<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        mixture: &mut Mixture,
        t: f64,
        simplex: &Simplex,
        at: &Distance,
    ) -> Found {
        let Some((lower, tangent)) = self.surest else {
            return Found::Start;
        };
        let short = at.upper - obstacle.radius;
        let x = obstacle.displacement * t;
        *mixture = simplex.mixture(
            &x,
            at.plane.map_or(tangent.normal, |p| p.normal),
            obstacle.faint(),
        );
        obstacle.remember(&simplex.parts());
        let closed = short <= obstacle.tightest();
        let upper = if closed { t } else { t.max(lower) };
        Found::Entry(Contact {
            closed,
            short: short.max(0.0),
            ..Contact::new(
                lower.min(upper),
                upper,
                tangent.normal,
                &obstacle.displacement,
            )
        })
    }

    /// The obstacle is left behind at a fraction that the best tangent proves free until then: `plane` does not close
    /// in. One plane for the whole sweep is the mixture of the two that is perpendicular to the motion. Without a tangent it is so at the
    /// working origin; where that has been moved along the way, the plane across the motion is what proves it free until there.
    pub(crate) fn clear(&self, plane: &Separation, d: &Vector3<f64>) -> Found {
        let receding = plane.normal.dot(d);
        let tangent = match self.best {
            Some((root, tangent)) if root > 0.0 => tangent.normal,
            _ if self.end < 1.0 => against(d),
            _ => return Found::Clear(plane.normal),
        };
        let closing = -tangent.dot(d);
        Found::Clear(tangent * receding + plane.normal * closing)
    }

    /// Shows the state to the observer: the plane just found, the point that tells, and the simplex behind it.
    pub(crate) fn show<A: Support, B: Support, O: Observer>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        simplex: &Simplex,
        plane: Option<&Separation>,
        point: impl Fn() -> Vector3<f64>,
        observer: &mut O,
    ) {
        let Some(plane) = plane.filter(|_| observer.is_active()) else {
            return;
        };
        let back = obstacle.displacement * obstacle.base;
        let world = |y: &Vector3<f64>| Point3::from(obstacle.to_world(&(y + back)));
        let mut points = [Point3::origin(); 4];
        for (to, v) in points.iter_mut().zip(simplex.vertices()) {
            *to = world(&v.y);
        }
        observer.step(&Step {
            method: self.method,
            direction: obstacle.to_world(&plane.normal),
            support: world(&point()),
            lower: obstacle.base + self.lower(),
            upper: f64::INFINITY,
            simplex: &points[..simplex.vertices().len()],
        });
    }
}

/// Cheap rejection by the plane across the motion; and, if the sweep starts far away, the origin moves to where contact
/// is near, but surely after it.
pub(crate) fn come_near<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
) -> Result<Vertex, Found> {
    let against = against(&obstacle.displacement);
    let first = obstacle.support(&against);
    let length = sqrt(against.norm_squared());
    let closing = -against.dot(&obstacle.displacement);
    let bound = -(against.dot(&first.y) + obstacle.radius * length) / closing;
    if bound > 1.0 - obstacle.base {
        return Err(Found::Clear(against));
    }
    let margin = obstacle.margin() * length / closing;
    if bound > FAR * margin {
        obstacle.move_origin(obstacle.base + bound - margin);
        return Ok(obstacle.support(&against));
    }
    Ok(first)
}
