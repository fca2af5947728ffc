//! Scenes against brute force: every triangle cast by itself.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::{CastOptions, Outcome, Sweep};
use swept_scene::{
    Build, Faces, MeshOptions, Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Capsule, ConvexHull, Cuboid, Cylinder, Placed, Real, Shape, Sphere, Triangle};

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

fn shapes<T: Real>() -> Vec<Shape<T>> {
    let t = T::nearest;
    let corners = (0..20).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()).map(t)
    });
    vec![
        Sphere::new(t(0.5)).unwrap().into(),
        Cuboid::new([t(0.5), t(0.25), t(1.0)]).unwrap().into(),
        Capsule::new(t(0.5), t(0.25)).unwrap().into(),
        Cylinder::new(t(0.5), t(0.25)).unwrap().into(),
        ConvexHull::new(corners).unwrap().into(),
    ]
}

fn pose<T: Real>(rng: &mut ChaCha8Rng, spread: f64) -> Isometry3<T> {
    let mut r = |s: f64| rng.random_range(-s..s);
    let turn = Vector3::new(r(3.0), r(3.0), r(3.0));
    let place = Vector3::new(r(spread), r(0.4 * spread), r(spread));
    Isometry3::from_parts(
        Translation3::from(place.map(T::nearest)),
        UnitQuaternion::from_scaled_axis(turn.map(T::nearest)),
    )
}

/// Where the first triangle is met, by casting all of them: the fraction, and the triangles at it.
fn brute<T: Real>(
    moving: &Placed<T, &Shape<T>>,
    way: &Vector3<T>,
    mesh: &TriangleMesh<T>,
    at: &Isometry3<T>,
) -> (Outcome<T>, Vec<u32>) {
    let mut first = (None::<Outcome<T>>, Vec::new());
    let key = |o: &Outcome<T>| match o {
        Outcome::Overlap(o) => Some((-o.depth.to_f64(), 0.0)),
        Outcome::Hit(h) => Some((1.0, h.fraction.to_f64())),
        Outcome::Miss(_) => None,
        Outcome::Unresolved(_) => panic!("unresolved"),
    };
    let options = CastOptions::default();
    for i in 0..mesh.triangles().len() as u32 {
        let triangle: Triangle<T> = mesh.triangle(i).unwrap();
        let fixed = Placed::new(triangle, *at).unwrap();
        let outcome = Sweep::new(*moving, *way, fixed)
            .unwrap()
            .cast_with(&options);
        let Some(this) = key(&outcome) else { continue };
        match first.0.as_ref().and_then(key) {
            Some(best) if best < this => {}
            Some(best) if best == this => first.1.push(i),
            _ => first = (Some(outcome), vec![i]),
        }
    }
    let miss = || {
        let far = Placed::new(
            mesh.triangle(0).unwrap(),
            Isometry3::translation(T::nearest(1e4), T::zero(), T::zero()),
        );
        Sweep::new(*moving, *way, far.unwrap()).unwrap().cast()
    };
    (first.0.unwrap_or_else(miss), first.1)
}

fn compare<T: Real>(casts: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (points, triangles) = terrain::<T>(12);
    let meshes: Vec<_> = Build::ALL
        .into_iter()
        .map(|build| {
            let options = MeshOptions {
                build,
                faces: Faces::TwoSided,
                ..MeshOptions::default()
            };
            TriangleMesh::with_options(points.clone(), triangles.clone(), &options).unwrap()
        })
        .collect();
    let shapes = shapes::<T>();
    let mut count = [0; 3];
    for case in 0..casts {
        let shape = &shapes[case % shapes.len()];
        let (from, at) = (pose(&mut rng, 12.0), pose(&mut rng, 3.0));
        let length = [0.5, 4.0, 40.0][case % 3];
        let way = pose::<T>(&mut rng, length).translation.vector;
        let moving = Placed::new(shape, from).unwrap();
        let (expected, tied) = brute(&moving, &way, &meshes[0], &at);
        let motion = Motion::new(moving, way).unwrap();
        for mesh in &meshes {
            let scene = Scene::of([Object::new(mesh.clone()).at(at)]).unwrap();
            let query = Query::default();
            let found = scene.cast_closest(&motion, &query);
            let mut first = Vec::new();
            scene.cast_all(&motion, &query, |one| {
                if matches!(found, SceneOutcome::Hit(_)) {
                    first.extend(one.sub_shape().unwrap().triangle);
                }
                Next::Clip(found.safe_fraction())
            });
            let any = scene.cast_any(&motion, &query);
            assert_eq!(any == SceneOutcome::Miss, found == SceneOutcome::Miss);
            match (&expected, &found) {
                (Outcome::Hit(e), SceneOutcome::Hit(f)) => {
                    assert_eq!(*e, f.hit, "case {case}");
                    first.sort_unstable();
                    assert_eq!(first, tied, "case {case}");
                    count[0] += 1;
                }
                (Outcome::Overlap(e), SceneOutcome::Overlap(f)) => {
                    assert_eq!(*e, f.overlap);
                    count[1] += 1;
                }
                (Outcome::Miss(_), SceneOutcome::Miss) => count[2] += 1,
                other => panic!("case {case}: {other:?}"),
            }
        }
    }
    println!("hits, overlaps, misses: {count:?}");
    assert!(count.iter().all(|&c| c > casts / 10), "{count:?}");
}

#[test]
fn f64_scenes_answer_as_brute_force_does() {
    compare::<f64>(600, 1);
}

#[test]
fn f32_scenes_answer_as_brute_force_does() {
    compare::<f32>(600, 2);
}
