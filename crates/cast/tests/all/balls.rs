//! The closed form of two balls, against numbers that a reader can derive.

use crate::dice::Dice;
use nalgebra::Vector3;
use swept_cast::{CastOptions, Certified, Method, Outcome, Sweep};
use swept_support::{Placed, PointShape, Real, Sphere};

type V = Vector3<f64>;

/// Support evaluations that a closed form counts as.
const STEPS: u32 = 2;

type TwoBalls<T> = Sweep<T, Sphere<T>, Sphere<T>>;

/// A ball of radius 0.5 at the origin, moving by `d`, and one of radius 0.75 at `p`.
fn balls<T: Real>(d: [f64; 3], p: [f64; 3]) -> TwoBalls<T> {
    let ball = |r: f64| Sphere::new(T::nearest(r)).unwrap();
    let moving = Placed::new(ball(0.5), [T::zero(); 3]).unwrap();
    let fixed = Placed::new(ball(0.75), p.map(T::nearest)).unwrap();
    Sweep::new(moving, d.map(T::nearest), fixed).unwrap()
}

fn proven<T: Real>(sweep: &TwoBalls<T>, target: f64) -> Certified<T> {
    let options = CastOptions {
        target_distance: T::nearest(target),
        ..CastOptions::default()
    };
    let certified = sweep.cast_certified(&options);
    assert_eq!(certified.certificate.verify(sweep).err(), None);
    assert_eq!(sweep.cast_with(&options), certified.outcome);
    certified
}

fn hits<T: Real>(d: [f64; 3], p: [f64; 3], target: f64, fraction: f64, normal: [f64; 3]) {
    let sweep = balls::<T>(d, p);
    let certified = proven(&sweep, target);
    assert_eq!(
        (certified.method, certified.steps),
        (Method::ClosedForm, STEPS)
    );
    let hit = certified.outcome.hit().expect("they meet");
    let (low, high) = (hit.fraction.to_f64(), hit.fraction_upper.to_f64());
    assert!(low <= fraction && fraction <= high && high - low <= 64.0 * T::EPSILON);
    let near = |a: V, b: V, far: f64| (a - b).amax() <= 32.0 * T::EPSILON * far;
    let n = V::from(normal);
    assert!(near(hit.normal.map(Real::to_f64), n, 1.0));
    // Points are numbers of the world, of which those far from its origin are rounded at their own size: to four units there.
    let far = (V::from(p).norm() / 8.0).max(1.0);
    let fixed = V::from(p) + n * 0.75;
    let moving = V::from(d) * low - n * 0.5;
    assert!(near(hit.point_fixed.coords.map(Real::to_f64), fixed, far));
    assert!(near(hit.point_moving.coords.map(Real::to_f64), moving, far));
}

/// Head-on from 5 to 1.25 takes 3.75 of 8. Passing by at 0.75, contact is where the centres are 1 apart along the motion:
/// 0.75² + 1² = 1.25².
#[test]
fn balls_meet_when_their_centres_are_both_radii_apart() {
    hits::<f64>(
        [8.0, 0.0, 0.0],
        [5.0, 0.0, 0.0],
        0.0,
        3.75 / 8.0,
        [-1.0, 0.0, 0.0],
    );
    hits::<f32>(
        [8.0, 0.0, 0.0],
        [5.0, 0.0, 0.0],
        0.0,
        3.75 / 8.0,
        [-1.0, 0.0, 0.0],
    );
    hits::<f64>(
        [8.0, 0.0, 0.0],
        [3.0, 0.75, 0.0],
        0.0,
        0.25,
        [-0.8, -0.6, 0.0],
    );
    hits::<f32>(
        [8.0, 0.0, 0.0],
        [3.0, 0.75, 0.0],
        0.0,
        0.25,
        [-0.8, -0.6, 0.0],
    );
    // A target distance of 0.25: 1.5 apart, 3.5 of 8.
    hits::<f64>(
        [8.0, 0.0, 0.0],
        [5.0, 0.0, 0.0],
        0.25,
        3.5 / 8.0,
        [-1.0, 0.0, 0.0],
    );
}

