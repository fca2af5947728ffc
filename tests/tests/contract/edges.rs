//! Starts that touch at edges and corners: a motion along any plane between the shapes goes on.

use swept::nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept::{
    CastOptions, ConvexHull, Cuboid, Method, Outcome, Placed, Real, Segment, Shape, Sweep, Triangle,
};
use swept_tests::Dice;

fn narrow<T: Real>(v: impl Into<Vector3<f64>>) -> Vector3<T> {
    v.into().map(T::nearest)
}

/// A box, or the hull of its corners.
fn box_of<T: Real>(half: [f64; 3], as_hull: bool) -> Shape<T> {
    let [x, y, z] = half.map(T::nearest);
    if !as_hull {
        return Cuboid::new([x, y, z]).unwrap().into();
    }
    let corner = |i: u32| {
        let side = |k: u32, x: T| if i >> k & 1 == 1 { x } else { -x };
        [side(0, x), side(1, y), side(2, z)]
    };
    ConvexHull::new((0..8).map(corner)).unwrap().into()
}

/// Half extents on a lattice, of boxes that are up to eight times as long as wide, or of needles and plates: up to a thousand times.
#[derive(Clone, Copy)]
enum Sizes {
    Alike,
    Apart,
}

/// Boxes that touch across one, two or three axes, the world turned or not, and the one that stands flat or not. The motion closes in
/// where it does so across each of these axes. Those that do not, and are stopped all the same.
fn boxes_go_along_each_other<T: Real>(sizes: Sizes, turned: bool, flat: bool) -> Vec<u64> {
    let (mut hits, mut along, mut stopped) = (0, 0, Vec::new());
    for i in 0..3000 {
        let dice = &mut Dice::new(23, i);
        let mut half = |dice: &mut Dice| {
            let unit = match sizes {
                Sizes::Alike => 0.25,
                Sizes::Apart => 0.25 * f64::powi(0.5, dice.whole(0..=7) as i32),
            };
            unit * dice.whole(1..=8)
        };
        let [a, mut b] = [(); 2].map(|()| dice.three(&mut half));
        if flat {
            b[dice.whole(0..=2) as usize] = 0.0;
        }
        let (count, first) = (dice.whole(1..=3) as usize, dice.whole(0..=2) as usize);
        let (mut at, mut side) = ([0.0; 3], [0.0; 3]);
        for k in 0..3 {
            if (k + first) % 3 < count {
                side[k] = dice.sign();
                at[k] = side[k] * (a[k] + b[k]);
            } else {
                // Not so far as to touch.
                at[k] = a[k].max(b[k]) * 0.25 * dice.whole(-1..=1) * f64::from(b[k] > 0.0);
            }
        }
        let way = dice.three(|dice| 0.5 * dice.whole(-4..=4));
        if way == [0.0; 3] {
            continue;
        }
        let rates = [0, 1, 2].map(|k| way[k] * side[k]);
        let closes = (0..3).all(|k| side[k] == 0.0 || rates[k] < 0.0);
        let turn = match turned {
            true => UnitQuaternion::from_scaled_axis(dice.in_ball() * 3.0),
            false => UnitQuaternion::identity(),
        };
        let rotation = Quaternion::from(turn.coords.map(T::nearest));
        let rotation = UnitQuaternion::new_unchecked(rotation);
        let [at, way, origin] = [at, way, [0.0; 3]].map(|v| narrow::<T>(turn * Vector3::from(v)));
        let [a, b] = [(a, i % 2 == 1), (b, i / 2 % 2 == 1)].map(|(h, hull)| box_of::<T>(h, hull));
        let place = |shape, at: Vector3<T>| {
            Placed::new(shape, Isometry3::from_parts(at.into(), rotation)).unwrap()
        };
        let sweep = Sweep::new(place(a, at), way, place(b, origin)).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let found = sweep.cast_certified(&options);
            let is_right = match &found.outcome {
                Outcome::Hit(hit) => closes && hit.fraction == T::zero(),
                Outcome::Miss(_) => !closes,
                _ => false,
            };
            let stops = found.outcome.hit().is_some() && !closes;
            if stops && stopped.last() != Some(&i) {
                stopped.push(i);
            }
            assert!(
                is_right || stops,
                "{i} by {method:?}: {:?} {sweep:?}",
                found.outcome
            );
            found.certificate.verify(&sweep).unwrap();
        }
        hits += u32::from(closes);
        along += u32::from(rates.iter().any(|x| *x < 0.0) && !closes);
    }
    assert!(hits > 200 && along > 200, "{hits} {along}");
    stopped
}

