//! Builds with debug assertions compile the queries once.
//!
//! As in `swept-cast`, of which this is the continuation: in such builds every query turns its shape into a `dyn Support` on entry, and what
//! is left to compile is instantiated here, once for all crates that build on this one. The arithmetic is the same, operation by operation.

use crate::{Motion, Query, Scene, TurningMotion};
use std::ops::ControlFlow;
use swept_cast::{Turn, TurningOptions};
use swept_support::{Real, Support};

/// Asks every query. It is never called: it is there to be compiled.
fn ask<T: Real>(scene: &Scene<T>, motion: Motion<T, &'static dyn Support>) {
    let (query, options, zero) = (Query::default(), TurningOptions::default(), T::zero());
    let _ = (
        scene.cast_closest(&motion, &query),
        scene.cast_any(&motion, &query),
        scene.cast_in_company(&motion, &query, zero, |_| {}),
        scene.cast_certified(&motion, &query),
        scene.cast_parts([&motion], &query),
        scene.overlaps(&motion, &query),
        scene.distance(&motion, zero, &query),
        scene.lengths_near(&motion, 0.0, 0.0, &query),
    );
    scene.cast_all(&motion, &query, |_| crate::Next::Stop);
    scene.near(&motion, zero, &query, |_| ControlFlow::Break(()));
    scene.near_planes(&motion, zero, zero, &query, |_, _| ControlFlow::Break(()));
    let Ok(turning) = TurningMotion::new(motion, Turn::default()) else {
        return;
    };
    let _ = (
        scene.cast_turning(&turning, &query, &options),
        scene.cast_turning_certified(&turning, &query, &options),
        scene.cast_turning_parts([&turning], &query, &options),
    );
}

type Ask<T> = fn(&Scene<T>, Motion<T, &'static dyn Support>);

#[used]
static SINGLE: Ask<f32> = ask;
#[used]
static DOUBLE: Ask<f64> = ask;
