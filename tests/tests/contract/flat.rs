//! Shapes without a volume, moving in their own plane or along their own line: the obstacle is flat, and the motion lies
//! in it.

use super::expect::{Hits, assert_hit, assert_miss, case, gap_up_to};
use swept_tests::{Body, Form};

const LEFT: [f64; 3] = [-1.0, 0.0, 0.0];

fn point(at: [f64; 3]) -> Body {
    Body::new(Form::Point).at(at)
}

fn segment(a: [f64; 3], b: [f64; 3]) -> Body {
    Body::new(Form::Segment { a, b })
}

fn triangle(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> Body {
    Body::new(Form::Triangle { a, b, c })
}

/// A right triangle in the plane z = 0 with its right angle at the origin.
fn corner() -> Body {
    triangle([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])
}

#[test]
fn a_point_meets_a_point() {
    let fixed = point([2.0, 1.0, -1.0]);
    assert_hit(
        &case(point([0.0; 3]), [4.0, 2.0, -2.0], fixed),
        Hits::at(0.5).point([2.0, 1.0, -1.0]),
    );
}

#[test]
fn a_point_passes_a_point() {
    let moving = point([0.0, 1.0, 0.0]);
    assert_miss(
        &case(moving, [4.0, 0.0, 0.0], point([2.0, 0.0, 0.0])),
        gap_up_to(1.0),
    );
}

#[test]
fn a_point_meets_a_segment_end_on() {
    // From x = -1 to the end at 1: 2 of 4.
    assert_hit(
        &case(
            point([-1.0, 0.0, 0.0]),
            [4.0, 0.0, 0.0],
            segment([1.0, 0.0, 0.0], [3.0, 0.0, 0.0]),
        ),
        Hits::at(0.5).point([1.0, 0.0, 0.0]),
    );
}

#[test]
fn a_point_meets_a_segment_from_the_side() {
    // x = 2 after half of the way, at z = 0.5.
    assert_hit(
        &case(
            point([0.0; 3]),
            [4.0, 0.0, 1.0],
            segment([2.0, 0.0, -1.0], [2.0, 0.0, 1.0]),
        ),
        Hits::at(0.5).point([2.0, 0.0, 0.5]),
    );
}

#[test]
fn a_point_slides_past_the_end_of_a_segment() {
    // In the segment's plane, 1 beyond its end.
    assert_miss(
        &case(
            point([0.0, 0.0, 2.0]),
            [4.0, 0.0, 0.0],
            segment([2.0, 0.0, -1.0], [2.0, 0.0, 1.0]),
        ),
        gap_up_to(1.0),
    );
}

#[test]
fn a_point_meets_a_triangle_edge_on() {
    // In the triangle's plane, at y = 1, from x = -3: 3 of 8.
    assert_hit(
        &case(point([-3.0, 1.0, 0.0]), [8.0, 0.0, 0.0], corner()),
        Hits::at(0.375).point([0.0, 1.0, 0.0]),
    );
}

#[test]
fn a_segment_meets_a_triangle_in_its_plane() {
    // A segment along y, from x = -3 to the edge x = 0: 3 of 8. They share the edge's part from y = 0 to 1.
    assert_hit(
        &case(
            segment([-3.0, -1.0, 0.0], [-3.0, 1.0, 0.0]),
            [8.0, 0.0, 0.0],
            corner(),
        ),
        Hits::at(0.375).normal(LEFT),
    );
}

#[test]
fn a_segment_passes_a_triangle_in_its_plane() {
    // Its upper end stays 1 below the triangle's lower edge.
    assert_miss(
        &case(
            segment([-3.0, -3.0, 0.0], [-3.0, -1.0, 0.0]),
            [8.0, 0.0, 0.0],
            corner(),
        ),
        gap_up_to(1.0),
    );
}

#[test]
fn coplanar_triangles_meet_corner_first() {
    // The corner (-3, 1, 0) reaches the edge x = 0 after 3 of 8.
    let moving = triangle([-3.0, 1.0, 0.0], [-5.0, 2.0, 0.0], [-5.0, 0.0, 0.0]);
    assert_hit(
        &case(moving, [8.0, 0.0, 0.0], corner()),
        Hits::at(0.375).point([0.0, 1.0, 0.0]),
    );
}

#[test]
fn coplanar_triangles_meet_corner_to_corner() {
    // The corner (-3, 0, 0) reaches the right angle at the origin after 3 of 8.
    let moving = triangle([-3.0, 0.0, 0.0], [-5.0, 1.0, 0.0], [-5.0, -1.0, 0.0]);
    assert_hit(
        &case(moving, [8.0, 0.0, 0.0], corner()),
        Hits::at(0.375).point([0.0, 0.0, 0.0]),
    );
}

#[test]
fn triangles_in_parallel_planes_never_meet() {
    let moving = triangle([-3.0, 1.0, 0.5], [-5.0, 2.0, 0.5], [-5.0, 0.0, 0.5]);
    assert_miss(&case(moving, [8.0, 0.0, 0.0], corner()), gap_up_to(0.5));
}

#[test]
fn collinear_segments_meet_end_to_end() {
    // From the end at 1 to the end at 3: 2 of 4.
    assert_hit(
        &case(
            segment([0.0; 3], [1.0, 0.0, 0.0]),
            [4.0, 0.0, 0.0],
            segment([3.0, 0.0, 0.0], [4.0, 0.0, 0.0]),
        ),
        Hits::at(0.5).point([3.0, 0.0, 0.0]),
    );
}

#[test]
fn parallel_segments_meet_side_to_side() {
    assert_hit(
        &case(
            segment([0.0; 3], [2.0, 0.0, 0.0]),
            [0.0, -4.0, 0.0],
            segment([1.0, -1.0, 0.0], [5.0, -1.0, 0.0]),
        ),
        Hits::at(0.25),
    );
}

#[test]
fn crossed_segments_meet_at_one_point() {
    assert_hit(
        &case(
            segment([-1.0, 0.0, 0.0], [3.0, 0.0, 0.0]),
            [0.0, -4.0, 0.0],
            segment([1.0, -1.0, -1.0], [1.0, -1.0, 7.0]),
        ),
        Hits::at(0.25)
            .normal([0.0, 1.0, 0.0])
            .point([1.0, -1.0, 0.0]),
    );
}

#[test]
fn shapes_of_size_zero_are_points() {
    // A sphere, a box, a capsule, a cylinder, a cone, an ellipsoid, a hull and a segment that are all one point, falling
    // on the face of a box: 2 of 4.
    let nothing = [0.0; 3];
    let points = [
        Form::sphere(0.0),
        Form::cuboid(nothing),
        Form::Capsule {
            half_height: 0.0,
            radius: 0.0,
        },
        Form::Cylinder {
            half_height: 0.0,
            radius: 0.0,
        },
        Form::Cone {
            half_height: 0.0,
            radius: 0.0,
        },
        Form::Ellipsoid { radii: nothing },
        Form::ConvexHull {
            points: vec![nothing; 3],
        },
        Form::Segment {
            a: nothing,
            b: nothing,
        },
        Form::Point.rounded(0.0),
    ];
    for form in points {
        let moving = Body::new(form).at([0.25, 3.0, 0.5]);
        assert_hit(
            &case(moving, [0.0, -4.0, 0.0], Body::new(Form::cuboid([1.0; 3]))),
            Hits::at(0.5)
                .normal([0.0, 1.0, 0.0])
                .point([0.25, 1.0, 0.5]),
        );
    }
}

#[test]
fn flat_shapes_meet_flat_shapes_face_to_face() {
    // A disc, a flat box, a flat hull and a flat cone, all in y = 2, onto a flat box in y = 0: 2 of 4.
    let square = vec![
        [1.0, 0.0, 1.0],
        [-1.0, 0.0, 1.0],
        [-1.0, 0.0, -1.0],
        [1.0, 0.0, -1.0],
    ];
    let flat = [
        Form::Cylinder {
            half_height: 0.0,
            radius: 1.0,
        },
        Form::cuboid([1.0, 0.0, 1.0]),
        Form::ConvexHull { points: square },
        Form::Cone {
            half_height: 0.0,
            radius: 1.0,
        },
    ];
    for form in flat {
        let moving = Body::new(form).at([0.5, 2.0, 0.0]);
        assert_hit(
            &case(
                moving,
                [0.0, -4.0, 0.0],
                Body::new(Form::cuboid([1.0, 0.0, 1.0])),
            ),
            Hits::at(0.5).normal([0.0, 1.0, 0.0]),
        );
    }
}
