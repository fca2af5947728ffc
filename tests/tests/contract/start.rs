//! The start: touching, and no motion.

use super::expect::{Hits, Overlaps, assert_hit, assert_miss, assert_overlap, case, gap_up_to};
use swept::nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept::{
    Capsule, CastOptions, Cuboid, Method, Miss, Outcome, Placed, PointShape, Real, Segment, Shape,
    Sphere, Support, Sweep, Triangle,
};
use swept_tests::{Answers, Body, Cast, Dice, Form};

/// Pairs that touch exactly at the start, with the normal (0, 1, 0).
fn touching() -> Vec<(Body, Body)> {
    let unit_box = || Body::new(Form::cuboid([1.0; 3]));
    let ball = || Body::new(Form::sphere(1.0));
    let capsule = || {
        Body::new(Form::Capsule {
            half_height: 1.0,
            radius: 1.0,
        })
    };
    let cylinder = || {
        Body::new(Form::Cylinder {
            half_height: 1.0,
            radius: 1.0,
        })
    };
    let hull = || Body::new(Form::box_hull([1.0; 3]));
    let floor = || {
        Body::new(Form::HalfSpace {
            normal: [0.0, 1.0, 0.0],
        })
    };
    vec![
        (unit_box().at([0.5, 2.0, 0.25]), unit_box()),
        (ball().at([0.0, 2.0, 0.0]), ball()),
        (ball().at([0.0, 2.0, 0.0]), unit_box()),
        (capsule().at([0.0, 3.0, 0.0]), unit_box()),
        (capsule().at([0.0, 4.0, 0.0]), capsule()),
        (cylinder().at([0.5, 2.0, 0.0]), cylinder()),
        (hull().at([0.5, 2.0, 0.0]), hull()),
        (unit_box().at([0.0, 1.0, 0.0]), floor()),
        (Body::new(Form::Point).at([0.0, 1.0, 0.0]), unit_box()),
    ]
}

fn no_gap(miss: &Miss<f64>) -> bool {
    miss.gap == 0.0
}

fn moved(pair: (Body, Body), displacement: [f64; 3]) -> Cast {
    case(pair.0, displacement, pair.1)
}

#[test]
fn touching_and_closing_is_a_hit_at_once() {
    for pair in touching() {
        for displacement in [[0.0, -1.0, 0.0], [3.0, -1.0, 0.0], [1.0, -0.25, 1.0]] {
            assert_hit(
                &moved(pair.clone(), displacement),
                Hits::at(0.0).normal([0.0, 1.0, 0.0]),
            );
        }
    }
}

/// What all methods make of a start `height` before a surface without thickness, z = 0, as the motion comes in and as it goes away.
fn beside_what_is_thin<T: Real, A: Support + Clone, B: Support + Clone>(
    moving: &A,
    fixed: &B,
    height: T,
) {
    let cast = |from: T, z: T, method| {
        let at = Isometry3::translation(T::zero(), T::zero(), from);
        let displacement = Vector3::new(T::round_down(0.125), T::round_down(-0.25), z);
        let moving = Placed::new(moving.clone(), at).expect("a pose");
        let fixed = Placed::new(fixed.clone(), Isometry3::identity()).expect("a pose");
        let sweep = Sweep::new(moving, displacement, fixed).expect("a sweep");
        sweep.cast_with(&CastOptions {
            method,
            ..CastOptions::default()
        })
    };
    for method in Method::ALL {
        for side in [T::one(), -T::one()] {
            let from = height * side;
            match cast(from, -side, method) {
                Outcome::Hit(hit) => assert!(hit.fraction <= height, "{method:?} {hit:?}"),
                other => panic!("{method:?} from {from:?} let it through: {other:?}"),
            }
            let away = cast(from, side, method);
            assert!(
                matches!(away, Outcome::Miss(_)),
                "{method:?} from {from:?}: {away:?}"
            );
        }
    }
}

