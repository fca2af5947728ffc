//! The line of motion against a box: a sphere, or a point, and a box.
//!
//! The line enters the box whose sides are moved out by the radius. Where it does so in front of a side, that is the
//! contact; in front of an edge, only that edge's capsule can be met, for a line that passes its cylinder by has left the
//! border; in front of a corner, one of the three edges there. Without a radius there is nothing in front of a side.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), section 5.5.7.

use super::corners::corners;
use super::proof::{Around, Sight};
use super::round::{Entry, capsule};
use super::{AXES, held, with};
use crate::found::{Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use nalgebra::Vector3;
use swept_support::{Support, paired};

type V = Vector3<f64>;

/// The fixed shape is the box: its frame is the working frame.
#[inline(always)]
pub(super) fn fixed<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
) -> Option<Found> {
    let (start, d) = (obstacle.position, obstacle.displacement);
    let mut on_box = V::zeros();
    let sight = sight(obstacle, half, &start, &d, &mut on_box);
    if let Sight::Touches(contact) = &sight {
        *mixture = Mixture {
            y: on_box - start,
            on_moving: V::zeros(),
            rounding: contact.normal,
        };
        obstacle.remember_directions(|| {
            corners(half, &on_box).map(|(signs, w)| {
                let (fixed, moving) = (signs, V::y());
                (Directions { fixed, moving }, w)
            })
        });
    }
    sight.found(1.0 - obstacle.base)
}

/// The moving shape is the box: the same seen from its frame, with the obstacle's sign turned, −(box + position).
#[inline(always)]
pub(super) fn moving<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    half: &V,
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let start = map.apply_transposed(&obstacle.position);
    let d = map.apply_transposed(&obstacle.displacement);
    let mut on_box = V::zeros();
    let mut sight = sight(obstacle, half, &start, &d, &mut on_box);
    match &mut sight {
        Sight::Touches(contact) => {
            contact.normal = map.apply(&contact.normal);
            *mixture = Mixture {
                y: map.apply(&(on_box - start)),
                on_moving: -on_box,
                rounding: contact.normal,
            };
            obstacle.remember_directions(|| {
                corners(half, &on_box).map(|(signs, w)| {
                    let (fixed, moving) = (V::y(), -signs);
                    (Directions { fixed, moving }, w)
                })
            });
        }
        Sight::Clear(normal) => *normal = map.apply(normal),
        Sight::Unclear => {}
    }
    sight.found(1.0 - obstacle.base)
}

/// The box of half extents `half` about the point −`start` of the line's frame.
#[inline(always)]
fn sight<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    half: &V,
    start: &V,
    d: &V,
    on_box: &mut V,
) -> Sight {
    let radius = obstacle.radius;
    let around = Around::new(
        d,
        radius,
        obstacle.tightest(),
        #[inline(always)]
        |n: &V| half.dot(&n.abs()) - n.dot(start),
    );
    let [(enters, axis), (leaves, way_out)] = match between(half, start, d, radius) {
        Ok(ends) => ends,
        Err(beside) => return Sight::Clear(beside),
    };
    let into = with(&V::zeros(), axis, &-d.map(f64::signum));
    if enters > leaves || leaves < 0.0 {
        return around.apart(into, AXES[way_out], f64::INFINITY);
    }
    if enters <= 0.0 {
        return Sight::Unclear;
    }
    let x = start + d * enters;
    let clamped = paired(&x, half, held);
    let outside = |k: usize| k != axis && clamped[k] != x[k];
    let (j, l) = ((axis + 1) % 3, (axis + 2) % 3);
    if radius == 0.0 || !outside(j) && !outside(l) {
        // On the side itself: within a radius that rounding hides, the line is inside it by then.
        *on_box = with(&clamped, axis, &paired(half, &into, f64::copysign));
        if radius == 0.0 && !around.meets(&(*on_box - start), enters) {
            return Sight::Unclear;
        }
        return around.upon(enters, into);
    }
    // The edges in front of which the line comes in: along the third axis, or the three of a corner.
    let corner = paired(half, &x, f64::copysign);
    let along: &[usize] = if !outside(l) {
        &[l]
    } else if !outside(j) {
        &[j]
    } else {
        &[axis, j, l]
    };
    let Some((first, edge)) = first_edge(along, &corner, start, d, radius) else {
        return Sight::Unclear;
    };
    if first == f64::INFINITY {
        return passes(&around, &(corner - start), along);
    }
    // In the box's own place, so that its fixed coordinates are the corner's to the last bit.
    *on_box = corner;
    on_box[edge] = held(d[edge] * first + start[edge], half[edge]);
    around.beside(
        first,
        #[inline(always)]
        |x| {
            let mut point = corner - start;
            point[edge] = held(x[edge] + start[edge], half[edge]) - start[edge];
            point
        },
    )
}

/// Where the line comes in between the sides of the box, moved out by the radius, and where it leaves: the fraction and the axis of the
/// side. The normal of a side that it goes along beside the box, if it does.
#[inline(always)]
fn between(half: &V, start: &V, d: &V, radius: f64) -> Result<[(f64, usize); 2], V> {
    let (mut enters, mut axis, mut leaves, mut way_out) = (f64::NEG_INFINITY, 0, f64::INFINITY, 0);
    for k in 0..3 {
        let reach = half[k] + radius;
        if d[k] == 0.0 {
            if start[k].abs() >= reach {
                let mut n = V::zeros();
                n[k] = start[k];
                return Err(n);
            }
            continue;
        }
        let inverse = 1.0 / d[k];
        let (middle, width) = (-start[k] * inverse, reach * inverse.abs());
        if middle - width > enters {
            (enters, axis) = (middle - width, k);
        }
        if middle + width < leaves {
            (leaves, way_out) = (middle + width, k);
        }
    }
    Ok([(enters, axis), (leaves, way_out)])
}

/// The first capsule that the line meets of those about the edges from a corner along these axes, as a fraction, infinite where it meets
/// none, and the axis. `None` when it starts in one.
#[inline(always)]
fn first_edge(along: &[usize], corner: &V, start: &V, d: &V, radius: f64) -> Option<(f64, usize)> {
    let (mut first, mut edge) = (f64::INFINITY, 0);
    for &k in along {
        let a = corner - start;
        let b = with(&a, k, &(-corner - start));
        match capsule(&a, &b, d, radius) {
            Entry::Inside => return None,
            Entry::Never => {}
            Entry::At(t, _) => {
                if t < first {
                    (first, edge) = (t, k);
                }
            }
        }
    }
    Some((first, edge))
}

/// The planes across the motion that pass a corner, or one of its edges.
#[inline(never)]
fn passes<H: Fn(&V) -> f64>(around: &Around<'_, H>, corner: &V, along: &[usize]) -> Sight {
    let d = around.d;
    let beside = d * (d.dot(corner) / d.norm_squared()) - corner;
    if around.keeps_apart(&beside) {
        return Sight::Clear(beside);
    }
    for &k in along {
        let across = d.cross(&AXES[k]);
        let n = if across.dot(corner) > 0.0 {
            -across
        } else {
            across
        };
        if around.keeps_apart(&n) {
            return Sight::Clear(n);
        }
    }
    Sight::Unclear
}
