//! Closed forms for the pairs whose cores have one, and for half-spaces: no iteration.
//!
//! Each of them proposes where the line of motion meets the obstacle and what it meets there; [`proof`] holds that
//! against the support height of the whole obstacle. The certificate is the same as that of every other method: a plane,
//! and support points with weights. Starts in contact, grazes within the tolerance, flat triangles and all but parallel
//! segments are left to the methods that iterate.
//!
//! The formulas are those of `swept-analytic`, in the working frame and without its oracles' independence from support
//! functions: nothing is shared with that crate, so that each can judge the other.

mod answer;
pub(crate) mod axes;
pub(crate) mod balls;
pub(crate) mod bare;
mod box_triangle;
mod capsule_box;
mod corners;
mod crossing;
mod cuboid;
mod facets;
pub(crate) mod half_space;
pub(crate) mod nearest;
mod polygon;
mod prism;
mod proof;
mod round;
pub(crate) mod row;
mod slab;
mod turned;

use crate::answer::Proof;
use crate::found::{Found, Mixture, NO_PARTS};
use crate::obstacle::{Obstacle, Open};
use crate::problem::Problem;
use crate::solve::length;
use crate::{CastOptions, Closed, Observer, Outcome, Sweep};
use nalgebra::Vector3;
use swept_support::{KnownCore, Real, Support, largest, paired, sqrt};
use turned::{Turned, flat};

type V = Vector3<f64>;

/// What the closed form of this pair answers; `None` where there is none, or where it leaves the answer open.
///
/// No local variable is passed by reference to a function that is not inlined: such a variable would have to be in memory, and all of
/// these stay in registers.
#[inline(always)]
pub(crate) fn solve<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    cores: Cores,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    let (f, m) = (sweep.fixed().shape(), sweep.moving().shape());
    if cores.0 == KnownCore::Other
        && let Some(normal) = f.unbounded_normal()
    {
        return half_space::solve(sweep, options, &normal, proof);
    }
    let reach = length(options.target_distance);
    let rounded = f.radius() + m.radius() + reach > 0.0;
    if !has_closed_form(&cores, rounded) {
        return None;
    }
    if let (Some(fixed), Some(moving)) = (
        Turned::new(sweep.fixed(), cores.0),
        Turned::new(sweep.moving(), cores.1),
    ) {
        let displacement = sweep.displacement().map(Real::to_f64);
        let problem = Problem::of(moving.standing(), displacement, fixed.standing(), reach);
        let turned = (fixed.core, moving.core);
        let closed = run(
            &problem,
            options,
            observer,
            proof,
            // In place, so that only the formula of these cores is left of all of them.
            #[inline(always)]
            |obstacle, mixture| turned::closed(obstacle, mixture, turned, cores),
        );
        let (outcome, [on_moving, on_fixed]) = closed?;
        let (moving_rotation, fixed_rotation) = (moving.map, fixed.map);
        return Some(Closed {
            outcome,
            core_moving: moving_rotation.turn_back(&on_moving),
            core_fixed: fixed_rotation.turn_back(&on_fixed),
            moving_rotation,
            fixed_rotation,
        });
    }
    let problem = Problem::new(sweep, reach);
    let (outcome, [core_moving, core_fixed]) = run(
        &problem,
        options,
        observer,
        proof,
        #[inline(always)]
        |obstacle, mixture| closed(obstacle, cores, mixture),
    )?;
    // The problem does without the rotation of a point, which is met nowhere else than at its origin.
    let point = |core| matches!(core, KnownCore::Point);
    let core = |of, at| if point(of) { V::zeros() } else { at };
    Some(Closed {
        outcome,
        core_moving: core(cores.1, core_moving),
        core_fixed: core(cores.0, core_fixed),
        moving_rotation: if point(cores.1) {
            sweep.moving().rotation()
        } else {
            problem.moving_rotation
        },
        fixed_rotation: if point(cores.0) {
            sweep.fixed().rotation()
        } else {
            problem.fixed_rotation
        },
    })
}

