//! Input that is no shape or no sweep, and input that barely is one: each is an error that names the field and the value,
//! or has the right answer, stated here.

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use std::fmt::Display;
use swept::{
    Capsule, CastOptions, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Outcome,
    Placed, PointShape, Real, Rounded, Segment, Sphere, StartOverlap, Support, Sweep, Triangle,
};
use swept_tests::{Options, Precision, widen};

/// A row of a table of errors: what was built, and what the error must say.
type Row = (Result<(), String>, &'static str);

fn refused<S, E: Display>(result: Result<S, E>) -> Result<(), String> {
    result.map(drop).map_err(|e| e.to_string())
}

fn check(rows: &[Row]) {
    for (i, (found, expected)) in rows.iter().enumerate() {
        assert_eq!(found, &Err((*expected).to_string()), "row {i}");
    }
}

fn three<T: Real>(x: f64, y: f64, z: f64) -> [T; 3] {
    [x, y, z].map(T::nearest)
}

// ------------------------------------------------------------------------------------------------ shapes

/// What no scalar takes.
fn shapes<T: Real>() -> Vec<Row> {
    let n = T::nearest;
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let (zero, one) = (n(0.0), n(1.0));
    let origin = three::<T>(0.0, 0.0, 0.0);
    vec![
        (
            refused(Sphere::new(n(-1.0))),
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(inf))),
            "radius: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Sphere::new(n(-inf))),
            "radius: -inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cuboid::new(three::<T>(1.0, -2.0, 1.0))),
            "half_extents[1]: -2 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cuboid::new(three::<T>(1.0, 1.0, nan))),
            "half_extents[2]: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Capsule::new(n(-0.5), one)),
            "half_height: -0.5 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Capsule::new(one, n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cylinder::new(n(inf), one)),
            "half_height: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cylinder::new(one, n(-0.25))),
            "radius: -0.25 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cone::new(n(nan), one)),
            "half_height: NaN is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Cone::new(one, n(-1.0))),
            "radius: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Ellipsoid::new(three::<T>(-1.0, 1.0, 1.0))),
            "radii[0]: -1 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Ellipsoid::new(three::<T>(1.0, 1.0, inf))),
            "radii[2]: inf is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Segment::new(origin, three::<T>(0.0, nan, 0.0))),
            "b[1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            refused(Triangle::new(origin, origin, three::<T>(0.0, 0.0, -inf))),
            "c[2]: -inf is not a coordinate (expected a finite number)",
        ),
        (
            refused(ConvexHull::<T>::new([] as [Point3<T>; 0])),
            "points: 0 is not a count of points (expected at least 1)",
        ),
        (
            refused(ConvexHull::<T>::new([
                origin,
                origin,
                three::<T>(inf, 0.0, 0.0),
            ])),
            "points[2][0]: inf is not a coordinate (expected a finite number)",
        ),
        (
            refused(ConvexHull::<T>::new(vec![three::<T>(0.0, nan, 0.0); 100])),
            "points[0][1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            refused(HalfSpace::new(origin)),
            "normal: 0 is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
        (
            refused(HalfSpace::new(three::<T>(0.0, nan, 1.0))),
            "normal: NaN is not the size of a direction (expected three finite numbers that are not all zero)",
        ),
        (
            refused(Rounded::new(PointShape, n(-0.125))),
            "radius: -0.125 is not a length (expected a finite number >= 0)",
        ),
        (
            refused(Rounded::new(Sphere::new(zero).unwrap(), n(nan))),
            "radius: NaN is not a length (expected a finite number >= 0)",
        ),
    ]
}

#[test]
fn shapes_in_f64() {
    check(&shapes::<f64>());
}

#[test]
fn shapes_in_f32() {
    check(&shapes::<f32>());
}

