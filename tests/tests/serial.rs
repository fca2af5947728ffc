//! Shapes and options through a data format: what is written reads back equal, in the words of the case format, and what
//! is no shape is refused.

use nalgebra::Point3;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use swept::{
    CastOptions, Certificate, Cone, ConvexHull, DistanceOptions, Method, PointShape, Real, Rounded,
    Segment, Shape, Sphere, StartOverlap, Support, Turn, TurningCertificate, TurningMethod,
    TurningOptions, Turns, Witness,
};
use swept_tests::{Dice, FAMILIES, Form, Kind, TURNING_FAMILIES, random_form};

fn there_and_back<V: Serialize + DeserializeOwned + PartialEq + Debug>(value: &V) -> String {
    let text = serde_json::to_string(value).unwrap();
    let back: V = serde_json::from_str(&text).unwrap();
    assert_eq!(&back, value, "{text}");
    text
}

fn every_kind<T: Real + Serialize + DeserializeOwned>() {
    let mut dice = Dice::new(77, 0);
    for kind in Kind::MOVING.into_iter().chain([Kind::HalfSpace]) {
        for _ in 0..50 {
            let shape: Shape<T> = random_form(&mut dice, kind).build().unwrap();
            let text = there_and_back(&shape);
            let form: Form = serde_json::from_str(&text).unwrap();
            assert_eq!(form.build::<T>().unwrap(), shape, "{text}");
        }
    }
}

#[test]
fn shapes_of_every_kind_come_back_in_the_words_of_the_case_format() {
    every_kind::<f64>();
    every_kind::<f32>();
}

#[test]
fn large_hulls_come_back_with_their_tables() {
    let mut dice = Dice::new(78, 0);
    for count in [8, 24, 200, 3000] {
        let points = (0..count).map(|_| Point3::from(dice.in_ball()));
        let hull = ConvexHull::new(points).unwrap();
        there_and_back(&hull);
        let text = serde_json::to_string(&hull).unwrap();
        let back: ConvexHull<f64> = serde_json::from_str(&text).unwrap();
        for _ in 0..100 {
            let n = dice.direction();
            assert_eq!(hull.support_point(&n), back.support_point(&n));
        }
    }
}

#[test]
fn hulls_of_all_their_points_come_back_with_all_of_them() {
    let mut dice = Dice::new(79, 0);
    for count in [8, 24, 200] {
        let points = (0..count).map(|_| Point3::from(dice.in_ball() * dice.unit()));
        let hull = ConvexHull::<f64>::from_corners(points).unwrap();
        assert_eq!(hull.corners().len(), count);
        there_and_back(&hull);
    }
}

#[test]
fn shapes_are_written_by_their_fields() {
    let segment = Segment::new([0.0, 1.0, 2.0], [0.5, 0.0, 0.0]).unwrap();
    assert_eq!(
        there_and_back(&segment),
        r#"{"a":[0.0,1.0,2.0],"b":[0.5,0.0,0.0]}"#
    );
    assert_eq!(
        there_and_back(&Cone::new(2.0f32, 0.1).unwrap()),
        r#"{"half_height":2.0,"radius":0.1}"#
    );
    let rounded = Rounded::new(Shape::from(PointShape), 0.5).unwrap();
    assert_eq!(
        there_and_back(&Shape::from(rounded)),
        r#"{"type":"rounded","shape":{"type":"point"},"radius":0.5}"#
    );
    there_and_back(&Rounded::new(Sphere::new(0.25).unwrap(), 0.5).unwrap());
}

#[test]
fn options_come_back() {
    for start_overlap in StartOverlap::ALL {
        for method in Method::ALL {
            there_and_back(&CastOptions {
                method,
                start_overlap,
                target_distance: 0.1,
                tolerance: 1e-3,
                chord: false,
                max_steps: 17,
            });
        }
    }
}

/// Whoever is sent a certificate can check it against a sweep that was built anew.
fn certificates<T: Real + Serialize>() {
    for (family, index) in FAMILIES.iter().flat_map(|f| (0..8).map(move |i| (f, i))) {
        let cast = family.cast(80, index);
        let certified = cast.sweep::<T>().cast_certified(&CastOptions::default());
        let text = there_and_back(&certified.certificate);
        let sent: Certificate = serde_json::from_str(&text).unwrap();
        assert!(sent.verify(&cast.sweep::<T>()).is_ok(), "{text}");
        // With the answer, which is written but not read.
        assert!(serde_json::to_string(&certified).unwrap().contains(&text));
    }
    let mut pieces = 0;
    for (family, index) in TURNING_FAMILIES
        .iter()
        .flat_map(|f| (0..8).map(move |i| (f, i)))
    {
        let cast = family.cast(81, index);
        let certified = cast
            .turning_sweep::<T>()
            .cast_certified(&TurningOptions::default());
        let text = there_and_back(&certified.certificate);
        let sent: TurningCertificate = serde_json::from_str(&text).unwrap();
        assert!(sent.verify(&cast.turning_sweep::<T>()).is_ok(), "{text}");
        assert!(serde_json::to_string(&certified).unwrap().contains(&text));
        pieces += usize::from(text.contains("\"pieces\":[{"));
    }
    assert!(pieces > 8);
}

#[test]
fn certificates_come_back_and_prove_what_they_proved() {
    certificates::<f64>();
    certificates::<f32>();
}

