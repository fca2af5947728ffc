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
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    match server::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
