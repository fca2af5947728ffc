use super::*;
use crate::dice::Dice;
use crate::obstacle::Open;
use crate::problem::{Problem, Standing};
use crate::proximity::{Allowed, proximity_from};
use crate::simplex::Simplex;
use crate::tolerance::{self, NOISE, U};
use alloc::{boxed::Box, vec, vec::Vec};
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion};
use swept_support::{Cone, Core, Cylinder, Placed, Real, Rounded};

/// A core, with a radius around it.
struct Known(KnownCore, f64);

impl Known {
    fn corners(&self) -> Vec<V> {
        match self.0 {
            KnownCore::Segment(s) => s.to_vec(),
            KnownCore::Triangle(t) => t.to_vec(),
            KnownCore::Cuboid(half) => (0..8)
                .map(|i| {
                    let sign = |k: usize| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
                    half.component_mul(&V::new(sign(0), sign(1), sign(2)))
                })
                .collect(),
            _ => vec![V::zeros()],
        }
    }
}

impl Support for Known {
    fn support_point(&self, n: &V) -> Point3<f64> {
        let farthest = |a: V, b: V| if n.dot(&b) > n.dot(&a) { b } else { a };
        Point3::from(self.corners().into_iter().reduce(farthest).unwrap())
    }
    fn radius(&self) -> f64 {
        self.1
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::from(self.corners()[0])
    }
    fn extent(&self) -> f64 {
        let far = self.corners().into_iter().map(|c| c.norm());
        far.fold(0.0, f64::max)
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn known_core(&self) -> KnownCore {
        self.0
    }
}

/// From a half to 1, or that times any power of √2 up to a thousand either way; or none at all.
fn size(dice: &mut Dice) -> f64 {
    let power = match dice.below(16) {
        0 => return 0.0,
        1..8 => 0.0,
        _ => 0.5 * (dice.below(41) as f64 - 20.0),
    };
    f64::powf(2.0, power) * (0.5 + 0.5 * dice.part())
}

fn shape(kind: usize, dice: &mut Dice) -> Box<dyn Support> {
    let radius = if dice.below(2) == 0 { 0.0 } else { size(dice) };
    if kind > 4 {
        let (h, r) = (size(dice), size(dice));
        return if kind == 5 {
            Box::new(Rounded::new(Cylinder::new(h, r).unwrap(), radius).unwrap())
        } else {
            Box::new(Rounded::new(Cone::new(h, r).unwrap(), radius).unwrap())
        };
    }
    let mut corner = || dice.vector() * size(dice);
    let core = match kind {
        0 => KnownCore::Point,
        1 => KnownCore::Segment([corner(), corner()]),
        2 => KnownCore::Segment([V::y(), -V::y()].map(|end| end * size(dice))),
        3 => KnownCore::Triangle([corner(), corner(), corner()]),
        _ => KnownCore::Cuboid(V::from_fn(|_, _| size(dice))),
    };
    Box::new(Known(core, radius))
}

/// At any rotation, or at none or a quarter turn, which leaves segments and sides parallel; within twice the reach of both.
fn place(reach: f64, dice: &mut Dice) -> Isometry3<f64> {
    let q = match dice.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [0.0, 0.0, 1.0, 1.0],
        _ => [dice.roll(), dice.roll(), dice.roll(), dice.roll()],
    };
    let turn = UnitQuaternion::from_quaternion(Quaternion::from(q));
    let at = dice.vector() * (2.0 * reach);
    let at = if dice.below(2) == 0 {
        at
    } else {
        at.map(|x| if x < 0.0 { 0.0 } else { x })
    };
    Isometry3::from_parts(at.into(), turn)
}

/// The pairs of kinds that have a formula.
const PAIRS: [[usize; 2]; 15] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 0],
    [0, 3],
    [4, 0],
    [0, 4],
    [5, 0],
    [0, 5],
    [6, 0],
    [0, 6],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
];

/// What the search finds lies within what the formula finds, but for the rounding of both, and the other way around. How many of a
/// hundred the formula answers, at least, for each pair.
fn agree<T: Real>(seed: u64) -> [u32; PAIRS.len()] {
    let mut dice = Dice(seed);
    PAIRS.map(|[f, m]| {
        let (mut told, cases) = (0, 20_000);
        for case in 0..cases {
            let (fixed, moving) = (shape(f, &mut dice), shape(m, &mut dice));
            let reach = fixed.extent() + moving.extent() + fixed.radius() + moving.radius();
            let poses = [place(reach, &mut dice), place(reach, &mut dice)];
            let fixed = Placed::<f64, _>::new(&fixed, poses[0]).unwrap();
            let moving = Placed::<f64, _>::new(&moving, poses[1]).unwrap();
            let stand = (Standing::new(&moving), Standing::new(&fixed));
            let problem = Problem::of(stand.0, V::zeros(), stand.1, 0.0);
            let mut obstacle = Obstacle::new(&problem, 1_000, Open::of::<T>(0.0));
            let open = obstacle.tolerance();
            let cores = (problem.fixed.known_core(), problem.moving.known_core());
            let Some(found) = proximity(&mut obstacle, cores, open) else {
                continue;
            };
            told += 1;
            let allowed = Allowed {
                depth: tolerance::depth::<T>() * obstacle.scale,
                contact: tolerance::contact::<T>() * obstacle.scale,
                searches: 1,
            };
            let mut simplex = Simplex::new(obstacle.support(&V::y()));
            let other = proximity_from(&mut obstacle, &mut simplex, open, &allowed);
            let rounding = 2.0 * NOISE * obstacle.scale;
            let below = |a: &Proximity, b: &Proximity| a.room <= rounding - b.depth_lower;
            assert!(
                below(&found, &other) && below(&other, &found),
                "{f} {m} {case}: {found:?} {other:?}"
            );
            // A map turns with an error of 24u.
            assert!((found.normal.norm() - 1.0).abs() <= 32.0 * U);
        }
        100 * told / cases
    })
}

