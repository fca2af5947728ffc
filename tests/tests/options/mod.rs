//! Any motion of any pair, with any options: the certificate proves the answer.
//!
//! `SWEPT_OPTION_CASTS` sets another number than 6,000 casts of each kind, `SWEPT_SEED` another seed.

mod linear;
mod turning;

use nalgebra::{Isometry3, Vector3};
use swept::{Outcome, Placed, Real, Shape, StartOverlap, Support, Sweep};
use swept_tests::{Cast, Dice};

const START_OVERLAPS: [StartOverlap; 3] = [
    StartOverlap::Report,
    StartOverlap::IgnoreIfReceding,
    StartOverlap::Ignore,
];

/// How many answers there are of each kind.
type Count = [u32; 4];

/// Hits, misses, overlaps, unresolved.
fn kind<T: Real>(outcome: &Outcome<T>) -> usize {
    match outcome {
        Outcome::Hit(_) => 0,
        Outcome::Miss(_) => 1,
        Outcome::Overlap(_) => 2,
        Outcome::Unresolved(_) => 3,
    }
}

/// A length between two, in a share of the cases; 0 in the others.
fn some<T: Real>(dice: &mut Dice, share: f64, [low, high]: [f64; 2]) -> T {
    let length = dice.log_between(low, high);
    T::nearest(if dice.unit() < share { length } else { 0.0 })
}

/// A sweep of any two shapes.
type AnySweep<T> = Sweep<T, Shape<T>, Shape<T>>;

/// The case's shapes, somewhere on the way or where they touch, moving on, back, elsewhere or not at all; and their size.
fn placed<T: Real>(case: &Cast, dice: &mut Dice) -> Option<(AnySweep<T>, f64)> {
    let given = case.turning_sweep::<T>();
    let given = given.linear();
    let way = given.displacement().map(Real::to_f64);
    let (m, f) = (given.moving().shape(), given.fixed().shape());
    let size = m.extent() + m.radius() + f.extent().min(1e6) + f.radius();
    let touch = given.cast().hit().map(|hit| hit.fraction.to_f64());
    let at = match touch {
        Some(touch) if dice.unit() < 0.4 => touch,
        _ => *dice.pick(&[0.0, 0.5, 1.0]) * dice.unit(),
    };
    let pose = given.moving().pose();
    let position = pose.translation.vector.map(Real::to_f64) + way * at;
    let pose = Isometry3::from_parts(position.map(T::nearest).into(), pose.rotation);
    let moving = Placed::new(m.clone(), pose).ok()?;
    let elsewhere = dice.direction() * size * dice.log_between(1e-3, 1.0);
    let way = *dice.pick(&[Vector3::zeros(), elsewhere, -way, way]);
    let sweep = Sweep::new(moving, way.map(T::nearest), given.fixed().clone());
    sweep.ok().map(|sweep| (sweep, size))
}

/// Checks one case of four in `f32` and the others in `f64`; the shares of each kind of answer.
fn survey(
    casts: u64,
    seed: u64,
    case: impl Fn(u64) -> Cast,
    [in_f32, in_f64]: [fn(&Cast, &mut Dice, &mut Count); 2],
) -> [f64; 4] {
    let mut count = Count::default();
    for i in 0..casts {
        let check = if i % 4 == 0 { in_f32 } else { in_f64 };
        check(&case(i), &mut Dice::new(seed, i), &mut count);
    }
    println!("hits, misses, overlaps, unresolved: {count:?}");
    count.map(|n| f64::from(n) / casts as f64)
}
