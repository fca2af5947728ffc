//! Boxes against boxes and triangles, with numbers that can be derived by hand.

use crate::common::{cuboid, hit, miss_axis};
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept_analytic::Answer;
use swept_analytic::boxes::{
    Cuboid, box_box, box_box_bracket, box_triangle, box_triangle_bracket, triangle_box,
    triangle_box_bracket,
};
use swept_analytic::polyhedron::{
    Polyhedron, polyhedron_polyhedron, polyhedron_polyhedron_bracket,
};

fn turned(half: [f64; 3], at: [f64; 3], axis: [f64; 3], angle: f64) -> Cuboid {
    let axis = Unit::new_normalize(Vector3::from(axis));
    Cuboid {
        pose: Isometry3::from_parts(
            Vector3::from(at).into(),
            UnitQuaternion::from_axis_angle(&axis, angle),
        ),
        half_extents: half.into(),
    }
}

fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

/// The slabs' error: 128u of sizes and distances of up to 20. Fractions err by it over a speed of at least 1.
const ERROR: f64 = 64.0 * f64::EPSILON * 20.0;

/// Within the error of a point of contact: that of a slab along each of three axes.
fn near(a: &Vector3<f64>, b: &Vector3<f64>) -> bool {
    (a - b).norm() <= ERROR * 3f64.sqrt()
}

const UNIT: [f64; 3] = [1.0; 3];

#[test]
fn face_meets_face_over_their_overlap() {
    // The gap is 5 − 2 = 3 of a motion of 4. The faces y, z ∈ [−1, 1] and y ∈ [0, 2] share y ∈ [0, 1].
    let found = hit(box_box(
        &cuboid(UNIT, [5.0, 1.0, 0.0]),
        &v(-4.0, 0.0, 0.0),
        &cuboid(UNIT, [0.0; 3]),
    ));
    assert_eq!(found.fraction, 0.75);
    assert_eq!(found.normal.into_inner(), v(1.0, 0.0, 0.0));
    assert!(near(&found.point.coords, &v(1.0, 0.5, 0.0)));
}

#[test]
fn edge_meets_edge_at_right_angles() {
    // Turned by 45° about x, an edge along x at −√2 below the middle; the fixed box turned about y, an edge along y at z = √2.
    let quarter = core::f64::consts::FRAC_PI_4;
    let root = 2f64.sqrt();
    let moving = turned(
        UNIT,
        [0.25, 0.5, 4.0 + 2.0 * root],
        [1.0, 0.0, 0.0],
        quarter,
    );
    let fixed = turned(UNIT, [0.0; 3], [0.0, 1.0, 0.0], quarter);
    let found = hit(box_box(&moving, &v(0.0, 0.0, -8.0), &fixed));
    assert!((found.fraction - 0.5).abs() <= ERROR);
    assert!(near(&found.normal, &v(0.0, 0.0, 1.0)));
    assert!(near(&found.point.coords, &v(0.0, 0.5, root)));
}

#[test]
fn a_far_start_loses_nothing() {
    // A quarter of 2⁵⁰ to go, from a start 2⁴⁸ away; the answer is as exact as the fraction can say.
    let far = 2f64.powi(48);
    let found = hit(box_box(
        &cuboid(UNIT, [far, 0.0, 0.0]),
        &v(-4.0 * far, 0.0, 0.0),
        &cuboid(UNIT, [0.0; 3]),
    ));
    assert_eq!(found.fraction, 0.25 - 2.0 / (4.0 * far));
    let bounds = box_box_bracket(
        &cuboid(UNIT, [far, 0.0, 0.0]),
        &v(-4.0 * far, 0.0, 0.0),
        &cuboid(UNIT, [0.0; 3]),
        0.0,
    );
    assert!(bounds.lower <= found.fraction && found.fraction <= bounds.upper);
    // The slabs' error is nothing over a speed of 2⁵⁰: each bound is rounded once and moved to its neighbour.
    assert!(bounds.upper - bounds.lower <= 4.0 * f64::EPSILON);
}

/// The error that a bracket states is one of where the boxes are nearest, 5 apart here, wherever on a slanted way that is.
#[test]
fn a_far_start_costs_no_more_than_a_near_one() {
    let fixed = cuboid(UNIT, [0.0; 3]);
    let triangle = [[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0], [0.0, 1.0, -1.0]].map(Point3::from);
    let point = Polyhedron::point(Point3::origin());
    for power in 0..47 {
        let way = v(-2.7, 1.3, 0.6) * 2f64.powi(power);
        let at = v(0.0, 0.0, 5.0) - way * 0.377;
        let moving = cuboid(UNIT, at.into());
        let corner = Polyhedron::point(at.into());
        let errors = [
            box_box_bracket(&moving, &way, &fixed, 0.0).error,
            box_triangle_bracket(&moving, &way, &triangle, 0.0).error,
            triangle_box_bracket(&triangle, &-way, &moving, 0.0).error,
            polyhedron_polyhedron_bracket(&corner, &way, &point, 0.0).error,
        ];
        for error in errors {
            assert!(error < ERROR, "2^{power} {error:e}");
        }
    }
}

