//! Reading Wavefront OBJ: the part of it that makes triangles.
//!
//! Only positions and faces matter here. [`Relevant`] passes nothing else on to the parser, so texture coordinates,
//! normals, colours, materials and polylines can neither fail nor change the numbering, and the file is one object:
//! vertex numbers count over the whole file, and faces come in file order. Surfaces that are no faces are errors.

use super::{FileError, LONGEST, Soup, too_long, without_mark};
use std::io::{self, BufRead, Read};
use tobj::{LoadError, LoadOptions};

/// The vertices that faces use, and the triangles: n-gons split into fans about their first corner, in file order.
pub(super) fn read(input: impl BufRead) -> Result<Soup, FileError> {
    let options = LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..LoadOptions::default()
    };
    let mut relevant = Relevant::new(without_mark(input)?);
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut relevant, &options, no_materials)
        .map_err(|e| relevant.explain(e))?;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for model in models {
        let first = vertices.len() as u32;
        let corners = model.mesh.indices.as_chunks::<3>().0;
        vertices.extend_from_slice(model.mesh.positions.as_chunks::<3>().0);
        triangles.extend(corners.iter().map(|t| t.map(|i| first + i)));
    }
    Ok(Soup {
        vertices,
        triangles,
    })
}

/// Lines that would add surfaces: free-form ones, those of the format's older versions, and other files.
const ADDING: [&[u8]; 6] = [b"surf", b"bsp", b"bzp", b"cdp", b"fo", b"call"];

/// The `v` and `f` lines of a file: three coordinates, and corners as bare vertex numbers.
struct Relevant<R> {
    input: R,
    /// Lines read so far.
    number: u64,
    /// Whether the last line ended in a carriage return: a line feed behind it is part of that end.
    returned: bool,
    read_error: Option<io::Error>,
    vertices: i64,
    /// The first line with a corner that counts back beyond the first vertex, or to none.
    before_first: Option<u64>,
    /// The highest number of a corner, and its line.
    highest: (i64, u64),
    raw: Vec<u8>,
    line: Vec<u8>,
    /// How much of `line` has been taken.
    taken: usize,
}

impl<R: BufRead> Relevant<R> {
    fn new(input: R) -> Self {
        Self {
            input,
            number: 0,
            returned: false,
            read_error: None,
            vertices: 0,
            before_first: None,
            highest: (0, 0),
            raw: Vec::new(),
            line: Vec::new(),
            taken: 0,
        }
    }

    fn explain(&self, error: LoadError) -> FileError {
        let here = |reason: &str| FileError::at(format!("line {}", self.number), reason);
        match error {
            LoadError::ReadError => match &self.read_error {
                Some(e) if e.kind() == io::ErrorKind::InvalidData => here(&e.to_string()),
                Some(e) => FileError::new(e.to_string()),
                None => here("not UTF-8"),
            },
            // The parser looks numbers up only once it has read the whole file.
            LoadError::FaceVertexOutOfBounds => {
                let line = self.before_first.unwrap_or(self.highest.1);
                let reason = "a face uses a vertex that does not exist";
                FileError::at(format!("line {line}"), reason)
            }
            LoadError::PositionParseError => here("a vertex needs three numbers"),
            LoadError::FaceParseError | LoadError::InvalidPolygon => {
                here("a face needs vertex numbers")
            }
            other => here(&other.to_string()),
        }
    }

    /// Reads up to the next relevant line; leaves `line` empty at the end of the file.
    fn advance(&mut self) -> io::Result<()> {
        (self.taken, self.line) = (0, Vec::new());
        while self.line.is_empty() {
            self.raw.clear();
            // A backslash at the end of a line joins it with the next, but for one in a comment.
            let mut read = 0;
            loop {
                let start = self.raw.len();
                let count = self.line()?;
                read += count;
                self.number += u64::from(count > 0);
                if let Some(comment) = self.raw[start..].iter().position(|&b| b == b'#') {
                    self.raw.truncate(start + comment);
                    break;
                }
                let end = self.raw.trim_ascii_end().len();
                if count == 0 || end <= start || self.raw[end - 1] != b'\\' {
                    break;
                }
                self.raw.truncate(end - 1);
                self.raw.push(b' ');
            }
            if read == 0 {
                return Ok(());
            }
            self.keep_what_matters()?;
        }
        Ok(())
    }

