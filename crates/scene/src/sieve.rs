//! What thirteen slabs tell of a triangle before it is cast against.
//!
//! A box around the moving core, in axes of its own, meets a triangle on its way when it does so as seen along each of thirteen
//! axes n: the box's three, the triangle's normal, and their edges' nine products. The moving shape as a whole stays within r of the
//! core, so all of it keeps apart until the last of those slabs is entered that are wider by r|n|. For a box this is
//! when the cast itself will hit; for what else there is the slabs hold a box around it.
//!
//! All of it is in `f32`, in the box's axes, at lengths that are scaled by a power of two to about 1, with the corners of the triangle
//! side by side: lane k holds corner vₖ or side Eₖ = vₖ₊₁ − vₖ. Of one side and one axis eᵢ, n = eᵢ × Eₖ, so that n·v = (Eₖ × v)ᵢ.
//!
//! A last look is along the way itself: with n = Eₖ × d, nothing moves along n, and what lies beyond a side stays there.
//!
//! A point, with or without a ball around it, has directions of its own (`sieve/moving_ball.rs`). So has a core that a ball takes less room
//! around than the box; its centre is turned and moved with the shape, as the box's is. A ball that stands still has a sieve of its own, by
//! distance (`sieve/ball.rs`).
//!
//! # What rounding does
//! With u = 2⁻²⁴, m the largest coordinate of the triangle's corners as seen from the box's centre, and D that of the way:
//! - Corners in `f32` are seen from the box's centre by two differences: from the centre as an `f32`, and from what that leaves of it. (There
//!   and back through `f64` would cost more than all that is said of boxes along the way.) What both leave is 2⁻⁴⁸ of the centre's
//!   own coordinates, which is nothing beside the scalar's units of them.
//! - The centre itself, the box's or the ball's, is computed in `f64`. With u' = 2⁻⁵³, it is off by 51u' of its distance from the shape's
//!   origin: 24u' for each of the rotations of shape and frame, and 3u' for sums. No coordinate of it is beyond the shape's extent, so that
//!   this is 89u' of the extent. Casts take 37u' of it ([`PASSING`]), and of all lengths that enter 128u' are counted.
//! - A corner's coordinates in the box's axes are off by 11u·m: the differences, the matrix, three products and their sum are 6u of a sum of
//!   three products, which is at most √3 m.
//! - n is whatever direction has been computed. The components of eᵢ × Eₖ are those of Eₖ, so n·Eₖ = 0 exactly, and along n the two ends
//!   of a side differ by no more than what their coordinates and the difference are off by: 26u·m·|n|₁.
//! - A product n·v is off by 6u·m·|n|₁ on top of the coordinates' own 11u, and the sum of two by 4u more. All that is 47u·m·|n|₁; and for
//!   n·d, over a fraction of at most 1, 15u·D·|n|₁. Sums of half widths are within 8u of themselves.
//! - Of Eₖ × d as computed, the products with Eₖ and with d are not 0 but within 3u·|Eₖ|₁|d|₁ times either's length. There the slack is
//!   for |Eₖ|₁|d|₁, and not for |n|₁, which is far less where both are parallel.
//!
//! - The square of a length |n| below 2⁻⁶⁰ may be lost, down to nothing, where triangles or ways are that small beside all else.
//!   Lengths are taken for no less than that ([`LEAST_SQUARE`]): slabs are too wide there, and tell less.
//!
//! 64u of all lengths together, [`SIEVE_SLACK`], is more than all of this. The box's half extents h enter as Σ hᵢ|nᵢ|, so it is they that
//! are widened by it.

mod ball;
mod boxes;
mod moving_ball;
mod passage;
mod seen;

pub(crate) use ball::BallSieve;
pub(crate) use boxes::BoxSieve;
pub(crate) use passage::Passage;

use crate::flight::{Flight, Pose, Reaches};
use crate::tolerance::{
    BOX_SLACK, LEAST_SQUARE, LEAST_WIDTH, PASSING, SIEVE_SLACK, SLAB_SLACK, least,
};
use nalgebra::{Point3, Vector3};
use seen::{Seen, cross, dot, farthest, last, normal, sides, sum, three};
use std::f64::consts::PI;
use swept_support::{
    Aabb, BoundingBall, KnownCore, LinearMap, Placed, Real, Support, power_of_two_below, within,
};
use wide::f32x4;

