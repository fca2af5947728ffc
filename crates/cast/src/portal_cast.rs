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
//! there is no swept shape and no centre point; where a face of one of the shapes is known, contact on it needs no portal (`landing.rs`),
//! and contact at its border has it for the first one; else the walk starts from the support point against the displacement; the search
//! for the first portal uses directions perpendicular to the motion only, so that each of its failures is a proof of a miss; all
//! decisions are one predicate with an exact sign; and both bounds are kept.
//!
//! Why it ends: with exact support points each step of the first search turns strictly further around the axis or moves
//! strictly toward it, and each step of the second takes a vertex from below (above) the portal's plane, so that
//! no portal of a polytope comes back but in ties; ties and rounding are ended by the count of steps that move
//! neither bound, and everything by the limit on support evaluations.

use crate::blocked::is_push;
use crate::found::{Contact, Directions, Found, Mixture, NO_PARTS};
use crate::obstacle::Obstacle;
use crate::portal::Portal;
use crate::shear::{ANY, Corner, Shear, Source, main_axis};
use crate::tolerance::{FAR, NEAR_START};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, sqrt};

mod face;
mod finish;
mod landing;
mod refine;
mod search;
mod slide;

pub(crate) use face::Face;

/// One portal cast.
struct PortalCast<'c, 'p, A, B, O, const K: usize> {
    obstacle: &'c mut Obstacle<'p, A, B>,
    shear: Shear<K>,
    observer: &'c mut O,
    portal: Portal,
    /// Where the portal's corners come from.
    sources: [Source; 3],
    /// The face that may be met, and whose normal was the first direction then.
    face: Option<Face>,
    /// Height at the end of the sweep.
    end: f64,
    /// Queries of phase 1.
    probes: u32,
    /// The point of contact, if Newton's method has found it.
    reached: Option<Mixture>,
    /// A fraction before which there is no contact, from the working origin: shown to the observer.
    floor: f64,
}

/// First contact along the obstacle's displacement, which is not zero, and where it is. The search begins at `face`, where one is known.
#[inline(always)]
pub(crate) fn cast<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    face: Option<Face>,
    observer: &mut O,
    mixture: &mut Mixture,
) -> Found {
    // The axis is known at compile time: see `shear.rs`.
    match main_axis(&obstacle.displacement) {
        0 => PortalCast::<A, B, O, 0>::facing(obstacle, observer, face).cast(mixture),
        1 => PortalCast::<A, B, O, 1>::facing(obstacle, observer, face).cast(mixture),
        _ => PortalCast::<A, B, O, 2>::facing(obstacle, observer, face).cast(mixture),
    }
}

/// First contact, starting from a portal that was found for the same line of motion elsewhere, given by the sheared directions of its
/// corners.
pub(crate) fn resume<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    observer: &mut O,
    portal: &[Vector3<f64>; 3],
    mixture: &mut Mixture,
) -> Found {
    PortalCast::<A, B, O, ANY>::new(obstacle, observer).resume(portal, mixture)
}

/// Where the line of motion enters the obstacle, if it meets it at all, even before the start of the sweep, which lies at the fraction
/// `start` from the working origin; and the sheared directions of the portal's corners.
pub(crate) fn enter<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    observer: &mut O,
    start: f64,
    mixture: &mut Mixture,
) -> (Found, [Vector3<f64>; 3]) {
    match main_axis(&obstacle.displacement) {
        0 => PortalCast::<A, B, O, 0>::new(obstacle, observer).enter(start, mixture),
        1 => PortalCast::<A, B, O, 1>::new(obstacle, observer).enter(start, mixture),
        _ => PortalCast::<A, B, O, 2>::new(obstacle, observer).enter(start, mixture),
    }
}

/// Where the line of motion enters and leaves the obstacle, without regard to the sweep's ends.
#[inline(never)]
pub(crate) fn chord<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    observer: &mut O,
) -> Option<(Contact, Contact)> {
    PortalCast::<A, B, O, ANY>::new(obstacle, observer).chord()
}

/// Which side of the obstacle along the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Where the axis enters.
    Entry,
    /// Where it leaves.
    Exit,
}

impl Side {
    /// The sign of z of directions toward it.
    #[inline(always)]
    fn toward(self) -> f64 {
        match self {
            Self::Entry => -1.0,
            Self::Exit => 1.0,
        }
    }
}

