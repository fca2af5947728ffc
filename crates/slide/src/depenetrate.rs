//! Frees a shape from small overlaps.
//!
//! Each overlap asks for a way out (`exits.rs`); each thing within reach leaves room for as much as it is apart. All of them together
//! are half-spaces of ways, and the shortest way that clears them is taken (`lift.rs`): not one contact after the other, which would
//! push the shape to and fro between walls, or downhill.
//!
//! Where such steps do not free it of all, ways that are found from their ends are tried, from where it was at first (`ends.rs`). So what
//! steps free is freed by them.
//!
//! # Never into something else
//! Half-spaces of normals say what is free for flat things only, so each step is proven before it is made. Let N be the things
//! that the shape does not overlap. The step is cast against N alone, and shortened to what is safe: nothing that was free is
//! ever entered, by the proof of that cast. And a step is only kept when the deepest of the overlaps became less deep.
//!
//! What it does overlap is not gone through either: on no step does the shape's middle go through a triangle, or into a convex shape. A way
//! out of each of many triangles of a floor may lead below the floor, and one that is too long to be made as a whole is not out of anything
//! at its end. Only a front that counts ([`Fronts`]) may be come through from behind.
//!
//! Two things may be passed. Triangles whose plane runs through the shape, such as those of a floor around a shape that is sunk into
//! it: where the way is made as a whole, and the shape is on one side of that plane at its end, it is out of the surface then, and
//! has entered nothing. And one-sided faces from behind, as in every cast: those may be overlapped at its end, and a way that ends about
//! as deep as it began is one only where no other leads out.

mod ends;

use crate::SlideOptions;
use crate::exits::{Exits, Fronts, leaves_plane, way_out};
use crate::lift::Clearing;
use crate::mover::{enough, placed, skin};
use crate::tolerance::{AROUND, FARTHEST_OUT, MARGIN, MOST_ROUNDS, MOST_STOPS, WORTH};
use nalgebra::{Isometry3, Point3, Vector3};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use swept_cast::{CastOptions, Distance, InvalidSweep, StartOverlap};
use swept_scene::{
    Motion, Next, Place, Query, Scene, SceneDistance, SceneHit, SceneOutcome, SubShape,
};
use swept_support::{Placed, Real, Support};

/// What came of freeing a shape.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Freed<T: Real> {
    /// Where the shape's origin is to be, in world space.
    pub position: Point3<T>,
    /// The way there, in world space.
    pub moved: Vector3<T>,
    /// What it still overlaps there, the deepest first: what there was no room to leave, or no rounds.
    pub remaining: SmallVec<[Remaining<T>; 2]>,
    /// The deepest overlap at the start, a length: 0 when there was none.
    pub depth: T,
}

/// An overlap that could not be resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remaining<T: Real> {
    /// What is overlapped, and the normals there.
    pub place: Place<T>,
    /// How deep: a length.
    pub depth: T,
}

impl<T: Real> Freed<T> {
    /// Whether nothing is overlapped any more.
    pub fn is_free(&self) -> bool {
        self.remaining.is_empty()
    }
}

/// Moves `shape` out of what it overlaps by the shortest way that clears all of it at once, no farther than `most` (a length) in
/// all, and to the skin's distance where there is room. What it does not overlap, it does not enter, but for one-sided faces from
/// behind. A dry run, as [`move_and_slide`](crate::move_and_slide).
///
/// A shape that overlaps nothing stays where it is, to the bit: a skin that is not kept is no reason to move.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide).
pub fn depenetrate<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &Placed<T, S>,
    most: T,
    options: &SlideOptions<'_, T>,
) -> Result<Freed<T>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let shape = &shape.as_dyn();
    let mover = Motion::at_rest(shape.as_ref())?;
    let freeing = Freeing {
        scene,
        shape: shape.shape(),
        start: shape.position(),
        most: most.to_f64(),
        skin: skin(scene, &mover, options),
        options,
    };
    let mut at = freeing.look(shape.pose())?;
    let depth = at.deepest();
    for _ in 0..MOST_ROUNDS {
        if at.deepest() == 0.0 {
            break;
        }
        let Some(next) = freeing.less_deep(&at)? else {
            break;
        };
        let worth = at.is_worth(&next);
        at = next;
        if !worth {
            break;
        }
    }
    if at.deepest() > 0.0 {
        let start = freeing.look(shape.pose())?;
        at = freeing.by_ends(&start)?.unwrap_or(at);
    }
    let moved = at.pose.translation.vector.map(Real::to_f64) - shape.position();
    Ok(Freed {
        position: at.pose.translation.vector.into(),
        moved: moved.map(T::nearest),
        remaining: at.remaining(),
        depth: T::nearest(depth),
    })
}

