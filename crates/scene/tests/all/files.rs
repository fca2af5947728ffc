//! Scenes of real meshes against brute force: every triangle cast by itself.
//!
//! `SWEPT_CASTS` casts (default: a few hundred) are shared out among the files, `SWEPT_TERRAIN` says into how many cells
//! a side of the generated terrain is cut (default 60; 2236 makes 10 million triangles).

use crate::common::{assert_equal, brute_force, number, pose, shapes};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::sync::Arc;
use swept_scene::files::Soup;
use swept_scene::{Build, MeshOptions, Motion, Object, Query, Scene, SceneOutcome, TriangleMesh};
use swept_support::{Aabb, Capsule, ConvexHull, Cuboid, Placed, Real, Sphere, Support};

/// File, and its share of the casts in percent.
const FILES: [(&str, usize); 8] = [
    ("stairs", 30),
    ("test_map01", 30),
    ("voxel_mesh_01", 8),
    ("voxel_mesh_02", 8),
    ("voxel_mesh_03", 8),
    ("voxel_mesh_04", 8),
    ("building", 7),
    ("stanford-bunny", 1),
];

/// The same scene by every builder.
fn scenes<T: Real>(soup: &Soup, at: &Isometry3<T>) -> Vec<Scene<T>> {
    let scene = |build| {
        let options = MeshOptions {
            build,
            keep_degenerate: true,
            ..MeshOptions::default()
        };
        let mesh: TriangleMesh<T> = soup.clone().mesh(&options).unwrap();
        Scene::of([Object::new(mesh).at(*at)]).unwrap()
    };
    Build::ALL.map(scene).into()
}

fn mesh_of<T: Real>(scene: &Scene<T>) -> &TriangleMesh<T> {
    let object = scene.objects().next().unwrap().1;
    match &object.geometry {
        swept_scene::Geometry::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

/// A sphere, a capsule, a box and a hull of this size.
fn movers<T: Real>(size: f64) -> Vec<Arc<dyn Support>> {
    let t = |x: f64| T::nearest(x * size);
    let corners = (0..20).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(t(a.sin() * b.cos()), t(b.sin()), t(a.cos() * b.cos()))
    });
    vec![
        Arc::new(Sphere::new(t(0.5)).unwrap()),
        Arc::new(Capsule::new(t(0.5), t(0.25)).unwrap()),
        Arc::new(Cuboid::new([t(0.5), t(0.25), t(1.0)]).unwrap()),
        Arc::new(ConvexHull::new(corners).unwrap()),
    ]
}

/// From near the surface or far from it, against it, past it or along it, short and long.
fn motion<T: Real>(
    rng: &mut ChaCha8Rng,
    mesh: &TriangleMesh<T>,
    at: &Isometry3<T>,
    case: usize,
) -> Motion<T, Arc<dyn Support>> {
    let bounds = mesh.bounds().unwrap();
    let size = (bounds.max - bounds.min).norm() / [50.0, 15.0][case % 2];
    let shapes = movers::<T>(size);
    let shape = Arc::clone(&shapes[case / 2 % shapes.len()]);
    let triangle = rng.random_range(0..mesh.triangles().len() as u32);
    let corners = mesh.corners(triangle).unwrap();
    let target = corners[0].coords.map(Real::to_f64);
    let mut r = || rng.random_range(-1.0..1.0);
    let aside = Vector3::new(r(), r(), r());
    let normal = mesh.normal(triangle).unwrap_or(aside);
    let slope = [1.0, 0.3, 0.02][case % 3];
    let toward = (aside.cross(&normal) - normal * slope).normalize();
    let before = [1.5, 5.0, 25.0][case / 3 % 3] * size;
    let start = target - toward * before + normal * (0.6 * size * r());
    let rotation =
        UnitQuaternion::from_scaled_axis((Vector3::new(r(), r(), r()) * 3.0).map(T::nearest));
    let from = at * Isometry3::from_parts(Translation3::from(start.map(T::nearest)), rotation);
    let way = at.rotation * (toward * before * 2.0).map(T::nearest);
    Motion::new(Placed::new(shape, from).unwrap(), way).unwrap()
}

/// How many hits, overlaps and misses there were, all as brute force finds them.
fn compare<T: Real>(soup: &Soup, casts: usize, seed: u64) -> [usize; 3] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let at = pose::<T>(&mut rng, [5.0; 3]);
    let scenes = scenes::<T>(soup, &at);
    let mesh = mesh_of(&scenes[0]);
    let query = Query::default();
    let mut count = [0; 3];
    for case in 0..casts {
        let motion = motion(&mut rng, mesh, &at, case);
        let all = (0..mesh.triangles().len() as u32).map(|i| (i, mesh.triangle(i).unwrap()));
        let expected = brute_force(&motion, &query, all, &at);
        let answer = |scene: &Scene<T>| scene.cast_closest(&motion, &query);
        let first = answer(&scenes[0]);
        assert!(scenes.iter().all(|s| answer(s) == first), "case {case}");
        let kinds = scenes
            .iter()
            .map(|s| assert_equal(s, &motion, &query, &expected, case));
        count[kinds.max().unwrap()] += 1;
    }
    count
}

