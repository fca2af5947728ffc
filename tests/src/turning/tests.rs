//! Hostile cases, and that the judge of them sees what is wrong.

use super::{Answered, TurningCase, hold, hunt};
use crate::{Body, Cast, Form, Turns};
use nalgebra::{Unit, Vector3};
use swept::{Outcome, TurningOptions};

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
fn forged(height: f64, change: impl Fn(&mut Outcome<f64>)) -> Vec<&'static str> {
    let case = rod_under_ball(height);
    let mut answer = Answered::<f64>::to(&case).expect("a case");
    assert!(hold(&case, &answer, 100).is_empty());
    change(&mut answer.outcome);
    hold(&case, &answer, 100)
        .into_iter()
        .map(|flag| flag.kind)
        .collect()
}

#[test]
fn the_judge_sees_what_is_wrong_with_a_hit() {
    let hit = |change: &dyn Fn(&mut swept::Hit<f64>)| {
        forged(1.5, |outcome| match outcome {
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
    let wider = forged(3.0, |outcome| match outcome {
        Outcome::Miss(miss) => miss.gap = 0.5 + 1e-12,
        other => panic!("{other:?}"),
    });
    assert!(wider.contains(&"GAP"), "{wider:?}");
    let axis = Vector3::y_axis();
    let missed = forged(1.5, |outcome| {
        *outcome = Outcome::Miss(swept::Miss { axis, gap: 0.0 });
    });
    assert!(missed.contains(&"TUNNEL"), "{missed:?}");
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
