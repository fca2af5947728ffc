//! A shape that is raised by the height of a step, and what becomes of it along a way and down again.
//!
//! # How high a step is
//! As high as the point that is stood on in the end is above the ground at its foot. A walk beside a step on a hill goes up with the hill,
//! and the step with it; and where the raised shape slides off the step's edge down the hill, the step is lower there, but no less high. At
//! its foot: as far along the walls that the walk has met as the point is, and as near to them as the walk has come.
//!
//! What is known of the ground there are the planes of the floor that was stood on and of the floors that the walk has met. Floors
//! that rise more steeply are met, so the highest of the planes is the ground; those that fall away are not, and the walk goes on above
//! them: so it is no higher than the walk has risen. A part of a long way is so allowed no more than many short ways are.
//!
//! A round foot, once raised, comes to touch the edge of a higher step, and is no more to come up that by its curve in one long way than in
//! many short ones, which end on the edge. So what is too high to stand on is a wall to it, be it as flat as a floor. It may be as much
//! higher as a slope has led up the raised shape before.

use crate::kit::footing::footing_at;
use crate::kit::step::Climb;
use crate::kit::{Footing, Ground, Slopes, Surface};
use crate::mover::{placed, skin_at, slide_from};
use crate::tolerance::{DEADBAND, STANDS_OUT};
use crate::{Response, SlideHit, SlideOptions, SlideReport};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use smallvec::SmallVec;
use swept_cast::InvalidSweep;
use swept_scene::Scene;
use swept_support::{Real, Support};

/// What a try to climb has come to.
pub(super) enum Tried<T: Real> {
    Stands(Footing<T>),
    /// It would stand there.
    TooHigh(Footing<T>),
    /// It has gone farther than the walk, and there is no floor below.
    Beyond,
    Nowhere,
}

/// The normals of upright walls.
pub(super) type Walls<T> = SmallVec<[Unit<Vector3<T>>; 4]>;

/// The walls among planes, made upright.
pub(super) fn upright<T: Real>(planes: &[Unit<Vector3<T>>], slopes: &Slopes<T>) -> Walls<T> {
    let walls = planes.iter().filter(|n| slopes.surface(n) == Surface::Wall);
    let level = walls.map(|n| Unit::try_new(slopes.level(**n), T::zero()));
    level.flatten().collect()
}

/// A shape that is raised as far as is free.
pub(super) struct Raised<'a, T: Real, S> {
    scene: &'a Scene<T>,
    shape: &'a S,
    options: &'a SlideOptions<'a, T>,
    pub(super) slopes: &'a Slopes<T>,
    /// The walk that has met the step.
    pub(super) walk: Option<&'a SlideReport<T>>,
    pub(super) skin: T,
    start: &'a Isometry3<T>,
    above: Isometry3<T>,
    /// What it is raised by.
    by: T,
    from: Option<&'a Ground<T>>,
    /// The height of what it stood on.
    stands: T,
    /// The highest step.
    height: T,
    /// How far down the walk has led, as a height of 0 or less: heights are compared with this, so that a walk downhill counts as level.
    level: T,
    /// By what two rests on one floor may differ, each of which is within a deadband of the skin's distance.
    even: T,
    /// Whether it rests on the floor that it stands on, at the skin's distance. On an edge that its flank meets it is lower than that.
    rests: bool,
    /// What the last try has met that stands upright where the shape is raised.
    pub(super) met: Walls<T>,
}

impl<'a, T: Real, S: Support> Raised<'a, T, S> {
    /// Of a shape at a pose, where it stands on something, or on its feet.
    pub(super) fn of(
        scene: &'a Scene<T>,
        shape: &'a S,
        (start, from): (&'a Isometry3<T>, Option<&'a Ground<T>>),
        walk: Option<&'a SlideReport<T>>,
        height: T,
        slopes: &'a Slopes<T>,
        options: &'a SlideOptions<'a, T>,
    ) -> Result<Self, InvalidSweep> {
        let up = &slopes.up;
        let raised = slide_from(scene, shape, start, **up * height, options, &mut |_| {
            Response::Stop
        })?;
        let skin = skin_at(scene, shape, start, options)?;
        let even = skin * T::nearest(2.0 * DEADBAND);
        let mover = placed(shape, start)?;
        let along = up.map(Real::to_f64);
        let lowest = mover.support_point(&-along);
        let feet = T::nearest(lowest.coords.dot(&along));
        let rests = from.is_some_and(|ground| {
            let normal = ground.normal.map(Real::to_f64);
            let lowest = mover.support_point(&-normal);
            let apart = (lowest - ground.point.map(Real::to_f64)).dot(&normal);
            apart > (skin - even).to_f64()
        });
        Ok(Self {
            scene,
            shape,
            options,
            slopes,
            walk,
            skin,
            start,
            above: Isometry3::from_parts(raised.position.into(), start.rotation),
            by: raised.moved.dot(up),
            from,
            stands: from.map_or(feet, |ground| ground.point.coords.dot(up).max(feet)),
            height,
            level: walk.map_or(T::zero(), |walk| walk.moved.dot(up).min(T::zero())),
            even,
            rests,
            met: Walls::new(),
        })
    }

