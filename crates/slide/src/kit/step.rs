//! Steps: a trial by dry run.

use crate::kit::footing::footing_at;
use crate::kit::{Footing, Slopes, Surface};
use crate::mover::{placed, skin, slide_from};
use crate::plane;
use crate::tolerance::{CORNER, DEADBAND, MOST_HALVINGS, SAME};
use crate::{Response, SlideHit, SlideOptions, SlideReport};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use smallvec::{SmallVec, smallvec};
use swept_cast::InvalidSweep;
use swept_scene::{Motion, Scene};
use swept_support::{Placed, Real, Support};

/// Tries to make `way` (a displacement) on a step of at most `height` (a length): up as far as it is free, along, and down to a
/// floor. `None` when there is no floor, or no more than the one it stands on: when it does not come to stand higher.
///
/// A step is as high as the point that is stood on in the end is above the feet at the start. What the way leads up a slope does not count;
/// what the curve of a round foot leads up an edge does.
///
/// A way that is shorter than the skin, and finds no floor, is tried at the skin's length: the footing is as far as that from who
/// stands before the step. Where a wall beside the step turns the way along it, it is tried as much longer as that takes: by four skins at
/// most. And where a slope behind the step is higher than that at the end of a long way, a part of the way is made: the rest is a
/// walk up the slope.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide).
pub fn step_up<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    way: &Vector3<T>,
    height: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
    let climb = step_up_at(
        scene,
        mover.shape(),
        (&mover.pose(), None),
        (way, None),
        height,
        slopes,
        options,
    )?;
    Ok(climb.map(|climb| climb.footing))
}

/// A step that is climbed.
pub(super) struct Climb<T: Real> {
    pub(super) footing: Footing<T>,
    /// Whether that is higher, by more than what rests on one floor may differ by.
    pub(super) is_higher: bool,
    /// The part of the way that is still to be made from there.
    pub(super) left: T,
}

/// What a try to climb has come to.
enum Tried<T: Real> {
    Stands(Footing<T>),
    /// It would stand there, and this is as high as it may.
    TooHigh(Footing<T>, T),
    Nowhere,
}