#[test]
fn what_is_thin_lets_nothing_through_from_within_contact() {
    fn all<T: Real>(heights: &[f64]) {
        let p = |x: f64, y: f64| Point3::new(T::round_down(x), T::round_down(y), T::zero());
        let triangle =
            Triangle::new(p(-1.0, -1.0), p(2.0, -1.0), p(-1.0, 2.0)).expect("a triangle");
        let along = Segment::new(p(-1.0, 0.0), p(1.0, 0.0)).expect("a segment");
        let across = Segment::new(p(0.0, -1.0), p(0.0, 1.0)).expect("a segment");
        for &height in heights {
            let height = T::round_down(height);
            beside_what_is_thin(&PointShape, &triangle, height);
            beside_what_is_thin(&triangle, &PointShape, height);
            beside_what_is_thin(&across, &along, height);
            beside_what_is_thin(&along, &triangle, height);
            beside_what_is_thin(&triangle, &triangle, height);
        }
    }
    // Up to a touch, and the least of them beyond the noise in which one side is not told from the other.
    all::<f32>(&[1e-6, 3e-7, 1e-7, 1e-9, 1e-12]);
    all::<f64>(&[1e-14, 7e-15]);
}

#[test]
fn touching_and_sliding_goes_on() {
    for pair in touching() {
        for displacement in [[1.0, 0.0, 0.0], [0.0, 0.0, -8.0], [3.0, 0.0, 4.0]] {
            assert_miss(&moved(pair.clone(), displacement), no_gap);
        }
    }
}

/// Pairs that touch up to rounding, at any angle, and slide for any way: what is left of it into the surface by rounding grows with it.
#[test]
fn touching_and_sliding_goes_on_however_long_the_way() {
    let mut wrong = Vec::new();
    for (i, pair) in touching().into_iter().enumerate() {
        let half_space = matches!(pair.1.shape, Form::HalfSpace { .. });
        for turn in 0..12 {
            let dice = &mut Dice::new(5, turn);
            let turn = UnitQuaternion::new(Vector3::from(dice.three(|d| d.between(-2.0, 2.0))));
            let [moving, fixed] = [&pair.0, &pair.1].map(|body| {
                let body = Body {
                    position: (turn * Vector3::from(body.position)).into(),
                    rotation: turn.coords.into(),
                    ..body.clone()
                };
                body.placed::<f64>()
            });
            for way in [1.0, 8.0, 1e3, 1e6, 1e9, 1e12] {
                let d = turn * Vector3::new(0.6 * way, 0.0, -0.8 * way);
                let sweep = Sweep::new(moving.as_ref(), d, fixed.as_ref()).expect("a sweep");
                for method in Method::ALL {
                    let options = CastOptions {
                        method,
                        ..CastOptions::default()
                    };
                    let certified = sweep.cast_certified(&options);
                    let verified = certified.certificate.verify(&sweep);
                    let is_miss = matches!(certified.outcome, Outcome::Miss(_));
                    if !(is_miss || half_space) || verified.is_err() {
                        let outcome = certified.outcome;
                        wrong.push(format!("{i} {way:e} {method:?} {outcome:?} {verified:?}"));
                    }
                }
            }
        }
    }
    let first = wrong[..wrong.len().min(6)].join("\n");
    assert!(wrong.is_empty(), "{} wrong\n{first}", wrong.len());
}

#[test]
fn touching_and_parting_goes_on() {
    for pair in touching() {
        for displacement in [[0.0, 1.0, 0.0], [-5.0, 0.125, 1.0]] {
            // Some plane keeps a gap of 0; no plane keeps more, since they touch at the start.
            assert_miss(&moved(pair.clone(), displacement), no_gap);
        }
    }
}

#[test]
fn no_motion_while_touching_is_a_miss_without_a_gap() {
    for pair in touching() {
        assert_miss(&moved(pair, [0.0; 3]), no_gap);
    }
}

