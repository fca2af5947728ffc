//! A box and a triangle: the obstacle is the intersection of 13 slabs.
//!
//! In the box's axes, about its middle, with half extents h, the triangle's corners v₀, v₁, v₂, its sides Eₖ = vₖ₊₁ − vₖ
//! and its normal N = E₀ × E₁, the difference V − B of triangle and box is met by the line t·d when, along every axis n,
//! the interval of n·v − t n·d meets that of the box, ± Σ hᵢ |nᵢ|. The axes are the box's own, N, and the nine
//! products eᵢ × Eₖ. Those of one side come together: (eᵢ × Eₖ)·v = (Eₖ × v)ᵢ, which is the same for both ends of the side and
//! differs by N from that to the third corner.
//!
//! Around a core with a radius r the slabs are wider by r |n|. Where a corner meets a face or two edges cross, the obstacle's
//! surface is a plane all the same, at the distance r: the line meets it where r n further in it meets the core. Elsewhere the
//! surface is round, and the cast is left open.
//!
//! As with two boxes, the slabs choose the axis, three at a time and in `f32`, and what it proves is computed anew; where that does not
//! bear it out, they are crossed in `f64`. Of several slabs that are entered at once, one that the line crosses fast is taken.
//!
//! Source: T. Akenine-Möller, *Fast 3D Triangle-Box Overlap Testing* (2001), for the axes.

mod flush;

use super::corners::corners;
use super::crossing::{
    Crossing, Group, Triple, Widths, clear_sight, interval, interval_ahead, length_above,
};
use super::proof::{Around, Sight};
use super::{AXES, each, held, outward, with};
use crate::found::{Contact, Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::tolerance::{CLEARLY_LATER, CLEARLY_LATER_IN_F32, SLIVER};
use nalgebra::Vector3;
use swept_support::{Support, inverse_power_of_two, paired, sqrt};
use wide::{f32x4, f64x4};

type V = Vector3<f64>;

/// The triangle and the line of motion in the box's axes.
struct Pair<'a> {
    half: &'a V,
    corners: [V; 3],
    /// Eₖ = vₖ₊₁ − vₖ.
    sides: [V; 3],
    normal: V,
    d: V,
}

/// The point of contact: weights of the triangle's corners, and the box's point.
struct Meeting {
    weights: [f64; 3],
    on_box: V,
    apart: f64,
}

/// The moving shape is the box.
#[inline(always)]
pub(super) fn moving_box<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
    triangle: &[V; 3],
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let corners_here = each(
        triangle,
        #[inline(always)]
        |f| map.apply_transposed(&(f - obstacle.position)),
    );
    let d = map.apply_transposed(&obstacle.displacement);
    let pair = Pair::new(half, corners_here, d)?;
    let mut meeting = Meeting::NONE;
    let mut sight = pair.sight(obstacle, &mut meeting);
    match &mut sight {
        Sight::Touches(contact) => {
            contact.normal = map.apply(&contact.normal);
            *mixture = Mixture {
                y: map.apply(&(pair.mix(&meeting.weights) - meeting.on_box)),
                on_moving: meeting.on_box,
                rounding: contact.normal,
            };
            obstacle.remember_directions(|| {
                meeting.parts(half, triangle).map(|(t, b, w)| {
                    let (fixed, moving) = (t, b);
                    (Directions { fixed, moving }, w)
                })
            });
        }
        Sight::Clear(normal) => *normal = map.apply(normal),
        Sight::Unclear => {}
    }
    sight.found(1.0 - obstacle.base)
}

