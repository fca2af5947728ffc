//! 10,000 casts of each pair of shapes through swept and parry, in one run.
//!
//! `cargo bench -p swept-benches` times everything; `cargo bench -p swept-benches -- box-box` one pair. Each number is
//! the time for all casts of the pair, or for its hits or its misses alone.

use core::time::Duration;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use swept_benches::{CASTS, PAIRS};

fn cast(c: &mut Criterion) {
    for (name, build) in PAIRS {
        let pair = build(CASTS);
        let all: Vec<usize> = (0..pair.count()).collect();
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(all.len() as u64));
        for caster in &pair.casters {
            group.bench_function(caster.label(), |b| b.iter(|| caster.run(&all)));
        }
        for (kind, casts) in [("hits", &pair.hits), ("misses", &pair.misses)] {
            group.throughput(Throughput::Elements(casts.len() as u64));
            for caster in pair.ours() {
                let label = format!("{}, {kind}", caster.label());
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
