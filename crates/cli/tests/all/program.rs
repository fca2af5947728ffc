//! The program as its users run it: what its tests share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const SPHERES: &str = r#""moving":{"shape":{"type":"sphere","radius":1}},"fixed":{"shape":{"type":"sphere","radius":1},"position":[4,0,0]}"#;

pub fn swept(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_swept"));
    command.current_dir(folder).args(args);
    command
}

pub fn run(folder: &Path, args: &[&str]) -> Output {
    swept(folder, args).output().unwrap()
}

/// A new empty folder, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("swept-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A ceiling at height 5 and a wall below it at z = -1: to draw the level takes much longer without optimisations.
pub const ROOM: &str = "v 0 5 0\nv 8 5 0\nv 8 5 -8\nv 0 5 -8\nv 0 0 -1\nv 8 0 -1\nv 8 4 -1\nv 0 4 -1\n\
                    f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n";

/// The program says so in one line that begins with `message`, prints nothing else, and exits with 2.
pub fn assert_refused(folder: &Folder, args: &[&str], message: &str) {
    let output = run(&folder.0, args);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(
        error.starts_with(message) && error.lines().count() == 1,
        "{args:?}: {error}"
    );
    assert!(output.stdout.is_empty(), "{args:?}");
}
