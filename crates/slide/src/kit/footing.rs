//! What a character stands on.

use crate::kit::{Slopes, Surface};
use crate::mover::{placed, skin, slide_from};
use crate::tolerance::{PROBE, UPRIGHT};
use crate::{Response, SlideOptions};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{Motion, Scene, SceneOutcome, SubShape};
use swept_support::{Placed, Real, Support};

/// The floor below a character.
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
/// A round or pointed mover may stand on an edge, whose separating normal is steep although a floor begins there. So when the
/// normal says wall, a ray goes down one skin behind the point of contact, and what it meets decides.
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
    let level = slopes.level(&hit.normal);
    let Some(outward) = Unit::try_new(level, T::nearest(UPRIGHT * T::EPSILON)) else {
        return Ok(None);
    };
    let mover = Motion::at_rest(placed(shape, pose)?)?;
    let skin = T::nearest(skin(scene, &mover, &Vector3::zeros(), options));
    let from = hit.point - *outward * skin + *slopes.up * skin;
    let ray = Motion::ray(from, *slopes.up * (skin * T::nearest(-PROBE)))?;
    let SceneOutcome::Hit(below) = scene.cast_closest(&ray, &options.query) else {
        return Ok(None);
    };
    let normal = below.place.face_normal;
    Ok((slopes.surface(&normal) == Surface::Floor).then(|| footing(normal)))
}
