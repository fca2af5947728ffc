//! The drop-in for parry beside parry, on the same calls: it is right everywhere, so that wherever the two differ by more than the
//! scalar allows, parry is proven wrong.
//!
//! `SWEPT_CASTS` sets the number of casts of each generator (12 by default), which are asked in both scalars.

use crate::from_environment;
use std::fs;
use std::sync::Arc;
use swept::Method;
use swept_oracle::{
    Cast, Claim, Column, DropInF32, DropInF64, Engine, Form, Ours, ParryF32, ParryF64, Plan,
    Report, Source, run,
};

fn ask(sources: Vec<Source>, cases: u64) -> Report {
    let engines: [Box<dyn Engine>; 4] = [
        Box::new(DropInF64),
        Box::new(DropInF32),
        Box::new(ParryF64),
        Box::new(ParryF32),
    ];
    let plan = Plan {
        sources,
        cases,
        seed: 17,
        keep: 1_000_000,
        threads: 0,
    };
    run(&engines, &plan, &()).unwrap()
}

/// Whether a shape has no type in parry: such shapes are cast by support maps, whose points are as exact as parry computes them.
fn is_mapped(form: &Form) -> bool {
    match form {
        Form::Point | Form::Ellipsoid { .. } => true,
        Form::Rounded { shape, .. } => {
            matches!(**shape, Form::Ellipsoid { .. } | Form::Rounded { .. })
        }
        _ => false,
    }
}

/// No answer of the drop-in is wrong: but that a hit without its bracket counts as early where ours, with the same fraction, counts
/// as loose.
fn assert_right(report: &Report) {
    println!("{}", report.to_text());
    let (mut loose, mut mapped, mut wrong) = (0, 0, Vec::new());
    for fault in report
        .faults
        .iter()
        .filter(|f| f.column.is_wrong() && f.engine.starts_with("drop-in"))
    {
        let cast = &fault.original;
        let own = match &*fault.engine {
            "drop-in-f32" => Ours::<f32>::new(Method::Auto).answer(cast),
            _ => Ours::<f64>::new(Method::Auto).answer(cast),
        };
        let asked = match &*fault.engine {
            "drop-in-f32" => DropInF32.answer(cast),
            _ => DropInF64.answer(cast),
        };
        let same = matches!(
            (&own, &asked),
            (Ok(Claim::Hit { fraction: a, .. }), Ok(Claim::Hit { fraction: b, .. })) if a == b
        );
        if fault.column == Column::Early && same {
            loose += 1;
        } else if fault.column == Column::Point
            && (is_mapped(&cast.moving.shape) || is_mapped(&cast.fixed.shape))
        {
            mapped += 1;
        } else {
            wrong.push(format!(
                "{}: {} {}",
                fault.engine,
                fault.words,
                fault.shrunk.to_json()
            ));
        }
    }
    println!(
        "as loose as ours: {loose}; points of support maps: {mapped}; wrong: {}",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let answers = report.total(0).casts + report.total(1).casts;
    assert!(
        loose <= 1 + answers / 2_000 && mapped <= 1 + answers / 10_000,
        "{loose} {mapped}"
    );
}

#[test]
fn where_it_differs_from_parry_parry_is_wrong() {
    let cases = from_environment("SWEPT_CASTS", 12);
    let report = ask(Source::straight(), cases);
    assert_right(&report);
    // The comparison is not empty: parry answers the same casts, and is wrong on some.
    for i in [2, 3] {
        assert!(
            report.total(i).casts * 10 > report.total(0).casts * 8,
            "{}",
            report.to_text()
        );
        assert!(
            report.total(i).count(Column::Outcome) > 0,
            "{}",
            report.to_text()
        );
    }
}

/// The casts of the public threads of parry, rapier and bevy_rapier.
#[test]
fn the_casts_of_public_threads_are_right() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/corpus/threads.jsonl"
    );
    let text = fs::read_to_string(file).unwrap();
    let casts: Vec<_> = text
        .lines()
        .map(|line| Cast::from_line(line).unwrap())
        .collect();
    let of = |engine: &str| {
        casts
            .iter()
            .filter(|cast| cast.id.starts_with(engine))
            .count()
    };
    assert!(
        of("parry-") > 35 && of("rapier-") > 3,
        "{} {}",
        of("parry-"),
        of("rapier-")
    );
    let report = ask(vec![Source::List("threads".into(), Arc::new(casts))], 0);
    assert_right(&report);
}
