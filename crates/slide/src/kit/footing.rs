//! What a character stands on.

use crate::kit::{Slopes, Surface};
use crate::mover::{placed, slide_from};
use crate::tolerance::{PROBE, UPRIGHT, WITHIN};
use crate::{Response, SlideHit, SlideOptions};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use std::ops::ControlFlow;
use swept_cast::{Distance, InvalidSweep};
use swept_scene::{Motion, Scene, SceneDistance, SceneOutcome, SubShape};
use swept_support::{Placed, Real, Support};

/// The floor below a character, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing<T: Real> {
    /// Where the mover stands on it, at the skin's distance: what to snap to.
    pub position: Point3<T>,
    /// The floor's normal: of an edge that is stood on, that of the floor behind it.
    pub normal: Unit<Vector3<T>>,
    /// The point that is stood on.
    pub point: Point3<T>,
    /// What is stood on.
    pub sub_shape: SubShape,
}

/// Looks for a floor no more than `reach` (a length) below the mover; `None` when there is none, or what is met first
/// is too steep. Snapping to the floor and stepping down are to go to [`Footing::position`].
///
/// At the foot of a wall that leans back, or of a ledge, a mover may meet the wall a rounding before the floor. So when the normal says
/// wall, what is a skin away there is asked first whether it is floor. And a round or pointed mover may stand on an edge, whose separating
/// normal is steep although a floor begins there: a ray goes down one skin behind the point of contact, and what it meets decides.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide).
pub fn footing<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    reach: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Footing<T>>, InvalidSweep> {
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
    let down = *slopes.up * -reach;
    let report = slide_from(scene, shape, pose, down, options, |_| Response::Stop)?;
    let Some(hit) = report.hits.first() else {
        return Ok(None);
    };
    let footing = |normal| Footing {
        position: report.position,
        normal,
        point: hit.point,
        sub_shape: hit.sub_shape(),
    };
    let faces = [hit.normal, hit.place.face_normal];
    if let Some(floor) = faces
        .into_iter()
        .find(|n| slopes.surface(n) == Surface::Floor)
    {
        return Ok(Some(footing(floor)));
    }
    let skin = report.skin;
    let there = Isometry3::from_parts(report.position.into(), pose.rotation);
    let beside = beside_wall(scene, &placed(shape, &there)?, skin, slopes, options)?;
    if let Some(near) = beside {
        return Ok(Some(Footing {
            point: match near.distance {
                Distance::Apart(apart) => apart.point_fixed,
                Distance::Overlap(overlap) => overlap.point_fixed,
            },
            sub_shape: near.place.sub_shape,
            ..footing(near.place.normal)
        }));
    }
    let behind = behind_edge(scene, hit, skin, slopes, options)?;
    Ok(behind.map(footing))
}

/// The normal of the floor behind the edge that was met, if there is one.
fn behind_edge<T: Real>(
    scene: &Scene<T>,
    hit: &SlideHit<T>,
    skin: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<Unit<Vector3<T>>>, InvalidSweep> {
    let level = slopes.level(&hit.normal);
    let Some(outward) = Unit::try_new(level, T::nearest(UPRIGHT * T::EPSILON)) else {
        return Ok(None);
    };
    let from = hit.point - *outward * skin + *slopes.up * skin;
    let ray = Motion::ray(from, *slopes.up * (skin * T::nearest(-PROBE)))?;
    let SceneOutcome::Hit(below) = scene.cast_closest(&ray, &options.query) else {
        return Ok(None);
    };
    let normal = below.place.face_normal;
    Ok((slopes.surface(&normal) == Surface::Floor).then_some(normal))
}

/// Of what is about a skin away from the mover the floor that is the most level.
fn beside_wall<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    skin: T,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<Option<SceneDistance<T>>, InvalidSweep> {
    let rise = |near: &SceneDistance<T>| near.place.normal.dot(&slopes.up).to_f64();
    let mut best: Option<SceneDistance<T>> = None;
    let within = T::nearest(WITHIN * skin.to_f64());
    let rest = Motion::at_rest(mover.as_ref())?;
    let down = -slopes.up.map(Real::to_f64);
    scene.near(&rest, within, &options.query, |near| {
        let is_floor = slopes.surface(&near.place.normal) == Surface::Floor
            && !scene.is_passed(&near.place.sub_shape, &down);
        // The search shows them in an order of its own.
        let is_better = best.is_none_or(|best| {
            let lower = near.place.sub_shape < best.place.sub_shape;
            rise(near) > rise(&best) || rise(near) == rise(&best) && lower
        });
        if is_floor && is_better {
            best = Some(*near);
        }
        ControlFlow::Continue(())
    });
    Ok(best)
}
