//! Corners that stay where they touch while their body, or the other one, turns about them.

use super::claim::{claims, least, piece};
use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use std::f64::consts::PI;
use swept::turning_certificate::Frame;
use swept::{
    Cone, Cuboid, Cylinder, HalfSpace, Outcome, Shape, Triangle, Turn, TurningMethod,
    TurningOptions, Turns,
};
use swept_tests::Dice;

/// A box on one of its corners, which stands at the origin, on a floor at height 0: it turns about that corner by any axis; with its
/// corners from there.
pub struct OnCorner {
    half: Vector3<f64>,
    pose: Isometry3<f64>,
    pub rotation: Vector3<f64>,
    pub corners: Vec<Vector3<f64>>,
}

impl OnCorner {
    /// `None` where the box does not stand on it.
    pub fn draw(dice: &mut Dice) -> Option<Self> {
        let half = Vector3::from(dice.three(|d| d.between(0.1, 1.0)));
        let turned = UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.1));
        let signs =
            (0..8).map(|i| Vector3::new(i & 1, i >> 1 & 1, i >> 2).map(|b| f64::from(2 * b - 1)));
        let corners = signs.map(|s| turned * (s + Vector3::repeat(1.0)).component_mul(&half));
        let corners: Vec<_> = corners.collect();
        let above = corners.iter().filter(|c| c.y > 0.05).count() == 7;
        above.then_some(Self {
            half,
            pose: Isometry3::from_parts((turned * half).into(), turned),
            rotation: dice.direction() * dice.between(0.1, 3.0),
            corners,
        })
    }

    /// The least height of a corner at a fraction.
    fn lowest(&self, t: f64) -> f64 {
        let turn = UnitQuaternion::from_scaled_axis(self.rotation * t);
        let heights = self.corners.iter().map(|c| (turn * c).y);
        heights.fold(f64::INFINITY, f64::min)
    }

    /// The box turns on a floor that stands, or the floor under a box that does.
    pub fn case(&self, floor: &Shape<f64>, top: f64, floor_turns: bool) -> AnySweep {
        let cuboid = any(Cuboid::new(self.half).unwrap());
        let rest = Isometry3::translation(0.0, -top, 0.0);
        if floor_turns {
            let turn = Turn::by(-self.rotation).about([0.0, top, 0.0]);
            let turns = Turns {
                moving: turn,
                ..Turns::default()
            };
            return sweep((floor.clone(), rest), [0.0; 3], (cuboid, self.pose), turns);
        }
        let turns = Turns {
            moving: Turn::by(self.rotation).about(Point3::from(-self.half)),
            ..Turns::default()
        };
        sweep((cuboid, self.pose), [0.0; 3], (floor.clone(), rest), turns)
    }
}

#[test]
fn a_box_turns_about_the_corner_on_which_it_stands() {
    let plane = any(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let slab = any(Cuboid::new([8.0, 1.0, 8.0]).unwrap());
    let round = any(Cylinder::new(1.0, 8.0).unwrap());
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let Some(stood) = OnCorner::draw(&mut Dice::new(101, i)) else {
            continue;
        };
        for (floor, top, floor_turns) in [
            (&plane, 0.0, false),
            (&slab, 1.0, false),
            (&slab, 1.0, true),
            (&round, 1.0, true),
        ] {
            let case = stood.case(floor, top, floor_turns);
            for method in TurningMethod::ALL {
                let options = TurningOptions {
                    method,
                    ..TurningOptions::default()
                };
                let found = case.cast_certified(&options);
                found.certificate.verify(&case).unwrap();
                assert!(found.steps < 400, "{i} {method:?}: {}", found.steps);
                let end = match &found.outcome {
                    Outcome::Hit(hit) => hit.fraction,
                    Outcome::Miss(miss) => {
                        assert_eq!(miss.gap, 0.0, "{i}");
                        1.0
                    }
                    other => panic!("{i} {method:?}: {other:?}"),
                };
                let before = (0..400).map(|k| stood.lowest(end * f64::from(k) / 400.0));
                let least = before.fold(f64::INFINITY, f64::min);
                assert!(least > -1e-11, "{i} {method:?}: {least} before {end}");
                if found.outcome.hit().is_some() {
                    let after = stood.lowest((end + 1e-4).min(1.0));
                    assert!(after < -1e-7, "{i} {method:?}: {after} after {end}");
                    hits += 1;
                } else {
                    misses += 1;
                }
            }
        }
    }
    assert!(hits > 50 && misses > 50, "{hits} {misses}");
}

