//! What certificates prove and what they refuse, and answers whose proofs once failed.

use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept::{
    CastOptions, Claim, Cone, Cuboid, Ellipsoid, Method, Outcome, Placed, PointShape, Sphere,
    Support, Sweep, Turn, TurningCertificate, TurningOptions, TurningSweep, Turns, distance,
};

/// Two ellipsoids that pass each other by, 3.75 apart.
fn passing() -> Sweep<f64, Ellipsoid<f64>, Ellipsoid<f64>> {
    let moving = Placed::new(Ellipsoid::new([0.5, 0.25, 0.5]).unwrap(), [0.0, 5.0, 0.0]).unwrap();
    let fixed = Placed::new(Ellipsoid::new([1.0, 1.0, 0.5]).unwrap(), [0.0; 3]).unwrap();
    Sweep::new(moving, [20.0, 0.0, 0.0], fixed).unwrap()
}

#[test]
fn a_miss_cannot_be_dressed_up_as_a_hit() {
    let sweep = passing();
    let mut honest = sweep.cast_certified(&CastOptions::default()).certificate;
    assert!(honest.verify(&sweep).is_ok());
    honest.claim = Claim::Hit {
        fraction: 0.0,
        fraction_upper: 0.0,
    };
    honest.plane = Vector3::y();
    honest.witness.count = 1;
    honest.witness.weights[0] = 1.0;
    honest.witness.fixed_directions[0] = Vector3::y();
    honest.witness.moving_directions[0] = Vector3::y();
    assert!(honest.verify(&sweep).is_err());
    for weight in [1e308, f64::INFINITY, f64::NAN, 0.0, -1.0, 5e-324] {
        let mut hostile = honest;
        hostile.witness.weights[0] = weight;
        assert!(hostile.verify(&sweep).is_err(), "weight {weight}");
    }
    for x in [f64::INFINITY, f64::NAN] {
        let mut hostile = honest;
        hostile.witness.fixed_directions[0] = Vector3::repeat(x);
        assert!(hostile.verify(&sweep).is_err(), "direction {x}");
    }
    for target in [f64::NAN, -1.0, f64::NEG_INFINITY, f64::INFINITY] {
        let mut hostile = honest;
        hostile.target_distance = target;
        assert!(hostile.verify(&sweep).is_err(), "target {target}");
        hostile.claim = Claim::Unresolved { safe_fraction: 1.0 };
        assert!(hostile.verify(&sweep).is_err(), "target {target}");
    }
    for upper in [f64::NAN, -1.0, 1.5, f64::INFINITY] {
        let mut hostile = honest;
        hostile.claim = Claim::Hit {
            fraction: 0.0,
            fraction_upper: upper,
        };
        assert!(hostile.verify(&sweep).is_err(), "fraction_upper {upper}");
    }
}

#[test]
fn what_a_linear_cast_proves_says_nothing_of_a_turning_one() {
    let moving = Placed::new(Cuboid::new([2.0, 0.1, 0.1]).unwrap(), [0.0, 1.0, 0.0]).unwrap();
    let fixed = Placed::new(Sphere::new(0.25).unwrap(), [0.0, -0.5, 0.0]).unwrap();
    let sweep = Sweep::new(moving, [0.0; 3], fixed).unwrap();
    let linear = sweep.cast_certified(&CastOptions::default()).certificate;
    assert!(matches!(linear.claim, Claim::Miss { .. }));
    let turns = Turns {
        moving: Turn::by([0.0, 0.0, 3.0]),
        ..Turns::default()
    };
    let turning = TurningSweep::new(sweep, turns).unwrap();
    let honest = turning.cast_certified(&TurningOptions::default());
    assert!(matches!(honest.outcome, Outcome::Hit(_)), "{honest:?}");
    assert!(honest.certificate.verify(&turning).is_ok());
    assert!(TurningCertificate::Linear(linear).verify(&turning).is_err());
    assert!(TurningCertificate::Start(linear).verify(&turning).is_err());
}

/// The rotation of a quaternion x, y, z, w of any length.
fn turned([x, y, z, w]: [f64; 4]) -> Isometry3<f64> {
    let rotation = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
    Isometry3::from_parts([0.0; 3].into(), rotation)
}