/// A box around a core, in axes of its own.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    pub(crate) centre: Vector3<f64>,
    pub(crate) half: Vector3<f64>,
    /// No point of the core is farther from the box's centre.
    pub(crate) ball: f64,
    /// A ball around the core.
    pub(crate) own: BoundingBall,
    /// No point of the core, nor what tells of it, is farther from its origin.
    far: f64,
    /// Whether the box is the core.
    pub(crate) exact: bool,
}

impl Around {
    /// The origin alone.
    pub(crate) const POINT: Self = Self {
        centre: Vector3::new(0.0, 0.0, 0.0),
        half: Vector3::new(0.0, 0.0, 0.0),
        ball: 0.0,
        own: BoundingBall {
            centre: Point3::new(0.0, 0.0, 0.0),
            radius: 0.0,
        },
        far: 0.0,
        exact: true,
    };

    /// Whether the ball around the core is less than the box, with a radius around either. Where the box is the core it tells more,
    /// unless both are a point. Either holds the core: this decides only how much is told, and no answer.
    pub(crate) fn is_round(&self, radius: f64) -> bool {
        let box_sides = self.half.map(|h| 2.0 * (h + radius));
        let ball = self.own.radius + radius;
        let is_less = 4.0 / 3.0 * PI * ball * ball * ball < box_sides.product();
        self.own.radius == 0.0 || is_less && !self.exact
    }

    /// How large what stands for the core is, as a radius; of long boxes across their length.
    pub(crate) fn size(&self, radius: f64) -> f64 {
        if self.is_round(radius) {
            return self.own.radius + radius;
        }
        let [a, b, c] = [self.half.x, self.half.y, self.half.z];
        radius + a.max(b).min(a.min(b).max(c))
    }

    /// `reaches` is how far the core reaches along its shape's axes; asked for where its kind does not tell.
    pub(crate) fn core(shape: &impl Support, reaches: impl FnOnce() -> Reaches) -> Self {
        let of = |points: &[Vector3<f64>]| {
            let (mut low, mut high) = (points[0], points[0]);
            for p in points {
                (low, high) = (low.inf(p), high.sup(p));
            }
            ((low + high) / 2.0, (high - low) / 2.0)
        };
        let (centre, half) = match shape.known_core() {
            KnownCore::Point => (Vector3::zeros(), Vector3::zeros()),
            KnownCore::Cuboid(half) => (Vector3::zeros(), half),
            KnownCore::Segment(ends) => of(&ends),
            KnownCore::Triangle(corners) => of(&corners),
            KnownCore::Other => {
                let Reaches { low, high } = reaches();
                of(&[low, high])
            }
        };
        let exact = match shape.known_core() {
            KnownCore::Point | KnownCore::Cuboid(_) => true,
            // Along one of the axes.
            KnownCore::Segment(_) => half.iter().filter(|h| **h != 0.0).count() <= 1,
            _ => false,
        };
        let extent = shape.extent();
        let far = centre.norm() + extent;
        let (own, ball) = match shape.known_core() {
            KnownCore::Other => {
                let own = core_ball(shape, extent);
                let ball = (centre - own.centre.coords).norm() + own.radius;
                (own, far.min(ball))
            }
            _ => (about_origin(extent), far),
        };
        Self {
            centre,
            half,
            ball,
            own,
            far,
            exact,
        }
    }
}

/// The ball around a shape's core. What a shape of the user's own states is not checked when it is built: what cannot be a ball around the core,
/// no larger than that about the origin, is passed over for that.
fn core_ball(shape: &impl Support, extent: f64) -> BoundingBall {
    let ball = shape.core_ball();
    if (0.0..=extent).contains(&ball.radius) && within(&ball.centre.coords, extent) {
        return ball;
    }
    about_origin(extent)
}

fn about_origin(radius: f64) -> BoundingBall {
    BoundingBall {
        centre: Point3::origin(),
        radius,
    }
}

/// What tells of triangles when they are met at the earliest.
pub(crate) trait Sift {
    /// The fraction until which the moving shape surely keeps apart from the triangle with these corners, in the frame: infinite where
    /// it passes by.
    fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64;
}

impl Sift for Sieve {
    #[inline(always)]
    fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        self.first(corners)
    }
}

/// A motion as triangles in one frame of reference see it: what [`Flight`] is for boxes, closer.
///
/// It passes over triangles whose boxes are met although they themselves are not, or not as early: for those who keep triangles in a
/// tree of their own.
#[derive(Clone, Copy, Debug)]
pub struct Sieve {
    // The part of the motion on which the boxes of the frame can be met lasts from fraction `from` on for `span`, and lengths are those of
    // its beginning. The axes are the box's; of a ball, the frame's.
    from: f64,
    span: f64,
    /// From the box's centre at `from`.
    seen: Seen,
    d: [f32x4; 3],
    /// What the core is wider by on all sides, and what each unit of the corners' distance adds.
    slack: f32x4,
    per_length: f32x4,
    radius: f32x4,
    /// `None` where a ball stands for the core.
    around: Option<BoxAround>,
}

