//! Distance of a point from the obstacle's core, with bounds from both sides.
//!
//! E. Gilbert, D. Johnson, S. Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space* (1988); the bounds are those of G. van den Bergen, *A fast and robust GJK implementation
//! for collision detection of convex objects* (1999), section 4. Departures: the direction asked for is the normal of
//! the simplex's face, not the difference of two points; the obstacle stays and the point moves, so that a simplex
//! is a warm start for every later point.
//!
//! Why it ends: each accepted support point brings the simplex strictly nearer, by comparison of the computed
//! distances; one that does not, or that the simplex holds already, ends the search, and so does the limit on
//! support evaluations.

use crate::obstacle::Obstacle;
use crate::simplex::Simplex;
use crate::tolerance::NOISE;
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

/// The distance of `x` from the core, to within `tolerance`, starting from and leaving behind `simplex`.
pub(crate) fn distance<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    simplex: &mut Simplex,
    x: &Vector3<f64>,
    tolerance: f64,
) -> Distance {
    let mut found = Distance {
        upper: f64::INFINITY,
        plane: None,
        exhausted: false,
    };
    let noise = NOISE * obstacle.scale;
    loop {
        let (weights, v) = simplex.nearest(x);
        let length = sqrt(v.norm_squared());
        if length >= found.upper || length.is_nan() {
            return found;
        }
        simplex.reduce(&weights);
        found.upper = length;
        if length <= noise || !length.is_finite() {
            return found;
        }
        if obstacle.exhausted() {
            found.exhausted = true;
            return found;
        }
        let n = simplex.normal(&v);
        let n = n / sqrt(n.norm_squared());
        let support = obstacle.support(&n);
        let height = n.dot(&support.y);
        let lower = n.dot(&(x - support.y));
        if found.plane.is_none_or(|p| lower > p.lower) {
            found.plane = Some(Separation {
                normal: n,
                height,
                lower,
            });
        }
        if length - lower <= tolerance || simplex.holds(&support) {
            return found;
        }
        simplex.push(support);
    }
}
