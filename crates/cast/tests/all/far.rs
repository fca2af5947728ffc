//! Sweeps in `f32` that start so far away that the way between two positions is no number of `f64`.

use crate::dice::Dice;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Outcome, Sweep};
use swept_support::{Cuboid, Placed};

/// Both parts of the way, 2³⁰ long, are rounded to 2⁻²², and boxes of about 1 meet when half of it is done: at a face that the motion is
/// nearly along, so that the fraction is moved by up to a hundred times that part of the way. Half is a number of `f32`, and nothing is
/// lost by rounding to that.
#[test]
fn what_is_lost_of_a_far_position_is_counted() {
    let dice = &mut Dice(1);
    let (mut hits, mut early) = (0, 0);
    for _ in 0..1_500 {
        let far = 1_073_741_824.0_f32;
        let from = Isometry3::translation(-far, -far, 0.0);
        let motion = Vector3::new(2.0 * far, 2.0 * far, 0.0);
        let angle = 0.75 * core::f64::consts::PI + 0.3 * f64::powi(0.25, dice.below(4) as i32);
        let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
        let n = turn * Vector3::x();
        let mut half = || Vector3::from_fn(|_, _| (0.5 + dice.part()) as f32);
        let (moving, fixed) = (half(), half());
        let height = f64::from(fixed.x) + moving.map(f64::from).dot(&n.abs());
        let place = turn * Vector3::new(-height, 0.3 * dice.roll(), 0.2 * dice.roll());
        for k in -4..4_i8 {
            let mut place = place.map(|x| x as f32);
            place.y += f32::from(k) * 0.5 * f32::EPSILON;
            let at = Isometry3::from_parts(Translation3::from(place), turn.cast());
            let fixed = Placed::new(Cuboid::new(fixed).unwrap(), at).unwrap();
            let moving = Placed::new(Cuboid::new(moving).unwrap(), from).unwrap();
            let sweep = Sweep::new(moving, motion, fixed).unwrap();
            let found = sweep.cast_certified(&CastOptions::default());
            if let Outcome::Hit(hit) = found.outcome {
                let proven = found.certificate.verify(&sweep);
                assert!(proven.is_ok(), "{sweep:?}: {proven:?}");
                hits += 1;
                early += u32::from(hit.fraction < 0.5);
            }
        }
    }
    assert!(hits > 3_000 && early > 300, "{hits} {early}");
}
