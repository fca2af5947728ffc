//! Ellipsoids against points, planes and polygons, with numbers that can be derived by hand.

use crate::check::{direction, polygon};
use crate::common::{hit, overlap};
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;
use swept_analytic::ellipsoid::{
    Ellipsoid, against_half_space, against_plane, against_point, against_polygon, against_segment,
    against_triangle,
};

/// 96u of sizes and distances of up to 40, five times over for the ratio of the radii.
const ERROR: f64 = 9600.0 * f64::EPSILON;

fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

fn body(radii: [f64; 3], at: [f64; 3]) -> Ellipsoid {
    Ellipsoid {
        radii: radii.into(),
        pose: Isometry3::translation(at[0], at[1], at[2]),
    }
}

/// Radii 10, 5 and 2. At x = ±8 it is 3 high, and its gradient there is along (±2, 3).
fn egg(x: f64, y: f64, z: f64) -> Ellipsoid {
    body([10.0, 5.0, 2.0], [x, y, z])
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= ERROR
}

#[test]
fn points() {
    let origin = Point3::origin();
    let found = hit(against_point(
        &egg(-8.0, 7.0, 0.0),
        &v(0.0, -8.0, 0.0),
        &origin,
    ));
    let n = v(-2.0, 3.0, 0.0).normalize();
    assert!(near(found.fraction, 0.5) && (found.normal.into_inner() - n).norm() <= ERROR);
    assert_eq!(found.point, origin);
    let inside = Point3::new(1.0, 0.0, 0.0);
    let found = overlap(against_point(
        &egg(1.0, 0.0, 1.0),
        &Vector3::zeros(),
        &inside,
    ));
    assert!(found.depth == 1.0 && found.normal.z == 1.0);
    let past = against_point(&egg(-20.0, 6.0, 0.0), &v(40.0, 0.0, 0.0), &origin);
    assert!(
        matches!(past, Answer::Miss(m) if m.axis.y == 1.0),
        "{past:?}"
    );
    // An ellipse, and a point at a point.
    let flat = body([2.0, 0.0, 1.0], [1.5, 1.0, 0.0]);
    assert!(near(
        hit(against_point(&flat, &v(0.0, -4.0, 0.0), &origin)).fraction,
        0.25
    ));
    let none = body([0.0; 3], [0.0, 1.0, 0.0]);
    assert!(near(
        hit(against_point(&none, &v(0.0, -4.0, 0.0), &origin)).fraction,
        0.25
    ));
    // Touching: in is blocked, along and off are free.
    let on = egg(0.0, 5.0, 0.0);
    assert_eq!(
        hit(against_point(&on, &v(1.0, -1.0, 0.0), &origin)).fraction,
        0.0
    );
    for free in [v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0), v(0.0, 0.0, 0.0)] {
        assert!(against_point(&on, &free, &origin).hit().is_none());
    }
}

