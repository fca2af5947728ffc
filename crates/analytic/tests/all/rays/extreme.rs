//! Rays whose motions, starts or shapes are all but flat: to the least of numbers along one axis, ordinary along another.

use super::*;
use crate::check::direction;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Of all of these the square is 0 or has lost its digits.
const FAINT: [f64; 3] = [5e-324, 1e-162, 1e-160];

#[test]
fn faint_motions_around_an_axis_leave_normals_of_unit_length() {
    for faint in FAINT {
        let at_apex = cone(&ray([0.0, 3.0, 0.0], [faint, -4.0, faint]), 1.0, 2.0);
        let normal = at_apex.hit().unwrap().normal;
        assert!((normal.norm() - 1.0).abs() <= 8.0 * f64::EPSILON);
        let inside = cone(&ray([faint, 0.0, 0.0], [0.0, 1.0, faint]), 1.0, 2.0);
        assert!(
            matches!(inside, Answer::Overlap(o) if (o.normal.norm() - 1.0).abs() <= 8.0 * f64::EPSILON),
            "{inside:?}"
        );
    }
}

#[test]
fn faint_offsets_from_the_middle_plane_leave_the_depth() {
    for faint in FAINT {
        for start in [[faint; 3], [-faint, faint, faint]] {
            let Answer::Overlap(found) = ellipsoid(&ray(start, [0.0; 3]), [1.0; 3]) else {
                panic!()
            };
            assert!((found.depth - 1.0).abs() <= ERROR, "{found:?}");
        }
        // As near to the surface along z as at all, and the more so than along x or y.
        let found = ellipsoid(&ray([0.5, -0.5, faint], [0.0; 3]), [3.0, 2.0, 1.0]);
        let flat = ellipsoid(&ray([0.5, -0.5, 0.0], [0.0; 3]), [3.0, 2.0, 1.0]);
        match (found, flat) {
            (Answer::Overlap(found), Answer::Overlap(flat)) => {
                assert!((found.depth - flat.depth).abs() <= ERROR, "{found:?}")
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn faint_motions_across_a_round_side_do_not_cross_it() {
    for faint in FAINT {
        for room in [1e-3, 1e-6, 1e-9] {
            // Down at the cap and at an ellipse, inside of the round side by so much, and out.
            let x = 1.0 - room;
            let cap = [0.0, 1.0, 0.0];
            for side in [faint, -faint] {
                let motion = [side, -4.0, 0.0];
                let down = ray([x, 3.0, 0.0], motion);
                hit(cylinder(&down, 1.0, 1.0), 0.5, [x, 1.0, 0.0], cap);
                hit(ellipsoid(&down, [1.0, 0.0, 2.0]), 0.75, [x, 0.0, 0.0], cap);
                let past = ray([1.0 + room, 3.0, 0.0], motion);
                for answer in [cylinder(&past, 1.0, 1.0), ellipsoid(&past, [1.0, 0.0, 2.0])] {
                    miss(answer, [1.0, 0.0, 0.0]);
                }
            }
        }
    }
}

#[test]
fn a_line_that_grazes_a_round_side_passes() {
    let along = ray([1.0, 0.0, -4.0], [0.0, 0.0, 8.0]);
    for answer in [
        cylinder(&along, 1.0, 1.0),
        ellipsoid(&along, [1.0, 2.0, 3.0]),
        ball(&along, 1.0),
    ] {
        miss(answer, [1.0, 0.0, 0.0]);
    }
    let n = Vector3::new(2.0, 1.0, 0.0).normalize();
    miss(
        cone(&ray([0.5, 0.0, -4.0], [0.0, 0.0, 8.0]), 1.0, 1.0),
        n.into(),
    );
}

/// The planes of thin ellipsoids, of which the thickness is below the rounding of the way to them.
#[test]
fn planes_beside_what_is_thin_keep_to_their_side() {
    let (mut hits, mut misses) = (0, 0);
    for index in 0..20_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(91 << 32 | index);
        let mut radii = Vector3::new(1.0, 1e-8, 1e8);
        radii.swap_rows(rng.random_range(0..3), rng.random_range(0..3));
        let displacement = direction(&mut rng) * 1e8;
        let target = direction(&mut rng).component_mul(&radii) * rng.random_range(0.0..1.5);
        let start = target - displacement * rng.random_range(-0.2..1.2);
        let sweep = Ray {
            start: start.into(),
            displacement,
        };
        let room = |n: &Vector3<f64>, t: f64| {
            n.dot(&(start + displacement * t)) - n.component_mul(&radii).norm()
        };
        let slack = 64.0 * f64::EPSILON * (radii.sum() + start.norm() + displacement.norm());
        let least = match ray::against_ellipsoid(&sweep, &here(), &radii) {
            Answer::Hit(found) => {
                hits += 1;
                room(&found.normal, found.fraction)
            }
            Answer::Miss(found) => {
                misses += 1;
                room(&found.axis, 0.0).min(room(&found.axis, 1.0))
            }
            Answer::Overlap(found) => found.depth + room(&found.normal, 0.0),
        };
        assert!(least >= -slack, "{index}: {least:e} beside {slack:e}");
    }
    assert!(hits > 1000 && misses > 1000, "{hits} {misses}");
}

/// Cones as flat as a sheet, and rays that go through the sheet's plane inside of its rim, beside it, and far beside it: base and side are
/// crossed within rounding of each other wherever that is.
#[test]
fn a_flat_cone_ends_at_its_rim() {
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    let mut counts = [0; 2];
    for i in 0..20_000 {
        let half_height = 10f64.powf(rng.random_range(-18.0..-6.0));
        let across = direction(&mut rng);
        let level = Vector3::new(across.x, 0.0, across.z).normalize();
        let from_axis = match i % 3 {
            0 => rng.random_range(0.0..0.99),
            1 => rng.random_range(1.01..2.0),
            _ => rng.random_range(2.0..100.0),
        };
        // Steep, slanting, and all but flat; from near and from afar.
        let slope = 10f64.powf(rng.random_range(-3.0..1.0));
        let way = Vector3::new(
            rng.random_range(-1.0..1.0),
            -slope,
            rng.random_range(-1.0..1.0),
        );
        let length = 10f64.powf(rng.random_range(2.0..7.0));
        let start = level * from_axis - way.normalize() * length;
        let pose = Isometry3::from_parts(
            Vector3::new(16.0, -3.0, 8.0).into(),
            UnitQuaternion::from_scaled_axis(direction(&mut rng) * 2.0),
        );
        let ray = Ray {
            start: pose * Point3::from(start),
            displacement: pose.rotation * (way.normalize() * (2.0 * length)),
        };
        let size = Upright {
            half_height,
            radius: 1.0,
        };
        // Where its rounded start leads it: 2⁻⁵⁰ of the way it comes, along a flat way.
        let off = length * 4.0 * f64::EPSILON * (1.0 + 1.0 / slope);
        // Nor is there anything to meet for certain of what is thinner than rounding.
        let thin = from_axis < 1.0 && half_height * (1.0 - from_axis) < 1e-13;
        if (from_axis - 1.0).abs() <= 8.0 * off || thin {
            continue;
        }
        let answer = ray::against_cone(&ray, &pose, &size);
        counts[usize::from(answer.hit().is_some())] += 1;
        assert_eq!(
            answer.hit().is_some(),
            from_axis < 1.0,
            "{i}: {half_height:e} {from_axis} {slope} {length} {answer:?}"
        );
        if let Answer::Miss(miss) = answer {
            let n = pose.rotation.inverse() * miss.axis.into_inner();
            let top =
                (n.y * half_height).max(Vector3::new(n.x, 0.0, n.z).norm() - n.y * half_height);
            let room = n
                .dot(&start)
                .min(n.dot(&(start + way.normalize() * (2.0 * length))))
                - top;
            assert!(room > -8.0 * off, "{i}: {room}");
        }
    }
    assert!(counts[0] > 5_000 && counts[1] > 3_000, "{counts:?}");
}

/// Along a tangent of the side, exactly, which is met at 5/8 of the way if at all: the bottom's plane, long passed by then, has no
/// say in when.
#[test]
fn a_tangent_of_a_round_side_meets_it_where_it_touches() {
    let size = Upright {
        half_height: 2.0,
        radius: 1.5,
    };
    let ray = ray([5.0, -3.0, 1.5], [-8.0, 7.0, 0.0]);
    if let Answer::Hit(hit) = ray::against_cylinder(&ray, &here(), &size) {
        assert!((hit.fraction - 0.625).abs() < 1e-6, "{hit:?}");
    }
}

/// A ray that starts on a surface, in a frame that is turned anyhow, and goes along it: rounding alone has it lead in, and it is let go.
#[test]
fn going_along_a_surface_is_no_hit_in_any_frame() {
    let (half, radii) = (Vector3::new(2.0, 1.0, 1.0), Vector3::new(3.0, 1.0, 2.0));
    let size = Upright {
        half_height: 1.0,
        radius: 2.0,
    };
    for k in 0..4_000 {
        let part = |n: u32| f64::from(k * n % 997) / 997.0 - 0.5;
        let turn = UnitQuaternion::from_euler_angles(6.0 * part(1), 3.0 * part(17), 6.0 * part(71));
        let frame = Isometry3::from_parts(Vector3::new(part(3), 0.0, part(13)).into(), turn);
        let along = |at: [f64; 3], way: [f64; 3]| Ray {
            start: frame * Point3::from(at),
            displacement: turn * Vector3::from(way) * 8.0,
        };
        let level = [part(5), 0.0, part(29)];
        let top = along([0.5, 1.0, 0.25], level);
        let answers = [
            ray::against_box(&top, &frame, &half),
            ray::against_cylinder(&top, &frame, &size),
            ray::against_cylinder(
                &along([2.0, 0.25, 0.0], [0.0, part(5), part(29)]),
                &frame,
                &size,
            ),
            ray::against_cone(&along([0.5, -1.0, 0.25], level), &frame, &size),
            ray::against_ellipsoid(&along([0.0, 1.0, 0.0], level), &frame, &radii),
        ];
        for (i, answer) in answers.iter().enumerate() {
            assert!(matches!(answer, Answer::Miss(_)), "{k} {i}: {answer:?}");
        }
    }
}

/// A ray comes down on a box all but along its upper face, by a few errors of its height. Where a hit is told it is over the face, and what
/// it crosses is where it is.
#[test]
fn a_hit_all_but_along_a_face_is_over_the_face() {
    let half = Vector3::new(1.5, 1.5, 1.5);
    let mut met = 0;
    for k in 0..20_000 {
        let part = |n: u32| f64::from(k * n % 9973) / 9973.0;
        let (from, to) = (1.0 - 5.0 * part(7), 1.0 + 4.0 * part(31));
        // 64u of the half extents' length and of the least distance.
        let error = 32.0 * f64::EPSILON * (half.norm() + 1.5);
        let (high, low) = (3.0 * part(59) * error, 2.0 * (part(101) - 0.5) * error);
        let start = Vector3::new(from, 1.5 + high, 0.1);
        let way = Vector3::new(to - from, low - high, 0.0);
        let Answer::Hit(hit) = cuboid(&ray(start.into(), way.into()), half.into()) else {
            continue;
        };
        met += 1;
        let at = start + way * hit.fraction;
        let outside = (at.abs() - half).max();
        assert!(outside <= 2.0 * error, "{k}: {hit:?} {outside:e} away");
        let room = hit.normal.dot(&at) - hit.normal.abs().dot(&half);
        assert!(room.abs() <= 2.0 * error, "{k}: {hit:?} {room:e}");
    }
    assert!(met > 4_000, "{met}");
}

/// Ways that are along a face and below it by more than 10¹⁰u of the shape's size, but less than the rounding of where they begin, by arithmetic
/// of 60 digits: what the planes of the start and of the end tell is that rounding.
#[test]
fn a_long_way_just_below_a_face_is_a_hit() {
    let turned = |[w, x, y, z]: [f64; 4]| {
        let turn = nalgebra::Quaternion::new(w, x, y, z);
        Isometry3::from_parts([0.0; 3].into(), UnitQuaternion::new_unchecked(turn))
    };
    // Below a cap, by 6.5e-6.
    let down = ray(
        [
            -1.3439279421362856e12,
            -1.8792533267370483e11,
            -2.7307025532256857e11,
        ],
        [
            2.7864458006879746e12,
            3.8963677862783887e11,
            5.661728150541272e11,
        ],
    );
    let pose = turned([
        9.504704187638839e-1,
        -2.6830077953415216e-1,
        -1.4917316426095942e-1,
        4.866252994395404e-2,
    ]);
    let size = Upright {
        half_height: 4.521981421177271,
        radius: 2.3994877200282996e-1,
    };
    let found = ray::against_cylinder(&down, &pose, &size);
    assert!(found.hit().is_some(), "{found:?}");
    // Above a base of 1.2e6, by 1.7.
    let up = ray(
        [
            -9.632219998464013e16,
            -1.0890113648147899e17,
            1.434054964839947e17,
        ],
        [
            1.037070580761056e17,
            1.1725040008910534e17,
            -1.5440015027363498e17,
        ],
    );
    let pose = turned([4.107784714076067e-1, 0.0, 0.0, -9.117351849237968e-1]);
    let size = Upright {
        half_height: 1.4838851770050704e5,
        radius: 1.229082916659808e6,
    };
    let found = ray::against_cone(&up, &pose, &size);
    assert!(found.hit().is_some(), "{found:?}");
}
