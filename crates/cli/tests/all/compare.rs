//! `swept compare`.

use crate::program::{Folder, assert_refused, run, text};
use std::fs;

#[test]
fn comparing_prints_tables_and_writes_every_file() {
    let folder = Folder::new("compare");
    let args = [
        "compare",
        "--pairs",
        "box-box",
        "--casts",
        "30",
        "--methods",
        "auto,analytic",
        "--save",
        "casts.jsonl",
        "--json",
        "r.json",
        "--html",
        "r.html",
        "--markdown",
        "r.md",
    ];
    let output = run(&folder.0, &args);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    let said = text(&output.stdout);
    assert!(
        said.contains("article: min") && said.contains("box-box"),
        "{said}"
    );
    assert!(read("r.md").starts_with("# How swept compares\n"));
    let page = read("r.html");
    assert!(page.contains("<svg") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("NaN"));
    assert!(read("r.json").contains("\"solver\": \"analytic\""));
    assert_eq!(read("casts.jsonl").lines().count(), 30);
    // What was saved is compared again, and nothing else.
    let again = [
        "compare",
        "--workload",
        "casts.jsonl",
        "--methods",
        "auto",
        "--scalars",
        "f64",
    ];
    let output = run(&folder.0, &again);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        said.contains("30 casts") && !said.contains("article"),
        "{said}"
    );
    assert!(!said.contains("analytic"), "{said}");
}

/// It is left out of what comes next, and costs nobody else's numbers.
#[test]
fn a_peer_that_fails_is_told_after_what_was_measured() {
    let folder = Folder::new("failing-peer");
    let args = [
        "compare",
        "--pairs",
        "sphere-sphere,box-box",
        "--casts",
        "10",
        "--methods",
        "auto",
        "--scalars",
        "f32",
        "--peer",
        "dead=exit",
        "--markdown",
        "r.md",
    ];
    let output = run(&folder.0, &args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = text(&output.stderr);
    assert!(
        told.starts_with("error: box-box: dead: ended before") && told.lines().count() == 1,
        "{told}"
    );
    assert!(!told.contains("sphere-sphere"), "{told}");
    let report = fs::read_to_string(folder.0.join("r.md")).unwrap();
    for said in [text(&output.stdout), &report] {
        let auto = said.lines().filter(|line| line.contains("auto"));
        assert!(
            auto.count() >= 2 && said.contains("Failed: dead: ended before"),
            "{said}"
        );
    }
}

#[test]
fn what_cannot_be_compared_is_told_in_one_line_with_exit_code_2() {
    let folder = Folder::new("bad-compare");
    fs::write(folder.0.join("bad.jsonl"), "\n{\"id\":1}\n").unwrap();
    for (args, message) in [
        (
            &["--methods", "guess"][..],
            "error: invalid value 'guess' for '--methods <NAME,..>': no such method",
        ),
        (
            &["--workload", "none.jsonl"],
            "error: none.jsonl: No such file or directory",
        ),
        (
            &["--workload", "bad.jsonl"],
            "error: bad.jsonl: line 2: moving: missing",
        ),
        (
            &[
                "--pairs",
                "box-box",
                "--casts",
                "1",
                "--html",
                "no/where.html",
            ],
            "error: no/where.html: No such file or directory",
        ),
    ] {
        assert_refused(&folder, &[&["compare"], args].concat(), message);
    }
}