#[test]
fn half_spaces() {
    // n = (3, 4)/5: An = (6, 4), of length √52; the lowest point is −(60, 20)/√52.
    let n = Unit::new_normalize(v(3.0, 4.0, 0.0));
    let reach = 52f64.sqrt();
    let on_plane = Point3::from(n.into_inner());
    let start = n.into_inner() * (reach + 3.0);
    let falling = egg(start.x, start.y, start.z);
    let found = hit(against_half_space(
        &falling,
        &(n.into_inner() * -12.0),
        &on_plane,
        &n,
    ));
    // 3 − 1 to go, of 12.
    assert!(near(found.fraction, 1.0 / 6.0));
    let expected = n.into_inner() * (reach + 1.0) - v(60.0, 20.0, 0.0) / reach;
    assert!((found.point.coords - expected).norm() <= ERROR);
    // Turned by a quarter about z, what reaches down is the radius along x.
    let quarter = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), core::f64::consts::FRAC_PI_2);
    let turned = Ellipsoid {
        radii: v(10.0, 5.0, 2.0),
        pose: Isometry3::from_parts([0.0, 12.0, 0.0].into(), quarter),
    };
    let (origin, up) = (Point3::origin(), Vector3::y_axis());
    assert!(near(
        hit(against_half_space(
            &turned,
            &v(0.0, -4.0, 0.0),
            &origin,
            &up
        ))
        .fraction,
        0.5
    ));
    // Short of it, along it, deep in it; a disc and a point on it.
    let floor = |at, d: Vector3<f64>, radii| against_half_space(&body(radii, at), &d, &origin, &up);
    let short = floor([0.0, 4.0, 0.0], v(0.0, -1.0, 0.0), [1.0, 2.0, 3.0]);
    let along = floor([0.0, 2.0, 0.0], v(1.0, 0.0, 0.0), [1.0, 2.0, 3.0]);
    let resting = floor([0.0; 3], Vector3::zeros(), [0.0; 3]);
    for miss in [short, along, resting] {
        assert!(
            matches!(miss, Answer::Miss(m) if m.axis.y == 1.0),
            "{miss:?}"
        );
    }
    assert_eq!(
        overlap(floor([0.0, 1.0, 0.0], v(1.0, 1.0, 0.0), [1.0, 2.0, 3.0])).depth,
        1.0
    );
    assert_eq!(
        hit(floor([0.0; 3], v(1.0, -1.0, 0.0), [1.0, 0.0, 3.0])).fraction,
        0.0
    );
    assert_eq!(
        hit(floor([0.0, 1.0, 0.0], v(1.0, -4.0, 0.0), [0.0; 3])).fraction,
        0.25
    );
    // A plane has two sides.
    let below = body([1.0, 2.0, 3.0], [0.0, -4.0, 0.0]);
    let found = hit(against_plane(&below, &v(0.0, 4.0, 0.0), &origin, &up));
    assert!(found.fraction == 0.5 && found.normal.y == -1.0);
    let middle = body([1.0, 2.0, 3.0], [0.0; 3]);
    let found = overlap(against_plane(&middle, &v(0.0, -1.0, 0.0), &origin, &up));
    assert!(found.depth == 2.0 && found.normal.y == -1.0);
}

/// A square of side 18 in the plane y = 0.
fn floor() -> [Point3<f64>; 4] {
    [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)].map(|(x, z)| Point3::new(x, 0.0, z))
}

#[test]
fn polygons() {
    let cast = |moving: Ellipsoid, d| against_polygon(&moving, &d, &floor()).unwrap();
    // From above onto the face: 5 to go, of 10.
    let found = hit(cast(egg(0.0, 10.0, 1.0), v(0.0, -10.0, 0.0)));
    assert!(near(found.fraction, 0.5) && found.normal.y == 1.0);
    // Onto the side x = 9 with the middle 8 beyond it.
    let found = hit(cast(egg(17.0, 7.0, 0.0), v(0.0, -8.0, 0.0)));
    let n = v(2.0, 3.0, 0.0).normalize();
    assert!(near(found.fraction, 0.5) && (found.normal.into_inner() - n).norm() <= ERROR);
    assert!((found.point - Point3::new(9.0, 0.0, 0.0)).norm() <= ERROR);
    // Onto the corner (9, 9), the middle 8 beyond it along x.
    assert!(near(
        hit(cast(egg(17.0, 7.0, 9.0), v(0.0, -8.0, 0.0))).fraction,
        0.5
    ));
    let over = cast(egg(0.0, 6.0, 0.0), v(99.0, 0.0, 0.0));
    assert!(
        matches!(over, Answer::Miss(m) if m.axis.y == 1.0),
        "{over:?}"
    );
    let found = overlap(cast(egg(0.0, 4.0, 0.0), Vector3::zeros()));
    assert!(near(found.depth, 1.0) && found.normal.y == 1.0);
    // Touching: along and off are free, in is blocked.
    assert!(cast(egg(0.0, 5.0, 0.0), v(1.0, 0.0, 0.0)).hit().is_none());
    assert!(cast(egg(0.0, 5.0, 0.0), v(1.0, 1.0, 0.0)).hit().is_none());
    assert_eq!(
        hit(cast(egg(0.0, 5.0, 0.0), v(1.0, -1.0, 0.0))).fraction,
        0.0
    );
}

