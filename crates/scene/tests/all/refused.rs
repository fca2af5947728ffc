//! Bad input.

use nalgebra::{Isometry3, Point3};
use swept_scene::{Compound, Geometry, HeightField, Motion, Object, Scene, TriangleMesh};
use swept_support::{PointShape, Real};

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
    // What is allowed, with the number of cells and the factor of heights.
    for (heights, scale, message) in [
        (
            0.0,
            [1e31, 1.0, 1.0],
            "scale[0]: 1e31 is not the side of a cell (expected a number from 7.888609052210118e-31 to 6.338253001141147e29)",
        ),
        (
            0.0,
            [1.0, 1e31, 1.0],
            "scale[1]: 1e31 is not a factor of heights (expected a magnitude up to 1.2676506002282294e30)",
        ),
        (
            1e30,
            [1.0, -8.0, 1.0],
            "heights[0]: 1e30 is not a height (expected a magnitude up to 1.5845632502852868e29)",
        ),
    ] {
        assert_eq!(field(2, 3, vec![heights; 6], scale), message);
    }
    assert!(HeightField::new(2, 3, vec![1e29; 6], [6.338253001141147e29, 8.0, 1.0]).is_ok());
    // All that is allowed up to the last bit, and what only the factor makes small.
    let (least, most) = (f64::MIN_LENGTH, f64::MAX_LENGTH);
    assert!(HeightField::new(2, 2, vec![most; 4], [least, 1.0, most]).is_ok());
    assert!(HeightField::new(2, 2, vec![0.0; 4], [least.next_down(), 1.0, 1.0]).is_err());
    let high = field(2, 2, vec![0.0, 0.0, 0.0, 2.0 * most], [1.0, 0.25, 1.0]);
    let expected = "is not a height (expected a magnitude up to 1.2676506002282294e30)";
    assert!(high.starts_with("heights[3]: "), "{high}");
    assert!(high.ends_with(expected), "{high}");
    // Downward as upward.
    let low = field(2, 2, vec![0.0, 0.0, 0.0, -2.0 * most], [1.0, 0.25, 1.0]);
    assert!(
        low.starts_with("heights[3]: ") && low.ends_with(expected),
        "{low}"
    );
    let steep = field(2, 2, vec![0.0; 4], [1.0, -2.0 * most, 1.0]);
    assert!(steep.starts_with("scale[1]: "), "{steep}");
    let many = field(2, 1 << 30, vec![], [1.0; 3]);
    assert!(many.starts_with("heights: 0 is not"), "{many}");
    let ray = |origin: [f64; 3]| Motion::ray(origin, [1.0, 0.0, 0.0]);
    assert!(ray([most, -most, 0.0]).is_ok());
    let beyond = ray([most, -most, 2.0 * most]).unwrap_err();
    assert_eq!(beyond.field, "origin[2]");
    let single = HeightField::new(2, 2, vec![1e20_f32; 4], [1.0; 3]).unwrap_err();
    assert_eq!(
        single.to_string(),
        "heights[0]: 1e20 is not a height (expected a magnitude up to 9.223372036854776e18)"
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

/// Where a part of a compound would be beyond the scalar's range of lengths, the compound is not put there, and is left where it was.
#[test]
fn a_compound_is_not_put_where_a_part_has_no_place() {
    fn check<T: Real>() {
        let far = |times: f64| {
            [
                T::nearest(0.75 * times * T::MAX_LENGTH),
                T::zero(),
                T::zero(),
            ]
        };
        let part = Isometry3::translation(far(1.0)[0], T::zero(), T::zero());
        let near = (Geometry::from(PointShape), Isometry3::identity());
        let compound = Compound::new([near, (PointShape.into(), part)]).unwrap();
        let refused = Scene::of([Object::new(compound.clone()).at(far(1.0))]).unwrap_err();
        let text = refused.to_string();
        assert!(
            text.starts_with("objects[0].parts[1].position[0]: "),
            "{text}"
        );
        // On the other side it still has one.
        let mut scene = Scene::new();
        let name = scene.insert(Object::new(compound).at(far(-1.0))).unwrap();
        let before = scene.get(name).unwrap().pose;
        let text = scene.set_pose(name, far(1.0)).unwrap_err().to_string();
        assert!(text.starts_with("parts[1].position[0]: "), "{text}");
        assert_eq!(scene.get(name).unwrap().pose, before);
    }
    check::<f64>();
    check::<f32>();
}
