//! Certificates that claim what is not so.

use nalgebra::{Point3, Vector3};
use swept_cast::{CastOptions, Claim, Sweep};
use swept_support::{Placed, PointShape, Sphere, Support};

/// Balls 1 apart that are asked to come as near as 1.5 are in contact by that, and do not overlap.
#[test]
fn what_is_within_the_target_distance_does_not_overlap() {
    let ball = || Sphere::new(1.0).unwrap();
    let moving = Placed::new(ball(), [3.0, 0.0, 0.0]).unwrap();
    let fixed = Placed::new(ball(), [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [-1.0, 0.0, 0.0], fixed).unwrap();
    let certified = sweep.cast_certified(&CastOptions {
        target_distance: 1.5,
        ..CastOptions::default()
    });
    certified.certificate.verify(&sweep).unwrap();
    let mut forged = certified.certificate;
    forged.claim = Claim::Overlap { depth: 0.5 };
    let flaw = forged.verify(&sweep).unwrap_err();
    assert_eq!(flaw.what, "contact at the start");
}

/// A ball as a core, of radius 1, as one writes it: along a direction whose square loses its digits its point is off by as much.
struct Round;

impl Support for Round {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        Point3::from(n / n.norm_squared().sqrt())
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
}

#[test]
fn a_direction_whose_square_vanishes_proves_no_contact() {
    // Its square, 1.27 · 2⁻¹⁰⁷⁴, is rounded to the least number there is.
    let short = Vector3::new(0.0, 1.125, 0.0) * 2f64.powi(-537);
    assert_eq!(Round.support_point(&short), Point3::new(0.0, 1.125, 0.0));
    // That is where the point is, 1/8 away from the ball.
    let moving = Placed::new(PointShape, [0.0, 1.125, 0.0]).unwrap();
    let fixed = Placed::new(Round, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.5, 0.0, 0.0], fixed).unwrap();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    assert!(matches!(forged.claim, Claim::Miss { gap } if gap > 0.12));
    forged.claim = Claim::Hit {
        fraction: 0.0,
        fraction_upper: 0.0,
    };
    forged.witness.count = 1;
    forged.witness.weights[0] = 1.0;
    forged.witness.fixed_directions[0] = short;
    forged.witness.moving_directions[0] = short;
    let flaw = forged.verify(&sweep).unwrap_err();
    assert_eq!(flaw.what, "contact by fraction_upper");
    assert!(flaw.proven > 0.12, "{flaw:?}");
}
