//! How the shapes stand to each other at the start of the sweep, and what the contract makes of it.

use crate::depth::{Wanted, depth};
use crate::descent::descend;
use crate::found::Mixture;
use crate::gjk::{Distance, Separation, distance};
use crate::kink::follow;
use crate::obstacle::{AnyObstacle, Obstacle, Vertex};
use crate::problem::{Plane, Problem};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{MOST_SETTLINGS, NOISE, SHARPEST, TILT_ACROSS};
use core::cell::Cell;
use nalgebra::Vector3;
use swept_support::{KnownCore, Support, largest, sqrt};

/// The start, measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity {
    /// Unit normal in the working frame, out of the fixed shape.
    pub(crate) normal: Vector3<f64>,
    /// Room along the normal: positive when the shapes are apart, minus the depth when they overlap.
    pub(crate) room: f64,
    /// A lower bound on the depth; minus the separation's upper bound when apart.
    pub(crate) depth_lower: f64,
    /// The nearest points, or the deepest ones.
    pub(crate) mixture: Mixture,
    /// The nearest points, or for cores that overlap a point of both.
    pub(crate) common: Mixture,
    /// By how much `common` is farther from the origin than the sum of both radii, the target distance not included: a length.
    pub(crate) short: f64,
}

/// What the contract says about a start in contact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// Touching, and the plane with this normal, in world space, shows that the motion does not bring them closer.
    Slides(Vector3<f64>),
    /// Touching, and the motion closes in.
    Closes,
    /// Deeper than touching.
    Overlaps,
}

/// How near a measurement of the start has to be: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// How far apart the bounds of a depth may stay.
    pub(crate) depth: f64,
    /// Up to this depth shapes are called touching.
    pub(crate) contact: f64,
    /// How often the point where the way out leaves the core is searched for, at most: [`NEARER`](crate::tolerance::NEARER) times where it is
    /// part of an answer.
    pub(crate) searches: u32,
}

/// Measures the start. The obstacle's working origin must be the start of the sweep. When there is contact, the obstacle remembers the
/// support points that show it. Of bounded shapes also the simplex that the search ended with.
pub(crate) fn proximity<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    tolerance: f64,
    allowed: &Allowed,
) -> (Proximity, Option<Simplex>) {
    let problem = obstacle.problem;
    let radii = problem.moving_radius + problem.fixed_radius;
    if let Some(normal) = problem.fixed.unbounded_normal() {
        return (beside_plane(obstacle, normal, radii), None);
    }
    let motion = obstacle.displacement;
    let first = if motion == Vector3::zeros() {
        Vector3::y()
    } else {
        against(&motion)
    };
    let first = obstacle.support(&first);
    let mut simplex = Simplex::new(first);
    let found = proximity_from(obstacle, &mut simplex, tolerance, allowed);
    (found, Some(simplex))
}

/// [`proximity`] of bounded shapes. The search starts from `simplex` and leaves its last one there.
pub(crate) fn proximity_from<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let apart = distance(obstacle, simplex, &Vector3::zeros(), tolerance);
    proximity_by(obstacle, simplex, &apart, tolerance, allowed)
}

/// The same by the distance that a search has come to, whose last simplex this is.
pub(crate) fn proximity_by<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &Simplex,
    apart: &Distance,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let radii = obstacle.problem.moving_radius + obstacle.problem.fixed_radius;
    let origin = Vector3::zeros();
    let noise = tolerance.min(NOISE * obstacle.bare_scale());
    let parts = simplex.parts();
    obstacle.remember(&parts);
    match apart.plane.filter(|p| p.lower > noise) {
        Some(mut plane) => {
            let (least, most) = (radii - apart.upper, radii - plane.lower);
            if least <= allowed.contact && allowed.contact < most && obstacle.is_curved() {
                let enough = radii - allowed.contact;
                obstacle.forget_types(|obstacle| farthest(obstacle, &mut plane, enough));
            }
            let nearest = simplex.mixture(&origin, plane.normal, obstacle.faint());
            Proximity {
                normal: plane.normal,
                room: plane.lower - radii,
                depth_lower: least,
                mixture: nearest,
                common: nearest,
                short: (apart.upper - radii).max(0.0),
            }
        }
        None => {
            let wanted = Wanted {
                open: allowed.depth,
                contact: -radii,
                touching: allowed.contact - radii,
                searches: allowed.searches,
            };
            let found = obstacle.forget_types(|obstacle| depth(obstacle, &wanted, apart.upper));
            let mut common = simplex.mixture(&origin, found.normal, obstacle.faint());
            // The better of two proofs of contact.
            if let Some((off, v, w)) = &found.contact
                && *off < simplex.mix(|v| v.y).norm()
            {
                let [a, b, c, d] = v;
                let parts = [(a, w[0]), (b, w[1]), (c, w[2]), (d, w[3])];
                obstacle.remember(&parts);
                common = Mixture::of(&parts, found.normal);
            }
            Proximity {
                normal: found.normal,
                room: -(found.upper + radii),
                depth_lower: found.lower + radii,
                mixture: found.mixture.unwrap_or(common),
                short: (common.y.norm() - radii).max(0.0),
                common,
            }
        }
    }
}

