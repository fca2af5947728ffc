//! What the constructors refuse, and by which name.

use super::*;
use crate::Placed;
use alloc::string::ToString;

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
        // Coordinates may be as near to 0 as they like: only the greatest magnitude is told.
        (
            Segment::new([0.0; 3], [0.0, -1e31, 1e-300]).unwrap_err(),
            "b[1]: -1e31 is not within this scalar's range of lengths \
             (expected a magnitude up to 1.2676506002282294e30)",
        ),
        (
            Triangle::new([0.0_f32; 3], [1.0; 3], [1e20, 0.0, 0.0]).unwrap_err(),
            "c[0]: 1e20 is not within this scalar's range of lengths \
             (expected a magnitude up to 9.223372036854776e18)",
        ),
        (
            Placed::new(Sphere::new(1.0).unwrap(), [1e300, 0.0, 0.0]).unwrap_err(),
            "position[0]: 1e300 is not within this scalar's range of lengths \
             (expected a magnitude up to 1.2676506002282294e30)",
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

/// Each number of each shape: the greatest that is a size or a coordinate is taken, and what is none is refused by its name.
#[test]
fn no_field_is_taken_unseen() {
    let refused =
        |of: &dyn Fn([f64; 3]) -> Result<(), InvalidShape>, names: &[&str], size: bool| {
            let most = <f64 as Real>::MAX_LENGTH;
            assert_eq!(of([most; 3]), Ok(()), "{names:?}");
            let bad = [f64::NAN, f64::INFINITY, 1.001 * most, -1.001 * most];
            let (negative, tiny) = ([-1.0], [0.5 / most]);
            let no_sizes = if size {
                [negative, tiny]
            } else {
                [bad[..1].try_into().unwrap(); 2]
            };
            for bad in bad.into_iter().chain(no_sizes.into_iter().flatten()) {
                for (k, name) in names.iter().enumerate() {
                    let mut given = [1.0; 3];
                    given[k] = bad;
                    let error = of(given).unwrap_err();
                    assert_eq!(error.field, *name, "{bad}");
                    assert!(error.value == bad || bad.is_nan() && error.value.is_nan());
                    // A number that is none, or is below 0, is told to be no length; others the range.
                    let range = error.to_string().contains("range of lengths");
                    let is_number = bad.is_finite() && !(size && bad < 0.0);
                    assert_eq!(range, is_number, "{error}");
                }
            }
        };
    let heights = ["half_height", "radius"];
    refused(&|n| Sphere::new(n[0]).map(drop), &heights[1..], true);
    refused(&|n| Capsule::new(n[0], n[1]).map(drop), &heights, true);
    refused(&|n| Cylinder::new(n[0], n[1]).map(drop), &heights, true);
    refused(&|n| Cone::new(n[0], n[1]).map(drop), &heights, true);
    let names = ["half_extents[0]", "half_extents[1]", "half_extents[2]"];
    refused(&|n| Cuboid::new(n).map(drop), &names, true);
    let names = ["radii[0]", "radii[1]", "radii[2]"];
    refused(&|n| Ellipsoid::new(n).map(drop), &names, true);
    let rounded = |n: [f64; 3]| Rounded::new(PointShape, n[0]).map(drop);
    refused(&rounded, &["radius"], true);
    let names = ["b[0]", "b[1]", "b[2]"];
    refused(&|n| Segment::new([0.0; 3], n).map(drop), &names, false);
    let names = ["c[0]", "c[1]", "c[2]"];
    let triangle = |n| Triangle::new([0.0; 3], [1.0; 3], n).map(drop);
    refused(&triangle, &names, false);
    let names = ["points[1][0]", "points[1][1]", "points[1][2]"];
    refused(&|n| ConvexHull::new([[0.0; 3], n]).map(drop), &names, false);
    let names = ["position[0]", "position[1]", "position[2]"];
    let placed = |n: [f64; 3]| Placed::<f64, _>::new(PointShape, n).map(drop);
    refused(&placed, &names, false);
    // How a shape inside another one reports.
    let error = Sphere::new(-1.0).unwrap_err().within("shape");
    assert_eq!(error.field, "shape.radius");
}

/// A normal may have any length that a scalar's lengths may have; the number that is told is what is wrong with it.
#[test]
fn a_normal_is_a_direction_of_some_length() {
    let most = <f64 as Real>::MAX_LENGTH;
    for unit in [most, 1.0, 1.0 / most] {
        for n in [[unit, 0.0, 0.0], [0.0, -unit, 0.0], [unit, unit, -unit]] {
            let normal = *HalfSpace::new(n).unwrap().normal();
            assert_eq!(normal, Vector3::from(n));
        }
    }
    for (n, told) in [
        ([1.0, f64::NAN, 0.0], "NaN"),
        ([f64::INFINITY, 1.0, 0.0], "inf"),
        ([0.0, 0.0, 0.0], "0"),
    ] {
        let error = HalfSpace::new(n).unwrap_err().to_string();
        let start = alloc::format!("normal: {told} is not the size of a direction");
        assert!(
            error.starts_with(&start) && error.contains("not all zero"),
            "{error}"
        );
    }
    for n in [[2.0 * most, 1.0, 0.0], [0.25 / most, 0.0, 0.125 / most]] {
        let error = HalfSpace::new(n).unwrap_err();
        assert_eq!(error.value, n[0]);
        assert!(error.to_string().contains("a magnitude from"), "{error}");
    }
}
