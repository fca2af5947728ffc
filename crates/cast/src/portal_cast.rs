//! The portal cast: sweeping the obstacle along the displacement and asking for its surface, freed of the sweep's
//! length, is a linear program.
//!
//! Every direction n gives a bound on the fraction of first contact, l(n) = h(n) / (n·d) for n·d < 0; the greatest is
//! the answer (the dual). Every triangle of support points that the line of motion pierces gives a bound from the
//! other side, the fraction at which it does (the primal). The portal walks from triangle to triangle, each next
//! direction being the last triangle's normal, as the simplex method does.
//!
//! The idea of asking Minkowski portal refinement for the surface along the sweep is E. Gustafsson's (*Thoughts on
//! shape casting*, 2010); the refinement is G. Snethen's (*XenoCollide*, Game Programming Gems 7, 2008). Departures:
//! there is no swept shape and no centre point; the walk starts from the support point against the displacement;
//! the search for the first portal uses directions perpendicular to the motion only, so that each of its failures is a
//! proof of a miss; all decisions are one predicate with an exact sign; and both bounds are kept.
//!
//! Why it ends: with exact support points each step of the first search turns strictly further around the axis or moves
//! strictly toward it, and each step of the second takes a vertex from below (above) the portal's plane, so that
//! no portal of a polytope comes back but in ties; ties and rounding are ended by the count of steps that move
//! neither bound, and everything by the limit on support evaluations.

use crate::found::{Contact, Directions, Found, Mixture, NO_PARTS};
use crate::obstacle::Obstacle;
use crate::portal::Portal;
use crate::shear::{Corner, Shear};
use crate::tolerance::{FAR, MOST_REFINEMENTS, NOISE, ON_AXIS, STALLED_STEPS};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, sqrt};

/// One portal cast.
pub(crate) struct PortalCast<'c, 'p, A, B, O> {
    obstacle: &'c mut Obstacle<'p, A, B>,
    shear: Shear,
    observer: &'c mut O,
    portal: Portal,
    /// Height at the end of the sweep.
    end: f64,
    /// Queries of phase 1.
    probes: u32,
    /// A fraction before which there is no contact, from the working origin: shown to the observer.
    floor: f64,
}

/// Which side of the obstacle along the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Where the axis enters.
    Entry,
    /// Where it leaves.
    Exit,
}

impl<'c, 'p, A: Support, B: Support, O: Observer> PortalCast<'c, 'p, A, B, O> {
    /// Prepares a cast from the obstacle's origin; the displacement is not zero.
    #[inline(always)]
    pub(crate) fn new(obstacle: &'c mut Obstacle<'p, A, B>, observer: &'c mut O) -> Self {
        let shear = Shear::new(obstacle);
        let against = shear.against();
        let (first, _) = shear.support(obstacle, &against);
        Self {
            end: (1.0 - obstacle.base) * shear.speed,
            obstacle,
            shear,
            observer,
            portal: Portal {
                corners: [first; 3],
                weights: [0.0; 3],
            },
            probes: 0,
            floor: 0.0,
        }
    }

    /// The same for an obstacle whose origin stands past the start, which lies at the fraction `start` from it.
    pub(crate) fn starting_at(mut self, start: f64) -> Self {
        self.floor = start;
        self
    }

    /// First contact along the sweep, and where it is.
    pub(crate) fn cast(&mut self, mixture: &mut Mixture) -> Found {
        if let Some(miss) = self.come_near() {
            return miss;
        }
        if let Err(found) = self.search(mixture) {
            return found;
        }
        self.decide(mixture)
    }

    /// First contact along the sweep, from a portal that was found for the same line of motion elsewhere: the sheared
    /// directions of its corners.
    pub(crate) fn resume(&mut self, portal: &[Vector3<f64>; 3], mixture: &mut Mixture) -> Found {
        let first = self.portal.corners[0];
        self.portal.corners = portal.map(|n| self.shear.support(self.obstacle, &n).0);
        if !self.portal.weigh() {
            self.portal.corners = [first; 3];
            if let Err(found) = self.search(mixture) {
                return found;
            }
        }
        self.decide(mixture)
    }

