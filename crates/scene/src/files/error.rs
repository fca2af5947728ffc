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

/// A phrase that may have words of a file in it, which could break the line, or steer a terminal: what is no letter is written by its number.
fn in_a_line(text: String) -> String {
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

#[cfg(test)]
mod tests {
    use crate::files::Soup;

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
