//! Cores with corners and a radius: what the portal with a ball answers, against a method that knows nothing of it.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Vector3};
use swept_cast::{CastOptions, Certified, Method, Outcome, StartOverlap, Sweep};
use swept_support::{
    Capsule, ConvexHull, Cuboid, Placed, Real, Rounded, Segment, Sphere, Support, Triangle,
};

/// A corner, a rod, a triangle, a box or a hull of this size.
fn core(dice: &mut Dice, size: Vector3<f64>) -> Box<dyn Support> {
    let mut point = || Point3::from(dice.vector().component_mul(&size));
    let points: Vec<_> = (0..16).map(|_| point()).collect();
    let [a, b, c] = [points[0], points[1], points[2]];
    match dice.below(6) {
        0 => Box::new(ConvexHull::<f64>::new([a]).unwrap()),
        1 => Box::new(Segment::new(a, b).unwrap()),
        2 => Box::new(Triangle::new(a, b, c).unwrap()),
        3 => Box::new(Cuboid::new(size).unwrap()),
        4 => Box::new(Capsule::new(size.x, 0.25 * size.x).unwrap()),
        _ => Box::new(ConvexHull::<f64>::new(points).unwrap()),
    }
}

/// Sizes that are alike, a rod's, a plate's, or those of a floor.
fn size(dice: &mut Dice) -> Vector3<f64> {
    let [long, thin] = [1.0 + dice.part(), 0.01 * dice.part()];
    match dice.below(8) {
        0 => Vector3::new(4.0 * long, thin, thin),
        1 => Vector3::new(long, thin, long),
        2 => Vector3::new(200.0, 0.5, 200.0),
        _ => dice.vector().map(|x| 0.25 + x.abs()),
    }
}

/// What a cast by this method tells, which has to verify.
fn told<T: Real>(
    sweep: &Sweep<T, impl Support, impl Support>,
    method: Method,
    case: u64,
) -> Certified<T> {
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let found = sweep.as_dyn().cast_certified(&options);
    let proven = found.certificate.verify(sweep);
    assert!(proven.is_ok(), "{case} {method:?}: {proven:?}");
    found
}

/// Sweeps of the given way past the fixed shape or into it: the brackets share a fraction, misses are misses, and the portal has closed all
/// but a few by itself.
fn agrees<T: Real>(unit: f64) {
    let (mut hits, mut misses, mut by_portal) = (0, 0, 0);
    for case in 0..40_000 {
        let dice = &mut Dice(case);
        let radius = [1e-9, 1e-3, 0.1, 0.5, 4.0][dice.below(5) as usize] * unit;
        let mut shape = |radius: f64| {
            let size = size(dice) * unit;
            (
                Rounded::new(core(dice, size), radius).unwrap(),
                dice.vector() * 3.0,
            )
        };
        let ((m, turn_m), (f, turn_f)) = (shape(radius), shape(0.0));
        let reach = (m.extent().min(4.0 * unit)) + m.radius() + f.extent().min(4.0 * unit);
        let from = dice.vector().normalize() * (reach * [1.25, 3.0, 1e4][dice.below(3) as usize]);
        let to = dice.vector() * (0.75 * reach);
        let scale = from.norm() + m.extent() + m.radius() + f.extent() + f.radius();
        // Flat ones are met on faces that are parallel, too.
        let turn_f = if dice.below(4) == 0 { turn_m } else { turn_f };
        let pose = |at: Vector3<f64>, turn: Vector3<f64>| {
            Isometry3::new(at.map(T::nearest), turn.map(T::nearest))
        };
        let moving = Placed::new(m, pose(from, turn_m)).unwrap();
        let fixed = Placed::new(f, pose(Vector3::zeros(), turn_f)).unwrap();
        let way = ((to - from) * 1.5).map(T::nearest);
        let sweep = Sweep::new(moving, way, fixed).unwrap();
        let own = told(&sweep, Method::Portal, case);
        let other = told(&sweep, Method::GjkRayCast, case);
        match (&own.outcome, &other.outcome) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                hits += 1;
                by_portal += u32::from(own.method == Method::Portal);
                assert!(a.fraction <= b.fraction_upper, "{case}: {a:?} {b:?}");
                assert!(b.fraction <= a.fraction_upper, "{case}: {a:?} {b:?}");
                let span = a.fraction_upper.to_f64() - a.fraction.to_f64();
                let closing = -a.normal.map(Real::to_f64).dot(&way.map(Real::to_f64));
                // Both ends have all rounding in them at its worst, of a plane and of a point that are turned up to some 80u each, of
                // lengths that add up to the scale (`tolerance.rs`); 128u are allowed.
                let open = span * closing / scale;
                assert!(open <= 64.0 * T::EPSILON, "{case}: {open:e} {a:?}");
            }
            (Outcome::Miss(_), Outcome::Miss(_)) => misses += 1,
            (Outcome::Overlap(_), Outcome::Overlap(_)) => {}
            (a, b) => panic!("{case}: {a:?} {b:?}"),
        }
    }
    assert!(hits > 12_000 && misses > 12_000, "{hits} {misses}");
    assert!(by_portal >= hits - hits / 100, "{by_portal} of {hits}");
}

#[test]
fn corners_with_a_radius_are_met_where_another_method_meets_them_in_f64() {
    agrees::<f64>(1.0);
    agrees::<f64>(1e-6);
}

#[test]
fn corners_with_a_radius_are_met_where_another_method_meets_them_in_f32() {
    agrees::<f32>(1.0);
    agrees::<f32>(1e3);
}