/// A pose, and all that is near there.
struct Look<T: Real> {
    pose: Isometry3<T>,
    near: Vec<SceneDistance<T>>,
}

impl<T: Real> Look<T> {
    fn deepest(&self) -> f64 {
        let depths = self.near.iter().map(|n| match n.distance {
            Distance::Overlap(o) => o.depth.to_f64(),
            Distance::Apart(_) => 0.0,
        });
        depths.fold(0.0, f64::max)
    }

    /// Whether a step from here to `next` makes the deepest overlap so much less deep that another is worth it.
    fn is_worth(&self, next: &Self) -> bool {
        self.deepest() - next.deepest() > WORTH * self.deepest()
    }

    /// What is overlapped, the deepest first.
    fn remaining(&self) -> SmallVec<[Remaining<T>; 2]> {
        let mut remaining: SmallVec<[Remaining<T>; 2]> = (self.near.iter())
            .filter_map(|n| match n.distance {
                Distance::Overlap(o) => Some(Remaining {
                    place: n.place,
                    depth: o.depth,
                }),
                Distance::Apart(_) => None,
            })
            .collect();
        remaining.sort_by(|a, b| {
            let deeper = b.depth.to_f64().total_cmp(&a.depth.to_f64());
            deeper.then(a.place.sub_shape.cmp(&b.place.sub_shape))
        });
        remaining
    }
}

/// What came of a way out.
struct Tried<T: Real> {
    /// Where it leads, if it may be gone.
    place: Option<Vector3<T>>,
    is_whole: bool,
    /// What is met first on the whole of it.
    stop: Option<SubShape>,
}

/// What stays the same while a shape is freed.
struct Freeing<'a, T: Real, S> {
    scene: &'a Scene<T>,
    shape: &'a S,
    /// The shape's position before the first step.
    start: Vector3<f64>,
    /// The longest way from there: a length.
    most: f64,
    skin: f64,
    options: &'a SlideOptions<'a, T>,
}

