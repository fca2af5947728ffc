//! Sweeps whose numbers can be followed by hand, the rows of the contract, and degenerate input.

use crate::check::{P, V, p, v};
use nalgebra::{Isometry3, Unit, UnitQuaternion};
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::sphere::{self, Sphere};
use swept_analytic::{Answer, Hit, Overlap};

/// 32u of sizes and distances of up to 20.
const E: f64 = 16.0 * f64::EPSILON * 20.0;

fn ball(center: P, radius: f64) -> Sphere {
    Sphere { center, radius }
}

fn stick(a: P, b: P, radius: f64) -> Capsule {
    Capsule { a, b, radius }
}

fn hit(answer: Answer) -> Hit {
    *answer.hit().unwrap_or_else(|| panic!("{answer:?}"))
}

fn overlap(answer: Answer) -> Overlap {
    match answer {
        Answer::Overlap(overlap) => overlap,
        _ => panic!("{answer:?}"),
    }
}

fn is_miss(answer: Answer) -> bool {
    matches!(answer, Answer::Miss(_))
}

fn assert_hit(answer: Answer, fraction: f64, point: P, normal: V) {
    let h = hit(answer);
    assert!((h.fraction - fraction).abs() < E, "{h:?}");
    assert!((h.point - point).norm() < E, "{h:?}");
    assert!((h.normal.into_inner() - normal).norm() < E, "{h:?}");
}

#[test]
fn spheres_meet_at_the_sum_of_radii() {
    // The centres are 5 apart across and come to distance 5 = 2 + 3 along the x axis: 3-4-5.
    let answer = sphere::against_sphere(
        &ball(p(-14.0, 3.0, 0.0), 2.0),
        &v(20.0, 0.0, 0.0),
        &ball(P::origin(), 3.0),
    );
    assert_hit(answer, 0.5, p(-2.4, 1.8, 0.0), v(-0.8, 0.6, 0.0));
}

#[test]
fn a_half_space_is_met_from_above_and_a_plane_from_both_sides() {
    let up = Unit::new_unchecked(V::z());
    let o = P::origin();
    let d = v(4.0, 0.0, -4.0);
    assert_hit(
        sphere::against_half_space(&ball(p(0.0, 0.0, 3.0), 1.0), &d, &o, &up),
        0.5,
        p(2.0, 0.0, 0.0),
        V::z(),
    );
    assert_hit(
        sphere::against_plane(&ball(p(0.0, 0.0, -3.0), 1.0), &-d, &o, &up),
        0.5,
        p(-2.0, 0.0, 0.0),
        -V::z(),
    );
    let under = overlap(sphere::against_half_space(
        &ball(p(0.0, 0.0, -3.0), 1.0),
        &d,
        &o,
        &up,
    ));
    assert_eq!(under.depth, 4.0);
    let leaning = stick(p(0.0, 0.0, 3.0), p(1.0, 0.0, 7.0), 1.0);
    assert_hit(
        capsule::against_half_space(&leaning, &d, &o, &up),
        0.5,
        p(2.0, 0.0, 0.0),
        V::z(),
    );
    let hanging = stick(p(0.0, 0.0, -3.0), p(1.0, 0.0, -7.0), 1.0);
    assert_hit(
        capsule::against_plane(&hanging, &-d, &o, &up),
        0.5,
        p(-2.0, 0.0, 0.0),
        -V::z(),
    );
    let through = stick(p(0.0, 0.0, -1.0), p(0.0, 0.0, 2.0), 0.5);
    assert_eq!(
        overlap(capsule::against_plane(&through, &d, &o, &up)).depth,
        1.5
    );
}

