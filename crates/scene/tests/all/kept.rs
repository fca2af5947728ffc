//! Target distances of motions that turn.

use crate::common::ball;
use swept_cast::{CastOptions, Turn, TurningOptions};
use swept_scene::{Object, Query, Scene, TurningMotion};
use swept_support::Cuboid;

/// A ball goes past a box at half the distance that is to be kept, which is asked for in one place or the other.
#[test]
fn a_turning_motion_keeps_the_larger_distance_that_is_asked_for() {
    let mut scene = Scene::<f64>::new();
    scene
        .insert(Object::new(Cuboid::new([1.0; 3]).unwrap()))
        .unwrap();
    let passing = ball(0.5, [-3.0, 1.55, 0.0], [6.0, 0.0, 0.0]);
    let turning = TurningMotion::new(passing, Turn::by([0.0, 0.1, 0.0])).unwrap();
    for (linear, own, is_met) in [
        (0.0, 0.0, false),
        (0.1, 0.0, true),
        (0.0, 0.1, true),
        (0.1, 0.01, true),
    ] {
        let query = Query::default().with_cast(CastOptions {
            target_distance: linear,
            ..CastOptions::default()
        });
        let options = TurningOptions {
            target_distance: own,
            ..TurningOptions::default()
        };
        let found = scene.cast_turning(&turning, &query, &options);
        assert_eq!(found.hit().is_some(), is_met, "{linear} {own}: {found:?}");
        let certified = scene
            .cast_turning_certified(&turning, &query, &options)
            .unwrap();
        assert_eq!(certified.certified.outcome.hit().is_some(), is_met);
        let parts = scene.cast_turning_parts([&turning], &query, &options);
        assert_eq!(parts.outcome.hit().is_some(), is_met);
    }
}
