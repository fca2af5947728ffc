//! `swept cast`: one cast through a scene, and its picture.

use crate::program::{Folder, ROOM, run, text};
use std::fs;
use std::path::Path;

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

#[test]
fn one_of_anything_is_told_as_one() {
    let folder = Folder::new("one");
    fs::write(
        folder.0.join("one.obj"),
        "v 0 0 0\nv 4 0 0\nv 0 0 4\nf 1 3 2\n",
    )
    .unwrap();
    let output = run(&folder.0, &["cast", "--scene", "one.obj"]);
    let report = text(&output.stdout);
    assert!(
        report.contains("through   one.obj, 1 triangle\n"),
        "{report}"
    );
    let walk = [
        "walk", "--scene", "one.obj", "--moves", "1", "--shape", "point",
    ];
    let picture = ["--from", "1,1,1", "--picture", "walk.svg"];
    let output = run(&folder.0, &[&walk[..], &picture].concat());
    assert!(output.status.success(), "{output:?}");
    let picture = fs::read_to_string(folder.0.join("walk.svg")).unwrap();
    assert!(picture.contains("point: 1 move by collide and slide"));
}

#[test]
fn names_steer_no_terminal_and_break_no_picture() {
    let folder = Folder::new("names");
    let scene = r#"{"objects":[{"name":"Gr\u00fc\u0000\u001b[31m\nx\uffff<","shape":{"type":"sphere","radius":1}}]}"#;
    fs::write(folder.0.join("names.json"), scene).unwrap();
    let output = run(&folder.0, &["cast", "--scene", "names.json"]);
    let report = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let expected = "object    Gr\u{fc}\u{fffd}\u{fffd}[31m\u{fffd}x\u{fffd}<\n";
    assert!(report.contains(expected), "{report:?}");
    let picture = fs::read_to_string(folder.0.join("swept-cast.svg")).unwrap();
    assert!(picture.contains("Gr\u{fc}\u{fffd}\u{fffd}[31m\u{fffd}x\u{fffd}&lt;"));
    let odd = |c: char| c.is_control() && c != '\n' || c == '\u{ffff}';
    assert!(!picture.contains(odd));
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
