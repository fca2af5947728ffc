//! Bodies that go around others many times: what is in the middle, and what is not.

mod planes;

use super::{AnySweep, any, stands, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::TAU;
use swept::{
    CertifiedTurn, Cuboid, Cylinder, Distance, Outcome, Segment, Shape, Sphere, Turn,
    TurningOptions, Turns, distance,
};
use swept_tests::Dice;

/// What is found in a few steps, its certificate checked.
fn checked(case: &AnySweep, i: u64) -> Outcome<f64> {
    let found = certified(case, i);
    let outcome = found.outcome;
    assert!(
        found.steps <= 128,
        "{i}: {} steps, {outcome:?}",
        found.steps
    );
    outcome
}

fn certified(case: &AnySweep, i: u64) -> CertifiedTurn<f64> {
    let found = case.cast_certified(&TurningOptions::default());
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{i}: {flaw} {:?}", found.outcome);
    }
    found
}

/// Samples the motion up to a fraction: the shapes have to be apart by `gap` at least.
fn assert_apart(case: &AnySweep, dice: &mut Dice, (until, gap): (f64, f64), i: u64) {
    let (linear, turns) = (case.linear(), case.turns());
    for _ in 0..200 {
        let t = dice.between(0.0, until);
        let rest = Vector3::zeros();
        let m = stands(linear.moving(), &turns.moving, linear.displacement(), t);
        let f = stands(linear.fixed(), &turns.fixed, &rest, t);
        let Ok(Distance::Apart(apart)) = distance(&m, &f) else {
            panic!("{i}: they overlap at {t}");
        };
        assert!(apart.separation >= gap - 1e-8, "{i}: {apart:?} {gap}");
    }
}

/// An axis, and a unit vector across it.
fn axis(dice: &mut Dice) -> [Vector3<f64>; 2] {
    let k = dice.direction();
    [k, k.cross(&dice.direction()).normalize()]
}

/// One body that goes around a point, and another one near that: either of them is the moving one.
fn pair(
    (around, spin): (impl Into<Shape<f64>>, Turn<f64>),
    (other, turn): (impl Into<Shape<f64>>, Turn<f64>),
    [at_around, at_other]: [Vector3<f64>; 2],
    displacement: Vector3<f64>,
    exchanged: bool,
) -> AnySweep {
    let (around, other) = (any(around), any(other));
    let one = (around, Isometry3::from(at_around));
    let two = (other, Isometry3::from(at_other));
    if exchanged {
        let turns = Turns {
            moving: turn,
            fixed: spin,
        };
        sweep(two, (-displacement).into(), one, turns)
    } else {
        let turns = Turns {
            moving: spin,
            fixed: turn,
        };
        sweep(one, displacement.into(), two, turns)
    }
}

/// The same of what spins by an angle, where the gap to all that it sweeps over is known: met in the first turn, or missed by no more.
fn checked_by_gap(case: &AnySweep, i: u64, gap: f64, angle: f64) -> Outcome<f64> {
    let outcome = checked(case, i);
    let is_right = match outcome {
        Outcome::Miss(miss) => 0.0 < miss.gap && miss.gap <= gap,
        Outcome::Hit(hit) => gap < 0.0 && hit.fraction <= std::f64::consts::TAU / angle,
        Outcome::Overlap(_) => gap < 0.0,
        Outcome::Unresolved(_) => false,
    };
    assert!(is_right, "{i}: {gap} {outcome:?}");
    outcome
}

/// A ball at the distance `far` from an axis, and another one `r` from it and `z` along it: of what they sweep over, the distance is known.
#[test]
fn balls_that_go_around_balls() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice::new(31, i);
        let [k, e] = axis(dice);
        let other = UnitQuaternion::from_scaled_axis(k * dice.between(0.0, 6.0)) * e;
        let (a, b) = (dice.between(0.1, 0.5), dice.between(0.1, 0.5));
        let (far, r, z) = (
            dice.between(1.0, 4.0),
            dice.between(0.0, 4.0),
            dice.between(-1.0, 1.0),
        );
        let gap = (far - r).hypot(z) - a - b;
        if gap.abs() < 0.01 {
            continue;
        }
        let angle = [1e2, 1e4, 1e6][(i % 3) as usize];
        let pivot = dice.in_ball() * 10.0;
        let around = Turn::by(k * angle).about(Point3::from(-e * far));
        let still = match i % 4 {
            0 => Turn::by(dice.direction() * angle),
            _ => Turn::none(),
        };
        let case = pair(
            (Sphere::new(a).unwrap(), around),
            (Sphere::new(b).unwrap(), still),
            [pivot + e * far, pivot + other * r + k * z],
            Vector3::zeros(),
            i % 2 == 0,
        );
        let told = checked_by_gap(&case, i, gap, angle);
        hits += u32::from(told.hit().is_some());
        misses += u32::from(told.miss().is_some());
    }
    assert!(hits > 30 && misses > 100, "{hits} {misses}");
}

