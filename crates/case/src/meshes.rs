//! The meshes that cases name, each read once.

use crate::Geometry;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use swept::Real;
use swept::scene::{MeshOptions, TriangleMesh};

/// Where meshes come from, by name, and what has been read.
///
/// Files that could not be read are remembered too. When more than [`Meshes::MOST_TRIANGLES`] triangles or
/// [`Meshes::MOST_FILES`] names have gathered, all are forgotten: memory stays bounded however many files a stream
/// of cases names.
#[derive(Debug)]
pub struct Meshes<T: Real> {
    source: Source<T>,
    read: HashMap<String, Result<Arc<TriangleMesh<T>>, String>>,
    triangles: usize,
    filed: Option<Filed>,
}

/// The same files in `f64`.
#[derive(Debug)]
struct Filed {
    meshes: Box<Meshes<f64>>,
    /// Which of them have corners that are others in `T`.
    rounded: HashMap<String, bool>,
}

enum Source<T: Real> {
    /// Files whose names are relative to this folder.
    Folder(PathBuf),
    /// Whatever this answers.
    Lookup(Lookup<T>),
}

type Lookup<T> = Box<dyn FnMut(&str) -> Result<Arc<TriangleMesh<T>>, String> + Send>;

impl<T: Real> fmt::Debug for Source<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.fmt(f),
            Self::Lookup(_) => f.write_str("a lookup"),
        }
    }
}

impl<T: Real> Meshes<T> {
    /// The most triangles that are kept.
    pub const MOST_TRIANGLES: usize = 8_000_000;
    /// The most file names that are kept.
    pub const MOST_FILES: usize = 10_000;

    /// Mesh files whose names are relative to `folder`.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::from_source(Source::Folder(folder.into()))
    }

    /// Meshes that `lookup` finds by name, or says why not, as a phrase. It is asked for a name once, as long as the answers are
    /// kept, and decides alone which names are served: no file is opened here.
    pub fn from_lookup(
        lookup: impl FnMut(&str) -> Result<Arc<TriangleMesh<T>>, String> + Send + 'static,
    ) -> Self {
        Self::from_source(Source::Lookup(Box::new(lookup)))
    }

    fn from_source(source: Source<T>) -> Self {
        Self {
            source,
            read: HashMap::new(),
            triangles: 0,
            filed: None,
        }
    }

    /// How the files of cases are read: every triangle counts, one without area too.
    #[must_use]
    pub fn options() -> MeshOptions {
        MeshOptions {
            keep_degenerate: true,
            ..MeshOptions::default()
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
            self.filed = None;
        }
        let mesh = match &mut self.source {
            #[cfg(feature = "files")]
            Source::Folder(folder) => TriangleMesh::read(folder.join(name), &Self::options())
                .map(Arc::new)
                .map_err(|e| e.what()),
            #[cfg(not(feature = "files"))]
            Source::Folder(folder) => {
                let file = folder.join(name);
                Err(format!(
                    "{} is not read: built without the feature `files`",
                    file.display()
                ))
            }
            Source::Lookup(lookup) => lookup(name),
        };
        self.triangles += mesh.as_ref().map_or(0, |m| m.triangles().len());
        self.read.insert(name.to_owned(), mesh.clone());
        mesh
    }

    /// The same files in `f64`, if `T` rounds a corner of one that `geometry` is made of. `None` too where a lookup decides what a mesh
    /// is.
    pub(crate) fn filed(&mut self, geometry: &Geometry<T>) -> Option<&mut Meshes<f64>> {
        let Source::Folder(folder) = &self.source else {
            return None;
        };
        if T::EPSILON == f64::EPSILON {
            return None;
        }
        let filed = self.filed.get_or_insert_with(|| Filed {
            meshes: Box::new(Meshes::in_folder(folder)),
            rounded: HashMap::new(),
        });
        filed.has_rounded(geometry).then_some(filed.meshes.as_mut())
    }
}

impl Filed {
    fn has_rounded<T: Real>(&mut self, geometry: &Geometry<T>) -> bool {
        match geometry {
            Geometry::Convex(_) => false,
            Geometry::Compound(parts) => parts.iter().any(|part| self.has_rounded(&part.geometry)),
            Geometry::Mesh { file, mesh } => {
                if let Some(known) = self.rounded.get(file) {
                    return *known;
                }
                let is_rounded = self.meshes.get(file).is_ok_and(|exact| {
                    let mut corners = exact.vertices().iter().zip(mesh.vertices());
                    corners.any(|(a, b)| *a != b.map(Real::to_f64))
                });
                self.rounded.insert(file.clone(), is_rounded);
                is_rounded
            }
        }
    }
}

impl<T: Real> Default for Meshes<T> {
    /// Mesh files whose names are relative to the working directory.
    fn default() -> Self {
        Self::in_folder("")
    }
}
