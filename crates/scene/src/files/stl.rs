//! Reading STL, binary and text.
//!
//! The parser tells the two kinds apart by the word `solid` alone, with which many binary files begin too, and takes text
//! by the letter. So what it is given here is put in order first: a count of triangles, unlike a text, has a byte that is 0, and of a
//! text only the lines that place corners are kept. Normals are ignored: winding tells them.

use super::{FileError, MARK, Soup};
use std::collections::HashMap;
use std::io::Cursor;

/// The header of a binary file; the count of triangles follows.
const HEADER: usize = 80;
/// Bytes of a triangle in a binary file.
const EACH: usize = 50;

/// Reads an STL file: triangles in file order, corners at one place made one vertex.
pub(super) fn read(bytes: &[u8]) -> Result<Soup, FileError> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    if let Some(soup) = binary(bytes) {
        return soup;
    }
    if !is_text(bytes) {
        return Err(FileError::new("neither kind of STL"));
    }
    // Only names may have other letters, in any encoding, and they mean nothing.
    let text = String::from_utf8_lossy(bytes);
    let soup = triangles(ordered(&text).into_bytes())?;
    if is_ended(&text) {
        Ok(soup)
    } else {
        let place = format!("triangle {}", soup.triangles.len());
        let reason = "the file ends here (expected facet or endsolid)";
        Err(FileError::at(place, reason))
    }
}

/// The triangles of a binary file; `None` when this is none.
fn binary(bytes: &[u8]) -> Option<Result<Soup, FileError>> {
    let count = bytes.get(HEADER..HEADER + 4)?;
    if is_text(bytes) {
        return None;
    }
    let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
    let length = EACH.checked_mul(count)?.checked_add(HEADER + 4)?;
    if bytes.len() < length {
        let whole = (bytes.len() - HEADER - 4) / EACH;
        let reason = format!("the file ends here (expected {count} triangles)");
        return Some(Err(FileError::at(format!("triangle {whole}"), reason)));
    }
    // Some programs add a few bytes of their own.
    let more = (bytes.len() - length) / EACH;
    if more > 0 {
        let reason = format!("not within the count of {count}, and the file has room for {more}");
        return Some(Err(FileError::at(format!("triangle {count}"), reason)));
    }
    let mut bytes = bytes[..length].to_vec();
    bytes[..HEADER].fill(0);
    Some(triangles(bytes))
}

/// Whether the last line of a text that says anything ends a solid: else it was cut off, maybe between two triangles.
fn is_ended(text: &str) -> bool {
    let mut lines = text.rsplit(['\n', '\r']);
    let last = lines.find_map(|line| line.split_ascii_whitespace().next());
    last.is_some_and(|word| word.eq_ignore_ascii_case("endsolid"))
}

/// A text with one solid, its lines in lower case and without normals.
fn ordered(text: &str) -> String {
    let mut kept = String::with_capacity(text.len() + 32);
    kept.push_str("solid \n");
    for line in text.split(['\n', '\r']) {
        let line = line.trim().to_ascii_lowercase();
        match line.split_ascii_whitespace().next() {
            None | Some("solid" | "endsolid") => continue,
            Some("facet") => kept.push_str("facet normal 0 0 0"),
            Some(_) => kept.push_str(&line),
        }
        kept.push('\n');
    }
    kept.push_str("endsolid\n");
    kept
}

fn triangles(bytes: Vec<u8>) -> Result<Soup, FileError> {
    let mut input = Cursor::new(bytes);
    let at = |i: usize, e: std::io::Error| FileError::at(format!("triangle {i}"), e.to_string());
    let reader = stl_io::create_stl_reader(&mut input).map_err(|e| at(0, e))?;
    let mut soup = Soup::default();
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    for (i, triangle) in reader.enumerate() {
        let triangle = triangle.map_err(|e| at(i, e))?;
        soup.triangles.push(triangle.vertices.map(|corner| {
            // Adding 0 turns -0 into 0.
            let place = corner.0.map(|x| x + 0.0);
            *known.entry(place.map(f32::to_bits)).or_insert_with(|| {
                soup.vertices.push(place.map(f64::from));
                soup.vertices.len() as u32 - 1
            })
        }));
    }
    Ok(soup)
}

