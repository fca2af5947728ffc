//! What the case format makes of closed forms.

use nalgebra::{Point3, Vector3};
use swept::{Hit, Miss, Outcome, Overlap, Real};
use swept_case::{Case, CaseError, Meshes};

/// The closed answer of two bodies, each given by its members, and a displacement.
fn closed<T: Real>(moving: &str, fixed: &str, d: [f64; 3]) -> Result<Outcome<T>, CaseError> {
    let [x, y, z] = d;
    let line = format!(
        r#"{{"moving":{{"shape":{moving}}},"fixed":{{"shape":{fixed}}},"displacement":[{x},{y},{z}]}}"#
    );
    let case = Case::<T>::parse(line.as_bytes(), &mut Meshes::default()).unwrap();
    case.cast_closed().map(|answer| answer.outcome)
}

fn hit(moving: &str, fixed: &str, d: [f64; 3]) -> Hit<f64> {
    *closed(moving, fixed, d).unwrap().hit().unwrap()
}

fn miss(moving: &str, fixed: &str, d: [f64; 3]) -> Miss<f64> {
    *closed(moving, fixed, d).unwrap().miss().unwrap()
}

fn overlap(moving: &str, fixed: &str, d: [f64; 3]) -> Overlap<f64> {
    *closed(moving, fixed, d).unwrap().overlap().unwrap()
}

const BALL: &str = r#"{"type":"sphere","radius":1}"#;
const HALF: &str = r#"{"type":"sphere","radius":0.5}"#;
const CUBE: &str = r#"{"type":"cuboid","half_extents":[1,1,1]}"#;
const FLOOR: &str = r#"{"type":"half_space","normal":[0,1,0]}"#;

/// A shape with the members that place its body.
fn at(shape: &str, members: &str) -> String {
    format!("{shape},{members}")
}

fn is(p: &Point3<f64>, expected: [f64; 3]) -> bool {
    (p - Point3::from(expected)).norm() < 1e-12
}

