//! Cores with corners and a radius: the portal cast with a ball around the portal.
//!
//! The obstacle is C ⊕ B, a polytope C with a ball of radius r around each of its points; its surface is flat above the facets of C,
//! part of a cylinder about its edges, of a ball about its corners. With V a few support points of C, the hull of V with the ball around
//! each of its points is a part of the obstacle, and when the line t d meets that has a closed form (`rounded/aim.rs`): at t₁, where its outward
//! normal is n. That gives two proofs, whatever V is worth:
//!
//! ```text
//! t₁ d is within r of a point of C                                     contact by t₁
//! h(n) + r |n| is the obstacle's height along n                        no contact before
//! t₀ = (h(n) + r |n|) / (n·d)        (n·d < 0; h: the height of C)
//! ```
//!
//! Does the support point w along n reach no farther than V, both are the same: the contact is there, and exact, on a facet, about an
//! edge or about a corner. Otherwise w joins V. Does the line pass V by, n is the way from V's nearest point to the line, seen along d:
//! if w with its ball falls short of the line too, that plane shows a miss, as in the first phase of a portal cast.
//!
//! Why four points are enough, and why it ends: where the line meets the hull of V with its ball, the nearest point of the hull lies in one of
//! its faces, a corner, an edge or a triangle F, and t₁ and n are those of F alone. So of V only F is kept. The contact x = t₁ d is at the
//! distance r from its nearest point q of F, and n = x − q. A support point w has n·(w − q) > 0; so from q + ε (w − q), for small ε,
//! x is at a distance below r, inside the ball about that point of the hull of F and w. The line comes in there, n·d < 0, so it met
//! that hull's ball before: each step has an earlier t₁. (Where it passes by, each step comes nearer to it, for the same reason.)
//! A polytope has finitely many faces, and none comes back. Where rounding is all that is left, t₁ no longer falls, and the search by
//! distance begins anew.

use crate::approach::come_near;
use crate::blocked::is_push;
use crate::found::{Contact, Found, Mixture};
use crate::obstacle::{Obstacle, Vertex};
use crate::tolerance::{MOST_REFINEMENTS, NEAR_START};
use crate::{Method, Observer, Step};
use aim::{Aim, At, Line};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, sqrt};

mod aim;

/// First contact along the obstacle's displacement, which is not zero; `None` where this does not tell, as rounding is all that is left.
#[inline(never)]
pub(crate) fn cast<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Option<Found> {
    let first = match come_near(obstacle) {
        Ok(first) => first,
        Err(miss) => return Some(miss),
    };
    let line = Line::new(&obstacle.displacement, obstacle.radius);
    let end = line.height(1.0 - obstacle.base);
    // How near to the start, along the motion, a contact is that the start may decide.
    let near = NEAR_START * obstacle.contact();
    let mut patch = Patch::new(&line, first);
    let settled = |lower: f64, upper: f64| lower > end || upper < -near;
    match patch.walk(obstacle, &line, settled, observer) {
        Walked::Met { lower, upper } => {
            let contact = patch.contact(obstacle, &line, [lower, upper]);
            patch.reached(obstacle, contact, upper <= near, mixture)
        }
        Walked::Settled { lower, normal } if lower > end => Some(Found::Clear(normal)),
        Walked::Settled { .. } => Some(leave(obstacle, near, observer)),
        Walked::Apart(normal) => Some(Found::Clear(normal)),
        Walked::Beside(normal) => (obstacle.base == 0.0).then_some(Found::Slide(normal)),
        Walked::Exhausted(proof) => Some(Found::Exhausted(Some(proof))),
        Walked::Stuck => None,
    }
}

/// What becomes of a start that the line of motion has entered the obstacle before: the obstacle lies behind, it is left there, or the start
/// is in it.
#[cold]
#[inline(never)]
fn leave<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    near: f64,
    observer: &mut O,
) -> Found {
    if obstacle.base > 0.0 || obstacle.exhausted() {
        return Found::Start;
    }
    // Against the motion the line comes in where it leaves.
    let back = Line::new(&-obstacle.displacement, obstacle.radius);
    let mut patch = Patch::begun(obstacle, &back);
    let touch = obstacle.contact();
    let settled = |lower: f64, upper: f64| lower > 0.0 || upper < -near;
    match patch.walk(obstacle, &back, settled, observer) {
        Walked::Settled { lower, normal } if lower > 0.0 => {
            if lower * -normal.dot(&back.d) > touch {
                Found::Clear(normal)
            } else {
                Found::Slide(normal)
            }
        }
        Walked::Met { lower, .. } => {
            let normal = patch.aim.normal;
            let depth = lower * normal.dot(&back.d);
            if -lower <= near && depth <= touch {
                Found::Slide(normal)
            } else {
                Found::Start
            }
        }
        _ => Found::Start,
    }
}

