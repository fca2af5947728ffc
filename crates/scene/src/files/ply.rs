//! Reading PLY, text and binary: the elements `vertex` and `face`.

use super::returns::with_feeds;
use super::{FileError, Soup, without_mark};
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Property, PropertyAccess, PropertyAccessResult, PropertyType, ScalarType,
};
use std::io::{self, BufRead, Cursor, ErrorKind, Read};

/// Reads a PLY file: faces in file order, those with more than three corners split into fans about their first one.
pub(super) fn read(input: impl BufRead) -> Result<Soup, FileError> {
    let failed = |e: io::Error| FileError::new(e.to_string());
    let mut input = without_mark(input)?;
    let mut start = Vec::new();
    let read = input.by_ref().take(5).read_to_end(&mut start);
    read.map_err(failed)?;
    if start.starts_with(b"ply\r") && start.get(4) != Some(&b'\n') {
        input.read_to_end(&mut start).map_err(failed)?;
        return read_lines(&*with_feeds(start));
    }
    read_lines(Cursor::new(start).chain(input))
}

fn read_lines(input: impl BufRead) -> Result<Soup, FileError> {
    let mut reader = Reader::new(input);
    let header = Parser::<Vertex>::new().read_header(&mut reader);
    let header = header.map_err(|e| explain(&e))?;
    let version = &header.version;
    if (version.major, version.minor) != (1, 0) {
        let reason = format!("version {}.{} (expected 1.0)", version.major, version.minor);
        return Err(FileError::at("header", reason));
    }
    let mut body = Body {
        encoding: header.encoding,
        line: reader.line(),
        input: reader.into_inner(),
    };
    let (mut vertices, mut faces) = (None, Vec::new());
    for (name, element) in &header.elements {
        match name.as_str() {
            "vertex" => {
                for axis in ["x", "y", "z"] {
                    let is_number = |kind: &PropertyType| matches!(kind, PropertyType::Scalar(_));
                    check(element, axis, "number", is_number)?;
                }
                let places = body.items::<Vertex>(element)?.into_iter().map(|v| v.0);
                vertices = Some(places.collect::<Vec<_>>());
            }
            "face" => {
                let lists = CORNERS.map(|list| check(element, list, "list of integers", is_list));
                if lists.iter().all(Result::is_err) {
                    lists.into_iter().collect::<Result<Vec<_>, _>>()?;
                }
                faces = body.items::<Face>(element)?;
            }
            "tristrips" if element.count > 0 => {
                let reason = "element tristrips is not read here";
                return Err(FileError::at("header", reason));
            }
            _ => drop(body.items::<Other>(element)?),
        }
    }
    body.ends()?;
    let vertices = vertices.ok_or_else(|| FileError::at("header", "no element vertex"))?;
    let mut triangles = Vec::new();
    for (i, face) in faces.iter().enumerate() {
        fan(face, i, vertices.len(), &mut triangles)?;
    }
    Ok(Soup {
        vertices,
        triangles,
    })
}

/// What follows the header.
struct Body<R> {
    input: R,
    encoding: Encoding,
    /// The number of the next line, in a text.
    line: usize,
}

impl<R: BufRead> Body<R> {
    /// The items of an element. The count is the header's alone: no memory is set aside for it.
    fn items<E: PropertyAccess>(&mut self, element: &ElementDef) -> Result<Vec<E>, FileError> {
        // They would have no bytes, however many there are; in a text each has a line.
        if element.properties.is_empty() && self.encoding != Encoding::Ascii {
            return Ok(Vec::new());
        }
        let mut items = Vec::new();
        for i in 0..element.count {
            items.push(self.item(element, i)?);
        }
        Ok(items)
    }

    /// That nothing comes after all the elements: there would be more of one than the header counts.
    fn ends(mut self) -> Result<(), FileError> {
        let is_blank = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
        let mut more = Vec::new();
        loop {
            more.clear();
            // As far as the next line of a text.
            let read = self.input.by_ref().take(MORE).read_until(b'\n', &mut more);
            if read.map_err(|e| FileError::new(e.to_string()))? == 0 {
                return Ok(());
            }
            if !more.iter().all(is_blank) {
                let place = match self.encoding {
                    Encoding::Ascii => format!("line {}", self.line),
                    _ => "end".to_owned(),
                };
                let reason = "more than the elements that the header counts";
                return Err(FileError::at(place, reason));
            }
            self.line += 1;
        }
    }

