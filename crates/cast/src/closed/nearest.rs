//! Nearest points of shapes that stand, for the cores that have a formula: a point and a point, a segment, a triangle, a box or the hull of
//! two discs, as cylinders and cones are, and two segments.
//!
//! As for sweeps, the formula proposes, and the plane across the way between the points proves: what lies between the core's height along
//! it and the length of the way is what the distance is open by. Where that is more than was asked for, as with slivers, cores that all but
//! meet and segments that are all but parallel, the search for the distance takes over. A point inside a solid is as deep as the nearest
//! side, exactly.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), sections 5.1.2 (segment), 5.1.3 (box), 5.1.5 (triangle) and 5.1.9 (two
//! segments).

use super::{Cores, either, held};
use crate::answer::is_plain;
use crate::found::Mixture;
use crate::obstacle::Obstacle;
use crate::proximity::Proximity;
use crate::simplex::{on_segment, on_triangle};
use crate::tolerance::PARALLEL_SEGMENTS;
use nalgebra::Vector3;
use swept_support::{KnownCore, Support, paired, sqrt};

type V = Vector3<f64>;

/// What the formula for two cores finds.
pub(crate) enum Nearest {
    /// The obstacle's point nearest to the origin, and how far from there it is: a length, more than rounding.
    Apart(Mixture, f64),
    /// A point lies in a solid. The nearest point of its sides, how far away that is, and the point itself in the moving shape's frame.
    Within(Mixture, f64, V),
}

/// What there is to say of these cores; `None` where there is no formula, or where they meet up to rounding.
#[inline(always)]
pub(crate) fn nearest<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    (fixed, moving): Cores,
) -> Option<Nearest> {
    use KnownCore::{Cuboid, Other, Point, Segment, Triangle};
    let (map, at) = (&obstacle.moving_to_working, obstacle.position);
    let origin = V::zeros();
    // The obstacle's point made of a point of each shape, in that shape's own frame.
    let y = |on_fixed: V, on_moving: V| on_fixed - map.apply(&on_moving) - at;
    let apart = |on_fixed, on_moving| apart(obstacle, y(on_fixed, on_moving), on_moving);
    // The fixed shape's origin in the moving one's frame.
    let seen = || -map.apply_transposed(&at);
    match (fixed, moving) {
        (Point, Point) => apart(origin, origin),
        (Segment(f), Point) => apart(of_segment(&f, &at), origin),
        (Point, Segment(m)) => apart(origin, of_segment(&m, &seen())),
        (Triangle(f), Point) => apart(of_triangle(&f, &at), origin),
        (Point, Triangle(m)) => apart(origin, of_triangle(&m, &seen())),
        (Cuboid(_) | Other, Point) => match Place::of(obstacle.problem.fixed, &fixed, &at)? {
            Place::Beside(on_fixed) => apart(on_fixed, origin),
            Place::Inside(side, out, depth) => Some(Nearest::Within(
                mixture(y(side, origin), origin, out),
                depth,
                origin,
            )),
        },
        (Point, Cuboid(_) | Other) => {
            let at = seen();
            match Place::of(obstacle.problem.moving, &moving, &at)? {
                Place::Beside(on_moving) => apart(origin, on_moving),
                Place::Inside(side, out, depth) => Some(Nearest::Within(
                    mixture(y(origin, side), side, -map.apply(&out)),
                    depth,
                    at,
                )),
            }
        }
        (Segment(f), Segment(m)) => {
            let [s, t] = of_segments(&f, &m.map(|end| map.apply(&end) + at));
            apart(along(&f, s), along(&m, t))
        }
        _ => None,
    }
}

/// How such shapes stand to each other, where the bounds of their distance are no more than `tolerance` apart, a length.
#[inline(always)]
pub(crate) fn proximity<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    cores: Cores,
    tolerance: f64,
) -> Option<Proximity> {
    let radii = obstacle.problem.moving_radius + obstacle.problem.fixed_radius;
    match nearest(obstacle, cores)? {
        Nearest::Apart(mixture, length) => {
            let height = height(obstacle, &mixture.rounding);
            let is_proven = length + height <= tolerance;
            is_proven.then(|| Proximity {
                normal: mixture.rounding,
                room: -height - radii,
                depth_lower: radii - length,
                mixture,
                common: mixture,
                short: (length - radii).max(0.0),
            })
        }
        Nearest::Within(mixture, depth, inside) => Some(Proximity {
            normal: mixture.rounding,
            room: -(depth + radii),
            depth_lower: depth + radii,
            mixture,
            common: Mixture {
                y: V::zeros(),
                on_moving: inside,
                ..mixture
            },
            short: 0.0,
        }),
    }
}

/// The height of the core along `n`.
#[inline(always)]
pub(crate) fn height<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>, n: &V) -> f64 {
    n.dot(&obstacle.support(n).y)
}

#[inline(always)]
fn mixture(y: V, on_moving: V, rounding: V) -> Mixture {
    Mixture {
        y,
        on_moving,
        rounding,
    }
}

/// The obstacle's point `y` as its nearest, unless the way from there is too short to tell a direction.
#[inline(always)]
fn apart<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    y: V,
    on_moving: V,
) -> Option<Nearest> {
    let squared = y.norm_squared();
    let length = sqrt(squared);
    let tells = is_plain(squared) & (squared * length > obstacle.faint());
    (tells & (length > obstacle.tightest())).then(|| {
        let mixture = mixture(y, on_moving, y * (-1.0 / length));
        Nearest::Apart(mixture, length)
    })
}

