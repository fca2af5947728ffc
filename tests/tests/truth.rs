//! Casts with their exact answers, computed in 50-digit arithmetic by a program that shares nothing with this project.

use crate::known::lines;
use serde::Deserialize;
use std::collections::BTreeMap;
use swept::{CastOptions, Method, Outcome, Real};
use swept_tests::{Cast, Precision, judge, widen};

/// A case with its answer.
#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    case: Cast,
    truth: Truth,
}

#[derive(Deserialize)]
struct Truth {
    status: String,
    /// 25 digits.
    fraction: Option<String>,
    /// Unit normal at the contact.
    normal: Option<[f64; 3]>,
    /// The scale L.
    scale: f64,
    /// Length of the displacement.
    speed: f64,
    /// How deep the line of motion passes through the obstacle, or how far beside it.
    margin: f64,
    /// Of a miss: the distance left at the end.
    separation: Option<f64>,
}

fn questions() -> Option<Vec<(String, Question)>> {
    let read = |(place, line): (String, String)| {
        let question = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{place}: {e}"));
        (line, question)
    };
    Some(lines()?.into_iter().map(read).collect())
}

/// A number in [0, 2) as a count of 10⁻³⁰: decimals of the truth and of an `f64` compare exactly this way. (Formatting
/// an `f64` with 30 decimals gives its exact value, rounded at the thirtieth.)
fn decimal(digits: &str) -> u128 {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    assert!(part.bytes().all(|b| b.is_ascii_digit()), "{digits}");
    format!("{whole}{part:0<30.30}").parse().expect("digits")
}

fn decimal_of(x: f64) -> u128 {
    decimal(&format!("{x:.30}"))
}

/// The truth's own error is some 1e-24 of the scale; a hundred times that is allowed.
const TRUTH_ERROR: u128 = 100_000_000;

/// What is wrong with the outcome; otherwise the error of a hit in ulps of L, along the true normal.
fn compare(
    outcome: &Outcome<f64>,
    question: &Question,
    precision: &Precision,
) -> Result<Option<f64>, String> {
    let truth = &question.truth;
    let ambiguous = precision.ambiguous(truth.scale);
    let grazes = truth.margin.abs() <= ambiguous;
    let exact = truth.fraction.as_deref();
    let fraction: Option<f64> = exact.map(|t| t.parse().expect("a number"));
    let at_an_end = fraction.is_some_and(|t| t.min(1.0 - t) * truth.speed <= ambiguous)
        || truth.separation.is_some_and(|s| s <= ambiguous);
    let (name, hit) = match outcome {
        Outcome::Hit(hit) => ("hit", Some(hit)),
        Outcome::Miss(_) => ("miss", None),
        Outcome::Overlap(_) => ("overlap", None),
        Outcome::Unresolved(_) => ("unresolved", None),
    };
    if name != truth.status {
        let excused = name != "unresolved" && (grazes || at_an_end);
        return if excused {
            Ok(None)
        } else {
            Err(format!("{name} for a {}", truth.status))
        };
    }
    let (Some(hit), Some(exact), Some(t)) = (hit, exact, fraction) else {
        return Ok(None);
    };
    if !grazes {
        if decimal_of(hit.fraction) > decimal(exact) + TRUTH_ERROR {
            return Err(format!("fraction {} above the truth {exact}", hit.fraction));
        }
        if decimal_of(hit.fraction_upper) + TRUTH_ERROR < decimal(exact) {
            return Err(format!(
                "upper fraction {} below the truth {exact}",
                hit.fraction_upper
            ));
        }
    }
    let n = nalgebra::Vector3::from(truth.normal.ok_or("a hit without a true normal")?);
    let rate = n.normalize().dot(&question.case.motion()).abs();
    let error = (hit.fraction - t).abs() * rate / (precision.epsilon * truth.scale);
    if error > precision.error_budget {
        return Err(format!("{error} ulps off: {} for {exact}", hit.fraction));
    }
    Ok(Some(error))
}

