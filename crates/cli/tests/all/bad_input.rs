//! What is bad is told in one line.

use crate::program::{Folder, ROOM, assert_refused, run, swept, text};
use std::fs;

/// A cast of a ball at a ball.
fn cast_line() -> String {
    let ball = r#"{"shape":{"type":"sphere","radius":1}}"#;
    format!(r#"{{"moving":{ball},"fixed":{ball},"displacement":[1,0,0]}}"#)
}

#[test]
fn what_is_bad_is_told_in_one_line_with_exit_code_2() {
    let folder = Folder::new("bad");
    fs::write(folder.0.join("bad.obj"), "v 0 0 0\nf 1 2 3\n").unwrap();
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    fs::write(folder.0.join("bad.ply"), "nothing\n").unwrap();
    fs::write(folder.0.join("bad.txt"), ROOM).unwrap();
    let scene = r#"{"objects":[{"shape":{"type":"mesh","file":"none.stl"}}]}"#;
    fs::write(folder.0.join("bad.json"), scene).unwrap();
    let tiny = "v 0 0 0\nv 1e-31 0 0\nv 0 0 1e-31\nf 1 3 2\n";
    fs::write(folder.0.join("tiny.obj"), tiny).unwrap();
    fs::write(folder.0.join("list.json"), "[1]").unwrap();
    let wide = "v 0 0 0\nv 1e18 0 -1e39\nv 0 0 1e18\nf 1 3 2\n";
    fs::write(folder.0.join("wide.obj"), wide).unwrap();
    fs::write(folder.0.join("far.txt"), "1,0,0\n1e39,0,0\n").unwrap();
    fs::write(folder.0.join("out.txt"), "1,0,0\n\n0,-1e31,0\n").unwrap();
    fs::write(folder.0.join("long.txt"), "1,0,0\n0,-1e7,0\n").unwrap();
    fs::write(folder.0.join("latin.txt"), b"1,0,0\n2,0,0 # \xe9\n").unwrap();
    let mut cast = cast_line().into_bytes();
    cast.extend(b"\n# \xe9\n");
    fs::write(folder.0.join("latin.jsonl"), cast).unwrap();
    fs::write(folder.0.join("empty.jsonl"), "").unwrap();
    fs::write(folder.0.join("blank.jsonl"), "\n\r\n  \n").unwrap();
    let on = |layers: &str| {
        let ball = r#""shape":{"type":"sphere","radius":1}"#;
        format!(r#"{{"objects":[{{{ball},"layers":[]}},{{{ball},"layers":{layers}}}]}}"#)
    };
    fs::write(folder.0.join("off.json"), on("[]")).unwrap();
    fs::write(folder.0.join("third.json"), on("[3]")).unwrap();
    for (args, message) in [
        (
            &["check", "--casts", "room.obj"][..],
            "error: room.obj, line 1: expected value at column 1",
        ),
        (
            &["check", "--casts", "latin.jsonl"],
            "error: latin.jsonl, line 2: not UTF-8",
        ),
        (
            &["check", "--casts", "empty.jsonl,blank.jsonl"],
            "error: empty.jsonl, blank.jsonl: no casts",
        ),
        (
            &["cast", "--scene", "tiny.obj"],
            "error: tiny.obj: no default suits it, give --shape (half_height: 2.946e-33 is not",
        ),
        (
            &["walk", "--scene", "tiny.obj"],
            "error: tiny.obj: no default suits it, give --shape (half_height: 2.36e-33 is not",
        ),
        (
            &[
                "walk",
                "--scene",
                "tiny.obj",
                "--shape",
                "sphere:1e-20",
                "--scalar",
                "f32",
            ],
            "error: --shape: radius: 1e-20 is not within",
        ),
        (
            &["walk", "--from", "1e300,0,0"],
            "error: moving.position[0]: 1e300 is not",
        ),
        (
            &["cast", "--scene", "list.json"],
            "error: list.json: [1] is not a scene (expected an object with objects)",
        ),
        (
            &["walk", "--scene", "wide.obj", "--scalar", "f32"],
            "error: wide.obj: vertices[2][2]: -1e39 is not a 32-bit number (expected a magnitude up to 3.4028235e38)",
        ),
        (
            &["cast", "--scene", "off.json"],
            "error: off.json: objects[0].layers: [] puts it on no layer, and no other object is on one",
        ),
        (
            &["cast", "--scene", "third.json", "--layers", "1,2"],
            "error: third.json: no object is on the layers of --layers",
        ),
        (
            &["cast", "--layers", "-1"],
            "error: invalid value '-1' for '--layers <N,N..>': '-1' is not a layer",
        ),
        (
            &["check", "--engine-command", " ", "--cases", "1"],
            "error: invalid value ' ' for '--engine-command <CMD>': no command (expected what a shell starts)",
        ),
        (
            &["walk", "--moves", "-1"],
            "error: invalid value '-1' for '--moves <COUNT>': expected a whole number from 0 to ",
        ),
        (
            &["walk", "--skin", "-1"],
            "error: invalid value '-1' for '--skin <LENGTH>': not a length (expected a finite number >= 0)",
        ),
        (
            &["check", "--keep", "x"],
            "error: invalid value 'x' for '--keep <COUNT>': expected a whole number from 0 to ",
        ),
        (
            &[],
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
            "error: bad.obj: line 2: a face uses a vertex that does not exist",
        ),
        (&["cast", "--scene", "bad.ply"], "error: bad.ply: line 1: "),
        (
            &["cast", "--scene", "bad.txt"],
            "error: bad.txt: its name ends in none of .obj, .gltf, .glb, .stl, .ply",
        ),
        (
            &["walk", "--scene", "bad.txt"],
            "error: bad.txt: its name ends in none of .obj, .gltf, .glb, .stl, .ply",
        ),
        (
            &["walk", "--scene", "bad.json"],
            "error: bad.json: objects[0].shape.file: \"none.stl\" is not a readable mesh (No such file",
        ),
        (
            &["cast", "--scene", "bad.json"],
            "error: bad.json: objects[0].shape.file: \"none.stl\" is not a readable mesh (No such file",
        ),
        (
            &["cast", "--scene", "room.obj", "--picture", "no/where.svg"],
            "error: no/where.svg: No such file or directory",
        ),
        (
            &[
                "check",
                "--cases",
                "1000000000",
                "--report",
                "bad.obj/report",
            ],
            "error: bad.obj/report: Not a directory",
        ),
        (
            &["walk", "--moves", "1000000000", "--picture", "no/where.svg"],
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
            "error: --from: 1e300 is not a 32-bit number (expected a magnitude up to 3.4028235e38)",
        ),
        (
            &[
                "cast",
                "--from",
                "0,0,0",
                "--to",
                "0,-1e39,0",
                "--scalar",
                "f32",
            ],
            "error: --to: -1e39 is not a 32-bit number",
        ),
        (
            &["cast", "--to", "1e308,0,0"],
            "error: --to: 1e308 is not within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
        ),
        (
            &["cast", "--to", "0,-1e30,0", "--scalar", "f32"],
            "error: --to: -1e30 is not within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
        ),
        (
            &["cast", "--target-distance", "1e19", "--scalar", "f32"],
            "error: --target-distance: 1e19 is not within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
        ),
        (
            &[
                "cast",
                "--queries",
                "blank.jsonl",
                "--target-distance",
                "1e300",
            ],
            "error: --target-distance: 1e300 is not within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
        ),
        (
            &[
                "walk",
                "--fauerby",
                "--shape",
                "cuboid:0,1,1",
                "--moves",
                "1000000000",
            ],
            "error: --fauerby needs a shape with a size along all axes",
        ),
        (
            &["walk", "--path", "out.txt"],
            "error: out.txt, line 3: -1e31 is not within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
        ),
        (
            &["walk", "--path", "latin.txt"],
            "error: latin.txt, line 2: not UTF-8",
        ),
        (
            &["walk", "--step", "1e300"],
            "error: --step: 1e300 is not within this scalar's range of lengths",
        ),
        (
            &["walk", "--step", "1e18"],
            "error: --step: a move by 1e18 may end where rounding asks for a skin of 1.4e4, larger than the shape",
        ),
        (
            &["walk", "--shape", "point", "--step", "1e15"],
            "error: --step: a move by 1000000000000000 may end where rounding asks for a skin of 1.4e1, larger than a 128th of the scene",
        ),
        (
            &["walk", "--path", "long.txt", "--scalar", "f32"],
            "error: long.txt: a move by 10000000 may end where rounding asks for a skin of 7.6e1, larger than the shape",
        ),
        (
            &["walk", "--skin", "1e20", "--scalar", "f32"],
            "error: --skin: 1e20 is not within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
        ),
        (
            &["walk", "--path", "far.txt", "--scalar", "f32"],
            "error: far.txt, line 2: 1e39 is not a 32-bit number",
        ),
    ] {
        assert_refused(&folder, args, message);
    }
    // Nothing is left of what came to nothing.
    for args in [
        &["walk", "--from", "1e300,0,0", "--picture", "left.svg"][..],
        &[
            "compare",
            "--pairs",
            "box-box",
            "--casts",
            "1",
            "--save",
            "no/where",
            "--json",
            "left.json",
        ],
    ] {
        assert_eq!(run(&folder.0, args).status.code(), Some(2), "{args:?}");
        let left = ["left.svg", "left.json"].map(|name| folder.0.join(name).exists());
        assert_eq!(left, [false; 2], "{args:?}");
    }
    for args in [&["--help"][..], &["--version"], &["cast", "--help"]] {
        let output = run(&folder.0, args);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{args:?}"
        );
    }
}

/// However long it is, and though it may never end.
#[cfg(unix)]
#[test]
fn a_file_that_is_too_long_is_not_read_to_its_end() {
    let folder = Folder::new("giant");
    // Takes no room: there is nothing in it.
    let giant = fs::File::create(folder.0.join("giant.json")).unwrap();
    giant.set_len(10 << 30).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("zero.json")).unwrap();
    for (args, place) in [
        (["check", "--casts", "giant.json"], "giant.json, line 1"),
        (["compare", "--workload", "zero.json"], "zero.json: line 1"),
        (["cast", "--scene", "zero.json"], "zero.json"),
        (["walk", "--scene", "giant.json"], "giant.json"),
        (["walk", "--path", "zero.json"], "zero.json"),
    ] {
        let message = format!("error: {place}: longer than 67108864 bytes");
        assert_refused(&folder, &args, &message);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_stays_a_link_and_nothing_until_it_is_written_through() {
    let folder = Folder::new("link");
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    let link = folder.0.join("link.svg");
    std::os::unix::fs::symlink("there.svg", &link).unwrap();
    let mut args = vec![
        "walk",
        "--scene",
        "room.obj",
        "--moves",
        "1",
        "--picture",
        "link.svg",
    ];
    args.extend(["--from", "1e300,0,0"]);
    assert_eq!(run(&folder.0, &args).status.code(), Some(2));
    assert!(link.is_symlink() && !link.exists());
    args.truncate(7);
    assert!(run(&folder.0, &args).status.success());
    assert!(link.is_symlink() && text(&fs::read(&link).unwrap()).starts_with("<svg"));
}

/// Neither is a panic: there is nobody to tell, but for the exit code.
#[test]
fn nobody_who_reads_is_no_error_and_nobody_who_hears_of_one_changes_nothing() {
    let folder = Folder::new("nobody");
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    let check = [
        "check",
        "--families",
        "no-motion",
        "--cases",
        "1",
        "--engines",
        "auto-f64",
    ];
    for (args, code) in [
        (&["--help"][..], 0),
        (&["check", "--list"], 0),
        (&check, 0),
        (&["cast", "--scene", "room.obj"], 0),
        (&["walk", "--scene", "room.obj", "--moves", "1"], 0),
        (&["fly"], 2),
        (&["cast", "--queries", "none.jsonl"], 2),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = swept(&folder.0, args);
        match code {
            0 => command.stdout(writer),
            _ => command.stderr(writer),
        };
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}