/// Replaces `plane` by one near it that is farther from the origin, up to `enough`. For curved cores that are apart, when the
/// distance at hand does not tell whether with their radii they touch or overlap.
///
/// A distance search ends with a nearest point that is off sideways by the square root of rounding or a few times that: to second order the
/// distance is not longer for it. The normal is off by the same angle, so its plane is too near to the origin by the square of that
/// angle times the core's radius of curvature. But the support point of the plane shows the angle to first order. Used as a gradient
/// in a descent it leads on to rounding itself. Where the descent ends early, at a fold over a rim, the search goes on along the
/// fold.
#[cold]
fn farthest(obstacle: &mut AnyObstacle<'_>, plane: &mut Separation, enough: f64) {
    let scale = obstacle.scale;
    for _ in 0..MOST_SETTLINGS {
        let before = *plane;
        descend(&before.normal, scale, |n| look(obstacle, plane, n));
        if plane.lower >= enough {
            return;
        }
        if plane.lower - before.lower <= NOISE * scale {
            break;
        }
    }
    let from = plane.normal;
    follow(&from, scale, &mut |n| look(obstacle, plane, n));
}

/// The support point along `n`. Its plane replaces `plane` if it is farther from the origin.
fn look(obstacle: &mut AnyObstacle<'_>, plane: &mut Separation, n: &Vector3<f64>) -> Vector3<f64> {
    let y = obstacle.support(n).y;
    let height = n.dot(&y);
    if -height > plane.lower {
        *plane = Separation {
            normal: *n,
            height,
            lower: -height,
        };
    }
    y
}

/// The start beside a half-space with this normal: it has only one plane.
pub(crate) fn beside_plane<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    normal: Vector3<f64>,
    radii: f64,
) -> Proximity {
    let n = normal / largest(&normal);
    let n = n / sqrt(n.norm_squared());
    let vertex = obstacle.support(&n);
    let height = n.dot(&vertex.y) + radii;
    let mixture = on_plane(obstacle, vertex, n, 0.0);
    Proximity {
        normal: n,
        room: -height,
        depth_lower: height,
        mixture,
        common: mixture,
        short: 0.0,
    }
}

/// The points of contact of a half-space with unit normal `n` and the moving shape's nearest `vertex`, at this fraction: the fixed
/// point is the projection of the moving one onto the plane.
pub(crate) fn on_plane<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    vertex: Vertex,
    n: Vector3<f64>,
    fraction: f64,
) -> Mixture {
    obstacle.remember(&[(&vertex, 1.0)]);
    // The half-space's support point is the origin of its frame, so the moving core's point starts at −y.
    let moving = obstacle.displacement * fraction - vertex.y;
    Mixture {
        y: vertex.y + moving - n * n.dot(&moving),
        on_moving: vertex.on_moving,
        rounding: n,
    }
}

/// A problem's planes, and how many support points of each shape they took.
pub(crate) struct Planes<'a, 'p, A, B> {
    problem: &'a Problem<'p, A, B>,
    asked: Cell<u32>,
}

impl<'a, 'p, A: Support, B: Support> Planes<'a, 'p, A, B> {
    pub(crate) fn of(problem: &'a Problem<'p, A, B>) -> Self {
        let asked = Cell::new(0);
        Self { problem, asked }
    }

    pub(crate) fn asked(&self) -> u32 {
        self.asked.get()
    }

    fn plane(&self, n: &Vector3<f64>) -> Plane {
        self.asked.set(self.asked.get() + 1);
        self.problem.plane(n)
    }

    /// Asks for two of the moving shape.
    pub(crate) fn is_wide(&self, n: &Vector3<f64>, least: f64) -> bool {
        self.asked.set(self.asked.get() + 2);
        self.problem.is_wide(n, least)
    }
}

/// Searches for other planes than that of the start. All normals are in world space.
pub(crate) trait Elsewhere {
    /// Where the line of motion leaves the obstacle, and where it enters one that is thin there, so that it leaves it at once: the normals,
    /// as far as they are known.
    fn ends(&mut self) -> [Option<Vector3<f64>>; 2];

    /// Of the planes that the shapes touch at an edge or a corner, the one along whose normal the motion closes in least.
    fn best(&mut self) -> Option<Vector3<f64>>;

    /// A plane that the core is so far away from and that the motion does not close in on, next to one that is known.
    fn next_to(&mut self, known: Known, away: f64) -> Option<Vector3<f64>>;
}

