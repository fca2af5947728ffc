//! Motions that are all but parallel to the surfaces they meet.

use crate::dice::Dice;
use core::ops::Range;
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Hit, Method, Observer, Outcome, Step, Sweep};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, PointShape, Real, Rounded,
    Support, Triangle,
};

/// Counts the steps of each kind.
#[derive(Default)]
struct Steps {
    portal: u32,
    other: u32,
}

impl Observer for Steps {
    fn step(&mut self, step: &Step<'_>) {
        match step.method {
            Method::Portal => self.portal += 1,
            _ => self.other += 1,
        }
    }
}

/// An ellipsoid of which nothing is known but its support points.
#[derive(Clone, Copy)]
struct Unknown(Ellipsoid<f32>);

impl Support for Unknown {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(direction)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.0.interior_point()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
}

/// Two ellipsoids of the radii (1, 1, 1/2): their obstacle has the radii (2, 2, 1), so that at y = 1/4 and the height z it is
/// met at x = −2·√(63/64 − z²). Just below the height at which they touch, the motion along x is all but parallel to the
/// surface: the bracket closes along the normal long before it does along the motion. Gives the steps of the portal for each height.
fn graze<S: Support + Copy>(shape: S) -> Vec<u32> {
    let fixed = Placed::<f32, _>::new(shape, [0.0; 3]).unwrap();
    let touch = (63.0_f64 / 64.0).sqrt();
    let cast = |k: i32| {
        let z = (touch - 0.5_f64.powi(k)) as f32;
        let moving = Placed::new(shape, [-5.0, 0.25, z]).unwrap();
        let sweep = Sweep::new(moving, [8.0, 0.0, 0.0], fixed).unwrap();
        let mut steps = Steps::default();
        let certified = sweep.cast_observed(&CastOptions::default(), &mut steps);
        certified.certificate.verify(&sweep).unwrap();
        assert_eq!(steps.other, 0, "{k}");
        let z = f64::from(z);
        let truth = (5.0 - 2.0 * (63.0 / 64.0 - z * z).sqrt()) / 8.0;
        let early = truth - f64::from(certified.outcome.safe_fraction());
        // Along the motion a bracket may be 2⁻¹⁹ of the scale wide, here of some 12 lengths.
        assert!(
            (0.0..12.0 * 0.5_f64.powi(19) / 8.0).contains(&early),
            "{k}: {early:e}"
        );
        steps.portal
    };
    (4..20).map(cast).collect()
}

#[test]
fn the_portal_goes_on_until_the_bracket_is_narrow_along_the_motion() {
    let steps = graze(Unknown(Ellipsoid::new([1.0, 1.0, 0.5]).unwrap()));
    assert!(steps.iter().all(|&steps| steps > 20), "{steps:?}");
}

#[test]
fn newton_s_method_goes_there_in_fewer_steps() {
    let lens = Ellipsoid::new([1.0, 1.0, 0.5]).unwrap();
    let (known, unknown) = (graze(lens), graze(Unknown(lens)));
    let sum = |steps: &[u32]| steps.iter().sum::<u32>();
    assert!(5 * sum(&known) < 3 * sum(&unknown), "{known:?} {unknown:?}");
}

/// A cylinder along x, 1 from its axis to its side and 4 from its middle to its discs, comes along x with its axis 2 above the middle of
/// a box that is 1 high: its disc meets the box's side where the disc's rim touches the box's edge, after 3 of 8. The line of motion passes
/// along the border of the obstacle's shadow, where portals are slow to close.
#[test]
fn every_method_closes_its_bracket_where_a_rim_touches_an_edge() {
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(1.0, 0.0, 0.0, -1.0));
    let pose = Isometry3::from_parts(Vector3::new(-8.0, 0.0, 2.0).into(), turned);
    let moving = Placed::new(Cylinder::new(4.0, 1.0).unwrap(), pose).unwrap();
    let half_turn = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 1.0, 0.0));
    let about = Isometry3::from_parts(Vector3::zeros().into(), half_turn);
    let fixed = Placed::new(Cuboid::new([1.0, 4.0, 1.0]).unwrap(), about).unwrap();
    let sweep = Sweep::<f64, _, _>::new(moving, [8.0, 0.0, 0.0], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let hit = *sweep.cast_with(&options).hit().unwrap();
        assert!(hit.fraction <= 0.375 && hit.fraction_upper >= 0.375);
        // 128 units in the last place of a scale of some 17.
        let width = (hit.fraction_upper - hit.fraction) * 8.0;
        assert!(width < 17.0 * 0.5_f64.powi(45), "{method:?}: {width:e}");
    }
}