impl<'c, 'p, A: Support, B: Support, O: Observer, const K: usize> PortalCast<'c, 'p, A, B, O, K> {
    /// Prepares a cast from the obstacle's origin; the displacement is not zero.
    #[inline(always)]
    fn new(obstacle: &'c mut Obstacle<'p, A, B>, observer: &'c mut O) -> Self {
        let shear = Shear::new(obstacle);
        let (first, _) = shear.support(obstacle, &shear.against());
        Self::begun(obstacle, observer, shear, &first, None)
    }

    /// Prepares a cast whose first direction is the normal of a face, where one is known.
    #[inline(always)]
    fn facing(
        obstacle: &'c mut Obstacle<'p, A, B>,
        observer: &'c mut O,
        face: Option<Face>,
    ) -> Self {
        let shear = Shear::new(obstacle);
        let first = face.as_ref().and_then(|face| face.first(obstacle, &shear));
        let first = match first {
            Some(first) => first,
            None => shear.support(obstacle, &shear.against()).0,
        };
        Self::begun(obstacle, observer, shear, &first, face)
    }

    /// A cast that knows its first corner only.
    #[inline(always)]
    fn begun(
        obstacle: &'c mut Obstacle<'p, A, B>,
        observer: &'c mut O,
        shear: Shear<K>,
        first: &Corner,
        face: Option<Face>,
    ) -> Self {
        Self {
            end: (1.0 - obstacle.base) * shear.speed,
            obstacle,
            shear,
            observer,
            portal: Portal {
                corners: [first.at; 3],
                weights: [0.0; 3],
            },
            sources: [first.source; 3],
            face,
            probes: 0,
            reached: None,
            floor: 0.0,
        }
    }

    /// First contact along the sweep, and where it is.
    fn cast(&mut self, mixture: &mut Mixture) -> Found {
        if let Some(miss) = self.come_near() {
            return miss;
        }
        if !self.is_on_face()
            && let Err(found) = self.search(mixture)
        {
            return found;
        }
        self.decide(mixture)
    }

    /// Whether the line of motion goes through the face that is known: that is the portal then.
    #[inline(always)]
    fn is_on_face(&mut self) -> bool {
        let Some(face) = &self.face else {
            return false;
        };
        let Some((portal, sources)) = face.portal(self.obstacle, &self.shear) else {
            return false;
        };
        (self.portal, self.sources) = (portal, sources);
        true
    }

    fn resume(&mut self, portal: &[Vector3<f64>; 3], mixture: &mut Mixture) -> Found {
        let first = Corner {
            at: self.portal.corners[0],
            source: self.sources[0],
        };
        let corners = portal.map(|n| self.shear.support_again(self.obstacle, &n));
        match Portal::around_axis(corners.map(|c| c.at)) {
            Some(portal) => {
                self.portal = portal;
                self.sources = corners.map(|c| c.source);
            }
            None => {
                self.put(0, &first);
                if let Err(found) = self.search(mixture) {
                    return found;
                }
            }
        }
        self.decide(mixture)
    }

    fn enter(&mut self, start: f64, mixture: &mut Mixture) -> (Found, [Vector3<f64>; 3]) {
        self.floor = start;
        let before = start * self.shear.speed;
        let found = match self.search(mixture) {
            Ok(()) => self.refine(Side::Entry, |lower, upper, end| {
                lower > end || upper <= before
            }),
            Err(found) => return (found, self.sources.map(|s| s.n)),
        };
        if matches!(found, Found::Entry(_)) {
            *mixture = self.point_out();
        }
        (found, self.sources.map(|s| s.n))
    }

    /// The contact, if the line of motion, which pierces the portal, enters the obstacle after the start.
    fn decide(&mut self, mixture: &mut Mixture) -> Found {
        let near = NEAR_START * self.obstacle.contact();
        let entry = self.refine(Side::Entry, |lower, upper, end| {
            lower > end || upper <= -near
        });
        let Found::Entry(contact) = entry else {
            return entry;
        };
        if contact.upper.abs() * self.shear.speed <= near && self.pushes(&contact, mixture) {
            return Found::Push(contact);
        }
        if contact.upper > 0.0 {
            *mixture = self.point_out();
            return entry;
        }
        self.leave()
    }