/// A plane next to which another one is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// That of the start.
    Start,
    /// The best at an edge or a corner, as it was found last.
    Best,
}

/// What a start is judged by: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The contact tolerance.
    pub(crate) contact: f64,
    /// The distance that what slides along is kept at, but for a touch.
    pub(crate) kept: f64,
}

/// Applies the contract to shapes that are no farther apart than the target distance. `normal` is that of the start in world space.
pub(crate) fn decide<A: Support, B: Support>(
    planes: &Planes<'_, '_, A, B>,
    start: &Proximity,
    normal: &Vector3<f64>,
    Limits { contact, kept }: Limits,
    elsewhere: &mut impl Elsewhere,
) -> Start {
    let problem = planes.problem;
    let d = &problem.displacement;
    let is_touching = start.room >= -contact;
    if !is_touching {
        // A shallow contact may be less deep along the normal by which the motion leaves than along the one found.
        let [leaving, _] = elsewhere.ends();
        return match leaving {
            Some(n) if planes.plane(&n).gap() >= -contact => Start::Slides(n),
            _ => Start::Overlaps,
        };
    }
    let is_moving = largest(d) > 0.0;
    if !is_moving {
        return Start::Slides(*normal);
    }
    // No farther apart than they are.
    let kept = start.room.min(kept);
    let way = Way {
        planes,
        least: kept - contact,
    };
    let touching = Touching {
        way: &way,
        problem,
        start,
        contact,
        kept,
        direction: d / largest(d),
    };
    let plane = || planes.plane(normal);
    if normal.dot(d) >= 0.0 {
        return Start::Slides(way.slide(*normal, &plane()));
    }
    // A motion that is shorter than the room left.
    if start.room + normal.dot(d) > problem.reach && plane().gap() > problem.reach {
        return Start::Slides(*normal);
    }
    if problem.fixed.unbounded_normal().is_some() {
        // There is no other plane.
        return if plane().gap() >= way.least {
            Start::Slides(*normal)
        } else {
            Start::Closes
        };
    }
    let tangential = touching.tangential(normal);
    if touching.is_stout()
        && let Some(n) = way.slide_along(tangential)
    {
        return Start::Slides(n);
    }
    let [leaving, through] = elsewhere.ends();
    if through.is_some_and(|n| touching.is_crossed(&n)) {
        return Start::Closes;
    }
    if let Some(n) = way.slide_along(tangential) {
        return Start::Slides(n);
    }
    // Of shapes that are apart, by less than a touch, a plane that faces the other way is the far side of a thin obstacle: the motion
    // would pass through it.
    let faces = |n: &Vector3<f64>| start.room <= 0.0 || n.dot(normal) >= 0.0;
    if let Some(n) = leaving.filter(faces) {
        let plane = planes.plane(&n);
        if way.keeps(&plane) {
            return Start::Slides(way.slide(n, &plane));
        }
    }
    touching
        .slide_beside(normal, elsewhere)
        .map_or(Start::Closes, Start::Slides)
}

/// The way of a motion that slides along a plane which leaves enough room.
pub(crate) struct Way<'a, 'p, A, B> {
    pub(crate) planes: &'a Planes<'a, 'p, A, B>,
    /// The room that such a plane leaves, at least: a length.
    pub(crate) least: f64,
}

impl<A: Support, B: Support> Way<'_, '_, A, B> {
    /// A slide along this plane. Of two axes that are the same up to rounding, the one that proves more is taken: on a long way an
    /// axis along which the motion closes in by rounding alone proves nothing.
    fn slide(&self, n: Vector3<f64>, plane: &Plane) -> Vector3<f64> {
        let gap = plane.gap();
        if gap >= self.least {
            return n;
        }
        let tilted = self.planes.problem.tilted(&n, TILT_ACROSS);
        let is_better = self.planes.plane(&tilted).gap() > gap;
        if is_better { tilted } else { n }
    }

    /// Whether the plane leaves enough room until the shapes have passed each other. Beyond that, on a long way, rounding alone takes
    /// it from a motion along a plane.
    fn keeps(&self, plane: &Plane) -> bool {
        plane.room_during(self.planes.problem.passed()) >= self.least
    }

    /// A slide along the plane across `n`, if that keeps the shapes apart.
    pub(crate) fn slide_along(&self, n: Vector3<f64>) -> Option<Vector3<f64>> {
        let plane = self.planes.plane(&n);
        (largest(&n) > 0.0 && self.keeps(&plane)).then(|| self.slide(n, &plane))
    }
}

