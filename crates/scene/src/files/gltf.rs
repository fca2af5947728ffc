//! Reading glTF 2.0, as JSON with buffers beside it, or as one binary file (GLB).
//!
//! The triangles of all nodes of the default scene (the first where none is named), each mesh where its node puts it; in a
//! file without scenes, all meshes as they are. Triangle strips and fans are taken apart; points and lines are
//! passed over. What would put triangles elsewhere and is not read is an error: skins, weights of morph targets, instances. Whether a
//! node is seen does not matter.

mod document;

use super::{FileError, MARK, Soup, glb};
use base64::Engine;
use document::document;
use gltf::accessor::{Accessor, DataType, Dimensions};
use gltf::buffer::Source;
use gltf::mesh::{Mode, Primitive, Semantic};
use gltf::scene::Transform;
use nalgebra::{Matrix4, Point3, Quaternion, UnitQuaternion, Vector3};

/// Nodes below nodes below nodes: deeper than this no tool nests them, and reading them recurses.
const DEEPEST: usize = 256;

/// The most corners, and the most triangles. Nodes may share a mesh, so that a file of n bytes unfolds into the order of n²
/// triangles: a megabyte can fill any memory. This many take 2.4 GB, a thousand times what is cast at.
const MOST: usize = 1 << 26;

/// Reads a glTF file, a byte order mark before its JSON or not; `beside` gives the content of the files that it names, so many bytes
/// of it at least.
pub(super) fn read(
    bytes: &[u8],
    mut beside: impl FnMut(&str, usize) -> Result<Vec<u8>, String>,
) -> Result<Soup, FileError> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    glb::check(bytes)?;
    let (file, mut blob) = document(bytes)?;
    let buffers = file.buffers().map(|buffer| {
        let place = || format!("buffer {}", buffer.index());
        let data = match buffer.source() {
            // The chunk is one buffer, the first.
            Source::Bin => blob.take().ok_or("no binary chunk".to_owned()),
            Source::Uri(uri) => load(uri, |name| beside(name, buffer.length())),
        };
        let data = data.map_err(|why| FileError::at(place(), why))?;
        if data.len() < buffer.length() {
            let reason = format!("{} bytes (expected {})", data.len(), buffer.length());
            return Err(FileError::at(place(), reason));
        }
        Ok(data)
    });
    let mut reading = Reading {
        buffers: buffers.collect::<Result<_, _>>()?,
        soup: Soup::default(),
        seen: vec![false; file.nodes().len()],
    };
    match file.default_scene().or_else(|| file.scenes().next()) {
        Some(scene) => {
            for node in scene.nodes() {
                reading.node(&node, &Matrix4::identity(), 0)?;
            }
        }
        None => {
            for mesh in file.meshes() {
                reading.mesh(&mesh, None, &Matrix4::identity(), String::new())?;
            }
        }
    }
    Ok(reading.soup)
}

/// What an URI names: data in itself, or a file beside.
fn load(
    uri: &str,
    beside: impl FnOnce(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, coded) = data
            .split_once(";base64,")
            .ok_or("data that is not base64")?;
        let decoded = base64::engine::general_purpose::STANDARD.decode(coded);
        return decoded.map_err(|e| e.to_string());
    }
    if uri.contains(':') {
        return Err(format!("{uri} is not a file beside this one"));
    }
    let name = percent_encoding::percent_decode_str(uri).decode_utf8();
    let name = name.map_err(|e| format!("{uri}: {e}"))?;
    beside(&name).map_err(|e| format!("{name}: {e}"))
}

struct Reading {
    buffers: Vec<Vec<u8>>,
    soup: Soup,
    /// Nodes come to. In a tree each has one parent, so that none is come to twice.
    seen: Vec<bool>,
}

impl Reading {
    fn node(
        &mut self,
        node: &gltf::Node<'_>,
        outer: &Matrix4<f64>,
        depth: usize,
    ) -> Result<(), FileError> {
        let place = format!("node {}", node.index());
        if depth == DEEPEST {
            let reason = format!("nested deeper than {DEEPEST} nodes");
            return Err(FileError::at(place, reason));
        }
        if std::mem::replace(&mut self.seen[node.index()], true) {
            let reason = "it is come to twice (nodes are trees)";
            return Err(FileError::at(place, reason));
        }
        let own = matrix(&node.transform()).map_err(|why| FileError::at(&place, why))?;
        let whole = outer * own;
        if let Some(mesh) = node.mesh() {
            if node.skin().is_some() {
                return Err(FileError::at(place, "a skin is not read here"));
            }
            self.mesh(&mesh, node.weights(), &whole, place + ", ")?;
        }
        for child in node.children() {
            self.node(&child, &whole, depth + 1)?;
        }
        Ok(())
    }

