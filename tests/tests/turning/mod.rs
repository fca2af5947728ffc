//! Turning casts: what can be worked out by hand, starts in contact, symmetries, public threads.

mod apexes;
mod bearings;
mod cells;
mod claim;
mod contact;
mod corners;
mod crossed;
mod curves;
mod exact;
mod forged;
mod joints;
mod leant;
mod lying;
mod pieces;
mod pinned;
mod properties;
mod rims;
mod rings;
mod sent;
mod sides;
mod spins;
mod threads;
mod turntables;
mod within;

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{
    Cuboid, Outcome, Placed, Real, Shape, Support, Sweep, Turn, TurningOptions, TurningSweep, Turns,
};
use swept_tests::Dice;

/// A turning sweep of any two shapes.
pub type AnySweep = TurningSweep<f64, Shape<f64>, Shape<f64>>;

/// A turning sweep of two shapes at poses, the moving one displaced. The shapes are of the run-time type `Shape`, so that casts are
/// compiled once for all of them (see `swept_tests::erased`).
pub fn sweep<T: Real>(
    (moving, from): (impl Into<Shape<T>>, impl Into<Isometry3<T>>),
    displacement: [T; 3],
    (fixed, at): (impl Into<Shape<T>>, impl Into<Isometry3<T>>),
    turns: Turns<T>,
) -> TurningSweep<T, Shape<T>, Shape<T>> {
    let moving = Placed::new(moving.into(), from).expect("a pose");
    let fixed = Placed::new(fixed.into(), at).expect("a pose");
    let linear = Sweep::new(moving, displacement, fixed).expect("a sweep");
    TurningSweep::new(linear, turns).expect("a turning sweep")
}

/// Two boxes that both spin, by powers of ten between these exponents in radians, and may meet at some angles or at none.
pub fn both_spin(dice: &mut Dice, [least, most]: [f64; 2]) -> AnySweep {
    let spin = |dice: &mut Dice| {
        let centre = dice.direction() * dice.between(0.5, 3.0);
        let (axis, exponent) = (dice.direction(), dice.between(least, most));
        Turn::by(axis * 10_f64.powf(exponent)).about(Point3::from(centre))
    };
    let turns = Turns {
        moving: spin(dice),
        fixed: spin(dice),
    };
    let cuboid = |dice: &mut Dice| Cuboid::new(dice.three(|dice| dice.between(0.05, 0.4))).unwrap();
    let (one, other) = (cuboid(dice), cuboid(dice));
    let (from, at) = (dice.in_ball() * 4.0, dice.in_ball());
    sweep((one, from), dice.in_ball().into(), (other, at), turns)
}

/// Only the moving shape turns, by this rotation vector about its origin.
pub fn moving<T: Real>(rotation: [T; 3]) -> Turns<T> {
    Turns {
        moving: Turn::by(rotation),
        ..Turns::default()
    }
}

/// Only the fixed shape turns.
pub fn fixed<T: Real>(rotation: [T; 3]) -> Turns<T> {
    Turns {
        fixed: Turn::by(rotation),
        ..Turns::default()
    }
}

/// The answer, its certificate checked.
pub fn proven<T: Real, A: Support, B: Support>(sweep: &TurningSweep<T, A, B>) -> Outcome<T> {
    let certified = sweep.cast_certified(&TurningOptions::default());
    certified
        .certificate
        .verify(sweep)
        .unwrap_or_else(|flaw| panic!("{flaw}\n{:?}", certified.outcome));
    certified.outcome
}

/// A hit's bracket around `expected`, no wider than `within`.
pub fn assert_hit<T: Real>(outcome: &Outcome<T>, expected: f64, within: f64) {
    let Outcome::Hit(hit) = outcome else {
        panic!("{outcome:?} instead of a hit at {expected}");
    };
    let (low, high) = (hit.fraction.to_f64(), hit.fraction_upper.to_f64());
    assert!(
        low <= expected + 4.0 * f64::EPSILON && (low - expected).abs() <= within && high >= low,
        "{low} to {high} instead of {expected}"
    );
}

/// A shape whose kind is known at run time.
pub fn any<T: Real>(shape: impl Into<Shape<T>>) -> Shape<T> {
    shape.into()
}

/// Where a body stands at a fraction.
pub fn stands(
    shape: &Placed<f64, Shape<f64>>,
    turn: &Turn<f64>,
    displacement: &Vector3<f64>,
    t: f64,
) -> Placed<f64, Shape<f64>> {
    let pose = shape.pose();
    let centre = pose * turn.centre;
    let turned = UnitQuaternion::from_scaled_axis(turn.rotation * t);
    let position = centre + displacement * t + turned * (pose.translation.vector - centre.coords);
    let pose = Isometry3::from_parts(position.coords.into(), turned * pose.rotation);
    Placed::new(shape.shape().clone(), pose).unwrap()
}
