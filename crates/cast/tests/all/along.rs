//! What is nearer than anything proves, or than its place is rounded by, and moves along a side is not stopped.

use crate::dice::Dice;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Certified, Method, Outcome, Sweep};
use swept_support::{ConvexHull, Cuboid, Placed, Real, Support, Triangle};

/// What all methods make of a sweep, each certificate checked.
fn all(
    moving: Placed<f64, impl Support>,
    way: Vector3<f64>,
    fixed: Placed<f64, impl Support>,
) -> Vec<Certified<f64>> {
    let sweep = Sweep::new(moving.as_dyn(), way, fixed.as_dyn()).unwrap();
    let cast = |method| {
        let found = sweep.cast_certified(&CastOptions {
            method,
            ..CastOptions::default()
        });
        found.certificate.verify(&sweep).unwrap();
        found
    };
    Method::ALL.into_iter().map(cast).collect()
}

/// A box stands beside a block, its bottom in the plane of the block's top, farther than a touch and nearer than anything proves. It goes on
/// over the top, and is stopped where it moves down.
#[test]
fn what_is_nearer_than_a_proof_goes_on_along_a_side() {
    let mut dice = Dice(11);
    for i in 0..200 {
        let half = dice.vector().map(|x| 0.25 + 0.5 * x.abs());
        let block = Vector3::new(1.0, 0.5, 1.5);
        let turn = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let corners = (0..8).map(|i| {
            let side = |k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
            [side(0), side(1), side(2)]
        });
        let (cuboid, hull) = (
            Cuboid::new(half).unwrap(),
            ConvexHull::new(corners).unwrap(),
        );
        let shape: &dyn Support = if i % 2 == 0 { &cuboid } else { &hull };
        let beside = Vector3::new(-block.x - half.x, block.y + half.y, dice.roll());
        let scale = half.norm() + block.norm() + beside.norm();
        // A touch is 2⁻⁴⁹ of the scale, and what may be proven 39u of the shapes and more.
        let apart = f64::powi(2.0, -49) * scale * (1.25 + 0.5 * dice.part());
        let at = turn * (beside - Vector3::x() * apart);
        for (down, stops) in [(0.0, false), (-0.25, true)] {
            let moving = Placed::new(shape, Isometry3::from_parts(at.into(), turn)).unwrap();
            let fixed = Cuboid::new(block).unwrap();
            let fixed = Placed::new(fixed, Isometry3::from_parts([0.0; 3].into(), turn)).unwrap();
            let way = turn * Vector3::new(1.0, down, 0.5 * dice.roll());
            for found in all(moving, way, fixed) {
                let is_right = match &found.outcome {
                    Outcome::Hit(hit) => stops && hit.fraction_upper < 1e-13,
                    Outcome::Miss(miss) => !stops && miss.gap == 0.0,
                    _ => false,
                };
                assert!(is_right, "{i} {down} {apart:e}: {found:?}");
            }
        }
    }
}