/// Plates, one behind the other, that are to keep a distance which is nothing beside them: corners meet corners, and the way between them is
/// rounding.
#[test]
fn a_radius_below_rounding_does_not_turn_a_normal_around() {
    let corners = [[0.0, 1.0, 0.0], [0.0, -1.0, 1.0], [0.0, -1.0, -1.0]].map(Point3::from);
    for power in -70..-40 {
        for case in 0..200 {
            let dice = &mut Dice(case);
            let plate = || ConvexHull::<f64>::new(corners).unwrap();
            let turned = dice.vector() * 3.0;
            let axis = nalgebra::Rotation3::new(turned) * Vector3::x();
            let pose = |along: f64| Isometry3::new(axis * along, turned);
            let moving = Placed::new(plate(), pose(0.0)).unwrap();
            let fixed = Placed::new(plate(), pose(2.0 + dice.part())).unwrap();
            let sweep = Sweep::new(moving, axis * 4.0, fixed).unwrap();
            let options = CastOptions {
                target_distance: 2_f64.powi(power),
                ..CastOptions::default()
            };
            let found = sweep.as_dyn().cast_certified(&options);
            found.certificate.verify(&sweep).unwrap();
            let hit = found.outcome.hit().unwrap();
            assert!(hit.normal.dot(&axis) < -0.5, "{power} {case}: {hit:?}");
            let open = hit.fraction_upper - hit.fraction;
            assert!(open < 1e-13, "{power} {case}: {hit:?}");
        }
    }
}

/// From where a cast has ended, further, away, and along the surface, by ways of any length.
#[test]
fn what_touches_around_corners_is_stopped_or_goes() {
    let mut seen = 0;
    for case in 0..4_000 {
        let dice = &mut Dice(case);
        let radius = [1e-3, 0.1, 0.5][dice.below(3) as usize];
        let mut shape = || {
            let size = dice.vector().map(|x| 0.25 + x.abs());
            let core = core(dice, size);
            (Rounded::new(core, radius).unwrap(), dice.vector() * 3.0)
        };
        let ((m, turn_m), (f, turn_f)) = (shape(), shape());
        let from = dice.vector().normalize() * 6.0;
        let fixed = Placed::new(&f, Isometry3::new(Vector3::zeros(), turn_f)).unwrap();
        let at = |at: Vector3<f64>| Placed::new(&m, Isometry3::new(at, turn_m)).unwrap();
        let way = dice.vector() * 0.5 - from;
        let sweep = Sweep::new(at(from), way, fixed).unwrap();
        let Outcome::Hit(hit) = sweep.as_dyn().cast() else {
            continue;
        };
        seen += 1;
        let there = from + way * hit.fraction;
        let n = hit.normal.into_inner();
        // Beyond 2⁻⁴⁰ of the shapes a way may be no more than a touch.
        let long = 2_f64.powi(-(dice.below(30) as i32));
        let across = (way - n * n.dot(&way)).normalize() + n * 1e-6;
        for (way, is_met) in [(way, true), (-way, false), (across, false)] {
            let sweep = Sweep::new(at(there), way * long, fixed).unwrap();
            for overlap in [StartOverlap::Report, StartOverlap::IgnoreIfReceding] {
                let options = CastOptions {
                    start_overlap: overlap,
                    ..CastOptions::default()
                };
                let found = sweep.as_dyn().cast_certified(&options);
                found.certificate.verify(&sweep).unwrap();
                match found.outcome {
                    Outcome::Hit(hit) => {
                        let short = hit.fraction * (way * long).norm();
                        assert!(is_met && short <= 1e-12, "{case}: {hit:?}");
                        assert!(hit.normal.dot(&n) > 0.9, "{case}: {hit:?} {n}");
                    }
                    Outcome::Miss(miss) => assert!(!is_met, "{case} {way}: {miss:?}"),
                    other => panic!("{case}: {other:?}"),
                }
            }
        }
    }
    assert!(seen > 2_000, "{seen}");
}

/// A ball that passes over a cube, and would come into it by less than what counts as a touch: it comes against the edge on its way.
#[test]
fn what_is_grazed_by_less_than_a_touch_is_met() {
    fn met<T: Real>(powers: core::ops::Range<i32>) {
        let corners = (0..8).map(|i| {
            let side = |bit: u32| T::nearest(if i >> bit & 1 == 0 { -1.0 } else { 1.0 });
            Point3::new(side(0), side(1), side(2))
        });
        let cube = ConvexHull::<T>::new(corners).unwrap();
        let ball = Sphere::<T>::new(T::nearest(0.5)).unwrap();
        let fixed = Placed::<T, _>::new(cube, Isometry3::identity()).unwrap();
        // Along the middle, and in the planes of two of its sides.
        for (power, z) in powers.flat_map(|power| [0.25, -1.0, 1.0].map(|z| (power, z))) {
            let at = Vector3::new(-4.0, 1.5 - 2_f64.powi(power), z);
            let moving = Placed::new(ball, Isometry3::from(at.map(T::nearest))).unwrap();
            let way = Vector3::new(8.0, 0.0, 0.0).map(T::nearest);
            let sweep = Sweep::new(moving, way, fixed.clone()).unwrap();
            let found = told(&sweep, Method::Auto, 0);
            assert!(
                found.outcome.hit().is_some(),
                "{power} {z}: {:?}",
                found.outcome
            );
        }
    }
    met::<f64>(-46..-30);
    met::<f32>(-22..-14);
}
