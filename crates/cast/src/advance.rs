//! Conservative advancement, and the closed finish for cores with a radius.
//!
//! f(t) = distance of the point t·d from the obstacle's core, less the radius, is convex. A plane that separates the
//! point at t gives the root of a tangent, which no root of f precedes: advancing to it is Newton's method on f, and it
//! never overshoots (B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, section 2.3, states
//! it as distance over closing speed). From the left it converges quadratically head-on; where the line only grazes,
//! each step still halves the rest.
//!
//! The finish: the carrying face of the nearest point is a point, a line or a plane, so the fraction at which the
//! line of motion comes within the radius of it has a closed form. Distance is asked for there at once. If the face
//! still carries, both bounds meet and the cast is over; if not, the tangent there is a bound from the left as
//! well, because f is convex, and nothing is lost.

use crate::found::{Contact, Found, Mixture};
use crate::gjk::{Distance, Separation, distance};
use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{FAR, MOST_ROUNDS};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, sqrt};

/// Casts along the obstacle's displacement. `finish` allows the closed form.
pub(crate) fn advance<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    finish: bool,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Found {
    let d = obstacle.displacement;
    let first = match come_near(obstacle) {
        Ok(first) => first,
        Err(miss) => return miss,
    };
    let tolerance = obstacle.tightest();
    let end = 1.0 - obstacle.base;
    let radius = obstacle.radius;
    let mut simplex = Simplex::new(first);
    // The best tangent so far: its root and its plane.
    let mut best: Option<(f64, Separation)> = None;
    let mut t = 0.0;
    let mut rounds = 0;
    loop {
        rounds += 1;
        let x = d * t;
        let at = distance(obstacle, &mut simplex, &x, 0.5 * tolerance);
        let lower = best.map_or(0.0, |b| b.0);
        show(obstacle, &simplex, &at, lower, observer);
        if at.upper - radius <= tolerance && t <= lower {
            return reached(obstacle, mixture, t, best, &simplex, &at);
        }
        if at.exhausted {
            return Found::Exhausted(best.map(|b| b.1.normal));
        }
        let Some(plane) = at.plane else {
            // The point is in the core, at a fraction that is not proven to be free: back to one that is.
            if t <= lower {
                return reached(obstacle, mixture, t, best, &simplex, &at);
            }
            t = lower;
            continue;
        };
        let speed = plane.normal.dot(&d);
        if speed >= 0.0 {
            if t > lower {
                t = lower; // a guess beyond the nearest approach
                continue;
            }
            if plane.lower > radius + tolerance {
                return clear(best, &plane, &d);
            }
            return reached(obstacle, mixture, t, best, &simplex, &at);
        }
        let root = (plane.height + radius) / speed;
        let raised = root > lower;
        if raised {
            best = Some((root, plane));
        }
        let lower = lower.max(root);
        if lower > end {
            return Found::Clear(best.map_or(plane.normal, |b| b.1.normal));
        }
        // Both bounds meet: a point within the radius, and a tangent through it.
        if at.upper - radius <= tolerance && (t - lower) * -speed <= tolerance {
            return reached(obstacle, mixture, t.max(lower), best, &simplex, &at);
        }
        if t <= lower && (!raised || rounds > MOST_ROUNDS) {
            // Rounding: the plane separates the point but its root lies behind it, or creeps. No more can be won.
            return reached(obstacle, mixture, t, best, &simplex, &at);
        }
        t = lower;
        if finish
            && raised
            && let Some(guess) = face_root(&simplex, &d, radius)
            && guess > t
        {
            t = guess;
        }
    }
}

/// Cheap rejection by the plane across the motion; and, if the sweep starts far away, the origin moves to where contact
/// is near, but surely after it.
fn come_near<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>) -> Result<Vertex, Found> {
    let against = against(&obstacle.displacement);
    let first = obstacle.support(&against);
    let length = sqrt(against.norm_squared());
    let closing = -against.dot(&obstacle.displacement);
    let bound = -(against.dot(&first.y) + obstacle.radius * length) / closing;
    if bound > 1.0 - obstacle.base {
        return Err(Found::Clear(against));
    }
    let margin = obstacle.margin() * length / closing;
    if bound > FAR * margin {
        obstacle.move_origin(obstacle.base + bound - margin);
        return Ok(obstacle.support(&against));
    }
    Ok(first)
}

