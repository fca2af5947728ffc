//! Lengths at the ends of what a scalar holds.

use super::expect::{assert_hits_at, cast};
use super::table::{three, unit_box};
use swept::{
    Capsule, CastOptions, ConvexHull, Cuboid, Ellipsoid, Method, Outcome, Placed, PointShape, Real,
    Sphere, Sweep,
};

/// A ball of radius 0.5 falling from `height` onto a box whose top is at 1.
fn falling<T: Real>(height: f64, displacement: f64) -> Outcome<f64> {
    let n = T::nearest;
    let moving = Placed::new(Sphere::new(n(0.5)).unwrap(), three::<T>(0.0, height, 0.0)).unwrap();
    cast(&Sweep::new(moving, three::<T>(0.0, displacement, 0.0), unit_box()).unwrap())
}

fn tiny_displacements<T: Real>(smallest: f64) {
    for d in [1e-30, smallest] {
        // 4 above the box: nothing is reached.
        let Outcome::Miss(miss) = falling::<T>(5.5, -d) else {
            panic!("no miss for {d:e}")
        };
        assert!(0.0 < miss.gap && miss.gap <= 4.0);
        // Touching: closing, parting.
        let closing = falling::<T>(1.5, -d);
        assert!(
            closing.hit().is_some_and(|h| h.fraction == 0.0),
            "{d:e}: {closing:?}"
        );
        let Outcome::Miss(miss) = falling::<T>(1.5, d) else {
            panic!("no miss for {d:e}")
        };
        assert_eq!(miss.gap, 0.0);
    }
    // The middle is at 1, and inside between -1.5 and 1.5: 0.5 deep, 0.5 before the way out and 2.5 past the way in.
    // These lengths in units of 1e-30 are still numbers in f32.
    let Outcome::Overlap(overlap) = falling::<T>(1.0, 1e-30) else {
        panic!("no overlap")
    };
    assert!((overlap.depth - 0.5).abs() < 1e-6, "{overlap:?}");
    assert!((overlap.exit / 0.5e30 - 1.0).abs() < 1e-5, "{overlap:?}");
    assert!((overlap.entry / -2.5e30 - 1.0).abs() < 1e-5, "{overlap:?}");
}

#[test]
fn displacements_too_small_to_matter() {
    tiny_displacements::<f64>(f64::from_bits(1));
    tiny_displacements::<f32>(f64::from(f32::from_bits(1)));
}

#[test]
fn displacements_far_beyond_the_target() {
    // 4 of the way: 4e-30 of 1e30 in f64, 4e-18 of 1e18 in f32. The scale is that of the pair.
    assert_hits_at::<f64>(&falling::<f64>(5.5, -1e30), 4e-30, 1e30, 8.0);
    let d = f64::from(1e18f32);
    assert_hits_at::<f32>(&falling::<f32>(5.5, -d), 4.0 / d, d, 8.0);
    // And past it: 1e30 to the side at the same time.
    let past = |d: [f64; 3]| {
        let moving = Placed::new(Sphere::new(0.5).unwrap(), [0.0, 5.5, 0.0]).unwrap();
        let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]).unwrap();
        cast(&Sweep::new(moving, d, fixed).unwrap())
    };
    assert!(matches!(past([1e30, -1e30, 0.0]), Outcome::Miss(_)));
    assert!(matches!(past([1e-30, 1e30, 1e-300]), Outcome::Miss(_)));
}

/// Two boxes of half extent `unit`, 8 apart and moving by 12 of these units: (8 - 2) / 12.
fn boxes_at_the_limit<T: Real>(unit: f64) {
    let half = || Cuboid::new(three::<T>(unit, unit, unit)).unwrap();
    let moving = Placed::new(half(), three::<T>(0.0, 8.0 * unit, 0.0)).unwrap();
    let fixed = Placed::new(half(), three::<T>(0.0, 0.0, 0.0)).unwrap();
    let outcome = cast(&Sweep::new(moving, three::<T>(0.0, -12.0 * unit, 0.0), fixed).unwrap());
    assert_hits_at::<T>(&outcome, 0.5, 12.0 * unit, 12.0 * unit);
}

