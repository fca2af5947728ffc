//! Triangle meshes.

mod adjacency;
mod fan;
mod triangle_mesh;

pub(crate) use fan::Fan;
pub use triangle_mesh::{Faces, MeshOptions, TriangleMesh};
pub(crate) use triangle_mesh::{around, normal, winding};