/// A thin box stands over the top of a block, farther than a touch and nearer than anything proves, and comes down by some touches on a way
/// along the top. Where it is stopped at the start, the normal is one along which it is not deep there.
#[test]
fn what_is_stopped_nearer_than_a_proof_is_stopped_by_a_side_that_it_is_beside() {
    let mut dice = Dice(15);
    let mut stopped = 0;
    for i in 0..400 {
        let half = Vector3::new(1e-6, 1e-3, 0.25 + 0.5 * dice.part());
        let block = Vector3::new(1.0, 0.5, 1.5);
        let [turn, tilt] = [(); 2].map(|()| UnitQuaternion::from_scaled_axis(dice.vector() * 3.0));
        let cuboid = Cuboid::new(half).unwrap();
        let place = |at: Vector3<f64>| {
            Placed::new(cuboid, Isometry3::from_parts(at.into(), turn * tilt)).unwrap()
        };
        let up = turn * Vector3::y();
        let low = -place(Vector3::zeros()).support_point(&-up).coords.dot(&up);
        let beside = Vector3::new(0.5 * dice.roll(), block.y + low, dice.roll());
        let touch = f64::powi(2.0, -49) * (half.norm() + block.norm() + beside.norm());
        let at = turn * (beside + Vector3::y() * touch * (1.0 + dice.part()));
        let down = touch * (1.0 + 19.0 * dice.part());
        let way = turn * Vector3::new(0.5 * dice.roll(), -down, 0.5 * dice.roll());
        let fixed = Isometry3::from_parts([0.0; 3].into(), turn);
        let fixed = Placed::new(Cuboid::new(block).unwrap(), fixed).unwrap();
        for found in all(place(at), way, fixed) {
            let Some(hit) = found.outcome.hit().filter(|hit| hit.fraction == 0.0) else {
                continue;
            };
            stopped += 1;
            let n = hit.normal.into_inner();
            let apart = place(at).support_point(&-n) - fixed.support_point(&n);
            let room = n.dot(&apart);
            assert!(room > -touch, "{i} {room:e}, a touch is {touch:e}: {hit:?}");
        }
    }
    assert!(stopped > 0);
}

/// A box far from the world's origin stands beside a block as before, as far off as its place is rounded by.
fn goes_on_far_away<T: Real>(far: f64) {
    let narrow = |v: Vector3<f64>| v.map(T::nearest);
    let half = [0.5, 0.25, 0.375].map(T::nearest);
    let mut dice = Dice(12);
    for i in 0..200 {
        let heading = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), T::nearest(dice.roll()));
        let turn = heading.coords.map(Real::to_f64);
        let turn = UnitQuaternion::new_normalize(turn.into());
        let origin = narrow(Vector3::new(far * dice.part(), 0.0, far * dice.part()));
        let beside = turn * Vector3::new(-1.5, 1.25, dice.roll());
        let at = narrow(beside + origin.map(Real::to_f64));
        let place = |half, at: Vector3<T>| {
            let shape = Cuboid::new(half).unwrap();
            Placed::new(shape, Isometry3::from_parts(at.into(), heading)).unwrap()
        };
        let way = narrow(turn * Vector3::new(1.0, 0.0, 0.25 * dice.roll()));
        let fixed = place([T::one(); 3], origin);
        for method in Method::ALL {
            let sweep = Sweep::new(place(half, at), way, fixed).unwrap();
            let found = sweep.cast_certified(&CastOptions {
                method,
                ..CastOptions::default()
            });
            found.certificate.verify(&sweep).unwrap();
            let stopped = found.outcome.hit();
            assert!(stopped.is_none(), "{i} {far:e} {method:?}: {stopped:?}");
        }
    }
}

#[test]
fn what_is_as_near_as_its_place_is_rounded_goes_on_along_a_side() {
    for far in [10.0, 1e3, 1e5] {
        goes_on_far_away::<f64>(far);
        goes_on_far_away::<f32>(far);
    }
}

/// A box stands beside a triangle whose corners are the world's coordinates, its bottom in the triangle's plane, as far off as its place is
/// rounded by. It goes on over the triangle, and is stopped where it moves down.
#[test]
fn what_is_as_near_to_far_corners_as_they_are_rounded_goes_on_along_a_side() {
    let mut dice = Dice(13);
    for far in [10.0, 1e3, 1e5] {
        for i in 0..200 {
            let origin = Vector3::new(far * dice.part(), 0.0, far * dice.part());
            let corners = [[0.0, -2.0], [3.0, 0.0], [0.0, 2.0]];
            let [a, b, c] = corners.map(|[x, z]| origin + Vector3::new(x, 0.0, z));
            let half = dice.vector().map(|x| 0.25 + 0.5 * x.abs());
            let heading = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), dice.roll());
            let cuboid = Cuboid::new(half).unwrap();
            let place = |at: Vector3<f64>| {
                Placed::new(cuboid, Isometry3::from_parts(at.into(), heading)).unwrap()
            };
            let wide = place(Vector3::zeros()).support_point(&Vector3::x()).x;
            let at = origin + Vector3::new(-wide, half.y, 0.5 * dice.roll());
            for (down, stops) in [(0.0, false), (-0.25, true)] {
                let way = Vector3::new(1.0, down, 0.25 * dice.roll());
                let triangle = Triangle::new(a, b, c).unwrap();
                let fixed = Placed::new(triangle, Isometry3::identity()).unwrap();
                for found in all(place(at), way, fixed) {
                    let is_right = match &found.outcome {
                        Outcome::Hit(hit) => stops && hit.fraction_upper < 1e-13 * far.max(100.0),
                        Outcome::Miss(miss) => !stops && miss.gap == 0.0,
                        _ => false,
                    };
                    assert!(is_right, "{far:e} {i} {down}: {found:?}");
                }
            }
        }
    }
}