/// Boxes that turn slowly, stand, or spin themselves, and come along a little.
#[test]
fn boxes_that_go_around_boxes() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..300 {
        let dice = &mut Dice::new(37, i);
        let [k, e] = axis(dice);
        let small = Cuboid::new(dice.three(|dice| dice.between(0.05, 0.3))).unwrap();
        let large = Cuboid::new(dice.three(|dice| dice.between(0.1, 0.5))).unwrap();
        let angle = [1e2, 1e4, 1e6][(i / 4 % 3) as usize];
        let far = dice.between(1.0, 3.0);
        let around = Turn::by(k * angle).about(Point3::from(-e * far));
        // Two bodies that spin may come near each other many times before they meet.
        let spins = i % 4 == 0;
        let by = if spins {
            0.7 * angle
        } else {
            0.5 * (i % 4) as f64
        };
        let other = Turn::by(dice.direction() * by);
        let middle = dice.in_ball() * 0.5;
        let way = dice.in_ball() * 0.3;
        let case = pair(
            (large, around),
            (small, other),
            [e * far, middle],
            way,
            i % 3 == 0,
        );
        let outcome = if spins {
            certified(&case, i).outcome
        } else {
            checked(&case, i)
        };
        match outcome {
            Outcome::Miss(miss) => {
                misses += 1;
                assert_apart(&case, dice, (1.0, miss.gap), i);
            }
            Outcome::Hit(_) => hits += 1,
            Outcome::Overlap(_) => {}
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(hits > 10 && misses > 100, "{hits} {misses}");
}

/// Two balls go around each other's axes on circles that are linked as a chain's: through both rings, at any two angles, for millions
/// of turns.
#[test]
fn balls_on_linked_circles() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..60 {
        let dice = &mut Dice::new(59, i);
        let [k, e] = axis(dice);
        let f = k.cross(&e);
        let (a, b) = (dice.between(0.6, 1.5), dice.between(0.6, 1.5));
        // From the middle of the one circle, in its plane, to that of the other, which stands across it.
        let apart = dice.between(0.1, a + b);
        let radius = dice.between(0.05, 0.4);
        let on_a = |t: f64| (e * t.cos() + f * t.sin()) * a;
        let on_b = |t: f64| e * apart + (e * t.cos() + k * t.sin()) * b;
        let angle = |j: u32| f64::from(j) / 400.0 * std::f64::consts::TAU;
        let pairs = (0..400).flat_map(|j| (0..400).map(move |l| (angle(j), angle(l))));
        let least = pairs
            .map(|(j, l)| (on_a(j) - on_b(l)).norm())
            .fold(f64::MAX, f64::min);
        let gap = least - 2.0 * radius;
        if gap.abs() < 0.05 {
            continue;
        }
        let rate = |dice: &mut Dice| [1e4, 1e5, 1e7][(i % 3) as usize] * dice.between(0.1, 1.0);
        let rates = [rate(dice), rate(dice)];
        let (at_a, at_b) = (on_a(dice.between(0.0, 6.0)), on_b(dice.between(0.0, 6.0)));
        let turns = Turns {
            moving: Turn::by(k * rates[0]).about(Point3::from(-at_a)),
            fixed: Turn::by(f * rates[1]).about(Point3::from(e * apart - at_b)),
        };
        let ball = || Sphere::new(radius).unwrap();
        let case = sweep((ball(), at_a), [0.0; 3], (ball(), at_b), turns);
        let found = certified(&case, i);
        assert!(found.steps <= 2_500, "{i}: {} steps", found.steps);
        match found.outcome {
            Outcome::Miss(miss) => {
                misses += 1;
                assert!(
                    0.0 < miss.gap && miss.gap <= gap + 1e-3,
                    "{i}: {gap} {miss:?}"
                );
            }
            Outcome::Hit(_) | Outcome::Overlap(_) => {
                hits += 1;
                assert!(gap < 0.0, "{i}: {gap}");
            }
            Outcome::Unresolved(_) => panic!("{i}: {gap}"),
        }
    }
    assert!(hits > 10 && misses > 10, "{hits} {misses}");
}

