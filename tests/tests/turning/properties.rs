//! What must not change: scale, roles, the world's frame, and how a motion is cut into parts.

use super::AnySweep;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use swept::{Outcome, Placed, Shape, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_tests::{Cast, TURNING_FAMILIES};

fn cases(count: u64) -> impl Iterator<Item = Cast> {
    TURNING_FAMILIES
        .iter()
        .flat_map(move |family| (0..count).map(move |i| family.cast(31, i)))
}

/// The two outcomes agree: in kind, unless one is a miss within rounding of a hit; in fraction.
fn agree(a: &Outcome<f64>, b: &Outcome<f64>, within: f64, case: &Cast) {
    match (a, b) {
        (Outcome::Hit(a), Outcome::Hit(b)) => {
            assert!(
                (a.fraction - b.fraction).abs() <= within,
                "{a:?} {b:?} {}",
                case.to_json()
            );
        }
        (Outcome::Miss(_), Outcome::Miss(_)) => {}
        _ => panic!("{a:?} {b:?} {}", case.to_json()),
    }
}

#[test]
fn powers_of_two_change_no_bit() {
    for case in cases(25) {
        let plain = case.turning_sweep::<f64>().cast();
        for factor in [2.0_f64.powi(-40), 2.0_f64.powi(33)] {
            let scaled = case.scaled(factor);
            match (&plain, &scaled.turning_sweep::<f64>().cast()) {
                (Outcome::Hit(a), Outcome::Hit(b)) => {
                    assert_eq!(a.fraction, b.fraction, "{}", case.to_json());
                    assert_eq!(a.normal, b.normal);
                    assert_eq!(a.point_moving * factor, b.point_moving);
                    assert_eq!(a.point_fixed * factor, b.point_fixed);
                }
                (Outcome::Miss(a), Outcome::Miss(b)) => {
                    assert_eq!(
                        (a.axis, a.gap * factor),
                        (b.axis, b.gap),
                        "{}",
                        case.to_json()
                    );
                }
                (a, b) => panic!("{a:?} {b:?}"),
            }
        }
    }
}

#[test]
fn swapped_roles_give_the_mirrored_answer() {
    for case in cases(50) {
        let sweep = case.turning_sweep::<f64>();
        let linear = sweep.linear();
        let back = -linear.displacement();
        let swapped = Sweep::new(linear.fixed().clone(), back, linear.moving().clone()).unwrap();
        let turns = Turns {
            moving: sweep.turns().fixed,
            fixed: sweep.turns().moving,
        };
        let (a, b) = (
            sweep.cast(),
            TurningSweep::new(swapped, turns).unwrap().cast(),
        );
        agree(&a, &b, 1e-9, &case);
    }
}

#[test]
fn a_rigid_motion_of_the_world_changes_nothing() {
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.4, -1.1, 2.3));
    let shift = Vector3::new(100.0, -30.0, 7.0);
    for case in cases(50) {
        let sweep = case.turning_sweep::<f64>();
        let linear = sweep.linear();
        let moved = |p: &Placed<f64, Shape<f64>>| {
            let pose = p.pose();
            let q = turn * UnitQuaternion::from_quaternion(*pose.rotation.quaternion());
            let at = Translation3::from(turn * pose.translation.vector + shift);
            Placed::new(p.shape().clone(), Isometry3::from_parts(at, q)).unwrap()
        };
        let world = Sweep::new(
            moved(linear.moving()),
            turn * linear.displacement(),
            moved(linear.fixed()),
        )
        .unwrap();
        let turned = |t: &Turn<f64>| Turn::by(turn * t.rotation);
        let turns = Turns {
            moving: turned(&sweep.turns().moving),
            fixed: turned(&sweep.turns().fixed),
        };
        let b = TurningSweep::new(world, turns).unwrap().cast();
        agree(&sweep.cast(), &b, 1e-8, &case);
    }
}

/// The part of a motion from one fraction to another.
fn part(case: &Cast, from: f64, to: f64) -> AnySweep {
    let sweep = case.turning_sweep::<f64>();
    let linear = sweep.linear();
    let at = |p: &Placed<f64, Shape<f64>>, t: &Turn<f64>, d: &Vector3<f64>| {
        let pose = p.pose();
        let q = UnitQuaternion::from_quaternion(*pose.rotation.quaternion());
        let q = UnitQuaternion::from_scaled_axis(t.rotation * from) * q;
        let position = Translation3::from(pose.translation.vector + d * from);
        Placed::new(p.shape().clone(), Isometry3::from_parts(position, q)).unwrap()
    };
    let (d, turns) = (linear.displacement(), sweep.turns());
    let cut = Sweep::new(
        at(linear.moving(), &turns.moving, d),
        d * (to - from),
        at(linear.fixed(), &turns.fixed, &Vector3::zeros()),
    )
    .unwrap();
    let turn = |t: &Turn<f64>| Turn::by(t.rotation * (to - from));
    let turns = Turns {
        moving: turn(&turns.moving),
        fixed: turn(&turns.fixed),
    };
    TurningSweep::new(cut, turns).unwrap()
}

#[test]
fn a_motion_cut_in_two_ends_where_the_whole_does() {
    for case in cases(50) {
        let whole = case.turning_sweep::<f64>().cast();
        let Outcome::Hit(hit) = &whole else {
            assert!(!matches!(part(&case, 0.0, 0.5).cast(), Outcome::Hit(_)));
            continue;
        };
        let at = hit.fraction;
        // Up to shortly before the hit there is none; from half way to it, it comes where it should.
        let before = part(&case, 0.0, at * 0.999).cast();
        assert!(
            matches!(before, Outcome::Miss(_)),
            "{before:?} {}",
            case.to_json()
        );
        let after = part(&case, 0.5 * at, 1.0).cast();
        let rest = after.hit().unwrap().fraction;
        let found = 0.5 * at + rest * (1.0 - 0.5 * at);
        assert!((found - at).abs() < 1e-8, "{found} {at} {}", case.to_json());
    }
}

#[test]
fn both_scalars_agree() {
    for case in cases(50) {
        let wide = case.turning_sweep::<f64>().cast();
        let narrow = case.turning_sweep::<f32>().cast();
        match (&wide, &narrow) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                // f32 counts as contact what is half a unit in its last place apart, which a graze may be for long.
                let late = f64::from(b.fraction) - a.fraction;
                assert!(
                    (-2e-2..=1e-12).contains(&late),
                    "{late:e} {}",
                    case.to_json()
                );
            }
            (Outcome::Miss(a), Outcome::Miss(b)) => assert!(a.gap > 0.0 && b.gap > 0.0),
            (a, b) => panic!("{a:?} {b:?} {}", case.to_json()),
        }
    }
}

#[test]
fn an_observer_sees_every_step_and_changes_nothing() {
    struct Steps(Vec<f64>);
    impl swept::Observer for Steps {
        fn step(&mut self, _: &swept::Step<'_>) {}
        fn turn(&mut self, step: &swept::TurningStep) {
            self.0.push(step.fraction);
        }
    }
    for case in cases(5) {
        let sweep = case.turning_sweep::<f64>();
        let mut steps = Steps(Vec::new());
        let seen = sweep.cast_observed(&TurningOptions::default(), &mut steps);
        assert_eq!(seen, sweep.cast_certified(&TurningOptions::default()));
        assert_eq!(seen.outcome, sweep.cast());
        assert_eq!(steps.0.len(), seen.steps as usize);
        assert!(steps.0.is_sorted());
    }
}
