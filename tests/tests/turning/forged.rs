//! Certificates that claim what is not so: the check refuses them.

use super::claim::{check, least, piece, proof};
use super::{AnySweep, any, moving, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::turning_certificate::{Frame, Piece, Within};
use swept::{
    Certificate, Claim, Cuboid, HalfSpace, Outcome, PointShape, Segment, Sphere, Turn,
    TurningCertificate, TurningOptions, TurningProof, Turns, Witness,
};
use swept_tests::Dice;

/// A sweep that is a hit, and the honest proof of it.
fn honest(case: &AnySweep) -> TurningProof {
    let found = case.cast_certified(&TurningOptions::default());
    assert!(matches!(found.outcome, Outcome::Hit(_)));
    assert!(found.certificate.verify(case).is_ok());
    match found.certificate {
        TurningCertificate::Turning(proof) => proof,
        other => panic!("{other:?}"),
    }
}

/// Two balls, of which the one passes at this height over the other's middle.
fn balls(height: f64) -> AnySweep {
    sweep(
        (Sphere::new(1.0).unwrap(), [-4.0, height, 0.0]),
        [8.0, 0.0, 0.0],
        (Sphere::new(1.0).unwrap(), [0.0; 3]),
        moving([0.0, 0.0, 1.0]),
    )
}

#[test]
fn a_normal_of_any_length_proves_the_same() {
    let (low, high) = (balls(1.75), balls(2.5));
    let Some(piece) = honest(&low).pieces.first().copied() else {
        panic!();
    };
    for power in -1074_i32..=1023 {
        let (half, other) = (2.0_f64.powi(power / 2), 2.0_f64.powi(power - power / 2));
        // As a square, the least of these is rounded by a third.
        let whole = Piece {
            frame: Frame::World,
            normals: [Vector3::new(0.0, 1.2, 0.0) * half * other; 2],
            from: [0.0; 2],
            to: [1.0, 0.0],
            ..piece
        };
        let proof = |room: f64| TurningProof {
            claim: Claim::Miss { gap: room },
            pieces: vec![Piece { room, ..whole }],
            ..honest(&low)
        };
        let verify = |room, case| TurningCertificate::Turning(proof(room)).verify(case);
        assert!(verify(0.0, &low).is_err(), "2^{power}");
        assert!(verify(0.499, &high).is_ok(), "2^{power}");
    }
}

#[test]
fn a_piece_that_goes_on_after_the_end_proves_nothing() {
    // A point on a circle about the middle below a box. Angles of more than 2⁶³ quarter turns are no angles.
    let case = sweep(
        (PointShape, [0.0; 3]),
        [0.0; 3],
        (Cuboid::new([0.5; 3]).unwrap(), [-2.0, 2.0, 0.0]),
        Turns {
            moving: Turn::by([0.0, 0.0, 3.0]).about([-2.0, 0.0, 0.0]),
            ..Turns::default()
        },
    );
    let honest = honest(&case);
    let many = 2.0_f64.powi(63) * std::f64::consts::FRAC_PI_2 / 3.0;
    for i in 0..1_000 {
        let end = many * (1.0 + 1e-9 * 1.02_f64.powi(i));
        let piece = Piece {
            frame: Frame::World,
            normals: [-Vector3::y(); 2],
            to: [end, 0.0],
            room: 0.0,
            ..honest.pieces[0]
        };
        let proof = TurningProof {
            claim: Claim::Miss { gap: 0.0 },
            pieces: vec![piece],
            ..honest.clone()
        };
        let flaw = TurningCertificate::Turning(proof).verify(&case);
        assert!(flaw.is_err(), "{end:e}");
    }
}

#[test]
fn no_body_carries_the_normal_of_a_half_space() {
    // A rod that spins about an axis through the half-space's own origin, and dips its ends into it. To the rod, that origin
    // stands still.
    let case = sweep(
        (
            Segment::new([0.0, 0.0, -3.0], [0.0, 0.0, 3.0]).unwrap(),
            [2.0, 0.0, 0.0],
        ),
        [0.0; 3],
        (HalfSpace::new([1.0, 1.0, 0.0]).unwrap(), [0.0; 3]),
        moving([2.0, 0.0, 0.0]),
    );
    let honest = honest(&case);
    for frame in [Frame::World, Frame::Moving, Frame::Fixed] {
        let proof = |to: f64| TurningProof {
            claim: Claim::Unresolved { safe_fraction: to },
            pieces: vec![Piece {
                frame,
                from: [0.0; 2],
                to: [to, 0.0],
                room: 0.0,
                ..honest.pieces[0]
            }],
            ..honest.clone()
        };
        let verify = |to| TurningCertificate::Turning(proof(to)).verify(&case);
        assert!(verify(0.125).is_ok(), "{frame:?}");
        assert!(verify(1.0).is_err(), "{frame:?}");
    }
}

/// Contact is not claimed to be before the fraction up to which there is none.
#[test]
fn a_hit_is_not_before_what_is_free() {
    for height in [0.0, 1.0, 1.75] {
        let case = balls(height);
        let honest = honest(&case);
        let Claim::Hit { fraction, .. } = honest.claim else {
            panic!();
        };
        let claimed = |contact: f64| {
            let proof = TurningProof {
                claim: Claim::Hit {
                    fraction,
                    fraction_upper: contact,
                },
                contact: [contact, 0.0],
                ..honest.clone()
            };
            TurningCertificate::Turning(proof).verify(&case).is_ok()
        };
        assert!(claimed(fraction.next_up()), "{height}");
        assert!(!claimed(fraction.next_down()), "{height}");
    }
}

/// Directions and weights for the one point of the obstacle of two balls.
fn middles() -> Witness {
    let mut witness = Witness {
        count: 1,
        ..Witness::NONE
    };
    witness.weights[0] = 1.0;
    witness
}

/// Two balls that are apart overlap once they are grown by enough. That says nothing of how long they stay apart.
#[test]
fn a_start_says_nothing_of_the_motion() {
    let case = balls(1.0);
    let overlap = Certificate {
        claim: Claim::Overlap { depth: 0.0 },
        plane: -Vector3::x(),
        witness: middles(),
        target_distance: 0.0,
        tolerance: 10.0,
    };
    let proven = TurningCertificate::Start(overlap).verify(&case).unwrap();
    assert_eq!(proven.lower, 0.0, "{proven:?}");
}

/// A ball of radius 2³⁰ around all but the middle of one of radius 3 · 2⁻²⁴, whose sum is rounded up by 2⁻²⁴: by that they are not as near
/// as is claimed.
#[test]
fn how_near_a_start_is_does_not_vanish_in_the_sum_of_radii() {
    let unit = 2.0_f64.powi(-24);
    let case = sweep(
        (Sphere::new(3.0 * unit).unwrap(), [3.5 * unit, 0.0, 0.0]),
        [1.0, 0.0, 0.0],
        (Sphere::new(2.0_f64.powi(30)).unwrap(), [0.0; 3]),
        moving([0.0, 0.0, 1.0]),
    );
    let verify = |by: f64| {
        let within = Within {
            by,
            witness: middles(),
            until: [0.0; 2],
        };
        let proof = TurningProof {
            within: Some(Box::new(within)),
            tolerance: 0.0,
            ..proof(Vec::new(), Vec::new(), 0.0)
        };
        TurningCertificate::Turning(proof).verify(&case)
    };
    let near = 2.0_f64.powi(30);
    assert!(verify(near).is_err());
    assert!(verify(near * (1.0 - 1e-14)).is_ok());
}

/// Two points that are apart by 1 and three quarters of what is next to 1.
#[test]
fn a_gap_is_rounded_down() {
    let case = sweep(
        (PointShape, [1.0, 0.0, 0.0]),
        [0.0; 3],
        (PointShape, [-0.75 * f64::EPSILON, 0.0, 0.0]),
        moving([0.0, 0.0, 1.0]),
    );
    let verify = |gap: f64| {
        let pieces = vec![piece(Frame::World, [Vector3::x(); 2], (0.0, 1.0), 0.0)];
        let proof = TurningProof {
            claim: Claim::Miss { gap },
            target_distance: 1.0,
            ..proof(pieces, Vec::new(), 1.0)
        };
        TurningCertificate::Turning(proof).verify(&case)
    };
    assert!(verify(1.0).is_ok());
    assert!(verify(1.0 + f64::EPSILON).is_err());
}

#[test]
fn every_part_of_a_proof_counts() {
    let rod = Segment::new([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]).unwrap();
    let case = sweep(
        (rod, [0.0, -3.0, 0.0]),
        [0.0, 4.0, 0.25],
        (Cuboid::new([0.5; 3]).unwrap(), [0.0, 1.5, 0.0]),
        moving([0.0, 0.5, 9.0]),
    );
    let honest = honest(&case);
    assert!(honest.pieces.len() > 3);
    let refused = |change: &dyn Fn(&mut TurningProof)| {
        let mut proof = honest.clone();
        change(&mut proof);
        TurningCertificate::Turning(proof).verify(&case).is_err()
    };
    for i in 0..honest.pieces.len() {
        assert!(
            refused(&|p| p.pieces.retain(|x| *x != honest.pieces[i])),
            "{i} left out"
        );
        assert!(refused(&|p| p.pieces[i].room += 10.0), "{i} with more room");
        assert!(refused(&|p| p.pieces[i].room = f64::NAN), "{i}");
        assert!(refused(&|p| p.pieces[i].normals[0] *= -1.0), "{i} reversed");
        assert!(refused(&|p| p.pieces[i].normals[1] *= -1.0), "{i} reversed");
        assert!(refused(&|p| p.pieces[i].normals[0].x = f64::NAN), "{i}");
        assert!(
            refused(&|p| p.pieces[i].normals[1].y = f64::INFINITY),
            "{i}"
        );
        assert!(
            refused(&|p| p.pieces[i].normals = [Vector3::zeros(); 2]),
            "{i}"
        );
        assert!(refused(&|p| p.pieces[i].from[0] += 1e-9), "{i} with a gap");
        assert!(
            refused(&|p| p.pieces[i].from[1] -= 1e-25),
            "{i} that overlaps"
        );
        assert!(refused(&|p| p.pieces[i].to[0] = f64::NAN), "{i}");
        assert!(refused(&|p| p.pieces[i].from[0] = f64::NAN), "{i}");
    }
    let last = honest.pieces.len() - 1;
    assert!(refused(&|p| p.pieces[last].to[0] -= 1e-6), "short");
    assert!(refused(&|p| p.pieces.swap(0, 1)), "out of order");
    let again = honest.pieces[last];
    assert!(refused(&|p| p.pieces.push(again)), "twice");
    assert!(refused(&|p| p.contact[0] += 1e-3), "contact too late");
    assert!(refused(&|p| p.contact[0] -= 1e-3), "contact too early");
    assert!(refused(&|p| p.contact[0] = f64::NAN), "contact nowhere");
    assert!(refused(&|p| p.tolerance = 0.0), "no tolerance");
    assert!(refused(&|p| p.tolerance = f64::NAN), "no tolerance");
    assert!(refused(&|p| p.target_distance = f64::NAN), "no distance");
    assert!(refused(&|p| p.target_distance = 0.25), "a target distance");
    assert!(refused(&|p| p.witness.weights = [0.0; 4]), "no witness");
    assert!(refused(&|p| p.witness.count = 0), "no witness");
    for claim in [
        Claim::Miss { gap: 0.0 },
        Claim::Overlap { depth: 0.0 },
        Claim::Unresolved { safe_fraction: 1.0 },
    ] {
        assert!(refused(&|p| p.claim = claim), "{claim:?}");
    }
}

/// φ along an axis that stands, or that one of the bodies carries, is never less than what a piece may claim of it: bodies of any
/// spin, that stand anywhere, and half-spaces.
#[test]
fn no_piece_claims_more_than_there_is() {
    let mut nearly = 0;
    for i in 0..1500 {
        let dice = &mut Dice::new(53, i);
        let spin = |dice: &mut Dice| match dice.between(0.0, 4.0) as u32 {
            0 => Vector3::zeros(),
            1 => dice.direction() * dice.between(0.0, 3.0),
            _ => dice.direction() * dice.between(30.0, 300.0),
        };
        let turn = |dice: &mut Dice| {
            Turn::by(spin(dice)).about(Point3::from(dice.in_ball() * dice.between(0.0, 3.0)))
        };
        let mut turns = Turns {
            moving: turn(dice),
            fixed: turn(dice),
        };
        if i % 4 == 0 {
            // About nearly the same axis, either way.
            let lean = dice.in_ball() * dice.between(0.0, 0.1);
            let axis = turns.moving.rotation / turns.moving.rotation.norm().max(1.0) + lean;
            turns.fixed.rotation = axis * dice.between(-300.0, 300.0);
        }
        let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|d| d.between(0.0, 1.0))).unwrap();
        let pose = |dice: &mut Dice, far: f64| {
            let turned = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
            Isometry3::from_parts((dice.in_ball() * far).into(), turned)
        };
        let plane = i % 3 == 0;
        let fixed = if plane {
            any(HalfSpace::new(dice.direction()).unwrap())
        } else {
            any(cuboid(dice))
        };
        let mut way = dice.in_ball() * dice.between(0.0, 2.0);
        if i % 5 < 2 {
            // What does not move on is seen to turn about a point.
            way = Vector3::zeros();
        }
        let (one, two) = (pose(dice, 4.0), pose(dice, 1.0));
        let case = sweep((cuboid(dice), one), way.into(), (fixed, two), turns);
        let (a, b) = (dice.between(0.0, 0.9), dice.between(0.01, 0.1));
        let (from, to) = (a, if i % 2 == 0 { 1.0 } else { a + b });
        let n = dice.direction();
        let frames = [Frame::World, Frame::Moving, Frame::Fixed];
        for frame in frames {
            let made_up = |room| piece(frame, [n; 2], (from, to), room);
            let least = least(&case, &made_up(0.0), 3000);
            let whole = |room| check(&case, &made_up(room));
            let claimed = whole(least + 1e-9);
            assert!(claimed.is_err(), "{i} {frame:?}: {least} {claimed:?}");
            nearly += u32::from(whole(least - 1e-3).is_ok());
        }
    }
    assert!(nearly > 200, "{nearly}");
}