const NONE: [u64; 0] = [];

#[test]
fn boxes_that_touch_at_edges_and_corners_go_along_each_other() {
    for sizes in [Sizes::Alike, Sizes::Apart] {
        assert_eq!(boxes_go_along_each_other::<f64>(sizes, false, false), NONE);
        assert_eq!(boxes_go_along_each_other::<f32>(sizes, false, false), NONE);
    }
}

#[test]
fn turned_boxes_that_touch_at_edges_and_corners_go_along_each_other() {
    for sizes in [Sizes::Alike, Sizes::Apart] {
        assert_eq!(boxes_go_along_each_other::<f64>(sizes, true, false), NONE);
        assert_eq!(boxes_go_along_each_other::<f32>(sizes, true, false), NONE);
    }
}

#[test]
fn boxes_go_along_plates_that_they_touch() {
    for sizes in [Sizes::Alike, Sizes::Apart] {
        assert_eq!(boxes_go_along_each_other::<f64>(sizes, false, true), NONE);
        assert_eq!(boxes_go_along_each_other::<f32>(sizes, false, true), NONE);
    }
}

#[test]
fn turned_boxes_go_along_plates_that_they_touch() {
    for sizes in [Sizes::Alike, Sizes::Apart] {
        assert_eq!(boxes_go_along_each_other::<f64>(sizes, true, true), NONE);
        assert_eq!(boxes_go_along_each_other::<f32>(sizes, true, true), NONE);
    }
}

/// Two triangles of a floor, and what stands on the edge between them and has no width across it: it passes either along that edge, and
/// must not fall between them.
fn nothing_falls_between_triangles<T: Real>() {
    let corner = |x: f64, z: f64| narrow::<T>([x, 0.0, z]);
    let (p, q) = (corner(0.0, -1.0), corner(0.0, 1.0));
    let [left, right] = [-1.0, 1.0].map(|x| Triangle::new(p, q, corner(x, 0.0)).unwrap());
    let up = |x: f64, y: f64, z: f64| narrow::<T>([x, y, z]);
    let thin: [Shape<T>; 3] = [
        Segment::new(up(0.0, 0.0, 0.0), up(0.0, 1.0, 0.0))
            .unwrap()
            .into(),
        Triangle::new(up(0.0, 0.0, -0.25), up(0.0, 0.0, 0.25), up(0.0, 1.0, 0.0))
            .unwrap()
            .into(),
        box_of([0.0, 0.5, 0.25], true),
    ];
    for (i, shape) in thin.into_iter().enumerate() {
        let stands = if i == 2 { 0.5 } else { 0.0 };
        for way in [[0.0, -1.0, 0.0], [0.0, -1.0, 0.5], [0.0, -1e-3, 1.0]] {
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let outcomes = [&left, &right].map(|triangle| {
                    let moving = Placed::new(&shape, narrow::<T>([0.0, stands, 0.0])).unwrap();
                    let fixed = Placed::new(triangle, narrow::<T>([0.0; 3])).unwrap();
                    let sweep = Sweep::new(moving, narrow::<T>(way), fixed).unwrap();
                    sweep.cast_with(&options)
                });
                let stops = |outcome: &Outcome<T>| matches!(outcome, Outcome::Hit(hit) if hit.fraction == T::zero());
                assert!(outcomes.iter().any(stops), "{shape:?} {way:?} {outcomes:?}");
            }
        }
    }
}

#[test]
fn what_has_no_width_does_not_fall_between_triangles() {
    nothing_falls_between_triangles::<f64>();
    nothing_falls_between_triangles::<f32>();
}