/// A target distance that is nothing beside any length is none: its square would be no number of `f64`.
#[test]
fn points_meet_at_no_distance_that_is_no_length() {
    let point = |at: [f64; 3]| Placed::new(Sphere::new(0.0).unwrap(), at).unwrap();
    let fixed = point([-1.9e-162, 5.4e-162, 4.8e-162]);
    let sweep = Sweep::new(point([0.0; 3]), [2.4e-19, 2.0e-18, 2.0e-18], fixed).unwrap();
    for target in [6.6e-162, 6.6e-155, 6e-61] {
        let options = CastOptions {
            target_distance: target,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        assert_eq!(certified.certificate.verify(&sweep).err(), None);
        assert_eq!(certified.outcome, sweep.cast());
    }
}

/// Passing by at 0.75 as above, from as far as 400,000 radii: D is a power of two, and contact at D − 1 of 2D. The
/// normal is as exact as from near.
#[test]
fn balls_meet_from_far_away_as_from_near() {
    for k in 2..20 {
        let far = f64::from(1 << k);
        let (d, p) = ([2.0 * far, 0.0, 0.0], [far, 0.75, 0.0]);
        let fraction = 0.5 - 0.5 / far;
        hits::<f32>(d, p, 0.0, fraction, [-0.8, -0.6, 0.0]);
        hits::<f64>(d, p, 0.0, fraction, [-0.8, -0.6, 0.0]);
        // Beside by 1.5: 0.25 apart at the closest.
        let misses = balls::<f32>(d, [far, 1.5, 0.0]);
        let gap = room(&proven(&misses, 0.0));
        assert!((0.25 - 1e-6..=0.25).contains(&gap), "{gap} from {far}");
    }
}

/// Centres 0.6 apart where both radii are 1.25: 0.65 deep; they were 1.25 apart 0.65 ago, and will be 1.85 from now, of 2.
/// Whichever way, and as the methods that iterate have it.
#[test]
fn balls_that_overlap_are_as_deep_as_their_centres_say() {
    overlaps::<f64>();
    overlaps::<f32>();
}

fn overlaps<T: Real>() {
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 64.0 * T::EPSILON, "{a} {b}");
    for (way, [entry, exit]) in [(2.0, [-0.325, 0.925]), (-2.0, [-0.925, 0.325])] {
        let sweep = balls::<T>([way, 0.0, 0.0], [0.6, 0.0, 0.0]);
        let certified = proven(&sweep, 0.5);
        assert_eq!(certified.method, Method::ClosedForm);
        let Outcome::Overlap(overlap) = certified.outcome else {
            panic!("{certified:?}");
        };
        assert!(overlap.depth_lower <= overlap.depth);
        near(overlap.depth.to_f64(), 0.65);
        near(overlap.depth_lower.to_f64(), 0.65);
        near(overlap.normal.x.to_f64(), -1.0);
        near(overlap.point_moving.x.to_f64(), 0.5);
        near(overlap.point_fixed.x.to_f64(), -0.15);
        near(overlap.entry.to_f64(), entry);
        near(overlap.exit.to_f64(), exit);
    }
    // All around, all but touching and all but in one place, along the way, across it and against it.
    let mut closed = 0;
    for i in 0..600 {
        let turn = f64::from(i) * 2.4;
        let y = f64::from(2 * i + 1) / 600.0 - 1.0;
        let r = (1.0 - y * y).sqrt();
        let far = 1.25 * (0.5 + 0.5 * (f64::from(i) * 0.7).sin());
        let p = [r * turn.cos() * far, y * far, r * turn.sin() * far];
        let sweep = balls::<T>([0.5, 2.0, -1.0], p);
        let certified = proven(&sweep, 0.0);
        closed += u32::from(certified.method == Method::ClosedForm);
        let options = CastOptions {
            method: Method::Portal,
            ..CastOptions::default()
        };
        let (one, other) = (certified.outcome, sweep.cast_with(&options));
        let (Outcome::Overlap(one), Outcome::Overlap(other)) = (&one, &other) else {
            assert_eq!(one, other);
            continue;
        };
        let steep = 64.0 / far.max(1e-6);
        let near = |a: T, b: T| {
            let (a, b) = (a.to_f64(), b.to_f64());
            assert!((a - b).abs() <= steep * T::EPSILON, "{i}: {a} {b}");
        };
        near(one.depth, other.depth);
        near(one.entry, other.entry);
        near(one.exit, other.exit);
        for k in 0..3 {
            near(one.normal[k], other.normal[k]);
            near(one.point_moving[k], other.point_moving[k]);
            near(one.point_fixed[k], other.point_fixed[k]);
        }
    }
    assert!(closed > 550, "{closed}");
}