#[test]
fn no_motion_while_apart_is_a_miss() {
    // Radii 1 + 1, centres 5 apart: 3.
    let moving = Body::new(Form::sphere(1.0)).at([0.0, 3.0, 4.0]);
    assert_miss(
        &case(moving, [0.0; 3], Body::new(Form::sphere(1.0))),
        gap_up_to(3.0),
    );
    // Boxes apart along x by 2.
    let moving = Body::new(Form::cuboid([1.0; 3])).at([4.0, 0.5, 0.0]);
    assert_miss(
        &case(moving, [0.0; 3], Body::new(Form::cuboid([1.0; 3]))),
        gap_up_to(2.0),
    );
}

#[test]
fn no_motion_while_overlapping_is_an_overlap_for_ever() {
    // Boxes of half extents 1, offset by 1.5 along x: 0.5 deep there and deeper along y and z.
    let moving = Body::new(Form::cuboid([1.0; 3])).at([1.5, 0.5, 0.0]);
    assert_overlap(
        &case(moving, [0.0; 3], Body::new(Form::cuboid([1.0; 3]))),
        Overlaps {
            depth: 0.5,
            normal: [1.0, 0.0, 0.0],
            points: None,
            inside: [f64::NEG_INFINITY, f64::INFINITY],
        },
    );
}

#[test]
fn a_box_rests_on_a_floor_and_walks() {
    // One step along the floor, one into the wall at its end: the wall's face is 4 away.
    let moving = || Body::new(Form::cuboid([0.5; 3])).at([0.0, 0.5, 0.0]);
    let floor = Body::new(Form::cuboid([50.0, 1.0, 50.0])).at([0.0, -1.0, 0.0]);
    let wall = Body::new(Form::cuboid([1.0, 5.0, 5.0])).at([5.5, 0.0, 0.0]);
    assert_miss(&case(moving(), [8.0, 0.0, 0.0], floor), no_gap);
    assert_hit(
        &case(moving(), [8.0, 0.0, 0.0], wall),
        Hits::at(0.5).normal([-1.0, 0.0, 0.0]),
    );
}

#[test]
fn a_shape_advanced_to_its_hit_touches_there() {
    // 10 down from 6 to a floor at 1 with radius 1: 0.4 exactly; from there the same motion is a hit at 0, and the
    // motion along the floor a miss.
    let floor = || Body::new(Form::cuboid([8.0, 1.0, 8.0]));
    let ball = |y: f64| Body::new(Form::sphere(1.0)).at([0.0, y, 0.0]);
    assert_hit(
        &case(ball(6.0), [0.0, -10.0, 0.0], floor()),
        Hits::at(0.4).normal([0.0, 1.0, 0.0]),
    );
    for answer in case(ball(6.0), [0.0, -10.0, 0.0], floor()).answers() {
        let hit = *answer.outcome.hit().expect("a hit");
        for (displacement, hits) in [([0.0, -1.0, 0.0], true), ([1.0, 0.0, 0.0], false)] {
            let mut next = case(ball(6.0), displacement, floor());
            next.moving.position[1] = 6.0 - 10.0 * hit.fraction;
            let again = next.answers();
            let same = |a: &&swept_tests::Answer| {
                a.precision == answer.precision && a.method == answer.method
            };
            let outcome = again.iter().find(same).expect("one per method").outcome;
            assert_eq!(
                outcome.hit().is_some_and(|h| h.fraction < 1e-5),
                hits,
                "{outcome:?}"
            );
        }
    }
}

