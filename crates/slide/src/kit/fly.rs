//! A way through the air. [`air`](crate::air) says what is made of it beside slopes, and why.

use crate::exits::wide;
use crate::kit::checks::{self, axes};
use crate::kit::footing::floor_at;
use crate::kit::{Slopes, Surface};
use crate::mover::{Course, skin_at, slide_on};
use crate::{Response, SlideHit, SlideOptions, SlideReport};
use nalgebra::{Isometry3, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::Scene;
use swept_support::{Placed, Real, Support};

/// Moves through the air, or without friction along what cannot be stood on: by `fall`, the way of a fall, a jump or a slide down, and by
/// `push`, which is pushed for on the level (displacements in world space; the part of `push` along up does not count). A dry run, as
/// [`move_and_slide`](crate::move_and_slide), which would lead whoever pushes against a slope up it.
///
/// Here what is pushed for leads nobody up a slope that is no floor, at any frame rate, nor in a corner of two such slopes: of the ways
/// along the planes that are met it is the one nearest to what was asked that rises no more than the fall by itself would along them. A
/// floor is slid up, and so is an edge behind which a floor is.
///
/// Of the velocity of the fall is left what [`plane::solve`](crate::plane::solve) makes of it by [`SlideReport::planes`]. Whether it lands on
/// what it has come down to is for [`footing`](crate::kit::footing()) to say.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide), of `push`, of `fall`, and of the two ways together.
pub fn fly<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    push: impl Into<Vector3<T>>,
    fall: impl Into<Vector3<T>>,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    let (shape, pose) = (mover.shape(), &mover.pose());
    let (push, fall) = (push.into(), fall.into());
    checks::way(axes!("push"), &push)?;
    checks::way(axes!("fall"), &fall)?;
    let level = slopes.level(push);
    fly_from(scene, shape, pose, (&level, &fall), false, slopes, options)
}

/// [`fly`] of a shape at a pose; where it comes down on a floor it ends there, if so asked.
pub(super) fn fly_from<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    (push, fall): (&Vector3<T>, &Vector3<T>),
    lands: bool,
    slopes: &Slopes<T>,
    options: &SlideOptions<'_, T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    let way = push + fall;
    let lands = lands && way.dot(&slopes.up) < T::zero();
    let skin = skin_at(scene, shape, pose, options)?;
    let air = slopes.air_push(push);
    let mut failed = Ok(());
    let respond = |hit: &SlideHit<T>| {
        if lands && slopes.surface(&hit.normal) == Surface::Floor {
            return Ok(Response::Stop);
        }
        let is_pushed = hit.normal.dot(push) < T::zero();
        if is_pushed && floor_at(scene, hit, skin, slopes, options)?.is_some() {
            air.comes_up(wide(&hit.normal));
        }
        Ok(Response::Slide)
    };
    let course = Course::Air(&air);
    let flight = slide_on(scene, shape, pose, way, course, options, &mut |hit| {
        respond(hit).unwrap_or_else(|error| {
            failed = Err(error);
            Response::Stop
        })
    })?;
    failed.map(|()| flight)
}
