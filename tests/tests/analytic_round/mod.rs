//! Spheres and capsules: the casters against the closed forms, which share no code with them.
//!
//! A closed form answers for a fixed shape that is off by 32u of the sizes, a caster for one that is off by what its
//! certificate states. So the shape is grown and shrunk by the sum of both, and the caster's bracket has to lie between the
//! closed forms of these two: no cast is left out because it grazes. 2,000 casts per pair and method;
//! `SWEPT_ANALYTIC_CASTS` sets another number, and 1,100,000 are a million random and 100,000 adversarial casts.

mod cast;
mod draw;

use cast::{Cast, Fixed};
use draw::random_cast;
use nalgebra::{Point3, Vector3};
use swept::{CastOptions, Certified, Method, Outcome, Shape, Sweep};
use swept_analytic::{Answer, Miss};
use swept_tests::from_environment;

type V = Vector3<f64>;
type P = Point3<f64>;

const METHODS: [Method; 4] = [
    Method::Portal,
    Method::ConservativeAdvancement,
    Method::SweptMpr,
    Method::GjkRayCast,
];

const ULPS: f64 = 8.0 * f64::EPSILON;

#[derive(Default, Debug)]
struct Tally {
    hits: u64,
    misses: u64,
    overlaps: u64,
    unresolved: u64,
    /// Hit here, miss there, within the errors.
    either: u64,
}

/// When the shapes touch: 0 from the start, infinite never.
fn fraction(answer: &Answer) -> f64 {
    match answer {
        Answer::Hit(hit) => hit.fraction,
        Answer::Miss(_) => f64::INFINITY,
        Answer::Overlap(_) => 0.0,
    }
}

/// What is wrong with the caster's answer, or with the closed form's.
fn disagreement(
    cast: &Cast,
    sweep: &Sweep<f64, Shape<f64>, Shape<f64>>,
    certified: &Certified<f64>,
    tally: &mut Tally,
) -> Option<String> {
    // The closed forms' error, near the contact; a box is turned at the start, and a half-space measured from there.
    let far = match cast.kind {
        Fixed::Cuboid | Fixed::HalfSpace => (cast.a - cast.at).norm(),
        _ => 0.0,
    };
    let own = 16.0 * f64::EPSILON * (2.0 * cast.size() + far);
    let both = own + certified.certificate.tolerance;
    let exact = cast.closed(0.0);
    let grown = fraction(&cast.closed(both));
    let shrunk = (cast.radius > both).then(|| fraction(&cast.closed(-both)));
    let rounding = both + ULPS * cast.d.norm();
    // Starts count as touching within 2^−49 of the scale, on either side.
    let start = cast.size() + (cast.a - cast.at).norm();
    let touching = both + 16.0 * f64::EPSILON * start;
    if let Answer::Miss(Miss { axis }) = &exact
        && cast.kind != Fixed::HalfSpace
    {
        let n = axis.into_inner();
        let moving = n.dot(&sweep.moving().support_point(&-n).coords);
        let fixed = n.dot(&sweep.fixed().support_point(&n).coords);
        let room = moving - fixed + n.dot(&cast.d).min(0.0);
        if room < -touching - rounding {
            return Some(format!("the closed form's plane cuts by {room:e}"));
        }
    }
    match &certified.outcome {
        Outcome::Hit(hit) => {
            tally.hits += 1;
            if matches!(exact, Answer::Miss(_)) {
                tally.either += 1;
            }
            if let Answer::Overlap(overlap) = exact
                && overlap.depth > touching
            {
                return Some("an overlap in closed form".into());
            }
            if grown > hit.fraction_upper + ULPS {
                return Some(format!("the grown shape is met at {grown:?}"));
            }
            match shrunk {
                Some(shrunk) if shrunk < hit.fraction - ULPS => {
                    Some(format!("the shrunk shape is met at {shrunk:?}"))
                }
                _ => None,
            }
        }
        Outcome::Miss(miss) => {
            tally.misses += 1;
            if !matches!(exact, Answer::Miss(_)) {
                tally.either += 1;
                if miss.gap > rounding {
                    return Some("a hit in closed form, with a plane between".into());
                }
            }
            match shrunk {
                Some(shrunk) if shrunk.is_finite() => {
                    Some(format!("the shrunk shape is met at {shrunk:?}"))
                }
                _ => None,
            }
        }
        Outcome::Overlap(found) => {
            tally.overlaps += 1;
            let depth = match &exact {
                Answer::Overlap(overlap) => overlap.depth,
                _ if found.depth_lower <= touching => return None,
                _ => return Some("no overlap in closed form".into()),
            };
            // The search for depth ends within 2^−36 of the scale.
            let slack = touching + 2f64.powi(-36) * start;
            let range = found.depth_lower - slack..=found.depth + slack;
            (!range.contains(&depth)).then(|| format!("the depth is {depth:e}"))
        }
        // No answer, but a promise.
        Outcome::Unresolved(found) => {
            tally.unresolved += 1;
            let shrunk = shrunk.unwrap_or(f64::INFINITY);
            (shrunk < found.safe_fraction - ULPS)
                .then(|| format!("the shrunk shape is met at {shrunk:?}"))
        }
    }
}

fn pair(kind: Fixed, capsule: bool) {
    let casts = from_environment("SWEPT_ANALYTIC_CASTS", 2_000);
    let name = if capsule { "capsule" } else { "sphere" };
    let mut wrong = Vec::new();
    let mut tallies = METHODS.map(|_| Tally::default());
    for index in 0..casts {
        let cast = random_cast(kind, capsule, index);
        let sweep = cast.sweep();
        for (method, tally) in METHODS.into_iter().zip(&mut tallies) {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            assert_eq!(certified.outcome, sweep.cast_with(&options));
            if let Some(why) = disagreement(&cast, &sweep, &certified, tally) {
                let answers = (certified.outcome, cast.closed(0.0));
                wrong.push(format!(
                    "{index} {}: {why}\n{cast:?}\n{answers:?}",
                    method.name()
                ));
            }
        }
    }
    for (method, tally) in METHODS.into_iter().zip(&tallies) {
        println!(
            "{name} at {kind:?}, {}, {casts} casts: {tally:?}",
            method.name()
        );
    }
    let some = wrong[..wrong.len().min(4)].join("\n");
    assert!(wrong.is_empty(), "{} disagreements\n{some}", wrong.len());
    let portal = &tallies[0];
    let enough = casts / 100;
    assert!(portal.hits > enough && portal.misses > enough, "{portal:?}");
}

macro_rules! pairs {
    ($($name:ident: $kind:ident, $capsule:expr;)*) => {
        $(
            #[test]
            fn $name() {
                pair(Fixed::$kind, $capsule);
            }
        )*
    };
}

pairs! {
    sphere_point: Point, false;
    sphere_sphere: Sphere, false;
    sphere_half_space: HalfSpace, false;
    sphere_segment: Segment, false;
    sphere_capsule: Capsule, false;
    sphere_triangle: Triangle, false;
    sphere_polygon: Polygon, false;
    sphere_box: Cuboid, false;
    capsule_point: Point, true;
    capsule_sphere: Sphere, true;
    capsule_half_space: HalfSpace, true;
    capsule_segment: Segment, true;
    capsule_capsule: Capsule, true;
    capsule_triangle: Triangle, true;
    capsule_polygon: Polygon, true;
}
