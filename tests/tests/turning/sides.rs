//! Lines of round sides that cross an edge, at a point that the body turns about.

use super::crossed::{Crossing, keeps_in_contact};
use super::{any, sweep};
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept::{Cone, Cuboid, Cylinder, Shape, Turn, TurningMethod, Turns};
use swept_tests::Dice;

/// The side of a thin cylinder or cone: the shape, a point of a line of it, the line's direction, and the normal there.
type Side = (Shape<f64>, Vector3<f64>, Vector3<f64>, Vector3<f64>);

fn side(dice: &mut Dice, radius: f64) -> Side {
    let height = dice.between(0.2, 1.0);
    let angle = dice.between(0.0, 6.0);
    let out = Vector3::new(angle.cos(), 0.0, angle.sin());
    let at = dice.between(-0.6, 0.6);
    let up = Vector3::y() * (height * at);
    if dice.between(0.0, 1.0) < 0.5 {
        let shape = any(Cylinder::new(height, radius).unwrap());
        (shape, out * radius + up, Vector3::y(), out)
    } else {
        let shape = any(Cone::new(height, radius).unwrap());
        let line = (Vector3::y() * (2.0 * height) - out * radius).normalize();
        let normal = (out * (2.0 * height) + Vector3::y() * radius).normalize();
        let point = out * (0.5 * radius * (1.0 - at)) + up;
        (shape, point, line, normal)
    }
}

/// A side across the edge of a box between its faces along x and y, turning by `turn` of the edge's own direction, about the point
/// where they touch.
fn lies(
    dice: &mut Dice,
    (shape, touch, line, normal): Side,
    turn: impl Fn(&mut Dice) -> Vector3<f64>,
) -> Crossing {
    let (edge, toward) = (Vector3::z(), Vector3::new(1.0, 1.0, 0.0).normalize());
    let down = UnitQuaternion::rotation_between(&normal, &-toward).unwrap();
    let from = edge
        .cross(&(down * line))
        .dot(&toward)
        .atan2(edge.dot(&(down * line)));
    let by = dice.between(0.3, 2.8) - from;
    let turned = UnitQuaternion::from_axis_angle(&Unit::new_normalize(toward), by) * down;
    let position = Vector3::new(1.0, 1.0, dice.between(-0.5, 0.5)) - turned * touch;
    let turns = Turns {
        moving: Turn::by(turn(dice)).about(Point3::from(touch)),
        ..Turns::default()
    };
    let case = sweep(
        (shape, Isometry3::from_parts(position.into(), turned)),
        [0.0; 3],
        (Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]),
        turns,
    );
    Crossing {
        case,
        edges: [edge, line],
    }
}

/// It goes on until the side that turns under its line is deeper than what counts as contact, in few steps.
#[test]
fn a_thin_rod_turns_about_a_point_of_its_side() {
    let (mut steps, mut hits) = (0, 0);
    for i in 0..60 {
        let dice = &mut Dice::new(151, i);
        let radius = 10_f64.powf(dice.between(-5.0, -3.0));
        let side = side(dice, radius);
        let angle = dice.between(0.05, 2.0);
        let crossing = lies(dice, side, |dice| dice.direction() * angle);
        let ends = keeps_in_contact(i, &crossing, 0.0, &[TurningMethod::IntervalBound]);
        let (end, taken) = ends[0];
        if end < 0.5 {
            hits += 1;
            let after = crossing.along(crossing.edges, 2.0 * end);
            assert!(after < -3e-13, "{i}: {after} after {end}");
        }
        steps += taken;
    }
    assert!(hits > 40 && steps < 60 * 300, "{hits} {steps}");
}

/// About the edge that it lies on it turns for as long as it is the side that touches: no axis across both is needed.
#[test]
fn a_rod_turns_about_the_edge_that_it_lies_on() {
    for i in 0..60 {
        let dice = &mut Dice::new(153, i);
        let radius = 10_f64.powf(dice.between(-5.0, -1.0));
        let side = side(dice, radius);
        let angle = dice.between(0.1, 2.0);
        let crossing = lies(dice, side, |_| Vector3::z() * angle);
        let ends = keeps_in_contact(i, &crossing, 0.0, &[TurningMethod::IntervalBound]);
        assert!(ends[0].1 < 1000, "{i}: {ends:?}");
    }
}