    fn item<E: PropertyAccess>(
        &mut self,
        element: &ElementDef,
        index: usize,
    ) -> Result<E, FileError> {
        let (parser, input) = (Parser::new(), &mut self.input);
        let item = match self.encoding {
            Encoding::Ascii => {
                let mut line = String::new();
                match input.read_line(&mut line) {
                    Ok(0) => Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
                    Ok(_) => match parser.read_ascii_element(&line, element) {
                        Ok(_) if has_more(&line, element) => {
                            let reason =
                                format!("more than the properties of element {}", element.name);
                            return Err(FileError::at(format!("line {}", self.line), reason));
                        }
                        read => read,
                    },
                    Err(e) => Err(e.into()),
                }
            }
            Encoding::BinaryBigEndian => parser.read_big_endian_element(input, element),
            Encoding::BinaryLittleEndian => parser.read_little_endian_element(input, element),
        };
        let item = item.map_err(|e| {
            // Lines of what is no text mean nothing.
            let place = match self.encoding {
                Encoding::Ascii => format!("line {}", self.line),
                _ => format!("{} {index}", element.name),
            };
            let (name, count) = (&element.name, element.count);
            let reason = match e.kind() {
                ErrorKind::UnexpectedEof => {
                    format!("the file ends here (expected {count} of element {name})")
                }
                ErrorKind::InvalidInput => format!("expected the properties of element {name}"),
                ErrorKind::InvalidData => "not UTF-8".to_owned(),
                _ => e.to_string(),
            };
            FileError::at(place, reason)
        })?;
        self.line += 1;
        Ok(item)
    }
}

/// Whether a line that holds an item's properties holds more: each list begins with how many are in it.
fn has_more(line: &str, element: &ElementDef) -> bool {
    let mut words = line.split_ascii_whitespace();
    for property in element.properties.values() {
        let word = words.next();
        if let PropertyType::List(..) = property.data_type {
            let count = word.and_then(|word| word.parse().ok()).unwrap_or(0);
            words.by_ref().take(count).for_each(drop);
        }
    }
    words.next().is_some()
}

/// Bytes that are looked at together.
const MORE: u64 = 4096;

/// What a face's list of corners is called.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Whether an element has a property of this name and kind.
fn check(
    element: &ElementDef,
    name: &str,
    kind: &str,
    is_kind: impl Fn(&PropertyType) -> bool,
) -> Result<(), FileError> {
    let found = element.properties.get(name).map(|p| &p.data_type);
    if found.is_some_and(is_kind) {
        return Ok(());
    }
    let reason = format!("element {} has no {kind} called {name}", element.name);
    Err(FileError::at("header", reason))
}

