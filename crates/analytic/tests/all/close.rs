//! Shapes that come within rounding of each other, slivers among them: answers stay those of shapes a little larger or smaller.

use crate::common::{cuboid, miss_axis};
use nalgebra::{Isometry3, Point3, Quaternion, Unit, UnitQuaternion, Vector3};
use swept_analytic::boxes::{Cuboid, box_box, box_box_bracket, box_triangle, triangle_box};
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::polyhedron::{Polyhedron, polyhedron_polyhedron};
use swept_analytic::ray::{self, Ray};
use swept_analytic::sphere::{self, Sphere};
use swept_analytic::{Answer, ellipsoid};

type V = Vector3<f64>;

/// A segment into a triangle whose corners are all but in line: the two sides of a plate, and so of next to no thickness, whose planes
/// summed up to an axis that was rounding alone.
#[test]
fn the_two_sides_of_a_plate_do_not_keep_shapes_apart() {
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(
        0.10396056445128174,
        0.14562234602018853,
        0.26487105381087434,
        0.9475387370612689,
    ));
    let at = V::new(0.3543000817298889, 2.4684406518936157, -0.7812291383743286);
    let moving = Cuboid {
        half_extents: V::new(2.0, 0.0, 0.0),
        pose: Isometry3::from_parts(at.into(), rotation),
    };
    let fixed = [
        [-1.2926340103149414, 0.3202543258666992, 0.09360313415527344],
        [
            -0.027434349060058594,
            1.367532730102539,
            -0.7995204925537109,
        ],
        [
            -0.9763340950012207,
            0.5820739269256592,
            -0.12967777252197266,
        ],
    ];
    let way = V::new(-2.4598960876464844, -2.4524154663085938, 0.5449752807617188);
    let answer = box_triangle(&moving, &way, &fixed.map(Point3::from));
    let hit = answer.hit().unwrap_or_else(|| panic!("{answer:?}"));
    assert!((hit.fraction - 0.4515959557825).abs() < 1e-12, "{hit:?}");
}

/// Boxes that start a few units in the last place apart: the motion leads along the gap, or out of it.
#[test]
fn what_starts_within_rounding_of_contact_goes_on_where_the_motion_does_not_close_in() {
    let fixed = cuboid([0.75, 0.75, 0.5], [0.0; 3]);
    for gap in [1e-15, 5e-15, 2.5e-14, 6e-14, 1e-13, 1e-12] {
        let moving = cuboid([1.0; 3], [0.25, 1.0, 1.5 + gap]);
        for d in [
            V::new(2.0, -2.5, 0.0),
            V::new(2.0, -2.5, 1e-15),
            V::new(2.0, -2.5, 1.0),
            V::new(0.0, 0.0, 1e-16),
        ] {
            let axis = miss_axis(box_box(&moving, &d, &fixed));
            assert!(axis.z > 0.999, "{gap} {d}: {axis}");
        }
        let answer = box_box(&moving, &V::new(2.0, -2.5, -1.0), &fixed);
        let hit = answer.hit().unwrap_or_else(|| panic!("{answer:?}"));
        assert!(hit.normal.z > 0.999 && hit.fraction <= 2.0 * gap, "{hit:?}");
    }
}

/// A ball rolls toward the tip of a sliver, beside which the sides of its face, moved out by rounding, meet far away.
#[test]
fn a_sliver_ends_at_its_tip() {
    for thin in [1e-15, 3e-15, 1e-14, 1e-12, 1e-9] {
        let corners = [
            [0.5, -0.5, 1.0],
            [-1.0, 1.25, 1.0],
            [-0.625, 0.8125, 1.0 - thin],
        ]
        .map(Point3::from);
        // Past the end at the first corner, 0.01 away: along the line's normal in the plane, and past its tip.
        let along = Unit::new_normalize(corners[0] - corners[1]);
        let radius = 0.375;
        for side in [V::z(), V::new(1.5, 1.25, 0.0).normalize()] {
            let centre = corners[0] + along.into_inner() * (radius + 0.01) + side * 2.0;
            let ball = Sphere { centre, radius };
            let answer = sphere::against_triangle(&ball, &(side * -4.0), &corners);
            let axis = miss_axis(answer);
            assert!(axis.dot(&along) > 0.9, "{thin} {axis}");
            let body = ellipsoid::Ellipsoid {
                radii: V::repeat(radius),
                pose: Isometry3::translation(centre.x, centre.y, centre.z),
            };
            let answer = ellipsoid::against_triangle(&body, &(side * -4.0), &corners).unwrap();
            assert!(miss_axis(answer).dot(&along) > 0.9, "{thin}");
            // A thousandth into it.
            let centre = centre - along.into_inner() * 0.011;
            let ball = Sphere { centre, radius };
            let answer = sphere::against_triangle(&ball, &(side * -4.0), &corners);
            assert!(answer.hit().is_some(), "{thin} {answer:?}");
        }
    }
}

