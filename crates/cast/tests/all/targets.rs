//! One moving shape against many placed ones: the same bits as one by one.

use crate::dice::Dice;
use core::fmt::Debug;
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, StartOverlap, Sweep, Targets};
use swept_support::{
    Capsule, Core, Cuboid, KnownCore, Placed, Real, Shape, Sphere, Support, Triangle,
};

const DISPLACEMENT: [f64; 3] = [4.0, 0.5, -0.25];

fn pose<T: Real>(position: Vector3<f64>, rotation: [f64; 4]) -> Isometry3<T> {
    let [i, j, k, w] = rotation.map(T::nearest);
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
    Isometry3::from_parts(Translation3::from(position.map(T::nearest)), rotation)
}

/// Places for fixed shapes, most of them on the way and at an angle, and in turn: upright, at a quarter turn, around the
/// start, far off, in line with the start along an axis, and on a lattice, where shapes touch exactly.
fn poses<T: Real>(count: usize, dice: &mut Dice) -> Vec<Isometry3<T>> {
    let one = |i: usize| {
        let d = Vector3::from(DISPLACEMENT);
        let ahead = d * (0.9 + 0.4 * dice.roll()) + dice.vector();
        let turned = [dice.roll(), dice.roll(), dice.roll(), dice.roll()];
        let (upright, quarter) = ([0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]);
        match i % 12 {
            1 => pose(ahead, upright),
            2 => pose(ahead, quarter),
            3 => pose(dice.vector() * 0.5, turned),
            4 => pose(d * 40.0 + dice.vector(), turned),
            5 => pose(Vector3::x() * 3.0, upright),
            6 => pose(
                dice.vector().map(|x| (4.0 * x).round() * 0.25) + Vector3::x() * 2.0,
                upright,
            ),
            7 => pose(-ahead, turned),
            8 => pose(Vector3::new(1.25, -0.0, 0.0), upright),
            _ => pose(ahead, turned),
        }
    };
    (0..count).map(one).collect()
}

fn same_bits<T: Real, S: Support + Clone + Debug>(
    moving: &Placed<T, S>,
    displacement: Vector3<f64>,
    targets: &Targets<T, S>,
    options: &CastOptions<T>,
) -> [usize; 2] {
    let d = displacement.map(T::nearest);
    let all = targets.cast_with(moving, d, options).expect("valid");
    assert_eq!(all.len(), targets.placed().len());
    let mut hits_and_misses = [0; 2];
    for (i, (fixed, found)) in targets.placed().iter().zip(&all).enumerate() {
        let sweep = Sweep::new(moving.clone(), d, fixed.clone()).expect("valid");
        let expected = sweep.cast_with(options);
        // As text, so that a zero's sign counts.
        assert_eq!(
            format!("{found:?}"),
            format!("{expected:?}"),
            "{i}: {sweep:?}"
        );
        match found {
            Outcome::Hit(_) => hits_and_misses[0] += 1,
            Outcome::Miss(_) => hits_and_misses[1] += 1,
            _ => {}
        }
    }
    hits_and_misses
}

fn shapes<T: Real>() -> [Shape<T>; 5] {
    let n = T::nearest;
    let corners = [[-1.0, -0.5, 0.25], [1.0, -0.5, 0.0], [0.125, 1.0, -0.25]];
    let [a, b, c] = corners.map(|p| p.map(n));
    [
        Sphere::new(n(0.5)).unwrap().into(),
        Cuboid::new([n(0.5), n(0.75), n(0.375)]).unwrap().into(),
        Capsule::new(n(0.5), n(0.25)).unwrap().into(),
        Triangle::new(a, b, c).unwrap().into(),
        Sphere::new(T::zero()).unwrap().into(),
    ]
}

