//! Certificates of cells of angles that claim what is not so: the check refuses them.

use super::claim::proof;
use super::{AnySweep, any, moving, stands, sweep};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::turning_certificate::{AllAngles, Cell};
use swept::{Cuboid, HalfSpace, Shape, Sphere, Turn, TurningCertificate, Turns};
use swept_tests::Dice;

/// Two boxes that both spin, and a proof that they are apart by `room` at all angles in some cells.
fn in_cells(case: &AnySweep, cells: Vec<Cell>, room: f64) -> bool {
    let all = AllAngles {
        from: [0.0; 2],
        to: [1.0, 0.0],
        room,
        cells,
    };
    let proof = proof(Vec::new(), vec![all], 1.0);
    TurningCertificate::Turning(proof).verify(case).is_ok()
}

/// φ along the axis of the cell that holds a pair of angles, which is never less than what may be claimed of all: of cells that are cut
/// anyhow, with any axes.
#[test]
fn no_cell_claims_more_than_there_is() {
    let mut nearly = 0;
    for i in 0..300 {
        let dice = &mut Dice::new(67, i);
        let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|d| d.between(0.0, 1.0))).unwrap();
        let pose = |dice: &mut Dice| {
            let turned = UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0);
            Isometry3::from_parts((dice.in_ball() * 3.0).into(), turned)
        };
        let spin = |dice: &mut Dice| {
            let centre = Point3::from(dice.in_ball() * dice.between(0.0, 3.0));
            Turn::by(dice.direction() * dice.between(1.0, 1e4)).about(centre)
        };
        let turns = Turns {
            moving: spin(dice),
            fixed: spin(dice),
        };
        let way = dice.in_ball();
        let (one, other) = (cuboid(dice), cuboid(dice));
        let (from, at) = (pose(dice), pose(dice));
        let case = sweep((one, from), way.into(), (other, at), turns);
        // The cells, in order, and the turns that each is about.
        let mut cells = Vec::new();
        let mut parts = vec![[[0.0, 1.0]; 2]];
        while cells.len() < parts.len() {
            let [moving, fixed] = parts[cells.len()];
            let halves = |[a, b]: [f64; 2]| [[a, 0.5 * (a + b)], [0.5 * (a + b), b]];
            cells.push(match dice.between(0.0, 3.0) as u32 {
                0 if parts.len() < 60 => {
                    parts.extend(halves(moving).map(|half| [half, fixed]));
                    Cell::ByMoving
                }
                1 if parts.len() < 60 => {
                    parts.extend(halves(fixed).map(|half| [moving, half]));
                    Cell::ByFixed
                }
                _ => Cell::Apart(dice.direction()),
            });
        }
        let mut least = f64::INFINITY;
        for (cell, part) in cells.iter().zip(&parts) {
            let Cell::Apart(n) = cell else { continue };
            for k in 0..500 {
                let [a, b] = part.map(|[from, to]| dice.between(from, to));
                let t = f64::from(k % 2);
                least = least.min(at_angles(
                    &case,
                    n,
                    [a, b].map(|x| x * std::f64::consts::TAU),
                    t,
                ));
            }
        }
        let cells = || cells.clone();
        assert!(!in_cells(&case, cells(), least + 1e-9), "{i}: {least}");
        nearly += u32::from(in_cells(&case, cells(), least - 0.02));
        // Nor where one is left out, or there is one too many, or an axis is none.
        let mut few = cells();
        few.pop();
        assert!(!in_cells(&case, few, -1e5), "{i}");
        let mut many = cells();
        many.push(Cell::Apart(Vector3::y()));
        assert!(!in_cells(&case, many, -1e5), "{i}");
        for at in 0..parts.len() {
            for n in [0.0, f64::NAN, f64::INFINITY].map(Vector3::repeat) {
                let mut none = cells();
                none[at] = Cell::Apart(n);
                assert!(!in_cells(&case, none, -1e5), "{i}: {at}");
            }
        }
        assert!(in_cells(&case, cells(), -1e5), "{i}");
    }
    assert!(nearly > 200, "{nearly}");
}

#[test]
fn cells_say_nothing_of_half_spaces_and_of_what_does_not_turn() {
    let apart = || vec![Cell::Apart(Vector3::y())];
    let ball = || Sphere::new(0.5).unwrap();
    let both = |angle: f64| Turns {
        moving: Turn::by([0.0, 0.0, angle]),
        fixed: Turn::by([0.0, 0.0, angle]),
    };
    let case = |fixed: Shape<f64>, turns| {
        sweep(
            (ball(), [0.0, 3.0, 0.0]),
            [0.0; 3],
            (fixed, [0.0; 3]),
            turns,
        )
    };
    assert!(in_cells(&case(any(ball()), both(9.0)), apart(), 1.5));
    assert!(!in_cells(
        &case(any(ball()), moving([0.0, 0.0, 9.0])),
        apart(),
        1.5
    ));
    let plane = || any(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    assert!(!in_cells(&case(plane(), both(9.0)), apart(), 1.5));
    let chain = |halvings: usize| {
        let mut cells = Vec::new();
        for _ in 0..halvings {
            cells.extend([Cell::ByMoving, Cell::Apart(Vector3::y())]);
        }
        cells.push(Cell::Apart(Vector3::y()));
        cells
    };
    assert!(in_cells(&case(any(ball()), both(9.0)), chain(20), 1.0));
    // Halved more often than an angle can be.
    assert!(!in_cells(&case(any(ball()), both(9.0)), chain(40), 1.0));
}

/// φ along n in world space where both bodies have turned by these angles and the moving one's centre has come as far as at a fraction.
fn at_angles(case: &AnySweep, n: &Vector3<f64>, [moving, fixed]: [f64; 2], t: f64) -> f64 {
    let (linear, turns) = (case.linear(), case.turns());
    let turned = |turn: &Turn<f64>, angle: f64| Turn {
        rotation: turn.rotation.normalize() * angle,
        ..*turn
    };
    let (way, rest) = (linear.displacement() * t, Vector3::zeros());
    let m = stands(linear.moving(), &turned(&turns.moving, moving), &way, 1.0);
    let f = stands(linear.fixed(), &turned(&turns.fixed, fixed), &rest, 1.0);
    n.dot(&(m.support_point(&-n) - f.support_point(n)))
}
