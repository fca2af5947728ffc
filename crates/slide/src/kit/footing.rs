//! What a character stands on.

use crate::kit::{Slopes, Surface, checks};
use crate::mover::{skin_at, slide_from};
use crate::tolerance::{HIGHEST_PROBE, LEEWAY, PROBE, UPRIGHT};
use crate::{Response, SlideHit, SlideOptions, SlideReport, Stop};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{Motion, Scene, SceneOutcome, SubShape};
use swept_support::{Placed, Real, Support};

/// The floor below a character, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing<T: Real> {
    /// Where the mover stands on it, at the skin's distance from the plane of contact: what to snap to.
    pub position: Point3<T>,
    /// The floor's normal: of an edge that is stood on, that of the floor behind it.
    pub normal: Unit<Vector3<T>>,
    /// The point that is stood on.
    pub point: Point3<T>,
    /// What is stood on.
    pub sub_shape: SubShape,
}

/// Looks for a floor no more than `reach` (a length) below the mover; `None` when there is none. Snapping to the floor and stepping
/// down are to go to [`Footing::position`].
///
/// What is met on the way down and is too steep is slid along: at the foot of a wall that leans back, or beside one, there is no way
/// straight down. So the way is aside of that by half of `reach` at most, and as much shorter as sliding makes it. And a round or
/// pointed mover may stand on an edge, whose separating normal is steep although a floor begins there: a ray goes down one skin
/// behind the point of contact, from as high above the edge as to as far below it as the steepest floor leads there, and what it meets
/// decides.
///
/// The skin is kept from the plane that separates, as in every move. An edge that the flank of a round foot meets is farther away than that
/// plane: with the radius r, the skin k, and the sine s of the angle by which the plane's normal leads up, by
///
/// ```text
/// √((r + k)² + (k/2)² (1/s² − 1)) − r
/// ```
///
/// Of a skin of r/100 that is 1.12 skins at s = 0.1; of one as wide as r 2.2 skins at s = 0.2, and 4.4 at s = 0.1.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide), and where `reach` is no length.
pub fn footing<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    reach: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    checks::length("reach", reach)?;
    footing_at(scene, mover.shape(), &mover.pose(), reach, slopes, options)
}

/// [`footing`] of a shape at a pose.
pub(super) fn footing_at<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    reach: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
    let (floor, report) = look_down(scene, shape, pose, reach, slopes, options)?;
    Ok(floor.and_then(|normal| stands_on(normal, &report)))
}

/// The same, or a place within reach where what is too steep holds the mover from all sides: a pit of slopes, or between a slope and an
/// edge. Nothing slides from there, and its floor is level.
pub(super) fn footing_or_hold<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    reach: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
    let (floor, report) = look_down(scene, shape, pose, reach, slopes, options)?;
    let held = || (report.stop == Stop::Blocked).then_some(slopes.up);
    Ok(floor
        .or_else(held)
        .and_then(|normal| stands_on(normal, &report)))
}

/// Where the way down has led: onto a floor with this normal.
fn stands_on<T: Real>(normal: Unit<Vector3<T>>, down: &SlideReport<T>) -> Option<Footing<T>> {
    down.hits.last().map(|hit| Footing {
        position: down.position,
        normal,
        point: hit.point,
        sub_shape: hit.sub_shape(),
    })
}

/// The normal of the floor below, if there is one, and the way down.
type Below<T> = (Option<Unit<Vector3<T>>>, SlideReport<T>);

/// The way down as far as a floor, or else as far as within reach.
fn look_down<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    reach: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Below<T>, InvalidSweep> {
    let skin = skin_at(scene, shape, pose, options)?;
    let down = *slopes.up * -reach;
    let mut floor = Ok(None);
    let report = slide_from(scene, shape, pose, down, options, &mut |hit| {
        floor = floor_at(scene, hit, skin, slopes, options);
        match floor {
            Ok(None) => Response::Slide,
            _ => Response::Stop,
        }
    })?;
    Ok((floor?, report))
}

/// The normal of the floor that was met, if it is one, or if it begins at an edge that was met.
pub(super) fn floor_at<T: Real>(
    scene: &Scene<T>,
    hit: &SlideHit<T>,
    skin: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Unit<Vector3<T>>>, InvalidSweep> {
    let is_floor = |normal: &Unit<Vector3<T>>| slopes.surface(normal) == Surface::Floor;
    if is_floor(&hit.normal) {
        return Ok(Some(hit.normal));
    }
    // What is touched by the flank, on a way that slides aside, does not hold it, whatever begins there.
    if hit.separating.dot(&slopes.up).to_f64() <= LEEWAY {
        return Ok(None);
    }
    match Some(hit.place.face_normal).filter(is_floor) {
        Some(floor) => Ok(Some(floor)),
        None => behind_edge(scene, hit, skin, slopes, options),
    }
}

/// The normal of the floor behind the edge that was met, if there is one.
fn behind_edge<T: Real>(
    scene: &Scene<T>,
    hit: &SlideHit<T>,
    skin: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Unit<Vector3<T>>>, InvalidSweep> {
    let level = slopes.level(*hit.normal);
    let Some(outward) = Unit::try_new(level, T::nearest(UPRIGHT * T::EPSILON)) else {
        return Ok(None);
    };
    let rise = (PROBE * slopes.steepest().to_f64().tan()).clamp(1.0, HIGHEST_PROBE);
    let above = *slopes.up * (skin * T::nearest(rise));
    let from = hit.point - *outward * skin + above;
    let ray = Motion::ray(from, above * T::nearest(-2.0))?;
    let SceneOutcome::Hit(below) = scene.cast_closest(&ray, &options.query) else {
        return Ok(None);
    };
    let normal = below.place.face_normal;
    Ok((slopes.surface(&normal) == Surface::Floor).then_some(normal))
}
