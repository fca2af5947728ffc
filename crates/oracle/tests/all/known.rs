//! The casts with known answers that lie beside the project. (The integration tests take this file in, too.)

use std::path::PathBuf;

/// How many there are, at least: as many as there were when the last were added.
const LEAST: usize = 782;

/// All casts of the files `../shared/truth/cases/*.jsonl` as seen from the project's root, or of the folder that `SWEPT_TRUTH` names:
/// lines of JSON, each with the file and the number of the line that it is from.
///
/// Without the folder there are none, and a message says so; in continuous integration (`CI=true`) that is a failure, and so is it
/// if some of the casts are lost.
pub(crate) fn lines() -> Option<Vec<(String, String)>> {
    // Of a crate that lies in the project's root, or one folder deeper.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let root = root.ancestors().find(|at| at.join("Cargo.lock").is_file());
    let beside = root.expect("a workspace").join("../shared/truth/cases");
    let folder = std::env::var_os("SWEPT_TRUTH").map_or(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        let message = format!("no truth in {}: nothing compared", folder.display());
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{message}");
        println!("{message}");
        return None;
    };
    let mut files: Vec<_> = entries
        .map(|e| e.expect("readable folder").path())
        .filter(|file| file.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("readable file");
        let place = |i: usize| format!("{}:{}", file.display(), i + 1);
        let lines = text.lines().enumerate();
        all.extend(lines.map(|(i, line)| (place(i), line.to_string())));
    }
    assert!(
        all.len() >= LEAST,
        "only {} cases: some are lost",
        all.len()
    );
    Some(all)
}
