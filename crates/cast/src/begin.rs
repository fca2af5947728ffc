//! Outcomes that the start of the sweep decides: contact there, no motion at all, and half-spaces, which have only one plane.

use crate::advance::{advance, most};
use crate::blocked::{is_blocked, tetrahedron};
use crate::closed::half_space::{Meets, Onto};
use crate::found::{Contact, Found, Mixture, Parts};
use crate::obstacle::{AnyObstacle, Obstacle};
use crate::portal_cast;
use crate::problem::Plane;
use crate::proximity::{Allowed, Proximity, proximity};
use crate::rounded;
use crate::simplex::Simplex;
use crate::solve::{AnySolver, Solver};
use crate::start::{Elsewhere, Known, Limits, Planes, Start, decide};
use crate::steep;
use crate::tolerance::{self, NEARER, OPPOSED};
use crate::{Method, NoObserver, Observer, Outcome, StartOverlap};
use nalgebra::Vector3;
use swept_support::{Placed, Real, Support, largest, sqrt};

/// Where the line of motion enters and leaves an obstacle.
enum Chord {
    /// Not computed yet.
    Unasked,
    /// As a portal found it; `None` where it found nothing.
    Asked(Option<(Contact, Contact)>),
}

impl Chord {
    /// The normal where the line leaves, in the working frame.
    fn exit(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Asked(Some((_, exit))) => Some(exit.normal),
            _ => None,
        }
    }

    /// The normal at which the line of the motion `d` enters an obstacle that is thin there and lies ahead of the start: entry and
    /// exit normals are opposite, and the thickness is no more than the contact tolerance `touch`, or twice that, since each end
    /// of the chord may be open by `touch` itself.
    fn through(&self, d: &Vector3<f64>, touch: f64) -> Option<Vector3<f64>> {
        let Self::Asked(Some((entry, exit))) = self else {
            return None;
        };
        let (n, m) = (&entry.normal, &exit.normal);
        let angle = OPPOSED * OPPOSED * n.norm_squared() * m.norm_squared();
        let is_parallel = n.dot(m) < 0.0 && n.cross(m).norm_squared() <= angle;
        let across = (exit.upper - entry.lower) * n.dot(d).abs();
        let is_thin = is_parallel && across <= 2.0 * touch * sqrt(n.norm_squared());
        (is_thin && entry.upper > 0.0).then_some(*n)
    }
}

