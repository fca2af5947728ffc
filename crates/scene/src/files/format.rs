//! Which format a mesh file has.

use super::FileError;
use std::path::Path;

/// A format of mesh files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Format {
    Obj,
    Gltf,
    Stl,
    Ply,
}

/// How names of such files end.
const ENDINGS: [(&str, Format); 5] = [
    ("obj", Format::Obj),
    ("gltf", Format::Gltf),
    ("glb", Format::Gltf),
    ("stl", Format::Stl),
    ("ply", Format::Ply),
];

impl Format {
    /// The format that the end of a file's name tells, in either case.
    ///
    /// # Errors
    /// [`FileError`] with all endings that there are.
    pub(super) fn of(name: &Path) -> Result<Self, FileError> {
        let ending = name.extension().unwrap_or_default();
        let found = ENDINGS.iter().find(|(e, _)| ending.eq_ignore_ascii_case(e));
        found.map(|(_, format)| *format).ok_or_else(|| {
            let all = ENDINGS.map(|(ending, _)| format!(".{ending}")).join(", ");
            FileError::new(format!("its name ends in none of {all}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_name_tells_and_no_other_is_taken_for_one() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("hall.obj"), Ok(Format::Obj));
        assert_eq!(of("a/b.c/HALL.GLB"), Ok(Format::Gltf));
        for name in [
            "town.json",
            "hall",
            "obj",
            ".obj",
            "a.obj/b",
            "hall.obj ",
            "",
        ] {
            let error = of(name).unwrap_err().to_string();
            let expected = "its name ends in none of .obj, .gltf, .glb, .stl, .ply";
            assert_eq!(error, expected, "{name}");
        }
    }
}