#[test]
fn certificates_that_are_none_are_refused_when_read_or_checked() {
    let cast = FAMILIES[0].cast(80, 0);
    let sweep = cast.sweep::<f64>();
    let honest = sweep.cast_certified(&CastOptions::default()).certificate;
    let text = serde_json::to_string(&honest).unwrap();
    for (from, to) in [
        ("\"witness\"", "\"wittness\""),
        ("\"outcome\":\"", "\"outcome\":\"x"),
    ] {
        let other = text.replace(from, to);
        assert!(
            serde_json::from_str::<Certificate>(&other).is_err(),
            "{other}"
        );
    }
    let (count, plane) = (honest.witness.count, honest.plane);
    assert!(matches!(honest.claim, swept::Claim::Hit { .. }) && count > 0);
    // More than there is room for: what is beyond does not count.
    for (other, holds) in [
        (
            Certificate {
                witness: Witness {
                    count: usize::MAX,
                    ..honest.witness
                },
                ..honest
            },
            true,
        ),
        (
            Certificate {
                witness: Witness {
                    count: 0,
                    ..honest.witness
                },
                ..honest
            },
            false,
        ),
        (
            Certificate {
                plane: -plane,
                ..honest
            },
            false,
        ),
    ] {
        let text = there_and_back(&other);
        let sent: Certificate = serde_json::from_str(&text).unwrap();
        assert_eq!(sent.verify(&sweep).is_ok(), holds, "{text}");
    }
}

#[test]
fn turns_come_back_and_are_none_where_they_are_left_out() {
    let turn = Turn::by([0.0, 0.1, -2.5]).about([1.0, 0.0, 0.3]);
    let text = there_and_back(&Turns {
        moving: turn,
        ..Turns::default()
    });
    assert!(
        text.starts_with(
            r#"{"moving":{"rotation":[0.0,0.1,-2.5],"centre":[1.0,0.0,0.3]},"fixed":"#
        )
    );
    let read = |text: &str| serde_json::from_str::<Turns<f32>>(text);
    let expected = Turns {
        fixed: Turn::by([0.0, 0.0, 1.0]),
        ..Turns::default()
    };
    assert_eq!(read(r#"{"fixed":{"rotation":[0,0,1]}}"#).unwrap(), expected);
    assert!(read(r#"{"fixed":{"rotation":[0,0,1],"center":[0,0,0]}}"#).is_err());
}

#[test]
fn what_options_choose_between_has_the_names_that_commands_have() {
    let quoted = |name: &str| format!("\"{name}\"");
    for method in [Method::ClosedForm, Method::Slab]
        .into_iter()
        .chain(Method::ALL)
    {
        assert_eq!(there_and_back(&method), quoted(method.name()));
    }
    for start in StartOverlap::ALL {
        assert_eq!(there_and_back(&start), quoted(start.name()));
    }
    for method in TurningMethod::ALL
        .into_iter()
        .chain([TurningMethod::Linear])
    {
        assert_eq!(there_and_back(&method), quoted(method.name()));
    }
}

#[test]
fn options_that_are_left_out_are_those_of_the_default() {
    let cast: CastOptions<f32> = serde_json::from_str(r#"{"target_distance":0.5}"#).unwrap();
    let expected = CastOptions {
        target_distance: 0.5,
        ..CastOptions::default()
    };
    assert_eq!(cast, expected);
    let turning: TurningOptions<f64> = serde_json::from_str(r#"{"max_steps":7}"#).unwrap();
    let expected = TurningOptions {
        max_steps: 7,
        ..TurningOptions::default()
    };
    assert_eq!(turning, expected);
    let distance: DistanceOptions<f64> = serde_json::from_str("{}").unwrap();
    assert_eq!(distance, DistanceOptions::default());
}

#[test]
fn options_that_are_none_are_refused() {
    let wrong = r#"{"target_distnce":0.5}"#;
    assert!(serde_json::from_str::<CastOptions<f64>>(wrong).is_err());
    assert!(serde_json::from_str::<TurningOptions<f64>>(wrong).is_err());
    assert!(serde_json::from_str::<DistanceOptions<f64>>(wrong).is_err());
}

#[test]
fn what_is_no_shape_is_refused_with_the_constructor_s_words() {
    for (text, expected) in [
        (
            r#"{"type":"sphere","radius":-1}"#,
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"cuboid","half_extents":[1,2,1e31]}"#,
            "half_extents[2]: 1e31 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
        (
            r#"{"type":"convex_hull","points":[]}"#,
            "points: 0 is not a count of points (expected at least 1)",
        ),
        (
            r#"{"type":"half_space","normal":[0,0,0]}"#,
            "normal: 0 is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
        (
            r#"{"type":"rounded","shape":{"type":"cone","half_height":-0.5,"radius":1},"radius":1}"#,
            "half_height: -0.5 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"rounded","shape":{"type":"point"},"radius":-2}"#,
            "radius: -2 is not a length (expected a finite number >= 0)",
        ),
        (
            r#"{"type":"sphere","radius":1,"extent":2}"#,
            "unknown field `extent`",
        ),
        (
            r#"{"type":"capsule","radius":1}"#,
            "missing field `half_height`",
        ),
        (r#"{"type":"blob"}"#, "unknown variant `blob`"),
    ] {
        let error = serde_json::from_str::<Shape<f64>>(text).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{text}: {error}");
    }
    // A length of f64 alone.
    let error = serde_json::from_str::<Sphere<f32>>(r#"{"radius":1e30}"#).unwrap_err();
    let expected = "radius: 1e30 is not within this scalar's range of lengths";
    assert!(error.to_string().starts_with(expected), "{error}");
}