/// The point of a segment nearest to `at`.
#[inline(always)]
fn of_segment(ends: &[V; 2], at: &V) -> V {
    let [a, b] = ends;
    let [s, t] = on_segment(&(a - at), &(b - at));
    a * s + b * t
}

/// The same of a triangle.
#[inline(always)]
fn of_triangle(corners: &[V; 3], at: &V) -> V {
    let [a, b, c] = corners;
    let [s, t, u] = on_triangle(&(a - at), &(b - at), &(c - at));
    a * s + b * t + c * u
}

/// Where a point is that is looked at from a solid.
enum Place {
    /// Outside, or upon it: the solid's point nearest to it.
    Beside(V),
    /// Inside: the nearest point of the surface, its normal there, and how far away it is.
    Inside(V, V, f64),
}

impl Place {
    /// Looked at from a box, or from what is the hull of two discs.
    #[inline(always)]
    fn of(shape: &impl Support, core: &KnownCore, at: &V) -> Option<Self> {
        match core {
            KnownCore::Cuboid(half) => Some(of_box(half, at)),
            _ => Some(of_discs(&shape.discs()?, at)),
        }
    }
}

#[inline(always)]
fn of_box(half: &V, at: &V) -> Place {
    let room = half - at.abs();
    if !(room.x > 0.0 && room.y > 0.0 && room.z > 0.0) {
        return Place::Beside(paired(at, half, held));
    }
    // Of equals the axis y, then x, and the side in front, as the search for a depth takes them.
    let signs = at.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let (mut depth, mut out) = (room.y, V::new(0.0, signs.y, 0.0));
    for (room, axis) in [
        (room.x, V::new(signs.x, 0.0, 0.0)),
        (room.z, V::new(0.0, 0.0, signs.z)),
    ] {
        out = either(room < depth, axis, out);
        depth = if room < depth { room } else { depth };
    }
    let side = paired(
        at,
        &paired(half, &out, |half, out| half * out),
        |x, side| {
            if side == 0.0 { x } else { side }
        },
    );
    Place::Inside(side, out, depth)
}

/// In the half-plane through the axis and the point, the solid is what is between two levels and inside the line from one rim to the other.
#[inline(always)]
fn of_discs(discs: &[[f64; 2]; 2], at: &V) -> Place {
    let [[low, r], [high, s]] = *discs;
    let squared = at.x * at.x + at.z * at.z;
    // What is as near to the axis as no length is, is on it, and any way leads out.
    let (out, e, f) = if is_plain(squared) {
        let out = sqrt(squared);
        (out, at.x / out, at.z / out)
    } else {
        (0.0, 1.0, 0.0)
    };
    let around = |out: f64, y: f64| V::new(e * out, y, f * out);
    let (dr, dy) = (s - r, high - low);
    let length = sqrt(dr * dr + dy * dy);
    // Out of the side, and how far the point is inside it.
    let (n_out, n_up) = (dy / length, -dr / length);
    let room = (r - out) * n_out + (low - at.y) * n_up;
    let (above, below) = (high - at.y, at.y - low);
    if room > 0.0 && above > 0.0 && below > 0.0 {
        return if above <= room && above <= below {
            Place::Inside(around(out, high), V::y(), above)
        } else if below <= room {
            Place::Inside(around(out, low), -V::y(), below)
        } else {
            let side = around(out + n_out * room, at.y + n_up * room);
            Place::Inside(side, around(n_out, n_up), room)
        };
    }
    if above <= 0.0 && out <= s {
        return Place::Beside(around(out, high));
    }
    if below <= 0.0 && out <= r {
        return Place::Beside(around(out, low));
    }
    let part = ((out - r) * dr + (at.y - low) * dy) / (length * length);
    let part = if part > 0.0 { part.min(1.0) } else { 0.0 };
    Place::Beside(around(
        r * (1.0 - part) + s * part,
        low * (1.0 - part) + high * part,
    ))
}

/// The point that lies at a part of a segment.
#[inline(always)]
fn along(ends: &[V; 2], part: f64) -> V {
    ends[0] * (1.0 - part) + ends[1] * part
}

/// Where two segments are nearest to each other, as parts of each. Where they run side by side, in the middle of where they do.
///
/// With the sides e and g and the way r from the second one's beginning to the first one's, the points at s and t are r + s e − t g apart.
/// The lines are nearest where that is across both, at s = ((e·g)(g·r) − (e·r) g²) / |e × g|²; held to the segment, s has its t at
/// (s e·g + g·r) / g², and held in turn, t its s. Of segments that are all but parallel s is noise, which t then follows: what it is off by
/// counts as little as they diverge.
#[inline(always)]
fn of_segments([a, b]: &[V; 2], [p, q]: &[V; 2]) -> [f64; 2] {
    let part = |x: f64| {
        if x > 0.0 {
            if x < 1.0 { x } else { 1.0 }
        } else {
            0.0
        }
    };
    let (e, g, r) = (b - a, q - p, a - p);
    let (ee, gg, eg) = (e.norm_squared(), g.norm_squared(), e.dot(&g));
    let (er, gr) = (e.dot(&r), g.dot(&r));
    let across = e.cross(&g).norm_squared();
    let s = if across > PARALLEL_SEGMENTS * (ee * gg) {
        part((eg * gr - er * gg) / across)
    } else {
        // The second one's ends, as parts of the first.
        let (first, last) = (part(-er / ee), part((eg - er) / ee));
        0.5 * (first + last)
    };
    let t = part((s * eg + gr) / gg);
    let s = part((t * eg - er) / ee);
    [s, t]
}

#[cfg(test)]
mod tests {
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
}