    /// Along, and down to a floor.
    pub(super) fn go(
        &mut self,
        goes: &Vector3<T>,
        more: Vector3<T>,
    ) -> Result<Tried<T>, InvalidSweep> {
        let (slopes, above) = (self.slopes, &self.above);
        let (scene, shape, options) = (self.scene, self.shape, self.options);
        let asked = goes + more;
        let along = slide_from(scene, shape, above, asked, options, &mut |hit| {
            let risen = (hit.position.coords - above.translation.vector).dot(&slopes.up);
            match slopes.surface(&hit.normal) {
                Surface::Floor if self.is_too_high(&hit.point, risen) => {
                    slopes.upright(&hit.normal)
                }
                _ => slopes.respond(hit),
            }
        })?;
        // Along may have led up a slope, which is to be come down as well; and the walk down one.
        let uphill = along.moved.dot(&slopes.up).max(T::zero());
        let down = self.by + uphill - self.level + self.even;
        let at = Isometry3::from_parts(along.position.into(), above.rotation);
        let found = footing_at(scene, shape, &at, down, slopes, options)?;
        self.met = upright(&along.planes, slopes);
        Ok(match found {
            Some(found) if !self.is_farther(&found, goes, &asked) => Tried::Nowhere,
            Some(found) if self.is_too_high(&found.point, uphill) => Tried::TooHigh(found),
            Some(found) => Tried::Stands(found),
            None if self.leads_farther(&along.position, goes, self.skin) => Tried::Beyond,
            None => Tried::Nowhere,
        })
    }

    /// What it is to have climbed onto that, with this part of the way left.
    pub(super) fn climb(&self, footing: Footing<T>, left: T) -> Climb<T> {
        Climb {
            footing,
            is_higher: self.is_higher(&footing),
            left,
        }
    }

