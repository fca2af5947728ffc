//! What goes around a wheel that stands or turns about its own axis, in contact: the wheel is the same at any angle.

use super::claim::{piece, proof};
use super::{any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::TAU;
use swept::turning_certificate::Frame;
use swept::{
    Capsule, CertifiedTurn, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Shape, Sphere, Turn,
    TurningCertificate, TurningOptions, Turns,
};

/// The radius of the ball.
const BALL: f64 = 0.25;

/// Wheels, and where the ball touches them from aside, in their own frames.
fn wheels() -> [(Shape<f64>, Vector3<f64>); 4] {
    let slope = Vector3::new(2.0, 0.5, 0.0).normalize();
    [
        (
            any(Cylinder::new(2.0, 0.5).unwrap()),
            Vector3::new(0.75, 1.5, 0.0),
        ),
        (
            any(Capsule::new(1.0, 0.5).unwrap()),
            Vector3::new(0.75, 0.5, 0.0),
        ),
        (
            any(Ellipsoid::new([1.0, 0.25, 1.0]).unwrap()),
            Vector3::new(1.25, 0.0, 0.0),
        ),
        (
            any(Cone::new(1.0, 0.5).unwrap()),
            Vector3::new(0.25, 0.0, 0.0) + slope * BALL,
        ),
    ]
}

/// The ball goes around a point in the wheel's frame, by an angle about the wheel's axis, and the wheel turns by another one. The
/// ball is the moving shape, or the wheel.
fn around(
    (wheel, side): &(Shape<f64>, Vector3<f64>),
    point: Vector3<f64>,
    [angle, own]: [f64; 2],
    moves: bool,
) -> CertifiedTurn<f64> {
    let rotation = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.2, 0.7));
    let stands = Isometry3::from_parts(Vector3::new(3.0, -1.0, 2.0).into(), rotation);
    let at = stands * Point3::from(*side);
    let turn =
        Turn::by(rotation * Vector3::y() * angle).about(Point3::from(rotation * (point - side)));
    let own = Turn::by(rotation * Vector3::y() * own).about([0.0, 0.5, 0.0]);
    let (wheel, ball) = (
        (wheel.clone(), stands),
        (any(Sphere::new(BALL).unwrap()), Isometry3::from(at.coords)),
    );
    let case = if moves {
        let turns = Turns {
            moving: turn,
            fixed: own,
        };
        sweep(ball, [0.0; 3], wheel, turns)
    } else {
        let turns = Turns {
            moving: own,
            fixed: turn,
        };
        sweep(wheel, [0.0; 3], ball, turns)
    };
    let found = case.cast_certified(&TurningOptions::default());
    found.certificate.verify(&case).unwrap();
    found
}

#[test]
fn a_ball_goes_around_in_its_bearing() {
    for wheel in &wheels() {
        for moves in [true, false] {
            for height in [0.0, -1.5] {
                for angles in [
                    [0.5, 0.0],
                    [-6.0, 0.0],
                    [50.0, 0.0],
                    [3.0, 0.7],
                    [6.0, -20.0],
                    [1.0, 3e6],
                ] {
                    let found = around(wheel, Vector3::y() * height, angles, moves);
                    let Some(miss) = found.outcome.miss() else {
                        panic!("{:?} {angles:?}: {:?}", wheel.0, found.outcome);
                    };
                    assert_eq!(miss.gap, 0.0);
                    assert!(
                        found.steps < 50,
                        "{:?} {angles:?}: {}",
                        wheel.0,
                        found.steps
                    );
                }
            }
        }
    }
}

/// About a point beside the axis it is pressed in, or comes away.
#[test]
fn a_bearing_out_of_true_blocks() {
    for wheel in &wheels() {
        for moves in [true, false] {
            let nearer = around(wheel, Vector3::x() * 1e-3, [5.0, 0.0], moves);
            let hit = nearer.outcome.hit().expect("pressed in");
            assert!(hit.fraction < 1e-4, "{}", hit.fraction);
            let farther = around(wheel, Vector3::x() * -1e-3, [5.0, 0.0], moves);
            assert!(farther.outcome.miss().is_some(), "{:?}", farther.outcome);
        }
    }
}

/// The axis of a wheel goes around the one that it turns about, a little off: what keeps to one side of it for a whole turn does so
/// for half of it.
#[test]
fn a_wheel_out_of_line_wobbles() {
    for case in 0..40 {
        let seed = f64::from(case);
        let turned = Vector3::new(0.3 + 0.1 * seed, 0.03 * seed - 1.2, 0.7 - 0.02 * seed);
        let rotation = UnitQuaternion::from_scaled_axis(turned);
        let axis = rotation * Vector3::y();
        let aside = axis.cross(&Vector3::new(0.3, 0.5, 1.0)).normalize();
        let off = 12.5 * f64::EPSILON;
        let own = (axis + aside * off) * 1e5;
        let wheel = (
            Capsule::new(1.0, 0.5).unwrap(),
            Isometry3::from_parts(Vector3::zeros().into(), rotation),
        );
        let carrier = (Cuboid::new([0.25, 0.5, 0.75]).unwrap(), [0.0; 3]);
        let turns = Turns {
            moving: Turn::by(axis),
            fixed: Turn::by(own),
        };
        let case = sweep(carrier, [0.0; 3], wheel, turns);
        for side in [aside, -aside] {
            let n = (axis + side).normalize();
            // They overlap: how deep at most, up to a part of a turn, and there.
            let room = |part: f64| {
                let to = part * TAU / own.norm();
                let pieces = [0.0, to].map(|from| piece(Frame::Moving, [n; 2], (from, to), -9.0));
                let proof = proof(pieces.into(), Vec::new(), 0.0);
                TurningCertificate::Turning(proof)
                    .verify(&case)
                    .unwrap()
                    .gap
            };
            let [half, whole] = [0.5, 1.0].map(room);
            assert!(whole <= half, "{turned:?}: {whole:?} {half:?}");
        }
    }
}

/// A ball rolls, slides or spins along the ground, for a thousand times its size.
#[test]
fn a_ball_rolls_far() {
    let ground = any(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    for radius in [0.07, 1.5] {
        for angle in [1e2, 1e3, 1e5] {
            for part in [0.5, 1.0, 2.0] {
                let moving = Turn::by([angle * 0.6, 0.0, angle * 0.8]);
                let way = [
                    -0.8 * part * angle * radius,
                    0.0,
                    0.6 * part * angle * radius,
                ];
                let case = sweep(
                    (Sphere::new(radius).unwrap(), [0.0, radius, 0.0]),
                    way,
                    (ground.clone(), [0.0; 3]),
                    Turns {
                        moving,
                        ..Turns::default()
                    },
                );
                let found = case.cast_certified(&TurningOptions::default());
                found.certificate.verify(&case).unwrap();
                assert!(found.outcome.miss().is_some(), "{:?}", found.outcome);
                assert!(found.steps < 30, "{} steps", found.steps);
            }
        }
    }
}
