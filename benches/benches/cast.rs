//! The cells of `swept compare` with criterion: the casts of each pair, by every method and by parry.
//!
//! `cargo bench -p swept-benches --bench cast` times everything; with `-- box-box`, one pair. Each number is
//! the time for all casts of the pair, or for its hits or its misses alone.

use core::time::Duration;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use swept_compare::{Certified, Known, PAIRS, Truth, Way, casters};

/// Casts of each pair: few where the bodies run as a test.
fn count() -> usize {
    if std::env::args().any(|arg| arg == "--bench") {
        10_000
    } else {
        20
    }
}

fn cast(c: &mut Criterion) {
    let ways: Vec<Way> = Way::all().collect();
    for pair in &PAIRS {
        let workload = pair.workload(2010, count()).expect("casts");
        let truth = Certified::new(&workload);
        let hit = |i: &usize| matches!(truth.known(*i), Known::Hit { .. });
        let all: Vec<usize> = (0..workload.casts().len()).collect();
        let (hits, misses): (Vec<usize>, Vec<usize>) = all.iter().partition(|i| hit(i));
        let mut group = c.benchmark_group(pair.name);
        for caster in casters(&workload, &ways, 0.0) {
            for (kind, casts) in [("", &all), (", hits", &hits), (", misses", &misses)] {
                let label = format!("{}{kind}", caster.way().label());
                group.throughput(Throughput::Elements(casts.len() as u64));
                group.bench_function(label, |b| b.iter(|| caster.run(casts)));
            }
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800));
    targets = cast
}
criterion_main!(benches);
