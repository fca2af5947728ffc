//! Shapes where they stand.

use super::*;
use crate::{Cone, ConvexHull, HalfSpace, Rounded, Shape};
use alloc::string::ToString;

fn poses() -> [Isometry3<f64>; 3] {
    let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.0, 2.0));
    let half = UnitQuaternion::from_quaternion(Quaternion::new(0.0, 1.0, 2.0, -2.0));
    [
        Isometry3::translation(4.0, -5.0, 6.0),
        Isometry3::from_parts([0.5, 70.0, -8.0].into(), turned),
        Isometry3::from_parts([-3.0, 1.0, 2.0].into(), half),
    ]
}

fn shapes() -> [Shape<f64>; 2] {
    let corners = [
        [1.0, 0.0, 0.5],
        [-1.0, 0.25, 0.0],
        [0.5, -2.0, 0.0],
        [0.0, 1.0, 3.0],
    ];
    [
        ConvexHull::new(corners).unwrap().into(),
        Rounded::new(Cone::new(1.0, 2.0).unwrap(), 0.5)
            .unwrap()
            .into(),
    ]
}

/// Nothing of the shape is farther than its support point, and that is on the shape: turned back it is a point of the core and
/// the radius along the direction.
#[test]
fn a_placed_shape_s_support_point_is_that_of_the_shape_turned_and_moved() {
    for pose in poses() {
        for shape in shapes() {
            let placed = Placed::<f64, _>::new(&shape, pose).unwrap();
            assert_eq!(placed.position(), pose.translation.vector);
            let turned_back = placed.pose().rotation.angle_to(&pose.rotation);
            assert!(turned_back < 1e-15 && placed.pose().translation == pose.translation);
            for n in [[1.0, 2.0, 3.0], [-3.0, 0.5, 0.25], [0.0, -1.0, 4.0]] {
                let n = Vector3::from(n);
                let local = pose.inverse_transform_vector(&n);
                let core = shape.support_point(&local);
                let expected = pose * core + n.normalize() * shape.radius();
                let found = placed.support_point(&n);
                assert!((found - expected).norm() < 1e-13, "{found} {expected}");
            }
        }
    }
}

#[test]
fn a_box_reaches_as_far_as_the_shape_along_each_axis() {
    for pose in poses() {
        for shape in shapes() {
            let placed = Placed::<f64, _>::new(&shape, pose).unwrap();
            let aabb = placed.aabb();
            let all = shape.extent() + shape.radius() + placed.position().amax();
            for k in 0..3 {
                let axis = Vector3::ith(k, 1.0);
                let (low, high) = (
                    placed.support_point(&-axis)[k],
                    placed.support_point(&axis)[k],
                );
                let beyond = [low - aabb.min[k], aabb.max[k] - high];
                // Rounded outward by 48u; what is computed errs by less than 8u of it here.
                let (least, most) = (20.0 * f64::EPSILON * all, 28.0 * f64::EPSILON * all);
                for beyond in beyond {
                    assert!((least..most).contains(&beyond), "{shape:?}: {beyond:e}");
                }
            }
        }
    }
    let floor = Placed::<f64, _>::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), poses()[0]);
    assert_eq!(floor.unwrap().aabb(), Aabb::EVERYTHING);
}

#[test]
fn a_shape_is_moved_and_stays_turned_or_stays_where_it_is() {
    let mut placed = Placed::<f64, _>::new(shapes()[0].clone(), poses()[1]).unwrap();
    let turned = placed.rotation();
    placed.move_to([1.0, 2.0, 3.0]).unwrap();
    assert_eq!(placed.position(), Vector3::new(1.0, 2.0, 3.0));
    assert_eq!(placed.rotation(), turned);
    let most = <f64 as Real>::MAX_LENGTH;
    placed.move_to([most, -most, most]).unwrap();
    let before = placed.clone();
    for bad in [f64::NAN, f64::INFINITY, -1.001 * most] {
        for k in 0..3 {
            let mut to = [0.0; 3];
            to[k] = bad;
            let error = placed.move_to(to).unwrap_err();
            assert_eq!(error.field, alloc::format!("position[{k}]"));
            assert_eq!(placed, before);
        }
    }
}

#[test]
fn no_rotation_is_told_by_its_worst_number() {
    let turned = |w: f64, i: f64| {
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, i, 0.0, 0.0));
        let pose = Isometry3::from_parts(nalgebra::Translation3::identity(), rotation);
        Placed::<f64, _>::new(shapes()[0].clone(), pose).map(|placed| placed.rotation())
    };
    for (w, i, told) in [
        (0.0, 0.0, "rotation: 0 is not a rotation"),
        (1.0, f64::NAN, "rotation: NaN is not a rotation"),
        (f64::INFINITY, 1.0, "rotation: inf is not a rotation"),
    ] {
        let error = turned(w, i).unwrap_err().to_string();
        assert!(error.starts_with(told), "{error}");
    }
    // Of any length, up to where its squares are beyond the range of numbers.
    let plain = turned(1.0, 0.5).unwrap();
    for k in [-1000, 500, 1000] {
        let unit = f64::powi(2.0, k);
        assert_eq!(turned(unit, 0.5 * unit).unwrap(), plain, "2^{k}");
    }
}
