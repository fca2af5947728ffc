//! Distance of a point from the obstacle's core, with bounds from both sides.
//!
//! E. Gilbert, D. Johnson, S. Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space* (1988); the bounds are those of G. van den Bergen, *A fast and robust GJK implementation
//! for collision detection of convex objects* (1999), section 4. Departures: the direction asked for is the normal of
//! the simplex's face, not the difference of two points; the obstacle stays and the point moves, so that a simplex
//! is a warm start for every later point.
//!
//! Why it ends: each support point brings the simplex strictly nearer or raises the lower bound, by comparison of the
//! computed numbers, but for a few in a row that may do neither; one that the simplex holds already ends the search,
//! and so does the limit on support evaluations.
//!
//! Why the distance alone is not enough: a nearest point that is off sideways by e makes the distance d longer by e²/2d,
//! which vanishes in rounding as soon as e is below the square root of it. Over a face of the size of d that leaves
//! the plane tilted by some 10⁻⁸, and the lower bound off by as much, when the distance can fall no more. Two boxes
//! with parallel faces get there: the first edge of the obstacle's face passes the origin's foot that closely.
//! The plane shows it, to first order; so a step that leaves the distance as it is counts when the bound rises.
//!
//! And where the nearest point is on an edge of the simplex up to rounding, the way to it is the normal asked for, off by
//! rounding over the distance: two cylinders one on top of the other get there by any two far points of their rims. The
//! search would ask for the same point again and again, and leave it out. So after a step that moved neither bound the
//! normal is that of a face beside the edge, which does not depend on the distance.

mod finish;

use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::Simplex;
use crate::tolerance::{ABOUT, FINISH_FIRST, NOISE, STALLED_STEPS};
use finish::finish;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// A distance and its proofs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    /// Distance of the point from the simplex: an upper bound.
    pub(crate) upper: f64,
    /// The best plane found, if one was asked for.
    pub(crate) plane: Option<Separation>,
    /// Whether the search ran into the limit on support evaluations.
    pub(crate) exhausted: bool,
}

impl Distance {
    /// What a search that was not cut short has come to.
    pub(crate) fn of(search: &Search, plane: Option<Separation>) -> Self {
        Self {
            upper: search.upper,
            plane,
            exhausted: false,
        }
    }
}

/// A plane between the core and the point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Unit normal, from the core to the point.
    pub(crate) normal: Vector3<f64>,
    /// normal·y is at most this for the core.
    pub(crate) height: f64,
    /// normal·x − height: a lower bound on the distance.
    pub(crate) lower: f64,
}

/// How near a search has to come: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// How far apart the bounds of the distance may stay.
    pub(crate) open: f64,
    /// How far beside the nearest point the one found may be, where Newton's method finds it. A search by itself comes to the root of
    /// twice the distance times what its bounds leave open.
    pub(crate) beside: f64,
}

/// What one step of the search brings.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Probe {
    /// A plane, the vertex that it was taken through, and how far the point is from the simplex.
    Plane(Separation, Vertex, f64),
    /// The simplex holds the point, up to rounding.
    Held,
    /// The last vertex brought the simplex no nearer: as near as rounding allows.
    NoNearer,
    /// The limit on support evaluations is reached.
    Exhausted,
}

/// A search for the point of the core nearest to one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// Distance from the simplex: an upper bound.
    pub(crate) upper: f64,
    /// The best plane's distance: a lower bound.
    lower: f64,
    /// Steps in a row that moved neither.
    stalled: u32,
}

impl Search {
    pub(crate) const NEW: Self = Self {
        upper: f64::INFINITY,
        lower: f64::NEG_INFINITY,
        stalled: 0,
    };

