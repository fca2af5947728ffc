//! Whole answers in closed form, as the program gives them, against the casters': all pairs of kinds that have a closed
//! form, in either order, with brackets, gaps, points, depths and the stretch of the line of motion that is inside.
//!
//! 30 casts per pair of kinds, a third of which begin in contact; `SWEPT_CASTS` sets another number.

use std::collections::BTreeMap;
use swept::{Hit, Method, Outcome};
use swept_tests::{Cast, Kind, Obstacle, from_environment, pair};

/// The stated error of a closed form, per unit of scale: 256u, as `fraction_upper` and `depth_lower` have it, and 64u for
/// the plane.
const STATED: f64 = 160.0 * f64::EPSILON;

/// How two answers contradict each other, if they do.
fn contradiction(
    closed: &Outcome<f64>,
    cast: &Outcome<f64>,
    obstacle: &Obstacle<f64, impl swept::Support, impl swept::Support>,
    slack: f64,
) -> Option<String> {
    let d = obstacle.motion;
    let rate = |hit: &Hit<f64>| hit.normal.dot(&d).abs();
    let wrong = |what: &str, by: f64| (by > slack).then(|| format!("{what} by {by:e} > {slack:e}"));
    match (closed, cast) {
        (Outcome::Hit(a), Outcome::Hit(b)) => {
            let rate = rate(a).min(rate(b));
            let early = (b.fraction - a.fraction_upper) * rate;
            let late = (a.fraction - b.fraction_upper) * rate;
            let apart = (a.point_fixed - a.point_moving).norm();
            wrong("brackets are apart", early.max(late)).or_else(|| {
                // Points at the two ends of a bracket are apart as the motion goes.
                let along = (a.fraction_upper - a.fraction) * d.norm();
                wrong("points are apart", apart - along)
            })
        }
        (Outcome::Miss(a), Outcome::Miss(_)) => {
            wrong("the gap is less", a.gap - obstacle.room(&a.axis))
        }
        (Outcome::Overlap(a), Outcome::Overlap(b)) => {
            // The search for depth ends within 2^−36 of the scale.
            let open = 2f64.powi(-36) * obstacle.scale();
            let depth = (a.depth_lower - b.depth).max(b.depth_lower - a.depth);
            let ends = |x: f64, y: f64| {
                if x.is_finite() && y.is_finite() {
                    (x - y).abs() * d.norm()
                } else {
                    f64::from(u8::from(x != y))
                }
            };
            // Where the line of motion leaves by a grazing exit, its ends are known to the root of an error.
            let root = (obstacle.scale() * (slack + open)).sqrt();
            wrong("depths differ", depth - open)
                .or_else(|| wrong("the entries differ", ends(a.entry, b.entry) - root))
                .or_else(|| wrong("the exits differ", ends(a.exit, b.exit) - root))
        }
        (Outcome::Hit(_), Outcome::Miss(b)) => wrong("a hit over a gap", b.gap),
        (Outcome::Miss(a), Outcome::Hit(_)) => wrong("a gap over a hit", a.gap),
        (Outcome::Overlap(a), Outcome::Hit(_) | Outcome::Miss(_)) => {
            wrong("an overlap of none", a.depth)
        }
        (_, Outcome::Overlap(b)) => wrong("no overlap", b.depth_lower),
        (_, Outcome::Unresolved(_)) => None,
        (Outcome::Unresolved(_), _) => Some("unresolved in closed form".into()),
    }
}

/// The case, or every third time the same begun in contact: where it would hit, and a bit further.
fn start_of(mut case: Cast, index: u64) -> Cast {
    let outcome = case.sweep::<f64>().cast();
    if let (2, Some(hit)) = (index % 3, outcome.hit()) {
        let on = hit.fraction + (1.0 - hit.fraction) * 0.1 * (index % 5) as f64;
        let motion = case.motion();
        for (x, d) in case.moving.position.iter_mut().zip(motion.iter()) {
            *x += d * on;
        }
    }
    case
}

#[test]
fn whole_answers() {
    let casts = from_environment("SWEPT_CASTS", 30);
    let mut pairs = BTreeMap::new();
    let mut wrong = Vec::new();
    for (moving, fixed) in Kind::pairs() {
        for index in 0..casts {
            let case = start_of(pair(moving, fixed, 31, index), index);
            let mut meshes = swept_case::Meshes::in_folder(".");
            let read = swept_case::Case::<f64>::parse(case.to_json().as_bytes(), &mut meshes);
            let Ok(closed) = read.expect("a case").cast_closed() else {
                continue;
            };
            let counts: &mut [u64; 3] = pairs.entry(format!("{moving:?}-{fixed:?}")).or_default();
            counts[match &closed.outcome {
                Outcome::Hit(_) => 0,
                Outcome::Miss(_) => 1,
                _ => 2,
            }] += 1;
            let sweep = case.sweep::<f64>();
            for method in [Method::Auto, Method::SweptMpr] {
                let options = swept::CastOptions {
                    method,
                    ..Default::default()
                };
                let certified = sweep.cast_certified(&options);
                let obstacle = Obstacle::new(&sweep);
                let from = obstacle.relative.norm() + obstacle.motion.norm();
                let scale = obstacle.scale() + from;
                let slack = certified.certificate.tolerance + STATED * scale;
                let found = contradiction(&closed.outcome, &certified.outcome, &obstacle, slack);
                if let Some(what) = found {
                    wrong.push(format!(
                        "{what}: {}\n  {:?}\n  {:?}",
                        case.to_json(),
                        closed.outcome,
                        certified.outcome
                    ));
                }
            }
        }
    }
    let total: u64 = pairs.values().flatten().sum();
    println!(
        "hits, misses, overlaps of {} pairs, {total} casts: {pairs:?}",
        pairs.len()
    );
    let shown = &wrong[..wrong.len().min(6)];
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        shown.join("\n")
    );
    assert!(pairs.len() >= 40, "{}", pairs.len());
}
