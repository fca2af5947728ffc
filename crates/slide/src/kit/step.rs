//! Steps: a trial by dry run.

use crate::kit::checks::{self, axes};
use crate::kit::raised::{Raised, Tried, Walls, upright};
use crate::kit::{Footing, Ground, Slopes};
use crate::plane;
use crate::tolerance::{CORNER, MOST_HALVINGS, SAME};
use crate::{SlideOptions, SlideReport};
use nalgebra::{Isometry3, Unit, Vector3};
use smallvec::{SmallVec, smallvec};
use swept_cast::InvalidSweep;
use swept_scene::Scene;
use swept_support::{Placed, Real, Support};

/// Tries to make `way` (a displacement) on a step of at most `height` (a length): up as far as it is free, along, and down to a
/// floor. `None` when there is no floor, or no more than the one it stands on: when it does not come to stand higher, by more than the
/// eighth of the skin by which two rests on one floor may differ.
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
/// As for [`move_and_slide`](crate::move_and_slide), of `way`, and where `height` is no length.
pub fn step_up<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    way: impl Into<Vector3<T>>,
    height: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    let way = way.into();
    checks::way(axes!("way"), &way)?;
    checks::length("height", height)?;
    let climb = step_up_at(
        scene,
        mover.shape(),
        (&mover.pose(), None),
        (&way, None),
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
/// A long way may lead over a beam to the floor that it lies on. That is as high as before, but for what two rests on it differ by, and
/// beyond the wall that the walk has met: it is passed over, and not climbed.
///
/// A long way may lead over the step and up a slope behind it, to where the slope is higher than a step may be. Many short ones would
/// lead onto the step first, and walk from there. So of what leads farther than the walk a half is tried, and so on by halves: less where
/// it ends too high, and more where it does not lead onto the step. But where what is too high is the edge of the very wall that has
/// stopped the walk, and no lower where that was met, nothing lower is before it: who stands there is told so by one try. In a corner of two
/// walls a part of the way may lead onto the lower one, and so it may beside an edge that rises along the way.
///
/// Nor may there be a floor where a long way ends that leads over a beam with a drop behind it: there a part is tried that is less.
pub(super) fn step_up_at<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    (pose, from): (&Isometry3<T>, Option<&Ground<T>>),
    (way, walk): (&Vector3<T>, Option<&SlideReport<T>>),
    height: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Climb<T>>, InvalidSweep> {
    let mut raised = Raised::of(scene, shape, (pose, from), walk, height, slopes, options)?;
    match by_parts(&mut raised, way)? {
        Some(climb) => Ok(Some(climb)),
        None => by_a_skin(&mut raised, way),
    }
}

/// The whole way, or as large a part of it as halving finds.
fn by_parts<T: Real, S: Support>(
    raised: &mut Raised<'_, T, S>,
    way: &Vector3<T>,
) -> Result<Option<Climb<T>>, InvalidSweep> {
    // The part of the way that the walk has made.
    let walked = raised.walk.map_or(T::zero(), |walk| {
        let part = walk.moved.dot(way) / way.norm_squared();
        part.max(T::zero()).min(T::one())
    });
    // The parts of the rest of it that lead not far enough, and too far.
    let (mut short, mut long) = (T::zero(), T::one());
    let mut part = T::one();
    for _ in 0..=MOST_HALVINGS {
        let left = (T::one() - walked) * (T::one() - part);
        match raised.go(&(way * (T::one() - left)), Vector3::zeros())? {
            Tried::Stands(footing) => return Ok(Some(raised.climb(footing, left))),
            Tried::TooHigh(floor) if raised.is_met(&floor) => break,
            Tried::TooHigh(_) | Tried::Beyond => long = part,
            Tried::Nowhere if part == T::one() => break,
            Tried::Nowhere => short = part,
        }
        part = (short + long) * T::nearest(0.5);
    }
    Ok(None)
}

/// Directions without those that are the same: a walk into a corner meets each of its walls over and over.
fn once_each<T: Real>(all: impl Iterator<Item = Vector3<T>>) -> SmallVec<[Vector3<T>; 4]> {
    let mut each = SmallVec::new();
    for one in all {
        if !each.contains(&one) {
            each.push(one);
        }
    }
    each
}

/// A way that closes a skin, where the way itself closes less; and along what stands beside the step.
fn by_a_skin<T: Real, S: Support>(
    raised: &mut Raised<'_, T, S>,
    way: &Vector3<T>,
) -> Result<Option<Climb<T>>, InvalidSweep> {
    let (slopes, skin) = (raised.slopes, raised.skin);
    let toward: SmallVec<[Vector3<T>; 4]> = match raised.walk {
        Some(walk) => once_each((raised.walls(walk)).map(|hit| -slopes.level(*hit.normal))),
        None => smallvec![*way],
    };
    let beside = (raised.walk).map_or(Walls::new(), |walk| upright(&walk.planes, slopes));
    for toward in toward {
        let Some(toward) = Unit::try_new(toward, T::zero()) else {
            continue;
        };
        let is_other = |n: &Unit<Vector3<T>>| (**n + *toward).norm().to_f64() > SAME;
        let mut beside: Walls<T> = beside.iter().copied().filter(is_other).collect();
        // By what the walk has met besides it, and once more by what that try has met.
        for is_of_walk in [true, false] {
            let [goes, aside] = [way, &*toward].map(|v| plane::solve(*v, &beside));
            let (closes, part) = (toward.dot(&goes), aside.norm_squared());
            let is_new = closes < skin || is_of_walk && !beside.is_empty();
            if closes > T::zero() && is_new && part >= T::nearest(CORNER * CORNER) {
                let more = *toward * ((skin - closes).max(T::zero()) / part);
                if let Tried::Stands(footing) = raised.go(&goes, more)? {
                    return Ok(Some(raised.climb(footing, T::zero())));
                }
            }
            beside.clone_from(&raised.met);
        }
    }
    Ok(None)
}
