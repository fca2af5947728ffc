//! `swept check`: engines on generated or given casts, against the truth.

mod args;
mod engines;
mod files;
mod watch;

pub use args::CheckArgs;

use crate::failure::Failure;
use crate::report::counted;
use std::io::{self, Write};
use std::process::ExitCode;
use swept_oracle::{Column, EngineReport, Plan, Report, Reproduced, Source, run};

/// The exit code when one of our methods is wrong, or loose too often.
const WRONG: u8 = 1;

/// Runs the check, prints its table, and writes the report if one is asked for.
pub fn check(args: &CheckArgs) -> Result<ExitCode, Failure> {
    if args.list {
        io::stdout().write_all(names().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let engines = engines::chosen(args).map_err(Failure::Message)?;
    let plan = Plan {
        sources: sources(args)?,
        cases: args.cases,
        seed: args.seed,
        keep: args.keep,
        threads: args.threads.into(),
    };
    if let Some(folder) = &args.report {
        files::prepare(folder)?;
    }
    let total: u64 = plan.sources.iter().map(|s| s.count(plan.cases)).sum();
    let watch = watch::Watch::new(total * engines.len() as u64);
    let report =
        run(&engines, &plan, &watch).map_err(|e| Failure::Message(format!("threads: {e}")))?;
    watch.finish();
    if let Some(folder) = &args.report {
        files::write(folder, &report)?;
    }
    io::stdout().write_all(summary(&report).as_bytes())?;
    Ok(match report.is_good() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(WRONG),
    })
}

/// What the casts come from: files if any are named, families otherwise.
fn sources(args: &CheckArgs) -> Result<Vec<Source>, Failure> {
    if !args.casts.is_empty() {
        return files::casts(&args.casts);
    }
    let named = |name: &String| {
        let unknown = || {
            let known: Vec<_> = Source::all().iter().map(|s| s.name().to_owned()).collect();
            format!("no such family: {name} (expected {})", known.join(", "))
        };
        Source::named(name).ok_or_else(|| Failure::Message(unknown()))
    };
    match args.families.is_empty() {
        true => Ok(Source::all()),
        false => args.families.iter().map(named).collect(),
    }
}

fn names() -> String {
    let mut text = String::from("families\n");
    for source in Source::all() {
        text += &format!("  {}\n", source.name());
    }
    text += "engines\n";
    for engine in engines::known() {
        text += &format!("  {:<28} {}\n", engine.name(), engine.version());
    }
    text
}

fn summary(report: &Report) -> String {
    let mut text = report.to_text();
    let rate = report.answers() as f64 / report.timing.wall.max(1e-9);
    text += &format!(
        "{} in {:.1} s: {rate:.0} judged answers a second\n",
        counted(report.answers() as usize, "answer"),
        report.timing.wall
    );
    let told = report.faults.iter().filter(|f| is_told(report, f));
    for fault in told {
        text += &format!(
            "{} on {}: {} ({} in all), from {}\n{}\n",
            fault.engine,
            fault.source,
            fault.words,
            fault.count,
            fault.original.id,
            fault.shrunk.to_json()
        );
    }
    text
}

/// Whether a fault is told at once, and not in the report alone: each of ours, and the first time that a program is broken.
fn is_told(report: &Report, fault: &Reproduced) -> bool {
    let broken = |f: &&Reproduced| f.engine == fault.engine && f.column == Column::Broken;
    let first = report.faults.iter().find(broken);
    let ours = |e: &EngineReport| e.ours && e.name == fault.engine;
    report.engines.iter().any(ours) || first.is_some_and(|first| std::ptr::eq(first, fault))
}
