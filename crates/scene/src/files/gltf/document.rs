//! A glTF file's JSON, checked before it is read.

use super::super::FileError;

/// How extensions begin that change what is seen, and no place of a triangle: a file may need them. Nodes that are hidden are not drawn;
/// where they are, and that one can point at them, stays as it is.
const OF_LOOKS: [&str; 9] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_node_visibility",
    "EXT_texture_",
    "EXT_lights_",
    "MSFT_texture_",
    "MSFT_packing_",
    "ADOBE_materials_",
];

/// Extensions that add triangles without which the rest of a file can be read, too: it may use them and not need them. The others that
/// matter here replace data, which then is in the file twice; or the file needs them, and is refused.
const ADDING: [&str; 1] = ["EXT_mesh_gpu_instancing"];

/// Why the parser refuses a file: of what it finds wrong the first, since a file may have as many faults as it has bytes.
fn refused(error: gltf::Error) -> FileError {
    if let gltf::Error::Validation(faults) = &error
        && let Some((place, fault)) = faults.first()
    {
        return FileError::at(place.to_string(), fault.to_string());
    }
    FileError::new(error.to_string())
}

/// The file's JSON, checked, and the data that a binary file has with it.
pub(super) fn document(bytes: &[u8]) -> Result<(gltf::Document, Option<Vec<u8>>), FileError> {
    let file = gltf::Gltf::from_slice_without_validation(bytes).map_err(refused)?;
    let mut json = file.document.into_json();
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
    let mut used = json.extensions_used.iter();
    if let Some(adding) = used.find(|name| ADDING.contains(&name.as_str())) {
        let reason = format!("{adding} is not read here");
        return Err(FileError::at("extensionsUsed", reason));
    }
    let is_of_looks = |name: &String| OF_LOOKS.iter().any(|start| name.starts_with(start));
    json.extensions_required.retain(|name| !is_of_looks(name));
    if let Some(needed) = json.extensions_required.first() {
        let reason = format!("{needed} is not read here");
        return Err(FileError::at("extensionsRequired", reason));
    }
    // Looks without the extensions that they need would be refused.
    json.textures.clear();
    json.materials.clear();
    let primitives = json.meshes.iter_mut().flat_map(|m| &mut m.primitives);
    primitives.for_each(|p| p.material = None);
    let document = gltf::Document::from_json(json).map_err(refused)?;
    Ok((document, file.blob))
}
