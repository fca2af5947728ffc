//! The program as its users run it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SPHERES: &str = r#""moving":{"shape":{"type":"sphere","radius":1}},"fixed":{"shape":{"type":"sphere","radius":1},"position":[4,0,0]}"#;

fn swept(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_swept"));
    command.current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    swept(folder, args).output().unwrap()
}

/// A new empty folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
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

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn without_arguments_it_casts_through_the_level_and_draws() {
    let folder = Folder::new("default");
    let output = run(&folder.0, &["cast"]);
    assert!(output.status.success(), "{output:?}");
    let report = text(&output.stdout);
    for what in [
        "outcome   hit",
        "triangle",
        "proven    no contact before",
        "picture   swept-cast.svg",
    ] {
        assert!(report.contains(what), "{report}");
    }
    let picture = fs::read_to_string(folder.0.join("swept-cast.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("capsule: hit at fraction"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}

/// A ceiling at height 5 and a wall below it at z = -1: to draw the level takes much longer without optimisations.
const ROOM: &str = "v 0 5 0\nv 8 5 0\nv 8 5 -8\nv 0 5 -8\nv 0 0 -1\nv 8 0 -1\nv 8 4 -1\nv 0 4 -1\n\
                    f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n";

#[test]
fn each_outcome_is_told_and_drawn_in_both_scalars() {
    let folder = Folder::new("outcomes");
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    let cases: [(&[&str], &str); 5] = [
        (&["--from", "0,9,0", "--to", "5,9,5"], "miss"),
        (
            &[
                "--from",
                "4,2,-1.2",
                "--to",
                "4,2,-6",
                "--shape",
                "cuboid:3,0.5,0.5",
            ],
            "overlap at the start",
        ),
        (&["--from", "4,9,9", "--to", "4,9,9"], "miss"),
        (
            &["--from", "4,2,3", "--to", "4,2,-6", "--max-steps", "1"],
            "unresolved",
        ),
        (
            &[
                "--from",
                "4,2,-4",
                "--to",
                "4,9,-4",
                "--shape",
                "point",
                "--target-distance",
                "0.5",
            ],
            "hit",
        ),
    ];
    for (args, outcome) in cases {
        for scalar in ["f32", "f64"] {
            let asked = ["--scalar", scalar, "--picture", "p.svg"];
            let args = [&["cast", "--scene", "room.obj"], &asked[..], args].concat();
            let output = run(&folder.0, &args);
            let report = text(&output.stdout);
            assert!(output.status.success(), "{args:?}: {output:?}");
            assert!(
                report.contains(&format!("outcome   {outcome}")),
                "{args:?}: {report}"
            );
            assert!(!report.contains("NOT"), "{args:?}: {report}");
            let picture = fs::read_to_string(folder.0.join("p.svg")).unwrap();
            assert!(
                !picture.contains("NaN") && !picture.contains("inf"),
                "{args:?}"
            );
        }
    }
}

/// The same pyramid, 2 wide and 1 high, in each format.
fn write_pyramids(folder: &Path) {
    let corners = [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [0, 1, 0]];
    let faces = [[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]];
    let lines = |before: &str| {
        let line = |c: &[i32; 3]| format!("{before}{} {} {}\n", c[0], c[1], c[2]);
        corners.iter().map(line).collect::<String>()
    };
    let numbers = |before: &str, plus: i32| {
        let line =
            |f: &[i32; 3]| format!("{before}{} {} {}\n", f[0] + plus, f[1] + plus, f[2] + plus);
        faces.iter().map(line).collect::<String>()
    };
    fs::write(folder.join("p.obj"), lines("v ") + &numbers("f ", 1)).unwrap();
    let ply = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n\
        element face 4\nproperty list uchar int vertex_indices\nend_header\n";
    fs::write(
        folder.join("p.ply"),
        format!("{ply}{}{}", lines(""), numbers("3 ", 0)),
    )
    .unwrap();
    let facets = faces.iter().map(|f| {
        let corners = f.map(|i| corners[i as usize]);
        let vertex = |c: [i32; 3]| format!("vertex {} {} {}\n", c[0], c[1], c[2]);
        let vertices = corners.map(vertex).concat();
        format!("facet normal 0 0 0\nouter loop\n{vertices}endloop\nendfacet\n")
    });
    let stl = format!("solid p\n{}endsolid p\n", facets.collect::<String>());
    fs::write(folder.join("p.STL"), stl).unwrap();
    let mut buffer: Vec<u8> = Vec::new();
    buffer.extend(
        corners
            .iter()
            .flatten()
            .flat_map(|&x| (x as f32).to_le_bytes()),
    );
    buffer.extend(
        faces
            .iter()
            .flatten()
            .flat_map(|&i| (i as u16).to_le_bytes()),
    );
    fs::write(folder.join("p data.bin"), buffer).unwrap();
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"p%20data.bin","byteLength":84}],"bufferViews":[
        {"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":24}],"accessors":[
        {"bufferView":0,"componentType":5126,"count":5,"type":"VEC3","min":[-1,0,-1],"max":[1,1,1]},
        {"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]}"#;
    fs::write(folder.join("p.gltf"), gltf).unwrap();
}

#[test]
fn a_scene_is_a_mesh_of_any_format_and_all_give_the_same_answer() {
    let folder = Folder::new("formats");
    write_pyramids(&folder.0);
    let mut reports = Vec::new();
    for file in ["p.obj", "p.ply", "p.STL", "p.gltf"] {
        let args = [
            "--shape",
            "sphere:0.5",
            "--from",
            "0.5,4,0",
            "--to",
            "0.5,0,0",
        ];
        let args = [&["cast", "--scene", file], &args[..]].concat();
        let output = run(&folder.0, &args);
        assert!(output.status.success(), "{output:?}");
        let report = text(&output.stdout);
        assert!(
            report.contains("outcome   hit") && report.contains("triangle  1, facing"),
            "{report}"
        );
        reports.push(report.replace(file, "FILE"));
    }
    assert!(
        reports.iter().all(|report| *report == reports[0]),
        "{reports:?}"
    );
}

#[test]
fn a_scene_file_has_named_objects_on_layers_and_all_hits_are_told_in_order() {
    let folder = Folder::new("scene");
    fs::create_dir_all(folder.0.join("parts")).unwrap();
    write_pyramids(&folder.0.join("parts"));
    fs::create_dir_all(folder.0.join("parts/deeper")).unwrap();
    fs::write(
        folder.0.join("parts/deeper/scene.json"),
        r#"{"objects":[
        {"name":"floor","shape":{"type":"half_space","normal":[0,1,0]},"position":[0,-1,0]},
        {"name":"tent","shape":{"type":"mesh","file":"../p.gltf"},"position":[4,-1,0]},
        {"name":"ball","layers":[3],"shape":{"type":"sphere","radius":1},"position":[8,0,0]},
        {"shape":{"type":"compound","parts":[{"shape":{"type":"point"},"position":[0,50,0]},
            {"shape":{"type":"cuboid","half_extents":[1,1,1]}}]},"position":[12,0,0]}]}"#,
    )
    .unwrap();
    let way = ["--shape", "sphere:0.5", "--from", "0,0,0", "--to", "20,0,0"];
    let scene = [
        "cast",
        "--scene",
        "parts/deeper/scene.json",
        "--picture",
        "all.svg",
    ];
    let output = run(&folder.0, &[&scene[..], &way, &["--all"]].concat());
    assert!(output.status.success(), "{output:?}");
    let report = text(&output.stdout);
    assert!(
        report.contains("scene.json, 4 objects, 4 triangles"),
        "{report}"
    );
    let rows: Vec<&str> = report
        .lines()
        .skip_while(|l| !l.starts_with("all "))
        .collect();
    // The tent's sides meet the ball with two faces each; then the ball after (8 - 1.5) / 20, then the box.
    assert!(
        rows[1].contains("of tent, ") && rows[1].contains("normal (-0."),
        "{report}"
    );
    let after = |name: &str| rows.iter().position(|row| row.contains(name)).unwrap();
    let (ball, cuboid) = (
        after(", ball, normal (-1"),
        after(", part 1 of object 3, normal (-1"),
    );
    assert!(
        rows[ball].contains("fraction 0.32") && rows[cuboid].contains("fraction 0.52"),
        "{report}"
    );
    assert!(1 < ball && ball < cuboid, "{report}");
    let picture = fs::read_to_string(folder.0.join("all.svg")).unwrap();
    assert!(picture.contains("met in all") && !picture.contains("NaN"));
    let output = run(
        &folder.0,
        &[&scene[..], &way, &["--layers", "3", "--all"]].concat(),
    );
    let other = text(&output.stdout);
    // On layer 3 all but what names no layers, which is on all, is the ball.
    assert!(other.contains(", ball, normal"), "{other}");
    let output = run(&folder.0, &[&scene[..], &way, &["--layers", "1"]].concat());
    assert!(!text(&output.stdout).contains("ball"), "{output:?}");
}

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
        format!(r#"{{"id":"a",{SPHERES},"displacement":[4,0,0]}}"#).as_bytes(),
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
        let output = run(&folder.0, &[&["compare"], args].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(
            error.starts_with(message) && error.lines().count() == 1,
            "{args:?}: {error}"
        );
        assert!(output.stdout.is_empty(), "{args:?}");
    }
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

#[test]
fn what_is_bad_is_told_in_one_line_with_exit_code_2() {
    let folder = Folder::new("bad");
    fs::write(folder.0.join("bad.obj"), "v 0 0 0\nf 1 2 3\n").unwrap();
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    fs::write(folder.0.join("bad.ply"), "nothing\n").unwrap();
    let scene = r#"{"objects":[{"shape":{"type":"mesh","file":"none.stl"}}]}"#;
    fs::write(folder.0.join("bad.json"), scene).unwrap();
    for (args, message) in [
        (
            &[][..],
            "error: 'swept' requires a subcommand but one was not provided",
        ),
        (&["fly"], "error: unrecognized subcommand 'fly'"),
        (
            &["cast", "--method", "guess"],
            "error: invalid value 'guess' for '--method <METHOD>': no such method",
        ),
        (
            &["cast", "--queries", "none.jsonl"],
            "error: none.jsonl: No such file or directory",
        ),
        (&["cast", "--queries", "."], "error: .: Is a directory"),
        (
            &["cast", "--scene", "none.obj"],
            "error: none.obj: No such file or directory",
        ),
        (
            &["cast", "--scene", "bad.obj"],
            "error: bad.obj: a face uses a vertex that does not exist",
        ),
        (&["cast", "--scene", "bad.ply"], "error: bad.ply: line 1: "),
        (
            &["cast", "--scene", "bad.json"],
            "error: bad.json: objects[0].shape.file: \"none.stl\" is not a readable mesh (No such file",
        ),
        (
            &["cast", "--scene", "room.obj", "--picture", "no/where.svg"],
            "error: no/where.svg: No such file or directory",
        ),
        (
            &["cast", "--shape", "sphere:1e-300"],
            "error: invalid value 'sphere:1e-300' for '--shape <SHAPE>': radius:",
        ),
        (
            &["cast", "--from", "1e300,0,0"],
            "error: moving.position[0]: 1e300 is not within this scalar's range",
        ),
        (
            &["cast", "--from", "1e300,0,0", "--scalar", "f32"],
            "error: moving.position[0]: inf is not a coordinate",
        ),
    ] {
        let output = run(&folder.0, args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(
            error.starts_with(message) && error.lines().count() == 1,
            "{args:?}: {error}"
        );
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    for args in [&["--help"][..], &["--version"], &["cast", "--help"]] {
        let output = run(&folder.0, args);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{args:?}"
        );
    }
}

#[test]
fn it_walks_through_the_level_without_entering_anything() {
    let folder = Folder::new("walk");
    let args = [
        "walk",
        "--moves",
        "400",
        "--fauerby",
        "--json",
        "--picture",
        "walk.svg",
    ];
    let output = run(&folder.0, &args);
    assert!(output.status.success(), "{output:?}");
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&figures["moves"], &figures["entered"]),
        (&400.into(), &0.into())
    );
    assert!(
        figures["contacts"].as_u64() > Some(100) && figures["stuck"] == 0,
        "{figures}"
    );
    let shares = ["back_facing", "early_out", "inside", "fully_tested"];
    let sum: f64 = shares
        .map(|s| figures["fauerby"][s].as_f64().unwrap())
        .iter()
        .sum();
    assert!((sum - 1.0).abs() < 1e-12 && figures["fauerby"]["back_facing"].as_f64() > Some(0.1));
    let picture = fs::read_to_string(folder.0.join("walk.svg")).unwrap();
    assert!(picture.starts_with("<svg") && !picture.contains("NaN"));

    fs::write(folder.0.join("path"), "0,-1,0 # down\n\n1,0\n").unwrap();
    let output = run(&folder.0, &["walk", "--path", "path"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("path:3: expected three numbers"),
        "{output:?}"
    );
}