/// Whether a file begins with the word `solid`, and is no binary file that does so too: in that some byte of the header, which is filled up
/// with them, or of the count is 0, up to sixteen million triangles.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(HEADER + 4)];
    let word = start.trim_ascii_start();
    let word = word.split(u8::is_ascii_whitespace).next();
    word.is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) && !start.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of two triangles, as a binary file with this header.
    fn square(header: &str) -> Vec<u8> {
        let mut bytes = format!("{header:80}").into_bytes();
        bytes.extend(2u32.to_le_bytes());
        let corners = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];
        for triangle in [[0, 1, 2], [0, 2, 3]] {
            bytes.extend([0; 12]);
            for corner in triangle {
                bytes.extend(corners[corner].iter().flat_map(|x: &f32| x.to_le_bytes()));
            }
            bytes.extend([0; 2]);
        }
        bytes
    }

    #[test]
    fn binary_files_may_begin_with_any_word() {
        for header in ["made by hand", "solid", "solid box"] {
            let soup = read(&square(header)).unwrap();
            assert_eq!(soup.triangles, [[0, 1, 2], [0, 2, 3]], "{header}");
            assert_eq!(soup.vertices[2], [1.0, 1.0, 0.0]);
        }
        for header in ["made by hand", "solid box"] {
            let error = read(&square(header)[..150]).unwrap_err().to_string();
            assert_eq!(
                error,
                "triangle 1: the file ends here (expected 2 triangles)"
            );
            let more = [square(header), b"more".to_vec()].concat();
            assert_eq!(read(&more), read(&square(header)), "{header}");
            let mut fewer = square(header);
            fewer[HEADER..HEADER + 4].copy_from_slice(&1u32.to_le_bytes());
            let error = read(&fewer).unwrap_err().to_string();
            assert_eq!(
                error,
                "triangle 1: not within the count of 1, and the file has room for 1"
            );
        }
    }

    #[test]
    fn names_may_be_in_any_encoding_and_a_byte_order_mark_is_passed_over() {
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
        let plain = read(format!("solid a\n{facet}endsolid a\n").as_bytes()).unwrap();
        assert_eq!(plain.triangles.len(), 1);
        let latin = [b"solid M\xfche\n", facet.as_bytes(), b"endsolid M\xfche\n"].concat();
        assert_eq!(read(&latin).unwrap(), plain);
        let marked = format!("\u{feff}solid a\n{facet}endsolid a\n");
        assert_eq!(read(marked.as_bytes()).unwrap(), plain);
    }

    #[test]
    fn texts_of_several_solids_in_either_case_are_one_soup() {
        let facet = |z: u32| {
            format!(
                "FACET normal nan nan nan\n outer loop\n vertex 0 0 {z}\n vertex 1e0 0 {z}\n\n vertex -0 1.5 {z}\n\
                 endloop\n endfacet\n"
            )
        };
        let text = format!(
            "solid\r\n{}endsolid\nsolid b c\n{}endsolid b c\n",
            facet(0),
            facet(1)
        );
        let soup = read(text.as_bytes()).unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [3, 4, 5]]);
        let returns = text.replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(read(returns.as_bytes()).unwrap(), soup);
        assert_eq!(soup.vertices[5], [0.0, 1.5, 1.0]);
        let bad = text.replacen("1e0 0 1", "1e0 zero 1", 1);
        let error = read(bad.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("triangle 1: "), "{error}");
        // A fourth corner, or a fourth number.
        let last = "vertex -0 1.5 1\n";
        for more in [format!("{last}{last}"), last.replace("1\n", "1 0\n")] {
            let longer = text.replace(last, &more);
            assert_ne!(longer, text);
            let error = read(longer.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("triangle 1: "), "{error}");
        }
        // Cut off between two triangles, or after the last one.
        for (end, whole) in [("endsolid\n", 1), ("endsolid b c", 2)] {
            let cut = &text[..text.rfind(end).unwrap()];
            let error = read(cut.as_bytes()).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("triangle {whole}: the file ends here (expected facet or endsolid)")
            );
        }
        assert!(read(b"o no\xff").is_err() && read(b"").is_err() && read(b"# v").is_err());
    }
}
