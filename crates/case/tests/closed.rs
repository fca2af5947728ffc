//! What the case format makes of closed forms.

use swept_case::{Case, Meshes};

/// An ellipsoid about the middle of a large triangle, or of a segment along its longest axis: out along the shortest one.
#[test]
fn the_way_of_an_ellipsoid_out_of_a_flat_shape_is_known_from_below_too() {
    let flat = [
        r#"{"type":"triangle","a":[-9,-9,0],"b":[9,-9,0],"c":[0,9,0]}"#,
        r#"{"type":"segment","a":[-9,0,0],"b":[9,0,0]}"#,
    ];
    for shape in flat {
        let egg = r#"{"shape":{"type":"ellipsoid","radii":[2,1,0.5]}}"#;
        for (moving, fixed) in [(egg, shape), (shape, egg)].map(|(a, b)| {
            let body = |s: &str| match s.starts_with(r#"{"shape""#) {
                true => s.to_owned(),
                false => format!(r#"{{"shape":{s}}}"#),
            };
            (body(a), body(b))
        }) {
            let line = format!(r#"{{"moving":{moving},"fixed":{fixed},"displacement":[1,0,0]}}"#);
            let case = Case::<f64>::parse(line.as_bytes(), &mut Meshes::default()).unwrap();
            let outcome = case.cast_closed().unwrap().outcome;
            let overlap = outcome.overlap().unwrap();
            let (low, high) = (overlap.depth_lower, overlap.depth);
            assert!(
                (0.5 - 1e-11..=0.5).contains(&low) && (0.5..0.5 + 1e-11).contains(&high),
                "{overlap:?}"
            );
        }
    }
}