/// The same of boxes that come along, so that they meet at some angles after thousands of turns, or never.
#[test]
fn boxes_that_both_spin() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..150 {
        let dice = &mut Dice::new(61, i);
        let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|dice| dice.between(0.05, 0.4)));
        let rate = |dice: &mut Dice| 10_f64.powf(dice.between(2.0, 5.0));
        let spin = |dice: &mut Dice| {
            let centre = dice.direction() * dice.between(0.5, 3.0);
            Turn::by(dice.direction() * rate(dice)).about(Point3::from(centre))
        };
        let turns = Turns {
            moving: spin(dice),
            fixed: spin(dice),
        };
        let (one, other) = (cuboid(dice).unwrap(), cuboid(dice).unwrap());
        let way = dice.in_ball() * [0.0, 1.0, 10.0][(i % 3) as usize];
        let (from, at) = (dice.in_ball() * 4.0, dice.in_ball());
        let case = sweep((one, from), way.into(), (other, at), turns);
        let found = certified(&case, i);
        assert!(found.steps <= 6_000, "{i}: {} steps", found.steps);
        let (until, gap) = match found.outcome {
            Outcome::Miss(miss) => (1.0, miss.gap),
            Outcome::Hit(hit) => (hit.fraction, 0.0),
            Outcome::Overlap(_) => continue,
            Outcome::Unresolved(_) => panic!("{i}"),
        };
        hits += u32::from(until < 1.0);
        misses += u32::from(gap > 0.0);
        assert_apart(&case, dice, (until, gap), i);
    }
    assert!(hits > 20 && misses > 60, "{hits} {misses}");
}

/// Boxes that spin beside each other about axes that lean a little from each other: all pairs of their angles are looked at within the limit
/// of steps.
#[test]
fn pairs_of_angles_are_looked_at_within_the_limit() {
    let max_steps = 500;
    let options = TurningOptions {
        max_steps,
        ..TurningOptions::default()
    };
    for i in 0..100 {
        let dice = &mut Dice::new(107, i);
        let [k, _] = axis(dice);
        let cuboid = |dice: &mut Dice| any(Cuboid::new(dice.three(|d| d.unit())).unwrap());
        let (one, other) = (cuboid(dice), cuboid(dice));
        let lean = dice.in_ball() * 0.01;
        let rate = |dice: &mut Dice| 10_f64.powf(dice.between(2.0, 5.0));
        let spin = |axis: Vector3<f64>, dice: &mut Dice| {
            Turn::by(axis * rate(dice)).about(Point3::from(dice.in_ball()))
        };
        let turns = [spin(k, dice), spin(k + lean, dice)];
        let way = k * dice.between(-2.0, 2.0);
        let at = k * dice.between(-3.0, 3.0) + dice.in_ball() * 0.1;
        let levers = turns.map(|turn| turn.centre.coords);
        let case = pair(
            (one, turns[0]),
            (other, turns[1]),
            [-levers[0], at - levers[1]],
            way,
            false,
        );
        let steps = case.cast_certified(&options).steps;
        assert!(steps <= max_steps + 16, "{i}: {steps} steps");
    }
}

/// Boxes on circles a million sizes wide, past balls that stand a hundredth of a size beside these.
#[test]
fn boxes_that_go_around_points_far_away() {
    for i in 0..60 {
        let dice = &mut Dice::new(73, i);
        let [k, e] = axis(dice);
        let half = dice.three(|dice| dice.between(0.2, 1.0));
        let far = 1e6 * dice.between(0.5, 2.0);
        let turned = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
        // The corner that is farthest out, from the axis.
        let corner =
            |c: usize| Vector3::from_fn(|j, _| if c >> j & 1 == 0 { half[j] } else { -half[j] });
        let out = |c: usize| {
            let q = e * far + turned * corner(c);
            (q - k * k.dot(&q)).norm()
        };
        let outermost = (0..8).map(out).fold(0.0, f64::max);
        let radius = dice.between(0.1, 0.5);
        let gap = 0.01;
        let at = UnitQuaternion::from_scaled_axis(k * dice.between(0.0, 6.0)) * e;
        let around = Turn::by(k * [1e4, 1e6][(i % 2) as usize]);
        let case = sweep(
            (
                Cuboid::new(half).unwrap(),
                Isometry3::from_parts((e * far).into(), turned),
            ),
            [0.0; 3],
            (
                Sphere::new(radius).unwrap(),
                at * (outermost + radius + gap),
            ),
            Turns {
                moving: around.about(Point3::from(turned.inverse() * (-e * far))),
                ..Turns::default()
            },
        );
        let told = checked(&case, i);
        assert!(matches!(told, Outcome::Miss(_)), "{i}: {told:?}");
    }
}