/// Whether a property can list the corners of a face.
fn is_list(kind: &PropertyType) -> bool {
    let floats = [ScalarType::Float, ScalarType::Double];
    matches!(kind, PropertyType::List(_, item) if !floats.contains(item))
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

/// What is wrong with a header, without what the parser had before it.
fn explain(error: &ParseError) -> FileError {
    let place = error.line().map(|line| format!("line {line}"));
    let reason = match (error.kind(), error.line()) {
        (ErrorKind::UnexpectedEof, _) => "the header has no end",
        (ErrorKind::InvalidData, _) => "not UTF-8",
        (ErrorKind::InvalidInput, None) => "no valid format",
        (ErrorKind::InvalidInput, Some(1)) => "expected ply",
        (ErrorKind::InvalidInput, Some(_)) => "not a line that a PLY header has there",
        _ => &error.to_string(),
    };
    FileError::at(place.unwrap_or("header".to_owned()), reason)
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
            // The corners are under the other name.
            _ => return PropertyAccessResult::Ignored,
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
            let more = [&*bytes, &[7]].concat();
            let error = read(&*more).unwrap_err().to_string();
            assert_eq!(error, "end: more than the elements that the header counts");
            let padded = [&*bytes, &[0; 5000]].concat();
            assert_eq!(read(&*padded).unwrap(), soup);
            bytes.pop();
            let error = read(&*bytes).unwrap_err().to_string();
            assert_eq!(
                error,
                "face 0: the file ends here (expected 1 of element face)"
            );
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
                "header: element face has no list of integers called vertex_indices",
            ),
            (
                "uchar int vertex",
                "uchar float vertex",
                "header: element face has no list of integers called vertex_indices",
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
            (
                "3 0 2 1",
                "3 0 2 1 3",
                "line 19: more than the properties of element face",
            ),
            (
                "3 0 2 1",
                "-3 0 2 1",
                "line 19: expected the properties of element face",
            ),
            (
                "1 1 0 9",
                "1 1 0 9 9",
                "line 16: more than the properties of element vertex",
            ),
            (
                "element edge 1\nproperty int a",
                "element tristrips 1\nproperty list int int vertex_indices",
                "header: element tristrips is not read here",
            ),
            (
                "1 1 0 9",
                "1 one 0 9",
                "line 16: expected the properties of element vertex",
            ),
            (
                "3 0 2 1",
                "3 0 2",
                "line 19: expected the properties of element face",
            ),
            (
                "\n5\n",
                "\n",
                "line 20: the file ends here (expected 1 of element edge)",
            ),
            (
                "\n5\n",
                "\n5\n\n6\n",
                "line 22: more than the elements that the header counts",
            ),
            (
                "ascii 1.0",
                "ascii 2.0",
                "header: version 2.0 (expected 1.0)",
            ),
            ("ply\n", "plie\n", "line 1: expected ply"),
            ("format ascii 1.0\n", "", "header: no valid format"),
            (
                "uchar red",
                "colour red",
                "line 8: not a line that a PLY header has there",
            ),
            (
                &TEXT[TEXT.find("property uchar").unwrap()..],
                "",
                "line 8: the header has no end",
            ),
            (
                "element vertex 4",
                "element vertices 4",
                "header: no element vertex",
            ),
        ] {
            let found = read(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!(found.to_string(), error, "{to}");
        }
        let mut bytes = TEXT.as_bytes().to_vec();
        bytes[TEXT.find("1 1 0 9").unwrap()] = 0xff;
        let error = read(&*bytes).unwrap_err().to_string();
        assert_eq!(error, "line 16: not UTF-8");
        bytes[1] = 0xff;
        let error = read(&*bytes).unwrap_err().to_string();
        assert_eq!(error, "header: not UTF-8");
    }

    #[test]
    fn faces_of_mixed_sizes_are_read_in_all_kinds() {
        // Lists of 3, 0, 5, 1 and 4 corners, each between a number and another list, with counts and corners of 32 bits or of 16.
        let faces: [&[u16]; 5] = [&[0, 1, 2], &[], &[4, 3, 2, 1, 0], &[7], &[7, 6, 5, 4]];
        let expected = [
            [0, 1, 2],
            [4, 3, 2],
            [4, 2, 1],
            [4, 1, 0],
            [7, 6, 5],
            [7, 5, 4],
        ];
        for (count, corner) in [("uint", "ushort"), ("ushort", "uint"), ("int", "short")] {
            let wide = |kind: &str| !kind.ends_with("short");
            for kind in ["binary_little_endian", "binary_big_endian", "ascii"] {
                let header = format!(
                    "ply\nformat {kind} 1.0\nelement vertex 8\n{PLACES}element face 5\nproperty uchar before\n\
                     property list {count} {corner} vertex_indices\nproperty list uchar float after\nend_header\n"
                );
                let bytes = |x: u32, wide: bool| match (kind, wide) {
                    ("binary_big_endian", true) => x.to_be_bytes().to_vec(),
                    ("binary_big_endian", false) => (x as u16).to_be_bytes().to_vec(),
                    (_, true) => x.to_le_bytes().to_vec(),
                    (_, false) => (x as u16).to_le_bytes().to_vec(),
                };
                let mut body = header.into_bytes();
                for i in 0..8 {
                    match kind {
                        "ascii" => body.extend(format!("{i} 0.5 -1\n").bytes()),
                        _ => {
                            let place = [i as f32, 0.5, -1.0].map(f32::to_bits);
                            body.extend(place.iter().flat_map(|&x| bytes(x, true)));
                        }
                    }
                }
                for face in faces {
                    if kind == "ascii" {
                        let corners: String = face.iter().map(|i| format!(" {i}")).collect();
                        body.extend(format!("9 {}{corners} 1 2.5\n", face.len()).bytes());
                        continue;
                    }
                    body.push(9);
                    body.extend(bytes(face.len() as u32, wide(count)));
                    for &i in face {
                        body.extend(bytes(i.into(), wide(corner)));
                    }
                    body.push(1);
                    body.extend(bytes(2.5_f32.to_bits(), true));
                }
                let soup = read(&*body).unwrap();
                assert_eq!(soup.triangles, expected, "{kind} {count} {corner}");
                assert_eq!(soup.vertices[7], [7.0, 0.5, -1.0]);
                let cut = read(&body[..body.len() - 1]);
                assert!(kind == "ascii" || cut.is_err());
            }
        }
    }

    const BINARY: &str = "ply\nformat binary_little_endian 1.0\n";
    const PLACES: &str = "property float x\nproperty float y\nproperty float z\n";

    #[test]
    fn faces_may_come_before_vertices() {
        let text = |corner: u32| {
            format!(
                "ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_index\nelement vertex 3\n{PLACES}\
                 end_header\n3 0 1 2\n3 2 1 {corner}\n0 0 0\n1 0 0\n0 1 0\n"
            )
        };
        let soup = read(text(0).as_bytes()).unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [2, 1, 0]]);
        let error = read(text(3).as_bytes()).unwrap_err().to_string();
        assert_eq!(error, "face 1: there is no vertex 3 (there are 3)");
    }

    #[test]
    fn counts_that_the_file_cannot_have_end_with_it() {
        let nothing = "element nothing 18446744073709551615\n";
        // Without properties an item of a binary file has no bytes, and one of a text has a line of its own.
        let text = format!("{BINARY}{nothing}element vertex 0\n{PLACES}end_header\n");
        assert_eq!(read(text.as_bytes()).unwrap(), Soup::default());
        let text = TEXT.replace("element vertex", "element nothing 2\nelement vertex");
        let text = text.replace("end_header\n", "end_header\n\n\n");
        assert_eq!(
            read(text.as_bytes()).unwrap(),
            read(TEXT.as_bytes()).unwrap()
        );
        let text = format!("ply\nformat ascii 1.0\n{nothing}end_header\n");
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 5: the file ends here"), "{error}");

        let most = usize::MAX;
        for (name, properties) in [
            ("vertex", PLACES),
            ("face", "property list uint int vertex_index\n"),
            ("other", "property list uint double numbers\n"),
        ] {
            for format in [BINARY, "ply\nformat ascii 1.0\n"] {
                let header = format!("{format}element {name} {most}\n{properties}end_header\n");
                let error = read(header.as_bytes()).unwrap_err().to_string();
                let expected = format!("the file ends here (expected {most} of element {name})");
                assert!(error.ends_with(&expected), "{error}");
                // The length of a list, of which no more comes.
                let list = [header.as_bytes(), &[0xff, 0xff, 0xff, 0xff]].concat();
                assert!(read(&*list).is_err(), "{header}");
            }
        }
    }

    #[test]
    fn lines_may_end_in_carriage_returns_alone() {
        let soup = read(TEXT.as_bytes()).unwrap();
        for end in ["\r", "\r\n"] {
            let text = TEXT.replace('\n', end);
            assert_eq!(read(text.as_bytes()).unwrap(), soup, "{end:?}");
        }
        // The first byte of the body is that of a line feed, and there are carriage returns in it.
        let header = format!(
            "{BINARY}element vertex 1\n{PLACES}element face 1\nproperty list uchar uchar vertex_index\nend_header\n"
        );
        let body = [10, 13, 0, 63, 13, 13, 0, 63, 10, 10, 0, 63, 3, 0, 0, 0];
        let whole = |header: String| [header.as_bytes(), &body[..]].concat();
        let soup = read(&*whole(header.clone())).unwrap();
        assert_eq!(soup.vertices.len(), 1);
        assert_eq!(read(&*whole(header.replace('\n', "\r"))).unwrap(), soup);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let marked = format!("\u{feff}{TEXT}");
        assert_eq!(
            read(marked.as_bytes()).unwrap(),
            read(TEXT.as_bytes()).unwrap()
        );
    }
}
