//! Polyhedra against polyhedra and planes, with numbers that can be derived by hand.

use crate::common::hit;
use nalgebra::{Point3, Vector3};
use swept_analytic::Answer;
use swept_analytic::polyhedron::{
    Polyhedron, polyhedron_plane, polyhedron_polyhedron, polyhedron_polyhedron_bracket,
};

fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

fn p(x: f64, y: f64, z: f64) -> Point3<f64> {
    Point3::new(x, y, z)
}

fn hull(points: &[Point3<f64>]) -> Polyhedron {
    Polyhedron::hull(points).expect("points")
}

/// The slabs' error: 128u of coordinates of up to 20. Fractions err by it over a speed of at least 1.
const ERROR: f64 = 64.0 * f64::EPSILON * 20.0;

/// Within the error of a point of contact.
fn near(a: &Vector3<f64>, b: &Vector3<f64>) -> bool {
    (a - b).norm() <= 4.0 * ERROR
}

/// The corners (±1, 0, 0), (0, ±1, 0), (0, 0, ±1), shifted.
fn octahedron(at: Vector3<f64>) -> Polyhedron {
    let corner = |axis: Vector3<f64>| Point3::from(at + axis);
    hull(&[
        corner(Vector3::x()),
        corner(-Vector3::x()),
        corner(Vector3::y()),
        corner(-Vector3::y()),
        corner(Vector3::z()),
        corner(-Vector3::z()),
    ])
}

#[test]
fn a_point_meets_a_face() {
    // The face x + y + z = 1, entered along −(1, 1, 1) from (2, 2, 2): 6 − 3·6t = 1.
    let point = Polyhedron::point(p(2.0, 2.0, 2.0));
    let found = hit(polyhedron_polyhedron(
        &point,
        &v(-6.0, -6.0, -6.0),
        &octahedron(v(0.0, 0.0, 0.0)),
    ));
    assert!((found.fraction - 5.0 / 18.0).abs() <= ERROR);
    assert!(near(&found.normal, &(v(1.0, 1.0, 1.0) / 3f64.sqrt())));
    assert!(near(
        &found.point.coords,
        &v(1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0)
    ));
}

#[test]
fn corners_of_octahedra_meet() {
    let found = hit(polyhedron_polyhedron(
        &octahedron(v(5.0, 0.0, 0.0)),
        &v(-4.0, 0.0, 0.0),
        &octahedron(v(0.0, 0.0, 0.0)),
    ));
    assert_eq!(found.fraction, 0.75);
    assert!(near(&found.point.coords, &v(1.0, 0.0, 0.0)));
    // Past each other: the sum of both is the octahedron of radius 2, |x| + |y| + |z| ≤ 2; the path is y + z = 3.
    let by = polyhedron_polyhedron(
        &octahedron(v(5.0, 1.5, 1.5)),
        &v(-9.0, 0.0, 0.0),
        &octahedron(v(0.0, 0.0, 0.0)),
    );
    let Answer::Miss(miss) = by else {
        panic!("{by:?}")
    };
    assert!(miss.axis.x.abs() <= ERROR && miss.axis.y > 0.0 && miss.axis.z > 0.0);
}

#[test]
fn edges_cross() {
    let fixed = Polyhedron::edge(p(-2.0, 0.0, 0.0), p(2.0, 0.0, 0.0));
    let moving = Polyhedron::edge(p(0.5, -1.0, 1.0), p(1.5, 1.0, 1.0));
    let found = hit(polyhedron_polyhedron(&moving, &v(0.0, 0.0, -4.0), &fixed));
    assert_eq!(found.fraction, 0.25);
    assert_eq!(found.normal.into_inner(), v(0.0, 0.0, 1.0));
    assert!(near(&found.point.coords, &v(1.0, 0.0, 0.0)));
    // Beyond the end x = 2 of the fixed edge.
    let beside = Polyhedron::edge(p(1.5, -1.0, 1.0), p(2.75, 1.0, 1.0));
    assert!(matches!(
        polyhedron_polyhedron(&beside, &v(0.0, 0.0, -4.0), &fixed),
        Answer::Miss(_)
    ));
    // In one plane, the end of one against the side of the other.
    let end = Polyhedron::edge(p(0.0, 1.0, 0.0), p(1.0, 3.0, 0.0));
    let found = hit(polyhedron_polyhedron(&end, &v(0.0, -2.0, 0.0), &fixed));
    assert_eq!((found.fraction, found.point), (0.5, p(0.0, 0.0, 0.0)));
}

#[test]
fn a_face_meets_a_face_over_their_overlap() {
    let square = [
        p(0.0, 0.0, 0.0),
        p(2.0, 0.0, 0.0),
        p(2.0, 2.0, 0.0),
        p(0.0, 2.0, 0.0),
    ];
    let fixed = Polyhedron::new(&square, &[&[0, 1, 2, 3]]).expect("a face");
    let moving = hull(&square.map(|x| x + v(1.0, 1.0, 3.0)));
    let found = hit(polyhedron_polyhedron(&moving, &v(0.0, 0.0, -4.0), &fixed));
    assert_eq!(found.fraction, 0.75);
    assert_eq!(found.normal.into_inner(), v(0.0, 0.0, 1.0));
    assert_eq!(found.point.z, 0.0);
    assert!((found.point - p(1.5, 1.5, 0.0)).amax() <= 0.5 + 4.0 * ERROR);
    assert!(Polyhedron::new(&square, &[&[0, 1, 4]]).is_none());
    assert!(Polyhedron::hull(&[]).is_none());
}

