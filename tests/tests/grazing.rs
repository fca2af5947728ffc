//! Casts that pass a solid by 1e-7 to 1e-2 of unit length, on either side: the outcome is known beforehand.

use nalgebra::Vector3;
use swept::{Outcome, Real};
use swept_tests::{Dice, Obstacle, Precision};
use swept_tests::{Graze, graze};

const CASES: u64 = 20_000;

/// What the outcome must be, if rounding leaves no doubt.
enum Expected {
    Hit,
    Miss,
    Either,
}

/// The displacement lies in the plane exactly, so `room` is the distance of the plane from the obstacle.
///
/// The line was aimed at a point q that is `share` of the way from the boundary to the middle c of the obstacle. If
/// a ball of radius R about c lies in the obstacle, one of radius share·R about q does, and the line still hits when
/// the rounding of the position moved it by less. Each solid but the hulls has a ball of at least 0.05 about its
/// middle: a cone with height 2h and radius r has h/2 >= 0.05 to its base and 1.5·h·r / √(4h² + r²) >= 0.067 to
/// its side, all others 0.1. The obstacle has the sum of both: 0.1.
fn expected<T: Real>(graze: &Graze) -> Expected {
    let case = &graze.cast;
    let sweep = case.sweep::<T>();
    let obstacle = Obstacle::new(&sweep);
    assert_eq!(graze.normal.dot(&case.motion()), 0.0);
    let doubt = Precision::of::<T>().error(obstacle.scale());
    if obstacle.room(&graze.normal) > doubt {
        return Expected::Miss;
    }
    // Half an ulp of f32 per coordinate.
    let rounding = f64::from(f32::EPSILON) * Vector3::from(case.moving.position).norm();
    let line = case.to_json();
    let any_hull = line.contains("convex_hull") || line.contains("rounded");
    if !any_hull && graze.share * 0.1 > rounding + doubt {
        return Expected::Hit;
    }
    Expected::Either
}

fn grazes<T: Real>() {
    let (mut hits, mut misses) = (0, 0);
    let mut wrong = Vec::new();
    for index in 0..CASES {
        let graze = graze(&mut Dice::new(6, index));
        let outcome = graze.cast.sweep::<T>().cast();
        match (expected::<T>(&graze), &outcome) {
            (Expected::Hit, Outcome::Hit(_)) => hits += 1,
            (Expected::Miss, Outcome::Miss(miss)) if miss.gap >= T::zero() => misses += 1,
            (Expected::Either, Outcome::Hit(_) | Outcome::Miss(_)) => {}
            _ => wrong.push(format!(
                "gap {:e}: {outcome:?}\n{}",
                graze.gap,
                graze.cast.to_json()
            )),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
    // Not vacuous: enough of them were certain.
    assert!(
        hits > CASES / 50 && misses > CASES / 5,
        "{hits} hits, {misses} misses"
    );
}

#[test]
fn f64_tells_hits_from_misses() {
    grazes::<f64>();
}

#[test]
fn f32_tells_hits_from_misses() {
    grazes::<f32>();
}
