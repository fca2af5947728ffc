//! Wheels whose own axis leans from the one that they turn about by more than rounding: they are nearly in the same place at any angle.

use crate::dice::Dice;
use crate::pieces::proves;
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept_cast::{CertifiedTurn, Frame, Outcome, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_support::{Cone, Cuboid, Cylinder, Ellipsoid, Placed, Real, Shape, Support};

type Case<T> = TurningSweep<T, Shape<T>, Shape<T>>;

fn wheel<T: Real>(dice: &mut Dice) -> Shape<T> {
    let [h, r] = [0; 2].map(|_| T::nearest(0.2 + 0.8 * dice.part()));
    match dice.below(3) {
        0 => Cylinder::new(h, r).unwrap().into(),
        1 => Cone::new(h, r).unwrap().into(),
        _ => Ellipsoid::new([r, h, r]).unwrap().into(),
    }
}

fn toward(dice: &mut Dice) -> Vector3<f64> {
    Unit::new_normalize(dice.vector()).into_inner()
}

fn placed<T: Real>(
    shape: Shape<T>,
    rotation: &UnitQuaternion<f64>,
    at: &Vector3<f64>,
) -> Placed<T, Shape<T>> {
    let rotation = UnitQuaternion::new_unchecked(rotation.coords.map(T::nearest).into());
    let at = at.map(T::nearest);
    Placed::new(shape, Isometry3::from_parts(at.into(), rotation)).unwrap()
}

/// A wheel that turns about an axis next to its own, through a point of that, beside another one, or a box that stands; `from` says where
/// it is, from that one.
fn beside<T: Real>(
    dice: &mut Dice,
    lean: f64,
    from: impl Fn(&mut Dice, [(&Shape<T>, &UnitQuaternion<f64>); 2]) -> Vector3<f64>,
) -> Case<T> {
    let rotations = [0; 2].map(|_| UnitQuaternion::from_scaled_axis(dice.vector() * 3.0));
    let mut turns = rotations.map(|rotation| {
        let axis = rotation * Vector3::y() + dice.vector() * lean;
        let centre = Point3::from(Vector3::y() * T::nearest(dice.roll()));
        let angle = 10_f64.powf(1.5 * dice.part());
        Turn::by((axis * angle).map(T::nearest)).about(centre)
    });
    let one = wheel(dice);
    let mut other = wheel(dice);
    if dice.below(2) == 0 {
        let half = Vector3::from_fn(|_, _| T::nearest(0.2 + 0.8 * dice.part()));
        other = Cuboid::new(half).unwrap().into();
        turns[1] = Turn::none();
    }
    let at = from(dice, [(&one, &rotations[0]), (&other, &rotations[1])]);
    let bodies = [
        placed(one, &rotations[0], &at),
        placed(other, &rotations[1], &Vector3::zeros()),
    ];
    let [moving, fixed] = bodies;
    let sweep = Sweep::new(moving, Vector3::zeros(), fixed).unwrap();
    let turns = Turns {
        moving: turns[0],
        fixed: turns[1],
    };
    TurningSweep::new(sweep, turns).unwrap()
}

fn checked<T: Real>(i: u64, case: &Case<T>, options: &TurningOptions<T>) -> CertifiedTurn<T> {
    let found = case.cast_certified(options);
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{i}: {flaw} {:?}", found.outcome);
    }
    let outcome = &found.outcome;
    assert!(found.steps < 400, "{i}: {} {outcome:?}", found.steps);
    found
}

/// In single precision every axis leans. Within a target distance, wheels that spin in their places come no nearer, however far that is.
#[test]
fn within_a_target_distance_a_wheel_that_spins_comes_no_nearer() {
    let mut misses = 0;
    for i in 0..400 {
        let dice = &mut Dice(i);
        let case = beside::<f32>(dice, 0.0, |dice, _| {
            toward(dice) * (3.0 + 2.0 * dice.part())
        });
        let options = TurningOptions {
            target_distance: 10_f32.powf(1.0 + 2.0 * dice.part() as f32),
            ..TurningOptions::default()
        };
        let found = checked(i, &case, &options);
        misses += u32::from(found.outcome.miss().is_some());
    }
    assert!(misses > 380, "{misses}");
}

/// Set down on each other, wheels that lean by next to nothing stay in contact, or come into each other by more than that.
#[test]
fn what_leans_by_a_hair_and_touches_is_followed() {
    let (mut misses, mut hits) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice(1_000 + i);
        let lean = 10_f64.powf(-14.5 + 2.5 * dice.part());
        let case = beside::<f64>(dice, lean, |dice, bodies| {
            let n = toward(dice);
            let along = |(shape, rotation): (&Shape<f64>, &UnitQuaternion<f64>),
                         n: Vector3<f64>| {
                rotation * shape.support_point(&(rotation.inverse() * n)).coords
            };
            along(bodies[1], n) - along(bodies[0], -n)
        });
        match checked(i, &case, &TurningOptions::default()).outcome {
            Outcome::Miss(_) => misses += 1,
            Outcome::Hit(_) => hits += 1,
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(misses > 200 && hits > 20, "{misses} {hits}");
}

/// Held against poses: a piece claims no more than there is, and nearly as much.
#[test]
fn no_piece_claims_more_than_a_leaning_wheel_leaves() {
    let (mut pieces, mut nearly) = (0, 0);
    for i in 0..300 {
        let dice = &mut Dice(2_000 + i);
        let lean = 10_f64.powf(-2.0 - 3.0 * dice.part());
        let case = beside::<f64>(dice, lean, |dice, _| toward(dice) * 4.0);
        let n = toward(dice);
        let (linear, turns) = (case.linear(), case.turns());
        let height = |t: f64| {
            let bodies = [
                (linear.moving(), &turns.moving),
                (linear.fixed(), &turns.fixed),
            ];
            let [moving, fixed] = bodies.map(|(body, turn)| {
                let turned = UnitQuaternion::from_scaled_axis(turn.rotation * t);
                let centre = body.pose() * turn.centre;
                let rotation = turned * body.pose().rotation;
                let origin = centre - rotation * turn.centre.coords;
                (body.shape(), rotation, origin)
            });
            let along =
                |(shape, rotation, origin): &(&Shape<f64>, UnitQuaternion<f64>, Point3<f64>),
                 n: Vector3<f64>| {
                    let point = shape.support_point(&(rotation.inverse() * n));
                    (rotation * point + origin.coords).coords
                };
            n.dot(&(along(&moving, -n) - along(&fixed, n)))
        };
        let least = (0..=2_000)
            .map(|k| height(f64::from(k) / 2_000.0))
            .fold(f64::INFINITY, f64::min);
        // What lies farther behind is no piece in contact.
        if least < -1.0 {
            continue;
        }
        pieces += 1;
        let claimed = |room| proves(&case, Frame::World, [n.into(); 2], room);
        assert!(!claimed(least + 1e-9 + 1e-3 * lean), "{i}: {least}");
        nearly += u32::from(claimed(least - 24.0 * lean));
    }
    assert!(pieces > 80 && nearly == pieces, "{nearly} of {pieces}");
}
