//! Corners of mesh files count as the files have them, in `f32` too.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use swept_case::{Case, Meshes, answer_line};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// A floor at `height`, in a file of that name.
    fn floor(&self, height: &str) {
        let text = format!("v -9 {height} -9\nv 0 {height} 9\nv 9 {height} -9\nf 1 2 3\n");
        fs::write(self.0.join(format!("{height}.obj")), text).unwrap();
    }

    fn meshes(&self) -> Meshes<f32> {
        Meshes::in_folder(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all::<&Path>(&self.0);
    }
}

/// A point that falls by 1 from `start` onto the floor at `height`, which stands alone or as a part of a compound.
fn line(start: f64, height: &str, is_part: bool, turn: &str) -> String {
    let mesh = format!(r#"{{"type":"mesh","file":"{height}.obj"}}"#);
    let fixed = if is_part {
        format!(
            r#"{{"type":"compound","parts":[{{"shape":{{"type":"point"}},"position":[5,9,5]}},{{"shape":{mesh}}}]}}"#
        )
    } else {
        mesh
    };
    format!(
        r#"{{"moving":{{"shape":{{"type":"point"}},"position":[0,{start},0]}},"fixed":{{"shape":{fixed}}},
        "displacement":[0,-1,0]{turn}}}"#
    )
}

#[test]
fn a_bracket_in_f32_holds_the_contact_with_the_mesh_in_the_file() {
    let folder = Folder::new("swept-case-filed");
    let mut meshes = folder.meshes();
    let mut missed = 0;
    for height in ["0.1", "0.3", "0.7", "-1.3", "0.25"] {
        folder.floor(height);
        let y: f64 = height.parse().unwrap();
        // A multiple of a 64th, of which f32 has all digits, less than a 32th above: the way is exact, and short.
        let start = ((64.0 * y).floor() + 2.0) / 64.0;
        let way = start - y;
        for (is_part, turn) in [
            (false, ""),
            (true, ""),
            (false, r#","turn":{"moving":[0,1,0]}"#),
        ] {
            let line = line(start, height, is_part, turn);
            let mut out = String::new();
            let good = answer_line(
                line.as_bytes(),
                1,
                &mut meshes,
                &Default::default(),
                &mut out,
            );
            assert!(good, "{out}");
            let answer: Value = serde_json::from_str(&out).unwrap();
            let number = |key: &str| answer[key].as_f64().unwrap();
            assert!(
                number("fraction") <= way && way <= number("fraction_upper"),
                "{out}"
            );
            assert_eq!(answer["triangle"], 0);
            assert_eq!(answer.get("part").is_some(), is_part);
            if turn.is_empty() {
                assert_eq!(answer["face_normal"][1], 1.0);
                // What the rounded mesh has instead.
                let case = Case::parse(line.as_bytes(), &mut meshes).unwrap();
                let answer = case.cast(&Default::default()).unwrap();
                let hit = answer.certified.outcome.hit().unwrap();
                let (lower, upper) = (f64::from(hit.fraction), f64::from(hit.fraction_upper));
                missed += u32::from(!(lower <= way && way <= upper));
            }
        }
    }
    assert!(missed >= 6, "{missed}: these files show nothing");
}
