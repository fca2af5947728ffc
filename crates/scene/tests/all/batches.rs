//! Batches: the same bits for any order and any number of threads.

use crate::common::pose;
use nalgebra::{Point3, UnitQuaternion, Vector3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use swept_scene::{Batch, HeightField, Object, Order, Query, Scene};
use swept_support::Sphere;

#[test]
fn batches_answer_the_same_in_any_order_on_any_number_of_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let heights = (0..40 * 40)
        .map(|i| ((i * 7919) % 31) as f64 * 0.05)
        .collect();
    let field = HeightField::new(40, 40, heights, [1.0, 1.0, 1.0]).unwrap();
    let scene = Scene::of([Object::new(field)]).unwrap();
    let poses: Vec<_> = (0..500)
        .map(|_| pose::<f64>(&mut rng, [25.0, 4.0, 25.0]))
        .collect();
    let middle = Vector3::new(20.0, 3.0, 20.0);
    let positions: Vec<Point3<f64>> = poses
        .iter()
        .map(|p| (p.translation.vector + middle).into())
        .collect();
    let rotations: Vec<UnitQuaternion<f64>> = poses.iter().map(|p| p.rotation).collect();
    let displacements: Vec<Vector3<f64>> = poses
        .iter()
        .map(|p| Vector3::new(p.rotation.i, -8.0, p.rotation.j))
        .collect();
    let shape = Sphere::new(0.4).unwrap();
    let batch = Batch {
        shape: &shape,
        positions: &positions,
        rotations: &rotations,
        displacements: &displacements,
    };
    let query = Query::default();
    let expected = scene.cast_batch(&batch, &query, Order::Given).unwrap();
    assert!(expected.iter().filter(|o| o.hit().is_some()).count() > 100);
    assert_eq!(
        scene.cast_batch(&batch, &query, Order::Spatial).unwrap(),
        expected
    );
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        for order in [Order::Given, Order::Spatial] {
            let found = pool.install(|| scene.par_cast_batch(&batch, &query, order));
            assert_eq!(found.unwrap(), expected);
        }
    }
    let short = Batch {
        displacements: &displacements[1..],
        ..batch
    };
    let error = scene.cast_batch(&short, &query, Order::Given).unwrap_err();
    assert_eq!(
        error.to_string(),
        "displacements: 499 is not one per position (expected 500)"
    );
    let half = Batch {
        rotations: &rotations[250..],
        ..batch
    };
    let error = scene.cast_batch(&half, &query, Order::Given).unwrap_err();
    assert_eq!(
        error.to_string(),
        "rotations: 250 is not one per position (expected 500)"
    );
    let upright = Batch {
        rotations: &[],
        ..batch
    };
    // Of a ball a rotation changes nothing.
    let found = scene.cast_batch(&upright, &query, Order::Spatial).unwrap();
    assert_eq!(found, expected);
    let empty = Batch {
        positions: &[],
        rotations: &[],
        displacements: &[],
        ..batch
    };
    assert!(empty.is_empty() && !batch.is_empty() && batch.len() == 500);
    // The first of the casts that are none is named, whichever is come to first.
    let mut displacements = displacements.clone();
    displacements[3].x = f64::NAN;
    displacements[400].y = f64::INFINITY;
    let bad = Batch {
        displacements: &displacements,
        ..batch
    };
    for order in [Order::Given, Order::Spatial] {
        for cast in [Scene::cast_batch, Scene::par_cast_batch] {
            assert_eq!(cast(&scene, &empty, &query, order), Ok(Vec::new()));
            let error = cast(&scene, &bad, &query, order).unwrap_err().to_string();
            let expected = "cast 3: displacement[0]: NaN is not";
            assert!(error.starts_with(expected), "{order:?}: {error}");
        }
    }
}
