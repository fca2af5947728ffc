//! Any bytes as a mesh file of each format: read or refused with a reason in one line, never a panic. What a mesh can be made of gives one
//! of the same triangles, in both scalars.

#![no_main]

use libfuzzer_sys::fuzz_target;
use swept::Real;
use swept::scene::MeshOptions;
use swept::scene::files::Soup;

/// One name for each format: the first byte chooses among them.
const NAMES: [&str; 4] = ["a.obj", "a.gltf", "a.stl", "a.ply"];

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let name = NAMES[usize::from(*first) % NAMES.len()];
    // The file is its own buffer, too.
    let soup = Soup::of_file(name, bytes, |_| Ok(bytes.to_vec()));
    match soup {
        Ok(soup) => {
            assert!(soup.corners().count() <= soup.triangles.len());
            check::<f32>(soup.clone());
            check::<f64>(soup);
        }
        Err(e) => {
            let reason = e.to_string();
            assert!(!reason.is_empty() && !reason.contains(char::is_control));
        }
    }
});

fn check<T: Real>(soup: Soup) {
    let triangles = soup.triangles.clone();
    if let Ok(mesh) = soup.mesh::<T>(&MeshOptions::default()) {
        assert_eq!(mesh.triangles(), triangles);
    }
}
