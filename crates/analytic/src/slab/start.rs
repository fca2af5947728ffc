//! Contact at the start of the sweep.

use super::{Moment, Pair, sign};
use crate::tolerance::{NO_AXIS, ROUNDING, TANGENTIAL};
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Unit, Vector3};

/// What the contract makes of the start; nothing, when the shapes are apart by more than `touching`.
///
/// The room along an axis is (|q| − r) / |n|: the separation when positive, minus the depth otherwise. The greatest room
/// of all axes is at most the distance, and minus the depth of shapes that overlap, since a facet's normal is the
/// shortest way out of a convex polytope. Shapes that touch stay touching at most when one of the planes in which they
/// touch is not crossed: a plane with room of no less than −`touching` whose normal the motion does not oppose.
#[cold]
#[inline(never)]
pub(super) fn contact<P: Pair>(pair: &P, touching: f64) -> Option<Answer> {
    let slabs = pair.slabs(Moment::Start);
    let speed = pair.displacement().norm();
    let (mut room, mut normal) = (f64::NEG_INFINITY, Vector3::zeros());
    let mut free = None;
    for (k, slab) in slabs.as_ref().iter().enumerate() {
        if slab.length_squared < NO_AXIS {
            continue;
        }
        let length = slab.length();
        let here = (slab.offset.abs() - slab.radius) / length;
        if here > room {
            room = here;
            normal = pair.axis(k) * (sign(slab.offset) / length);
        }
        for side in [1.0, -1.0] {
            let touches = side * slab.offset - slab.radius >= -touching * length;
            if touches && free.is_none() && side * slab.rate >= -TANGENTIAL * length * speed {
                free = Some(pair.axis(k) * (side / length));
            }
        }
    }
    if room > touching {
        return None;
    }
    let slack = ROUNDING * pair.scale(Moment::Start);
    let point = |shift| pair.contact(Moment::Start, &shift, &normal, slack);
    Some(if room < -touching {
        Answer::Overlap(Overlap {
            depth: -room,
            normal: Unit::new_normalize(pair.world(&normal)),
            point: point(normal * -room),
        })
    } else if let Some(axis) = free {
        Answer::Miss(Miss {
            axis: Unit::new_normalize(pair.world(&axis)),
        })
    } else {
        Answer::Hit(Hit {
            fraction: 0.0,
            point: point(Vector3::zeros()),
            normal: Unit::new_normalize(pair.world(&normal)),
        })
    })
}
