//! Text files.

use crate::failure::Failure;
use std::path::Path;

/// A whole file of text, without the byte order mark that it may begin with.
pub fn read(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Failure::io(file.display(), &e))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Failure::Message(format!("{}: not UTF-8", place(file, line)))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// A line of a file, counted from 1, in words.
pub fn place(file: &Path, line: usize) -> String {
    format!("{}, line {line}", file.display())
}