    /// One step: the nearest point of the simplex, the simplex reduced to the face that carries it, and the support point
    /// along that face's normal, which the caller pushes.
    #[inline(always)]
    pub(crate) fn step<A: Support, B: Support>(
        &mut self,
        obstacle: &mut Obstacle<'_, A, B>,
        simplex: &mut Simplex,
        x: &Vector3<f64>,
    ) -> Probe {
        let (weights, v) = simplex.nearest(x);
        let length = sqrt(v.norm_squared());
        let noise = NOISE * obstacle.scale;
        if self.stalled == STALLED_STEPS || length > self.upper + 0.5 * noise || length.is_nan() {
            return Probe::NoNearer;
        }
        let beside = if self.stalled > 0 && length >= self.upper {
            simplex.face_beside(*x)
        } else {
            0
        };
        simplex.reduce(&weights, beside);
        self.stalled += 1;
        if length < self.upper {
            (self.upper, self.stalled) = (length, 0);
        }
        if length <= noise || !length.is_finite() {
            return Probe::Held;
        }
        if obstacle.exhausted() {
            return Probe::Exhausted;
        }
        let n = simplex.normal(&v);
        let n = n / sqrt(n.norm_squared());
        let support = obstacle.support(&n);
        let plane = Separation {
            normal: n,
            height: n.dot(&support.y),
            lower: n.dot(&(x - support.y)),
        };
        if plane.lower > self.lower {
            (self.lower, self.stalled) = (plane.lower, 0);
        }
        Probe::Plane(plane, support, length)
    }
}

/// The distance of `x` from the core, to within `tolerance`, starting from and leaving behind `simplex`.
pub(crate) fn distance<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    x: &Vector3<f64>,
    tolerance: f64,
) -> Distance {
    distance_until(obstacle, simplex, x, |lower, upper| {
        upper - lower <= tolerance
    })
}

/// The same, of curved cores with the last digits by Newton's method, which takes the place of half the search or more. The vertices
/// that it leaves behind may not be those along the direction that they say, but of generators that reach as far.
pub(crate) fn distance_with_newton<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    x: &Vector3<f64>,
    wanted: &Precision,
) -> Distance {
    if !obstacle.is_curved() {
        return distance(obstacle, simplex, x, wanted.open);
    }
    let settled = |lower, upper| upper - lower <= wanted.open;
    let (mut steps, mut due) = (0, FINISH_FIRST);
    search(
        obstacle,
        simplex,
        x,
        settled,
        |obstacle, simplex, best, upper| {
            steps += 1;
            let best = best.as_ref()?;
            if steps < due || best.lower <= ABOUT * upper {
                return None;
            }
            due = 2 * steps + 2;
            obstacle.forget_types(|obstacle| finish(obstacle, simplex, x, best, wanted))
        },
    )
}

/// The same until `settled`, of the lower and the upper bound, is content.
pub(crate) fn distance_until<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    x: &Vector3<f64>,
    settled: impl Fn(f64, f64) -> bool,
) -> Distance {
    search(obstacle, simplex, x, settled, |_, _, _, _| None)
}

/// The same, unless after some step `shortcut` comes to it, of the obstacle, the simplex, the best plane and the upper bound.
#[inline(always)]
fn search<'a, A: Support, B: Support>(
    obstacle: &mut Obstacle<'a, A, B>,
    simplex: &mut Simplex,
    x: &Vector3<f64>,
    settled: impl Fn(f64, f64) -> bool,
    mut shortcut: impl FnMut(
        &mut Obstacle<'a, A, B>,
        &mut Simplex,
        &Option<Separation>,
        f64,
    ) -> Option<Distance>,
) -> Distance {
    let mut search = Search::NEW;
    let mut best: Option<Separation> = None;
    let mut exhausted = false;
    loop {
        match search.step(obstacle, simplex, x) {
            Probe::Plane(plane, support, length) => {
                if best.is_none_or(|p| plane.lower > p.lower) {
                    best = Some(plane);
                }
                if settled(plane.lower, length) || simplex.holds(&support) {
                    break;
                }
                simplex.push(support);
                if let Some(done) = shortcut(obstacle, simplex, &best, search.upper) {
                    return done;
                }
            }
            Probe::Held | Probe::NoNearer => break,
            Probe::Exhausted => {
                exhausted = true;
                break;
            }
        }
    }
    Distance {
        upper: search.upper,
        plane: best,
        exhausted,
    }
}
