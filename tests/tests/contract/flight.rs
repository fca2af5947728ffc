//! Ordinary hits and misses: the shapes start apart.

use super::expect::{Hits, assert_hit, assert_miss, case, gap_up_to};
use swept_tests::{Answers, Body, Form};

const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// A floor whose top is at y = 0.
fn floor() -> Body {
    Body::new(Form::cuboid([50.0, 1.0, 50.0])).at([0.0, -1.0, 0.0])
}

#[test]
fn a_box_falls_on_a_floor() {
    // The box's lower face is at 4.5, the floor's top at 1: 3.5 of 10.
    let moving = Body::new(Form::cuboid([0.5; 3])).at([0.0, 5.0, 0.0]);
    let fixed = Body::new(Form::cuboid([50.0, 1.0, 50.0]));
    assert_hit(
        &case(moving, [0.0, -10.0, 0.0], fixed),
        Hits::at(0.35).normal(UP),
    );
}

#[test]
fn a_sphere_meets_a_sphere_off_centre() {
    // Radii 2 + 3 = 5; 3 to the side; so the centres meet at a height of 4, half of the way from 12 to -4. The normal is
    // (3, 4, 0) / 5, and the fixed sphere's point is three of that.
    let moving = Body::new(Form::sphere(2.0)).at([3.0, 12.0, 0.0]);
    assert_hit(
        &case(moving, [0.0, -16.0, 0.0], Body::new(Form::sphere(3.0))),
        Hits::at(0.5).normal([3.0, 4.0, 0.0]).point([1.8, 2.4, 0.0]),
    );
}

#[test]
fn a_sphere_passes_a_sphere() {
    // 6 to the side of radii that add up to 5.
    let moving = Body::new(Form::sphere(2.0)).at([6.0, 12.0, 0.0]);
    let fixed = Body::new(Form::sphere(3.0));
    assert_miss(&case(moving, [0.0, -16.0, 0.0], fixed), gap_up_to(1.0));
}

#[test]
fn a_sphere_stops_short_of_a_sphere() {
    // The centres end 8 apart: 3 more than the radii.
    let moving = Body::new(Form::sphere(2.0)).at([0.0, 12.0, 0.0]);
    let fixed = Body::new(Form::sphere(3.0));
    assert_miss(&case(moving, [0.0, -4.0, 0.0], fixed), gap_up_to(3.0));
}

#[test]
fn a_sphere_goes_away_from_a_sphere() {
    let moving = Body::new(Form::sphere(2.0)).at([0.0, 12.0, 0.0]);
    let fixed = Body::new(Form::sphere(3.0));
    assert_miss(&case(moving, [0.0, 4.0, 0.0], fixed), gap_up_to(7.0));
}

#[test]
fn crossed_capsules_meet_at_their_middles() {
    // A quarter turn about x lays the moving capsule along z. Radii 1 + 1; the axes are 8 apart: 6 of 12.
    let capsule = Form::Capsule {
        half_height: 2.0,
        radius: 1.0,
    };
    let moving = Body::new(capsule.clone())
        .turned([1.0, 0.0, 0.0, 1.0])
        .at([8.0, 0.0, 0.0]);
    assert_hit(
        &case(moving, [-12.0, 0.0, 0.0], Body::new(capsule)),
        Hits::at(0.5).normal([1.0, 0.0, 0.0]).point([1.0, 0.0, 0.0]),
    );
}

#[test]
fn a_cone_falls_on_its_apex() {
    // Half a turn about x: the apex is 1 below the cone's origin, at 4: 4 of 8.
    let cone = Form::Cone {
        half_height: 1.0,
        radius: 0.5,
    };
    let moving = Body::new(cone)
        .turned([1.0, 0.0, 0.0, 0.0])
        .at([2.0, 5.0, 3.0]);
    assert_hit(
        &case(moving, [0.0, -8.0, 0.0], floor()),
        Hits::at(0.5).normal(UP).point([2.0, 0.0, 3.0]),
    );
}

