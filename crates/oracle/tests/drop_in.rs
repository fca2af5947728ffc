//! The drop-in for parry beside parry, on the same calls: it is right everywhere, so that wherever the two differ by more than the
//! scalar allows, parry is proven wrong.
//!
//! `SWEPT_CASTS` sets the number of casts of each family (300 by default), which are asked in both scalars.

use std::fs;
use std::sync::Arc;
use swept_oracle::{
    Cast, Column, DropInF32, DropInF64, Engine, FAMILIES, ParryF32, ParryF64, Plan, Report, Source,
    run,
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
        keep: 3,
        threads: 0,
    };
    run(&engines, &plan, &()).unwrap()
}

/// No answer of the drop-in is wrong.
fn assert_right(report: &Report) {
    let wrong = |i: usize| {
        let columns = Column::ALL.into_iter().filter(|c| c.is_wrong());
        columns.map(|c| report.total(i).count(c)).sum::<u64>()
    };
    println!("{}", report.to_text());
    let mine = report
        .faults
        .iter()
        .filter(|f| f.column.is_wrong() && f.engine.starts_with("drop-in"));
    let told: Vec<_> = mine
        .map(|f| format!("{}: {} {}", f.engine, f.words, f.shrunk.to_json()))
        .collect();
    assert!(wrong(0) == 0 && wrong(1) == 0, "{}", told.join("\n"));
}

#[test]
fn where_it_differs_from_parry_parry_is_wrong() {
    let cases = std::env::var("SWEPT_CASTS").map_or(300, |n| n.parse().expect("a number of casts"));
    let sources = FAMILIES
        .iter()
        .filter_map(|family| Source::named(family.name));
    let report = ask(sources.collect(), cases);
    assert_right(&report);
    // The comparison is not empty: parry answers most of the same casts, and is wrong on some.
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
    let of = |engine: &str| casts.iter().filter(|cast| cast.id.contains(engine)).count();
    assert!(
        of("parry-") > 40 && of("rapier-") > 8,
        "{} {}",
        of("parry-"),
        of("rapier-")
    );
    let report = ask(vec![Source::List("threads".into(), Arc::new(casts))], 0);
    assert_right(&report);
}
