//! Distances: how far away things may be, and what is exactly as near as was asked for.

use crate::common::{pose, shapes};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::{Distance, Outcome};
use swept_scene::{
    Compound, Geometry, HeightField, Motion, Object, Query, Scene, SubShape, TriangleMesh,
};
use swept_support::{
    Capsule, ConvexHull, Cuboid, Cylinder, Placed, PointShape, Real, Shape, Sphere, Support,
};

/// A scene of one triangle with sides of about this length, about the origin.
fn triangle<T: Real>(side: f64) -> Scene<T> {
    let at = |x: f64, y: f64| Point3::new(x, y, 0.0).map(T::nearest);
    let corners = vec![at(0.0, 0.0), at(side, 0.0), at(0.0, side)];
    Scene::of([Object::new(
        TriangleMesh::new(corners, vec![[0, 1, 2]]).unwrap(),
    )])
    .unwrap()
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

/// A convex shape of a size of about this length; of hulls, the origin may be far from the middle.
fn convex<T: Real>(rng: &mut ChaCha8Rng, unit: f64) -> Shape<T> {
    let mut r = |low: f64, high: f64| T::nearest(unit * rng.random_range(low..high));
    let [a, b, c] = [r(0.1, 1.0), r(0.1, 1.0), r(0.1, 1.0)];
    let kind = [a, b, c].map(Real::to_f64).iter().sum::<f64>() / unit;
    match (kind * 1000.0) as u32 % 5 {
        0 => Sphere::new(a).unwrap().into(),
        1 => Cuboid::new([a, b, c]).unwrap().into(),
        2 => Capsule::new(a, b).unwrap().into(),
        3 => Cylinder::new(a, b).unwrap().into(),
        _ => {
            let away = [r(-30.0, 30.0), r(-30.0, 30.0), r(-30.0, 30.0)];
            let mut corner = || Point3::from(away.map(|x| x + r(-1.0, 1.0)));
            let corners: Vec<_> = (0..12).map(|_| corner()).collect();
            ConvexHull::new(corners).unwrap().into()
        }
    }
}

fn ground<T: Real>(rng: &mut ChaCha8Rng, unit: f64) -> HeightField<T> {
    let heights = (0..9).map(|_| T::nearest(rng.random_range(0.0..1.0)));
    let scale = Vector3::repeat(T::nearest(unit));
    HeightField::new(3, 3, heights.collect(), scale).unwrap()
}

fn mesh<T: Real>(rng: &mut ChaCha8Rng, unit: f64) -> TriangleMesh<T> {
    let mut corner =
        || Point3::from([0; 3].map(|_| T::nearest(unit * rng.random_range(-3.0..3.0))));
    let corners: Vec<_> = (0..9).map(|_| corner()).collect();
    TriangleMesh::new(corners, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 4, 8]]).unwrap()
}

fn place<T: Real>(rng: &mut ChaCha8Rng, unit: f64) -> Isometry3<T> {
    let exact = rng.random_bool(0.4);
    let mut at = pose::<T>(rng, [3.0 * unit; 3]);
    if exact {
        at.rotation = nalgebra::UnitQuaternion::identity();
    }
    at
}

/// Objects of every kind, few or many.
fn world<T: Real>(rng: &mut ChaCha8Rng, unit: f64) -> Scene<T> {
    let count = rng.random_range(1..12);
    let object = |_| {
        let geometry: Geometry<T> = match rng.random_range(0..6) {
            0 => mesh(rng, unit).into(),
            1 => ground(rng, unit).into(),
            2 => {
                let parts = [0; 3].map(|_| {
                    let at = place(rng, unit);
                    let part: Geometry<T> = convex::<T>(rng, unit).into();
                    (part, at)
                });
                Compound::new(parts).unwrap().into()
            }
            _ => convex::<T>(rng, unit).into(),
        };
        Object::new(geometry).at(place(rng, unit))
    };
    let mut scene = Scene::of((0..count).map(object)).unwrap();
    scene.rebuild();
    scene
}

fn separation<T: Real>(distance: &Distance<T>) -> T {
    match distance {
        Distance::Apart(apart) => apart.separation,
        Distance::Overlap(overlap) => -overlap.depth,
    }
}

