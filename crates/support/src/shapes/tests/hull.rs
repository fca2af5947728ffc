//! Which points a convex hull keeps: it reaches as far as all that it was given.

use super::*;

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

/// As the corners of triangles that have vertices of their own: the first at each place is kept, in its order.
#[test]
fn a_hull_keeps_one_of_the_points_at_a_place() {
    let corner = |k: usize| [1, 2, 4].map(|bit| if k & bit == 0 { -1.0 } else { 1.0 });
    let soup: Vec<[f64; 3]> = (0..36).map(|i| corner(i * 5 % 8)).collect();
    let hull = ConvexHull::new(soup.clone()).unwrap();
    let first = soup[..8].iter().copied().map(Point3::from);
    assert!(hull.corners().iter().copied().eq(first) && !hull.has_table());
    // A zero of either sign is at the same place.
    let flat = soup
        .iter()
        .flat_map(|p| [[p[0], 0.0, p[2]], [p[0], -0.0, p[2]]]);
    assert_eq!(ConvexHull::<f64>::new(flat).unwrap().corners().len(), 4);
    assert_eq!(ConvexHull::from_corners(soup).unwrap().corners().len(), 36);
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
    for n in ball(2_000) {
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
            for n in ball(200) {
                let far = points.iter().map(|p| n.dot(&p.coords));
                let far = far.fold(f64::NEG_INFINITY, f64::max);
                let reach = n.dot(&hull.support_point(&n).coords);
                assert!(reach >= far - 1e-14, "{count} 2^-{thin} {reach} {far}");
            }
        }
    }
}