    /// The walls that a walk has met.
    pub(super) fn walls<'w>(
        &self,
        walk: &'w SlideReport<T>,
    ) -> impl Iterator<Item = &'w SlideHit<T>> {
        let slopes = self.slopes;
        (walk.hits.iter()).filter(|hit| slopes.surface(&hit.normal) == Surface::Wall)
    }

    /// Whether what is too high is the edge of the wall that has stopped the walk, and of each of them if it was several, and is as high as
    /// that where the wall was met: the edge lies in the planes of both wall and floor.
    pub(super) fn is_met(&self, floor: &Footing<T>) -> bool {
        let of_it = |hit: &SlideHit<T>| {
            let back = hit.point - floor.point;
            let high = *self.slopes.up * rise(&floor.normal, &back, self.slopes);
            let edge = floor.point + self.slopes.level(back) + high;
            hit.normal.dot(&back).abs() <= self.skin && self.is_too_high(&edge, T::zero())
        };
        self.walk.is_some_and(|walk| self.walls(walk).all(of_it))
    }

    /// Whether a point is higher than a step may be, for who has come up by so much.
    fn is_too_high(&self, point: &Point3<T>, uphill: T) -> bool {
        let ground = self.ground_before(point);
        let rise = ground.max(uphill.max(T::zero()) + ground.min(T::zero()));
        point.coords.dot(&self.slopes.up) > self.stands + self.height + rise
    }

    /// How much higher the ground is at the foot of a point than where the walk began, as far as the walk knows.
    fn ground_before(&self, point: &Point3<T>) -> T {
        let (Some(ground), Some(walk)) = (self.from, self.walk) else {
            return T::zero();
        };
        let slopes = self.slopes;
        let end = ground.point + slopes.level(walk.moved);
        let mut foot = *point;
        for hit in self.walls(walk) {
            if let Some(wall) = Unit::try_new(slopes.level(*hit.normal), T::zero()) {
                let behind = wall.dot(&(foot - end)).min(T::zero());
                foot -= *wall * behind;
            }
        }
        let of_floor = |floor: &Unit<Vector3<T>>, of: &Point3<T>| {
            rise(floor, &(foot - of), slopes) + (of - ground.point).dot(&slopes.up)
        };
        let met = (walk.hits.iter())
            .filter(|hit| slopes.surface(&hit.normal) == Surface::Floor)
            .map(|hit| of_floor(&hit.normal, &hit.point));
        let highest = met.fold(of_floor(&ground.normal, &ground.point), |a, b| a.max(b));
        highest.min(walk.moved.dot(&slopes.up).max(T::zero()))
    }

    fn risen(&self, footing: &Footing<T>) -> T {
        (footing.position.coords - self.start.translation.vector).dot(&self.slopes.up)
    }

    /// Whether it has come to stand higher, by more than what rests on one floor may differ by.
    fn is_higher(&self, footing: &Footing<T>) -> bool {
        self.risen(footing) - self.level > self.even
    }

    /// Whether it has come to stand higher, on something else than the floor that it rested on.
    ///
    /// What rests on one floor all along may still come to rest higher: by a deadband, or since the skin grows with the distance from the
    /// origin and with the way, in `f32` by 2⁻¹⁷ of what that has grown by. So of the same floor it counts beyond what rests on it may
    /// differ by. A round foot on the edge of a step rises by little at first, and that counts.
    fn has_risen(&self, footing: &Footing<T>) -> bool {
        let rises = self.risen(footing) > self.level && !self.is_on_same_floor(footing);
        rises || self.is_higher(footing)
    }

    /// Whether a footing is in the plane of the floor that it rested on, but for what a flat floor may stand out of it.
    fn is_on_same_floor(&self, footing: &Footing<T>) -> bool {
        let stands_out = |ground: &Ground<T>| (footing.point - ground.point).dot(&ground.normal);
        let most = self.skin * T::nearest(STANDS_OUT);
        self.rests && (self.from).is_some_and(|ground| stands_out(ground).abs() <= most)
    }

    /// Whether a footing is farther along a way than what the walk has made of that, and past one of the walls that the walk has met; and
    /// where it has not risen, beyond what has stopped the walk: one comes nearer to that by a skin at most, and a try that closes a skin
    /// comes nearer by just that, but for what two rests beside it may differ by. That is asked of both: a try that an edge turns along the
    /// wall makes more than a skin of its way, and is no nearer to being past it. Where no walk is told, whether it is higher. `asked` is
    /// the way that was tried.
    fn is_farther(&self, footing: &Footing<T>, goes: &Vector3<T>, asked: &Vector3<T>) -> bool {
        let Some(walk) = self.walk else {
            return self.is_higher(footing);
        };
        let least = if self.has_risen(footing) {
            T::zero()
        } else {
            self.skin + self.even
        };
        self.leads_farther(&footing.position, goes, least)
            && self.is_past_wall(&footing.position, walk, asked, least)
    }

    /// Whether a position is past one of the walls that a walk has met: by more than `least`, and than two rests beside one wall may differ
    /// or, of a way that leads past it by less, half of that. In a corner a try toward one wall alone may end at that wall as the walk does,
    /// but for rounding, and short of it along the wall.
    fn is_past_wall(
        &self,
        position: &Point3<T>,
        walk: &SlideReport<T>,
        asked: &Vector3<T>,
        least: T,
    ) -> bool {
        let gone = position.coords - self.start.translation.vector;
        self.walls(walk).any(|hit| {
            let level = self.slopes.level(*hit.normal);
            let Some(wall) = Unit::try_new(level, T::zero()) else {
                return false;
            };
            let [leads, is] = [asked, &gone].map(|way| wall.dot(&(walk.moved - way)));
            leads > T::zero() && is > least.max(self.even.min(leads * T::nearest(0.5)))
        })
    }

    /// Whether a position is farther along a way than the walk, by more than `least`.
    fn leads_farther(&self, position: &Point3<T>, goes: &Vector3<T>, least: T) -> bool {
        let gone = self
            .slopes
            .level(position.coords - self.start.translation.vector);
        (self.walk).is_some_and(|walk| (gone - walk.moved).dot(goes) > least * goes.norm())
    }
}

/// How much higher a floor is at the end of a way from a point of it.
fn rise<T: Real>(floor: &Unit<Vector3<T>>, way: &Vector3<T>, slopes: &Slopes<T>) -> T {
    -floor.dot(&slopes.level(*way)) / floor.dot(&slopes.up)
}
