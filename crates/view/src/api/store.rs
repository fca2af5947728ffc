//! What the server knows: the meshes that were dropped on its page, and those of the folder that it was given.
//!
//! A case names a mesh by a file's name. A dropped file keeps its own name, so that the line says the same to the program
//! in the folder of that file. Another file of the same name gets a number; the same file again gets the same name.
//! Nothing else is opened but files below the folder of `--meshes`.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use swept::scene::TriangleMesh;
use swept_case::Meshes;

/// The most triangles that are kept, as in the program; beyond, the meshes that came first are forgotten.
pub const MOST_TRIANGLES: usize = Meshes::<f64>::MOST_TRIANGLES;
/// The most meshes that are kept.
const MOST_MESHES: usize = 256;
/// The longest file that is read from the folder.
const LONGEST: u64 = 256 << 20;

/// What the server knows.
pub struct State {
    folder: Option<PathBuf>,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    /// In the order in which they came.
    names: Vec<String>,
    meshes: HashMap<String, Entry>,
    triangles: usize,
}

struct Entry {
    mesh: Arc<TriangleMesh<f64>>,
    /// When a file of the folder was written, and its length; nothing for a dropped one.
    stamp: Option<(Option<SystemTime>, u64)>,
}

impl State {
    /// No meshes yet, and those below `folder`.
    ///
    /// # Errors
    /// Why that folder cannot be read.
    pub fn new(folder: Option<&Path>) -> Result<Self, String> {
        let whole = |folder: &Path| {
            let found = folder.canonicalize().and_then(|path| {
                fs::read_dir(&path)?;
                Ok(path)
            });
            found.map_err(|e| format!("--meshes {}: {e}", folder.display()))
        };
        Ok(Self {
            folder: folder.map(whole).transpose()?,
            kept: Arc::default(),
        })
    }

    /// The meshes that a case may name.
    pub fn meshes(&self) -> Meshes<f64> {
        let (folder, kept) = (self.folder.clone(), self.kept.clone());
        Meshes::from_lookup(move |name| find(folder.as_deref(), &kept, name))
    }

    /// The mesh called `name`.
    ///
    /// # Errors
    /// Why there is none, as a phrase.
    pub fn mesh(&self, name: &str) -> Result<Arc<TriangleMesh<f64>>, String> {
        find(self.folder.as_deref(), &self.kept, name)
    }

    /// Keeps a dropped mesh; returns the name that cases have for it.
    pub fn keep(&self, name: &str, mesh: TriangleMesh<f64>) -> String {
        let plain = plain_name(name);
        let (stem, extension) = plain.rsplit_once('.').unwrap_or((&plain, "obj"));
        let mut kept = lock(&self.kept);
        let mut free = plain.clone();
        for number in 2.. {
            let known = kept.meshes.get(&free);
            match known {
                Some(entry) if *entry.mesh == mesh => return free,
                None if !self.is_in_folder(&free) => break,
                _ => free = format!("{stem}-{number}.{extension}"),
            }
        }
        kept.insert(&free, Arc::new(mesh), None);
        free
    }

    fn is_in_folder(&self, name: &str) -> bool {
        let folder = self.folder.as_deref();
        folder.is_some_and(|folder| file_in(folder, name).is_ok())
    }
}

impl Kept {
    fn insert(
        &mut self,
        name: &str,
        mesh: Arc<TriangleMesh<f64>>,
        stamp: Option<(Option<SystemTime>, u64)>,
    ) {
        self.forget(name);
        self.triangles += mesh.triangles().len();
        self.names.push(name.to_owned());
        self.meshes.insert(name.to_owned(), Entry { mesh, stamp });
        while self.names.len() > 1
            && (self.triangles > MOST_TRIANGLES || self.names.len() > MOST_MESHES)
        {
            let oldest = self.names[0].clone();
            self.forget(&oldest);
        }
    }

