//! Turning cases, by lines.

use std::sync::Arc;
use swept::scene::TriangleMesh;
use swept::{
    CastOptions, Method, Outcome, Real, Segment, Sphere, StartOverlap, TurningMethod,
    TurningOptions,
};
use swept_case::{Body, Case, Geometry, Meshes, Turn, answer_line, turning_options};

/// The fraction of the answer, whose certificate is held against the pair that it is about.
fn fraction(case: &Case<f64>) -> Option<f64> {
    let answer = case.cast_turning(&CastOptions::default()).unwrap();
    let pair = case.turning_pair(&answer).unwrap();
    let proven = answer.certified.certificate.verify(&pair);
    assert!(proven.is_ok(), "{proven:?}");
    answer.certified.outcome.hit().map(|hit| hit.fraction)
}

#[test]
fn a_compound_turns_as_a_whole_about_its_own_origin() {
    // Two balls on an arm, the left one half as far out: the right one comes down first, when 2 sin θ = 5/4.
    let line = r#"{"id":"arm","moving":{"shape":{"type":"compound","parts":[
        {"shape":{"type":"sphere","radius":0.25},"position":[-1,0,0]},
        {"shape":{"type":"sphere","radius":0.25},"position":[2,0,0],"rotation":[0.1,0.7,0.2,0.3]}]},
        "position":[10,5,-3]},
        "fixed":{"shape":{"type":"half_space","normal":[0,1,0]},"position":[0,3.5,0]},
        "displacement":[0,0,0],"turn":{"moving":[0,0,-3]}}"#;
    let case = Case::<f64>::parse(line.as_bytes(), &mut Meshes::default()).unwrap();
    let expected = 0.625_f64.asin() / 3.0;
    assert!((fraction(&case).unwrap() - expected).abs() < 1e-12);
    let mut out = String::new();
    assert!(answer_line(
        line.as_bytes(),
        1,
        &mut Meshes::<f64>::default(),
        &CastOptions::default(),
        &mut out
    ));
    assert!(
        out.starts_with(r#"{"id":"arm","outcome":"hit","fraction":0.22"#),
        "{out}"
    );
    for part in [
        r#""method":"interval-bound","steps":"#,
        r#","evaluations":"#,
        r#","part":1}"#,
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert!(case.cast(&CastOptions::default()).is_err());
}

#[test]
fn both_scalars_and_both_bodies() {
    fn hit<T: Real>(line: &str) -> f64 {
        let case = Case::<T>::parse(line.as_bytes(), &mut Meshes::default()).unwrap();
        let answer = case.cast_turning(&CastOptions::default()).unwrap();
        match &answer.certified.outcome {
            Outcome::Hit(hit) => hit.fraction.to_f64(),
            other => panic!("{other:?}"),
        }
    }
    // Upright rods 2 apart, of half length 2, turning toward each other.
    let line = r#"{"moving":{"shape":{"type":"segment","a":[0,-2,0],"b":[0,2,0]},"position":[-1,0,0]},
        "fixed":{"shape":{"type":"segment","a":[0,-2,0],"b":[0,2,0]},"position":[1,0,0]},
        "displacement":[0,0,0],"turn":{"moving":[0,0,-1.5],"fixed":[0,0,1.5]}}"#;
    let expected = 0.5_f64.asin() / 1.5;
    assert!((hit::<f64>(line) - expected).abs() < 1e-11);
    assert!((hit::<f32>(line) - expected).abs() < 1e-5);
}

