//! Certificates that claim what is not so.

use nalgebra::{Point3, Vector3};
use swept_cast::{
    CastOptions, Claim, Method, Sweep, Turn, TurningCertificate, TurningOptions, TurningSweep,
    Turns, Witness,
};
use swept_support::{Core, Cuboid, Middle, Placed, PointShape, Segment, Sphere, Support};

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

/// A ball that comes from the right and meets another at a quarter of its way.
fn quarter() -> Sweep<f64, Sphere<f64>, Sphere<f64>> {
    let ball = || Sphere::new(1.0).unwrap();
    let moving = Placed::new(ball(), [3.0, 0.0, 0.0]).unwrap();
    let fixed = Placed::new(ball(), [0.0; 3]).unwrap();
    Sweep::new(moving, [-4.0, 0.0, 0.0], fixed).unwrap()
}

#[test]
fn a_contact_later_than_claimed_is_none() {
    let sweep = quarter();
    let honest = sweep.cast_certified(&CastOptions::default()).certificate;
    honest.verify(&sweep).unwrap();
    for fraction_upper in [0.0, 0.125, 0.25 - 1e-12] {
        let mut forged = honest;
        forged.claim = Claim::Hit {
            fraction: 0.0,
            fraction_upper,
        };
        let flaw = forged.verify(&sweep).unwrap_err();
        assert_eq!(flaw.what, "contact by fraction_upper");
        let grown = 4.0 * (0.25 - fraction_upper);
        assert!((flaw.proven - grown).abs() < 1e-14, "{flaw:?}");
    }
}

#[test]
fn a_fraction_is_that_of_the_target_distance() {
    let sweep = quarter();
    let options = CastOptions {
        target_distance: 0.5,
        ..CastOptions::default()
    };
    let honest = sweep.cast_certified(&options).certificate;
    assert!((honest.verify(&sweep).unwrap().lower - 0.125).abs() < 1e-14);
    // The balls are safe up to a quarter, but not from coming as near as that.
    let mut forged = honest;
    forged.claim = Claim::Unresolved {
        safe_fraction: 0.125 + 1e-12,
    };
    assert_eq!(forged.verify(&sweep).unwrap_err().what, "safe_fraction");
}

#[test]
fn a_gap_is_that_of_the_whole_motion() {
    let sweep = quarter();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    for gap in [1.0, 1e-300, 0.0] {
        forged.claim = Claim::Miss { gap };
        let flaw = forged.verify(&sweep).unwrap_err();
        // Along x the one is 3 inside the other at the end.
        assert!((flaw.proven + 3.0).abs() < 1e-14, "{flaw:?}");
    }
}

/// What a shape's point may be short of by its promise, here none, is taken off both of them.
#[test]
fn what_either_shape_may_reach_beyond_its_point_is_counted() {
    let cube = |half: f64| Cuboid::new([half; 3]).unwrap();
    let depth = |moving: f64, fixed: f64| {
        let moving = Placed::new(cube(moving), [0.0; 3]).unwrap();
        let fixed = Placed::new(cube(fixed), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [0.0; 3], fixed).unwrap();
        let certificate = sweep.cast_certified(&CastOptions::default()).certificate;
        certificate.verify(&sweep).unwrap().depth - 1.0
    };
    // 10u of the extent, √3 times the half extent, is added to the depth, which is 1.
    let added = 5.0 * f64::EPSILON * 3f64.sqrt() * 0.75;
    for beyond in [depth(0.75, 0.25), depth(0.25, 0.75)] {
        assert!(beyond > added, "{beyond:e} {added:e}");
    }
}

/// A point that says that it is in no place when it is asked along the x axis.
struct Nowhere;

impl Support for Nowhere {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let x = if n.y == 0.0 { f64::NAN } else { 0.0 };
        Point3::new(x, 0.0, 0.0)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
}

const NO_TOLERANCES: [f64; 4] = [f64::INFINITY, f64::NAN, -1.0, f64::NEG_INFINITY];

