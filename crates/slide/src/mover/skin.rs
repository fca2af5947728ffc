//! How near casts let a mover come, and how far they have to look.
//!
//! # Where a scene ends
//! A long way asks for a wide skin: it is rounded by a part of its length. But nothing of a scene is farther from the world's origin than
//! some F, so that most of a very long way is of no account. Let the mover, of the size s, begin at a distance P of the origin, with the
//! skin k that is asked for, and let
//!
//! ```text
//! D = P + F + s + k,  R = 5 D
//! ```
//!
//! Along ways of up to R rounding asks for a skin of less than a thousandth of D: the skin K that is kept is k, or less than that. A cast
//! begins where the mover began, or on the way from there to where it touches something, no farther out than F + s + K: within D of
//! the origin, but for a thousandth and for what it is lifted by. One lift is by 2 K at most ([`stand_off`](super::stand_off)). Each of the
//! others is to where the mover is K away from a plane that has behind it what was met: along the plane's normal it is no farther
//! out than F + s + K then, so that the square of its distance from the origin has grown by no more than D². After the one and
//! seven others, those of eight casts, that distance is no more than √(3² + 7) D = 4 D where K is k, and hardly more than D where it is
//! not. Who has gone straight on by R from there is F + s + K or more from the origin: it has everything behind it, for good. So casts go
//! no farther than R, and the skin is that of a way of R. (Who allows more casts may be lifted more often than that. Beside a skin as
//! large as the scene this does not account for it.)
//!
//! A half-space has no end, and may be met however far. There casts go as far as rounding leaves a skin no wider than the mover, or than k,
//! and no less than R. Who has met nothing until then has all that ends behind it, as above: a skin as wide as s or k is a small part of
//! how far casts then go. The rest of a motion that leaves every half-space is free. Any other ends there: of a longer way nothing could be
//! said but beside a skin that is wider than what keeps it.

use super::placed;
use crate::SlideOptions;
use crate::tolerance::{SKIN, least_skin, least_skin_of_casts};
use nalgebra::{Isometry3, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{Motion, Query, Scene};
use swept_support::{Real, Support, largest};

/// What a mover keeps to on its way.
pub(super) struct Room {
    pub(super) skin: f64,
    /// How far casts go.
    pub(super) reach: f64,
}

impl Room {
    /// The [`skin`] of as much of `way` as there is something to be met on.
    pub(super) fn of<T: Real, S: Support>(
        scene: &Scene<T>,
        mover: &Motion<T, S>,
        way: &Vector3<f64>,
        options: &SlideOptions<'_, T>,
    ) -> Self {
        let asked = asked(mover, options);
        // Most skins are large enough for the whole way.
        if of_rounding(mover, way, asked) <= asked && is_ample(scene, mover, way, asked) {
            let (skin, reach) = (asked, f64::INFINITY);
            return Self { skin, reach };
        }
        let reach = reach(scene, mover, asked, &options.query);
        let way = way * (reach / way.norm()).min(1.0);
        let skin = enough(scene, mover, &way, asked, &options.query);
        Self { skin, reach }
    }
}

/// The distance that a mover keeps where it stands: the skin of the options or the default for its size, but no less than rounding needs.
pub(crate) fn skin<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Motion<T, S>,
    options: &SlideOptions<'_, T>,
) -> f64 {
    let (way, asked) = (Vector3::zeros(), asked(mover, options));
    enough(scene, mover, &way, asked, &options.query)
}

/// [`skin`] of a shape at a pose, rounded to the scalar.
pub(crate) fn skin_at<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    options: &SlideOptions<'_, T>,
) -> Result<T, InvalidSweep> {
    let mover = Motion::at_rest(placed(shape, pose)?)?;
    Ok(T::nearest(skin(scene, &mover, options)))
}

/// `skin`, or the least skin that rounding allows beside what is near the way if that is more: see [`least_skin`] and
/// [`least_skin_of_casts`].
pub(crate) fn enough<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Motion<T, S>,
    way: &Vector3<f64>,
    skin: f64,
    query: &Query<'_, T>,
) -> f64 {
    let skin = of_rounding(mover, way, skin);
    // Most skins are large enough for everything in the scene.
    if is_ample(scene, mover, way, skin) {
        return skin;
    }
    // Otherwise only objects count that are nearer to the way than two of the skins that they ask for.
    let (around, part) = (
        way.norm() + 2.0 * least_beside(mover, way, 0.0),
        2.0 * least_skin_of_casts::<T>(1.0),
    );
    let near = scene.lengths_near(mover, around, part, query);
    near.map_or(skin, |lengths| skin.max(least_beside(mover, way, lengths)))
}

fn asked<T: Real, S: Support>(mover: &Motion<T, S>, options: &SlideOptions<'_, T>) -> f64 {
    let asked = options.skin.map(Real::to_f64);
    let asked = asked.filter(|k| (0.0..=T::MAX_LENGTH).contains(k));
    asked.unwrap_or_else(|| SKIN * size(mover))
}

/// `skin`, or what the rounding of positions and ways asks for.
fn of_rounding<T: Real, S: Support>(mover: &Motion<T, S>, way: &Vector3<f64>, skin: f64) -> f64 {
    let position = mover.moving().position();
    skin.max(least_skin::<T>(
        size(mover) + largest(&position) + largest(way),
    ))
}

/// The least skin beside an object that adds `lengths` to the scale of casts, from anywhere on the way.
fn least_beside<T: Real, S: Support>(
    mover: &Motion<T, S>,
    way: &Vector3<f64>,
    lengths: f64,
) -> f64 {
    least_skin_of_casts::<T>(size(mover) + way.norm() + lengths)
}

/// Whether a skin is large enough for everything in the scene.
fn is_ample<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Motion<T, S>,
    way: &Vector3<f64>,
    skin: f64,
) -> bool {
    let lengths = mover.moving().position().norm() + scene.farthest();
    least_beside(mover, way, lengths) <= skin
}

/// How far casts have to go: where a scene ends, above.
fn reach<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Motion<T, S>,
    asked: f64,
    query: &Query<'_, T>,
) -> f64 {
    let size = size(mover);
    let beyond_all = 5.0 * (mover.moving().position().norm() + scene.farthest() + size + asked);
    if scene.unbounded_normals(query).next().is_none() && beyond_all > 0.0 {
        return beyond_all;
    }
    // A point has no size that a skin could be wider than.
    if size == 0.0 {
        return f64::INFINITY;
    }
    beyond_all.max(size.max(asked) / least_skin_of_casts::<T>(1.0))
}

fn size<T: Real, S: Support>(mover: &Motion<T, S>) -> f64 {
    let shape = mover.moving().shape();
    shape.extent() + shape.radius()
}
