//! `swept check` as its users run it.

use crate::program::{Folder, text};
use std::fs;
use std::process::{Command, Output};

fn check(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_swept"));
    command.arg("check").args(args).output().unwrap()
}

#[test]
fn our_methods_are_right_and_the_report_is_written() {
    let folder = Folder::new("check-report");
    let report = folder.0.join("deep/report");
    let output = check(&[
        "--families",
        "random,huge-target",
        "--cases",
        "40",
        "--report",
        report.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).contains("parry-f32"));
    assert!(output.stderr.is_empty(), "{output:?}");
    let page = fs::read_to_string(report.join("report.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("no wrong answer"));
    let json = fs::read_to_string(report.join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["sources"][1]["name"], "huge-target");
    assert_eq!(json["sources"][0]["tallies"][0]["wrong"], 0);

    // The faults are cases of their own, and are found again.
    let faults = report.join("faults.jsonl");
    assert!(fs::read_to_string(&faults).unwrap().lines().count() > 1);
    let again = check(&["--casts", faults.to_str().unwrap(), "--engines", "parry"]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
}

#[test]
fn bad_flags_and_files_are_told_in_one_line() {
    let folder = Folder::new("check-bad");
    let bad = folder.0.join("bad.jsonl");
    fs::write(
        &bad,
        "\n{\"moving\":{\"shape\":{\"type\":\"sphere\",\"radius\":-1}}}\n",
    )
    .unwrap();
    for (args, expected) in [
        (
            &["--families", "nonsense"][..],
            "error: no such family: nonsense (expected pairs, ",
        ),
        (
            &["--engines", "guess"],
            "error: no such engine: guess (expected all, ours, parry, auto-f64",
        ),
        (
            &["--cases", "0"],
            "error: invalid value '0' for '--cases <COUNT>'",
        ),
        (
            &["--threads", "100000"],
            "error: invalid value '100000' for '--threads <COUNT>': expected a whole number from 0 to 1024",
        ),
        (&["--engine-patience", "-1"], "error: "),
        (&["--casts", "no-such-file"], "error: no-such-file: "),
        (
            &["--casts", bad.to_str().unwrap()],
            "line 2: moving.shape.radius: -1 is not a length",
        ),
    ] {
        let output = check(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        let said = text(&output.stderr);
        assert!(
            said.contains(expected) && said.lines().count() == 1,
            "{args:?}: {said}"
        );
    }
}

#[test]
fn a_file_without_casts_beside_others_is_no_error() {
    let folder = Folder::new("check-empty");
    let ball = r#"{"shape":{"type":"sphere","radius":1}}"#;
    let cast = format!(r#"{{"moving":{ball},"fixed":{ball},"displacement":[1,0,0]}}"#);
    fs::write(folder.0.join("a.jsonl"), "").unwrap();
    fs::write(folder.0.join("b.jsonl"), cast).unwrap();
    let casts = folder.0.to_str().unwrap();
    let output = check(&["--casts", casts, "--engines", "auto-f64"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        text(&output.stdout).contains("\n1 answer in "),
        "{output:?}"
    );
}

/// In `f32` a decimal is another number, and 1e300 none.
#[test]
fn casts_that_f32_rounds_are_asked_once_more() {
    let folder = Folder::new("decimals");
    let file = folder.0.join("decimals.jsonl");
    let cast = |radius: &str| {
        let shape = format!(r#"{{"shape":{{"type":"sphere","radius":{radius}}}"#);
        format!(
            "{{\"moving\":{shape}}},\"fixed\":{shape},\"position\":[9,0,0]}},\"displacement\":[9,0,0]}}\n"
        )
    };
    fs::write(&file, ["0.1", "1e20", "0.5"].map(cast).concat()).unwrap();
    let output = check(&[
        "--casts",
        file.to_str().unwrap(),
        "--engines",
        "auto-f32,auto-f64",
    ]);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    // As they are, one in f32 and three in f64; rounded, one in both, as the other is out of range there. None of them wrong.
    for (engine, answers) in [("auto-f32", "2"), ("auto-f64", "4")] {
        let row = told.lines().find(|line| line.starts_with(engine));
        let cells: Vec<_> = row.unwrap_or_default().split_whitespace().collect();
        assert_eq!(cells[1..3], [answers, "0"], "{told}");
    }
}

#[test]
fn the_names_are_listed() {
    let output = check(&["--list"]);
    for name in ["oblique-balls", "grazing", "portal-f32", "parry-f64"] {
        assert!(text(&output.stdout).contains(name), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_is_told_and_is_no_fault_of_ours() {
    let output = check(&[
        "--families",
        "random",
        "--cases",
        "10",
        "--engine-command",
        "echo no licence >&2; exit 3",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = text(&output.stdout);
    assert!(
        said.contains("broken: the program ended before it answered")
            && said.contains("no licence"),
        "{said}"
    );
}

/// The program in the book is a whole one.
#[cfg(unix)]
#[test]
fn the_program_in_the_book_answers_balls() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no python3");
        println!("skipped: no python3");
        return;
    }
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md");
    let book = fs::read_to_string(book).unwrap();
    let code = book
        .split("```python\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let folder = Folder::new("check-python");
    let file = folder.0.join("balls.py");
    fs::write(&file, code.unwrap()).unwrap();
    let ball = |x: f64, y: f64| {
        format!(
            "{{\"moving\":{{\"shape\":{{\"type\":\"sphere\",\"radius\":1}},\"position\":[{x},{y},0]}},\
             \"fixed\":{{\"shape\":{{\"type\":\"sphere\",\"radius\":0.5}}}},\"displacement\":[-8,1,0]}}\n"
        )
    };
    let casts: String = [(4.0, 0.0), (4.0, 9.0), (1.0, 0.5), (-4.0, 0.0), (5.0, -1.0)]
        .map(|(x, y)| ball(x, y))
        .concat();
    let cases = folder.0.join("balls.jsonl");
    fs::write(&cases, casts).unwrap();
    let command = format!("python3 {}", file.display());
    let output = check(&[
        "--casts",
        cases.to_str().unwrap(),
        "--engine-command",
        &command,
    ]);
    let said = text(&output.stdout);
    let row = said.lines().find(|l| l.starts_with("python3")).unwrap();
    let words: Vec<_> = row.split_whitespace().collect();
    assert_eq!(words[..3], ["python3", "5", "0"], "{said}");
}