fn every_pair<T: Real>() {
    let mut dice = Dice(7);
    for moving in shapes::<T>() {
        for fixed in shapes::<T>() {
            for rotation in [[0.0, 0.0, 0.0, 1.0], [0.5, -0.25, 0.125, 0.75]] {
                let moving = Placed::new(moving.clone(), pose::<T>(Vector3::zeros(), rotation));
                let placed = poses(97, &mut dice).into_iter();
                let placed = placed.map(|pose| Placed::new(fixed.clone(), pose).unwrap());
                let targets = Targets::new(placed).unwrap();
                let options = CastOptions::default();
                let d = Vector3::from(DISPLACEMENT);
                let seen = same_bits(&moving.unwrap(), d, &targets, &options);
                assert!(seen[1] > 10, "{seen:?}");
            }
        }
    }
}

#[test]
fn targets_answer_as_single_casts_for_every_pair_in_both_scalars() {
    every_pair::<f32>();
    every_pair::<f64>();
}

fn any_length<T: Real>() {
    let [ball, cuboid, ..] = shapes::<T>();
    let start = pose::<T>(Vector3::zeros(), [0.5, -0.25, 0.125, 0.75]);
    for (shape, least) in [(ball, 8), (cuboid, 8)] {
        let mut hits = 0;
        for count in [0, 1, 7, 8, 9, 16, 41] {
            let placed = poses(count, &mut Dice(count as u64)).into_iter();
            let placed = placed.map(|pose| Placed::new(shape.clone(), pose).unwrap());
            let targets = Targets::new(placed).unwrap();
            let moving = Placed::new(shape.clone(), start).unwrap();
            let d = Vector3::from(DISPLACEMENT);
            hits += same_bits(&moving, d, &targets, &CastOptions::default())[0];
        }
        assert!(hits > least, "{hits}");
    }
}

#[test]
fn the_last_row_may_hold_any_number() {
    any_length::<f32>();
    any_length::<f64>();
}

fn any_options<T: Real>() {
    let n = T::nearest;
    let plain = CastOptions::<T>::default();
    let options = [
        CastOptions {
            method: Method::Portal,
            ..plain
        },
        CastOptions {
            max_steps: 1,
            ..plain
        },
        CastOptions {
            target_distance: n(0.125),
            ..plain
        },
        CastOptions {
            tolerance: n(0.01),
            ..plain
        },
        CastOptions {
            start_overlap: StartOverlap::Ignore,
            ..plain
        },
    ];
    let [ball, cuboid, ..] = shapes::<T>();
    for shape in [ball, cuboid] {
        let placed = poses(41, &mut Dice(3)).into_iter();
        let placed = placed.map(|pose| Placed::new(shape.clone(), pose).unwrap());
        let targets = Targets::new(placed).unwrap();
        let start = pose::<T>(Vector3::new(0.0, 0.125, 0.0), [0.5, -0.25, 0.125, 0.75]);
        let moving = Placed::new(shape.clone(), start).unwrap();
        for options in &options {
            same_bits(&moving, Vector3::from(DISPLACEMENT), &targets, options);
        }
        // No motion, along an axis, backward, and too short to have a square.
        for d in [
            [0.0; 3],
            [4.0, 0.0, 0.0],
            [-3.0, 0.0, -0.0],
            [1e-30, 0.0, 0.0],
        ] {
            same_bits(&moving, Vector3::from(d), &targets, &plain);
        }
    }
}

#[test]
fn options_and_motions_change_nothing_but_the_answers() {
    any_options::<f32>();
    any_options::<f64>();
}

#[test]
fn bad_motions_and_shapes_are_refused_as_by_a_sweep() {
    let ball = |x: f64| Placed::new(Sphere::new(0.5).unwrap(), [x, 0.0, 0.0]).unwrap();
    let targets = Targets::new([ball(2.0), ball(4.0)]).unwrap();
    let error = targets.cast(&ball(0.0), [f64::NAN, 0.0, 0.0]).unwrap_err();
    assert_eq!(error.field, "displacement[0]");
    let hits = targets.cast(&ball(0.0), [8.0, 0.0, 0.0]).unwrap();
    // The balls are 1 and 3 apart: an eighth and three eighths of the way.
    for (hit, expected) in hits.iter().zip([0.125, 0.375]) {
        let hit = hit.hit().expect("they meet");
        assert!(hit.fraction <= expected && expected <= hit.fraction_upper);
    }
    struct Endless;
    impl Support for Endless {
        fn support_point(&self, _: &Vector3<f64>) -> nalgebra::Point3<f64> {
            nalgebra::Point3::origin()
        }
        fn interior_point(&self) -> nalgebra::Point3<f64> {
            nalgebra::Point3::origin()
        }
        fn extent(&self) -> f64 {
            f64::INFINITY
        }
    }
    let endless = Placed::<f64, _>::new(Endless, [0.0; 3]).unwrap();
    let refused = Targets::new([endless]).map(|_| ()).unwrap_err();
    assert_eq!(refused.field, "fixed.extent");
}