/// Shapes that touch at the start and move: they slide if some plane keeps them as far apart as they are now during the whole sweep.
struct Touching<'a, 'p, A, B> {
    way: &'a Way<'a, 'p, A, B>,
    problem: &'a Problem<'p, A, B>,
    start: &'a Proximity,
    /// The contact tolerance: a length.
    contact: f64,
    /// How far apart the shapes are kept by a plane that is slid along, but for a touch: no farther than they are, nor than the target distance
    /// less what their places are rounded by.
    kept: f64,
    /// The displacement, scaled so that its largest component is ±1; in world space.
    direction: Vector3<f64>,
}

impl<A: Support, B: Support> Touching<'_, '_, A, B> {
    /// The part of `n` across the motion. Projected twice: what the first leaves along the motion by rounding, the second takes away.
    fn tangential(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let direction = &self.direction;
        let across =
            |n: &Vector3<f64>| n - direction * (n.dot(direction) / direction.norm_squared());
        across(&across(n))
    }

    /// Whether the obstacle is nowhere thin, by more than what counts as a touch at each end of a way through it: it has a radius, or one
    /// of the shapes is a box and so the obstacle is as thick as that, whatever the other one is.
    fn is_stout(&self) -> bool {
        let problem = self.problem;
        let thick = |core| match core {
            KnownCore::Cuboid(half) => half.min(),
            _ => 0.0,
        };
        let (moving, fixed) = (problem.moving.known_core(), problem.fixed.known_core());
        let radii = problem.moving_radius + problem.fixed_radius;
        radii + thick(moving).max(thick(fixed)) > 2.0 * self.contact
    }

    /// Whether the motion crosses an obstacle that is thin along `n` from one side to farther than a touch beyond the other. However
    /// near to its border that is: planes beside the border would call it a slide, since they keep the shapes no closer than a touch.
    fn is_crossed(&self, n: &Vector3<f64>) -> bool {
        self.start.room > 0.0 && self.way.planes.plane(n).gap() < -self.contact
    }

    /// A slide along another plane that the shapes touch: the best at an edge or a corner, or one next to the start's
    /// normal.
    fn slide_beside(
        &self,
        normal: &Vector3<f64>,
        elsewhere: &mut impl Elsewhere,
    ) -> Option<Vector3<f64>> {
        let problem = self.problem;
        let radii = problem.moving_radius + problem.fixed_radius;
        let mut round = self.start.room + radii;
        // Without a target distance it is the shapes' own edges and corners that meet.
        let is_sharp = self.start.room <= self.contact || problem.reach == 0.0;
        if radii == 0.0 && is_sharp {
            let best = elsewhere.best();
            if let Some(n) = best.and_then(|n| self.slide_at_edge(n, elsewhere)) {
                return Some(n);
            }
            if !problem.is_curved() {
                return None;
            }
            // The search may not end beside a rim or at the tip of a cone: a sharp feature then, whose radius of curvature is small.
            round = best.map_or(0.0, |_| SHARPEST * problem.scale());
        }
        // A round shape touches one plane only, whose normal is known up to an angle. The normal of a plane that the motion does not
        // close in on is at an angle to it whose sine is at least `rate`. With `round` the radius of curvature there, that plane is
        // nearer by round·rate²/2: if that is far more than a touch or what there is room for, there is no such plane, and the search is
        // saved.
        let rate = normal.dot(&self.direction);
        let limit = 4.0 * (self.start.room - self.way.least) * self.direction.norm_squared();
        let may_be_there = round * rate * rate <= limit;
        if !may_be_there {
            return None;
        }
        let n = elsewhere.next_to(Known::Start, self.kept + radii)?;
        // What stays apart by more than a touch, within the target distance, falls through nothing, however thin it is.
        let stays_apart = radii > 0.0 || self.kept > 2.0 * self.contact;
        (stays_apart || self.way.planes.is_wide(&n, self.contact))
            .then(|| self.way.slide_along(n))
            .flatten()
    }

    /// A slide along the plane with the normal `n`, the best at an edge or a corner, but for rounding.
    ///
    /// Not along a plane across which the moving shape has no width: it would fall between two triangles, sliding along the edge of each, or
    /// pass through one, being on both sides of its plane at once.
    ///
    /// Where the shapes touch along a narrow strip, the plane may lean over across it by as much as they touch over that width. If the
    /// motion closes in for that, its projection across the motion leans along the strip too, which is long: it cuts off more than a touch.
    /// The plane next to it that does not is searched for.
    fn slide_at_edge(
        &self,
        n: Vector3<f64>,
        elsewhere: &mut impl Elsewhere,
    ) -> Option<Vector3<f64>> {
        let closes = n.dot(&self.problem.displacement) < 0.0;
        let across = if closes { self.tangential(&n) } else { n };
        if !self.way.planes.is_wide(&across, self.contact) {
            return None;
        }
        let slides = self.way.slide_along(across);
        if slides.is_some() || !closes {
            return slides;
        }
        self.way
            .slide_along(elsewhere.next_to(Known::Best, self.kept)?)
    }
}
