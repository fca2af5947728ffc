//! Turning sweeps whose products vanish: of them a check proves no more than of the same sweeps in units in which all products have their
//! digits.

use crate::dice::Dice;
use nalgebra::{Point3, Vector3};
use swept_cast::{
    AllAngles, Cell, Claim, Frame, Outcome, Piece, StartOverlap, Sweep, Turn, TurningCertificate,
    TurningMethod, TurningOptions, TurningProof, TurningSweep, Turns, Witness,
};
use swept_support::{HalfSpace, Placed, PointShape, Segment, Support, Triangle};

/// x · 2ᵖ.
fn times(x: f64, power: i32) -> f64 {
    let half = power / 2;
    x * f64::powi(2.0, half) * f64::powi(2.0, power - half)
}

/// A turning sweep in whole numbers of a unit, and what may prove something of it.
struct Draft {
    corners: [[Vector3<f64>; 3]; 2],
    at: [Vector3<f64>; 2],
    way: Vector3<f64>,
    turns: [Vector3<f64>; 2],
    centres: [Vector3<f64>; 2],
    normal: Vector3<f64>,
    target: f64,
    piece: Piece,
    witness: Witness,
}

impl Draft {
    fn roll(dice: &mut Dice) -> Self {
        let most = 1 << (1 + dice.below(40));
        let whole = |dice: &mut Dice| {
            let sign = [-1.0, 1.0, 0.0][dice.below(3) as usize];
            sign * (dice.below(most) as f64)
        };
        let mut place = || Vector3::from_fn(|_, _| whole(dice));
        let corners = core::array::from_fn(|_| core::array::from_fn(|_| place()));
        let (at, centres) = ([place(), place()], [place(), place()]);
        let way = place();
        let mut turn = || {
            let angle = [0.0, 1e-9, 0.3, 3.0, 700.0][dice.below(5) as usize];
            dice.vector() * angle
        };
        let turns = [turn(), turn()];
        let frames = [Frame::World, Frame::Moving, Frame::Fixed, Frame::Across];
        let frame = frames[dice.below(4) as usize];
        let size = f64::powi(2.0, [0, 0, 3, -3, 190, -190][dice.below(6) as usize]);
        let normals = [dice.vector() * size, dice.vector() * size];
        let turning = frame == Frame::Across || frame == Frame::World && dice.below(2) == 0;
        // No axis turns as fast as it would in as little time.
        let little = if turning { 1e-3 } else { 1e-300 };
        let parts = [0.0, 1.0, 1e-3, dice.part(), little * dice.part()];
        let to = parts[dice.below(5) as usize];
        let mut witness = Witness::NONE;
        witness.count = 1 + dice.below(3) as usize;
        for i in 0..witness.count {
            witness.weights[i] = 0.25 + dice.part();
            witness.fixed_directions[i] = dice.vector();
            witness.moving_directions[i] = dice.vector();
        }
        Self {
            corners,
            at,
            way,
            turns,
            centres,
            normal: dice.vector(),
            target: [0.0, dice.below(most) as f64][dice.below(2) as usize],
            piece: Piece {
                frame,
                normals: [normals[0], normals[usize::from(turning)]],
                from: [0.0; 2],
                to: [to, 0.0],
                room: 0.0,
            },
            witness,
        }
    }

    fn turns(&self, power: i32) -> Turns<f64> {
        let turn = |i: usize| {
            let centre = self.centres[i].map(|x| times(x, power));
            Turn::by(self.turns[i]).about(Point3::from(centre))
        };
        Turns {
            moving: turn(0),
            fixed: turn(1),
        }
    }

    fn placed<S: Support>(&self, i: usize, shape: S, power: i32) -> Placed<f64, S> {
        let at = self.at[i].map(|x| times(x, power));
        Placed::new(shape, [at.x, at.y, at.z]).unwrap()
    }

    fn corners(&self, i: usize, power: i32) -> [Point3<f64>; 3] {
        self.corners[i].map(|p| Point3::from(p.map(|x| times(x, power))))
    }

    fn segment(&self, power: i32) -> Segment<f64> {
        let [a, b, _] = self.corners(0, power);
        Segment::new(a, b).unwrap()
    }

    fn triangle(&self, power: i32) -> Triangle<f64> {
        let [a, b, c] = self.corners(1, power);
        Triangle::new(a, b, c).unwrap()
    }

    fn sweep<A: Support, B: Support>(
        &self,
        moving: A,
        fixed: B,
        (power, way): (i32, i32),
    ) -> TurningSweep<f64, A, B> {
        let way = self.way.map(|x| times(x, way));
        let (moving, fixed) = (self.placed(0, moving, power), self.placed(1, fixed, power));
        let linear = Sweep::new(moving, way, fixed).unwrap();
        TurningSweep::new(linear, self.turns(power)).unwrap()
    }

    /// In units of 2ᵖ, with a way in units of its own: the rooms that pieces prove, if more or if less is claimed, and a growth that shows
    /// contact.
    fn proven(&self, kind: u64, (power, way): (i32, i32)) -> [f64; 4] {
        let units = (power, way);
        let (moving, fixed) = (self.segment(power), self.triangle(power));
        let found = match kind {
            0 => self.proofs(&self.sweep(moving, fixed, units), power),
            1 => self.proofs(&self.sweep(PointShape, fixed, units), power),
            2 => self.proofs(&self.sweep(moving, PointShape, units), power),
            3 => self.proofs(&self.sweep(PointShape, PointShape, units), power),
            _ => {
                let plane = HalfSpace::new(self.normal).unwrap();
                self.proofs(&self.sweep(moving, plane, units), power)
            }
        };
        // What these are in units of the unit.
        found.map(|x| times(x, -power))
    }

