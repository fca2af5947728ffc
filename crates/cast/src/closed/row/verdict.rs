//! What the cast of a box against a box comes to, without a branch: what a single cast decides one after the other is all computed
//! here, and chosen from. What a single cast has a second try at is left open.

use super::super::either;
use super::super::slab::Boxes;
use super::chosen::Chosen;
use super::{HIT, Kind, MISS, OPEN};
use crate::Method;
use crate::answer::{Answer, along, between, is_plain};
use crate::conclude::{near_the_start, proven_lower_in_lanes, proven_upper};
use crate::found::Contact;
use crate::obstacle::Obstacle;
use nalgebra::{Point3, Vector3};
use swept_support::{Real, Support};

/// Where the line of motion crosses the slabs of two boxes.
pub(super) struct Way {
    /// The slab that it enters last.
    pub(super) entered: Chosen,
    /// The slab that it leaves first.
    pub(super) left: Chosen,
    /// Whether it leaves that one before it enters the other, or before it starts.
    pub(super) passes: bool,
}

/// The numbers of an outcome as they are returned; none of them means anything where it is open.
pub(super) struct Verdict<T: Real> {
    pub(super) kind: Kind,
    /// The fraction of a hit, the gap of a miss.
    pub(super) lower: T,
    /// The upper fraction of a hit.
    pub(super) upper: T,
    /// The normal of a hit, the axis of a miss.
    pub(super) normal: Vector3<T>,
    /// The points of contact of a hit.
    pub(super) on_moving: Point3<T>,
    pub(super) on_fixed: Point3<T>,
}

/// The verdict on two boxes without a radius, whose obstacle has its origin at the start.
#[inline(always)]
pub(super) fn verdict<T: Real, A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    boxes: &Boxes,
    way: &Way,
) -> Verdict<T> {
    let around = boxes.around(obstacle.tightest());
    // The plane through which the line comes in, and the one past both slabs, for a line that does not: see `Boxes::sight`.
    let across = around.across(&way.entered.axis(boxes));
    let past = around.mixed(&across.normal, &around.receding(way.left.axis(boxes)));
    let late = (across.stretch > 0.0) & (across.root > 1.0);
    let apart = if way.passes {
        around.keeps_apart(&past)
    } else {
        late
    };
    let misses = way.passes | late;
    let normal = obstacle.to_world(&either(way.passes, past, across.normal));
    let squared = normal.norm_squared();
    let rounded = along(&normal, squared).map(T::nearest);
    // A miss is proven by its axis as it is returned.
    let proving = either(misses, rounded.map(T::to_f64), normal);
    let plane = obstacle.problem.plane(&proving);
    let gap = plane.gap();

    let contact = Contact {
        lower: across.root,
        upper: across.root,
        normal: across.normal,
        stretch: across.stretch,
        closed: true,
        short: 0.0,
        border: false,
    };
    let (lower, narrow) = proven_lower_in_lanes::<T, _, _>(obstacle, &contact, &plane);
    let upper = between(
        proven_upper(obstacle, &contact, contact.stretch),
        lower,
        1.0,
    );
    let meeting = (way.entered).meeting(boxes, &contact.normal, contact.upper, around.tolerance);
    let hits = (contact.stretch > 0.0)
        & (meeting.apart <= around.tolerance)
        & narrow
        & (lower > near_the_start::<T, _, _>(obstacle, contact.stretch))
        & (lower >= T::NORMAL)
        & (lower <= 1.0)
        & (contact.upper <= 1.0);
    // Whatever is rounded lies between the least normal number and the greatest where it counts, and may be cut.
    let fraction = T::cut_down(lower);
    let mixture = boxes.mixture(&meeting, contact.normal);
    let answer: Answer<T, _, _> = Answer::new(obstacle.problem, Method::Slab, 0, None);
    let (on_moving, on_fixed) = answer.points(obstacle, &mixture, fraction);

    let missed = if apart & (gap >= T::NORMAL) {
        MISS
    } else {
        OPEN
    };
    let hit = if hits { HIT } else { OPEN };
    let kind = if misses { missed } else { hit };
    let plain = is_plain(squared) & way.entered.is_any() & way.left.is_any();
    Verdict {
        kind: if plain { kind } else { OPEN },
        lower: T::nearest(T::cut_down(if misses { gap } else { lower })),
        upper: T::nearest(T::cut_up(upper)),
        normal: rounded,
        on_moving,
        on_fixed,
    }
}