    /// Whether the shapes touch at the start, where this contact is, and the motion surely leads in. Not around corners with a radius, where a
    /// portal's normal is off sideways by the root of what its bracket is open by.
    #[cold]
    fn pushes(&mut self, contact: &Contact, mixture: &mut Mixture) -> bool {
        if self.obstacle.has_round_corners() {
            return false;
        }
        *mixture = self.point_out();
        let corners = || self.portal.corners.map(|at| self.shear.to_working(&at));
        // Around a core with a radius, corners lie on the surface.
        let face = (self.obstacle.radius == 0.0).then(corners);
        is_push(self.obstacle, contact, &mixture.y, face)
    }

    fn chord(&mut self) -> Option<(Contact, Contact)> {
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

    /// Rejects a miss by the plane of the first corner, which is cheap. If the sweep starts far away, it also moves the origin along the
    /// displacement to shortly before the first possible contact.
    #[inline(always)]
    fn come_near(&mut self) -> Option<Found> {
        let (first, n) = (self.portal.corners[0], self.sources[0].n);
        let bound = n.dot(&first) / n.z;
        let normal = self.shear.pull_back(&n);
        if bound > self.end {
            return Some(Found::Clear(normal));
        }
        // The margin as a distance along z, and no more than that for the plane of a face.
        let margin = self.obstacle.margin();
        let margin = (margin * sqrt(normal.norm_squared()) / -n.z).min(margin);
        if bound > FAR * margin {
            let base = self.obstacle.base + (bound - margin) / self.shear.speed;
            self.obstacle.move_origin(base);
            self.shear.follow(self.obstacle);
            self.end = (1.0 - self.obstacle.base) * self.shear.speed;
            let (nearer, _) = self.shear.support(self.obstacle, &n);
            self.put(0, &nearer);
        }
        None
    }

    /// Makes `corner` the portal's corner number `slot`.
    #[inline(always)]
    fn put(&mut self, slot: usize, corner: &Corner) {
        self.portal.corners[slot] = corner.at;
        self.sources[slot] = corner.source;
    }

    /// The point where the line of motion pierces the portal, with the support points behind it.
    #[inline(always)]
    fn point_out(&mut self) -> Mixture {
        if let Some(reached) = self.reached {
            return reached;
        }
        let Portal { corners, weights } = &self.portal;
        let share = 1.0 / (weights[0] + weights[1] + weights[2]);
        let shares = weights.map(|w| w * share);
        let (mut at, mut on_moving, mut rounding) =
            (Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
        for ((corner, source), w) in corners.iter().zip(&self.sources).zip(shares) {
            at += corner * w;
            on_moving += source.on_moving * w;
        }
        let mut y = self.shear.to_working(&at);
        if self.obstacle.radius > 0.0 {
            for (source, w) in self.sources.iter().zip(shares) {
                rounding += self.shear.rounding(&source.n) * w;
            }
            y -= rounding * self.obstacle.radius;
        }
        if self.obstacle.parts.is_some() {
            let mut parts = NO_PARTS;
            for (to, (source, w)) in parts.iter_mut().zip(self.sources.iter().zip(shares)) {
                let [fixed, moving] = self.asked(source);
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

    /// What the fixed and the moving shape are asked for, to give the points that a corner comes from.
    #[inline(always)]
    fn asked(&self, source: &Source) -> [Vector3<f64>; 2] {
        if let (Some(k), Some(face)) = (source.of_face, &self.face)
            && let Some(outline) = face.outline(self.obstacle)
        {
            return face.asked_for(usize::from(k), &outline);
        }
        self.shear.asked(&source.n)
    }

    #[inline(always)]
    fn show(
        &mut self,
        at: &Vector3<f64>,
        n: &Vector3<f64>,
        known: usize,
        [lower, upper]: [f64; 2],
    ) {
        if !self.observer.is_active() {
            return;
        }
        let obstacle = &*self.obstacle;
        let back = obstacle.displacement * obstacle.base;
        let world = |at: &Vector3<f64>, n: &Vector3<f64>| {
            let out = if obstacle.radius > 0.0 {
                obstacle.radius
            } else {
                0.0
            };
            let y = self.shear.to_working(at) - self.shear.rounding(n) * out;
            Point3::from(obstacle.to_world(&(y + back)))
        };
        let simplex = [0, 1, 2].map(|i| world(&self.portal.corners[i], &self.sources[i].n));
        self.observer.step(&Step {
            method: Method::Portal,
            direction: obstacle.to_world(&self.shear.pull_back(n)),
            support: world(at, n),
            lower: obstacle.base + lower.max(self.floor),
            upper: obstacle.base + upper,
            simplex: &simplex[..known.min(3)],
        });
    }
}
