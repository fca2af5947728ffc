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
//! well, because f is convex, and nothing is lost. A line that passes the face by is asked about at its nearest approach,
//! whose plane is the one that shows a miss.

use crate::approach::{Approach, come_near};
use crate::found::{Found, Mixture};
use crate::gjk::{distance, distance_until};
use crate::obstacle::Obstacle;
use crate::simplex::Simplex;
use crate::tolerance::{MOST_APPROACH, MOST_FINISH, MOST_ROUNDS, ROUGH};
use crate::{Method, Observer};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// Support points that are worth it where no portal comes after: a polytope runs out of faces.
pub(crate) fn most<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> u32 {
    if obstacle.is_curved() {
        MOST_FINISH
    } else {
        u32::MAX
    }
}

/// Casts along the obstacle's displacement, with `most` support points or few more. `finish` allows the closed form.
pub(crate) fn advance<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    finish: bool,
    most: u32,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Found {
    let d = obstacle.displacement;
    let first = match come_near(obstacle) {
        Ok(first) => first,
        Err(miss) => return miss,
    };
    let begun = obstacle.evaluations;
    let tolerance = obstacle.tightest();
    let radius = obstacle.radius;
    let mut simplex = Simplex::new(first);
    let mut approach = Approach::new(obstacle, Method::ConservativeAdvancement);
    // Where the first vertex alone would be met: nearer to the answer than the start, and if it is too far, the way back
    // is the same as from any other guess.
    let mut t = 0.0;
    if finish && let Some(guess) = face_guess(&simplex, &d, radius) {
        t = guess.clamp(0.0, 1.0 - obstacle.base);
    }
    let (mut rounds, mut guesses) = (0, finish);
    // The last fraction that no tangent is past and whose distance is known.
    let mut measured = None;
    loop {
        rounds += 1;
        let x = d * t;
        let at = distance_until(obstacle, &mut simplex, &x, |lower, upper| {
            // Far from contact a rough distance will do; the closed form needs the true face.
            let rough = if finish {
                0.0
            } else {
                ROUGH * (lower - radius)
            };
            upper - lower <= rough.max(0.5 * tolerance)
        });
        let lower = approach.lower();
        let nearest = || simplex.mix(|v| v.y);
        approach.show(obstacle, &simplex, at.plane.as_ref(), nearest, observer);
        if at.upper - radius <= tolerance && t <= lower {
            return approach.reached(obstacle, mixture, t, &simplex, &at);
        }
        if at.exhausted {
            let enough = obstacle.evaluations - begun > most;
            return match measured.filter(|_| enough) {
                Some(t) => measure_again(obstacle, t, &mut simplex, &approach, mixture),
                None => approach.exhausted(),
            };
        }
        if t <= lower {
            measured = Some(t);
        }
        let Some(plane) = at.plane else {
            // The point is in the core, at a fraction that is not proven to be free: back to one that is.
            if t <= lower {
                return approach.reached(obstacle, mixture, t, &simplex, &at);
            }
            t = lower;
            continue;
        };
        let speed = plane.normal.dot(&d);
        // A touch, and no telling when: the tangents before it close in on it along the motion.
        let grazes = t > lower
            && (at.upper - radius).abs() <= tolerance
            && approach.is_along(obstacle, &plane);
        if grazes {
            (t, guesses) = (lower, false);
            continue;
        }
        if speed >= 0.0 {
            // Where the tangent's proof ends, at t·d less (t − lower)·d, this plane must have taken over.
            if plane.lower - (t - lower) * speed > radius + tolerance {
                return approach.clear(&plane, &d);
            }
            if t > lower {
                t = lower; // a guess beyond the nearest approach
                continue;
            }
            return approach.reached(obstacle, mixture, t, &simplex, &at);
        }
        let raised = approach.raise(&plane, &d);
        if let Some(miss) = approach.past_the_end() {
            return miss;
        }
        let lower = approach.lower();
        // Both bounds meet: a point within the radius, and a tangent through it.
        if at.upper - radius <= tolerance && (t - lower) * -speed <= tolerance {
            return approach.reached(obstacle, mixture, t.max(lower), &simplex, &at);
        }
        let spent = obstacle.evaluations - begun > most;
        if t <= lower && (!raised || rounds > MOST_ROUNDS || spent) {
            // Rounding: the plane separates the point but its root lies behind it, or creeps. No more can be won.
            return approach.reached(obstacle, mixture, t, &simplex, &at);
        }
        t = lower;
        if guesses
            && raised
            && !spent
            && let Some(guess) = face_guess(&simplex, &d, radius)
            && guess > t
        {
            t = guess;
        }
    }
}

/// The end at `t`, whose distance has been known, of an advance that had all its support points and reached the limit on them in the middle
/// of a search for the next distance: it ends where it would have ended with a few points less.
#[cold]
#[inline(never)]
fn measure_again<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    t: f64,
    simplex: &mut Simplex,
    approach: &Approach,
    mixture: &mut Mixture,
) -> Found {
    let (limit, tolerance) = (obstacle.limit, obstacle.tightest());
    obstacle.limit = obstacle.evaluations + MOST_APPROACH;
    let x = obstacle.displacement * t;
    let at = distance(obstacle, simplex, &x, 0.5 * tolerance);
    obstacle.limit = limit;
    if at.exhausted {
        return approach.exhausted();
    }
    approach.reached(obstacle, mixture, t, simplex, &at)
}

/// The first t at which t·d comes within `radius` of the point, line or plane that the simplex spans; if it never does, the
/// one of the nearest approach, where the plane for a miss is to be found.
fn face_guess(simplex: &Simplex, d: &Vector3<f64>, radius: f64) -> Option<f64> {
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
    let guess = if discriminant >= 0.0 {
        rest / (da + sqrt(discriminant))
    } else {
        da / dd
    };
    (da > 0.0 && guess.is_finite()).then_some(guess)
}