    /// Reads a line onto the end of `raw`, without its end: a line feed, a carriage return, or the one after the other. Returns how
    /// many bytes were taken: none at the end of the file. One that is joined with those before it may not make them too long together.
    fn line(&mut self) -> io::Result<usize> {
        let mut taken = 0;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            let Some(&first) = buffer.first() else {
                return Ok(taken);
            };
            if std::mem::take(&mut self.returned) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = buffer.iter().position(|&b| b == b'\n' || b == b'\r');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            if self.raw.len() + part.len() > LONGEST {
                // The line that has begun is the next one.
                self.number += 1;
                let kind = io::ErrorKind::InvalidData;
                return Err(io::Error::new(kind, too_long("a line")));
            }
            self.raw.extend_from_slice(part);
            self.returned = end.is_some_and(|end| buffer[end] == b'\r');
            let count = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(count);
            taken += count;
            if end.is_some() {
                return Ok(taken);
            }
        }
    }

    fn keep_what_matters(&mut self) -> io::Result<()> {
        let mut words = (self.raw.split(u8::is_ascii_whitespace)).filter(|w| !w.is_empty());
        match words.next() {
            Some(b"v") => {
                self.line.push(b'v');
                self.vertices += 1;
                for word in words.take(3) {
                    self.line.push(b' ');
                    self.line.extend_from_slice(word);
                }
            }
            Some(b"f") => {
                self.line.push(b'f');
                for word in words {
                    let vertex = word.split(|&b| b == b'/').next().unwrap_or_default();
                    if vertex.is_empty() {
                        // The parser would not see that there is a corner.
                        let reason = "a face needs vertex numbers";
                        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
                    }
                    self.line.push(b' ');
                    self.line.extend_from_slice(vertex);
                    let number = std::str::from_utf8(vertex)
                        .ok()
                        .and_then(|v| v.parse().ok());
                    match number {
                        Some(n) if n > self.highest.0 => self.highest = (n, self.number),
                        Some(n) if n == 0 || n < -self.vertices => {
                            self.before_first.get_or_insert(self.number);
                        }
                        _ => {}
                    }
                }
            }
            Some(word) if ADDING.contains(&word) => {
                let reason = format!("{} is not read here", String::from_utf8_lossy(word));
                return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
            }
            _ => return Ok(()),
        }
        self.line.push(b'\n');
        Ok(())
    }
}

