//! Starts within the target distance, farther apart than a touch: what moves along there goes on.

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Capsule, Cuboid, Placed, PointShape, Real, Segment, Support};

/// A place, and a rotation's quaternion (x, y, z, w).
type Pose = ([f64; 3], [f64; 4]);

const UNTURNED: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// What comes of a cast from there with a target distance, by each method.
fn casts<T: Real>(
    (moving, at): (&dyn Support, Pose),
    way: [f64; 3],
    (fixed, stands): (&dyn Support, Pose),
    target_distance: f64,
) -> Vec<Outcome<T>> {
    let pose = |(at, [x, y, z, w]): Pose| {
        let turn = Quaternion::new(w, x, y, z).coords.map(T::nearest);
        Isometry3::from_parts(
            Translation3::from(at.map(T::nearest)),
            UnitQuaternion::new_unchecked(Quaternion::from(turn)),
        )
    };
    let moving = Placed::new(moving, pose(at)).unwrap();
    let fixed = Placed::new(fixed, pose(stands)).unwrap();
    let sweep = Sweep::new(moving, Vector3::from(way.map(T::nearest)), fixed).unwrap();
    let cast = |method| {
        sweep.cast_with(&CastOptions {
            method,
            target_distance: T::nearest(target_distance),
            ..CastOptions::default()
        })
    };
    Method::ALL.map(cast).to_vec()
}

/// The motion is thirty times as long as the shapes are large. It comes nearer by a tenth of a touch.
#[test]
fn a_long_way_along_a_round_side_is_gone() {
    let a = [
        4.721051204182747e-7,
        2.954369366785933e-8,
        -5.068072106226925e-7,
    ];
    let b = [
        1.9633605913722052e-7,
        -2.987490563226691e-7,
        -4.768686850552572e-7,
    ];
    let segment = Segment::new(a, b).unwrap();
    let capsule = Capsule::new(6.150834137391482e-7, 1.017462668374542e-7).unwrap();
    let from = [
        0.030938005631914477,
        0.07484233161356532,
        -0.05253643276402657,
    ];
    let stands = [
        0.030937834341817065,
        0.07484242793180625,
        -0.05253999490265072,
    ];
    let turned = [
        0.7692359740643133,
        0.19722093695314777,
        0.33770455943284244,
        0.5053073804833246,
    ];
    let way = [
        -0.00022867021740420693,
        -0.00016853149058860606,
        2.9607723743115483e-5,
    ];
    let (moving, fixed) = ((from, UNTURNED), (stands, turned));
    let reach = 4.190550290453344e-6;
    for found in casts::<f64>((&segment, moving), way, (&capsule, fixed), reach) {
        assert!(found.miss().is_some(), "{found:?}");
    }
}

/// A point passes the corner of a box. It comes nearer by a thousandth of a touch.
#[test]
fn a_point_goes_along_what_it_stays_apart_from() {
    let half = [
        0.00038837731699459255,
        0.3319539725780487,
        0.13642224669456482,
    ];
    let cuboid = Cuboid::new(half.map(f32::nearest)).unwrap();
    let from = [2.0696709156036377, 0.8092003464698792, -2.3071067333221436];
    let stands = [2.1305108070373535, 1.2688766717910767, -1.6391229629516602];
    let turned = [
        0.40411531925201416,
        0.6625112891197205,
        0.542504608631134,
        0.32164937257766724,
    ];
    let way = [0.5488702654838562, 0.04588019847869873, 0.11821943521499634];
    let (moving, fixed) = ((from, UNTURNED), (stands, turned));
    for found in casts::<f32>(
        (&PointShape, moving),
        way,
        (&cuboid, fixed),
        0.5361950993537903,
    ) {
        assert!(found.miss().is_some(), "{found:?}");
    }
}
