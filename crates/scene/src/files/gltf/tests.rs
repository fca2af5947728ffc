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
    let twice = "node 64: it is come to twice (nodes are trees)";
    assert_eq!(error.to_string(), twice);
    for nodes in [
        r#""scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]"#,
        // Twice at the root, while there is another node that no scene has.
        r#""scenes":[{"nodes":[0,0]}],"nodes":[{"mesh":0},{"mesh":0}]"#,
    ] {
        let error = read(&binary(&json("", &format!(",{nodes}"))), no_file).unwrap_err();
        let twice = "node 0: it is come to twice (nodes are trees)";
        assert_eq!(error.to_string(), twice);
    }
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

/// The file of [`json`] with this changed in it, read.
fn changed(from: &str, to: &str) -> Result<Soup, String> {
    let whole = json("", "");
    let changed = whole.replacen(from, to, 1);
    assert_ne!(changed, whole);
    read(&binary(&changed), no_file).map_err(|e| e.to_string())
}

#[test]
fn of_many_faults_the_first_is_told_with_its_place() {
    let nodes = r#"{"mesh":7},"#.repeat(1_000);
    let nodes = format!(r#","nodes":[{nodes}{{"mesh":0}}]"#);
    let error = read(&binary(&json("", &nodes)), no_file).unwrap_err();
    assert_eq!(error.to_string(), "nodes[0].mesh: Index out of bounds");
    assert_eq!(
        changed("\"mode\":5", "\"mode\":7").unwrap_err(),
        "meshes[0].primitives[0].mode: Invalid value"
    );
}

#[test]
fn no_triangle_is_lost_or_elsewhere_without_a_word() {
    let sparse = r#","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5123},"values":{"bufferView":1}},"min":[0,0,0],"max""#;
    let node = |node: &str, more: &str| {
        format!(r#"{more}"scenes":[{{"nodes":[0]}}],"nodes":[{{{node}}}],"meshes":"#)
    };
    let skin = node(r#""mesh":0,"skin":0"#, r#""skins":[{"joints":[0]}],"#);
    let flat = node(
        r#""mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0.5,0,0,0,1]"#,
        "",
    );
    let still = node(r#""mesh":0,"rotation":[0,0,0,0]"#, "");
    let bent = node(r#""mesh":0,"weights":[0.5]"#, "");
    for (from, to, error) in [
        // Four corners, of which a list of triangles would leave one over.
        (
            "\"mode\":5",
            "\"mode\":4",
            "mesh 0, primitive 0: 4 corners (expected a multiple of 3)",
        ),
        // Places that overlap, each a third of the next one.
        (
            "\"byteLength\":48",
            "\"byteLength\":48,\"byteStride\":4",
            "mesh 0, primitive 0: accessor 1 has items of 12 bytes every 4 bytes",
        ),
        (
            ",\"min\":[0,0,0],\"max\"",
            sparse,
            "mesh 0, primitive 0: accessor 1 is sparse, which is not read here",
        ),
        // A mesh that stands in many places, which its node does not say.
        (
            "\"asset\":",
            "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],\"asset\":",
            "extensionsUsed: EXT_mesh_gpu_instancing is not read here",
        ),
        ("\"meshes\":", &skin, "node 0: a skin is not read here"),
        (
            "\"meshes\":",
            &flat,
            "node 0: a matrix whose last row is not 0, 0, 0, 1",
        ),
        ("\"meshes\":", &still, "node 0: a rotation without length"),
        (
            "\"meshes\":",
            &bent,
            "node 0, mesh 0: a morph target is not read here",
        ),
        (
            "[{\"primitives\":",
            "[{\"weights\":[0,1],\"primitives\":",
            "mesh 0: a morph target is not read here",
        ),
    ] {
        assert_eq!(changed(from, to), Err(error.to_owned()));
    }
    // Weights of 0 leave the mesh as it is, and those of a node go before those of its mesh.
    let whole = read(&binary(&json("", "")), no_file);
    let weighted =
        json("", "").replacen("[{\"primitives\":", "[{\"weights\":[1],\"primitives\":", 1);
    let rest = weighted.replacen("\"meshes\":", &node(r#""mesh":0,"weights":[0]"#, ""), 1);
    assert_eq!(read(&binary(&rest), no_file), whole);
}

#[test]
fn extensions_that_files_need_are_refused_but_for_those_of_looks() {
    let needed = |name: &str| {
        format!(r#""extensionsUsed":["{name}"],"extensionsRequired":["{name}"],"asset":"#)
    };
    for name in [
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_mesh_quantization",
        "NONE_such",
    ] {
        let error = format!("extensionsRequired: {name} is not read here");
        assert_eq!(changed("\"asset\":", &needed(name)), Err(error));
        // Where it is used only, the data is there without it.
        let used = format!(r#""extensionsUsed":["{name}"],"asset":"#);
        assert_eq!(
            changed("\"asset\":", &used),
            Ok(read(&binary(&json("", "")), no_file).unwrap())
        );
    }
    // A texture that is there in another format only, and a material of it.
    let looks = needed("KHR_texture_basisu")
        + r#"{"version":"2.0"},"textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}}],
        "images":[{"uri":"a.ktx2"}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}]"#;
    let whole = json("", "").replacen("\"asset\":{\"version\":\"2.0\"}", &looks, 1);
    let painted = whole.replacen("\"mode\":5", "\"mode\":5,\"material\":0", 1);
    assert_ne!(painted, whole);
    assert_eq!(
        read(&binary(&painted), no_file),
        read(&binary(&json("", "")), no_file)
    );
}

/// What hides a node, or a node above it, is about what is drawn: by the extension's text one can still point at what is hidden.
#[test]
fn hidden_nodes_are_as_solid_as_others() {
    let hidden = r#","extensions":{"KHR_node_visibility":{"visible":false}}"#;
    let nodes = |hidden: &str| {
        format!(
            r#","scenes":[{{"nodes":[0]}}],"nodes":[{{"children":[1,2]{hidden}}},{{"mesh":0{hidden}}},{{"mesh":0}}]"#
        )
    };
    let seen = read(&binary(&json("", &nodes(""))), no_file).unwrap();
    assert_eq!(seen.triangles.len(), 4);
    for lists in [1, 2] {
        let names = ["extensionsUsed", "extensionsRequired"]
            .map(|list| format!(r#""{list}":["KHR_node_visibility"],"#));
        let lists = names[..lists].concat();
        let whole =
            json("", &nodes(hidden)).replacen("\"asset\":", &format!("{lists}\"asset\":"), 1);
        assert_eq!(read(&binary(&whole), no_file), Ok(seen.clone()), "{lists}");
    }
}

#[test]
fn the_named_scene_is_read_and_else_the_first() {
    let scenes = r#","scenes":[{"nodes":[0]},{"nodes":[1]}],"nodes":[{"mesh":0},{"mesh":0,"translation":[7,0,0]}]"#;
    for (scene, x) in [("", 0.0), (",\"scene\":0", 0.0), (",\"scene\":1", 7.0)] {
        let soup = read(&binary(&json("", &format!("{scenes}{scene}"))), no_file).unwrap();
        assert_eq!((soup.vertices.len(), soup.vertices[0]), (4, [x, 0.0, 0.0]));
    }
    let error = read(
        &binary(&json("", &format!("{scenes},\"scene\":2"))),
        no_file,
    );
    assert!(error.unwrap_err().to_string().contains("scene"));
}

#[test]
fn fans_lists_and_lines_are_told_apart() {
    let fan = changed("\"mode\":5", "\"mode\":6").unwrap();
    assert_eq!(fan.triangles, [[0, 1, 2], [0, 2, 3]]);
    for mode in 0..4 {
        let lines = changed("\"mode\":5", &format!("\"mode\":{mode}")).unwrap();
        assert_eq!(lines, Soup::default());
    }
    assert!(
        changed("\"mode\":5", "\"mode\":7")
            .unwrap_err()
            .contains("mode")
    );
    // Without a mode they are a list; this one has the first three indices alone.
    let list = json("", "").replacen(",\"mode\":5", "", 1);
    let list = list.replacen("\"count\":4", "\"count\":3", 1);
    let list = read(&binary(&list), no_file).unwrap();
    assert_eq!((list.triangles, list.vertices.len()), (vec![[0, 1, 2]], 4));
}

#[test]
fn scales_that_mirror_twice_keep_the_winding() {
    // With M of the nodes, the normal n = (0, 0, 1) of the first triangle becomes |det M| M⁻ᵀ n, on the same side of the
    // surface: here |det M| = 1·(2·3)·0.5 = 3, and the last of M is -z.
    let place =
        |t: &Soup, i: usize| nalgebra::Vector3::from(t.vertices[t.triangles[0][i] as usize]);
    let mut mirrored = 0;
    for signs in 0..8 {
        let sign = |i: usize| if signs >> i & 1 == 1 { -1.0 } else { 1.0 };
        let [x, y, z] = [sign(0), 2.0 * sign(1), 0.5 * sign(2)];
        let nodes = format!(
            r#","scenes":[{{"nodes":[0]}}],"nodes":[{{"children":[1],"scale":[{x},{y},{z}]}},{{"mesh":0,"scale":[1,3,-1]}}]"#
        );
        let soup = read(&binary(&json("", &nodes)), no_file).unwrap();
        let normal =
            (place(&soup, 1) - place(&soup, 0)).cross(&(place(&soup, 2) - place(&soup, 0)));
        assert_eq!(
            normal,
            nalgebra::Vector3::new(0.0, 0.0, -3.0 / z),
            "{signs}"
        );
        mirrored += usize::from(soup.triangles[0] == [0, 2, 1]);
    }
    assert_eq!(mirrored, 4);
}

#[test]
fn indices_are_of_any_width_and_places_may_be_apart() {
    // The last corner's bytes are those of an index that no mesh has.
    for (kind, size, indices) in [
        (5121, 1, [0_u32, 1, 3, 255]),
        (5125, 4, [0, 1, 3, u32::MAX]),
    ] {
        for (count, expected) in [(3, Ok(vec![[0, 1, 3]])), (4, Err(indices[3]))] {
            let bytes = indices
                .iter()
                .flat_map(|i| i.to_le_bytes()[..size].to_vec());
            let mut data: Vec<u8> = bytes.collect();
            let start = data.len();
            // Four bytes of something else behind each place.
            for place in strip()[8..].chunks(12) {
                data.extend_from_slice(place);
                data.extend([9; 4]);
            }
            let coded = base64::engine::general_purpose::STANDARD.encode(&data);
            let uri = format!("\"uri\":\"data:,;base64,{coded}\",");
            let text = json(&uri, "")
                .replacen(
                    "\"byteLength\":56",
                    &format!("\"byteLength\":{}", data.len()),
                    1,
                )
                .replacen("\"byteLength\":8}", &format!("\"byteLength\":{start}}}"), 1)
                .replacen(
                    "\"byteOffset\":8,\"byteLength\":48",
                    &format!("\"byteOffset\":{start},\"byteLength\":64,\"byteStride\":16"),
                    1,
                )
                .replacen("5123,\"count\":4", &format!("{kind},\"count\":{count}"), 1);
            let found = read(text.as_bytes(), no_file);
            match expected {
                Ok(triangles) => {
                    let soup = found.unwrap();
                    assert_eq!(soup.triangles, triangles);
                    assert_eq!(soup.vertices[3], [1.0, 1.0, 0.0]);
                }
                Err(index) => {
                    let error =
                        format!("mesh 0, primitive 0: there is no vertex {index} (there are 4)");
                    assert_eq!(found.unwrap_err().to_string(), error);
                }
            }
        }
    }
}