    /// Whether the line of motion meets the obstacle at all, and then where it enters it, even before the start.
    pub(crate) fn enter(&mut self, mixture: &mut Mixture) -> Found {
        if let Err(found) = self.search(mixture) {
            return found;
        }
        let start = self.floor * self.shear.speed;
        let entry = self.refine(Side::Entry, |lower, upper, end| {
            lower > end || upper <= start
        });
        if matches!(entry, Found::Entry(_)) {
            *mixture = self.point_out();
        }
        entry
    }

    /// The sheared directions of the portal's corners.
    pub(crate) fn directions(&self) -> [Vector3<f64>; 3] {
        self.portal.corners.map(|c| c.n)
    }

    /// The contact, if the line of motion, which pierces the portal, enters the obstacle after the start.
    fn decide(&mut self, mixture: &mut Mixture) -> Found {
        let entry = self.refine(Side::Entry, |lower, upper, end| lower > end || upper <= 0.0);
        let Found::Entry(contact) = entry else {
            return entry;
        };
        if contact.upper > 0.0 {
            *mixture = self.point_out();
            return entry;
        }
        // The line came into contact before the start. Has it left again?
        match self.refine(Side::Exit, |lower, upper, _| upper < 0.0 || lower > 0.0) {
            Found::Entry(exit) if exit.upper < 0.0 => Found::Clear(exit.normal),
            Found::Entry(_) => Found::Start,
            other => other,
        }
    }

    /// Where the line of motion enters and leaves the obstacle, without regard to the sweep's ends.
    #[inline(never)]
    pub(crate) fn chord(&mut self) -> Option<(Contact, Contact)> {
        let mut unused = Mixture::NONE;
        self.search(&mut unused).ok()?;
        let Found::Entry(entry) = self.refine(Side::Entry, |_, _, _| false) else {
            return None;
        };
        let Found::Entry(exit) = self.refine(Side::Exit, |_, _, _| false) else {
            return None;
        };
        Some((entry, exit))
    }

    /// Cheap rejection by the plane across the motion; and, if the sweep starts far away, the origin moves to where
    /// contact is near, but surely after it.
    #[inline(always)]
    fn come_near(&mut self) -> Option<Found> {
        let first = &self.portal.corners[0];
        let bound = first.n.dot(&first.at) / first.n.z;
        let normal = self.shear.pull_back(&first.n);
        if bound > self.end {
            return Some(Found::Clear(normal));
        }
        let margin = self.obstacle.margin() * sqrt(normal.norm_squared()) / -first.n.z;
        if bound > FAR * margin {
            let against = first.n;
            let base = self.obstacle.base + (bound - margin) / self.shear.speed;
            self.obstacle.move_origin(base);
            self.shear.follow(self.obstacle);
            self.end = (1.0 - self.obstacle.base) * self.shear.speed;
            self.portal.corners[0] = self.shear.support(self.obstacle, &against).0;
        }
        None
    }

    /// Phase 1: a triangle of support points whose shadow holds the axis.
    #[inline(always)]
    fn search(&mut self, mixture: &mut Mixture) -> Result<(), Found> {
        let mut v0 = self.portal.corners[0];
        if self.on_axis(&v0) {
            if v0.at.z > 0.0 {
                return Err(self.head_on(mixture));
            }
            v0 = self.off_axis()?;
        }
        let toward = Vector3::new(-v0.at.x, -v0.at.y, 0.0);
        let mut a = self.probe(&toward, 1)?;
        self.portal.corners[1] = a;
        // Turn around v0 until the axis lies between the directions to a and to b.
        let mut side = v0.cross(&a);
        let mut b;
        loop {
            b = self.probe(&perpendicular(&v0, &a, side >= 0.0), 2)?;
            let next = v0.cross(&b);
            if side == 0.0 {
                if next == 0.0 {
                    // Nothing to the left of the line through v0, the axis and a: look to the right, once.
                    b = self.probe(&perpendicular(&v0, &a, false), 2)?;
                }
                side = -v0.cross(&b);
                if side == 0.0 {
                    return Err(Found::Undecided);
                }
                break;
            }
            if next == 0.0 || (next > 0.0) != (side > 0.0) {
                break;
            }
            if b.at == a.at {
                return Err(Found::Undecided);
            }
            (a, side) = (b, next);
            self.portal.corners[1] = a;
        }
        let (left, right) = if side < 0.0 { (b, a) } else { (a, b) };
        self.push_past_the_axis(left, right)
    }

