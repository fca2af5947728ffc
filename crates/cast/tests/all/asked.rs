//! What shapes are asked: support points along directions, whatever coincides. Places and angles are those of a coarse lattice, where
//! edges are parallel, ways have no length, and centres lie in planes.

use crate::counted::Counted;
use crate::dice::Dice;
use core::f64::consts::FRAC_PI_4;
use nalgebra::{Isometry3, Point3, Vector3};
use swept_cast::{
    CastOptions, StartOverlap, Sweep, Turn, TurningOptions, TurningSweep, Turns, distance,
};
use swept_support::{
    Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Placed, Rounded, Segment, Support, Triangle,
};

const PLACES: u32 = 60;

fn shapes() -> [Box<dyn Support>; 7] {
    let corners = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0]];
    let [a, b, c] = corners.map(Point3::from);
    let cuboid = Cuboid::new([0.5, 0.25, 0.75]).unwrap();
    [
        Box::new(cuboid),
        Box::new(Triangle::new(a, b, c).unwrap()),
        Box::new(Segment::new([0.0, -0.5, 0.0], [0.0, 0.5, 0.0]).unwrap()),
        Box::new(Rounded::new(cuboid, 0.25).unwrap()),
        Box::new(Cylinder::new(0.5, 0.5).unwrap()),
        Box::new(Cone::new(0.5, 0.5).unwrap()),
        Box::new(Ellipsoid::new([0.5, 0.25, 0.75]).unwrap()),
    ]
}

/// With coordinates that are quarters.
fn place(dice: &mut Dice, most: u64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| (dice.below(2 * most + 1) as f64 - most as f64) / 4.0)
}

/// About one of the axes by eighths of a turn, or about any by any angle.
fn turn(dice: &mut Dice) -> Vector3<f64> {
    match dice.below(3) {
        0 => Vector3::zeros(),
        1 => Vector3::ith(dice.below(3) as usize, FRAC_PI_4) * (dice.below(9) as f64 - 4.0),
        _ => dice.vector() * 2.0,
    }
}

#[test]
fn shapes_are_asked_along_directions_and_what_they_answer_is_proven() {
    let shapes = shapes();
    let ground: Box<dyn Support> = Box::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let starts = [
        StartOverlap::Report,
        StartOverlap::IgnoreIfReceding,
        StartOverlap::Ignore,
    ];
    let dice = &mut Dice(1);
    for moving in &shapes {
        for fixed in shapes.iter().chain([&ground]) {
            for start_overlap in (0..PLACES).flat_map(|_| starts) {
                let (one, other) = (Counted::new(&**moving), Counted::new(&**fixed));
                let (at, leant) = (place(dice, 6), turn(dice));
                let moving = Placed::new(&one, Isometry3::new(at, leant)).unwrap();
                let leant = turn(dice);
                let fixed = Placed::new(&other, Isometry3::rotation(leant)).unwrap();
                let way = place(dice, 12) * dice.below(2) as f64;
                let sweep = Sweep::new(moving, way, fixed).unwrap();
                let target_distance = 0.25 * dice.below(2) as f64;
                let options = CastOptions {
                    target_distance,
                    start_overlap,
                    ..CastOptions::default()
                };
                let cast = sweep.cast_certified(&options);
                let proven = cast.certificate.verify(&sweep);
                assert!(proven.is_ok(), "{proven:?} {at} {way} {options:?}");
                let turns = Turns {
                    moving: Turn::by(turn(dice)).about(Point3::from(place(dice, 4))),
                    fixed: Turn::by(turn(dice)),
                };
                let sweep = TurningSweep::new(sweep, turns).unwrap();
                let options = TurningOptions {
                    target_distance,
                    start_overlap,
                    max_steps: 100,
                    ..TurningOptions::default()
                };
                let cast = sweep.cast_certified(&options);
                let proven = cast.certificate.verify(&sweep);
                assert!(proven.is_ok(), "{proven:?} {at} {way} {options:?}");
                let _ = distance(&moving, &fixed);
            }
        }
    }
}

/// A segment leaves a cylinder through the curved side, which two points carry where it ends in a touch. The mixture that shows them to meet
/// there names directions that lead to both.
#[test]
fn an_ignored_overlap_that_ends_in_a_touch_is_proven() {
    let segment = Segment::new([0.0, -0.5, 0.0], [0.0, 0.5, 0.0]).unwrap();
    let cylinder = Placed::new(Cylinder::new(0.5, 0.5).unwrap(), [0.0; 3]).unwrap();
    let moving = Placed::new(segment, [-0.25, -0.25, 0.25]).unwrap();
    let turns = Turns {
        moving: Turn::by([1.9421077596948955, -1.6837888138440764, 1.1966068399671235])
            .about([0.5, 0.75, -0.75]),
        // So little that it only decides where the touch is measured: where two corners of one direction carry it.
        fixed: Turn::by([1e-9, 0.0, 0.0]),
    };
    let sweep = TurningSweep::new(Sweep::new(moving, [0.0; 3], cylinder).unwrap(), turns).unwrap();
    let options = TurningOptions {
        target_distance: 0.25,
        start_overlap: StartOverlap::Ignore,
        ..TurningOptions::default()
    };
    let cast = sweep.cast_certified(&options);
    assert!(cast.outcome.miss().is_some(), "{:?}", cast.outcome);
    let proven = cast.certificate.verify(&sweep);
    assert!(proven.is_ok(), "{proven:?}");
}
