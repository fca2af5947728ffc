//! Bad input.

use nalgebra::Point3;
use swept_scene::{Compound, HeightField, Object, Scene, TriangleMesh};
use swept_support::PointShape;

#[test]
fn bad_meshes_and_fields_are_refused_with_the_field_s_name() {
    let p = |x: f64| Point3::new(x, 0.0, 0.0);
    let mesh = |points: Vec<Point3<f64>>, triangles| {
        TriangleMesh::new(points, triangles)
            .unwrap_err()
            .to_string()
    };
    assert!(mesh(vec![], vec![]).starts_with("triangles: 0 is not a count of triangles"));
    assert_eq!(
        mesh(vec![p(0.0), p(1.0)], vec![[0, 1, 0], [0, 1, 7]]),
        "triangles[1][2]: 7 is not the index of a vertex (there are 2)"
    );
    for (bad, text) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (1e300, "1e300")] {
        let error = mesh(vec![p(0.0), p(bad), p(1.0)], vec![[0, 1, 2]]);
        assert!(
            error.starts_with(&format!("vertices[1][0]: {text} is not ")),
            "{error}"
        );
    }
    let field = |rows, columns, heights, scale: [f64; 3]| {
        HeightField::new(rows, columns, heights, scale)
            .unwrap_err()
            .to_string()
    };
    assert!(field(1, 5, vec![0.0; 5], [1.0; 3]).starts_with("rows: 1 is not"));
    // Twice their cells are no number of 64 bits.
    let most = field(u32::MAX, u32::MAX, vec![], [1.0; 3]);
    assert!(most.starts_with("rows x columns: "), "{most}");
    assert!(
        most.ends_with("a count of cells (expected at most 1073741823)"),
        "{most}"
    );
    assert!(
        field(2, 2, vec![0.0; 5], [1.0; 3])
            .starts_with("heights: 5 is not one height per vertex (expected 4)")
    );
    assert!(field(2, 2, vec![0.0; 4], [0.0, 1.0, 1.0]).starts_with("scale[0]: 0 is not"));
    assert!(field(2, 2, vec![0.0; 4], [1.0, f64::NAN, 1.0]).starts_with("scale[1]: NaN is not"));
    assert!(
        field(2, 2, vec![0.0, 0.0, f64::NAN, 0.0], [1.0; 3]).starts_with("heights[2]: NaN is not")
    );
    let none: [(PointShape, [f64; 3]); 0] = [];
    assert!(
        Compound::<f64>::new(none)
            .unwrap_err()
            .to_string()
            .starts_with("parts: 0 is not")
    );
    let nowhere = Scene::of([Object::new(PointShape).at([0.0, 1e300, 0.0])]).unwrap_err();
    assert!(
        nowhere
            .to_string()
            .starts_with("objects[0].position[1]: 1e300 is not"),
        "{nowhere}"
    );
}
