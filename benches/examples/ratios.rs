//! Times swept and parry on the same casts in one process and prints the ratios, with the accuracy and the work
//! beside them.
//!
//! `cargo run --release -p swept-benches --example ratios [-- NAME..]`: with names, only the pairs whose name
//! contains one of them.
//!
//! The casters take turns on blocks of casts, so that a slow moment of the machine meets all of them; each block's
//! time is the median of its rounds.

use std::time::Instant;
use swept_benches::{Answer, CASTS, Caster, Kind, PAIRS, Pair};

const ROUNDS: usize = 7;
const BLOCK: usize = 1_000;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let pairs: Vec<(&str, Pair)> = PAIRS
        .iter()
        .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())))
        .map(|(name, build)| (*name, build(CASTS)))
        .collect();
    if pairs.is_empty() {
        let names = PAIRS.map(|(name, _)| name).join(", ");
        eprintln!("no pair of that name; there are {names}");
        std::process::exit(2);
    }
    print_times(&pairs);
    print_kinds(&pairs);
    print_answers(&pairs);
}

/// Nanoseconds per cast, mixed hits and misses; the ratio is to parry in the same precision, the last column's to
/// parry in f32.
fn print_times(pairs: &[(&str, Pair)]) {
    println!("ns per cast, hits and misses mixed (ratio to parry in the same precision)");
    println!(
        "{:18}|{:>8}{:>15}{:>15} |{:>8}{:>15}{:>15}",
        "pair", "parry32", "portal32", "auto32", "parry64", "portal64", "auto64"
    );
    for (name, pair) in pairs {
        let all: Vec<usize> = (0..pair.count()).collect();
        let casters: Vec<&dyn Caster> = pair.casters.iter().map(|c| &**c).collect();
        let ns = time(&casters, &all);
        let cell =
            |mine: usize, peer: usize| format!("{:.0} ({:.3})", ns[mine], ns[mine] / ns[peer]);
        println!(
            "{name:18}|{:8.0}{:>15}{:>15} |{:8.0}{:>15}{:>15}",
            ns[0],
            cell(2, 0),
            cell(3, 0),
            ns[1],
            cell(4, 1),
            cell(5, 1),
        );
    }
}

/// Hits and misses timed alone.
fn print_kinds(pairs: &[(&str, Pair)]) {
    println!("\nns per hit / ns per miss");
    print!("{:18}|{:>7}", "pair", "hits");
    for caster in pairs[0].1.ours() {
        print!("{:>16}", caster.label());
    }
    println!();
    for (name, pair) in pairs {
        let casters: Vec<&dyn Caster> = pair.ours().collect();
        let (hits, misses) = (time(&casters, &pair.hits), time(&casters, &pair.misses));
        print!(
            "{name:18}|{:6.1}%",
            100.0 * pair.hits.len() as f64 / pair.count() as f64
        );
        for (hit, miss) in hits.iter().zip(&misses) {
            print!("{:>16}", format!("{hit:.0} / {miss:.0}"));
        }
        println!();
    }
}

/// What was answered, and with how much work. The judge is swept's default method in f64. A caster that answers
/// exactly as the one before it gets no line.
fn print_answers(pairs: &[(&str, Pair)]) {
    println!(
        "\nagainst auto f64: outcomes that differ; largest difference of a hit's place along the motion"
    );
    println!("work: mean support evaluations on hits / misses; unresolved casts");
    println!(
        "{:18} {:12}{:>9}{:>11}{:>9}{:>8}{:>12}",
        "pair", "caster", "differ", "length", "hits", "misses", "unresolved"
    );
    for (name, pair) in pairs {
        let judge = answers(&*pair.casters[pair.casters.len() - 1], pair.count());
        let mut before = Vec::new();
        for caster in &pair.casters {
            let mine = answers(&**caster, pair.count());
            if mine == before {
                continue;
            }
            let differ = mine
                .iter()
                .zip(&judge)
                .filter(|(a, b)| a.kind != b.kind)
                .count();
            let both_hit = |i: &usize| mine[*i].kind == Kind::Hit && judge[*i].kind == Kind::Hit;
            let length = (0..pair.count())
                .filter(both_hit)
                .map(|i| (mine[i].fraction - judge[i].fraction).abs() * pair.lengths[i])
                .fold(0.0, f64::max);
            let unresolved = mine.iter().filter(|a| a.kind == Kind::Unresolved).count();
            println!(
                "{name:18} {:12}{differ:>9}{length:>11.1e}{:>9.2}{:>8.2}{unresolved:>12}",
                caster.label(),
                mean_steps(&mine, Kind::Hit),
                mean_steps(&mine, Kind::Miss),
            );
            before = mine;
        }
    }
}

fn answers(caster: &dyn Caster, count: usize) -> Vec<Answer> {
    (0..count).map(|i| caster.answer(i)).collect()
}

fn mean_steps(answers: &[Answer], kind: Kind) -> f64 {
    let steps: Vec<u32> = answers
        .iter()
        .filter(|a| a.kind == kind)
        .map(|a| a.steps)
        .collect();
    steps.iter().map(|&s| f64::from(s)).sum::<f64>() / steps.len().max(1) as f64
}

/// Nanoseconds per cast of each caster.
fn time(casters: &[&dyn Caster], casts: &[usize]) -> Vec<f64> {
    let mut total = vec![0.0; casters.len()];
    for block in casts.chunks(BLOCK) {
        let mut rounds = vec![[0.0; ROUNDS]; casters.len()];
        for round in 0..ROUNDS {
            for (caster, times) in casters.iter().zip(&mut rounds) {
                let start = Instant::now();
                caster.run(block);
                times[round] = start.elapsed().as_nanos() as f64;
            }
        }
        for (sum, times) in total.iter_mut().zip(&mut rounds) {
            times.sort_by(f64::total_cmp);
            *sum += times[ROUNDS / 2];
        }
    }
    total
        .iter()
        .map(|t| t / casts.len().max(1) as f64)
        .collect()
}
