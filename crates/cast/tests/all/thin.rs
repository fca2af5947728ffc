//! Starts in a triangle, or by less than a touch above it: what would cross it is stopped, and what leaves it is not.

use nalgebra::Vector3;
use swept_cast::{Outcome, Sweep};
use swept_support::{Cuboid, Placed, PointShape, Real, Segment, Support, Triangle};

/// The half of a kite in y = 0 that lies on one side (1 or −1) of the edge from (0, 0, −3) to (0, 0, 3).
fn half<T: Real>(side: f64) -> Triangle<T> {
    let corner = |v: [f64; 3]| v.map(T::nearest);
    let [a, b] = [-3.0, 3.0].map(|z| corner([0.0, 0.0, z]));
    Triangle::new(a, b, corner([3.0 * side, 0.0, 0.0])).unwrap()
}

/// What comes of a shape that moves from a place toward one of the halves.
fn cast<T: Real>(
    moving: &dyn Support,
    from: [f64; 3],
    displacement: [f64; 3],
    side: f64,
) -> Outcome<T> {
    cast_at(moving, 0.0, from, displacement, side)
}

/// The same where the half's own origin is as `far` away along all axes.
fn cast_at<T: Real>(
    moving: &dyn Support,
    far: f64,
    from: [f64; 3],
    displacement: [f64; 3],
    side: f64,
) -> Outcome<T> {
    let vector = |v: [f64; 3]| Vector3::from(v.map(T::nearest));
    let moving = Placed::new(moving, vector(from.map(|x| far + x))).unwrap();
    let fixed = Placed::new(half::<T>(side), vector([far; 3])).unwrap();
    Sweep::new(moving, vector(displacement), fixed)
        .unwrap()
        .cast()
}

/// A point of a triangle moves off either side of it: nothing closes in.
fn leaves<T: Real>() {
    for down in [-1.0, 1.0] {
        for aside in [0.0, 0.25] {
            let found = cast::<T>(&PointShape, [1.0, 0.0, 0.25], [aside, down, aside], 1.0);
            let gap = found.miss().map(|miss| miss.gap);
            assert_eq!(gap, Some(T::zero()), "{down} {aside}: {found:?}");
        }
    }
}

#[test]
fn what_is_in_a_triangle_leaves_it_on_either_side() {
    leaves::<f32>();
    leaves::<f64>();
}

/// A plate comes down on the border of a triangle, which it covers by some units in the last place: less than a touch.
fn stops<T: Real>() {
    let [plain, flat] = [0.5, 0.0].map(T::nearest);
    let plate = Cuboid::new([plain, flat, plain]).unwrap();
    for covered in [1.0, 2.0, 4.0, 16.0, 64.0] {
        for above in [0.25, 1.0] {
            for aside in [0.0, 0.125] {
                let from = [-0.5 + covered * T::EPSILON, above * T::EPSILON, 0.0];
                let found = cast::<T>(&plate, from, [-aside, -1.0, 0.25], 1.0);
                assert!(
                    found.hit().is_some(),
                    "{covered} {above} {aside}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn what_crosses_a_triangle_is_stopped_however_near_to_its_border() {
    stops::<f32>();
    stops::<f64>();
}

/// A rod along the edge between both halves, above it by less than a touch, comes down on one of them, whichever way it moves.
fn is_held<T: Real>() {
    let end = |z: f64| [0.0, 0.0, z].map(T::nearest);
    let rod = Segment::new(end(-0.5), end(0.5)).unwrap();
    for beside in [0.0, 0.25, -0.25, 1.0] {
        for above in [0.25, 1.0, 4.0] {
            let from = [beside, above, 0.0].map(|x| x * T::EPSILON);
            for way in [
                [0.0, -1.0, 0.0],
                [0.125, -1.0, 0.25],
                [1.0, -0.02, 0.0],
                [1.0, -0.05, 0.0],
            ] {
                let found = [1.0, -1.0].map(|side| cast::<T>(&rod, from, way, side));
                let is_held = found.iter().any(|one| one.hit().is_some());
                assert!(is_held, "{beside} {above} {way:?}: {found:?}");
            }
        }
    }
}

#[test]
fn nothing_falls_between_two_triangles() {
    is_held::<f32>();
    is_held::<f64>();
}

/// Far from the world's origin, what is above the edge by a unit in the last place of its position, which is far more than a touch.
fn is_held_far_away<T: Real>() {
    let end = |z: f64| [0.0, 0.0, z].map(T::nearest);
    let rod = Segment::new(end(-0.5), end(0.5)).unwrap();
    for far in [16.0, 1024.0, 65536.0] {
        let from = [0.0, T::EPSILON * far, 0.0];
        for way in [[0.0, -1.0, 0.0], [0.125, -1.0, 0.25], [1.0, -0.05, 0.0]] {
            for shape in [&rod as &dyn Support, &PointShape] {
                let found = [1.0, -1.0].map(|side| cast_at::<T>(shape, far, from, way, side));
                let is_held = found.iter().any(|one| one.hit().is_some());
                assert!(is_held, "{far} {way:?}: {found:?}");
            }
        }
    }
}

#[test]
fn nothing_falls_between_two_triangles_far_away() {
    is_held_far_away::<f32>();
    is_held_far_away::<f64>();
}
