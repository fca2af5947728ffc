//! The `swept-view` program: serves one page, on this machine alone unless told otherwise, that shows a cast, its proof and the
//! methods at work.
//!
//! The page knows no geometry of casts: it sends lines of the case format and draws what comes back. `server` takes connections
//! and bounds what they may cost, `gate` refuses whoever is not the page, and `api` answers, a file for each thing that can be
//! asked. Exit codes: 0 for help and the version, 2 when an argument was bad or the address could not be had.

mod api;
mod args;
mod gate;
mod page;
mod server;

use args::Args;
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    match server::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

/// A line on standard error. Where that cannot be written to, the exit code has to do.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
