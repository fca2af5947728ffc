//! How two shapes stand to each other: measured by distance, and by depth where their cores overlap.

use crate::depth::{Wanted, depth};
use crate::descent::descend;
use crate::found::Mixture;
use crate::gjk::{Distance, Separation, distance};
use crate::kink::follow;
use crate::obstacle::{AnyObstacle, Obstacle, Vertex};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{MOST_SETTLINGS, NOISE};
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// How they stand, measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity {
    /// Unit normal in the working frame, out of the fixed shape.
    pub(crate) normal: Vector3<f64>,
    /// Room along the normal: positive when the shapes are apart, minus the depth when they overlap.
    pub(crate) room: f64,
    /// A lower bound on the depth; minus the separation's upper bound when apart.
    pub(crate) depth_lower: f64,
    /// The nearest points, or the deepest ones.
    pub(crate) mixture: Mixture,
    /// The nearest points, or for cores that overlap a point of both.
    pub(crate) common: Mixture,
    /// By how much `common` is farther from the origin than the sum of both radii, the target distance not included: a length.
    pub(crate) short: f64,
}

/// How near a measurement of the start has to be: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// How far apart the bounds of a depth may stay.
    pub(crate) depth: f64,
    /// Up to this depth shapes are called touching.
    pub(crate) contact: f64,
    /// How often the point where the way out leaves the core is searched for, at most: [`NEARER`](crate::tolerance::NEARER) times where it is
    /// part of an answer.
    pub(crate) searches: u32,
}

/// Measures the start. The obstacle's working origin must be the start of the sweep. When there is contact, the obstacle remembers the
/// support points that show it. Of bounded shapes also the simplex that the search ended with.
pub(crate) fn proximity<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    tolerance: f64,
    allowed: &Allowed,
) -> (Proximity, Option<Simplex>) {
    let problem = obstacle.problem;
    let radii = problem.moving_radius + problem.fixed_radius;
    if let Some(normal) = problem.fixed.unbounded_normal() {
        return (beside_plane(obstacle, normal, radii), None);
    }
    let motion = obstacle.displacement;
    let first = if motion == Vector3::zeros() {
        Vector3::y()
    } else {
        against(&motion)
    };
    let first = obstacle.support(&first);
    let mut simplex = Simplex::new(first);
    let found = proximity_from(obstacle, &mut simplex, tolerance, allowed);
    (found, Some(simplex))
}

/// [`proximity`] of bounded shapes. The search starts from `simplex` and leaves its last one there.
pub(crate) fn proximity_from<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let apart = distance(obstacle, simplex, &Vector3::zeros(), tolerance);
    proximity_by(obstacle, simplex, &apart, tolerance, allowed)
}

/// The same by the distance that a search has come to, whose last simplex this is.
pub(crate) fn proximity_by<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &Simplex,
    apart: &Distance,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let radii = obstacle.problem.moving_radius + obstacle.problem.fixed_radius;
    let origin = Vector3::zeros();
    let noise = tolerance.min(NOISE * obstacle.bare_scale());
    let parts = simplex.parts();
    obstacle.remember(&parts);
    match apart.plane.filter(|p| p.lower > noise) {
        Some(mut plane) => {
            let (least, most) = (radii - apart.upper, radii - plane.lower);
            if least <= allowed.contact && allowed.contact < most && obstacle.is_curved() {
                let enough = radii - allowed.contact;
                obstacle.forget_types(|obstacle| farthest(obstacle, &mut plane, enough));
            }
            let nearest = simplex.mixture(&origin, plane.normal, obstacle.faint());
            Proximity {
                normal: plane.normal,
                room: plane.lower - radii,
                depth_lower: least,
                mixture: nearest,
                common: nearest,
                short: (apart.upper - radii).max(0.0),
            }
        }
        None => {
            let wanted = Wanted {
                open: allowed.depth,
                contact: -radii,
                touching: allowed.contact - radii,
                searches: allowed.searches,
            };
            let found = obstacle.forget_types(|obstacle| depth(obstacle, &wanted, apart.upper));
            let mut common = simplex.mixture(&origin, found.normal, obstacle.faint());
            // The better of two proofs of contact.
            if let Some((off, v, w)) = &found.contact
                && *off < simplex.mix(|v| v.y).norm()
            {
                let [a, b, c, d] = v;
                let parts = [(a, w[0]), (b, w[1]), (c, w[2]), (d, w[3])];
                obstacle.remember(&parts);
                common = Mixture::of(&parts, found.normal);
            }
            Proximity {
                normal: found.normal,
                room: -(found.upper + radii),
                depth_lower: found.lower + radii,
                mixture: found.mixture.unwrap_or(common),
                short: (common.y.norm() - radii).max(0.0),
                common,
            }
        }
    }
}

/// Replaces `plane` by one near it that is farther from the origin, up to `enough`. For curved cores that are apart, when the
/// distance at hand does not tell whether with their radii they touch or overlap.
///
/// A distance search ends with a nearest point that is off sideways by the square root of rounding or a few times that: to second order the
/// distance is not longer for it. The normal is off by the same angle, so its plane is too near to the origin by the square of that
/// angle times the core's radius of curvature. But the support point of the plane shows the angle to first order. Used as a gradient
/// in a descent it leads on to rounding itself. Where the descent ends early, at a fold over a rim, the search goes on along the
/// fold.
#[cold]
fn farthest(obstacle: &mut AnyObstacle<'_>, plane: &mut Separation, enough: f64) {
    let scale = obstacle.scale;
    for _ in 0..MOST_SETTLINGS {
        let before = *plane;
        descend(&before.normal, scale, |n| look(obstacle, plane, n));
        if plane.lower >= enough {
            return;
        }
        if plane.lower - before.lower <= NOISE * scale {
            break;
        }
    }
    let from = plane.normal;
    follow(&from, scale, &mut |n| look(obstacle, plane, n));
}

/// The support point along `n`. Its plane replaces `plane` if it is farther from the origin.
fn look(obstacle: &mut AnyObstacle<'_>, plane: &mut Separation, n: &Vector3<f64>) -> Vector3<f64> {
    let y = obstacle.support(n).y;
    let height = n.dot(&y);
    if -height > plane.lower {
        *plane = Separation {
            normal: *n,
            height,
            lower: -height,
        };
    }
    y
}

/// The start beside a half-space with this normal: it has only one plane.
pub(crate) fn beside_plane<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    normal: Vector3<f64>,
    radii: f64,
) -> Proximity {
    let n = normal / largest(&normal);
    let n = n / sqrt(n.norm_squared());
    let vertex = obstacle.support(&n);
    let height = n.dot(&vertex.y) + radii;
    let mixture = on_plane(obstacle, vertex, n, 0.0);
    Proximity {
        normal: n,
        room: -height,
        depth_lower: height,
        mixture,
        common: mixture,
        short: 0.0,
    }
}

/// The points of contact of a half-space with unit normal `n` and the moving shape's nearest `vertex`, at this fraction: the fixed
/// point is the projection of the moving one onto the plane.
pub(crate) fn on_plane<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    vertex: Vertex,
    n: Vector3<f64>,
    fraction: f64,
) -> Mixture {
    obstacle.remember(&[(&vertex, 1.0)]);
    // The half-space's support point is the origin of its frame, so the moving core's point starts at −y.
    let moving = obstacle.displacement * fraction - vertex.y;
    Mixture {
        y: vertex.y + moving - n * n.dot(&moving),
        on_moving: vertex.on_moving,
        rounding: n,
    }
}
