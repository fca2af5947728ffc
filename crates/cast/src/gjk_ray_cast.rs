//! The ray cast by distance search: the loop that finds the distance and the loop that advances, merged into one.
//!
//! G. van den Bergen, *Ray casting against general convex objects with application to continuous collision detection*
//! (2004), section 3. One support point per step. It gives a plane; where the plane separates the present point of the
//! line from the obstacle, the point advances to the plane; the support point joins the simplex, and the simplex is
//! reduced to the face nearest to the point, wherever that now stands. The simplex need not be thrown away when the
//! point moves, since it belongs to the obstacle, which does not.
//!
//! Departures: the obstacle is a core with a radius, so a plane is kept at the radius' distance and the cast ends that
//! far from the core; the origin is moved to near the contact first, so that the point's coordinates are of the
//! shapes' size; an advance that rounding could have made is none; and the published end, a small distance, is only one
//! of two. The other is a stall: on flat simplices the computed distance ceases to fall while it is still large. Then
//! the best plane and the simplex are the bracket, as open as it is, and the caller may close it with a portal. No
//! hit and no miss is made up.
//!
//! Why it ends: each step either advances the point by more than rounding, or brings the simplex strictly nearer to the
//! point where it stands, or ends the loop; and after so many support points it advances no more.

use crate::approach::{Approach, come_near};
use crate::found::{Found, Mixture};
use crate::gjk::{Distance, Probe, Search, Separation};
use crate::obstacle::Obstacle;
use crate::simplex::Simplex;
use crate::tolerance::MOST_APPROACH;
use crate::{Method, Observer};
use swept_support::Support;

/// Casts along the obstacle's displacement.
pub(crate) fn gjk_ray_cast<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Found {
    let d = obstacle.displacement;
    let first = match come_near(obstacle) {
        Ok(first) => first,
        Err(miss) => return miss,
    };
    let tolerance = obstacle.tightest();
    let radius = obstacle.radius;
    let mut simplex = Simplex::new(first);
    let mut approach = Approach::new(obstacle, Method::GjkRayCast);
    let mut search = Search::NEW;
    // The plane that fits the point's present place best.
    let mut nearest: Option<Separation> = None;
    let mut t = 0.0;
    let begun = obstacle.evaluations;
    loop {
        let x = d * t;
        let step = search.step(obstacle, &mut simplex, &x);
        let within = search.upper - radius <= tolerance;
        let Probe::Plane(plane, support, length) = step else {
            if matches!(step, Probe::Exhausted) && !within {
                return approach.exhausted();
            }
            let at = Distance::of(&search, nearest);
            return approach.reached(obstacle, mixture, t, &simplex, &at);
        };
        if nearest.is_none_or(|p| plane.lower > p.lower) {
            nearest = Some(plane);
        }
        let speed = plane.normal.dot(&d);
        let gap = plane.lower - radius;
        if speed < 0.0 {
            approach.raise(&plane, &d);
            if let Some(miss) = approach.past_the_end() {
                return miss;
            }
        } else if gap > tolerance {
            return approach.clear(&plane, &d);
        }
        approach.show(obstacle, &simplex, Some(&plane), || support.y, observer);
        let advance =
            speed < 0.0 && gap > 0.5 * tolerance && obstacle.evaluations - begun < MOST_APPROACH;
        let known = simplex.holds(&support);
        if !advance && (within || known || length - plane.lower <= 0.5 * tolerance) {
            let at = Distance::of(&search, nearest);
            return approach.reached(obstacle, mixture, t, &simplex, &at);
        }
        if !known {
            simplex.push(support);
        }
        if advance {
            t = approach.lower();
            (search, nearest) = (Search::NEW, None);
        }
    }
}
