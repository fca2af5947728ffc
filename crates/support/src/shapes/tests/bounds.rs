//! The extents of cores, and the boxes around them.

use super::*;
use crate::LinearMap;

#[test]
fn extents_bound_the_core() {
    let shapes: [&dyn Support; 4] = [
        &Cuboid::new([3.0, 4.0, 12.0]).unwrap(),
        &Cone::new(3.0, 4.0).unwrap(),
        &Cylinder::new(3.0, 4.0).unwrap(),
        &Segment::new([0.0, 3.0, 4.0], [1.0, 0.0, 0.0]).unwrap(),
    ];
    for (shape, exact) in shapes.into_iter().zip([13.0, 5.0, 5.0, 5.0]) {
        let extent = shape.extent();
        assert!(
            extent >= exact && extent < exact * (1.0 + 1e-15),
            "{extent}"
        );
    }
}

#[test]
fn extents_reach_corners_whose_squares_vanish() {
    for power in [-1074, -1060, -600, -538, -500, -480, -470] {
        let x = f64::powi(2.0, power / 2) * f64::powi(2.0, power - power / 2);
        let triangle = Triangle::new([x, x, -x], [x, 0.0, 0.0], [0.0; 3]).unwrap();
        let extent = Support::extent(&triangle);
        assert!(
            (1.5 * x..=2.0 * x).contains(&extent),
            "2^{power}: {extent:e}"
        );
    }
    let point = Triangle::new([0.0; 3], [0.0; 3], [0.0; 3]).unwrap();
    assert_eq!(Support::extent(&point), 0.0);
}

/// Of hulls with few corners all are looked at, of hulls with many some; along the shape's own axes the box is known.
#[test]
fn the_box_around_a_core_is_as_its_support_points_have_it() {
    let turn = nalgebra::Quaternion::new(1.0, 0.5, -0.25, 2.0);
    let turn = LinearMap::from_quaternion(&turn).unwrap();
    let hull = |count: usize| {
        let corners = ball(count).into_iter().map(|n| n * 1.5);
        ConvexHull::<f64>::new(corners).unwrap()
    };
    let shapes: [Shape<f64>; 8] = [
        hull(8).into(),
        hull(40).into(),
        hull(200).into(),
        Rounded::new(hull(40), 0.5).unwrap().into(),
        Cuboid::new([1.0, 2.0, 3.0]).unwrap().into(),
        Cone::new(1.0, 2.0).unwrap().into(),
        PointShape.into(),
        Sphere::new(2.0).unwrap().into(),
    ];
    for shape in &shapes {
        for axes in [LinearMap::IDENTITY, turn] {
            let asked = crate::support::bounds_by_support_points(shape, &axes);
            assert_eq!(shape.core_bounds(&axes), asked, "{shape:?}");
        }
    }
}