#[test]
fn a_cylinder_falls_on_its_side() {
    // A quarter turn about x: its lowest line is 0.5 below its axis, at 4: 4 of 8.
    let cylinder = Form::Cylinder {
        half_height: 2.0,
        radius: 0.5,
    };
    let moving = Body::new(cylinder)
        .turned([1.0, 0.0, 0.0, 1.0])
        .at([0.0, 4.5, 0.0]);
    assert_hit(
        &case(moving, [0.0, -8.0, 0.0], floor()),
        Hits::at(0.5).normal(UP),
    );
}

#[test]
fn a_tilted_cylinder_falls_on_its_rim() {
    // Turned about z by cosine 4/5, sine 3/5: its lowest point is 0.8·2 + 0.6·0.5 = 1.9 below its middle, at
    // 4.1: 4.1 of 8.
    let cylinder = Form::Cylinder {
        half_height: 2.0,
        radius: 0.5,
    };
    let moving = Body::new(cylinder)
        .turned([0.0, 0.0, 1.0, 3.0])
        .at([0.0, 6.0, 0.0]);
    // The rim's point (-0.5, -2, 0) turns to (-0.4 + 1.2, -0.3 - 1.6, 0) = (0.8, -1.9, 0).
    assert_hit(
        &case(moving, [0.0, -8.0, 0.0], floor()),
        Hits::at(4.1 / 8.0).normal(UP).point([0.8, 0.0, 0.0]),
    );
}

#[test]
fn an_ellipsoid_falls_on_its_middle_radius() {
    // Radius 2 along y: from 10 down 8 of 16.
    let moving = Body::new(Form::Ellipsoid {
        radii: [1.0, 2.0, 3.0],
    })
    .at([0.0, 10.0, 0.0]);
    assert_hit(
        &case(moving, [0.0, -16.0, 0.0], floor()),
        Hits::at(0.5).normal(UP).point([0.0, 0.0, 0.0]),
    );
}

#[test]
fn a_tilted_ellipsoid_reaches_down_by_the_root_of_a_sum_of_squares() {
    // Radii 2 and 1 turned by cosine 4/5, sine 3/5: it reaches √((0.6·2)² + (0.8·1)²) = √2.08 down.
    let moving = Body::new(Form::Ellipsoid {
        radii: [2.0, 1.0, 1.0],
    })
    .turned([0.0, 0.0, 1.0, 3.0])
    .at([0.0, 10.0, 0.0]);
    assert_hit(
        &case(moving, [0.0, -16.0, 0.0], floor()),
        Hits::at((10.0 - 2.08f64.sqrt()) / 16.0).normal(UP),
    );
}

#[test]
fn tilted_boxes_meet_edge_across_edge() {
    // Each unit box, turned by cosine 4/5 and sine 3/5 about z and about x, reaches 0.8 + 0.6 = 1.4 up and down with an
    // edge: the middles are 8 apart, 5.2 of 8.
    let form = || Form::cuboid([1.0; 3]);
    let moving = Body::new(form())
        .turned([0.0, 0.0, 1.0, 3.0])
        .at([0.0, 8.0, 0.0]);
    let fixed = Body::new(form()).turned([1.0, 0.0, 0.0, 3.0]);
    // About z, (-1, -1) turns to x = -0.8 + 0.6 and y = -0.6 - 0.8: the moving box's lowest edge, at x = -0.2. About x,
    // (y, z) = (1, -1) turns to y = 0.8 + 0.6 and z = 0.6 - 0.8: the fixed box's highest edge, at z = -0.2.
    assert_hit(
        &case(moving, [0.0, -8.0, 0.0], fixed),
        Hits::at(0.65).normal(UP).point([-0.2, 1.4, -0.2]),
    );
}

#[test]
fn a_hull_of_a_box_is_the_box() {
    let moving = Body::new(Form::box_hull([0.5; 3])).at([0.0, 5.0, 0.0]);
    let fixed = Body::new(Form::box_hull([50.0, 1.0, 50.0]));
    assert_hit(
        &case(moving, [0.0, -10.0, 0.0], fixed),
        Hits::at(0.35).normal(UP),
    );
}