/// The fixed shape is the box: the obstacle is −(V − B), and the line runs the other way.
#[inline(always)]
pub(super) fn fixed_box<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
    triangle: &[V; 3],
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let corners_here = each(
        triangle,
        #[inline(always)]
        |m| map.apply(m) + obstacle.position,
    );
    let pair = Pair::new(half, corners_here, -obstacle.displacement)?;
    let mut meeting = Meeting::NONE;
    let mut sight = pair.sight(obstacle, &mut meeting);
    match &mut sight {
        Sight::Touches(contact) => {
            contact.normal = -contact.normal;
            let w = &meeting.weights;
            *mixture = Mixture {
                y: meeting.on_box - pair.mix(w),
                on_moving: triangle[0] * w[0] + triangle[1] * w[1] + triangle[2] * w[2],
                rounding: contact.normal,
            };
            obstacle.remember_directions(|| {
                meeting.parts(half, triangle).map(|(t, b, w)| {
                    let (fixed, moving) = (b, t);
                    (Directions { fixed, moving }, w)
                })
            });
        }
        Sight::Clear(normal) => *normal = -*normal,
        Sight::Unclear => {}
    }
    sight.found(1.0 - obstacle.base)
}

impl<'a> Pair<'a> {
    /// `None` for a triangle too flat for these formulas.
    #[inline(always)]
    fn new(half: &'a V, corners: [V; 3], d: V) -> Option<Self> {
        let [a, b, c] = corners;
        let sides = [b - a, c - b, a - c];
        let normal = sides[0].cross(&sides[1]);
        let limit = SLIVER * sides[0].norm_squared() * sides[1].norm_squared();
        (normal.norm_squared() > limit).then_some(Self {
            half,
            corners,
            sides,
            normal,
            d,
        })
    }

    #[inline(always)]
    fn mix(&self, w: &[f64; 3]) -> V {
        let [a, b, c] = &self.corners;
        a * w[0] + b * w[1] + c * w[2]
    }