#[test]
fn solids_overlap_and_touch() {
    let fixed = octahedron(v(0.0, 0.0, 0.0));
    // |x| + |y| + |z| = 1 of the sum's 2: 1 / √3 deep.
    let answer = polyhedron_polyhedron(&octahedron(v(0.25, 0.25, 0.5)), &v(1.0, 0.0, 0.0), &fixed);
    let Answer::Overlap(overlap) = answer else {
        panic!("{answer:?}")
    };
    assert!((overlap.depth - 1.0 / 3f64.sqrt()).abs() <= ERROR);
    assert!(near(&overlap.normal, &(v(1.0, 1.0, 1.0) / 3f64.sqrt())));
    let touching = octahedron(v(2.0, 0.0, 0.0));
    assert_eq!(
        hit(polyhedron_polyhedron(&touching, &v(-1.0, 0.0, 0.0), &fixed)).fraction,
        0.0
    );
    for motion in [
        v(0.0, 1.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 0.0, 0.0),
        v(-1.0, 1.0, 0.0),
    ] {
        let answer = polyhedron_polyhedron(&touching, &motion, &fixed);
        assert!(matches!(answer, Answer::Miss(_)), "{answer:?}");
    }
}

#[test]
fn repeated_collinear_and_inner_points_do_no_harm() {
    let line = hull(&[
        p(-2.0, 0.0, 0.0),
        p(0.0, 0.0, 0.0),
        p(2.0, 0.0, 0.0),
        p(2.0, 0.0, 0.0),
    ]);
    let point = hull(&[p(1.0, 0.0, 1.0); 3]);
    let found = hit(polyhedron_polyhedron(&point, &v(0.0, 0.0, -2.0), &line));
    assert_eq!((found.fraction, found.point), (0.5, p(1.0, 0.0, 0.0)));
    let past = hull(&[p(3.0, 0.0, 1.0)]);
    assert!(matches!(
        polyhedron_polyhedron(&past, &v(0.0, 0.0, -2.0), &line),
        Answer::Miss(_)
    ));
    let bounds = polyhedron_polyhedron_bracket(&point, &v(0.0, 0.0, -2.0), &line, 0.5);
    assert!((bounds.lower - 0.25).abs() <= ERROR, "{bounds:?}");
}

#[test]
fn a_polyhedron_falls_onto_a_plane() {
    let falling = octahedron(v(3.0, 1.0, 4.0));
    let (origin, up) = (p(0.0, 0.0, 1.0), Vector3::z_axis());
    let found = hit(polyhedron_plane(&falling, &v(1.0, 0.0, -4.0), &origin, &up));
    assert_eq!((found.fraction, found.point), (0.5, p(3.5, 1.0, 1.0)));
    for motion in [
        v(1.0, 0.0, 0.0),
        v(0.0, 0.0, 1.0),
        v(0.0, 0.0, -1.0),
        v(0.0, 0.0, 0.0),
    ] {
        assert!(matches!(
            polyhedron_plane(&falling, &motion, &origin, &up),
            Answer::Miss(_)
        ));
    }
    let answer = polyhedron_plane(
        &octahedron(v(0.0, 0.0, 1.5)),
        &v(0.0, 0.0, 1.0),
        &origin,
        &up,
    );
    let Answer::Overlap(overlap) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!((overlap.depth, overlap.point), (0.5, p(0.0, 0.0, 1.0)));
    let resting = octahedron(v(0.0, 0.0, 2.0));
    assert_eq!(
        hit(polyhedron_plane(&resting, &v(0.0, 1.0, -1.0), &origin, &up)).fraction,
        0.0
    );
    assert!(matches!(
        polyhedron_plane(&resting, &v(0.0, 1.0, 0.0), &origin, &up),
        Answer::Miss(_)
    ));
}

#[test]
fn what_is_apart_from_a_plane_meets_it_however_slowly_it_comes() {
    // At a height of 32u, down by 128u over a way of 4: that is u of it times 32, as much as what slides along the plane may sink.
    let u = 0.5 * f64::EPSILON;
    let (corner, motion) = (p(1.0, 32.0 * u, 0.0), v(4.0, -128.0 * u, 0.0));
    let up = Vector3::y_axis();
    let found = polyhedron_plane(&Polyhedron::point(corner), &motion, &p(0.0, 0.0, 0.0), &up);
    assert_eq!(found.hit().map(|hit| hit.fraction), Some(0.25));
    // What touches it slides.
    let resting = Polyhedron::point(p(1.0, 0.0, 0.0));
    let found = polyhedron_plane(&resting, &motion, &p(0.0, 0.0, 0.0), &up);
    assert!(matches!(found, Answer::Miss(_)), "{found:?}");
}
