//! Scenes against the casts of their parts and triangles by themselves, where rounding to the scalar is most of all lengths: parts far from
//! the world's origin, and motions that begin or end within what counts as a touch.

use crate::common::{pose, shapes};
use nalgebra::{Isometry3, Point3, Translation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{Distance, Outcome, Sweep, distance};
use swept_scene::{
    Compound, Geometry, Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Placed, Real, Sphere, Support};

/// Object, part and triangle.
type Name = (u64, u32, Option<u32>);

/// What has a name, where it stands.
type Named<T> = (Name, Placed<T, Arc<dyn Support>>);

/// All convex shapes and triangles of a scene where they stand, and their names.
fn all<T: Real>(scene: &Scene<T>) -> Vec<Named<T>> {
    let mut all: Vec<Named<T>> = Vec::new();
    for (_, object) in scene.objects() {
        let mut add = |part: u32, geometry: &Geometry<T>, at: Isometry3<T>| {
            let mut put = |triangle, shape: Arc<dyn Support>| {
                let name = (object.user_data, part, triangle);
                all.push((name, Placed::new(shape, at).unwrap()));
            };
            match geometry {
                Geometry::Custom(shape) => put(None, Arc::clone(shape) as Arc<dyn Support>),
                Geometry::Mesh(mesh) => {
                    for i in 0..mesh.triangles().len() as u32 {
                        put(Some(i), Arc::new(mesh.triangle(i).unwrap()));
                    }
                }
                _ => panic!("none that are made here"),
            }
        };
        match &object.geometry {
            Geometry::Compound(compound) => {
                for i in 0..compound.parts().len() as u32 {
                    let (geometry, at) = compound.part(i, &object.pose).unwrap();
                    add(i, geometry, at);
                }
            }
            geometry => add(0, geometry, object.pose),
        }
    }
    all
}

/// A shape or a few triangles of this size, about a point that is `far` from their own origin; and that point.
fn geometry<T: Real>(rng: &mut ChaCha8Rng, size: f64, far: f64) -> (Geometry<T>, Vector3<f64>) {
    let mut r = |s: f64| s * rng.random_range(-1.0..1.0);
    let mut at = |s: f64| Vector3::new(r(s), r(s), r(s));
    let back = at(far);
    let corners = (0..12).map(|_| Point3::from((back + at(size)).map(T::nearest)));
    let corners: Vec<Point3<T>> = corners.collect();
    if rng.random_bool(0.5) {
        let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = TriangleMesh::new(corners, triangles).unwrap();
        (mesh.into(), back)
    } else {
        let shape = swept_support::ConvexHull::new(corners[..4].to_vec()).unwrap();
        (Geometry::Custom(Arc::new(shape)), back)
    }
}

/// The pose at any angle that brings `back` to `at`.
fn pose_that_brings<T: Real>(
    rng: &mut ChaCha8Rng,
    back: &Vector3<f64>,
    at: &Vector3<f64>,
) -> Isometry3<T> {
    let rotation = pose::<T>(rng, [1.0; 3]).rotation;
    let turned = Placed::<T, _>::new(
        swept_support::PointShape,
        Isometry3::from_parts(Translation3::identity(), rotation),
    );
    let turned = turned.unwrap().rotation().apply(back);
    let position = (at - turned).map(T::nearest);
    Isometry3::from_parts(Translation3::from(position), rotation)
}

/// A separation, or minus a depth.
fn signed<T: Real>(distance: &Distance<T>) -> f64 {
    match distance {
        Distance::Apart(apart) => apart.separation.to_f64(),
        Distance::Overlap(overlap) => -overlap.depth.to_f64(),
    }
}

/// Casts and distances of a scene, and those of all that is in it. How many hits, overlaps and misses there were.
fn compare<T: Real>(
    scene: &Scene<T>,
    motion: &Motion<T, Arc<dyn Support>>,
    count: &mut [usize; 3],
) {
    let query = Query::default();
    let mut expected: Vec<(Name, Outcome<T>)> = Vec::new();
    let mut nearest = f64::INFINITY;
    for (name, fixed) in all(scene) {
        let far = distance(motion.moving(), &fixed).unwrap();
        nearest = nearest.min(signed(&far));
        let sweep = Sweep::new(motion.moving().as_ref(), *motion.displacement(), fixed);
        let outcome = sweep.unwrap().cast();
        if !matches!(outcome, Outcome::Miss(_)) {
            expected.push((name, outcome));
        }
    }
    let mut found: Vec<(Name, SceneOutcome<T>)> = Vec::new();
    scene.cast_all(motion, &query, |one| {
        let of = one.sub_shape().unwrap();
        found.push(((of.user_data, of.part, of.triangle), *one));
        Next::Continue
    });
    let first = found.first().map_or(SceneOutcome::Miss, |first| first.1);
    assert_eq!(scene.cast_closest(motion, &query), first);
    match first {
        SceneOutcome::Hit(_) => count[0] += 1,
        SceneOutcome::Overlap(_) => count[1] += 1,
        _ => count[2] += 1,
    }
    found.sort_by_key(|one| one.0);
    expected.sort_by_key(|one| one.0);
    let names = found.iter().map(|one| one.0);
    assert!(
        names.eq(expected.iter().map(|one| one.0)),
        "{found:?} {expected:?}"
    );
    for ((_, found), (_, expected)) in found.iter().zip(&expected) {
        match (found, expected) {
            (SceneOutcome::Hit(f), Outcome::Hit(e)) => assert_eq!(f.hit, *e),
            (SceneOutcome::Overlap(f), Outcome::Overlap(e)) => assert_eq!(f.overlap, *e),
            other => panic!("{other:?}"),
        }
    }
    let within = T::nearest(2.0 * nearest.max(0.0));
    let near = scene.distance(motion, within, &query).unwrap().distance;
    assert_eq!(signed(&near), nearest);
}

/// Motions that begin a little before a point of something in the scene, or end there.
fn motions<T: Real>(
    scene: &Scene<T>,
    rng: &mut ChaCha8Rng,
    size: f64,
    way: f64,
) -> Vec<Motion<T, Arc<dyn Support>>> {
    let mut r = |s: f64| s * rng.random_range(-1.0..1.0);
    let shapes = shapes::<T>();
    let mut motions: Vec<Motion<T, Arc<dyn Support>>> = Vec::new();
    for (i, (_, fixed)) in all(scene).iter().enumerate() {
        let n = Vector3::new(r(1.0), r(1.0), r(1.0)).normalize();
        let turn = Vector3::new(r(3.0), r(3.0), r(3.0));
        let at = |p: Vector3<f64>| {
            let rotation = nalgebra::UnitQuaternion::from_scaled_axis(turn.map(T::nearest));
            Isometry3::from_parts(Translation3::from(p.map(T::nearest)), rotation)
        };
        let shape: Arc<dyn Support> = match i % 3 {
            0 => Arc::new(swept_support::PointShape),
            1 => Arc::new(swept_support::Sphere::new(T::nearest(size)).unwrap()),
            _ => Arc::clone(&shapes[i / 3 % shapes.len()]),
        };
        let own = Placed::<T, _>::new(Arc::clone(&shape), at(Vector3::zeros())).unwrap();
        let touch = fixed.support_point(&n) - own.support_point(&-n);
        let d = (Vector3::new(r(1.0), r(1.0), r(1.0)) - n) * way;
        let start = touch - d * [0.0, 0.5, 1.0][i % 3];
        let moving = Placed::new(shape, at(start)).unwrap();
        motions.push(Motion::new(moving, d.map(T::nearest)).unwrap());
    }
    motions
}

fn compounds<T: Real>(scenes: usize, seed: u64) -> [usize; 3] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut count = [0; 3];
    for case in 0..scenes {
        // Of the compound from the world's origin, of parts from the compound's, and of their corners from their own.
        let far = [0, 1, 2].map(|k| [1.0, 1e3, 1e5][case / 3_usize.pow(k) % 3]);
        let mut random = |s: f64| Vector3::from_fn(|_, _| s * rng.random_range(-1.0..1.0));
        let (place, inside) = (random(far[0]), random(far[1]));
        let around: [Vector3<f64>; 5] = std::array::from_fn(|_| inside + random(2.0));
        let parts = around.map(|at| {
            let (geometry, back) = geometry::<T>(&mut rng, 0.5, far[2]);
            (geometry, pose_that_brings(&mut rng, &back, &at))
        });
        let compound = Compound::new(parts).unwrap();
        let at = pose_that_brings(&mut rng, &inside, &place);
        let scene = Scene::of([Object::new(compound).at(at)]).unwrap();
        for way in [1e-3, 1.0] {
            for motion in motions(&scene, &mut rng, 1e-2, way) {
                compare(&scene, &motion, &mut count);
            }
        }
    }
    count
}

