//! What is written reads back to the same bits.

use swept::Real;
use swept_case::{Case, Meshes};

const LINES: &[&str] = &[
    r#"{"id":"all/0","moving":{"shape":{"type":"point"},"position":[0.1,-0.0,1e-9]},"fixed":{"shape":{"type":"sphere","radius":0.3}},"displacement":[1,2,3]}"#,
    r#"{"id":12345678901234567890,"moving":{"shape":{"type":"cuboid","half_extents":[0.1,0,7]},"rotation":[0.1,0.2,0.3,5]},"fixed":{"shape":{"type":"half_space","normal":[0.1,3,0]}},"displacement":[0,0,0]}"#,
    r#"{"id":-1.25,"moving":{"shape":{"type":"capsule","half_height":0.7,"radius":0.1}},"fixed":{"shape":{"type":"cylinder","half_height":0.7,"radius":0.1}},"displacement":[0,1e10,0]}"#,
    r#"{"moving":{"shape":{"type":"cone","half_height":0.7,"radius":0.1}},"fixed":{"shape":{"type":"ellipsoid","radii":[0.7,0.1,0.2]}},"displacement":[0,1,0],"note":[{}]}"#,
    r#"{"id":"\u00e4\"\n","moving":{"shape":{"type":"segment","a":[0.1,0,0],"b":[1,1,0.7]}},"fixed":{"shape":{"type":"triangle","a":[0.1,0,0],"b":[1,1,0.7],"c":[0,0,0]}},"displacement":[0,1,0],"turn":{"moving":[0,0,0]}}"#,
    r#"{"moving":{"shape":{"type":"convex_hull","points":[[0.1,0,0],[1,1,0.7],[0,0,0],[0,0,0]]}},"fixed":{"shape":{"type":"rounded","shape":{"type":"rounded","shape":{"type":"point"},"radius":0.2},"radius":0.1}},"displacement":[0,1,0],"turn":{}}"#,
    r#"{"moving":{"shape":{"type":"point"}},"fixed":{"shape":{"type":"sphere","radius":1}},"displacement":[0,5,0],"turn":{"fixed":[0.1,-3,1e-9]}}"#,
    r#"{"moving":{"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":0.3},"position":[1,2,3]},{"shape":{"type":"compound","parts":[{"shape":{"type":"point"}}]},"rotation":[0,0,1,1]}]}},"fixed":{"shape":{"type":"point"}},"displacement":[0,1,0]}"#,
];

fn there_and_back<T: Real>() {
    let mut meshes = Meshes::<T>::default();
    for line in LINES {
        let case = Case::parse(line.as_bytes(), &mut meshes).unwrap();
        let written = case.to_line();
        let again = Case::parse(written.as_bytes(), &mut meshes).unwrap();
        assert_eq!(case, again, "{line}");
        assert_eq!(written, again.to_line());
        // Two `f64` readers agree on every number of it, and so does an `f32` reader.
        let wide = Case::<f64>::parse(written.as_bytes(), &mut Meshes::default()).unwrap();
        assert_eq!(written, wide.to_line(), "{line}");
    }
}

#[test]
fn cases_survive_writing_and_reading() {
    there_and_back::<f64>();
    there_and_back::<f32>();
}

#[test]
fn signs_of_zero_and_unnormalised_rotations_are_kept() {
    let read = |i: usize| Case::<f32>::parse(LINES[i].as_bytes(), &mut Meshes::default()).unwrap();
    let position = read(0).moving.pose.translation.vector;
    assert!(position.y.is_sign_negative() && position.x == 0.1);
    let rotation = read(1).moving.pose.rotation;
    assert_eq!(rotation.coords.as_slice(), [0.1, 0.2, 0.3, 5.0]);
}

#[test]
fn an_f32_case_prints_the_f64_of_each_number() {
    let case = Case::<f32>::parse(LINES[0].as_bytes(), &mut Meshes::default()).unwrap();
    let line = case.to_line();
    assert!(
        line.contains(r#""position":[0.10000000149011612,-0.0,9.999999717180685e-10]"#),
        "{line}"
    );
}
