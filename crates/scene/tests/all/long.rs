//! Motions that are longer by far than the scene is wide: what they meet, and how much of the scene is looked at.

use crate::common::{assert_equal, brute_force, direction, pose, shapes};
use crate::counted::Counted;
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{Outcome, Turn, TurningOptions};
use swept_scene::{Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh, TurningMotion};
use swept_support::{Cuboid, Placed, Real};

/// Rolling ground, 20 across, of `2 n²` triangles.
fn ground<T: Real>(n: u32) -> (Vec<Point3<T>>, Vec<[u32; 3]>) {
    let at = |i: u32| {
        let [x, z] = [i / (n + 1), i % (n + 1)].map(|k| 20.0 * f64::from(k) / f64::from(n) - 10.0);
        Point3::new(x, 0.3 * (1.4 * x).sin() * (1.8 * z).cos(), z).map(T::nearest)
    };
    let cells = (0..n * n).map(|k| k / n * (n + 1) + k % n);
    let triangles = cells.flat_map(|a| [[a, a + 1, a + n + 1], [a + n + 2, a + n + 1, a + 1]]);
    let corners = (0..(n + 1) * (n + 1)).map(at);
    (corners.collect(), triangles.collect())
}

/// The support points that a cast of a box from above the ground asks for, and how much of a way of so many units is safe: a length.
#[test]
fn a_long_motion_looks_at_no_more_than_one_across_the_scene() {
    let (points, triangles) = ground(40);
    let mesh = TriangleMesh::new(points, triangles).unwrap();
    let turned = Isometry3::new(Vector3::new(0.5, 0.25, -1.0), Vector3::new(0.3, 0.7, -0.2));
    for at in [Isometry3::identity(), turned] {
        let scene = Scene::of([Object::new(mesh.clone()).at(at)]).unwrap();
        let query = Query::default();
        let go = |way: Vector3<f64>| {
            let shape = Counted::new(Cuboid::new([0.3, 0.5, 0.3]).unwrap());
            let moving = Placed::new(&shape, [0.3, 4.0, 0.1]).unwrap();
            let motion = Motion::new(moving, way).unwrap();
            shape.take();
            let closest = scene.cast_closest(&motion, &query);
            let one = shape.take();
            let any = scene.cast_any(&motion, &query);
            assert_eq!(any == SceneOutcome::Miss, closest == SceneOutcome::Miss);
            let other = shape.take();
            let mut met = 0;
            scene.cast_all(&motion, &query, |_| {
                met += 1;
                Next::Continue
            });
            let safe = closest.safe_fraction() * way.norm();
            (safe, met, [one, other, shape.take()])
        };
        // Down, across, past all, and away.
        for way in [
            [0.1, -1.0, 0.2],
            [1.0, -0.5, 0.2],
            [1.0, 0.0, 0.1],
            [0.1, 1.0, 0.0],
        ] {
            let way = Vector3::from(way).normalize();
            let (near, met, work) = go(way * 100.0);
            for length in [1e9, 1e12, 1e14, 1e16, 1e18] {
                let (far, as_many, asked) = go(way * length);
                for (asked, work) in asked.iter().zip(work) {
                    assert!(
                        *asked <= 2 * work + 16,
                        "{length:e} {way:?}: {asked}, not {work}"
                    );
                }
                assert_eq!(as_many, met, "{length:e} {way:?}");
                let is_miss = near >= 99.0;
                assert!(
                    is_miss || (far - near).abs() < 1e-9,
                    "{length:e}: {far} {near}"
                );
                assert_eq!(is_miss, far >= 0.99 * length, "{length:e} {way:?}");
            }
        }
    }
}

