//! What the cases assert.

use nalgebra::{Point3, Vector3};
use swept::{Miss, Outcome, Overlap};
use swept_tests::{Answer, Answers, Body, Cast, Options};

/// A case whose numbers are exact in both scalars.
pub fn case(moving: Body, displacement: [f64; 3], fixed: Body) -> Cast {
    let case = Cast {
        turn: swept_oracle::Turns::NONE,
        id: String::new(),
        moving,
        fixed,
        displacement,
    };
    assert_eq!(
        case,
        case.exact(),
        "numbers of a contract case must be exact in f32"
    );
    case
}

/// A hit that a reader derived.
#[derive(Clone, Copy)]
pub struct Hits {
    fraction: f64,
    normal: Option<[f64; 3]>,
    point: Option<[f64; 3]>,
}

impl Hits {
    /// First contact at this fraction; of normals or points of contact several are right until one is named.
    pub fn at(fraction: f64) -> Self {
        Self {
            fraction,
            normal: None,
            point: None,
        }
    }

    /// With this normal, of any length.
    pub fn normal(self, normal: [f64; 3]) -> Self {
        Self {
            normal: Some(normal),
            ..self
        }
    }

    /// The bodies share this point and no other.
    pub fn point(self, point: [f64; 3]) -> Self {
        Self {
            point: Some(point),
            ..self
        }
    }
}

/// How far a normal or a point may be off: on a curved surface the root of what a height may be off.
fn sideways(answer: &Answer) -> f64 {
    4.0 * (answer.precision.error_budget * answer.precision.epsilon).sqrt()
}

fn context(case: &Cast, answer: &Answer) -> String {
    let (scalar, method) = (answer.precision.scalar, answer.method.name());
    format!(
        "{scalar} by {method}: {:?}\n{}",
        answer.outcome,
        case.to_json()
    )
}

/// All answers are this hit.
pub fn assert_hit(case: &Cast, expected: Hits) {
    assert_hit_with(case, &Options::default(), expected);
}

/// All answers under `options` are this hit.
pub fn assert_hit_with(case: &Cast, options: &Options, expected: Hits) {
    for answer in case.answers_with(options) {
        let what = context(case, &answer);
        let Outcome::Hit(hit) = answer.outcome else {
            panic!("no hit, {what}")
        };
        // The expected fraction is itself rounded, by half an ulp.
        let rounding = f64::EPSILON * expected.fraction;
        assert!(hit.fraction <= expected.fraction + rounding, "late, {what}");
        assert!(
            hit.fraction_upper >= expected.fraction - rounding,
            "early, {what}"
        );
        let rate = hit.normal.dot(&case.motion());
        assert!(rate < 0.0, "normal along the motion, {what}");
        let allowed = answer.precision.error(answer.scale) + options.tolerance;
        let early = (expected.fraction - hit.fraction) * -rate;
        let late = (hit.fraction_upper - expected.fraction) * -rate;
        assert!(
            early <= allowed && late <= allowed,
            "wide: {early:e} and {late:e}, {what}"
        );
        if let Some(normal) = expected.normal {
            let off = (hit.normal.into_inner() - Vector3::from(normal).normalize()).norm();
            assert!(off <= sideways(&answer), "normal {off:e} off, {what}");
        }
        let allowed =
            answer.scale * sideways(&answer) + options.tolerance + options.target_distance;
        if let Some(point) = expected.point {
            let point = Point3::from(point);
            for p in [hit.point_moving, hit.point_fixed] {
                assert!((p - point).norm() <= allowed, "{p:?} for {point:?}, {what}");
            }
        }
        let apart = (hit.point_moving - hit.point_fixed).norm();
        assert!(apart <= allowed, "points {apart:e} apart, {what}");
    }
}

/// All answers are misses; `check` sees each one.
pub fn assert_miss(case: &Cast, check: impl Fn(&Miss<f64>) -> bool) {
    assert_miss_with(case, &Options::default(), check);
}

/// All answers under `options` are misses; `check` sees each one.
pub fn assert_miss_with(case: &Cast, options: &Options, check: impl Fn(&Miss<f64>) -> bool) {
    for answer in case.answers_with(options) {
        let what = context(case, &answer);
        let Outcome::Miss(miss) = answer.outcome else {
            panic!("no miss, {what}")
        };
        assert!(check(&miss), "{what}");
    }
}

/// A gap that is positive and at most the true one.
pub fn gap_up_to(true_gap: f64) -> impl Fn(&Miss<f64>) -> bool {
    move |miss| 0.0 < miss.gap && miss.gap <= true_gap * (1.0 + f64::EPSILON)
}

/// An overlap that a reader derived; the shortest way out must be the only one.
#[derive(Clone, Copy)]
pub struct Overlaps {
    /// The depth.
    pub depth: f64,
    /// The normal, of any length.
    pub normal: [f64; 3],
    /// The deepest points, moving and fixed, where they are the only ones.
    pub points: Option<[[f64; 3]; 2]>,
    /// The fractions between which the line of motion is inside.
    pub inside: [f64; 2],
}

/// All answers are this overlap.
pub fn assert_overlap(case: &Cast, expected: Overlaps) {
    assert_overlap_with(case, &Options::default(), expected);
}

/// All answers under `options` are this overlap.
pub fn assert_overlap_with(case: &Cast, options: &Options, expected: Overlaps) {
    for answer in case.answers_with(options) {
        let what = context(case, &answer);
        let Outcome::Overlap(overlap) = answer.outcome else {
            panic!("no overlap, {what}")
        };
        check_overlap(case, &answer, &overlap, &expected, &what);
    }
}

fn check_overlap(
    case: &Cast,
    answer: &Answer,
    overlap: &Overlap<f64>,
    expected: &Overlaps,
    what: &str,
) {
    let allowed = answer.precision.ambiguous(answer.scale);
    let rounding = f64::EPSILON * expected.depth;
    assert!(
        overlap.depth_lower <= expected.depth + rounding,
        "lower bound of the depth, {what}"
    );
    assert!(
        overlap.depth >= expected.depth - rounding,
        "depth too small, {what}"
    );
    assert!(
        overlap.depth <= expected.depth + allowed,
        "depth too large, {what}"
    );
    let normal = Vector3::from(expected.normal).normalize();
    let off = (overlap.normal.into_inner() - normal).norm();
    assert!(off <= sideways(answer), "normal {off:e} off, {what}");
    for (found, expected) in [overlap.entry, overlap.exit]
        .into_iter()
        .zip(expected.inside)
    {
        let near = (found - expected).abs() * case.motion().norm() <= allowed;
        assert!(found == expected || near, "{found} for {expected}, {what}");
    }
    let (a, b) = (overlap.point_moving, overlap.point_fixed);
    let allowed = answer.scale * sideways(answer);
    assert!(
        (a + normal * overlap.depth - b).norm() <= allowed,
        "points, {what}"
    );
    if let Some([moving, fixed]) = expected.points {
        assert!(
            (a - Point3::from(moving)).norm() <= allowed,
            "point_moving, {what}"
        );
        assert!(
            (b - Point3::from(fixed)).norm() <= allowed,
            "point_fixed, {what}"
        );
    }
}
