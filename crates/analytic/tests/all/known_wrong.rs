//! Where published methods fail, in numbers that can be followed by hand; and where they hold.

use crate::check::{p, v};
use swept_analytic::sphere::known_wrong::{
    point_by_absolute_square, triangle_by_plane_point, triangle_by_projection,
};
use swept_analytic::sphere::{Sphere, against_point, against_triangle};

/// Within 32u of sizes and distances of up to 20, over a speed of at least 1, for numbers without an edge that is longer.
const ERROR: f64 = 16.0 * f64::EPSILON * 20.0;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= ERROR
}

fn sphere(x: f64, y: f64, z: f64) -> Sphere {
    Sphere {
        centre: p(x, y, z),
        radius: 1.0,
    }
}

#[test]
fn the_constant_term_must_be_relative_to_the_centre() {
    // The way from 4 to 1 is half of 6.
    let point = p(4.0, 0.0, 0.0);
    let d = v(6.0, 0.0, 0.0);
    let origin = sphere(0.0, 0.0, 0.0);
    let right = |s: &Sphere, x| against_point(s, &d, &x).hit().map(|h| h.fraction);
    assert!(near(right(&origin, point).unwrap(), 0.5));
    assert!(near(
        point_by_absolute_square(&origin, &d, &point).unwrap(),
        0.5
    ));
    // The same, 6 farther on: 36 t² − 48 t + 99 has no root.
    let (moved, point) = (sphere(6.0, 0.0, 0.0), p(10.0, 0.0, 0.0));
    assert!(near(right(&moved, point).unwrap(), 0.5));
    assert_eq!(point_by_absolute_square(&moved, &d, &point), None);
    // And 6 back: 36 t² − 48 t + 3 has one at 1/15: far too early.
    let (moved, point) = (sphere(-6.0, 0.0, 0.0), p(-2.0, 0.0, 0.0));
    assert!(near(right(&moved, point).unwrap(), 0.5));
    let early = point_by_absolute_square(&moved, &d, &point).unwrap();
    assert!(early < 0.1, "{early}");
}

#[test]
fn projection_holds_head_on() {
    let triangle = [p(-2.0, -2.0, 0.0), p(2.0, -2.0, 0.0), p(0.0, 2.0, 0.0)];
    let (s, d) = (sphere(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0));
    assert!(near(
        triangle_by_projection(&s, &d, &triangle).unwrap(),
        0.5
    ));
    let right = against_triangle(&s, &d, &triangle);
    assert!(near(right.hit().unwrap().fraction, 0.5));
}

#[test]
fn projection_is_late_on_a_tilted_plane() {
    // The plane z = x is at distance h/√2 from (0, 0, h): touched at h = √2, not at 1.
    let triangle = [p(-9.0, -9.0, -9.0), p(9.0, -9.0, 9.0), p(0.0, 9.0, 0.0)];
    let (s, d) = (sphere(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0));
    let right = against_triangle(&s, &d, &triangle).hit().unwrap().fraction;
    assert!(near(right, (3.0 - 2f64.sqrt()) / 4.0));
    assert!(near(
        triangle_by_projection(&s, &d, &triangle).unwrap(),
        0.5
    ));
}

#[test]
fn projection_fails_along_the_plane() {
    // The edge x = 0 is met at x = −√(1 − ¼). Along the motion, the corner (2, 0, 0) lies behind the edge's middle, and the
    // projection takes it.
    let triangle = [p(0.0, -1.0, 0.0), p(0.0, 1.0, 0.0), p(2.0, 0.0, 0.0)];
    let (s, d) = (sphere(-5.0, 0.0, 0.5), v(8.0, 0.0, 0.0));
    let right = against_triangle(&s, &d, &triangle).hit().unwrap().fraction;
    assert!(near(right, (5.0 - 0.75f64.sqrt()) / 8.0));
    let wrong = triangle_by_projection(&s, &d, &triangle).unwrap();
    assert!(near(wrong, (7.0 - 0.75f64.sqrt()) / 8.0));
}

#[test]
fn the_plane_point_fails_along_a_long_edge() {
    // The centre is 0.3 beside the edge on the x axis, moves 100 along it and 1 down. The edge is touched at the height √(1 − 0.09).
    // The plane is met at the height 1, at x = 50; the edge's point there is 50 from the centre at the start, and
    // the sphere has gone by when it is low enough to touch it.
    let triangle = [p(-1e3, 0.0, 0.0), p(1e3, 0.0, 0.0), p(0.0, -1e3, 0.0)];
    let (s, d) = (sphere(0.0, 0.3, 1.5), v(100.0, 0.0, -1.0));
    let hit = against_triangle(&s, &d, &triangle);
    let hit = hit.hit().unwrap();
    let fraction = 1.5 - (1.0 - 0.3f64 * 0.3).sqrt();
    // The edge is a hundred times as long, and the sphere grazes it at a third of its radius.
    assert!((hit.fraction - fraction).abs() <= 300.0 * ERROR);
    assert!((hit.point - p(100.0 * fraction, 0.0, 0.0)).norm() < 1e-9);
    assert_eq!(triangle_by_plane_point(&s, &d, &triangle), None);
}

#[test]
fn the_plane_point_holds_over_the_face() {
    let triangle = [p(-2.0, -2.0, 0.0), p(2.0, -2.0, 0.0), p(0.0, 2.0, 0.0)];
    let (s, d) = (sphere(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0));
    assert!(near(
        triangle_by_plane_point(&s, &d, &triangle).unwrap(),
        0.5
    ));
}
