//! Where the line of motion enters and leaves an overlap, beside plain arithmetic.

use crate::dice::Dice;
use nalgebra::Vector3;
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Cuboid, Placed, Rounded};

/// How far a point is from the surface of a box about the origin: below 0 inside.
fn signed_distance(p: &Vector3<f64>, half: &Vector3<f64>) -> f64 {
    let beyond = p.abs() - half;
    beyond.sup(&Vector3::zeros()).norm() + beyond.max().min(0.0)
}

/// Boxes with radii, none of which is turned, are as far apart as a point and one that has both sizes. So the line is on that one's
/// surface where it enters and where it leaves: on a face, along an edge or at a corner that the radii make round, up to rounding, and not
/// inside.
#[test]
fn rounded_boxes_are_entered_and_left_at_the_surface_of_their_sum() {
    let mut dice = Dice(21);
    let (mut overlaps, mut at_corners, mut plain) = (0, 0, 0);
    for i in 0..3_000 {
        let mut half = || {
            let half = dice.vector().abs();
            // Plates, rods and points as well.
            half.map(|x| if x < 0.2 { 0.0 } else { x })
        };
        let halves = [half(), half()];
        let radii = [dice.part(), dice.part()].map(|r| if i % 4 == 0 { 0.0 } else { r });
        let (sum, radius) = (halves[0] + halves[1], radii[0] + radii[1]);
        let at = dice.vector().component_mul(&(sum.add_scalar(radius)));
        let (d, scale) = (dice.vector() * 4.0, sum.norm() + radius + 4.0);
        if signed_distance(&at, &sum) - radius > -1e-3 {
            continue;
        }
        let [moving, fixed] = [(0, at), (1, Vector3::zeros())].map(|(k, at): (usize, _)| {
            let rounded = Rounded::new(Cuboid::new(halves[k]).unwrap(), radii[k]).unwrap();
            Placed::<f64, _>::new(rounded, [at.x, at.y, at.z]).unwrap()
        });
        let sweep = Sweep::new(moving.as_dyn(), d, fixed.as_dyn()).unwrap();
        let options = CastOptions {
            method: Method::ALL[i % Method::ALL.len()],
            ..CastOptions::default()
        };
        let Outcome::Overlap(found) = sweep.cast_with(&options) else {
            panic!("{i}: no overlap");
        };
        assert!(found.entry <= 0.0 && found.exit >= 0.0, "{i}: {found:?}");
        for fraction in [found.entry, found.exit] {
            let p = at + d * fraction;
            let off = signed_distance(&p, &sum) - radius;
            assert!(
                (-1e-14 * scale..1e-12 * scale).contains(&off),
                "{i}: {off:e}"
            );
            let beyond = (p.abs() - sum).iter().filter(|x| **x > 0.0).count();
            at_corners += u32::from(radius > 0.0 && beyond == 3);
            plain += u32::from(radius > 0.0 && beyond == 1);
        }
        overlaps += 1;
    }
    let seen = [overlaps, at_corners, plain];
    assert!(seen.iter().all(|count| *count > 150), "{seen:?}");
}