#[test]
fn aligned_boxes_that_pass_name_the_plane_between() {
    // Every cross axis is zero or an axis of both; none may decide.
    let fixed = cuboid(UNIT, [0.0; 3]);
    let passing = box_box(&cuboid(UNIT, [5.0, 3.0, 0.0]), &v(-10.0, 0.0, 0.0), &fixed);
    assert_eq!(miss_axis(passing), v(0.0, 1.0, 0.0));
    let short = box_box(&cuboid(UNIT, [5.0, 0.0, 0.0]), &v(-2.0, 0.0, 0.0), &fixed);
    assert_eq!(miss_axis(short), v(1.0, 0.0, 0.0));
    let leaving = box_box(&cuboid(UNIT, [5.0, 0.0, 0.0]), &v(2.0, 0.5, 0.0), &fixed);
    assert_eq!(miss_axis(leaving), v(1.0, 0.0, 0.0));
}

#[test]
fn two_axes_that_prove_a_miss_are_mixed() {
    // Past the corner at (1, 1): the middle's path x + y = 6 stays beyond the obstacle's corner (2, 2), x + y = 4.
    let answer = box_box(
        &cuboid(UNIT, [6.0, 0.0, 0.0]),
        &v(-6.0, 6.0, 0.0),
        &cuboid(UNIT, [0.0; 3]),
    );
    assert!(near(&miss_axis(answer), &(v(1.0, 1.0, 0.0) / 2f64.sqrt())));
}

/// Boxes that keep a gap of half the error that is stated are as good as in contact, beside each other and at the end of the way.
/// With twice the error between them they are apart.
#[test]
fn a_gap_within_the_error_is_a_contact_and_a_larger_one_is_none() {
    let fixed = cuboid(UNIT, [0.0; 3]);
    let hull = |b: &Cuboid| {
        let corner = |k: usize| {
            let side = |bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
            Point3::from(b.pose.translation.vector + v(side(1), side(2), side(4)))
        };
        let corners: Vec<_> = (0..8).map(corner).collect();
        Polyhedron::hull(&corners).expect("corners")
    };
    let error = box_box_bracket(
        &cuboid(UNIT, [4.0, 2.0, 0.0]),
        &v(-8.0, 0.0, 0.0),
        &fixed,
        0.0,
    )
    .error;
    for (parts, is_hit) in [(0.5, true), (2.0, false)] {
        let gap = parts * error;
        let beside = (cuboid(UNIT, [4.0, 2.0 + gap, 0.0]), v(-8.0, 0.0, 0.0));
        let short = (cuboid(UNIT, [4.0, 0.0, 0.0]), v(gap - 2.0, 0.0, 0.0));
        for (moving, d) in [beside, short] {
            let answers = [
                box_box(&moving, &d, &fixed),
                polyhedron_polyhedron(&hull(&moving), &d, &hull(&fixed)),
            ];
            assert_eq!(answers[0].hit().is_some(), is_hit, "{parts} {answers:?}");
            // What is stated of polyhedra is more, by their corners' coordinates.
            assert!(answers[1].hit().is_some() || !is_hit, "{parts} {answers:?}");
        }
    }
}

/// A motion along an axis by so little that its inverse, or the time that it takes through the slab, is no number of `f64`. The boxes
/// stay 3 apart along it, whatever the other coordinates do.
#[test]
fn what_all_but_stands_along_an_axis_is_kept_apart_by_it() {
    let fixed = cuboid(UNIT, [0.0; 3]);
    let triangle = [[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0], [0.0, 1.0, -1.0]].map(Point3::from);
    let corner = Polyhedron::point(Point3::new(5.0, 5.0, 0.0));
    let edge = Polyhedron::edge(Point3::origin(), Point3::new(1.0, 0.0, 0.0));
    for aside in [1e-300, 1e-307, 1e-308, 1e-310, 5e-324] {
        for aside in [aside, -aside] {
            let moving = cuboid(UNIT, [5.0, 5.0, 0.0]);
            let d = v(-10.0, aside, 0.0);
            let points = polyhedron_polyhedron_bracket(&corner, &d, &edge, 0.0);
            let brackets = [
                box_box_bracket(&moving, &d, &fixed, 0.0),
                box_triangle_bracket(&moving, &d, &triangle, 0.0),
                triangle_box_bracket(&triangle, &-d, &moving, 0.0),
                points,
            ];
            for bracket in brackets {
                assert_eq!(bracket.lower, f64::INFINITY, "{aside:e} {bracket:?}");
            }
            let axis = miss_axis(box_box(&moving, &d, &fixed));
            assert!(axis.y > 0.999, "{aside:e} {axis:?}");
            miss_axis(box_triangle(&moving, &d, &triangle));
            miss_axis(triangle_box(&triangle, &-d, &moving));
            miss_axis(polyhedron_polyhedron(&corner, &d, &edge));
        }
    }
}