    /// The axis runs through the support point against the displacement: that is where it enters.
    #[cold]
    fn head_on(&mut self, mixture: &mut Mixture) -> Found {
        let v0 = self.portal.corners[0];
        self.portal.weights = [1.0, 0.0, 0.0];
        *mixture = self.point_out();
        Found::Entry(Contact {
            lower: v0.at.z / self.shear.speed,
            upper: v0.at.z / self.shear.speed,
            normal: self.shear.pull_back(&v0.n),
            closed: true,
            short: 0.0,
        })
    }

    /// Whether a corner's shadow is the axis.
    fn on_axis(&self, corner: &Corner) -> bool {
        corner.at.x.abs().max(corner.at.y.abs()) <= ON_AXIS * self.obstacle.scale
    }

    /// A first corner off the axis, when the one against the displacement lies on it and tells no side from the other.
    #[cold]
    fn off_axis(&mut self) -> Result<Corner, Found> {
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let corner = self.probe(&Vector3::new(x, y, 0.0), 0)?;
            if !self.on_axis(&corner) {
                self.portal.corners[0] = corner;
                return Ok(corner);
            }
        }
        Err(Found::Undecided)
    }

    /// The rest of phase 1: v0, a, b run counter-clockwise and the axis lies between the rays from v0 through a and b;
    /// moves the edge from a to b outward until the axis lies on its inner side.
    #[inline(always)]
    fn push_past_the_axis(&mut self, mut a: Corner, mut b: Corner) -> Result<(), Found> {
        (self.portal.corners[1], self.portal.corners[2]) = (a, b);
        while a.cross(&b) < 0.0 {
            let next = self.probe(&perpendicular(&a, &b, false), 3)?;
            if next.at == a.at || next.at == b.at {
                return Err(Found::Undecided);
            }
            if self.portal.corners[0].cross(&next) > 0.0 {
                a = next;
                self.portal.corners[1] = next;
            } else {
                b = next;
                self.portal.corners[2] = next;
            }
        }
        if self.portal.weigh() {
            Ok(())
        } else {
            Err(Found::Undecided)
        }
    }

    /// One query of phase 1: the support point along `n`, which is perpendicular to the motion. A point short of the
    /// axis proves a miss. `known` counts the corners that are part of the picture so far.
    #[inline(always)]
    fn probe(&mut self, n: &Vector3<f64>, known: usize) -> Result<Corner, Found> {
        if n.x.abs().max(n.y.abs()) <= ON_AXIS * self.obstacle.scale && known > 0 {
            return Err(Found::Undecided); // two corners share one shadow
        }
        if self.obstacle.exhausted() {
            return Err(Found::Exhausted(None));
        }
        self.probes += 1;
        if self.probes > MOST_REFINEMENTS {
            return Err(Found::Undecided); // rounding leads in circles
        }
        let (corner, normal) = self.shear.support(self.obstacle, n);
        self.show(&corner, known, self.floor, f64::INFINITY);
        let height = n.x * corner.at.x + n.y * corner.at.y;
        if height >= 0.0 {
            return Ok(corner);
        }
        let noise = NOISE * self.obstacle.scale;
        if height * height > noise * noise * normal.norm_squared() {
            Err(Found::Clear(normal))
        } else if height < 0.0 {
            Err(Found::Undecided)
        } else {
            Err(Found::Exhausted(None)) // a shape that answers NaN
        }
    }

    /// Phase 2, until the bracket closes or `settled` (of the lower and upper height, and that of the sweep's end) is
    /// content. For the entry the plane's bound is the lower one and the pierced height the upper; for the exit the
    /// roles are swapped.
    fn refine(&mut self, side: Side, settled: impl Fn(f64, f64, f64) -> bool) -> Found {
        let toward = if side == Side::Entry { -1.0 } else { 1.0 };
        let speed = self.shear.speed;
        let tolerance = self.obstacle.tolerance();
        let open = tolerance * tolerance;
        // Bounds along `toward`: `inner` is reached by the obstacle, `outer` is not passed by it.
        let (mut inner, mut outer) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut normal = Vector3::zeros();
        let (mut stalled, mut steps) = (0, 0);
        let mut closed = false;
        let bounds = |inner: f64, outer: f64| match side {
            Side::Entry => (-outer, -inner),
            Side::Exit => (inner, outer),
        };
        loop {
            let pierced = toward * self.portal.height();
            let n = self.portal.normal() * toward;
            if n.z * toward <= 0.0 || n.z.is_nan() {
                if outer == f64::INFINITY {
                    return Found::Undecided;
                }
                break;
            }
            if self.obstacle.exhausted() {
                return Found::Exhausted((outer < f64::INFINITY).then_some(normal));
            }
            let (corner, n_working) = self.shear.support(self.obstacle, &n);
            let bound = n.dot(&corner.at) / n.z.abs();
            stalled += 1;
            steps += 1;
            if pierced > inner {
                (inner, stalled) = (pierced, 0);
            }
            if bound < outer {
                (outer, normal, stalled) = (bound, n_working, 0);
            }
            let (lower, upper) = bounds(inner, outer);
            if side == Side::Entry {
                self.show(&corner, 3, lower / speed, upper / speed);
            } else {
                self.show(&corner, 3, 0.0, f64::INFINITY);
            }
            if settled(lower, upper, self.end) {
                if side == Side::Entry && lower > self.end {
                    return Found::Clear(normal);
                }
                closed = true;
                break;
            }
            // How far the new plane lies beyond the pierced point, along its normal.
            let rise = (bound - pierced) * n.z.abs();
            if rise <= 0.0 || rise * rise <= open * n_working.norm_squared() {
                closed = true;
                break;
            }
            if stalled == STALLED_STEPS
                || steps == MOST_REFINEMENTS
                || !self.portal.replace(&corner)
            {
                break;
            }
        }
        let (lower, upper) = bounds(inner, outer);
        Found::Entry(Contact {
            lower: lower.min(upper) / speed,
            upper: upper.max(lower) / speed,
            normal,
            closed,
            short: 0.0,
        })
    }

    /// The pierced point, written down.
    #[inline(always)]
    fn point_out(&mut self) -> Mixture {
        let Portal { corners, weights } = &self.portal;
        let share = 1.0 / (weights[0] + weights[1] + weights[2]);
        let shares = weights.map(|w| w * share);
        let (mut at, mut on_moving, mut rounding) =
            (Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
        for (c, w) in corners.iter().zip(shares) {
            at += c.at * w;
            on_moving += c.on_moving * w;
        }
        let mut y = self.shear.to_working(&at);
        if self.obstacle.radius > 0.0 {
            for (c, w) in corners.iter().zip(shares) {
                rounding += self.shear.rounding(&c.n) * w;
            }
            y -= rounding * self.obstacle.radius;
        }
        if self.obstacle.parts.is_some() {
            let mut parts = NO_PARTS;
            for (to, (c, w)) in parts.iter_mut().zip(corners.iter().zip(shares)) {
                let fixed = self.shear.pull_back(&c.n);
                let moving = self.shear.moving_direction(&c.n);
                *to = (Directions { fixed, moving }, w);
            }
            self.obstacle.parts = Some(parts);
        }
        Mixture {
            y,
            on_moving,
            rounding,
        }
    }

    #[inline(always)]
    fn show(&mut self, corner: &Corner, known: usize, lower: f64, upper: f64) {
        if !O::ACTIVE {
            return;
        }
        let obstacle = &*self.obstacle;
        let back = obstacle.displacement * obstacle.base;
        let world = |c: &Corner| {
            let out = if obstacle.radius > 0.0 {
                obstacle.radius
            } else {
                0.0
            };
            let y = self.shear.to_working(&c.at) - self.shear.rounding(&c.n) * out;
            Point3::from(obstacle.to_world(&(y + back)))
        };
        let simplex = [0, 1, 2].map(|i| world(&self.portal.corners[i]));
        self.observer.step(&Step {
            method: Method::Portal,
            direction: obstacle.to_world(&self.shear.pull_back(&corner.n)),
            support: world(corner),
            lower: obstacle.base + lower.max(self.floor),
            upper: obstacle.base + upper,
            simplex: &simplex[..known.min(3)],
        });
    }
}

/// The sheared direction across the edge from `a` to `b` and perpendicular to the motion: to the edge's left or right.
#[inline(always)]
fn perpendicular(a: &Corner, b: &Corner, left: bool) -> Vector3<f64> {
    let (x, y) = (b.at.x - a.at.x, b.at.y - a.at.y);
    if left {
        Vector3::new(-y, x, 0.0)
    } else {
        Vector3::new(y, -x, 0.0)
    }
}
