//! What is no shape.

use super::table::{Row, check, refused, three};
use nalgebra::Point3;
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, PointShape, Real, Rounded,
    Segment, Sphere, Triangle,
};

/// What no scalar takes.
fn shapes<T: Real>() -> Vec<Row> {
    let n = T::nearest;
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let (zero, one) = (n(0.0), n(1.0));
    let origin = three::<T>(0.0, 0.0, 0.0);
    vec![
        (
            refused(Sphere::new(n(-1.0))),
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(inf))),
            "radius: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(-inf))),
            "radius: -inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cuboid::new(three::<T>(1.0, -2.0, 1.0))),
            "half_extents[1]: -2 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cuboid::new(three::<T>(1.0, 1.0, nan))),
            "half_extents[2]: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Capsule::new(n(-0.5), one)),
            "half_height: -0.5 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Capsule::new(one, n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cylinder::new(n(inf), one)),
            "half_height: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cylinder::new(one, n(-0.25))),
            "radius: -0.25 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cone::new(n(nan), one)),
            "half_height: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cone::new(one, n(-1.0))),
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Ellipsoid::new(three::<T>(-1.0, 1.0, 1.0))),
            "radii[0]: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Ellipsoid::new(three::<T>(1.0, 1.0, inf))),
            "radii[2]: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Segment::new(origin, three::<T>(0.0, nan, 0.0))),
            "b[1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            refused(Triangle::new(origin, origin, three::<T>(0.0, 0.0, -inf))),
            "c[2]: -inf is not a coordinate (expected a finite number)",
        ),
        (
            refused(ConvexHull::<T>::new([] as [Point3<T>; 0])),
            "points: 0 is not a count of points (expected at least 1)",
        ),
        (
            refused(ConvexHull::<T>::new([
                origin,
                origin,
                three::<T>(inf, 0.0, 0.0),
            ])),
            "points[2][0]: inf is not a coordinate (expected a finite number)",
        ),
        (
            refused(ConvexHull::<T>::new(vec![three::<T>(0.0, nan, 0.0); 100])),
            "points[0][1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            refused(HalfSpace::new(origin)),
            "normal: 0 is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
        (
            refused(HalfSpace::new(three::<T>(0.0, nan, 1.0))),
            "normal: NaN is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
        (
            refused(Rounded::new(PointShape, n(-0.125))),
            "radius: -0.125 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Rounded::new(Sphere::new(zero).unwrap(), n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
    ]
}

#[test]
fn shapes_in_f64() {
    check(&shapes::<f64>());
}

#[test]
fn shapes_in_f32() {
    check(&shapes::<f32>());
}

#[test]
fn sizes_whose_powers_leave_f64() {
    // Lengths in f64 are 0 or from 2^-100 to 2^100.
    check(&[
        (
            refused(Sphere::new(1e31)),
            "radius: 1e31 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
        (
            refused(Cuboid::new([1.0, 1e-31, 1.0])),
            "half_extents[1]: 1e-31 is not within this scalar's range \
             of lengths (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
        (
            refused(ConvexHull::new([[0.0, 0.0, -2e30]])),
            "points[0][2]: -2e30 is not within this scalar's range of \
             lengths (expected a magnitude up to 1.2676506002282294e30)",
        ),
    ]);
}

#[test]
fn sizes_whose_squares_leave_f32() {
    // Lengths in f32 are 0 or from 2^-63 to 2^63. The f32 nearest to 1e19 is 9,999,999,980,506,447,872.
    check(&[
        (
            refused(Sphere::new(1e19f32)),
            "radius: 1e19 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 1.0842021724855044e-19 to 9.223372036854776e18)",
        ),
        (
            refused(Segment::new([0.0, -1e19f32, 0.0], [0.0; 3])),
            "a[1]: -1e19 is not within this scalar's range of lengths \
             (expected a magnitude up to 9.223372036854776e18)",
        ),
    ]);
    assert!(Capsule::new(1e-20f32, 1.0).is_err() && Ellipsoid::new([1.0, 1.0, 1e30f32]).is_err());
}
