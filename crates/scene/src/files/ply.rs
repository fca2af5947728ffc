//! Reading PLY, text and binary: the elements `vertex` and `face`.

use super::returns::with_feeds;
use super::{FileError, LONGEST, Soup, too_long, without_mark};
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
    let mut reader = Reader::new(input.take(LONGEST as u64));
    let header = Parser::<Vertex>::new().read_header(&mut reader);
    let header = header.map_err(|e| match reader.get_ref().limit() {
        0 => {
            // What was cut off as a comment is seen to have no next line.
            let line = reader.line() - usize::from(e.kind() == ErrorKind::UnexpectedEof);
            FileError::at(format!("line {line}"), too_long("a header"))
        }
        _ => explain(&e),
    })?;
    let version = &header.version;
    if (version.major, version.minor) != (1, 0) {
        let reason = format!("version {}.{} (expected 1.0)", version.major, version.minor);
        return Err(FileError::at("header", reason));
    }
    let mut body = Body {
        encoding: header.encoding,
        line: reader.line(),
        input: reader.into_inner().into_inner(),
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
                let mut input = input.take(LONGEST as u64 + 1);
                match input.read_line(&mut line) {
                    _ if input.limit() == 0 && !line.ends_with('\n') => {
                        let place = format!("line {}", self.line);
                        return Err(FileError::at(place, too_long("a line")));
                    }
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
mod tests;
