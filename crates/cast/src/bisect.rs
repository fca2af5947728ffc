//! Brackets that are wide along the motion.

use crate::found::{Contact, Mixture};
use crate::gjk::distance;
use crate::obstacle::AnyObstacle;
use crate::problem::Plane;
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{self, NARROW};
use nalgebra::Vector3;
use swept_support::largest;

/// A wide bracket made narrow by the distance at its middle, again and again.
///
/// A motion all but parallel to a face meets the obstacle on the face's border, where every normal between that of
/// the face and that of its neighbour supports it. A method may end with the first, whose bound is spoilt by rounding
/// over the small closing speed. The way from the obstacle to a point of the line a little before the contact is a
/// normal of the border, and closes fast; and a point of the line within rounding of the obstacle is contact: within that of `f64`,
/// whatever the scalar, for where the line grazes what is round, a length e is a way of √(2 e r) along it.
pub(crate) fn bisect(
    obstacle: &mut AnyObstacle<'_>,
    contact: &Contact,
    normal: Vector3<f64>,
) -> Between {
    let problem = obstacle.problem;
    let plane = problem.plane(&normal);
    obstacle.evaluations += 1;
    let d = obstacle.displacement;
    let reach = problem.reach;
    let (tolerance, base) = (obstacle.tightest(), obstacle.base);
    let touching = tolerance::contact::<f64>() * obstacle.scale;
    let narrow = NARROW * obstacle.wide() / largest(&d);
    let mut simplex = Simplex::new(obstacle.support(&against(&d)));
    let mut low = plane.lower_bound(reach).max(0.0);
    let mut high = (base + contact.upper).min(1.0);
    let mut between = Between {
        normal,
        plane,
        touch: None,
    };
    while high - low > narrow && !obstacle.exhausted() {
        let at = 0.5 * (low + high);
        if at <= low || at >= high {
            break; // no number lies between
        }
        let x = d * (at - base);
        let found = distance(obstacle, &mut simplex, &x, tolerance);
        let short = found.upper - obstacle.radius;
        if short <= touching {
            let normal = found.plane.map_or(contact.normal, |p| p.normal);
            obstacle.remember(&simplex.parts());
            high = at;
            between.touch = Some(Touch {
                at,
                short: short.max(0.0),
                mixture: simplex.mixture(&x, normal, obstacle.faint()),
            });
            continue;
        }
        let Some(found) = found.plane else {
            break;
        };
        let normal = obstacle.to_world(&found.normal);
        let plane = problem.plane(&normal);
        obstacle.evaluations += 1;
        let bound = plane.lower_bound(reach);
        if plane.speed < 0.0 && bound > low {
            (between.normal, between.plane) = (normal, plane);
        }
        // Within rounding of contact a plane may prove no more than what is known.
        low = at.max(bound);
    }
    between
}

/// What a bisection ends with.
pub(crate) struct Between {
    /// The plane whose bound is the lower end, and its normal in world space.
    pub(crate) normal: Vector3<f64>,
    pub(crate) plane: Plane,
    /// The upper end, where it found one.
    pub(crate) touch: Option<Touch>,
}

/// Contact at a fraction, but for `short`.
pub(crate) struct Touch {
    pub(crate) at: f64,
    pub(crate) short: f64,
    pub(crate) mixture: Mixture,
}