#[test]
fn a_mesh_is_cast_triangle_by_triangle_standing_or_turning() {
    // A rod over a table of two triangles and a far one; turned by the table instead, it is met at the same angle.
    let vertices = [
        [-3.0, 0.0, -3.0],
        [3.0, 0.0, -3.0],
        [3.0, 0.0, 3.0],
        [-3.0, 0.0, 3.0],
        [50.0, 0.0, 0.0],
        [51.0, 0.0, 0.0],
        [50.0, 1.0, 0.0],
    ];
    let vertices = vertices.map(nalgebra::Point3::from).to_vec();
    let mesh = TriangleMesh::new(vertices, vec![[4, 5, 6], [0, 1, 2], [0, 2, 3]]).unwrap();
    let table = Body {
        geometry: Geometry::Mesh {
            file: "table.obj".into(),
            mesh: Arc::new(mesh),
        },
        pose: nalgebra::Isometry3::identity(),
    };
    let rod = Segment::new([-2.0, 0.0, 0.1], [2.0, 0.0, 0.1]).unwrap();
    let mut case = Case {
        id: None,
        moving: Body::new(rod).at([0.0, 1.0, 0.0]),
        fixed: table,
        displacement: nalgebra::Vector3::zeros(),
        turn: Turn {
            moving: [0.0, 0.0, 2.0].into(),
            ..Turn::none()
        },
    };
    assert!((fraction(&case).unwrap() - 0.5_f64.asin() / 2.0).abs() < 1e-12);
    case.turn = Turn {
        fixed: [0.0, 0.0, 2.0].into(),
        ..Turn::none()
    };
    // A ball at (2, 1) under which the table turns: 2 sin θ = cos θ − 1/2.
    case.moving = Body::new(Sphere::new(0.5).unwrap()).at([2.0, 1.0, 0.0]);
    let angle = 2.0 * fraction(&case).unwrap();
    assert!((2.0 * angle.sin() - (angle.cos() - 0.5)).abs() < 1e-12);
    // Nothing within reach.
    case.moving = Body::new(Sphere::new(0.5).unwrap()).at([0.0, 20.0, 0.0]);
    case.turn = Turn {
        moving: [3.0, 0.0, 2.0].into(),
        ..Turn::none()
    };
    let answer = case.cast_turning(&CastOptions::default()).unwrap();
    assert!(matches!(answer.certified.outcome, Outcome::Miss(_)));
    assert!(answer.triangle.is_some());
    let pair = case.turning_pair(&answer).unwrap();
    assert!(answer.certified.certificate.verify(&pair).is_ok());
    // Another case has no such triangle.
    case.fixed = Body::new(Sphere::new(0.5).unwrap());
    let error = case.turning_pair(&answer).unwrap_err().to_string();
    assert!(error.contains("no such part in this case"), "{error}");
}

#[test]
fn angles_and_lengths_out_of_range_are_refused_by_name() {
    let line = |turn: &str, at: &str| {
        format!(
            r#"{{"moving":{{"shape":{{"type":"point"}},"position":{at}}},"fixed":{{"shape":{{"type":"point"}}}},
            "displacement":[1,0,0],"turn":{turn}}}"#
        )
    };
    for (turn, at, error) in [
        (
            r#"{"fixed":[0,1e9,0]}"#,
            "[3,0,0]",
            "turn.fixed[1]: 1000000000 is not a finite angle",
        ),
        (
            r#"{"moving":[1e9,0,0]}"#,
            "[3,0,0]",
            "turn.moving[0]: 1000000000 is not a finite angle",
        ),
    ] {
        let mut out = String::new();
        let (line, mut meshes) = (line(turn, at), Meshes::<f64>::default());
        let good = answer_line(
            line.as_bytes(),
            1,
            &mut meshes,
            &CastOptions::default(),
            &mut out,
        );
        assert!(!good && out.contains(error), "{out}");
    }
}

#[test]
fn a_turning_case_is_cast_with_the_options_of_a_linear_one() {
    let mut options = CastOptions {
        target_distance: 0.25,
        tolerance: 0.125,
        start_overlap: StartOverlap::IgnoreIfReceding,
        max_steps: 7,
        ..CastOptions::default()
    };
    let mut expected = TurningOptions {
        method: TurningMethod::IntervalBound,
        target_distance: 0.25,
        tolerance: 0.125,
        start_overlap: StartOverlap::IgnoreIfReceding,
        max_steps: 7,
    };
    assert_eq!(turning_options(&options), expected);
    options.method = Method::ConservativeAdvancement;
    expected.method = TurningMethod::ConservativeAdvancement;
    assert_eq!(turning_options(&options), expected);
    // Of each kind of steps the default, which are not as many.
    let default = TurningOptions::default();
    assert_eq!(turning_options::<f64>(&CastOptions::default()), default);
    assert!(default.max_steps > CastOptions::<f64>::default().max_steps);
}
