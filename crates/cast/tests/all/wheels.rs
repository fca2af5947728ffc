//! Shapes of revolution that turn about their own axes, and half-spaces that turn about their normals: they are in the same place at any
//! angle.

use crate::dice::Dice;
use crate::pieces::proves;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{Frame, Outcome, StartOverlap, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_support::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Placed, PointShape, Rounded, Shape,
};

type Case = TurningSweep<f64, Shape<f64>, Shape<f64>>;

/// Two wheels in anyhow planes, which touch or miss each other on their way, or touch all the time, and spin by up to 10⁴ turns. The
/// first one may be a box that stands.
fn spinning(dice: &mut Dice) -> Case {
    let size = |dice: &mut Dice| 0.55 + 0.45 * dice.roll();
    let wheel = |dice: &mut Dice| -> Shape<f64> {
        let (h, r) = (size(dice), size(dice));
        match dice.below(5) {
            0 => Cylinder::new(h, r).unwrap().into(),
            1 => Cone::new(h, r).unwrap().into(),
            2 => Capsule::new(h, r).unwrap().into(),
            3 => Ellipsoid::new([r, h, r]).unwrap().into(),
            _ => Rounded::new(Shape::from(Cone::new(h, r).unwrap()), 0.1)
                .unwrap()
                .into(),
        }
    };
    let turned = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
    let rotations = [turned(dice), turned(dice)];
    let mut turns = rotations.map(|rotation| {
        let angle = 10_f64.powf(2.5 + 2.3 * dice.roll()) * [1.0, -1.0][dice.below(2) as usize];
        Turn::by(rotation * Vector3::y() * angle).about(Point3::from(Vector3::y() * dice.roll()))
    });
    let mut shapes = [wheel(dice), wheel(dice)];
    if dice.below(3) == 0 {
        shapes[0] = Cuboid::new([size(dice), size(dice), size(dice)])
            .unwrap()
            .into();
        turns[0] = Turn::none();
    }
    let [moving, fixed] = shapes;
    let at = Isometry3::from_parts((dice.vector() * 4.0).into(), rotations[0]);
    let apart = Placed::new(moving, at).unwrap();
    let fixed = Placed::new(
        fixed,
        Isometry3::from_parts(dice.vector().into(), rotations[1]),
    )
    .unwrap();
    let way = fixed.position() - apart.position() + dice.vector() * 1.5;
    let sweep = Sweep::new(apart, way * (0.4 + dice.part()), fixed).unwrap();
    let turns = Turns {
        moving: turns[0],
        fixed: turns[1],
    };
    TurningSweep::new(sweep, turns).unwrap()
}

/// The linear cast of the same shapes is the judge.
#[test]
fn wheels_that_spin_meet_as_if_they_stood() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..600 {
        let case = spinning(&mut Dice(i));
        let found = case.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        assert!(found.steps < 40, "{i}: {} {:?}", found.steps, found.outcome);
        match (found.outcome, case.linear().cast()) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                assert!((a.fraction - b.fraction).abs() < 1e-9, "{i}: {a:?} {b:?}");
                hits += 1;
            }
            (Outcome::Miss(_), Outcome::Miss(_)) => misses += 1,
            (Outcome::Overlap(_), Outcome::Overlap(_)) => {}
            (a, b) => panic!("{i}: {a:?} {b:?}"),
        }
    }
    assert!(hits > 150 && misses > 100, "{hits} {misses}");
}

/// Set down on each other, wheels that spin stay in contact without end; and where they overlap by a hair and that is ignored, as well.
#[test]
fn wheels_in_contact_go_on_spinning() {
    let (mut stay, mut sunk) = (0, 0);
    for i in 0..600 {
        let dice = &mut Dice(1000 + i);
        let case = spinning(dice);
        let Outcome::Hit(hit) = case.linear().cast() else {
            continue;
        };
        let linear = case.linear();
        let deeper = hit.normal.into_inner() * [0.0, -1e-9][i as usize % 2];
        let mut moving = linear.moving().clone();
        let meets = moving.position() + linear.displacement() * hit.fraction;
        moving.move_to(meets + deeper).unwrap();
        let rest = Sweep::new(moving, Vector3::zeros(), linear.fixed().clone()).unwrap();
        let case = TurningSweep::new(rest, *case.turns()).unwrap();
        let options = TurningOptions {
            start_overlap: StartOverlap::Ignore,
            ..TurningOptions::default()
        };
        let found = case.cast_certified(&options);
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        assert!(found.outcome.miss().is_some(), "{i}: {:?}", found.outcome);
        assert!(found.steps < 40, "{i}: {}", found.steps);
        if i % 2 == 0 {
            stay += 1;
        } else {
            sunk += 1;
        }
    }
    assert!(stay > 60 && sunk > 60, "{stay} {sunk}");
}

