//! What comes down on a face: no portal is needed for that.
//!
//! The obstacle's [`Face`] is a triangle or a side of a box, moved by the point of the other shape that is farthest against it. No
//! point of the obstacle lies beyond its plane, so the fraction at which the line of motion meets the plane is a bound; and where the line
//! goes through the face there, contact is at that fraction. Around a core with a radius r the plane is met when the core's own is still
//! r away, along the normal.
//!
//! With p, q and s the corners of a triangle as seen from where the core's plane is met, and n its normal, of any length, the parts that
//! the corners have in that point are n·(q × s), n·(s × p) and n·(p × q), each of which is |n| times a side's length times the point's
//! distance from that side. All have one sign where the point is in the triangle.
//!
//! Where the triangle is thin, those products are small beside their terms, and so the parts are off: what they mix may lie far from
//! the point along the longest side, and three corners that are turned with a normal known as badly may not look as high. Both are
//! measured; what is off by more than rounding is left to the portal, whose weights are exact.

use super::face::{Face, Outline};
use crate::blocked::is_push;
use crate::found::{Contact, Directions, Found, Mixture, NO_PARTS, Parts};
use crate::obstacle::Obstacle;
use crate::tolerance::{FAR, NEAR_START, ON_BORDER};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, largest, sqrt};

type V = Vector3<f64>;

/// Which of the face's corners make the point of contact, and their shares of it.
type Shares = ([usize; 3], [f64; 3]);

impl Face {
    /// The contact on the face, where the line of motion goes through it between the start and the end of the sweep, or where it touches at
    /// the start and the motion surely leads in. Not along its border, where other planes are as right, nor along the line from corner to
    /// corner of a box's side; nor far ahead, where the length of the way would be in the rounding; nor on a face too thin to tell where on
    /// it.
    #[inline(never)]
    pub(crate) fn landing<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        observer: &mut impl Observer,
        mixture: &mut Mixture,
    ) -> Option<Found> {
        let outline = self.outline(obstacle)?;
        let (map, d, n) = (
            obstacle.moving_to_working,
            obstacle.displacement,
            self.asked[0],
        );
        let place = |on: &V| map.apply(on) + obstacle.position;
        let against = if outline.of_moving {
            self.against
        } else {
            place(&self.against)
        };
        let at = |k: usize| {
            if outline.of_moving {
                against - place(&outline.corners[k])
            } else {
                outline.corners[k] - against
            }
        };
        let corners = [at(0), at(1), at(2), at(3)];
        let length = sqrt(n.norm_squared());
        let height = |k: usize| n.dot(&corners[k]) + obstacle.radius * length;
        let (speed, heights) = (n.dot(&d), [height(0), height(1), height(2)]);
        let [lower, upper] =
            [f64::max, f64::min].map(|end| end(end(heights[0], heights[1]), heights[2]) / speed);
        let ahead = lower * largest(&d) <= FAR * obstacle.margin();
        let is_near = lower.abs() * largest(&d) <= NEAR_START * obstacle.contact();
        let within = (lower > 0.0 || is_near) && obstacle.base + upper <= 1.0;
        let level = (upper - lower) * -speed <= obstacle.tolerance() * length;
        if !(ahead && within && level) || obstacle.evaluations > obstacle.limit {
            return None;
        }
        let rounding = n / length;
        let x = d * lower - rounding * obstacle.radius;
        let seen = corners.map(|y| y - x);
        let border = ON_BORDER * obstacle.scale * length;
        let landed = through(&n, &seen, border, [0, 1, 2]).or_else(|| {
            (!outline.is_triangle)
                .then(|| through(&n, &seen, border, [0, 2, 3]))
                .flatten()
        })?;
        let mix = |of: &[V; 4]| {
            let ([i, j, k], shares) = landed;
            of[i] * shares[0] + of[j] * shares[1] + of[k] * shares[2]
        };
        let near = obstacle.tightest();
        let is_there = mix(&seen).norm_squared() <= near * near;
        if !is_there {
            return None;
        }
        *mixture = Mixture {
            y: mix(&corners),
            on_moving: if outline.of_moving {
                mix(&outline.corners)
            } else {
                self.against
            },
            rounding,
        };
        if obstacle.parts.is_some() {
            obstacle.parts = Some(self.parts(landed, &outline));
        }
        if observer.is_active() {
            let of = landed.0.map(|k| corners[k]);
            show(obstacle, &of, &n, [lower, upper], observer);
        }
        let contact = Contact {
            border: false,
            ..Contact::new(lower, upper, n, &d)
        };
        if is_near {
            let face = (obstacle.radius == 0.0).then(|| landed.0.map(|k| corners[k]));
            if is_push(obstacle, &contact, &mixture.y, face) {
                return Some(Found::Push(contact));
            }
        }
        (lower > 0.0).then_some(Found::Entry(contact))
    }

    /// The directions that a certificate asks for, for these corners, and their weights.
    fn parts(&self, (chosen, shares): Shares, outline: &Outline) -> Parts {
        let mut parts = NO_PARTS;
        for (to, (k, share)) in parts.iter_mut().zip(chosen.into_iter().zip(shares)) {
            let [fixed, moving] = self.asked_for(k, outline);
            *to = (Directions { fixed, moving }, share);
        }
        parts
    }
}

/// Shows a landing between these corners, whose plane is across `n`, to the observer.
fn show<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    corners: &[V; 3],
    n: &V,
    bounds: [f64; 2],
    observer: &mut impl Observer,
) {
    let back = obstacle.displacement * obstacle.base;
    let world = |v: &V| Point3::from(obstacle.to_world(&(v + back)));
    let [lower, upper] = bounds.map(|bound| obstacle.base + bound);
    observer.step(&Step {
        method: Method::Portal,
        direction: obstacle.to_world(n),
        support: world(&corners[0]),
        lower,
        upper,
        simplex: &corners.map(|v| world(&v)),
    });
}

/// The shares of these three corners, given as seen from a point of their plane, if that point is in the triangle between them by more
/// than `border` per unit of |n|.
#[inline(always)]
fn through(n: &V, seen: &[V; 4], border: f64, chosen: [usize; 3]) -> Option<Shares> {
    let [p, q, s] = chosen.map(|k| seen[k]);
    let areas = [q.cross(&s), s.cross(&p), p.cross(&q)].map(|area| n.dot(&area));
    let sides = [s - q, p - s, q - p];
    // Of either sign, as n is turned against the motion.
    let sum = areas[0] + areas[1] + areas[2];
    let is_within = |k: usize| {
        let area = areas[k] * sum;
        area > 0.0 && areas[k] * areas[k] > border * border * sides[k].norm_squared()
    };
    (is_within(0) && is_within(1) && is_within(2)).then(|| {
        let share = 1.0 / sum;
        (chosen, areas.map(|area| area * share))
    })
}