#[test]
fn a_box_is_met_on_a_face_an_edge_and_a_corner() {
    let o = P::origin();
    let half = v(1.0, 1.0, 1.0);
    let cast = |c: P, d: V| sphere::against_aligned_box(&ball(c, 1.0), &d, &o, &half);
    assert_hit(
        cast(p(6.0, 0.5, 0.0), v(-8.0, 0.0, 0.0)),
        0.5,
        p(1.0, 0.5, 0.0),
        V::x(),
    );
    // Over the edge, 0.6 above its height: 0.6 and 0.8.
    assert_hit(
        cast(p(5.8, 1.6, 0.0), v(-8.0, 0.0, 0.0)),
        0.5,
        p(1.0, 1.0, 0.0),
        v(0.8, 0.6, 0.0),
    );
    // At the corner, 2/3 and 1/3 beside it, which leaves 2/3.
    let (a, b) = (2.0 / 3.0, 1.0 / 3.0);
    assert_hit(
        cast(p(1.0 + a + 4.0, 1.0 + a, 1.0 + b), v(-8.0, 0.0, 0.0)),
        0.5,
        p(1.0, 1.0, 1.0),
        v(a, a, b),
    );
    let inside = overlap(cast(p(0.5, 0.0, 0.0), V::y()));
    assert!(
        (inside.depth - 1.5).abs() < E && (inside.normal.x - 1.0).abs() < E,
        "{inside:?}"
    );
    // A quarter turn about z and a shift by (1, 2, 3).
    let turn = UnitQuaternion::from_axis_angle(&V::z_axis(), std::f64::consts::FRAC_PI_2);
    let pose = Isometry3::from_parts(v(1.0, 2.0, 3.0).into(), turn);
    let answer = sphere::against_box(
        &ball(p(0.5, 8.0, 3.0), 1.0),
        &v(0.0, -8.0, 0.0),
        &pose,
        &half,
    );
    assert_hit(answer, 0.5, p(0.5, 3.0, 3.0), V::y());
}

const TRIANGLE: [P; 3] = [
    P::new(0.0, 0.0, 0.0),
    P::new(4.0, 0.0, 0.0),
    P::new(0.0, 4.0, 0.0),
];

#[test]
fn a_triangle_is_met_on_its_face_an_edge_and_a_corner() {
    let cast = |c: P, d: V| sphere::against_triangle(&ball(c, 1.0), &d, &TRIANGLE);
    let down = v(0.0, 0.0, -8.0);
    assert_hit(cast(p(1.0, 1.0, 5.0), down), 0.5, p(1.0, 1.0, 0.0), V::z());
    assert_hit(
        cast(p(1.0, 1.0, -5.0), -down),
        0.5,
        p(1.0, 1.0, 0.0),
        -V::z(),
    );
    assert_hit(
        cast(p(1.0, -0.6, 4.8), down),
        0.5,
        p(1.0, 0.0, 0.0),
        v(0.0, -0.6, 0.8),
    );
    let (a, b) = (2.0 / 3.0, 1.0 / 3.0);
    assert_hit(
        cast(p(-a, -b, 4.0 + a), down),
        0.5,
        P::origin(),
        v(-a, -b, a),
    );
    // In the plane, against the edge y = 0.
    assert_hit(
        cast(p(1.0, -5.0, 0.0), v(0.0, 8.0, 0.0)),
        0.5,
        p(1.0, 0.0, 0.0),
        -V::y(),
    );
    // Along the plane, touching nothing.
    assert!(is_miss(cast(p(1.0, -5.0, 1.5), v(0.0, 18.0, 0.0))));
}

#[test]
fn only_the_front_of_a_triangle_counts_when_asked() {
    let down = v(0.0, 0.0, -8.0);
    let front = sphere::against_triangle_front(&ball(p(1.0, 1.0, 5.0), 1.0), &down, &TRIANGLE);
    assert_hit(front.unwrap(), 0.5, p(1.0, 1.0, 0.0), V::z());
    let back = sphere::against_triangle_front(&ball(p(1.0, 1.0, -5.0), 1.0), &-down, &TRIANGLE);
    assert_eq!(back, None);
    let across =
        sphere::against_triangle_front(&ball(p(1.0, -5.0, 0.0), 1.0), &v(0.0, 8.0, 0.0), &TRIANGLE);
    assert_hit(across.unwrap(), 0.5, p(1.0, 0.0, 0.0), -V::y());
}