/// A wheel that spins about a point of its axis, however far away, beside a box that turns: it is met as if it stood.
#[test]
fn beside_a_body_that_turns_a_wheel_that_spins_is_met_as_if_it_stood() {
    let (mut hits, mut misses, mut far) = (0, 0, 0);
    for i in 0..1000 {
        let dice = &mut Dice(5000 + i);
        let rotation = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let axis = rotation * Vector3::y();
        let lever = 10_f64.powf(3.0 + 3.0 * dice.roll()) * [1.0, -1.0][dice.below(2) as usize];
        let spin = Turn::by(axis * (60.0 * dice.roll())).about([0.0, lever, 0.0]);
        let wheel: Shape<f64> = Cylinder::new(0.3 + 0.2 * dice.roll(), 0.6).unwrap().into();
        let place = Isometry3::from_parts(dice.vector().into(), rotation);
        let wheel = Placed::<f64, _>::new(wheel, place).unwrap();
        // About its own axis, at another rate, or about any.
        let around = match dice.below(3) {
            0 => axis * (4.0 * dice.roll()),
            1 => axis * (4.0 * dice.roll()) + dice.vector() * 1e-3,
            _ => dice.vector() * 4.0,
        };
        let cuboid: Shape<f64> = Cuboid::new([0.5, 0.2, 0.7]).unwrap().into();
        let turned = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let at = wheel.position() + dice.vector() * 2.5;
        let cuboid = Placed::new(cuboid, Isometry3::from_parts(at.into(), turned)).unwrap();
        let on_axis = Point3::from(wheel.position()) + axis * dice.roll();
        let about = cuboid.pose().inverse_transform_point(&on_axis);
        let about = [about, Point3::origin()][dice.below(2) as usize];
        let turn = Turn::by(around).about(about);
        let way = (wheel.position() - at) * (0.5 * dice.part()) * f64::from(dice.below(2) as u32);
        let first = dice.below(2) == 0;
        let case = |spin| -> Case {
            let (wheel, cuboid) = ((&wheel, spin), (&cuboid, turn));
            let (moving, fixed, way) = if first {
                (cuboid, wheel, way)
            } else {
                (wheel, cuboid, -way)
            };
            let turns = Turns {
                moving: moving.1,
                fixed: fixed.1,
            };
            let sweep = Sweep::new(moving.0.clone(), way, fixed.0.clone()).unwrap();
            TurningSweep::new(sweep, turns).unwrap()
        };
        let (spins, stands) = (case(spin), case(Turn::none()));
        let found = spins.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&spins) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        match (found.outcome, stands.cast()) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                assert!((a.fraction - b.fraction).abs() < 1e-5, "{i}: {a:?} {b:?}");
                hits += 1;
                far += u32::from(lever.abs() > 1e3);
            }
            (Outcome::Miss(_), Outcome::Miss(_)) => misses += 1,
            (Outcome::Overlap(_), Outcome::Overlap(_)) => {}
            (a, b) => panic!("{i}: {a:?} {b:?}"),
        }
    }
    assert!(
        hits > 50 && misses > 500 && far > 25,
        "{hits} {misses} {far}"
    );
}

