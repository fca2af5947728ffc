//! Makes the corpus: `cargo run --release -p swept-oracle --example make_corpus -- tests/corpus`.
//!
//! Draws the first casts of every family into a file of its own, those of the families that turn into one, each with its truth, and
//! gives the casts of `threads.jsonl` and `regressions.jsonl`, which were made by hand, their truths anew; what else their
//! lines say stays.

use serde_json::{Map, Value};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use swept_oracle::{Cast, Known, Source, TURNING_FAMILIES};

const SEED: u64 = 2010;
/// Casts of each family.
const CASES: u64 = 100;
/// Casts of each family that turns.
const TURNING_CASES: u64 = 20;
/// The files that were made by hand.
const BY_HAND: [&str; 2] = ["threads.jsonl", "regressions.jsonl"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("expected the folder of the corpus")?;
    let folder = PathBuf::from(folder);
    let mut total = 0;
    let new = |source: &Source, count| -> Result<Vec<String>, _> {
        (0..count)
            .map(|i| line(&source.cast(SEED, i), Map::new()))
            .collect()
    };
    for source in Source::straight() {
        let lines = new(&source, CASES)?;
        total += lines.len();
        let file = folder.join(format!("{}.jsonl", source.name()));
        fs::write(file, lines.concat())?;
    }
    let mut turning = Vec::new();
    for family in TURNING_FAMILIES {
        turning.extend(new(&Source::Family(family), TURNING_CASES)?);
    }
    total += turning.len();
    fs::write(folder.join("turning.jsonl"), turning.concat())?;
    for name in BY_HAND {
        let file = folder.join(name);
        if file.exists() {
            total += again(&file)?;
        }
    }
    println!("{total} cases in {}", folder.display());
    Ok(())
}

/// Gives every line of a file its truth, and says how many there are.
fn again(file: &Path) -> Result<usize, Box<dyn Error>> {
    let mut lines = Vec::new();
    for (i, text) in fs::read_to_string(file)?.lines().enumerate() {
        let at = |e: String| format!("{}, line {}: {e}", file.display(), i + 1);
        let cast = Cast::from_line(text).map_err(|e| at(e.error.to_string()))?;
        if !cast.is_exact_in_f32() {
            return Err(at("a number that f32 does not hold".into()).into());
        }
        let extra: Map<String, Value> = serde_json::from_str(text)?;
        lines.push(line(&cast, extra).map_err(|e| at(e.to_string()))?);
    }
    fs::write(file, lines.concat())?;
    Ok(lines.len())
}

/// The line of a cast with its truth at the end, and before it whatever else was said about the cast.
fn line(cast: &Cast, extra: Map<String, Value>) -> Result<String, Box<dyn Error>> {
    let truth = Known::of(cast).map_err(|e| format!("{}: {e}", cast.id))?;
    let own = serde_json::to_value(cast)?;
    let mut text = cast.to_json();
    text.pop();
    for (key, value) in extra {
        if own.get(&key).is_none() && key != "truth" {
            text += &format!(",{}:{value}", Value::from(key));
        }
    }
    Ok(format!("{text},\"truth\":{}}}\n", truth.to_json()))
}
