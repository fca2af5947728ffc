//! What parry's documentation and its own public tests expect of its casts, re-made from their descriptions.
//!
//! Where such a test compares with `==` a time that no `f32` holds, the drop-in may be one unit in the last place early: a time is
//! never late.

use parry3d::math::{IVector, Pose, Vector};
use parry3d::shape::{
    Ball, Capsule, Compound, Cuboid, Cylinder, Shape, SharedShape, TriMesh, Triangle, Voxels,
};
use swept_parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::translation(x, y, z)
}

/// The first body moves, the second stands.
fn cast(
    pos1: Pose,
    velocity: Vector,
    g1: &dyn Shape,
    pos2: Pose,
    g2: &dyn Shape,
) -> Option<ShapeCastHit> {
    let options = ShapeCastOptions::default();
    cast_shapes(&pos1, velocity, g1, &pos2, Vector::ZERO, g2, options).unwrap()
}

/// Not late, and early by at most one unit in the last place.
#[track_caller]
fn assert_is(time: f32, exact: f64) {
    assert!(
        f64::from(time) <= exact && f64::from(time.next_up()) > exact * (1.0 - 1e-14),
        "{time} is not {exact}"
    );
}

/// The examples of the documentation of `cast_shapes`.
#[test]
fn balls_meet_when_the_documentation_says_so() {
    let ball = Ball::new(1.0);
    let hit = cast(
        at(0.0, 0.0, 0.0),
        Vector::X * 2.0,
        &ball,
        at(10.0, 0.0, 0.0),
        &ball,
    )
    .unwrap();
    assert_is(hit.time_of_impact, 4.0);
    let ball = Ball::new(2.0);
    let hit = cast(
        at(0.0, 0.0, 0.0),
        Vector::X,
        &ball,
        at(3.0, 0.0, 0.0),
        &ball,
    )
    .unwrap();
    assert_eq!(hit.time_of_impact, 0.0);
    assert_eq!(hit.status, ShapeCastStatus::PenetratingOrWithinTargetDist);
}

#[test]
fn two_balls_head_on() {
    let ball = Ball::new(0.5);
    let hit = cast(
        at(0.0, 0.0, 0.0),
        Vector::Y * 10.0,
        &ball,
        at(0.0, 10.0, 0.0),
        &ball,
    )
    .unwrap();
    assert_is(hit.time_of_impact, 0.9);
}

/// Boxes of side 1, one of them 1.1 above the other: without motion and upward there is no hit, downward there is.
#[test]
fn boxes_at_rest_are_not_hit() {
    let cuboid = Cuboid::new(Vector::splat(0.5));
    let collide = |v: f32| {
        cast(
            at(0.0, 1.1, 0.0),
            Vector::Y * v,
            &cuboid,
            at(0.0, 0.0, 0.0),
            &cuboid,
        )
    };
    assert!(collide(0.0).is_none() && collide(1.0).is_none());
    assert_is(
        collide(-1.0).unwrap().time_of_impact,
        f64::from(1.1_f32) - 1.0,
    );
}

/// A ball and a cube of half side 1, both moving.
#[test]
fn a_ball_inside_beside_and_before_a_cube() {
    let (ball, cube) = (Ball::new(1.0), Cuboid::new(Vector::splat(1.0)));
    let time = |from: f32, v1: Vector, v2: Vector| {
        let (pos, options) = (at(from, from, from), ShapeCastOptions::default());
        let hit = cast_shapes(&pos, v1, &ball, &Pose::IDENTITY, v2, &cube, options).unwrap();
        hit.map(|hit| hit.time_of_impact)
    };
    let (out, aside) = (Vector::splat(2.0), Vector::new(-1.0, 1.0, 1.0));
    assert_eq!(time(1.0, out, aside), Some(0.0));
    assert_eq!(time(3.0, out, aside), None);
    // Corner (1, 1, 1) and centre (2, 2, 2): √3 − 1 of way, at 1.5 √3 per unit of time.
    let expected = (3.0_f64.sqrt() - 1.0) / (1.5 * 3.0_f64.sqrt());
    let met = time(2.0, Vector::splat(-0.5), Vector::splat(1.0)).unwrap();
    assert!((f64::from(met) - expected).abs() < 1e-7, "{met} {expected}");
}