/// A hull's corner comes along the plane of a cylinder's disc to its rim, at the very end of the way: the portal ends with the plane of the
/// disc, along which the motion is, and what may be wrong with a bound by that plane is many times what a bracket may be wide.
#[test]
fn in_f32_a_motion_along_a_plane_has_a_narrow_bracket() {
    let corners = [
        [-2.0, 3.0, -4.0],
        [-3.0, -3.0, 2.0],
        [-4.0, 0.0, -1.0],
        [-2.0, -1.0, -1.0],
        [4.0, 0.0, -1.0],
        [4.0, -2.0, 1.0],
        [4.0, 1.0, 0.0],
        [-3.0, -4.0, -1.0],
    ];
    let hull = ConvexHull::new(corners.map(Point3::from)).unwrap();
    let turned = |q: [f32; 4], at: [f32; 3]| {
        let turn = UnitQuaternion::new_unchecked(Quaternion::new(q[3], q[0], q[1], q[2]));
        Isometry3::from_parts(Vector3::from(at).into(), turn)
    };
    let pose = turned([-1.0, 0.0, 0.0, 1.0], [10.0, 8.0, 8.0]);
    let moving = Placed::new(hull, pose).unwrap();
    let pose = turned([0.0, 0.0, 1.0, 1.0], [0.0; 3]);
    let fixed = Placed::new(Cylinder::new(2.0, 5.0).unwrap(), pose).unwrap();
    let sweep = Sweep::<f32, _, _>::new(moving, [-6.0, -4.0, 0.0], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let hit = *sweep.cast_with(&options).hit().unwrap();
        // Along the motion, 2⁻¹⁹ of a scale of some 27.
        let width = (hit.fraction_upper - hit.fraction) * 52f32.sqrt();
        assert!(width < 27.0 * 0.5_f32.powi(19), "{method:?}: {width:e}");
    }
}

/// The hits of all methods, each proven by its certificate, with a tolerance below this length.
fn proven_hits<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    tolerance: f64,
) -> [(Method, Hit<T>); 5] {
    Method::ALL.map(|method| {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        certified.certificate.verify(sweep).unwrap();
        assert!(
            certified.certificate.tolerance < tolerance,
            "{method:?}: {certified:?}"
        );
        (method, *certified.outcome.hit().unwrap())
    })
}

/// A cylinder's disc comes along its own plane, which touches a ball, and its rim touches the ball when the disc's middle is beside
/// it: y before that they are y⁴/10 apart. Every method goes on to where that is a touch, 6·10⁻⁴ before, and says so by its
/// certificate.
#[test]
fn every_method_goes_on_to_where_a_graze_touches() {
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(1.0, 1.0, -1.0, 1.0));
    let pose = Isometry3::from_parts(Vector3::new(3.25, -4.0, 1.0).into(), turned);
    let moving = Placed::new(Cylinder::new(2.0, 1.0).unwrap(), pose).unwrap();
    let ball = Ellipsoid::new([1.25; 3]).unwrap();
    let fixed = Placed::new(ball, [0.0; 3]).unwrap();
    let sweep = Sweep::<f64, _, _>::new(moving, [0.0, 8.0, 0.0], fixed).unwrap();
    for (method, hit) in proven_hits(&sweep, 1e-13) {
        assert!(
            hit.fraction <= 0.5 && hit.fraction_upper > 0.4999,
            "{method:?}: {hit:?}"
        );
    }
}

