//! Edges that cross, of which one turns about the point where they touch.

use super::claim::{self, piece};
use super::{AnySweep, any, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::turning_certificate::Frame;
use swept::{
    Cuboid, Outcome, Segment, Shape, Support, Turn, TurningCertificate, TurningMethod,
    TurningOptions, Turns,
};
use swept_tests::Dice;

/// Two bodies, edge across edge, so far apart; the moving one turns about a point so far from its edge.
pub struct Crossing {
    pub case: AnySweep,
    /// The edges, each in its own frame.
    pub edges: [Vector3<f64>; 2],
}

/// A shape with a point of an edge: its direction there, and the normals of both sides.
pub struct Edge {
    pub shape: Shape<f64>,
    pub point: Vector3<f64>,
    pub along: Vector3<f64>,
    pub sides: [Vector3<f64>; 2],
}

impl Crossing {
    /// Two boxes. `None` where they do not show these edges to each other.
    fn draw(dice: &mut Dice, apart: f64, aside: f64, angle: f64) -> Option<Self> {
        let halves = |dice: &mut Dice| Vector3::from(dice.three(|d| d.between(0.2, 1.0)));
        let (m, f) = (halves(dice), halves(dice));
        let along = |dice: &mut Dice| dice.between(-0.5, 0.5);
        // Of the fixed box an edge along z, of the moving one an edge along y.
        let fixed = Edge {
            shape: any(Cuboid::new(f).unwrap()),
            point: Vector3::new(f.x, f.y, f.z * along(dice)),
            along: Vector3::z(),
            sides: [Vector3::x(), Vector3::y()],
        };
        let moving = Edge {
            shape: any(Cuboid::new(m).unwrap()),
            point: Vector3::new(m.x, m.y * along(dice), m.z),
            along: Vector3::y(),
            sides: [Vector3::x(), Vector3::z()],
        };
        Self::of(dice, (moving, fixed), apart, aside, angle)
    }

    /// The same of any two edges.
    pub fn of(
        dice: &mut Dice,
        (moving, fixed): (Edge, Edge),
        apart: f64,
        aside: f64,
        angle: f64,
    ) -> Option<Self> {
        let (x, y) = (moving.point, fixed.point);
        let turned = UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.1));
        let [a, b] = [fixed.along, moving.along];
        let n = a.cross(&(turned * b));
        let out: f64 = fixed.sides.iter().map(|side| n.dot(side)).sum();
        let n = if out < 0.0 { -n } else { n };
        let local = turned.inverse() * -n;
        // Between the normals of both sides.
        let inside = |n: &Vector3<f64>, [u, v]: &[Vector3<f64>; 2]| {
            let between = u.dot(v);
            [(u, v), (v, u)]
                .iter()
                .all(|(u, v)| (*u - *v * between).dot(n) > 0.1)
        };
        if n.norm() < 0.3 || !inside(&n, &fixed.sides) || !inside(&local, &moving.sides) {
            return None;
        }
        let position = y + n.normalize() * apart - turned * x;
        let pose = Isometry3::from_parts(position.into(), turned);
        let centre = Point3::from(x + dice.in_ball() * aside);
        let turns = Turns {
            moving: Turn::by(dice.direction() * angle).about(centre),
            ..Turns::default()
        };
        let case = sweep(
            (moving.shape, pose),
            [0.0; 3],
            (fixed.shape, Isometry3::identity()),
            turns,
        );
        let forward = n.dot(&a.cross(&(turned * b))) > 0.0;
        Some(Self {
            case,
            edges: [if forward { a } else { -a }, b],
        })
    }

    /// φ along the axis across two directions of the bodies at a fraction, per unit of it.
    pub fn along(&self, edges: [Vector3<f64>; 2], t: f64) -> f64 {
        claim::along(&self.case, &piece(Frame::Across, edges, (t, t), 0.0), t)
    }
}