/// A box around the core, and a ball.
#[derive(Clone, Copy, Debug)]
struct BoxAround {
    /// From the frame to the box's axes, row by row.
    turn: [[f32x4; 3]; 3],
    half: [f32x4; 3],
    ball: f32x4,
}

impl Sieve {
    /// `moving` on its way as `flight` has it, for triangles within `bounds` in the frame of the body `frame`, from which the
    /// flight is seen too. `reach` (a length) is added on all sides, such as a target distance and what else may count as a touch beyond
    /// rounding. `None` where the flight does not meet `bounds`, or no more can be told than by boxes.
    ///
    /// `flight` must be that of `moving` as [`Flight::of`] makes it: a ball in which a shape turns says nothing of the shape.
    pub fn of<T: Real, S: Support, F: Support>(
        moving: &Placed<T, S>,
        flight: &Flight,
        frame: &Placed<T, F>,
        bounds: &Aabb,
        reach: f64,
    ) -> Option<Self> {
        let shape = moving.shape();
        let (pose, frame) = (Pose::of(moving), Pose::of(frame));
        let radius = shape.radius() + reach + least::<T>();
        let units = PASSING * T::EPSILON;
        let around = Around::core(shape, || Reaches::of(shape, &LinearMap::IDENTITY));
        let (from, to) = flight.meets(bounds)?;
        let seen = (flight, (from, to - from), bounds);
        Self::new(&Passage::new(&around, &pose, &frame, seen, radius, units)?)
    }

    /// What the passage tells of triangles; `None` where that is no more than by boxes.
    pub(crate) fn new(passage: &Passage) -> Option<Self> {
        let Passage {
            centre,
            way,
            radius,
            touch,
            units,
            ..
        } = passage;
        let lengths = passage.lengths();
        let seen = Seen::new(*centre, lengths)?;
        let slack = SIEVE_SLACK * passage.size + touch;
        // The radius of a shape without one is a number so small that its products with lengths are below the normal ones, which some
        // processors take 150 cycles for. Beside the slack it is nothing, and is counted with it.
        let (radius, slack) = if *radius < slack {
            (0.0, slack + radius)
        } else {
            (*radius, slack)
        };
        let scale = seen.scale;
        let wide = |x: f64| f32x4::splat((x * scale) as f32);
        let turn = passage.turn.as_ref();
        let way = turn.map_or(*way, |turn| turn.apply(way));
        Some(Self {
            from: passage.from,
            span: passage.span,
            seen,
            d: three(way * scale),
            slack: wide(slack),
            per_length: f32x4::splat((SIEVE_SLACK + units) as f32),
            radius: wide(radius),
            // Made where it stays: it is dear to move.
            around: turn.map(|turn| {
                let row = |i: usize| three(Vector3::from(turn.rows[i]));
                BoxAround {
                    turn: [row(0), row(1), row(2)],
                    half: three(passage.half * scale),
                    ball: wide(passage.ball),
                }
            }),
        })
    }

    /// The fraction until which the moving shape surely keeps apart from the triangle with these corners, in the frame: infinite
    /// where it passes by.
    #[inline(always)]
    pub fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        let p = self.seen.corners(corners);
        let slack = self.slack + self.per_length * farthest(&p);
        let first = match &self.around {
            Some(around) => around.first(&p, &self.d, self.radius, slack),
            None => moving_ball::first(&p, &self.d, self.radius, slack),
        };
        match first {
            Some(0.0) => self.from,
            Some(t) => (self.from + self.span * t) * (1.0 - BOX_SLACK),
            None => f64::INFINITY,
        }
    }
}