impl<T: Real, O: Observer> AnySolver<'_, T, O> {
    /// The outcome that the start decides, `None` when the shapes are apart there. `leaving` is a plane, in world space,
    /// that the motion does not approach, where one is known.
    ///
    /// Shapes that are apart by more than a touch, but by no more than nothing proves or than their places are rounded by, slide as those that
    /// touch do: a cast that ends at a side it would pass along ends as far before that, and all that follow would end there again. Where
    /// they do not slide, they are apart, and the start is not looked at once more.
    #[inline(never)]
    pub(crate) fn at_start(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        leaving: Option<Vector3<f64>>,
    ) -> Option<Outcome<T>> {
        self.spend(obstacle);
        if self.starts_apart {
            return None;
        }
        let (base, parts) = (obstacle.base, obstacle.parts);
        obstacle.back_to_start();
        obstacle.limit = obstacle.limit.max(tolerance::ENOUGH);
        let (start, simplex) = self.measure(obstacle);
        let contact = tolerance::contact::<T>() * obstacle.bare_scale();
        let is_apart = start.room > self.problem.reach + contact;
        let placing = self.problem.placing::<T>();
        let unproven = contact + tolerance::UNPROVEN * obstacle.bare_scale() + placing;
        if start.room > self.problem.reach + unproven {
            self.leave_start(obstacle, base, parts);
            return None;
        }
        let normal = obstacle.to_world(&start.normal);
        // The depth of round shapes takes many supports: the ends of the overlap have a limit of their own.
        self.spend(obstacle);
        let closing = -normal.dot(&self.problem.displacement);
        let is_blocked = start.room >= -contact
            && closing > 0.0
            && start.room - closing <= self.problem.reach
            && simplex.is_some_and(|simplex| {
                let (room, nearest) = (start.room - self.problem.reach, &start.common.y);
                let corners = || tetrahedron(obstacle, &simplex);
                is_blocked(obstacle, room, nearest, corners, contact)
            });
        let planes = Planes::of(self.problem);
        let limits = Limits {
            contact,
            kept: obstacle.kept(),
        };
        let mut ends = Ends {
            solver: self,
            obstacle,
            start: &start,
            contact,
            leaving,
            chord: Chord::Unasked,
            best: None,
        };
        let decided = if is_blocked {
            Start::Closes
        } else {
            decide(&planes, &start, &normal, limits, &mut ends)
        };
        let chord = ends.chord;
        self.spend(obstacle);
        self.evaluations += planes.asked();
        if is_apart && !matches!(decided, Start::Slides(_)) {
            self.leave_start(obstacle, base, parts);
            return None;
        }
        let method = Method::ConservativeAdvancement;
        let outcome = match decided {
            Start::Slides(n) => self.answer(method).slide(&n, contact),
            Start::Closes => {
                let open = (start.short - self.problem.reach).max(0.0);
                let answer = self.answer(method).open_by(open);
                answer.hit(obstacle, &normal, 0.0, 0.0, &start.common)
            }
            Start::Overlaps => self.overlap(obstacle, &start, &normal, chord),
        };
        Some(self.finite_or_unresolved(outcome, method))
    }

    /// Leaves the obstacle as it was before the start was looked at: what a method found before remains valid.
    fn leave_start(&mut self, obstacle: &mut AnyObstacle<'_>, base: f64, parts: Option<Parts>) {
        self.spend(obstacle);
        self.starts_apart = true;
        obstacle.move_origin(base);
        obstacle.parts = parts;
    }

    /// Distance or depth at the start, as near as the contract needs it.
    fn measure(&mut self, obstacle: &mut AnyObstacle<'_>) -> (Proximity, Option<Simplex>) {
        let contact = tolerance::contact::<T>() * obstacle.bare_scale();
        let depth = tolerance::depth::<T>() * obstacle.bare_scale();
        let allowed = Allowed {
            searches: NEARER,
            depth: depth.max(0.25 * contact),
            contact,
        };
        let noise = tolerance::NOISE * obstacle.bare_scale();
        proximity(obstacle, noise, &allowed)
    }

    /// Where the line of motion enters and leaves the shapes themselves, without the target distance, as a portal finds it.
    fn chord(&mut self, obstacle: &mut AnyObstacle<'_>) -> Option<(Contact, Contact)> {
        if largest(&obstacle.displacement) == 0.0 || self.problem.fixed.unbounded_normal().is_some()
        {
            return None;
        }
        let (radius, parts) = (obstacle.radius, obstacle.parts.take());
        obstacle.radius = self.problem.moving_radius + self.problem.fixed_radius;
        let chord = if obstacle.has_round_corners() {
            rounded::chord(obstacle, self.observer)
        } else {
            self.chord_by_portal(obstacle)
        };
        let chord = chord
            .map(|(entry, exit)| (steep::entry(obstacle, &entry), steep::exit(obstacle, &exit)));
        (obstacle.radius, obstacle.parts) = (radius, parts);
        chord
    }

    /// The same of cores without a radius, or with a curved part.
    fn chord_by_portal(&mut self, obstacle: &mut AnyObstacle<'_>) -> Option<(Contact, Contact)> {
        let d = obstacle.displacement;
        let mut chord = portal_cast::chord(obstacle, self.observer);
        if let Some((entry, exit)) = &mut chord
            && !(entry.closed && exit.closed)
        {
            // At an edge or a corner a portal may get stuck. Against the motion it starts from another triangle, and may not.
            obstacle.displacement = -d;
            if let Some((end, start)) = portal_cast::chord(obstacle, self.observer) {
                let (start, end) = (start.turned_back(), end.turned_back());
                if start.lower > entry.lower {
                    *entry = start;
                }
                if end.upper < exit.upper {
                    *exit = end;
                }
            }
            obstacle.displacement = d;
        }
        chord
    }

    /// The same by conservative advancement from outside, where the shapes overlap and yet no portal is found. An example is the axis of a
    /// cone, where support points of many directions are collinear with the line of motion.
    #[cold]
    fn chord_by_distance(&mut self, obstacle: &mut AnyObstacle<'_>) -> Option<(Contact, Contact)> {
        if self.problem.fixed.unbounded_normal().is_some() {
            return None;
        }
        let (radius, parts) = (obstacle.radius, obstacle.parts.take());
        obstacle.radius = self.problem.moving_radius + self.problem.fixed_radius;
        // From beyond the obstacle: no point of it is farther away than its scale.
        let far = 2.0 * obstacle.scale / largest(&obstacle.displacement);
        let ends = from_outside(obstacle, -far, 0.0).zip(from_outside(obstacle, far, 0.0));
        (obstacle.radius, obstacle.parts) = (radius, parts);
        ends
    }

    /// An overlap at the start, and where the line of motion enters and leaves it.
    fn overlap(
        &mut self,
        obstacle: &mut AnyObstacle<'_>,
        start: &Proximity,
        normal: &Vector3<f64>,
        chord: Chord,
    ) -> Outcome<T> {
        self.evaluations += 1;
        let plane = self.problem.plane(normal);
        let ignored = match self.options.start_overlap {
            StartOverlap::Report => false,
            StartOverlap::IgnoreIfReceding => plane.speed >= 0.0,
            StartOverlap::Ignore => true,
        };
        let ends = (!ignored).then(|| self.ends(obstacle, &plane, chord));
        let answer = self
            .answer(Method::ConservativeAdvancement)
            .open_by(start.short);
        match ends {
            Some(ends) => answer.overlap(obstacle, normal, start, ends),
            None => answer.miss(normal, None),
        }
    }

    /// The fractions at which the line of motion enters and leaves an overlap: ∓∞ without a displacement, and for bounded shapes when
    /// [`CastOptions::chord`](crate::CastOptions::chord) is off.
    fn ends(&mut self, obstacle: &mut AnyObstacle<'_>, plane: &Plane, chord: Chord) -> (f64, f64) {
        let everywhere = (f64::NEG_INFINITY, f64::INFINITY);
        let bounded = self.problem.fixed.unbounded_normal().is_none();
        if largest(&obstacle.displacement) == 0.0 || bounded && !self.options.chord {
            return everywhere;
        }
        let chord = match chord {
            Chord::Asked(chord) => chord,
            Chord::Unasked => self.chord(obstacle),
        };
        let chord = chord.or_else(|| self.chord_by_distance(obstacle));
        self.spend(obstacle);
        if let Some((entry, exit)) = chord {
            return (entry.lower.min(0.0), exit.upper.max(0.0));
        }
        // By one plane: entered depth / |n·d| ago where the motion goes in, left after as much where it goes out.
        let (at, (never, forever)) = (plane.height / plane.speed, everywhere);
        (
            if plane.speed < 0.0 { at } else { never },
            if plane.speed > 0.0 { at } else { forever },
        )
    }

    /// No displacement: the start is all there is.
    #[inline(never)]
    pub(crate) fn without_motion(&mut self, obstacle: &mut AnyObstacle<'_>) -> Outcome<T> {
        if let Some(outcome) = self.at_start(obstacle, None) {
            return outcome;
        }
        let (start, _) = self.measure(obstacle);
        let normal = obstacle.to_world(&start.normal);
        self.spend(obstacle);
        let method = Method::ConservativeAdvancement;
        let miss = self.answer(method).miss(&normal, Some(0.0));
        self.finite_or_unresolved(miss, method)
    }
}