    fn mesh(
        &mut self,
        mesh: &gltf::Mesh<'_>,
        weights: Option<&[f32]>,
        at: &Matrix4<f64>,
        place: String,
    ) -> Result<(), FileError> {
        // Those of the node go before those of the mesh, which are 0 where it has none.
        let weights = weights.or(mesh.weights()).unwrap_or_default();
        if weights.iter().any(|&weight| weight != 0.0) {
            let place = format!("{place}mesh {}", mesh.index());
            return Err(FileError::at(place, "a morph target is not read here"));
        }
        for primitive in mesh.primitives() {
            let failed = |why| {
                let (mesh, primitive) = (mesh.index(), primitive.index());
                FileError::at(format!("{place}mesh {mesh}, primitive {primitive}"), why)
            };
            self.primitive(&primitive, at).map_err(failed)?;
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive<'_>, at: &Matrix4<f64>) -> Result<(), String> {
        let modes = [Mode::Triangles, Mode::TriangleStrip, Mode::TriangleFan];
        if !modes.contains(&primitive.mode()) {
            return Ok(());
        }
        let places = primitive.get(&Semantic::Positions).ok_or("no positions")?;
        let places = self.places(&places)?;
        let corners = match primitive.indices() {
            Some(indices) => self.indices(&indices)?,
            None => (0..places.len() as u32).collect(),
        };
        if let Some(i) = corners.iter().find(|&&i| i as usize >= places.len()) {
            return Err(format!(
                "there is no vertex {i} (there are {})",
                places.len()
            ));
        }
        if primitive.mode() == Mode::Triangles && !corners.len().is_multiple_of(3) {
            let count = corners.len();
            return Err(format!("{count} corners (expected a multiple of 3)"));
        }
        let most = self.soup.vertices.len().max(self.soup.triangles.len());
        if most + places.len().max(corners.len()) > MOST {
            return Err(format!("the file has more than {MOST} corners"));
        }
        let first = self.soup.vertices.len() as u32;
        let placed = places.iter().map(|p| {
            let p = at.transform_point(&Point3::from(p.map(f64::from)));
            [p.x, p.y, p.z]
        });
        self.soup.vertices.extend(placed);
        let corner = |i: usize| first + corners[i];
        let triangle = |i: usize| match primitive.mode() {
            Mode::Triangles => [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)],
            Mode::TriangleFan => [corner(0), corner(i + 1), corner(i + 2)],
            // Every second one is turned, so that all wind alike.
            _ if i % 2 == 1 => [corner(i + 1), corner(i), corner(i + 2)],
            _ => [corner(i), corner(i + 1), corner(i + 2)],
        };
        let count = match primitive.mode() {
            Mode::Triangles => corners.len() / 3,
            _ => corners.len().saturating_sub(2),
        };
        // A transform that mirrors turns the winding over.
        let mirrored = at.fixed_view::<3, 3>(0, 0).determinant() < 0.0;
        self.soup.triangles.extend((0..count).map(|i| {
            let [a, b, c] = triangle(i);
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
        Ok(())
    }

    fn places(&self, accessor: &Accessor<'_>) -> Result<Vec<[f32; 3]>, String> {
        if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            return Err("positions that are not three 32-bit floats".to_owned());
        }
        let each =
            |b: &[u8]| [0, 4, 8].map(|i| f32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]));
        self.items(accessor, 12, each)
    }

    fn indices(&self, accessor: &Accessor<'_>) -> Result<Vec<u32>, String> {
        match (accessor.data_type(), accessor.dimensions()) {
            (DataType::U8, Dimensions::Scalar) => self.items(accessor, 1, |b| b[0].into()),
            (DataType::U16, Dimensions::Scalar) => {
                self.items(accessor, 2, |b| u16::from_le_bytes([b[0], b[1]]).into())
            }
            (DataType::U32, Dimensions::Scalar) => self.items(accessor, 4, |b| {
                u32::from_le_bytes([b[0], b[1], b[2], b[3]])
            }),
            _ => Err("indices that are not unsigned numbers".to_owned()),
        }
    }

    /// The items of an accessor, each of `size` bytes.
    fn items<I>(
        &self,
        accessor: &Accessor<'_>,
        size: usize,
        item: impl Fn(&[u8]) -> I,
    ) -> Result<Vec<I>, String> {
        let name = format!("accessor {}", accessor.index());
        if accessor.sparse().is_some() {
            return Err(format!("{name} is sparse, which is not read here"));
        }
        let view = accessor.view();
        let view = view.ok_or_else(|| format!("{name} has no data (is it compressed?)"))?;
        let data = self.buffers.get(view.buffer().index());
        let end = view.offset().checked_add(view.length());
        let data = data.and_then(|data| data.get(view.offset()..end?));
        let data = data.and_then(|data| data.get(accessor.offset()..));
        let stride = view.stride().unwrap_or(size);
        if stride < size {
            let reason = format!("has items of {size} bytes every {stride} bytes");
            return Err(format!("{name} {reason}"));
        }
        let items = (0..accessor.count()).map(|i| {
            let from = stride.checked_mul(i)?;
            data?.get(from..from.checked_add(size)?).map(&item)
        });
        let items: Option<Vec<I>> = items.collect();
        items.ok_or_else(|| format!("{name} reaches beyond its buffer"))
    }
}

/// A node's transform, in `f64`, or why it is none.
fn matrix(transform: &Transform) -> Result<Matrix4<f64>, &'static str> {
    match transform {
        Transform::Matrix { matrix } => {
            if matrix.map(|column| column[3]) != [0.0, 0.0, 0.0, 1.0] {
                return Err("a matrix whose last row is not 0, 0, 0, 1");
            }
            Ok(Matrix4::from_fn(|r, c| matrix[c][r].into()))
        }
        Transform::Decomposed {
            translation,
            rotation: [x, y, z, w],
            scale,
        } => {
            let quaternion = Quaternion::new(*w, *x, *y, *z).cast::<f64>();
            let rotation = UnitQuaternion::try_new(quaternion, 0.0);
            let rotation = rotation.ok_or("a rotation without length")?;
            let translation = Vector3::from(translation.map(f64::from));
            Ok(Matrix4::new_translation(&translation)
                * rotation.to_homogeneous()
                * Matrix4::new_nonuniform_scaling(&Vector3::from(scale.map(f64::from))))
        }
    }
}

#[cfg(test)]
mod tests;
