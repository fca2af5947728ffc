//! Spins of very many turns: what a full turn reaches settles most of them.

use super::{any, assert_hit, both_spin, sweep};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{
    Cuboid, Cylinder, Ellipsoid, HalfSpace, Outcome, Real, Shape, Sphere, Turn, TurningOptions,
    Turns,
};
use swept_tests::{Dice, from_environment};

/// Casts from a height onto the ground, or past it, with spins of this angle: the most steps of any, and how many hit.
fn most<T: Real>(angle: f64, shape: impl Fn(&mut Dice) -> Shape<T>, ground: &Shape<T>) -> [u32; 2] {
    let (mut most, mut hits) = (0, 0);
    for i in 0..40 {
        let dice = &mut Dice::new(29, i);
        let t = |v: Vector3<f64>| v.map(T::round_down);
        let shape = shape(dice);
        let down = if i % 2 == 0 {
            -2.5
        } else {
            -0.25 * dice.unit()
        };
        let rotation = t(dice.direction() * angle);
        let centre = if i % 3 == 0 {
            dice.in_ball()
        } else {
            Vector3::zeros()
        };
        let pose = Isometry3::from_parts(
            t(Vector3::y() * 3.0).into(),
            UnitQuaternion::from_scaled_axis(t(dice.direction())),
        );
        // The tops of both grounds, at the same height.
        let below = match ground {
            Shape::HalfSpace(_) => Vector3::zeros(),
            _ => t(-Vector3::y()),
        };
        let case = sweep(
            (shape, pose),
            t(Vector3::new(dice.unit(), down, 0.0)).into(),
            (
                ground.clone(),
                nalgebra::Isometry3::from_parts(below.into(), UnitQuaternion::identity()),
            ),
            Turns {
                moving: Turn::by(rotation).about(nalgebra::Point3::from(t(centre))),
                ..Turns::default()
            },
        );
        let found = case.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        match found.outcome {
            Outcome::Hit(_) => hits += 1,
            Outcome::Miss(_) => {}
            other => panic!("{i}: {other:?}"),
        }
        most = most.max(found.steps);
    }
    [most, hits]
}

#[test]
fn what_no_turn_reaches_is_passed_in_a_few_steps() {
    fn all<T: Real>() {
        let t = T::round_down;
        let plane = HalfSpace::new([t(0.0), t(1.0), t(0.0)]).unwrap();
        let slab = Cuboid::new([t(20.0), t(1.0), t(20.0)]).unwrap();
        let half = |dice: &mut Dice| dice.three(|dice| dice.between(0.1, 0.6)).map(t);
        for ground in [any(plane), any(slab)] {
            for angle in [1e2, 1e3, 1e4] {
                let boxes = most(angle, |dice| any(Cuboid::new(half(dice)).unwrap()), &ground);
                let round = |dice: &mut Dice| {
                    let [a, b, _] = half(dice);
                    any(Cylinder::new(a, b).unwrap())
                };
                let round = most(angle, round, &ground);
                let curved = most(angle, |d| any(Ellipsoid::new(half(d)).unwrap()), &ground);
                for [most, hits] in [boxes, round, curved] {
                    // Turn by turn it is a step for some three radians.
                    assert!(most <= 200, "{angle:e}: {most} steps");
                    assert!(hits >= 5, "{hits}");
                }
            }
        }
    }
    all::<f64>();
    all::<f32>();
}

/// Balls that go around a point below the ground rise over it first, and come down on the other side; after many turns they are over
/// it again, at the end of the motion.
#[test]
fn what_rises_from_the_ground_comes_down_in_a_few_steps() {
    let (lead, gap) = (0.01_f64, 1e-5);
    for (ground, top) in [
        (any(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()), 0.0),
        (any(Cuboid::new([20.0, 1.0, 20.0]).unwrap()), 1.0),
    ] {
        for turns in [16.0, 1600.0, 160_000.0] {
            let angle = turns * std::f64::consts::TAU + lead;
            for (radius, arm) in [(0.25, 1.5), (0.25, 0.5), (0.01, 1.0)] {
                let (x, y) = (arm * lead.sin(), arm * lead.cos());
                let case = sweep(
                    (Sphere::new(radius).unwrap(), [0.0, top + radius + gap, 0.0]),
                    [0.0; 3],
                    (ground.clone(), [0.0; 3]),
                    Turns {
                        moving: Turn::by([0.0, 0.0, angle]).about([-x, -y, 0.0]),
                        ..Turns::default()
                    },
                );
                let found = case.cast_certified(&TurningOptions::default());
                assert!(found.certificate.verify(&case).is_ok());
                let back = (lead.cos() - gap / arm).acos();
                assert_hit(&found.outcome, (lead + back) / angle, 1e-10 / angle);
                assert!(found.steps < 8, "{angle:e}: {} steps", found.steps);
            }
        }
    }
}