    fn proofs<A: Support, B: Support>(
        &self,
        sweep: &TurningSweep<f64, A, B>,
        power: i32,
    ) -> [f64; 4] {
        let (target, huge) = (times(self.target, power), 1e300);
        let proof = |room: f64| TurningProof {
            claim: Claim::Unresolved { safe_fraction: 0.0 },
            pieces: vec![Piece { room, ..self.piece }],
            all_angles: vec![],
            ignored: [0.0; 2],
            within: None,
            contact: [0.0; 2],
            witness: Witness::NONE,
            target_distance: target,
            tolerance: huge,
        };
        let check = |proof: TurningProof| TurningCertificate::Turning(proof).verify(sweep);
        let room = |proof: TurningProof| match check(proof) {
            Err(flaw) if flaw.what == "room of a piece" => flaw.proven,
            other => panic!("{other:?}"),
        };
        let little = match check(proof(-huge)) {
            Ok(proven) => proven.gap - target,
            Err(flaw) => flaw.proven,
        };
        let angles = AllAngles {
            from: [0.0; 2],
            to: self.piece.to,
            room: huge,
            cells: vec![Cell::Apart(self.piece.normals[0])],
        };
        let all = TurningProof {
            pieces: vec![],
            all_angles: vec![angles],
            ..proof(0.0)
        };
        let contact = TurningProof {
            claim: Claim::Hit {
                fraction: 0.0,
                fraction_upper: 1.0,
            },
            pieces: vec![],
            contact: self.piece.to,
            witness: self.witness,
            ..proof(0.0)
        };
        let dilation = check(contact).unwrap().dilation;
        [room(proof(huge)), little, room(all), -dilation]
    }
}

/// Lengths of up to 2⁴⁰ of a unit, down to the least number there is, and up to the largest lengths that a sweep may have; and such small
/// ones beside a way that is none. What is no number proves nothing.
#[test]
fn what_is_proven_in_small_units_holds_in_large_ones() {
    let mut dice = Dice(7);
    let mut some = [0; 4];
    let all = [-1074, -1060, -1020, -900, -700, -500, 52].map(|power| ((power, power), (0, 0)));
    let beside_a_way = ((-1074, -40), (-978, 56));
    for round in 0..1_000 {
        let draft = Draft::roll(&mut dice);
        let kind = dice.below(5);
        for (small, large) in all.into_iter().chain([beside_a_way]) {
            let [parts, whole] = [small, large].map(|units| draft.proven(kind, units));
            for (i, (part, whole)) in parts.iter().zip(&whole).enumerate() {
                if !part.is_nan() && !whole.is_nan() {
                    some[i] += usize::from(part.is_finite());
                    assert!(
                        part <= whole,
                        "{round}, {small:?}, {i}: {part:e} of {whole:e}"
                    );
                }
            }
        }
    }
    assert!(some.iter().all(|some| *some > 3_000), "{some:?}");
}

/// Whether a cast by each method claims no more than its certificate proves; how many of the outcomes are hits and misses.
fn hold<A: Support, B: Support>(sweep: &TurningSweep<f64, A, B>) -> [usize; 2] {
    let mut found = [0; 2];
    for method in TurningMethod::ALL {
        for start_overlap in [StartOverlap::Report, StartOverlap::Ignore] {
            let options = TurningOptions {
                method,
                start_overlap,
                ..TurningOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            let flaw = certified.certificate.verify(sweep).err();
            // How near shapes come that overlap at the start is for the linear cast to say, which promises nothing of it here.
            let starts = matches!(certified.certificate, TurningCertificate::Start(_));
            let holds = flaw.is_none_or(|flaw| starts && flaw.what.starts_with("contact "));
            assert!(
                holds,
                "{options:?} {certified:?} {:?}",
                certified.certificate.verify(sweep)
            );
            match certified.outcome {
                Outcome::Hit(_) => found[0] += 1,
                Outcome::Miss(_) => found[1] += 1,
                _ => {}
            }
        }
    }
    found
}

/// Shapes, places and centres of up to 2⁴⁰ of a unit, down to the least number there is; the way is as small, or leads past all of them.
#[test]
fn casts_claim_no_more_than_is_proven_of_what_vanishes() {
    let mut dice = Dice(8);
    let mut found = [[0; 2]; 2];
    for _ in 0..400 {
        let mut draft = Draft::roll(&mut dice);
        if dice.below(2) == 0 {
            draft.way = (draft.at[1] - draft.at[0]) * 2.0;
        }
        let kind = dice.below(5);
        let power = [-1074, -1000, -700, -520, -300][dice.below(5) as usize];
        for (i, way) in [power, -40].into_iter().enumerate() {
            let units = (power, way);
            let (moving, fixed) = (draft.segment(power), draft.triangle(power));
            let plane = HalfSpace::new(draft.normal).unwrap();
            let counts = match kind {
                0 => hold(&draft.sweep(moving, fixed, units)),
                1 => hold(&draft.sweep(PointShape, fixed, units)),
                2 => hold(&draft.sweep(moving, PointShape, units)),
                3 => hold(&draft.sweep(PointShape, PointShape, units)),
                _ => hold(&draft.sweep(moving, plane, units)),
            };
            found[i] = [0, 1].map(|k| found[i][k] + counts[k]);
        }
    }
    assert!(found.iter().flatten().all(|n| *n > 30), "{found:?}");
}