/// A speed of 7e-33 toward nothing: the thread was about a loop without end.
#[test]
fn a_speed_next_to_nothing_is_no_trouble() {
    let corners = [(0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5)].map(|(x, y)| Vector::new(x, y, 0.0));
    let triangle = Triangle::from(corners);
    let velocity = Vector::Y * 6.925e-33;
    let ball = Ball::new(0.375);
    assert!(
        cast(
            at(0.0, 0.0, 0.0),
            velocity,
            &ball,
            at(11.5, 5.5, 0.0),
            &triangle
        )
        .is_none()
    );
    // Straight below it there is something to meet, if one waits.
    let hit = cast(
        at(11.4, 0.0, 0.0),
        velocity,
        &ball,
        at(11.5, 5.5, 0.0),
        &triangle,
    )
    .unwrap();
    let way = 5.5 - 0.5 - 0.375;
    let late = f64::from(hit.time_of_impact) * 6.925e-33 / way;
    assert!((late - 1.0).abs() < 1e-6, "{late}");
}

/// Two open pyramids of three triangles, 1,000 apart, at a speed of 100,000.
#[test]
fn meshes_meet_meshes() {
    let pyramid = || {
        let points = [
            (0.0, 1.0, 0.0),
            (-1.0, -0.5, 0.0),
            (0.0, -0.5, -1.0),
            (1.0, -0.5, 0.0),
        ];
        let points = points.map(|(x, y, z)| Vector::new(x, y, z));
        TriMesh::new(points.to_vec(), vec![[0, 1, 2], [0, 2, 3], [0, 3, 1]]).unwrap()
    };
    let hit = cast(
        at(0.0, 0.0, 0.0),
        Vector::X * 1e5,
        &pyramid(),
        at(1000.0, 0.0, 0.0),
        &pyramid(),
    );
    assert_is(hit.unwrap().time_of_impact, 998.0 / 1e5);
}

/// A ball or a cylinder falls on a box whose half extents grow to 5,000.
#[test]
fn the_size_of_the_ground_does_not_matter() {
    for (half, x, z) in [(1.0, 0.0, 0.0), (5000.0, 43.0, 5.7)] {
        let ground = Cuboid::new(Vector::new(half, 0.5, half));
        let fall = |shape: &dyn Shape| {
            let options = ShapeCastOptions::with_max_time_of_impact(2.0);
            let (pos1, pos2) = (at(x, 1.281, z), at(0.0, -0.6, 0.0));
            cast_shapes(
                &pos1,
                -Vector::Y,
                shape,
                &pos2,
                Vector::ZERO,
                &ground,
                options,
            )
            .unwrap()
            .unwrap()
        };
        // 1.281 and −0.6 are rounded to f32, by no more than 6e-8 each.
        assert!((fall(&Ball::new(0.438)).time_of_impact - 0.943).abs() < 3e-7);
        assert!((fall(&Cylinder::new(0.25, 0.438)).time_of_impact - 1.131).abs() < 3e-7);
    }
}

/// A wheel's probe: offsets of less than a millimetre over grounds of different sizes. parry's own test allows 1e-4.
#[test]
fn times_are_as_exact_on_large_grounds() {
    let radius = 0.5166_f32;
    for half in [5.0, 50.0, 500.0] {
        let ground = Cuboid::new(Vector::new(half, 0.5, half));
        for i in 0..200_u16 {
            let y = 1.177 + f32::from(i) * 5e-5;
            for (x, z) in [(1.4, 2.8), (-1.4, -0.4), (1.4, -2.0), (-1.4, 2.0)] {
                let options = ShapeCastOptions::with_max_time_of_impact(2.0);
                let pos = at(0.0, -0.5, 0.0);
                let ball = Ball::new(radius);
                let hit = cast_shapes(
                    &pos,
                    Vector::ZERO,
                    &ground,
                    &at(x, y, z),
                    -Vector::Y,
                    &ball,
                    options,
                );
                let hit = hit.unwrap().unwrap();
                assert_is(hit.time_of_impact, f64::from(y) - f64::from(radius));
                assert!((pos * hit.witness1).y.abs() < 1e-7);
            }
        }
    }
}

/// Two balls of radius 1/2, 3 apart, at a speed of 1: a target distance of 1/2 is reached that much earlier.
#[test]
fn a_target_distance_is_reached_earlier() {
    let ball = Ball::new(0.5);
    for (target_distance, time) in [(0.0, 2.0), (0.5, 1.5)] {
        let options = ShapeCastOptions {
            target_distance,
            ..ShapeCastOptions::default()
        };
        let (pos1, pos2) = (Pose::IDENTITY, at(3.0, 0.0, 0.0));
        let hit = cast_shapes(&pos1, Vector::X, &ball, &pos2, Vector::ZERO, &ball, options);
        assert_is(hit.unwrap().unwrap().time_of_impact, time);
    }
}

