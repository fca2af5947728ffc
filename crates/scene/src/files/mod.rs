//! Meshes from files.

mod error;
mod format;
mod glb;
mod gltf;
mod obj;
mod ply;
mod returns;
mod stl;

pub use error::FileError;

use crate::{MeshOptions, TriangleMesh};
use format::Format;
use nalgebra::Point3;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use swept_support::{Real, Short};

/// Vertices and triangles as a file has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Places, in the file's unit of length.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of vertices, in file order; faces with more corners are split into fans about their first one.
    pub triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// The triangles of a Wavefront OBJ file. Polylines, points, and faces of two corners are passed over.
    ///
    /// # Errors
    /// [`FileError`] for what cannot be read, such as free-form surfaces or a line of more than 64 MiB, with the line where that is known.
    pub fn obj(input: impl BufRead) -> Result<Self, FileError> {
        obj::read(input)
    }

    /// The triangles of an STL file, binary or text.
    ///
    /// # Errors
    /// [`FileError`] with the number of the triangle, from 0.
    pub fn stl(bytes: &[u8]) -> Result<Self, FileError> {
        stl::read(bytes)
    }

    /// The triangles of a PLY file, text or binary: those of its faces. Triangle strips are refused.
    ///
    /// # Errors
    /// [`FileError`] with the line of a text, or the element. A line of a text may have 64 MiB, and so may the header.
    pub fn ply(input: impl BufRead) -> Result<Self, FileError> {
        ply::read(input)
    }

    /// The triangles of a glTF file, JSON or binary; buffers are looked for in `folder`, among regular files only. All nodes of its
    /// scene, the first where it names none, are where the file puts them; points and lines are passed over. What would put
    /// triangles elsewhere, or add some, is read or refused: skins, morph targets with weights, instances, and compressed or sparse
    /// data are refused. Nodes that are hidden (`KHR_node_visibility`) are read as all others: only what is drawn is without them.
    ///
    /// # Errors
    /// [`FileError`] with the node, the mesh and the primitive.
    pub fn gltf(bytes: &[u8], folder: impl AsRef<Path>) -> Result<Self, FileError> {
        let folder = folder.as_ref();
        gltf::read(bytes, |name, length| {
            let file = open(&folder.join(name))?;
            let mut content = Vec::new();
            // No more than is asked for: what else is in the file is no concern of this one.
            let read = file.take(length as u64).read_to_end(&mut content);
            read.map_err(|e| e.to_string())?;
            Ok(content)
        })
    }

    /// The triangles of a glTF file that need not be trusted: `beside` gives the content of each file that it names, by the name as it
    /// stands there (it may have folders, `..` too), or says why not, as a phrase. No file is opened here.
    ///
    /// # Errors
    /// As for [`Soup::gltf`].
    pub fn gltf_with(
        bytes: &[u8],
        mut beside: impl FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, FileError> {
        gltf::read(bytes, |name, _| beside(name))
    }

    /// The triangles of a file that has been read: OBJ, glTF, STL or PLY as its `name` ends in `.obj`, `.gltf`, `.glb`, `.stl` or
    /// `.ply`, in either case. `beside` gives the files that a glTF file names, as for [`Soup::gltf_with`].
    ///
    /// # Errors
    /// [`FileError`] for a name that ends otherwise, and as for the function of its format.
    pub fn of_file(
        name: impl AsRef<Path>,
        bytes: &[u8],
        beside: impl FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, FileError> {
        match Format::of(name.as_ref())? {
            Format::Obj => Self::obj(bytes),
            Format::Gltf => Self::gltf_with(bytes, beside),
            Format::Stl => Self::stl(bytes),
            Format::Ply => Self::ply(bytes),
        }
    }

    /// The triangles of a file, in the format that its name tells: see [`Soup::of_file`]. Only regular files are read: a folder, a
    /// pipe or a device is an error.
    ///
    /// # Errors
    /// [`FileError`] with the file's name, and the place where that is known; for a name that ends otherwise, with the endings that
    /// there are.
    pub fn read(file: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::read_file(file.as_ref())
    }

    /// [`read`](Self::read) without its generic path, so that it is compiled once.
    fn read_file(file: &Path) -> Result<Self, FileError> {
        let refused = |e: std::io::Error| FileError::new(e.to_string()).of(file);
        let opened = open(file).map_err(|why| FileError::new(why).of(file))?;
        let mut input = BufReader::new(opened);
        let soup = match Format::of(file).map_err(|e| e.of(file))? {
            Format::Obj => Self::obj(&mut input),
            Format::Gltf => {
                let folder = file.parent().unwrap_or(Path::new(""));
                Self::gltf(&whole(input).map_err(refused)?, folder)
            }
            Format::Stl => Self::stl(&whole(input).map_err(refused)?),
            Format::Ply => Self::ply(input),
        };
        soup.map_err(|e| e.of(file))
    }

    /// The corners of each triangle. Those that have an index without a vertex are left out; [`Soup::mesh`] refuses them.
    pub fn corners(&self) -> impl Iterator<Item = [[f64; 3]; 3]> + '_ {
        let vertex = |i: u32| self.vertices.get(i as usize).copied();
        let triangles = self.triangles.iter();
        triangles.filter_map(move |&[a, b, c]| Some([vertex(a)?, vertex(b)?, vertex(c)?]))
    }

    /// The mesh of these triangles, coordinates rounded to the scalar.
    ///
    /// # Errors
    /// [`FileError`] when there is no triangle, an index has no vertex, or a coordinate is not finite or beyond the scalar's range.
    pub fn mesh<T: Real>(self, options: &MeshOptions) -> Result<TriangleMesh<T>, FileError> {
        if self.triangles.is_empty() {
            return Err(FileError::new("it has no triangles"));
        }
        if let Some((vertex, axis)) = self.beyond::<T>() {
            let place = format!("vertices[{vertex}][{axis}]");
            let found = Short(self.vertices[vertex][axis]);
            let expected = format!(
                "a 32-bit number (expected a magnitude up to {:e})",
                f32::MAX
            );
            return Err(FileError::at(place, format!("{found} is not {expected}")));
        }
        let vertices = self.vertices.into_iter();
        let vertices = vertices.map(|p| Point3::from(p.map(T::nearest)));
        TriangleMesh::with_options(vertices.collect(), self.triangles, options).map_err(|e| {
            let reason = format!("{} is not {}", Short(e.value), e.expected);
            FileError::at(e.field.into_owned(), reason)
        })
    }

    /// The first coordinate that is a number, and none when it is rounded to the scalar.
    fn beyond<T: Real>(&self) -> Option<(usize, usize)> {
        let is_lost = |x: &f64| x.is_finite() && !T::nearest(*x).to_f64().is_finite();
        let lost = |p: &[f64; 3]| p.iter().position(is_lost);
        let mut vertices = self.vertices.iter().enumerate();
        vertices.find_map(|(i, p)| Some((i, lost(p)?)))
    }
}