#[test]
fn real_meshes_answer_as_brute_force_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let casts = number("SWEPT_CASTS", 300);
    for (i, (name, share)) in FILES.into_iter().enumerate() {
        let file = folder.join(format!("{name}.obj"));
        if !file.is_file() {
            println!("skipped: there is no file {}", file.display());
            continue;
        }
        let soup = Soup::read(&file).unwrap();
        let each = (casts * share).div_ceil(200);
        let wide = compare::<f64>(&soup, each, i as u64);
        let narrow = compare::<f32>(&soup, each, 100 + i as u64);
        println!(
            "{name}: {each} casts in f64 and in f32; hits, overlaps, misses: {wide:?}, {narrow:?}"
        );
        let hits = wide[0] + narrow[0];
        assert!(
            each < 8 || (hits > each / 4 && hits < 2 * each),
            "{name}: {hits} hits"
        );
    }
}

/// Rolling ground, and the cells that a motion's box passes over.
#[test]
fn large_terrain_answers_as_brute_force_does() {
    let n = number("SWEPT_TERRAIN", 60);
    let casts = number("SWEPT_CASTS", 300) / 3;
    let height = |x: f64, z: f64| 2.0 * (0.11 * x).sin() * (0.13 * z).cos() + 0.4 * (0.9 * x).sin();
    let vertices = (0..=n).flat_map(|i| {
        (0..=n).map(move |j| {
            let (x, z) = (i as f64, j as f64);
            Point3::new(x, height(x, z), z).cast::<f32>()
        })
    });
    let triangles = (0..n).flat_map(|i| {
        (0..n).flat_map(move |j| {
            let p = (i * (n + 1) + j) as u32;
            let q = p + n as u32 + 1;
            [[p, p + 1, q], [p + 1, q + 1, q]]
        })
    });
    let (vertices, triangles): (Vec<_>, Vec<_>) = (vertices.collect(), triangles.collect());
    let mut rng = ChaCha8Rng::seed_from_u64(77);
    let shapes = shapes::<f32>();
    let cases: Vec<_> = (0..casts)
        .map(|case| {
            let mut from = pose::<f32>(&mut rng, [n as f64 / 2.0, 2.0, n as f64 / 2.0]);
            from.translation.vector += Vector3::new(n as f32 / 2.0, 3.0, n as f32 / 2.0);
            let way = pose::<f32>(&mut rng, [[1.0, 4.0, 1.0], [12.0, 5.0, 12.0]][case % 2]);
            let mut way = way.translation.vector;
            way.y = -way.y.abs();
            let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
            Motion::new(moving, way).unwrap()
        })
        .collect();
    let mut answers: Vec<Vec<SceneOutcome<f32>>> = Vec::new();
    let at = Isometry3::identity();
    for build in Build::ALL {
        let options = MeshOptions {
            build,
            ..MeshOptions::default()
        };
        let mesh = TriangleMesh::with_options(vertices.clone(), triangles.clone(), &options);
        let scene = Scene::of([Object::new(mesh.unwrap())]).unwrap();
        let query = Query::default();
        answers.push(
            cases
                .iter()
                .map(|m| scene.cast_closest(m, &query))
                .collect(),
        );
        if build != Build::ALL[0] {
            assert_eq!(answers.last(), answers.first());
            continue;
        }
        let mut count = [0; 3];
        for (case, motion) in cases.iter().enumerate() {
            let cells = cells(motion, n);
            let near = cells.flat_map(|cell| [2 * cell, 2 * cell + 1]);
            let near = near.map(|i| (i, mesh_of(&scene).triangle(i).unwrap()));
            let expected = brute_force(motion, &query, near, &at);
            count[assert_equal(&scene, motion, &query, &expected, case)] += 1;
        }
        println!(
            "{} triangles: hits, overlaps, misses: {count:?}",
            triangles.len()
        );
        assert!(count[0] > casts / 4 && count[2] > casts / 20, "{count:?}");
    }
}

/// The cells of a square of `n` by `n` that a motion can come over, one to spare on each side.
fn cells(motion: &Motion<f32, Arc<dyn Support>>, n: usize) -> impl Iterator<Item = u32> {
    let start = motion.moving().aabb();
    let whole: Aabb = start.swept(&motion.displacement().map(f64::from));
    let range = move |axis: usize| {
        let [low, high] = [whole.min[axis].floor() - 1.0, whole.max[axis].ceil() + 1.0];
        let within = |x: f64| x.clamp(0.0, n as f64) as usize;
        within(low)..within(high)
    };
    range(0).flat_map(move |i| range(2).map(move |j| (i * n + j) as u32))
}
