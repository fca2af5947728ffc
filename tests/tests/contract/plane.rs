//! The half-space: a floor without end.

use super::expect::{Hits, Overlaps, assert_hit, assert_miss, assert_overlap, case, gap_up_to};
use swept_tests::{Body, Form};

/// A slope through the origin with normal (0, 3, 4) / 5, given at five times unit length.
fn slope() -> Body {
    Body::new(Form::HalfSpace {
        normal: [0.0, 3.0, 4.0],
    })
}

fn floor() -> Body {
    Body::new(Form::HalfSpace {
        normal: [0.0, 1.0, 0.0],
    })
}

#[test]
fn a_sphere_falls_on_a_slope() {
    // The centre (0, 5, 5) is 3 + 4 = 7 above the slope; at radius 0.5 it has 6.5 to go, at a rate of 6 + 8 = 14. The
    // point is the centre (0, 5, 5) - 6.5/14·(0, 10, 10), less half the normal.
    let moving = Body::new(Form::sphere(0.5)).at([0.0, 5.0, 5.0]);
    let t = 6.5 / 14.0;
    let centre = 5.0 - 10.0 * t;
    assert_hit(
        &case(moving, [0.0, -10.0, -10.0], slope()),
        Hits::at(t)
            .normal([0.0, 3.0, 4.0])
            .point([0.0, centre - 0.3, centre - 0.4]),
    );
}

#[test]
fn a_box_falls_on_its_corner() {
    // A unit box reaches 0.6 + 0.8 = 1.4 along the slope's normal, with the edge through (0, -1, -1): 7 - 1.4 = 5.6 of 14.
    let moving = Body::new(Form::cuboid([1.0; 3])).at([0.0, 5.0, 5.0]);
    assert_hit(
        &case(moving, [0.0, -10.0, -10.0], slope()),
        Hits::at(0.4).normal([0.0, 3.0, 4.0]),
    );
}

#[test]
fn a_capsule_misses_what_it_moves_along() {
    // Along the slope (0, 4, -3): it keeps the 7 - 0.6·1 - 0.5 = 5.9 that it has.
    let moving = Body::new(Form::Capsule {
        half_height: 1.0,
        radius: 0.5,
    })
    .at([0.0, 5.0, 5.0]);
    assert_miss(&case(moving, [0.0, 8.0, -6.0], slope()), gap_up_to(5.9));
}

#[test]
fn a_turned_half_space_is_turned() {
    // A quarter turn about z sends the normal +x to +y.
    let fixed = Body::new(Form::HalfSpace {
        normal: [2.0, 0.0, 0.0],
    })
    .turned([0.0, 0.0, 1.0, 1.0])
    .at([7.0, 1.0, 7.0]);
    let moving = Body::new(Form::sphere(1.0)).at([0.0, 4.0, 0.0]);
    assert_hit(
        &case(moving, [0.0, -4.0, 0.0], fixed),
        Hits::at(0.5).normal([0.0, 1.0, 0.0]).point([0.0, 1.0, 0.0]),
    );
}

#[test]
fn a_rounded_half_space_stands_higher() {
    let fixed = Body::new(
        Form::HalfSpace {
            normal: [0.0, 1.0, 0.0],
        }
        .rounded(0.5),
    );
    // 4 - 1 - 0.5 = 2.5 of 4.
    let moving = Body::new(Form::sphere(1.0)).at([0.0, 4.0, 0.0]);
    assert_hit(
        &case(moving, [0.0, -4.0, 0.0], fixed),
        Hits::at(0.625)
            .normal([0.0, 1.0, 0.0])
            .point([0.0, 0.5, 0.0]),
    );
}

#[test]
fn what_sinks_into_a_half_space_never_leaves_it_again() {
    // The centre is at 0.25, the radius 0.5: 0.25 deep; going down by 1, it came in a quarter of the way ago.
    let moving = Body::new(Form::sphere(0.5)).at([0.0, 0.25, 0.0]);
    assert_overlap(
        &case(moving, [0.0, -1.0, 0.0], floor()),
        Overlaps {
            depth: 0.25,
            normal: [0.0, 1.0, 0.0],
            points: Some([[0.0, -0.25, 0.0], [0.0, 0.0, 0.0]]),
            inside: [-0.25, f64::INFINITY],
        },
    );
}

#[test]
fn what_rises_from_a_half_space_had_always_been_in_it() {
    let moving = Body::new(Form::sphere(0.5)).at([0.0, 0.25, 0.0]);
    assert_overlap(
        &case(moving, [3.0, 1.0, 0.0], floor()),
        Overlaps {
            depth: 0.25,
            normal: [0.0, 1.0, 0.0],
            points: None,
            inside: [f64::NEG_INFINITY, 0.25],
        },
    );
}
