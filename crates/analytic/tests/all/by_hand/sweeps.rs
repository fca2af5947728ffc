//! A shape meets another on its faces, edges and corners.

use super::*;

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