#[test]
fn lengths_at_both_ends_of_the_range() {
    // 12 units must not exceed the largest length; one must not fall below the smallest.
    for limit in [f64::MAX_LENGTH / 16.0, f64::MIN_LENGTH] {
        boxes_at_the_limit::<f64>(limit);
    }
    for limit in [f32::MAX_LENGTH / 16.0, f32::MIN_LENGTH] {
        boxes_at_the_limit::<f32>(limit);
    }
}

fn corners_too_small_to_matter<T: Real>(tiny: f64) {
    // A hull whose corners are all next to the origin is a point to every scalar: 3 of 4 from y = 4 to the box's top.
    let hull = ConvexHull::new([
        three::<T>(tiny, 0.0, 0.0),
        three::<T>(-tiny, tiny, 0.0),
        three::<T>(0.0, -tiny, tiny),
        three::<T>(0.0, 0.0, -tiny),
    ]);
    let moving = Placed::new(hull.unwrap(), three::<T>(0.0, 4.0, 0.0)).unwrap();
    let outcome = cast(&Sweep::new(moving, three::<T>(0.0, -4.0, 0.0), unit_box()).unwrap());
    assert_hits_at::<T>(&outcome, 0.75, 4.0, 6.0);
}

#[test]
fn coordinates_next_to_zero() {
    for tiny in [1e-30, 1e-200, 1e-300, f64::from_bits(1)] {
        corners_too_small_to_matter::<f64>(tiny);
    }
    for tiny in [1e-30, 1e-44] {
        corners_too_small_to_matter::<f32>(tiny);
    }
}

#[test]
fn nothing_is_larger_than_nothing() {
    // Sizes of zero and of minus zero are the same point.
    for zero in [0.0, -0.0] {
        assert!(Sphere::new(zero).is_ok() && Capsule::new(zero, zero).is_ok());
        assert!(Cuboid::new([zero; 3]).is_ok() && Ellipsoid::new([zero; 3]).is_ok());
        let moving = Placed::new(Cuboid::new([zero; 3]).unwrap(), [0.0, 4.0, 0.0]).unwrap();
        let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]).unwrap();
        let outcome = cast(&Sweep::new(moving, [0.0, -4.0, 0.0], fixed).unwrap());
        assert_hits_at::<f64>(&outcome, 0.75, 4.0, 6.0);
    }
}

/// What each method answers, whose certificate must verify.
fn proven(sweep: &Sweep<f64, PointShape, PointShape>) -> Vec<Outcome<f64>> {
    let answer = |method| {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let verified = certified.certificate.verify(sweep);
        assert!(verified.is_ok(), "{certified:?}: {verified:?}");
        certified.outcome
    };
    Method::ALL.into_iter().map(answer).collect()
}

#[test]
fn points_nearer_than_squares_can_tell_claim_only_what_is_proven() {
    for k in [-100, -400, -500, -600, -880] {
        let off = 2_f64.powi(k);
        let moving = Placed::new(PointShape, [off, off * 2_f64.powi(-140), 0.0]).unwrap();
        let fixed = Placed::new(PointShape, [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [0.0, 16.0, -0.25], fixed).unwrap();
        // Their squares are numbers from 2⁻⁵¹¹ on.
        for outcome in proven(&sweep) {
            let is_miss = matches!(outcome, Outcome::Miss(_));
            assert!(is_miss || k < -480, "2^{k}: {outcome:?}");
        }
    }
}

#[test]
fn points_that_meet_within_less_than_squares_can_tell_are_shown_to_meet() {
    // The last motion's products with the way to the other point vanish, too.
    let ways = [-100, -400, -500, -600, -767, -880].map(|k| (k, -15));
    for (k, way) in ways.into_iter().chain([(-1019, -191)]) {
        let off = 2_f64.powi(k);
        let moving = Placed::new(PointShape, [0.0; 3]).unwrap();
        let fixed = Placed::new(PointShape, [0.0, off, 0.0]).unwrap();
        let sweep = Sweep::new(moving, [0.0, 2_f64.powi(way), 0.0], fixed).unwrap();
        for outcome in proven(&sweep) {
            let is_hit = matches!(outcome, Outcome::Hit(_));
            assert!(is_hit || k < -480, "2^{k}: {outcome:?}");
        }
    }
}