/// The gap is the least distance of the whole sweep: on the way, at the end, at the start.
#[test]
fn balls_that_miss_keep_their_least_distance() {
    let misses = [
        ([8.0, 0.0, 0.0], [3.0, 0.0, 2.0], 0.75),
        ([2.0, 0.0, 0.0], [5.0, 0.0, 0.0], 1.75),
        ([-8.0, 0.0, 0.0], [0.0, 4.0, 0.0], 2.75),
    ];
    for (d, p, gap) in misses {
        let single = proven(&balls::<f32>(d, p), 0.0);
        let double = proven(&balls::<f64>(d, p), 0.0);
        assert_eq!(
            (single.method, double.method),
            (Method::ClosedForm, Method::ClosedForm)
        );
        for (found, ulp) in [
            (room(&single), f64::from(f32::EPSILON)),
            (room(&double), f64::EPSILON),
        ] {
            assert!(
                found <= gap && gap - found <= 128.0 * ulp,
                "{found} of {gap}"
            );
        }
    }
}

/// In any direction, from near and far, by a hair and by much: the check proves the gap, and comes to no more than rounding beyond it.
#[test]
fn gaps_are_proven_and_hardly_less_than_they_are() {
    gaps::<f64>();
    gaps::<f32>();
}

fn gaps<T: Real>() {
    let dice = &mut Dice(5);
    let mut clear = 0;
    for _ in 0..40_000 {
        let far = f64::powi(2.0, dice.below(18) as i32);
        let d = dice.vector() * far;
        let across = d.cross(&dice.vector());
        if across.norm() < 1e-3 * d.norm() {
            continue;
        }
        let beside = 1.25 + 1.25 * f64::powi(2.0, -(dice.below(40) as i32));
        // Nearest before the start, on the way, and beyond the end.
        let p = d * (2.0 * dice.part() - 0.5) + across.normalize() * beside;
        let sweep = balls::<T>(d.into(), p.into());
        let certified = proven(&sweep, 0.0);
        let (Outcome::Miss(miss), Method::ClosedForm) = (&certified.outcome, certified.method)
        else {
            continue;
        };
        clear += 1;
        let gap = certified.certificate.verify(&sweep).unwrap().gap;
        let rounding = T::EPSILON * (gap + T::EPSILON * d.norm())
            + 24.0 * f64::EPSILON * (d.norm() + p.norm() + 1.25);
        let less = gap - miss.gap.to_f64();
        assert!(
            (0.0..=rounding).contains(&less),
            "{miss:?} of {gap}: {d:?} {p:?}"
        );
    }
    assert!(clear > 25_000, "{clear}");
}

/// Nearer than the target distance at the closest, so no miss by 0.75.
#[test]
fn a_target_distance_is_met_beside_too() {
    let sweep = balls::<f64>([8.0, 0.0, 0.0], [3.0, 0.0, 2.0]);
    assert!(proven(&sweep, 1.0).outcome.hit().is_some());
    assert!(proven(&sweep, 0.5).outcome.hit().is_none());
}

/// A gap knows no target distance, so one out of all proportion takes nothing from its proof. The balls part, from 3.75.
#[test]
fn a_target_distance_out_of_all_proportion_leaves_gaps_proven() {
    for k in 2..=120 {
        let target = f64::from(k).exp2();
        let certified = proven(&balls::<f64>([-8.0, 1.0, 0.0], [5.0, 0.0, 0.0]), target);
        assert!((room(&certified) - 3.75).abs() < 1e-14, "2^{k}");
        let certified = proven(&balls::<f32>([-8.0, 1.0, 0.0], [5.0, 0.0, 0.0]), target);
        assert!((room(&certified) - 3.75).abs() < 1e-6, "2^{k}");
    }
}

