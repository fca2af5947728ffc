//! Certificates that claim what is not so: the check refuses them.

use super::{moving, sweep};
use nalgebra::Vector3;
use swept::{
    Claim, Cuboid, Frame, HalfSpace, Outcome, Piece, PointShape, Segment, Shape, Sphere, Turn,
    TurningCertificate, TurningOptions, TurningProof, TurningSweep, Turns,
};

type AnySweep = TurningSweep<f64, Shape<f64>, Shape<f64>>;

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