#[test]
fn touching_blocks_only_what_closes_in() {
    let fixed = cuboid(UNIT, [0.0; 3]);
    let touching = cuboid(UNIT, [2.0, 0.5, 0.0]);
    let found = hit(box_box(&touching, &v(-1.0, 0.0, 0.0), &fixed));
    assert_eq!(found.fraction, 0.0);
    assert_eq!(found.normal.into_inner(), v(1.0, 0.0, 0.0));
    assert!(near(&found.point.coords, &v(1.0, 0.25, 0.0)));
    for motion in [v(0.0, 3.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 0.0, 0.0)] {
        assert_eq!(
            miss_axis(box_box(&touching, &motion, &fixed)),
            v(1.0, 0.0, 0.0)
        );
    }
    // Corner on corner: one of three planes that is not crossed is enough.
    let corner = cuboid(UNIT, [2.0; 3]);
    assert_eq!(
        miss_axis(box_box(&corner, &v(-1.0, -1.0, 0.0), &fixed)),
        v(0.0, 0.0, 1.0)
    );
    assert_eq!(
        hit(box_box(&corner, &v(-1.0, -1.0, -1.0), &fixed)).fraction,
        0.0
    );
}

#[test]
fn overlap_names_the_shortest_way_out() {
    for motion in [v(0.0, 0.0, 0.0), v(3.0, 0.0, 0.0), v(-3.0, 1.0, 0.0)] {
        let answer = box_box(
            &cuboid(UNIT, [1.5, 0.0, 0.5]),
            &motion,
            &cuboid(UNIT, [0.0; 3]),
        );
        let Answer::Overlap(overlap) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(overlap.depth, 0.5);
        assert_eq!(overlap.normal.into_inner(), v(1.0, 0.0, 0.0));
        assert!(near(&overlap.point.coords, &v(1.0, 0.0, 0.25)));
    }
}

#[test]
fn boxes_without_size_are_points_segments_and_rectangles() {
    let point = cuboid([0.0; 3], [0.25, 0.5, 4.0]);
    let rectangle = cuboid([1.0, 1.0, 0.0], [0.0; 3]);
    let found = hit(box_box(&point, &v(0.0, 0.0, -8.0), &rectangle));
    assert_eq!(
        (found.fraction, found.point),
        (0.5, Point3::new(0.25, 0.5, 0.0))
    );
    // Two crossing segments in general position: x axis, and the direction (1, 1, 0) one unit above.
    let eighth = core::f64::consts::FRAC_PI_4;
    let above = turned([2.0, 0.0, 0.0], [0.5, 0.0, 1.0], [0.0, 0.0, 1.0], eighth);
    let line = cuboid([2.0, 0.0, 0.0], [0.0; 3]);
    let found = hit(box_box(&above, &v(0.0, 0.0, -2.0), &line));
    assert_eq!(found.fraction, 0.5);
    assert!(near(&found.point.coords, &v(0.5, 0.0, 0.0)));
    // In one plane: the rectangle's side x = 1 meets the point.
    let beside = cuboid([0.0; 3], [3.0, 0.0, 0.0]);
    assert_eq!(
        hit(box_box(&beside, &v(-4.0, 0.0, 0.0), &rectangle)).fraction,
        0.5
    );
    // Two equal points.
    let here = cuboid([0.0; 3], [0.0; 3]);
    assert!(matches!(
        box_box(&here, &v(1.0, 0.0, 0.0), &here),
        Answer::Miss(_)
    ));
}

const TRIANGLE: [Point3<f64>; 3] = [
    Point3::new(0.0, 0.0, 0.0),
    Point3::new(4.0, 0.0, 0.0),
    Point3::new(0.0, 4.0, 0.0),
];