impl<T: Real, S: Support> Freeing<'_, T, S> {
    /// All that is near the shape at a pose.
    fn look(&self, pose: Isometry3<T>) -> Result<Look<T>, InvalidSweep> {
        let mut near = Vec::new();
        let rest = Motion::at_rest(placed(self.shape, &pose)?)?;
        let around = T::nearest(AROUND * self.skin);
        self.scene.near(&rest, around, &self.options.query, |one| {
            near.push(*one);
            ControlFlow::Continue(())
        });
        // The search shows them in an order of its own.
        near.sort_by_key(|c| c.place.sub_shape);
        Ok(Look { pose, near })
    }

    /// What rounding of positions and ways, and what casts call touching, amount to where the shape stands: a length.
    fn least(&self, mover: &Placed<T, &S>) -> Result<f64, InvalidSweep> {
        let (rest, way) = (Motion::at_rest(mover.as_ref())?, Vector3::zeros());
        Ok(enough(self.scene, &rest, &way, 0.0, &self.options.query))
    }

    /// One step after which the deepest overlap is less deep; `None` when there is none. What stands in a closed mesh may stand in a
    /// room: it is led out of that where nothing else helps.
    fn less_deep(&self, at: &Look<T>) -> Result<Option<Look<T>>, InvalidSweep> {
        let mut next = self.step(at, Fronts::OneSided)?;
        if !next.as_ref().is_some_and(|next| at.is_worth(next)) {
            let out = self.step(at, Fronts::Closed)?;
            next = out.filter(|out| at.is_worth(out)).or(next);
        }
        Ok(next.filter(|next| next.deepest() < at.deepest()))
    }

    /// One step out of all overlaps; `None` when there is no way.
    fn step(&self, at: &Look<T>, fronts: Fronts) -> Result<Option<Look<T>>, InvalidSweep> {
        let scene = self.scene;
        let mover = placed(self.shape, &at.pose)?;
        let least = self.least(&mover)?;
        // Where there is no room for the whole skin, there may be for less; being out is enough.
        let margin = MARGIN * self.skin;
        let rooms = [[self.skin, margin], [margin, least], [least, 0.0]];
        let exits = Exits::of(scene, &mover, &at.near, 0.0, fronts);
        let mut ways = rooms.into_iter().map(|[out, keep]| exits.ways(out, keep));
        let ways = ways.find(|ways| !ways.is_empty());
        let mut ways = ways.unwrap_or_default().into_iter().peekable();
        let mut planes = exits.by_planes(scene, &mover, &at.near);
        let by_planes = |planes: &[Clearing]| {
            let mut ways = rooms.into_iter();
            let most = planes.iter().map(|plane| plane.by).fold(0.0, f64::max);
            let way = ways.find_map(|[out, keep]| way_out(planes, out, keep));
            way.filter(|way| way.norm() <= FARTHEST_OUT * (most + self.skin))
        };
        let (mut next_by_planes, mut stops) = (by_planes(&planes), 0);
        let at_place = |place: Vector3<T>| Isometry3::from_parts(place.into(), at.pose.rotation);
        // The shortest way along which nothing is entered and whose end is worth it, or else as much of the shortest as goes; by planes,
        // all of it.
        let mut place = None;
        loop {
            let is_shorter = |way: &Vector3<f64>| {
                next_by_planes.is_none_or(|other| way.norm_squared() <= other.norm_squared())
            };
            let way = ways.next_if(is_shorter);
            let is_by_planes = way.is_none();
            let Some(way) = way.or_else(|| next_by_planes.take()) else {
                break;
            };
            let as_part = !is_by_planes && place.is_none();
            let mut tried = self.try_way(at, &mover, &way, least, fronts, as_part)?;
            if let Some(end) = tried.place.filter(|_| tried.is_whole) {
                let next = self.look(at_place(end))?;
                if at.is_worth(&next) {
                    return Ok(Some(next));
                }
                // What is passed from behind stops nothing, though the way may end in it.
                tried.stop = next.remaining().first().map(|left| left.place.sub_shape);
                tried.place = tried.place.filter(|_| next.deepest() < at.deepest());
            }
            place = place.or(tried.place);
            let stop = tried.stop.filter(|_| is_by_planes && stops < MOST_STOPS);
            if let Some(plane) = stop.and_then(|of| exits.plane(scene, &mover, &of)) {
                planes.push(plane);
                next_by_planes = by_planes(&planes).filter(|next| *next != way);
                stops += 1;
            }
        }
        let Some(place) = place.filter(|place| *place != at.pose.translation.vector) else {
            return Ok(None);
        };
        self.look(at_place(place)).map(Some)
    }

    /// A way out, made as a whole where nothing is entered; else, `as_part`, as much of it as goes.
    fn try_way(
        &self,
        at: &Look<T>,
        mover: &Placed<T, &S>,
        way: &Vector3<f64>,
        least: f64,
        fronts: Fronts,
        as_part: bool,
    ) -> Result<Tried<T>, InvalidSweep> {
        let mut tried = Tried {
            place: None,
            is_whole: false,
            stop: None,
        };
        let from = at.pose.translation.vector.map(Real::to_f64);
        let Some(allowed) = within(&(from - self.start), way, self.most) else {
            return Ok(tried);
        };
        let is_all = allowed == *way;
        if !is_all && !as_part {
            return Ok(tried);
        }
        // Only a step that is made as a whole may pass the triangles that it leaves behind.
        let passed =
            |of: &SubShape| is_all && leaves_plane(self.scene, mover, of, way, MARGIN * least);
        let (mut safe, stop) = self.free_way(at, &allowed, least, passed)?;
        let is_whole = is_all && safe >= 1.0;
        if is_all && !is_whole {
            tried.stop = stop;
            if !as_part {
                return Ok(tried);
            }
            (safe, _) = self.free_way(at, &allowed, least, |_| false)?;
        }
        let made = allowed * safe;
        if !self.goes_through(mover, &made, fronts) {
            tried.place = Some((from + made).map(T::nearest));
            tried.is_whole = is_whole;
        }
        Ok(tried)
    }

    /// Whether the shape's middle, its interior point, goes through something on a way: into a convex shape, or through a triangle other
    /// than out by a front that counts. Of what the middle touches from the start it is not known on which side of it it is. A middle that
    /// is beyond the range of coordinates goes through nothing.
    fn goes_through(&self, mover: &Placed<T, &S>, way: &Vector3<f64>, fronts: Fronts) -> bool {
        let cast = CastOptions {
            target_distance: T::zero(),
            start_overlap: StartOverlap::Ignore,
            ..self.options.query.cast
        };
        let inside = mover.rotation().apply(&self.shape.interior_point().coords);
        let middle = Point3::from((mover.position() + inside).map(T::nearest));
        let Ok(ray) = Motion::ray(middle, way.map(T::nearest)) else {
            return false;
        };
        let mut through = false;
        let query: Query<'_, T> = self.options.query.with_cast(cast);
        self.scene.cast_each(&ray, &query, |met| {
            if let SceneOutcome::Hit(SceneHit { hit, place }) = met {
                let front = fronts.of(self.scene, &place.sub_shape);
                let comes_out = front.is_some_and(|front| front.dot(way) > 0.0);
                through |= hit.fraction > T::zero() && !comes_out;
            }
            if through { Next::Stop } else { Next::Continue }
        });
        through
    }

    /// The fraction of the way up to which the shape enters nothing that it does not overlap now, except what `passes` lets it pass; and
    /// what it meets there.
    ///
    /// Overlaps at the start are left out by `StartOverlap::Ignore`: each convex shape and triangle is a pair of its own, and once
    /// the way leads out of one it never meets it again. All else is kept at the distance that it has now, half of `least` at most, so
    /// that rounding of the position enters nothing.
    fn free_way(
        &self,
        at: &Look<T>,
        way: &Vector3<f64>,
        least: f64,
        passes: impl Fn(&SubShape) -> bool,
    ) -> Result<(f64, Option<SubShape>), InvalidSweep> {
        let cast = CastOptions {
            target_distance: T::nearest(MARGIN * least),
            start_overlap: StartOverlap::Ignore,
            ..self.options.query.cast
        };
        let motion = Motion::new(placed(self.shape, &at.pose)?, way.map(T::nearest))?;
        let query: Query<'_, T> = self.options.query.with_cast(cast);
        let (mut safe, mut stop) = (T::one(), None);
        self.scene.cast_each(&motion, &query, |met| {
            let of = met.sub_shape();
            if met.safe_fraction() < safe && !of.is_some_and(|of| passes(&of)) {
                (safe, stop) = (met.safe_fraction(), of);
            }
            Next::Clip(safe)
        });
        Ok((safe.to_f64(), stop))
    }
}

