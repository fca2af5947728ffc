//! The same casts through every method and through parry, side by side.

use crate::failure::{Failure, check_writable};
use crate::numbers::whole;
use crate::progress::on_terminal;
use clap::Args;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use swept_compare::{
    Effort, PAIRS, Pair, Peer, Plan, SESSION, Scalar, Solver, Way, Workload, load, save,
};

/// What to compare.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Only the pairs whose names contain one of these words, and nothing of how cost grows
    #[arg(long, value_name = "WORD,..", value_delimiter = ',', value_parser = pair_word)]
    pub pairs: Vec<String>,
    /// Only these methods; parry in f32, which ratios are taken to, is always among them
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = solver)]
    pub methods: Vec<Solver>,
    /// Only these scalars: f32, f64
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = scalar)]
    pub scalars: Vec<Scalar>,
    /// Another program that casts the pairs, too: its name, which may end in -f32 or -f64, and how to start it
    #[arg(long = "peer", value_name = "NAME=COMMAND", value_parser = peer)]
    pub peers: Vec<Peer>,
    /// Casts for each pair
    #[arg(long, value_name = "COUNT", default_value_t = SESSION as u32, value_parser = whole::<u32>(1..=10_000_000), allow_hyphen_values = true)]
    pub casts: u32,
    /// The seed that casts are made from
    #[arg(long, default_value_t = 2010, value_parser = whole::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub seed: u64,
    /// Compare on the casts of FILE, one line of JSON each, and on nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "casts", "seed"])]
    pub workload: Option<PathBuf>,
    /// Write the casts of the pairs to FILE
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write every number to FILE, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write charts and tables to FILE, as one page of HTML
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the tables to FILE, as markdown
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

/// How much is measured of each pair, so that all of it takes less than two minutes.
const EFFORT: Effort = Effort {
    repeats: 5,
    rounds: 2,
    cold: 100,
};

/// Compares, prints the tables, and writes the files that were asked for. Then tells which of the other programs failed.
pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    let files = [&args.json, &args.html, &args.markdown];
    for file in files.into_iter().flatten() {
        check_writable(file)?;
    }
    if let Some(file) = &args.save {
        write(file, |out| save(&plan.workloads, out))?;
    }
    // Of tasks.
    let bar = on_terminal(
        ProgressBar::new(1),
        "{wide_bar} {pos}/{len}, {eta} left, {msg}",
    );
    let report = plan.run(|progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.next.to_owned());
    });
    bar.finish_and_clear();
    let report = report.map_err(Failure::of)?;
    if let Some(file) = &args.json {
        write(file, |out| out.write_all(report.json().as_bytes()))?;
    }
    if let Some(file) = &args.html {
        write(file, |out| out.write_all(report.html().as_bytes()))?;
    }
    if let Some(file) = &args.markdown {
        write(file, |out| out.write_all(report.markdown().as_bytes()))?;
    }
    io::stdout().lock().write_all(report.text().as_bytes())?;
    let failures = report.failures().map(|(pair, e)| format!("{pair}: {e}"));
    let failures: Vec<String> = failures.collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(Failure::Message(failures.join("; ")))
    }
}

fn plan(args: &CompareArgs) -> Result<Plan, Failure> {
    let casts = args.casts as usize;
    let pairs: Vec<&'static Pair> = PAIRS.iter().filter(|pair| wanted(args, pair)).collect();
    let made = pairs.iter().map(|pair| pair.workload(args.seed, casts));
    let workloads = match &args.workload {
        Some(file) => read(file)?,
        None => made.collect::<Result<_, _>>().map_err(Failure::of)?,
    };
    Ok(Plan {
        workloads,
        ways: ways(args),
        peers: args.peers.clone(),
        protocol: if args.workload.is_some() {
            Vec::new()
        } else {
            pairs
        },
        batches: args.workload.is_none(),
        growth: args.workload.is_none() && args.pairs.is_empty(),
        casts,
        seed: args.seed,
        effort: EFFORT,
    })
}

fn wanted(args: &CompareArgs, pair: &Pair) -> bool {
    args.pairs.is_empty()
        || args
            .pairs
            .iter()
            .any(|word| pair.name.contains(word.as_str()))
}

/// The ways asked for, and parry in `f32`.
fn ways(args: &CompareArgs) -> Vec<Way> {
    let chosen = |way: &Way| {
        let solver = args.methods.is_empty() || args.methods.contains(&way.solver);
        let scalar = args.scalars.is_empty() || args.scalars.contains(&way.scalar);
        (solver && scalar) || *way == Way::BASE
    };
    Way::all().filter(chosen).collect()
}

fn read(file: &Path) -> Result<Vec<Workload>, Failure> {
    let name = file.display();
    let opened = File::open(file).map_err(|e| Failure::io(&name, &e))?;
    load(BufReader::new(opened)).map_err(|e| Failure::Message(format!("{name}: {e}")))
}

fn write(file: &Path, with: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let said = |e: io::Error| Failure::io(file.display(), &e);
    let mut out = BufWriter::new(File::create(file).map_err(said)?);
    with(&mut out).and_then(|()| out.flush()).map_err(said)
}

