//! Casts that are given up early, in small worlds of every kind: the order of the search does not decide what comes first.

use crate::common::{direction, number};
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{CastOptions, Method, StartOverlap};
use swept_scene::{
    Build, Compound, Geometry, HeightField, MeshOptions, Motion, Object, Query, Scene,
    SceneOutcome, TriangleMesh,
};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, PointShape, Real, Sphere,
    Support,
};

/// A length between these two, small ones as often as large ones.
fn between(rng: &mut ChaCha8Rng, low: f64, high: f64) -> f64 {
    rng.random_range(low.ln()..high.ln()).exp()
}

/// Coordinates up to `half`; every other time they are multiples of a quarter of it.
fn place<T: Real>(rng: &mut ChaCha8Rng, half: f64) -> Vector3<T> {
    let even = rng.random_range(0..2) == 0;
    Vector3::from_fn(|_, _| {
        let x: f64 = rng.random_range(-1.0..1.0);
        T::nearest(half * if even { (4.0 * x).round() / 4.0 } else { x })
    })
}

/// No rotation, a third of a turn about a diagonal, or any.
fn pose<T: Real>(rng: &mut ChaCha8Rng, half: f64) -> Isometry3<T> {
    let turn = match rng.random_range(0..4) {
        0 => UnitQuaternion::identity(),
        1 => UnitQuaternion::new_unchecked(Quaternion::new(0.5, 0.5, -0.5, 0.5)),
        _ => UnitQuaternion::from_scaled_axis(direction(rng) * rng.random_range(0.0..3.0)),
    };
    let turn = UnitQuaternion::new_unchecked(Quaternion::from(turn.coords.map(T::nearest)));
    Isometry3::from_parts(Translation3::from(place(rng, half)), turn)
}

/// What moves is large beside the triangles of meshes every other time.
fn solid<T: Real>(rng: &mut ChaCha8Rng, size: f64) -> Arc<dyn Support + Send + Sync> {
    let [a, b, c] = [0; 3].map(|_| T::nearest(size * between(rng, 0.1, 1.0)));
    match rng.random_range(0..8) {
        0 => Arc::new(Sphere::new(a).unwrap()),
        1 => Arc::new(Cuboid::new([a, b, c]).unwrap()),
        2 => Arc::new(Capsule::new(a, b).unwrap()),
        3 => Arc::new(Cylinder::new(a, b).unwrap()),
        4 => Arc::new(Cone::new(a, b).unwrap()),
        5 => Arc::new(Ellipsoid::new([a, b, c]).unwrap()),
        6 => {
            let corners = (0..8).map(|_| Point3::from(place::<T>(rng, size)));
            Arc::new(ConvexHull::new(corners).unwrap())
        }
        _ => Arc::new(PointShape),
    }
}

/// A shape, a mesh, a height field, or several of these.
fn geometry<T: Real>(rng: &mut ChaCha8Rng, build: Build, nested: bool) -> Geometry<T> {
    match rng.random_range(0..if nested { 4 } else { 7 }) {
        0 | 1 => Geometry::Custom(solid::<T>(rng, 1.0)),
        2 => {
            let corners = (0..9).map(|_| Point3::from(place(rng, 1.0))).collect();
            let triangles = (0..12).map(|_| [0; 3].map(|_| rng.random_range(0..9)));
            let options = MeshOptions {
                build,
                ..MeshOptions::default()
            };
            TriangleMesh::with_options(corners, triangles.collect(), &options)
                .unwrap()
                .into()
        }
        3 => {
            let heights = (0..16).map(|_| place::<T>(rng, 0.5).x).collect();
            let scale = [0.5, 1.0, 0.25].map(T::nearest);
            HeightField::new(4, 4, heights, scale).unwrap().into()
        }
        _ => {
            let parts = (0..rng.random_range(1..6))
                .map(|_| (geometry::<T>(rng, build, true), pose::<T>(rng, 1.5)));
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
    }
}

/// The same objects: in trees of each kind, beside the tree, and put in last first.
fn worlds<T: Real>(seed: u64) -> [Scene<T>; 5] {
    let objects = |build: Build| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let spread = between(&mut rng, 0.5, 4.0);
        let count = rng.random_range(1..16);
        let objects = (0..count).map(|i| {
            let object = Object::new(geometry::<T>(&mut rng, build, false));
            object.at(pose::<T>(&mut rng, spread)).with_user_data(i)
        });
        objects.collect::<Vec<_>>()
    };
    let [fast, balanced, thorough] = Build::ALL.map(objects);
    let mut apart = Scene::new();
    for object in balanced.iter().cloned() {
        apart.insert(object).unwrap();
    }
    let reverse = balanced.clone().into_iter().rev();
    let reverse = Scene::of(reverse).unwrap();
    let [fast, balanced, thorough] = [fast, balanced, thorough].map(|o| Scene::of(o).unwrap());
    [fast, balanced, thorough, apart, reverse]
}