fn v(x: f64, y: f64, z: f64) -> V {
    V::new(x, y, z)
}

/// The nearest point, and how deep inside it is looked at from; 0 from outside.
fn seen(discs: [[f64; 2]; 2], at: V) -> (V, f64) {
    match of_discs(&discs, &at) {
        Place::Beside(point) => (point, 0.0),
        Place::Inside(point, out, depth) => {
            assert!((at + out * depth - point).norm() <= 8.0 * U);
            (point, depth)
        }
    }
}

#[test]
fn a_cylinder_is_nearest_at_its_side_an_end_or_a_rim() {
    let cylinder = |at| seen([[-1.0, 2.0], [1.0, 2.0]], at);
    assert_eq!(cylinder(v(0.0, 0.5, -5.0)), (v(0.0, 0.5, -2.0), 0.0));
    assert_eq!(cylinder(v(0.5, -4.0, 0.25)), (v(0.5, -1.0, 0.25), 0.0));
    assert_eq!(cylinder(v(3.0, 7.0, 0.0)), (v(2.0, 1.0, 0.0), 0.0));
    assert_eq!(cylinder(v(0.0, -0.75, 1.0)), (v(0.0, -1.0, 1.0), 0.25));
    assert_eq!(cylinder(v(-1.5, 0.25, 0.0)), (v(-2.0, 0.25, 0.0), 0.5));
    // In the middle of a long one any way to its side is as short, and none is as long as rounding makes of numbers below the normal ones.
    for x in [0.0, 1.6e-162, 3.3e-162, 1e-160] {
        let (point, depth) = seen([[-9.0, 2.0], [9.0, 2.0]], v(x, 0.0, 0.0));
        assert_eq!((point, depth), (v(2.0, 0.0, 0.0), 2.0));
    }
}

#[test]
fn a_cone_is_nearest_at_its_side_its_base_or_its_apex() {
    let cone = |at| seen([[-2.0, 4.0], [2.0, 0.0]], at);
    // The side faces (1, 1)/√2 and goes through (2, 0).
    let (side, depth) = cone(v(3.0, 1.0, 0.0));
    assert!((side - v(2.0, 0.0, 0.0)).norm() <= 8.0 * U && depth == 0.0);
    let (side, depth) = cone(v(1.5, -0.5, 0.0));
    assert!((side - v(2.0, 0.0, 0.0)).norm() <= 8.0 * U);
    assert!((depth - f64::sqrt(0.5)).abs() <= 8.0 * U);
    assert_eq!(cone(v(0.0, 5.0, 0.0)), (v(0.0, 2.0, 0.0), 0.0));
    assert_eq!(cone(v(1.0, 5.0, 0.0)), (v(0.0, 2.0, 0.0), 0.0));
    assert_eq!(cone(v(0.0, -1.5, 1.0)), (v(0.0, -2.0, 1.0), 0.5));
    assert_eq!(cone(v(6.0, -3.0, 0.0)), (v(4.0, -2.0, 0.0), 0.0));
    // A disc, and a point.
    assert_eq!(
        seen([[1.0, 2.0]; 2], v(5.0, 1.0, 0.0)),
        (v(2.0, 1.0, 0.0), 0.0)
    );
    assert_eq!(seen([[0.0; 2]; 2], v(5.0, 1.0, 0.0)), (V::zeros(), 0.0));
}

#[test]
fn segments_are_nearest_where_they_cross_and_in_the_middle_of_where_they_run_side_by_side() {
    let along = |from: f64, to: f64| [v(from, 0.0, 0.0), v(to, 0.0, 0.0)];
    let beside = |from: f64, to: f64| [v(from, 1.0, 0.0), v(to, 1.0, 0.0)];
    let across = |x: f64| [v(x, 1.0, -2.0), v(x, 1.0, 2.0)];
    assert_eq!(of_segments(&along(-1.0, 3.0), &across(0.0)), [0.25, 0.5]);
    assert_eq!(of_segments(&along(-1.0, 3.0), &across(5.0)), [1.0, 0.5]);
    assert_eq!(
        of_segments(&along(0.0, 4.0), &beside(2.0, 6.0)),
        [0.75, 0.25]
    );
    assert_eq!(
        of_segments(&along(0.0, 4.0), &beside(6.0, 2.0)),
        [0.75, 0.75]
    );
    assert_eq!(of_segments(&along(0.0, 4.0), &beside(5.0, 9.0)), [1.0, 0.0]);
    assert_eq!(of_segments(&along(0.0, 4.0), &beside(3.0, 3.0))[0], 0.75);
    assert_eq!(of_segments(&along(3.0, 3.0), &beside(0.0, 4.0))[1], 0.75);
}

#[test]
fn the_formula_and_the_search_find_the_same() {
    for told in [agree::<f64>(1), agree::<f32>(2)] {
        // Half of the points have no radius, and half of those stand in the place of the other.
        assert!(
            told[0] >= 70 && told[1..].iter().all(|told| *told >= 98),
            "{told:?}"
        );
    }
}
