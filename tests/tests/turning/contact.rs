//! Starts in contact: touching blocks what closes in, and nothing else.

use super::{assert_hit, fixed, moving, proven, sweep};
use std::f64::consts::PI;
use swept::{
    Cuboid, Cylinder, HalfSpace, Outcome, PointShape, Real, Segment, Shape, Sphere, StartOverlap,
    Triangle, Turn, TurningMethod, TurningOptions, TurningSweep, Turns,
};
use swept_tests::Dice;

fn ground() -> HalfSpace<f64> {
    HalfSpace::new([0.0, 1.0, 0.0]).unwrap()
}

fn slab() -> Cuboid<f64> {
    Cuboid::new([9.0, 1.0, 9.0]).unwrap()
}

fn cube() -> Cuboid<f64> {
    Cuboid::new([0.5, 0.5, 0.5]).unwrap()
}

fn assert_slides(outcome: &Outcome<f64>) {
    let Outcome::Miss(miss) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(miss.gap, 0.0);
    assert!((miss.axis.y - 1.0).abs() < 1e-9, "{miss:?}");
}

/// A hit after sliding in contact: where the motion leads deeper by the contact tolerance.
fn assert_blocked(outcome: &Outcome<f64>, expected: f64) {
    let hit = outcome.hit().unwrap_or_else(|| panic!("{outcome:?}"));
    assert!((hit.fraction - expected).abs() < 1e-12, "{hit:?}");
}

#[test]
fn spinning_flat_on_the_floor_and_sliding_along_it_goes_on() {
    for displacement in [[0.0; 3], [3.0, 0.0, 1.0]] {
        let spin = moving([0.0, 20.0, 0.0]);
        let on_plane = sweep(
            (cube(), [0.0, 0.5, 0.0]),
            displacement,
            (ground(), [0.0; 3]),
            spin,
        );
        assert_slides(&proven(&on_plane));
        let on_slab = sweep(
            (cube(), [0.0, 0.5, 0.0]),
            displacement,
            (slab(), [0.0, -1.0, 0.0]),
            spin,
        );
        assert_slides(&proven(&on_slab));
    }
}

#[test]
fn a_wheel_rolls() {
    // A wheel's axis along z: the cylinder's own y turned by a quarter about x.
    let pose = nalgebra::Isometry3::from_parts(
        [0.0, 1.0, 0.0].into(),
        nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(1.0, 1.0, 0.0, 0.0)),
    );
    let case = sweep(
        (Cylinder::new(0.2, 1.0).unwrap(), pose),
        [6.0, 0.0, 0.0],
        (ground(), [0.0; 3]),
        moving([0.0, 0.0, -6.0]),
    );
    assert_slides(&proven(&case));
    let ball = sweep(
        (Sphere::new(1.0).unwrap(), [0.0, 1.0, 0.0]),
        [6.0, 0.0, 0.0],
        (slab(), [0.0, -1.0, 0.0]),
        moving([3.0, 2.0, -6.0]),
    );
    assert_slides(&proven(&ball));
}