/// [`step_up`] of a shape at a pose, where it stands on a point, or on its feet; and farther than the walk that has met the step.
///
/// Who stands before a step is a skin away from it. A way that closes less than that, of a game that makes many small steps or of one
/// who comes along the step, does not lead over its edge, however many of them are tried one by one. So one is tried that closes a
/// skin: toward the walls that were met, or straight on where no walk is told.
///
/// In a corner the step is not all there is: what stands beside it holds the raised shape as well. It leaves P way of the way, and of
/// the direction t to the step P t, which closes t · P t = |P t|². So where P way closes c, it takes (s - c) t / |P t|² more to close the
/// skin s, of which (s - c) / |P t| is gone: what is left of a skin where nothing stands against t.
/// More than 1 / [`CORNER`] skins are not gone for a step. What stands there is what the walk has met, or else a try. Where P way closes
/// more than a skin, it is a way of its own: along a step that is too high to one that is not.
///
/// A round foot, once raised, comes to touch the edge of a higher step, and is no more to come up that by its curve in one long way than in
/// many short ones, which end on the edge. So what is too high to stand on is a wall to it, be it as flat as a floor. It may be as much
/// higher as a slope has led up before, or the walk.
///
/// A long way may lead over a beam to the floor that it lies on. That is as high as before, but for what two rests on it differ by, and
/// beyond the wall that the walk has met: it is passed over, and not climbed.
///
/// A long way may lead over the step and up a slope behind it, to where the slope is higher than a step may be. Many short ones would
/// lead onto the step first, and walk from there. So of what leads farther than the walk a half is tried, and so on by halves: less where
/// it ends too high, and more where it does not lead onto the step. But where what is too high is the edge of the very wall that has
/// stopped the walk, and no lower where that was met, nothing lower is before it: who stands there is told so by one try. In a corner of two
/// walls a part of the way may lead onto the lower one, and so it may beside an edge that rises along the way.
pub(super) fn step_up_at<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    (pose, from): (&Isometry3<T>, Option<&Point3<T>>),
    (way, walk): (&Vector3<T>, Option<&SlideReport<T>>),
    height: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Climb<T>>, InvalidSweep> {
    let at = |position: Point3<T>| Isometry3::from_parts(position.into(), pose.rotation);
    let up = *slopes.up * height;
    let raised = slide_from(scene, shape, pose, up, options, |_| Response::Stop)?;
    let climbed = raised.moved.dot(&slopes.up);
    let above = at(raised.position);
    let lowest = placed(shape, pose)?.support_point(&-slopes.up.map(Real::to_f64));
    let feet = T::nearest(lowest.coords.dot(&slopes.up.map(Real::to_f64)));
    // Down a slope, who has come down by as much as the walk is no less high.
    let level = walk.map_or(T::zero(), |walk| walk.moved.dot(&slopes.up).min(T::zero()));
    // As high as a step may be for who has come up by so much, as the walk has.
    let stands = from.map_or(feet, |p| p.coords.dot(&slopes.up).max(feet));
    let walked_up = walk.map_or(T::zero(), |walk| walk.moved.dot(&slopes.up).max(T::zero()));
    let most = |uphill: T| stands + height + uphill.max(walked_up);
    let is_too_high = |point: &Point3<T>, uphill: T| point.coords.dot(&slopes.up) > most(uphill);
    let mover = Motion::at_rest(placed(shape, pose)?)?;
    let skin = T::nearest(skin(scene, &mover, &Vector3::zeros(), options));
    // By what two rests on one floor may differ, each of which is within a deadband of the skin's distance.
    let even = skin * T::nearest(2.0 * DEADBAND);
    let risen = |f: &Footing<T>| (f.position.coords - pose.translation.vector).dot(&slopes.up);
    // Along what is left of the way; and where it has not risen, beyond what has stopped the walk: one comes nearer to that by a skin at most.
    let farther = |f: &Footing<T>, goes: &Vector3<T>| {
        let has_risen = risen(f) > level;
        let least = if has_risen { T::zero() } else { skin };
        let gone = slopes.level(&(f.position.coords - pose.translation.vector));
        walk.map_or(has_risen, |walk| {
            (gone - walk.moved).dot(goes) > least * goes.norm()
        })
    };
    let upright = |planes: &[Unit<Vector3<T>>]| -> Walls<T> {
        let walls = planes.iter().filter(|n| slopes.surface(n) == Surface::Wall);
        let level = walls.map(|n| Unit::try_new(slopes.level(n), T::zero()));
        level.flatten().collect()
    };
    // What a try has met that stands upright where the shape is raised.
    let mut met = Walls::new();
    let try_way = |goes: &Vector3<T>, more: Vector3<T>, met: &mut Walls<T>| {
        let along = slide_from(scene, shape, &above, goes + more, options, |hit| {
            let risen = (hit.position.coords - above.translation.vector).dot(&slopes.up);
            match slopes.surface(&hit.normal) {
                Surface::Floor if is_too_high(&hit.point, risen) => slopes.upright(&hit.normal),
                _ => slopes.respond(hit),
            }
        })?;
        *met = upright(&along.planes);
        // Along may have led up a slope, which is to be come down as well; and the walk down one.
        let uphill = along.moved.dot(&slopes.up).max(T::zero());
        let down = climbed + uphill - level + even;
        let found = footing_at(scene, shape, &at(along.position), down, slopes, options)?;
        let Some(found) = found.filter(|f| farther(f, goes)) else {
            return Ok(Tried::Nowhere);
        };
        Ok(if is_too_high(&found.point, uphill) {
            Tried::TooHigh(found, most(uphill))
        } else {
            Tried::Stands(found)
        })
    };
    let climb = |footing: Footing<T>, left| Climb {
        footing,
        is_higher: risen(&footing) - level > even,
        left,
    };
    let is_wall = |hit: &&SlideHit<T>| slopes.surface(&hit.normal) == Surface::Wall;
    // Whether what is too high is the edge of the wall that has stopped the walk, and of each of them if it was several, and is as high as
    // that where the wall was met: the edge lies in the planes of both wall and floor.
    let is_met = |floor: &Footing<T>, most: T| {
        let of_it = |hit: &SlideHit<T>| {
            let back = hit.point - floor.point;
            let above = floor.normal.dot(&back) / floor.normal.dot(&slopes.up);
            let high = hit.point.coords.dot(&slopes.up) - above;
            hit.normal.dot(&back).abs() <= skin && high > most
        };
        walk.is_some_and(|walk| walk.hits.iter().filter(is_wall).all(of_it))
    };
    // The part of the way that the walk has made.
    let walked = walk.map_or(T::zero(), |walk| {
        let part = walk.moved.dot(way) / way.norm_squared();
        part.max(T::zero()).min(T::one())
    });
    // The parts of the rest of it that lead not far enough, and too far.
    let (mut short, mut long) = (T::zero(), T::one());
    let mut part = T::one();
    for _ in 0..=MOST_HALVINGS {
        let left = (T::one() - walked) * (T::one() - part);
        match try_way(&(way * (T::one() - left)), Vector3::zeros(), &mut met)? {
            Tried::Stands(footing) => return Ok(Some(climb(footing, left))),
            Tried::TooHigh(floor, most) if is_met(&floor, most) => break,
            Tried::TooHigh(..) => long = part,
            Tried::Nowhere if part == T::one() => break,
            Tried::Nowhere => short = part,
        }
        part = (short + long) * T::nearest(0.5);
    }
    let toward: SmallVec<[Vector3<T>; 4]> = match walk {
        Some(walk) => (walk.hits.iter().filter(is_wall))
            .map(|hit| -slopes.level(&hit.normal))
            .collect(),
        None => smallvec![*way],
    };
    let beside = walk.map_or(Walls::new(), |walk| upright(&walk.planes));
    for toward in toward {
        let Some(toward) = Unit::try_new(toward, T::zero()) else {
            continue;
        };
        let is_other = |n: &Unit<Vector3<T>>| (**n + *toward).norm().to_f64() > SAME;
        let mut beside: Walls<T> = beside.iter().copied().filter(is_other).collect();
        // By what the walk has met besides it, and once more by what that try has met.
        for is_of_walk in [true, false] {
            let [goes, aside] = [way, &*toward].map(|v| plane::solve(v, &beside));
            let (closes, part) = (toward.dot(&goes), aside.norm_squared());
            let is_new = closes < skin || is_of_walk && !beside.is_empty();
            if closes > T::zero() && is_new && part >= T::nearest(CORNER * CORNER) {
                let more = *toward * ((skin - closes).max(T::zero()) / part);
                if let Tried::Stands(footing) = try_way(&goes, more, &mut met)? {
                    return Ok(Some(climb(footing, T::zero())));
                }
            }
            beside.clone_from(&met);
        }
    }
    Ok(None)
}

/// The normals of upright walls.
type Walls<T> = SmallVec<[Unit<Vector3<T>>; 4]>;