/// What is proven of a piece does not depend on what it claims: where a bound that is cheap comes to all but the claim, the dear ones
/// are asked for as well.
#[test]
fn a_piece_may_claim_all_that_is_proven() {
    let mut between = 0;
    for i in 0..300 {
        let dice = &mut Dice::new(137, i);
        let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|d| d.between(0.1, 1.0))).unwrap();
        let spin = |dice: &mut Dice| {
            let centre = Point3::from(dice.in_ball());
            Turn::by(dice.direction() * dice.between(0.5, 30.0)).about(centre)
        };
        let turns = Turns {
            moving: spin(dice),
            fixed: spin(dice),
        };
        let (one, other) = (cuboid(dice), cuboid(dice));
        let at = dice.direction() * dice.between(0.0, 6.0);
        let case = sweep((one, at), [0.0; 3], (other, [0.0; 3]), turns);
        let n = dice.direction();
        let verify = |room| check(&case, &piece(Frame::World, [n; 2], (0.0, 1.0), room));
        let cheap = verify(-1e5).unwrap().gap;
        let most = verify(f64::INFINITY).unwrap_err().proven;
        between += u32::from(cheap < most);
        let mut claimed = cheap;
        for _ in 0..16 {
            if claimed <= most {
                assert!(verify(claimed).is_ok(), "{i}: {cheap} {claimed} {most}");
            }
            claimed = claimed.next_up();
        }
    }
    assert!(between > 20, "{between}");
}
