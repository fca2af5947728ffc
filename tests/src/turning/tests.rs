//! Hostile cases, and that the judge of them sees what is wrong.

use super::hunt::flags_of;
use super::{Answered, TurningCase, hostile, hunt, judged};
use crate::{Body, Cast, Form, Turns};
use nalgebra::{Unit, Vector3};
use swept::{Outcome, StartOverlap, TurningCertificate, TurningOptions, TurningProof};

/// A rod of half length 2 turns by 3 rad about its middle; a ball of radius 1/2 hangs over it at this height.
fn rod_under_ball(height: f64) -> TurningCase {
    let (a, b) = ([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let rod = Body::new(Form::Segment { a, b });
    let ball = Body::new(Form::sphere(0.5)).at([0.0, height, 0.0]);
    let turn = Turns {
        moving: [0.0, 0.0, 3.0],
        ..Turns::NONE
    };
    TurningCase {
        cast: Cast::new(rod, [0.0; 3], ball).turning(turn),
        centres: [[0.0; 3]; 2],
        options: TurningOptions::default(),
    }
}

/// The kinds of flags of a case once its answer is changed.
fn forged(height: f64, change: impl Fn(&mut Answered<f64>)) -> Vec<&'static str> {
    let case = rod_under_ball(height);
    let mut answer = Answered::<f64>::to(&case).expect("a case");
    let kinds = |answer: &Answered<f64>| -> Vec<&'static str> {
        let flags = flags_of(&case, answer, 100);
        flags.into_iter().map(|flag| flag.kind).collect()
    };
    assert!(kinds(&answer).is_empty());
    change(&mut answer);
    kinds(&answer)
}

