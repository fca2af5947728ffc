//! Reading glTF 2.0, as JSON with buffers beside it, or as one binary file (GLB).
//!
//! The triangles of all nodes of the default scene (the first where none is named), each mesh where its node puts it; in a
//! file without scenes, all meshes as they are. Triangle strips and fans are taken apart; points and lines are
//! passed over. Skins and morph targets are left as they rest.

use super::{FileError, MARK, Soup, glb};
use base64::Engine;
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
        nodes_left: file.nodes().len(),
    };
    match file.default_scene().or_else(|| file.scenes().next()) {
        Some(scene) => {
            for node in scene.nodes() {
                reading.node(&node, &Matrix4::identity(), 0)?;
            }
        }
        None => {
            for mesh in file.meshes() {
                reading.mesh(&mesh, &Matrix4::identity(), String::new())?;
            }
        }
    }
    Ok(reading.soup)
}

/// The file's JSON, checked, and the data that a binary file has with it.
fn document(bytes: &[u8]) -> Result<(gltf::Document, Option<Vec<u8>>), FileError> {
    let refused = |e: gltf::Error| FileError::new(e.to_string());
    let file = gltf::Gltf::from_slice_without_validation(bytes).map_err(refused)?;
    let json = file.document.into_json();
    // A file that says what it needs at least may be of any version above.
    let (version, needed) = (&json.asset.version, &json.asset.min_version);
    let is_read = match needed {
        Some(needed) => needed == "2.0",
        None => version.starts_with("2."),
    };
    if !is_read {
        let version = needed.as_ref().unwrap_or(version);
        let reason = format!("version {version} (expected 2.0)");
        return Err(FileError::at("asset", reason));
    }
    // The parser's own check of positions takes it for granted that they exist.
    let count = json.accessors.len();
    for (i, mesh) in json.meshes.iter().enumerate() {
        for (k, primitive) in mesh.primitives.iter().enumerate() {
            let used = primitive.attributes.values().map(|index| index.value());
            if let Some(missing) = used.max().filter(|&index| index >= count) {
                let place = format!("mesh {i}, primitive {k}");
                let reason = format!("there is no accessor {missing} (there are {count})");
                return Err(FileError::at(place, reason));
            }
        }
    }
    let document = gltf::Document::from_json(json).map_err(refused)?;
    Ok((document, file.blob))
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
    /// In a tree each node has one parent, so that none is come to twice.
    nodes_left: usize,
}

impl Reading {
    fn node(
        &mut self,
        node: &gltf::Node<'_>,
        outer: &Matrix4<f64>,
        depth: usize,
    ) -> Result<(), FileError> {
        let place = format!("node {}, ", node.index());
        if depth == DEEPEST {
            let reason = format!("nested deeper than {DEEPEST} nodes");
            return Err(FileError::at(format!("node {}", node.index()), reason));
        }
        let Some(left) = self.nodes_left.checked_sub(1) else {
            return Err(FileError::new("its nodes are no tree"));
        };
        self.nodes_left = left;
        let whole = outer * matrix(&node.transform());
        if let Some(mesh) = node.mesh() {
            self.mesh(&mesh, &whole, place)?;
        }
        for child in node.children() {
            self.node(&child, &whole, depth + 1)?;
        }
        Ok(())
    }

    fn mesh(
        &mut self,
        mesh: &gltf::Mesh<'_>,
        at: &Matrix4<f64>,
        place: String,
    ) -> Result<(), FileError> {
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
        let items = (0..accessor.count()).map(|i| {
            let from = stride.checked_mul(i)?;
            data?.get(from..from.checked_add(size)?).map(&item)
        });
        let items: Option<Vec<I>> = items.collect();
        items.ok_or_else(|| format!("{name} reaches beyond its buffer"))
    }
}