#[test]
fn a_box_falls_onto_a_triangle() {
    // The bottom of the box is at z = 3 and falls by 4; it covers [0.5, 1.5]² of the triangle.
    let falling = cuboid([0.5, 0.5, 1.0], [1.0, 1.0, 4.0]);
    let found = hit(box_triangle(&falling, &v(0.0, 0.0, -4.0), &TRIANGLE));
    assert_eq!(found.fraction, 0.75);
    assert_eq!(found.normal.into_inner(), v(0.0, 0.0, 1.0));
    assert!(found.point.z == 0.0 && (found.point - Point3::new(1.0, 1.0, 0.0)).amax() <= 0.5);
    let rising = hit(triangle_box(&TRIANGLE, &v(0.0, 0.0, 4.0), &falling));
    assert_eq!(rising.fraction, 0.75);
    assert_eq!(rising.normal.into_inner(), v(0.0, 0.0, -1.0));
    assert!(rising.point.z == 3.0 && (rising.point - Point3::new(1.0, 1.0, 3.0)).amax() <= 0.5);
}

#[test]
fn a_box_slides_into_the_long_edge() {
    // In the triangle's plane, against the edge x + y = 4: the near corner (3.5, 3.5) − 0.5 each, moving by (−4, −4).
    let slab = cuboid([0.5, 0.5, 1.0], [4.5, 4.5, 0.0]);
    let found = hit(box_triangle(&slab, &v(-4.0, -4.0, 0.0), &TRIANGLE));
    assert_eq!(found.fraction, 0.5);
    assert!(near(&found.normal, &(v(1.0, 1.0, 0.0) / 2f64.sqrt())));
    assert!(near(&found.point.coords, &v(2.0, 2.0, 0.0)));
}

#[test]
fn triangles_without_area_are_segments_and_points() {
    let falling = cuboid(UNIT, [0.5, 0.25, 3.0]);
    let a = Point3::new(0.0, 0.0, 0.0);
    let b = Point3::new(1.0, 2.0, 0.0);
    for flat in [
        [a, b, Point3::new(0.5, 1.0, 0.0)],
        [a, b, b],
        [a, a, a],
        [b, a, a],
    ] {
        let found = hit(box_triangle(&falling, &v(0.0, 0.0, -4.0), &flat));
        assert_eq!(found.fraction, 0.5);
        assert_eq!(found.normal.into_inner(), v(0.0, 0.0, 1.0));
        assert_eq!(found.point.z, 0.0);
        // Beside the segment, the box goes by.
        let beside = cuboid(UNIT, [4.0, 0.0, 3.0]);
        let by = box_triangle(&beside, &v(0.0, 0.0, -6.0), &flat);
        assert!(matches!(by, Answer::Miss(_)), "{by:?}");
    }
    // A point on a segment's line, and past its end.
    let point = cuboid([0.0; 3], [-1.0, -2.0, 0.0]);
    let line = [a, b, Point3::new(0.5, 1.0, 0.0)];
    assert_eq!(
        hit(box_triangle(&point, &v(2.0, 4.0, 0.0), &line)).fraction,
        0.5
    );
    let answer = box_triangle(&point, &v(-2.0, -4.0, 0.0), &line);
    assert!(matches!(answer, Answer::Miss(_)), "{answer:?}");
}

#[test]
fn a_triangle_through_a_box_overlaps() {
    let inside = cuboid(UNIT, [1.0, 1.0, 0.75]);
    let answer = box_triangle(&inside, &v(0.0, 0.0, -1.0), &TRIANGLE);
    let Answer::Overlap(overlap) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(overlap.depth, 0.25);
    assert_eq!(overlap.normal.into_inner(), v(0.0, 0.0, 1.0));
    assert_eq!(overlap.point.z, 0.0);
    // Resting on it.
    let resting = cuboid(UNIT, [1.0, 1.0, 1.0]);
    assert!(matches!(
        box_triangle(&resting, &v(1.0, 0.0, 0.0), &TRIANGLE),
        Answer::Miss(_)
    ));
    assert_eq!(
        hit(box_triangle(&resting, &v(1.0, 0.0, -1.0), &TRIANGLE)).fraction,
        0.0
    );
}

#[test]
fn a_dilation_lowers_the_lower_fraction() {
    // Grown by 1, the shapes meet at a gap of 1: after 2 of 4.
    let fixed = cuboid(UNIT, [0.0; 3]);
    let triangle = TRIANGLE.map(|x| x + v(0.0, 0.0, 4.0));
    let near = triangle_box_bracket(&triangle, &v(0.0, 0.0, -4.0), &fixed, 1.0);
    assert!(
        (near.lower - 0.5).abs() <= ERROR && near.lower <= 0.5,
        "{near:?}"
    );
    assert!(
        (near.upper - 0.75).abs() <= ERROR && near.upper >= 0.75,
        "{near:?}"
    );
}
