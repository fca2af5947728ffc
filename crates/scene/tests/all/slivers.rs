//! Triangles so thin that their normals are rounding.

use crate::common::{ball, met};
use nalgebra::{Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Query, Scene, SceneOutcome, TriangleMesh};
use swept_support::HalfSpace;

/// Three corners on a line but for their rounding.
fn sliver(rng: &mut ChaCha8Rng) -> [Point3<f64>; 3] {
    let mut r = |s: f64| rng.random_range(-s..s);
    let from = Point3::new(r(2.0), r(0.2), r(2.0));
    let along = Vector3::new(r(6.0), r(0.2), r(6.0));
    [from, from + along, from + along * (0.5 + r(0.4))]
}

#[test]
fn an_overlap_with_a_sliver_comes_before_all_hits() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut leaning = 0;
    for case in 0..400 {
        let corners = sliver(&mut rng);
        let mesh = TriangleMesh::new(corners.into(), vec![[0, 1, 2]]).unwrap();
        // Exactly on a line.
        let Some(normal) = mesh.normal(0) else {
            continue;
        };
        // How far the corners are out of the plane that the normal is taken for that of.
        let out = corners.map(|p| normal.dot(&(p - corners[0])).abs());
        leaning += usize::from(out.iter().any(|x| *x > 1.0));
        let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
        let floor = floor.at([0.0, -1.0, 0.0]).with_user_data(7);
        let scene = Scene::of([floor, Object::new(mesh)]).unwrap();
        // At a corner, onto the floor.
        let motion = ball(0.1, corners[case % 3].coords.into(), [0.0, -5.0, 0.0]);
        let found = scene.cast_closest(&motion, &Query::default());
        let SceneOutcome::Overlap(overlap) = found else {
            panic!("case {case}: {found:?}");
        };
        assert!((overlap.overlap.depth - 0.1).abs() < 1e-12, "case {case}");
        assert_eq!(met(&scene, &motion), [0, 7], "case {case}");
    }
    assert!(leaning > 20, "{leaning}");
}
