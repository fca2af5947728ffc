//! What several tests use: shapes, poses, and the answer by casting everything there is.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{CastOptions, Outcome, Sweep};
use swept_scene::{Motion, Next, Query, Scene, SceneOutcome};
use swept_support::{
    Capsule, ConvexHull, Cuboid, Cylinder, Placed, Real, Sphere, Support, Triangle,
};

/// A sphere, a box, a capsule, a cylinder and a hull, each of a size of about 1.
pub fn shapes<T: Real>() -> Vec<Arc<dyn Support>> {
    let t = T::nearest;
    let corners = (0..20).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()).map(t)
    });
    vec![
        Arc::new(Sphere::new(t(0.5)).unwrap()),
        Arc::new(Cuboid::new([t(0.5), t(0.25), t(1.0)]).unwrap()),
        Arc::new(Capsule::new(t(0.5), t(0.25)).unwrap()),
        Arc::new(Cylinder::new(t(0.5), t(0.25)).unwrap()),
        Arc::new(ConvexHull::new(corners).unwrap()),
    ]
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

/// What is met first, by casting each of these triangles, and which of them answer the same.
pub fn brute_force<T: Real>(
    motion: &Motion<T, impl Support>,
    triangles: impl Iterator<Item = (u32, Triangle<T>)>,
    at: &Isometry3<T>,
) -> (Option<Outcome<T>>, Vec<u32>) {
    let mut first: Option<(Outcome<T>, (f64, f64))> = None;
    let mut tied = Vec::new();
    for (i, triangle) in triangles {
        let fixed = Placed::new(triangle, *at).unwrap();
        let sweep = Sweep::new(motion.moving().as_ref(), *motion.displacement(), fixed);
        let outcome = sweep.unwrap().cast_with(&CastOptions::default());
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
    (expected, tied): &(Option<Outcome<T>>, Vec<u32>),
    case: usize,
) -> usize {
    let query = Query::default();
    let found = scene.cast_closest(motion, &query);
    match (expected, &found) {
        (Some(Outcome::Hit(e)), SceneOutcome::Hit(f)) => {
            assert_eq!(*e, f.hit, "case {case}");
            let mut first = Vec::new();
            scene.cast_all(motion, &query, |one| {
                first.extend(one.sub_shape().unwrap().triangle);
                Next::Clip(found.safe_fraction())
            });
            assert_eq!(first, *tied, "case {case}");
            0
        }
        (Some(Outcome::Overlap(e)), SceneOutcome::Overlap(f)) => {
            assert_eq!(*e, f.overlap, "case {case}");
            assert_eq!(f.place.sub_shape.triangle, Some(tied[0]), "case {case}");
            1
        }
        (None, SceneOutcome::Miss) => 2,
        other => panic!("case {case}: {other:?}"),
    }
}
