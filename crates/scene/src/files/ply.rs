//! Reading PLY, text and binary: the elements `vertex` and `face`.

use super::{FileError, Soup};
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Property, PropertyAccess, PropertyAccessResult, PropertyType,
};
use std::io::BufRead;

/// Reads a PLY file: faces in file order, those with more than three corners split into fans about their first one.
pub(super) fn read(input: impl BufRead) -> Result<Soup, FileError> {
    let mut reader = Reader::new(input);
    let header = Parser::<Vertex>::new()
        .read_header(&mut reader)
        .map_err(|e| explain(None, &e))?;
    // Lines of what is no text mean nothing.
    let text = header.encoding == Encoding::Ascii;
    let (mut vertices, mut triangles) = (None, Vec::new());
    for (name, element) in &header.elements {
        let failed = |e: ParseError| explain(Some(name).filter(|_| !text), &e);
        match name.as_str() {
            "vertex" => {
                for axis in ["x", "y", "z"] {
                    check(element, axis, false)?;
                }
                let read = Parser::<Vertex>::new();
                let read = read.read_payload_for_element(&mut reader, element, &header);
                let places = read.map_err(failed)?.into_iter().map(|v| v.0);
                vertices = Some(places.collect::<Vec<_>>());
            }
            "face" => {
                let lists = CORNERS.map(|list| check(element, list, true));
                if lists.iter().all(Result::is_err) {
                    lists.into_iter().collect::<Result<Vec<_>, _>>()?;
                }
                let read = Parser::<Face>::new();
                let faces = read.read_payload_for_element(&mut reader, element, &header);
                let faces = faces.map_err(failed)?;
                let count = vertices.as_ref().map_or(usize::MAX, Vec::len);
                for (i, face) in faces.iter().enumerate() {
                    fan(face, i, count, &mut triangles)?;
                }
            }
            _ => {
                let read = Parser::<Other>::new();
                let read = read.read_payload_for_element(&mut reader, element, &header);
                read.map_err(failed)?;
            }
        }
    }
    let vertices = vertices.ok_or_else(|| FileError::at("header", "no element vertex"))?;
    let missing = |t: &&[u32; 3]| t.iter().any(|&i| i as usize >= vertices.len());
    if triangles.iter().find(missing).is_some() {
        return Err(FileError::new("a face uses a vertex that does not exist"));
    }
    Ok(Soup {
        vertices,
        triangles,
    })
}

/// What a face's list of corners is called.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Whether an element has a property of this name and kind.
fn check(element: &ElementDef, name: &str, list: bool) -> Result<(), FileError> {
    let found = element.properties.get(name).map(|p| &p.data_type);
    let is_list = |kind: &PropertyType| matches!(kind, PropertyType::List(..));
    if found.is_some_and(|kind| is_list(kind) == list) {
        return Ok(());
    }
    let kind = if list { "list" } else { "number" };
    let reason = format!("element {} has no {kind} called {name}", element.name);
    Err(FileError::at("header", reason))
}

