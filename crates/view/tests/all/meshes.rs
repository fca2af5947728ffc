//! Meshes: dropped, named, drawn, cast against; and files that are none.

use crate::client::{Server, fraction};
use base64::Engine;
use serde_json::{Value, json};
use swept::CastOptions;
use swept::scene::files::Soup;
use swept_case::{Case, Meshes};

/// A square of side 2 at height 0, of two triangles.
const SQUARE: &str = "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 4 3 2 1\n";

fn line(file: &str) -> String {
    format!(
        r#"{{"moving":{{"shape":{{"type":"sphere","radius":0.5}},"position":[0.2,3,0.1]}},"fixed":{{"shape":{{"type":"mesh","file":"{file}"}}}},"displacement":[0,-5,0]}}"#
    )
}

fn upload(server: &Server, name: &str, bytes: &[u8]) -> Value {
    let answer = server.post(&format!("/mesh?name={name}"), bytes);
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_str(answer.text()).unwrap()
}

#[test]
fn a_dropped_mesh_is_cast_against_by_its_name_and_drawn() {
    let server = Server::start(&[]);
    let told = upload(&server, "square.obj", SQUARE.as_bytes());
    assert_eq!(told, json!({ "file": "square.obj", "triangles": 2 }));
    let answer = server.post("/cast", line("square.obj").as_bytes());
    // As the program answers it in the folder of that file.
    let mesh = Soup::obj(SQUARE.as_bytes()).unwrap();
    let mesh = mesh.mesh::<f64>(&Meshes::<f64>::options()).unwrap();
    let mesh = std::sync::Arc::new(mesh);
    let mut meshes = Meshes::from_lookup(move |_| Ok(mesh.clone()));
    let case = Case::parse(line("square.obj").as_bytes(), &mut meshes).unwrap();
    let expected = case.cast(&CastOptions::default()).unwrap().to_line(None);
    assert_eq!(answer.text().trim(), expected);
    // 3 − 1/2 of 5.
    assert!((fraction(&expected) - 0.5).abs() < 1e-12, "{expected}");
    let drawn = server.get("/mesh?file=square.obj").body;
    assert_eq!(drawn.len(), 8 + 4 * 24 + 2 * 12);
    assert_eq!(drawn[..8], [4, 0, 0, 0, 2, 0, 0, 0]);
    for path in ["/steps", "/truth"] {
        let told: Value =
            serde_json::from_str(server.post(path, line("square.obj").as_bytes()).text()).unwrap();
        assert_eq!(told["of_parts"], true, "{path}");
    }
    // Another file of the same name, and a name with folders.
    assert_eq!(
        upload(&server, "square.obj", SQUARE.replace('2', "1").as_bytes())["file"],
        "square-2.obj"
    );
    assert_eq!(
        upload(&server, "..%2F..%2Fsquare.obj", SQUARE.as_bytes())["file"],
        "square.obj"
    );
}

/// A glTF file: the square, scaled by 2 and raised by 1 by its node; `change` may spoil it.
fn gltf(change: impl Fn(&mut Value)) -> Vec<u8> {
    let corners: [f32; 12] = [
        -1.0, 0.0, -1.0, 1.0, 0.0, -1.0, 1.0, 0.0, 1.0, -1.0, 0.0, 1.0,
    ];
    let indices: [u16; 6] = [0, 2, 1, 0, 3, 2];
    let mut bytes: Vec<u8> = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend(indices.iter().flat_map(|i| i.to_le_bytes()));
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let mut file = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "scale": [2, 2, 2], "translation": [0, 1, 0] }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-1, 0, -1], "max": [1, 0, 1] },
            { "bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 12 },
        ],
        "buffers": [{ "byteLength": 60, "uri": format!("data:application/octet-stream;base64,{data}") }],
    });
    change(&mut file);
    serde_json::to_vec(&file).unwrap()
}

/// The same as one binary file.
fn glb() -> Vec<u8> {
    let mut data = Vec::new();
    let text = gltf(|file| {
        file["buffers"][0].as_object_mut().unwrap().remove("uri");
    });
    let plain: Value = serde_json::from_slice(&gltf(|_| {})).unwrap();
    let uri = plain["buffers"][0]["uri"].as_str().unwrap();
    let encoded = uri.split_once(";base64,").unwrap().1;
    data.extend(
        base64::engine::general_purpose::STANDARD
            .decode(encoded)
            .unwrap(),
    );
    let mut text = text;
    text.resize(text.len().next_multiple_of(4), b' ');
    data.resize(data.len().next_multiple_of(4), 0);
    let mut file = b"glTF\x02\0\0\0".to_vec();
    let length = 12 + 8 + text.len() + 8 + data.len();
    file.extend((length as u32).to_le_bytes());
    for (chunk, kind) in [(&text, b"JSON"), (&data, b"BIN\0")] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend_from_slice(kind);
        file.extend_from_slice(chunk);
    }
    file
}

