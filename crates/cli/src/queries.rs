//! A file of cases, answered line by line.

use crate::failure::Failure;
use crate::lines::{self, Line};
use crate::progress::on_terminal;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use swept::{CastOptions, Real};
use swept_case::{BadLine, CaseError, Meshes, answer_line, closed_form_line};

/// Answers each line of `file` (`-`: of standard input) on standard output, in order. Returns whether all lines
/// were good. With options they are cast, without any they are answered in closed form.
///
/// Blank lines get no answer, but count in line numbers. Memory is bounded by the longest line and the meshes in
/// use, whatever the length of the file.
pub fn answer_all<T: Real>(file: &Path, options: Option<&CastOptions<T>>) -> Result<bool, Failure> {
    let input: Box<dyn Read>;
    let (name, length, meshes);
    if file == Path::new("-") {
        name = "standard input".to_owned();
        length = None;
        meshes = Meshes::default();
        input = Box::new(io::stdin());
    } else {
        name = file.display().to_string();
        let opened = File::open(file).map_err(|e| Failure::io(&name, &e))?;
        let metadata = opened.metadata().map_err(|e| Failure::io(&name, &e))?;
        length = metadata.is_file().then_some(metadata.len());
        meshes = Meshes::in_folder(file.parent().unwrap_or(Path::new("")));
        input = Box::new(opened);
    }
    let progress = progress_bar(length);
    let stream = Stream {
        input: BufReader::with_capacity(1 << 18, input),
        name,
        meshes,
        options,
        progress: &progress,
    };
    let result = stream.answer(io::stdout().lock());
    progress.finish_and_clear();
    result
}

/// A bar of bytes on a terminal, and nothing anywhere else, nor when the answers go to the terminal.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    if io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{wide_bar} {percent}% {bytes}/{total_bytes}, {eta} left",
        ),
        None => (
            ProgressBar::no_length(),
            "{spinner} {bytes} read, {bytes_per_sec}",
        ),
    };
    on_terminal(bar, template)
}

struct Stream<'a, T: Real> {
    input: BufReader<Box<dyn Read>>,
    name: String,
    meshes: Meshes<T>,
    options: Option<&'a CastOptions<T>>,
    progress: &'a ProgressBar,
}

impl<T: Real> Stream<'_, T> {
    fn answer(mut self, mut output: impl Write) -> Result<bool, Failure> {
        /// Answers gather up to this size before they are written.
        const BLOCK: usize = 1 << 16;
        let (mut line, mut out) = (Vec::new(), String::new());
        let (mut number, mut all_good, mut unshown) = (0, true, 0);
        loop {
            // Nothing more at hand: let whoever waits for these answers have them before waiting for input.
            if out.len() >= BLOCK || (self.input.buffer().is_empty() && !out.is_empty()) {
                output.write_all(out.as_bytes())?;
                output.flush()?;
                out.clear();
                out.shrink_to(2 * BLOCK);
                self.progress.inc(unshown);
                unshown = 0;
            }
            let read = lines::next(&mut self.input, lines::LONGEST, &mut line);
            let (kind, bytes) = match read {
                Ok(read) => read,
                Err(e) => {
                    output.write_all(out.as_bytes())?;
                    return Err(Failure::Message(format!("{}: {e}", self.name)));
                }
            };
            number += 1;
            unshown += bytes;
            match kind {
                Line::End => break,
                Line::Whole if line.trim_ascii().is_empty() => {}
                Line::Whole => {
                    let meshes = &mut self.meshes;
                    all_good &= match self.options {
                        Some(options) => answer_line(&line, number, meshes, options, &mut out),
                        None => closed_form_line(&line, number, meshes, &mut out),
                    };
                }
                Line::TooLong => {
                    out.push_str(&too_long().to_line(number));
                    out.push('\n');
                    all_good = false;
                }
            }
        }
        output.write_all(out.as_bytes())?;
        output.flush()?;
        Ok(all_good)
    }
}

fn too_long() -> BadLine {
    let reason = format!("longer than {} bytes", lines::LONGEST);
    BadLine {
        id: None,
        error: CaseError {
            field: "line".to_owned(),
            reason,
        },
    }
}