    #[inline(always)]
    fn sight<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        meeting: &mut Meeting,
    ) -> Sight {
        let tolerance = obstacle.tightest();
        let radius = obstacle.radius;
        let around = Around::new(
            &self.d,
            radius,
            tolerance,
            #[inline(always)]
            |n: &V| {
                let [a, b, c] = &self.corners;
                let (a, b, c) = (n.dot(a), n.dot(b), n.dot(c));
                let larger = |a: f64, b: f64| if a > b { a } else { b };
                self.half.dot(&n.abs()) + larger(larger(a, b), c)
            },
        );
        let end = 1.0 - obstacle.base;
        clear_sight(
            self.crossing(obstacle.scale, radius),
            || self.crossing_closely(obstacle.scale, radius),
            #[inline(always)]
            |found| self.sight_of(found, &around, end, meeting),
        )
    }

    /// What is seen through the plane across the slab that is entered last, and where they meet in it, when they do before `end`.
    #[inline(always)]
    fn sight_of<H: Fn(&V) -> f64>(
        &self,
        found: &Crossing,
        around: &Around<'_, H>,
        end: f64,
        meeting: &mut Meeting,
    ) -> Sight {
        let axis = self.axis(found.enters());
        if found.passes {
            return around.apart(around.against(&axis), self.axis(found.leaves()), end);
        }
        let sight = around.through(&axis);
        let Sight::Touches(Contact { upper, normal, .. }) = &sight else {
            return Sight::Unclear;
        };
        if *upper <= end {
            let shift = self.d * *upper - normal * around.radius;
            *meeting = self.meeting(found.enters(), normal, &shift, around.tolerance);
            if meeting.apart.is_nan() || meeting.apart > around.tolerance {
                return Sight::Unclear;
            }
        }
        sight
    }

    /// The axis with this number: the box's, the triangle's, and the products, of one of the box's axes after the other.
    #[inline(always)]
    fn axis(&self, index: usize) -> V {
        let (group, i) = (index / 4, index % 4);
        match group {
            0 => AXES[i % 3],
            1 => self.normal,
            _ => AXES[(group - 2) % 3].cross(&self.sides[i % 3]),
        }
    }

    /// Triangle, box and line in units of about `scale`, the products widened by `later` of the scale.
    #[inline(always)]
    fn in_units<N: Triple>(&self, scale: f64, later: f64, radius: f64) -> Slabs<N> {
        let unit = inverse_power_of_two(scale);
        let lengths = |v: &V| N::of(&(v * unit));
        let normal = self.normal * (unit * unit);
        Slabs {
            half: lengths(self.half),
            corners: each(&self.corners, lengths),
            sides: each(&self.sides, lengths),
            normal: N::of(&normal),
            long: N::number(sqrt(normal.norm_squared())),
            // The triangle moves against the line.
            back: lengths(&-self.d),
            widths: Widths::new(scale, later, radius),
        }
    }

    /// Where the line crosses the slabs, in half the precision.
    #[inline(always)]
    fn crossing(&self, scale: f64, radius: f64) -> Crossing {
        let slabs: Slabs<f32x4> = self.in_units(scale, CLEARLY_LATER_IN_F32, radius);
        slabs.crossing()
    }

    /// The same in full precision.
    #[cold]
    #[inline(never)]
    fn crossing_closely(&self, scale: f64, radius: f64) -> Crossing {
        let slabs: Slabs<f64x4> = self.in_units(scale, CLEARLY_LATER, radius);
        slabs.crossing()
    }

    /// Where triangle and box meet when the box has moved by `shift`, in the plane with this axis and normal, out of V − B.
    #[inline(always)]
    fn meeting(&self, index: usize, normal: &V, shift: &V, tolerance: f64) -> Meeting {
        let on_box = -paired(self.half, normal, f64::copysign);
        if index / 4 < 2
            && let Some(meeting) = self.flush(normal, shift, &on_box, tolerance)
        {
            return meeting;
        }
        match index / 4 {
            0 => self.at_face_of_box(index, normal, shift, on_box),
            1 => self.at_triangle(shift, on_box),
            group => self.at_edges(index % 4 % 3, (group - 2) % 3, shift, on_box),
        }
    }

    /// A corner of the triangle and a face of the box.
    #[inline(always)]
    fn at_face_of_box(&self, axis: usize, normal: &V, shift: &V, corner: V) -> Meeting {
        let [a, b, c] = &self.corners;
        let along = [normal.dot(a), normal.dot(b), normal.dot(c)];
        let k = if along[0] >= along[1] && along[0] >= along[2] {
            0
        } else if along[1] >= along[2] {
            1
        } else {
            2
        };
        let x = self.corners[k] - shift;
        let on_box = with(&paired(&x, self.half, held), axis % 3, &corner);
        Meeting {
            weights: AXES[k].into(),
            on_box,
            apart: length_above(&(x - on_box)),
        }
    }

    /// A corner of the box and the triangle: its weights are the areas of the triangles that it makes with the sides.
    #[inline(always)]
    fn at_triangle(&self, shift: &V, on_box: V) -> Meeting {
        let x = on_box + shift;
        let positive = |w: f64| if w > 0.0 { w } else { 0.0 };
        let [_, v, w] = self.areas(&x);
        let (v, w) = (positive(v), positive(w));
        let weights = [positive(1.0 - v - w), v, w];
        Meeting {
            weights,
            on_box,
            apart: length_above(&(self.mix(&weights) - x)),
        }
    }

    /// The areas of the triangles that a point makes with the sides, by the corner opposite to each: parts of the whole.
    #[inline(always)]
    fn areas(&self, x: &V) -> [f64; 3] {
        let inverse = 1.0 / self.normal.norm_squared();
        each(
            &[1, 2, 0],
            #[inline(always)]
            |&k| {
                let from = x - self.corners[k];
                self.normal.dot(&self.sides[k].cross(&from)) * inverse
            },
        )
    }

    /// The side Eₖ and the box's edge along the axis `i`: with w the way from the edge's middle to the side's first corner,
    /// w + s E has to lie along the edge: across it, along a and b, s = −(w_a E_a + w_b E_b) / (E_a² + E_b²).
    #[inline(always)]
    fn at_edges(&self, k: usize, i: usize, shift: &V, on_box: V) -> Meeting {
        let (e, none) = (&self.sides[k], V::zeros());
        let middle = with(&on_box, i, &none);
        let w = self.corners[k] - shift - middle;
        let across = with(e, i, &none);
        let s = -w.dot(&across) / across.norm_squared();
        let s = held(s - 0.5, 0.5) + 0.5;
        let x = w + e * s;
        let on_box = with(&middle, i, &paired(&x, self.half, held));
        let weights = AXES[k] * (1.0 - s) + AXES[(k + 1) % 3] * s;
        Meeting {
            weights: weights.into(),
            on_box,
            apart: length_above(&with(&x, i, &(x - on_box))),
        }
    }
}

