//! Shapes whose cores lie far from their own origins, as those with corners in the world's coordinates do: cast, and their distance
//! measured, as seen from the cores' middles.
//!
//! What a cast errs by are units in the last place of how far the cores reach from their origins: of a triangle of size 1 with corners
//! 10³ away, a thousand times what its size asks for. So the sweep is put in other words. The origins of both shapes move to the
//! middles m of their cores, and that of the world to the fixed one's: the fixed shape stands at 0 then, and the moving one at
//! (p + R m) − (p' + R' m'). That is computed in twice the precision and rounded once, by no more than the difference of two positions
//! is. A support point less its middle is rounded once, too, by a unit in the last place of the core's size. What a shape with a middle
//! promises is of this difference as it is rounded, and the library's own tell their corners apart by it, so that the shape seen from there
//! keeps the contract of `Support` with its own, smaller extent: 8u, and not a ninth for the difference.
//! All else is a cast like any other, and two shapes at rest are two like any others.
//!
//! A plane's normal, fractions, lengths, and the directions of a witness, which are in the shapes' own axes, are the same in both words:
//! the certificate is one of the sweep as it was given. Only the points of contact are moved back.
//!
//! The bounds hold as they are. That of a plane counts the rounding of one difference of two positions, which here is that of the
//! middles' distance, and 8u of the extent for what a support point is short by, which the contract promises of the smaller one. An upper
//! bound on a separation counts 4u of all lengths for sums ([`WORST_PARTS`](crate::tolerance::WORST_PARTS)), u = 2⁻⁵³: the middles'
//! distance, the difference of two support points and an obstacle's point are rounded by u of themselves each, and by u of both extents
//! the support points less their middles, which together is no more than 3u.
//!
//! For `f32` it is left: there the place that is lost beside the corners' own rounding is far below the last one of any answer.

use crate::answer::Proof;
use crate::distance::any;
use crate::solve::{formula, formula_or_method};
use crate::wide::{Wide3, narrow, turned, wide3};
use crate::{
    CastOptions, Closed, Distance, DistanceCache, DistanceOptions, Observer, Outcome, Sweep,
};
use nalgebra::{Point3, Quaternion, Vector3};
use swept_support::{Core, Generator, KnownCore, Middle, Placed, Real, Support, largest};

type V = Vector3<f64>;
type Dyn<'s> = &'s dyn Support;

/// Whether one of two shapes lies so far from its own origin that they are seen from their middles. Callers ask in `f64` only, by a
/// constant, so that for `f32` there is no code here that would be in the way of any other.
#[inline(always)]
pub(crate) fn lie_aside<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
) -> bool {
    middle(moving.shape()).is_some() || middle(fixed.shape()).is_some()
}

/// A shape's middle, if it says more than the origin. What a shape of the user's own states is not checked when a sweep is built, as its
/// extent is: nothing is believed that is no length, or more than that.
#[inline(always)]
pub(crate) fn middle(shape: &(impl Support + ?Sized)) -> Option<Middle> {
    (shape.middle()).filter(|middle| (0.0..=shape.extent()).contains(&middle.extent))
}

/// A shape's middle, or its origin where there is no other.
#[inline(always)]
pub(crate) fn middle_or_origin(shape: &(impl Support + ?Sized)) -> Middle {
    middle(shape).unwrap_or_else(|| Middle {
        at: Point3::origin(),
        extent: shape.extent(),
    })
}

/// What such a sweep's moving shape touches first.
#[inline(never)]
pub(crate) fn cast<T: Real>(
    sweep: &Sweep<T, Dyn<'_>, Dyn<'_>>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Outcome<T> {
    match near(sweep) {
        Some((near, back)) => {
            let outcome = formula_or_method(&near.as_dyn(), options, observer, proof);
            moved(outcome, &back)
        }
        None => formula_or_method(sweep, options, observer, proof),
    }
}

/// What the closed form of such a pair answers.
#[inline(never)]
pub(crate) fn closed_form<T: Real>(
    sweep: &Sweep<T, Dyn<'_>, Dyn<'_>>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Closed<T>> {
    let (near, back) = near(sweep)?;
    let closed = formula(&near.as_dyn(), options, observer, proof)?;
    Some(Closed {
        outcome: moved(closed.outcome, &back),
        core_moving: closed.core_moving + near.moving().shape().middle,
        core_fixed: closed.core_fixed + near.fixed().shape().middle,
        ..closed
    })
}

/// How such shapes stand to each other. `None` where their middles' distance is out of range, or a support point is no number: what is
/// said of that is said of the shapes as they were given.
#[inline(never)]
pub(crate) fn distance<T: Real>(
    moving: &Placed<T, Dyn<'_>>,
    fixed: &Placed<T, Dyn<'_>>,
    options: &DistanceOptions<T>,
    cache: Option<&mut DistanceCache>,
) -> Option<Distance<T>> {
    let (moving, fixed, back) = seen(moving, fixed)?;
    let mut distance = any(&moving.as_dyn(), &fixed.as_dyn(), options, cache).ok()?;
    let points = match &mut distance {
        Distance::Apart(d) => [&mut d.point_moving, &mut d.point_fixed],
        Distance::Overlap(d) => [&mut d.point_moving, &mut d.point_fixed],
    };
    move_points(points, &back);
    Some(distance)
}

/// The sweep as seen from the middles, and the fixed one's place in the world; `None` where their distance is out of range.
#[inline(always)]
fn near<'s, T: Real>(
    sweep: &Sweep<T, Dyn<'s>, Dyn<'s>>,
) -> Option<(Sweep<T, Seen<'s>, Seen<'s>>, V)> {
    let (moving, fixed, back) = seen(sweep.moving(), sweep.fixed())?;
    let aside = lies_at(sweep.moving()) + lies_at(sweep.fixed());
    let near = Sweep::checked(moving, *sweep.displacement(), fixed);
    Some((near.seen_aside(aside), back))
}

/// Two shapes as seen from their middles.
type Pair<'s, T> = (Placed<T, Seen<'s>>, Placed<T, Seen<'s>>, V);

/// The shapes as seen from the middles, and the fixed one's place in the world; `None` where their distance is out of range.
#[inline(always)]
fn seen<'s, T: Real>(
    moving: &Placed<T, Dyn<'s>>,
    fixed: &Placed<T, Dyn<'s>>,
) -> Option<Pair<'s, T>> {
    let (mut moving, from) = centred(moving);
    let (mut fixed, at) = centred(fixed);
    let between: Wide3 = core::array::from_fn(|k| from[k] - at[k]);
    moving.move_to(narrow(&between).map(T::nearest)).ok()?;
    fixed.move_to(Vector3::zeros()).ok()?;
    Some((moving, fixed, narrow(&at)))
}