#[test]
fn a_cube_that_lies_flat_cannot_tip_about_its_middle() {
    for fixed in [true, false] {
        let outcome: Outcome<f64> = if fixed {
            proven(&sweep(
                (cube(), [0.0, 0.5, 0.0]),
                [0.0; 3],
                (ground(), [0.0; 3]),
                moving([0.0, 0.0, 1.0]),
            ))
        } else {
            proven(&sweep(
                (cube(), [0.0, 0.5, 0.0]),
                [0.0; 3],
                (slab(), [0.0, -1.0, 0.0]),
                moving([0.0, 0.0, 1.0]),
            ))
        };
        assert_hit(&outcome, 0.0, 0.0);
        assert!((outcome.hit().unwrap().normal.y - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_cube_tips_over_its_edge_until_its_next_face_lies_flat() {
    // About its lower right edge, clockwise: it stands on that edge for a quarter turn, then on the face beside it.
    let over = |turn: f64| Turns {
        moving: Turn::by([0.0, 0.0, -turn]).about([0.5, -0.5, 0.0]),
        ..Turns::default()
    };
    let tip = |turn| {
        proven(&sweep(
            (cube(), [0.0, 0.5, 0.0]),
            [0.0; 3],
            (ground(), [0.0; 3]),
            over(turn),
        ))
    };
    assert_slides(&tip(1.5));
    assert_blocked(&tip(2.0), PI / 4.0);
}

#[test]
fn a_rod_that_lifts_off_comes_down_on_the_other_side() {
    // Lying on the ground, hinged at its left end, which stays on the ground; down again after half a turn.
    let rod = Segment::new([0.0; 3], [2.0, 0.0, 0.0]).unwrap();
    let case = sweep(
        (rod, [0.0; 3]),
        [0.0; 3],
        (ground(), [0.0; 3]),
        moving([0.0, 0.0, 4.0]),
    );
    assert_blocked(&proven(&case), PI / 4.0);
    // Lifted on the way, it leaves contact and comes back later: 2 sin 4t = −t / 10.
    let case = sweep(
        (rod, [0.0; 3]),
        [0.0, 0.1, 0.0],
        (ground(), [0.0; 3]),
        moving([0.0, 0.0, 4.0]),
    );
    let Outcome::Hit(hit) = proven(&case) else {
        panic!();
    };
    let t = hit.fraction;
    assert!(t > PI / 4.0 && (2.0 * (4.0 * t).sin() + 0.1 * t).abs() < 1e-11);
}

#[test]
fn touching_and_leaving_is_a_miss() {
    // A bar with its end at a wall, turning away from it.
    let bar = Cuboid::new([2.0, 0.05, 0.05]).unwrap();
    let wall = Cuboid::new([1.0, 5.0, 5.0]).unwrap();
    let case = sweep(
        (bar, [3.0, 0.0, 0.0]),
        [0.5, 0.0, 0.0],
        (wall, [0.0; 3]),
        moving([0.0, 0.0, 1.0]),
    );
    assert!(matches!(proven(&case), Outcome::Miss(_)));
}

/// A box lies in the ground by 0.1 and tips over: one of its edges goes up and the other one down, whichever point the depth was measured at.
/// Where it rises by more than that edge goes down, it leaves.
#[test]
fn what_leads_deeper_at_any_point_of_a_face_leads_deeper() {
    let options = TurningOptions {
        start_overlap: StartOverlap::IgnoreIfReceding,
        ..TurningOptions::default()
    };
    for axis in [[0.0, 0.0, 1.0], [0.6, 0.0, -0.8], [-1.0, 0.0, 0.0]] {
        for (rise, leaves) in [(0.0, false), (0.3, false), (0.75, true)] {
            for size in [1.0, 1e-9, 1e9] {
                let box_at = |x: f64| [x * size, 0.4 * size, -0.3 * x * size];
                let half = [0.5 * size; 3];
                let ground = [
                    Shape::from(Cuboid::new([9.0 * size, size, 7.0 * size]).unwrap()),
                    Shape::from(ground()),
                ];
                for (ground, y) in ground.into_iter().zip([-size, 0.0]) {
                    let case = sweep(
                        (Cuboid::new(half).unwrap(), box_at(1.0)),
                        [0.0, rise * size, 0.0],
                        (ground, [0.0, y, 0.0]),
                        moving(axis),
                    );
                    let found = case.cast_certified(&options);
                    found.certificate.verify(&case).unwrap();
                    let ignored = matches!(found.outcome, Outcome::Miss(_));
                    assert_eq!(ignored, leaves, "{axis:?} {rise} {size:e}");
                }
            }
        }
    }
}

#[test]
fn overlaps_are_reported_left_or_ignored_as_asked() {
    let case = |height: f64, displacement: [f64; 3]| {
        sweep(
            (cube(), [0.0, height, 0.0]),
            displacement,
            (slab(), [0.0, -1.0, 0.0]),
            moving([0.0, 1.0, 0.0]),
        )
    };
    let deep = case(0.4, [0.0, 1.0, 0.0]);
    let Outcome::Overlap(overlap) = proven(&deep) else {
        panic!();
    };
    assert!((overlap.depth - 0.1).abs() < 1e-12 && overlap.entry == f64::NEG_INFINITY);
    let with = |start_overlap| TurningOptions {
        start_overlap,
        ..TurningOptions::default()
    };
    let leaving = deep.cast_certified(&with(StartOverlap::IgnoreIfReceding));
    leaving.certificate.verify(&deep).unwrap();
    let Outcome::Miss(miss) = leaving.outcome else {
        panic!("{:?}", leaving.outcome);
    };
    assert!((miss.gap + 0.1).abs() < 1e-9, "{miss:?}");
    let sinking = case(0.4, [0.0, -0.1, 0.0]);
    let outcome = sinking.cast_with(&with(StartOverlap::IgnoreIfReceding));
    assert!(matches!(outcome, Outcome::Overlap(_)));
    let outcome = sinking.cast_with(&with(StartOverlap::Ignore));
    assert!(matches!(outcome, Outcome::Miss(_)), "{outcome:?}");

    // A rod that starts through a point, leaves it, and comes back to it with its other half.
    let rod = Cuboid::new([2.0, 0.1, 0.1]).unwrap();
    let back = sweep(
        (rod, [0.0; 3]),
        [0.0; 3],
        (PointShape, [1.0, 0.0, 0.0]),
        moving([0.0, 0.0, 4.0]),
    );
    let found = back.cast_certified(&with(StartOverlap::Ignore));
    found.certificate.verify(&back).unwrap();
    assert_hit(&found.outcome, (PI - 0.1_f64.asin()) / 4.0, 1e-9);
}

#[test]
fn a_target_distance_stops_short() {
    let rod = Segment::new([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]).unwrap();
    let case = sweep(
        (rod, [0.0; 3]),
        [0.0; 3],
        (ground(), [0.0, -1.25, 0.0]),
        moving([0.0, 0.0, 2.0]),
    );
    let options = TurningOptions {
        target_distance: 0.25,
        ..TurningOptions::default()
    };
    let found = case.cast_certified(&options);
    found.certificate.verify(&case).unwrap();
    assert_hit(&found.outcome, 0.5_f64.asin() / 2.0, 1e-12);
}

/// Most of a needle's inside is nearer to its surface than the search for a distance can tell.
#[test]
fn points_inside_a_needle_overlap() {
    let half = [0.003, 0.004, 1.0];
    let turn = nalgebra::UnitQuaternion::from_scaled_axis(nalgebra::Vector3::new(1.0, -0.5, 2.0));
    let mut overlaps = 0;
    for i in 0..1_000 {
        let share = |k: i32| f64::from((i * k) % 997) / 500.0 - 0.997;
        let inside = [share(1), share(7), share(31)];
        let at = turn * nalgebra::Vector3::from_fn(|k, _| half[k] * inside[k] * 0.99);
        let case = sweep(
            (
                Cuboid::new(half).unwrap(),
                nalgebra::Isometry3::from_parts((-at).into(), turn),
            ),
            [0.0; 3],
            (PointShape, [0.0; 3]),
            moving([0.0, 0.0, 1.0]),
        );
        let outcome = proven(&case);
        let room = (0..3).map(|k| half[k] * (1.0 - 0.99 * inside[k].abs()));
        let room = room.fold(f64::INFINITY, f64::min);
        let Outcome::Overlap(overlap) = outcome else {
            panic!("{outcome:?}, {room} deep");
        };
        // The depth to 2⁻³⁶ of the scale, which is below 4; `room` is that of where the needle's pose is rounded from.
        let rounding = 16.0 * f64::EPSILON;
        assert!(overlap.depth_lower <= room + rounding && room - rounding <= overlap.depth);
        let bracket = overlap.depth - overlap.depth_lower;
        assert!(bracket <= 4.0 * 0.5_f64.powi(36), "{overlap:?}");
        overlaps += 1;
    }
    assert_eq!(overlaps, 1_000);
}

#[test]
fn what_is_thin_lets_nothing_through_from_within_contact() {
    fn all<T: Real>(heights: &[f64]) {
        let t = |x: f64| T::round_down(x);
        let p = |x: f64, z: f64| [t(x), T::zero(), t(z)];
        let triangle = Triangle::new(p(-1.0, -1.0), p(2.0, -1.0), p(-1.0, 2.0)).unwrap();
        let along = Segment::new(p(-1.0, 0.0), p(1.0, 0.0)).unwrap();
        let across = Segment::new(p(0.0, -1.0), p(0.0, 1.0)).unwrap();
        let pairs: [(Shape<T>, Shape<T>); 4] = [
            (PointShape.into(), triangle.into()),
            (triangle.into(), PointShape.into()),
            (across.into(), along.into()),
            (across.into(), triangle.into()),
        ];
        for (a, b) in &pairs {
            for side in [1.0, -1.0] {
                for turns in [
                    moving(p(0.0, 1.0).map(|x| x + t(0.125))),
                    fixed([T::zero(), t(2.0), T::zero()]),
                    fixed([T::zero(), t(-4.0), t(0.0625)]),
                ] {
                    for &height in heights {
                        let from = [T::zero(), t(side * height), T::zero()];
                        let cast = |y: f64| {
                            let displacement = [t(0.125), t(y), t(-0.25)];
                            let origin = [T::zero(); 3];
                            proven(&sweep(
                                (a.clone(), from),
                                displacement,
                                (b.clone(), origin),
                                turns,
                            ))
                        };
                        let toward = cast(-side);
                        let hit = toward.hit().unwrap_or_else(|| panic!("{toward:?}"));
                        assert!(hit.fraction.to_f64() <= 2.0 * height, "{hit:?}");
                        let away = cast(side);
                        assert!(matches!(away, Outcome::Miss(_)), "{away:?}");
                    }
                }
            }
        }
    }
    all::<f32>(&[1e-6, 3e-7, 1e-7, 1e-9, 1e-12]);
    all::<f64>(&[1e-12, 1e-13, 3e-14, 1e-14]);
}

/// Of the normals between two edges that touch along a part of both, the motion may close in along all but one, while the edges part.
#[test]
fn edges_that_part_at_second_order_go_on() {
    let case = sweep(
        (Cuboid::new([1.5, 0.5, 1.0]).unwrap(), [-3.5, 1.25, 0.25]),
        [0.5, -1.5, 2.0],
        (Cuboid::new([2.0, 0.75, 1.25]).unwrap(), [0.0; 3]),
        moving([-2.0, 2.0, 2.0]),
    );
    // Not only do they part: their edges turn across each other as well.
    let across = sweep(
        (Cuboid::new([0.5, 2.0, 0.5]).unwrap(), [1.0, 0.75, -1.25]),
        [1.0, 1.0, 2.0],
        (Cuboid::new([0.5, 1.75, 0.75]).unwrap(), [0.0; 3]),
        Turns {
            moving: Turn::by([2.0, 1.5, -0.5]),
            fixed: Turn::by([-1.5, -1.5, 1.0]),
        },
    );
    for method in TurningMethod::ALL {
        let outcome = by(&case, method);
        assert!(matches!(outcome, Outcome::Miss(_)), "{outcome:?}");
        // They meet again.
        assert_blocked(&by(&across, method), 0.291_874_106_663_959);
    }
}

/// Boxes on a lattice that touch at faces, edges or corners: both methods give an answer, and the same.
#[test]
fn boxes_that_touch_are_answered_by_both_methods() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice::new(11, i);
        let half = |dice: &mut Dice| dice.three(|dice| 0.25 * dice.whole(1..=8));
        let lattice = |dice: &mut Dice| dice.three(|dice| 0.5 * dice.whole(-4..=4));
        let (a, b) = (half(dice), half(dice));
        let touching = dice.whole(1..=3) as usize;
        let first = dice.whole(0..=2) as usize;
        let mut at = [0.0; 3];
        for k in 0..3 {
            let sum = a[k] + b[k];
            at[k] = if (k + first) % 3 < touching {
                dice.sign() * sum
            } else {
                0.25 * dice.whole(-1..=1)
            };
        }
        let case = sweep(
            (Cuboid::new(a).unwrap(), at),
            lattice(dice),
            (Cuboid::new(b).unwrap(), [0.0; 3]),
            Turns {
                moving: Turn::by(lattice(dice)).about(lattice(dice)),
                fixed: Turn::by(if i % 4 == 0 { lattice(dice) } else { [0.0; 3] }),
            },
        );
        let [bound, plain] = TurningMethod::ALL.map(|method| by(&case, method));
        match (&bound, &plain) {
            (Outcome::Hit(one), Outcome::Hit(other)) => {
                // Late by the depth of the contact tolerance: what grazes takes as long for it as the root of that.
                assert!((one.fraction - other.fraction).abs() < 1e-6, "{i}: {one:?}");
                hits += 1;
            }
            (Outcome::Miss(_), Outcome::Miss(_)) => misses += 1,
            _ => panic!("{i}: {bound:?} {plain:?}"),
        }
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

/// The answer by one method, its certificate checked.
fn by(sweep: &TurningSweep<f64, Shape<f64>, Shape<f64>>, method: TurningMethod) -> Outcome<f64> {
    let options = TurningOptions {
        method,
        ..TurningOptions::default()
    };
    let found = sweep.cast_certified(&options);
    found.certificate.verify(sweep).unwrap();
    found.outcome
}

/// A ball goes around a point of the floor, out of that and into it again; the floor may turn about its normal.
#[test]
fn what_comes_out_of_a_floor_around_its_own_origin_is_met_again() {
    let start = -(0.5_f64.atan());
    let again = std::f64::consts::PI - (0.25 / 5.0_f64.sqrt()).asin();
    let options = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        ..TurningOptions::default()
    };
    for floor in [0.0, 0.5, 50.0, 5e3] {
        let turns = Turns {
            moving: Turn::by([0.0, 0.0, 4.0]).about([-2.0, 1.0, 0.0]),
            fixed: Turn::by([0.0, floor, 0.0]),
        };
        let ball = Sphere::new(0.25).unwrap();
        let case = sweep(
            (ball, [2.0, -1.0, 0.0]),
            [0.0; 3],
            (ground(), [0.0; 3]),
            turns,
        );
        let found = case.cast_certified(&options);
        found.certificate.verify(&case).unwrap();
        assert_hit(&found.outcome, (again - start) / 4.0, 1e-9);
    }
}

/// A box spins deep under a floor that stands, and goes along under it.
#[test]
fn what_spins_under_a_floor_stays_there() {
    let options = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        ..TurningOptions::default()
    };
    for angle in [1e3, 1e5, 1e7] {
        for way in [
            [0.0; 3],
            [100.0, 0.0, 0.0],
            [0.0, -5.0, 3.0],
            [0.0, 3.0, 0.0],
        ] {
            let case = sweep(
                (Cuboid::new([0.5; 3]).unwrap(), [0.0, -5.0, 0.0]),
                way,
                (ground(), [0.0; 3]),
                moving([0.3 * angle, 0.0, angle]),
            );
            let found = case.cast_certified(&options);
            assert!(found.certificate.verify(&case).is_ok());
            assert!(found.outcome.miss().is_some(), "{:?}", found.outcome);
            assert!(
                found.steps < 100,
                "{angle:e} {way:?}: {} steps",
                found.steps
            );
        }
    }
}

/// Two plates across each other, the edge of the one on the face of the other: it moves off while it turns in the plane in which its own
/// face goes on touching the other's edge.
#[test]
fn a_plate_that_leaves_along_one_axis_and_touches_along_another() {
    for (turn, way) in [(-3.5, -1.5), (-3.5, -0.1), (-0.5, -1.5), (3.5, -1.5)] {
        let case = sweep(
            (Cuboid::new([0.75, 0.0, 0.25]).unwrap(), [0.0; 3]),
            [0.0, 0.0, way],
            (
                Cuboid::new([0.75, 0.75, 0.0]).unwrap(),
                [-0.75, -0.75, 0.25],
            ),
            moving([0.0, 0.0, turn]),
        );
        let found = case.cast_certified(&TurningOptions::default());
        assert!(found.certificate.verify(&case).is_ok());
        assert!(found.outcome.miss().is_some(), "{turn}: {found:?}");
        assert!(found.steps < 40, "{turn}: {} steps", found.steps);
    }
}