/// A regular file, opened; or why not. What it is is asked first: to open a pipe would wait for someone to write to it.
fn open(file: &Path) -> Result<File, String> {
    let kind = std::fs::metadata(file).map_err(|e| e.to_string())?;
    if !kind.is_file() {
        return Err("it is not a file".to_owned());
    }
    File::open(file).map_err(|e| e.to_string())
}

/// The longest line of a text that is read, and the longest header of a PLY file, in bytes: 64 MiB, as the case format has it. What is longer
/// is no text, and would be held in memory before that is known.
const LONGEST: usize = 64 << 20;

/// Why a line, or a header, is refused that is longer than that.
fn too_long(what: &str) -> String {
    format!("{what} longer than {LONGEST} bytes")
}

/// The byte order mark that some programs begin a text with.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The input, but for a byte order mark at its beginning.
fn without_mark(mut input: impl BufRead) -> Result<impl BufRead, FileError> {
    let mut start = Vec::new();
    let read = input.by_ref().take(3).read_to_end(&mut start);
    read.map_err(|e| FileError::new(e.to_string()))?;
    if start == MARK {
        start.clear();
    }
    Ok(Cursor::new(start).chain(input))
}

fn whole(mut input: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl<T: Real> TriangleMesh<T> {
    /// The mesh in a file: see [`Soup::read`].
    ///
    /// # Errors
    /// As for [`Soup::read`] and [`Soup::mesh`].
    pub fn read(file: impl AsRef<Path>, options: &MeshOptions) -> Result<Self, FileError> {
        let file = file.as_ref();
        Soup::read(file)?.mesh(options).map_err(|e| e.of(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soup(far: f64, index: u32) -> Soup {
        Soup {
            vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, far, 0.0]],
            triangles: vec![[0, 1, index], [0, 1, 2]],
        }
    }

    #[test]
    fn an_index_without_a_vertex_is_left_out_or_refused() {
        for index in [3, u32::MAX] {
            let soup = soup(1.0, index);
            let corners: Vec<_> = soup.corners().collect();
            assert_eq!(corners, [[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]);
            let error = soup.mesh::<f64>(&MeshOptions::default()).unwrap_err();
            let expected =
                format!("triangles[0][2]: {index} is not the index of a vertex (there are 3)");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn a_coordinate_that_is_refused_is_told_in_few_digits() {
        let error = soup(1e300, 2).mesh::<f64>(&MeshOptions::default());
        let error = error.unwrap_err().to_string();
        let expected = "vertices[2][1]: 1e300 is not within this scalar's range";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn a_file_that_has_been_read_is_told_by_its_name() {
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let read = |name: &str| Soup::of_file(name, obj.as_bytes(), |_| Err(String::new()));
        assert_eq!(read("a.OBJ"), Soup::obj(obj.as_bytes()));
        assert!(read("a.ply").unwrap_err().place.is_some());
        let error = read("a.txt").unwrap_err().to_string();
        assert!(
            error.starts_with("its name ends in none of .obj, "),
            "{error}"
        );
    }
}
