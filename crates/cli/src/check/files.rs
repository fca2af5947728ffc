//! Files of casts in, reports out.

use crate::failure::{Failure, check_writable};
use crate::text;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use swept_case::{Case, Meshes};
use swept_oracle::{Cast, Report, Reproduced, Source};

/// The casts of each file; of a folder, those of each `.jsonl` file in it, by name. There is one at least. Those with numbers that `f32`
/// does not hold come once more, rounded to it.
pub fn casts(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(lists_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    let mut lists = Vec::new();
    for file in &files {
        let (name, casts) = (name(file), list(file)?);
        let rounded = rounded(&casts);
        let in_f32 = format!("{name} in f32");
        lists.push(Source::List(name, Arc::new(casts)));
        if !rounded.is_empty() {
            lists.push(Source::List(in_f32, Arc::new(rounded)));
        }
    }
    if lists.iter().all(|list| list.count(0) == 0) {
        let names: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
        return Err(Failure::Message(format!("{}: no casts", names.join(", "))));
    }
    Ok(lists)
}

fn lists_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |e: &std::io::Error| Failure::io(folder.display(), e);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| failed(&e))? {
        let path = entry.map_err(|e| failed(&e))?.path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    match files.is_empty() {
        true => Err(Failure::Message(format!(
            "{}: no .jsonl file",
            folder.display()
        ))),
        false => Ok(files),
    }
}

/// The casts that engines in `f32` cannot be asked as they are, with every number rounded to `f32`; but for those that it has no room for.
fn rounded(casts: &[Cast]) -> Vec<Cast> {
    let is_read = |cast: &Cast| {
        let line = cast.to_json();
        Case::<f32>::parse(line.as_bytes(), &mut Meshes::default()).is_ok()
    };
    let inexact = casts.iter().filter(|cast| !cast.is_exact_in_f32());
    inexact.map(Cast::exact).filter(is_read).collect()
}

fn name(file: &Path) -> String {
    let name = file.file_stem().map(|s| s.to_string_lossy().into_owned());
    name.unwrap_or_default()
}

fn list(file: &Path) -> Result<Vec<Cast>, Failure> {
    let mut casts = Vec::new();
    text::each_line(file, |number, line| {
        if line.trim().is_empty() {
            return Ok(());
        }
        let bad = |why: String| Failure::Message(format!("{}: {why}", text::place(file, number)));
        let mut cast = Cast::from_line(line).map_err(|e| bad(e.error.what()))?;
        if cast.id.is_empty() {
            cast.id = format!("line-{number}");
        }
        casts.push(cast);
        Ok(())
    })?;
    Ok(casts)
}

/// The files of a report: the page, the same for programs, and a case line for each fault.
const REPORT: [&str; 3] = ["report.html", "report.json", "faults.jsonl"];

/// Makes the folder of a report if need be, and tells before the work when the report cannot be written there.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|e| Failure::io(folder.display(), &e))?;
    REPORT
        .iter()
        .try_for_each(|name| check_writable(&folder.join(name)))
}

/// Writes the files of a report to its folder.
pub fn write(folder: &Path, report: &Report) -> Result<(), Failure> {
    let [page, data, faults] = REPORT;
    let write = |name: &str, text: String| {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|e| Failure::io(file.display(), &e))
    };
    let json = report
        .to_json()
        .map_err(|e| Failure::Message(format!("{data}: {e}")))?;
    write(data, json)?;
    write(page, report.to_html().map_err(Failure::Message)?)?;
    let lines: Vec<_> = report.faults.iter().map(fault_line).collect();
    write(faults, lines.concat())
}

/// A cast as a case line that also says which engine is wrong on it, how, how often, and what it was shrunk from.
fn fault_line(fault: &Reproduced) -> String {
    let from = &fault.original.id;
    let mut cast = fault.shrunk.clone();
    cast.id = format!("{}/{}/{from}", fault.engine, fault.column.name());
    let mut line = cast.to_json();
    line.pop();
    let notes = [
        ("engine", json!(fault.engine)),
        ("fault", json!(fault.words)),
        ("count", json!(fault.count)),
        ("from", json!(from)),
    ];
    for (key, value) in notes {
        line += &format!(",\"{key}\":{value}");
    }
    line + "}\n"
}