fn pair_word(word: &str) -> Result<String, String> {
    if !word.is_empty() && PAIRS.iter().any(|pair| pair.name.contains(word)) {
        return Ok(word.to_owned());
    }
    let names = PAIRS.map(|pair| pair.name).join(", ");
    Err(format!(
        "in the name of no pair (expected a part of one of {names})"
    ))
}

fn solver(name: &str) -> Result<Solver, String> {
    Solver::all().find(|s| s.name() == name).ok_or_else(|| {
        let names: Vec<_> = Solver::all().map(Solver::name).collect();
        format!("no such method (expected one of {})", names.join(", "))
    })
}

/// Its errors are told in `f32`, unless its name says that it computes in `f64`.
fn peer(text: &str) -> Result<Peer, String> {
    let expected = "(expected NAME=COMMAND, the name one word)";
    let (name, command) = text
        .split_once('=')
        .ok_or_else(|| format!("no command {expected}"))?;
    let scalar = Scalar::ALL.into_iter().find_map(|scalar| {
        let name = name.strip_suffix(scalar.name())?.strip_suffix('-')?;
        Some((name, scalar))
    });
    let (name, scalar) = scalar.unwrap_or((name, Scalar::F32));
    let is_word = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(is_word) {
        return Err(format!("no name {expected}"));
    }
    if Solver::all().any(|s| s.name() == name) {
        return Err(format!("the name of one of ours or of parry {expected}"));
    }
    if command.trim().is_empty() {
        return Err(format!("no command {expected}"));
    }
    Ok(Peer::new(name, scalar, command))
}

fn scalar(name: &str) -> Result<Scalar, String> {
    let found = Scalar::ALL.into_iter().find(|s| s.name() == name);
    found.ok_or_else(|| "no such scalar (expected f32 or f64)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command, one_line};
    use clap::Parser;

    fn parse(args: &[&str]) -> Result<CompareArgs, String> {
        let args = ["swept", "compare"].iter().chain(args);
        match Cli::try_parse_from(args) {
            Ok(Cli {
                command: Command::Compare(args),
            }) => Ok(args),
            Ok(other) => panic!("{other:?}"),
            Err(e) => Err(one_line(&e.to_string())),
        }
    }

    #[test]
    fn filters_choose_and_parry_in_f32_stays() {
        let args = parse(&[
            "--methods",
            "portal,auto",
            "--scalars",
            "f64",
            "--pairs",
            "hull1024,sphere-b",
        ]);
        let args = args.unwrap();
        let labels: Vec<String> = ways(&args).into_iter().map(Way::label).collect();
        assert_eq!(labels, ["parry f32", "auto f64", "portal f64"]);
        let plan = plan(&CompareArgs { casts: 3, ..args }).unwrap();
        let names: Vec<&str> = plan.workloads.iter().map(Workload::name).collect();
        assert_eq!(names, ["hull1024-hull1024", "sphere-box"]);
        assert!(!plan.growth && plan.workloads[0].casts().len() == 3);
        assert!(parse(&[]).unwrap().pairs.is_empty());
    }

    #[test]
    fn every_bad_argument_is_told_in_one_line() {
        for (args, expected) in [
            (
                &["--pairs", "box-bix"][..],
                "error: invalid value 'box-bix' for '--pairs <WORD,..>': in the name of no pair (expected a part of one of box-box,",
            ),
            (
                &["--pairs", "box,"],
                "error: invalid value '' for '--pairs <WORD,..>': in the name of no pair (expected a part of one of box-box,",
            ),
            (
                &["--methods", "auto,guess"],
                "error: invalid value 'guess' for '--methods <NAME,..>': no such method (expected one of parry, auto,",
            ),
            (
                &["--scalars", "f16"],
                "error: invalid value 'f16' for '--scalars <NAME,..>': no such scalar (expected f32 or f64)",
            ),
            (
                &["--peer", "bullet"],
                "error: invalid value 'bullet' for '--peer <NAME=COMMAND>': no command (expected NAME=COMMAND",
            ),
            (
                &["--peer", "=./bullet"],
                "error: invalid value '=./bullet' for '--peer <NAME=COMMAND>': no name (expected NAME=COMMAND",
            ),
            (
                &["--peer", "portal-f32=./bullet"],
                "error: invalid value 'portal-f32=./bullet' for '--peer <NAME=COMMAND>': the name of one of ours or of parry",
            ),
            (
                &["--casts", "0"],
                "error: invalid value '0' for '--casts <COUNT>': expected a whole number from 1 to 10000000",
            ),
            (
                &["--seed", "x"],
                "error: invalid value 'x' for '--seed <SEED>': expected a whole number from 0 to 18446744073709551615",
            ),
            (
                &["--workload", "a", "--casts", "5"],
                "error: the argument '--workload <FILE>' cannot be used with '--casts <COUNT>'",
            ),
        ] {
            let found = parse(args).unwrap_err();
            assert!(
                found.starts_with(expected) && !found.contains('\n'),
                "{args:?}: {found}"
            );
        }
    }
}