#[test]
fn gltf_is_read_with_its_nodes() {
    let server = Server::start(&[]);
    for (name, bytes) in [("square.gltf", gltf(|_| {})), ("square.GLB", glb())] {
        assert_eq!(upload(&server, name, &bytes)["triangles"], 2);
        let answer = server.post("/cast", line(name).as_bytes());
        // The square stands at height 1: 3 − 1 − 1/2 of 5.
        assert!(
            (fraction(answer.text()) - 0.3).abs() < 1e-6,
            "{}",
            answer.text()
        );
    }
}

/// What spoils a good file.
type Spoil<'a> = &'a dyn Fn(&mut Value);

#[test]
fn files_that_are_no_meshes_are_refused() {
    let server = Server::start(&[]);
    let far = 4_000_000_000_u32;
    let spoilt: [(&str, Spoil); 13] = [
        ("positions of bytes", &|f| {
            f["accessors"][0]["componentType"] = json!(5121);
        }),
        ("positions of four numbers", &|f| {
            f["accessors"][0]["type"] = json!("VEC4");
        }),
        ("corners of floats", &|f| {
            f["accessors"][1]["componentType"] = json!(5126);
        }),
        ("nodes that double at every level", &|f| {
            let double = |i: usize| json!({ "children": [i + 1, i + 1] });
            let mut nodes: Vec<_> = (0..40).map(double).collect();
            nodes.push(json!({}));
            f["nodes"] = json!(nodes);
        }),
        ("an accessor beyond its buffer", &|f| {
            f["accessors"][0]["count"] = json!(5)
        }),
        ("a count beyond all", &|f| {
            f["accessors"][0]["count"] = json!(far)
        }),
        ("an offset beyond all", &|f| {
            f["accessors"][1]["byteOffset"] = json!(far)
        }),
        ("a view beyond its buffer", &|f| {
            f["bufferViews"][1]["byteLength"] = json!(13)
        }),
        ("a buffer shorter than said", &|f| {
            f["buffers"][0]["byteLength"] = json!(far)
        }),
        ("a corner without a vertex", &|f| {
            f["accessors"][0]["count"] = json!(3)
        }),
        ("a file elsewhere", &|f| {
            f["buffers"][0]["uri"] = json!("../../etc/passwd")
        }),
        ("a view that is not there", &|f| {
            f["accessors"][0]["bufferView"] = json!(9)
        }),
        ("nodes without end", &|f| {
            f["nodes"][0]["children"] = json!([0])
        }),
    ];
    for (what, change) in spoilt {
        let answer = server.post("/mesh?name=bad.gltf", &gltf(change));
        assert_eq!(answer.status, 400, "{what}");
        assert!(
            answer
                .text()
                .starts_with("bad.gltf is not a readable mesh ("),
            "{what}: {}",
            answer.text()
        );
    }
    let whole = glb();
    for end in (0..whole.len()).step_by(9) {
        assert_eq!(
            server.post("/mesh?name=bad.glb", &whole[..end]).status,
            400,
            "{end}"
        );
    }
    for bytes in [
        &b"v 0 0 0\nf 1 2 3\n"[..],
        b"\xff\xfe\x00",
        b"f 1 2 3",
        b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",
    ] {
        assert_eq!(server.post("/mesh?name=bad.obj", bytes).status, 400);
    }
    assert!(server.is_well());
}

#[test]
fn seventy_thousand_triangles_are_cast_against_and_drawn() {
    let n: usize = 187;
    let mut text = String::new();
    for (i, j) in (0..=n).flat_map(|i| (0..=n).map(move |j| (i, j))) {
        let [x, z] = [i, j].map(|k| 8.0 * k as f64 / n as f64 - 4.0);
        let height = 0.3 * (i as f64).sin() * (j as f64).cos();
        text += &format!("v {x} {height} {z}\n");
    }
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let at = |i: usize, j: usize| i * (n + 1) + j + 1;
        let corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        text += &format!("f {}\n", corners.map(|c| c.to_string()).join(" "));
    }
    let server = Server::start(&[]);
    let told = upload(&server, "large.obj", text.as_bytes());
    assert_eq!(told["triangles"], 2 * n * n);
    let drawn = server.get("/mesh?file=large.obj").body;
    assert_eq!(drawn.len(), 8 + 24 * (n + 1) * (n + 1) + 12 * 2 * n * n);
    // The floor lies between −0.3 and 0.3: a ball of radius 1/2 falls 5 from 3, and stops at height 0.5 ± 0.3.
    let at = fraction(server.post("/cast", line("large.obj").as_bytes()).text());
    assert!((0.44..=0.56).contains(&at), "{at}");
}
