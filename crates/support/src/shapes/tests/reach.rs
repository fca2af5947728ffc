//! Support points along directions whose answer can be read off.

use super::*;
use crate::Placed;

#[test]
fn cores_reach_where_their_definitions_say() {
    let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    assert_eq!(at(&cuboid, [1.0, -1.0, 0.5]), [1.0, -2.0, 3.0]);
    let capsule = Capsule::new(2.0, 0.5).unwrap();
    assert_eq!(at(&capsule, [9.0, -1.0, 0.0]), [0.0, -2.0, 0.0]);
    assert_eq!(Support::radius(&capsule), 0.5);
    // (3, ·, 4)/5 on the rim of radius 5.
    let cylinder = Cylinder::new(2.0, 5.0).unwrap();
    assert_eq!(at(&cylinder, [3.0, 1.0, 4.0]), [3.0, 2.0, 4.0]);
    assert_eq!(at(&cylinder, [0.0, -1.0, 0.0]), [0.0, -2.0, 0.0]);
    // The half angle at the apex has tangent r/2h = 1: at 45 degrees up, apex and rim tie and the apex is taken.
    let cone = Cone::new(1.0, 2.0).unwrap();
    assert_eq!(at(&cone, [1.0, 1.0, 0.0]), [0.0, 1.0, 0.0]);
    for unit in [1e-160, 1e160] {
        assert_eq!(at(&cone, [unit, unit, 0.0]), [0.0, 1.0, 0.0]);
    }
    assert_eq!(at(&cone, [1.0, 0.9, 0.0]), [2.0, -1.0, 0.0]);
    assert_eq!(at(&cone, [0.0, -1.0, 0.0]), [0.0, -1.0, 0.0]);
    // A²n/|An| with A = diag(2, 1, 1) and n = (3, 0, 8): An = (6, 0, 8), |An| = 10.
    let ellipsoid = Ellipsoid::new([2.0, 1.0, 1.0]).unwrap();
    let p = at(&ellipsoid, [3.0, 0.0, 8.0]);
    assert!(
        (p[0] - 1.2).abs() < 1e-15 && p[1] == 0.0 && (p[2] - 0.8).abs() < 1e-15,
        "{p:?}"
    );
    let segment = Segment::new([1.0, 0.0, 0.0], [0.0, 4.0, 0.0]).unwrap();
    assert_eq!(at(&segment, [1.0, 0.5, 0.0]), [0.0, 4.0, 0.0]);
    let triangle = Triangle::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
    assert_eq!(at(&triangle, [-1.0, -1.0, 7.0]), [0.0; 3]);
}

#[test]
fn shapes_of_revolution_reach_as_far_all_around_their_axis() {
    let shapes: [Shape<f64>; 5] = [
        Capsule::new(2.0, 0.5).unwrap().into(),
        Cylinder::new(2.0, 5.0).unwrap().into(),
        Cone::new(1.0, 2.0).unwrap().into(),
        Ellipsoid::new([3.0, 1.5, 1.5]).unwrap().into(),
        Rounded::new(Cylinder::new(2.0, 5.0).unwrap(), 0.5)
            .unwrap()
            .into(),
    ];
    for shape in &shapes {
        let axis = shape.axis_of_revolution().unwrap();
        // The vectors (3, 4)/5 and (-5, 12)/13 across the axis, tilted alike.
        let across = |a: f64, b: f64| {
            let (i, j) = ((axis.imax() + 1) % 3, (axis.imax() + 2) % 3);
            let mut n = axis * 0.75;
            (n[i], n[j]) = (a, b);
            n.dot(&shape.support_point(&n).coords)
        };
        let (one, other) = (across(0.6, 0.8), across(-5.0 / 13.0, 12.0 / 13.0));
        assert!((one - other).abs() < 1e-14, "{shape:?}: {one} {other}");
    }
    assert_eq!(
        Ellipsoid::new([3.0, 1.5, 1.0])
            .unwrap()
            .axis_of_revolution(),
        None
    );
    assert_eq!(Cuboid::new([1.0; 3]).unwrap().axis_of_revolution(), None);
}

/// Directions that differ by a power of two have one support point, to the last bit, also where their squares are beyond the range of
/// numbers.
#[test]
fn support_points_do_not_depend_on_the_direction_s_length() {
    let turn = nalgebra::UnitQuaternion::new(Vector3::new(0.3, -1.0, 2.0));
    let pose = nalgebra::Isometry3::from_parts([4.0, -5.0, 6.0].into(), turn);
    let shapes: [Shape<f64>; 9] = [
        Sphere::new(0.3).unwrap().into(),
        Cuboid::new([0.1, 0.7, 0.3]).unwrap().into(),
        Cylinder::new(0.7, 0.3).unwrap().into(),
        Cone::new(0.7, 0.3).unwrap().into(),
        Cone::new(1e-20, 0.3).unwrap().into(),
        Ellipsoid::new([0.3, 0.7, 1e-20]).unwrap().into(),
        Ellipsoid::new([0.3, 0.7, 0.5]).unwrap().into(),
        Rounded::new(Cylinder::new(0.7, 1e-20).unwrap(), 0.5)
            .unwrap()
            .into(),
        ConvexHull::new(ball(40)).unwrap().into(),
    ];
    for shape in &shapes {
        let placed = Placed::<f64, _>::new(shape, pose).unwrap();
        for n in ball(100) {
            let (core, point) = (shape.support_point(&n), placed.support_point(&n));
            for k in [-950, -500, -350, -250, 250, 350, 500, 950] {
                let n = n * 2_f64.powi(k);
                assert_eq!(shape.support_point(&n), core, "{shape:?} 2^{k}");
                let moved = placed.support_point(&n) - point;
                assert!(moved.norm() < 1e-14, "{shape:?} 2^{k}: {moved}");
            }
            for n in [n * 1e308, n * 1e-310] {
                let moved = placed.support_point(&n) - point;
                assert!(moved.norm() < 1e-8, "{shape:?} {n}: {moved}");
            }
        }
    }
}

#[test]
fn zero_sizes_are_shapes() {
    assert_eq!(
        at(&Cylinder::new(0.0, 0.0).unwrap(), [1.0, 1.0, 1.0]),
        [0.0; 3]
    );
    assert_eq!(
        at(&Ellipsoid::new([0.0; 3]).unwrap(), [1.0, 1.0, 1.0]),
        [0.0; 3]
    );
    assert_eq!(
        at(&Cone::new(0.0, 1.0).unwrap(), [2.0, -1.0, 0.0]),
        [1.0, 0.0, 0.0]
    );
    assert_eq!(
        at(&ConvexHull::new([[1.0, 2.0, 3.0]]).unwrap(), [0.0; 3]),
        [1.0, 2.0, 3.0]
    );
}
