//! How the shapes stand to each other at the start of the sweep, and what the contract makes of it.

use crate::depth::{Wanted, depth};
use crate::descent::descend;
use crate::found::Mixture;
use crate::gjk::{Separation, distance};
use crate::kink::follow;
use crate::obstacle::{AnyObstacle, Obstacle, Vertex};
use crate::problem::{Plane, Problem};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{MOST_SETTLINGS, NOISE, SHARPEST, TILT_ACROSS};
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// The start, measured.
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
    /// By how much more than both radii `common` is away, of which the target distance is not taken off: a length.
    pub(crate) short: f64,
}

/// What the contract says about a start in contact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// Touching, and this plane keeps them no closer during the whole sweep: world-space normal.
    Slides(Vector3<f64>),
    /// Touching, and the motion closes in.
    Closes,
    /// Deeper than touching.
    Overlaps,
}

/// What a measurement may be off by: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// How far apart the bounds of a depth may stay.
    pub(crate) depth: f64,
    /// Up to this depth shapes are called touching.
    pub(crate) contact: f64,
}

/// Measures the start: the obstacle must stand at its base, the start of the sweep. Remembers the parts that show
/// contact, when there is contact.
pub(crate) fn proximity<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let problem = obstacle.problem;
    let radii = problem.moving_radius + problem.fixed_radius;
    if let Some(normal) = problem.fixed.unbounded_normal() {
        return beside_plane(obstacle, normal, radii);
    }
    let motion = obstacle.displacement;
    let first = if motion == Vector3::zeros() {
        Vector3::y()
    } else {
        against(&motion)
    };
    let first = obstacle.support(&first);
    let mut simplex = Simplex::new(first);
    proximity_from(obstacle, &mut simplex, tolerance, allowed)
}