/// `way`, shortened so that the whole way `done + way` is no longer than `most`; `None` when nothing is left.
fn within(done: &Vector3<f64>, way: &Vector3<f64>, most: f64) -> Option<Vector3<f64>> {
    if (done + way).norm() <= most {
        return Some(*way);
    }
    // The positive root of |done + t way|² = most².
    let (a, b, c) = (
        way.norm_squared(),
        done.dot(way),
        done.norm_squared() - most * most,
    );
    let square = b * b - a * c;
    if c >= 0.0 || square.is_nan() {
        return None;
    }
    let root = square.sqrt();
    let t = if b > 0.0 {
        -c / (b + root)
    } else {
        (root - b) / a
    };
    Some(way * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_shortened_to_where_the_whole_is_as_long_as_it_may_be() {
        let done = Vector3::new(3.0, 0.0, 0.0);
        for (way, part) in [
            ([1.0, 1.0, 0.0], 1.0),
            ([2.0, 0.0, 0.0], 1.0),
            // Across, on, and back.
            ([0.0, 8.0, 0.0], 0.5),
            ([8.0, 0.0, 0.0], 0.25),
            ([-16.0, 0.0, 0.0], 0.5),
        ] {
            let way = Vector3::from(way);
            let left = within(&done, &way, 5.0).unwrap();
            assert!((left - way * part).norm() < 1e-14, "{way} {left}");
        }
    }

    #[test]
    fn of_a_way_that_is_as_long_as_it_may_be_nothing_is_left() {
        for done in [5.0, 6.0] {
            let done = Vector3::new(done, 0.0, 0.0);
            for way in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-20.0, 0.0, 0.0]] {
                assert_eq!(within(&done, &way.into(), 5.0), None, "{way:?}");
            }
        }
        assert_eq!(within(&Vector3::zeros(), &Vector3::x(), 0.0), None);
        assert_eq!(within(&Vector3::zeros(), &Vector3::x(), f64::NAN), None);
    }
}