/// A point all but along a face, which it nears by next to nothing: it has not passed the edge when it hits.
#[test]
fn a_graze_is_no_later_than_the_edge() {
    let half = V::new(1.0, 4.0, 1.0);
    let centre = Point3::origin();
    for k in 1..200 {
        let gap = f64::from(k) * f64::EPSILON / 4.0;
        for near in [0.5, 1.0, 1.9, 2.0, 2.1] {
            let point = Sphere {
                centre: Point3::new(1.0 + gap, -0.5, 0.5),
                radius: 0.0,
            };
            let d = V::new(-near * gap, 1e-13, 1.0);
            let Answer::Hit(hit) = sphere::against_aligned_box(&point, &d, &centre, &half) else {
                continue;
            };
            let at = point.centre + d * hit.fraction;
            assert!(at.z <= 1.0 + 1e-14, "{gap:e} {near}: {hit:?}");
        }
    }
}

/// The contact of a ray with a rounded box lies where the ray is, beside an edge of the box and right above it.
#[test]
fn a_rounded_shape_is_met_where_the_ray_is() {
    let half = V::new(0.75, 0.25, 2.0);
    for beside in [-1e-7, -1e-9, -6e-11, 6e-11, 1e-9, 1e-7] {
        let ray = Ray {
            start: Point3::new(2.0, 0.25 + beside, -1.0),
            displacement: V::new(-1.5, 0.0, 1.5),
        };
        let answer = ray::against_rounded(&ray, 1.0, |ball| {
            sphere::against_aligned_box(ball, &ray.displacement, &Point3::origin(), &half)
        });
        let hit = answer.hit().unwrap_or_else(|| panic!("{answer:?}"));
        let at = ray.start + ray.displacement * hit.fraction;
        assert!((hit.point - at).norm() < 1e-14, "{beside:e}: {hit:?}");
    }
}

/// A box, a triangle and a tetrahedron slide along the upper face of a box, or of a triangle, from beside it, all turned in space:
/// whether they are above the face, and where they would come down on it, is rounding alone. They meet what they slide over where
/// they come to its edge.
#[test]
fn what_slides_along_a_face_meets_it_at_its_edge() {
    let half = V::new(3.0, 1.0, 2.0);
    let mut met = 0;
    for k in 0..4_000 {
        let part = |n: u32| f64::from(k * n % 997) / 997.0 - 0.5;
        let turn = UnitQuaternion::from_euler_angles(6.0 * part(1), 3.0 * part(17), 6.0 * part(71));
        let at = V::new(4.0 * part(5), 4.0 * part(11), 4.0 * part(29));
        let frame = Isometry3::from_parts(at.into(), turn);
        let world = |p: [f64; 3]| frame * Point3::from(p);
        let from = -5.0 - 4.0 * (part(3) + 0.5);
        let way = V::new(8.0 + 20.0 * (part(7) + 0.5), 0.0, part(13));
        let d = turn * way;
        let fixed = Cuboid {
            half_extents: half,
            pose: frame,
        };
        let start = Isometry3::translation(from, 1.5, 0.2);
        let moving = Cuboid {
            half_extents: V::new(1.0, 0.5, 0.5),
            pose: frame * start,
        };
        let below = [[-1.0, -0.5, -0.5], [-1.0, -0.5, 0.5], [1.0, -0.5, 0.0]]
            .map(|p| moving.pose * Point3::from(p));
        let floor = [[-3.0, 1.0, -2.0], [-3.0, 1.0, 2.0], [3.0, 1.0, 0.0]].map(world);
        let above = moving.pose * Point3::new(0.0, 0.5, 0.0);
        let solid = |of: &[Point3<f64>]| Polyhedron::hull(of).unwrap();
        let tip = [below[0], below[1], below[2], above];
        let (low, high) = (world([0.0, -1.0, 0.0]), [floor[0], floor[1], floor[2]]);
        let ground = [high[0], high[1], high[2], low];
        for (what, answer) in [
            ("box, box", box_box(&moving, &d, &fixed)),
            ("box, triangle", box_triangle(&moving, &d, &floor)),
            ("triangle, box", triangle_box(&below, &d, &fixed)),
            (
                "solids",
                polyhedron_polyhedron(&solid(&tip), &d, &solid(&ground)),
            ),
        ] {
            // Rounding alone decides between sliding past and meeting.
            let Some(hit) = answer.hit() else { continue };
            met += 1;
            let here =
                (frame.inverse() * hit.point).coords - V::new(from, 1.5, 0.2) - way * hit.fraction;
            let beside = (here.abs() - V::new(1.0, 0.5, 0.5)).max();
            assert!(
                beside < 1e-12,
                "{k}, {what}: {hit:?} is {beside} from what moves"
            );
            // Both edges are across the way, and the foremost point of what moves is at 1.
            let edge = (-3.0 - (from + 1.0)) / way.x;
            assert!(
                (hit.fraction - edge).abs() < 1e-3,
                "{k}, {what}: {hit:?}, {edge}"
            );
        }
    }
    assert!(met > 10_000, "{met}");
}

