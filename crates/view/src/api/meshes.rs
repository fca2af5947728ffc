//! `POST /mesh?name=NAME`: a file in, the name that cases have for it out. `GET /mesh?file=NAME`: the triangles, to be drawn.

use super::options::pairs;
use super::store::MOST_TRIANGLES;
use super::{Ask, Reply, State};
use hyper::StatusCode;
use serde_json::json;
use swept::scene::TriangleMesh;
use swept::scene::files::Soup;
use swept_case::Meshes;

/// Keeps a dropped file, or gives the triangles of one.
pub fn answer(state: &State, ask: &Ask) -> Result<Reply, Reply> {
    match pairs(&ask.query)?.as_slice() {
        [(key, name)] if key == "name" && !ask.body.is_empty() => {
            let bad = |why| Reply::bad(format!("{name} is not a readable mesh ({why})"));
            let alone = |_: &str| Err("only what is in the file itself is read".to_owned());
            let mesh = read(name, &ask.body, alone).map_err(bad)?;
            let triangles = mesh.triangles().len();
            let file = state.keep(name, mesh);
            Ok(Reply::json(
                json!({ "file": file, "triangles": triangles }).to_string(),
            ))
        }
        [(key, _)] if key == "name" => Err(Reply::bad("the file is empty")),
        [(key, name)] if key == "file" => match state.mesh(name) {
            Ok(mesh) => Ok(Reply::new("application/octet-stream", drawing(&mesh))),
            Err(why) => Err(Reply::text(StatusCode::NOT_FOUND, why)),
        },
        _ => Err(Reply::bad("expected name=NAME with a file, or file=NAME")),
    }
}

/// The mesh in a file, by the ending of its name, as the program reads it; `beside` gives the files that a glTF file names.
///
/// # Errors
/// What is wrong, as a phrase.
pub fn read(
    name: &str,
    bytes: &[u8],
    beside: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<TriangleMesh<f64>, String> {
    let soup = Soup::of_file(name, bytes, beside).map_err(|e| e.what())?;
    if soup.triangles.len() > MOST_TRIANGLES {
        return Err(format!("it has more than {MOST_TRIANGLES} triangles"));
    }
    let mesh = soup.mesh(&Meshes::<f64>::options());
    mesh.map_err(|e| e.what())
}

/// Little-endian: the counts of vertices and of triangles as `u32`, three `f64` for each vertex, three `u32` for each triangle; after
/// the counts, everything is aligned to its size.
fn drawing(mesh: &TriangleMesh<f64>) -> Vec<u8> {
    let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
    let mut out = Vec::with_capacity(8 + 24 * vertices.len() + 12 * triangles.len());
    for count in [vertices.len(), triangles.len()] {
        // Indices are `u32`, and files are shorter than that.
        out.extend_from_slice(&(count as u32).to_le_bytes());
    }
    let numbers = vertices.iter().flat_map(|v| v.iter());
    out.extend(numbers.flat_map(|x| x.to_le_bytes()));
    out.extend(triangles.iter().flatten().flat_map(|i| i.to_le_bytes()));
    out
}
