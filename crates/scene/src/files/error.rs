//! Why a file was refused.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a mesh file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file; `None` for what was not read from one.
    pub file: Option<PathBuf>,
    /// Where in it, in the words of its format: `line 7`, `face 12`, `node 3, mesh 0, primitive 1`. `None` when it is
    /// about the whole.
    pub place: Option<String>,
    /// What is wrong there, as a phrase.
    pub reason: String,
}

impl FileError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            file: None,
            place: None,
            reason: in_a_line(reason.into()),
        }
    }

    pub(super) fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            place: Some(in_a_line(place.into())),
            ..Self::new(reason)
        }
    }

    pub(super) fn of(self, file: &Path) -> Self {
        Self {
            file: Some(file.to_owned()),
            ..self
        }
    }

    /// Place and reason, without the file.
    #[must_use]
    pub fn what(&self) -> String {
        match &self.place {
            Some(place) => format!("{place}: {}", self.reason),
            None => self.reason.clone(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        f.write_str(&self.what())
    }
}

impl std::error::Error for FileError {}

/// Characters at the beginning and the end of a phrase that are always told. Most words of files are shorter, and what is wrong with a
/// long one is said before or behind it.
const ENDS: [usize; 2] = [160, 80];

/// A phrase that may have words of a file in it, which may be as long as the file, could break the line, or steer a terminal: of a long
/// phrase the middle is left out, and what is no letter is written by its number.
fn in_a_line(text: String) -> String {
    let text = shortened(text);
    if !text.contains(char::is_control) {
        return text;
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// A phrase without its middle, if it is a long one.
fn shortened(text: String) -> String {
    let [start, end] = ENDS;
    let from = text.char_indices().nth(start);
    let to = text.char_indices().nth_back(end - 1);
    match (from, to) {
        (Some((from, _)), Some((to, _))) if from < to => {
            format!("{} ... {}", &text[..from], &text[to..])
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Soup;

    #[test]
    fn of_a_long_phrase_both_ends_are_told() {
        let [start, end] = ENDS;
        for letter in ["a", "é", "\u{10348}"] {
            let whole = letter.repeat(start + end);
            assert_eq!(shortened(whole.clone()), whole);
            let [first, last] = ENDS.map(|count| letter.repeat(count));
            let short = format!("{first} ... {last}");
            for more in [1, 2, 1_000_000] {
                assert_eq!(shortened(letter.repeat(start + end + more)), short);
            }
        }
        assert_eq!(shortened(String::new()), "");
    }

    /// A file's words may be as long as the file: of an error they are not more than a line.
    #[test]
    fn a_long_word_of_a_file_makes_no_long_error() {
        let long = "x".repeat(1 << 20);
        let gltf = |json: String| Soup::gltf_with(json.as_bytes(), |_| Err("no such file".into()));
        let buffer = |uri: String| {
            gltf(format!(
                r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4,"uri":"{uri}"}}]}}"#
            ))
        };
        let header = |element: String| {
            let head = "ply\nformat ascii 1.0\nelement";
            Soup::ply(format!("{head} {element} 1\nproperty int c\nend_header\n").as_bytes())
        };
        for (read, end) in [
            (buffer(format!("{long}.bin")), ".bin: no such file"),
            (
                buffer(format!("a:{long}")),
                "x is not a file beside this one",
            ),
            (buffer(format!("%ff{long}")), "from index 0"),
            (
                gltf(format!(r#"{{"asset":{{"version":"{long}"}}}}"#)),
                "x (expected 2.0)",
            ),
            (header(long.clone()), ""),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.len() < 1000 && error.ends_with(end), "{error:.2000}");
        }
    }

    #[test]
    fn words_of_a_file_neither_break_the_line_nor_steer_a_terminal() {
        let file = br#"{"asset":{"version":"3\n\u001b[31mx"}}"#;
        let error = Soup::gltf(file, "").unwrap_err().to_string();
        let expected = "asset: version 3\\n\\u{1b}[31mx (expected 2.0)";
        assert_eq!(error, expected);
        let header = "ply\nformat ascii 1.0\nelement a\u{1b}b 1\nproperty int c\nend_header\n";
        let error = Soup::ply(header.as_bytes()).unwrap_err().to_string();
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}