/// The ground turns about the corner of the box that stands on it.
#[test]
fn the_ground_turns_about_the_corner_that_stands_on_it() {
    let (mut hits, mut misses) = (0, 0);
    for i in 0..400 {
        let dice = &mut Dice::new(131, i);
        let Some(stood) = OnCorner::draw(dice) else {
            continue;
        };
        let cuboid = any(Cuboid::new(stood.half).unwrap());
        let aside = Vector3::new(dice.between(-2.0, 2.0), 0.0, dice.between(-2.0, 2.0));
        let turns = Turns {
            fixed: Turn::by(-stood.rotation).about(Point3::from(-aside)),
            ..Turns::default()
        };
        let ground = any(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
        let case = sweep((cuboid, stood.pose), [0.0; 3], (ground, aside), turns);
        let found = case.cast_certified(&TurningOptions::default());
        found.certificate.verify(&case).unwrap();
        assert!(found.steps < 100, "{i}: {}", found.steps);
        // As the ground sees it, the box turns.
        let end = match &found.outcome {
            Outcome::Hit(hit) => {
                hits += 1;
                let after = stood.lowest((hit.fraction + 1e-4).min(1.0));
                assert!(after < -1e-7, "{i}: {after} after {}", hit.fraction);
                hit.fraction
            }
            Outcome::Miss(_) => {
                misses += 1;
                1.0
            }
            other => panic!("{i}: {other:?}"),
        };
        let before = (0..400).map(|k| stood.lowest(end * f64::from(k) / 400.0));
        let least = before.fold(f64::INFINITY, f64::min);
        assert!(least > -1e-11, "{i}: {least} before {end}");
    }
    assert!(hits > 10 && misses > 10, "{hits} {misses}");
}

/// A top spins about its tip, which is a hair above a triangle or a box, by an axis askew, and may move along: it goes on as if it touched.
#[test]
fn a_top_spins_a_hair_above_what_it_stands_on() {
    for i in 0..200 {
        let dice = &mut Dice::new(109, i);
        let hair = 10_f64.powf(dice.between(-12.0, -2.0));
        let half = dice.between(0.3, 1.0);
        let top = Cone::new(half, half * dice.between(0.1, 0.8)).unwrap();
        let lean = UnitQuaternion::from_scaled_axis(dice.in_ball() * 0.2);
        let turned = lean * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), PI);
        let at = Vector3::y() * hair - turned * (Vector3::y() * half);
        let below = match i % 2 {
            0 => any(Triangle::new([-3.0, 0.0, -2.0], [3.0, 0.0, -2.0], [0.3, 0.0, 4.0]).unwrap()),
            _ => any(Cuboid::new([2.0, 0.0, 2.0]).unwrap()),
        };
        let axis = Vector3::y() + dice.in_ball() * 0.3;
        let spin = axis * 10_f64.powf(dice.between(0.5, 2.5));
        let way = [0.0, dice.between(-0.5, 0.5)][usize::from(i % 3 == 0)];
        let case = sweep(
            (any(top), Isometry3::from_parts(at.into(), turned)),
            [way, 0.0, 0.0],
            (below, [0.0; 3]),
            Turns {
                moving: Turn::by(spin).about([0.0, half, 0.0]),
                ..Turns::default()
            },
        );
        let found = case.cast_certified(&TurningOptions::default());
        if let Err(flaw) = found.certificate.verify(&case) {
            panic!("{i}: {flaw} {:?}", found.outcome);
        }
        let Outcome::Miss(miss) = found.outcome else {
            panic!("{i}: {:?}", found.outcome);
        };
        assert!(
            miss.gap <= hair && found.steps < 100,
            "{i}: {}",
            found.steps
        );
    }
}

#[test]
fn no_piece_claims_more_than_there_is() {
    let mut nearly = 0;
    for i in 0..1500 {
        let dice = &mut Dice::new(103, i);
        let Some(stood) = OnCorner::draw(dice) else {
            continue;
        };
        let mut case = stood.case(&any(Cuboid::new([0.5, 1.0, 0.5]).unwrap()), 1.0, i % 2 == 0);
        if i % 3 == 0 {
            // About another point, and along.
            let mut turns = *case.turns();
            turns.moving = Turn::by(turns.moving.rotation).about(Point3::from(dice.in_ball()));
            let way = dice.in_ball() * f64::from(u32::from(i % 2 == 0));
            let (m, f) = (case.linear().moving(), case.linear().fixed());
            case = sweep(
                (m.shape().clone(), m.pose()),
                way.into(),
                (f.shape().clone(), f.pose()),
                turns,
            );
        }
        let from = dice.between(0.0, 0.5);
        let to = from + dice.between(0.0, 0.5);
        let n = (Vector3::y() + dice.in_ball() * 0.7).normalize();
        let n = if i % 2 == 0 { -n } else { n };
        for frame in [Frame::World, Frame::Moving, Frame::Fixed] {
            let made_up = |room| piece(frame, [n; 2], (from, to), room);
            let most = least(&case, &made_up(0.0), 500);
            let claimed = |room| claims(&case, &made_up(room));
            assert!(!claimed(most + 1e-9), "{i} {frame:?}: {most}");
            nearly += u32::from(claimed(most - 1e-9));
        }
    }
    assert!(nearly > 60, "{nearly}");
}