#[test]
fn ways_out_of_an_overlap() {
    let out = |moving: Ellipsoid, corners: &[Point3<f64>]| {
        overlap(against_polygon(&moving, &Vector3::zeros(), corners).unwrap())
    };
    // Beyond the side x = 9 by 9.5 of its 10 radii, sideways is shorter than up: half a unit, less what it gains upward.
    let found = out(egg(18.5, 0.0, 0.0), &floor());
    assert!(
        found.depth <= 0.5 && found.depth > 0.4 && found.normal.x > 0.9,
        "{found:?}"
    );
    // The middle on a segment along y: out across it by the shadow's shorter radius.
    let (a, b) = (Point3::new(0.0, -9.0, 0.0), Point3::new(0.0, 9.0, 0.0));
    let found = out(egg(0.0, 0.0, 0.0), &[a, b]);
    assert!(
        near(found.depth, 2.0) && near(found.normal.z.abs(), 1.0),
        "{found:?}"
    );
    // A corner at (9, 0, 0) within: out of the ellipsoid about it, 1 along z.
    let found = out(egg(9.0, 0.0, 1.0), &[Point3::new(9.0, 0.0, 0.0)]);
    assert!(
        near(found.depth, 1.0) && near(found.normal.z, 1.0),
        "{found:?}"
    );
}

#[test]
fn degenerate_polygons_and_ellipsoids() {
    let [a, b, ..] = floor();
    let down = v(0.0, -8.0, 0.0);
    let falling = egg(8.0, 7.0, 0.0);
    // A segment away from it, three corners in one place, on one line, and none.
    let one = against_segment(&egg(0.0, 10.0, 0.0), &v(0.0, -10.0, 0.0), &a, &b);
    assert!(matches!(one, Some(Answer::Miss(_))));
    let dot = against_triangle(&falling, &down, &[Point3::origin(); 3]).unwrap();
    assert!(near(hit(dot).fraction, 0.5));
    let across = Point3::new(0.0, 0.0, 3.0);
    let line = against_triangle(&falling, &down, &[Point3::origin(), across, across]).unwrap();
    assert!(near(hit(line).fraction, 0.5));
    let same = against_segment(&falling, &down, &Point3::origin(), &Point3::origin()).unwrap();
    assert!(near(hit(same).fraction, 0.5));
    assert!(against_polygon(&falling, &down, &[]).is_none());
    assert!(against_polygon(&body([1.0, 0.0, 1.0], [0.0; 3]), &down, &floor()).is_none());
}

#[test]
fn a_turned_ellipsoid_from_afar() {
    // 2³⁰ away, turned by a quarter about z: 5 along x. It comes along x at the square's middle, turned up.
    let far = 2f64.powi(30);
    let quarter = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), core::f64::consts::FRAC_PI_2);
    let moving = Ellipsoid {
        radii: v(10.0, 5.0, 2.0),
        pose: Isometry3::from_parts([far, 0.0, 0.0].into(), quarter),
    };
    let wall = floor().map(|p| Point3::new(p.y, p.x, p.z));
    let found = hit(against_polygon(&moving, &v(-2.0 * far, 0.0, 0.0), &wall).unwrap());
    assert!(near(found.fraction * 2.0 * far, far - 5.0), "{found:?}");
}

