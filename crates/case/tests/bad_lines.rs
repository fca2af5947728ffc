//! Lines that are no case, each with the error line it gets.

use swept::{CastOptions, Real};
use swept_case::{Case, Meshes, answer_line};

const SPHERE: &str = r#"{"shape":{"type":"sphere","radius":1}}"#;

fn answer<T: Real>(line: &[u8]) -> String {
    let mut out = String::new();
    let mut meshes = Meshes::<T>::default();
    assert!(!answer_line(
        line,
        7,
        &mut meshes,
        &CastOptions::default(),
        &mut out
    ));
    out
}

/// The reason that a line with this moving body gets.
fn moving<T: Real>(body: &str) -> String {
    let line = format!(r#"{{"id":3,"moving":{body},"fixed":{SPHERE},"displacement":[0,1,0]}}"#);
    let answer = answer::<T>(line.as_bytes());
    let reason = answer
        .strip_prefix(r#"{"id":3,"line":7,"error":"moving"#)
        .expect(&answer);
    let reason = reason.strip_suffix("\"}\n").unwrap();
    reason.trim_start_matches('.').replace("\\\"", "\"")
}

fn shape(shape: &str) -> String {
    let reason = moving::<f64>(&format!(r#"{{"shape":{shape}}}"#));
    reason
        .strip_prefix("shape")
        .unwrap()
        .trim_start_matches('.')
        .to_owned()
}

#[test]
fn whole_lines() {
    let case = |rest: &str| format!(r#"{{"id":"a","moving":{SPHERE},"fixed":{SPHERE}{rest}}}"#);
    let good = r#","displacement":[1,2,3]"#;
    for (line, error) in [
        (
            "{".to_owned(),
            r#"{"line":7,"error":"line: EOF while parsing an object at column 1 (expected one JSON object)"}"#,
        ),
        (
            "[1,2]".to_owned(),
            r#"{"line":7,"error":"line: [1,2] is not a case (expected an object with moving, fixed, displacement)"}"#,
        ),
        (
            r#"{"id":"a"} x"#.to_owned(),
            r#"{"line":7,"error":"line: trailing characters at column 12 (expected one JSON object)"}"#,
        ),
        (
            r#"{"id":[1]}"#.to_owned(),
            r#"{"line":7,"error":"id: [1] is not an id (expected a string or a number)"}"#,
        ),
        (
            r#"{"id":"a\"b"}"#.to_owned(),
            r#"{"id":"a\"b","line":7,"error":"moving: missing (expected an object with a shape)"}"#,
        ),
        (
            format!(r#"{{"id":1.5,"moving":{SPHERE}}}"#),
            r#"{"id":1.5,"line":7,"error":"fixed: missing (expected an object with a shape)"}"#,
        ),
        (
            case(""),
            r#"{"id":"a","line":7,"error":"displacement: missing (expected three finite numbers)"}"#,
        ),
        (
            case(r#","displacement":[1,2]"#),
            r#"{"id":"a","line":7,"error":"displacement: [1,2] is not a vector (expected three finite numbers)"}"#,
        ),
        (
            case(r#","displacement":[1,2,"3"]"#),
            r#"{"id":"a","line":7,"error":"displacement[2]: \"3\" is not a coordinate (expected a finite number)"}"#,
        ),
        (
            case(r#","displacement":[1,1e40,2]"#),
            r#"{"id":"a","line":7,"error":"displacement[1]: 1e40 is not a finite number within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)"}"#,
        ),
        (
            case(&format!("{good}{good}")),
            r#"{"id":"a","line":7,"error":"displacement: this key is given twice"}"#,
        ),
        (
            case(&format!(r#"{good},"turn":{{"moving":[0,1e9,0]}}"#)),
            r#"{"id":"a","line":7,"error":"turn.moving[1]: 1000000000 is not a finite angle in radians of magnitude at most 2^24"}"#,
        ),
        (
            case(&format!(r#"{good},"turn":{{"standing":[0,0,0]}}"#)),
            r#"{"id":"a","line":7,"error":"turn.standing: unknown key in a turn (expected moving, fixed)"}"#,
        ),
        (
            case(&format!(r#"{good},"turn":3"#)),
            r#"{"id":"a","line":7,"error":"turn: 3 is not a turn (expected an object with moving, fixed)"}"#,
        ),
        (
            case(r#","displacement":[1e999,0,0]"#),
            r#"{"id":"a","line":7,"error":"displacement[0]: 1e999 is not a 64-bit number (expected a magnitude up to 1.7976931348623157e308)"}"#,
        ),
        (
            // Wherever it stands, and though nothing would be read of it.
            r#"{"id":-1e400,"note":1}"#.to_owned(),
            r#"{"line":7,"error":"id: -1e400 is not a 64-bit number (expected a magnitude up to 1.7976931348623157e308)"}"#,
        ),
        (
            case(&format!(r#"{good},"notes":[0,{{"a":1e400}}]"#)),
            r#"{"id":"a","line":7,"error":"notes[1].a: 1e400 is not a 64-bit number (expected a magnitude up to 1.7976931348623157e308)"}"#,
        ),
        (
            // Of two of them the first.
            case(&format!(
                r#","displacement":[0,1{},1e400]"#,
                "0".repeat(400)
            )),
            r#"{"line":7,"error":"displacement[1]: 100000000000000000000000000000000000000000000000000000000000... is not a 64-bit number (expected a magnitude up to 1.7976931348623157e308)"}"#,
        ),
    ] {
        assert_eq!(answer::<f64>(line.as_bytes()).trim_end(), error, "{line}");
    }
    let not_text = answer::<f64>(b"{\"id\":\"\xff\"}");
    assert!(
        not_text.starts_with(r#"{"line":7,"error":"line: "#),
        "{not_text}"
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(answer::<f64>(deep.as_bytes()).contains("recursion limit exceeded"));
}

#[test]
fn bodies() {
    let sphere = r#""shape":{"type":"sphere","radius":1}"#;
    for (body, error) in [
        (
            "5".to_owned(),
            ": 5 is not a body (expected an object with shape, position, rotation)",
        ),
        (
            "{}".to_owned(),
            "shape: missing (expected an object with a type)",
        ),
        (
            format!(r#"{{{sphere},"postion":[0,0,0]}}"#),
            "postion: unknown key in a body (expected shape, position, rotation)",
        ),
        (
            format!(r#"{{{sphere},"position":[0,0]}}"#),
            "position: [0,0] is not a point (expected three finite numbers)",
        ),
        (
            format!(r#"{{{sphere},"position":[0,null,0]}}"#),
            "position[1]: null is not a coordinate (expected a finite number)",
        ),
        (
            format!(r#"{{{sphere},"rotation":[0,0,0,0]}}"#),
            "rotation: 0 is not a rotation (expected a finite quaternion that is not zero)",
        ),
        (
            format!(r#"{{{sphere},"rotation":[0,0,1]}}"#),
            "rotation: [0,0,1] is not a quaternion (expected four finite numbers x, y, z, w that are not all zero)",
        ),
    ] {
        assert_eq!(moving::<f64>(&body), error, "{body}");
    }
}

#[test]
fn shapes() {
    for (text, error) in [
        ("3", ": 3 is not a shape (expected an object with a type)"),
        (
            "{}",
            "type: missing (expected point, sphere, cuboid, capsule, cylinder, cone, ellipsoid, segment, triangle, convex_hull, rounded, half_space, mesh, compound)",
        ),
        (
            r#"{"type":1}"#,
            "type: 1 is not a shape's type (expected point, sphere, cuboid, capsule, cylinder, cone, ellipsoid, segment, triangle, convex_hull, rounded, half_space, mesh, compound)",
        ),
        (
            r#"{"type":"blob"}"#,
            "type: \"blob\" is not a shape's type (expected point, sphere, cuboid, capsule, cylinder, cone, ellipsoid, segment, triangle, convex_hull, rounded, half_space, mesh, compound)",
        ),
        (
            r#"{"type":"point","radius":1}"#,
            "radius: unknown key in a point (expected type)",
        ),
        (
            r#"{"type":"sphere"}"#,
            "radius: missing (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"sphere","radius":-1}"#,
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"sphere","radius":"1"}"#,
            "radius: \"1\" is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"sphere","raduis":1}"#,
            "raduis: unknown key in a sphere (expected type, radius)",
        ),
        (
            r#"{"type":"sphere","radius":1,"radius":2}"#,
            "radius: this key is given twice",
        ),
        (
            r#"{"type":"cuboid","half_extents":[1,-2.5,3]}"#,
            "half_extents[1]: -2.5 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"cuboid","half_extents":1}"#,
            "half_extents: 1 is not three lengths (expected three finite numbers >= 0)",
        ),
        (
            r#"{"type":"capsule","radius":1}"#,
            "half_height: missing (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"cone","half_height":1,"radius":-0.1}"#,
            "radius: -0.1 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"segment","a":[0,0,0]}"#,
            "b: missing (expected three finite numbers)",
        ),
        (
            r#"{"type":"triangle","a":[0,0,0],"b":[0,0,true],"c":[1,1,1]}"#,
            "b[2]: true is not a coordinate (expected a finite number)",
        ),
        (
            r#"{"type":"convex_hull","points":[]}"#,
            "points: 0 is not a count of points (expected at least 1)",
        ),
        (
            r#"{"type":"convex_hull","points":[[0,0,0],[1,2]]}"#,
            "points[1]: [1,2] is not a point (expected three finite numbers)",
        ),
        (
            r#"{"type":"convex_hull","points":{}}"#,
            "points: {} is not a list of points (expected arrays of three finite numbers)",
        ),
        (
            r#"{"type":"half_space","normal":[0,1,0]}"#,
            ": a half_space cannot move (expected a bounded shape)",
        ),
        (
            r#"{"type":"rounded","radius":1,"shape":{"type":"half_space","normal":[0,1,0]}}"#,
            ": a half_space cannot move (expected a bounded shape)",
        ),
        (
            r#"{"type":"mesh","file":"x.obj"}"#,
            ": a mesh cannot move (expected a convex shape or a compound of them)",
        ),
        (
            r#"{"type":"rounded","radius":1,"shape":{"type":"compound","parts":[]}}"#,
            "shape: a compound cannot be rounded (expected a convex shape)",
        ),
        (
            r#"{"type":"rounded","radius":1,"shape":{"type":"sphere","radius":-3}}"#,
            "shape.radius: -3 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"rounded","radius":-1,"shape":{"type":"point"}}"#,
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"compound","parts":[]}"#,
            "parts: [] is not a list of parts (expected at least one body)",
        ),
        (
            r#"{"type":"compound","parts":[{"shape":{"type":"sphere","radius":-1}}]}"#,
            "parts[0].shape.radius: -1 is not a length (expected a finite number >= 0)",
        ),
    ] {
        assert_eq!(shape(text), error, "{text}");
    }
}

#[test]
fn fixed_bodies() {
    let line = |fixed: &str| {
        let line =
            format!(r#"{{"moving":{SPHERE},"fixed":{{"shape":{fixed}}},"displacement":[0,1,0]}}"#);
        answer::<f32>(line.as_bytes())
    };
    for (fixed, error) in [
        (
            r#"{"type":"mesh"}"#,
            r#"fixed.shape.file: missing (expected a string)"#,
        ),
        (
            r#"{"type":"mesh","file":"no/such.obj"}"#,
            r#"fixed.shape.file: \"no/such.obj\" is not a readable mesh (No such file or directory"#,
        ),
        (
            r#"{"type":"mesh","file":"src"}"#,
            r#"fixed.shape.file: \"src\" is not a readable mesh (it is not a file)"#,
        ),
        (
            r#"{"type":"mesh","file":"Cargo.toml"}"#,
            r#"fixed.shape.file: \"Cargo.toml\" is not a readable mesh (its name ends in none of .obj, .gltf, .glb, .stl, .ply)"#,
        ),
        (
            r#"{"type":"half_space","normal":[0,0,0]}"#,
            "fixed.shape.normal: 0 is not the size of a direction",
        ),
    ] {
        let answer = line(fixed);
        assert!(
            answer.starts_with(&format!(r#"{{"line":7,"error":"{error}"#)),
            "{answer}"
        );
    }
    let mut nested = SPHERE.to_owned();
    for _ in 0..17 {
        nested = format!(r#"{{"shape":{{"type":"compound","parts":[{nested}]}}}}"#);
    }
    let answer = answer::<f64>(
        format!(r#"{{"moving":{nested},"fixed":{SPHERE},"displacement":[0,1,0]}}"#).as_bytes(),
    );
    assert!(answer.contains("compounds are nested too deep (expected at most 16 levels)"));
}

#[test]
fn numbers_beyond_f32_are_refused_there_and_shown_as_written() {
    let sphere = |radius: &str| format!(r#"{{"shape":{{"type":"sphere","radius":{radius}}}}}"#);
    assert_eq!(
        moving::<f32>(&sphere("1e40")),
        "shape.radius: 1e40 is not a 32-bit number (expected a magnitude up to 3.4028235e38)"
    );
    assert_eq!(
        moving::<f32>(&sphere("-0.1")),
        "shape.radius: -0.1 is not a length (expected a finite number >= 0)"
    );
    assert_eq!(
        moving::<f32>(&sphere("1e30")),
        "shape.radius: 1e30 is not within this scalar's range of lengths (expected 0 or a magnitude \
         from 1.0842021724855044e-19 to 9.223372036854776e18)"
    );
}

#[test]
fn a_long_key_is_cut_in_the_message() {
    let key = "ä".repeat(1_000_000);
    let known = format!("{}...", "ä".repeat(60));
    assert_eq!(
        moving::<f64>(&format!(r#"{{"{key}":1}}"#)),
        format!("{known}: unknown key in a body (expected shape, position, rotation)")
    );
}

#[test]
fn a_bad_line_is_an_error_that_says_what_is_wrong() {
    let parse = || -> Result<(), Box<dyn std::error::Error>> {
        Case::<f64>::parse(b"{}", &mut Meshes::default())?;
        Ok(())
    };
    let error = parse().unwrap_err();
    assert!(error.to_string().starts_with("moving: missing"), "{error}");
}
