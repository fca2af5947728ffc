//! Rays against every shape, with numbers that can be derived by hand.

use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept_analytic::capsule::Capsule;
use swept_analytic::ray::{self, Plane, Ray, Upright};
use swept_analytic::sphere::{self, Sphere};
use swept_analytic::{Answer, Hit};

const S: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// 64u of sizes and distances of up to 20, the error of a ray.
const ERROR: f64 = 640.0 * f64::EPSILON;

fn ray(start: [f64; 3], displacement: [f64; 3]) -> Ray {
    Ray {
        start: start.into(),
        displacement: displacement.into(),
    }
}

// Each shape at the origin, in its own axes.

fn here() -> Isometry3<f64> {
    Isometry3::identity()
}

fn ball(ray: &Ray, radius: f64) -> Answer {
    let center = Point3::origin();
    ray::against_sphere(ray, &Sphere { center, radius })
}

fn cuboid(ray: &Ray, half_extents: [f64; 3]) -> Answer {
    ray::against_box(ray, &here(), &half_extents.into())
}

fn capsule(ray: &Ray, half_height: f64, radius: f64) -> Answer {
    let [a, b] = [-half_height, half_height].map(|y| Point3::new(0.0, y, 0.0));
    ray::against_capsule(ray, &Capsule { a, b, radius })
}

fn cylinder(ray: &Ray, half_height: f64, radius: f64) -> Answer {
    let size = Upright {
        half_height,
        radius,
    };
    ray::against_cylinder(ray, &here(), &size)
}

fn cone(ray: &Ray, half_height: f64, radius: f64) -> Answer {
    let size = Upright {
        half_height,
        radius,
    };
    ray::against_cone(ray, &here(), &size)
}

fn ellipsoid(ray: &Ray, radii: [f64; 3]) -> Answer {
    ray::against_ellipsoid(ray, &here(), &radii.into())
}

fn near(a: &Vector3<f64>, b: [f64; 3]) -> bool {
    (a - Vector3::from(b)).norm() <= ERROR
}

#[track_caller]
fn hit(answer: Answer, fraction: f64, point: [f64; 3], normal: [f64; 3]) {
    let Answer::Hit(hit) = answer else {
        panic!("{answer:?}");
    };
    assert!((hit.fraction - fraction).abs() <= ERROR, "{hit:?}");
    assert!(
        near(&hit.point.coords, point) && near(&hit.normal, normal),
        "{hit:?}"
    );
}

#[track_caller]
fn miss(answer: Answer, axis: [f64; 3]) {
    match answer {
        Answer::Miss(miss) => assert!(near(&miss.axis, axis), "{miss:?}"),
        _ => panic!("{answer:?}"),
    }
}

#[track_caller]
fn overlap(answer: Answer, depth: f64, normal: [f64; 3], point: [f64; 3]) {
    let Answer::Overlap(overlap) = answer else {
        panic!("{answer:?}");
    };
    assert!((overlap.depth - depth).abs() <= ERROR, "{overlap:?}");
    assert!(
        near(&overlap.normal, normal) && near(&overlap.point.coords, point),
        "{overlap:?}"
    );
}

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
fn touching_blocks_only_what_closes_in() {
    let north = [0.0, 5.0, 0.0];
    let up = [0.0, 1.0, 0.0];
    hit(ball(&ray(north, [1.0, -1.0, 0.0]), 5.0), 0.0, north, up);
    miss(ball(&ray(north, [1.0, 0.0, 0.0]), 5.0), up);
    miss(ball(&ray(north, [1.0, 2.0, 0.0]), 5.0), up);
    miss(ball(&ray(north, [0.0; 3]), 5.0), up);
    // Along an edge of a box, off it over either face, and in.
    let unit = [1.0; 3];
    let edge = [1.0, 1.0, 0.0];
    miss(cuboid(&ray(edge, [1.0, -2.0, 0.0]), unit), [1.0, 0.0, 0.0]);
    miss(cuboid(&ray(edge, [-2.0, 1.0, 0.0]), unit), up);
    assert!(matches!(
        cuboid(&ray(edge, [0.0, 0.0, 1.0]), unit),
        Answer::Miss(_)
    ));
    assert_eq!(
        cuboid(&ray(edge, [-1.0, -1.0, 0.0]), unit)
            .hit()
            .unwrap()
            .fraction,
        0.0
    );
    // Over the apex of a cone with half angle 45°, steeper than its side or not.
    let apex = [0.0, 1.0, 0.0];
    assert!(cone(&ray(apex, [1.0, -0.5, 0.0]), 1.0, 2.0).hit().is_none());
    assert!(cone(&ray(apex, [0.5, -1.0, 0.0]), 1.0, 2.0).hit().is_some());
}

