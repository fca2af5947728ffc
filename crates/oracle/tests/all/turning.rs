//! Casts that turn: their truth where a reader can derive it, the judge's eye for each kind of fault, the families' guards
//! against vacuity, and the library's answers.

use swept::{Real, TurningMethod, TurningOptions};
use swept_oracle::{
    Body, Cast, Claim, FaultKind, Form, Known, Precision, TURNING_FAMILIES, Turned, TurnedFact,
    Turns, judge_turning,
};

/// A rod of half length 2 turns by 3 rad about its middle; a ball of radius 1/2 hangs `height` over it.
fn rod_and_ball(height: f64) -> Cast {
    let rod = Body::new(Form::Segment {
        a: [-2.0, 0.0, 0.0],
        b: [2.0, 0.0, 0.0],
    });
    let ball = Body::new(Form::sphere(0.5)).at([0.0, height, 0.0]);
    let turn = Turns {
        moving: [0.0, 0.0, 3.0],
        fixed: [0.0; 3],
    };
    Cast::new(rod, [0.0; 3], ball).turning(turn)
}

/// The rod touches the ball over it at 3/2 when cos θ · 3/2 = 1/2.
fn contact() -> f64 {
    (1.0_f64 / 3.0).acos() / 3.0
}

#[test]
fn the_first_contact_of_a_rod_and_a_ball() {
    let truth = Turned::of(&rod_and_ball(1.5)).unwrap();
    assert!(truth.free_until <= contact() && contact() - truth.free_until < 1e-13);
    let TurnedFact::Meets { at, depth } = truth.fact else {
        panic!("{truth:?}");
    };
    assert!(at > contact() && depth > 0.0);
}

#[test]
fn what_the_rod_does_not_reach() {
    // The ball over it at 3 is 1/2 from the rod's end, which goes by straight below it.
    let truth = Turned::of(&rod_and_ball(3.0)).unwrap();
    assert_eq!((truth.free_until, truth.fact), (1.0, TurnedFact::Apart));
    assert!((0.5..0.6).contains(&truth.least.1), "{truth:?}");
}

#[test]
fn a_near_miss_is_a_miss() {
    // At 5/2 the rod's end would just touch; the ball hangs a 4,096th higher.
    let gap = 1.0 / 4096.0;
    let truth = Turned::of(&rod_and_ball(2.5 + gap)).unwrap();
    assert_eq!(truth.fact, TurnedFact::Apart);
    let least = truth.least.1;
    assert!(gap <= least && least < 1.01 * gap, "{truth:?}");
}

/// The library's answer in the scalar `T`.
fn answer<T: Real>(cast: &Cast, method: TurningMethod) -> Claim {
    let options = TurningOptions {
        method,
        ..TurningOptions::default()
    };
    let certified = cast.turning_sweep::<T>().cast_certified(&options);
    Claim::from(&certified.outcome)
}

#[test]
fn each_planted_fault_is_found() {
    let cast = rod_and_ball(1.5);
    let truth = Turned::of(&cast).unwrap();
    let right = answer::<f64>(&cast, TurningMethod::IntervalBound);
    let held = |claim: &Claim| judge_turning(&cast, claim, &truth, &Precision::double());
    let verdict = held(&right);
    assert!(verdict.is_right(), "{verdict}");
    let Claim::Hit {
        fraction,
        fraction_upper,
        normal: Some(normal),
        point_moving: Some(point_moving),
        point_fixed,
    } = right
    else {
        panic!("{right:?}");
    };
    let mutant = |by: f64, normal: [f64; 3], point: [f64; 3]| Claim::Hit {
        fraction: fraction + by,
        fraction_upper: fraction_upper.map(|f| f + by),
        normal: Some(normal),
        point_moving: Some(point),
        point_fixed,
    };
    let late = held(&mutant(1e-9, normal, point_moving));
    assert!(late.has(FaultKind::Late), "{late}");
    let early = held(&mutant(-1e-9, normal, point_moving));
    assert!(early.has(FaultKind::Early), "{early}");
    // Half a degree about z.
    let (sine, cosine) = 0.5_f64.to_radians().sin_cos();
    let [x, y, z] = normal;
    let tilted = [x * cosine - y * sine, x * sine + y * cosine, z];
    let verdict = held(&mutant(0.0, tilted, point_moving));
    assert!(verdict.has(FaultKind::BadNormal), "{verdict}");
    let [x, y, z] = point_moving;
    let verdict = held(&mutant(0.0, normal, [x, y, z + 1e-4]));
    assert!(verdict.has(FaultKind::BadPoint), "{verdict}");
    assert!(held(&Claim::miss()).has(FaultKind::FalseMiss));
    assert!(held(&Claim::overlap()).has(FaultKind::WrongStart));
}

