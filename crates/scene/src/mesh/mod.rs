//! Triangle meshes.

mod adjacency;
mod triangle_mesh;

pub use triangle_mesh::{MeshOptions, TriangleMesh};