impl<R: BufRead> Read for Relevant<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Relevant<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.line.len()
            && let Err(e) = self.advance()
        {
            let kind = e.kind();
            self.read_error = Some(e);
            return Err(kind.into());
        }
        Ok(&self.line[self.taken..])
    }
    fn consume(&mut self, count: usize) {
        self.taken = self.line.len().min(self.taken + count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    fn triangles(faces: &str) -> Result<Vec<[[f64; 3]; 3]>, FileError> {
        Ok(read(format!("{FOUR}{faces}").as_bytes())?
            .corners()
            .collect())
    }

    const A: [f64; 3] = [0., 0., 0.];
    const B: [f64; 3] = [1., 0., 0.];
    const C: [f64; 3] = [1., 1., 0.];
    const D: [f64; 3] = [0., 1., 0.];
    const E: [f64; 3] = [0.5, 2., 0.];

    #[test]
    fn n_gons_become_fans_about_their_first_corner() {
        assert_eq!(triangles("f 1 2 3 4").unwrap(), [[A, B, C], [A, C, D]]);
        assert_eq!(
            triangles("v 0.5 2 0\nf 2 3 5 4 1").unwrap(),
            [[B, C, E], [B, E, D], [B, D, A]]
        );
    }

    #[test]
    fn numbering_and_order_span_objects_groups_and_materials() {
        let faces = "o one\nf 3 2 1\nusemtl red\ng two\nv 0.5 2 0\nf 4 3 5\no three\nf -1 -2 -3\n";
        assert_eq!(triangles(faces).unwrap(), [[C, B, A], [D, C, E], [E, D, C]]);
    }

    #[test]
    fn what_is_not_geometry_is_passed_over() {
        let faces = "# a comment\nvt 0\nvn x\nmtllib none.mtl\ns off\nl 1 2 3\np 1\nf 1 2\n\
            v 0.5 2 0 0.25 # weight\nf 1/-9/77 2//x 5 # and a comment\nf 1 \\\n 2 3\n";
        assert_eq!(triangles(faces).unwrap(), [[A, B, E], [A, B, C]]);
        // A comment goes to the end of its line, and what is joined may end in one.
        let faces = "# C:\\parts\\\nf 1 2 3\nf 1 \\\n2 4 # left \\\nf 2 3 4\n";
        assert_eq!(triangles(faces).unwrap(), [[A, B, C], [A, B, D], [B, C, D]]);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let soup = read(format!("\u{feff}{FOUR}f 1 2 3").as_bytes()).unwrap();
        assert_eq!(soup.corners().collect::<Vec<_>>(), [[A, B, C]]);
    }

    #[test]
    fn lines_end_in_any_of_the_three_ways() {
        let faces = "f 1 \\\n2 3 # left\n\nf 2 3 4\n";
        let expected = triangles(faces).unwrap();
        for end in ["\r", "\r\n"] {
            let text = format!("# a square\n{FOUR}{faces}").replace('\n', end);
            // A buffer of three bytes, so that lines and their ends span several fills.
            let soup = read(io::BufReader::with_capacity(3, text.as_bytes())).unwrap();
            assert_eq!(soup.corners().collect::<Vec<_>>(), expected, "{end:?}");
            let bad = format!("{text}f 1 2 9{end}");
            let error = read(bad.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("line 10: "), "{end:?}: {error}");
        }
    }

    /// Each is told once so much of it has been read: the input has no end.
    #[test]
    fn a_line_that_is_too_long_is_refused_before_its_end() {
        let expected = "a line longer than 67108864 bytes";
        for start in ["", "# ", "f 1 2 ", "v 0 0 ", "vt "] {
            for byte in [b'1', b' '] {
                let endless = io::BufReader::new(io::repeat(byte));
                let text = format!("{FOUR}{start}");
                let error = read(text.as_bytes().chain(endless)).unwrap_err();
                assert_eq!(error.to_string(), format!("line 5: {expected}"), "{start}");
            }
        }
        // Lines of 2 MiB, each joined with the next one.
        let joined = format!("{}\\\n", "1 ".repeat(1 << 20)).repeat(40);
        let error = triangles(&format!("f {joined}")).unwrap_err().to_string();
        assert_eq!(error, format!("line 36: {expected}"));
        // As long as one may be.
        let comment = format!("#{}\nf 1 2 3\n", "x".repeat(LONGEST - 1));
        assert_eq!(triangles(&comment).unwrap(), [[A, B, C]]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, error) in [
            ("f 1 2 x\n", "line 5: a face needs vertex numbers"),
            (
                "\n# x\nv 0 zero 0\nf 1 2 3\n",
                "line 7: a vertex needs three numbers",
            ),
            ("v 1 2\n", "line 5: a vertex needs three numbers"),
            ("f /1 2 3\n", "line 5: a face needs vertex numbers"),
            ("f 1 /1 2 3\n", "line 5: a face needs vertex numbers"),
            ("f 1 2 //\n", "line 5: a face needs vertex numbers"),
            ("f\n", "a face needs vertex numbers"),
            (
                "f 1 6 3\nv 1 2 3\nf 1 2 5\n",
                "line 5: a face uses a vertex that does not exist",
            ),
            (
                "f 0 1 2\n",
                "line 5: a face uses a vertex that does not exist",
            ),
            // No number of 64 bits.
            (
                "f 1 2 99999999999999999999\n",
                "line 5: a face needs vertex numbers",
            ),
            (
                "f 1 2 3\nf 1 2 9223372036854775807\n",
                "line 6: a face uses a vertex that does not exist",
            ),
            // Surfaces that are no faces.
            (
                "f 1 2 3\ncstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 4 3\nend\n",
                "line 8: surf is not read here",
            ),
            ("f 1 2 3\ncall more.obj\n", "line 6: call is not read here"),
            (
                "f 1 2 -5\n",
                "line 5: a face uses a vertex that does not exist",
            ),
        ] {
            let found = triangles(text).unwrap_err().to_string();
            assert!(found.ends_with(error), "{text}: {found}");
        }
        let found = read(&b"v 0 0 \xff\n"[..]).unwrap_err();
        assert_eq!(found.to_string(), "line 1: not UTF-8");
    }
}