/// Up to 16u of the sizes and of the distance of the shapes' origins, here 32u, shapes touch at the start; a radius counts once.
/// Farther apart they meet on the way.
#[test]
fn a_fixed_radius_widens_the_contact_at_the_start_once() {
    let radius = 1.0;
    let origin = Point3::origin();
    let beside = Point3::new(1.0 + 20.0 * f64::EPSILON, 0.0, 0.0);
    let d = V::new(-1.0, 0.0, 0.0);
    let point = Sphere {
        centre: beside,
        radius: 0.0,
    };
    let ball = Capsule {
        a: origin,
        b: origin,
        radius,
    };
    let needle = Capsule {
        a: beside,
        b: beside,
        radius: 0.0,
    };
    let fixed = Sphere {
        centre: origin,
        radius,
    };
    for answer in [
        sphere::against_capsule(&point, &d, &ball),
        capsule::against_capsule(&needle, &d, &ball),
        capsule::against_sphere(&needle, &d, &fixed),
    ] {
        let hit = answer.hit().unwrap_or_else(|| panic!("{answer:?}"));
        assert!(hit.fraction > 0.0, "{hit:?}");
    }
}

/// Shapes that touch, in frames that are turned anyhow, and a motion along the plane of contact: rounding alone has it lead in, and it is
/// let go.
#[test]
fn sliding_along_what_is_touched_is_no_hit_in_any_frame() {
    let radius = 1.0;
    for k in 0..4_000 {
        let part = |n: u32| f64::from(k * n % 997) / 997.0 - 0.5;
        let turn = UnitQuaternion::from_euler_angles(6.0 * part(1), 3.0 * part(17), 6.0 * part(71));
        let frame = Isometry3::from_parts(V::zeros().into(), turn);
        let world = |p: [f64; 3]| frame * Point3::from(p);
        let d = turn * V::new(part(5), 0.0, part(29)) * 8.0;
        let fixed = Cuboid {
            half_extents: V::new(2.0, 1.0, 1.0),
            pose: frame,
        };
        let moving = Cuboid {
            half_extents: V::new(1.0, 0.5, 0.5),
            pose: frame * Isometry3::translation(0.25, 1.5, 0.125),
        };
        let floor = [[-3.0, 1.0, -2.0], [-3.0, 1.0, 2.0], [3.0, 1.0, 0.0]].map(world);
        let roof = [[-1.0, 1.0, -0.5], [-1.0, 1.0, 0.5], [1.0, 1.0, 0.0]].map(world);
        let [below, above] = [[0.0, -1.0, 0.0], [0.0, 3.0, 0.0]].map(world);
        let solid = |[a, b, c]: [Point3<f64>; 3], tip| Polyhedron::hull(&[a, b, c, tip]).unwrap();
        let ball = Sphere {
            centre: world([0.0, 2.0, 0.0]),
            radius,
        };
        let lying = Capsule {
            a: world([0.0, 2.0, 0.0]),
            b: world([0.5, 2.0, 0.25]),
            radius,
        };
        let bar = Capsule {
            a: world([-2.0, 0.0, 0.0]),
            b: world([2.0, 0.0, 0.0]),
            radius,
        };
        let centre = Point3::origin();
        let answers = [
            box_box(&moving, &d, &fixed),
            box_triangle(&moving, &d, &floor),
            triangle_box(&roof, &d, &fixed),
            polyhedron_polyhedron(&solid(roof, above), &d, &solid(floor, below)),
            sphere::against_sphere(&ball, &d, &Sphere { centre, radius }),
            sphere::against_capsule(&ball, &d, &bar),
            sphere::against_triangle(&ball, &d, &floor),
            sphere::against_box(&ball, &d, &frame, &fixed.half_extents),
            capsule::against_capsule(&lying, &d, &bar),
            capsule::against_triangle(&lying, &d, &floor),
        ];
        for (i, answer) in answers.iter().enumerate() {
            assert!(matches!(answer, Answer::Miss(_)), "{k} {i}: {answer:?}");
        }
    }
}