/// What closes in by next to nothing is safe up to a fraction that is no number any more.
#[test]
fn a_motion_that_all_but_keeps_its_height_is_proven_safe() {
    for (method, max_steps, closing) in Method::ALL.into_iter().flat_map(|method| {
        let speeds = [1e-320, 1e-310, f64::MIN_POSITIVE];
        (0..4).flat_map(move |steps| speeds.map(|closing| (method, steps, closing)))
    }) {
        let sweep = balls::<f64>([8.0, -closing, 0.0], [5.0, -3000.0, 0.0]);
        let options = CastOptions {
            method,
            max_steps,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let flaw = certified.certificate.verify(&sweep).err();
        assert_eq!(flaw, None, "{method:?}, {max_steps} steps, {closing:e}");
    }
}

fn room<T: Real>(certified: &Certified<T>) -> f64 {
    match &certified.outcome {
        Outcome::Miss(miss) => miss.gap.to_f64(),
        other => panic!("{other:?}"),
    }
}

/// A normal in `f32` is not of unit length to the last digit: the depth is how many of it free the shapes.
#[test]
fn a_depth_frees_shapes_along_the_normal_as_it_is_rounded() {
    for i in 0..2_000_u16 {
        let angle = f32::from(i);
        let at = Vector3::new(angle.sin(), angle.cos(), (0.7 * angle).sin()) * 0.5;
        let ball = || Sphere::new(1.0_f32).unwrap();
        let moving = Placed::new(ball(), at).unwrap();
        let fixed = Placed::new(ball(), [0.0_f32; 3]).unwrap();
        let sweep = Sweep::new(moving, [1.0, 0.0, 0.0], fixed).unwrap();
        let Outcome::Overlap(overlap) = sweep.cast() else {
            panic!("{at:?}");
        };
        let way = overlap.normal.map(f64::from) * f64::from(overlap.depth);
        let apart = (at.map(f64::from) + way).norm();
        assert!(apart >= 2.0 - 1e-12, "{at:?} {apart}");
    }
}

/// Contact at 1.25: into it, along it and away, nearly along it, and through a target distance.
#[test]
fn balls_that_touch_are_decided_by_their_centres() {
    fn check<T: Real>() {
        for (d, is_hit) in [
            ([8.0, 0.0, 0.0], true),
            ([1.0, 4.0, -2.0], true),
            ([0.125, 4.0, 0.0], true),
            ([0.0, 4.0, -2.0], false),
            ([-0.5, 4.0, 0.0], false),
            ([-8.0, 0.0, 0.0], false),
        ] {
            for (p, target) in [(1.25, 0.0), (1.5, 0.25), (1.375, 0.25)] {
                let sweep = balls::<T>(d, [p, 0.0, 0.0]);
                let certified = proven(&sweep, target);
                assert_eq!(certified.method, Method::ClosedForm);
                match certified.outcome {
                    Outcome::Hit(hit) => {
                        assert!(
                            is_hit && hit.fraction == T::zero() && hit.fraction_upper == T::zero()
                        );
                        assert_eq!(hit.normal.map(Real::to_f64), Vector3::new(-1.0, 0.0, 0.0));
                    }
                    Outcome::Miss(miss) => {
                        let gap = p - 1.25;
                        let least = gap - 64.0 * T::EPSILON;
                        assert!(
                            !is_hit && (least..=gap).contains(&miss.gap.to_f64()),
                            "{miss:?}"
                        );
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    check::<f64>();
    check::<f32>();
}

/// From there no way tells a normal.
#[test]
fn points_in_one_place_or_all_but_have_a_normal() {
    fn check<T: Real>() {
        for apart in [0.0, 1e-300, 2.7e-231, 1e-40] {
            let at =
                |y: f64| Placed::new(PointShape, [T::zero(), T::nearest(y), T::zero()]).unwrap();
            for way in [1.0, -1.0, 3e-5] {
                let way = [T::zero(), T::nearest(way), T::zero()];
                let sweep = Sweep::new(at(0.0), way, at(apart)).unwrap();
                for target in [0.0, 5.6e-308, 1e-38] {
                    let options = CastOptions {
                        target_distance: T::nearest(target),
                        ..CastOptions::default()
                    };
                    let certified = sweep.cast_certified(&options);
                    assert_eq!(
                        certified.certificate.verify(&sweep).err(),
                        None,
                        "{certified:?}"
                    );
                }
            }
        }
    }
    check::<f64>();
    check::<f32>();
}
