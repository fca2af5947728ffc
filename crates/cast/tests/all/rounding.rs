//! What a check proves of points, which have no size that a rounding could hide behind: not more than there is, by the last place either.

use nalgebra::Vector3;
use swept_cast::{Certificate, Claim, Sweep, Witness};
use swept_support::{Placed, PointShape};

/// A point that moves from one place by a displacement, and one that stands at the origin.
fn points(from: [f64; 3], displacement: [f64; 3]) -> Sweep<f64, PointShape, PointShape> {
    let at = |position: [f64; 3]| Placed::new(PointShape, position).unwrap();
    Sweep::new(at(from), displacement, at([0.0; 3])).unwrap()
}

/// Whether a plane is taken for a proof of a claim. The witness is the pair of points itself, as far apart as it may be.
fn holds(sweep: &Sweep<f64, PointShape, PointShape>, plane: [f64; 3], claim: Claim) -> bool {
    let mut witness = Witness::NONE;
    witness.count = 1;
    witness.weights[0] = 1.0;
    let certificate = Certificate {
        claim,
        plane: Vector3::from(plane),
        witness,
        target_distance: 0.0,
        tolerance: 2.0,
    };
    certificate.verify(sweep).is_ok()
}

/// A length of 1 is gone after a fifth of 5. The number nearest to a fifth is above it.
#[test]
fn a_fraction_is_rounded_down() {
    let sweep = points([1.0, 0.0, 0.0], [-5.0, 0.0, 0.0]);
    let safe = |safe_fraction| {
        let claim = Claim::Unresolved { safe_fraction };
        holds(&sweep, [1.0, 0.0, 0.0], claim)
    };
    assert!(safe(0.2_f64.next_down()) && !safe(0.2));
}

/// Along (1, 1, 0) the point (1, 0, 0) is 1/√2 away. The number nearest to that is above it.
#[test]
fn a_gap_is_rounded_down() {
    let sweep = points([1.0, 0.0, 0.0], [0.0; 3]);
    let gap = |gap| holds(&sweep, [1.0, 1.0, 0.0], Claim::Miss { gap });
    let nearest = core::f64::consts::FRAC_1_SQRT_2;
    assert!(gap(nearest.next_down()) && !gap(nearest));
}

/// Along (1, 2, 0) the point (−1, 0, 0) is 1/√5 deep. The number nearest to that is below it.
#[test]
fn a_depth_is_rounded_up() {
    let sweep = points([-1.0, 0.0, 0.0], [0.0; 3]);
    let depth = |depth| holds(&sweep, [1.0, 2.0, 0.0], Claim::Overlap { depth });
    let nearest = 0.447_213_595_499_957_94_f64;
    assert!(depth(nearest.next_up()) && !depth(nearest));
}

/// The least numbers there are round a product with 0.51 to 1 of them. The true gap is 11.02 / √1.5202 of them, which is less than 9; of
/// the rounded products it would be 9.7.
#[test]
fn a_gap_of_a_few_least_numbers_counts_what_products_lose() {
    let least = f64::from_bits(1);
    let sweep = points([10.0 * least, least, least], [0.0; 3]);
    let plane = [1.0, 0.51, 0.51];
    let gap = |count: f64| holds(&sweep, plane, Claim::Miss { gap: count * least });
    assert!(!gap(9.0));
}
