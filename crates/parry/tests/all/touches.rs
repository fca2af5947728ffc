//! What a cast of two shapes calls a touch is one where one of them is a triangle of a mesh.

use parry3d::math::{Pose, Vector};
use parry3d::query::ShapeCastOptions;
use parry3d::shape::{Ball, Cuboid, Shape, SupportMap, TriMesh, Triangle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::query::cast_shapes;

fn vector(dice: &mut ChaCha8Rng, far: f32) -> Vector {
    Vector::from([0; 3].map(|_| dice.random_range(-far..far)))
}

/// A box or a ball of this size that starts, or ends its way, where it touches `shape` at `at` up to a few units in the last place.
fn casts(
    dice: &mut ChaCha8Rng,
    (shape, at): (&dyn SupportMap, &Pose),
    size: f32,
) -> Vec<(Box<dyn Shape>, Pose, Vector)> {
    let mut casts: Vec<(Box<dyn Shape>, Pose, Vector)> = Vec::new();
    for way in [0.25 * f32::EPSILON, 4.0 * f32::EPSILON, 1e-4, 1.0] {
        for part in [0.0, 1.0] {
            let n = vector(dice, 1.0).normalize();
            let d = (vector(dice, 1.0) - n) * way * size;
            let turned = Pose::new(Vector::ZERO, vector(dice, 3.0));
            let (ball, small) = (Ball::new(size), Cuboid::new(Vector::splat(size)));
            let (moving, support): (Box<dyn Shape>, Vector) = if dice.random_bool(0.5) {
                (Box::new(ball), ball.support_point(&turned, -n))
            } else {
                (Box::new(small), small.support_point(&turned, -n))
            };
            let touch = shape.support_point(at, n) - support;
            let start = Pose::from_parts(touch - d * part, turned.rotation);
            casts.push((moving, start, d));
        }
    }
    casts
}

#[test]
fn a_triangle_of_a_mesh_is_met_as_the_triangle_is() {
    let dice = &mut ChaCha8Rng::seed_from_u64(61);
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let mut hits = 0;
    for case in 0..600 {
        let [size, moving] = [case, case / 3].map(|k| [1.0, 1e-2, 1e3][k % 3]);
        let [a, b, c] = [0; 3].map(|_| vector(dice, size));
        let at = Pose::new(vector(dice, 1.0), vector(dice, 3.0));
        let mesh = TriMesh::new(vec![a, b, c], vec![[0, 1, 2]]).unwrap();
        let triangle = Triangle::new(a, b, c);
        for (moving, from, d) in casts(dice, (&triangle, &at), moving) {
            let cast = |shape: &dyn Shape| {
                cast_shapes(&from, d, &*moving, &at, Vector::ZERO, shape, options)
                    .unwrap()
                    .map(|hit| hit.time_of_impact)
            };
            let expected = cast(&triangle);
            assert_eq!(cast(&mesh), expected, "{from:?} {d:?}");
            hits += usize::from(expected.is_some());
        }
    }
    assert!(hits > 1000, "{hits}");
}