/// Capsules and balls that stand a little, or a fifth, deep in the upper side of a wide box, on their way up and aside: the
/// normals are those of that side. parry's own test allows 1e-4.
#[test]
fn the_normal_of_a_small_overlap_is_that_of_the_face() {
    let ground = Cuboid::new(Vector::new(20.0, 1.0, 20.0));
    let (pill, ball) = (Capsule::new_y(5.0, 1.0), Ball::new(1.0));
    let cases: [(&dyn Shape, f32); 4] = [
        (&pill, 5.0 - 0.01),
        (&pill, 5.0 - 0.02),
        (&ball, 1.0 - 0.2),
        (&ball, 1.0 - 0.200_001),
    ];
    for (shape, height) in cases {
        let velocity = Vector::new(0.1, 1.0, 0.0);
        let hit = cast(
            at(0.0, height, 0.0),
            velocity,
            shape,
            at(0.0, -1.0, 0.0),
            &ground,
        )
        .unwrap();
        assert_eq!(hit.time_of_impact, 0.0);
        assert_eq!(hit.status, ShapeCastStatus::PenetratingOrWithinTargetDist);
        assert!((hit.normal1 + Vector::Y).length() < 1e-6, "{hit:?}");
        assert!((hit.normal2 - Vector::Y).length() < 1e-6, "{hit:?}");
    }
}

/// A ball comes down on the last but two of 20 voxels in a row: points and normals are those of the whole row, from either side.
#[test]
fn points_on_voxels_are_in_the_frame_of_all_of_them() {
    let row: Vec<_> = (0..20).map(|i| IVector::new(i, 0, 0)).collect();
    let (voxels, ball) = (Voxels::new(Vector::ONE, &row), Ball::new(0.5));
    let (above, stands) = (at(17.5, 3.5, 0.5), Pose::IDENTITY);
    let options = ShapeCastOptions::default();
    let first = cast_shapes(
        &stands,
        Vector::ZERO,
        &voxels,
        &above,
        -Vector::Y,
        &ball,
        options,
    );
    let second = cast(above, -Vector::Y, &ball, stands, &voxels).unwrap();
    for hit in [first.unwrap().unwrap(), second.swapped()] {
        assert_is(hit.time_of_impact, 2.0);
        let near = |a: Vector, b: Vector| assert!((a - b).length() < 1e-5, "{hit:?}");
        near(hit.witness1, Vector::new(17.5, 1.0, 0.5));
        near(hit.witness2, Vector::Y * -0.5);
        near(hit.normal1, Vector::Y);
        near(hit.normal2, -Vector::Y);
    }
}

/// A ball that comes down on a ball or a box which it touches, or is 1/8 deep in: the status does not depend on the shape, nor on
/// whether the geometry is asked for.
#[test]
fn touching_converges_and_overlapping_penetrates() {
    let (ball, cube) = (Ball::new(0.5), Cuboid::new(Vector::ONE));
    let shapes: [(&dyn Shape, f32); 2] = [(&ball, 0.5), (&cube, 1.0)];
    for (depth, status) in [
        (0.0, ShapeCastStatus::Converged),
        (0.125, ShapeCastStatus::PenetratingOrWithinTargetDist),
    ] {
        for (i, (shape, height)) in shapes.iter().chain(&shapes).enumerate() {
            let options = ShapeCastOptions {
                compute_impact_geometry_on_penetration: i < shapes.len(),
                ..ShapeCastOptions::default()
            };
            let pos = at(0.0, 0.5 + height - depth, 0.0);
            let stands = Pose::IDENTITY;
            let hit = cast_shapes(
                &pos,
                -Vector::Y,
                &ball,
                &stands,
                Vector::ZERO,
                *shape,
                options,
            );
            let hit = hit.unwrap().unwrap();
            assert_eq!((hit.time_of_impact, hit.status), (0.0, status));
        }
    }
}

/// Three boxes in a row as one body: a ball that comes down on one of them names it.
#[test]
fn a_hit_names_the_part() {
    let cube = || SharedShape::cuboid(0.5, 0.5, 0.5);
    let boxes = [0.0, 4.0, 8.0].map(|x| (at(x, 0.0, 0.0), cube()));
    let (body, ball) = (Compound::new(boxes.to_vec()), Ball::new(0.25));
    for (part, x) in [(0, 0.0), (1, 4.0), (2, 8.0)] {
        let hit = cast(at(x, 5.0, 0.0), -Vector::Y, &ball, Pose::IDENTITY, &body).unwrap();
        assert_eq!((hit.subshape1, hit.subshape2), (0, part));
        let swapped = cast(Pose::IDENTITY, Vector::Y, &body, at(x, 5.0, 0.0), &ball).unwrap();
        assert_eq!((swapped.subshape1, swapped.subshape2), (part, 0));
    }
}
