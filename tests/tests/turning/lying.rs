//! Bodies that lie a little way in one another at the start, and stay so for a while as they turn: how long that is is ignored, and no longer.

use super::{AnySweep, any, assert_hit, stands, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{
    Capsule, CertifiedTurn, Cone, Cuboid, Cylinder, Outcome, Placed, Shape, Sphere, StartOverlap,
    Sweep, Turn, TurningCertificate, TurningMethod, TurningOptions, Turns,
};
use swept_tests::Dice;

/// The kinds of cases.
const KINDS: u64 = 10;

/// A slab whose upper face is at height 0.
fn slab() -> Shape<f64> {
    any(Cuboid::new([8.0, 1.0, 8.0]).unwrap())
}

/// A case of one of the kinds: two bodies so deep in one another, that turn by up to so many radians.
fn draw(kind: u64, dice: &mut Dice, (deep, lift): (f64, f64), most: f64) -> AnySweep {
    let below = Isometry3::translation(0.0, -1.0, 0.0);
    let up = |height: f64| Isometry3::translation(0.0, height - deep, 0.0);
    let half = dice.three(|d| d.between(0.2, 1.0));
    let cuboid = any(Cuboid::new(half).unwrap());
    let level = |dice: &mut Dice, far: f64| [dice.between(-far, far), 0.0, dice.between(-far, far)];
    let along =
        |dice: &mut Dice, far: f64| [dice.between(-far, far), lift, dice.between(-far, far)];
    let angle = dice.log_between(0.1, most) * dice.sign();
    let alone = |moving: Turn<f64>| Turns {
        moving,
        ..Turns::default()
    };
    match kind {
        // Spins flat, about a point of its own, and slides.
        0 => {
            let about = [dice.between(-0.2, 0.2), half[1], dice.between(-0.2, 0.2)];
            let turn = Turn::by([0.0, angle, 0.0]).about(about);
            sweep(
                (cuboid, up(half[1])),
                along(dice, 3.0),
                (slab(), below),
                alone(turn),
            )
        }
        // Flat, around a point beside it.
        1 => {
            let turn = Turn::by([0.0, angle, 0.0]).about(level(dice, 3.0));
            sweep(
                (cuboid, up(half[1])),
                along(dice, 1.0),
                (slab(), below),
                alone(turn),
            )
        }
        // A wheel rolls.
        2 => {
            let radius = half[0];
            let pose = up(radius)
                * UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::FRAC_PI_2);
            let wheel = any(Cylinder::new(half[2], radius).unwrap());
            let angle = angle.abs().min(5.0) * angle.signum();
            let turn = Turn::by([0.0, 0.0, -angle]);
            sweep(
                (wheel, pose),
                [angle * radius, lift, 0.0],
                (slab(), below),
                alone(turn),
            )
        }
        // A ball, that is no wheel: it turns about a point of the axle and goes as it rolls.
        3 => {
            let ball = any(Sphere::new(half[0]).unwrap());
            let turn = Turn::by(dice.direction() * angle);
            sweep(
                (ball, up(half[0])),
                along(dice, 3.0),
                (slab(), below),
                alone(turn),
            )
        }
        // A box tips over an edge that is as deep.
        4 => {
            let turn = Turn::by([0.0, 0.0, -angle.abs().min(3.0)]).about([half[0], -half[1], 0.0]);
            sweep(
                (cuboid, up(half[1])),
                [0.0, lift, 0.0],
                (slab(), below),
                alone(turn),
            )
        }
        // A cone on its tip, turned about it by any axis, and the slab as well.
        5 => {
            let cone = any(Cone::new(half[1], half[0]).unwrap());
            let pose =
                up(half[1]) * UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::PI);
            let by = dice.direction() * dice.between(0.1, 1.2);
            let turns = Turns {
                moving: Turn::by(by).about([0.0, half[1], 0.0]),
                fixed: Turn::by(dice.direction() * 0.3).about([0.0, 1.0, 0.0]),
            };
            sweep((cone, pose), [0.0, lift, 0.0], (slab(), below), turns)
        }
        // Two arms about the joint between them.
        6 => {
            let (length, other) = (dice.between(0.2, 0.6), dice.between(0.1, 0.5));
            let radii = [dice.between(0.05, 0.2), dice.between(0.05, 0.3)];
            let at = |along: &Vector3<f64>, middle: f64| {
                let turned = UnitQuaternion::rotation_between(&Vector3::y(), along).unwrap();
                Isometry3::from_parts((along * middle).into(), turned)
            };
            let (arm, toward) = loop {
                let (arm, toward) = (dice.direction(), dice.direction());
                if arm.dot(&toward) < -0.1 {
                    break (arm, toward);
                }
            };
            let from_joint = radii[0] + radii[1] - deep + other;
            let [by, carried] = [2.5, 2.0].map(|most| dice.direction() * dice.between(0.1, most));
            sweep(
                (Capsule::new(length, radii[0]).unwrap(), at(&arm, length)),
                (arm * lift).into(),
                (
                    Capsule::new(other, radii[1]).unwrap(),
                    at(&toward, from_joint),
                ),
                Turns {
                    moving: Turn::by(by).about([0.0, -length, 0.0]),
                    fixed: Turn::by(carried).about([0.0, -from_joint, 0.0]),
                },
            )
        }
        // A box slides on a slab that turns under it.
        7 => {
            let turns = Turns {
                moving: Turn::by([0.0, angle, 0.0]),
                fixed: Turn::by([0.0, dice.between(-2.0, 2.0), 0.0]).about(level(dice, 1.0)),
            };
            sweep(
                (cuboid, up(half[1])),
                along(dice, 2.0),
                (slab(), below),
                turns,
            )
        }
        // Any two bodies, deep in one another.
        9 => {
            let turned = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(dice.direction() * 3.0);
            let size = |dice: &mut Dice| dice.between(0.2, 1.0);
            let shape = |dice: &mut Dice| -> Shape<f64> {
                match dice.between(0.0, 4.0) as u32 {
                    0 => any(Cone::new(size(dice), size(dice)).unwrap()),
                    1 => any(Capsule::new(size(dice), size(dice)).unwrap()),
                    2 => any(Cylinder::new(size(dice), size(dice)).unwrap()),
                    _ => any(Cuboid::new(dice.three(size)).unwrap()),
                }
            };
            let spin = |dice: &mut Dice| {
                Turn::by(dice.direction() * dice.log_between(0.1, most))
                    .about(Point3::from(dice.in_ball()))
            };
            let (from, at) = (turned(dice), turned(dice));
            let place = Isometry3::from_parts((dice.in_ball() * 0.5).into(), from);
            let rest = Isometry3::from_parts(Vector3::zeros().into(), at);
            let turns = Turns {
                moving: spin(dice),
                fixed: if dice.chance(0.5) {
                    spin(dice)
                } else {
                    Turn::none()
                },
            };
            let (one, other) = (shape(dice), shape(dice));
            sweep(
                (one, place),
                (dice.in_ball() * 3.0).into(),
                (other, rest),
                turns,
            )
        }
        // A box that turns by any axis about a point of its lower face, and comes along.
        _ => {
            let about = [dice.between(-0.2, 0.2), -half[1], dice.between(-0.2, 0.2)];
            let turn = Turn::by(dice.direction() * angle).about(about);
            sweep(
                (cuboid, up(half[1])),
                along(dice, 1.0),
                (slab(), below),
                alone(turn),
            )
        }
    }
}

