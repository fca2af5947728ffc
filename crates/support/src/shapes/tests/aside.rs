//! Corners far from a shape's own origin, or about it: how they are told apart, and from where.

use super::*;

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
        let near: Vec<_> = ball(count).into_iter().map(corner).collect();
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