#[test]
fn a_tolerance_that_is_no_length_proves_nothing() {
    let moving = Placed::new(PointShape, [0.0, 1.0, 0.0]).unwrap();
    let fixed = Placed::new(Nowhere, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.0, -0.5, 0.0], fixed).unwrap();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    forged.plane = Vector3::y();
    forged.witness.count = 1;
    forged.witness.weights[0] = 1.0;
    forged.witness.fixed_directions[0] = Vector3::x();
    let hit = Claim::Hit {
        fraction: 0.0,
        fraction_upper: 0.5,
    };
    let claims = [
        (hit, "contact by fraction_upper"),
        (Claim::Overlap { depth: 0.0 }, "contact at the start"),
        // Along the plane from the other side.
        (Claim::Miss { gap: 0.0 }, "gap"),
    ];
    for (claim, what) in claims {
        if what == "gap" {
            forged.plane = -Vector3::y();
        }
        forged.claim = claim;
        for tolerance in NO_TOLERANCES {
            forged.tolerance = tolerance;
            let flaw = forged.verify(&sweep).unwrap_err();
            assert_eq!(flaw.what, "the tolerance is a finite length", "{tolerance}");
        }
        forged.tolerance = 0.0;
        assert_eq!(forged.verify(&sweep).unwrap_err().what, what);
    }
}

#[test]
fn a_target_distance_that_is_no_length_proves_nothing() {
    let sweep = quarter();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    for distance in NO_TOLERANCES {
        forged.target_distance = distance;
        let flaw = forged.verify(&sweep).unwrap_err();
        assert_eq!(flaw.what, "the target distance is a length", "{distance}");
    }
}

/// The same of a ball that turns as it goes through another one.
#[test]
fn no_turning_hit_is_later_than_contact_by_a_tolerance_that_is_no_length() {
    let turns = Turns {
        moving: Turn::by([0.0, 0.0, 1.0]),
        ..Turns::default()
    };
    let sweep = TurningSweep::new(quarter(), turns).unwrap();
    let found = sweep.cast_certified(&TurningOptions::default());
    let TurningCertificate::Turning(honest) = found.certificate else {
        panic!("{:?}", found.certificate);
    };
    let refused = |tolerance: f64, target_distance: f64| {
        let mut forged = honest.clone();
        forged.claim = Claim::Hit {
            fraction: 0.5,
            fraction_upper: 0.5,
        };
        forged.contact = [0.5, 0.0];
        forged.pieces.truncate(1);
        forged.pieces[0].to = forged.contact;
        forged.pieces[0].room = -4.0;
        (forged.tolerance, forged.target_distance) = (tolerance, target_distance);
        let flaw = TurningCertificate::Turning(forged).verify(&sweep);
        flaw.unwrap_err().what
    };
    for no_length in NO_TOLERANCES {
        assert_eq!(refused(no_length, 0.0), "the tolerance is a finite length");
        assert_eq!(refused(0.0, no_length), "the target distance is a length");
    }
    assert_eq!(refused(0.0, 0.0), "a piece in contact");
}