fn hold_against_the_truth<T: Real>() {
    let Some(questions) = questions() else { return };
    let precision = Precision::of::<T>();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let mut wrong = Vec::new();
        let mut worst: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        for (line, question) in &questions {
            let sweep = question.case.sweep::<T>();
            let certified = sweep.cast_certified(&options);
            let verdict = compare(&widen(&certified.outcome), question, &precision);
            match verdict.and_then(|e| judge(&sweep, &certified).map(|()| e)) {
                Ok(error) => {
                    let family = question.case.id.split('/').next().unwrap_or_default();
                    let entry = worst.entry(family).or_default();
                    entry.0 += 1;
                    entry.1 = entry.1.max(error.unwrap_or(0.0));
                }
                Err(e) => wrong.push(format!(
                    "{}: {e}\n  {:?}",
                    question.case.id, certified.outcome
                )),
            }
            // Both readings of the case format must see the same case.
            let mut meshes = swept_case::Meshes::in_folder(".");
            let read = swept_case::Case::<T>::parse(line.as_bytes(), &mut meshes);
            let read = read.unwrap_or_else(|e| panic!("{}: {e:?}", question.case.id));
            let answer = read
                .cast(&options)
                .unwrap_or_else(|e| panic!("{}: {e:?}", question.case.id));
            assert_eq!(answer.certified, certified, "{}", question.case.id);
        }
        println!(
            "{} by {}: cases and worst error in ulps, {worst:?}",
            precision.scalar,
            method.name()
        );
        let shown = &wrong[..wrong.len().min(25)];
        assert!(
            wrong.is_empty(),
            "{}: {} wrong\n{}",
            method.name(),
            wrong.len(),
            shown.join("\n")
        );
    }
}

#[test]
fn f64_is_right() {
    hold_against_the_truth::<f64>();
}

#[test]
fn f32_is_right() {
    hold_against_the_truth::<f32>();
}

/// The closed forms' brackets are as wide as the errors that they state, which are some 200 ulps of the scale.
const STATED_ULPS: f64 = 200.0;

/// Cases whose pair of shapes has a closed form: 360 are known to, of all that there are.
fn hold_closed_forms_against_the_truth<T: Real>() {
    let Some(questions) = questions() else { return };
    let precision = Precision {
        error_budget: Precision::of::<T>().error_budget.max(STATED_ULPS),
        ..Precision::of::<T>()
    };
    let (mut answered, mut worst, mut wrong) = (0, 0.0f64, Vec::new());
    for (line, question) in &questions {
        let id = &question.case.id;
        let mut meshes = swept_case::Meshes::in_folder(".");
        let case = swept_case::Case::<T>::parse(line.as_bytes(), &mut meshes).expect("a case");
        let closed = match case.cast_closed() {
            Ok(closed) => widen(&closed.outcome),
            Err(error) => {
                assert!(error.reason.starts_with("no closed form for "), "{error}");
                continue;
            }
        };
        answered += 1;
        match compare(&closed, question, &precision) {
            Ok(error) => worst = worst.max(error.unwrap_or(0.0)),
            Err(e) => wrong.push(format!("{id}: {e}\n  {closed:?}")),
        }
    }
    println!(
        "{} in closed form: {answered} of {} cases, worst error {worst} ulps",
        precision.scalar,
        questions.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(answered >= 360, "{answered}");
}

#[test]
fn closed_forms_are_right_in_f64() {
    hold_closed_forms_against_the_truth::<f64>();
}

#[test]
fn closed_forms_are_right_in_f32() {
    hold_closed_forms_against_the_truth::<f32>();
}

#[test]
fn decimals_compare_exactly() {
    // The f64 next to 0.1 is 0.1000000000000000055511151231257827...
    assert_eq!(decimal_of(0.1), 100_000_000_000_000_005_551_115_123_126);
    assert_eq!(decimal("0.1"), 100_000_000_000_000_000_000_000_000_000);
    assert_eq!(decimal("1"), decimal_of(1.0));
    assert!(decimal("0.25") == decimal_of(0.25) && decimal("0.3") > decimal_of(0.25));
}