/// How deep the shapes are at a fraction; 0 where they do not overlap.
fn depth(case: &AnySweep, t: f64) -> f64 {
    let (linear, turns) = (case.linear(), case.turns());
    let rest = Vector3::zeros();
    let m = stands(linear.moving(), &turns.moving, linear.displacement(), t);
    let f: Placed<f64, Shape<f64>> = stands(linear.fixed(), &turns.fixed, &rest, t);
    match Sweep::new(m, [0.0; 3], f).unwrap().cast() {
        Outcome::Overlap(overlap) => overlap.depth,
        _ => 0.0,
    }
}

/// What is cast, its certificate checked, and from which fraction on the overlap is no longer ignored.
fn cast(name: &str, case: &AnySweep, method: TurningMethod) -> (CertifiedTurn<f64>, f64) {
    let options = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        method,
        ..TurningOptions::default()
    };
    let found = case.cast_certified(&options);
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{name}: {flaw}");
    }
    let TurningCertificate::Turning(proof) = &found.certificate else {
        panic!("{name}: {:?}", found.certificate);
    };
    let from = proof.ignored[0];
    let answered = found.outcome.hit().is_some() || found.outcome.miss().is_some();
    assert!(answered, "{name}: {:?}", found.outcome);
    (found, from)
}

#[test]
fn what_lies_in_one_another_is_ignored_for_as_long_as_it_does() {
    let (mut parted, mut steps) = (0, 0);
    for (kind, i) in (0..KINDS).flat_map(|kind| (0..30).map(move |i| (kind, i))) {
        let dice = &mut Dice::new(181, i * KINDS + kind);
        let deep = dice.log_between(1e-6, 1e-3);
        // Half of them come out as they turn.
        let lift = [0.0, deep * dice.between(0.5, 4.0)][i as usize % 2];
        let case = draw(kind, dice, (deep, lift), 20.0);
        for method in TurningMethod::ALL {
            let name = format!("{kind} {i} {method:?}");
            let (found, from) = cast(&name, &case, method);
            for k in 0..64 {
                let t = from * f64::from(k) / 64.0;
                assert!(depth(&case, t) > 0.0, "{name}: apart at {t} before {from}");
            }
            if from < 1.0 {
                let left = depth(&case, from);
                assert!(left < 1e-11, "{name}: {left:e} deep at {from}");
                parted += 1;
            }
            assert!(found.steps < 1_000, "{name}: {} steps", found.steps);
            steps += found.steps;
        }
    }
    assert!(parted > 100, "{parted}");
    let mean = f64::from(steps) / (60 * KINDS) as f64;
    assert!(mean < 80.0, "{mean}");
}

