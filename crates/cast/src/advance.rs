//! Conservative advancement, and the closed finish for cores with a radius.
//!
//! f(t) = distance of the point t·d from the obstacle's core, less the radius, is convex. A plane that separates the
//! point at t gives the root of a tangent, which no root of f precedes: advancing to it is Newton's method on f, and it
//! never overshoots (B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, section 2.3, states
//! it as distance over closing speed). From the left it converges quadratically head-on; where the line only grazes,
//! each step still halves the rest.
//!
//! The leap: along a graze of something curved f is about a parabola, whose vertex is where the speed of closing in, which each plane
//! tells, falls to 0. Two speeds that fall tell where that will be, and the distance is asked for nearly there. The tangent there is a
//! bound like any other, and a leap too far costs one distance.
//!
//! The finish: the carrying face of the nearest point is a point, a line or a plane, so the fraction at which the
//! line of motion comes within the radius of it has a closed form. Distance is asked for there at once. If the face
//! still carries, both bounds meet and the cast is over; if not, the tangent there is a bound from the left as
//! well, because f is convex, and nothing is lost. A line that passes the face by is asked about at its nearest approach,
//! whose plane is the one that shows a miss.

use crate::approach::{Approach, come_near};
use crate::found::{Found, Mixture};
use crate::gjk::{Distance, Separation, distance, distance_until};
use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::Simplex;
use crate::tolerance::{GRAZES, LEAP, MOST_APPROACH, MOST_FINISH, MOST_ROUNDS, ROUGH, SLOWER};
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
    let first = match come_near(obstacle) {
        Ok(first) => first,
        Err(miss) => return miss,
    };
    let mut advance = Advance::new(obstacle, first, finish, most);
    loop {
        let at = advance.measure(obstacle);
        let (approach, simplex) = (&advance.approach, &advance.simplex);
        let nearest = || simplex.mix(|v| v.y);
        approach.show(obstacle, simplex, at.plane.as_ref(), nearest, observer);
        if let Some(found) = advance.go_on(obstacle, &at, mixture) {
            return found;
        }
    }
}

/// An advance on its way.
struct Advance {
    /// The fraction at hand, from the working origin: a tangent's root, or a guess beyond it.
    t: f64,
    /// The simplex nearest to the point there.
    simplex: Simplex,
    approach: Approach,
    /// How close the bounds are to be.
    tolerance: f64,
    /// Whether the closed form is tried, and whether it is worth another guess.
    finish: bool,
    guesses: bool,
    /// How often in a row the speed of closing in has fallen, the last fraction where one is known, and that speed.
    falls: u32,
    slower: Option<(f64, f64)>,
    /// A fraction where the motion closes in no more, and how fast it recedes there.
    beyond: Option<(f64, f64)>,
    /// The last fraction that no tangent is past and whose distance is known.
    measured: Option<f64>,
    rounds: u32,
    /// The support points at the beginning, and how many more are worth it.
    begun: u32,
    most: u32,
}

impl Advance {
    fn new<A: Support, B: Support>(
        obstacle: &Obstacle<'_, A, B>,
        first: Vertex,
        finish: bool,
        most: u32,
    ) -> Self {
        let simplex = Simplex::new(first);
        // Where the first vertex alone would be met: nearer to the answer than the start, and if it is too far, the way back
        // is the same as from any other guess.
        let guess = finish
            .then(|| face_guess(&simplex, &obstacle.displacement, obstacle.radius))
            .flatten();
        Self {
            t: guess.map_or(0.0, |guess| guess.clamp(0.0, 1.0 - obstacle.base)),
            simplex,
            approach: Approach::new(obstacle, Method::ConservativeAdvancement),
            tolerance: obstacle.tightest(),
            finish,
            guesses: finish,
            falls: 0,
            slower: None,
            beyond: None,
            measured: None,
            rounds: 0,
            begun: obstacle.evaluations,
            most,
        }
    }

    /// The distance at the fraction at hand. Far from contact a rough one will do; the closed form needs the true face.
    fn measure<A: Support, B: Support>(&mut self, obstacle: &mut Obstacle<'_, A, B>) -> Distance {
        self.rounds += 1;
        let x = obstacle.displacement * self.t;
        let (finish, radius, tolerance) = (self.finish, obstacle.radius, self.tolerance);
        distance_until(obstacle, &mut self.simplex, &x, |lower, upper| {
            let rough = if finish {
                0.0
            } else {
                ROUGH * (lower - radius)
            };
            upper - lower <= rough.max(0.5 * tolerance)
        })
    }