/// A motion that leads away opens no gap at its start.
#[test]
fn a_gap_is_no_more_than_that_at_the_start() {
    let ball = || Sphere::new(1.0).unwrap();
    let moving = Placed::new(ball(), [3.0, 0.0, 0.0]).unwrap();
    let fixed = Placed::new(ball(), [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [4.0, 0.0, 0.0], fixed).unwrap();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    for gap in [1.0 + 1e-12, 5.0] {
        forged.claim = Claim::Miss { gap };
        let flaw = forged.verify(&sweep).unwrap_err();
        assert!((flaw.proven - 1.0).abs() < 1e-14, "{flaw:?}");
    }
}

/// A mixture of which one weight is negative is a point of the line through both ends of a segment, and none of the segment.
#[test]
fn a_witness_with_a_negative_weight_proves_no_contact() {
    let rod = Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap();
    let moving = Placed::new(PointShape, [3.0, 0.0, 0.0]).unwrap();
    let fixed = Placed::new(rod, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [0.0, 1.0, 0.0], fixed).unwrap();
    let mut forged = sweep.cast_certified(&CastOptions::default()).certificate;
    forged.claim = Claim::Hit {
        fraction: 0.0,
        fraction_upper: 0.0,
    };
    forged.witness.count = 2;
    forged.witness.weights = [2.0, -1.0, 0.0, 0.0];
    forged.witness.fixed_directions = [1.0, -1.0, 0.0, 0.0].map(|x| Vector3::x() * x);
    assert_eq!(
        forged.verify(&sweep).unwrap_err().what,
        "the weights are a mixture"
    );
    forged.witness.weights = [1.0, 0.0, 0.0, 0.0];
    let flaw = forged.verify(&sweep).unwrap_err();
    assert!((flaw.proven - 2.0).abs() < 1e-14, "{flaw:?}");
}

/// Support points may lie outside of their cores by 8u of the extent: of both shapes, that is what a contact is open by, whether they
/// turn or not.
#[test]
fn a_contact_counts_how_far_points_may_be_outside() {
    let cube = |half: f64, x: f64| {
        let cuboid = Cuboid::new([half; 3]).unwrap();
        Placed::new(cuboid, [x, 0.0, 0.0]).unwrap()
    };
    for (one, other) in [(0.75, 0.25), (0.25, 0.75)] {
        let sweep = || Sweep::new(cube(one, 2.0), [-2.0, 0.0, 0.0], cube(other, 0.0)).unwrap();
        let honest = sweep().cast_certified(&CastOptions::default()).certificate;
        let straight = honest.verify(&sweep()).unwrap().dilation;
        let turns = Turns {
            moving: Turn::by([1.0, 0.0, 0.0]),
            ..Turns::default()
        };
        let turning = TurningSweep::new(sweep(), turns).unwrap();
        let found = turning.cast_certified(&TurningOptions::default());
        let TurningCertificate::Turning(mut proof) = found.certificate else {
            panic!("{:?}", found.certificate);
        };
        // The middles of both faces, which meet halfway to the last digit.
        let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
        proof.contact = [0.5, 0.0];
        proof.claim = Claim::Hit {
            fraction: 0.0,
            fraction_upper: 0.5,
        };
        proof.witness = Witness {
            fixed_directions: corners.map(|[y, z]| Vector3::new(1.0, y, z)),
            moving_directions: corners.map(|[y, z]| Vector3::new(-1.0, y, z)),
            weights: [0.25; 4],
            count: 4,
        };
        let forged = TurningCertificate::Turning(proof);
        let turned = forged.verify(&turning).unwrap().dilation;
        let open = 4.0 * f64::EPSILON * 3f64.sqrt();
        for dilation in [straight, turned] {
            assert!(dilation >= open, "{dilation:e} {open:e}");
        }
        // And what turns counts nothing else, where the corners meet.
        assert!(turned <= 1.001 * open, "{turned:e} {open:e}");
    }
}

/// A cube about the point (x, 0, 0), which it says is its middle. Its faces across the x axis are answered farther out than they are, by as
/// much as the promise allows.
struct Frayed {
    x: f64,
    half: f64,
}

impl Frayed {
    /// 8u of the extent about the middle.
    fn fringe(&self) -> f64 {
        4.0 * f64::EPSILON * self.middle().unwrap().extent
    }
}

impl Support for Frayed {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let out = self.half + self.fringe();
        let [y, z] = [n.y, n.z].map(|c| self.half.copysign(c));
        Point3::new(self.x + out.copysign(n.x), y, z)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::new(self.x, 0.0, 0.0)
    }
    fn extent(&self) -> f64 {
        self.x.abs() + 2.0 * self.half
    }
    fn middle(&self) -> Option<Middle> {
        Some(Middle {
            at: self.interior_point(),
            extent: 2.0 * self.half,
        })
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
}

/// Points outside of their cores by all that the promise allows meet before the cores do. The dilation of such a contact covers what the
/// cores are still apart by, which is what the promise says about the middles, whatever the extents about the origins are.
#[test]
fn points_that_use_up_the_promise_are_outside_by_no_more_than_is_counted() {
    for (m, f) in [(1.0, 2.0), (2.0, 1.0), (4.0, 0.5)] {
        for method in Method::ALL {
            let (moving, fixed) = (
                Frayed { x: -4.0, half: m },
                Frayed {
                    x: 3.0 + f,
                    half: f,
                },
            );
            let open = moving.fringe() + fixed.fringe();
            let apart = 7.0 - m;
            let place = |shape| Placed::new(shape, [0.0; 3]).unwrap();
            let sweep = Sweep::new(place(moving), [8.0, 0.0, 0.0], place(fixed)).unwrap();
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            let proven = certified.certificate.verify(&sweep).unwrap();
            let Claim::Hit { fraction, .. } = certified.certificate.claim else {
                panic!("{method:?}: {:?}", certified.outcome);
            };
            // Found where the points meet, where the cores do not yet.
            assert!((8.0 * fraction - apart).abs() < 1e-13, "{method:?}");
            let dilation = proven.dilation;
            assert!(
                dilation >= open && dilation <= 1.001 * open,
                "{method:?}: {dilation:e} {open:e}"
            );
        }
    }
}
