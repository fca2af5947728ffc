//! The slow way to an outcome, for what is in doubt: contact within rounding of the start or the end of the sweep, misses within rounding
//! of contact, brackets that are wide along the motion, points of contact that are far from one another, and starts in contact.
//!
//! The code is long and runs seldom, so it is compiled once, for any two shapes, and not again for each pair.

use crate::advance::advance;
use crate::answer::PLANES_WITHOUT_ROOM;
use crate::bisect::bisect;
use crate::conclude::{
    Lower, apart, are_apart, keeps_apart, near_the_start, proven_lower, proven_upper,
};
use crate::found::{Contact, Found};
use crate::gjk::{Distance, distance};
use crate::obstacle::AnyObstacle;
use crate::portal_cast;
use crate::simplex::Simplex;
use crate::solve::{AnySolver, against};
use crate::steep;
use crate::tolerance::{self, MOST_APPROACH, NARROW, TILT};
use crate::{Method, Observer, Outcome};
use nalgebra::Vector3;
use swept_support::{Real, largest, sqrt};

impl<T: Real, O: Observer> AnySolver<'_, T, O> {
    /// Turns what a method found into an outcome, in all cases.
    #[inline(never)]
    pub(crate) fn conclude_slowly(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        found: &Found,
        method: Method,
    ) -> Outcome<T> {
        let outcome = match found {
            Found::Clear(normal) => self.clear(obstacle, normal, method),
            Found::Entry(contact) => self.entry(obstacle, contact, method),
            Found::Push(contact) => {
                self.spend(obstacle);
                let mixture = self.mixture;
                self.answer(method).push(obstacle, contact, &mixture)
            }
            Found::Exhausted(normal) => {
                let plane = normal.map(|n| obstacle.to_world(&n));
                self.spend(obstacle);
                self.answer(method).unresolved(plane)
            }
            Found::Undecided => {
                self.spend(obstacle);
                self.answer(method).unresolved(None)
            }
            Found::Start | Found::Slide(_) => self.settle_start(obstacle, method),
        };
        self.finite_or_unresolved(outcome, method)
    }

    /// The method found contact at the start. If distance and depth there deny it, conservative advancement is asked, and after it the
    /// portal, both with the narrowest bracket: with a wider one they would find the same contact again.
    fn settle_start(&mut self, obstacle: &mut AnyObstacle<'_>, method: Method) -> Outcome<T> {
        if let Some(outcome) = self.at_start(obstacle, None) {
            return outcome;
        }
        obstacle.look_closely();
        let mut found = self.advance(obstacle);
        if matches!(found, Found::Start) {
            found = portal_cast::cast(obstacle, None, self.observer, &mut self.mixture);
        }
        if matches!(found, Found::Start | Found::Slide(_)) {
            // Contact that the start itself does not have: a shape that breaks the contract of `Support`.
            found = Found::Undecided;
        }
        self.conclude_slowly(obstacle, &found, method)
    }

    /// What conservative advancement finds.
    fn advance(&mut self, obstacle: &mut AnyObstacle<'_>) -> Found {
        let (mixture, observer) = (&mut self.mixture, &mut *self.observer);
        advance(obstacle, false, MOST_APPROACH, mixture, observer)
    }

    /// A miss by the plane that a method found. Where that plane does not verify, in this order: the same plane tilted away by rounding; a
    /// touch at the start; a touch on the way, which is a miss with gap 0; and conservative advancement, once.
    fn clear(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        normal: &Vector3<f64>,
        method: Method,
    ) -> Outcome<T> {
        let normal = obstacle.to_world(normal);
        let tilted = self.problem.tilted(&normal, TILT);
        self.spend(obstacle);
        for normal in [normal, tilted] {
            let outcome = self.answer(method).miss(&normal, None);
            if keeps_apart(&outcome) {
                return outcome;
            }
            self.evaluations += PLANES_WITHOUT_ROOM;
        }
        // Within rounding of touching: at the start, or (then it is called a miss without room) on the way.
        if let Some(outcome) = self.at_start(obstacle, Some(normal)) {
            return outcome;
        }
        // The plane was found from the working origin where it is now, so rounding is that of the larger scale.
        let scale = self.problem.size + self.problem.reach + self.problem.distance;
        let least = -tolerance::overlooked::<T>() * scale.max(obstacle.scale);
        for normal in [normal, tilted] {
            self.evaluations += 1;
            if self.problem.plane(&normal).gap() >= least {
                return self.answer(method).miss(&normal, Some(0.0));
            }
        }
        // No plane verifies: this may be no miss.
        if core::mem::replace(&mut self.asked_distance, true) {
            return self.answer(method).unresolved(None);
        }
        let found = self.advance(obstacle);
        self.conclude_slowly(obstacle, &found, method)
    }

    /// A hit by the bracket that a method found: first by a steeper plane at an edge or a corner, and where the bracket is wide along the
    /// motion, or open along that plane's normal, by bisection. A bracket at the start or the end of the sweep is decided by the distance
    /// there.
    fn entry(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        contact: &Contact,
        method: Method,
    ) -> Outcome<T> {
        if obstacle.base + contact.upper <= near_the_start::<T, _, _>(obstacle, contact.stretch)
            && let Some(outcome) = self.at_start(obstacle, None)
        {
            return outcome;
        }
        let flat = contact;
        let contact = &steep::entry_to_close(obstacle, contact);
        let mut normal = obstacle.to_world(&contact.normal);
        let mut stretch = contact.stretch;
        let mut touch = None;
        let asked = &mut self.evaluations;
        let lower = match proven_lower::<T, _, _>(obstacle, contact, &normal, asked) {
            Lower::Narrow(lower) if !is_loose(obstacle, contact) => {
                let plain = obstacle.to_world(&flat.normal);
                match better::<T>(obstacle, (flat, contact), (&plain, lower), asked) {
                    Some(better) => {
                        normal = plain;
                        better
                    }
                    None => lower,
                }
            }
            _ => {
                let flat = obstacle.to_world(&flat.normal);
                let between = bisect(obstacle, contact, [normal, flat]);
                (normal, touch) = (between.normal, between.touch);
                stretch = between.plane.length / between.plane.speed.abs();
                between.plane.lower_bound(self.problem.reach)
            }
        };
        self.spend(obstacle);
        if lower <= near_the_start::<T, _, _>(obstacle, stretch)
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
        if self.met_before_the_start(obstacle) {
            return self.nothing_met(obstacle, method);
        }
        if obstacle.base + contact.upper > 1.0 {
            return self.near_the_end(obstacle, &normal, lower, method);
        }
        let upper = proven_upper(obstacle, contact, stretch);
        self.hit(obstacle, &normal, (lower, upper), contact.short, method)
    }

    /// Whether the point that a method ended with lies on the line of motion before the start, by more than what touches. The bracket may
    /// reach beyond the start nevertheless, where it is closed along a normal that the motion is all but parallel to.
    fn met_before_the_start(&self, obstacle: &AnyObstacle<'_>) -> bool {
        let d = obstacle.displacement;
        let met = self.mixture.y + self.mixture.rounding * obstacle.radius;
        let length = sqrt(d.norm_squared());
        let along = met.dot(&d) / length + obstacle.base * length;
        along < -tolerance::contact::<T>() * obstacle.scale
    }

    /// Nothing is met where a method has seen a contact, and the shapes are apart at the start: the plane there decides whether it is a miss.
    fn nothing_met(&mut self, obstacle: &mut AnyObstacle<'_>, method: Method) -> Outcome<T> {
        match self.nearest_at(obstacle, 0.0).2.plane {
            Some(plane) => self.clear(obstacle, &plane.normal, method),
            None => self.answer(method).unresolved(None),
        }
    }

    /// A hit with this bracket. At its upper end the mixture kept is a point of contact, up to `short`.
    fn hit(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
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

    /// The end of the sweep lies within the bracket: the distance there decides.
    fn near_the_end(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        normal: &Vector3<f64>,
        lower: f64,
        method: Method,
    ) -> Outcome<T> {
        let (x, simplex, at) = self.nearest_at(obstacle, 1.0);
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

    /// Where the motion is all but parallel to the surfaces in contact, the points that a method ended with are a way apart:
    /// the nearest points at the bracket's lower end take their place if they are nearer.
    fn nearer_points(&mut self, obstacle: &mut AnyObstacle<'_>, normal: &Vector3<f64>, lower: f64) {
        if !are_apart(obstacle, &self.mixture, lower) {
            return;
        }
        let (x, simplex, at) = self.nearest_at(obstacle, lower);
        let normal = at.plane.map_or(*normal, |plane| plane.normal);
        let nearest = simplex.mixture(&x, normal, obstacle.faint());
        if apart(obstacle, &nearest, lower) < apart(obstacle, &self.mixture, lower) {
            self.mixture = nearest;
        }
    }

    /// The distance of the cores at a fraction of the sweep: the place there relative to the working origin, the simplex at the end of the
    /// search, and the bounds.
    fn nearest_at(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        fraction: f64,
    ) -> (Vector3<f64>, Simplex, Distance) {
        let x = obstacle.displacement * (fraction - obstacle.base);
        let first = obstacle.support(&against(&obstacle.displacement));
        let mut simplex = Simplex::new(first);
        let tolerance = obstacle.tightest();
        let apart = distance(obstacle, &mut simplex, &x, tolerance);
        self.spend(obstacle);
        (x, simplex, apart)
    }
}

/// What the flat plane of a contact proves, with this normal in the world, where that is a later fraction than `lower`, which a steeper plane
/// does. That one goes through the point of contact but for what a search at an edge is content with, which may be more than what a plane
/// that is all but as steep is off by.
fn better<T: Real>(
    obstacle: &AnyObstacle<'_>,
    (flat, steeper): (&Contact, &Contact),
    (normal, lower): (&Vector3<f64>, f64),
    asked: &mut u32,
) -> Option<f64> {
    if flat.lower <= steeper.lower {
        return None;
    }
    match proven_lower::<T, _, _>(obstacle, flat, normal, asked) {
        Lower::Narrow(proven) if T::round_down(proven) > T::round_down(lower) => Some(proven),
        _ => None,
    }
}

/// Whether a bracket at an edge or a corner is wide along the motion, where a steeper plane may be as right; or along the normal of the
/// steeper plane that has been found.
fn is_loose(obstacle: &AnyObstacle<'_>, contact: &Contact) -> bool {
    let span = contact.upper - contact.lower;
    let wide = span * largest(&obstacle.displacement) > NARROW * obstacle.wide();
    let is_open = span > obstacle.closed_at_edges() * contact.stretch;
    wide && steep::may_be_better(obstacle, contact)
        || is_open && contact.border && obstacle.radius == 0.0
}
