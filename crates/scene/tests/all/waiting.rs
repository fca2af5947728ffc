//! How much work it takes to find the one triangle that a shape lands on, among those beside it.

use crate::counted::Counted;
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept_support::{ConvexHull, Placed};

/// The mean count of support points for a hull of 32 corners that comes down on ground of triangles about as large.
fn asked(height: impl Fn(f64, f64) -> f64) -> f64 {
    let n = 30;
    let at = |i: u32, j: u32| {
        let (x, z) = (f64::from(i), f64::from(j));
        Point3::new(x, height(x, z), z)
    };
    let points: Vec<_> = (0..=n).flat_map(|i| (0..=n).map(move |j| (i, j))).collect();
    let points: Vec<_> = points.into_iter().map(|(i, j)| at(i, j)).collect();
    let triangles = (0..n).flat_map(|i| {
        (0..n).flat_map(move |j| {
            let p = i * (n + 1) + j;
            [[p, p + 1, p + n + 1], [p + 1, p + n + 2, p + n + 1]]
        })
    });
    let mesh = TriangleMesh::new(points, triangles.collect()).unwrap();
    let scene = Scene::of([Object::new(mesh)]).unwrap();
    let corners = (0..32).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, (f64::from(i) / 15.5 - 1.0).asin());
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()) * 0.5
    });
    let shape = Counted::new(ConvexHull::new(corners).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let casts = 1_000;
    for _ in 0..casts {
        let mut r = || rng.random_range(-1.0..1.0);
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(r(), r(), r()) * 3.0);
        let start = [15.0 + 8.0 * r(), 5.0, 15.0 + 8.0 * r()];
        let pose = Isometry3::from_parts(start.into(), turn);
        let moving = Placed::new(&shape, pose).unwrap();
        let motion = Motion::new(moving, [3.0 * r(), -10.0, 3.0 * r()]).unwrap();
        let found = scene.cast_closest(&motion, &Query::default());
        assert!(found.hit().is_some());
    }
    f64::from(shape.take()) / f64::from(casts)
}

/// Twelve of them tell how large the shape is, along the world's axes and along its own. Cast against each triangle whose plane is met
/// before the hit, it would be asked 36.9 times on a flat floor and 30.6 times on hills; as it is, 20.0 and 22.6 times.
#[test]
fn triangles_beside_the_one_that_is_landed_on_are_not_cast() {
    let flat = asked(|_, _| 0.0);
    let hills = asked(|x, z| 0.4 * (0.9 * x).sin() * (0.7 * z).sin());
    assert!(flat < 22.0 && hills < 25.0, "{flat} {hills}");
}