/// Where the line of motion enters and leaves the obstacle, without regard to the sweep's ends.
#[cold]
#[inline(never)]
pub(crate) fn chord<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    observer: &mut O,
) -> Option<(Contact, Contact)> {
    let d = obstacle.displacement;
    let mut enter = |d: &Vector3<f64>| {
        let line = Line::new(d, obstacle.radius);
        let mut patch = Patch::begun(obstacle, &line);
        match patch.walk(obstacle, &line, |_, _| false, observer) {
            Walked::Met { lower, upper } => Some(patch.contact(obstacle, &line, [lower, upper])),
            _ => None,
        }
    };
    Some((enter(&d)?, enter(&-d)?.turned_back()))
}

/// What a walk comes to. Ends of brackets are heights along the line, from the working origin.
enum Walked {
    /// The line meets the obstacle between these.
    Met { lower: f64, upper: f64 },
    /// The bounds are such as were asked for; the normal is that of the last plane.
    Settled { lower: f64, normal: Vector3<f64> },
    /// A plane with this normal keeps the obstacle apart from all of the line that is ahead.
    Apart(Vector3<f64>),
    /// The same, but that it may be no more than a touch away.
    Beside(Vector3<f64>),
    /// The limit on support points came first; the normal is that of the best plane.
    Exhausted(Vector3<f64>),
    /// Rounding is all that is left.
    Stuck,
}

/// How far the obstacle stays from the rest of the way, by the plane with this normal through the support point along it: a length.
#[inline(always)]
fn room_beside<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    normal: &Vector3<f64>,
    farthest: &Vertex,
) -> f64 {
    let closing = -normal.dot(&obstacle.displacement) * (1.0 - obstacle.base);
    let height = normal.dot(&farthest.y) + closing.max(0.0);
    -height / sqrt(normal.norm_squared()) - obstacle.radius
}

/// Four support points at most, of which the newest and those that the aim names span the face that is nearest to the line.
struct Patch {
    newest: Vertex,
    others: [Vertex; 3],
    aim: Aim,
}

impl Patch {
    fn new(line: &Line, first: Vertex) -> Self {
        Self {
            newest: first,
            others: [first; 3],
            aim: line.aim(&first.y, &[]),
        }
    }

