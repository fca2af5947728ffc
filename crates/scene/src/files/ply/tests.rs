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

/// Each is told once so much of it has been read: the input has no end.
#[test]
fn a_line_that_is_too_long_is_refused_before_its_end() {
    let header = TEXT.find("end_header").unwrap();
    let body = TEXT.find("1 1 0 9").unwrap();
    for (from, error) in [
        (0, "line 1: a header longer than 67108864 bytes"),
        (header, "line 13: a header longer than 67108864 bytes"),
        (body, "line 16: a line longer than 67108864 bytes"),
    ] {
        // What no text has is no line of one either.
        for byte in [b'1', b' ', 0xff] {
            let endless = io::BufReader::new(io::repeat(byte));
            let found = read(TEXT.as_bytes()[..from].chain(endless)).unwrap_err();
            assert_eq!(found.to_string(), error, "{byte}");
        }
    }
    let comment = format!("comment {}\nelement edge", "x".repeat(LONGEST / 2));
    let text = TEXT.replacen("element edge", &comment, 1);
    assert_eq!(read(text.as_bytes()), read(TEXT.as_bytes()));
    let text = TEXT.replacen("element edge", &format!("{comment} 0\n{comment}"), 1);
    let error = read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 13: a header longer than 67108864 bytes");
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
