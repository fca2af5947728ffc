//! Builds with debug assertions compile the moves once.
//!
//! As in `swept-scene`, of which this is the continuation: in such builds every move turns its shape into a `dyn Support` on entry, and what
//! is left to compile is instantiated here, once for all crates that build on this one.

use crate::kit::{Character, Gait, carried_upright, fly, footing, ride, step_up};
use crate::{SlideOptions, depenetrate, move_and_slide, slide};
use nalgebra::{Isometry3, Point3, Vector3};
use swept_scene::{ObjectId, Scene};
use swept_support::{Placed, Real, Support};

/// Makes every move. It is never called: it is there to be compiled.
fn ask<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, &'static dyn Support>,
    gait: &Gait<T>,
    platform: ObjectId,
) {
    let (options, slopes) = (SlideOptions::default(), &gait.slopes);
    let (way, zero, pose) = (Vector3::zeros(), T::zero(), Isometry3::identity());
    let _ = (
        move_and_slide(scene, mover, way, &options, slide),
        depenetrate(scene, mover, zero, &options),
        fly(scene, mover, way, way, slopes, &options),
        footing(scene, mover, zero, slopes, &options),
        step_up(scene, mover, way, zero, slopes, &options),
        ride(scene, mover, platform, way, &options, slide),
        carried_upright(&pose, &pose, mover, Point3::origin(), &slopes.up, slopes),
        Character::new(pose).step(scene, mover.shape(), way, zero, gait, &options),
    );
}

type Ask<T> = fn(&Scene<T>, &Placed<T, &'static dyn Support>, &Gait<T>, ObjectId);

#[used]
static SINGLE: Ask<f32> = ask;
#[used]
static DOUBLE: Ask<f64> = ask;