    /// Begun with the support point against the line.
    fn begun<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>, line: &Line) -> Self {
        let first = obstacle.support(&-line.d);
        Self::new(line, first)
    }

    /// From face to face, until the line meets the obstacle in the face, or is known to pass, or `settled` (of the lower and the upper bound,
    /// as heights from the working origin) is content.
    #[inline(always)]
    fn walk<A: Support, B: Support, O: Observer>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        line: &Line,
        settled: impl Fn(f64, f64) -> bool,
        observer: &mut O,
    ) -> Walked {
        // The best bound, and the normal that proves it; the first plane was that across the line.
        let (mut best, mut proof) = (f64::NEG_INFINITY, -line.d);
        for _ in 0..MOST_REFINEMENTS {
            let normal = self.aim.normal;
            let speed = -normal.dot(&line.d);
            // Where the line runs along the face, it passes by. So it does where the normal looks ahead, as of a radius that is less than
            // rounding, when the way from the nearest point to the line is rounding too: any normal may prove that the line is free.
            let meets = match self.aim.at {
                At::Meets(upper) if speed > 0.0 => Some(upper),
                _ if normal.norm_squared() > 0.0 => None,
                _ => return Walked::Stuck,
            };
            if obstacle.exhausted() {
                return Walked::Exhausted(proof);
            }
            let next = obstacle.support(&normal);
            let lower = line.bound(&normal, &next.y);
            if meets.is_some() && lower > best {
                (best, proof) = (lower, normal);
            }
            self.show(obstacle, line, &next, best, observer);
            if let Some(upper) = meets {
                if settled(lower, upper) {
                    return Walked::Settled { lower, normal };
                }
                let closed = (upper - lower) * speed <= obstacle.tightest();
                if closed && self.is_there(line, upper, obstacle.tightest()) {
                    return Walked::Met { lower, upper };
                }
            } else {
                let room = room_beside(obstacle, &normal, &next);
                if room > obstacle.contact() {
                    return Walked::Apart(normal);
                }
                // What comes in by more than rounding on its way is met, however little that is.
                if room >= -obstacle.tightest() {
                    return Walked::Beside(normal);
                }
            }
            if !self.take_in(line, next) {
                return Walked::Stuck;
            }
        }
        Walked::Stuck
    }

    /// The corners of the face, with their shares in the nearest point; unused ones have none.
    fn parts(&self) -> [(&Vertex, f64); 3] {
        let Aim {
            others: [a, b],
            shares,
            ..
        } = self.aim;
        [
            (&self.newest, shares[0]),
            (&self.others[a], shares[1]),
            (&self.others[b], shares[2]),
        ]
    }

    /// Whether the nearest point of the face is no farther from the line at this height than the radius, but for so much.
    fn is_there(&self, line: &Line, height: f64, open: f64) -> bool {
        let nearest = Mixture::of(&self.parts(), self.aim.normal).y;
        let apart = sqrt((line.d * height - nearest).norm_squared());
        apart - line.radius <= open
    }

    /// Keeps the face and takes in one more support point; whether the line is met earlier by that, or passed nearer.
    #[inline(always)]
    fn take_in(&mut self, line: &Line, next: Vertex) -> bool {
        let [a, b] = self.aim.others;
        let count = self.aim.count;
        self.others = [self.newest, self.others[a], self.others[b]];
        self.newest = next;
        let corners = self.others.map(|v| v.y);
        let aim = line.aim(&next.y, &corners[..count]);
        let is_nearer = aim.at.is_nearer_than(&self.aim.at);
        self.aim = aim;
        is_nearer
    }

    /// The contact between two heights along a line.
    fn contact<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        line: &Line,
        heights: [f64; 2],
    ) -> Contact {
        let [lower, upper] = heights.map(|height| height / line.speed);
        Contact::new(lower, upper, self.aim.normal, &obstacle.displacement)
    }

    /// The contact, if it is not at the start or the motion surely leads in there.
    fn reached<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        contact: Contact,
        is_near: bool,
        mixture: &mut Mixture,
    ) -> Option<Found> {
        let parts = self.parts();
        let met = Mixture::of(&parts, contact.normal);
        let at_start = Contact {
            border: false,
            ..contact
        };
        let found = if is_near && is_push(obstacle, &at_start, &met.y, None) {
            Found::Push(at_start)
        } else if contact.lower > 0.0 {
            Found::Entry(contact)
        } else {
            return None;
        };
        *mixture = met;
        obstacle.remember(&parts);
        Some(found)
    }

    /// Shows a step: the direction asked for, its support point and the face that it was taken from. Against the motion, where it leaves, it
    /// tells nothing of when it enters.
    #[inline(always)]
    fn show<A: Support, B: Support, O: Observer>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        line: &Line,
        farthest: &Vertex,
        lower: f64,
        observer: &mut O,
    ) {
        if !observer.is_active() {
            return;
        }
        let back = obstacle.displacement * obstacle.base;
        let world = |v: &Vertex| Point3::from(obstacle.to_world(&(v.y + back)));
        let simplex = self.parts().map(|(v, _)| world(v));
        let fraction = |height: f64| obstacle.base + height / line.speed;
        let (lower, upper) = match self.aim.at {
            _ if line.d.dot(&obstacle.displacement) < 0.0 => (0.0, f64::INFINITY),
            At::Meets(t) => (fraction(lower.max(0.0)), fraction(t)),
            At::Passes(_) => (fraction(lower.max(0.0)), f64::INFINITY),
        };
        observer.step(&Step {
            method: Method::Portal,
            direction: obstacle.to_world(&self.aim.normal),
            support: world(farthest),
            lower,
            upper,
            simplex: &simplex[..self.aim.count],
        });
    }
}