/// Both radii may be on the moving shape while it is cast, and a pair may be known with the roles exchanged only: the point is on the fixed
/// shape all the same, and that of the moving one beside it.
#[test]
fn a_hit_is_told_of_the_shapes_as_they_are_given() {
    let low = r#""position":[-4,0,0]"#;
    let quarter = r#""rotation":[0,0,0.7071067811865476,0.7071067811865476]"#;
    let eighth = r#""rotation":[0,0,0.3826834323650898,0.9238795325112867]"#;
    let high = r#""position":[0,4,0]"#;
    let can = r#"{"type":"cylinder","half_height":1,"radius":0.5}"#;
    let hat = r#"{"type":"cone","half_height":1,"radius":0.5}"#;
    let leaning = 1.5 * 0.5_f64.sqrt();
    let down = [0.0, -4.0, 0.0];
    for (moving, fixed, d, fraction, normal, point) in [
        // Balls; a point at a ball; a box at a ball, which is a ball at a box.
        (
            at(HALF, low),
            BALL,
            [8.0, 0.0, 0.0],
            2.5 / 8.0,
            -Vector3::x(),
            Some([-1.0, 0.0, 0.0]),
        ),
        (
            at(r#"{"type":"point"}"#, low),
            BALL,
            [8.0, 0.0, 0.0],
            3.0 / 8.0,
            -Vector3::x(),
            Some([-1.0, 0.0, 0.0]),
        ),
        (
            at(CUBE, low),
            HALF,
            [8.0, 0.0, 0.0],
            2.5 / 8.0,
            -Vector3::x(),
            Some([-0.5, 0.0, 0.0]),
        ),
        // Onto a floor: a ball, a lying cylinder, one that leans, and a cone upright, lying and leaning.
        (
            at(HALF, high),
            FLOOR,
            down,
            3.5 / 4.0,
            Vector3::y(),
            Some([0.0; 3]),
        ),
        (
            at(can, &format!("{high},{quarter}")),
            FLOOR,
            down,
            3.5 / 4.0,
            Vector3::y(),
            None,
        ),
        (
            at(can, &format!("{high},{eighth}")),
            FLOOR,
            down,
            (4.0 - leaning) / 4.0,
            Vector3::y(),
            None,
        ),
        (at(hat, high), FLOOR, down, 3.0 / 4.0, Vector3::y(), None),
        (
            at(hat, &format!("{high},{quarter}")),
            FLOOR,
            down,
            3.5 / 4.0,
            Vector3::y(),
            None,
        ),
        (
            at(hat, &format!("{high},{eighth}")),
            FLOOR,
            down,
            (4.0 - leaning) / 4.0,
            Vector3::y(),
            None,
        ),
    ] {
        let hit = hit(&moving, fixed, d);
        assert!((hit.fraction - fraction).abs() < 1e-13, "{moving}: {hit:?}");
        assert!(
            hit.fraction <= fraction + 1e-16 && fraction <= hit.fraction_upper,
            "{moving}: {hit:?}"
        );
        assert!(
            (hit.normal.into_inner() - normal).norm() < 1e-14,
            "{moving}: {hit:?}"
        );
        assert!(
            (hit.point_moving - hit.point_fixed).norm() < 1e-12,
            "{moving}: {hit:?}"
        );
        assert!(
            point.is_none_or(|point| is(&hit.point_fixed, point)),
            "{moving}: {hit:?}"
        );
    }
}

/// What the closed forms state is some hundred units of roundoff of sizes and distance, of which a plane's own evaluation has a half to
/// spare on the other side.
#[test]
fn a_bracket_is_as_wide_as_the_errors_that_are_stated() {
    let hit = hit(&at(HALF, r#""position":[-4,0,0]"#), BALL, [8.0, 0.0, 0.0]);
    let expected = 2.5 / 8.0;
    // Both radii and the distance of the middles at the contact.
    let unit = 0.5 * f64::EPSILON * 3.0 / 8.0;
    let [before, after] =
        [expected - hit.fraction, hit.fraction_upper - expected].map(|w| w / unit);
    assert!((32.0..256.0).contains(&before), "{before}");
    assert!((200.0..1024.0).contains(&after), "{after}");
}

#[test]
fn a_point_of_the_moving_shape_stands_where_that_stands_at_the_fraction_given() {
    let far = at(HALF, r#""position":[-301.5,0,0]"#);
    let hit = *closed::<f32>(&far, BALL, [1000.0, 0.0, 0.0])
        .unwrap()
        .hit()
        .unwrap();
    let stands = -301.0 + 1000.0 * f64::from(hit.fraction);
    let off = f64::from(hit.point_moving.x) - stands;
    assert!(off.abs() < 1e-6 && stands < -1.0 - 1e-6, "{off} {stands}");
}

#[test]
fn a_miss_keeps_the_least_room_of_its_way() {
    let low = at(HALF, r#""position":[-4,0,0]"#);
    // Toward it by 1, away from it, and past it.
    for (d, gap) in [([1.0, 0.0, 0.0], 1.5), ([-1.0, 0.0, 0.0], 2.5)] {
        let miss = miss(&low, BALL, d);
        assert!(miss.gap <= gap && miss.gap > gap - 1e-12, "{miss:?}");
        assert!((miss.axis.x + 1.0).abs() < 1e-14, "{miss:?}");
    }
    let beside = at(HALF, r#""position":[-4,2,0]"#);
    let miss = miss(&beside, BALL, [8.0, 0.0, 0.0]);
    assert!(miss.gap <= 0.5 && miss.gap > 0.5 - 1e-12, "{miss:?}");
}

#[test]
fn an_overlap_tells_the_way_out_and_for_how_long_it_lasts() {
    // A box into a ball, which is known with the roles exchanged only: out along x by a quarter.
    let found = overlap(&at(CUBE, r#""position":[1.25,0,0]"#), HALF, [1.0, 0.0, 0.0]);
    assert!(
        (found.depth - 0.25).abs() < 1e-12 && found.depth_lower <= 0.25,
        "{found:?}"
    );
    assert!((found.normal.x - 1.0).abs() < 1e-14, "{found:?}");
    assert!(
        is(&found.point_fixed, [0.5, 0.0, 0.0]) && is(&found.point_moving, [0.25, 0.0, 0.0]),
        "{found:?}"
    );
    // Balls whose middles are 1/2 apart: within 3/2 of each other from one way back to half a way on.
    let found = overlap(&at(HALF, r#""position":[0.5,0,0]"#), BALL, [2.0, 0.0, 0.0]);
    assert!(
        (found.entry + 1.0).abs() < 1e-12 && found.entry <= -1.0 + 1e-15,
        "{found:?}"
    );
    assert!(
        (found.exit - 0.5).abs() < 1e-12 && found.exit >= 0.5 - 1e-15,
        "{found:?}"
    );
    // In a floor by a quarter.
    let low = at(HALF, r#""position":[0,0.25,0]"#);
    for (rise, entry, exit) in [
        (1.0, f64::NEG_INFINITY, 0.25),
        (-1.0, -0.25, f64::INFINITY),
        (0.0, f64::NEG_INFINITY, f64::INFINITY),
    ] {
        let found = overlap(&low, FLOOR, [1.0, rise, 0.0]);
        let near = |a: f64, b: f64| a == b || (a - b).abs() < 1e-12;
        assert!(
            near(found.entry, entry) && near(found.exit, exit),
            "{found:?}"
        );
    }
}

#[test]
fn what_has_no_closed_form_says_so() {
    let can = r#"{"type":"cylinder","half_height":1,"radius":0.5}"#;
    let error = closed::<f64>(&at(HALF, r#""position":[-4,0,0]"#), can, [8.0, 0.0, 0.0]);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("a sphere") && error.contains("a cylinder"),
        "{error}"
    );
}

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