/// The same of a box that turns a little or a lot on its way.
#[test]
fn a_long_motion_that_turns_looks_at_no_more_either() {
    let (points, triangles) = ground(40);
    let mesh = TriangleMesh::new(points, triangles).unwrap();
    let turned = Isometry3::new(Vector3::new(0.5, 0.25, -1.0), Vector3::new(0.3, 0.7, -0.2));
    let scene = Scene::of([Object::new(mesh).at(turned)]).unwrap();
    let (query, options) = (Query::default(), TurningOptions::default());
    let go = |way: Vector3<f64>, spin: [f64; 3]| {
        let shape = Counted::new(Cuboid::new([0.3, 0.5, 0.3]).unwrap());
        let moving = Placed::new(&shape, [0.3, 4.0, 0.1]).unwrap();
        let motion = Motion::new(moving, way).unwrap();
        let motion = TurningMotion::new(motion, Turn::by(spin)).unwrap();
        shape.take();
        let first = scene.cast_turning(&motion, &query, &options);
        (first.safe_fraction() * way.norm(), shape.take())
    };
    // Down, across, past all, and away.
    for way in [
        [0.1, -1.0, 0.2],
        [1.0, -0.5, 0.2],
        [1.0, 0.0, 0.1],
        [0.1, 1.0, 0.0],
    ] {
        let way = Vector3::from(way).normalize();
        for spin in [[0.0, 1e-3, 0.0], [0.3, 0.5, 0.2], [3.0, 2.0, 1.0]] {
            // By so far nothing has turned that is met.
            let (near, work) = go(way * 1e8, spin);
            for length in [1e10, 1e12, 1e14, 1e16] {
                let (far, asked) = go(way * length, spin);
                let seen = format!("{length:e} {way:?} {spin:?}: {asked}, not {work}");
                assert!(asked <= 2 * work + 16, "{seen}");
                let is_miss = near >= 0.99e8;
                assert_eq!(is_miss, far >= 0.99 * length, "{seen}");
                assert!(is_miss || (far - near).abs() < 1e-6, "{seen}: {far} {near}");
            }
        }
    }
}

/// Boxes that turn, in scenes that stand or turn: what is met first is what casts against each triangle by itself meet.
#[test]
fn long_motions_that_turn_answer_as_brute_force_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (points, triangles) = ground::<f64>(6);
    let mesh = TriangleMesh::new(points, triangles.clone()).unwrap();
    let shape = Cuboid::new([0.3, 0.5, 0.3]).unwrap();
    let options = TurningOptions::default();
    let mut count = [0; 2];
    for case in 0..90 {
        let at = pose::<f64>(&mut rng, [3.0; 3]);
        let from = pose::<f64>(&mut rng, [16.0; 3]);
        let aim = pose::<f64>(&mut rng, [14.0, 1.0, 14.0]).translation.vector;
        let toward = (aim - from.translation.vector).normalize();
        let length = 10.0_f64.powf(rng.random_range(2.0..16.0));
        let motion = Motion::new(Placed::new(shape, from).unwrap(), toward * length).unwrap();
        let mut motion = TurningMotion::new(motion, Turn::by(direction(&mut rng))).unwrap();
        if case % 3 == 0 {
            let pivot = Point3::from(direction(&mut rng) * 5.0);
            motion = motion.in_turning_scene(direction(&mut rng), pivot).unwrap();
        }
        let one = |i: u32| {
            let triangle = Placed::new(mesh.triangle(i)?, at).ok()?;
            match motion.against(triangle).ok()?.cast_with(&options) {
                Outcome::Hit(hit) => Some(hit.fraction),
                Outcome::Overlap(_) => Some(0.0),
                _ => None,
            }
        };
        let first = (0..triangles.len() as u32).filter_map(one);
        let first = first.fold(f64::INFINITY, f64::min);
        let scene = Scene::of([Object::new(mesh.clone()).at(at)]).unwrap();
        let found = scene.cast_turning(&motion, &Query::default(), &options);
        let is_miss = found == SceneOutcome::Miss;
        assert_eq!(
            is_miss,
            first == f64::INFINITY,
            "{case}: {found:?} {first:e}"
        );
        let off = (found.safe_fraction() - first).abs() * length;
        assert!(is_miss || off < 1e-9, "{case}: {found:?} {first:e}");
        count[usize::from(is_miss)] += 1;
    }
    assert!(count.iter().all(|&c| c > 10), "{count:?}");
}

