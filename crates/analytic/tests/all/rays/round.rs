//! Rays against shapes with round sides.

use super::*;

#[test]
fn balls() {
    // 5 to go, 4 to the surface at x = −1.
    hit(
        ball(&ray([-5.0, 0.0, 0.0], [8.0, 0.0, 0.0]), 1.0),
        0.5,
        [-1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
    );
    // At height 3 a ball of radius 5 begins 4 before its centre.
    hit(
        ball(&ray([-8.0, 3.0, 0.0], [8.0, 0.0, 0.0]), 5.0),
        0.5,
        [-4.0, 3.0, 0.0],
        [-0.8, 0.6, 0.0],
    );
    // Above, short of it, and behind.
    miss(
        ball(&ray([-8.0, 6.0, 0.0], [16.0, 0.0, 0.0]), 5.0),
        [0.0, 1.0, 0.0],
    );
    miss(
        ball(&ray([-8.0, 0.0, 0.0], [2.0, 0.0, 0.0]), 5.0),
        [-1.0, 0.0, 0.0],
    );
    miss(
        ball(&ray([8.0, 0.0, 0.0], [2.0, 0.0, 0.0]), 5.0),
        [1.0, 0.0, 0.0],
    );
    overlap(
        ball(&ray([0.0, 3.0, 0.0], [8.0, 0.0, 0.0]), 5.0),
        2.0,
        [0.0, 1.0, 0.0],
        [0.0, 5.0, 0.0],
    );
    // In the middle, all ways out are alike: against the motion, or along x.
    overlap(
        ball(&ray([0.0; 3], [0.0, 8.0, 0.0]), 5.0),
        5.0,
        [0.0, -1.0, 0.0],
        [0.0, -5.0, 0.0],
    );
    overlap(
        ball(&ray([0.0; 3], [0.0; 3]), 5.0),
        5.0,
        [1.0, 0.0, 0.0],
        [5.0, 0.0, 0.0],
    );
}

#[test]
fn capsules() {
    // The side at x = −1, and the upper ball about (0, 2, 0) from above and from beside: 4/5 up, 3/5 out.
    hit(
        capsule(&ray([-5.0, 1.0, 0.0], [8.0, 0.0, 0.0]), 2.0, 1.0),
        0.5,
        [-1.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
    );
    hit(
        capsule(&ray([0.0, 7.0, 0.0], [0.0, -8.0, 0.0]), 2.0, 1.0),
        0.5,
        [0.0, 3.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    hit(
        capsule(&ray([-4.6, 2.8, 0.0], [8.0, 0.0, 0.0]), 2.0, 1.0),
        0.5,
        [-0.6, 2.8, 0.0],
        [-0.6, 0.8, 0.0],
    );
    miss(
        capsule(&ray([-4.0, 4.0, 0.0], [8.0, 0.0, 0.0]), 2.0, 1.0),
        [0.0, 1.0, 0.0],
    );
    miss(
        capsule(&ray([-4.0, 0.0, 3.0], [8.0, 0.0, 0.0]), 2.0, 1.0),
        [0.0, 0.0, 1.0],
    );
    overlap(
        capsule(&ray([0.25, 1.0, 0.0], [0.0; 3]), 2.0, 1.0),
        0.75,
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
    );
}

#[test]
fn cylinders() {
    hit(
        cylinder(&ray([0.5, 6.0, 0.0], [0.0, -8.0, 0.0]), 2.0, 1.0),
        0.5,
        [0.5, 2.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    // The chord at z = 3 of a circle of radius 5 begins at x = −4.
    hit(
        cylinder(&ray([-8.0, 1.0, 3.0], [8.0, 0.0, 0.0]), 2.0, 5.0),
        0.5,
        [-4.0, 1.0, 3.0],
        [-0.8, 0.0, 0.6],
    );
    // Past the rim at (1, 2): x + y is 4 all along, and 3 there.
    miss(
        cylinder(&ray([4.0, 0.0, 0.0], [-4.0, 4.0, 0.0]), 2.0, 1.0),
        [S, S, 0.0],
    );
    overlap(
        cylinder(&ray([0.25, 1.5, 0.0], [0.0; 3]), 2.0, 1.0),
        0.5,
        [0.0, 1.0, 0.0],
        [0.25, 2.0, 0.0],
    );
    // A disc, and a segment.
    hit(
        cylinder(&ray([0.5, 1.0, 0.0], [0.0, -4.0, 0.0]), 0.0, 1.0),
        0.25,
        [0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    hit(
        cylinder(&ray([-1.0, 0.5, 0.0], [4.0, 0.0, 0.0]), 1.0, 0.0),
        0.25,
        [0.0, 0.5, 0.0],
        [-1.0, 0.0, 0.0],
    );
    miss(
        cylinder(&ray([-1.0, 0.5, 1.0], [4.0, 0.0, 0.0]), 1.0, 0.0),
        [0.0, 0.0, 1.0],
    );
}

#[test]
fn cones() {
    // Height 2, radius 2: the side is x = 1 − y, its normal (1, 1)/√2.
    hit(
        cone(&ray([5.0, 0.0, 0.0], [-8.0, 0.0, 0.0]), 1.0, 2.0),
        0.5,
        [1.0, 0.0, 0.0],
        [S, S, 0.0],
    );
    hit(
        cone(&ray([0.0, 3.0, 0.0], [0.0, -8.0, 0.0]), 1.0, 2.0),
        0.25,
        [0.0, 1.0, 0.0],
        [S, S, 0.0],
    );
    hit(
        cone(&ray([1.0, -3.0, 1.0], [0.0, 4.0, 0.0]), 1.0, 2.0),
        0.5,
        [1.0, -1.0, 1.0],
        [0.0, -1.0, 0.0],
    );
    // Above the apex: through the upper half of the double cone, and past both halves.
    miss(
        cone(&ray([-4.0, 2.0, 0.0], [8.0, 0.0, 0.0]), 1.0, 2.0),
        [0.0, 1.0, 0.0],
    );
    miss(
        cone(&ray([-4.0, 1.0, 1.0], [8.0, 0.0, 0.0]), 1.0, 2.0),
        [0.0, S, S],
    );
    // Along a generator, half a unit off it.
    miss(
        cone(&ray([-1.0, 2.5, 0.0], [2.0, -2.0, 0.0]), 1.0, 2.0),
        [S, S, 0.0],
    );
    // 1 above the base, and (1 − 0.5)/√2 below the side.
    overlap(
        cone(&ray([0.0, 0.5, 0.0], [1.0, 0.0, 0.0]), 1.0, 2.0),
        0.5 * S,
        [S, S, 0.0],
        [0.25, 0.75, 0.0],
    );
    overlap(
        cone(&ray([0.0, -0.75, 0.0], [0.0; 3]), 1.0, 2.0),
        0.25,
        [0.0, -1.0, 0.0],
        [0.0, -1.0, 0.0],
    );
    // A disc and a segment.
    hit(
        cone(&ray([0.5, 1.0, 0.0], [0.0, -4.0, 0.0]), 0.0, 1.0),
        0.25,
        [0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    hit(
        cone(&ray([-1.0, 0.5, 0.0], [4.0, 0.0, 0.0]), 1.0, 0.0),
        0.25,
        [0.0, 0.5, 0.0],
        [-1.0, 0.0, 0.0],
    );
}

#[test]
fn ellipsoids() {
    // At x = 8 of radius 10 the height is 0.6 of 5; the gradient (8/100, 3/25) is along (2, 3).
    let a = [10.0, 5.0, 2.0];
    let n = Vector3::new(2.0, 3.0, 0.0).normalize();
    hit(
        ellipsoid(&ray([8.0, 7.0, 0.0], [0.0, -8.0, 0.0]), a),
        0.5,
        [8.0, 3.0, 0.0],
        n.into(),
    );
    overlap(
        ellipsoid(&ray([0.0; 3], [1.0, 0.0, 0.0]), a),
        2.0,
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 2.0],
    );
    overlap(
        ellipsoid(&ray([9.9, 0.0, 0.0], [0.0; 3]), [10.0, 9.999, 9.999]),
        0.1,
        [1.0, 0.0, 0.0],
        [10.0, 0.0, 0.0],
    );
    miss(
        ellipsoid(&ray([-9.0, 6.0, 0.0], [20.0, 0.0, 0.0]), a),
        [0.0, 1.0, 0.0],
    );
    // Flat: an ellipse, a segment, a point.
    let flat = [2.0, 0.0, 1.0];
    hit(
        ellipsoid(&ray([1.5, 1.0, 0.0], [0.0, -4.0, 0.0]), flat),
        0.25,
        [1.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    miss(
        ellipsoid(&ray([-5.0, 0.0, 2.0], [9.0, 0.0, 0.0]), flat),
        [0.0, 0.0, 1.0],
    );
    let point = [0.0; 3];
    hit(
        ellipsoid(&ray([0.0, 1.0, 0.0], [0.0, -4.0, 0.0]), point),
        0.25,
        [0.0; 3],
        [0.0, 1.0, 0.0],
    );
    miss(
        ellipsoid(&ray([1.0, 1.0, 0.0], [0.0, -4.0, 0.0]), point),
        [1.0, 0.0, 0.0],
    );
}

#[test]
fn rounded_shapes() {
    // A triangle in the plane z = 0, grown by 0.5: from 2.5, 2 to go of 4.
    let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
    let cast = |ray: &Ray| {
        ray::against_rounded(ray, 0.5, |ball| {
            sphere::against_triangle(ball, &ray.displacement, &corners)
        })
    };
    let up = [0.0, 0.0, 1.0];
    hit(
        cast(&ray([1.0, 1.0, 2.5], [0.0, 0.0, -4.0])),
        0.5,
        [1.0, 1.0, 0.5],
        up,
    );
    overlap(
        cast(&ray([1.0, 1.0, 0.25], [0.0; 3])),
        0.25,
        up,
        [1.0, 1.0, 0.5],
    );
    miss(cast(&ray([1.0, 1.0, 2.5], [4.0, 0.0, 0.0])), up);
}
