//! Hunts for turning casts that break a promise: hostile cases in `f64` and `f32`, held against poses of their motions.
//!
//! `cargo run --release -p swept-tests --example turning_hunt SEED FIRST COUNT [SAMPLES]`. A COUNT of 1 prints the case in full.

use swept::Real;
use swept_tests::{Answered, TurningCase, hostile, hunt, judged};

fn show<T: Real>(name: &str, case: &TurningCase, samples: u32) {
    let case = case.rounded_to::<T>();
    println!(
        "{name}: {}\n  {:?}\n  {:?}",
        case.cast.to_json(),
        case.centres,
        case.options
    );
    match Answered::<T>::to(&case) {
        Ok(answer) => println!(
            "  {} steps: {:?}\n  {:?}",
            answer.steps, answer.outcome, answer.certificate
        ),
        Err(refused) => println!("  {refused}"),
    }
    for flag in judged::<T>(&case, samples).1 {
        println!("  {flag}");
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|x| x.parse::<u64>());
    let mut next = |default: u64| numbers.next().transpose().map(|x| x.unwrap_or(default));
    let (Ok(seed), Ok(first), Ok(count), Ok(samples)) = (next(1), next(0), next(1_000), next(300))
    else {
        eprintln!("expected whole numbers: SEED FIRST COUNT [SAMPLES]");
        std::process::exit(2);
    };
    if count == 1 {
        let case = hostile(seed, first);
        show::<f64>("f64", &case, samples as u32);
        show::<f32>("f32", &case, samples as u32);
        return;
    }
    let tally = hunt(seed, first, count, samples as u32);
    for flag in &tally.flags {
        println!("{flag}");
    }
    print!("{tally}");
}