/// Shapes are cast, moved to where they hit, and cast on from there: further, along each other, or back. How many support points each of
/// these takes on average.
fn support_points_of_a_touch<T: Real>(method: Method) -> [f64; 3] {
    let narrow = |v: Vector3<f64>| v.map(T::nearest);
    let shapes: [Shape<T>; 4] = {
        let n = T::nearest;
        let corner = |v: [f64; 3]| Point3::from(narrow(v.into()));
        [
            Sphere::new(n(0.5)).unwrap().into(),
            Capsule::new(n(0.5), n(0.25)).unwrap().into(),
            Cuboid::new([n(0.5), n(0.25), n(0.375)]).unwrap().into(),
            Triangle::new(
                corner([-2.0, 0.0, -1.5]),
                corner([2.0, 0.0, -1.0]),
                corner([0.25, 0.25, 2.0]),
            )
            .unwrap()
            .into(),
        ]
    };
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let (mut steps, mut count) = ([0; 3], 0);
    for i in 0..1500 {
        let dice = &mut Dice::new(29, i);
        let [moving, fixed] = [&shapes[i as usize % 4], &shapes[i as usize / 4 % 4]];
        let mut turn = || {
            let q = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
            UnitQuaternion::new_unchecked(Quaternion::from(q.coords.map(T::nearest)))
        };
        let turns = [turn(), turn()];
        let from = dice.in_ball().normalize() * 4.0;
        let way = narrow(from * -2.0 + dice.in_ball());
        let fixed = Placed::new(
            fixed,
            Isometry3::from_parts(narrow(dice.in_ball()).into(), turns[0]),
        )
        .unwrap();
        let at = |at: Vector3<T>| {
            Placed::new(moving, Isometry3::from_parts(at.into(), turns[1])).unwrap()
        };
        let sweep = Sweep::new(at(narrow(from)), way, fixed).unwrap();
        let Outcome::Hit(hit) = sweep.cast() else {
            continue;
        };
        let touching = at(narrow(from) + way * hit.fraction);
        let n = hit.normal.into_inner();
        // Away by what rounding may have it close in.
        let along = way - n * (n.dot(&way) - T::nearest(4.0 * T::EPSILON) * way.norm());
        for (k, way) in [way, along, -way].into_iter().enumerate() {
            let found = Sweep::new(touching, way, fixed)
                .unwrap()
                .cast_certified(&options);
            let is_right = match &found.outcome {
                // The place of a hit is rounded, to farther than a touch now and then.
                Outcome::Hit(hit) => k == 0 && hit.fraction.to_f64() < 256.0 * T::EPSILON,
                Outcome::Miss(_) => k > 0,
                _ => false,
            };
            assert!(
                is_right,
                "{i} {k} {:?} {touching:?} {fixed:?}",
                found.outcome
            );
            steps[k] += found.steps;
        }
        count += 1;
    }
    assert!(count > 800, "{count}");
    steps.map(|steps| f64::from(steps) / f64::from(count))
}

/// A search for the distance, and what an answer takes; no search for where the line of motion enters and leaves.
#[test]
fn what_touches_goes_on_after_few_support_points() {
    for method in [Method::Auto, Method::Portal] {
        let counts = [
            support_points_of_a_touch::<f64>(method),
            support_points_of_a_touch::<f32>(method),
        ];
        assert!(counts.iter().flatten().all(|n| *n < 15.0), "{counts:?}");
    }
}

/// What is apart by a quarter of a touch in `f32`, and comes nearer by half of that, never does touch. (In `f64` a plane is not proven to that.)
#[test]
fn a_motion_shorter_than_the_room_left_is_a_miss_by_every_method() {
    let touch = 4.0 * f32::EPSILON;
    let cuboid: Shape<f32> = Cuboid::new([1.0, 0.5, 1.0]).unwrap().into();
    let ball: Shape<f32> = Sphere::new(0.5).unwrap().into();
    for (moving, fixed) in [(&cuboid, &cuboid), (&ball, &cuboid), (&ball, &ball)] {
        let moving = Placed::new(moving, [0.0, 1.0 + 0.25 * touch, 0.0]).unwrap();
        let fixed = Placed::new(fixed, [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [0.0, -0.125 * touch, 0.0], fixed).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let found = sweep.cast_certified(&options);
            let miss = found.outcome.miss();
            assert!(miss.is_some_and(|miss| miss.gap > 0.0), "{found:?}");
            found.certificate.verify(&sweep).unwrap();
        }
    }
}