/// The edges of a crossing keep in contact, or so far apart, until its casts by some methods end. Where each of them ends, and the
/// steps that it takes.
pub fn keeps_in_contact(
    i: u64,
    crossing: &Crossing,
    apart: f64,
    methods: &[TurningMethod],
) -> Vec<(f64, u32)> {
    let case = &crossing.case;
    let mut ends = Vec::new();
    for &method in methods {
        let options = TurningOptions {
            method,
            ..TurningOptions::default()
        };
        let found = case.cast_certified(&options);
        let proven = found.certificate.verify(case);
        assert!(proven.is_ok(), "{i} {method:?}: {proven:?}");
        let end = match &found.outcome {
            Outcome::Hit(hit) => {
                assert!(hit.fraction < 1.0, "{i}");
                hit.fraction
            }
            Outcome::Miss(miss) => {
                assert!((0.0..=apart).contains(&miss.gap), "{i}: {}", miss.gap);
                1.0
            }
            other => panic!("{i} {method:?}: {other:?}"),
        };
        // Until then, the axis across the edges keeps them in contact and no deeper.
        let touching = (0..200).map(|k| crossing.along(crossing.edges, end * f64::from(k) / 200.0));
        let deepest = touching.fold(f64::INFINITY, f64::min);
        assert!(deepest > -1e-11, "{i} {method:?}: {deepest} before {end}");
        ends.push((end, found.steps));
    }
    ends
}

/// Soon after a hit the axis across the edges keeps them in contact no longer. How many casts end at no hit.
pub fn meets_soon_after(i: u64, crossing: &Crossing, ends: &[(f64, u32)]) -> u32 {
    let mut stay = 0;
    for (end, _) in ends {
        if *end < 1.0 {
            let after = crossing.along(crossing.edges, (end + 1e-4).min(1.0));
            assert!(after < -1e-7, "{i}: {after} after {end}");
        } else {
            stay += 1;
        }
    }
    stay
}

#[test]
fn an_edge_turns_about_the_point_where_it_crosses_another() {
    let (mut cases, mut stay) = (0, 0);
    for i in 0..4000 {
        let dice = &mut Dice::new(91, i);
        let angle = dice.between(0.05, 2.0);
        if let Some(crossing) = Crossing::draw(dice, 0.0, 0.0, angle) {
            cases += 1;
            let ends = keeps_in_contact(i, &crossing, 0.0, &TurningMethod::ALL);
            stay += meets_soon_after(i, &crossing, &ends);
        }
    }
    assert!(cases > 150 && stay > 100, "{cases} {stay}");
}

/// A hair apart, an edge turns about the point that is nearest to another one: it goes on as if they touched.
#[test]
fn an_edge_turns_a_hair_above_another() {
    let (mut cases, mut stay) = (0, 0);
    for i in 0..3000 {
        let dice = &mut Dice::new(127, i);
        let angle = dice.between(0.05, 2.0);
        let hair = 10_f64.powf(dice.between(-12.5, -8.0));
        if let Some(crossing) = Crossing::draw(dice, hair, 0.0, angle) {
            cases += 1;
            let ends = keeps_in_contact(i, &crossing, hair, &[TurningMethod::IntervalBound]);
            stay += meets_soon_after(i, &crossing, &ends);
            assert!(ends[0].1 < 2000, "{i}: {}", ends[0].1);
        }
    }
    assert!(cases > 100 && stay > 40, "{cases} {stay}");
}

#[test]
fn a_rod_turns_on_the_edge_of_a_box() {
    let along = Vector3::new(1.0, -1.0, 0.5);
    let rod = Segment::new(Point3::from(-along), Point3::from(along)).unwrap();
    let turns = Turns {
        moving: Turn::by([0.25, 0.125, 0.5]),
        ..Turns::default()
    };
    let case = sweep(
        (rod, [1.0, 1.0, 0.0]),
        [0.0; 3],
        (Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]),
        turns,
    );
    let found = case.cast_certified(&TurningOptions::default());
    assert!(found.certificate.verify(&case).is_ok());
    assert_eq!(found.outcome.miss().map(|miss| miss.gap), Some(0.0));
    assert!(found.steps < 100, "{}", found.steps);
    let TurningCertificate::Turning(proof) = &found.certificate else {
        panic!()
    };
    let mut across = proof.pieces.iter().filter(|p| p.frame == Frame::Across);
    assert!(across.next().is_some());
}

/// Whether the check grants so much room along the axis across two edges between two fractions.
pub fn claims(
    crossing: &Crossing,
    edges: [Vector3<f64>; 2],
    between: (f64, f64),
    room: f64,
) -> bool {
    claim::claims(&crossing.case, &piece(Frame::Across, edges, between, room))
}