/// The triangles of a face, when all of its corners are among so many vertices.
fn fan(
    face: &Face,
    index: usize,
    vertices: usize,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<(), FileError> {
    let corner = |&i: &i64| {
        let index_of = u32::try_from(i).ok().filter(|&i| (i as usize) < vertices);
        index_of.ok_or_else(|| {
            let reason = format!("there is no vertex {i} (there are {vertices})");
            FileError::at(format!("face {index}"), reason)
        })
    };
    let corners: Vec<u32> = face.0.iter().map(corner).collect::<Result<_, _>>()?;
    for i in 2..corners.len() {
        triangles.push([corners[0], corners[i - 1], corners[i]]);
    }
    Ok(())
}

/// What is wrong in a line, or in an element of a binary file.
fn explain(element: Option<&String>, error: &ParseError) -> FileError {
    let place = match (element, error.line()) {
        (Some(element), _) => format!("element {element}"),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => "header".to_owned(),
    };
    // The parser shows what it had before it in lines of their own.
    let said = error.to_string();
    let said = said.split_once(": ").map_or(&*said, |(line, rest)| {
        if line.starts_with("Line ") {
            rest
        } else {
            &*said
        }
    });
    let words: Vec<&str> = said.split_whitespace().collect();
    FileError::at(place, words.join(" "))
}

struct Vertex([f64; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match value {
            Property::Char(x) => x.into(),
            Property::UChar(x) => x.into(),
            Property::Short(x) => x.into(),
            Property::UShort(x) => x.into(),
            Property::Int(x) => x.into(),
            Property::UInt(x) => x.into(),
            Property::Float(x) => x.into(),
            Property::Double(x) => x,
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

struct Face(Vec<i64>);

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        fn wide<I: Into<i64>>(list: Vec<I>) -> Vec<i64> {
            list.into_iter().map(Into::into).collect()
        }
        if !CORNERS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match value {
            Property::ListChar(list) => wide(list),
            Property::ListUChar(list) => wide(list),
            Property::ListShort(list) => wide(list),
            Property::ListUShort(list) => wide(list),
            Property::ListInt(list) => wide(list),
            Property::ListUInt(list) => wide(list),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// An element that does not matter.
struct Other;

impl PropertyAccess for Other {
    fn new() -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\nproperty float x\nproperty float y\n\
        property double z\nproperty uchar red\nelement face 2\nproperty list uchar int vertex_indices\n\
        element edge 1\nproperty int a\nend_header\n0 0 0.1 9\n1 0 0 9\n1 1 0 9\n0 1 0 9\n4 0 1 2 3\n3 0 2 1\n5\n";

    #[test]
    fn texts_are_read_and_faces_become_fans() {
        let soup = read(TEXT.as_bytes()).unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [0, 2, 3], [0, 2, 1]]);
        assert_eq!(soup.vertices[0], [0.0, 0.0, 0.1]);
        let named = TEXT.replace("vertex_indices", "vertex_index");
        assert_eq!(read(named.as_bytes()).unwrap(), soup);
    }

    #[test]
    fn both_binary_kinds_are_read() {
        let header = |kind: &str| {
            format!(
                "ply\nformat {kind} 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 1\nproperty list uchar uint vertex_index\nend_header\n"
            )
        };
        let places = [[0.5_f32, 0., 0.], [1., 0., 0.], [0., 2., 0.]];
        for (kind, little) in [("binary_little_endian", true), ("binary_big_endian", false)] {
            let mut bytes = header(kind).into_bytes();
            let bits = |x: u32| {
                if little {
                    x.to_le_bytes()
                } else {
                    x.to_be_bytes()
                }
            };
            bytes.extend(places.iter().flatten().flat_map(|x| bits(x.to_bits())));
            bytes.push(3);
            bytes.extend([0, 2, 1].into_iter().flat_map(bits));
            let soup = read(&*bytes).unwrap();
            assert_eq!(
                (&*soup.triangles, soup.vertices[0][0]),
                (&[[0, 2, 1]][..], 0.5)
            );
            bytes.pop();
            let error = read(&*bytes).unwrap_err().to_string();
            assert!(error.starts_with("element face: "), "{error}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (from, to, error) in [
            (
                "property float x\n",
                "",
                "header: element vertex has no number called x",
            ),
            (
                "vertex_indices",
                "corners",
                "header: element face has no list called vertex_indices",
            ),
            (
                "3 0 2 1",
                "3 0 2 4",
                "face 1: there is no vertex 4 (there are 4)",
            ),
            (
                "3 0 2 1",
                "3 0 -2 1",
                "face 1: there is no vertex -2 (there are 4)",
            ),
            ("1 1 0 9", "1 one 0 9", "line 16: "),
            ("ply\n", "plie\n", "line 1: "),
            (
                "element vertex 4",
                "element vertices 4",
                "header: no element vertex",
            ),
        ] {
            let found = read(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
            let found = found.to_string();
            assert!(
                found.starts_with(error) && !found.contains('\n'),
                "{to}: {found}"
            );
        }
    }
}
