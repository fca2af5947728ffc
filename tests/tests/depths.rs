//! Depths of cores whose edges are known against those of the same cores behind support points alone, for which a polytope is grown:
//! points, segments, triangles and boxes, flat ones too, turned at random, in parallel, and by angles between that and rounding.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{
    Cuboid, Distance, Placed, PointShape, Real, Rounded, Segment, Support, Triangle, distance,
};
use swept_tests::{Dice, Opaque, from_environment};

fn shape(dice: &mut Dice, thin: bool) -> Box<dyn Support> {
    let flat = dice.chance(0.3);
    let mut length = || match flat && dice.chance(0.4) {
        true => 0.0,
        false if thin => dice.log_between(1e-16, 2.0),
        false => dice.log_between(0.01, 2.0),
    };
    let half = Vector3::new(length(), length(), length());
    let mut corner = || Point3::from(half.map(|e| e * dice.whole(-4..=4) * 0.25));
    let (a, b, mut c) = (corner(), corner(), corner());
    if thin && dice.chance(0.5) {
        let beside = dice.direction() * half.norm() * dice.log_between(1e-17, 1e-3);
        c = a + (b - a) * dice.unit() + beside;
    }
    let core: Box<dyn Support> = match dice.whole(0..=7) as u8 {
        0 => Box::new(PointShape),
        1 => Box::new(Segment::new(a, b).expect("valid ends")),
        2 | 3 => Box::new(Triangle::new(a, b, c).expect("valid corners")),
        _ => Box::new(Cuboid::new(half).expect("a valid size")),
    };
    if dice.chance(0.3) {
        Box::new(Rounded::new(core, 0.125).expect("a valid radius"))
    } else {
        core
    }
}

/// What was compared, how many brackets were open by more than they may be, of both ways, and the widest, per unit of scale.
#[derive(Debug, Default)]
struct Count {
    overlaps: u32,
    apart: u32,
    open: [u32; 2],
    widest: [f64; 2],
}

