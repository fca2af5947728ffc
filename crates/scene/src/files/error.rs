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
            reason: reason.into(),
        }
    }

    pub(super) fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            place: Some(place.into()),
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
