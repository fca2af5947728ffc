//! Files that are read as a whole.

use crate::failure::Failure;
use crate::lines::LONGEST;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// All bytes of a file, a pipe or a device. It is refused when it is longer than a line of cases may be, however long it is.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |e: io::Error| Failure::io(file.display(), &e);
    let mut bytes = Vec::new();
    let input = File::open(file).map_err(failed)?;
    let mut input = input.take(LONGEST as u64 + 1);
    input.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > LONGEST {
        let name = file.display();
        let why = format!("{name}: longer than {LONGEST} bytes");
        return Err(Failure::Message(why));
    }
    Ok(bytes)
}

/// A whole file of text, without the byte order mark that it may begin with.
pub fn read(file: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(bytes(file)?).map_err(|e| {
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
