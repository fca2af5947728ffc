//! What the contract makes of how the shapes stand to each other at the start of the sweep.

use crate::problem::{Plane, Problem};
use crate::proximity::Proximity;
use crate::tolerance::{SHARPEST, TILT_ACROSS};
use core::cell::Cell;
use nalgebra::Vector3;
use swept_support::{KnownCore, Support, largest};

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

    /// Asks for two of the moving shape, unless its radius is enough.
    pub(crate) fn is_wide(&self, n: &Vector3<f64>, least: f64) -> bool {
        if 2.0 * self.problem.moving_radius > least {
            return true;
        }
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
        if largest(&n) == 0.0 {
            return None;
        }
        let plane = self.planes.plane(&n);
        self.keeps(&plane).then(|| self.slide(n, &plane))
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
