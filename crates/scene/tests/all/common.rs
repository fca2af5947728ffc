//! What several tests use: shapes, poses, and the answer by casting everything there is.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{Outcome, Sweep};
use swept_scene::{
    Faces, MeshOptions, Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{
    Capsule, ConvexHull, Cuboid, Cylinder, Placed, Real, Sphere, Support, Triangle,
};

/// A sphere, a box, a capsule and a cylinder, in this unit.
pub fn of_unit<T: Real>(unit: f64) -> Vec<Arc<dyn Support>> {
    let t = |x: f64| T::nearest(x * unit);
    vec![
        Arc::new(Sphere::new(t(0.5)).unwrap()),
        Arc::new(Cuboid::new([t(0.5), t(0.25), t(1.0)]).unwrap()),
        Arc::new(Capsule::new(t(0.5), t(0.25)).unwrap()),
        Arc::new(Cylinder::new(t(0.5), t(0.25)).unwrap()),
    ]
}

/// A sphere, a box, a capsule, a cylinder and a hull, each of a size of about 1.
pub fn shapes<T: Real>() -> Vec<Arc<dyn Support>> {
    let corners = (0..20).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()).map(T::nearest)
    });
    let mut shapes = of_unit::<T>(1.0);
    shapes.push(Arc::new(ConvexHull::new(corners).unwrap()));
    shapes
}

/// A pose at any angle, within a box of these half sides.
pub fn pose<T: Real>(rng: &mut ChaCha8Rng, half: [f64; 3]) -> Isometry3<T> {
    let mut r = |s: f64| rng.random_range(-s..s);
    let turn = Vector3::new(r(3.0), r(3.0), r(3.0));
    let place = Vector3::from(half.map(&mut r));
    Isometry3::from_parts(
        Translation3::from(place.map(T::nearest)),
        UnitQuaternion::from_scaled_axis(turn.map(T::nearest)),
    )
}

/// A vector of any direction.
pub fn direction(rng: &mut ChaCha8Rng) -> Vector3<f64> {
    loop {
        let v: Vector3<f64> = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// What a length of about 1 in an answer may be off by in `f64`: 512 units of roundoff. The points of an obstacle are off by up
/// to 48 of them per unit of its scale, and the scenes here have scales of up to 10.
pub const SLACK: f64 = 256.0 * f64::EPSILON;

/// What is met first, by casting each of these triangles, and which of them answer the same.
pub fn brute_force<T: Real>(
    motion: &Motion<T, impl Support>,
    query: &Query<'_, T>,
    triangles: impl Iterator<Item = (u32, Triangle<T>)>,
    at: &Isometry3<T>,
) -> (Option<Outcome<T>>, Vec<u32>) {
    let mut first: Option<(Outcome<T>, (f64, f64))> = None;
    let mut tied = Vec::new();
    for (i, triangle) in triangles {
        let fixed = Placed::new(triangle, *at).unwrap();
        let sweep = Sweep::new(motion.moving().as_ref(), *motion.displacement(), fixed);
        let outcome = sweep.unwrap().cast_with(&query.cast);
        let this = match &outcome {
            Outcome::Overlap(o) => (-o.depth.to_f64(), 0.0),
            Outcome::Hit(h) => (1.0, h.fraction.to_f64()),
            Outcome::Miss(_) => continue,
            Outcome::Unresolved(_) => panic!("unresolved"),
        };
        match &first {
            Some((_, best)) if *best < this => {}
            Some((_, best)) if *best == this => tied.push(i),
            _ => {
                first = Some((outcome, this));
                tied = vec![i];
            }
        }
    }
    (first.map(|(outcome, _)| outcome), tied)
}

/// Asserts that a scene of one mesh answers as brute force does, in fraction, normal, points and ties. The kind of the
/// answer: 0 hit, 1 overlap, 2 miss.
pub fn assert_equal<T: Real>(
    scene: &Scene<T>,
    motion: &Motion<T, impl Support>,
    query: &Query<'_, T>,
    (expected, tied): &(Option<Outcome<T>>, Vec<u32>),
    case: usize,
) -> usize {
    let found = scene.cast_closest(motion, query);
    match (expected, &found) {
        (Some(Outcome::Hit(e)), SceneOutcome::Hit(f)) => {
            assert_eq!(*e, f.hit, "case {case}");
            let mut first = Vec::new();
            scene.cast_all(motion, query, |one| {
                first.extend(one.sub_shape().unwrap().triangle);
                Next::Clip(found.safe_fraction())
            });
            assert_eq!(first, *tied, "case {case}");
            0
        }
        (Some(Outcome::Overlap(e)), SceneOutcome::Overlap(f)) => {
            let triangle = f.place.sub_shape.triangle.unwrap();
            if *e == f.overlap {
                assert!(tied.contains(&triangle), "case {case}");
            } else {
                // A triangle's plane may bound a depth more closely than the search for it, which leaves a bracket; and scenes rank
                // by the better bound. Where brackets meet, either may be the deeper one.
                let f = &f.overlap;
                let meet = f.depth >= e.depth_lower && e.depth >= f.depth_lower;
                assert!(meet, "case {case}: {e:?} {f:?}");
            }
            1
        }
        (None, SceneOutcome::Miss) => 2,
        other => panic!("case {case}: {other:?}"),
    }
}

/// A motion that ends just behind where it meets something, at this fraction: boxes that are too small by their rounding are not met.
pub fn cut<T: Real, S: Support>(motion: &Motion<T, S>, fraction: T) -> Motion<T, &S> {
    let part = fraction.to_f64() * (1.0 + 4.0 * T::EPSILON);
    let way = motion.displacement().map(|x| T::nearest(x.to_f64() * part));
    Motion::new(motion.moving().as_ref(), way).unwrap()
}

pub fn ball(radius: f64, at: [f64; 3], way: [f64; 3]) -> Motion<f64, Arc<dyn Support>> {
    let shape: Arc<dyn Support> = Arc::new(Sphere::new(radius).unwrap());
    Motion::new(Placed::new(shape, at).unwrap(), way).unwrap()
}

/// Two triangles of the plane y = 0, seen from above, over the square from 0 to 4.
pub fn square(faces: Faces) -> TriangleMesh<f64> {
    let points = [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0], [4.0, 4.0]];
    let points = points.map(|[x, z]| Point3::new(x, 0.0, z));
    let options = MeshOptions {
        faces,
        ..MeshOptions::default()
    };
    let triangles = vec![[0, 1, 2], [1, 3, 2]];
    TriangleMesh::with_options(points.into(), triangles, &options).unwrap()
}

pub fn boxes(count: u32) -> Scene<f64> {
    let cube = Cuboid::new([0.5, 0.5, 0.5]).unwrap();
    let at = |i: u32| Object::new(cube).at([3.0 * f64::from(i), 0.0, 0.0]);
    Scene::of((0..count).map(|i| at(i).with_user_data(u64::from(i)))).unwrap()
}

/// A count from the environment.
pub fn number(name: &str, default: u64) -> usize {
    crate::environment::from_environment(name, default) as usize
}

/// The user data of all that a motion meets, in order.
pub fn met(scene: &Scene<f64>, motion: &Motion<f64, Arc<dyn Support>>) -> Vec<u64> {
    let mut met = Vec::new();
    scene.cast_all(motion, &Query::default(), |one| {
        met.push(one.sub_shape().unwrap().user_data);
        Next::Continue
    });
    met
}
