//! The runner: the same whatever the number of threads, and what it shows reproduces what it counted.

use serde_json::Value;
use std::sync::Arc;
use swept_oracle::{
    Body, Cast, Claim, Column, Engine, Form, Known, NoAnswer, ParryF32, ParryF64, Plan, Precision,
    Program, Report, Source, Truth, Turns, judge, ours, run,
};

fn plan(families: &[&str], cases: u64, threads: usize) -> Plan {
    let source = |name: &&str| Source::named(name).unwrap();
    Plan {
        sources: families.iter().map(source).collect(),
        cases,
        seed: 3,
        keep: 2,
        threads,
    }
}

fn without_times(report: &Report) -> Value {
    let mut json: Value = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    json.as_object_mut().unwrap().remove("timing");
    json
}

#[test]
fn the_report_does_not_depend_on_the_threads() {
    let engines: [Box<dyn Engine>; 2] = [Box::new(ParryF32), Box::new(ParryF64)];
    let one = run(&engines, &plan(&["random", "huge-target"], 700, 1), &()).unwrap();
    let two = run(&engines, &plan(&["random", "huge-target"], 700, 2), &()).unwrap();
    assert_eq!(without_times(&one), without_times(&two));
    assert_eq!(one.answers(), 2 * 2 * 700);
}

#[test]
fn the_page_needs_nothing_from_elsewhere_and_says_it_all() {
    let engines: [Box<dyn Engine>; 1] = [Box::new(ParryF32)];
    let report = run(&engines, &plan(&["huge-target"], 300, 0), &()).unwrap();
    let page = report.to_html().unwrap();
    for word in ["huge-target", "parry-f32", "0.31", "<svg", "polyline"] {
        assert!(page.contains(word), "no {word}");
    }
    for word in ["http://", "https://", "src=", "href=", "NaN"] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(word), "{word}");
    }
}

/// What parry is known for is found by the families alone, and the lines shown reproduce it.
#[test]
fn the_known_faults_of_parry_are_found_and_reproduced() {
    let engines: [Box<dyn Engine>; 2] = [Box::new(ParryF64), Box::new(ParryF32)];
    let families = ["huge-target", "unit-scale", "oblique-balls", "random"];
    let report = run(&engines, &plan(&families, 1_000, 0), &()).unwrap();
    let count =
        |family: usize, engine: usize, column| report.sources[family].tallies[engine].count(column);
    // Errors that grow with the target, and the centimetres of balls on large floors.
    let off =
        |family, engine| count(family, engine, Column::Late) + count(family, engine, Column::Early);
    assert!(off(0, 1) > 100 && off(2, 1) > 100, "{}", report.to_text());
    // Wrong outcomes on tiny shapes.
    assert!(count(1, 1, Column::Outcome) > 0, "{}", report.to_text());
    // Points of contact off the body, in both scalars.
    for engine in [0, 1] {
        assert!(count(3, engine, Column::Point) > 0, "{}", report.to_text());
    }
    assert!(report.faults.len() > 10);
    for fault in &report.faults {
        let engine = engines.iter().find(|e| e.name() == fault.engine).unwrap();
        let cast = Cast::from_line(&fault.shrunk.to_json()).unwrap();
        let Ok(claim) = engine.answer(&cast) else {
            assert!(matches!(fault.column, Column::Panic | Column::Refused));
            continue;
        };
        let verdict = judge(
            &cast,
            &claim,
            &Truth::of(&cast).unwrap(),
            &engine.precision(),
        );
        assert!(!verdict.is_right(), "{fault:?}\n{verdict}");
        assert!(fault.shrunk.to_json().len() <= fault.original.to_json().len() + 40);
    }
}

/// Ours, as a program would answer: through the case format and two pipes.
#[cfg(unix)]
#[test]
fn a_program_is_judged_like_the_library() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join("answer_all.sh");
    // It answers a miss to everything: half of it is wrong, and is found to be.
    std::fs::write(
        &program,
        "sed -E 's/.*(\"id\":\"[^\"]*\").*/{\\1,\"outcome\":\"miss\"}/'\n",
    )
    .unwrap();
    let command = format!("sh {}", program.display());
    let patience = std::time::Duration::from_secs(20);
    let mut engines = ours();
    engines.truncate(1);
    let misses = Program::new("misses", command, Precision::double(), patience);
    engines.push(Box::new(misses));
    let report = run(&engines, &plan(&["random"], 600, 2), &()).unwrap();
    let source = &report.sources[0];
    assert_eq!(source.tallies[0].wrong, 0, "{}", report.to_text());
    assert_eq!(source.tallies[1].count(Column::Outcome), source.truths.hits);
    assert_eq!(source.tallies[1].count(Column::Broken), 0);
}

