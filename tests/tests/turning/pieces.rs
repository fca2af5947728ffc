//! The pieces of proofs, one by one, against the poses of their motions, and pieces that are made of them by a mistake.
//!
//! A few bounds are common to the solver and the check (`leaning.rs`, the reach of a body from its axis): a mistake in one of them passes
//! both. Here nothing of them is asked.

use super::claim::{claims, least};
use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion};
use swept::turning_certificate::{Frame, Piece};
use swept::{
    Cone, Cuboid, Cylinder, HalfSpace, Placed, Segment, Shape, Sweep, Turn, TurningCertificate,
    TurningOptions, TurningSweep, Turns,
};
use swept_tests::Dice;

/// What poses in plain arithmetic are off by, of all lengths and what angles make of them: 64u. In contact a piece may claim as much.
const OFF: f64 = 32.0 * f64::EPSILON;

/// Which of the bodies turn.
const WHO: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// Two bodies that touch, or all but touch, or are a way apart, and turn about a point that both have there, or points beside it, their
/// middles, or points far away; by next to nothing, by less than a turn, or by many, and some nearly as one. And what lengths add up to in
/// plain arithmetic, with what angles make of them. `None` where they do not meet.
fn draw(i: u64) -> Option<(AnySweep, f64)> {
    let dice = &mut Dice::new(171, i);
    let i = i as usize;
    let turned = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(dice.direction() * 3.0);
    let size = |dice: &mut Dice| dice.between(0.2, 1.0);
    let shape = |dice: &mut Dice, kind: usize| -> Shape<f64> {
        match kind {
            0 => any(Cone::new(size(dice), size(dice)).unwrap()),
            1 => {
                let end = Point3::from(dice.direction() * size(dice));
                any(Segment::new(-end, end).unwrap())
            }
            2 => any(Cylinder::new(size(dice), size(dice)).unwrap()),
            _ => any(Cuboid::new(dice.three(size)).unwrap()),
        }
    };
    let kinds = [dice.between(0.0, 6.0), dice.between(0.0, 7.0)].map(|kind| kind as usize);
    let moving = shape(dice, kinds[0]);
    let (fixed, rests) = (shape(dice, kinds[1]), turned(dice));
    let fixed = match kinds[1] {
        6 => any(HalfSpace::new(dice.direction()).unwrap()),
        _ => fixed,
    };
    // Brought into contact, and drawn back by some of the way.
    let (out, stands) = (dice.direction(), turned(dice));
    let at = |far: f64| Isometry3::from_parts((out * far).into(), stands);
    let place = Isometry3::from_parts((dice.in_ball() * 0.5).into(), rests);
    let m = Placed::new(moving.clone(), at(8.0)).unwrap();
    let f = Placed::new(fixed.clone(), place).unwrap();
    let hit = *Sweep::new(m, out * -10.0, f).unwrap().cast().hit()?;
    let hair = dice.log_between(1e-12, 1e-3);
    let apart = [0.0, 0.0, hair, 0.5][i / 3 % 4];
    let stands = at(8.0 - 10.0 * hit.fraction + apart);
    let joint = hit.point_moving;
    let about = |dice: &mut Dice, pose: &Isometry3<f64>| {
        let point = match i / 12 % 4 {
            0 => joint,
            1 => joint + dice.in_ball() * 0.2,
            2 => Point3::from(pose.translation.vector),
            _ => joint + dice.direction() * dice.log_between(1e1, 1e3),
        };
        pose.inverse() * point
    };
    let angle = match i / 48 % 3 {
        0 => dice.log_between(1e-9, 1e-3),
        1 => dice.between(0.1, 3.0),
        _ => dice.between(10.0, 300.0),
    };
    let [turn, mut other] = [&stands, &place].map(|pose| {
        let by = dice.direction() * (angle * dice.between(0.3, 1.0));
        Turn::by(by).about(about(dice, pose))
    });
    if i % 7 < 2 {
        // Nearly as one.
        other.rotation = turn.rotation + dice.in_ball() * (0.1 * angle);
    }
    let [moves, rests] = WHO[i % 3];
    let turns = Turns {
        moving: if moves { turn } else { Turn::none() },
        fixed: if rests { other } else { Turn::none() },
    };
    let way = [0.0, 0.0, 1.0][i / 5 % 3];
    let way = dice.in_ball() * (way * angle.min(0.5));
    let far = [&turn, &other].map(|turn| turn.centre.coords.norm());
    let lengths = (4.0 + far[0] + far[1]) * (1.0 + 2.0 * angle);
    let case = sweep((moving, stands), way.into(), (fixed, place), turns);
    Some((case, lengths))
}

