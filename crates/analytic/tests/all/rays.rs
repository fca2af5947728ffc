//! Rays against every shape, with numbers that can be derived by hand.

mod extreme;
mod flat;
mod round;

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
    let centre = Point3::origin();
    ray::against_sphere(ray, &Sphere { centre, radius })
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

/// A cone with half angle 45°, and lines at just that angle: the side is x + y = 1 to the one side and y − x = 1 to the other.
#[test]
fn lines_parallel_to_the_side_of_a_cone() {
    let cone = |start, way| cone(&ray(start, way), 1.0, 2.0);
    let (down, up) = ([4.0, -4.0, 0.0], [-4.0, 4.0, 0.0]);
    // Along y = −x: in through the other side at (−1/2, 1/2), out through the base at (1, −1).
    hit(
        cone([-2.0, 2.0, 0.0], down),
        0.375,
        [-0.5, 0.5, 0.0],
        [-S, S, 0.0],
    );
    hit(
        cone([2.0, -2.0, 0.0], up),
        0.25,
        [1.0, -1.0, 0.0],
        [0.0, -1.0, 0.0],
    );
    // Along y = 2 − x it comes to the continuation above the apex alone.
    for (start, way) in [([-1.0, 3.0, 0.0], down), ([3.0, -1.0, 0.0], up)] {
        let answer = cone(start, way);
        assert!(answer.hit().is_none(), "{answer:?}");
    }
    // On the side itself: down it past the apex, up it past the rim.
    hit(
        cone([-1.0, 2.0, 0.0], down),
        0.25,
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    hit(
        cone([3.0, -2.0, 0.0], up),
        0.25,
        [2.0, -1.0, 0.0],
        [0.0, -1.0, 0.0],
    );
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