impl BoxAround {
    /// The part of the way until which it keeps apart from the triangle with these corners, as seen from its centre, each coordinate
    /// wider by `slack`; `None` where it passes by. `radius` is around the core.
    #[inline(always)]
    fn first(&self, p: &[f32x4; 3], d: &[f32x4; 3], radius: f32x4, slack: f32x4) -> Option<f64> {
        let v = self
            .turn
            .map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
        let half = self.half.map(|h| h + slack);
        let ball = self.ball + slack + slack;
        let third = v.map(last);
        let side = sides(&v);
        let n = cross(&side, d);
        let ends = (dot(&n, &v), dot(&n, &third));
        let width = reach((&self.half, self.ball, radius), &n);
        if is_beside(ends, width, (&side, d), slack) {
            return None;
        }
        let mut slabs = Slabs::new();
        // Products of the box's axes and the sides.
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let along = |x: &[f32x4; 3]| side[j] * x[k] - side[k] * x[j];
            let long = length(side[j] * side[j] + side[k] * side[k]);
            let width = half[k] * side[j].abs() + half[j] * side[k].abs();
            let width = width.fast_min(ball * long) + radius * long;
            let (one, other) = (along(&v), along(&third));
            slabs.cross(one + other, (one - other).abs(), width, along(d));
        }
        // The box's axes, and the normal in the fourth lane.
        let n = normal(&side);
        let corners = f32x4::transpose([v[0], v[1], v[2], dot(&n, &v)]);
        let low = corners[0].fast_min(corners[1]).fast_min(corners[2]);
        let high = corners[0].fast_max(corners[1]).fast_max(corners[2]);
        let across = reach((&half, ball, radius), &n);
        let four = |x: &[f32x4; 3], last: f32x4| {
            f32x4::new([
                x[0].to_array()[0],
                x[1].to_array()[0],
                x[2].to_array()[0],
                last.to_array()[0],
            ])
        };
        let width = four(&half.map(|h| h + radius), across);
        slabs.cross(low + high, high - low, width, four(d, dot(&n, d)));
        slabs.first()
    }
}

/// How far a box within a ball, and a radius around both, reach along n.
#[inline(always)]
fn reach((half, ball, radius): (&[f32x4; 3], f32x4, f32x4), n: &[f32x4; 3]) -> f32x4 {
    let long = length(dot(n, n));
    let within = half[0] * n[0].abs() + half[1] * n[1].abs() + half[2] * n[2].abs();
    within.fast_min(ball * long) + radius * long
}

/// Whether a triangle lies beyond one of its sides all along the way: as seen along n = Eₖ × d, which nothing moves along. There both ends of
/// the side are at one coordinate and the third corner is at the other, and what moves reaches as far as `width`.
#[inline(always)]
fn is_beside(
    (one, other): (f32x4, f32x4),
    width: f32x4,
    (side, d): (&[f32x4; 3], &[f32x4; 3]),
    slack: f32x4,
) -> bool {
    let width = width + slack * sum(side) * sum(d) + f32x4::splat(LEAST_WIDTH);
    let room = (one + other).abs() - (one - other).abs() - width - width;
    room.simd_gt(f32x4::ZERO).any()
}

/// The intersection of slabs, four at a time.
struct Slabs {
    entry: f32x4,
    exit: f32x4,
}

impl Slabs {
    fn new() -> Self {
        Self {
            entry: f32x4::ZERO,
            exit: f32x4::ONE,
        }
    }

    /// Slabs about `middle`/2 with half widths `spread`/2 + `width`, that are crossed at `speed`.
    #[inline(always)]
    fn cross(&mut self, middle: f32x4, spread: f32x4, width: f32x4, speed: f32x4) {
        let sign = speed & f32x4::splat(-0.0);
        let middle = middle ^ sign;
        let spread = spread + (width + width) + f32x4::splat(LEAST_WIDTH);
        let inverse = f32x4::HALF / speed.abs().fast_max(f32x4::splat(f32::MIN_POSITIVE));
        self.entry = self.entry.fast_max((middle - spread) * inverse);
        self.exit = self.exit.fast_min((middle + spread) * inverse);
    }

    /// Where the last of them is entered, rounded down; `None` when one has been left by then.
    #[inline(always)]
    fn first(&self) -> Option<f64> {
        let entry = self.entry.to_array().into_iter().fold(0.0, f32::max);
        let exit = self.exit.to_array().into_iter().fold(1.0, f32::min);
        let (low, high) = (entry * (1.0 - SLAB_SLACK), exit * (1.0 + SLAB_SLACK));
        (low <= high).then_some(f64::from(low))
    }
}

/// The root of a square, which may have been lost: no less than it was.
#[inline(always)]
fn length(square: f32x4) -> f32x4 {
    (square + f32x4::splat(LEAST_SQUARE)).sqrt()
}

/// The power of two that brings `length` to between 1/2 and 1; `None` for none, and beyond the numbers of `f32`.
fn scale_for(length: f64) -> Option<f64> {
    let inverse = 1.0 / length;
    (length > 0.0 && (inverse as f32).is_normal()).then(|| power_of_two_below(inverse))
}

#[cfg(test)]
mod tests;