#[test]
fn no_piece_across_edges_claims_more_than_there_is() {
    let (mut cases, mut nearly) = (0, 0);
    for i in 0..6000 {
        let dice = &mut Dice::new(93, i);
        let (apart, aside) = ([0.0, 0.1][i as usize % 2], [0.0, 0.2, 2.0][i as usize % 3]);
        let angle = dice.between(0.0, 6.0);
        let Some(crossing) = Crossing::draw(dice, apart, aside, angle) else {
            continue;
        };
        cases += 1;
        let from = [0.0, dice.between(0.0, 0.9)][i as usize / 2 % 2];
        let to = from + (1.0 - from) * [1.0, 0.1, 0.01][i as usize / 4 % 3];
        let [a, b] = crossing.edges;
        let any = [dice.direction(), dice.direction()];
        for edges in [[a, b], [-a, b], [a, a], any] {
            let least = (0..=1000)
                .map(|k| crossing.along(edges, from + (to - from) * f64::from(k) / 1000.0))
                .fold(f64::INFINITY, f64::min);
            let claimed = |room| claims(&crossing, edges, (from, to), room);
            assert!(!claimed(least + 1e-9), "{i} {edges:?}: {least}");
            nearly += u32::from(claimed(least - 1e-2));
        }
        for none in [
            [Vector3::zeros(), b],
            [a, Vector3::repeat(f64::NAN)],
            [a * f64::INFINITY, b],
        ] {
            assert!(!claims(&crossing, none, (from, to), -1e5), "{i} {none:?}");
        }
    }
    assert!(cases > 200 && nearly > 20, "{cases} {nearly}");
}

/// The cross product of directions that are all but parallel is little more than rounding: no axis is known by it.
#[test]
fn edges_all_but_parallel_prove_no_more_than_there_is() {
    let mut known = 0;
    for i in 0..40_000 {
        let dice = &mut Dice::new(97, i);
        let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|d| d.between(0.1, 0.6))).unwrap();
        let turned = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(dice.direction() * 3.0);
        let (m, f) = (cuboid(dice), cuboid(dice));
        let rotations = [turned(dice), turned(dice)];
        // Nearest corner to nearest corner: they are 2 apart.
        let way = dice.direction();
        let corners = [
            rotations[0] * m.support_point(&(rotations[0].inverse() * -way)).coords,
            rotations[1] * f.support_point(&(rotations[1].inverse() * way)).coords,
        ];
        let position = corners[1] - corners[0] + way * 2.0;
        let rate = [0.0, 1e-20, 1e-12, 1e-6][i as usize % 4];
        let turns = Turns {
            moving: Turn::by(dice.direction() * rate),
            ..Turns::default()
        };
        let case = sweep(
            (m, Isometry3::from_parts(position.into(), rotations[0])),
            [0.0; 3],
            (
                f,
                Isometry3::from_parts(Vector3::zeros().into(), rotations[1]),
            ),
            turns,
        );
        let b = dice.direction();
        let tilt = [0.0, 1e-17, 1e-16, 1e-15, 1e-12, 1e-6][i as usize / 4 % 6];
        let tilted = rotations[0] * b + way.cross(&(rotations[0] * b)) * tilt;
        let edges = [rotations[1].inverse() * tilted, b];
        let crossing = Crossing { case, edges };
        for to in [1.0, 1e-9] {
            let claimed = |room| claims(&crossing, edges, (0.0, to), room);
            assert!(
                !claimed(2.0 + 4.0 * rate * to + 1e-9),
                "{i} {tilt} {rate} {to}"
            );
            known += u32::from(claimed(-10.0));
        }
    }
    assert!(known > 1000, "{known}");
}

#[test]
fn nothing_round_has_an_axis_across_edges() {
    let dice = &mut Dice::new(91, 0);
    let crossing = std::iter::repeat_with(|| Crossing::draw(dice, 0.1, 0.0, 0.01))
        .flatten()
        .next()
        .unwrap();
    assert!(claims(&crossing, crossing.edges, (0.0, 1.0), 0.05));
    let linear = crossing.case.linear();
    let ball = any(swept::Rounded::new(linear.moving().shape().clone(), 0.01).unwrap());
    let round = sweep(
        (ball, linear.moving().pose()),
        [0.0; 3],
        (linear.fixed().shape().clone(), linear.fixed().pose()),
        *crossing.case.turns(),
    );
    let round = Crossing {
        case: round,
        ..crossing
    };
    assert!(!claims(&round, round.edges, (0.0, 1.0), 0.05));
}
