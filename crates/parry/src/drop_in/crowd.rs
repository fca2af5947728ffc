//! Triangles of one body that a motion may meet: those that are met first are cast first.
//!
//! A cast costs far more than a look at a triangle, and what it hits spares those that come later. So a triangle is bounded from below
//! by slabs, and where these hold but a box around the moving shape, by planes; and some are kept waiting, until one with a
//! lower bound has been cast. The answer does not depend on their order (`closest.rs`): whatever the order, one is passed over if
//! its bound is above the fraction of what comes first.

use super::Scalar;
use super::closest::{Item, Place, Search, Solid};
use super::convert::box3;
use super::motion::Motion;
use super::parry::bounding_volume::Aabb;
use super::parts::Seen;
use super::view::View;
use crate::CastError;
use crate::tolerance::ROOM;
use nalgebra::{Isometry3, Point3};
use swept_scene::{Planes, Sieve, TurningSieve};
use swept_support::{Aabb as Box3, Placed, PointShape, Real, Triangle};

/// A body's triangles, in its frame.
pub(super) struct Crowd<'a> {
    moving: &'a Item<'a>,
    motion: &'a Motion,
    pose: &'a Isometry3<Scalar>,
    at: Place,
    frame: &'a Placed<Scalar, PointShape>,
    sieve: Option<&'a Sieve>,
    /// In its place for bodies that turn.
    turning: Option<&'a TurningSieve>,
    planes: Option<&'a Planes<&'a View<'a>>>,
    waiting: [Waits; ROOM],
    count: usize,
    /// How many wait at the most.
    room: usize,
}

/// The box around three corners.
#[inline(always)]
pub(super) fn around([a, b, c]: &[Point3<f64>; 3]) -> Box3 {
    Box3 {
        min: a.inf(b).inf(c),
        max: a.sup(b).sup(c),
    }
}

#[derive(Clone, Copy)]
struct Waits {
    first: f64,
    /// Whether that is also what planes tell.
    by_planes: bool,
    index: u32,
    corners: [Point3<f64>; 3],
}

impl<'a> Crowd<'a> {
    /// Shows `look` the crowd of triangles within `bounds` (in the body's frame) of a body at `pose`, from which the motion is seen as
    /// told. What still waits in the end is cast then. (It is lent where it is made: it and its parts are large to move.)
    ///
    /// # Errors
    /// When the pose of either body is none.
    #[inline(always)]
    pub(super) fn among(
        search: &mut Search,
        (moving, motion): (&Item<'_>, &Motion),
        pose: &Isometry3<Scalar>,
        (way, bounds): (&Seen, &Aabb),
        at: Place,
        look: impl FnOnce(&mut Search, &mut Crowd<'_>),
    ) -> Result<(), CastError> {
        let frame = Placed::<Scalar, _>::new(PointShape, *pose)?;
        let seen = match &moving.solid {
            Solid::Convex(view)
                if motion.turns.is_none()
                    && !view.is_half_space()
                    && way.flight().start().min.x.is_finite() =>
            {
                Some((*view, Placed::<Scalar, _>::new(*view, moving.pose)?))
            }
            _ => None,
        };
        let bounds = &box3(bounds);
        let reach = motion.reach.to_f64().max(0.0);
        let (sieve, planes);
        let mut room = ROOM;
        let (sieve, planes) = match &seen {
            Some((view, placed)) => {
                sieve = Sieve::of(placed, way.flight(), &frame, bounds, reach);
                // Of these slabs tell as much as planes, and they are cast as fast as looked at.
                if matches!(view, View::Ball(_) | View::Cuboid(_) | View::Upright(_)) {
                    room = 0;
                    (sieve.as_ref(), None)
                } else {
                    planes = Planes::of(placed, &motion.displacement, (&frame, bounds), reach);
                    (sieve.as_ref(), Some(&planes))
                }
            }
            None => (None, None),
        };
        let turning = match way {
            Seen::Turning(turning) => Some(turning.sieve(bounds)),
            Seen::Straight(_) => None,
        };
        let mut crowd = Crowd {
            moving,
            motion,
            pose,
            at,
            frame: &frame,
            sieve,
            turning: turning.as_ref(),
            planes,
            waiting: [Waits::NONE; ROOM],
            count: 0,
            room,
        };
        look(search, &mut crowd);
        crowd.finish(search);
        Ok(())
    }

    /// What the slabs tell: a fraction before which the triangle with these corners is not met.
    #[inline(always)]
    pub(super) fn sifted(&self, corners: &[Point3<f64>; 3]) -> f64 {
        match (self.sieve, self.turning) {
            (Some(sieve), _) => sieve.first(corners),
            (_, Some(turning)) => turning.first(corners),
            _ => 0.0,
        }
    }

    /// Takes a triangle that is not met before `first`. It is cast, or waits while there is room.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        search: &mut Search,
        index: u32,
        corners: [Point3<f64>; 3],
        first: f64,
    ) {
        if self.room == 0 {
            return self.cast(search, index, corners, first);
        }
        self.wait(Waits {
            first,
            by_planes: self.planes.is_none(),
            index,
            corners,
        });
        while self.count == self.room {
            self.next(search);
        }
    }

    /// Casts what still waits.
    pub(super) fn finish(&mut self, search: &mut Search) {
        while self.count > 0 {
            self.next(search);
        }
    }

    fn wait(&mut self, waits: Waits) {
        self.waiting[self.count] = waits;
        self.count += 1;
    }

    /// Takes out the triangle with the lowest bound: it is cast, or waits again with what planes tell.
    fn next(&mut self, search: &mut Search) {
        let mut lowest = 0;
        for i in 1..self.count {
            if self.waiting[i].first < self.waiting[lowest].first {
                lowest = i;
            }
        }
        let waits = self.waiting[lowest];
        self.count -= 1;
        self.waiting[lowest] = self.waiting[self.count];
        if waits.first > search.limit {
            // Nor do the others matter.
            self.count = 0;
            return;
        }
        let mut first = waits.first;
        if let Some(planes) = self.planes.filter(|_| !waits.by_planes) {
            first = planes.first(self.frame, &waits.corners, (first, search.limit));
            if first > search.limit {
                return;
            }
            if self.waiting[..self.count].iter().any(|w| w.first < first) {
                let by_planes = true;
                return self.wait(Waits {
                    first,
                    by_planes,
                    ..waits
                });
            }
        }
        self.cast(search, waits.index, waits.corners, first);
    }

    #[inline(always)]
    fn cast(&self, search: &mut Search, index: u32, corners: [Point3<f64>; 3], first: f64) {
        let at = self.at.in_part(index, first);
        if let Err(error) = self.try_cast(search, corners, at) {
            search.refuse(error, first, at);
        }
    }

    #[inline(always)]
    fn try_cast(
        &self,
        search: &mut Search,
        [a, b, c]: [Point3<f64>; 3],
        at: Place,
    ) -> Result<(), CastError> {
        let triangle = View::Triangle(Triangle::new(a, b, c)?);
        let (moving, pose, motion) = (self.moving, self.pose, self.motion);
        match &moving.solid {
            Solid::Convex(view) if !view.is_half_space() => {
                search.convex((view, &moving.pose), (&triangle, pose), motion, at)
            }
            _ => {
                let solid = Solid::Convex(&triangle);
                search.items(moving, &Item { solid, pose: *pose }, motion, at)
            }
        }
    }
}

impl Waits {
    const NONE: Self = Self {
        first: 0.0,
        by_planes: false,
        index: 0,
        corners: [Point3::new(0.0, 0.0, 0.0); 3],
    };
}

#[cfg(test)]
mod tests {
    use super::super::closest::tests::Counted;
    use super::super::motion::Motion;
    use super::super::parry::math::Vector;
    use super::super::parts::{Parts, Seen};
    use super::super::support_map::Mapped;
    use super::*;
    use nalgebra::Vector3;
    use swept_cast::StartOverlap;

