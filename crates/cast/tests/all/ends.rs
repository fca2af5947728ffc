//! Sweeps that end, or start, a little before contact or a little after it.

use crate::dice::Dice;
use nalgebra::Vector3;
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Cone, Cuboid, Cylinder, Ellipsoid, Placed, Rounded, Sphere, Support};

/// Shapes with their half heights.
fn shapes() -> [(Box<dyn Support>, f64); 6] {
    let cube = Cuboid::<f64>::new([0.5, 0.75, 1.0]).unwrap();
    let cylinder = Cylinder::<f64>::new(0.5, 0.75).unwrap();
    [
        (Box::new(cube), 0.75),
        (Box::new(cylinder), 0.5),
        (Box::new(Sphere::<f64>::new(0.5).unwrap()), 0.5),
        (
            Box::new(Ellipsoid::<f64>::new([0.5, 0.75, 1.0]).unwrap()),
            0.75,
        ),
        (Box::new(Rounded::new(cube, 0.125).unwrap()), 0.875),
        (
            Box::new(Rounded::new(Cone::<f64>::new(0.5, 0.75).unwrap(), 0.25).unwrap()),
            0.75,
        ),
    ]
}

/// One shape is cast down to another by each method, by brackets that may stay open by as much as it ends beyond contact or more. Neither is
/// turned; it starts a length `apart` above the other and `aside` of it, and goes `down` to where it is right above. `check` sees the outcome.
fn cast_down(
    dice: &mut Dice,
    [aside, apart, down]: [f64; 3],
    check: impl Fn(&Outcome<f64>, &CastOptions<f64>),
) {
    let shapes = shapes();
    let [(one, high), (other, low)] = [0; 2].map(|_| &shapes[dice.below(6) as usize]);
    let aside = Vector3::new(aside, 0.0, -aside);
    let above = Vector3::y() * (high + low + apart);
    let moving = Placed::<f64, _>::new(one, above - aside).unwrap();
    let fixed = Placed::<f64, _>::new(other, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, aside - Vector3::y() * down, fixed).unwrap();
    for method in Method::ALL {
        for tolerance in [0.0, 1e-6, 1e-3] {
            let options = CastOptions {
                method,
                tolerance,
                ..CastOptions::default()
            };
            let found = sweep.cast_certified(&options);
            found.certificate.verify(&sweep).unwrap();
            check(&found.outcome, &options);
        }
    }
}

/// A sweep that ends a length before contact is a miss with that room at most, and one that ends a length beyond it a hit before its end,
/// though the bracket asked for may hold both.
#[test]
fn what_ends_before_contact_misses_and_what_ends_beyond_it_hits() {
    for case in 0..400 {
        let dice = &mut Dice(case);
        let beyond = [1e-2, 1e-4, 1e-7, 1e-10][dice.below(4) as usize] * (0.5 + dice.part());
        let aside = 0.25 * dice.roll();
        cast_down(dice, [aside, 1.0, 1.0 - beyond], |outcome, options| {
            let miss = outcome.miss();
            let is_right = miss.is_some_and(|miss| 0.0 < miss.gap && miss.gap <= beyond * 1.001);
            assert!(is_right, "{case} {beyond:e} {options:?}: {outcome:?}");
        });
        cast_down(dice, [aside, 1.0, 1.0 + beyond], |outcome, options| {
            let hit = outcome.hit();
            // Round ones, which come from aside, meet a square of that later.
            let at = 1.0 - 0.5 * beyond;
            let is_right = hit.is_some_and(|hit| hit.fraction <= at && hit.normal.y > 0.9);
            assert!(is_right, "{case} {beyond:e} {options:?}: {outcome:?}");
        });
    }
}

/// What stands a length deep overlaps by that, and is to leave upward; what touches is met by a motion down, and left by one up.
#[test]
fn what_touches_at_the_start_is_met_downward_and_left_upward() {
    for case in 0..400 {
        let dice = &mut Dice(case);
        let deep = [1e-2, 1e-4, 1e-7, 1e-10][dice.below(4) as usize] * (0.5 + dice.part());
        for down in [1.0, -1.0] {
            cast_down(dice, [0.0, -deep, down], |outcome, options| {
                let is_right = outcome.overlap().is_some_and(|overlap| {
                    (overlap.depth - deep).abs() < 1e-12 && overlap.normal.y > 1.0 - 1e-9
                });
                assert!(is_right, "{case} {deep:e} {options:?}: {outcome:?}");
            });
            cast_down(dice, [0.0, 0.0, down], |outcome, options| {
                let is_right = match outcome {
                    Outcome::Hit(hit) => down > 0.0 && hit.fraction == 0.0,
                    Outcome::Miss(miss) => down < 0.0 && miss.gap >= 0.0,
                    _ => false,
                };
                assert!(is_right, "{case} {options:?}: {outcome:?}");
            });
        }
    }
}