/// The largest coordinates of a shape's position and of its middle, by which the place of its core is rounded.
fn lies_at<T: Real>(placed: &Placed<T, Dyn<'_>>) -> f64 {
    let middle = middle_or_origin(placed.shape()).at;
    largest(&placed.position()) + largest(&middle.coords)
}

/// A shape seen from its middle, and where that is in the world.
#[inline(always)]
fn centred<'s, T: Real>(placed: &Placed<T, Dyn<'s>>) -> (Placed<T, Seen<'s>>, Wide3) {
    let shape = *placed.shape();
    let Middle { at, extent } = middle_or_origin(shape);
    let middle = at.coords;
    let seen = placed.with_shape(Seen {
        shape,
        middle,
        extent,
        known_core: known_core(shape, &middle),
    });
    let (position, mut beside) = (wide3(&placed.position()), wide3(&middle));
    if middle != V::zeros() && !placed.rotation().exact {
        let q = placed.pose().rotation.as_ref().coords.map(Real::to_f64);
        beside = turned(&Quaternion::from(q), &beside);
    }
    (seen, core::array::from_fn(|k| position[k] + beside[k]))
}

/// A shape's core as seen from its middle.
fn known_core(shape: Dyn<'_>, middle: &V) -> KnownCore {
    let from = |v: &V| v - middle;
    match shape.known_core() {
        KnownCore::Segment(ends) => KnownCore::Segment(ends.each_ref().map(from)),
        KnownCore::Triangle(corners) => KnownCore::Triangle(corners.each_ref().map(from)),
        // About the origin, which is the middle where there is no other.
        other if *middle == V::zeros() => other,
        _ => KnownCore::Other,
    }
}

/// An outcome as seen from an origin that lies at `back` where it is not.
fn moved<T: Real>(mut outcome: Outcome<T>, back: &V) -> Outcome<T> {
    let points = match &mut outcome {
        Outcome::Hit(hit) => [&mut hit.point_moving, &mut hit.point_fixed],
        Outcome::Overlap(overlap) => [&mut overlap.point_moving, &mut overlap.point_fixed],
        Outcome::Miss(_) | Outcome::Unresolved(_) => return outcome,
    };
    move_points(points, back);
    outcome
}

#[inline(always)]
fn move_points<T: Real>(points: [&mut Point3<T>; 2], back: &V) {
    for point in points {
        *point = (point.map(Real::to_f64) + back).map(T::nearest);
    }
}

/// A shape with its origin moved to its middle. Its boxes and balls are those that the trait makes of its support points and its extent.
#[derive(Clone, Copy)]
struct Seen<'s> {
    shape: Dyn<'s>,
    middle: V,
    extent: f64,
    /// Kept, as it is asked for several times in a cast.
    known_core: KnownCore,
}

impl Support for Seen<'_> {
    #[inline(always)]
    fn support_point(&self, n: &V) -> Point3<f64> {
        self.shape.support_point(n) - self.middle
    }
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point() - self.middle
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    fn core(&self) -> Core {
        self.shape.core()
    }
    fn known_core(&self) -> KnownCore {
        self.known_core
    }
    fn generator(&self, n: &V) -> Option<Generator> {
        let generator = self.shape.generator(n)?;
        Some(Generator {
            centre: generator.centre - self.middle,
            ..generator
        })
    }
    fn axis_of_revolution(&self) -> Option<V> {
        self.shape.axis_of_revolution()
    }
    fn discs(&self) -> Option<[[f64; 2]; 2]> {
        let [low, high] = self.shape.discs()?;
        // Its axis is through the origin, and so its middle is there.
        (self.middle == V::zeros()).then_some([low, high])
    }
    fn rolling_radius(&self) -> f64 {
        self.shape.rolling_radius()
    }
    fn unbounded_normal(&self) -> Option<V> {
        self.shape.unbounded_normal()
    }
}
