//! The flags of `swept check`.

use crate::args::Scalar;
use crate::numbers::whole;
use clap::Args;
use std::path::PathBuf;

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The families of casts to draw from (default: all; see --list)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub families: Vec<String>,
    /// Casts to draw from each family
    #[arg(long, value_name = "COUNT", default_value_t = 2_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_hyphen_values = true)]
    pub cases: u64,
    /// The seed of the draw: the same seed gives the same casts everywhere
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub seed: u64,
    /// Judge the casts in these files of the case format, or folders of such files, instead of families
    #[arg(long, value_name = "PATHS", value_delimiter = ',', conflicts_with_all = ["families", "cases", "seed"])]
    pub casts: Vec<PathBuf>,
    /// The engines to ask: names, or `ours` and `parry` (default: all, unless --engine-command is given; see --list)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub engines: Vec<String>,
    /// Ask this program too: it reads cases from its standard input and writes answers to its standard output (may be repeated)
    #[arg(long, value_name = "CMD", value_parser = command)]
    pub engine_command: Vec<String>,
    /// The scalar by which that program's answers are judged
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub engine_scalar: Scalar,
    /// How long to wait for an answer of that program
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, allow_hyphen_values = true)]
    pub engine_patience: f64,
    /// Write report.html, report.json and faults.jsonl to this folder
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// How many wrong casts of each engine, family and kind of fault to shrink
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = whole::<usize>(0..=usize::MAX as u64), allow_hyphen_values = true)]
    pub keep: usize,
    /// Threads, up to 1,024 (default: one for each core); the result does not depend on it
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = whole::<u16>(0..=1024),
        allow_hyphen_values = true
    )]
    pub threads: u16,
    /// Print the names of families and engines
    #[arg(long)]
    pub list: bool,
}

fn command(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("no command (expected what a shell starts)".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x <= 86_400.0 => Ok(x),
        _ => Err("not a time (expected seconds > 0, at most 86400)".to_owned()),
    }
}