/// A box slides at the target distance over a triangle that begins ahead of it. As its place is rounded it may be stopped where it comes near
/// to the first edge, and goes on from there; where it moves down it does not.
fn goes_on_at_a_distance<T: Real>(far: f64, reach: f64) {
    let narrow = |v: Vector3<f64>| v.map(T::nearest);
    let mut dice = Dice(14);
    for i in 0..100 {
        let turn = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let rounded = UnitQuaternion::new_unchecked(turn.coords.map(T::nearest).into());
        let turn = UnitQuaternion::new_normalize(rounded.coords.map(Real::to_f64).into());
        let origin = narrow(dice.vector() * far);
        let from = turn * Vector3::new(-1.0, 0.25 + reach, 0.2 * dice.roll());
        let way = turn * Vector3::new(1.5, 0.0, 0.25 * dice.roll());
        let down = turn * Vector3::new(0.0, -0.25, 0.0);
        let corners = [[0.0, -2.0], [3.0, 0.0], [0.0, 2.0]];
        let [a, b, c] = corners.map(|[x, z]| [x, 0.0, z].map(T::nearest));
        let place = |at: Vector3<T>| Isometry3::from_parts(at.into(), rounded);
        let triangle = Placed::new(Triangle::new(a, b, c).unwrap(), place(origin)).unwrap();
        let cuboid = Cuboid::new([0.5, 0.25, 0.375].map(T::nearest)).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                target_distance: T::nearest(reach),
                ..CastOptions::default()
            };
            let cast = |at: Vector3<T>, way: Vector3<T>| {
                let moving = Placed::new(cuboid, place(at)).unwrap();
                let sweep = Sweep::new(moving, way, triangle).unwrap();
                let found = sweep.cast_certified(&options);
                found.certificate.verify(&sweep).unwrap();
                found.outcome
            };
            let (mut at, mut left) = (narrow(from + origin.map(Real::to_f64)), narrow(way));
            let mut stops = 0;
            let gap = loop {
                match cast(at, left) {
                    Outcome::Miss(miss) => break miss.gap.to_f64(),
                    Outcome::Hit(hit) => {
                        at += left * hit.fraction;
                        left -= left * hit.fraction;
                        stops += 1;
                    }
                    other => panic!("{i} {far:e} {method:?}: {other:?}"),
                }
                assert!(stops < 4, "{i} {far:e} {method:?}: {at:?} {left:?}");
            };
            let rounding = T::EPSILON * (2.0 * far + 16.0) + 256.0 * f64::EPSILON;
            assert!(gap >= reach - rounding, "{i} {far:e} {method:?}: {gap:e}");
            if stops > 0 {
                let stopped = cast(at, left + narrow(down));
                let hit = stopped.hit().map(|hit| hit.fraction.to_f64());
                assert!(
                    hit.is_some_and(|at| at < 1e-2),
                    "{i} {far:e} {method:?}: {stopped:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_at_the_target_distance_as_its_place_is_rounded_goes_on_along_a_side() {
    for far in [1.0, 10.0, 1e3] {
        goes_on_at_a_distance::<f64>(far, 0.125);
        goes_on_at_a_distance::<f32>(far, 0.125);
    }
}
