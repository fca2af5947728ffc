//! A segment and a triangle with a radius around them: a capsule and a triangle. The obstacle's core is a prism, two
//! triangles and three parallelograms.

use super::facets::{Facets, meet};
use super::proof::{Around, Sight};
use super::{each, outward};
use crate::found::{Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::tolerance::SLIVER;
use nalgebra::Vector3;
use swept_support::Support;

type V = Vector3<f64>;

/// Corners 0 to 2 of the bottom, 3 to 5 of the top.
struct Prism {
    corners: [V; 6],
}

/// The fixed shape's core is the triangle.
#[inline(always)]
pub(super) fn fixed_triangle<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    t: &[V; 3],
    s: &[V; 2],
) -> Option<Found> {
    let toward_s = s[1] - s[0];
    prism(
        obstacle,
        mixture,
        #[inline(always)]
        |k: usize| (t[k % 3], s[k / 3]),
        |k: usize| Directions {
            fixed: outward(t)[k % 3],
            moving: if k < 3 { -toward_s } else { toward_s },
        },
    )
}

/// The moving shape's core is the triangle.
#[inline(always)]
pub(super) fn moving_triangle<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    t: &[V; 3],
    s: &[V; 2],
) -> Option<Found> {
    let toward_s = s[1] - s[0];
    prism(
        obstacle,
        mixture,
        #[inline(always)]
        |k: usize| (s[k / 3], t[k % 3]),
        |k: usize| Directions {
            fixed: if k < 3 { -toward_s } else { toward_s },
            moving: outward(t)[k % 3],
        },
    )
}

/// `part`: a corner's points on the fixed and on the moving shape, in their own frames; `toward`: directions to them.
#[inline(always)]
fn prism<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    part: impl Fn(usize) -> (V, V),
    toward: impl Fn(usize) -> Directions,
) -> Option<Found> {
    let prism = Prism {
        corners: each(
            &[0, 1, 2, 3, 4, 5],
            #[inline(always)]
            |&k| {
                let (f, m) = part(k);
                obstacle.vertex(&f, &m).y
            },
        ),
    };
    let d = obstacle.displacement;
    let around = Around::new(
        &d,
        obstacle.radius,
        obstacle.tightest(),
        #[inline(always)]
        |n: &V| prism.height(n),
    );
    let end = 1.0 - obstacle.base;
    let mut weights = [0.0; 6];
    let sight = prism.sight(&around, end, &mut weights);
    if let Sight::Touches(contact) = &sight {
        let (mut y, mut on_moving) = (V::zeros(), V::zeros());
        for (k, w) in weights.iter().enumerate() {
            y += prism.corners[k] * *w;
            on_moving += part(k).1 * *w;
        }
        *mixture = Mixture {
            y,
            on_moving,
            rounding: contact.normal,
        };
        let used = weights.iter().enumerate().filter(|(_, w)| **w > 0.0);
        obstacle.remember_directions(|| used.map(|(k, w)| (toward(k), *w)));
    }
    sight.found(end)
}

impl Prism {
    #[inline(always)]
    fn height(&self, n: &V) -> f64 {
        let along = |k: usize| n.dot(&self.corners[k]);
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let bottom = larger(larger(along(0), along(1)), along(2));
        let up = n.dot(&(self.corners[3] - self.corners[0]));
        bottom + if up > 0.0 { up } else { 0.0 }
    }

    #[inline(always)]
    fn sight<H: Fn(&V) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
        weights: &mut [f64; 6],
    ) -> Sight {
        let c = &self.corners;
        let up = c[3] - c[0];
        let sides = [c[1] - c[0], c[2] - c[1], c[0] - c[2]];
        let base = sides[0].cross(&sides[1]);
        let flat = SLIVER * sides[0].norm_squared() * sides[1].norm_squared();
        if base.norm_squared() <= flat {
            return Sight::Unclear;
        }
        // Out of the bottom, away from the top.
        let down = if base.dot(&up) > 0.0 { -base } else { base };
        let mut facets = Facets::NONE;
        let (bottom, top) = (down.dot(&c[0]), down.dot(&c[3]));
        let (middle, width) = (0.5 * (bottom + top), 0.5 * (bottom - top));
        facets.add_slab(around, [3, 4], down, middle, width);
        for (k, side) in sides.iter().enumerate() {
            let n = side.cross(&up);
            // The third corner lies on the inner side.
            let n = if n.dot(&sides[(k + 1) % 3]) > 0.0 {
                -n
            } else {
                n
            };
            facets.add(around, k, n, n.dot(&c[k]));
        }
        if let Some(sight) = facets.passes(around, end) {
            return sight;
        }
        match facets.enters {
            k @ 0..=2 => {
                let l = (k + 1) % 3;
                let mut w = [0.0; 4];
                let sight = meet([c[k], c[l], c[l + 3], c[k + 3]], around, end, &mut w);
                [weights[k], weights[l], weights[l + 3], weights[k + 3]] = w;
                sight
            }
            end_face => {
                let first = if end_face == 3 { 0 } else { 3 };
                let mut w = [0.0; 3];
                let corners = [c[first], c[first + 1], c[first + 2]];
                let sight = meet(corners, around, end, &mut w);
                weights[first..first + 3].copy_from_slice(&w);
                sight
            }
        }
    }
}