/// All that is within a length, by what it is found at.
fn near<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &Motion<T, S>,
    within: T,
) -> Vec<(SubShape, T)> {
    let mut all = Vec::new();
    scene.near_shapes(shape, within, &Query::default(), |of, distance| {
        all.push((of, separation(distance)));
        ControlFlow::Continue(())
    });
    all.sort_by_key(|(of, _)| *of);
    all
}

/// What a pair is found at is near within that very length. How many pairs were asked.
fn includes<T: Real>(seeds: std::ops::Range<u64>) -> usize {
    let query = Query::default();
    let most = T::nearest(T::MAX_LENGTH);
    let mut asked = 0;
    for seed in seeds {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let unit = [1.0, 3.7e-3, 1e6, 1e-12, 1e12][seed as usize % 5];
        let scene = world::<T>(rng, unit);
        for _ in 0..4 {
            let shape: Arc<dyn Support> = if rng.random_bool(0.5) {
                Arc::new(convex::<T>(rng, unit))
            } else {
                shapes::<T>().swap_remove(rng.random_range(0..5))
            };
            let away = unit * 10f64.powf(rng.random_range(-0.5..2.0));
            let shape = Placed::new(shape, place::<T>(rng, away)).unwrap();
            let shape = Motion::at_rest(shape).unwrap();
            let all = near(&scene, &shape, most);
            let nearest = all.iter().map(|(_, x)| *x);
            let least = nearest.fold(most, |a, b| a.min(b));
            for ask in 0..2 {
                let Some((_, any)) = all.get(rng.random_range(0..all.len())) else {
                    break;
                };
                let within = if ask == 0 { least } else { *any }.max(T::zero());
                let expected = all.iter().copied().filter(|(_, x)| *x <= within);
                let expected: Vec<_> = expected.collect();
                assert_eq!(near(&scene, &shape, within), expected, "{seed} {within}");
                asked += 1;
            }
            let found = scene.distance(&shape, least.max(T::zero()), &query);
            let found = found.unwrap_or_else(|| panic!("{seed}: nothing within {least}"));
            assert_eq!(separation(&found.distance), least, "{seed}");
        }
    }
    asked
}

#[test]
fn what_is_as_near_as_was_asked_for_is_near() {
    // The second of these ranges has one that was left out, when as much as a unit in the last place was allowed for.
    let asked = includes::<f64>(0..300) + includes::<f32>(1000..1300);
    assert!(asked > 4000, "{asked}");
}

/// Among equals the lowest comes first: balls at the corners of a cube and triangles around a corner, in any order.
#[test]
fn of_what_is_as_near_the_lowest_is_told() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let query = Query::default();
    let ball = Sphere::new(0.5).unwrap();
    let point = Motion::at_rest(Placed::new(ball, [0.0, 0.0, 0.0]).unwrap()).unwrap();
    for case in 0..200 {
        let mut at: Vec<usize> = (0..24).collect();
        for k in (1..at.len()).rev() {
            at.swap(k, rng.random_range(0..=k));
        }
        // Eight at the corners of a cube, and others farther out.
        let places = at.iter().map(|k| {
            let far = if *k < 8 { 2.0 } else { 4.0 + (k / 8) as f64 };
            let side = |bit: usize| if k & bit == 0 { -far } else { far };
            Object::new(ball).at([side(1), side(2), side(4)])
        });
        let mut scene = Scene::of(places).unwrap();
        if case % 2 == 0 {
            scene.rebuild();
        }
        let lowest = at.iter().position(|k| *k < 8).unwrap() as u32;
        let found = scene.distance(&point, 10.0, &query).unwrap();
        let expected = scene.objects().nth(lowest as usize).map(|(id, _)| id);
        assert_eq!(Some(found.place.sub_shape.id), expected, "{case}: {at:?}");

        // A tent of eight triangles around its top, all of them as near.
        let turn = |k: usize| (k as f64 * std::f64::consts::FRAC_PI_4).sin_cos();
        let rim = (0..8).map(|k| Point3::new(turn(k).0, -2.0, turn(k).1));
        let points: Vec<_> = [Point3::new(0.0, -1.5, 0.0)]
            .into_iter()
            .chain(rim)
            .collect();
        let fan = at.iter().filter(|k| **k < 8);
        let fan = fan.map(|k| [0, 1 + *k as u32, 1 + (*k as u32 + 1) % 8]);
        let tent = TriangleMesh::new(points, fan.collect()).unwrap();
        let scene = Scene::of([Object::new(tent)]).unwrap();
        let all = near(&scene, &point, 4.0);
        let least = all.iter().map(|(_, x)| *x).fold(f64::INFINITY, f64::min);
        let lowest = all
            .iter()
            .filter(|(_, x)| *x == least)
            .map(|(of, _)| *of)
            .min();
        let found = scene.distance(&point, 4.0, &query).unwrap();
        assert_eq!(Some(found.place.sub_shape), lowest, "{case}");
    }
}

