//! Every mesh of the shared data folder, where there is one.

use std::path::{Path, PathBuf};
use swept::Real;
use swept_case::Meshes;

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        eprintln!("skipped: there is no folder {}", folder.display());
        return None;
    }
    Some(folder)
}

/// The triangles by the plainest reading there is: vertex numbers count over the file, n-gons are fans.
fn plainly(text: &str) -> Vec<[[f64; 3]; 3]> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let xyz: Vec<f64> = words.map(|w| w.parse().unwrap()).collect();
                vertices.push([xyz[0], xyz[1], xyz[2]]);
            }
            Some("f") => {
                let corner = |word: &str| -> usize {
                    let index: isize = word.split('/').next().unwrap().parse().unwrap();
                    if index < 0 {
                        vertices.len() - index.unsigned_abs()
                    } else {
                        index as usize - 1
                    }
                };
                let corners: Vec<usize> = words.map(corner).collect();
                for i in 1..corners.len() - 1 {
                    triangles.push([corners[0], corners[i], corners[i + 1]].map(|i| vertices[i]));
                }
            }
            _ => {}
        }
    }
    triangles
}

fn compare<T: Real>(folder: &Path, name: &str) {
    let mesh = Meshes::<T>::in_folder(folder).get(name).unwrap();
    let plain = plainly(&std::fs::read_to_string(folder.join(name)).unwrap());
    assert_eq!(mesh.triangles().len(), plain.len(), "{name}");
    for (index, corners) in plain.into_iter().enumerate() {
        let rounded = corners.map(|p| p.map(|x| T::nearest(x).to_f64()));
        let read: [[f64; 3]; 3] = mesh
            .corners(index as u32)
            .unwrap()
            .map(|p| p.map(Real::to_f64).into());
        assert_eq!(read, rounded, "{name}, triangle {index}");
    }
}

#[test]
fn triangles_are_those_of_the_file_in_its_order() {
    let Some(folder) = folder() else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".obj") {
            compare::<f64>(&folder, &name);
            compare::<f32>(&folder, &name);
            files += 1;
        }
    }
    assert!(files >= 12, "only {files} meshes");
}
