//! `swept cast --queries`: many casts, a line each.

use crate::program::{Folder, SPHERES, run, swept, text};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn queries_are_answered_in_order_and_bad_lines_in_their_place() {
    let folder = Folder::new("queries");
    fs::write(
        folder.0.join("floor.obj"),
        "v -9 0 -9\nv 9 0 -9\nv 0 0 9\nf 1 2 3\n",
    )
    .unwrap();
    let mut lines: Vec<u8> = Vec::new();
    for line in [
        // Some programs begin a file with a byte order mark.
        format!("\u{feff}{{\"id\":\"a\",{SPHERES},\"displacement\":[4,0,0]}}").as_bytes(),
        b"  \t",
        b"{\"id\":\"\xff\"}",
        br#"{"id":7,"moving":{"shape":{"type":"sphere","radius":-1}}}"#,
        format!("{{\"id\":\"b\",{SPHERES},\"displacement\":[-4,0,0]}}\r").as_bytes(),
        br#"{"id":"m","moving":{"shape":{"type":"point"},"position":[0,2,0]},"fixed":{"shape":{"type":"mesh","file":"floor.obj"}},"displacement":[0,-4,0]}"#,
    ] {
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    lines.pop(); // the last line has no end
    fs::write(folder.0.join("q.jsonl"), &lines).unwrap();
    // The mesh is found beside the queries, not in the working directory.
    let elsewhere = Folder::new("elsewhere");
    let file = folder.0.join("q.jsonl");
    let output = run(&elsewhere.0, &["cast", "--queries", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "");
    let answers: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(answers.len(), 5);
    for (answer, start) in answers.iter().zip([
        r#"{"id":"a","outcome":"hit","fraction":0."#,
        r#"{"line":3,"error":"line: "#,
        r#"{"id":7,"line":4,"error":"moving.shape.radius: -1 is not a length (expected a finite number >= 0)"}"#,
        r#"{"id":"b","outcome":"miss","#,
        r#"{"id":"m","outcome":"hit","fraction":0."#,
    ]) {
        assert!(answer.starts_with(start), "{answer}");
    }
    assert!(
        answers[4].contains(r#""triangle":0,"face_normal":["#),
        "{}",
        answers[4]
    );
}

#[test]
fn standard_input_is_answered_line_by_line_while_it_comes() {
    let folder = Folder::new("stdin");
    let mut child = swept(&folder.0, &["cast", "--queries", "-", "--scalar", "f32"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(input, r#"{{"id":{id},{SPHERES},"displacement":[4,0,0]}}"#).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!(r#"{{"id":{id},"outcome":"hit","#)),
            "{answer}"
        );
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = Folder::new("pipe");
    let line = format!("{{\"id\":1,{SPHERES},\"displacement\":[4,0,0]}}\n");
    fs::write(folder.0.join("q.jsonl"), line.repeat(20_000)).unwrap();
    let mut child = swept(&folder.0, &["cast", "--queries", "q.jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}

#[test]
fn closed_forms_answer_the_pairs_that_have_one() {
    let folder = Folder::new("analytic");
    let sphere = format!(r#"{{"id":1,{SPHERES},"displacement":[4,0,0]}}"#);
    // Roles swapped, the ray's closed form answers: the cone's base is at y = −1.
    let cone =
        r#""moving":{"shape":{"type":"cone","half_height":1,"radius":1},"position":[0,2,0]}"#;
    let point = format!(
        r#"{{"id":2,{cone},"fixed":{{"shape":{{"type":"point"}}}},"displacement":[0,-2,0]}}"#
    );
    let none = format!(
        r#"{{"id":3,{cone},"fixed":{{"shape":{{"type":"cylinder","half_height":1,"radius":1}}}},"displacement":[0,-2,0]}}"#
    );
    fs::write(
        folder.0.join("cases.jsonl"),
        [sphere, point, none].join("\n"),
    )
    .unwrap();
    let asked = ["cast", "--method", "analytic", "--queries", "cases.jsonl"];
    let output = run(&folder.0, &asked);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3);
    for (line, normal) in [(lines[0], "[-1.0,0.0,0.0]"), (lines[1], "[0.0,1.0,0.0]")] {
        assert!(line.contains(r#""outcome":"hit""#), "{line}");
        assert!(line.contains(&format!(r#""normal":{normal}"#)), "{line}");
        assert!(line.ends_with(r#""method":"analytic"}"#), "{line}");
        let fraction: f64 = line
            .split(r#""fraction":"#)
            .nth(1)
            .and_then(|rest| rest.split(',').next())
            .and_then(|number| number.parse().ok())
            .unwrap();
        assert!((0.5 - 1e-12..=0.5).contains(&fraction), "{line}");
    }
    assert_eq!(
        lines[2],
        r#"{"id":3,"line":3,"error":"moving/fixed: no closed form for a cone against a cylinder"}"#
    );
    for (flags, message) in [
        (
            &["--target-distance", "1"][..],
            "error: --method analytic cannot be used with --target-distance",
        ),
        (
            &["--max-steps", "7"],
            "error: --method analytic cannot be used with --max-steps",
        ),
        (
            &["--start-overlap", "ignore"],
            "error: --method analytic cannot be used with --start-overlap",
        ),
    ] {
        let output = run(&folder.0, &[&asked[..], flags].concat());
        assert_eq!(text(&output.stderr).trim_end(), message);
    }
    let output = run(&folder.0, &["cast", "--method", "analytic"]);
    assert!(text(&output.stderr).starts_with("error: --method analytic needs --queries"));
}