#[test]
fn lines_go_on_where_segments_end() {
    let (o, x) = (P::origin(), Unit::new_unchecked(V::x()));
    let beyond = ball(p(7.0, 0.0, 5.0), 1.0);
    let down = v(0.0, 0.0, -8.0);
    assert!(is_miss(sphere::against_segment(
        &beyond,
        &down,
        &o,
        &p(4.0, 0.0, 0.0)
    )));
    assert_hit(
        sphere::against_line(&beyond, &down, &o, &x),
        0.5,
        p(7.0, 0.0, 0.0),
        V::z(),
    );
    // Along the line, nothing changes.
    assert!(is_miss(sphere::against_line(
        &beyond,
        &v(9.0, 0.0, 0.0),
        &o,
        &x
    )));
    assert_hit(
        sphere::against_segment(
            &ball(p(-5.0, 0.0, 0.0), 1.0),
            &v(8.0, 0.0, 0.0),
            &o,
            &p(4.0, 0.0, 0.0),
        ),
        0.5,
        o,
        -V::x(),
    );
    let upright = stick(p(7.0, 0.0, 9.0), p(7.0, 0.0, 5.0), 1.0);
    assert_hit(
        capsule::against_line(&upright, &down, &o, &x),
        0.5,
        p(7.0, 0.0, 0.0),
        V::z(),
    );
    let fixed = stick(o, p(4.0, 0.0, 0.0), 0.5);
    assert_hit(
        sphere::against_capsule(&ball(p(1.0, 0.0, 5.5), 1.0), &down, &fixed),
        0.5,
        p(1.0, 0.0, 0.5),
        V::z(),
    );
}

#[test]
fn capsules_meet_with_ends_and_sides() {
    let down = v(0.0, 0.0, -8.0);
    // Crossed at a right angle.
    let moving = stick(p(0.0, -3.0, 5.5), p(0.0, 3.0, 5.5), 1.0);
    let fixed = stick(p(-3.0, 0.0, 0.0), p(3.0, 0.0, 0.0), 0.5);
    assert_hit(
        capsule::against_capsule(&moving, &down, &fixed),
        0.5,
        p(0.0, 0.0, 0.5),
        V::z(),
    );
    // End to end.
    let behind = stick(p(9.5, 0.0, 0.0), p(15.0, 0.0, 0.0), 1.0);
    assert_hit(
        capsule::against_capsule(&behind, &v(-10.0, 0.0, 0.0), &fixed),
        0.5,
        p(3.5, 0.0, 0.0),
        V::x(),
    );
    assert_hit(
        capsule::against_point(&moving, &down, &p(0.0, 2.0, 0.5)),
        0.5,
        p(0.0, 2.0, 0.5),
        V::z(),
    );
    assert_hit(
        capsule::against_sphere(&moving, &down, &ball(p(0.0, 2.0, 0.0), 0.5)),
        0.5,
        p(0.0, 2.0, 0.5),
        V::z(),
    );
    assert_hit(
        capsule::against_segment(&moving, &down, &p(-1.0, 1.0, 0.5), &p(2.0, 1.0, 0.5)),
        0.5,
        p(0.0, 1.0, 0.5),
        V::z(),
    );
    // A wide triangle under the middle, and one that only its side reaches.
    let upright = stick(p(1.0, 1.0, 9.0), p(1.0, 1.0, 5.0), 1.0);
    assert_hit(
        capsule::against_triangle(&upright, &down, &TRIANGLE),
        0.5,
        p(1.0, 1.0, 0.0),
        V::z(),
    );
    let square = [
        p(1.0, -1.0, 0.0),
        p(1.0, 1.0, 0.0),
        p(3.0, 1.0, 0.0),
        p(3.0, -1.0, 0.0),
    ];
    let beside = stick(p(-5.0, 0.0, -2.0), p(-5.0, 0.0, 2.0), 1.0);
    assert_hit(
        capsule::against_polygon(&beside, &v(10.0, 0.0, 0.0), &square),
        0.5,
        p(1.0, 0.0, 0.0),
        -V::x(),
    );
    // Crossed axes overlap by both radii.
    let crossed = stick(p(0.0, -3.0, 0.0), p(0.0, 3.0, 0.0), 1.0);
    let found = overlap(capsule::against_capsule(&crossed, &down, &fixed));
    assert!(
        (found.depth - 1.5).abs() < E && found.normal.z.abs() > 1.0 - E,
        "{found:?}"
    );
}

