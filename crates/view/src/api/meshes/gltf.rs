//! Reading glTF 2.0, as text or binary: the triangles of the default scene, each mesh where its nodes put it.
//!
//! Only what is in the file itself is read: a buffer in a file of its own is refused.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::{Buffer, Source};
use gltf::mesh::Mode;
use gltf::{Accessor, Gltf, Node, Semantic};
use nalgebra::{Matrix4, Point3};
use swept_case::Mesh;

/// How deep nodes may be nested.
const DEEPEST: usize = 64;
/// The most triangles: many nodes may use the same mesh.
const MOST: usize = 8_000_000;

/// The mesh of a glTF file.
///
/// # Errors
/// What is wrong, as a phrase.
pub fn read(bytes: &[u8]) -> Result<Mesh<f64>, String> {
    let file = Gltf::from_slice(bytes).map_err(|e| e.to_string())?;
    let buffers: Vec<_> = file
        .buffers()
        .map(|buffer| contents(&buffer, file.blob.as_deref()))
        .collect::<Result<_, _>>()?;
    let scene = file.default_scene().or_else(|| file.scenes().next());
    let scene = scene.ok_or("it has no scene")?;
    let mut reader = Reader {
        buffers,
        vertices: Vec::new(),
        triangles: Vec::new(),
        nodes_left: file.nodes().len(),
    };
    for node in scene.nodes() {
        reader.node(&node, &Matrix4::identity(), 0)?;
    }
    Mesh::new(reader.vertices, reader.triangles)
}

fn contents(buffer: &Buffer, blob: Option<&[u8]>) -> Result<Vec<u8>, String> {
    let mut bytes = match buffer.source() {
        Source::Bin => blob.ok_or("its binary part is missing")?.to_vec(),
        Source::Uri(uri) => {
            let data = uri
                .strip_prefix("data:")
                .and_then(|d| d.split_once(";base64,"));
            let (_, data) = data.ok_or("its buffers are in other files (expected a .glb)")?;
            STANDARD
                .decode(data)
                .map_err(|e| format!("a buffer: {e}"))?
        }
    };
    if bytes.len() < buffer.length() {
        return Err("a buffer is shorter than it should be".to_owned());
    }
    bytes.truncate(buffer.length());
    Ok(bytes)
}

struct Reader {
    buffers: Vec<Vec<u8>>,
    vertices: Vec<Point3<f64>>,
    triangles: Vec<[u32; 3]>,
    /// In a tree each node has one parent, so that none is come to twice.
    nodes_left: usize,
}

impl Reader {
    fn node(&mut self, node: &Node, outer: &Matrix4<f64>, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("its nodes are nested deeper than {DEEPEST}"));
        }
        self.nodes_left = self
            .nodes_left
            .checked_sub(1)
            .ok_or("its nodes are no tree")?;
        let own = node
            .transform()
            .matrix()
            .map(|column| column.map(f64::from));
        let pose = outer * Matrix4::from(own);
        for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
            self.primitive(&primitive, &pose)?;
        }
        for child in node.children() {
            self.node(&child, &pose, depth + 1)?;
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        primitive: &gltf::Primitive,
        pose: &Matrix4<f64>,
    ) -> Result<(), String> {
        let mode = primitive.mode();
        if !matches!(
            mode,
            Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
        ) {
            return Ok(());
        }
        self.check_accessors(primitive)?;
        let reader = primitive.reader(|buffer| self.buffers.get(buffer.index()).map(Vec::as_slice));
        let positions: Vec<_> = reader
            .read_positions()
            .ok_or("a mesh has no positions")?
            .collect();
        let corners: Vec<u32> = match reader.read_indices() {
            Some(indices) => indices.into_u32().collect(),
            None => (0..positions.len() as u32).collect(),
        };
        if let Some(bad) = corners.iter().find(|&&i| i as usize >= positions.len()) {
            return Err(format!("triangle corner {bad} has no vertex"));
        }
        let first = self.vertices.len() as u32;
        // A pose may overflow: `Mesh::new` refuses that.
        let place = |p: &[f32; 3]| pose.transform_point(&Point3::from(p.map(f64::from)));
        self.vertices.extend(positions.iter().map(place));
        let triple = |a: usize, b: usize, c: usize| [a, b, c].map(|i| first + corners[i]);
        let count = corners.len();
        match mode {
            Mode::TriangleStrip => {
                let turned = |i| {
                    if i % 2 == 0 {
                        triple(i, i + 1, i + 2)
                    } else {
                        triple(i + 1, i, i + 2)
                    }
                };
                self.triangles
                    .extend((0..count.saturating_sub(2)).map(turned));
            }
            Mode::TriangleFan => {
                let fan = (1..count.saturating_sub(1)).map(|i| triple(0, i, i + 1));
                self.triangles.extend(fan);
            }
            _ => self
                .triangles
                .extend((0..count / 3).map(|i| triple(3 * i, 3 * i + 1, 3 * i + 2))),
        }
        if self.triangles.len() > MOST || self.vertices.len() > 3 * MOST {
            return Err(format!("it has more than {MOST} triangles"));
        }
        Ok(())
    }

    /// Whether positions and indices lie within their buffers: the library's own readers take that for granted.
    fn check_accessors(&self, primitive: &gltf::Primitive) -> Result<(), String> {
        let positions = primitive.get(&Semantic::Positions);
        let is_points =
            |a: &Accessor| a.data_type() == DataType::F32 && a.dimensions() == Dimensions::Vec3;
        let is_numbers = |a: &Accessor| {
            let whole = matches!(a.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
            whole && a.dimensions() == Dimensions::Scalar
        };
        if !positions.iter().all(is_points) || !primitive.indices().iter().all(is_numbers) {
            return Err("an accessor is of the wrong type".to_owned());
        }
        for accessor in positions.into_iter().chain(primitive.indices()) {
            if accessor.sparse().is_some() {
                return Err("sparse accessors are not read".to_owned());
            }
            let Some(view) = accessor.view() else {
                return Err("an accessor has no data".to_owned());
            };
            let short = || "an accessor reaches beyond its buffer".to_owned();
            let size = accessor.size();
            let stride = view.stride().unwrap_or(size);
            let last = accessor.count().checked_sub(1).ok_or_else(short)?;
            let length = last.checked_mul(stride).and_then(|l| l.checked_add(size));
            let end = length
                .and_then(|l| l.checked_add(accessor.offset()))
                .ok_or_else(short)?;
            let buffer = self.buffers.get(view.buffer().index()).map_or(0, Vec::len);
            let view_end = view.offset().checked_add(view.length()).ok_or_else(short)?;
            if stride < size || end > view.length() || view_end > buffer {
                return Err(short());
            }
        }
        Ok(())
    }
}
