//! Scenes against brute force: every triangle cast by itself.

use crate::common::{assert_equal, brute_force, pose, shapes};
use nalgebra::{Isometry3, Point3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::CastOptions;
use swept_scene::{
    Build, HeightField, MeshOptions, Motion, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Placed, Real, Rounded, Support};

/// Rolling ground of `2 n²` triangles over a square of side 20, with a lid above one half of it.
fn terrain<T: Real>(n: u32) -> (Vec<Point3<T>>, Vec<[u32; 3]>) {
    let at = |i: u32, j: u32, lift: f64| {
        let (x, z) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
        let y = (7.0 * x).sin() * (5.0 * z).cos() + lift;
        Point3::new(20.0 * x - 10.0, y, 20.0 * z - 10.0).map(T::nearest)
    };
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for (lift, until) in [(0.0, n), (6.0, n / 2)] {
        let first = points.len() as u32;
        for i in 0..=until {
            points.extend((0..=n).map(|j| at(i, j, lift)));
        }
        for i in 0..until {
            for j in 0..n {
                let p = first + i * (n + 1) + j;
                triangles.push([p, p + 1, p + n + 1]);
                triangles.push([p + 1, p + n + 2, p + n + 1]);
            }
        }
    }
    (points, triangles)
}

fn scene_of<T: Real>(object: Object<T>, at: Isometry3<T>) -> Scene<T> {
    Scene::of([object.at(at)]).unwrap()
}

fn meshes<T: Real>(casts: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (points, triangles) = terrain::<T>(12);
    let meshes = Build::ALL.map(|build| {
        let options = MeshOptions {
            build,
            ..MeshOptions::default()
        };
        TriangleMesh::with_options(points.clone(), triangles.clone(), &options).unwrap()
    });
    let shapes = shapes::<T>();
    let query = Query::default();
    let mut count = [0; 3];
    for case in 0..casts {
        let (from, at) = (pose(&mut rng, [12.0, 5.0, 12.0]), pose(&mut rng, [3.0; 3]));
        let way = pose::<T>(&mut rng, [[0.5; 3], [4.0; 3], [40.0; 3]][case % 3]);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let motion = Motion::new(moving, way.translation.vector).unwrap();
        let all = (0..triangles.len() as u32).map(|i| (i, meshes[0].triangle(i).unwrap()));
        let expected = brute_force(&motion, &query, all, &at);
        for mesh in &meshes {
            let scene = scene_of(Object::new(mesh.clone()), at);
            count[assert_equal(&scene, &motion, &query, &expected, case)] += 1;
            let any = scene.cast_any(&motion, &query);
            assert_eq!(any == SceneOutcome::Miss, expected.0.is_none());
        }
    }
    println!("hits, overlaps, misses: {count:?}");
    assert!(count.iter().all(|&c| c > casts / 10), "{count:?}");
}

#[test]
fn meshes_of_f64_answer_as_brute_force_does() {
    meshes::<f64>(600, 1);
}

#[test]
fn meshes_of_f32_answer_as_brute_force_does() {
    meshes::<f32>(600, 2);
}

fn height_fields<T: Real>(casts: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, columns) = (11, 14);
    let height =
        |i: u32| (f64::from(i % columns) * 0.9).sin() * (f64::from(i / columns) * 0.7).cos();
    let heights = (0..rows * columns).map(|i| T::nearest(height(i)));
    let scale = [1.5, 2.0, 1.75].map(T::nearest);
    let field = HeightField::new(rows, columns, heights.collect(), scale).unwrap();
    let field = field.with_holes(|r, c| (r * 7 + c * 3) % 11 == 0);
    let shapes = shapes::<T>();
    let query = Query::default();
    let mut count = [0; 3];
    for case in 0..casts {
        let at = pose(&mut rng, [3.0; 3]);
        let from = at
            * Isometry3::translation(T::nearest(9.0), T::zero(), T::nearest(9.0))
            * pose(&mut rng, [10.0, 3.0, 10.0]);
        let way = pose::<T>(&mut rng, [[0.5; 3], [4.0; 3], [40.0; 3]][case % 3]);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let motion = Motion::new(moving, way.translation.vector).unwrap();
        let all = (0..2 * (rows - 1) * (columns - 1)).filter_map(|i| Some((i, field.triangle(i)?)));
        let expected = brute_force(&motion, &query, all, &at);
        let scene = scene_of(Object::new(field.clone()), at);
        count[assert_equal(&scene, &motion, &query, &expected, case)] += 1;
    }
    println!("hits, overlaps, misses: {count:?}");
    assert!(count.iter().all(|&c| c > casts / 10), "{count:?}");
}

#[test]
fn height_fields_of_f64_answer_as_brute_force_does() {
    height_fields::<f64>(1000, 3);
}

#[test]
fn height_fields_of_f32_answer_as_brute_force_does() {
    height_fields::<f32>(1000, 4);
}

/// A radius around a shape that is no box, ball or capsule, a target distance and a tolerance: triangles are met across them that the core
/// passes by.
#[test]
fn what_is_around_a_core_counts_as_brute_force_tells() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (points, triangles) = terrain::<f64>(8);
    let mesh = TriangleMesh::new(points, triangles.clone()).unwrap();
    let [hull, cylinder] = [4, 3].map(|k| Arc::clone(&shapes::<f64>()[k]));
    let rounded = Rounded::new(Arc::clone(&hull), 0.75).unwrap();
    let shapes: [&dyn Support; 4] = [&rounded, &*hull, &*cylinder, &*hull];
    let mut count = [0; 3];
    for case in 0..240 {
        let cast = CastOptions {
            target_distance: [0.0, 0.75, 0.75, 0.0][case % 4],
            tolerance: [0.0, 0.0, 0.0, 0.25][case % 4],
            ..CastOptions::default()
        };
        let query = Query::default().with_cast(cast);
        let (from, at) = (pose(&mut rng, [12.0, 5.0, 12.0]), pose(&mut rng, [3.0; 3]));
        let way = pose::<f64>(&mut rng, [[0.5; 3], [4.0; 3], [40.0; 3]][case % 3]);
        let moving = Placed::new(shapes[case % 4], from).unwrap();
        let motion = Motion::new(moving, way.translation.vector).unwrap();
        let all = (0..triangles.len() as u32).map(|i| (i, mesh.triangle(i).unwrap()));
        let expected = brute_force(&motion, &query, all, &at);
        let scene = scene_of(Object::new(mesh.clone()), at);
        count[assert_equal(&scene, &motion, &query, &expected, case)] += 1;
    }
    assert!(count.iter().all(|&c| c > 24), "{count:?}");
}
