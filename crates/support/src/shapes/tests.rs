//! Every shape against its own definition, along directions whose answer can be read off, and what it refuses.

use super::*;
use crate::{LinearMap, Support};
use alloc::string::ToString;
use alloc::vec::Vec;

fn at(shape: &dyn Support, n: [f64; 3]) -> [f64; 3] {
    shape.support_point(&Vector3::from(n)).coords.into()
}

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
        Rounded::new(Cylinder::new(2.0, 5.0).unwrap().into(), 0.5)
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

#[test]
fn rounding_adds_up() {
    let inner = Rounded::new(Sphere::new(0.25).unwrap(), 0.5).unwrap();
    let outer = Rounded::new(inner, 0.125).unwrap();
    assert_eq!(Support::radius(&outer), 0.875);
    assert_eq!(at(&outer, [1.0, 2.0, 3.0]), [0.0; 3]);
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

#[test]
fn a_hull_drops_what_is_inside_and_keeps_the_rest() {
    let sides = [-1.0_f32, 1.0];
    let mut points = Vec::new();
    for x in sides {
        for y in sides {
            for z in sides {
                points.push([x, y, z]);
            }
        }
    }
    points.push([0.5, -0.25, 0.0]); // inside
    points.push([1.0, 0.0, 0.0]); // on a face: kept, since only the strictly inner ones may go
    let hull = ConvexHull::new(points.clone()).unwrap();
    assert_eq!(hull.corners().len(), 9);
    assert_eq!(at(&hull, [1.0, -2.0, 3.0]), [1.0, -1.0, 1.0]);
    // Unless it is told that all of them are corners.
    let all = ConvexHull::from_corners(points.clone()).unwrap();
    let points = points.into_iter().map(Point3::from);
    assert!(all.corners().iter().copied().eq(points));
    assert_eq!(at(&all, [1.0, -2.0, 3.0]), [1.0, -1.0, 1.0]);
}

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
fn what_is_no_shape_is_refused_by_name() {
    let cases = [
        (
            Sphere::new(-1.0).unwrap_err(),
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            Cuboid::new([1.0, f64::NAN, 1.0]).unwrap_err(),
            "half_extents[1]: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            ConvexHull::new(Vec::<[f64; 3]>::new()).unwrap_err(),
            "points: 0 is not a count of points (expected at least 1)",
        ),
        (
            ConvexHull::from_corners([[0.0; 3], [f64::NAN, 0.0, 0.0]]).unwrap_err(),
            "points[1][0]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            Segment::new([0.0; 3], [0.0, f64::INFINITY, 0.0]).unwrap_err(),
            "b[1]: inf is not a coordinate (expected a finite number)",
        ),
        (
            HalfSpace::new([0.0_f64; 3]).unwrap_err(),
            "normal: 0 is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
    ];
    for (error, text) in cases {
        assert_eq!(error.to_string(), text);
    }
    assert!(Sphere::new(1e19_f32).is_err() && Sphere::new(1e19_f64).is_ok());
}

/// Of hulls with few corners all are looked at, of hulls with many some; along the shape's own axes the box is known.
#[test]
fn the_box_around_a_core_is_as_its_support_points_have_it() {
    let turn = nalgebra::Quaternion::new(1.0, 0.5, -0.25, 2.0);
    let turn = LinearMap::from_quaternion(&turn).unwrap();
    let hull = |count: usize| {
        let corners = super::convex_hull::sphere_directions(count).map(|n| n * 1.5);
        ConvexHull::<f64>::new(corners).unwrap()
    };
    let shapes: [Shape<f64>; 6] = [
        hull(8).into(),
        hull(40).into(),
        hull(200).into(),
        Rounded::new(hull(40).into(), 0.5).unwrap().into(),
        Cuboid::new([1.0, 2.0, 3.0]).unwrap().into(),
        Cone::new(1.0, 2.0).unwrap().into(),
    ];
    for shape in &shapes {
        for axes in [LinearMap::IDENTITY, turn] {
            let asked = crate::support::bounds_by_support_points(shape, &axes);
            assert_eq!(shape.core_bounds(&axes), asked, "{shape:?}");
        }
    }
}