#[test]
fn an_overlap_of_bounded_shapes_has_both_ends() {
    // A point in the middle of a cone: 1 in radius, 1/16 high.
    let moving = Placed::new(PointShape, [0.0; 3]).unwrap();
    let cone = Cone::new(0.03125, 1.0).unwrap();
    let fixed = Placed::new(cone, turned([0.0, 1.0, 0.0, 2.0])).unwrap();
    for way in [[0.5, -1.0, 0.5], [3.0, 4.0, -0.5], [0.25, 1.0, 0.125]] {
        let Outcome::Overlap(overlap) = Sweep::new(moving, way, fixed).unwrap().cast() else {
            panic!("{way:?}")
        };
        // The side is at |across| = (h − y) / 2h, the base at y = −h.
        let [x, y, z]: [f64; 3] = way;
        let (across, h) = (x.hypot(z), 0.03125);
        let first = |y: f64| {
            let (side, base) = (h / (2.0 * h * across + y), -h / y);
            let ahead = |t: f64| if t > 0.0 { t } else { f64::INFINITY };
            ahead(side).min(ahead(base))
        };
        let ends = (-first(-y), first(y));
        let off = (overlap.entry - ends.0)
            .abs()
            .max((overlap.exit - ends.1).abs());
        assert!(off < 1e-12, "{way:?}: {overlap:?}, and not {ends:?}");
    }
}

#[test]
fn a_needle_is_as_deep_as_its_side() {
    for rotation in [
        [0.5, 0.0, -1.0, -0.396484375],
        [0.25, 1.0, 0.5, 3.0],
        [1.0, 0.0, 0.0, 0.3],
    ] {
        let needle = Ellipsoid::new([3.0, 0.0, 0.0]).unwrap();
        let moving = Placed::new(needle, turned(rotation)).unwrap();
        let fixed = Placed::new(Sphere::new(2.0).unwrap(), [0.0; 3]).unwrap();
        let Outcome::Overlap(overlap) = Sweep::new(moving, [0.0; 3], fixed).unwrap().cast() else {
            panic!("{rotation:?}")
        };
        assert!(
            (overlap.depth - 2.0).abs() < 1e-12,
            "{rotation:?}: {overlap:?}"
        );
    }
}

#[test]
fn balls_of_next_to_no_radius_have_a_proof() {
    for radius in [1e-15, 1e-16, 1e-17, 1e-25] {
        let moving = Placed::new(Sphere::new(radius).unwrap(), [2.1, 0.2, 0.3]).unwrap();
        let fixed = Placed::new(Cuboid::new([1.1, 1.2, 1.3]).unwrap(), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [-2.4, 0.0, 0.1], fixed).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        let proven = certified.certificate.verify(&sweep);
        assert!(proven.is_ok(), "{radius}: {proven:?}");
    }
}

#[test]
fn a_start_within_the_target_distance_is_proven_to_rounding() {
    let moving = Placed::new(Cuboid::new([0.5; 3]).unwrap(), [0.0, 2.0, 0.0]).unwrap();
    let fixed = Placed::new(Cuboid::new([5.0, 1.0, 5.0]).unwrap(), [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.0, -1.0, 0.0], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            target_distance: 1.0,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        assert!(matches!(certified.outcome, Outcome::Hit(hit) if hit.fraction == 0.0));
        let tolerance = certified.certificate.tolerance;
        assert!(tolerance < 1e-12, "{}: {tolerance}", method.name());
        assert!(certified.certificate.verify(&sweep).is_ok());
    }
}

#[test]
fn far_from_the_origin_a_proof_is_as_good() {
    for far in [1e6_f64, 1e15, 6e29] {
        let cube = || Placed::new(Cuboid::new([0.3, 0.7, 1.1]).unwrap(), [far; 3]).unwrap();
        let sweep = Sweep::new(cube(), [0.5, -4.0, 0.25], cube()).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        let outcome = &certified.outcome;
        assert!(
            matches!(outcome, Outcome::Overlap(o) if (o.depth - 0.6_f64).abs() < 1e-12),
            "{far:e}: {outcome:?}"
        );
        let proven = certified.certificate.verify(&sweep);
        assert!(proven.is_ok(), "{far:e}: {proven:?}");
    }
}

/// A shape that answers with this.
struct Broken(Vector3<f64>);

impl Support for Broken {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        self.0.into()
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
}

#[test]
fn shapes_that_answer_with_no_numbers_end_casts() {
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for start in [[0.0, 0.0, 0.0], [1.5, 0.25, 0.0], [4.0, 0.0, 0.0]] {
            let moving = Placed::new(Broken(Vector3::new(x, 0.0, 0.0)), start).unwrap();
            let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]).unwrap();
            assert!(distance(&moving, &fixed).is_err());
            let sweep = Sweep::new(moving, [-3.0, 0.5, 0.0], fixed).unwrap();
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let _ = sweep.cast_with(&options);
            }
        }
    }
}
