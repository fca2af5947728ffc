//! Shapes that interpenetrate at the start, and the three ways to treat that.

use super::expect::{Overlaps, assert_miss_with, assert_overlap, assert_overlap_with, case};
use swept::StartOverlap;
use swept_tests::{Answers, Body, Cast, Form, Options};

const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// Unit spheres with their centres 1.5 apart along y: 0.5 deep.
fn spheres(displacement: [f64; 3]) -> Cast {
    let moving = Body::new(Form::sphere(1.0)).at([0.0, 1.5, 0.0]);
    case(moving, displacement, Body::new(Form::sphere(1.0)))
}

fn with(start_overlap: StartOverlap) -> Options {
    Options {
        start_overlap,
        ..Options::default()
    }
}

/// The centres are at 1.5 + 4t and 0: less than 2 apart for -3.5 < 4t < 0.5. The moving sphere's lowest point is at
/// 0.5, the fixed one's highest at 1.
const RISING: Overlaps = Overlaps {
    depth: 0.5,
    normal: UP,
    points: Some([[0.0, 0.5, 0.0], [0.0, 1.0, 0.0]]),
    inside: [-0.875, 0.125],
};

#[test]
fn an_overlap_is_reported_with_its_way_in_and_its_way_out() {
    assert_overlap(&spheres([0.0, 4.0, 0.0]), RISING);
    assert_overlap(
        &spheres([0.0, -4.0, 0.0]),
        Overlaps {
            inside: [-0.125, 0.875],
            ..RISING
        },
    );
}

#[test]
fn sideways_the_way_in_is_as_long_as_the_way_out() {
    // At a height of 1.5 the centres are 2 apart when the other leg is √(4 - 2.25) = √1.75.
    let leg = 1.75f64.sqrt();
    assert_overlap(
        &spheres([2.0, 0.0, 0.0]),
        Overlaps {
            inside: [-leg / 2.0, leg / 2.0],
            ..RISING
        },
    );
}

#[test]
fn boxes_are_as_deep_as_their_shallowest_axis() {
    // Offsets (1.5, 1.25, 0.5) of boxes with half extents 1: 0.5, 0.75 and 1.5 deep. Along x by 2: less than 2 apart
    // from 3.5 before to 0.5 after, in x; y and z always.
    let moving = Body::new(Form::cuboid([1.0; 3])).at([1.5, 1.25, 0.5]);
    assert_overlap(
        &case(moving, [2.0, 0.0, 0.0], Body::new(Form::cuboid([1.0; 3]))),
        Overlaps {
            depth: 0.5,
            normal: [1.0, 0.0, 0.0],
            points: None,
            inside: [-1.75, 0.25],
        },
    );
}

#[test]
fn a_sphere_in_a_box_leaves_by_the_nearest_face() {
    // 0.5 below the top of a box: 0.5 + 0.25 deep. Its lowest point is at 0.25, the face at 1.
    let moving = Body::new(Form::sphere(0.25)).at([0.0, 0.5, 0.0]);
    assert_overlap(
        &case(
            moving,
            [0.0, 3.0, 0.0],
            Body::new(Form::cuboid([2.0, 1.0, 2.0])),
        ),
        Overlaps {
            depth: 0.75,
            normal: UP,
            points: Some([[0.0, 0.25, 0.0], [0.0, 1.0, 0.0]]),
            // Centre between -1.25 and 1.25.
            inside: [-1.75 / 3.0, 0.25],
        },
    );
}

#[test]
fn a_capsule_across_a_capsule_is_as_deep_as_their_axes_are_near() {
    // Axes crossed and 0.5 apart along x, radii 1 + 1: 1.5 deep.
    let capsule = || Form::Capsule {
        half_height: 4.0,
        radius: 1.0,
    };
    let moving = Body::new(capsule())
        .turned([1.0, 0.0, 0.0, 1.0])
        .at([0.5, 0.0, 0.0]);
    assert_overlap(
        &case(moving, [4.0, 0.0, 0.0], Body::new(capsule())),
        Overlaps {
            depth: 1.5,
            normal: [1.0, 0.0, 0.0],
            points: Some([[-0.5, 0.0, 0.0], [1.0, 0.0, 0.0]]),
            inside: [-0.625, 0.375],
        },
    );
}

#[test]
fn a_cylinder_and_a_cone_are_as_deep_as_their_ends() {
    // A cone with its apex up, 0.25 inside the flat end of a cylinder above it, near the middle: 0.25 deep.
    let cylinder = Form::Cylinder {
        half_height: 1.0,
        radius: 4.0,
    };
    let cone = Form::Cone {
        half_height: 1.0,
        radius: 1.0,
    };
    let moving = Body::new(cylinder).at([0.5, 1.75, 0.0]);
    assert_overlap(
        &case(moving, [0.0, 1.0, 0.0], Body::new(cone)),
        Overlaps {
            depth: 0.25,
            normal: UP,
            points: Some([[0.0, 0.75, 0.0], [0.0, 1.0, 0.0]]),
            // Below, the cylinder's top leaves the cone's base after 3.75.
            inside: [-3.75, 0.25],
        },
    );
}

#[test]
fn ignored_when_receding_it_may_leave() {
    let options = with(StartOverlap::IgnoreIfReceding);
    // Along the normal and across it: no deeper than the 0.5 that it is now.
    for displacement in [
        [0.0, 4.0, 0.0],
        [4.0, 0.0, 0.0],
        [1.0, 0.125, -3.0],
        [0.0; 3],
    ] {
        assert_miss_with(&spheres(displacement), &options, |miss| {
            (miss.gap + 0.5).abs() < 1e-5
        });
    }
}

#[test]
fn ignored_when_receding_it_still_blocks_going_deeper() {
    let options = with(StartOverlap::IgnoreIfReceding);
    assert_overlap_with(
        &spheres([0.0, -4.0, 0.0]),
        &options,
        Overlaps {
            inside: [-0.125, 0.875],
            ..RISING
        },
    );
}

#[test]
fn ignored_it_blocks_nothing() {
    let options = with(StartOverlap::Ignore);
    // Down by 1: 1.5 deep along the normal at the end. Up: 0.5, as now.
    for (displacement, deepest) in [([0.0, -1.0, 0.0], 1.5), ([0.0, 4.0, 0.0], 0.5)] {
        assert_miss_with(&spheres(displacement), &options, |miss| {
            (miss.gap + deepest).abs() < 1e-5
        });
    }
}

#[test]
fn the_modes_change_nothing_for_shapes_that_start_apart() {
    let moving = Body::new(Form::sphere(1.0)).at([0.0, 4.0, 0.0]);
    let case = case(moving, [0.0, -4.0, 0.0], Body::new(Form::sphere(1.0)));
    let answers = case.answers();
    for mode in [StartOverlap::IgnoreIfReceding, StartOverlap::Ignore] {
        for (a, b) in answers.iter().zip(case.answers_with(&with(mode))) {
            assert_eq!(a.outcome, b.outcome);
        }
    }
}