/// A wheel 10⁶ below the point that it turns about, on an axis that is 12u off its own: half a turn takes it 24u·10⁶ aside, to where the
/// other body stands.
#[test]
fn what_a_wheel_strays_by_is_counted() {
    let (u, gap, far) = (0.5 * f64::EPSILON, 1e-3, 1e6);
    let wheel = Placed::new(Cylinder::new(1.0, 0.5).unwrap(), [0.0; 3]).unwrap();
    let beside = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [-1.5 - gap, 0.0, 0.0]).unwrap();
    let turns = Turns {
        moving: Turn::by(Vector3::new(12.0 * u, 1.0, 0.0) * core::f64::consts::PI)
            .about([0.0, far, 0.0]),
        ..Turns::default()
    };
    let sweep = Sweep::new(wheel, [0.0; 3], beside).unwrap();
    let case = TurningSweep::new(sweep, turns).unwrap();
    let proves = |room| proves(&case, Frame::World, [[1.0, 0.0, 0.0]; 2], room);
    let aside = 24.0 * u * far;
    assert!(!proves(gap - 0.5 * aside) && proves(gap - 1.5 * aside));
}

/// Of a body that does not turn it does not matter which point it does not turn about, however far that is: what the normal of a turntable
/// strays by is not counted there.
#[test]
fn where_a_body_that_does_not_turn_would_turn_about_does_not_matter() {
    let mut hits = 0;
    for i in 0..200 {
        let dice = &mut Dice(i);
        let rotation = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let up = rotation * Vector3::y();
        let ground = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
        let ground = Placed::new(
            ground,
            Isometry3::from_parts(dice.vector().into(), rotation),
        )
        .unwrap();
        let cone = Cone::new(0.1, 0.1).unwrap();
        let above = ground.position() + up * 0.5 + dice.vector() * 0.2;
        let tilted = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let cone = Placed::new(cone, Isometry3::from_parts(above.into(), tilted)).unwrap();
        let sweep = Sweep::new(cone, -up * 0.6, ground).unwrap();
        let turns = Turns {
            moving: Turn::none().about(Point3::from(dice.vector() * 1000.0)),
            fixed: Turn::by(up * (9.0 * dice.roll())),
        };
        let case = TurningSweep::new(sweep, turns).unwrap();
        let found = case.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        hits += u32::from(found.outcome.hit().is_some());
    }
    assert!(hits > 100, "{hits}");
}

