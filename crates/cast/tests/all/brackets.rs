//! How near the two ends of a bracket are.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Capsule, Cone, Cylinder, Ellipsoid, Placed, Shape, Support, Triangle};

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

/// Wheels and cones come within a target distance of one another, by every method: the points that they are that far apart at lie on the
/// normal, up to a part of the lengths.
#[test]
fn at_a_target_distance_the_points_lie_along_the_normal() {
    let mut dice = Dice(2);
    let mut worst = [0.0_f64; Method::ALL.len()];
    for _ in 0..400 {
        let mut one = |at: f64| -> Placed<f64, Shape<f64>> {
            let (h, r) = (0.1 + dice.part(), 0.1 + dice.part());
            let shape: Shape<f64> = match dice.below(3) {
                0 => Cylinder::new(h, r).unwrap().into(),
                1 => Cone::new(h, r).unwrap().into(),
                _ => Ellipsoid::new([r, h, 0.5 * r]).unwrap().into(),
            };
            let turn = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
            Placed::new(
                shape,
                Isometry3::from_parts((dice.vector() * at).into(), turn),
            )
            .unwrap()
        };
        let (moving, fixed) = (one(4.0), one(1.0));
        let way = (fixed.position() - moving.position()) * 2.0;
        let target_distance = dice.part();
        let sweep = Sweep::new(moving, way, fixed).unwrap();
        for (method, worst) in Method::ALL.into_iter().zip(&mut worst) {
            let outcome = sweep.cast_with(&CastOptions {
                method,
                target_distance,
                ..CastOptions::default()
            });
            // What starts within the distance is nearer.
            let Some(hit) = outcome.hit().filter(|hit| hit.fraction > 0.0) else {
                continue;
            };
            let off = hit.point_moving - hit.point_fixed - hit.normal.scale(target_distance);
            *worst = worst.max(off.norm());
        }
    }
    assert!(worst.iter().all(|&off| off < 1e-12), "{worst:?}");
}
