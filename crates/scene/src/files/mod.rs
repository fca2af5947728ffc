//! Meshes from files.

mod error;
mod gltf;
mod obj;
mod ply;
mod stl;

pub use error::FileError;

use crate::{MeshOptions, TriangleMesh};
use nalgebra::Point3;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use swept_support::Real;

/// Vertices and triangles as a file has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Places, in the file's unit of length.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of vertices, in file order; faces with more corners are split into fans about their first one.
    pub triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// The triangles of a Wavefront OBJ file.
    ///
    /// # Errors
    /// [`FileError`] for what cannot be read, with the line where that is known.
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

    /// The triangles of a PLY file, text or binary.
    ///
    /// # Errors
    /// [`FileError`] with the line of a text, or the element.
    pub fn ply(input: impl BufRead) -> Result<Self, FileError> {
        ply::read(input)
    }

    /// The triangles of a glTF file, JSON or binary; buffers are looked for in `folder`, among regular files only. All nodes of its
    /// scene are where the file puts them.
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

    /// The same, of a file that need not be trusted: `beside` gives the content of each file that it names, by the name as it
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

    /// The triangles of a file: glTF, STL or PLY when its name ends in `.gltf`, `.glb`, `.stl` or `.ply` (in either case),
    /// OBJ otherwise. Only regular files are read: a folder, a pipe or a device is an
    /// error.
    ///
    /// # Errors
    /// [`FileError`] with the file's name, and the place where that is known.
    pub fn read(file: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::read_file(file.as_ref())
    }

    /// The same: compiled here, and not for each kind of path.
    fn read_file(file: &Path) -> Result<Self, FileError> {
        let refused = |e: std::io::Error| FileError::new(e.to_string()).of(file);
        let opened = open(file).map_err(|why| FileError::new(why).of(file))?;
        let mut input = BufReader::new(opened);
        let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
        let soup = match extension.to_str() {
            Some("stl") => Self::stl(&whole(input).map_err(refused)?),
            Some("ply") => Self::ply(input),
            Some("gltf" | "glb") => {
                let folder = file.parent().unwrap_or(Path::new(""));
                Self::gltf(&whole(input).map_err(refused)?, folder)
            }
            _ => Self::obj(&mut input),
        };
        soup.map_err(|e| e.of(file))
    }

    /// The corners of each triangle.
    pub fn corners(&self) -> impl Iterator<Item = [[f64; 3]; 3]> + '_ {
        let triangles = self.triangles.iter();
        triangles.map(|t| t.map(|i| self.vertices[i as usize]))
    }

    /// The mesh of these triangles, coordinates rounded to the scalar.
    ///
    /// # Errors
    /// [`FileError`] when there is no triangle, or a coordinate is not finite or beyond the scalar's range.
    pub fn mesh<T: Real>(self, options: &MeshOptions) -> Result<TriangleMesh<T>, FileError> {
        if self.triangles.is_empty() {
            return Err(FileError::new("it has no triangles"));
        }
        let vertices = self.vertices.into_iter();
        let vertices = vertices.map(|p| Point3::from(p.map(T::nearest)));
        TriangleMesh::with_options(vertices.collect(), self.triangles, options).map_err(|e| {
            let reason = format!("{} is not {}", e.value, e.expected);
            FileError::at(e.field.into_owned(), reason)
        })
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
