//! Guards against vacuity: every family still draws what it says, and its margins are those that it meant.

use swept_oracle::{FAMILIES, Fact, Family, HALF_SPACES, NoTruth, Truth};

/// Puts a share within 0.1 of its expectation, three standard deviations.
const CASTS: u64 = 200;

#[test]
fn every_family_hits_and_overlaps_as_often_as_it_should() {
    let mut out = Vec::new();
    for family in FAMILIES.iter().chain([&HALF_SPACES]) {
        let (mut hits, mut overlaps) = (0.0, 0.0);
        for cast in family.casts(77).take(CASTS as usize) {
            match Truth::of(&cast).map(|t| t.fact) {
                Ok(Fact::Meets(_)) => hits += 1.0,
                Ok(Fact::Inside(_)) => overlaps += 1.0,
                Ok(Fact::Apart(_)) | Err(NoTruth::Graze(_)) => {}
                Err(e) => panic!("{}: {e}", cast.to_json()),
            }
        }
        // The bounds are those of touching bodies called hits, misses or overlaps as the library does; the truth is
        // exact, and calls an ulp of overlap one.
        let within =
            |share: f64, (low, high): (f64, f64)| (low - 0.1..=high + 0.1).contains(&share);
        let (hits, overlaps) = (hits / CASTS as f64, overlaps / CASTS as f64);
        if !within(hits, family.hits) || !within(overlaps, family.overlaps) {
            out.push(format!("{}: hits {hits}, overlaps {overlaps}", family.name));
        }
    }
    assert!(out.is_empty(), "{out:#?}");
}

/// The truth's own margin of a cast whose line, start or end was put at a signed gap.
fn margin(family: &str, fact: &Fact) -> Option<f64> {
    match (family, fact) {
        ("receding", Fact::Apart(apart)) => Some(apart.separation.value()),
        ("small-overlap", Fact::Inside(inside)) => Some(-inside.depth.upper.value()),
        ("grazing", Fact::Apart(apart)) => Some(apart.gap.lower.value()),
        ("near-the-end", Fact::Apart(apart)) => Some(apart.gap.lower.value()),
        _ => None,
    }
}

#[test]
fn margins_are_as_intended() {
    for name in ["receding", "small-overlap", "grazing", "near-the-end"] {
        let family = Family::named(name).expect("a family");
        let (mut seen, mut near) = (0, 0);
        for index in 0..CASTS {
            let drawn = family.draw(5, index);
            let Ok(truth) = Truth::of(&drawn.cast) else {
                continue;
            };
            let (Some(meant), Some(real)) = (drawn.margin, margin(name, &truth.fact)) else {
                continue;
            };
            // The cast's numbers are rounded to f32 after it is drawn.
            let rounding = 8.0 * f64::from(f32::EPSILON) * truth.scale;
            // The gap is along one normal: the bodies themselves are as far apart, or farther.
            assert!(
                real >= meant - rounding,
                "{real} for {meant}: {}",
                drawn.cast.to_json()
            );
            near += u64::from((real - meant).abs() <= 3.0 * meant.abs() + rounding);
            seen += 1;
        }
        assert!(
            seen >= CASTS / 4 && 2 * near >= seen,
            "{name}: {seen}, {near} near"
        );
    }
}