/// Asks the formula, and concludes.
#[inline(always)]
fn run<T: Real, A: Support, B: Support>(
    problem: &Problem<'_, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
    formula: impl FnOnce(&mut Obstacle<'_, A, B>, &mut Mixture) -> Option<Found>,
) -> Option<(Outcome<T>, [V; 2])> {
    let absolute = length(options.tolerance);
    let obstacle = Obstacle::new(problem, options.max_steps, Open::of::<T>(absolute));
    run_on(obstacle, observer, proof, formula)
}

/// The same for an obstacle whose origin is at the start.
#[inline(always)]
fn run_on<T: Real, A: Support, B: Support>(
    mut obstacle: Obstacle<'_, A, B>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
    formula: impl FnOnce(&mut Obstacle<'_, A, B>, &mut Mixture) -> Option<Found>,
) -> Option<(Outcome<T>, [V; 2])> {
    if obstacle.displacement == V::zeros() {
        return None;
    }
    if proof.is_some() {
        obstacle.parts = Some(NO_PARTS);
    }
    obstacle.come_close();
    let mut mixture = Mixture::NONE;
    let found = formula(&mut obstacle, &mut mixture)?;
    answer::conclude(&obstacle, &found, &mixture, observer, proof)
}

/// Support evaluations that a closed form counts as: one for its proof, one for the certificate.
pub(crate) const STEPS: u32 = 2;

/// The fixed shape's core and the moving one's.
pub(crate) type Cores = (KnownCore, KnownCore);

/// The cores of a sweep, in their shapes' own frames.
#[inline(always)]
pub(crate) fn cores<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> Cores {
    let (f, m) = (sweep.fixed().shape(), sweep.moving().shape());
    (f.known_core(), m.known_core())
}

/// The half extents of a box about its own origin; nothing of any other core.
fn half_of(shape: &impl Support) -> V {
    match shape.known_core() {
        KnownCore::Cuboid(half) => half,
        _ => V::zeros(),
    }
}

/// Whether there is a formula for these cores: around a point and a point, or a segment and anything, there must be a radius.
#[inline(always)]
pub(crate) fn has_closed_form(cores: &Cores, rounded: bool) -> bool {
    use KnownCore::{Cuboid, Other, Point, Segment, Triangle};
    match cores {
        (Other, _) | (_, Other) | (Triangle(_), Triangle(_)) => false,
        (Cuboid(_), Cuboid(_) | Triangle(_) | Point) | (Triangle(_), Cuboid(_) | Point) => true,
        (Point, Cuboid(_) | Triangle(_)) => true,
        (Point | Segment(_), _) | (_, Segment(_)) => rounded,
    }
}

/// What the formula finds for a box or a triangle and another core.
#[inline(always)]
fn closed<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    (fixed, moving): Cores,
    mixture: &mut Mixture,
) -> Option<Found> {
    use KnownCore::{Cuboid, Point, Segment, Triangle};
    let origin = V::zeros();
    match (fixed, moving) {
        (Cuboid(f), Cuboid(m)) => slab::boxes(obstacle, mixture, &f, &m),
        (Triangle(f), Cuboid(m)) => box_triangle::moving_box(obstacle, mixture, &m, &f),
        (Cuboid(f), Triangle(m)) => box_triangle::fixed_box(obstacle, mixture, &f, &m),
        (Triangle(f), Point) => {
            let parts = each(&f, |f| (*f, origin));
            flat(obstacle, mixture, parts, || {
                outward(&f).map(|n| [n, V::y()])
            })
        }
        (Point, Triangle(m)) => {
            let parts = each(&m, |m| (origin, *m));
            flat(obstacle, mixture, parts, || {
                outward(&m).map(|n| [V::y(), n])
            })
        }
        (Triangle(t), Segment(s)) => prism::fixed_triangle(obstacle, mixture, &t, &s),
        (Segment(s), Triangle(t)) => prism::moving_triangle(obstacle, mixture, &t, &s),
        (Cuboid(half), Segment(s)) => capsule_box::fixed_box(obstacle, mixture, &half, &s),
        (Segment(s), Cuboid(half)) => capsule_box::moving_box(obstacle, mixture, &half, &s),
        (Cuboid(half), Point) => cuboid::fixed(obstacle, mixture, &half),
        (Point, Cuboid(half)) => cuboid::moving(obstacle, mixture, &half),
        _ => None,
    }
}

/// The array of what `f` makes of each. (`array::map` is not inlined where `f` is large, and what `f` knows then has to go
/// through memory. Nor is an `f` that is called several times, unless it says so.)
#[inline(always)]
pub(crate) fn each<const K: usize, T, U: Copy>(from: &[T; K], f: impl Fn(&T) -> U) -> [U; K] {
    let mut to = [f(&from[0]); K];
    for k in 1..K {
        to[k] = f(&from[k]);
    }
    to
}

/// `x`, or the end of [−limit, limit] that it lies beyond: one after the other, so that nothing branches on where it lies.
#[inline(always)]
fn held(x: f64, limit: f64) -> f64 {
    let x = if x > limit { limit } else { x };
    if x < -limit { -limit } else { x }
}

/// The axes.
const AXES: [V; 3] = [
    V::new(1.0, 0.0, 0.0),
    V::new(0.0, 1.0, 0.0),
    V::new(0.0, 0.0, 1.0),
];

/// The first vector if `is`, the second if not: by their numbers, not by where they are.
#[inline(always)]
fn either(is: bool, a: V, b: V) -> V {
    paired(&a, &b, |a, b| if is { a } else { b })
}

/// Of three components one: all bits are set there, and none elsewhere.
type Only = Vector3<u64>;

/// The three of them.
const ONLY: [Only; 3] = [
    Only::new(u64::MAX, 0, 0),
    Only::new(0, u64::MAX, 0),
    Only::new(0, 0, u64::MAX),
];

/// `a` with component `k` of `b`.
#[inline(always)]
fn with(a: &V, k: usize, b: &V) -> V {
    with_only(a, &ONLY[k], b)
}

/// `a` with one component of `b`. By masks: a vector that is written to where only the run tells goes through memory, in pieces, and
/// whoever reads it as a whole waits until they are there.
#[inline(always)]
fn with_only(a: &V, only: &Only, b: &V) -> V {
    a.zip_zip_map(b, only, |a, b, only| {
        f64::from_bits((b.to_bits() & only) | (a.to_bits() & !only))
    })
}

/// Directions in which the corners of a triangle are the farthest, for certificates: between those to them from the other two, which is as
/// far from either side as there is room. At a corner that is all but flat that is little: what is left along the way from the one to the
/// other is taken off.
#[cold]
fn outward(c: &[V; 3]) -> [V; 3] {
    [0, 1, 2].map(|k| {
        let [a, b] = [1, 2].map(|i| unit_or_zero(&(c[k] - c[(k + i) % 3])));
        let (out, across) = (a + b, a - b);
        if a.dot(&b) < 0.0 {
            out - across * (across.dot(&out) / across.norm_squared())
        } else {
            out
        }
    })
}

/// The unit vector along `v`, and zero along none.
pub(crate) fn unit_or_zero(v: &V) -> V {
    let largest = largest(v);
    if largest > 0.0 {
        let v = v / largest;
        v / sqrt(v.norm_squared())
    } else {
        V::zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outward_of_a_corner_no_other_is_as_far() {
        let triangles = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 1e-12, 0.0]],
            // Two corners near the third one's foot, as far as another length goes.
            [
                [0.48, -0.03, 0.0],
                [-1.75, 0.31, 5.4],
                [-1.5e21, 3.7e28, 7.4],
            ],
            [[-0.46, 1.28, -0.24], [0.0, 0.0, -2.8e26], [0.0, 0.13, 0.0]],
        ];
        for triangle in triangles {
            let corners = triangle.map(V::from);
            for (k, n) in outward(&corners).iter().enumerate() {
                for i in [1, 2] {
                    let other = corners[(k + i) % 3];
                    assert!(
                        n.dot(&corners[k]) > n.dot(&other),
                        "{k} of {corners:?}: {n:?}"
                    );
                }
            }
        }
    }
}