/// A ball goes around outside of the waist that a rod, askew, sweeps over about the same axis: the rod turns slowly, and no plane keeps
/// the one's ring and the other apart.
#[test]
fn a_ball_spins_around_a_rod_that_turns_slowly() {
    for angle in [2.0, 10.0, -25.0] {
        for spin in [3e4, 1e6] {
            for swapped in [false, true] {
                let rod = any(Segment::new([1.0, -2.0, -2.0], [1.0, 2.0, 2.0]).unwrap());
                let ball = any(Sphere::new(0.25).unwrap());
                let slow = Turn::by([0.0, 0.0, angle]);
                let fast = Turn::by([0.0, 0.0, spin]).about([-1.625, 0.0, 0.0]);
                let (at, rest) = ([1.625, 0.0, 0.0], [0.0; 3]);
                let case = if swapped {
                    let turns = Turns {
                        moving: slow,
                        fixed: fast,
                    };
                    sweep((rod, rest), rest, (ball, at), turns)
                } else {
                    let turns = Turns {
                        moving: fast,
                        fixed: slow,
                    };
                    sweep((ball, at), rest, (rod, rest), turns)
                };
                let found = certified(&case, 0);
                let miss = found.outcome.miss().expect("never met");
                assert!(miss.gap > 0.0 && miss.gap <= 0.375, "{}", miss.gap);
                assert!(found.steps < 1000, "{angle} {spin}: {}", found.steps);
            }
        }
    }
}

/// A shaft and a wall of its bearing that both spin, about axes that are all but the same, and with hardly any play: which is left in
/// a few steps, however many turns there are, or used up in the first that they make against each other.
#[test]
fn shafts_and_bearings_that_both_spin() {
    let mut hits = 0;
    for i in 0..200 {
        let dice = &mut Dice::new(89, i);
        let (radius, half) = (dice.between(0.1, 2.0), dice.between(0.3, 3.0));
        let play = radius * 10_f64.powf(dice.between(-4.0, -2.0));
        let turned = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
        let at = dice.in_ball() * 3.0;
        let placed =
            |x: f64| Isometry3::from_parts((at + turned * Vector3::x() * x).into(), turned);
        let shaft = any(Cylinder::new(half, radius).unwrap());
        let wall = any(Cuboid::new([0.5, half, radius]).unwrap());
        let (presses, tilt) = (i % 3 == 0, 0.3 * play / (half + radius));
        let axis = Vector3::y() + dice.in_ball() * tilt;
        let aside = play * if presses { -1.5 } else { 0.5 };
        let [one, other] = [300.0, -200.0].map(|rate| dice.between(1.0, 30.0) * rate);
        let spin = Turn::by(turned * axis * one).about([-aside, 0.0, 0.0]);
        let stands = radius + play + 0.5;
        let about = Point3::new(-stands - aside, 0.0, 0.0);
        let turn = Turn::by(turned * Vector3::y() * other).about(about);
        let (rest, bearing) = (Vector3::zeros(), placed(stands));
        let turns = [spin, turn];
        let case = if i % 2 == 0 {
            let [moving, fixed] = turns;
            sweep(
                (shaft, placed(0.0)),
                rest.into(),
                (wall, bearing),
                Turns { moving, fixed },
            )
        } else {
            let [fixed, moving] = turns;
            sweep(
                (wall, bearing),
                rest.into(),
                (shaft, placed(0.0)),
                Turns { moving, fixed },
            )
        };
        let found = certified(&case, i);
        let steps = found.steps;
        assert!(steps < 300, "{i}: {steps} {:?}", found.outcome);
        match found.outcome {
            Outcome::Hit(hit) if presses => {
                assert!(hit.fraction * (one - other) < 1.01 * TAU, "{i}: {hit:?}");
                hits += 1;
            }
            Outcome::Miss(miss) if !presses => assert!(miss.gap <= play, "{i}: {miss:?}"),
            outcome => panic!("{i}: {presses} {outcome:?}"),
        }
    }
    assert!(hits > 60, "{hits}");
}