    fn forget(&mut self, name: &str) {
        if let Some(entry) = self.meshes.remove(name) {
            self.triangles -= entry.mesh.triangles().len();
            self.names.retain(|n| n != name);
        }
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(
    folder: Option<&Path>,
    kept: &Mutex<Kept>,
    name: &str,
) -> Result<Arc<TriangleMesh<f64>>, String> {
    let dropped = |entry: &&Entry| entry.stamp.is_none();
    if let Some(entry) = lock(kept).meshes.get(name).filter(dropped) {
        return Ok(entry.mesh.clone());
    }
    let Some(folder) = folder else {
        return Err("no such mesh has been dropped on the page".to_owned());
    };
    let file = file_in(folder, name)?;
    let metadata = short(&file)?;
    let stamp = Some((metadata.modified().ok(), metadata.len()));
    if let Some(entry) = lock(kept).meshes.get(name)
        && entry.stamp == stamp
    {
        return Ok(entry.mesh.clone());
    }
    let bytes = fs::read(&file).map_err(|e| e.to_string())?;
    let beside = |other: &str| {
        let path = Path::new(name).with_file_name(other);
        let file = file_in(folder, &path.to_string_lossy())?;
        short(&file)?;
        fs::read(&file).map_err(|e| e.to_string())
    };
    let mesh = Arc::new(super::meshes::read(name, &bytes, beside)?);
    lock(kept).insert(name, mesh.clone(), stamp);
    Ok(mesh)
}

/// What is known of a file that is not too long to be read.
fn short(file: &Path) -> Result<fs::Metadata, String> {
    let metadata = fs::metadata(file).map_err(|e| e.to_string())?;
    if metadata.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    Ok(metadata)
}

/// The file called `name` below `folder`, which has been resolved; links included, it must lie there and be a plain file.
fn file_in(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let no_such = || "there is no such file in the folder of meshes".to_owned();
    let relative = Path::new(name);
    let plain = |c: Component| matches!(c, Component::Normal(_));
    if name.is_empty() || !relative.components().all(plain) {
        return Err("only files below the folder of meshes can be named".to_owned());
    }
    let path = folder
        .join(relative)
        .canonicalize()
        .map_err(|_| no_such())?;
    if !path.starts_with(folder) || !path.is_file() {
        return Err(no_such());
    }
    Ok(path)
}

/// A file's name as a case should have it: without folders and control characters, and not too long.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last.chars().filter(|c| !c.is_control()).take(80).collect();
    match kept.trim_matches([' ', '.']) {
        "" => "mesh.obj".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    fn triangle(x: f64) -> TriangleMesh<f64> {
        let corners = [[x, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        TriangleMesh::new(corners.map(Point3::from).to_vec(), vec![[0, 1, 2]]).unwrap()
    }

    #[test]
    fn a_name_stands_for_one_mesh() {
        let state = State::new(None).unwrap();
        assert_eq!(state.keep("floor.obj", triangle(1.0)), "floor.obj");
        assert_eq!(state.keep("a/b\\floor.obj", triangle(2.0)), "floor-2.obj");
        assert_eq!(state.keep("floor.obj", triangle(3.0)), "floor-3.obj");
        assert_eq!(state.keep("floor.obj", triangle(1.0)), "floor.obj");
        assert_eq!(state.keep("floor.obj", triangle(2.0)), "floor-2.obj");
        assert_eq!(*state.mesh("floor-2.obj").unwrap(), triangle(2.0));
        assert!(state.mesh("other.obj").is_err());
    }

    #[test]
    fn names_are_plain() {
        assert_eq!(plain_name("../../x\0y\n.obj"), "xy.obj");
        assert_eq!(plain_name(""), "mesh.obj");
        assert_eq!(plain_name(".."), "mesh.obj");
        assert_eq!(plain_name("C:\\a\\b.glb"), "b.glb");
        assert_eq!(plain_name(&"ä".repeat(500)).chars().count(), 80);
    }

    #[test]
    fn memory_is_bounded() {
        let state = State::new(None).unwrap();
        for i in 0..MOST_MESHES + 3 {
            state.keep(&format!("{i}.obj"), triangle(i as f64));
        }
        assert!(state.mesh("2.obj").is_err() && state.mesh("3.obj").is_ok());
        let kept = lock(&state.kept);
        assert_eq!(
            (kept.triangles, kept.meshes.len()),
            (MOST_MESHES, MOST_MESHES)
        );
    }
}