/// A ball comes along the plane of a cone's base and touches its rim beside it, at 15/32: y before that they are y⁴/22 apart. The
/// portal leaves it open, and conservative advancement goes on once more from there.
#[test]
fn a_graze_that_the_portal_leaves_open_is_advanced_to() {
    let q = UnitQuaternion::new_unchecked(Quaternion::new(-0.5, -0.5, -0.5, -0.5));
    let pose = Isometry3::from_parts(Vector3::zeros().into(), q);
    let fixed = Placed::new(Cone::new(0.75, 1.5).unwrap(), pose).unwrap();
    let about = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 1.0));
    let pose = Isometry3::from_parts(Vector3::new(1.5, -3.75, -2.0).into(), about);
    let moving = Placed::new(Ellipsoid::new([1.25; 3]).unwrap(), pose).unwrap();
    let sweep = Sweep::<f64, _, _>::new(moving, [0.0, 8.0, 0.0], fixed).unwrap();
    for (method, hit) in proven_hits(&sweep, 1e-13) {
        assert!(
            hit.fraction <= 15.0 / 32.0 && hit.fraction_upper > 0.4686,
            "{method:?}: {hit:?}"
        );
    }
}

/// Rims pass rims, and a capsule's end a rim, of cores with a radius, as near as rounding tells. Each tangent halves the way to there: the
/// support points that there are would end a thousandth of it before, where the shapes are a hundred thousand roundings apart.
#[test]
fn a_graze_of_round_cores_with_a_radius_ends_where_it_touches() {
    fn posed<S: Support>(shape: S, q: [f64; 4], at: [f64; 3]) -> Placed<f64, S> {
        let turn = UnitQuaternion::new_unchecked(Quaternion::new(q[3], q[0], q[1], q[2]));
        let pose = Isometry3::from_parts(Vector3::from(at).into(), turn);
        Placed::new(shape, pose).unwrap()
    }
    fn ends_in_touch<A: Support, B: Support>(sweep: &Sweep<f64, A, B>) {
        let (moving, fixed) = (sweep.moving(), sweep.fixed());
        let sizes = [moving.shape().extent(), fixed.shape().extent()];
        let radii = [moving.shape().radius(), fixed.shape().radius()];
        let apart = (moving.position() - fixed.position()).norm();
        let scale = apart + sizes.iter().chain(&radii).sum::<f64>();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            certified.certificate.verify(sweep).unwrap();
            let (left, steps) = (certified.certificate.tolerance, certified.steps);
            // Twice what a certificate allows itself.
            let most = 2.0 * 28.0 * f64::EPSILON * scale;
            assert!(left < most, "{method:?}: {left:e} after {steps}");
            assert!(steps < 900, "{method:?}: {steps}");
        }
    }
    let cone = Cone::new(0.03986833989620209, 0.19698643684387207).unwrap();
    let lies = [1.0, 0.0, 0.0, 9.481136657996103e-7];
    let from = [-0.685329783224011, -0.6807163720964746, 0.7316070731163316];
    let other = Cone::new(0.0857960656285286, 0.20685189962387085).unwrap();
    let other = Rounded::new(other, 0.000020145596863585524).unwrap();
    let turned = [
        0.18004854029415973,
        0.13220455785159252,
        0.9192453874571572,
        0.32417953834930074,
    ];
    let way = [0.8948890457190354, 0.9709414363147992, -0.4627855444492947];
    let (moving, fixed) = (posed(cone, lies, from), posed(other, turned, [0.0; 3]));
    ends_in_touch(&Sweep::new(moving, way, fixed).unwrap());

    let capsule = Capsule::new(0.22933965921401978, 0.000055405635066563264).unwrap();
    let cylinder = Cylinder::new(0.8598706722259521, 0.8680076599121094).unwrap();
    let turned = [
        -0.0017644687651178557,
        0.08928592504773188,
        -0.049767787659109955,
        -0.9947603274713197,
    ];
    let from = [4.95273975167818, -1.5674507497482644, 1.7555477471955059];
    let way = [-5.63775733468196, 2.8545629995246737, -0.9807327799275997];
    let moving = posed(capsule, turned, from);
    let fixed = posed(cylinder, turned, [0.0; 3]);
    ends_in_touch(&Sweep::new(moving, way, fixed).unwrap());
}