impl<'s, T: Real, A: Support, B: Support, O: Observer> Solver<'s, '_, T, A, B, O> {
    /// A sweep toward a half-space at this pose with this normal in its own frame: the bound of its one plane is the answer.
    pub(crate) fn onto_plane(
        &mut self,
        obstacle: &mut Obstacle<'s, A, B>,
        fixed: &Placed<T, B>,
        normal: &Vector3<f64>,
    ) -> Outcome<T> {
        let mut onto = Onto::new(self.problem, fixed, normal);
        if matches!(onto.meets(), Meets::AtTheEnd(..)) {
            onto = onto.with_all_digits(fixed, normal);
        }
        self.evaluations += 1;
        if onto.is_near::<T>()
            && let Some(outcome) =
                self.look_again(obstacle, |solver, obstacle| solver.at_start(obstacle, None))
        {
            return outcome;
        }
        let method = Method::Portal;
        let (plane, reach) = (&onto.plane, self.problem.reach);
        let answer = self.answer(method);
        let outcome = match onto.meets() {
            Meets::No => onto.miss(answer),
            Meets::Within(lower, upper) => onto.hit(answer, lower, upper),
            Meets::AtTheEnd(lower, upper) => {
                // Rounding hides whether there is a touch at the very end: either claim states how much rounding hides.
                let answer = answer.open_by(plane.lost(reach));
                if plane.room_at_end(reach) <= 0.0 {
                    onto.hit(answer, lower, upper)
                } else {
                    onto.miss(answer)
                }
            }
        };
        self.finite_or_unresolved(outcome, method)
    }
}

