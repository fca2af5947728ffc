//! Casts from where shapes touch, further, along and back: decided by the portal where it tells all.

use crate::dice::Dice;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use swept_cast::{
    CastOptions, Certified, Method, Outcome, Sweep, Turn, TurningOptions, TurningSweep, Turns,
};
use swept_support::{
    Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, Real, Support, Triangle,
};

const PLACES: u32 = 40;

fn shapes<T: Real>() -> [Box<dyn Support>; 6] {
    let n = T::nearest;
    let corners = (0..24).map(|k| {
        let (along, up) = (2.4 * f64::from(k), f64::from(k) / 11.5 - 1.0);
        let out = (1.0 - up * up).sqrt();
        nalgebra::Point3::from([out * along.sin(), up, out * along.cos()].map(n))
    });
    let triangle = [[-2.0, 0.0, -1.5], [2.0, 0.125, -1.0], [0.25, 0.375, 2.0]];
    let [a, b, c] = triangle.map(|corner| corner.map(n));
    [
        Box::new(Cuboid::new([0.5, 0.25, 0.375].map(n)).unwrap()),
        Box::new(ConvexHull::new(corners).unwrap()),
        Box::new(Triangle::new(a, b, c).unwrap()),
        Box::new(Cylinder::new(n(0.5), n(0.375)).unwrap()),
        Box::new(Cone::new(n(0.5), n(0.5)).unwrap()),
        Box::new(Ellipsoid::new([0.5, 0.25, 0.75].map(n)).unwrap()),
    ]
}

/// Shapes that touch where a cast of them has hit, in no special pose, and the way that led there.
struct Touch<'a, T: Real> {
    moving: Placed<T, &'a dyn Support>,
    fixed: Placed<T, &'a dyn Support>,
    way: Vector3<T>,
    normal: Vector3<f64>,
}

impl<'a, T: Real> Touch<'a, T> {
    /// `None` where the cast passes by.
    fn of(moving: &'a dyn Support, fixed: &'a dyn Support, dice: &mut Dice) -> Option<Self> {
        let [a, b] = [(); 2].map(|()| UnitQuaternion::from_scaled_axis(dice.vector() * 3.0));
        let from = dice.vector().normalize() * 6.0;
        let way = (dice.vector() - from * 2.0).map(T::nearest);
        let pose = |at: Vector3<T>, turn: UnitQuaternion<f64>| {
            let turn = turn.into_inner().coords.map(T::nearest);
            let turn = UnitQuaternion::new_unchecked(nalgebra::Quaternion::from(turn));
            Isometry3::from_parts(Translation3::from(at), turn)
        };
        let fixed = Placed::new(fixed, pose(Vector3::zeros(), b)).unwrap();
        let from = from.map(T::nearest);
        let placed = |at| Placed::new(moving, pose(at, a)).unwrap();
        let hit = *Sweep::new(placed(from), way, fixed).unwrap().cast().hit()?;
        Some(Self {
            moving: placed(from + way * hit.fraction),
            fixed,
            way,
            normal: hit.normal.into_inner().map(Real::to_f64),
        })
    }
}

/// The answers further, along and back from there; and how much further would close in.
fn answers<T: Real>(touch: &Touch<T>) -> (f64, [Certified<T>; 3]) {
    let Touch {
        moving,
        fixed,
        way,
        normal: n,
    } = touch;
    let d = way.map(Real::to_f64);
    // Away by rounding, so that it is no push.
    let along = d - n * (n.dot(&d) - 1e-6 * d.norm());
    let answers = [*way, along.map(T::nearest), -*way].map(|way| {
        let sweep = Sweep::new(*moving, way, *fixed).unwrap();
        let answer = sweep.cast_certified(&CastOptions::default());
        let proven = answer.certificate.verify(&sweep);
        assert!(proven.is_ok(), "{proven:?} {answer:?}");
        answer
    });
    (-n.dot(&d), answers)
}

/// How many there were, and how many of each kind the portal or a formula decided.
fn decided<T: Real>() -> (usize, [usize; 3]) {
    let dice = &mut Dice(1);
    let shapes = shapes::<T>();
    let (mut all, mut decided) = (0, [0; 3]);
    for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
        for _ in 0..PLACES {
            let Some(touch) = Touch::<T>::of(&*shapes[i], &*shapes[j], dice) else {
                continue;
            };
            let (closing, answers) = answers(&touch);
            all += 1;
            for (k, answer) in answers.iter().enumerate() {
                match &answer.outcome {
                    // The place is rounded, and may be a touch farther than one.
                    Outcome::Hit(hit) => {
                        let gone = hit.fraction.to_f64() * closing;
                        let touch = 128.0 * T::EPSILON.to_f64();
                        assert!(k == 0 && gone <= touch, "{hit:?}");
                    }
                    Outcome::Miss(miss) => assert!(k > 0, "{miss:?}"),
                    other => panic!("{other:?} {i} {j} {k}"),
                }
                decided[k] += usize::from(answer.method != Method::ConservativeAdvancement);
            }
        }
    }
    (all, decided)
}

/// All answers are right; and the search for the distance at the start, which takes several times as long, is seldom asked.
#[test]
fn what_is_pushed_is_stopped_and_all_else_is_let_go() {
    for (all, decided) in [decided::<f32>(), decided::<f64>()] {
        println!("{all} {decided:?}");
        let [pushed, along, back] = decided.map(|count| 100 * count / all);
        assert!(
            all > 1000 && pushed > 95 && along > 80 && back > 90,
            "{all} {decided:?}"
        );
    }
}

/// Further, turning by less than two radians: stopped at once, and all that measures how deep the touch is takes few support points of curved
/// shapes too. Few take many: where several ways out are about as short.
#[test]
fn what_is_pushed_and_turns_is_stopped_soon() {
    let dice = &mut Dice(2);
    let shapes = shapes::<f64>();
    let (mut all, mut points, mut many) = (0, 0, 0);
    for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
        for _ in 0..PLACES {
            let turn = Turn::by(dice.vector());
            let Some(touch) = Touch::of(&*shapes[i], &*shapes[j], dice) else {
                continue;
            };
            let sweep = Sweep::new(touch.moving, touch.way, touch.fixed).unwrap();
            let turns = Turns {
                moving: turn,
                ..Turns::default()
            };
            let sweep = TurningSweep::new(sweep, turns).unwrap();
            let answer = sweep.cast_certified(&TurningOptions::default());
            let proven = answer.certificate.verify(&sweep);
            assert!(proven.is_ok(), "{proven:?} {answer:?}");
            let hit = answer.outcome.hit().expect("it is stopped");
            assert!(hit.fraction < 1e-9, "{hit:?} {i} {j}");
            all += 1;
            points += answer.evaluations;
            many += u32::from(answer.evaluations > 1000);
        }
    }
    println!("{all}: {points} points, {many} many");
    assert!(all > 1000 && points < 500 * all && 30 * many < all);
}
