//! Text files, as a whole or line by line.

use crate::failure::Failure;
use crate::lines::LONGEST;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
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
        not_utf8(file, line)
    })?;
    Ok(match text.strip_prefix(MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Shows the lines of a file of text, without their ends, and their numbers from 1 on. There may be any number of them, none longer than
/// [`LONGEST`].
pub fn each_line(
    file: &Path,
    mut show: impl FnMut(usize, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::io(file.display(), &e);
    let mut input = BufReader::new(File::open(file).map_err(failed)?);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut rest = input.by_ref().take(LONGEST as u64 + 1);
        if rest.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            break;
        }
        line.pop_if(|end| *end == b'\n');
        if line.len() > LONGEST {
            let why = format!("{}: longer than {LONGEST} bytes", place(file, number));
            return Err(Failure::Message(why));
        }
        let text = str::from_utf8(&line).map_err(|_| not_utf8(file, number))?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        let text = match number {
            1 => text.strip_prefix(MARK).unwrap_or(text),
            _ => text,
        };
        show(number, text)?;
    }
    Ok(())
}

/// The byte order mark.
const MARK: char = '\u{feff}';

fn not_utf8(file: &Path, line: usize) -> Failure {
    Failure::Message(format!("{}: not UTF-8", place(file, line)))
}

/// A line of a file, counted from 1, in words.
pub fn place(file: &Path, line: usize) -> String {
    format!("{}, line {line}", file.display())
}
