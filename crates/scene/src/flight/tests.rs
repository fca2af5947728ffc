use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_support::HalfSpace;
use wide::f32x4;

fn between(min: [f64; 3], max: [f64; 3]) -> Aabb {
    let (min, max) = (min.into(), max.into());
    Aabb { min, max }
}

fn cube(way: [f64; 3]) -> Flight {
    Flight {
        start: between([-1.0; 3], [1.0; 3]),
        displacement: way.into(),
        most: f64::INFINITY,
    }
}

/// On the axes along which nothing moves, too, and whichever zero that is.
#[test]
fn what_is_beside_the_way_on_either_side_is_not_met() {
    for axis in 0..3 {
        for (speed, rest) in [(8.0, 0.0), (8.0, -0.0), (-8.0, 0.0), (-8.0, -0.0)] {
            let mut way = [rest; 3];
            way[axis] = speed;
            let flight = cube(way);
            for across in [(axis + 1) % 3, (axis + 2) % 3] {
                for (low, met) in [(-4.0, false), (-2.0, true), (1.0, true), (3.0, false)] {
                    let mut min = [-0.5; 3];
                    min[axis] = if speed > 0.0 { 3.0 } else { -4.0 };
                    min[across] = low;
                    let bounds = between(min, min.map(|x| x + 1.0));
                    let first = flight.first(&bounds);
                    assert_eq!(flight.meets(&bounds).is_some(), met, "{bounds:?}");
                    assert_eq!(first < f64::INFINITY, met, "{bounds:?}: {first}");
                }
            }
        }
    }
}

#[test]
fn a_part_of_the_way_is_in_its_box_and_fills_it() {
    let flight = cube([0.3, -700.0, 0.0]);
    for (from, to) in [(0.0, 1.0), (0.1, 0.7), (0.3, 0.3), (0.9, 1.0)] {
        let during = flight.during(from, to);
        for i in 0..3 {
            let ends = [from, to].map(|t| flight.displacement[i] * t);
            let low = ends[0].min(ends[1]) - 1.0;
            let high = ends[0].max(ends[1]) + 1.0;
            let (min, max) = (during.min[i], during.max[i]);
            assert!(min < low && low < min + 1e-11, "{from} {to}: {min} {low}");
            assert!(
                max > high && high > max - 1e-11,
                "{from} {to}: {max} {high}"
            );
        }
    }
}

#[test]
fn what_has_no_bound_is_everywhere() {
    let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    let flight = Flight::of(&floor, &Vector3::x(), &quarter(), 0.0);
    let far = between([1e9; 3], [2e9; 3]);
    assert_eq!(flight.meets(&far), Some((0.0, 1.0)));
}

/// A frame that stands at (4, 0, 0), its x axis the world's y.
fn quarter() -> Placed<f64, swept_support::PointShape> {
    let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
    let pose = nalgebra::Isometry3::new(Vector3::new(4.0, 0.0, 0.0), turn);
    Placed::new(swept_support::PointShape, pose).unwrap()
}

/// Motions that start near and far, and boxes that `f32` has exactly, many of them at the very ends of their tree.
#[test]
fn no_box_of_a_tree_has_a_number_above_that_of_the_flight() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut met, mut at_the_start, mut at_the_end) = (0, 0, 0);
    for case in 0..400_000 {
        let mut even = |most: i32| f64::from(rng.random_range(-most..=most)) / f64::from(most);
        let mut tree = Aabb {
            min: Point3::origin(),
            max: Point3::origin(),
        };
        let boxes: [Aabb; 4] = std::array::from_fn(|_| {
            let corners = [0; 2].map(|_| Point3::from([0; 3].map(|_| even(8))));
            Aabb::around(corners).unwrap_or(tree)
        });
        for one in &boxes {
            tree.min = tree.min.inf(&one.min);
            tree.max = tree.max.sup(&one.max);
        }
        // It comes to a place in the tree at a fraction of a way of this length.
        let length = f64::from(case % 50).exp2();
        let way = Vector3::from_fn(|_, _| even(1 << 20)) * length;
        let target = Vector3::from_fn(|_, _| even(16));
        let start = target - way * (0.5 + 0.5 * even(1 << 20));
        let half = Vector3::repeat(0.25 + 0.25 * even(4));
        let flight = Flight {
            start: Aabb {
                min: (start - half).into(),
                max: (start + half).into(),
            },
            displacement: way,
            most: f64::INFINITY,
        };
        let frame = Frame::new(&tree);
        let Some(leg) = flight.leg(&tree, &frame) else {
            let none = boxes.iter().all(|one| flight.first(one) == f64::INFINITY);
            assert!(none, "{case}");
            continue;
        };
        let [lows, highs] = [0, 3].map(|side| {
            let of = |one: &Aabb| match side {
                0 => frame.lower(&one.min),
                _ => frame.upper(&one.max),
            };
            boxes.map(|one| of(&one))
        });
        let plane = |of: [[f32; 3]; 4], i: usize| f32x4::new(of.map(|p| p[i]));
        let planes = [0, 1, 2].map(|i| [plane(lows, i), plane(highs, i)]);
        for (k, one) in boxes.iter().enumerate() {
            let first = flight.first(one);
            if first > 1.0 {
                continue;
            }
            let numbers = leg.numbers(&planes, leg.limit(first));
            let within = numbers.within.to_bitmask() >> k & 1 == 1;
            assert!(within, "{case}: {flight:?} {one:?}");
            let (begin, lasts) = leg.lasts();
            met += 1;
            at_the_start += u32::from(first == begin);
            at_the_end += u32::from(first > begin + 0.75 * lasts);
        }
    }
    println!("{met} {at_the_start} {at_the_end}");
    assert!(met > 100_000 && at_the_start > 10_000 && at_the_end > 1_000);
}