fn compare<T: Real>(dice: &mut Dice, count: &mut Count) {
    let thin = dice.chance(0.5);
    let (moving, fixed) = (shape(dice, thin), shape(dice, thin));
    let turn = |dice: &mut Dice| {
        UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.0))
    };
    let turned = turn(dice);
    let other = match dice.whole(0..=2) as u8 {
        0 => turn(dice),
        1 => turned,
        _ => {
            turned
                * UnitQuaternion::from_scaled_axis(dice.direction() * dice.log_between(1e-16, 1e-2))
        }
    };
    // A point of the one in a point of the other, at random or the support points of opposite directions.
    let (n, deep) = (dice.direction(), dice.unit());
    let inner = |shape: &dyn Support, turn: &UnitQuaternion<f64>, n: Vector3<f64>| {
        let far = shape.support_point(&turn.inverse_transform_vector(&n));
        turn * (shape.interior_point() + (far - shape.interior_point()) * deep).coords
    };
    let at = inner(&*fixed, &turned, n) - inner(&*moving, &other, -n);
    let place = dice.direction() * *dice.pick(&[0.0, 1.0, 100.0]);
    let pose = |at: Vector3<f64>, turn: UnitQuaternion<f64>| {
        Isometry3::from_parts(at.map(T::nearest).into(), turn.cast())
    };
    let (moving_at, fixed_at) = (pose(place + at, other), pose(place, turned));
    let known = [
        Placed::<T, _>::new(&*moving, moving_at).expect("a valid pose"),
        Placed::new(&*fixed, fixed_at).expect("a valid pose"),
    ];
    let opaque = [
        Placed::<T, _>::new(Opaque(&*moving), moving_at).expect("a valid pose"),
        Placed::new(Opaque(&*fixed), fixed_at).expect("a valid pose"),
    ];
    let scale = moving.extent() + moving.radius() + fixed.extent() + fixed.radius() + at.norm();
    let ulp = T::EPSILON.to_f64() * scale;
    let a = distance(&known[0], &known[1]).expect("bounded shapes");
    let b = distance(&opaque[0], &opaque[1]).expect("bounded shapes");
    let cores = (moving.known_core(), fixed.known_core());
    let what = || format!("{cores:?}\n{moving_at:?}\n{fixed_at:?}\n{a:?}\n{b:?}");
    match (&a, &b) {
        (Distance::Overlap(p), Distance::Overlap(q)) => {
            count.overlaps += 1;
            let bracket = |p: &swept::Penetration<T>| [p.depth_lower.to_f64(), p.depth.to_f64()];
            let ([a_low, a_high], [b_low, b_high]) = (bracket(p), bracket(q));
            assert!(a_low <= b_high && b_low <= a_high, "{}", what());
            // They may stay 2⁻³⁶ of the scale apart, or a unit in the last place, and are rounded.
            let open = (1.0 / (1u64 << 36) as f64).max(T::EPSILON.to_f64());
            let rounding = 4.0 * T::EPSILON.to_f64() + 64.0 * f64::EPSILON;
            for (k, wide) in [a_high - a_low, b_high - b_low].into_iter().enumerate() {
                count.open[k] += u32::from(wide > (open + rounding) * scale);
                count.widest[k] = count.widest[k].max(wide / scale);
            }
            // Where the point of the moving shape is freed, it is on the fixed one, in the plane: where the cores overlap, as far as it
            // is known how deep, and where they are no slivers.
            let freed = p.point_moving.coords + p.normal.into_inner() * p.depth;
            let off = (freed - p.point_fixed.coords).map(Real::to_f64).norm();
            let world = (16.0 * T::EPSILON.to_f64()).max(1e-10) * (scale + place.norm());
            assert!(
                thin || a_low < moving.radius() + fixed.radius() || off <= world + (a_high - a_low),
                "{off:e} {}",
                what()
            );
        }
        (Distance::Apart(_), Distance::Apart(_)) => count.apart += 1,
        // Only where one cannot be told from the other.
        (Distance::Overlap(p), Distance::Apart(_)) | (Distance::Apart(_), Distance::Overlap(p)) => {
            assert!(p.depth_lower.to_f64() <= 64.0 * ulp, "{}", what());
        }
    }
}

fn run<T: Real>() {
    let seed = from_environment("SWEPT_SEED", 12);
    let mut count = Count::default();
    for index in 0..from_environment("SWEPT_DEPTHS", 40_000) {
        compare::<T>(&mut Dice::new(seed, index), &mut count);
    }
    println!("{count:?}");
    assert!(count.overlaps > 20_000, "{count:?}");
    // Slivers among slivers.
    assert!(count.open[0] <= count.overlaps / 1_000, "{count:?}");
}

#[test]
fn known_edges_have_the_depth_of_the_polytope_in_f64() {
    run::<f64>();
}

#[test]
fn known_edges_have_the_depth_of_the_polytope_in_f32() {
    run::<f32>();
}

/// A segment, and a box that is all but a point in its middle, so that the obstacle is all but the segment, with the ends of a box.
#[test]
fn what_is_all_but_a_line_is_not_deep() {
    let segment = Segment::new([-1.0; 3], [1.0; 3]).expect("valid ends");
    let fixed = Placed::<f64, _>::new(segment, [0.0; 3]).expect("a valid pose");
    for half in [1e-3, 4e-8, 4e-15, 1e-15, 1e-30] {
        for radius in [0.0, 0.1] {
            let cuboid = Cuboid::new([half; 3]).expect("a valid size");
            let cuboid = Rounded::new(cuboid, radius).expect("a valid radius");
            let moving = Placed::<f64, _>::new(cuboid, [0.0; 3]).expect("a valid pose");
            let depth = match distance(&moving, &fixed).expect("bounded shapes") {
                Distance::Overlap(found) => found.depth,
                Distance::Apart(_) => 0.0,
            };
            // The box's height across the segment, along (1, -1, 0).
            let expected = radius + half * 2.0_f64.sqrt();
            assert!(
                (depth - expected).abs() <= 1e-13,
                "{half:e} {radius} {depth:e}"
            );
        }
    }
}