/// The pieces of the proof that the cast gives, the first of them and the last.
fn pieces(i: u64, case: &AnySweep) -> Vec<Piece> {
    let found = case.cast_certified(&TurningOptions::default());
    let proven = found.certificate.verify(case);
    assert!(proven.is_ok(), "{i}: {proven:?}");
    let TurningCertificate::Turning(proof) = found.certificate else {
        return Vec::new();
    };
    let mut pieces = proof.pieces;
    if pieces.len() > 12 {
        pieces.drain(8..pieces.len() - 4);
    }
    pieces
}

#[test]
fn along_each_piece_there_is_as_much_room_as_it_claims() {
    let mut count = [[0; 4]; 3];
    for i in 0..900 {
        let Some((case, lengths)) = draw(i) else {
            continue;
        };
        for piece in pieces(i, &case) {
            let room = least(&case, &piece, 48);
            let off = OFF * lengths;
            assert!(room >= piece.room - off, "{i}: {room} {piece:?}");
            count[i as usize % 3][piece.frame as usize] += 1;
        }
    }
    // Whoever turns: along axes of the world, of both bodies where both turn, and across edges.
    let enough = |frames: &[i32; 4]| frames[0] > 60 && frames[3] > 6;
    assert!(count.iter().all(enough), "{count:?}");
    assert!(count[2].iter().all(|frames| *frames > 6), "{count:?}");
}

/// What a piece may be turned into by a mistake, and the sweep that it is then held against.
fn mistakes(dice: &mut Dice, case: &AnySweep, piece: &Piece) -> Vec<(AnySweep, Piece)> {
    let [from, to] = [piece.from, piece.to].map(|[high, low]| high + low);
    let mut all = Vec::new();
    let mut forge = |made: Piece| all.push((case.clone(), made));
    // Too long.
    for longer in [1.5, 8.0, 1e3] {
        let to = (from + (to - from) * longer).min(1.0);
        forge(Piece {
            to: [to, 0.0],
            ..*piece
        });
    }
    // Along an axis that is a little off, or the wrong way round.
    for off in [1e-6, 1e-3, 0.1] {
        let aside = dice.direction() * off;
        let normals = piece.normals.map(|n| n + aside * n.norm());
        forge(Piece { normals, ..*piece });
    }
    let [first, last] = piece.normals;
    let normals = [last, first];
    forge(Piece { normals, ..*piece });
    // In the frame of another body, or of none.
    for frame in [Frame::World, Frame::Moving, Frame::Fixed, Frame::Across] {
        forge(Piece { frame, ..*piece });
    }
    // Of bodies that turn faster, the other way, as the other one does, or about another point.
    let turns = *case.turns();
    let Turns { moving, fixed } = turns;
    let turned = |moving, fixed| {
        let linear = case.linear().clone();
        TurningSweep::new(linear, Turns { moving, fixed }).map(|sweep| (sweep, *piece))
    };
    let by = |turn: &Turn<f64>, part: f64| Turn {
        rotation: turn.rotation * part,
        ..*turn
    };
    let aside = dice.in_ball() * 0.01;
    let about = |turn: &Turn<f64>| Turn {
        centre: turn.centre + aside,
        ..*turn
    };
    let others = [
        turned(by(&moving, 1.25), fixed),
        turned(moving, by(&fixed, 1.25)),
        turned(by(&moving, -1.0), fixed),
        turned(moving, by(&fixed, -1.0)),
        turned(fixed, moving),
        turned(about(&moving), fixed),
        turned(moving, about(&fixed)),
    ];
    all.extend(others.into_iter().flatten());
    all
}

/// Whatever the mistake: a piece is refused where there is not the room that it claims, and so it is when it claims more than that.
#[test]
fn no_mistake_passes_the_check() {
    let (mut wrong, mut nearly) = (0, [0; 3]);
    for i in 0..250 {
        let Some((case, lengths)) = draw(i) else {
            continue;
        };
        let dice = &mut Dice::new(173, i);
        for piece in pieces(i, &case).iter().take(2) {
            for (case, made) in mistakes(dice, &case, piece) {
                let room = least(&case, &made, 96);
                if room.is_nan() {
                    continue;
                }
                let off = 2.0 * OFF * lengths;
                let claim = |room: f64| claims(&case, &Piece { room, ..made });
                if made.room > room + off {
                    wrong += 1;
                    assert!(!claim(made.room), "{i}: {room} {made:?}");
                }
                assert!(!claim(room + off), "{i}: {room} {made:?}");
                nearly[i as usize % 3] += u32::from(claim(room - 1e-6 * lengths));
            }
        }
    }
    assert!(wrong > 600, "{wrong}");
    assert!(nearly.iter().all(|count| *count > 60), "{nearly:?}");
}