/// Contact at `t`, which the best tangent proves free until then.
fn reached<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    t: f64,
    best: Option<(f64, Separation)>,
    simplex: &Simplex,
    at: &Distance,
) -> Found {
    let Some((lower, tangent)) = best else {
        return Found::Start;
    };
    let short = at.upper - obstacle.radius;
    let x = obstacle.displacement * t;
    *mixture = simplex.mixture(&x, at.plane.map_or(tangent.normal, |p| p.normal));
    obstacle.remember(&simplex.parts());
    Found::Entry(Contact {
        closed: short <= obstacle.tightest(),
        short: short.max(0.0),
        ..Contact::new(lower.min(t), t, tangent.normal, &obstacle.displacement)
    })
}

/// The obstacle is left behind at a fraction that `best` proves free until then: `plane` does not close in. One plane
/// for the whole sweep is the mixture of the two that is perpendicular to the motion.
fn clear(best: Option<(f64, Separation)>, plane: &Separation, d: &Vector3<f64>) -> Found {
    let receding = plane.normal.dot(d);
    match best {
        Some((root, tangent)) if root > 0.0 => {
            let closing = -tangent.normal.dot(d);
            Found::Clear(tangent.normal * receding + plane.normal * closing)
        }
        _ => Found::Clear(plane.normal),
    }
}

/// The first t at which t·d comes within `radius` of the point, line or plane that the simplex spans.
fn face_root(simplex: &Simplex, d: &Vector3<f64>, radius: f64) -> Option<f64> {
    // Relative to one vertex a, across the face's own directions: |t·d − a|² = r² in what is left.
    let (d, a) = match simplex.vertices() {
        [a] => (*d, a.y),
        [a, b] => {
            let e = b.y - a.y;
            let across = |v: &Vector3<f64>| v - e * (e.dot(v) / e.norm_squared());
            (across(d), across(&a.y))
        }
        [a, b, c] => {
            let n = (b.y - a.y).cross(&(c.y - a.y)).try_normalize(0.0)?;
            (n * n.dot(d), n * n.dot(&a.y))
        }
        _ => return None,
    };
    // t²·dd − 2t·da + (aa − r²) = 0, the smaller root in its stable form.
    let (dd, da) = (d.norm_squared(), d.dot(&a));
    let rest = a.norm_squared() - radius * radius;
    // The discriminant da² − dd·rest = dd·r² − |d × a|², which does not cancel for far a.
    let discriminant = dd * radius * radius - d.cross(&a).norm_squared();
    if !(discriminant >= 0.0 && da > 0.0) {
        return None;
    }
    let root = rest / (da + sqrt(discriminant));
    root.is_finite().then_some(root)
}

fn show<A: Support, B: Support, O: Observer>(
    obstacle: &Obstacle<'_, A, B>,
    simplex: &Simplex,
    at: &Distance,
    lower: f64,
    observer: &mut O,
) {
    let Some(plane) = at.plane.filter(|_| O::ACTIVE) else {
        return;
    };
    let back = obstacle.displacement * obstacle.base;
    let world = |y: &Vector3<f64>| Point3::from(obstacle.to_world(&(y + back)));
    let mut points = [Point3::origin(); 4];
    for (to, v) in points.iter_mut().zip(simplex.vertices()) {
        *to = world(&v.y);
    }
    observer.step(&Step {
        method: Method::ConservativeAdvancement,
        direction: obstacle.to_world(&plane.normal),
        support: world(&simplex.mix(|v| v.y)),
        lower: obstacle.base + lower,
        upper: f64::INFINITY,
        simplex: &points[..simplex.vertices().len()],
    });
}
