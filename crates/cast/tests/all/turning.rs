//! Turning casts from contact: what parts at once goes on.

use nalgebra::Vector3;
use swept_cast::{Outcome, Sweep, Turn, TurningMethod, TurningOptions, TurningSweep, Turns};
use swept_support::{Cuboid, Placed, Support};

fn cuboid(half: Vector3<f64>, at: Vector3<f64>) -> Placed<f64, Cuboid<f64>> {
    Placed::new(Cuboid::new(half).unwrap(), at).unwrap()
}

fn answer<A: Support, B: Support>(
    sweep: &TurningSweep<f64, A, B>,
    method: TurningMethod,
) -> (Outcome<f64>, u32) {
    let options = TurningOptions {
        method,
        ..TurningOptions::default()
    };
    let found = sweep.cast_certified(&options);
    found.certificate.verify(sweep).unwrap();
    (found.outcome, found.steps)
}

#[test]
fn a_corner_that_touches_and_parts_at_once_is_no_hit() {
    let moving = cuboid(Vector3::new(1.0, 1.5, 0.5), Vector3::new(-2.5, 1.75, 0.75));
    let fixed = cuboid(Vector3::new(1.5, 0.25, 0.25), Vector3::zeros());
    let turns = Turns {
        moving: Turn::by([1.5, 0.0, 0.1]),
        ..Turns::default()
    };
    let linear = Sweep::new(moving, [-2.0, -2.0, 0.0], fixed).unwrap();
    let sweep = TurningSweep::new(linear, turns).unwrap();
    for method in TurningMethod::ALL {
        let (outcome, _) = answer(&sweep, method);
        assert!(matches!(outcome, Outcome::Miss(_)), "{outcome:?}");
    }
}