    /// What a small box that comes down by 10 from a height of 5 meets of triangles at these heights, shown in this order: the part, the
    /// fraction, and how often the box was asked for it.
    fn met(heights: &[f64]) -> (Option<(u32, f64)>, u32) {
        let counted = Counted::default();
        let moving = View::Mapped(Mapped::new(&counted));
        let item = Item {
            solid: Solid::Convex(&moving),
            pose: Isometry3::translation(0.0, 5.0, 0.0),
        };
        let motion = Motion {
            displacement: Vector3::new(0.0, -10.0, 0.0),
            turns: None,
            reach: 0.0,
            start_overlap: StartOverlap::Report,
        };
        let pose = Isometry3::identity();
        let bounds = Aabb::new(Vector::splat(-4.0), Vector::splat(4.0));
        let way = Seen::of(&item, &motion, (&pose, Parts::InPlace), &bounds).unwrap();
        let mut search = Search::up_to(1.0, false);
        let seen = (&way, &bounds);
        let mut before = 0;
        let body = (&item, &motion);
        let look = |search: &mut Search, crowd: &mut Crowd<'_>| {
            before = counted.asked();
            for (i, &y) in heights.iter().enumerate() {
                let corners = [[-4.0, y, -4.0], [4.0, y, -4.0], [0.0, y, 4.0]].map(Point3::from);
                let first = crowd.sifted(&corners);
                if first <= search.limit {
                    crowd.put(search, i as u32, corners, first);
                }
            }
        };
        Crowd::among(&mut search, body, &pose, seen, Place::WHOLE, look).unwrap();
        let asked = counted.asked() - before;
        let found = search.best.map(|found| {
            let fraction = found.contact.fraction.to_f64();
            (found.parts[1], fraction)
        });
        (found, asked)
    }

    #[test]
    fn what_comes_later_is_not_cast() {
        let (first, alone) = met(&[1.0]);
        let (fraction, close) = (0.39, 64.0 * Scalar::EPSILON.to_f64());
        assert!(first.is_some_and(|(_, x)| (x - fraction).abs() < close));
        assert!(alone > 0);
        // As many as can wait, the last of them the first to be met.
        let heights: Vec<f64> = (0..ROOM).map(|i| i as f64 / (ROOM - 1) as f64).collect();
        let (found, asked) = met(&heights);
        assert_eq!(found, first.map(|(_, x)| (ROOM as u32 - 1, x)));
        assert_eq!(asked, alone);
    }

    #[test]
    fn more_than_can_wait_lead_to_the_same() {
        for count in [ROOM + 1, 3 * ROOM] {
            for shift in 0..count {
                let height = |i: usize| (i * 7 + shift) % count;
                let heights: Vec<f64> = (0..count).map(|i| height(i) as f64 * 0.125).collect();
                let highest = (0..count).max_by_key(|i| height(*i)).unwrap();
                let (found, _) = met(&heights);
                let (alone, _) = met(&heights[highest..=highest]);
                assert_eq!(found, alone.map(|(_, x)| (highest as u32, x)));
            }
        }
    }
}