/// Says the same of every cast, in `f64`.
struct Says(&'static str, Result<Claim, NoAnswer>);
impl Engine for Says {
    fn name(&self) -> &str {
        self.0
    }
    fn version(&self) -> &str {
        ""
    }
    fn precision(&self) -> Precision {
        Precision::double()
    }
    fn answer(&self, _: &Cast) -> Result<Claim, NoAnswer> {
        self.1.clone()
    }
}

/// A cast of which there is no truth is told by those engines that answer it, whichever comes first.
#[test]
fn an_engine_without_an_answer_leads_nobody() {
    // A turning half-space has no truth here.
    let ground = Body::new(Form::HalfSpace {
        normal: [0.0, 1.0, 0.0],
    });
    let ball = Body::new(Form::sphere(1.0)).at([0.0, 4.0, 0.0]);
    let mut cast = Cast::new(ball, [0.0, -6.0, 0.0], ground);
    cast.turn.moving = [0.0, 1.0, 0.0];
    assert!(Known::of(&cast).is_err());
    let plan = Plan {
        sources: vec![Source::List("one".into(), Arc::new(vec![cast]))],
        ..plan(&[], 1, 1)
    };
    let engines: [Box<dyn Engine>; 4] = [
        Box::new(Says("none", Err(NoAnswer::Unsupported("such".into())))),
        Box::new(Says(
            "gave-up",
            Ok(Claim::Unresolved {
                safe_fraction: None,
            }),
        )),
        Box::new(Says("hit", Ok(Claim::hit(0.5)))),
        Box::new(Says("miss", Ok(Claim::miss()))),
    ];
    let report = run(&engines, &plan, &()).unwrap();
    let disagrees = report.sources[0]
        .tallies
        .iter()
        .map(|t| t.count(Column::Disagrees));
    assert_eq!(disagrees.collect::<Vec<_>>(), [0, 0, 0, 1]);
}

/// A ball that turns has sunk into the ground, of which there is no truth. What is deep in `f64` may be a touch in `f32`; what is deep in
/// both is told.
#[test]
fn what_is_a_touch_in_one_scalar_alone_is_no_disagreement() {
    let sunk = |depth: f64, radius: f64| {
        let ball = Body::new(Form::sphere(radius)).at([0.0, radius * (1.0 - depth), 0.0]);
        let ground = Body::new(Form::HalfSpace {
            normal: [0.0, 1.0, 0.0],
        });
        let cast = Cast::new(ball, [0.0, radius, 0.0], ground);
        cast.turning(Turns {
            moving: [0.0, 0.5, 0.0],
            fixed: [0.0; 3],
        })
    };
    let ulp = f64::from(f32::EPSILON);
    let casts = [1.0, 1024.0, 1e10].map(|radius| sunk(ulp, radius));
    let outcomes = |casts: &[Cast]| {
        let engines = ours();
        let names = casts.iter().map(|cast| {
            let two = engines[..2].iter().map(|e| e.answer(cast).unwrap());
            two.map(|claim| claim.name()).collect::<Vec<_>>()
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&casts), [["overlap", "miss"]; 3]);
    let judged = |engines: &[Box<dyn Engine>], casts: Vec<Cast>| {
        let plan = Plan {
            sources: vec![Source::List("sunk".into(), Arc::new(casts))],
            ..plan(&[], 1, 1)
        };
        let report = run(engines, &plan, &()).unwrap();
        assert_eq!(report.sources[0].truths.unknown, 3);
        let tallies = report.sources[0].tallies.iter();
        tallies.map(|t| t.wrong).collect::<Vec<_>>()
    };
    assert_eq!(judged(&ours(), casts.to_vec()), [0; 10]);
    // An engine that calls anything a miss.
    let mut engines = ours();
    engines.truncate(2);
    engines.push(Box::new(Says("misses", Ok(Claim::miss()))));
    let deep = [1.0, 1024.0, 1e10].map(|radius| sunk(1024.0 * ulp, radius));
    assert_eq!(judged(&engines, deep.to_vec()), [0, 0, 3]);
}

/// The truth is that of the cast as it was given. With its numbers rounded it is another.
#[test]
fn engines_in_f32_are_not_asked_what_f32_does_not_hold() {
    let ball = |x: f64| Body::new(Form::sphere(0.125)).at([1_000_000.0 + x, 0.0, 0.0]);
    let cast = |x: f64| Cast::new(ball(x), [4.0, 0.0, 0.0], ball(2.0));
    let casts = vec![cast(0.01), cast(0.0), cast(0.02)];
    let plan = Plan {
        sources: vec![Source::List("three".into(), Arc::new(casts))],
        ..plan(&[], 1, 1)
    };
    let report = run(&ours(), &plan, &()).unwrap();
    for (engine, tally) in report.engines.iter().zip(&report.sources[0].tallies) {
        let unasked = if engine.name.ends_with("f32") { 2 } else { 0 };
        assert_eq!(
            (tally.unsupported, tally.wrong),
            (unasked, 0),
            "{}",
            engine.name
        );
    }
}
