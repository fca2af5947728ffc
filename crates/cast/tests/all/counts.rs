//! What an answer says of its work, against what shapes that count were asked for.

use crate::counted::Counted;
use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Vector3};
use std::collections::BTreeMap;
use swept_cast::{CastOptions, Certified, Method, Outcome, StartOverlap, Sweep};
use swept_support::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Placed, Real, Rounded, Sphere, Support,
    Triangle,
};

/// One of each kind of core, with and without a radius; the half-space comes last.
fn shapes() -> Vec<Counted<Box<dyn Support>>> {
    let cube = Cuboid::new([0.5, 0.75, 1.0]).unwrap();
    let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.25, 0.0], [0.25, 1.0, 0.5]].map(Point3::<f64>::from);
    let shapes: [Box<dyn Support>; 9] = [
        Box::new(cube),
        Box::new(Sphere::new(0.5).unwrap()),
        Box::new(Capsule::new(0.5, 0.25).unwrap()),
        Box::new(Cylinder::new(0.5, 0.75).unwrap()),
        Box::new(Cone::new(0.5, 0.75).unwrap()),
        Box::new(Ellipsoid::new([0.5, 0.75, 1.0]).unwrap()),
        Box::new(Rounded::new(cube, 0.125).unwrap()),
        Box::new(Triangle::new(a, b, c).unwrap()),
        Box::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()),
    ];
    shapes.into_iter().map(Counted::new).collect()
}

/// Where the moving shape starts, how far both are turned, and the displacement: anywhere, toward the fixed one, deep in it, at rest,
/// touching what is as high as half a unit or three quarters, and along that.
fn motion(dice: &mut Dice) -> (Vector3<f64>, f64, Vector3<f64>) {
    match dice.below(6) {
        0 => (dice.vector() * 4.0, 3.0, dice.vector() * 8.0),
        1 => {
            let at = dice.vector() * 6.0;
            (at, 3.0, dice.vector() - at * 2.0)
        }
        2 => (dice.vector() * 0.25, 3.0, dice.vector() * 4.0),
        3 => (dice.vector() * 2.0, 3.0, Vector3::zeros()),
        4 => {
            let high = 1.25 + 0.25 * dice.below(4) as f64;
            let (aside, down) = (dice.roll(), dice.below(3) as f64 - 1.0);
            (Vector3::y() * high, 0.0, Vector3::new(aside, down, 0.5))
        }
        _ => (
            Vector3::new(-3.0, 1.0, 0.0),
            0.0,
            Vector3::new(6.0, 0.0, 0.25),
        ),
    }
}

fn options<T: Real>(dice: &mut Dice, method: Method) -> CastOptions<T> {
    let mut options = CastOptions {
        method,
        ..CastOptions::default()
    };
    match dice.below(8) {
        0 => options.target_distance = T::nearest(0.25),
        1 => options.start_overlap = StartOverlap::Ignore,
        2 => options.start_overlap = StartOverlap::IgnoreIfReceding,
        3 => options.max_steps = dice.below(12) as u32,
        4 => options.tolerance = T::nearest(1e-3),
        _ => {}
    }
    options
}

fn kind<T: Real>(found: &Certified<T>) -> &'static str {
    match found.outcome {
        Outcome::Hit(_) => "hit",
        Outcome::Miss(_) => "miss",
        Outcome::Overlap(_) => "overlap",
        Outcome::Unresolved(_) => "unresolved",
    }
}

/// Each method's answer, away from contact, in it and without a motion, counts the points that were asked for, of the shape that was asked
/// for more of them. Of closed forms, that count as two points, it is no more.
fn counts_what_was_asked_for<T: Real>(seed: u64) {
    let shapes = [shapes(), shapes()];
    let mut seen = BTreeMap::<_, u32>::new();
    let mut wrong = BTreeMap::new();
    for case in 0..4_000 {
        let dice = &mut Dice(seed + case);
        let one = &shapes[0][dice.below(8) as usize];
        let other = &shapes[1][dice.below(9) as usize];
        let (at, turned, way) = motion(dice);
        let pose = |at: Vector3<f64>, turn: Vector3<f64>| {
            Isometry3::new(at.map(T::nearest), (turn * turned).map(T::nearest))
        };
        let moving = Placed::new(one, pose(at, dice.vector())).unwrap();
        let fixed = Placed::new(other, pose(Vector3::zeros(), dice.vector())).unwrap();
        let sweep = Sweep::new(moving, way.map(T::nearest), fixed).unwrap();
        for method in [Method::Auto].into_iter().chain(Method::ALL) {
            let options = options(dice, method);
            let _ = [one.take(), other.take()];
            let found = sweep.cast_certified(&options);
            let made = one.take().max(other.take());
            // What a closed form asks for before it leaves a half-space to the others is not counted.
            let tries = matches!(method, Method::Auto | Method::ClosedForm | Method::Slab);
            let tries = tries && options.max_steps >= 2 && way != Vector3::zeros();
            let tried = u32::from(tries && other.unbounded_normal().is_some());
            let is_right = match found.method {
                Method::ClosedForm | Method::Slab => found.steps == 2 && made <= 2,
                _ => made == found.steps + tried,
            };
            if !is_right {
                let off = i64::from(found.steps + tried) - i64::from(made);
                let what = format!("{} {} by {off}", method.name(), kind(&found));
                wrong.entry(what).or_insert((case, options));
            }
            *seen.entry((found.method.name(), kind(&found))).or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for method in [
        "portal",
        "conservative-advancement",
        "swept-mpr",
        "gjk-ray-cast",
    ] {
        for kind in ["hit", "miss", "unresolved"] {
            let count = seen.get(&(method, kind)).copied().unwrap_or(0);
            assert!(count > 50, "{method} {kind}: {seen:?}");
        }
    }
    assert!(seen[&("conservative-advancement", "overlap")] > 1_000);
}

#[test]
fn of_f64_answers_count_what_was_asked_for() {
    counts_what_was_asked_for::<f64>(0);
}

#[test]
fn of_f32_answers_count_what_was_asked_for() {
    counts_what_was_asked_for::<f32>(10_000);
}