/// `SWEPT_CASTS` sets the number of pairs (200 by default). With `--nocapture` it prints how many meet the limit.
#[test]
fn few_pairs_that_both_spin_meet_the_limit_of_steps() {
    let casts = from_environment("SWEPT_CASTS", 200);
    let meets = |i: &u64| {
        let case = both_spin(&mut Dice::new(131, *i), [5.0, 7.0]);
        matches!(case.cast(), Outcome::Unresolved(_))
    };
    let met = (0..casts).filter(meets).count() as u64;
    println!("{met} of {casts} pairs that both spin meet the limit of steps");
    assert!(met * 100 <= casts, "{met} of {casts}");
}

/// A body of the two below: how it stands, and what it turns by about which point.
type Spun = ([f64; 4], [f64; 3], [f64; 3], [f64; 3]);

/// A ball's radius and how it is spun, a box's half sides and how that is spun, and the ball's way.
type Together = (f64, Spun, [f64; 3], Spun, [f64; 3]);

/// A ball that goes around beside a box that spins, about nearly the same axis along which they come together: to look at all pairs of their
/// angles takes thousands of cells and shows a turn or two, time and again, where other bounds take some dozen steps for a turn.
#[test]
fn pairs_of_angles_that_show_little_do_not_take_all_the_steps() {
    let cases: [Together; 2] = [
        (
            0.3375215530395508,
            (
                [
                    -0.700879033379712,
                    -0.5188012828326928,
                    -0.3601643347896211,
                    0.33150484377369627,
                ],
                [0.0, 0.0, 0.0],
                [13624.96400312446, -3200.114626466779, 24974.44857031746],
                [-0.432481050491333, 0.5739418268203735, 0.3467214107513428],
            ),
            [0.1662079095840454, 0.8556839227676392, 0.2977342903614044],
            (
                [0.0, 0.0, 0.0, 1.0],
                [1.5143837139344014, -0.7728970790657577, 1.349887399101485],
                [-1210.480833526205, 284.28690386720285, -2218.8967298835555],
                [-0.275026798248291, 0.5452005863189697, -0.6362514495849609],
            ),
            [0.7145508222755985, -0.16782756543016455, 1.3097658649011974],
        ),
        (
            0.46318918466567993,
            (
                [
                    -0.8371533578661212,
                    -0.39612348397532154,
                    -0.36997718237175653,
                    0.07333024874488919,
                ],
                [0.0, 0.0, 0.0],
                [69155.45595231387, 32697.10906898114, -48796.6168615691],
                [
                    0.8713886737823486,
                    0.07970535755157471,
                    -0.16729450225830078,
                ],
            ),
            [0.480110764503479, 0.8044776320457458, 0.6808546185493469],
            (
                [
                    0.19382499653604598,
                    0.17546982149372575,
                    0.9576722733440581,
                    0.1204409786193442,
                ],
                [1.0684599380146613, 1.354937163043813, -0.5760648366096627],
                [-11982.85065262156, -5665.559896310158, 8455.195258472053],
                [-0.0494157075881958, 0.7269903421401978, 0.4880331754684448],
            ),
            [0.48063510208013144, 0.22724712227957078, -0.339139791697673],
        ),
    ];
    for (i, (radius, one, half, other, way)) in cases.into_iter().enumerate() {
        let at = |(q, p, _, _): &Spun| {
            let rotation = UnitQuaternion::new_unchecked(Quaternion::from(*q));
            Isometry3::from_parts(Translation3::from(*p), rotation)
        };
        let turn = |(_, _, spin, centre): Spun| Turn::by(spin).about(centre);
        let case = sweep(
            (Sphere::new(radius).unwrap(), at(&one)),
            way,
            (Cuboid::new(half).unwrap(), at(&other)),
            Turns {
                moving: turn(one),
                fixed: turn(other),
            },
        );
        let found = case.cast_certified(&TurningOptions::default());
        assert!(found.certificate.verify(&case).is_ok(), "{i}");
        assert!(
            matches!(found.outcome, Outcome::Hit(_)) && found.steps < 10_000,
            "{i}: {} {:?}",
            found.steps,
            found.outcome
        );
    }
}