/// A ball lies in a slab by its edge and goes around a point of it, over the edge and back: it comes out beside it, and is met again.
#[test]
fn what_goes_over_an_edge_and_comes_back_is_not_taken_to_stay() {
    let (radius, height, around, over) = (0.02_f64, 0.019, 1.5, 0.3_f64);
    let (from, to) = (-0.5_f64, 0.5);
    let middle = 8.0 - around * over.cos();
    let turn = Turn::by([0.0, from - to, 0.0]);
    let start = Vector3::new(from.cos(), 0.0, from.sin()) * around;
    let ball = any(Sphere::new(radius).unwrap());
    let case = sweep(
        (ball, [middle + start.x, height, start.z]),
        [0.0; 3],
        (slab(), Isometry3::translation(0.0, -1.0, 0.0)),
        Turns {
            moving: turn.about(Point3::from(-start - Vector3::y() * height)),
            ..Turns::default()
        },
    );
    // Its middle is as far beside the edge as its radius reaches at that height.
    let beside = (radius * radius - height * height).sqrt();
    let left = -(over.cos() + beside / around).acos();
    for method in TurningMethod::ALL {
        let (found, until) = cast("over the edge", &case, method);
        let expected = (left - from) / (to - from);
        assert!(
            (until - expected).abs() < 1e-9,
            "{until} instead of {expected}"
        );
        assert_hit(&found.outcome, 1.0 - expected, 1e-9);
    }
}
