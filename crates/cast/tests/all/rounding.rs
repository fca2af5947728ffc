//! What a check proves of points, which have no size that a rounding could hide behind: not more than there is, by the last place either.

use crate::dice::Dice;
use nalgebra::Vector3;
use swept_cast::{
    CastOptions, Certificate, Claim, Flaw, Method, Outcome, StartOverlap, Sweep, Witness,
};
use swept_support::{Placed, PointShape, Segment, Sphere, Support, Triangle};

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

/// Of products with 0.49 of them nothing is left. The true depth is 10.98 / √1.4802 of them, which is more than 9; of the rounded products
/// it would be 8.2.
#[test]
fn a_depth_of_a_few_least_numbers_counts_what_products_lose() {
    let least = f64::from_bits(1);
    let sweep = points([-10.0 * least, -least, -least], [0.0; 3]);
    let plane = [1.0, 0.49, 0.49];
    let depth = |count: f64| {
        let claim = Claim::Overlap {
            depth: count * least,
        };
        holds(&sweep, plane, claim)
    };
    assert!(!depth(9.0) && depth(100.0));
}

/// Along a plane that is off the axes a fraction of lengths of a few hundred thousand million of the least numbers there are loses as many
/// of them as its products: what is proven is never more than the true quotient.
#[test]
fn a_fraction_of_least_numbers_counts_what_products_lose() {
    let mut dice = Dice(1);
    for _ in 0..20_000 {
        let [room, way] = [0, 0].map(|_| 1 + dice.bits() % (1 << (1 + dice.below(40))));
        let (room, way) = (room.min(way), room.max(way));
        let sweep = points(
            [f64::from_bits(room), 0.0, 0.0],
            [-f64::from_bits(way), 0.0, 0.0],
        );
        // The quotient of two numbers without rounding of their own, and so the nearest to the true one.
        let above = (room as f64 / way as f64).next_up();
        let plane = [1.0 + dice.below(1000) as f64 / 1024.0, 0.0, 0.0];
        let claim = Claim::Unresolved {
            safe_fraction: above,
        };
        assert!(
            !holds(&sweep, plane, claim),
            "{room} of {way} along {plane:?}"
        );
    }
}

/// Casts of shapes whose lengths are up to 2⁴⁰ of the least numbers there are, by all methods: what a certificate says of a fraction, which
/// is none of them, of a gap and of a depth holds as strictly as for any other.
#[test]
fn fractions_of_least_numbers_hold() {
    let mut dice = Dice(2);
    let mut hits = 0;
    for _ in 0..2_000 {
        let axes = dice.below(3);
        let mut least = |axis| {
            let bits = dice.bits() % (1 << (1 + dice.below(40)));
            let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
            if axis > axes {
                0.0
            } else {
                sign * f64::from_bits(bits)
            }
        };
        let mut place = || [least(0), least(1), least(2)];
        let (from, at, way) = (place(), place(), place());
        let segment = Segment::new(place(), place()).unwrap();
        let triangle = Triangle::new(place(), place(), place()).unwrap();
        let point = || Placed::new(PointShape, from).unwrap();
        let ball = || Placed::new(Sphere::new(0.0).unwrap(), at).unwrap();
        let toward = core::array::from_fn(|i| 2.0 * (at[i] - from[i]));
        for way in [way, toward] {
            let fixed = Placed::new(PointShape, at).unwrap();
            hits += hold(&Sweep::new(point(), way, fixed).unwrap());
            hits += hold(&Sweep::new(ball(), way, point()).unwrap());
            hits += hold(&Sweep::new(ball(), way, ball()).unwrap());
            let fixed = Placed::new(triangle, at).unwrap();
            hits += hold(&Sweep::new(point(), way, fixed).unwrap());
            let moving = Placed::new(segment, from).unwrap();
            hits += hold(&Sweep::new(moving, way, fixed).unwrap());
        }
    }
    assert!(hits > 10_000, "{hits}");
}

/// How many methods find a hit; each certificate has to hold.
fn hold<A: Support, B: Support>(sweep: &Sweep<f64, A, B>) -> usize {
    let mut hits = 0;
    let ways = [StartOverlap::Report, StartOverlap::Ignore];
    let ways = Method::ALL.map(|method| ways.map(|start_overlap| (method, start_overlap)));
    for (method, start_overlap) in ways.into_iter().flatten() {
        let options = CastOptions {
            method,
            start_overlap,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let flaw = certified.certificate.verify(sweep).err();
        let of_contact = |flaw: &Flaw| flaw.what.starts_with("contact ");
        assert!(
            flaw.as_ref().is_none_or(of_contact),
            "{options:?}: {flaw:?}\n{certified:?}"
        );
        hits += usize::from(matches!(certified.outcome, Outcome::Hit(_)));
    }
    hits
}
