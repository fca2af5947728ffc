//! `swept walk`.

use crate::program::{Folder, ROOM, assert_refused, run, text};
use std::fs;

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

    fs::write(folder.0.join("path"), "\u{feff}0,-1,0 # down\n\n1,0\n").unwrap();
    let output = run(&folder.0, &["walk", "--path", "path"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("path, line 3: expected three numbers"),
        "{output:?}"
    );
}

#[test]
fn who_begins_inside_something_has_not_entered_it() {
    let folder = Folder::new("walk-inside");
    let scene = r#"{"objects":[{"shape":{"type":"sphere","radius":1}},
        {"shape":{"type":"cuboid","half_extents":[9,1,9]},"position":[0,-2.5,0]}]}"#;
    fs::write(folder.0.join("ball.json"), scene).unwrap();
    let walk = ["walk", "--scene", "ball.json", "--shape", "sphere:0.3"];
    let from = ["--from", "0.9,0,0", "--moves", "40", "--json"];
    let output = run(&folder.0, &[&walk[..], &from].concat());
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{figures}");
    assert!(figures["began_inside"].as_u64() > Some(0), "{figures}");
    assert_eq!(
        (&figures["entered"], figures["deepest"].as_f64()),
        (&0.into(), Some(0.0))
    );
}

#[test]
fn it_walks_through_a_scene_file_of_meshes_and_shapes() {
    let folder = Folder::new("walk-scene");
    fs::write(folder.0.join("room.obj"), ROOM).unwrap();
    let scene = r#"{"objects":[
        {"name":"room","shape":{"type":"mesh","file":"room.obj"}},
        {"shape":{"type":"sphere","radius":1},"position":[4,0.5,-4]}]}"#;
    fs::write(folder.0.join("town.json"), scene).unwrap();
    let walk = [
        "walk",
        "--scene",
        "town.json",
        "--shape",
        "sphere:0.3",
        "--moves",
        "200",
    ];
    let output = run(
        &folder.0,
        &[&walk[..], &["--json", "--picture", "walk.svg"]].concat(),
    );
    assert!(output.status.success(), "{output:?}");
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(figures["entered"], 0);
    let name = figures["scene"].as_str().unwrap();
    assert!(name.starts_with("town.json, 2 objects, "), "{name}");
    assert!(figures["contacts"].as_u64() > Some(20), "{figures}");
    assert!(
        fs::read_to_string(folder.0.join("walk.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    // The method of 2003 knows triangles only.
    let args = [&walk[..], &["--fauerby"]].concat();
    assert_refused(
        &folder,
        &args,
        "error: --fauerby needs a scene that is one mesh",
    );
}