#[test]
fn a_rounded_box_reaches_its_radius_further() {
    // 5 - 0.5 - 0.25 - 1 = 3.25 of 10.
    let moving = Body::new(Form::cuboid([0.5; 3]).rounded(0.25)).at([0.0, 5.0, 0.0]);
    let fixed = Body::new(Form::cuboid([50.0, 1.0, 50.0]));
    assert_hit(
        &case(moving, [0.0, -10.0, 0.0], fixed),
        Hits::at(0.325).normal(UP),
    );
}

#[test]
fn rounded_corners_meet_corner_to_corner() {
    // Boxes of half extent 1, rounded by 1.5, corners facing each other along (2, 2, 1)/3 · 9 = (6, 6, 3) after the
    // corners' own (2, 2, 2): contact when the corners are 3 apart along that direction, which is 6 of 9.
    let form = || Form::cuboid([1.0; 3]).rounded(1.5);
    let moving = Body::new(form()).at([8.0, 8.0, 5.0]);
    assert_hit(
        &case(moving, [-6.0, -6.0, -3.0], Body::new(form())),
        Hits::at(2.0 / 3.0)
            .normal([2.0, 2.0, 1.0])
            .point([2.0, 2.0, 1.5]),
    );
}

#[test]
fn a_point_meets_a_box_through_its_face() {
    // From x = 4 to the face at 1: 3 of 6; there y = 2 - 1.5.
    let moving = Body::new(Form::Point).at([4.0, 2.0, 0.0]);
    assert_hit(
        &case(moving, [-6.0, -3.0, 0.0], Body::new(Form::cuboid([1.0; 3]))),
        Hits::at(0.5).normal([1.0, 0.0, 0.0]).point([1.0, 0.5, 0.0]),
    );
}

#[test]
fn a_sphere_slides_along_a_very_long_edge() {
    // The reader's counterexample to testing the plane first ("Sweeping a Sphere Against a Polygon", 2010): the
    // centre is 0.75 beside the edge x = y = 0 and comes down slowly while it moves fast along it. With radius 1.25 it
    // touches the edge at a height of 1 (3-4-5): a quarter of the way from 2 to -2, at z = 100 + 200.
    let triangle = Form::Triangle {
        a: [0.0, 0.0, 0.0],
        b: [0.0, 0.0, 1000.0],
        c: [-5.0, 0.0, 500.0],
    };
    let moving = Body::new(Form::sphere(1.25)).at([0.75, 2.0, 100.0]);
    assert_hit(
        &case(moving, [0.0, -4.0, 800.0], Body::new(triangle)),
        Hits::at(0.25)
            .normal([3.0, 4.0, 0.0])
            .point([0.0, 0.0, 300.0]),
    );
}

#[test]
fn a_start_a_million_units_away_hits_where_it_should() {
    // The sphere touches the box at x = 1.5, so after 999,998.5 of 2,000,000.
    let moving = Body::new(Form::sphere(0.5)).at([1e6, 0.25, 0.0]);
    assert_hit(
        &case(moving, [-2e6, 0.0, 0.0], Body::new(Form::cuboid([1.0; 3]))),
        Hits::at(0.49999925).normal([1.0, 0.0, 0.0]),
    );
}

#[test]
fn a_far_origin_costs_no_accuracy() {
    // The first case at a corner of the world where f32 still holds halves: 4,194,304 = 2^22.
    let far = 4_194_304.0;
    let moving = Body::new(Form::cuboid([0.5; 3])).at([far, far + 5.0, -far]);
    let fixed = Body::new(Form::cuboid([50.0, 1.0, 50.0])).at([far, far, -far]);
    for answer in case(moving, [0.0, -10.0, 0.0], fixed).answers() {
        let hit = *answer.outcome.hit().expect("a hit");
        // The scale is that of the pair, 60 or so, not that of the world.
        assert!(answer.scale < 100.0);
        let off = (hit.fraction - 0.35).abs() * 10.0;
        assert!(off <= answer.precision.error(answer.scale), "{hit:?}");
    }
}