/// A node's transform, in `f64`.
fn matrix(transform: &Transform) -> Matrix4<f64> {
    match transform {
        Transform::Matrix { matrix } => Matrix4::from_fn(|r, c| matrix[c][r].into()),
        Transform::Decomposed {
            translation,
            rotation: [x, y, z, w],
            scale,
        } => {
            let quaternion = Quaternion::new(*w, *x, *y, *z).cast::<f64>();
            let rotation = UnitQuaternion::try_new(quaternion, 0.0).unwrap_or_default();
            let translation = Vector3::from(translation.map(f64::from));
            Matrix4::new_translation(&translation)
                * rotation.to_homogeneous()
                * Matrix4::new_nonuniform_scaling(&Vector3::from(scale.map(f64::from)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_file(_: &str, _: usize) -> Result<Vec<u8>, String> {
        Err("no such file".to_owned())
    }

    /// A triangle strip of four corners in the plane z = 0, as bytes of one buffer: indices, then positions.
    fn strip() -> Vec<u8> {
        let mut bytes: Vec<u8> = [0u16, 1, 2, 3]
            .iter()
            .flat_map(|i| i.to_le_bytes())
            .collect();
        let places = [
            [0.0_f32, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
        ];
        bytes.extend(places.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes
    }

    fn json(buffer: &str, nodes: &str) -> String {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"buffers":[{{{buffer}"byteLength":56}}],"bufferViews":[
            {{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":48}}],"accessors":[
            {{"bufferView":0,"componentType":5123,"count":4,"type":"SCALAR"}},
            {{"bufferView":1,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"indices":0,"mode":5}},
            {{"attributes":{{"POSITION":1}},"mode":0}}]}}]{nodes}}}"#
        )
    }

    fn binary(json: &str) -> Vec<u8> {
        let width = json.len().next_multiple_of(4);
        let json = format!("{json:width$}");
        let data = strip();
        let mut bytes = b"glTF".to_vec();
        let length = 12 + 8 + json.len() + 8 + data.len();
        for number in [2, length as u32, json.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"JSON");
        bytes.extend(json.as_bytes());
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(b"BIN\0");
        bytes.extend(data);
        bytes
    }

    #[test]
    fn strips_are_taken_apart_and_points_passed_over() {
        let soup = read(&binary(&json("", "")), no_file).unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(soup.vertices[3], [1.0, 1.0, 0.0]);
    }

    #[test]
    fn nodes_place_meshes_and_mirrors_turn_them_over() {
        // The outer node turns by a quarter about z, (x, y) → (-y, x); the inner one mirrors x and moves by (5, 0, 0).
        let nodes = r#","scenes":[{"nodes":[1]}],"nodes":[{"mesh":0,"scale":[-1,1,1],"translation":[5,0,0]},
            {"children":[0],"rotation":[0,0,0.70710677,0.70710677]}]"#;
        let soup = read(&binary(&json("", nodes)), no_file).unwrap();
        assert_eq!(soup.triangles[0], [0, 2, 1]);
        // (1, 1) → (4, 1) → (-1, 4), the quaternion's components being those of f32.
        let off = (0..3).map(|i| (soup.vertices[3][i] - [-1.0, 4.0, 0.0][i]).abs());
        assert!(
            off.fold(0.0, f64::max) <= 8.0 * f64::EPSILON,
            "{:?}",
            soup.vertices[3]
        );
    }

    #[test]
    fn buffers_are_data_or_files_beside() {
        let coded = base64::engine::general_purpose::STANDARD.encode(strip());
        let uri = format!("\"uri\":\"data:application/octet-stream;base64,{coded}\",");
        let soup = read(json(&uri, "").as_bytes(), no_file).unwrap();
        assert_eq!(soup.triangles.len(), 2);
        let marked = format!("\u{feff}{}", json(&uri, ""));
        assert_eq!(read(marked.as_bytes(), no_file).unwrap(), soup);
        let error = read(json("\"uri\":\"no%20such.bin\",", "").as_bytes(), no_file);
        let error = error.unwrap_err().to_string();
        assert_eq!(error, "buffer 0: no such.bin: no such file");
    }

    #[test]
    fn what_unfolds_without_end_is_refused() {
        // Each of 64 nodes has the next one twice: 2⁶⁴ ways lead to the last one.
        let twice = |i| format!(r#"{{"children":[{i},{i}]}},"#);
        let nodes: String = (1..65).map(twice).collect();
        let nodes = format!(r#","scenes":[{{"nodes":[0]}}],"nodes":[{nodes}{{"mesh":0}}]"#);
        let error = read(&binary(&json("", &nodes)), no_file).unwrap_err();
        assert_eq!(error.to_string(), "its nodes are no tree");
        let nodes = r#","scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]"#;
        let error = read(&binary(&json("", nodes)), no_file).unwrap_err();
        assert_eq!(error.to_string(), "its nodes are no tree");
    }

    #[test]
    fn errors_name_the_place() {
        let whole = json("", "");
        for (from, to, error) in [
            (
                "\"count\":4,\"type\":\"VEC3\"",
                "\"count\":5,\"type\":\"VEC3\"",
                "mesh 0, primitive 0: accessor 1 reaches beyond",
            ),
            (
                "\"count\":4,\"type\":\"VEC3\"",
                "\"count\":3,\"type\":\"VEC3\"",
                "mesh 0, primitive 0: there is no vertex 3 (there are 3)",
            ),
            (
                "5123",
                "5126",
                "mesh 0, primitive 0: indices that are not unsigned",
            ),
            (
                "\"byteLength\":56",
                "\"byteLength\":57",
                "buffer 0: 56 bytes (expected 57)",
            ),
            (
                "\"version\":\"2.0\"",
                "\"version\":\"3.0\"",
                "asset: version 3.0 (expected 2.0)",
            ),
            (
                "\"version\":\"2.0\"",
                "\"version\":\"2.5\",\"minVersion\":\"2.1\"",
                "asset: version 2.1 (expected 2.0)",
            ),
            (
                "\"POSITION\":1}",
                "\"POSITION\":9}",
                "mesh 0, primitive 0: there is no accessor 9 (there are 2)",
            ),
        ] {
            let changed = whole.replacen(from, to, 1);
            assert_ne!(changed, whole);
            let found = read(&binary(&changed), no_file).unwrap_err().to_string();
            assert!(found.starts_with(error), "{to}: {found}");
        }
        // Above what it needs at least, or by a minor number, a version changes nothing that is read here.
        for version in ["\"3.0\",\"minVersion\":\"2.0\"", "\"2.7\""] {
            let changed = whole.replacen("\"2.0\"", version, 1);
            let soup = read(&binary(&changed), no_file);
            assert_eq!(soup, read(&binary(&whole), no_file), "{version}");
        }
        for cut in [5, 11, 12, 19, 25, 300] {
            assert!(read(&binary(&whole)[..cut], no_file).is_err());
        }
        let mut short = binary(&whole);
        short[8..12].copy_from_slice(&4u32.to_le_bytes());
        assert!(read(&short, no_file).is_err());
        assert!(read(b"{}", no_file).is_err() && read(b"", no_file).is_err());
    }
}
