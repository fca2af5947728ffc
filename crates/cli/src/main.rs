//! The `swept` program.
//!
//! `swept cast` casts a shape through a scene and draws it, or answers a file of cases. `swept check` holds engines against
//! the truth. `swept compare` times the methods and parry on the same casts. `swept walk` moves a shape through a scene by collide
//! and slide. The exit codes are told in the help (`args.rs`).

mod args;
#[cfg(test)]
mod book;
mod check;
mod compare;
mod drawing;
mod facets;
mod failure;
mod lines;
mod numbers;
mod progress;
mod queries;
mod report;
mod scene;
mod text;
mod walk;

use args::{CastArgs, Cli, Command, Scalar, Solver};
use clap::Parser;
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;
use swept::Real;

/// The exit code for anything bad.
const BAD: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.exit_code() == 0 => {
            // Help or version: an error in printing it leaves nobody to tell.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            say(&args::one_line(&error.to_string()));
            return ExitCode::from(BAD);
        }
    };
    let result = match &cli.command {
        Command::Cast(args) => match args.options.scalar {
            Scalar::F32 => cast::<f32>(args),
            Scalar::F64 => cast::<f64>(args),
        },
        Command::Compare(args) => compare::compare(args).map(|()| ExitCode::SUCCESS),
        Command::Check(args) => check::check(args),
        Command::Walk(args) => walk::walk(args),
    };
    match result {
        Ok(code) => code,
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            say(&format!("error: {message}"));
            ExitCode::from(BAD)
        }
    }
}

/// A line on standard error. Where that cannot be written to, the exit code has to do.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn cast<T: Real>(args: &CastArgs) -> Result<ExitCode, Failure> {
    let options = args.options.cast_options::<T>()?;
    let closed = args.options.method == Solver::Analytic;
    if closed {
        args.options.check_closed().map_err(Failure::Message)?;
    }
    match &args.queries {
        Some(file) => {
            let casting = Some(&options).filter(|_| !closed);
            let all_good = queries::answer_all(file, casting)?;
            Ok(if all_good {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(BAD)
            })
        }
        None if closed => Err(Failure::Message(
            "--method analytic needs --queries: a scene's triangles are cast one by one".to_owned(),
        )),
        None => scene::cast_through(args, &options).map(|()| ExitCode::SUCCESS),
    }
}
