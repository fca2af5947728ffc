//! Distances: how far away things may be.

use nalgebra::{Point3, Vector3};
use std::ops::ControlFlow;
use swept_cast::Outcome;
use swept_scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept_support::{Placed, Real, Sphere};

/// A scene of one triangle with sides of about this length, about the origin.
fn triangle<T: Real>(side: f64) -> Scene<T> {
    let at = |x: f64, y: f64| Point3::new(x, y, 0.0).map(T::nearest);
    let corners = vec![at(0.0, 0.0), at(side, 0.0), at(0.0, side)];
    Scene::of([Object::new(TriangleMesh::new(corners, vec![[0, 1, 2]]).unwrap())]).unwrap()
}

/// More balls than are looked at one by one.
fn balls<T: Real>(radius: f64) -> Scene<T> {
    let ball = Sphere::new(T::nearest(radius)).unwrap();
    let at = |i: i32| Vector3::ith(0, T::nearest(4.0 * radius * f64::from(i)));
    let mut scene = Scene::of((0..10).map(|i| Object::new(ball).at(at(i)))).unwrap();
    scene.rebuild();
    scene
}

/// From a ball of radius 1 that far away something is found, at rest and beside a way, wherever it may be.
fn finds<T: Real>(scene: &Scene<T>, far: f64) {
    let query = Query::default();
    let at = Vector3::new(far, -far / 2.0, 0.0).map(T::nearest);
    let shape = Placed::new(Sphere::new(T::one()).unwrap(), at).unwrap();
    let still = Motion::at_rest(shape).unwrap();
    let within = T::nearest(T::MAX_LENGTH);
    let found = scene.distance(&still, within, &query);
    let found = found.unwrap_or_else(|| panic!("nothing at {far:e}"));
    let length = found.distance.separation().to_f64();
    let expected = at.map(Real::to_f64).norm();
    // Balls are at one another's sides.
    assert!((length / expected - 1.0).abs() < 1e-3, "{far:e}: {length}");
    let mut near = 0;
    scene.near(&still, within, &query, |_| {
        near += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(near, if scene.len() > 1 { 10 } else { 1 }, "{far:e}");
    let away = Motion::new(shape, Vector3::ith(1, T::nearest(-far / 8.0))).unwrap();
    let missed = scene.cast_certified(&away, &query);
    let missed = missed.unwrap_or_else(|| panic!("no miss at {far:e}"));
    assert!(matches!(missed.certified.outcome, Outcome::Miss(_)));
}

#[test]
fn nothing_is_too_far_away_to_be_found() {
    for far in [1e10, 1e15, 1e18, 1e19, 1e20, 1e22, 1e25, 1e29] {
        finds::<f64>(&triangle(1.0), far);
        finds::<f64>(&balls(1.0), far);
    }
    for far in [1e5, 1e15, 1e29] {
        finds::<f64>(&triangle(1e-29), far);
        finds::<f64>(&balls(1e-29), far);
    }
    for far in [1e5, 1e6, 1e9, 1e10, 1e12, 1e15, 4e18] {
        finds::<f32>(&triangle(1e-12), far);
        finds::<f32>(&balls(1e-12), far);
        finds::<f32>(&triangle(1e-18), far);
    }
}