#[test]
fn sizes_whose_powers_leave_f64() {
    // Lengths in f64 are 0 or from 2^-100 to 2^100.
    check(&[
        (
            refused(Sphere::new(1e31)),
            "radius: 10000000000000000000000000000000 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
        (
            refused(Cuboid::new([1.0, 1e-31, 1.0])),
            "half_extents[1]: 0.0000000000000000000000000000001 is not within this scalar's range \
             of lengths (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
        (
            refused(ConvexHull::new([[0.0, 0.0, -2e30]])),
            "points[0][2]: -2000000000000000000000000000000 is not within this scalar's range of \
             lengths (expected 0 or a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)",
        ),
    ]);
}

#[test]
fn sizes_whose_squares_leave_f32() {
    // Lengths in f32 are 0 or from 2^-63 to 2^63. The f32 nearest to 1e19 is 9,999,999,980,506,447,872.
    check(&[
        (
            refused(Sphere::new(1e19f32)),
            "radius: 9999999980506448000 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 1.0842021724855044e-19 to 9.223372036854776e18)",
        ),
        (
            refused(Segment::new([0.0, -1e19f32, 0.0], [0.0; 3])),
            "a[1]: -9999999980506448000 is not within this scalar's range of lengths \
             (expected 0 or a magnitude from 1.0842021724855044e-19 to 9.223372036854776e18)",
        ),
    ]);
    assert!(Capsule::new(1e-20f32, 1.0).is_err() && Ellipsoid::new([1.0, 1.0, 1e30f32]).is_err());
}

// ------------------------------------------------------------------------------------------ poses and sweeps

fn pose<T: Real>(position: [f64; 3], quaternion: [f64; 4]) -> Isometry3<T> {
    let [x, y, z, w] = quaternion.map(T::nearest);
    Isometry3::from_parts(
        Translation3::from(position.map(T::nearest)),
        UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
    )
}

fn poses<T: Real>() -> Vec<Row> {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let still = [0.0, 0.0, 0.0, 1.0];
    let place = |p, q| refused(Placed::new(PointShape, pose::<T>(p, q)));
    vec![
        (
            place([0.0, nan, 0.0], still),
            "position[1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            place([0.0, 0.0, -inf], still),
            "position[2]: -inf is not a coordinate (expected a finite number)",
        ),
        (
            place([0.0; 3], [0.0; 4]),
            "rotation: 0 is not a rotation (expected a finite quaternion that is not zero)",
        ),
        (
            place([0.0; 3], [nan, 0.0, 0.0, 1.0]),
            "rotation: NaN is not a rotation (expected a finite quaternion that is not zero)",
        ),
        (
            place([0.0; 3], [0.0, 0.0, 0.0, inf]),
            "rotation: inf is not a rotation (expected a finite quaternion that is not zero)",
        ),
    ]
}

/// A shape of the user's own that may say anything.
struct Claims {
    radius: f64,
    extent: f64,
}

impl Support for Claims {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

fn sweeps<T: Real>() -> Vec<Row> {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let at = |shape| Placed::new(shape, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let point = || Placed::new(PointShape, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let moved = |x, y, z| refused(Sweep::new(point(), three::<T>(x, y, z), point()));
    let claims = |radius, extent| at(Claims { radius, extent });
    let one = three::<T>(1.0, 0.0, 0.0);
    let half_space = HalfSpace::new(one).unwrap();
    let half_space = Placed::new(half_space, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let rounded = Rounded::new(*half_space.shape(), T::nearest(1.0)).unwrap();
    let rounded = Placed::new(rounded, three::<T>(0.0, 0.0, 0.0)).unwrap();
    vec![
        (
            moved(nan, 0.0, 0.0),
            "displacement[0]: NaN is not a finite number within this scalar's range of lengths",
        ),
        (
            moved(0.0, inf, 0.0),
            "displacement[1]: inf is not a finite number within this scalar's range of lengths",
        ),
        (
            moved(0.0, 0.0, -inf),
            "displacement[2]: -inf is not a finite number within this scalar's range of lengths",
        ),
        (
            refused(Sweep::new(half_space, one, point())),
            "moving.shape: inf is not a bounded shape (a half-space may only be the fixed shape)",
        ),
        (
            refused(Sweep::new(rounded, one, point())),
            "moving.shape: inf is not a bounded shape (a half-space may only be the fixed shape)",
        ),
        (
            refused(Sweep::new(claims(nan, 1.0), one, point())),
            "moving.radius: NaN is not a length within this scalar's range (expected a finite number >= 0)",
        ),
        (
            refused(Sweep::new(claims(1.0, inf), one, point())),
            "moving.extent: inf is not a length within this scalar's range (expected a finite number >= 0)",
        ),
        (
            refused(Sweep::new(point(), one, claims(-1.0, 1.0))),
            "fixed.radius: -1 is not a length within this scalar's range (expected a finite number >= 0)",
        ),
        (
            refused(Sweep::new(point(), one, claims(0.0, 1e200))),
            // 1e200 as Rust displays it: in full.
            leak(format!(
                "fixed.extent: {} is not a length within this scalar's range (expected a finite number >= 0)",
                1e200
            )),
        ),
    ]
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[test]
fn poses_and_sweeps_in_f64() {
    check(&poses::<f64>());
    check(&sweeps::<f64>());
    let point = || Placed::new(PointShape, [0.0; 3]).unwrap();
    check(&[(
        refused(Sweep::new(point(), [0.0, -1e31, 0.0], point())),
        "displacement[1]: -10000000000000000000000000000000 is not a finite number within this \
         scalar's range of lengths",
    )]);
}

#[test]
fn poses_and_sweeps_in_f32() {
    check(&poses::<f32>());
    check(&sweeps::<f32>());
    // The f32 nearest to 1e30 is 1,000,000,015,047,466,219,876,688,855,040.
    let point = || Placed::new(PointShape, [0.0f32; 3]).unwrap();
    check(&[(
        refused(Sweep::new(point(), [1e30, 0.0, 0.0], point())),
        "displacement[0]: 1000000015047466200000000000000 is not a finite number within this \
         scalar's range of lengths",
    )]);
}

// ------------------------------------------------------------------------------------------ right answers

/// A ball of radius 0.5 falling from `height` onto a box whose top is at 1.
fn falling<T: Real>(height: f64, displacement: f64) -> Outcome<f64> {
    let n = T::nearest;
    let moving = Placed::new(Sphere::new(n(0.5)).unwrap(), three::<T>(0.0, height, 0.0)).unwrap();
    let fixed = Cuboid::new(three::<T>(1.0, 1.0, 1.0)).unwrap();
    let fixed = Placed::new(fixed, three::<T>(0.0, 0.0, 0.0)).unwrap();
    cast(&Sweep::new(moving, three::<T>(0.0, displacement, 0.0), fixed).unwrap())
}

/// The default answer, after its certificate was checked.
fn cast<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> Outcome<f64> {
    let certified = sweep.cast_certified(&CastOptions::default());
    let verdict = certified.certificate.verify(sweep);
    assert!(verdict.is_ok(), "{verdict:?} for {certified:?}");
    widen(&certified.outcome)
}

/// A hit around `fraction`, closed to the scalar's last places of a scale `l` under a rate of motion `rate`.
fn assert_hits_at<T: Real>(outcome: &Outcome<f64>, fraction: f64, rate: f64, l: f64) {
    let Outcome::Hit(hit) = outcome else {
        panic!("no hit: {outcome:?}")
    };
    let rounding = f64::EPSILON * fraction;
    assert!(hit.fraction <= fraction + rounding, "late: {outcome:?}");
    assert!(
        hit.fraction_upper >= fraction - rounding,
        "early: {outcome:?}"
    );
    let open = (hit.fraction_upper - hit.fraction) * rate;
    assert!(
        open <= 2.0 * Precision::of::<T>().error(l),
        "wide: {outcome:?}"
    );
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
    let fixed = Cuboid::new(three::<T>(1.0, 1.0, 1.0)).unwrap();
    let fixed = Placed::new(fixed, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let outcome = cast(&Sweep::new(moving, three::<T>(0.0, -4.0, 0.0), fixed).unwrap());
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

/// A box whose half extent along x is 2, turned a quarter about z, so that it stands 2 high: 5 - 2 - 1 of 4.
fn turned_box<T: Real>(quaternion: [f64; 4]) {
    let shape = Cuboid::new(three::<T>(2.0, 1.0, 1.0)).unwrap();
    let moving = Placed::new(shape, pose::<T>([0.0, 5.0, 0.0], quaternion)).unwrap();
    let fixed = Cuboid::new(three::<T>(1.0, 1.0, 1.0)).unwrap();
    let fixed = Placed::new(fixed, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let outcome = cast(&Sweep::new(moving, three::<T>(0.0, -4.0, 0.0), fixed).unwrap());
    assert_hits_at::<T>(&outcome, 0.5, 4.0, 8.0);
}

#[test]
fn of_a_quaternion_only_the_direction_counts() {
    for length in [1.0, 1e-3, 1e150, 1e-150, 1e-320] {
        turned_box::<f64>([0.0, 0.0, length, length]);
    }
    for length in [1.0, 1e-3, 1e30, 1e-30, 1e-45] {
        turned_box::<f32>([0.0, 0.0, length, length]);
    }
}

#[test]
fn a_half_space_may_have_a_normal_of_any_length() {
    for length in [1e-30, 1e-3, 1e30] {
        let floor = HalfSpace::new([0.0, length, 0.0]).unwrap();
        let fixed = Placed::new(floor, [0.0; 3]).unwrap();
        let moving = Placed::new(Sphere::new(1.0).unwrap(), [0.0, 4.0, 0.0]).unwrap();
        let outcome = cast(&Sweep::new(moving, [0.0, -4.0, 0.0], fixed).unwrap());
        assert_hits_at::<f64>(&outcome, 0.75, 4.0, 6.0);
    }
}

#[test]
fn options_of_any_value_leave_the_cast_total() {
    let numbers = [
        0.0,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e300,
        1e-300,
    ];
    let modes = [
        StartOverlap::Report,
        StartOverlap::IgnoreIfReceding,
        StartOverlap::Ignore,
    ];
    let moving = swept_tests::Body::new(swept_tests::Form::sphere(0.5)).at([0.0, 5.5, 0.0]);
    let case = swept_tests::Case {
        id: String::new(),
        moving,
        fixed: swept_tests::Body::new(swept_tests::Form::cuboid([1.0; 3])),
        displacement: [0.0, -8.0, 0.0],
    };
    for target_distance in numbers {
        for tolerance in numbers {
            for start_overlap in modes {
                for max_steps in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let options = Options {
                        target_distance,
                        tolerance,
                        start_overlap,
                        max_steps,
                    };
                    for answer in case.answers_with(&options) {
                        // Contact is at 0.5: whatever is allowed for, no answer is later than that.
                        let safe = answer.outcome.safe_fraction();
                        assert!((0.0..=0.5).contains(&safe), "{options:?}: {answer:?}");
                    }
                }
            }
        }
    }
}