/// No direction frees an ellipsoid sooner than the one found: not from a corner or an edge that it meets beyond its own middle either.
#[test]
fn the_way_out_of_a_polygon_is_the_shortest() {
    let mut overlaps = 0;
    for index in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(92 << 32 | index);
        let radii = Vector3::from_fn(|_, _| rng.random_range(0.1..3.0));
        let corners = polygon(&mut rng, 1 + index as usize % 5);
        let middle = corners[0].coords + direction(&mut rng).component_mul(&radii) * 0.9;
        let moving = Ellipsoid {
            radii,
            pose: Isometry3::from_parts(middle.into(), UnitQuaternion::identity()),
        };
        let Some(Answer::Overlap(found)) = against_polygon(&moving, &Vector3::zeros(), &corners)
        else {
            continue;
        };
        overlaps += 1;
        let depth = |n: &Vector3<f64>| {
            let top = corners.iter().map(|c| n.dot(&c.coords));
            top.fold(f64::MIN, f64::max) + n.component_mul(&radii).norm() - n.dot(&middle)
        };
        assert!(near(depth(&found.normal), found.depth), "{found:?}");
        // From the best of many directions down to where no nearby one is better.
        let mut best = Vector3::y();
        for step in 0..600 {
            let other = if step < 200 {
                direction(&mut rng)
            } else {
                best + direction(&mut rng) * 2f64.powf(f64::from(200 - step) / 20.0)
            };
            let other = other.normalize();
            if depth(&other) < depth(&best) {
                best = other;
            }
        }
        assert!(
            found.depth <= depth(&best) + ERROR,
            "{index}: {found:?}, but {best:?} {}",
            depth(&best)
        );
    }
    assert!(overlaps > 200, "{overlaps}");
}

/// Of a miss on a long way the axis that is across the motion is so within 4u, whatever ellipsoid space and the pose leave along it: more
/// of that, times the way, would be more than the room.
#[test]
fn the_axis_of_a_long_miss_is_across_the_motion() {
    let mut across = 0;
    for index in 0..2_000u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(91 << 32 | index);
        let corners = polygon(&mut rng, 1 + index as usize % 4);
        let way = direction(&mut rng);
        let beside = way.cross(&direction(&mut rng)).normalize() * 40.0;
        let long = 2f64.powi(rng.random_range(8..30));
        let turn = UnitQuaternion::from_scaled_axis(direction(&mut rng) * 2.0);
        let moving = Ellipsoid {
            radii: v(3.0, 1.0, 0.25),
            pose: Isometry3::from_parts((corners[0].coords + beside - way * long).into(), turn),
        };
        let d = way * (2.0 * long);
        let Some(Answer::Miss(miss)) = against_polygon(&moving, &d, &corners) else {
            continue;
        };
        // What an axis closes or opens is a gap's worth, or rounding.
        let along = miss.axis.dot(&d).abs() / d.norm();
        if along <= 64.0 * f64::EPSILON {
            across += 1;
            assert!(along <= 2.0 * f64::EPSILON, "{index}: {along:e}");
        }
    }
    assert!(across > 1_000, "{across}");
}

/// A needle that passes a segment a few of its least radii away, after a way of 10¹⁹ of them: of what that leaves of a speed across it no plane is
/// told better or worse than another.
#[test]
fn the_axis_of_a_needle_s_long_way_keeps_it_apart() {
    let turn = nalgebra::Quaternion::new(
        9.405050227855519e-1,
        -1.0456057319092082e-1,
        -2.849261297658318e-1,
        -1.527563066645659e-1,
    );
    let moving = Ellipsoid {
        radii: v(
            5.7047669620684455e-8,
            6.62341589372101e-7,
            2.2561685528368676,
        ),
        pose: Isometry3::from_parts(
            [
                -5.875144117887946e10,
                -2.860814428910765e10,
                3.600037683053226e10,
            ]
            .into(),
            UnitQuaternion::new_unchecked(turn),
        ),
    };
    let d = v(
        5.759015272319481e11,
        2.804267207264132e11,
        -3.528878883269674e11,
    );
    let ends = [
        [0.0, 0.0, -2.8669482868500186e1],
        [
            -5.744515946770886,
            -2.7972069753945146,
            -2.514948855339547e1,
        ],
    ]
    .map(Point3::from);
    let answer = against_segment(&moving, &d, &ends[0], &ends[1]).unwrap();
    let Answer::Miss(miss) = answer else {
        panic!("{answer:?}")
    };
    let n = miss.axis.into_inner();
    let reach = (moving.pose.rotation.inverse() * n).component_mul(&moving.radii);
    let start = n.dot(&moving.pose.translation.vector);
    let top = n.dot(&ends[0].coords).max(n.dot(&ends[1].coords));
    let room = start.min(start + n.dot(&d)) - top - reach.norm();
    assert!(room >= -4.0 * f64::EPSILON * d.norm(), "{room}");
}
