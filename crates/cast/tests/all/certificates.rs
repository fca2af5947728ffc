//! Certificates that claim what is not so.

use swept_cast::{CastOptions, Claim, Sweep};
use swept_support::{Placed, Sphere};

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