/// A ball of a user's own, which states more extent than its core has, as it may.
#[derive(Clone, Debug)]
struct Spacious(f64);

impl Support for Spacious {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn radius(&self) -> f64 {
        0.5
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.0
    }
    fn known_core(&self) -> KnownCore {
        KnownCore::Point
    }
}

fn spacious<T: Real>() {
    for extent in [0.0, 1e-30, 0.1, 0.6] {
        for far in [1.0, 1e4] {
            let mut dice = Dice(11);
            let mut put = |far: f64| {
                let at = (dice.vector() * far).map(T::nearest);
                Placed::new(Spacious(extent), at).unwrap()
            };
            let targets = Targets::new((0..300).map(|_| put(2.0))).unwrap();
            let moving = put(far);
            let way = -moving.position() * 1.5;
            let [hits, misses] = same_bits(&moving, way, &targets, &CastOptions::default());
            assert!(hits > 20 && misses > 20, "{hits} {misses}");
        }
    }
}

#[test]
fn balls_that_state_more_than_they_have_are_cast_together_as_one_by_one() {
    spacious::<f64>();
    spacious::<f32>();
}

/// A box of a user's own, whose support points are its corners up to rounding, as they may be.
#[derive(Clone, Debug)]
struct Rounded(Vector3<f64>);

impl Support for Rounded {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let corner = self.0.zip_map(n, f64::copysign);
        Point3::from(corner * (1.0 + 2.0 * f64::EPSILON))
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.25 * self.0.norm()
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn known_core(&self) -> KnownCore {
        KnownCore::Cuboid(self.0)
    }
}

fn rounded<T: Real>() {
    let shape = Rounded(Vector3::new(0.5, 0.75, 0.375));
    let placed = poses::<T>(200, &mut Dice(13)).into_iter();
    let placed = placed.map(|pose| Placed::new(shape.clone(), pose).unwrap());
    let targets = Targets::new(placed).unwrap();
    let start = pose(Vector3::zeros(), [0.5, -0.25, 0.125, 0.75]);
    let moving = Placed::new(shape.clone(), start).unwrap();
    let way = Vector3::from(DISPLACEMENT);
    let [hits, misses] = same_bits(&moving, way, &targets, &CastOptions::default());
    assert!(hits > 20 && misses > 20, "{hits} {misses}");
}

#[test]
fn boxes_whose_support_points_are_rounded_are_cast_together_as_one_by_one() {
    rounded::<f64>();
    rounded::<f32>();
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_no_bit() {
    let shape = shapes::<f64>()[1].clone();
    let placed = poses(500, &mut Dice(5)).into_iter();
    let placed = placed.map(|pose| Placed::new(shape.clone(), pose).unwrap());
    let targets = Targets::new(placed).unwrap();
    let start = pose(Vector3::zeros(), [0.5, -0.25, 0.125, 0.75]);
    let moving = Placed::new(shape.clone(), start).unwrap();
    let options = CastOptions::default();
    let one = targets.cast(&moving, DISPLACEMENT).unwrap();
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let many = pool.expect("threads").install(|| {
            [
                targets.par_cast(&moving, DISPLACEMENT),
                targets.par_cast_with(&moving, DISPLACEMENT, &options),
            ]
        });
        for many in many {
            assert_eq!(format!("{one:?}"), format!("{:?}", many.unwrap()));
        }
    }
}
