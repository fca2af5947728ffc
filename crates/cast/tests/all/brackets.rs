//! How near the two ends of a bracket are.

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Capsule, Cone, Placed, Support, Triangle};

fn meets(
    moving: &dyn Support,
    from: [f64; 3],
    way: [f64; 3],
    corners: [[f64; 3]; 3],
    [w, x, y, z]: [f64; 4],
    size: f64,
) {
    let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
    let [a, b, c] = corners.map(Point3::from);
    let triangle = Triangle::new(a, b, c).unwrap();
    let pose = Isometry3::from_parts(Translation3::identity(), turn);
    let fixed = Placed::new(triangle, pose).unwrap();
    let sweep = Sweep::new(Placed::new(moving, from).unwrap(), way, fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let Outcome::Hit(hit) = certified.outcome else {
            panic!("{method:?}: {certified:?}");
        };
        certified.certificate.verify(&sweep).unwrap();
        let closing = -hit.normal.dot(&Vector3::from(way));
        let open = (hit.fraction_upper - hit.fraction) * closing;
        let most = 96.0 * f64::EPSILON * size;
        assert!(open <= most, "{method:?}: {open:e} of {most:e}");
    }
}

/// Thousandths of the triangle's size, turned: what a small shape's points are off by is little beside what the triangle's could be,
/// and those are exact.
#[test]
fn a_small_shape_in_front_of_a_large_triangle() {
    let size = 1.0 / 1024.0;
    meets(
        &Cone::new(size, size).unwrap(),
        [-0.5, -1.0, 0.25],
        [0.5, 0.0, 0.0],
        [[-1.0, 0.0, -0.5], [-0.5, -1.0, -0.5], [-1.0, 0.0, -0.375]],
        [-1.0, 0.375, -0.125, -0.25],
        0.597,
    );
    meets(
        &Capsule::new(size, 2.0 * size).unwrap(),
        [0.25, -2.0, 0.5],
        [-0.25, 0.5, 0.0],
        [[1.0, 0.0, -1.0], [0.5, 0.0, -2.0], [0.5, 0.5, -2.0]],
        [-0.5, 1.0, -0.5, 0.0],
        0.99,
    );
}