#[test]
fn parts_are_met_where_they_stand_however_far_away() {
    for count in [compounds::<f32>(162, 41), compounds::<f64>(54, 42)] {
        assert!(count.iter().all(|&c| c > 50), "{count:?}");
    }
}

fn touches<T: Real>(scenes: usize, seed: u64) -> [usize; 3] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut count = [0; 3];
    for case in 0..scenes {
        let objects = (0..6).map(|i| {
            let size = [1.0, 1e-3, 1e3][case % 3];
            let (geometry, _) = geometry::<T>(&mut rng, size, 0.0);
            let at = pose(&mut rng, [1.0; 3]);
            Object::new(geometry).at(at).with_user_data(i)
        });
        let scene = Scene::of(objects.collect::<Vec<_>>()).unwrap();
        let units = [0.25, 4.0, 100.0].map(|x| x * T::EPSILON);
        for way in units.into_iter().chain([1.0]) {
            for motion in motions(&scene, &mut rng, 1e-2, way) {
                compare(&scene, &motion, &mut count);
            }
        }
    }
    count
}

#[test]
fn what_a_cast_calls_a_touch_is_one_in_a_scene() {
    for count in [touches::<f32>(30, 43), touches::<f64>(30, 44)] {
        assert!(count.iter().all(|&c| c > 100), "{count:?}");
    }
}

/// So far out that the place of a part is rounded by more than the part is large: a ray meets it where it stands, beside where it would be
/// in a compound that is not rounded.
#[test]
fn a_part_is_met_where_rounding_puts_it() {
    let ball = Sphere::<f32>::new(0.125).unwrap();
    let compound = Compound::new([(ball, [0.375, 0.0, 0.0])]).unwrap();
    let far = 16_777_216.0;
    let mut objects = vec![Object::new(compound).at([far, 0.0, 0.0])];
    // Enough others for a tree.
    objects.extend((1..200).map(|i| Object::new(ball).at([0.0, 0.0, i as f32])));
    for count in [1, 200] {
        let scene = Scene::of(objects[..count].iter().cloned()).unwrap();
        let ray = Motion::ray([far, 5.0, 0.0], [0.0, -10.0, 0.0]).unwrap();
        let hit = scene.cast_closest(&ray, &Query::default());
        let fraction = hit.hit().map(|hit| hit.hit.fraction);
        assert!(
            fraction.is_some_and(|f| (f - 0.4875).abs() < 1e-6),
            "{fraction:?}"
        );
    }
}
