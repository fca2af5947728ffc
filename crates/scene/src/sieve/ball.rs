//! How far a ball that stands still is from triangles, before it is measured.
//!
//! The plane across the way to about the nearest point of a triangle keeps the ball apart from all of it. With n that way, from the ball's
//! centre as the origin, and corners vₖ, no point of the triangle is nearer than min n·vₖ / |n|, whatever direction n is: so the point need
//! not be the nearest, and that it is computed in `f32` costs nothing but a looser bound. It is the foot on the triangle's plane where
//! that lies within its sides, and else the nearest point of a side.
//!
//! # What rounding does
//! With u = 2⁻²⁴ and m the largest coordinate of the corners as seen from the centre: these coordinates are off by 3u·m, as for the slabs,
//! and n·vₖ by 3u·m·|n|₁ for that, and by as much for its three products and their sum: 6√3 u·m·|n| in all. The length |n| is off by 2.5u of
//! itself and the quotient by one more, which is 3.5√3 u·m. All of that is below 17u·m, and [`BALL_SLACK`] is 32u.

use super::seen::{Seen, cross, dot, farthest, last, next, normal, sides};
use super::{Sift, length};
use crate::flight::Pose;
use crate::tolerance::{BALL_SLACK, LEAST_SQUARE};
use nalgebra::Point3;
use swept_support::{Aabb, Real, largest};
use wide::f32x4;

/// A ball at rest, as triangles in one frame see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallSieve {
    seen: Seen,
    /// What is taken off distances: a length, and what each unit of the corners' distance adds.
    taken: f64,
    per_length: f64,
    per_scale: f64,
}

impl BallSieve {
    /// A ball whose centre stands at `pose`, for triangles within `bounds` in the frame `frame`. `taken` (a length) is taken off all
    /// distances, and `units` of all lengths that enter.
    pub(crate) fn new(
        pose: &Pose,
        frame: &Pose,
        bounds: &Aabb,
        taken: f64,
        units: f64,
    ) -> Option<Self> {
        let centre = frame.rotation.turn_back(&(pose.position - frame.position));
        let near =
            largest(&(bounds.min - centre).coords).max(largest(&(bounds.max - centre).coords));
        let seen = Seen::new(centre, near)?;
        let lengths = largest(&pose.position) + largest(&frame.position) + largest(&centre);
        Some(Self {
            seen,
            taken: taken + units * lengths,
            per_length: BALL_SLACK + units,
            per_scale: 1.0 / seen.scale,
        })
    }
}

impl Sift for BallSieve {
    /// A distance that the ball keeps from the triangle.
    #[inline(always)]
    fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        let v = self.seen.corners(corners);
        let side = sides(&v);
        // The nearest points of the sides.
        let squared = dot(&side, &side) + f32x4::splat(LEAST_SQUARE);
        let part = -dot(&v, &side) / squared;
        let part = part.fast_max(f32x4::ZERO).fast_min(f32x4::ONE);
        let on_side = [
            v[0] + side[0] * part,
            v[1] + side[1] * part,
            v[2] + side[2] * part,
        ];
        // The foot on the plane is within the sides where the triangles that it makes with them are all wound as the whole.
        let n = normal(&side);
        let within = dot(&n, &cross(&v, &side)).simd_gt(f32x4::ZERO).all();
        let way = if within {
            let height = dot(&n, &v).to_array()[0];
            n.map(|x| x * f32x4::splat(1.0_f32.copysign(height)))
        } else {
            let far = dot(&on_side, &on_side);
            let least = far.fast_min(next(far)).fast_min(last(far));
            let lane = far.simd_le(least).to_bitmask().trailing_zeros() as usize % 4;
            on_side.map(|x| f32x4::splat(x.to_array()[lane]))
        };
        let room = dot(&way, &v);
        let room = room.fast_min(next(room)).fast_min(last(room));
        let apart = room / length(dot(&way, &way));
        let lane = |x: f32x4| f64::from(x.to_array()[0]);
        let apart = lane(apart) - self.per_length * lane(farthest(&v));
        (apart * self.per_scale - self.taken).max(0.0)
    }
}