/// Every shape of these tests, touched from above at the origin by a sphere of radius 1 at `center`.
fn floors(center: P, d: V) -> Vec<Answer> {
    let (m, o) = (ball(center, 1.0), P::origin());
    let up = Unit::new_unchecked(V::z());
    let corners = [p(-4.0, -4.0, 0.0), p(4.0, -4.0, 0.0), p(0.0, 6.0, 0.0)];
    let below = stick(p(-4.0, 0.0, -1.0), p(4.0, 0.0, -1.0), 1.0);
    let lying = stick(center, center + v(0.5, 0.0, 0.0), 1.0);
    vec![
        sphere::against_point(&m, &d, &o),
        sphere::against_sphere(&m, &d, &ball(p(0.0, 0.0, -2.0), 2.0)),
        sphere::against_half_space(&m, &d, &o, &up),
        sphere::against_plane(&m, &d, &o, &up),
        sphere::against_segment(&m, &d, &p(-4.0, 0.0, 0.0), &p(4.0, 0.0, 0.0)),
        sphere::against_line(&m, &d, &o, &Unit::new_unchecked(V::x())),
        sphere::against_capsule(&m, &d, &below),
        sphere::against_triangle(&m, &d, &corners),
        sphere::against_polygon(&m, &d, &corners),
        sphere::against_aligned_box(&m, &d, &p(0.0, 0.0, -1.0), &v(5.0, 5.0, 1.0)),
        sphere::against_box(
            &m,
            &d,
            &Isometry3::translation(0.0, 0.0, -1.0),
            &v(5.0, 5.0, 1.0),
        ),
        capsule::against_point(&lying, &d, &o),
        capsule::against_sphere(&lying, &d, &ball(p(0.0, 0.0, -2.0), 2.0)),
        capsule::against_half_space(&lying, &d, &o, &up),
        capsule::against_plane(&lying, &d, &o, &up),
        capsule::against_line(&lying, &d, &o, &Unit::new_unchecked(V::x())),
        capsule::against_segment(&lying, &d, &p(-4.0, 0.0, 0.0), &p(4.0, 0.0, 0.0)),
        capsule::against_capsule(&lying, &d, &below),
        capsule::against_triangle(&lying, &d, &corners),
        capsule::against_polygon(&lying, &d, &corners),
    ]
}

#[test]
fn touching_blocks_only_what_closes_in() {
    let touching = p(0.0, 0.0, 1.0);
    let nudge = 2f64.powi(-52);
    for start in [touching, p(0.0, 0.0, 1.0 + nudge), p(0.0, 0.0, 1.0 - nudge)] {
        for answer in floors(start, v(0.0, 0.0, -1.0)) {
            let h = hit(answer);
            assert_eq!(h.fraction, 0.0);
            assert!((h.normal.z - 1.0).abs() < E);
        }
        for d in [
            V::zeros(),
            v(0.0, 1.0, 0.0),
            v(-1.0, 0.0, 0.0),
            v(0.0, 0.0, 1.0),
            v(0.0, 2.0, 1.0),
        ] {
            for (i, answer) in floors(start, d).into_iter().enumerate() {
                assert!(is_miss(answer), "{i} {d:?} {answer:?}");
            }
        }
    }
}

#[test]
fn apart_and_deep_starts() {
    for answer in floors(p(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0)) {
        let h = hit(answer);
        assert!(
            (h.fraction - 0.5).abs() < E && (h.normal.z - 1.0).abs() < E,
            "{answer:?}"
        );
    }
    for d in [V::zeros(), V::z(), V::x()] {
        for answer in floors(p(0.0, 0.0, 3.0), d) {
            assert!(is_miss(answer), "{answer:?}");
        }
    }
    for d in [V::zeros(), V::z(), -V::z(), V::y()] {
        for answer in floors(p(0.0, 0.0, 0.75), d) {
            let found = overlap(answer);
            assert!(
                (found.depth - 0.25).abs() < E && (found.normal.z - 1.0).abs() < E,
                "{answer:?}"
            );
        }
    }
}