/// Boxes along the axes are as near as the boxes around them: nothing else than rounding decides whether one is found within the very
/// distance that it has.
#[test]
fn boxes_are_found_within_their_very_distance() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for case in 0..200 {
        let unit = [1.0, 1e-3, 1e4][case % 3];
        let mut vector =
            |low: f64, high: f64| Vector3::from_fn(|_, _| unit * rng.random_range(low..high));
        let boxes: Vec<_> = (0..24)
            .map(|_| (vector(0.01, 0.3), vector(-4.0, 4.0)))
            .collect();
        let object = |(half, at): &(Vector3<f64>, Vector3<f64>)| {
            Object::new(Cuboid::new(*half).unwrap()).at(*at)
        };
        let mut scene = Scene::of(boxes.iter().map(object)).unwrap();
        scene.rebuild();
        let moving = Placed::new(Cuboid::new(vector(0.01, 0.3)).unwrap(), vector(-4.0, 4.0));
        let shape = Motion::at_rest(moving.unwrap()).unwrap();
        let all = near(&scene, &shape, 1e9);
        assert_eq!(all.len(), boxes.len());
        for (of, within) in &all {
            let within = within.max(0.0);
            let found = near(&scene, &shape, within);
            assert!(
                found.iter().any(|(one, _)| one == of),
                "{case}: {of:?} {within}"
            );
        }
    }
}

/// From one end of the range of lengths to the other is farther than the greatest of them, by √3 for each coordinate and twice that in all.
fn sees_to_the_end<T: Real>() {
    let most = T::MAX_LENGTH;
    let end = Vector3::repeat(T::nearest(-most));
    let point = Motion::at_rest(Placed::new(PointShape, end).unwrap()).unwrap();
    let found = |scene: &Scene<T>, within: f64| {
        let mut near = 0;
        scene.near(&point, T::nearest(within), &Query::default(), |_| {
            near += 1;
            ControlFlow::Continue(())
        });
        let nearest = scene.distance(&point, T::nearest(within), &Query::default());
        assert_eq!(nearest.is_some(), near > 0, "{within:e}");
        near
    };
    let corner = |x: f64| Point3::new(x, most, most).map(T::nearest);
    let corners = [corner(most), corner(0.9 * most), corner(0.95 * most)];
    let corners = corners.map(|p| p - Vector3::y() * T::nearest(0.01 * p.x.to_f64()));
    let mesh = TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]]);
    let grid = HeightField::new(2, 2, vec![T::one(); 4], Vector3::repeat(T::nearest(most)));
    let objects = [
        Object::new(PointShape).at(-end),
        Object::new(mesh.unwrap()),
        Object::new(grid.unwrap()),
        Object::new(Compound::new([(PointShape, -end)]).unwrap()),
    ];
    for object in objects {
        let many = (0..6).map(|_| object.clone());
        let scene = Scene::of(many).unwrap();
        // Of the field, whose near corner is at the origin's height, that is less.
        let count = found(&scene, f64::INFINITY);
        assert!(count >= 6, "{object:?}: {count}");
        assert_eq!(found(&scene, f64::MAX), count);
        assert_eq!(found(&scene, 3.5 * most), count);
        assert_eq!(found(&scene, most), 0, "{object:?}");
    }
}

#[test]
fn what_is_farther_than_the_greatest_length_is_found() {
    sees_to_the_end::<f64>();
    sees_to_the_end::<f32>();
}