/// An ellipsoid comes down along a cone's base, whose rim it touches on the way. The end of the portal's bracket in `f32` is widened beyond
/// all use there, and is no contact.
#[test]
fn an_end_that_is_no_contact_closes_no_graze() {
    let half_turn = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, -1.0));
    let pose = Isometry3::from_parts(Vector3::new(1.0, 2.0, 2.25).into(), half_turn);
    let moving = Placed::new(Ellipsoid::new([1.0, 1.0, 2.0]).unwrap(), pose).unwrap();
    let about = Isometry3::from_parts(Vector3::zeros().into(), half_turn);
    let fixed = Placed::new(Cone::new(1.0, 1.0).unwrap(), about).unwrap();
    let sweep = Sweep::<f32, _, _>::new(moving, [0.0, 0.0, -8.0], fixed).unwrap();
    for (method, hit) in proven_hits(&sweep, 4e-6) {
        let width = hit.fraction_upper - hit.fraction;
        assert!(
            width < 1e-3 && hit.fraction < 0.28125,
            "{method:?}: {hit:?}"
        );
    }
}

/// A ball, as an ellipsoid, grazes a lying cone. Each support point more that the search by distance may ask for shows as
/// much of the way to be free, or more, and leaves contact open by as much, or less.
#[test]
fn a_higher_limit_is_never_worse_for_a_graze() {
    let ball = Ellipsoid::new([1.25; 3]).unwrap();
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 1.0));
    let at = Isometry3::from_parts(Translation3::new(1.5, -3.75, -2.0), turned);
    let moving = Placed::new(ball, at).unwrap();
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(-0.5, -0.5, -0.5, -0.5));
    let at = Isometry3::from_parts(Translation3::identity(), turned);
    let fixed = Placed::new(Cone::new(0.75, 1.5).unwrap(), at).unwrap();
    let sweep = Sweep::new(moving, [0.0, 8.0, 0.0], fixed).unwrap();
    let (mut free, mut open) = (0.0, f64::INFINITY);
    for max_steps in 0..1_050 {
        let answer = sweep.cast_certified(&CastOptions {
            method: Method::ConservativeAdvancement,
            max_steps,
            ..CastOptions::default()
        });
        let until: f64 = match answer.outcome {
            Outcome::Hit(hit) => {
                let left = answer.certificate.tolerance;
                // A distance is off by 8u of the scale, which is 6.
                assert!(left <= open + 1e-14, "{max_steps}: {left:e} after {open:e}");
                open = left.min(open);
                hit.fraction
            }
            Outcome::Unresolved(found) => found.safe_fraction,
            other => panic!("{max_steps}: {other:?}"),
        };
        // Rounding moves the end of a bound along a plane that is met as flatly as this.
        assert!(until >= free - 1e-8, "{max_steps}: {until} after {free}");
        free = until.max(free);
    }
    assert!(free > 0.4686, "{free}");
}