#[test]
fn a_hit_and_a_gap_that_are_not_there_are_found() {
    let cast = rod_and_ball(3.0);
    let truth = Turned::of(&cast).unwrap();
    let held = |claim: &Claim| judge_turning(&cast, claim, &truth, &Precision::double());
    let right = answer::<f64>(&cast, TurningMethod::IntervalBound);
    assert_eq!(right.name(), "miss");
    assert!(held(&right).is_right(), "{}", held(&right));
    assert!(held(&Claim::hit(0.5)).has(FaultKind::FalseHit));
    let wide = Claim::Miss {
        axis: None,
        gap: Some(0.7),
    };
    assert!(held(&wide).has(FaultKind::BadPlane));
}

/// Casts of each family: puts a share within 0.1 of its expectation, two standard deviations.
const CASTS: usize = 100;

#[test]
fn an_overlap_is_judged_by_the_start() {
    // The ball's middle hangs 1/4 over the rod: a step of 1/4 upward leaves the two apart.
    let cast = rod_and_ball(0.25);
    let truth = Turned::of(&cast).unwrap();
    let verdict = |depth: f64, lower: f64, normal: [f64; 3]| {
        let claim = Claim::Overlap {
            depth: Some(depth),
            depth_lower: Some(lower),
            normal: Some(normal),
            point_moving: None,
            point_fixed: None,
            entry: Some(f64::NEG_INFINITY),
            exit: Some(f64::INFINITY),
        };
        judge_turning(&cast, &claim, &truth, &Precision::double())
    };
    let down = [0.0, -1.0, 0.0];
    assert!(verdict(0.25, 0.25, down).is_right());
    assert!(verdict(0.5, 0.25, down).has(FaultKind::BadDepth));
    assert!(verdict(0.25, 0.25, [1.0, 0.0, 0.0]).has(FaultKind::BadDepth));
    assert!(verdict(0.25, 0.2501, down).has(FaultKind::OutOfRange));
    let truth_of = |method| answer::<f64>(&cast, method);
    for method in [
        TurningMethod::IntervalBound,
        TurningMethod::ConservativeAdvancement,
    ] {
        let found = judge_turning(&cast, &truth_of(method), &truth, &Precision::double());
        assert!(found.is_right(), "{found}");
    }
}

#[test]
fn every_family_hits_as_often_as_it_should_and_the_library_is_right() {
    let mut out = Vec::new();
    for family in TURNING_FAMILIES {
        let (mut hits, mut grazes) = (0, 0);
        for cast in family.casts(31).take(CASTS) {
            let truth = Turned::of(&cast).unwrap_or_else(|e| panic!("{e}: {}", cast.to_json()));
            grazes += u32::from(truth.fact == TurnedFact::Grazes);
            hits += u32::from(Known::Turned(truth.clone()).outcome() == "hit");
            for method in [
                TurningMethod::IntervalBound,
                TurningMethod::ConservativeAdvancement,
            ] {
                let answers = [
                    (answer::<f64>(&cast, method), Precision::double()),
                    (answer::<f32>(&cast, method), Precision::single()),
                ];
                for (claim, precision) in answers {
                    let verdict = judge_turning(&cast, &claim, &truth, &precision);
                    if !verdict.is_right() {
                        out.push(format!("{method:?}: {verdict}: {}", cast.to_json()));
                    }
                }
            }
        }
        let share = f64::from(hits) / CASTS as f64;
        let (low, high) = family.hits;
        if !(low - 0.1..=high + 0.1).contains(&share) || grazes > 2 {
            out.push(format!("{}: hits {share}, {grazes} grazes", family.name));
        }
    }
    assert!(out.is_empty(), "{}", out.join("\n"));
}
