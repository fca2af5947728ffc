//! A segment and a box with a radius around them: a capsule and a box. The obstacle's core is the box swept along the
//! segment: its six faces at one end or the other, and for each axis two parallelograms, an edge swept.

use super::corners::corners;
use super::facets::{Facets, meet};
use super::proof::{Around, Sight};
use super::{AXES, each, with};
use crate::found::{Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use nalgebra::Vector3;
use swept_support::{Support, paired};

type V = Vector3<f64>;

/// The box about each point of the segment from `ends[0]` to `ends[1]`, in the box's axes.
struct Swept<'a> {
    half: &'a V,
    ends: [V; 2],
}

/// The point met: of the box, and how far along the segment.
struct Meeting {
    on_box: V,
    along: f64,
}

/// The fixed shape's core is the box.
#[inline(always)]
pub(super) fn fixed_box<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
    s: &[V; 2],
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let ends = each(
        s,
        #[inline(always)]
        |s| -(map.apply(s) + obstacle.position),
    );
    let d = obstacle.displacement;
    let swept = Swept { half, ends };
    let (sight, at) = swept.sight(obstacle, &d);
    if let Sight::Touches(contact) = &sight {
        *mixture = Mixture {
            y: at.on_box + swept.end(at.along),
            on_moving: s[0] + (s[1] - s[0]) * at.along,
            rounding: contact.normal,
        };
        let toward = s[1] - s[0];
        obstacle.remember_directions(|| {
            at.parts(half).map(|(signs, far, w)| {
                let moving = if far { toward } else { -toward };
                let fixed = signs;
                (Directions { fixed, moving }, w)
            })
        });
    }
    sight.found(1.0 - obstacle.base)
}

/// The moving shape's core is the box, whose points enter the obstacle with their sign turned.
#[inline(always)]
pub(super) fn moving_box<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
    s: &[V; 2],
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let ends = each(
        s,
        #[inline(always)]
        |s| map.apply_transposed(&(s - obstacle.position)),
    );
    let d = map.apply_transposed(&obstacle.displacement);
    let swept = Swept { half, ends };
    let (mut sight, at) = swept.sight(obstacle, &d);
    match &mut sight {
        Sight::Touches(contact) => {
            contact.normal = map.apply(&contact.normal);
            *mixture = Mixture {
                y: map.apply(&(at.on_box + swept.end(at.along))),
                on_moving: -at.on_box,
                rounding: contact.normal,
            };
            let toward = s[1] - s[0];
            obstacle.remember_directions(|| {
                at.parts(half).map(|(signs, far, w)| {
                    let fixed = if far { toward } else { -toward };
                    let moving = -signs;
                    (Directions { fixed, moving }, w)
                })
            });
        }
        Sight::Clear(normal) => *normal = map.apply(normal),
        Sight::Unclear => {}
    }
    sight.found(1.0 - obstacle.base)
}

impl Meeting {
    /// The mixed parts: a corner of the box as signs, whether it is the far end of the segment, and the weight.
    fn parts(&self, half: &V) -> impl Iterator<Item = (V, bool, f64)> + use<> {
        let along = self.along;
        corners(half, &self.on_box).flat_map(move |(signs, w)| {
            [(signs, false, w * (1.0 - along)), (signs, true, w * along)]
                .into_iter()
                .filter(|part| part.2 > 0.0)
        })
    }
}

impl Swept<'_> {
    /// A point of the segment.
    #[inline(always)]
    fn end(&self, along: f64) -> V {
        self.ends[0] + (self.ends[1] - self.ends[0]) * along
    }

    #[inline(always)]
    fn height(&self, n: &V) -> f64 {
        let (a, b) = (n.dot(&self.ends[0]), n.dot(&self.ends[1]));
        self.half.dot(&n.abs()) + if a > b { a } else { b }
    }

    #[inline(always)]
    fn sight<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        d: &V,
    ) -> (Sight, Meeting) {
        let around = Around::new(
            d,
            obstacle.radius,
            obstacle.tightest(),
            #[inline(always)]
            |n: &V| self.height(n),
        );
        let end = 1.0 - obstacle.base;
        let [a, b] = &self.ends;
        let along = b - a;
        let middle = (a + b) * 0.5;
        let mut facets = Facets::NONE;
        for i in 0..3 {
            let n = AXES[i];
            let width = self.half[i] + 0.5 * along[i].abs();
            facets.add_slab(&around, [i; 2], n, middle[i], width);
            let across = n.cross(&along);
            let (height, width) = (across.dot(&middle), self.half.dot(&across.abs()));
            if width > 0.0 {
                facets.add_slab(&around, [3 + i; 2], across, height, width);
            }
        }
        let mut at = Meeting {
            on_box: V::zeros(),
            along: 0.0,
        };
        if let Some(sight) = facets.passes(&around, end) {
            return (sight, at);
        }
        let corner = paired(self.half, &facets.into, f64::copysign);
        let i = facets.enters % 3;
        if facets.enters >= 3 {
            let sight = self.meet_swept_edge(&around, end, (&corner, i), &mut at);
            return (sight, at);
        }
        // The face at the end that lies farther out; beside the segment, at the end that is nearer.
        let out = facets.into.dot(&along);
        at.along = if out == 0.0 {
            let x = facets.point(&around) - middle;
            if x.dot(&along) > 0.0 { 1.0 } else { 0.0 }
        } else if out > 0.0 {
            1.0
        } else {
            0.0
        };
        let sight = self.meet_face(&around, end, (&corner, i), &mut at);
        (sight, at)
    }

    /// The face across axis `i` at this corner, of the box at the end of the segment that the meeting names.
    #[inline(always)]
    fn meet_face<H: Fn(&V) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
        (corner, i): (&V, usize),
        at: &mut Meeting,
    ) -> Sight {
        let (j, l) = ((i + 1) % 3, (i + 2) % 3);
        let none = V::zeros();
        let middle = with(&none, i, corner) + self.end(at.along);
        let (u, v) = (with(&none, j, self.half), with(&none, l, self.half));
        let face = [
            middle - u - v,
            middle + u - v,
            middle + u + v,
            middle - u + v,
        ];
        let mut w = [0.0; 4];
        let sight = meet(face, around, end, &mut w);
        let across = self.half * (w[1] + w[2] - w[0] - w[3]);
        let along = self.half * (w[2] + w[3] - w[0] - w[1]);
        at.on_box = with(&with(corner, j, &across), l, &along);
        sight
    }

    /// The parallelogram that the edge along axis `i` at this corner sweeps over.
    #[inline(always)]
    fn meet_swept_edge<H: Fn(&V) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
        (corner, i): (&V, usize),
        at: &mut Meeting,
    ) -> Sight {
        let [a, b] = &self.ends;
        let (low, high) = (with(corner, i, &-self.half), with(corner, i, self.half));
        let face = [low + a, high + a, high + b, low + b];
        let mut w = [0.0; 4];
        let sight = meet(face, around, end, &mut w);
        at.along = (w[2] + w[3]).min(1.0);
        at.on_box = with(corner, i, &(self.half * (w[1] + w[2] - w[0] - w[3])));
        sight
    }
}
