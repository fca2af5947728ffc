//! Every shape against its own definition, along directions whose answer can be read off, and what it refuses.

mod contract;
mod rolling;

use super::*;
use crate::{LinearMap, Placed, Support};
use alloc::string::ToString;
use alloc::vec::Vec;

fn at(shape: &dyn Support, n: [f64; 3]) -> [f64; 3] {
    shape.support_point(&Vector3::from(n)).coords.into()
}

/// Points spread over a ball.
pub(crate) fn ball(count: usize) -> Vec<Vector3<f64>> {
    super::convex_hull::sphere_directions(count).collect()
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
        ConvexHull::new(super::convex_hull::sphere_directions(40))
            .unwrap()
            .into(),
    ];
    for shape in &shapes {
        let placed = Placed::<f64, _>::new(shape, pose).unwrap();
        for n in super::convex_hull::sphere_directions(100) {
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
fn rounding_adds_up() {
    let inner = Rounded::new(Sphere::new(0.25).unwrap(), 0.5).unwrap();
    let outer = Rounded::new(inner, 0.125).unwrap();
    assert_eq!(Support::radius(&outer), 0.875);
    assert_eq!(at(&outer, [1.0, 2.0, 3.0]), [0.0; 3]);
}

#[test]
fn a_rounded_shape_of_a_known_kind_is_a_shape() {
    let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    let whole = Rounded::new(Shape::from(cuboid), 0.5).unwrap();
    let expected = Shape::Rounded(alloc::boxed::Box::new(whole));
    let rounded = Rounded::new(cuboid, 0.5).unwrap();
    assert_eq!(Shape::from(rounded), expected);
    // Inside out.
    let Shape::Rounded(outer) = Rounded::new(rounded, 0.25).unwrap().into() else {
        panic!("no rounded shape");
    };
    assert_eq!((outer.shape(), outer.added_radius()), (&expected, 0.25));
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

/// Of thousands of points those deep inside are dropped, and no end is lost. Few corners have no table, and many one.
#[test]
fn a_hull_of_thousands_of_points_reaches_as_far_as_they_do() {
    let shell = ball(1_500);
    let points = shell.iter().chain(&shell[..1_000]).enumerate();
    let points = points.map(|(i, n)| Point3::from(if i < 1_500 { *n } else { n * 0.9 }));
    let hull = ConvexHull::<f64>::new(points).unwrap();
    assert!(hull.corners().iter().all(|p| p.coords.norm() > 0.95));
    assert!(hull.corners().len() > 1_400);
    for n in ball(300) {
        let far = shell.iter().map(|p| n.dot(p)).fold(0.0, f64::max);
        assert!(n.dot(&hull.support_point(&n).coords) >= far - 1e-14);
    }
    let small = ConvexHull::<f64>::new(ball(8)).unwrap();
    assert!(hull.has_table() && !small.has_table());
}

/// Multiples of (1, 2, 3), rounded: in line but for their last places.
#[test]
fn a_hull_of_points_in_line_keeps_its_ends() {
    let points = [
        [0.7951529103655175, 1.5903058207300513, 2.38545873109229],
        [-0.7791591577358372, -1.5583183154720994, -2.337477473211076],
        [0.8820210762963364, 1.7640421525916523, 2.646063228885278],
        [
            -0.8325402118134406,
            -1.6650804236284142,
            -2.4976206354433743,
        ],
        [0.9174595754133491, 1.8349191508260199, 2.7523787262421107],
        [-0.9897243872978598, -1.9794487745992522, -2.969173161895896],
        [
            -0.37316295322280674,
            -0.7463259064448312,
            -1.119488859666097,
        ],
        [
            -0.7607130409995161,
            -1.5214260820026397,
            -2.2821391230043147,
        ],
        [0.20128798356236213, 0.4025759671287507, 0.603863950692076],
    ];
    let hull = ConvexHull::<f64>::new(points).unwrap();
    for n in super::convex_hull::sphere_directions(2_000) {
        let far = points.iter().map(|p| n.dot(&Vector3::from(*p)));
        let far = far.fold(f64::NEG_INFINITY, f64::max);
        let reach = n.dot(&hull.support_point(&n).coords);
        assert!(reach >= far - 1e-14, "{n:?} {reach} {far}");
    }
}

/// Sets of points all but on a line, or in a plane, up to rounding and above it: the hull reaches as far as they do.
#[test]
fn a_thin_hull_keeps_its_ends() {
    for count in [9_u32, 12, 37] {
        for thin in 0..60 {
            let (across, flat) = (0.5_f64.powi(thin), thin % 3 == 0);
            let points: Vec<_> = (0..count)
                .map(|i| {
                    let [t, u, v] = [7.0, 11.0, 13.0].map(|k| (f64::from(i) * k).sin());
                    let (u, v) = (if flat { u } else { u * across }, v * across);
                    Point3::new(t + u, 2.0 * t - u, 3.0 * t + v)
                })
                .collect();
            let hull = ConvexHull::new(points.clone()).unwrap();
            for n in super::convex_hull::sphere_directions(200) {
                let far = points.iter().map(|p| n.dot(&p.coords));
                let far = far.fold(f64::NEG_INFINITY, f64::max);
                let reach = n.dot(&hull.support_point(&n).coords);
                assert!(reach >= far - 1e-14, "{count} 2^-{thin} {reach} {far}");
            }
        }
    }
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

/// Shapes with corners like those of `near`, moved by `by` without rounding.
fn moved(near: &[Vector3<f64>], by: &Vector3<f64>) -> [Shape<f64>; 3] {
    let points: Vec<_> = near.iter().map(|p| Point3::from(p + by)).collect();
    let [a, b, c] = [points[0], points[1], points[2]];
    [
        Segment::new(a, b).unwrap().into(),
        Triangle::new(a, b, c).unwrap().into(),
        Rounded::new(ConvexHull::new(points).unwrap(), 1.0)
            .unwrap()
            .into(),
    ]
}

/// Which corner is the farthest, where two are all but as far, is told by their own size, however far away their origin is.
#[test]
fn far_corners_are_told_apart_as_near_ones_are() {
    for count in [3, 8, 60] {
        let corner = |n: Vector3<f64>| n.map(|x| (x * 1024.0).round() / 1024.0);
        let near: Vec<_> = super::convex_hull::sphere_directions(count)
            .map(corner)
            .collect();
        let by = Vector3::new(-1e6, 3e5, 7e6);
        for (k, shape) in moved(&near, &by).iter().enumerate() {
            let corners = &near[..near.len().min([2, 3, count][k])];
            let middle = shape.middle().unwrap();
            for c in corners {
                let own = (c + by - middle.at.coords).norm();
                assert!(own <= middle.extent && middle.extent < 4.0, "{middle:?}");
            }
            for (i, a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                let way = (b - a).normalize();
                for tilt in [-1e-12, 1e-12] {
                    let out = a + b + Vector3::new(0.1, 0.2, 0.3);
                    let n = out - way * (out.dot(&way) - tilt);
                    let heights = corners.iter().map(|c| n.dot(c));
                    let far = heights.fold(f64::NEG_INFINITY, f64::max);
                    let reach = n.dot(&(shape.support_point(&n).coords - by));
                    let promise = 4.0 * f64::EPSILON * n.norm() * middle.extent;
                    assert!(reach >= far - promise, "{k} {count} {i}: {reach} {far}");
                }
            }
        }
    }
}

/// What a triangle about its origin promises is of its extent, and of two corners across from the first, which are farther from that than
/// the extent is, the one that is not much less far is found, too.
#[test]
fn corners_around_the_origin_are_told_apart_by_their_places() {
    // In units of 2⁻⁵³ the numbers after the signs; and directions. Told apart by the ways from the first, the second ones were taken, or
    // the third, and fell short by 9.8, 10 and 12u of the extent.
    let e = 0.5 * f64::EPSILON;
    let cases: [([[i32; 3]; 3], [f64; 3]); 3] = [
        (
            [[5, 8, 104], [34, 56, -104], [48, -16, -104]],
            [12.0, 0.125, 0.1875],
        ),
        (
            [[1, -664, -520], [2, 448, -136], [0, 632, -136]],
            [1.0, 0.0390625, 0.2421875],
        ),
        (
            [[0, 16, 8], [3, -56, -64], [1, -40, -40]],
            [3.0, -0.125, 0.125],
        ),
    ];
    for (places, n) in cases {
        let corners = [-0.5, 0.5, 0.5].iter().zip(places).map(|(side, p)| {
            let [x, y, z] = p.map(|k| e * f64::from(k));
            [side * (1.0 + 2.0 * x), y, z]
        });
        let corners: Vec<_> = corners.collect();
        let n = Vector3::new(1.0 + f64::EPSILON * n[0], n[1], n[2]);
        // Whole numbers of 2⁻⁵³ by whole numbers of 2⁻⁵².
        let exactly = |p: &[f64; 3]| -> i128 {
            let whole = |x: f64| x as i128;
            (0..3)
                .map(|k| whole(p[k] / e) * whole(n[k] / f64::EPSILON))
                .sum()
        };
        let triangle = Triangle::new(corners[0], corners[1], corners[2]).unwrap();
        let found = exactly(&triangle.support_point(&n).into());
        let far = corners.iter().map(exactly).max().unwrap();
        let short = (far - found) as f64 * e * f64::EPSILON;
        let unit = e * n.norm() * triangle.extent();
        assert!(short <= 6.0 * unit, "{} units: {corners:?}", short / unit);
    }
}

/// A middle is of use to what is far away, and has to be told from it.
#[test]
fn only_what_lies_aside_has_a_middle() {
    let near = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector3::from);
    for (by, has) in [
        (0.0, false),
        (2.0, false),
        (20.0, true),
        (1e6, true),
        (1e12, false),
    ] {
        for shape in moved(&near, &Vector3::repeat(by)) {
            assert_eq!(shape.middle().is_some(), has, "{by} {shape:?}");
        }
    }
    assert_eq!(
        Shape::from(Cuboid::new([1.0, 1.0, 1.0]).unwrap()).middle(),
        None
    );
    // Nor has one with a corner that is far from the first, wherever the others are.
    let wide = [[90.0, 0.0, 0.0], [91.0, 0.0, 0.0], [90.0, 50.0, 0.0]];
    let [a, b, c] = wide;
    for [a, b, c] in [[a, b, c], [a, c, b], [c, a, b]] {
        assert_eq!(Triangle::new(a, b, c).unwrap().middle(), None);
        assert_eq!(ConvexHull::new([a, b, c]).unwrap().middle(), None);
    }
    // A hull does, if half of it is less than an eighth of the way to its farthest point.
    for (long, has) in [(32.0, true), (34.0, false)] {
        let ends = [[100.0, 0.0, 0.0], [100.0 + long, 0.0, 0.0]];
        let hull = ConvexHull::new(ends).unwrap();
        assert_eq!(hull.middle().is_some(), has, "{long}");
    }
    // Nothing comes of one in `f32`, where a hull would keep twice the memory for it.
    let far = [[1e3, 0.0, 0.0], [1e3, 1.0, 0.0], [1e3, 0.0, 1.0]].map(Point3::<f32>::from);
    let [a, b, c] = far;
    assert_eq!(Triangle::new(a, b, c).unwrap().middle(), None);
    assert_eq!(ConvexHull::new(far).unwrap().middle(), None);
    // No square vanishes: lengths may be anything.
    for power in [-90, 90] {
        let unit = 2_f64.powi(power);
        let [a, b] =
            [[32.0, 0.0, 0.0], [32.0, 1.0, 0.0]].map(|p| Point3::from(p.map(|x| x * unit)));
        let extent = Segment::new(a, b).unwrap().middle().unwrap().extent;
        assert!(extent >= unit && extent < unit * (1.0 + 1e-15), "{power}");
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
        Rounded::new(hull(40), 0.5).unwrap().into(),
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