/// A body that slides along above a floor, both turning alike about the floor's normal, which `f32` leaves a little beside the axis.
#[test]
fn above_a_floor_that_turns_with_it_a_body_goes_straight() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..300 {
        let dice = &mut Dice(9000 + i);
        let rotation = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0).cast::<f32>();
        let normal = rotation * Vector3::y();
        let rate = 10_f64.powf(2.0 * dice.roll()) as f32;
        let floor = Isometry3::from_parts(dice.vector().cast().into(), rotation);
        let floor = Placed::<f32, _>::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), floor).unwrap();
        let gap = 10_f64.powf(-2.0 + 2.0 * dice.roll()) as f32;
        let up = normal * (0.5 + gap) + floor.position().cast();
        let at = Isometry3::from_parts(up.into(), rotation);
        let body = Placed::<f32, _>::new(Cuboid::new([0.7, 0.5, 0.3]).unwrap(), at).unwrap();
        // Along the floor, and down by a part of the gap or more than it.
        let along = normal.cross(&dice.vector().cast()) * 3.0;
        let way = along - normal * (2.0 * gap * dice.part() as f32);
        let sweep = Sweep::new(body, way, floor).unwrap();
        // By the same turn, or by a bit more.
        let more = normal * [0.0, 1e-3][dice.below(2) as usize];
        let turns = Turns {
            moving: Turn::by(normal * rate + more),
            fixed: Turn::by(normal * rate),
        };
        let case = TurningSweep::new(sweep, turns).unwrap();
        let found = case.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        assert!(found.steps < 40, "{i}: {} {:?}", found.steps, found.outcome);
        match found.outcome {
            Outcome::Hit(_) => hits += 1,
            Outcome::Miss(_) => misses += 1,
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

/// A half-space that turns bends the more the farther out something is in it: a point that comes up out of it at first, and goes deeper soon,
/// recedes. Only the plane turns; the point is about 1 − 0.1t + 9.5t² deep at first.
#[test]
fn what_comes_up_in_a_half_space_that_turns_recedes_even_if_it_goes_deeper_soon() {
    let point = Placed::new(PointShape, [-1.0, -1.0, 0.0]).unwrap();
    let ground = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    for (up, recedes) in [(-0.9, true), (-1.1, false)] {
        let sweep = Sweep::new(point, [10.0, up, 0.0], ground).unwrap();
        let turns = Turns {
            fixed: Turn::by([0.0, 0.0, 1.0]),
            ..Turns::default()
        };
        let sweep = TurningSweep::new(sweep, turns).unwrap();
        let options = TurningOptions {
            start_overlap: StartOverlap::IgnoreIfReceding,
            ..TurningOptions::default()
        };
        let found = sweep.cast_certified(&options);
        found.certificate.verify(&sweep).unwrap();
        let overlaps = matches!(found.outcome, Outcome::Overlap(_));
        assert_eq!(overlaps, !recedes, "{up}: {:?}", found.outcome);
    }
}

/// A plate that spins next to another one: some steps are the first parts of ways at whose far ends the plate reaches less than where the
/// steps end, and what it reaches on a way is bounded by what it reaches at its ends.
#[test]
fn a_step_that_ends_where_a_body_reaches_far_can_be_checked() {
    let stands = |at: [f32; 3], [w, i, j, k]: [f32; 4]| {
        let turned = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
        Isometry3::from_parts(Vector3::from(at).into(), turned)
    };
    let plate = Cuboid::<f64>::new([f64::from(1.0839763_f32), f64::from(1e-9_f32), 0.0]).unwrap();
    let turned = [0.07164043, 0.2533614, -0.9070731, -0.32847226];
    let moving = Placed::new(plate, stands([1e-9, -1.0, -1.0], turned)).unwrap();
    let long = [0.55308115_f32, 1.0, 0.001].map(f64::from);
    let turned = [0.8824627, -0.13403466, -0.32431847, 0.31322807];
    let fixed = Placed::new(Cuboid::<f64>::new(long).unwrap(), stands([0.0; 3], turned)).unwrap();
    let turns = Turns {
        moving: Turn::by([-50_000.0, 1264.9078, 1e-6]).about([
            0.72973067,
            0.61621886,
            1.3534347e-9,
        ]),
        ..Turns::default()
    };
    let sweep = Sweep::new(moving, [0.0, 0.001, 1.0], fixed).unwrap();
    let sweep = TurningSweep::new(sweep, turns).unwrap();
    let found = sweep.cast_certified(&TurningOptions::default());
    assert!(found.outcome.hit().is_some(), "{:?}", found.outcome);
    found.certificate.verify(&sweep).unwrap();
}

/// A cone that spins past another one: what that comes to at any angle is found as nearly as few directions tell, at the end of a step less
/// nearly than at the ends of the way that the step is the first part of.
#[test]
fn a_step_of_many_turns_can_be_checked_at_its_own_end() {
    let turned =
        |[i, j, k, w]: [f64; 4]| UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
    let stands = |at: [f64; 3], by| Isometry3::from_parts(Vector3::from(at).into(), turned(by));
    let small = Cone::new(0.19631181476430692, 0.13249277788142255).unwrap();
    let large = Cone::new(0.6921493352185882, 0.49353339907913985).unwrap();
    let at = [1.8013545210429118, 0.3095891617962839, -0.8119583982055586];
    let by = [
        -0.6909997840713611,
        0.5130240338759146,
        0.335975558351053,
        -0.3826827188020321,
    ];
    let moving = Placed::new(small, stands(at, by)).unwrap();
    let by = [
        0.8857370115366842,
        0.002052982881290834,
        0.4536358843978854,
        0.09838808892290335,
    ];
    let fixed = Placed::new(large, stands([0.0; 3], by)).unwrap();
    let way = [-4.049091508675369, 0.41261787792554705, 0.03183516099432876];
    let turns =
        Turns {
            moving: Turn::by([-6794.881987510976, -15175.760602705384, 2357.1727320047844])
                .about([-0.7506102746569727, 0.3445538512168791, -0.8080662412785804]),
            ..Turns::default()
        };
    let sweep = TurningSweep::new(Sweep::new(moving, way, fixed).unwrap(), turns).unwrap();
    let found = sweep.cast_certified(&TurningOptions::default());
    assert!(found.outcome.hit().is_some(), "{:?}", found.outcome);
    found.certificate.verify(&sweep).unwrap();
}