/// What the slabs are made of, in units of about the scale.
struct Slabs<N: Triple> {
    half: N,
    corners: [N; 3],
    /// Not of the corners as they are rounded, which are far apart beside short sides.
    sides: [N; 3],
    normal: N,
    /// The normal's length.
    long: N::Number,
    back: N,
    widths: Widths<N>,
}

impl<N: Triple> Slabs<N> {
    /// Intersects the slabs, numbered as above, row by row.
    #[inline(always)]
    fn crossing(&self) -> Crossing {
        let half = N::splat(N::HALF);
        let [a, b, c] = self.corners;
        let (low, high) = (a.smaller(b).smaller(c), a.larger(b).larger(c));
        let reach = self.half + (high - low) * half + self.widths.radius;
        let own = interval_ahead(
            (low + high) * half,
            self.back,
            reach,
            reach + self.widths.ahead,
        );
        // Lane k has the corner or the side k.
        let [corners, sides] = each(
            &[&self.corners, &self.sides],
            #[inline(always)]
            |of| {
                let [a, b, c] = [of[0].parts(), of[1].parts(), of[2].parts()];
                each(&[0, 1, 2], |&i: &usize| N::new([a[i], b[i], c[i]]))
            },
        );
        let sizes = sides.map(N::abs);
        let margin = (sizes[0] + sizes[1] + sizes[2]) * self.widths.margin;
        let [h, n, back] = each(
            &[self.half, self.normal, self.back],
            #[inline(always)]
            |v| each(&v.parts(), |x| N::splat(*x)),
        );
        let [x, y, z] = each(
            &[0, 1, 2],
            #[inline(always)]
            |&i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                // From a side to the third corner v, E × (v − vₖ) = N.
                let apart = n[i] * half;
                let middle = sides[j] * corners[k] - sides[k] * corners[j] + apart;
                let mut reach = h[j] * sizes[k] + h[k] * sizes[j] + apart.abs() + margin;
                if self.widths.rounded {
                    let across = sides[j] * sides[j] + sides[k] * sides[k];
                    reach = reach + across.root() * self.widths.radius;
                }
                interval(middle, sides[j] * back[k] - sides[k] * back[j], reach)
            },
        );
        Crossing::of(&[own, self.face(), x, y, z])
    }

    /// The slab of the triangle, three times.
    #[inline(always)]
    fn face(&self) -> Group<N> {
        let sum = |v: N| {
            let [x, y, z] = v.parts().map(N::splat);
            x + y + z
        };
        let long = N::splat(self.long);
        let reach = sum(self.half * self.normal.abs()) + self.widths.radius * long;
        interval_ahead(
            sum(self.normal * self.corners[0]),
            sum(self.normal * self.back),
            reach,
            reach + self.widths.ahead * long,
        )
    }
}

impl Meeting {
    const NONE: Self = Self {
        weights: [0.0; 3],
        on_box: V::new(0.0, 0.0, 0.0),
        apart: f64::INFINITY,
    };

    /// Directions of the triangle's corners and of the box's that are mixed, each in its shape's frame, and their weights.
    fn parts(&self, half: &V, triangle: &[V; 3]) -> impl Iterator<Item = (V, V, f64)> {
        let (half, on_box) = (*half, self.on_box);
        let out = outward(triangle);
        let mixed = (0..3).map({
            let weights = self.weights;
            move |k| (out[k], weights[k])
        });
        mixed
            .filter(|(_, w)| *w > 0.0)
            .flat_map(move |(t, v)| corners(&half, &on_box).map(move |(b, w)| (t, b, v * w)))
    }
}
