//! The truth held against casts with known answers, computed in 50-digit arithmetic by a program that shares nothing with
//! this project.

use crate::known::lines;
use serde::Deserialize;
use std::collections::BTreeMap;
use swept_oracle::{Cast, Double, Fact, Number, Truth};

#[derive(Deserialize)]
struct Known {
    truth: Answer,
}

#[derive(Deserialize)]
struct Answer {
    status: String,
    /// 25 digits.
    fraction: Option<String>,
    scale: f64,
    speed: f64,
    margin: f64,
}

/// A decimal number in [0, 10) to all its digits: those that `f64` holds, and the rest by parts of 10⁻¹⁵.
fn decimal(text: &str) -> Double {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut sum = Double::from(whole.parse::<f64>().expect("digits"));
    let ten = Double::from(10.0);
    let mut place = Double::from(1.0);
    for digit in part.bytes() {
        assert!(digit.is_ascii_digit(), "{text}");
        place = place.over(ten);
        sum = sum + place * Double::from(f64::from(digit - b'0'));
    }
    sum
}

/// What differs, if anything; the truth there errs by some 1e-24 of the scale.
fn compare(truth: &Truth, known: &Answer) -> Result<(), String> {
    let ours = match &truth.fact {
        Fact::Meets(_) => "hit",
        Fact::Apart(_) => "miss",
        Fact::Inside(_) => "overlap",
    };
    let near = (0.5..2.0).contains(&(truth.scale / known.scale));
    if !near {
        return Err(format!("scale {} and {}", truth.scale, known.scale));
    }
    if ours != known.status {
        return Err(format!("{ours} and {}", known.status));
    }
    if let (Fact::Meets(meets), Some(text)) = (&truth.fact, &known.fraction) {
        let exact = decimal(text);
        let off = |x: Double| (x - exact).value().abs() * meets.rate / known.scale;
        let outside = exact < meets.fraction.lower || meets.fraction.upper < exact;
        let off = off(meets.fraction.lower).max(off(meets.fraction.upper));
        if off > 1e-21 && (outside || meets.fraction.width() * meets.rate > 1e-20 * known.scale) {
            return Err(format!("{:?} and {text}: {off:e} off", meets.fraction));
        }
    }
    // The whole line passes at minus the margin, and the sweep no nearer.
    if let Fact::Apart(apart) = &truth.fact
        && apart.gap.upper.value() < -known.margin * (1.0 - 1e-9)
    {
        return Err(format!("{:?} and {}", apart.gap, known.margin));
    }
    Ok(())
}

#[test]
fn every_known_answer_is_found() {
    let Some(lines) = lines() else { return };
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for (_, line) in &lines {
        let cast = Cast::from_line(line).expect("a cast");
        let known: Known = serde_json::from_str(line).expect("an answer");
        let verdict = Truth::of(&cast)
            .map_err(|e| e.to_string())
            .and_then(|truth| {
                *counts.entry(format!("{:?}", truth.means)).or_default() += 1;
                compare(&truth, &known.truth)
            });
        if let Err(e) = verdict {
            wrong.push(format!(
                "{}: {e} (margin {}, speed {})",
                cast.id, known.truth.margin, known.truth.speed
            ));
        }
    }
    println!("{} casts, by {counts:?}", lines.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}
