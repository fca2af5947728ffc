//! Shapes that are apart at the start.

use super::{Crossing, Moment, Pair, Slab, crossing, sign, start};
use crate::tolerance::{GLANCING, ROUNDING};
use crate::{Answer, Hit, Miss};
use nalgebra::{Unit, Vector3};

/// Hit or miss, for shapes that are apart at the start.
///
/// A miss must have room of more than the rounding error along its axis. When the nominal slabs are disjoint but no axis
/// has that room, the slabs are grown by the rounding error, and decide.
///
/// A motion all but along a slab enters it at any time, as far as rounding can tell: the error over its speed. So where the latest entry
/// is such a one, [`first_touch`] asks the slab that is known better.
#[inline(always)]
pub(super) fn travel<P: Pair>(pair: &P, slabs: &[Slab], nominal: &Crossing) -> Answer {
    let base = pair.base();
    let first = base + nominal.entry;
    if nominal.entry <= nominal.exit && first <= 1.0 && base + nominal.exit >= 0.0 {
        let slab = &slabs[nominal.enters];
        let along = slab.length_squared * pair.displacement().norm_squared();
        return if slab.rate * slab.rate < GLANCING * GLANCING * along {
            glance(pair, slabs, nominal)
        } else {
            hit(pair, slabs, nominal, nominal.entry)
        };
    }
    let error = ROUNDING * pair.scale(Moment::Base);
    let (axis, room) = separation(pair, slabs, nominal, error);
    if room > 0.0 {
        return miss(pair, &axis);
    }
    graze(pair, slabs, error)
}

/// Shapes that come within the rounding error of each other.
#[cold]
#[inline(never)]
fn graze<P: Pair>(pair: &P, slabs: &[Slab], error: f64) -> Answer {
    let grown = crossing(slabs, error);
    let base = pair.base();
    if grown.entry <= grown.exit && base + grown.entry <= 1.0 && base + grown.exit >= 0.0 {
        // Those that start within the error of each other touch there, as near as it can be known.
        if base + grown.entry < 0.0
            && let Some(answer) = start::contact(pair, error)
        {
            return answer;
        }
        let time = first_touch(slabs, &grown, base);
        return hit(pair, slabs, &grown, time);
    }
    let (axis, _) = separation(pair, slabs, &grown, 0.0);
    miss(pair, &axis)
}

/// A hit all but along the slab of the latest entry.
#[cold]
#[inline(never)]
fn glance<P: Pair>(pair: &P, slabs: &[Slab], nominal: &Crossing) -> Answer {
    let grown = crossing(slabs, ROUNDING * pair.scale(Moment::Base));
    let base = pair.base();
    if base + grown.entry < 0.0 {
        // As near as that from the start on: the other slabs were entered before it.
        return hit(pair, slabs, nominal, nominal.entry);
    }
    hit(pair, slabs, &grown, first_touch(slabs, &grown, base))
}

/// When shapes meet that touch as soon as they are grown by the rounding error, which enter `grown`: at the entry of that slab
/// of theirs which they enter last.
///
/// Of all slabs, that is the one whose entry is known best of those that matter, and it is no earlier than the contact of the grown
/// shapes. Nor is it later than that of shrunk ones, since no slab is entered after all are. Where it comes after the grown shapes
/// have left each other, all that is known is when they are in contact, and the middle of that is as far from its ends as can be.
fn first_touch(slabs: &[Slab], grown: &Crossing, base: f64) -> f64 {
    let latest = grown.exit.min(1.0 - base);
    let (entry, _) = slabs[grown.enters].interval(0.0);
    if entry < latest {
        entry.max(-base)
    } else {
        0.5 * (grown.entry.max(-base) + latest)
    }
}

/// A plane that keeps the shapes apart during the whole sweep, and what is left of the room along it when each slab's may be too large by
/// `error`.
///
/// Four cases, with unit normals on the moving shape's side. An axis with rate 0 keeps the room it has; it is the entry's, which is ∞
/// whenever such an axis bounds the exit. The exit's axis serves when it lies before the start, the entry's when it lies behind the end.
/// Otherwise the entry's plane n₁ is passed only after the exit's plane n₂ has been: with the speeds a₁ = −n₁·d > 0 and a₂ = n₂·d > 0, the sum
/// n = a₂ n₁ + a₁ n₂ is perpendicular to the motion, and the room along it is at least a₂ a₁ (entry − t) for the one
/// plus a₁ a₂ (t − exit) for the other: a₁ a₂ (entry − exit) / |n|, whatever t. Both slabs' errors enter with their weights, as
/// (a₁ + a₂) / |n| times one: of the two sides of a plate, |n| is next to nothing, and the sum says nothing.
fn separation<P: Pair>(
    pair: &P,
    slabs: &[Slab],
    found: &Crossing,
    error: f64,
) -> (Vector3<f64>, f64) {
    let base = pair.base();
    let (enters, leaves) = (&slabs[found.enters], &slabs[found.leaves]);
    let in_plane = pair.axis(found.enters) * (enters.side_of_entry() / enters.length());
    if enters.rate == 0.0 {
        let room = (enters.offset.abs() - enters.radius) / enters.length() - error;
        return (in_plane, room);
    }
    let out_plane = pair.axis(found.leaves) * (sign(leaves.rate) / leaves.length());
    let (closing, parting) = (
        enters.rate.abs() / enters.length(),
        leaves.rate.abs() / leaves.length(),
    );
    let before = -(base + found.exit) * parting - error;
    let behind = (base + found.entry - 1.0) * closing - error;
    let mixed = in_plane * parting + out_plane * closing;
    let length = mixed.norm();
    let between = if length > 0.0 {
        let room = closing * parting * (found.entry - found.exit);
        (room - error * (closing + parting)) / length
    } else {
        f64::NEG_INFINITY
    };
    if between >= before && between >= behind {
        (mixed / length, between)
    } else if before >= behind {
        (out_plane, before)
    } else {
        (in_plane, behind)
    }
}

#[inline(always)]
fn hit<P: Pair>(pair: &P, slabs: &[Slab], found: &Crossing, time: f64) -> Answer {
    let slab = &slabs[found.enters];
    let normal = pair.axis(found.enters) * (slab.side_of_entry() / slab.length());
    let slack = ROUNDING * pair.scale(Moment::Base);
    Answer::Hit(Hit {
        fraction: (pair.base() + time).clamp(0.0, 1.0),
        point: pair.contact(Moment::Base, &(pair.displacement() * time), &normal, slack),
        normal: Unit::new_unchecked(pair.world(&normal)),
    })
}

fn miss<P: Pair>(pair: &P, axis: &Vector3<f64>) -> Answer {
    Answer::Miss(Miss {
        axis: Unit::new_normalize(pair.world(axis)),
    })
}
