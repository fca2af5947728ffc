//! The meshes that cases name, each read once.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use swept::Real;
use swept::scene::{MeshOptions, TriangleMesh};

/// A folder to look for mesh files in, and what has been read from it.
///
/// Files that could not be read are remembered too. When more than [`Meshes::MOST_TRIANGLES`] triangles or
/// [`Meshes::MOST_FILES`] names have gathered, all are forgotten: memory stays bounded however many files a stream
/// of cases names.
#[derive(Debug)]
pub struct Meshes<T: Real> {
    folder: PathBuf,
    read: HashMap<String, Result<Arc<TriangleMesh<T>>, String>>,
    triangles: usize,
}

impl<T: Real> Meshes<T> {
    /// The most triangles that are kept.
    pub const MOST_TRIANGLES: usize = 8_000_000;
    /// The most file names that are kept.
    pub const MOST_FILES: usize = 10_000;

    /// Mesh files whose names are relative to `folder`.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            read: HashMap::new(),
            triangles: 0,
        }
    }

    /// The mesh in the file called `name`.
    ///
    /// # Errors
    /// Why it cannot be read, as a phrase.
    pub fn get(&mut self, name: &str) -> Result<Arc<TriangleMesh<T>>, String> {
        if let Some(known) = self.read.get(name) {
            return known.clone();
        }
        if self.triangles > Self::MOST_TRIANGLES || self.read.len() >= Self::MOST_FILES {
            self.read.clear();
            self.triangles = 0;
        }
        // Every triangle of the file counts, one without area too.
        let options = MeshOptions {
            keep_degenerate: true,
            ..MeshOptions::default()
        };
        let mesh = TriangleMesh::read(self.folder.join(name), &options);
        let mesh = mesh.map(Arc::new).map_err(|e| e.what());
        self.triangles += mesh.as_ref().map_or(0, |m| m.triangles().len());
        self.read.insert(name.to_owned(), mesh.clone());
        mesh
    }
}

impl<T: Real> Default for Meshes<T> {
    /// Mesh files whose names are relative to the working directory.
    fn default() -> Self {
        Self::in_folder("")
    }
}