    /// Goes to the next fraction by what the distance at this one tells, or ends.
    fn go_on<A: Support, B: Support>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        at: &Distance,
        mixture: &mut Mixture,
    ) -> Option<Found> {
        let (t, d) = (self.t, obstacle.displacement);
        let is_proven = t <= self.approach.lower();
        let short = at.upper - obstacle.radius;
        if short <= self.tolerance && is_proven {
            return Some(self.reached(obstacle, at, mixture));
        }
        if at.exhausted {
            let measured = self.measured.filter(|_| self.is_spent(obstacle));
            return Some(match measured {
                Some(t) => self.measure_again(obstacle, t, mixture),
                None => self.approach.exhausted(),
            });
        }
        if is_proven {
            self.measured = Some(t);
        }
        let Some(plane) = at.plane else {
            // The point is in the core.
            return self.turn_back(obstacle, at, mixture);
        };
        // A touch, and no telling when: the tangents before it close in on it along the motion.
        let touches = !is_proven && short.abs() <= self.tolerance;
        if touches && self.approach.is_along(obstacle, &plane) {
            (self.t, self.guesses) = (self.approach.lower(), false);
            return None;
        }
        let speed = plane.normal.dot(&d);
        if speed < 0.0 {
            return self.close_in(obstacle, at, &plane, mixture);
        }
        // Where the tangent's proof ends, at t·d less (t − lower)·d, this plane must have taken over.
        let before = (t - self.approach.lower()) * speed;
        if plane.lower - before > obstacle.radius + self.tolerance {
            return Some(self.approach.clear(&plane, &d));
        }
        // A guess beyond the nearest approach.
        self.beyond = Some((t, speed));
        self.turn_back(obstacle, at, mixture)
    }

    /// Goes to the root of the tangent that `plane` gives, or beyond it to where the face nearest by now would be met.
    fn close_in<A: Support, B: Support>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        at: &Distance,
        plane: &Separation,
        mixture: &mut Mixture,
    ) -> Option<Found> {
        let (t, d, radius) = (self.t, obstacle.displacement, obstacle.radius);
        let raised = self.approach.raise(plane, &d);
        if let Some(miss) = self.approach.past_the_end() {
            return Some(miss);
        }
        let lower = self.approach.lower();
        // Both bounds meet: a point within the radius, and a tangent through it.
        let closing = -plane.normal.dot(&d);
        if at.upper - radius <= self.tolerance && (t - lower) * closing <= self.tolerance {
            self.t = t.max(lower);
            return Some(self.reached(obstacle, at, mixture));
        }
        let spent = self.is_spent(obstacle);
        if t <= lower && (!raised || self.rounds > MOST_ROUNDS || spent) {
            // Rounding: the plane separates the point but its root lies behind it, or creeps. No more can be won.
            return Some(self.reached(obstacle, at, mixture));
        }
        self.t = lower;
        if spent {
            return None;
        }
        if obstacle.is_curved()
            && at.upper - radius > self.tolerance
            && let Some(leap) = self.leap(t, closing)
            && leap > lower
        {
            self.t = leap;
        } else if self.guesses
            && raised
            && let Some(guess) = face_guess(&self.simplex, &d, radius)
            && guess > lower
        {
            self.t = guess;
        }
        None
    }

    /// Where the speed of closing in falls from one fraction to the next, the line grazes a curve: f is about a parabola there, and each
    /// tangent halves the way to its vertex. That is where the speed falls to 0, by the last two that are known. From nearly there the
    /// next tangent leaves a sixteenth of the way. The closed form, which asks for distances to their last place, has no face to be met.
    fn leap(&mut self, t: f64, closing: f64) -> Option<f64> {
        let (from, faster) = self.slower.replace((t, closing))?;
        if t <= from {
            return None;
        }
        if closing > SLOWER * faster {
            self.falls = 0;
            return None;
        }
        self.falls += 1;
        if self.falls < GRAZES {
            return None;
        }
        (self.finish, self.guesses) = (false, false);
        let rest = match self.beyond {
            Some((to, receding)) if to > t => closing * (to - t) / (closing + receding),
            _ => closing * (t - from) / (faster - closing),
        };
        Some(t + rest * LEAP)
    }

    /// Goes back from a fraction that is not proven to be free to the last one that is; where this is one, it is the end.
    fn turn_back<A: Support, B: Support>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        at: &Distance,
        mixture: &mut Mixture,
    ) -> Option<Found> {
        let lower = self.approach.lower();
        if self.t > lower {
            self.t = lower;
            return None;
        }
        Some(self.reached(obstacle, at, mixture))
    }

    /// Whether more support points are not worth it.
    fn is_spent<A: Support, B: Support>(&self, obstacle: &Obstacle<'_, A, B>) -> bool {
        obstacle.evaluations - self.begun > self.most
    }

    /// The end at the fraction at hand.
    fn reached<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        at: &Distance,
        mixture: &mut Mixture,
    ) -> Found {
        (self.approach).reached(obstacle, mixture, self.t, &self.simplex, at)
    }

    /// The end at `t`, whose distance has been known, of an advance that had all its support points and reached the limit on them in the
    /// middle of a search for the next distance: it ends where it would have ended with a few points less.
    #[cold]
    #[inline(never)]
    fn measure_again<A: Support, B: Support>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        t: f64,
        mixture: &mut Mixture,
    ) -> Found {
        let limit = obstacle.limit;
        obstacle.limit = obstacle.evaluations + MOST_APPROACH;
        let x = obstacle.displacement * t;
        let at = distance(obstacle, &mut self.simplex, &x, 0.5 * self.tolerance);
        obstacle.limit = limit;
        if at.exhausted {
            return self.approach.exhausted();
        }
        self.t = t;
        self.reached(obstacle, &at, mixture)
    }
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