/// The proof of a cast that turns.
fn proof(answer: &mut Answered<f64>) -> &mut TurningProof {
    match &mut answer.certificate {
        TurningCertificate::Turning(proof) => proof,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_judge_sees_what_is_wrong_with_a_hit() {
    let hit = |change: &dyn Fn(&mut swept::Hit<f64>)| {
        forged(1.5, |answer| match &mut answer.outcome {
            Outcome::Hit(hit) => change(hit),
            other => panic!("{other:?}"),
        })
    };
    let late = hit(&|hit| {
        hit.fraction += 1e-9;
        hit.fraction_upper += 1e-9;
    });
    assert!(
        late.contains(&"LATE") && late.contains(&"RANGE"),
        "{late:?}"
    );
    let turned = hit(&|hit| hit.normal = Unit::new_normalize(*hit.normal + Vector3::z() * 1e-3));
    assert!(turned.contains(&"NORMAL"), "{turned:?}");
    let moved = hit(&|hit| hit.point_fixed.z += 1e-6);
    assert!(moved.contains(&"POINTS"), "{moved:?}");
    let raised = hit(&|hit| {
        hit.point_fixed.y += 1e-9;
        hit.point_moving.y += 1e-9;
    });
    assert!(raised.contains(&"POINTS"), "{raised:?}");
}

#[test]
fn the_judge_sees_what_is_wrong_with_a_miss() {
    // The rod's end comes up to 1/2 under the ball, a quarter of a turn on.
    let wider = forged(3.0, |answer| match &mut answer.outcome {
        Outcome::Miss(miss) => miss.gap = 0.5 + 1e-12,
        other => panic!("{other:?}"),
    });
    assert!(wider.contains(&"GAP"), "{wider:?}");
    let axis = Vector3::y_axis();
    let missed = forged(1.5, |answer| {
        answer.outcome = Outcome::Miss(swept::Miss { axis, gap: 0.0 });
    });
    assert!(missed.contains(&"TUNNEL"), "{missed:?}");
    let longer = forged(3.0, |answer| match &mut answer.outcome {
        Outcome::Miss(miss) => miss.axis = Unit::new_unchecked(*miss.axis * 1.001),
        other => panic!("{other:?}"),
    });
    assert!(longer.contains(&"AXIS"), "{longer:?}");
}

#[test]
fn the_judge_sees_what_is_wrong_with_an_overlap() {
    // The rod is a tenth deep in the ball.
    let deeper = forged(0.4, |answer| match &mut answer.outcome {
        Outcome::Overlap(overlap) => overlap.depth += 1e-9,
        other => panic!("{other:?}"),
    });
    assert!(deeper.contains(&"DEPTH"), "{deeper:?}");
    let axis = Vector3::y_axis();
    let missed = forged(0.4, |answer| {
        answer.outcome = Outcome::Miss(swept::Miss { axis, gap: 0.0 });
    });
    assert!(missed.contains(&"START"), "{missed:?}");
}

/// A proof that says that contact is where the bodies are apart, or that they overlapped where they never did; that does not bear the
/// check; and an answer that another unit changes.
#[test]
fn the_judge_sees_what_is_wrong_with_a_proof() {
    let early = forged(1.5, |answer| proof(answer).contact = [0.25, 0.0]);
    for kind in ["APART", "CERTIFIED", "RANGE"] {
        assert!(early.contains(&kind), "{early:?}");
    }
    let skipped = forged(1.5, |answer| proof(answer).ignored = [0.125, 0.0]);
    assert!(skipped.contains(&"SKIPPED"), "{skipped:?}");
    let flawed = forged(1.5, |answer| answer.flaw = Some("a plane".into()));
    assert_eq!(flawed, ["PROOF"]);
    let other = forged(1.5, |answer| match &mut answer.outcome {
        Outcome::Hit(hit) => hit.normal = Unit::new_normalize(*hit.normal + Vector3::z() * 1e-16),
        other => panic!("{other:?}"),
    });
    assert_eq!(other, ["SCALE"]);
}

/// A flat cone that lies on the end of a segment. The contact is a depth of next to nothing, along many directions to within the bounds
/// that do for finding it.
#[test]
fn a_normal_is_as_near_as_the_contact() {
    let (half_height, radius) = (0.007571221329271793, 1.4652893543243408);
    let (a, b) = (
        [0.21353459358215332, -0.304202675819397, 0.6694114208221436],
        [
            -0.034531354904174805,
            0.42381882667541504,
            0.15490055084228516,
        ],
    );
    let cone = Form::Cone {
        half_height,
        radius,
    };
    let cone = Body::new(cone).at([0.0, 0.43138185889942604, 0.0]);
    let segment = Body::new(Form::Segment { a, b });
    let turn = Turns {
        moving: [6.923908808981562, 20.176199699745762, 15.661055738401183],
        fixed: [0.0, -0.15653491020202637, 0.0],
    };
    let case = TurningCase {
        cast: Cast::new(cone, [0.0, 0.8624094144881179, 0.0], segment).turning(turn),
        centres: [[0.0; 3], [0.0, -8.189105260791862e-6, 0.0]],
        options: TurningOptions {
            target_distance: 7821600.655256663,
            start_overlap: StartOverlap::Ignore,
            ..TurningOptions::default()
        },
    };
    let (outcome, flags) = judged::<f64>(&case, 300);
    assert!(outcome == "hit" && flags.is_empty(), "{outcome} {flags:?}");
}

/// Of a needle with a radius of 10⁻⁵ of its length and a plate, or a pin. The cores are as near to each other as that, and
/// the points meet along the way between them: along the plane's normal they were up to 10⁻⁶ of the radius apart.
#[test]
fn points_of_needles_meet() {
    for (seed, index) in [(4, 18_329), (22, 3_069)] {
        let case = hostile(seed, index).rounded_to::<f64>();
        let (outcome, flags) = judged::<f64>(&case, 60);
        assert!(outcome == "hit" && flags.is_empty(), "{outcome} {flags:?}");
    }
}

/// A flat cone and a flat ellipsoid, of which the search here ends with bounds 10⁻¹³ apart, and that of the library does not.
#[test]
fn points_are_as_far_apart_as_the_upper_bound_allows() {
    let case = hostile(7, 4_601).rounded_to::<f64>();
    let (outcome, flags) = judged::<f64>(&case, 60);
    assert!(outcome == "hit" && flags.is_empty(), "{outcome} {flags:?}");
}

#[test]
fn a_short_hunt_finds_nothing() {
    let tally = hunt(1, 0, 300, 60);
    println!("{tally}");
    assert!(tally.flags.is_empty(), "{:#?}", tally.flags);
    for (outcome, least) in [("hit", 150), ("miss", 150), ("overlap", 15)] {
        let count = tally.outcomes.get(outcome).copied().unwrap_or(0);
        assert!(count > least, "{count} of outcome {outcome}");
    }
}