fn motion<T: Real>(rng: &mut ChaCha8Rng) -> Motion<T, Arc<dyn Support + Send + Sync>> {
    let away = [1.0, 4.0, 1e3, 1e9][rng.random_range(0..4)];
    let from = pose::<T>(rng, 4.0);
    let way = match rng.random_range(0..4) {
        0 => Vector3::zeros(),
        1 => -from.translation.vector.map(Real::to_f64) * between(rng, 0.5, 2.0),
        _ => direction(rng) * between(rng, 0.1, 1e4),
    };
    let size = [1.0, 6.0][rng.random_range(0..2)];
    let start = from.translation.vector.map(Real::to_f64) - way * (away - 1.0);
    let start = Isometry3::from_parts(start.map(T::nearest).into(), from.rotation);
    let moving = Placed::new(solid::<T>(rng, size), start).unwrap();
    Motion::new(moving, (way * away).map(T::nearest)).unwrap()
}

fn options<T: Real>(rng: &mut ChaCha8Rng) -> CastOptions<T> {
    let mut small = || match rng.random_range(0..4) {
        0 => between(rng, 1e-9, 1e-3),
        1 => between(rng, 1e-3, 10.0),
        _ => 0.0,
    };
    let [target_distance, tolerance] = [small(), small()].map(T::nearest);
    let start_overlap = [
        StartOverlap::Report,
        StartOverlap::Report,
        StartOverlap::Ignore,
        StartOverlap::IgnoreIfReceding,
    ];
    let most = [5, 5, 30][rng.random_range(0..3)];
    CastOptions {
        method: Method::ALL[rng.random_range(0..Method::ALL.len())],
        target_distance,
        tolerance,
        start_overlap: start_overlap[rng.random_range(0..4)],
        chord: false,
        max_steps: rng.random_range(0..most),
    }
}

/// What an answer says, and of what by the numbers that do not depend on the order of insertion.
fn told<T: Real>(outcome: &SceneOutcome<T>) -> String {
    let of = outcome.sub_shape().unwrap();
    let name = (of.user_data, of.part, of.triangle);
    match outcome {
        SceneOutcome::Hit(hit) => format!("{name:?} {:?}", hit.hit),
        SceneOutcome::Overlap(overlap) => format!("{name:?} {:?}", overlap.overlap),
        other => format!("{name:?} {:?}", other.safe_fraction()),
    }
}

fn hold<T: Real>(seeds: std::ops::Range<u64>) {
    let (mut hits, mut overlaps, mut open, mut tied) = (0, 0, 0, 0);
    for seed in seeds {
        let worlds = worlds::<T>(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(!seed);
        for cast in 0..8 {
            let (motion, options) = (motion::<T>(&mut rng), options::<T>(&mut rng));
            let query = Query::default().with_cast(options);
            let context = format!("seed {seed}, cast {cast}, {options:?}");
            let expected = worlds[0].cast_list(&motion, &query);
            let mut names: Vec<_> = expected.iter().map(told).collect();
            names.sort();
            let within = T::nearest(between(&mut rng, 1e-3, 1e3));
            let near = worlds[0].distance(&motion, within, &query);
            for (k, world) in worlds.iter().enumerate() {
                let all = world.cast_list(&motion, &query);
                if k < 4 {
                    assert_eq!(all, expected, "{context}, world {k}");
                    let found = world.distance(&motion, within, &query);
                    assert_eq!(found, near, "{context}, world {k}");
                }
                let mut same: Vec<_> = all.iter().map(told).collect();
                same.sort();
                assert_eq!(same, names, "{context}, world {k}");
                let first = all.first().copied().unwrap_or(SceneOutcome::Miss);
                let closest = world.cast_closest(&motion, &query);
                assert_eq!(closest, first, "{context}, world {k}");
                if let Some(of) = first.sub_shape() {
                    let certified = world.cast_certified(&motion, &query).unwrap();
                    assert_eq!(certified.sub_shape, of, "{context}, world {k}");
                }
                let parts = world.cast_parts([&motion], &query);
                assert_eq!(parts.outcome, first, "{context}, world {k}");
            }
            match expected.first() {
                Some(SceneOutcome::Hit(_)) => hits += 1,
                Some(SceneOutcome::Overlap(_)) => overlaps += 1,
                Some(SceneOutcome::Unresolved(one)) => {
                    open += 1;
                    let next = expected.get(1).map(SceneOutcome::safe_fraction);
                    tied += usize::from(next == Some(one.safe_fraction));
                }
                _ => {}
            }
        }
    }
    println!("hits {hits}, overlaps {overlaps}, unresolved {open}, of these tied {tied}");
    assert!(hits > 50 && overlaps > 15 && open > 500 && tied > 50);
}

fn seeds() -> std::ops::Range<u64> {
    let first = number("SWEPT_SEED", 200) as u64;
    first..first + number("SWEPT_CASTS", 300) as u64
}

#[test]
fn the_first_of_many_that_are_given_up_does_not_depend_on_the_order_in_f64() {
    hold::<f64>(seeds());
}

#[test]
fn the_first_of_many_that_are_given_up_does_not_depend_on_the_order_in_f32() {
    hold::<f32>(seeds());
}