/// Within the contact tolerance, 16u of sizes and distance, shapes touch: a motion that closes in is stopped where it starts. Farther
/// apart it goes as far as there is room.
#[test]
fn what_starts_within_the_contact_tolerance_is_met_at_once() {
    let fixed = cuboid([1.0; 3], [0.0; 3]);
    let side = [[1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 0.0, 1.0]].map(Point3::from);
    let solid = |x: f64| {
        let tip = [x, 0.25, 0.125];
        let [back, left] = [[x + 1.0, 1.0, 0.0], [x + 1.0, 0.0, 1.0]];
        Polyhedron::hull(&[tip, back, left, [x + 1.0, 0.0, 0.0]].map(Point3::from)).unwrap()
    };
    let plate = Polyhedron::hull(&side).unwrap();
    let d = V::new(-1.0, 0.25, 0.0);
    // The lengths that enter are from 6 to 9 together, so that the tolerance is from 48 to 72 of these parts.
    for parts in [-32.0, 0.0, 8.0, 32.0, 512.0, 4096.0] {
        let gap = parts * f64::EPSILON;
        let moving = cuboid([1.0; 3], [2.0 + gap, 0.5, 0.0]);
        let answers = [
            box_box(&moving, &d, &fixed),
            box_triangle(&moving, &d, &side),
            triangle_box(&side, &-d, &moving),
            polyhedron_polyhedron(&solid(1.0 + gap), &d, &plate),
        ];
        for (i, answer) in answers.iter().enumerate() {
            let hit = answer
                .hit()
                .unwrap_or_else(|| panic!("{i} {parts}: {answer:?}"));
            let expected = if parts > 100.0 { gap } else { 0.0 };
            assert!(
                (hit.fraction - expected).abs() <= expected / 8.0,
                "{i} {parts}: {hit:?}"
            );
            assert!(hit.normal.x.abs() > 0.999, "{i} {parts}: {hit:?}");
        }
    }
}

/// A box comes down on another all but along its upper face, by a few errors of the slabs. Where a hit is told, grown shapes are in
/// contact, and its plane keeps them apart by as much.
#[test]
fn a_hit_all_but_along_a_face_is_where_the_shapes_are_and_across_what_they_meet() {
    let fixed = cuboid([1.0; 3], [0.0; 3]);
    let size = V::new(0.5, 0.5, 0.5);
    let reach = V::repeat(1.0) + size;
    let mut met = 0;
    for k in 0..20_000 {
        let part = |n: u32| f64::from(k * n % 9973) / 9973.0;
        // Over the face from beside it or from above it, to above it or beyond.
        let (from, to) = (1.0 - 5.0 * part(7), 1.0 + 4.0 * part(31));
        let error = box_box_bracket(
            &cuboid(size.into(), [from, reach.y, 0.1]),
            &V::new(to - from, 0.0, 0.0),
            &fixed,
            0.0,
        )
        .error;
        let (high, low) = (3.0 * part(59) * error, 2.0 * (part(101) - 0.5) * error);
        let moving = cuboid(size.into(), [from, reach.y + high, 0.1]);
        let d = V::new(to - from, low - high, 0.0);
        let Answer::Hit(hit) = box_box(&moving, &d, &fixed) else {
            continue;
        };
        met += 1;
        let at = moving.pose.translation.vector + d * hit.fraction;
        let outside = (at.abs() - reach).max();
        assert!(outside <= 2.0 * error, "{k}: {hit:?} {outside:e} away");
        let room = hit.normal.dot(&at) - hit.normal.abs().dot(&reach);
        assert!(room.abs() <= 2.0 * error, "{k}: {hit:?} {room:e}");
    }
    assert!(met > 5_000, "{met}");
}
