//! Worlds out of any bytes.

use super::{Number, Pose, Solid, Triple, triple};
use arbitrary::Arbitrary;
use swept::Real;
use swept::scene::{
    Build, Compound, Faces, Geometry, HeightField, MeshOptions, Object, ObjectId, Scene,
    TriangleMesh,
};

/// More of each are slower and no different.
const MOST_CORNERS: usize = 24;
const MOST_TRIANGLES: usize = 24;
const MOST_CELLS: usize = 6;
const MOST_PARTS: usize = 4;
const MOST_OBJECTS: usize = 8;

/// Any geometry.
#[derive(Clone, Debug, Arbitrary)]
pub enum Ground {
    Convex(Solid),
    Mesh {
        corners: Vec<Triple>,
        triangles: Vec<[u8; 3]>,
        one_sided: bool,
        keep_degenerate: bool,
        build: u8,
    },
    Field {
        rows: u8,
        columns: u8,
        heights: Vec<Number>,
        scale: Triple,
        holes: u16,
        one_sided: bool,
    },
    Compound(Vec<(Ground, Pose)>),
}

fn faces(one_sided: bool) -> Faces {
    if one_sided {
        Faces::OneSided
    } else {
        Faces::TwoSided
    }
}

impl Ground {
    pub fn build<T: Real>(&self, depth: u32) -> Option<Geometry<T>> {
        Some(match self {
            Self::Convex(solid) => solid.build::<T>(0)?.into(),
            Self::Mesh {
                corners,
                triangles,
                one_sided,
                keep_degenerate,
                build,
            } => {
                let corners: Vec<_> = (corners.iter().take(MOST_CORNERS))
                    .map(|c| triple::<T>(c).into())
                    .collect();
                // Now and then an index that has no corner.
                let count = corners.len() as u32 + u32::from(*build == 255);
                let triangles = (triangles.iter().take(MOST_TRIANGLES))
                    .map(|t| t.map(|i| u32::from(i) % count.max(1)))
                    .collect();
                let options = MeshOptions {
                    faces: faces(*one_sided),
                    build: match build % 3 {
                        0 => Build::Fast,
                        1 => Build::Balanced,
                        _ => Build::Thorough,
                    },
                    keep_degenerate: *keep_degenerate,
                };
                TriangleMesh::with_options(corners, triangles, &options)
                    .ok()?
                    .into()
            }
            Self::Field {
                rows,
                columns,
                heights,
                scale,
                holes,
                one_sided,
            } => {
                let [rows, columns] = [rows, columns].map(|n| u32::from(n % MOST_CELLS as u8));
                let heights = (0..(rows * columns) as usize)
                    .map(|i| heights.get(i).map_or(T::zero(), |h| h.get()))
                    .collect();
                let field = HeightField::new(rows, columns, heights, triple::<T>(scale)).ok()?;
                field
                    .with_holes(|r, c| holes >> ((r * 4 + c) % 16) & 1 == 1)
                    .with_faces(faces(*one_sided))
                    .into()
            }
            Self::Compound(_) if depth == 2 => return None,
            Self::Compound(parts) => {
                let parts = (parts.iter().take(MOST_PARTS))
                    .filter_map(|(ground, pose)| Some((ground.build::<T>(depth + 1)?, pose.get())));
                Compound::new(parts).ok()?.into()
            }
        })
    }
}

/// What is done to a scene.
#[derive(Clone, Debug, Arbitrary)]
pub enum Edit {
    Insert(Ground, Pose),
    Remove(u8),
    Move(u8, Pose),
    Change(u8, Ground),
    Rebuild,
}

/// A scene by its history. What is refused must leave it as it was, and so is passed over.
pub fn scene<T: Real>(edits: &[Edit]) -> Scene<T> {
    let mut scene = Scene::new();
    let mut ids: Vec<ObjectId> = Vec::new();
    for edit in edits.iter().take(2 * MOST_OBJECTS) {
        let id = |ids: &[ObjectId], k: &u8| ids.get(usize::from(*k) % ids.len().max(1)).copied();
        match edit {
            Edit::Insert(ground, pose) => {
                if scene.len() < MOST_OBJECTS
                    && let Some(geometry) = ground.build::<T>(0)
                {
                    let object = Object::new(geometry).at(pose.get::<T>());
                    ids.extend(scene.insert(object));
                }
            }
            Edit::Remove(k) => {
                if let Some(id) = id(&ids, k) {
                    scene.remove(id);
                }
            }
            Edit::Move(k, pose) => {
                if let Some(id) = id(&ids, k) {
                    let _ = scene.set_pose(id, pose.get::<T>());
                }
            }
            Edit::Change(k, ground) => {
                if let (Some(id), Some(geometry)) = (id(&ids, k), ground.build::<T>(0)) {
                    let _ = scene.set_geometry(id, geometry);
                }
            }
            Edit::Rebuild => scene.rebuild(),
        }
    }
    scene
}
