//! What ends the program early.

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::path::Path;

/// Why a command ended.
#[derive(Debug)]
pub enum Failure {
    /// One line for standard error.
    Message(String),
    /// Whoever reads the output has gone: nothing to say.
    ReaderGone,
}

impl Failure {
    /// What an error tells.
    pub fn of(error: impl Display) -> Self {
        Self::Message(error.to_string())
    }

    /// The failure to read or write `what`.
    pub fn io(what: impl Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Message(format!("{what}: {error}")),
        }
    }
}

/// An error in writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::io("standard output", &error)
    }
}

/// Tells before the work, not after, that a file cannot be written. What it holds stays until then, and where there is none, there is
/// none after this either: the work may yet come to nothing.
pub fn check_writable(file: &Path) -> Result<(), Failure> {
    let mut options = File::options();
    options.append(true);
    let tried = match file.symlink_metadata() {
        Err(_) => {
            let made = options.create_new(true).open(file).map(drop);
            made.and_then(|()| std::fs::remove_file(file))
        }
        // A link to nothing: to try would make what it leads to, and to clean up would take the link.
        Ok(_) if !file.exists() => Ok(()),
        Ok(_) => options.open(file).map(drop),
    };
    tried.map_err(|e| Failure::io(file.display(), &e))
}
