//! The closed forms behind the default method: that they answer, and that nobody can tell by the answer.

use swept::{CastOptions, Hit, Method, Outcome, Real};
use swept_tests::{Kind, Source, erased};

const CASTS: u64 = 500;

/// The pairs with a closed form, in either order.
const PAIRS: [(Kind, Kind, Method); 18] = [
    (Kind::Sphere, Kind::Point, Method::ClosedForm),
    (Kind::Sphere, Kind::Sphere, Method::ClosedForm),
    (Kind::Sphere, Kind::Segment, Method::ClosedForm),
    (Kind::Sphere, Kind::Triangle, Method::ClosedForm),
    (Kind::Sphere, Kind::Capsule, Method::ClosedForm),
    (Kind::Sphere, Kind::Cuboid, Method::ClosedForm),
    (Kind::Capsule, Kind::Point, Method::ClosedForm),
    (Kind::Capsule, Kind::Segment, Method::ClosedForm),
    (Kind::Capsule, Kind::Triangle, Method::ClosedForm),
    (Kind::Capsule, Kind::Capsule, Method::ClosedForm),
    (Kind::Capsule, Kind::Cuboid, Method::ClosedForm),
    (Kind::Cuboid, Kind::Cuboid, Method::Slab),
    (Kind::Cuboid, Kind::Triangle, Method::Slab),
    (Kind::Point, Kind::Triangle, Method::ClosedForm),
    (Kind::Point, Kind::Cuboid, Method::Slab),
    // And what has none, as a check of the check.
    (Kind::Triangle, Kind::Triangle, Method::Portal),
    (Kind::Cuboid, Kind::Cylinder, Method::Portal),
    (Kind::ConvexHull, Kind::ConvexHull, Method::Portal),
];

/// The share of the casts that `method` answers, of those whose shapes start apart.
fn share<T: Real>(moving: Kind, fixed: Kind, method: Method) -> f64 {
    let options = CastOptions::default();
    let (mut answered, mut apart) = (0, 0);
    for index in 0..CASTS {
        let case = Source::Pair(moving, fixed).case(31, index);
        let sweep = case.sweep::<T>();
        let certified = sweep.cast_certified(&options);
        assert_eq!(
            sweep.cast_with(&options),
            certified.outcome,
            "{}",
            case.to_json()
        );
        let flaw = certified.certificate.verify(&sweep).err();
        assert_eq!(flaw, None, "{}", case.to_json());
        if !matches!(certified.outcome, Outcome::Overlap(_)) {
            apart += 1;
            answered += u64::from(certified.method == method);
        }
    }
    answered as f64 / apart as f64
}

/// What they leave to others are starts in contact, ends in contact, grazes and slivers.
#[test]
fn closed_forms_answer_nearly_all_casts_of_their_pairs() {
    for (a, b, method) in PAIRS {
        for (moving, fixed) in [(a, b), (b, a)] {
            let single = share::<f32>(moving, fixed, method);
            let double = share::<f64>(moving, fixed, method);
            println!("{moving:?}-{fixed:?}: {single:.3} in f32, {double:.3} in f64");
            assert!(
                single > 0.9 && double > 0.9,
                "{moving:?}-{fixed:?}: {single:.3} in f32, {double:.3} in f64"
            );
        }
    }
}

/// Whether the bracket of a motion by 2 holds the fraction, and is no wider than 64 units in the last place of the shapes'
/// sizes and distance, 5 at most.
fn encloses(hit: &Hit<f64>, fraction: f64) -> bool {
    let within = hit.fraction <= fraction && fraction <= hit.fraction_upper;
    within && (hit.fraction_upper - hit.fraction) * 2.0 <= 64.0 * f64::EPSILON * 5.0
}

/// Two upright capsules side by side, and a capsule above a box: parallel axes have formulas of their own.
#[test]
fn parallel_axes_are_answered_too() {
    use swept::{Capsule, Cuboid, Placed, Sweep};
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let at = |x: f64, y: f64| Placed::new(capsule, [x, y, 0.0]).unwrap();
    let options = CastOptions::default();

    // From 2 to the right to contact at 0.5: three quarters of the way.
    let sweep = Sweep::new(at(2.0, 0.25), [-2.0, 0.0, 0.0], at(0.0, 0.0)).unwrap();
    let certified = erased(&sweep).cast_certified(&options);
    assert_eq!(certified.method, Method::ClosedForm);
    assert_eq!(certified.certificate.verify(&sweep).err(), None);
    let hit = certified.outcome.hit().expect("they meet");
    assert!(encloses(hit, 0.75), "{hit:?}");
    assert_eq!(hit.normal.x, 1.0);

    // Lying beside a wall, which it meets after 1 of 2.
    let wall = Placed::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap(), [0.0, 0.0, 0.0]).unwrap();
    for up in [0.0, 0.75, -1.25] {
        let sweep = Sweep::new(at(2.25, up), [-2.0, 0.0, 0.0], wall).unwrap();
        let certified = erased(&sweep).cast_certified(&options);
        assert_eq!(certified.method, Method::ClosedForm);
        assert_eq!(certified.certificate.verify(&sweep).err(), None);
        let hit = certified.outcome.hit().expect("they meet");
        assert!(encloses(hit, 0.5), "{hit:?}");
    }
}

/// A ball meets an edge of a box whose corner, less where the box stands and plus that again, is not the corner: its witness
/// is one of two corners all the same.
#[test]
fn the_witness_on_an_edge_is_of_its_two_corners() {
    use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
    use swept::{Cuboid, Placed, Sphere, Sweep};
    let pose = |at: [f64; 3], [x, y, z, w]: [f64; 4]| {
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Isometry3::from_parts(Translation3::from(at), rotation)
    };
    let ball = Placed::new(
        Sphere::new(0.6729998834409432).unwrap(),
        pose(
            [-4.466660057008708, -5.019534819619052, 2.6664082817367847],
            [
                0.7416656779238012,
                -0.2032769562508185,
                0.5964490686650661,
                0.22991087346144948,
            ],
        ),
    );
    let cuboid = Placed::new(
        Cuboid::new([0.9923479875678279, 0.49250761072291693, 0.6885977853122901]).unwrap(),
        pose(
            [-0.9912020760316418, 0.21272428431735824, 0.8509062196750703],
            [
                -0.46764891288806293,
                -0.21273633558095725,
                -0.2521127774958356,
                0.8200529819600283,
            ],
        ),
    );
    let displacement = [4.699144331880609, 5.715216290552721, -3.042095544251551];
    let sweep = Sweep::new(ball.unwrap(), displacement, cuboid.unwrap()).unwrap();
    let certified = erased(&sweep).cast_certified(&CastOptions::default());
    assert_eq!(certified.method, Method::ClosedForm);
    assert_eq!(certified.certificate.verify(&sweep).err(), None);
    assert!(certified.certificate.witness.count <= 2);
}