/// Bodies of revolution come down beside one another. What few steps show to be free is no less with one more.
fn a_higher_limit_is_never_worse(method: Method, limits: Range<u32>) {
    let mut dice = Dice(1);
    let mut number = || dice.roll();
    for i in 0..60 {
        let mut turned = |at: [f64; 3]| {
            let q = Quaternion::new(number(), number(), number(), number());
            Isometry3::from_parts(Translation3::from(at), UnitQuaternion::new_normalize(q))
        };
        let (from, stands) = (turned([0.25, 4.0, -0.5]), turned([0.0; 3]));
        let way = [number(), -8.0, number()];
        let moving = Placed::new(Cone::new(1.0, 0.5).unwrap(), from).unwrap();
        let fixed = Placed::new(Cylinder::new(0.75, 1.25).unwrap(), stands).unwrap();
        let sweep = Sweep::<f64, _, _>::new(moving, way, fixed).unwrap();
        let mut free = 0.0;
        for max_steps in limits.clone() {
            let answer = sweep.cast_certified(&CastOptions {
                method,
                max_steps,
                ..CastOptions::default()
            });
            answer.certificate.verify(&sweep).unwrap();
            let Outcome::Unresolved(found) = answer.outcome else {
                break;
            };
            let until = found.safe_fraction;
            // But for the rounding of one plane beside another.
            assert!(until >= free - 1e-14, "{i} {max_steps}: {until} {free}");
            free = until.max(free);
        }
        assert!(free > 0.0, "{i}");
    }
}

#[test]
fn a_higher_limit_is_never_worse_before_there_is_a_plane() {
    a_higher_limit_is_never_worse(Method::ConservativeAdvancement, 0..12);
}

/// The swept obstacle's planes are not forgotten where the portal is refined near the contact.
#[test]
fn a_higher_limit_is_never_worse_after_the_subtraction() {
    a_higher_limit_is_never_worse(Method::SweptMpr, 0..60);
}

/// A cylinder comes from far away and passes the plane of a triangle's side within rounding, where the portal cannot tell on which side of
/// the way that lies: distance goes on from where contact is near, and finds there that the shapes come apart.
#[test]
fn what_comes_apart_where_contact_is_near_is_a_miss() {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let quarter = Quaternion::new(half, half, 0.0, 0.0);
    let at = |position: [f64; 3], q| {
        let turn = UnitQuaternion::new_unchecked(q);
        Isometry3::from_parts(Translation3::from(position), turn)
    };
    let triangle = Triangle::new(
        [0.0, 0.0, 0.0],
        [-0.04999999999999998, 0.0, 0.08660254037844388],
        [0.1, 0.0, 0.0],
    );
    let stands = at([-0.15000000000000002, -0.1, -0.2], quarter);
    let fixed = Placed::new(triangle.unwrap(), stands).unwrap();
    let down = at([2.0, -1.9, 2.0], Quaternion::new(0.0, 1.0, 0.0, 0.0));
    let moving = Placed::new(Cylinder::new(0.2, 0.05).unwrap(), down).unwrap();
    for length in [4.0, 8.0, 102.4] {
        let sweep = Sweep::new(moving, [-length, length, -length], fixed).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            let miss = certified.outcome.miss().copied();
            // A plane that proves it need not be the best one.
            assert!(
                miss.is_some_and(|miss| miss.gap > 0.05),
                "{length} {method:?}"
            );
            let proven = certified.certificate.verify(&sweep);
            assert!(proven.is_ok(), "{length} {method:?}: {proven:?}");
        }
    }
}

/// A point a hair beside a cylinder's rim goes on along it, by a way so long that the line met the rim a hair of that before the start. However
/// early a method is given up, that is no hit.
#[test]
fn what_is_met_before_the_start_is_no_hit() {
    let side = 23.0 * (1.0 + 92.0 * f64::from(f32::EPSILON));
    let moving = Placed::new(PointShape, [0.0, 0.0, side]).unwrap();
    let fixed = Placed::new(Cylinder::new(side, side).unwrap(), [side, side, 23.0]).unwrap();
    let sweep = Sweep::new(moving, [side, side, 2.3e17], fixed).unwrap();
    for method in Method::ALL {
        for max_steps in 1..120 {
            let options = CastOptions {
                method,
                max_steps,
                ..CastOptions::default()
            };
            let cast = sweep.cast_certified(&options);
            let outcome = &cast.outcome;
            assert!(
                matches!(outcome, Outcome::Miss(_) | Outcome::Unresolved(_)),
                "{method:?}, {max_steps}: {outcome:?}"
            );
            let proven = cast.certificate.verify(&sweep);
            assert!(proven.is_ok(), "{method:?}, {max_steps}: {proven:?}");
        }
    }
}
