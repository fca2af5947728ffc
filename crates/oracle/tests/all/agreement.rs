//! The truths hold each other: exact or polished brackets, cone programs, and the library's verified brackets as seen from
//! outside. Over every family; whatever they disagree in is listed with both proofs.
//!
//! `SWEPT_CASTS` sets the number of casts (2,000 by default), `SWEPT_SEED` another seed.

use crate::from_environment;
use std::collections::BTreeMap;
use swept_oracle::{Apart, Cast, FAMILIES, Fact, Inside, Kind, Meets, NoTruth, Truth, pair};

/// How the two truths stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stand {
    Agree,
    /// The outcomes differ, and the margin that they differ by is below what the cone program can tell.
    WithinItsError,
    /// The cone program gives no answer.
    NoCones,
    /// The exact or polished truth gives none.
    NoTruth,
    Differ,
}

/// What a cone program cannot tell, in units of the bodies' size.
const BLIND: f64 = 2e-6;

fn compare(cast: &Cast, truth: &Truth, cones: &Truth) -> Stand {
    let offset = cast
        .moving
        .position
        .iter()
        .zip(&cast.fixed.position)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>();
    let blind = BLIND * (cast.moving.reach() + cast.fixed.reach() + offset.sqrt().min(truth.scale));
    let settle = |near: bool| {
        if near {
            Stand::WithinItsError
        } else {
            Stand::Differ
        }
    };
    match (&truth.fact, &cones.fact) {
        (Fact::Meets(a), Fact::Meets(b)) => {
            let apart = (a.fraction.value() - b.fraction.value()).abs() * a.rate;
            if a.fraction.meets(&b.fraction) {
                Stand::Agree
            } else {
                settle(apart <= blind)
            }
        }
        (Fact::Apart(a), Fact::Apart(b)) => {
            let apart = (a.gap.value() - b.gap.value()).abs();
            if a.gap.meets(&b.gap) {
                Stand::Agree
            } else {
                settle(apart <= blind)
            }
        }
        (Fact::Inside(a), Fact::Inside(b)) => {
            if a.entry.meets(&b.entry) && a.exit.meets(&b.exit) {
                Stand::Agree
            } else {
                let d = cast.motion();
                let rate = |n: &[f64; 3]| nalgebra::Vector3::from(*n).dot(&d).abs();
                let off = |x: f64, y: f64, n: &[f64; 3]| (x - y).abs() * rate(n);
                let entry = off(a.entry.value(), b.entry.value(), &a.normals[0]);
                let exit = off(a.exit.value(), b.exit.value(), &a.normals[1]);
                settle(entry.max(exit) <= blind)
            }
        }
        (a, b) => settle(margin(a).min(margin(b)) <= blind),
    }
}

/// By how much the outcome is what it is: at least that far the bodies would have to move for another.
fn margin(fact: &Fact) -> f64 {
    match fact {
        Fact::Meets(Meets {
            fraction,
            rate,
            depth_of_line,
            separation,
            ..
        }) => {
            let end = (1.0 - fraction.value()).abs() * rate;
            end.min(*depth_of_line).min(separation.upper.value())
        }
        Fact::Apart(Apart { gap, .. }) => gap.upper.value(),
        Fact::Inside(Inside { depth, .. }) => depth.upper.value(),
    }
}

#[test]
fn cone_programs_agree_with_the_exact_and_polished_truth() {
    let seed = from_environment("SWEPT_SEED", 1);
    let casts = from_environment("SWEPT_CASTS", 2_000);
    let pairs: Vec<_> = Kind::pairs().collect();
    let families = FAMILIES
        .iter()
        .map(|f| (f.name, casts / 2 / FAMILIES.len() as u64));
    let mut lines = String::new();
    let mut seconds = 0.0;
    let mut total: BTreeMap<Stand, u64> = BTreeMap::new();
    for (name, count) in families.chain([("pairs", casts / 2)]) {
        let mut stands: BTreeMap<Stand, u64> = BTreeMap::new();
        for index in 0..count {
            let cast = match FAMILIES.iter().find(|f| f.name == name) {
                Some(family) => family.cast(seed, index),
                None => {
                    let (a, b) = pairs[(index % pairs.len() as u64) as usize];
                    pair(a, b, seed, index)
                }
            };
            let start = std::time::Instant::now();
            let cones = Truth::by_cones(&cast);
            seconds += start.elapsed().as_secs_f64();
            let stand = match (Truth::of(&cast), &cones) {
                (Err(NoTruth::Graze(_)), _) => Stand::WithinItsError,
                (Err(_), _) => Stand::NoTruth,
                (Ok(_), Err(_)) => Stand::NoCones,
                (Ok(truth), Ok(cones)) => {
                    let stand = compare(&cast, &truth, cones);
                    if stand == Stand::Differ {
                        lines += &format!(
                            "{}\n    {truth:?}\n    {cones:?}\n    {}\n",
                            cast.id,
                            cast.to_json()
                        );
                    }
                    stand
                }
            };
            if stand == Stand::NoCones && std::env::var_os("SWEPT_SHOW").is_some() {
                println!("{}: {cones:?}", cast.id);
            }
            *stands.entry(stand).or_default() += 1;
            *total.entry(stand).or_default() += 1;
        }
        println!("{name:20} {stands:?}");
    }
    println!(
        "all: {total:?}; cone programs {:.0} casts/s",
        casts as f64 / seconds
    );
    assert!(lines.is_empty(), "they differ:\n{lines}");
    let of = |stand| total.get(&stand).copied().unwrap_or(0);
    assert!(
        of(Stand::Agree) * 100 >= casts * 85,
        "too few answers: {total:?}"
    );
    assert_eq!(of(Stand::NoTruth), 0);
}