#[test]
fn boxes() {
    let h = [1.0, 2.0, 3.0];
    hit(
        cuboid(&ray([5.0, 1.0, 1.0], [-8.0, 0.0, 0.0]), h),
        0.5,
        [1.0, 1.0, 1.0],
        [1.0, 0.0, 0.0],
    );
    // In through the top: y reaches 2 at half of the way, when x is 0.
    hit(
        cuboid(&ray([2.0, 4.0, 0.0], [-4.0, -4.0, 0.0]), h),
        0.5,
        [0.0, 2.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    // Past the corner (1, 2): x + y is 4 all along, and 3 there.
    miss(
        cuboid(&ray([4.0, 0.0, 0.0], [-4.0, 4.0, 0.0]), h),
        [S, S, 0.0],
    );
    overlap(
        cuboid(&ray([0.25, 1.5, 0.0], [1.0, 0.0, 0.0]), h),
        0.5,
        [0.0, 1.0, 0.0],
        [0.25, 2.0, 0.0],
    );
    // Flat: through it at z = 0, and along it at some height.
    let flat = [1.0, 1.0, 0.0];
    hit(
        cuboid(&ray([0.5, 0.0, -1.0], [0.0, 0.0, 4.0]), flat),
        0.25,
        [0.5, 0.0, 0.0],
        [0.0, 0.0, -1.0],
    );
    miss(
        cuboid(&ray([-2.0, 0.0, 0.5], [4.0, 0.0, 0.0]), flat),
        [0.0, 0.0, 1.0],
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
fn flat_things() {
    let [a, b, c] = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
    let up = [0.0, 0.0, 1.0];
    let triangle = |ray: &Ray| ray::against_triangle(ray, &[a, b, c]);
    let down = ray([1.0, 1.0, 2.0], [0.0, 0.0, -4.0]);
    hit(triangle(&down), 0.5, [1.0, 1.0, 0.0], up);
    let rising = ray([1.0, 1.0, -2.0], [0.0, 0.0, 4.0]);
    hit(triangle(&rising), 0.5, [1.0, 1.0, 0.0], [0.0, 0.0, -1.0]);
    // x + y is 6 all along, and at most 4 on it.
    miss(
        triangle(&ray([3.0, 3.0, 2.0], [0.0, 0.0, -4.0])),
        [S, S, 0.0],
    );
    // In its plane: through the side x = 0 first.
    let along = ray([-1.0, 1.0, 0.0], [4.0, 0.0, 0.0]);
    hit(triangle(&along), 0.25, [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]);
    let square = [a, b, Point3::new(4.0, 4.0, 0.0), c];
    let beside = ray([3.0, 3.0, 2.0], [0.0, 0.0, -4.0]);
    hit(
        ray::against_polygon(&beside, &square),
        0.5,
        [3.0, 3.0, 0.0],
        up,
    );
    // Corners on one line, and in one place.
    let middle = Point3::new(1.0, 0.0, 0.0);
    let cross = ray([3.0, 0.0, 1.0], [0.0, 0.0, -2.0]);
    let on = [3.0, 0.0, 0.0];
    hit(ray::against_triangle(&cross, &[a, middle, b]), 0.5, on, up);
    hit(ray::against_segment(&cross, &a, &b), 0.5, on, up);
    assert!(ray::against_triangle(&cross, &[a; 3]).hit().is_none());
    assert!(ray::against_segment(&cross, &c, &c).hit().is_none());
    hit(
        ray::against_segment(&cross, &on.into(), &on.into()),
        0.5,
        on,
        up,
    );
    hit(ray::against_point(&cross, &on.into()), 0.5, on, up);
    assert!(ray::against_polygon(&cross, &[]).hit().is_none());
}

#[test]
fn planes() {
    let y = Vector3::y_axis();
    let floor = Plane {
        point: Point3::new(5.0, 1.0, 0.0),
        normal: y,
    };
    let fall = ray([0.0, 2.0, 0.0], [0.0, -4.0, 0.0]);
    let (met, up) = ([0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
    hit(ray::against_polyhedron(&fall, &[floor]), 0.25, met, up);
    hit(
        ray::against_half_space(&fall, &floor.point, &y),
        0.25,
        met,
        up,
    );
    hit(ray::against_plane(&fall, &floor.point, &-y), 0.25, met, up);
    assert!(matches!(
        ray::against_half_space(&fall, &floor.point, &-y),
        Answer::Overlap(o) if o.depth == 1.0
    ));
    // All of space.
    assert!(
        matches!(ray::against_polyhedron(&fall, &[]), Answer::Overlap(o) if o.depth == f64::INFINITY)
    );
    // A wedge over the floor: x + y <= 2, and −x + y <= 2, with the ridge at (0, 2).
    let side = |x: f64| Plane {
        point: Point3::new(0.0, 2.0, 0.0),
        normal: Unit::new_normalize(Vector3::new(x, 1.0, 0.0)),
    };
    let wedge = [side(1.0), side(-1.0)];
    let slide = ray([4.0, 0.0, 0.0], [-4.0, 0.0, 0.0]);
    hit(
        ray::against_polyhedron(&slide, &wedge),
        0.5,
        [2.0, 0.0, 0.0],
        [S, S, 0.0],
    );
    // Over the ridge at height 3: both planes together, straight up.
    miss(
        ray::against_polyhedron(&ray([-4.0, 3.0, 0.0], [8.0, 0.0, 0.0]), &wedge),
        up,
    );
}

#[test]
fn planes_say_the_same_as_boxes() {
    let half = Vector3::new(1.0, 2.0, 0.5);
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.4, 1.1));
    let pose = Isometry3::from_parts([3.0, -2.0, 1.0].into(), turn);
    let planes: Vec<Plane> = (0..6)
        .map(|i| {
            let n = Vector3::ith(i / 2, if i % 2 == 0 { 1.0 } else { -1.0 });
            Plane {
                point: pose * Point3::from(n * half[i / 2]),
                normal: turn * Unit::new_unchecked(n),
            }
        })
        .collect();
    let mut hits = 0;
    for i in 0..400 {
        let spread = |k: f64| (f64::from(i) * k).sin();
        let to =
            Point3::new(3.0, -2.0, 1.0) + Vector3::new(spread(1.3), spread(2.7), spread(3.1)) * 2.5;
        let way = Vector3::new(spread(0.7), spread(1.9), spread(5.3)) * 8.0;
        let ray = Ray {
            start: to - way,
            displacement: way * 1.5,
        };
        let one = ray::against_polyhedron(&ray, &planes);
        let other = ray::against_box(&ray, &pose, &half);
        match (one, other) {
            (Answer::Hit(a), Answer::Hit(b)) => {
                hits += 1;
                let speed = a.normal.dot(&ray.displacement).abs();
                let apart = (a.fraction - b.fraction).abs() * speed;
                assert!(apart <= 2.0 * ERROR, "{ray:?} {a:?} {b:?}");
            }
            (Answer::Overlap(a), Answer::Overlap(b)) => {
                assert!((a.depth - b.depth).abs() <= 2.0 * ERROR, "{a:?} {b:?}");
            }
            (Answer::Miss(_), Answer::Miss(_)) => {}
            _ => panic!("{ray:?} {one:?} {other:?}"),
        }
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn poses() {
    // The cone's axis turned onto x: its apex at x = 11.
    let turn = UnitQuaternion::rotation_between(&Vector3::y(), &Vector3::x()).unwrap();
    let pose = Isometry3::from_parts([10.0, 0.0, 0.0].into(), turn);
    let size = Upright {
        half_height: 1.0,
        radius: 2.0,
    };
    let Answer::Hit(Hit {
        fraction, normal, ..
    }) = ray::against_cone(&ray([15.0, 0.0, 0.0], [-8.0, 0.0, 0.0]), &pose, &size)
    else {
        panic!()
    };
    assert!((fraction - 0.5).abs() <= ERROR && (normal.x - S).abs() <= ERROR);
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

#[test]
fn far_away_is_as_good_as_near() {
    // From 2⁴⁰ away past a shape at a room of 1e-12, and into it as deep: u·2⁴⁰ is 1e-4.
    let far = 2f64.powi(40);
    let way = [4.0 * far, 0.0, 0.0];
    for hits in [false, true] {
        let height = if hits { 1.0 - 1e-12 } else { 1.0 + 1e-12 };
        let past = ray([-far, height, 0.0], way);
        for answer in [
            ball(&past, 1.0),
            cuboid(&past, [1.0, 1.0, 1.0]),
            cylinder(&past, 1.0, 2.0),
            cone(&past, 1.0, 2.0),
            ellipsoid(&past, [3.0, 1.0, 2.0]),
        ] {
            assert_eq!(answer.hit().is_some(), hits, "{answer:?}");
        }
    }
}
