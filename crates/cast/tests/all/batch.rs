//! Many sweeps, one answer each.

use swept_cast::{CastOptions, Outcome, StartOverlap, Sweep, cast_batch, cast_batch_with};
#[cfg(feature = "rayon")]
use swept_cast::{par_cast_batch, par_cast_batch_with};
use swept_support::{Cuboid, Placed, Sphere};

/// Balls from ten places toward a box: hits, misses and overlaps.
fn sweeps() -> Vec<Sweep<f32, Sphere<f32>, Cuboid<f32>>> {
    let ball = Sphere::new(0.5).unwrap();
    let wall = Placed::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap(), [0.0; 3]).unwrap();
    let at = |i: u8| {
        let ball = Placed::new(ball, [0.75 * f32::from(i), 0.25, 0.0]).unwrap();
        Sweep::new(ball, [-3.0, 0.0, 0.0], wall).unwrap()
    };
    (0..10).map(at).collect()
}

#[test]
fn a_batch_answers_as_its_casts_do_one_by_one() {
    let sweeps = sweeps();
    let answers = cast_batch(&sweeps);
    assert!(sweeps.iter().map(Sweep::cast).eq(answers.iter().copied()));
    // The walls meet at x = 1.5, after 1.5 of 3.
    let hit = answers[4].hit().expect("they meet");
    assert!(hit.fraction <= 0.5 && hit.fraction_upper >= 0.5);
    let kind = |i: usize| core::mem::discriminant(&answers[i]);
    assert!(kind(0) != kind(4) && kind(4) != kind(9) && kind(9) != kind(0));
    let options = CastOptions {
        start_overlap: StartOverlap::Ignore,
        ..CastOptions::default()
    };
    let ignored = cast_batch_with(&sweeps, &options);
    assert!(matches!(ignored[0], Outcome::Miss(_)));
    assert!(cast_batch::<f32, Sphere<f32>, Sphere<f32>>(&[]).is_empty());
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_no_bit() {
    let sweeps: Vec<_> = core::iter::repeat_n(sweeps(), 40).flatten().collect();
    let options = CastOptions::default();
    let one = cast_batch_with(&sweeps, &options);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let many = pool.expect("threads").install(|| {
            [
                par_cast_batch(&sweeps),
                par_cast_batch_with(&sweeps, &options),
            ]
        });
        assert!(many.iter().all(|many| *many == one), "{threads}");
    }
}
