//! Certificates of every kind sent as JSON: what comes back is equal, and proves as much.

use super::{AnySweep, both_spin, fixed, moving, sweep};
use nalgebra::Point3;
use std::collections::BTreeSet;
use swept::turning_certificate::{Cell, Frame};
use swept::{
    CertifiedTurn, Cuboid, Cylinder, Outcome, PointShape, Segment, Sphere, StartOverlap, Turn,
    TurningCertificate, TurningOptions, Turns,
};
use swept_tests::Dice;

/// What there is in a certificate that may be left out of others.
fn kinds(found: &CertifiedTurn<f64>) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    kinds.insert(match found.outcome {
        Outcome::Hit(_) => "hit",
        Outcome::Miss(_) => "miss",
        Outcome::Overlap(_) => "overlap",
        Outcome::Unresolved(_) => "unresolved",
    });
    let proof = match &found.certificate {
        TurningCertificate::Linear(_) => return kinds.into_iter().chain(["linear"]).collect(),
        TurningCertificate::Start(_) => return kinds.into_iter().chain(["start"]).collect(),
        TurningCertificate::Turning(proof) => proof,
    };
    for piece in &proof.pieces {
        kinds.insert(match piece.frame {
            Frame::World if piece.normals[0] != piece.normals[1] => "turning normal",
            Frame::World => "world",
            Frame::Moving => "moving",
            Frame::Fixed => "fixed",
            Frame::Across => "across",
        });
    }
    for cell in proof.all_angles.iter().flat_map(|all| &all.cells) {
        kinds.insert(match cell {
            Cell::Apart(_) => "apart",
            Cell::ByMoving => "by moving",
            Cell::ByFixed => "by fixed",
        });
    }
    if proof.within.is_some() {
        kinds.insert("within");
    }
    if proof.ignored != [0.0; 2] {
        kinds.insert("ignored");
    }
    kinds
}

/// A motion with what is asked of its cast.
type Asked = (AnySweep, TurningOptions<f64>);

fn all() -> Vec<Asked> {
    let plain = TurningOptions::default();
    let ball = |radius: f64| Sphere::new(radius).unwrap();
    let balls = |x: f64, turns: Turns<f64>| {
        sweep(
            (ball(1.0), [x, 0.0, 0.0]),
            [-4.0, 0.0, 0.0],
            (ball(1.0), [0.0; 3]),
            turns,
        )
    };
    let y = [0.0, 1.0, 0.0];
    // A rod on the edge of a box, and a ball in its bearing: either of them is the one that goes around.
    let along = Point3::new(1.0, -1.0, 0.5);
    let rod = Segment::new(-along, along).unwrap();
    let cube = Cuboid::new([1.0; 3]).unwrap();
    let tips = moving([0.25, 0.125, 0.5]);
    let tips = sweep((rod, [1.0, 1.0, 0.0]), [0.0; 3], (cube, [0.0; 3]), tips);
    let around = Turn::by(y).about([-0.75, 0.0, 0.0]);
    let (wheel, place) = (Cylinder::new(2.0, 0.5).unwrap(), [0.75, 0.0, 0.0]);
    let goes = Turns {
        moving: around,
        ..Turns::default()
    };
    let goes = sweep((ball(0.25), place), [0.0; 3], (wheel, [0.0; 3]), goes);
    let comes = Turns {
        fixed: around,
        ..Turns::default()
    };
    let comes = sweep((wheel, [0.0; 3]), [0.0; 3], (ball(0.25), place), comes);
    // A rod that starts within the target distance, leaves and comes back.
    let bar = Cuboid::new([2.0, 0.1, 0.1]).unwrap();
    let point = (PointShape, [1.0, -0.2, 0.0]);
    let returns = sweep((bar, [0.0; 3]), [0.0; 3], point, moving([0.0, 0.0, 4.0]));
    let within = TurningOptions {
        target_distance: 0.3,
        ..plain
    };
    let ignore = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        ..plain
    };
    let few = TurningOptions {
        max_steps: 1,
        ..plain
    };
    let crossing = both_spin(&mut Dice::new(97, 0), [2.0, 5.0]);
    let slow = |turn: &Turn<f64>| Turn::by(turn.rotation / turn.rotation.norm());
    let turns = Turns {
        moving: slow(&crossing.turns().moving),
        fixed: slow(&crossing.turns().fixed),
    };
    let mut all = vec![
        (balls(5.0, Turns::default()), plain),
        (balls(1.0, fixed(y)), plain),
        (balls(1.0, fixed(y)), ignore),
        (tips, plain),
        (goes, plain),
        (comes, plain),
        (returns.clone(), within),
        (returns, few),
        (
            sweep(
                (cube, [5.0, 0.25, 0.5]),
                [-4.0, 0.0, 0.0],
                (bar, [0.0; 3]),
                turns,
            ),
            plain,
        ),
    ];
    all.extend((0..40).map(|i| (both_spin(&mut Dice::new(97, i), [2.0, 5.0]), plain)));
    all
}

#[test]
fn certificates_of_every_kind_come_back() {
    let mut seen = BTreeSet::new();
    for (i, (case, options)) in all().iter().enumerate() {
        let found = case.cast_certified(options);
        let text = serde_json::to_string(&found.certificate).unwrap();
        let back: TurningCertificate = serde_json::from_str(&text).unwrap();
        assert_eq!(back, found.certificate, "{i}");
        let proven = [&back, &found.certificate].map(|c| c.verify(case));
        assert!(proven[0].is_ok(), "{i}: {:?}", proven[0]);
        assert_eq!(proven[0], proven[1], "{i}");
        seen.extend(kinds(&found));
    }
    let every = [
        "across",
        "apart",
        "by fixed",
        "by moving",
        "fixed",
        "hit",
        "ignored",
        "linear",
        "miss",
        "moving",
        "overlap",
        "start",
        "turning normal",
        "unresolved",
        "within",
        "world",
    ];
    assert_eq!(seen, BTreeSet::from(every));
}
