//! Plates set down on a rim, which turn about the point where they touch, and doors.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::{Outcome, Sweep, Turn, TurningCertificate, TurningOptions, TurningSweep, Turns};
use swept_support::{Cone, Cuboid, Cylinder, Placed, Shape, Support};

impl Dice {
    fn size(&mut self) -> f64 {
        0.55 + 0.45 * self.roll()
    }
}

/// `None` where the plate falls past.
fn set_down(dice: &mut Dice, cone: bool) -> Option<TurningSweep<f64, Cuboid<f64>, Shape<f64>>> {
    let side = 8.0 * dice.size();
    let plate = Cuboid::new([side, 0.5 * dice.size(), side]).unwrap();
    let (long, radius) = (0.3 * dice.size(), dice.size());
    let rim: Shape<f64> = if cone {
        Cone::new(long, radius).unwrap().into()
    } else {
        Cylinder::new(long, radius).unwrap().into()
    };
    let turned = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
    let (up, turned_plate) = (dice.vector().normalize(), turned(dice));
    let at = |height: f64| Isometry3::from_parts((up * height).into(), turned_plate);
    let rests = Isometry3::from_parts(Vector3::zeros().into(), turned(dice));
    let rests = Placed::new(rim, rests).unwrap();
    let falls = Sweep::new(
        Placed::new(plate, at(12.0)).unwrap(),
        -up * 14.0,
        rests.clone(),
    );
    let hit = *falls.unwrap().cast().hit()?;
    let stands = at(12.0 - 14.0 * hit.fraction);
    let about = stands.inverse() * hit.point_moving;
    let linear = Sweep::new(Placed::new(plate, stands).unwrap(), [0.0; 3], rests).unwrap();
    let turns = Turns {
        moving: Turn::by(dice.vector() * 0.1).about(about),
        fixed: Turn::by(Vector3::zeros()).about(Point3::origin()),
    };
    Some(TurningSweep::new(linear, turns).unwrap())
}

/// A distance search is not sure of more than half of the digits where a rim is in a face by a hair.
#[test]
fn a_hit_in_contact_is_shown_within_its_tolerance() {
    let mut hits = 0;
    for i in 0..250 {
        let Some(case) = set_down(&mut Dice(i), i % 2 == 0) else {
            continue;
        };
        let found = case.cast_certified(&TurningOptions::default());
        found.certificate.verify(&case).unwrap();
        let (Outcome::Hit(_), TurningCertificate::Turning(proof)) =
            (&found.outcome, &found.certificate)
        else {
            continue;
        };
        let (m, f) = (case.linear().moving(), case.linear().fixed());
        let about = case.turns().moving.centre.coords.norm();
        let lengths = m.shape().extent() + m.position().norm() + f.shape().extent() + about;
        let most = 2_f64.powi(-42) * lengths;
        assert!(proof.tolerance <= most, "{i}: {:e}", proof.tolerance);
        hits += 1;
    }
    assert!(hits > 25, "{hits}");
}

/// A door that touches its frame along an edge, at an angle anyhow in space, and swings about a line by a hair beside that edge.
fn hung_beside(dice: &mut Dice, hair: f64) -> TurningSweep<f64, Cuboid<f64>, Cuboid<f64>> {
    let (wide, high, thick) = (dice.size(), dice.size(), 0.2 * dice.size());
    let post = Vector3::new(0.5 * dice.size(), 1.5 * dice.size(), 0.4 * dice.size());
    let stands = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
    let place = |half: Vector3<f64>, x: f64| {
        let at = Isometry3::from_parts((stands * Vector3::x() * x).into(), stands);
        Placed::new(Cuboid::new(half).unwrap(), at).unwrap()
    };
    let door = place(Vector3::new(wide, high, thick), wide);
    let linear = Sweep::new(door, [0.0; 3], place(post, -post.x)).unwrap();
    let side = if dice.roll() < 0.0 { -thick } else { thick };
    let hinge = Point3::new(-wide, 0.0, side) + dice.vector() * hair;
    let turns = Turns {
        moving: Turn::by(stands * Vector3::y() * (2.5 * dice.roll())).about(hinge),
        ..Turns::default()
    };
    TurningSweep::new(linear, turns).unwrap()
}

/// What is nearest goes at next to no speed until the door lies against the frame, all at once.
#[test]
fn a_door_that_is_hung_by_a_hair_beside_its_edge_is_decided() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice(i);
        let case = hung_beside(dice, 10_f64.powi(-5 - (i % 6) as i32));
        let found = case.cast_certified(&TurningOptions::default());
        found.certificate.verify(&case).unwrap();
        assert!(
            found.steps < 100,
            "{i}: {} {:?}",
            found.steps,
            found.outcome
        );
        match found.outcome {
            Outcome::Hit(_) => hits += 1,
            Outcome::Miss(_) => misses += 1,
            other => panic!("{i}: {other:?}"),
        }
    }
    assert!(hits > 40 && misses > 40, "{hits} {misses}");
}