/// The planes that the start is decided by, besides its own, as they are asked for.
struct Ends<'a, 's, 'o, T, O> {
    solver: &'a mut AnySolver<'s, T, O>,
    obstacle: &'a mut AnyObstacle<'o>,
    start: &'a Proximity,
    /// The contact tolerance, a length.
    contact: f64,
    /// A plane that the motion does not approach, where one is known.
    leaving: Option<Vector3<f64>>,
    chord: Chord,
    /// The best plane at an edge or a corner, as it was found last: its normal in the working frame, of any length.
    best: Option<Vector3<f64>>,
}

impl<T: Real, O: Observer> Elsewhere for Ends<'_, '_, '_, T, O> {
    fn ends(&mut self) -> [Option<Vector3<f64>>; 2] {
        let obstacle = &mut *self.obstacle;
        // Shapes that are surely deeper than a touch are so along every plane, that of the exit included: it need not be known.
        let is_deep = self.start.depth_lower > tolerance::overlooked::<T>() * obstacle.bare_scale();
        if !is_deep {
            self.chord = Chord::Asked(self.solver.chord(obstacle));
        }
        let through = self.chord.through(&obstacle.displacement, self.contact);
        let leaving = self
            .leaving
            .or(self.chord.exit().map(|n| obstacle.to_world(&n)));
        self.solver.spend(obstacle);
        [leaving, through.map(|n| obstacle.to_world(&n))]
    }

    fn best(&mut self) -> Option<Vector3<f64>> {
        let further = tolerance::further_out::<T>();
        self.best = steep::beside(self.obstacle, self.contact, further);
        self.best.map(|n| self.obstacle.to_world(&n))
    }

    fn next_to(&mut self, known: Known, away: f64) -> Option<Vector3<f64>> {
        let normal = match known {
            Known::Start => self.start.normal,
            Known::Best => self.best.map(|n| n / sqrt(n.norm_squared()))?,
        };
        let n = steep::along(self.obstacle, &normal, away, self.contact)?;
        Some(self.obstacle.to_world(&n))
    }
}

/// Where the line of motion comes into contact on the way from one fraction to another, which may be the earlier one; by conservative
/// advancement, and `None` where that does not close its bracket.
fn from_outside(obstacle: &mut AnyObstacle<'_>, from: f64, to: f64) -> Option<Contact> {
    let problem = obstacle.problem.between(from, to);
    let mut near = obstacle.with_shapes(&problem);
    let mut unused = Mixture::NONE;
    let enough = most(&near);
    let found = advance(&mut near, true, enough, &mut unused, &mut NoObserver);
    obstacle.evaluations += near.evaluations;
    match found {
        Found::Entry(contact) if contact.closed => {
            let whole = |t: f64| from + (near.base + t) * (to - from);
            let (first, last) = (whole(contact.lower), whole(contact.upper));
            Some(Contact {
                lower: first.min(last),
                upper: first.max(last),
                stretch: contact.stretch * (to - from).abs(),
                ..contact
            })
        }
        _ => None,
    }
}
