//! What a check must not believe.

use super::*;
use nalgebra::Isometry3;
use swept_support::{HalfSpace, PointShape, Sphere};

#[test]
fn a_motion_that_closes_in_by_what_wide_sums_drop_is_safe_no_longer_than_that_proves() {
    // n·d = −2⁹⁹ + (2⁹⁹ + 2³⁹)(1 − e²) = −2³⁹ + 2³⁹(1 − e²) = −2⁻²¹, where e² is 2⁻⁶⁰.
    let e = f64::powi(2.0, -30);
    let (large, small) = (f64::powi(2.0, 99), f64::powi(2.0, 39));
    let n = Vector3::new(1.0, 1.0 - e, 1.0 - e);
    let d = Vector3::new(-large, small * (1.0 + e), large * (1.0 + e));
    let place = |x: f64| {
        let ball = Sphere::new(0.0).unwrap();
        Placed::new(ball, Isometry3::translation(x, 0.0, 0.0)).unwrap()
    };
    let sweep = Sweep::new(place(e), d, place(0.0)).unwrap();
    let certificate = |safe_fraction| Certificate {
        claim: Claim::Unresolved { safe_fraction },
        plane: n,
        witness: Witness::NONE,
        target_distance: 0.0,
        tolerance: 0.0,
    };
    // The room, 2⁻³⁰ · n.x, is closed at 2⁻⁹ of the way.
    let late = certificate(f64::powi(2.0, -8)).verify(&sweep);
    assert!(late.is_err(), "{late:?}");
    assert!(certificate(0.0).verify(&sweep).is_ok());
}

fn point(x: f64) -> Placed<f64, PointShape> {
    Placed::new(PointShape, Isometry3::translation(x, 0.0, 0.0)).unwrap()
}

/// A point 2³ away goes 2⁻¹⁰¹⁰ on its whole way: it would be there after 2¹⁰¹³ of these, whose wide product with the way is no number.
#[test]
fn what_is_beyond_wide_products_is_safe_no_longer_than_it_is() {
    let slow = Vector3::new(-f64::powi(2.0, -1010), 0.0, 0.0);
    let sweep = Sweep::new(point(8.0), slow, point(0.0)).unwrap();
    let certificate = Certificate {
        claim: Claim::Unresolved { safe_fraction: 1.0 },
        plane: Vector3::x(),
        witness: Witness::NONE,
        target_distance: 0.0,
        tolerance: 0.0,
    };
    let proven = certificate.verify(&sweep).unwrap();
    assert!(proven.lower <= f64::powi(2.0, 1013), "{proven:?}");
}

/// A point 1 + 2⁻⁶⁰ over a half-space is not in contact with one that is grown by 1.
#[test]
fn a_dilation_beside_a_half_space_is_rounded_up() {
    let below = Isometry3::translation(-f64::powi(2.0, -60), 0.0, 0.0);
    let plane = HalfSpace::<f64>::new(Vector3::x()).unwrap();
    let floor = Placed::<f64, _>::new(plane, below).unwrap();
    let sweep = Sweep::new(point(1.0), Vector3::zeros(), floor).unwrap();
    let mut witness = Witness {
        count: 1,
        ..Witness::NONE
    };
    witness.weights[0] = 1.0;
    let with = |tolerance| Certificate {
        claim: Claim::Overlap { depth: 0.0 },
        plane: Vector3::x(),
        witness,
        target_distance: 0.0,
        tolerance,
    };
    assert!(with(1.0).verify(&sweep).is_err());
    assert!(with(1.0 + 16.0 * f64::EPSILON).verify(&sweep).is_ok());
}
