//! What tells of boxes when a shape that moves along a line meets them: later than the box around that shape does. Where the shape is large
//! beside the triangles of a mesh, its box meets many that it does not meet itself, or not as early.
//!
//! Let the boxes meet at the fraction t. There x is the middle of the ball or the box that stands for the core (`sieve.rs`), p the point of the
//! other box nearest to x, and n = x − p. No other point of that box is farther along n than p, so that n is the normal of a plane that keeps all
//! of the box behind it, whatever x is. The shape reaches h(n) against n, and comes to that plane at
//!
//! ```text
//! t + (n·n − h(n)) / (−n·d),      h(n) = Σ hᵢ|aᵢ·n| + r|n|
//! ```
//!
//! or never, where it is in front and n·d ≥ 0. For a ball it is a step of Newton's method on the distance of its middle from the box. A second
//! step would spare little more.
//!
//! A box within another one may have the lower number here, as its plane is another one. So which boxes are passed over depends on the tree;
//! that no answer does is shown in `stand_in.rs`.
//!
//! # What rounding does
//! All of it is in `f32`, in the tree's coordinates. With u = 2⁻²⁴, let N be the largest coordinate of the tree's corners as seen from the middle where
//! the motion comes to the tree, no less than that of the middle itself, as the tree's centre is between them; D that of the way, H that of the half
//! widths, and R the radius. Per |n|₁,
//! - x is off by 2uN + 3uD: middle, way, product and sum; x − p by u(N + D) more. Whichever x comes of it, n has the sign of x − p in each
//!   component, so that p is the farthest point along n exactly.
//! - n·n is off by 3u(N + D), and the difference with h by u(N + D + √3H + R).
//! - Σ hᵢ|aᵢ·n| is off by 6u·√3H, r|n| by 5uR, and n·d by 4uD, which is what the plane is off by at most over a fraction of 1.
//!
//! Together that is no more than 12.2u of N + D + H + R, and |n|₁ no more than √3|n|: 21.2u, a third of [`SIEVE_SLACK`]. |n| is no more than Σ|aᵢ·n|,
//! so it is half widths or the radius that are widened by it. The quotient, a product and a sum err by 3u of the fraction ([`SLAB_SLACK`]).
//! What products lose below the least normal number counts for nothing beside the least closing speed, which is that number.

use super::seen::{dot, three};
use super::{Passage, length};
use crate::tolerance::{MOST_AMONG_BOXES, SIEVE_SLACK, SLAB_SLACK};
use crate::tree::{Frame, Guide, Numbers, Planes};
use nalgebra::Vector3;
use wide::f32x4;

/// A moving core among the boxes of a tree, in its coordinates.
pub(crate) struct BoxSieve {
    middle: [f32x4; 3],
    d: [f32x4; 3],
    /// Of the box that stands for the core, the axes times its half widths; `None` where a ball does.
    sides: Option<[[f32x4; 3]; 3]>,
    /// Around the box, which may be 0, or of the ball.
    radius: f32x4,
}

/// A guide with its numbers of boxes, and what tells more of these: a box within another one may then have the lower number.
pub(crate) struct Closer<'a, G> {
    guide: &'a G,
    boxes: BoxSieve,
}

impl<G: Guide> Guide for Closer<'_, G> {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        let numbers = self.guide.numbers(planes, limit);
        self.boxes.later(planes, numbers, limit)
    }
}

impl BoxSieve {
    /// `None` where lengths are beyond the numbers of `f32`.
    pub(crate) fn new(passage: &Passage, frame: &Frame) -> Option<Self> {
        let scale = frame.scale();
        let lengths = passage.lengths();
        let are_numbers = lengths * scale <= MOST_AMONG_BOXES;
        if !are_numbers {
            return None;
        }
        let slack = SIEVE_SLACK * lengths + passage.touch + passage.units * passage.near;
        let mut radius = passage.radius + slack;
        let sides = passage.turn.as_ref().map(|turn| {
            // A radius that is nothing beside the slack needs no root.
            let wider = if passage.radius > slack {
                slack
            } else {
                std::mem::take(&mut radius)
            };
            let side =
                |i: usize| three(Vector3::from(turn.rows[i]) * ((passage.half[i] + wider) * scale));
            [side(0), side(1), side(2)]
        });
        Some(Self {
            middle: three(frame.place(&passage.centre)),
            d: three(passage.way * scale),
            sides,
            radius: f32x4::splat((radius * scale) as f32),
        })
    }

    /// For a guide whose numbers are those at which the box around the shape meets others.
    pub(crate) fn closer<G>(self, guide: &G) -> Closer<'_, G> {
        Closer { guide, boxes: self }
    }

    /// Numbers of boxes that may be greater than these, at which the box around the shape meets them. Those up to a limit matter.
    #[inline(always)]
    fn later(&self, planes: &Planes, numbers: Numbers, limit: f32) -> Numbers {
        let t = numbers.of;
        let from = |i: usize| {
            let x = self.middle[i] + self.d[i] * t;
            x - x.fast_max(planes[i][0]).fast_min(planes[i][1])
        };
        let n = [from(0), from(1), from(2)];
        let square = dot(&n, &n);
        let reach = match &self.sides {
            None => self.radius * length(square),
            Some([a, b, c]) => {
                let sharp = dot(a, &n).abs() + dot(b, &n).abs() + dot(c, &n).abs();
                if self.radius.to_array()[0] > 0.0 {
                    sharp + self.radius * length(square)
                } else {
                    sharp
                }
            }
        };
        let closing = (-dot(&n, &self.d)).fast_max(f32x4::splat(f32::MIN_POSITIVE));
        let plane = (t + (square - reach) / closing) * f32x4::splat(1.0 - SLAB_SLACK);
        let of = t.fast_max(plane);
        Numbers {
            of,
            within: numbers.within & of.simd_le(f32x4::splat(limit)),
        }
    }
}