/// To a cast that turns 2⁻⁹¹ of its way is none: on the longest ones a cube touches what is several times its size beside it, and so it does
/// in a scene. That scene may turn, too.
#[test]
fn what_a_cast_touches_on_the_longest_way_is_touched_in_a_scene() {
    let cube = Cuboid::new([0.5; 3]).unwrap();
    let scene = Scene::of([Object::new(cube)]).unwrap();
    let options = TurningOptions::default();
    let mut count = [0; 2];
    for (power, beside) in [60, 90, 94, 96]
        .map(|p| [1.75, 2.5, 4.0, 30.0].map(|x| (p, x)))
        .concat()
    {
        let moving = Placed::new(cube, [0.0, beside, -90.0]).unwrap();
        let way = [0.0, 0.0, f64::powi(2.0, power)];
        let motion = Motion::new(moving, way).unwrap();
        let motion = TurningMotion::new(motion, Turn::by([1e-3, 0.2, 0.3])).unwrap();
        let spin = Vector3::new(0.1, 0.0, 0.2);
        let spun = motion.in_turning_scene(spin, Point3::origin()).unwrap();
        for motion in [motion, spun] {
            let sweep = motion
                .against(Placed::new(cube, [0.0; 3]).unwrap())
                .unwrap();
            let touches = sweep.cast_with(&options).hit().is_some();
            let found = scene.cast_turning(&motion, &Query::default(), &options);
            assert_eq!(
                touches,
                found.hit().is_some(),
                "{power} {beside}: {found:?}"
            );
            count[usize::from(touches)] += 1;
        }
    }
    assert!(count.iter().all(|&n| n > 4), "{count:?}");
}

fn answers<T: Real>(seed: u64, longest: f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (points, triangles) = ground::<T>(12);
    let mesh = TriangleMesh::new(points, triangles.clone()).unwrap();
    let shapes = shapes::<T>();
    let mut count = [0; 3];
    for case in 0..400 {
        let at = pose::<T>(&mut rng, [3.0; 3]);
        // One in four starts near the ground.
        let from = match case % 4 {
            0 => at * pose(&mut rng, [8.0, 0.5, 8.0]),
            _ => pose(&mut rng, [16.0; 3]),
        };
        let aim = pose::<f64>(&mut rng, [14.0, 1.0, 14.0]).translation.vector;
        let toward = aim - from.translation.vector.map(T::to_f64);
        let toward = if case % 8 == 1 {
            direction(&mut rng)
        } else {
            toward
        };
        let length = 10.0_f64.powf(rng.random_range(2.0..longest.log10()));
        let way = (toward.normalize() * length).map(T::nearest);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let motion = Motion::new(moving, way).unwrap();
        let all = (0..triangles.len() as u32).map(|i| (i, mesh.triangle(i).unwrap()));
        let query = Query::default();
        let expected = brute_force(&motion, &query, all, &at);
        let scene = Scene::of([Object::new(mesh.clone()).at(at)]).unwrap();
        count[assert_equal(&scene, &motion, &query, &expected, case)] += 1;
        let any = scene.cast_any(&motion, &query);
        assert_eq!(any == SceneOutcome::Miss, expected.0.is_none(), "{case}");
    }
    assert!(count.iter().all(|&c| c > 20), "{count:?}");
}

#[test]
fn long_motions_of_f64_answer_as_brute_force_does() {
    answers::<f64>(1, 1e18);
}

#[test]
fn long_motions_of_f32_answer_as_brute_force_does() {
    answers::<f32>(2, 1e18);
}
