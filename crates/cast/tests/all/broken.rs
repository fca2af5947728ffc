//! Shapes that break the contract of `Support`: a cast ends all the same, and answers numbers.

use crate::dice::Dice;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use nalgebra::{Point3, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Cuboid, Placed, Support};

/// A half-space whose plane is infinitely far down.
struct Bottomless;

impl Support for Bottomless {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::new(0.0, f64::NEG_INFINITY, 0.0)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        Some(Vector3::y())
    }
}

/// The room above it is infinite, and the rounding of that as well: there is no gap to tell.
#[test]
fn a_gap_that_is_no_number_is_no_miss() {
    let moving = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0, 3.0, 0.0]).unwrap();
    let fixed = Placed::new(Bottomless, [0.0; 3]).unwrap();
    for d in [[1.0, -2.0, 0.0], [1.0, 2.0, 0.0]] {
        let sweep = Sweep::<f64, _, _>::new(moving, d, fixed.as_ref()).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let outcome = sweep.cast_with(&options);
            assert!(matches!(outcome, Outcome::Unresolved(_)), "{outcome:?}");
        }
    }
}

/// Any point within reach, another one each time.
struct Restless(AtomicU64);

impl Support for Restless {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        let mut dice = Dice(self.0.fetch_add(1, Relaxed));
        Point3::from(dice.vector() * 0.5)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
}

#[test]
fn answers_that_change_from_call_to_call_end_casts() {
    let mut dice = Dice(7);
    let mut outcomes = [0; 4];
    for i in 0..4_000 {
        let at = dice.vector() * 1.5;
        let moving = Placed::new(Restless(AtomicU64::new(1000 * i)), at).unwrap();
        let fixed = Placed::new(Cuboid::new([0.5; 3]).unwrap(), [0.0; 3]).unwrap();
        let d = dice.vector() * 2.0;
        let sweep = Sweep::<f64, _, _>::new(moving, d, fixed).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let (kind, numbers) = match sweep.cast_with(&options) {
                Outcome::Hit(h) => (0, vec![h.fraction, h.fraction_upper, h.point_moving.x]),
                Outcome::Miss(m) => (1, vec![m.gap]),
                Outcome::Overlap(o) => (2, vec![o.depth_lower, o.depth, o.point_fixed.x]),
                Outcome::Unresolved(u) => (3, vec![u.safe_fraction]),
            };
            outcomes[kind] += 1;
            assert!(numbers.iter().all(|x| x.is_finite()), "{i}: {numbers:?}");
        }
    }
    assert!(outcomes.iter().all(|count| *count > 10), "{outcomes:?}");
}