#[test]
fn degenerate_shapes_are_their_points() {
    let down = v(0.0, 0.0, -8.0);
    let c = p(3.0, 4.0, 5.0);
    let m = ball(c, 1.0);
    let at = p(3.0, 4.0, 0.0);
    let far = p(3.0, 9.0, 0.0);
    let zero = V::zeros();
    let pose = Isometry3::translation(3.0, 4.0, 0.0);
    for answer in [
        sphere::against_segment(&m, &down, &at, &at),
        sphere::against_triangle(&m, &down, &[at; 3]),
        sphere::against_triangle(&m, &down, &[at, far, at]),
        sphere::against_triangle(&m, &down, &[p(3.0, 3.0, 0.0), at, far]),
        sphere::against_polygon(&m, &down, &[at]),
        sphere::against_polygon(&m, &down, &[at, far]),
        sphere::against_aligned_box(&m, &down, &at, &zero),
        sphere::against_box(&m, &down, &pose, &zero),
        sphere::against_capsule(&m, &down, &stick(at, at, 0.0)),
        capsule::against_point(&stick(c, c, 1.0), &down, &at),
        capsule::against_triangle(&stick(c, c, 1.0), &down, &[at; 3]),
        capsule::against_capsule(&stick(c, c, 1.0), &down, &stick(at, at, 0.0)),
    ] {
        assert_hit(answer, 0.5, at, V::z());
    }
    assert!(is_miss(sphere::against_polygon(&m, &down, &[])));
    // Points: a radius of 0.
    let dot = ball(p(3.0, 4.0, 4.0), 0.0);
    let wide = [p(-9.0, -9.0, 0.0), p(9.0, -9.0, 0.0), p(0.0, 99.0, 0.0)];
    assert_hit(
        sphere::against_triangle(&dot, &down, &wide),
        0.5,
        at,
        V::z(),
    );
    assert_hit(
        sphere::against_aligned_box(&dot, &down, &p(3.0, 4.0, -1.0), &v(1.0, 1.0, 1.0)),
        0.5,
        at,
        V::z(),
    );
    let met = hit(sphere::against_point(&dot, &down, &at));
    assert!((met.fraction - 0.5).abs() < E);
    // In the plane, at an edge; and past it.
    let edge = [p(0.0, 0.0, 0.0), p(4.0, 0.0, 0.0), p(0.0, 4.0, 0.0)];
    let along = sphere::against_triangle(&ball(p(1.0, -4.0, 0.0), 0.0), &v(0.0, 8.0, 0.0), &edge);
    assert_hit(along, 0.5, p(1.0, 0.0, 0.0), -V::y());
    assert!(is_miss(sphere::against_triangle(
        &ball(p(1.0, -4.0, 1e-9), 0.0),
        &v(0.0, 8.0, 0.0),
        &edge
    )));
}

#[test]
fn far_starts_and_far_worlds_lose_nothing() {
    // 2⁴⁰ away, and past a corner by 2⁻⁴⁰ of the radius: the fractions are known to their last place.
    let far = 2f64.powi(40);
    let edge = [p(0.0, -1.0, 0.0), p(0.0, 1.0, 0.0), p(-1.0, 0.0, 0.0)];
    for (height, hits) in [(1.0 - 2f64.powi(-40), true), (1.0 + 2f64.powi(-40), false)] {
        let start = ball(p(far, 0.25, height), 1.0);
        let d = v(-2.0 * far, 0.0, 0.0);
        assert_eq!(
            sphere::against_triangle(&start, &d, &edge).hit().is_some(),
            hits
        );
        assert_eq!(
            sphere::against_segment(&start, &d, &edge[0], &edge[1])
                .hit()
                .is_some(),
            hits
        );
        let level = ball(p(far, 0.0, height), 1.0);
        assert_eq!(
            sphere::against_point(&level, &d, &P::origin())
                .hit()
                .is_some(),
            hits
        );
    }
    // All lengths times a power of two: the same fraction.
    for k in [-60, -20, 20, 60] {
        let s = 2f64.powi(k);
        let cast = |s: f64| {
            let m = ball(p(0.3 * s, 0.2 * s, 5.1 * s), 0.7 * s);
            let corners = TRIANGLE.map(|c| c * s);
            hit(sphere::against_triangle(
                &m,
                &(v(0.7, 0.9, -7.3) * s),
                &corners,
            ))
            .fraction
        };
        assert_eq!(cast(s), cast(1.0));
    }
}

#[test]
fn a_point_leaves_a_point() {
    // In one place: any motion leaves, in a plane that is not crossed. At its very end it meets the other.
    let (here, d) = (ball(p(1.0, 2.0, 3.0), 0.0), v(4.0, 5.0, 6.0));
    let Answer::Miss(miss) = sphere::against_point(&here, &d, &here.center) else {
        panic!()
    };
    assert!(miss.axis.dot(&d) >= 0.0);
    // Short of it by one place in the last: the plane across the motion is not passed but by that.
    let d = v(0.1, 0.7, 0.3);
    let end = here.center + d;
    let short = d * (1.0 - f64::EPSILON);
    match sphere::against_point(&here, &short, &end) {
        Answer::Miss(miss) => assert!(miss.axis.dot(&short) <= 0.0, "{miss:?}"),
        answer => assert!(answer.hit().is_some(), "{answer:?}"),
    }
}
