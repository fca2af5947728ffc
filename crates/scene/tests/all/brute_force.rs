//! Scenes against brute force: every triangle cast by itself.

use crate::common::{assert_equal, brute_force, cut, pose, shapes};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{CastOptions, Outcome};
use swept_scene::{
    Build, HeightField, MeshOptions, Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{ConvexHull, HalfSpace, Placed, Real, Rounded, Support};

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
        let Some(Outcome::Hit(hit)) = expected.0 else {
            continue;
        };
        let short = cut(&motion, hit.fraction);
        let all = (0..triangles.len() as u32).map(|i| (i, meshes[0].triangle(i).unwrap()));
        let expected = brute_force(&short, &query, all, &at);
        for mesh in &meshes {
            let scene = scene_of(Object::new(mesh.clone()), at);
            assert_equal(&scene, &short, &query, &expected, case);
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

/// A field and the mesh of its triangles, in whose order they are, with edges and corners shared alike: the same is met, and the same normals
/// are told there.
#[test]
fn a_height_field_is_the_mesh_of_its_triangles() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (rows, columns) = (7, 9);
    let shapes = shapes::<f64>();
    let query = Query::default();
    let mut on_edges = 0;
    for case in 0..600 {
        let heights = (0..rows * columns).map(|_| rng.random_range(-1.0..1.0));
        let field = HeightField::new(rows, columns, heights.collect(), [1.5, 0.5, 1.75]).unwrap();
        let field = field.with_holes(|r, c| case % 3 != 0 && (r * 5 + c * 3) % 7 == 0);
        let numbers: Vec<u32> = (0..2 * (rows - 1) * (columns - 1))
            .filter(|i| field.corners(*i).is_some())
            .collect();
        let mut points = Vec::new();
        let triangles = numbers.iter().map(|i| {
            field.corners(*i).unwrap().map(|corner| {
                let known = points.iter().position(|p| *p == corner);
                known.unwrap_or_else(|| {
                    points.push(corner);
                    points.len() - 1
                }) as u32
            })
        });
        let triangles = triangles.collect();
        let mesh = TriangleMesh::new(points, triangles).unwrap();
        let at = Isometry3::identity();
        let [of_field, of_mesh] = [Object::new(field), Object::new(mesh)].map(|o| scene_of(o, at));
        let from = Isometry3::translation(6.0, 3.0, 5.0) * pose(&mut rng, [5.0, 1.0, 4.0]);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let way = pose::<f64>(&mut rng, [4.0; 3]).translation.vector - Vector3::y() * 4.0;
        let motion = Motion::new(moving, way).unwrap();
        let found = [&of_field, &of_mesh].map(|scene| scene.cast_closest(&motion, &query));
        let [SceneOutcome::Hit(a), SceneOutcome::Hit(b)] = found else {
            assert!(
                found.iter().all(|one| one.hit().is_none()),
                "{case}: {found:?}"
            );
            continue;
        };
        let number = numbers[b.place.sub_shape.triangle.unwrap() as usize];
        assert_eq!(
            (a.hit, a.place.sub_shape.triangle),
            (b.hit, Some(number)),
            "{case}"
        );
        let [one, other] = [a, b].map(|hit| {
            let place = hit.place;
            (
                place.feature,
                place.barycentric,
                place.normal,
                place.face_normal,
            )
        });
        assert_eq!(one, other, "{case}");
        on_edges += usize::from(one.0 != Some(swept_scene::Feature::Face));
    }
    assert!(on_edges > 60, "{on_edges}");
}

/// What is shown as the search comes upon it is what there is up to where the visitor clips, in whatever order; and never beyond, though the
/// visitor name a later fraction after an earlier one.
#[test]
fn a_visitor_that_clips_is_shown_all_before_and_nothing_after() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (points, triangles) = terrain::<f64>(8);
    let mesh = TriangleMesh::new(points, triangles).unwrap();
    let shapes = shapes::<f64>();
    let query = Query::default();
    let mut clipped = 0;
    for case in 0..400 {
        let at = pose(&mut rng, [3.0; 3]);
        let scene = scene_of(Object::new(mesh.clone()), at);
        let from = pose(&mut rng, [12.0, 5.0, 12.0]);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let way = pose::<f64>(&mut rng, [20.0; 3]).translation.vector;
        let motion = Motion::new(moving, way).unwrap();
        let mut all = Vec::new();
        scene.cast_all(&motion, &query, |one| {
            all.push(*one);
            Next::Continue
        });
        let fractions: Vec<f64> = all.iter().map(|one| one.safe_fraction()).collect();
        assert!(fractions.is_sorted(), "{case}");
        let Some(clip) = fractions.get(fractions.len() / 2).copied() else {
            continue;
        };
        let expected: Vec<_> = (all.iter().filter(|one| one.safe_fraction() <= clip))
            .map(|one| one.sub_shape())
            .collect();
        let mut shown = Vec::new();
        let mut calls = 0;
        scene.cast_each(&motion, &query, |one| {
            calls += 1;
            assert!(calls == 1 || one.safe_fraction() <= clip, "{case}: {one:?}");
            shown.push((one.safe_fraction(), one.sub_shape()));
            Next::Clip(if calls % 2 == 1 { clip } else { 1.0 })
        });
        shown.retain(|(fraction, _)| *fraction <= clip);
        let mut shown: Vec<_> = shown.into_iter().map(|(_, of)| of).collect();
        shown.sort();
        let mut sorted = expected.clone();
        sorted.sort();
        assert_eq!(shown, sorted, "{case}");
        // The same in order.
        let (mut told, mut calls) = (Vec::new(), 0);
        scene.cast_all(&motion, &query, |one| {
            calls += 1;
            told.push(one.sub_shape());
            Next::Clip(if calls % 2 == 1 { clip } else { 1.0 })
        });
        assert_eq!(told, expected, "{case}");
        clipped += usize::from(expected.len() < all.len());
    }
    assert!(clipped > 50, "{clipped}");
}

/// What was given up is an answer where nothing is surely met, and none where something is.
#[test]
fn a_cast_that_was_given_up_is_told_where_nothing_is_surely_met() {
    let hull = Arc::clone(&shapes::<f64>()[4]);
    let moving = Placed::new(hull, [0.0, 4.0, 0.0]).unwrap();
    let motion = Motion::new(moving, [0.0, -8.0, 0.0]).unwrap();
    let cast = CastOptions {
        max_steps: 1,
        ..CastOptions::default()
    };
    let query = Query::default().with_cast(cast);
    let corners = (0..12).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos())
    });
    let hard = ConvexHull::new(corners).unwrap();
    let easy = HalfSpace::new(Vector3::y()).unwrap();
    for order in [[0, 1], [1, 0]] {
        let objects = order.map(|k: usize| match k {
            0 => Object::new(hard.clone()),
            _ => Object::new(easy).at([0.0, -1.0, 0.0]),
        });
        let only = |k: usize| Scene::of([objects[k].clone()]).unwrap();
        let [of_hard, of_easy] = [0, 1].map(|k| only(usize::from(order[0] != k)));
        let both = Scene::of(objects.clone()).unwrap();
        assert!(matches!(
            of_hard.cast_any(&motion, &query),
            SceneOutcome::Unresolved(_)
        ));
        assert!(matches!(
            of_easy.cast_any(&motion, &query),
            SceneOutcome::Hit(_)
        ));
        assert!(matches!(
            both.cast_any(&motion, &query),
            SceneOutcome::Hit(_)
        ));
    }
}