/// The same for bounded shapes, starting from and leaving behind `simplex`.
pub(crate) fn proximity_from<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    tolerance: f64,
    allowed: &Allowed,
) -> Proximity {
    let radii = obstacle.problem.moving_radius + obstacle.problem.fixed_radius;
    let origin = Vector3::zeros();
    let apart = distance(obstacle, simplex, &origin, tolerance);
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
            Proximity {
                normal: plane.normal,
                room: plane.lower - radii,
                depth_lower: least,
                mixture: simplex.mixture(&origin, plane.normal, obstacle.faint()),
                common: simplex.mixture(&origin, plane.normal, obstacle.faint()),
                short: (apart.upper - radii).max(0.0),
            }
        }
        None => {
            let wanted = Wanted {
                open: allowed.depth,
                contact: -radii,
                touching: allowed.contact - radii,
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

/// Takes the plane near the one at hand that is farthest from the origin, or one at `enough`: for cores that are apart, of which it is not known
/// whether with their radii they touch or overlap.
///
/// A search by distance ends with a nearest point that is off sideways by the root of rounding, or some times that, which makes the distance no
/// longer. Its plane leans by as much, and is too near to the origin by its square, times the radius of the core's curvature. But the support point
/// of the plane shows the lean to first order: with that for a gradient a descent goes on to rounding itself, and where it ends early, on a fold
/// over a rim, it goes along that.
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

/// The support point along `n`, whose plane is kept if it is farther.
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

/// A half-space knows one plane only.
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

/// The contact of a half-space with unit normal `n` and the moving shape's nearest `vertex`, at this fraction: the fixed
/// point is the foot of the moving one on the plane.
pub(crate) fn on_plane<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    vertex: Vertex,
    n: Vector3<f64>,
    fraction: f64,
) -> Mixture {
    obstacle.remember(&[(&vertex, 1.0)]);
    // With the plane's own point as the fixed part, −y is where the moving core's point starts.
    let moving = obstacle.displacement * fraction - vertex.y;
    Mixture {
        y: vertex.y + moving - n * n.dot(&moving),
        on_moving: vertex.on_moving,
        rounding: n,
    }
}

/// Applies the contract to shapes that are no farther apart than the target distance. `contact` is the contact
/// tolerance; `leaving` is the plane through which the line of motion leaves the obstacle, where one is known, and `through` the one
/// by which it enters and leaves it, where it has next to no thickness. `beside` looks for the plane along which the motion closes in least, at
/// an edge or a corner, or, of a core that is as far away as it is told, next to the start's. All are normals in world space.
pub(crate) fn decide<A: Support, B: Support>(
    problem: &Problem<'_, A, B>,
    start: &Proximity,
    normal: &Vector3<f64>,
    [leaving, through]: [Option<Vector3<f64>>; 2],
    contact: f64,
    mut beside: impl FnMut(Option<f64>) -> Option<Vector3<f64>>,
) -> Start {
    let d = &problem.displacement;
    let moving = largest(d) > 0.0;
    // Does some plane keep the shapes as far apart as they are now, or farther, during the whole sweep?
    let least = start.room.min(problem.reach) - contact;
    let touching = start.room >= -contact;
    if !touching {
        // A shallow contact may have a normal of less depth than the one found: the one the motion leaves by.
        return match leaving {
            Some(n) if problem.plane(&n).gap() >= -contact => Start::Slides(n),
            _ => Start::Overlaps,
        };
    }
    if !moving {
        return Start::Slides(*normal);
    }
    // The axis that proves more of two that are the same up to rounding: over a long way one that closes in by no more proves nothing.
    let slides = |n: Vector3<f64>, plane: &Plane| {
        let gap = plane.gap();
        if gap >= least {
            return Start::Slides(n);
        }
        let tilted = problem.tilted(&n, TILT_ACROSS);
        let is_better = problem.plane(&tilted).gap() > gap;
        Start::Slides(if is_better { tilted } else { n })
    };
    if normal.dot(d) >= 0.0 {
        return slides(*normal, &problem.plane(normal));
    }
    if problem.fixed.unbounded_normal().is_some() {
        // There is no other plane.
        return if problem.plane(normal).gap() >= least {
            Start::Slides(*normal)
        } else {
            Start::Closes
        };
    }
    // As computed: of a motion along a plane, rounding leaves a part into it that is as much greater as the way is longer.
    let part = problem.passed();
    let keeps = |plane: &Plane| plane.room_during(part) >= least;
    let direction = d / largest(d);
    let across = |n: &Vector3<f64>| n - direction * (n.dot(&direction) / direction.norm_squared());
    // Twice, so that what is left along the motion is the rounding of the second time.
    let tangential = |n: &Vector3<f64>| across(&across(n));
    let slides_along = |n: Vector3<f64>| {
        let plane = problem.plane(&n);
        (largest(&n) > 0.0 && keeps(&plane)).then(|| slides(n, &plane))
    };
    // From one side to beyond a touch on the other, however near to a border of it: the planes beside that border keep them no closer than
    // a touch, and there is nothing to slide along.
    if let Some(n) = through
        && start.room > 0.0
        && problem.plane(&n).gap() < -contact
    {
        return Start::Closes;
    }
    if let Some(slides) = slides_along(tangential(normal)) {
        return slides;
    }
    // Where the shapes are apart, if by less than a touch, a plane that faces the other way is the far side of what has next to no
    // thickness: the motion goes through it.
    let faces = |n: &Vector3<f64>| start.room <= 0.0 || n.dot(normal) >= 0.0;
    if let Some(n) = leaving
        && faces(&n)
        && keeps(&problem.plane(&n))
    {
        return Start::Slides(n);
    }
    let radii = problem.moving_radius + problem.fixed_radius;
    let away = start.room + radii;
    let mut round = away;
    if radii == 0.0 && start.room <= contact {
        // What has no width across a plane is not passed by: it could be the far side of what has next to no thickness; and what moves
        // without any would fall between two triangles, each of which it passes along its edge.
        let steepest = beside(None);
        if let Some(n) = steepest {
            let n = if n.dot(d) < 0.0 { tangential(&n) } else { n };
            if problem.are_wide(&n, contact)
                && let Some(slides) = slides_along(n)
            {
                return slides;
            }
        }
        if !problem.is_curved() {
            return Start::Closes;
        }
        // Where the search did not end, as beside a rim or at the tip of a cone it may not, the planes are those of something sharp.
        round = steepest.map_or(0.0, |_| SHARPEST * problem.scale());
    }
    // Beside what is round there is one plane, and its normal is off by an angle. One that the motion does not close in on is at an angle
    // to it whose sine is at least the rate of closing: nearer to the ball around the core's nearest point by half of that one's square times
    // the way to it. Where that is far more than a touch there is none. Of a core that is touched itself, the radius of its curvature is that way.
    let rate = normal.dot(&direction);
    if round * rate * rate <= 4.0 * contact * direction.norm_squared()
        && let Some(n) = beside(Some(away))
        && (radii > 0.0 || problem.are_wide(&n, contact))
        && let Some(slides) = slides_along(n)
    {
        return slides;
    }
    Start::Closes
}
